"""What is done with the next frame, or when it is painted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyodide.ffi import create_proxy
from pyscript import window

HIDDEN_PAGE_DELAY_S = (
    0.1  # seconds after which it is done although no frame comes: the page is hidden
)


class OncePerFrame:
    """Work that is done once, before the next frame is painted, however often it is asked for."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._timer: asyncio.TimerHandle | None = None
        self._frame_callback = create_proxy(lambda _: self._run())

    def request(self) -> None:
        """Do it with the next frame."""
        if self._timer is None:
            self._timer = asyncio.get_event_loop().call_later(HIDDEN_PAGE_DELAY_S, self._run)
            window.requestAnimationFrame(self._frame_callback)

    def cancel(self) -> None:
        """It is not needed any more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _run(self) -> None:
        if self._timer:
            self.cancel()
            self._work()


class AfterPaint:
    """One piece of work that waits for the next frame, so that the frame need not wait for it."""

    def __init__(self) -> None:
        self._work: Callable[[], None] | None = None
        self._followups: list[Callable[[], None]] = []
        self._frame_request = OncePerFrame(self._schedule_after_paint)
        self._paint_timer: asyncio.TimerHandle | None = None

    def schedule(self, work: Callable[[], None], *, in_frame: bool = False) -> None:
        """Do this after the next frame, or the one that is made now; what waited is done now."""
        self.flush()
        self._work = work
        if in_frame:
            self._schedule_after_paint()
        else:
            self._frame_request.request()

    def append_if_pending(self, act: Callable[[], None]) -> bool:
        """Do this behind what waits; False, and nothing is done, when nothing does."""
        if self._work:
            self._followups.append(act)
        return self._work is not None

    def flush(self) -> None:
        """Do at once what waits, because somebody needs it."""
        self._frame_request.cancel()
        if self._paint_timer:
            self._paint_timer.cancel()
            self._paint_timer = None
        work, self._work = self._work, None
        more, self._followups = self._followups, []
        if work:
            work()
        for act in more:
            act()

    def _schedule_after_paint(self) -> None:
        self._paint_timer = asyncio.get_event_loop().call_later(0, self.flush)
