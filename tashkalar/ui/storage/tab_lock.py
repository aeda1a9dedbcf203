"""One game, one tab: which tab plays a game, and how another tab takes the game over.

The tab that has a game on its table holds a lock with the game's name; the browser releases the
lock when the tab is closed or crashes. Another tab that wants the game sends a request on a channel
that all tabs read. The holder then sends its newest text, releases the lock, and gets a message
when the text has arrived.

This module uses no browser: the browser layer passes in locks and a channel. The locks only spare
people surprises; `save_texts.SaveTexts` makes sure that no save is overwritten.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import NamedTuple, Protocol

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.save_record import LONGEST_FILE

LOCK_TIMEOUT_S = 1.0
"""Seconds to wait for a lock: a page that is being reloaded releases its lock a little later."""

TAB_ANSWER_TIMEOUT_S = 0.3
"""Seconds within which a tab that is awake answers."""

_MAX_LOCK_ATTEMPTS = 3
_MESSAGE_KINDS = ("who", "mine", "want", "yours", "got", "changed")


class TabMessage(NamedTuple):
    """A message from one tab to all others."""

    kind: str  # who has it? mine. I want it. yours. got it. (which games are open has) changed
    game: str
    sender: str
    text: str = ""  # with "yours": the newest text of the game


def read_tab_message(text: object) -> TabMessage | None:
    """Decode a message; None for other texts, because all pages of the origin use the channel."""
    if not isinstance(text, str):
        return None
    try:
        data = parse_json(text, longest=2 * LONGEST_FILE)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    values = [data.get(name) for name in TabMessage._fields]
    if values[0] not in _MESSAGE_KINDS or not all(isinstance(value, str) for value in values):
        return None
    return TabMessage(*map(str, values))


class TabLocks(Protocol):
    """Locks by name, each held by one tab at most. The methods here are those without locks."""

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Take a lock that is free, or becomes free within `timeout_s` seconds; tell whether."""
        return True

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""
        return

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        """Release a lock of this tab; call `on_released` when other tabs can take the lock."""
        if on_released:
            on_released()

    async def held_locks(self) -> frozenset[str]:
        """Return the names of the locks that any tab holds."""
        return frozenset()


class NoTabLocks(TabLocks):
    """Locks for a browser without locks: a game is free if no tab on the channel answers."""

    def __init__(self, *, has_channel: bool) -> None:
        self._has_channel = has_channel

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Give the other tabs a moment to answer."""
        if not self._has_channel:
            return True
        if timeout_s:
            await asyncio.sleep(TAB_ANSWER_TIMEOUT_S)
        return timeout_s > 0


class TabGameOwner(Protocol):
    """The owner of the games of this tab."""

    def surrender_game(self, game: str) -> str:
        """Stop playing a game that another tab continues, and return its newest text."""

    def confirm_surrender(self, game: str) -> None:
        """Note that the other tab has received the text from `surrender_game`."""

    def handle_other_tabs_change(self) -> None:
        """Note that other tabs have opened or left games."""


class TabCoordinator:
    """The part of one tab; `me` is its unique name, `post` sends a text to all other tabs."""

    def __init__(
        self, me: str, locks: TabLocks, post: Callable[[str], None], owner: TabGameOwner
    ) -> None:
        self.held_game: str | None = None  # the game that is on this tab's table
        self._tab_id = me
        self._locks = locks
        self._post_text = post
        self._owner = owner
        self._requested_game: str | None = None  # the game of the last request
        self._pending_answer: asyncio.Future[TabMessage] | None = None  # to the last request
        self._claim_lock = asyncio.Lock()  # one request at a time
        self._unconfirmed_games: set[str] = set()  # handed over, not yet known to have arrived
        self._held_beside: set[str] = set()  # what this tab has open besides the game

    async def claim_game(self, game: str) -> bool:
        """Reserve a game for this tab; return False when another tab has the game."""
        async with self._claim_lock:
            if self.held_game == game:
                return True
            self.release_game()
            self._requested_game = game
            is_free = await self._locks.acquire(game, 0) or await self._wait_until_free(game)
            return is_free and self._keep_if_still_requested(game)

    async def _wait_until_free(self, game: str) -> bool:
        """Wait for a page that is being left; return False if a tab says that it has the game."""
        answer = self._send_request("who", game)
        acquisition = asyncio.ensure_future(self._locks.acquire(game, LOCK_TIMEOUT_S))
        await asyncio.wait((acquisition, answer), return_when=asyncio.FIRST_COMPLETED)
        if not acquisition.done():
            acquisition.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            return await acquisition
        return False

    async def take_over_game(self, game: str) -> str:
        """Take a game from another tab; return the text of the other tab, empty without one."""
        async with self._claim_lock:
            if self.held_game == game:
                return ""
            self.release_game()
            self._requested_game = game
            for _ in range(_MAX_LOCK_ATTEMPTS):  # a third tab may have been faster
                answer = self._send_request("want", game)
                if await self._locks.acquire(game, LOCK_TIMEOUT_S):
                    break
            else:
                await self._locks.steal(game)
            if not self._keep_if_still_requested(game):
                return ""
            await asyncio.wait((answer,), timeout=TAB_ANSWER_TIMEOUT_S)
            return answer.result().text if answer.done() else ""

    async def hold_beside(self, name: str) -> bool:
        """Hold a lock besides that of the game; return False if another tab holds it.

        Without locks nobody can say who holds it, so every tab does.
        """
        if name not in self._held_beside and not isinstance(self._locks, NoTabLocks):
            if not await self._locks.acquire(name, 0):
                return False
            self._held_beside.add(name)
        return True

    def release_beside(self, name: str) -> None:
        """Release a lock that this tab holds besides that of the game."""
        if name in self._held_beside:
            self._held_beside.discard(name)
            self._locks.release(name)

    def confirm_received(self, game: str) -> None:
        """Tell the other tab that its text has arrived."""
        self._send_message("got", game)

    def release_game(self) -> None:
        """Release the game of this tab, because the table is empty."""
        self._requested_game = self._pending_answer = None
        if self.held_game is not None:
            game, self.held_game = self.held_game, None
            self._locks.release(game, lambda: self._send_message("changed", game))

    async def games_open_elsewhere(self) -> frozenset[str]:
        """Return the games that other tabs have on their tables."""
        async with self._claim_lock:  # this tab has a lock a moment before its names say so
            own = {self.held_game, *self._held_beside}  # until the browser has answered
            return await self._locks.held_locks() - own - {self.held_game, *self._held_beside}

    def handle_message(self, text: object) -> None:
        """Handle a message from another tab."""
        message = read_tab_message(text)
        if message is None or message.sender == self._tab_id:
            return
        if message.kind in ("mine", "yours"):
            if (
                message.game == self._requested_game
                and self._pending_answer
                and not self._pending_answer.done()
            ):
                self._pending_answer.set_result(message)
        elif message.kind == "changed":
            self._owner.handle_other_tabs_change()
        elif message.kind == "got":
            if message.game in self._unconfirmed_games:
                self._unconfirmed_games.discard(message.game)
                self._owner.confirm_surrender(message.game)
        elif message.game == self.held_game:
            if message.kind == "who":
                self._send_message("mine", message.game)
            else:
                self._hand_over_game(message.game)

    def handle_stolen_lock(self, game: str) -> None:
        """Give up a game whose lock was stolen, because this tab did not answer in time."""
        if game == self.held_game:
            self.held_game = None
            self._owner.surrender_game(game)

    def _hand_over_game(self, game: str) -> None:
        text = self._owner.surrender_game(game)
        self.held_game = None
        self._unconfirmed_games.add(game)
        self._send_message("yours", game, text)
        self._locks.release(game)

    def _keep_if_still_requested(self, game: str) -> bool:
        if self._requested_game != game:  # the person has opened something else meanwhile
            self._locks.release(game)
            return False
        self.held_game = game
        self._unconfirmed_games.discard(game)
        self._send_message("changed", game)
        return True

    def _send_request(self, kind: str, game: str) -> asyncio.Future[TabMessage]:
        self._pending_answer = answer = asyncio.get_running_loop().create_future()
        self._send_message(kind, game)
        return answer

    def _send_message(self, kind: str, game: str, text: str = "") -> None:
        self._post_text(json.dumps(TabMessage(kind, game, self._tab_id, text)._asdict()))
