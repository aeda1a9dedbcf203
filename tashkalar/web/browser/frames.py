"""What is done with the next frame, or when it is painted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyodide.ffi import create_proxy
from pyscript import window

UNSEEN = 0.1  # seconds after which it is done although no frame comes: the page is hidden


class WithNextFrame:
    """Work that is done once, before the next frame is painted, however often it is asked for."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._limit: asyncio.TimerHandle | None = None
        self._painting = create_proxy(lambda _: self._now())

    def ask(self) -> None:
        """Do it with the next frame."""
        if self._limit is None:
            self._limit = asyncio.get_event_loop().call_later(UNSEEN, self._now)
            window.requestAnimationFrame(self._painting)

    def drop(self) -> None:
        """It is not needed any more."""
        if self._limit:
            self._limit.cancel()
            self._limit = None

    def _now(self) -> None:
        if self._limit:
            self.drop()
            self._work()


class Afterwards:
    """One piece of work that waits for the next frame, so that the frame need not wait for it."""

    def __init__(self) -> None:
        self._work: Callable[[], None] | None = None
        self._more: list[Callable[[], None]] = []
        self._frame = WithNextFrame(self._painting)
        self._painted: asyncio.TimerHandle | None = None

    def put(self, work: Callable[[], None], *, painting: bool = False) -> None:
        """Do this after the next frame, or the one that is made now; what waited is done now."""
        self.now()
        self._work = work
        if painting:
            self._painting()
        else:
            self._frame.ask()

    def also(self, act: Callable[[], None]) -> bool:
        """Do this behind what waits; False, and nothing is done, when nothing does."""
        if self._work:
            self._more.append(act)
        return self._work is not None

    def now(self) -> None:
        """Do at once what waits, because somebody needs it."""
        self._frame.drop()
        if self._painted:
            self._painted.cancel()
            self._painted = None
        work, self._work = self._work, None
        more, self._more = self._more, []
        if work:
            work()
        for act in more:
            act()

    def _painting(self) -> None:
        self._painted = asyncio.get_event_loop().call_later(0, self.now)
