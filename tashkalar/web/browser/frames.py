"""Work for the next frame, or after it is painted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyodide.ffi import create_proxy
from pyscript import window

HIDDEN_PAGE_DELAY_S = 0.1  # a hidden page gets no frames: the work runs after this time


class OncePerFrame:
    """Work that runs once before the next frame, however often it is requested."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._timer: asyncio.TimerHandle | None = None
        self._frame_callback = create_proxy(lambda _: self._run())

    def request(self) -> None:
        """Run the work with the next frame."""
        if self._timer is None:
            self._timer = asyncio.get_event_loop().call_later(HIDDEN_PAGE_DELAY_S, self._run)
            window.requestAnimationFrame(self._frame_callback)

    def cancel(self) -> None:
        """Cancel the requested work."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _run(self) -> None:
        if self._timer:
            self.cancel()
            self._work()


class AfterPaint:
    """A piece of work that waits until the next frame is painted, so as not to delay it."""

    def __init__(self) -> None:
        self._work: Callable[[], None] | None = None
        self._followups: list[Callable[[], None]] = []
        self._frame_request = OncePerFrame(self._schedule_after_paint)
        self._paint_timer: asyncio.TimerHandle | None = None

    def schedule(self, work: Callable[[], None], *, in_frame: bool = False) -> None:
        """Run this work after the next frame; run the work that was waiting now.

        `in_frame`: the current frame is being made, so the work follows that frame.
        """
        self.flush()
        self._work = work
        if in_frame:
            self._schedule_after_paint()
        else:
            self._frame_request.request()

    def append_if_pending(self, action: Callable[[], None]) -> bool:
        """Run `act` after the waiting work; return False, and do nothing, if no work is waiting."""
        if self._work:
            self._followups.append(action)
        return self._work is not None

    def flush(self) -> None:
        """Run the waiting work now."""
        self._frame_request.cancel()
        if self._paint_timer:
            self._paint_timer.cancel()
            self._paint_timer = None
        work, self._work = self._work, None
        followups, self._followups = self._followups, []
        if work:
            work()
        for followup in followups:
            followup()

    def _schedule_after_paint(self) -> None:
        self._paint_timer = asyncio.get_event_loop().call_later(0, self.flush)


async def wait_for_paint() -> None:
    """Wait until the next frame is painted; in a hidden page for `HIDDEN_PAGE_DELAY_S`."""
    painted = asyncio.Event()
    AfterPaint().schedule(painted.set)
    await painted.wait()
