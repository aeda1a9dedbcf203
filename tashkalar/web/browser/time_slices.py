"""Long work in time slices: the page stays responsive, shows progress, and can cancel the work.

Background work, which nobody waits for, has short slices with pauses of the same length.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from types import TracebackType
from typing import TypeVar

from pyscript import window

from tashkalar.formats.save import ReplayProgress, ReplayStep
from tashkalar.ui.storage.open_game import LoadingCanceled
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dialogs import ProgressDialog

_SLICE_MS = 40.0
_PROGRESS_DELAY_MS = 700.0  # shorter work shows no progress
_BACKGROUND_SLICE_MS = 12.0

ResultT = TypeVar("ResultT")
PackAnswerer = Callable[[object], Awaitable[None]]  # see `PackHost.resolve_step`


class TimeSlices:
    """The pause between two steps of opening a game.

    Await it between steps; it raises `LoadingCanceled` when the person cancels. `answer` lets a
    pack carry out the request of a step.
    """

    def __init__(self, words: Catalogue, answer: PackAnswerer) -> None:
        self._words = words
        self._answer = answer
        self._progress = ProgressDialog(words.text("saves.opening.title"))
        self._started_at_ms = self._last_pause_ms = float(window.performance.now())

    def __enter__(self) -> TimeSlices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._progress.close()

    async def __call__(self, step: ReplayStep) -> None:
        """Yield to the page if the current slice is over, and show the progress."""
        if not isinstance(step, ReplayProgress):
            await self._answer(step)
            return
        now_ms = float(window.performance.now())
        if now_ms - self._last_pause_ms < _SLICE_MS:
            return
        if now_ms - self._started_at_ms > _PROGRESS_DELAY_MS:
            done, total = step.moves_done, step.moves_total
            self._progress.show(self._words.text("saves.opening.text", done=done, moves=total))
        await asyncio.sleep(0)
        self._last_pause_ms = float(window.performance.now())
        if self._progress.was_canceled:
            raise LoadingCanceled


def run_for(work: Iterator[object], milliseconds: float) -> bool:
    """Run work for the given time; return whether it is done."""
    start_ms = float(window.performance.now())
    return not any(float(window.performance.now()) - start_ms > milliseconds for _ in work)


async def in_foreground(
    steps: Generator[object, None, ResultT], wanted: Callable[[], bool]
) -> ResultT | None:
    """Run work that a person waits for, and let the page draw between slices; return its result.

    None as soon as `wanted` returns False: the work is stopped then.
    """
    while wanted():
        start_ms = float(window.performance.now())
        while float(window.performance.now()) - start_ms < _SLICE_MS:
            try:
                next(steps)
            except StopIteration as end:
                result: ResultT = end.value
                return result
        await asyncio.sleep(0)
    steps.close()
    return None


async def in_background(
    steps: Generator[object, None, ResultT], wanted: Callable[[], bool], answer: PackAnswerer
) -> ResultT | None:
    """Run work in short slices; return its result.

    None as soon as `wanted` returns False: the work is stopped then.
    """
    start_ms = float(window.performance.now())
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: ResultT = end.value
            return result
        await answer(step)
        if float(window.performance.now()) - start_ms >= _BACKGROUND_SLICE_MS:
            await asyncio.sleep(_BACKGROUND_SLICE_MS / 1000)
            if not wanted():
                steps.close()
                return None
            start_ms = float(window.performance.now())
