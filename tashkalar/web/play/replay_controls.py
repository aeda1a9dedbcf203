"""Walking through the game that is on the table: a move back, a move forward, or one by one."""

from __future__ import annotations

import asyncio

from pyscript import document

from tashkalar.ui.session.session import Session
from tashkalar.web.play.table import Table

EACH = 1.1  # seconds that a position stays at least while the game plays
RESTS = 0.35  # seconds between one move that is seen and the next


class Walk:
    """The buttons of the log. Whatever else shows another position ends the playing."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._session: Session | None = None
        self._shown: int | None = None

    def go(self, how: str) -> None:
        """``"back"`` or ``"forward"`` a move, or ``"play"``: from where one looks, or stop."""
        session, playing = self._table.session, self._timer is not None
        self._stop()
        if session is None or session.covered or not session.history:
            return
        last = session.history[-1].number
        here = last if session.looking_at is None else session.looking_at
        if how == "back":
            self._show(session, max(1, here - 1))
        elif how == "forward":
            self._show(session, here + 1)
        elif not playing:
            self._go_on(session, 1 if here == last else here + 1)

    def _show(self, session: Session, number: int) -> None:
        self._table.look_back(number)
        self._shown_now(session, number)

    def _shown_now(self, session: Session, number: int) -> None:
        self._session, self._shown = session, session.looking_at
        self._table.show_line(number)

    def _go_on(self, session: Session, number: int) -> None:
        """Play a move, and the next one in a moment, unless the present is reached."""
        lasts = self._table.watch(number)
        self._shown_now(session, number)
        if session.looking_at is not None:
            self._timer = asyncio.get_event_loop().call_later(max(EACH, lasts + RESTS), self._next)
            _press(on=True)

    def _next(self) -> None:
        session, here = self._session, self._shown
        self._stop()
        if session is None or here is None or session is not self._table.session:
            return
        if session.looking_at == here:  # else a person looks elsewhere
            self._go_on(session, here + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            _press(on=False)


def _press(*, on: bool) -> None:
    document.querySelector('[data-walk="play"]').setAttribute("aria-pressed", str(on).lower())
