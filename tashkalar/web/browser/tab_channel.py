"""The browser's locks and its channel between tabs, for `tashkalar.ui.storage.tab_lock`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import window

from tashkalar.ui.storage.tab_lock import NoTabLocks, TabCoordinator, TabGameOwner, TabLocks
from tashkalar.web.browser.listeners import listen
from tashkalar.web.browser.optional_features import UNAVAILABLE

_CHANNEL_NAME = "tashkalar.tabs.v1"
_RELEASE_TIMEOUT_S = 5  # for the browser to free a lock


class WebLocks:
    """`navigator.locks`: the browser frees them when their tab is closed, reloaded or crashes."""

    def __init__(self, lost: Callable[[str], None]) -> None:
        self._on_lost = lost  # called with the name of a lock that another tab has stolen
        # By the name of a lock; done when the lock is released.
        self._release_futures: dict[str, asyncio.Future[None]] = {}
        # The task that holds a lock, by its release future: the task ends a little later.
        self._requests: dict[asyncio.Future[None], asyncio.Future[None]] = {}

    async def acquire(self, name: str, timeout_s: float) -> bool:
        """Take a lock that is free, or becomes free within `timeout_s` seconds.

        Return whether this tab holds the lock now.
        """
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
            stop.abort()  # no effect on a lock that was granted

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""
        await self._request(name, {"steal": True})

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        """Release a lock, if this tab holds it.

        `on_released` is called when the browser has freed the lock.
        """
        if name not in self._release_futures:
            return
        release_future = self._release_futures.pop(name)
        if on_released:
            self._requests[release_future].add_done_callback(lambda _: on_released())
        release_future.set_result(None)

    async def held_locks(self) -> frozenset[str]:
        """Return the names of the locks that any tab holds, without those this tab has released."""
        if ending_tasks := [
            task for release_future, task in self._requests.items() if release_future.done()
        ]:
            await asyncio.wait(ending_tasks, timeout=_RELEASE_TIMEOUT_S)
        return await _query_held_locks()

    async def _request(self, name: str, options: dict[str, Any]) -> bool:
        """Request a lock; return whether this tab holds it now, until `release`."""
        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        release_future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(self._hold(name, options, granted, release_future))
        self._requests[release_future] = task
        task.add_done_callback(lambda _: self._requests.pop(release_future))
        return await granted

    async def _hold(
        self,
        name: str,
        options: dict[str, Any],
        granted: asyncio.Future[bool],
        let_go: asyncio.Future[None],
    ) -> None:
        """Request a lock and hold it until it is released or stolen."""

        async def on_grant(lock: Any) -> None:
            if granted.done():  # the request was canceled
                return
            granted.set_result(bool(lock))
            if lock:
                self._release_futures[name] = let_go
                await let_go

        handler = create_proxy(on_grant)
        try:
            await window.navigator.locks.request(name, to_js(options), handler)
        except JsException:  # canceled while waiting, or stolen while held
            if not granted.done():
                granted.set_result(False)
            elif self._release_futures.get(name) is let_go:
                self.release(name)
                self._on_lost(name)
        finally:
            handler.destroy()


def join_tabs(owner: TabGameOwner, held: frozenset[str] | None, *, alone: bool) -> TabCoordinator:
    """Return the coordinator that makes this tab one of several.

    `alone`: nothing is stored that other tabs could share. `held` is the result of
    `query_held_locks`.
    """
    own_id = os.urandom(8).hex()
    if alone:
        return TabCoordinator(own_id, NoTabLocks(has_channel=False), lambda text: None, owner)
    channel = window.BroadcastChannel.new(_CHANNEL_NAME)
    locks: TabLocks = NoTabLocks(has_channel=True)
    if held is not None:
        locks = WebLocks(lambda name: tabs.handle_stolen_lock(name))
    tabs = TabCoordinator(own_id, locks, channel.postMessage, owner)
    listen(channel, "message", lambda event: tabs.handle_message(event.data))
    return tabs


async def query_held_locks() -> frozenset[str] | None:
    """Return the locks that other tabs hold, before this tab holds any.

    None where locks are not available: on a page without https, or in a sandbox.
    """
    try:
        return await _query_held_locks()
    except UNAVAILABLE:
        return None


async def _query_held_locks() -> frozenset[str]:
    snapshot = await window.navigator.locks.query()
    return frozenset(str(lock.name) for lock in snapshot.held)
