"""Long work in slices: the page stays alive, says how far it is, and can be told to stop."""

from __future__ import annotations

import asyncio
from types import TracebackType

from pyscript import window

from tashkalar.texts.save import Progress
from tashkalar.ui.i18n import Catalogue
from tashkalar.ui.shelf import Stopped
from tashkalar.web.dialogs import Working

_SLICE = 40.0  # milliseconds
_PATIENCE = 700.0  # until it is worth a word


class Slices:
    """To be awaited between two steps of opening a game; raises `Stopped` when a person does."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._working = Working(words.text("saves.opening.title"))
        self._began = self._last = float(window.performance.now())

    def __enter__(self) -> Slices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._working.close()

    async def __call__(self, progress: Progress) -> None:
        """Let the page have its thread, if it has waited for some time."""
        now = float(window.performance.now())
        if now - self._last < _SLICE:
            return
        if now - self._began > _PATIENCE:
            params = progress._asdict()
            self._working.show(self._words.text("saves.opening.text", **params))
        await asyncio.sleep(0)
        self._last = float(window.performance.now())
        if self._working.stopped:
            raise Stopped
