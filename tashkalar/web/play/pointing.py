"""Hover and focus, and the preview of what a choice would do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.position.state import GameState
from tashkalar.ui.screen.screen import build_board
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.time_slices import run_for
from tashkalar.web.browser.timers import Timer
from tashkalar.web.play.game_on_table import GameOnTable, with_session
from tashkalar.web.play.pack_requests import PackRetry

LEAVE_DELAY_S = 0.12  # seconds until a card or a button that was only pointed at is left
BACKGROUND_SLICE_MS = 20.0  # milliseconds of computing a preview at a time
# Of computing ahead: seconds in which nothing was drawn, milliseconds of work at a time, seconds
# until the next, and milliseconds of work in a position: a phone must not grow warm by it.
_IDLE_DELAY_S, _SLICE_MS, _PAUSE_S, _POSITION_LIMIT_MS = 0.25, 6.0, 0.02, 600.0


class Pointing:
    """Show what the pointer or the focus is on.

    `request_redraw` shows the session with the next frame: the pointer may cross many squares
    before.
    """

    def __init__(
        self, table: GameOnTable, words: Catalogue, request_redraw: Callable[[], None]
    ) -> None:
        self._table, self._words = table, words
        self._request_redraw = request_redraw
        self._card_timer = Timer()
        self._move_timer = Timer()

    @property
    def session(self) -> Session | None:
        """Return the session on the table."""
        return self._table.session

    @with_session
    def hover_square(self, session: Session, square: str | None) -> None:
        """Look at a square, or at none."""
        if session.hover_square(square):
            self._request_redraw()

    @with_session
    def hover_card(self, session: Session, card: str | None) -> None:
        """Look at a hand card without taking it up, or at none."""
        self._card_timer.cancel()
        if session.hover_card(card):
            self._request_redraw()

    def leave_card(self) -> None:
        """Look at no card in a moment: the pointer may only cross a gap between two cards."""
        self._card_timer.start(LEAVE_DELAY_S, lambda: self.hover_card(None))

    @with_session
    def hover_placement(self, session: Session, code: str) -> None:
        """Look at the button of a placement."""
        if session.look_at_placement(code):
            self._request_redraw()

    @with_session
    def hover_move(self, session: Session, code: str | None) -> None:
        """Look at the button of a move, or at none."""
        self.keep_move()
        if session.point_at_move(code):
            self._request_redraw()

    def leave_move(self) -> None:
        """Look at no button in a moment: a redraw must wait until the focus has arrived."""
        self._move_timer.start(LEAVE_DELAY_S, lambda: self.hover_move(None))

    def keep_move(self) -> None:
        """Cancel `leave_move`: the button that the focus has left was chosen."""
        self._move_timer.cancel()

    @with_session
    def describe_square(self, session: Session, square: str) -> None:
        """Say what is on a square, and show what choosing the square would do."""
        if session.seating.is_covered:
            return
        self.hover_square(square)
        view = next(view for view in build_board(session).squares if view.name == square)
        dialogs.show_toast(self._words.translate(view.label), click_through=True)


class PreviewRunner:
    """Compute in slices what the choice that is looked at would do.

    While nothing is drawn, `PreviewPrefetch` computes the previews that may be wanted next.
    """

    def __init__(self, table: GameOnTable, pack_retry: PackRetry) -> None:
        self._table, self._pack_retry = table, pack_retry
        self._timer = Timer()
        self._prefetch = PreviewPrefetch()

    def run_slice(self, session: Session, milliseconds: float) -> bool:
        """Compute for so long; return whether more of the preview is known. No pack is asked."""
        if session.is_preview_finished:
            return False
        known = session.preview
        # `_run_background_slice` asks the pack.
        self._pack_retry.run_preview(lambda: run_for(session.preview_steps(), milliseconds))
        return session.preview is not known

    def finish_in_background(self, session: Session, show: Callable[[], None]) -> None:
        """Go on computing the preview if it is not finished, and `show` what becomes known."""
        if session.is_preview_finished:
            self._timer.cancel()  # what was begun is stale
        else:
            self._timer.start(0, lambda: self._run_background_slice(show))

    def _run_background_slice(self, show: Callable[[], None]) -> None:
        """Compute for one slice; an input need not wait for longer."""
        session = self._table.session
        if session is None:
            return

        def go_on() -> None:
            self._timer.start(0, lambda: self._run_background_slice(show))

        known = session.preview
        is_done = self._pack_retry.run_preview(
            lambda: run_for(session.preview_steps(), BACKGROUND_SLICE_MS), go_on
        )
        if session.preview is not known:
            show()  # goes on by `finish_in_background`
        elif is_done is False:
            go_on()

    def start_prefetch(self, session: Session) -> None:
        """Compute in a moment the previews that may be wanted next."""
        self._prefetch.start(session)

    def stop_prefetch(self) -> None:
        """Stop computing ahead: something is about to be drawn."""
        self._prefetch.stop()


class PreviewPrefetch:
    """Compute previews of the summonings that may be looked at next, until something is drawn."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._position: GameState | None = None
        self._remaining_ms = 0.0  # milliseconds, in this position

    def start(self, session: Session) -> None:
        """Compute previews for the session, once nothing was drawn for `_IDLE_DELAY_S`."""
        if session.game.state is not self._position:
            self._position, self._remaining_ms = session.game.state, _POSITION_LIMIT_MS
        if self._remaining_ms > 0:
            self._schedule(_IDLE_DELAY_S, session)

    def stop(self) -> None:
        """Stop computing: something else is about to be drawn."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _schedule(self, seconds: float, session: Session) -> None:
        self.stop()
        self._timer = asyncio.get_event_loop().call_later(seconds, self._run_slice, session)

    def _run_slice(self, session: Session) -> None:
        self._timer = None
        self._remaining_ms -= _SLICE_MS
        if not run_for(session.prefetch_previews(), _SLICE_MS) and self._remaining_ms > 0:
            self._schedule(_PAUSE_S, session)
