"""Today's date, and delayed work that can be canceled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import window

_DAY_MS = 86_400_000
_MINUTE_MS = 60_000


def count_days(date_ms: int | None = None) -> int:
    """Return the number of days from 1970-01-01 to a date, in the person's time zone.

    `date_ms` are the milliseconds since 1970; None is now.
    """
    date = window.Date.new(window.Date.now() if date_ms is None else date_ms)
    local_ms = int(date.getTime()) - int(date.getTimezoneOffset()) * _MINUTE_MS
    return local_ms // _DAY_MS


class Timer:
    """Run one piece of work after a delay; a new start replaces the one before."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        """True while the work waits for its time."""
        return self._handle is not None

    def start(self, delay_s: float, work: Callable[[], None]) -> None:
        """Run the work after `delay_s` seconds; cancel the previous work."""
        self.cancel()

        def run() -> None:
            self._handle = None
            work()

        self._handle = asyncio.get_event_loop().call_later(delay_s, run)

    def cancel(self) -> None:
        """Cancel the work, if it has not run yet."""
        if self._handle:
            self._handle.cancel()
            self._handle = None
