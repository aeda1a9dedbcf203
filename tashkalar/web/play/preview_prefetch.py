"""Finding out, while a person thinks, what the summonings would do that can be looked at next."""

from __future__ import annotations

import asyncio

from tashkalar.position.state import GameState
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.time_slices import worked

_REST = 0.25  # seconds in which nothing was drawn
_SLICE, _GAP = 6.0, 0.02  # milliseconds of work, seconds until the next: an input waits no longer
_MOST = 600.0  # milliseconds of work in a position: a phone must not grow warm by it


class Ahead:
    """Works as long as the page shows what it showed when it was begun."""

    def __init__(self) -> None:
        self._waits: asyncio.TimerHandle | None = None
        self._position: GameState | None = None
        self._left = 0.0  # milliseconds, in this position

    def begin(self, session: Session) -> None:
        """The session is shown as it is now: find out in a moment what could be looked at."""
        if session.game.state is not self._position:
            self._position, self._left = session.game.state, _MOST
        if self._left > 0:
            self._soon(_REST, session)

    def stop(self) -> None:
        """Something else is about to be shown."""
        if self._waits:
            self._waits.cancel()
            self._waits = None

    def _soon(self, seconds: float, session: Session) -> None:
        self.stop()
        self._waits = asyncio.get_event_loop().call_later(seconds, self._work, session)

    def _work(self, session: Session) -> None:
        self._waits = None
        self._left -= _SLICE
        if not worked(session.foreseeing_ahead(), _SLICE) and self._left > 0:
            self._soon(_GAP, session)
