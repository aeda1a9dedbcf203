"""Compute previews of the summonings that a player may look at next, while the player thinks."""

from __future__ import annotations

import asyncio

from tashkalar.position.state import GameState
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.time_slices import run_for

_IDLE_DELAY_S = 0.25  # seconds in which nothing was drawn
_SLICE_MS, _PAUSE_S = (
    6.0,
    0.02,
)  # milliseconds of work, seconds until the next: an input waits no longer
_POSITION_LIMIT_MS = 600.0  # milliseconds of work in a position: a phone must not grow warm by it


class PreviewPrefetch:
    """Compute previews in short slices until something is drawn."""

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
