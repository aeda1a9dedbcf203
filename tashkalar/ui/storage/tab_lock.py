"""One game, one tab: who plays a game, and how another tab takes it over.

The tab that has a game on its table holds a lock with the game's name; the browser frees it when
the tab is closed or crashes. Another tab that wants the game asks on a channel that all tabs hear.
The holder then hands over its newest text and lets go, and is told when that has arrived.

There is no browser in here: the browser layer brings locks and a channel. All of this is for
people not to be surprised; that no save is written over is the shelf's own care.
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
"""Seconds to wait for a lock: a page that is being reloaded lets go a little later."""

TAB_ANSWER_TIMEOUT_S = 0.3
"""Seconds in which a tab that is awake has answered."""

_MAX_LOCK_ATTEMPTS = 3
_MESSAGE_KINDS = ("who", "mine", "want", "yours", "got", "changed")


class TabMessage(NamedTuple):
    """What a tab tells all others."""

    kind: str  # who has it? mine. I want it. yours. got it. (which games are open has) changed
    game: str
    sender: str
    text: str = ""  # with "yours": the newest text of the game


def read_tab_message(text: object) -> TabMessage | None:
    """The note in a text, or None: anything on this origin may speak on the channel."""
    if not isinstance(text, str):
        return None
    try:
        data = parse_json(text, longest=2 * LONGEST_FILE)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    found = [data.get(name) for name in TabMessage._fields]
    if found[0] not in _MESSAGE_KINDS or not all(isinstance(value, str) for value in found):
        return None
    return TabMessage(*map(str, found))


class TabLocks(Protocol):
    """Locks by name, each held by one tab at most."""

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Take a lock that is free, or becomes free within `timeout_s` seconds."""

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        """Let go of a lock, if it is held here; `on_released` is called when others can have it."""

    async def held_locks(self) -> frozenset[str]:
        """The locks that any tab holds."""


class NoTabLocks:
    """Where the browser has no locks: a game is free if nobody on the channel says otherwise."""

    def __init__(self, *, has_channel: bool) -> None:
        self._has_channel = has_channel

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Give the other tabs a moment to answer."""
        if not self._has_channel:
            return True
        if timeout_s:
            await asyncio.sleep(TAB_ANSWER_TIMEOUT_S)
        return timeout_s > 0

    async def steal(self, name: str) -> None:
        """Nothing to take."""

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        """Nothing to let go of."""
        if on_released:
            on_released()

    async def held_locks(self) -> frozenset[str]:
        """Nobody knows."""
        return frozenset()


class TabGameOwner(Protocol):
    """What has the games of this tab."""

    def surrender_game(self, game: str) -> str:
        """Another tab goes on with the game: stop, and give its newest text."""

    def confirm_surrender(self, game: str) -> None:
        """The other tab has what `surrender_game` gave."""

    def handle_other_tabs_change(self) -> None:
        """Other tabs have opened or left games."""


class TabCoordinator:
    """This tab among the others; `me` is a name that no other has, `post` tells all others."""

    def __init__(
        self, me: str, locks: TabLocks, post: Callable[[str], None], owner: TabGameOwner
    ) -> None:
        self.held_game: str | None = None  # the game that is on this tab's table
        self._tab_id = me
        self._locks = locks
        self._post_text = post
        self._owner = owner
        self._requested_game: str | None = None  # the game that was asked for last
        self._pending_answer: asyncio.Future[TabMessage] | None = None  # to what was asked last
        self._claim_lock = asyncio.Lock()  # one question at a time
        self._unconfirmed_games: set[str] = set()  # handed over, not yet known to have arrived

    async def claim_game(self, game: str) -> bool:
        """Have a game for this tab alone; False when it is open in another one."""
        async with self._claim_lock:
            if self.held_game == game:
                return True
            self.release_game()
            self._requested_game = game
            free = await self._locks.acquire(game, 0) or await self._wait_until_free(game)
            return free and self._keep_if_still_requested(game)

    async def _wait_until_free(self, game: str) -> bool:
        """Somebody has it: a tab that says so, or a page that is just being left."""
        answer = self._send_request("who", game)
        taking = asyncio.ensure_future(self._locks.acquire(game, LOCK_TIMEOUT_S))
        await asyncio.wait((taking, answer), return_when=asyncio.FIRST_COMPLETED)
        if not taking.done():
            taking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            return await taking
        return False

    async def take_over_game(self, game: str) -> str:
        """Have a game that another tab has; the text that it hands over, empty without one."""
        async with self._claim_lock:
            if self.held_game == game:
                return ""
            self.release_game()
            self._requested_game = game
            for _ in range(_MAX_LOCK_ATTEMPTS):  # who else wants it may have got it first
                answer = self._send_request("want", game)
                if await self._locks.acquire(game, LOCK_TIMEOUT_S):
                    break
            else:
                await self._locks.steal(game)
            if not self._keep_if_still_requested(game):
                return ""
            await asyncio.wait((answer,), timeout=TAB_ANSWER_TIMEOUT_S)
            return answer.result().text if answer.done() else ""

    def confirm_received(self, game: str) -> None:
        """What was handed over is safe here."""
        self._send_message("got", game)

    def release_game(self) -> None:
        """The table is empty: others may have the game."""
        self._requested_game = self._pending_answer = None
        if self.held_game is not None:
            game, self.held_game = self.held_game, None
            self._locks.release(game, lambda: self._send_message("changed", game))

    async def games_open_elsewhere(self) -> frozenset[str]:
        """The games that other tabs have on their tables."""
        async with self._claim_lock:  # a lock is ours a moment before we know it
            return await self._locks.held_locks() - {self.held_game}

    def handle_message(self, text: object) -> None:
        """A note has come from another tab."""
        note = read_tab_message(text)
        if note is None or note.sender == self._tab_id:
            return
        if note.kind in ("mine", "yours"):
            if (
                note.game == self._requested_game
                and self._pending_answer
                and not self._pending_answer.done()
            ):
                self._pending_answer.set_result(note)
        elif note.kind == "changed":
            self._owner.handle_other_tabs_change()
        elif note.kind == "got":
            if note.game in self._unconfirmed_games:
                self._unconfirmed_games.discard(note.game)
                self._owner.confirm_surrender(note.game)
        elif note.game == self.held_game:
            if note.kind == "who":
                self._send_message("mine", note.game)
            else:
                self._hand_over_game(note.game)

    def handle_stolen_lock(self, game: str) -> None:
        """The lock was stolen, because this tab did not answer in time."""
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
        if self._requested_game != game:  # the person has gone elsewhere meanwhile
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
