"""Chromium, driven by Playwright, and a limit for each call of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Error, Page, Playwright, sync_playwright

from tests.browser.engines.tab import DriverError, Tab, Window
from tests.chromium import NOT_FOUND, find_chromium

FLAGS = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # What is not ours does not exist, but for devices on the local network (`test_live.py`).
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.local",
]

# More than any timeout that a test gives.
CALL_LIMIT_S = 180.0


class ChromiumTab(Tab):
    """A page of Playwright's."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._problems: list[str] = []
        self._requests: list[str] = []
        context = page.context
        context.on("console", lambda message: self._console(message.type, message.text))
        context.on("weberror", lambda error: self._problems.append(f"uncaught: {error.error}"))
        context.on("request", lambda request: self._requests.append(request.url))

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self._problems.append(f"console {kind}: {text}")

    def open(self, url: str) -> None:
        """Go to an address."""
        self._page.goto(url)

    def reload(self) -> None:
        """Load the page again."""
        self._page.reload()

    def renew(self) -> None:
        """Open a new tab in place of the old one."""
        old = self._page
        self._page = old.context.new_page()
        old.close()

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function."""
        try:
            return self._page.evaluate(f"(given) => ({function})(...given)", list(arguments))
        except Error as error:
            raise DriverError(error.message) from error

    def press(self, key: str) -> None:
        """Press a key."""
        self._page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type a text."""
        self._page.keyboard.type(text)

    def screenshot(self, path: Path) -> None:
        """Write a picture."""
        self._page.screenshot(path=path)

    def set_size(self, width: int, height: int) -> None:
        """Change the size."""
        self._page.set_viewport_size({"width": width, "height": height})

    def slow_down(self, times: int) -> bool:
        """Throttle the page's thread."""
        session = self._page.context.new_cdp_session(self._page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": times})
        return True

    def problems(self) -> list[str]:
        """Return what the pages complained about."""
        return list(self._problems)

    def requests(self) -> list[str]:
        """Return what was asked for."""
        return list(self._requests)

    def _mouse(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def _finger(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)


async def _limited(call: Awaitable[Any]) -> Any:
    limit = asyncio.timeout(CALL_LIMIT_S)
    try:
        async with limit:
            return await call
    except TimeoutError:
        if not limit.expired():
            raise
        name = getattr(call, "__qualname__", "a call")
        raise Error(f"{name} has not ended within {CALL_LIMIT_S:g} s") from None


@contextmanager
def start_playwright() -> Iterator[Playwright]:
    """Start Playwright with a limit for each call: an endless one fails where it is made.

    Playwright itself waits for ever for a script of the page and for a browser that is to close.
    All calls of its synchronous interface go through `SyncBase._sync`.
    """
    send = SyncBase._sync

    def send_with_limit(self: SyncBase, call: Awaitable[Any]) -> Any:
        __tracebackhide__ = True
        return send(self, _limited(call))

    setattr(SyncBase, "_sync", send_with_limit)  # noqa: B010 - a method, to mypy
    try:
        with sync_playwright() as playwright:
            yield playwright
    finally:
        setattr(SyncBase, "_sync", send)  # noqa: B010


# A process can hold one Playwright: the code that starts one puts it here.
running: Playwright | None = None


@contextmanager
def start(profile: Path, window: Window) -> Iterator[Tab]:
    """Start Chromium."""
    program = find_chromium()
    if program is None:
        raise DriverError(NOT_FOUND)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with nullcontext(running) if running else start_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=program,
            headless=True,
            chromium_sandbox=not is_root,  # Chromium refuses to run as root with it
            args=FLAGS,
            locale="en-GB",
            viewport={"width": window.width, "height": window.height},
            has_touch=window.touch,
            is_mobile=window.touch,
        )
        try:
            if window.script:
                context.add_init_script(window.script)
            yield ChromiumTab(context.pages[0])
        finally:
            context.close()
