"""Tabs that talk to each other: locks, and a channel whose messages are lost, doubled or late.

Waiting takes no time here: the clock of the loop jumps to what comes next.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Protocol, TypeVar

from tashkalar.ui.storage.tab_lock import TabCoordinator, TabLocks
from tests.support import finish

Result = TypeVar("Result")

LATE_S = 5.0
"""When a late message comes: longer than any tab waits for an answer."""

_FATES = ((0.0,), (0.0,), (), (0.0, 0.0), (0.0, LATE_S), (LATE_S,))
"""The seconds after which a message comes: once, never, twice, or late."""


class JumpingLoop(asyncio.BaseEventLoop):
    """An event loop without a network, whose clock jumps to the next event."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 0.0
        self._selector = self  # the base class asks it for events

    def time(self) -> float:
        """Return the seconds that have passed."""
        return self._seconds

    def select(self, timeout: float | None) -> list[Any]:
        """Let the time pass until the next event; there are no others."""
        if timeout is None:
            raise AssertionError("it waits for something that never comes")
        self._seconds += timeout
        return []

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def __del__(self) -> None:
        self.close()


class TalkingTab(Protocol):
    """A tab, as the channel and the locks need it."""

    held: set[str]
    tabs: TabCoordinator


class Channel:
    """The channel of the tabs of one browser, and what becomes of its messages."""

    def __init__(self, tabs: Callable[[], Iterable[TalkingTab]]) -> None:
        self.dice: random.Random | None = None  # chooses what becomes of each message
        self._tabs = tabs
        self._loop = JumpingLoop()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Return the result of what a tab does, while the others hear of it."""
        return finish(work, self._loop.run_until_complete)

    def post(self, sender: TabCoordinator, text: str) -> None:
        """Send a message to all other tabs."""
        for tab in self._tabs():
            if tab.tabs is not sender:
                for delay_s in self.dice.choice(_FATES) if self.dice else (0,):
                    self._loop.call_later(delay_s, self._hear, tab, text)

    def _hear(self, tab: TalkingTab, text: str) -> None:
        if tab in self._tabs():
            tab.tabs.handle_message(text)

    def catch_up(self) -> None:
        """Let all messages arrive that are late."""
        self.run(asyncio.sleep(2 * LATE_S))


class Locks(TabLocks):
    """The locks of a tab: the browser frees them when the tab is gone."""

    def __init__(self, tab: TalkingTab, tabs: Callable[[], Iterable[TalkingTab]]) -> None:
        self._tab, self._tabs = tab, tabs

    def _holders(self, name: str) -> list[TalkingTab]:
        return [tab for tab in self._tabs() if tab is not self._tab and name in tab.held]

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Take a lock that is free, or becomes free in time; tell whether."""
        if self._holders(name) and timeout_s:
            await asyncio.sleep(timeout_s)
        if self._holders(name):
            return False
        self._tab.held.add(name)
        return True

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""
        for tab in self._holders(name):
            tab.held.discard(name)
            tab.tabs.handle_stolen_lock(name)
        self._tab.held.add(name)

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        """Release a lock."""
        self._tab.held.discard(name)
        if on_released:
            on_released()

    async def held_locks(self) -> frozenset[str]:
        """Return the names of the locks that any tab holds."""
        return frozenset(name for tab in self._tabs() for name in tab.held)
