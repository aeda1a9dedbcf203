"""The buttons above the log: go a move back or forward, or play the game move by move."""

from __future__ import annotations

import asyncio

from pyscript import document

from tashkalar.ui.session.session import Session
from tashkalar.web.play import log_panel
from tashkalar.web.play.table import Table

MIN_POSITION_S = 1.1  # seconds that a position stays at least while the game plays
MOVE_PAUSE_S = 0.35  # seconds between one move that is seen and the next


class ReplayControls:
    """Show past positions of the game; playing ends when another position is shown otherwise."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None

    def handle_button(self, session: Session, how: str) -> None:
        """Go ``"back"`` or ``"forward"`` a move, or ``"play"`` from the shown position, or stop."""
        playing = self._timer is not None
        self._stop()
        if session.seating.is_covered or not session.history:
            return
        last = session.history[-1].number
        shown = session.selection.shown_move_number
        number = last if shown is None else shown
        if how == "back":
            self._show_move(max(1, number - 1))
        elif how == "forward":
            self._show_move(number + 1)
        elif not playing:
            self._play_move(session, 1 if number == last else number + 1)

    def _show_move(self, number: int) -> None:
        self._table.watching.show_past_position(number)
        log_panel.scroll_to_line(number)

    def _play_move(self, session: Session, number: int) -> None:
        """Play a move, and schedule the next move unless the present is reached."""
        lasts = self._table.watching.replay_move(session, number)
        log_panel.scroll_to_line(number)
        shown = session.selection.shown_move_number
        if shown is not None:
            self._timer = asyncio.get_event_loop().call_later(
                max(MIN_POSITION_S, lasts + MOVE_PAUSE_S), self._play_next_move, session, shown
            )
            _set_pressed(on=True)

    def _play_next_move(self, session: Session, number: int) -> None:
        """Play the move after `number`, unless a person looks at another position or game."""
        self._stop()
        is_unchanged = session.selection.shown_move_number == number
        if session is self._table.session and is_unchanged:
            self._play_move(session, number + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            _set_pressed(on=False)


def _set_pressed(*, on: bool) -> None:
    document.querySelector('[data-walk="play"]').setAttribute("aria-pressed", str(on).lower())
