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

PATIENCE = 1.0
"""Seconds to wait for a lock: a page that is being reloaded lets go a little later."""

MOMENT = 0.3
"""Seconds in which a tab that is awake has answered."""

_TRIES = 3
_KINDS = ("who", "mine", "want", "yours", "got", "changed")


class Note(NamedTuple):
    """What a tab tells all others."""

    kind: str  # who has it? mine. I want it. yours. got it. (which games are open has) changed
    game: str
    sender: str
    text: str = ""  # with "yours": the newest text of the game


def read_note(text: object) -> Note | None:
    """The note in a text, or None: anything on this origin may speak on the channel."""
    if not isinstance(text, str):
        return None
    try:
        data = parse_json(text, longest=2 * LONGEST_FILE)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    found = [data.get(name) for name in Note._fields]
    if found[0] not in _KINDS or not all(isinstance(value, str) for value in found):
        return None
    return Note(*map(str, found))


class Locks(Protocol):
    """Locks by name, each held by one tab at most."""

    async def take(self, name: str, patience: float) -> bool:
        """Take a lock that is free, or becomes free within `patience` seconds."""

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""

    def release(self, name: str, freed: Callable[[], None] | None = None) -> None:
        """Let go of a lock, if it is held here; `freed` is called when others can have it."""

    async def held(self) -> frozenset[str]:
        """The locks that any tab holds."""


class NoLocks:
    """Where the browser has no locks: a game is free if nobody on the channel says otherwise."""

    def __init__(self, *, channel: bool) -> None:
        self._channel = channel

    async def take(self, name: str, patience: float) -> bool:
        """Give the other tabs a moment to answer."""
        if not self._channel:
            return True
        if patience:
            await asyncio.sleep(MOMENT)
        return patience > 0

    async def steal(self, name: str) -> None:
        """Nothing to take."""

    def release(self, name: str, freed: Callable[[], None] | None = None) -> None:
        """Nothing to let go of."""
        if freed:
            freed()

    async def held(self) -> frozenset[str]:
        """Nobody knows."""
        return frozenset()


class Owner(Protocol):
    """What has the games of this tab."""

    def taken(self, game: str) -> str:
        """Another tab goes on with the game: stop, and give its newest text."""

    def delivered(self, game: str) -> None:
        """The other tab has what `taken` gave."""

    def others_changed(self) -> None:
        """Other tabs have opened or left games."""


class Tabs:
    """This tab among the others; `me` is a name that no other has, `post` tells all others."""

    def __init__(self, me: str, locks: Locks, post: Callable[[str], None], owner: Owner) -> None:
        self.held: str | None = None  # the game that is on this tab's table
        self._me = me
        self._locks = locks
        self._post = post
        self._owner = owner
        self._wish: str | None = None  # the game that was asked for last
        self._answer: asyncio.Future[Note] | None = None  # to what was asked last
        self._busy = asyncio.Lock()  # one question at a time
        self._lent: set[str] = set()  # handed over, not yet known to have arrived

    async def claim(self, game: str) -> bool:
        """Have a game for this tab alone; False when it is open in another one."""
        async with self._busy:
            if self.held == game:
                return True
            self.leave()
            self._wish = game
            free = await self._locks.take(game, 0) or await self._free_soon(game)
            return free and self._have(game)

    async def _free_soon(self, game: str) -> bool:
        """Somebody has it: a tab that says so, or a page that is just being left."""
        answer = self._ask("who", game)
        taking = asyncio.ensure_future(self._locks.take(game, PATIENCE))
        await asyncio.wait((taking, answer), return_when=asyncio.FIRST_COMPLETED)
        if not taking.done():
            taking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            return await taking
        return False

    async def take_over(self, game: str) -> str:
        """Have a game that another tab has; the text that it hands over, empty without one."""
        async with self._busy:
            if self.held == game:
                return ""
            self.leave()
            self._wish = game
            for _ in range(_TRIES):  # who else wants it may have got it first
                answer = self._ask("want", game)
                if await self._locks.take(game, PATIENCE):
                    break
            else:
                await self._locks.steal(game)
            if not self._have(game):
                return ""
            await asyncio.wait((answer,), timeout=MOMENT)
            return answer.result().text if answer.done() else ""

    def got(self, game: str) -> None:
        """What was handed over is safe here."""
        self._tell("got", game)

    def leave(self) -> None:
        """The table is empty: others may have the game."""
        self._wish = self._answer = None
        if self.held is not None:
            game, self.held = self.held, None
            self._locks.release(game, lambda: self._tell("changed", game))

    async def open_elsewhere(self) -> frozenset[str]:
        """The games that other tabs have on their tables."""
        async with self._busy:  # a lock is ours a moment before we know it
            return await self._locks.held() - {self.held}

    def heard(self, text: object) -> None:
        """A note has come from another tab."""
        note = read_note(text)
        if note is None or note.sender == self._me:
            return
        if note.kind in ("mine", "yours"):
            if note.game == self._wish and self._answer and not self._answer.done():
                self._answer.set_result(note)
        elif note.kind == "changed":
            self._owner.others_changed()
        elif note.kind == "got":
            if note.game in self._lent:
                self._lent.discard(note.game)
                self._owner.delivered(note.game)
        elif note.game == self.held:
            if note.kind == "who":
                self._tell("mine", note.game)
            else:
                self._hand_over(note.game)

    def lost(self, game: str) -> None:
        """The lock was stolen, because this tab did not answer in time."""
        if game == self.held:
            self.held = None
            self._owner.taken(game)

    def _hand_over(self, game: str) -> None:
        text = self._owner.taken(game)
        self.held = None
        self._lent.add(game)
        self._tell("yours", game, text)
        self._locks.release(game)

    def _have(self, game: str) -> bool:
        if self._wish != game:  # the person has gone elsewhere meanwhile
            self._locks.release(game)
            return False
        self.held = game
        self._lent.discard(game)
        self._tell("changed", game)
        return True

    def _ask(self, kind: str, game: str) -> asyncio.Future[Note]:
        self._answer = answer = asyncio.get_running_loop().create_future()
        self._tell(kind, game)
        return answer

    def _tell(self, kind: str, game: str, text: str = "") -> None:
        self._post(json.dumps(Note(kind, game, self._me, text)._asdict()))
