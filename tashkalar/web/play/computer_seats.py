"""Computer players on the page: thinking beside it, deciding on it one decision after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.errors import PackError
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_client import Thinker, Thinkers
from tashkalar.ui.packs.pack_host import PackPlayers, PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.bot_workers import Workers
from tashkalar.web.browser.tasks import background
from tashkalar.web.play.table import Table

_BETWEEN = 0.7  # seconds from one decision to the next, so that eyes can follow


class Opponents:
    """Lets the computer players of the game on the table decide whenever it is their turn.

    `tell` shows a notice; it says so, once, when a plan could not be had. `failed` is told when a
    pack fails in the computer's hands.
    """

    def __init__(
        self,
        table: Table,
        room: PackRoom,
        tell: Callable[[Message], None],
        failed: Callable[[PackError], None],
    ) -> None:
        self._table = table
        self._tell = tell
        self._failed = failed
        self._room = room
        packed = Thinker(PackPlayers(room))
        room.on_change = packed.end
        self.thinker = Thinkers(Thinker(Workers()), packed)
        self._busy = False
        self._told = False
        self._hurried = False  # the person does not want to look on until it is their turn

    def follow(self) -> None:
        """Something was decided, or another game is on the table: is a computer player next?"""
        if not self._busy and self._waiting():
            self._busy = True
            background(self._play())

    def _waiting(self) -> bool:
        session = self._table.session
        free = session and session.waiting and not session.paused
        return bool(free and not self._table.elsewhere)

    async def _play(self) -> None:
        """Think and decide until a person has to decide."""
        try:
            while self._waiting():
                session = self._table.session
                assert session is not None
                if job := session.opponents.job:
                    found = await self.thinker.think(job)
                    if self._table.session is not session:
                        continue
                    if found is None:
                        self._fail()
                        session.opponents.give_up()
                    else:
                        session.opponents.answer(job, found["codes"])
                        continue
                if await self._room.answered(self._table.play_for_computer):
                    await asyncio.sleep(self._pause(session))
        except PackError as error:
            self._failed(error)
        finally:
            self._busy = self._hurried = False

    def _pause(self, session: Session) -> float:
        """Seconds until the next decision; who looks on sees each to its end."""
        if self._table.holds or self._hurried:
            return 0
        usual = _BETWEEN / session.opponents.speed
        return max(usual, self._table.film.lasts) if session.watched else usual

    def pause(self) -> None:
        """Stop a game that is watched, or let it go on."""
        if session := self._table.session:
            if session.paused:
                session.opponents.paused = False
            else:
                session.pause()
            self._table.refresh()
            self.follow()

    def change_speed(self) -> None:
        """Let a game that is watched go on faster or slower."""
        if session := self._table.session:
            session.opponents.change_speed()
            self._table.refresh()

    def _fail(self) -> None:
        if not self._told:
            self._told = True
            self._tell(Message("bots.failed"))

    def hurry(self) -> None:
        """The person does not want to wait: neither for more thinking nor for each decision."""
        session = self._table.session
        self._hurried = self._busy
        if session and (job := session.opponents.job):
            self.thinker.hurry(job)

    async def advise(self) -> None:
        """Show the person who has to decide what a good player would do."""
        session = self._table.session
        job = session.ask_advice() if session and not self._table.elsewhere else None
        if session is None or job is None:
            return
        self._table.refresh()
        try:
            found = await self.thinker.think(job)
            if found is None:
                self._tell(Message("advice.none"))
            await self._room.answered(lambda: session.take_advice(found))
        except PackError as error:
            session.take_advice(None)
            self._failed(error)
        if self._table.session is session:
            self._table.refresh()
