"""Work for the next frame, or after it is painted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from enum import Enum

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


class Pause(Enum):
    """A place where work in steps is interrupted."""

    TASK = "task"  # an input can come in between, or a frame
    FRAME = "frame"  # what follows is done just before the next frame, which lays the page out


Steps = Iterator[Pause]  # work that can be interrupted


class AfterPaint:
    """Work that waits until the next frame is painted, so as not to delay it.

    The work has steps: a long task would hold up the inputs.
    """

    def __init__(self) -> None:
        self._work: Steps | None = None
        self._followups: list[Callable[[], None]] = []
        self._frame_request = OncePerFrame(self._schedule_step)
        self._step_in_frame = OncePerFrame(self._run_step)
        self._step_timer: asyncio.TimerHandle | None = None

    def schedule(self, work: Steps, *, in_frame: bool = False) -> None:
        """Run this work after the next frame; run the work that was waiting now.

        `in_frame`: the current frame is being made, so the work follows that frame.
        """
        self.flush()
        self._work = work
        if in_frame:
            self._schedule_step()
        else:
            self._frame_request.request()

    def append_if_pending(self, action: Callable[[], None]) -> bool:
        """Run `action` after the waiting work; return False, and do nothing, if no work waits."""
        if self._work:
            self._followups.append(action)
        return self._work is not None

    def flush(self) -> None:
        """Run the waiting work now, to its end."""
        for work in self._take_work():
            run_at_once(work)
        self._run_followups()

    def _take_work(self) -> tuple[Steps, ...]:
        """Return the waiting work, which no frame and no timer runs any more."""
        self._frame_request.cancel()
        self._step_in_frame.cancel()
        if self._step_timer:
            self._step_timer.cancel()
            self._step_timer = None
        work, self._work = self._work, None
        return (work,) if work else ()

    def _schedule_step(self) -> None:
        self._step_timer = asyncio.get_event_loop().call_later(0, self._run_step)

    def _run_step(self) -> None:
        """Run the waiting work until its next pause."""
        for work in self._take_work():
            pause = next(work, None)
            if pause and self._work:  # the step has scheduled other work, which follows this one
                run_at_once(work)
            elif pause:
                self._work = work
                if pause is Pause.FRAME:
                    self._step_in_frame.request()
                else:
                    self._schedule_step()
        if not self._work:
            self._run_followups()

    def _run_followups(self) -> None:
        followups, self._followups = self._followups, []
        for followup in followups:
            followup()


def run_at_once(work: Steps) -> None:
    """Run work to its end without a pause."""
    for _ in work:
        pass
