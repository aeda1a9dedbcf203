"""Decisions that a pack has to answer first: they are made once more when it has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from tashkalar.errors import PackError, PackStopped
from tashkalar.rules.execution import Unanswered
from tashkalar.ui.packs.pack_host import PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.tasks import background

_PATIENCE = 0.7  # seconds until it is worth a word

Given = ParamSpec("Given")


class Asked(Protocol):
    """A table whose decisions a pack may have to answer first."""

    session: Session | None
    asking: Asking | None
    on_stopped: Callable[[PackStopped], None]

    def move(self, code: str) -> None:
        """Make a move."""

    def refresh(self) -> None:
        """Show the session as it is now."""


Here = TypeVar("Here", bound=Asked)


class Asking:
    """Waits for the packs of the game on the table.

    `working` says that it takes a while, `failed` is told when a pack fails.
    """

    def __init__(
        self,
        room: PackRoom,
        table: Asked,
        working: Callable[[], None],
        failed: Callable[[PackError], None],
    ) -> None:
        self._room, self._table = room, table
        self._working, self._failed = working, failed
        self._deciding = False

    def decide(self, wanted: Unanswered, again: Callable[[], None]) -> None:
        """Make a decision once more; whatever else is chosen until then is not heard."""
        if not self._deciding:
            self._deciding = True
            background(self._decide(wanted, again))

    async def _decide(self, wanted: Unanswered, again: Callable[[], None]) -> None:
        word = asyncio.get_running_loop().call_later(_PATIENCE, self._working)
        try:
            same = await self._answered(wanted)
        finally:
            self._deciding = False
            word.cancel()
        try:
            if same:
                again()
        except PackError as error:
            self._failed(error)

    def foresee(self, wanted: Unanswered, again: Callable[[], None]) -> None:
        """Go on with a dry run, unless the position is another by then."""

        async def work() -> None:
            if await self._answered(wanted):
                again()

        background(work())

    async def _answered(self, wanted: Unanswered) -> bool:
        """Whether the game still stands where it stood, when there is an answer."""
        session = self._table.session
        state = session and session.game.state
        await self._room.answer(wanted)
        now = self._table.session
        return session is not None and now is session and now.game.state is state


def asks_packs(
    act: Callable[Concatenate[Here, Given], None],
) -> Callable[Concatenate[Here, Given], None]:
    """An input that may be a decision which a pack has to answer first."""

    @wraps(act)
    def decide(table: Here, /, *args: Given.args, **named: Given.kwargs) -> None:
        try:
            act(table, *args, **named)
        except Unanswered as wanted:
            assert table.session is not None and table.asking is not None
            code, table.session.unanswered = table.session.unanswered, None
            again = (lambda: table.move(code)) if code else (lambda: decide(table, *args, **named))
            table.asking.decide(wanted, again)
        except PackStopped as error:
            table.refresh()
            table.on_stopped(error)

    return decide
