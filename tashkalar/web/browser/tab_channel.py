"""The browser's locks and its channel between tabs, for `tashkalar.ui.storage.tab_lock`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyodide.ffi.wrappers import add_event_listener
from pyscript import window

from tashkalar.ui.storage.tab_lock import Locks, NoLocks, Owner, Tabs

_CHANNEL = "tashkalar.tabs.v1"


class WebLocks:
    """`navigator.locks`: the browser frees them when their tab is closed, reloaded or crashes."""

    def __init__(self, lost: Callable[[str], None]) -> None:
        self._lost = lost  # told the name of a lock that another tab has stolen
        self._held: dict[str, asyncio.Future[None]] = {}  # each done when the lock is let go
        # What asks for each lock and holds it, by what ends that: it goes a little later.
        self._running: dict[asyncio.Future[None], asyncio.Future[None]] = {}

    async def take(self, name: str, patience: float) -> bool:
        """Take a lock that is free, or becomes free within `patience` seconds."""
        if patience <= 0:
            return await self._request(name, {"ifAvailable": True})
        stop = window.AbortController.new()
        try:
            return await asyncio.wait_for(
                self._request(name, {"signal": stop.signal}), timeout=patience
            )
        except TimeoutError:
            return False
        finally:
            stop.abort()  # a lock that is held by now does not hear it

    async def steal(self, name: str) -> None:
        """Take a lock from a tab that does not answer."""
        await self._request(name, {"steal": True})

    def release(self, name: str, freed: Callable[[], None] | None = None) -> None:
        """Let go of a lock, if it is held here; `freed` is called when the browser has freed it."""
        if name not in self._held:
            return
        let_go = self._held.pop(name)
        if freed:
            self._running[let_go].add_done_callback(lambda _: freed())
        let_go.set_result(None)

    async def held(self) -> frozenset[str]:
        """The locks that any tab holds; none that this one has let go."""
        if going := [task for let_go, task in self._running.items() if let_go.done()]:
            await asyncio.wait(going)
        return await _held_now()

    async def _request(self, name: str, options: dict[str, Any]) -> bool:
        """Ask for a lock; whether it is held now, until `release`."""
        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        let_go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(self._hold(name, options, granted, let_go))
        self._running[let_go] = task
        task.add_done_callback(lambda _: self._running.pop(let_go))
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
                self._held[name] = let_go
                await let_go

        handler = create_proxy(on_grant)
        try:
            await window.navigator.locks.request(name, to_js(options), handler)
        except JsException:  # given up while waiting, or stolen while held
            if not granted.done():
                granted.set_result(False)
            elif self._held.get(name) is let_go:
                self.release(name)
                self._lost(name)
        finally:
            handler.destroy()


def join(owner: Owner, held: frozenset[str] | None, *, alone: bool) -> Tabs:
    """Be one tab among the others; `alone` where nothing is stored that others could have too.

    `held` is what `look_around` gave.
    """
    me = os.urandom(8).hex()
    if alone:
        return Tabs(me, NoLocks(channel=False), lambda text: None, owner)
    channel = window.BroadcastChannel.new(_CHANNEL)
    locks: Locks = NoLocks(channel=True)
    if held is not None:
        locks = WebLocks(lambda name: tabs.lost(name))
    tabs = Tabs(me, locks, channel.postMessage, owner)
    add_event_listener(channel, "message", lambda event: tabs.heard(event.data))
    return tabs


async def look_around() -> frozenset[str] | None:
    """The locks that other tabs hold, before this one holds any.

    None where there are no locks: on a page without https; and a sandbox may refuse them.
    """
    try:
        return await _held_now()
    except (AttributeError, JsException):
        return None


async def _held_now() -> frozenset[str]:
    found = await window.navigator.locks.query()
    return frozenset(str(lock.name) for lock in found.held)
