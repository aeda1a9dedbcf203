"""The browser's locks and its channel between tabs, for `tashkalar.ui.storage.tab_lock`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyodide.ffi.wrappers import add_event_listener
from pyscript import window

from tashkalar.ui.storage.tab_lock import NoTabLocks, TabCoordinator, TabGameOwner, TabLocks

_CHANNEL_NAME = "tashkalar.tabs.v1"


class WebLocks:
    """`navigator.locks`: the browser frees them when their tab is closed, reloaded or crashes."""

    def __init__(self, lost: Callable[[str], None]) -> None:
        self._on_lost = lost  # told the name of a lock that another tab has stolen
        self._release_futures: dict[
            str, asyncio.Future[None]
        ] = {}  # each done when the lock is let go
        # What asks for each lock and holds it, by what ends that: it goes a little later.
        self._requests: dict[asyncio.Future[None], asyncio.Future[None]] = {}

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Take a lock that is free, or becomes free within `timeout_s` seconds."""
        if timeout_s <= 0:
            return await self._request(name, {"ifAvailable": True})
        stop = window.AbortController.new()
        try:
            return await asyncio.wait_for(
                self._request(name, {"signal": stop.signal}), timeout=timeout_s
            )
        except TimeoutError:
            return False
        finally:
            stop.abort()  # a lock that is held by now does not hear it

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""
        await self._request(name, {"steal": True})

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        """Let go of a lock, if it is held here; `on_released` is called when the browser has freed
        it."""
        if name not in self._release_futures:
            return
        let_go = self._release_futures.pop(name)
        if on_released:
            self._requests[let_go].add_done_callback(lambda _: on_released())
        let_go.set_result(None)

    async def held_locks(self) -> frozenset[str]:
        """The locks that any tab holds; none that this one has let go."""
        if going := [task for let_go, task in self._requests.items() if let_go.done()]:
            await asyncio.wait(going)
        return await _query_held_locks()

    async def _request(self, name: str, options: dict[str, Any]) -> bool:
        """Ask for a lock; whether it is held now, until `release`."""
        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        let_go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(self._hold(name, options, granted, let_go))
        self._requests[let_go] = task
        task.add_done_callback(lambda _: self._requests.pop(let_go))
        return await granted

    async def _hold(
        self,
        name: str,
        options: dict[str, Any],
        granted: asyncio.Future[bool],
        let_go: asyncio.Future[None],
    ) -> None:
        """Ask for a lock and hold it until it is let go or stolen."""

        async def on_grant(lock: Any) -> None:
            if granted.done():  # nobody waits for it any longer
                return
            granted.set_result(bool(lock))
            if lock:
                self._release_futures[name] = let_go
                await let_go

        handler = create_proxy(on_grant)
        try:
            await window.navigator.locks.request(name, to_js(options), handler)
        except JsException:  # given up while waiting, or stolen while held
            if not granted.done():
                granted.set_result(False)
            elif self._release_futures.get(name) is let_go:
                self.release(name)
                self._on_lost(name)
        finally:
            handler.destroy()


def join_tabs(owner: TabGameOwner, held: frozenset[str] | None, *, alone: bool) -> TabCoordinator:
    """Be one tab among the others; `alone` where nothing is stored that others could have too.

    `held_locks` is what `query_held_locks` gave.
    """
    me = os.urandom(8).hex()
    if alone:
        return TabCoordinator(me, NoTabLocks(has_channel=False), lambda text: None, owner)
    channel = window.BroadcastChannel.new(_CHANNEL_NAME)
    locks: TabLocks = NoTabLocks(has_channel=True)
    if held is not None:
        locks = WebLocks(lambda name: tabs.handle_stolen_lock(name))
    tabs = TabCoordinator(me, locks, channel.postMessage, owner)
    add_event_listener(channel, "message", lambda event: tabs.handle_message(event.data))
    return tabs


async def query_held_locks() -> frozenset[str] | None:
    """The locks that other tabs hold, before this one holds any.

    None where there are no locks: on a page without https; and a sandbox may refuse them.
    """
    try:
        return await _query_held_locks()
    except (AttributeError, JsException):
        return None


async def _query_held_locks() -> frozenset[str]:
    found = await window.navigator.locks.query()
    return frozenset(str(lock.name) for lock in found.held)
