"""Long work in slices: the page stays alive, says how far it is, and can be told to stop.

Or nobody waits for it: then the slices are short, and the page has as much time between them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from types import TracebackType
from typing import TypeVar

from pyscript import window

from tashkalar.formats.save import Step
from tashkalar.rules.execution import Unanswered
from tashkalar.ui.storage.saved_games import Stopped
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dialogs import Working

_SLICE = 40.0  # milliseconds
_PATIENCE = 700.0  # until it is worth a word
_UNSEEN = 12.0  # milliseconds of what nobody waits for

Found = TypeVar("Found")
Answer = Callable[[Unanswered], Awaitable[None]]


class Slices:
    """To be awaited between two steps of opening a game; raises `Stopped` when a person does.

    `answer` has a pack carry out what a step needs of it.
    """

    def __init__(self, words: Catalogue, answer: Answer) -> None:
        self._words = words
        self._answer = answer
        self._working = Working(words.text("saves.opening.title"))
        self._began = self._last = float(window.performance.now())

    def __enter__(self) -> Slices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._working.close()

    async def __call__(self, step: Step) -> None:
        """Let the page have its thread, if it has waited for some time."""
        if isinstance(step, Unanswered):
            await self._answer(step)
            return
        now = float(window.performance.now())
        if now - self._last < _SLICE:
            return
        if now - self._began > _PATIENCE:
            params = step._asdict()
            self._working.show(self._words.text("saves.opening.text", **params))
        await asyncio.sleep(0)
        self._last = float(window.performance.now())
        if self._working.stopped:
            raise Stopped


def worked(work: Iterator[object], milliseconds: float) -> bool:
    """Go on with work for so long; whether it is done."""
    began = float(window.performance.now())
    return not any(float(window.performance.now()) - began > milliseconds for _ in work)


async def unseen(
    steps: Generator[object, None, Found], wanted: Callable[[], bool], answer: Answer
) -> Found | None:
    """What comes of some work behind what a person does; None when it is not wanted any more."""
    began = float(window.performance.now())
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found
        if isinstance(step, Unanswered):
            await answer(step)
        if float(window.performance.now()) - began >= _UNSEEN:
            await asyncio.sleep(_UNSEEN / 1000)
            if not wanted():
                steps.close()
                return None
            began = float(window.performance.now())
