"""Long work in slices: the page stays alive, says how far it is, and can be told to stop.

Or nobody waits for it: then the slices are short, and the page has as much time between them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from types import TracebackType
from typing import TypeVar

from pyscript import window

from tashkalar.formats.save import ReplayStep
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.storage.open_game import LoadingCanceled
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dialogs import ProgressDialog

_SLICE_MS = 40.0  # milliseconds
_PROGRESS_DELAY_MS = 700.0  # until it is worth a word
_BACKGROUND_SLICE_MS = 12.0  # milliseconds of what nobody waits for

ResultT = TypeVar("ResultT")
PackAnswerer = Callable[[PackResultPending], Awaitable[None]]


class TimeSlices:
    """To be awaited between two steps of opening a game; raises `LoadingCanceled` when a person
    does.

    `answer` has a pack carry out what a step needs of it.
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
        """Let the page have its thread, if it has waited for some time."""
        if isinstance(step, PackResultPending):
            await self._answer(step)
            return
        now = float(window.performance.now())
        if now - self._last_pause_ms < _SLICE_MS:
            return
        if now - self._started_at_ms > _PROGRESS_DELAY_MS:
            done, total = step.moves_done, step.moves_total
            self._progress.show(self._words.text("saves.opening.text", done=done, moves=total))
        await asyncio.sleep(0)
        self._last_pause_ms = float(window.performance.now())
        if self._progress.was_canceled:
            raise LoadingCanceled


def run_for(work: Iterator[object], milliseconds: float) -> bool:
    """Go on with work for so long; whether it is done."""
    began = float(window.performance.now())
    return not any(float(window.performance.now()) - began > milliseconds for _ in work)


async def in_background(
    steps: Generator[object, None, ResultT], wanted: Callable[[], bool], answer: PackAnswerer
) -> ResultT | None:
    """What comes of some work behind what a person does; None when it is not wanted any more."""
    began = float(window.performance.now())
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            found: ResultT = end.value
            return found
        if isinstance(step, PackResultPending):
            await answer(step)
        if float(window.performance.now()) - began >= _BACKGROUND_SLICE_MS:
            await asyncio.sleep(_BACKGROUND_SLICE_MS / 1000)
            if not wanted():
                steps.close()
                return None
            began = float(window.performance.now())
