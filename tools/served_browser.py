"""A served site and a Chromium to open it with, for the tools that measure the page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder
from tests.chromium import NOT_FOUND, find_chromium
from tests.limits import serve_in_thread


@contextmanager
def start_browser(site: Path) -> Iterator[tuple[Browser, str]]:
    """Serve a checkout or a built site and start Chromium; yield the browser and the address."""
    program = find_chromium()
    if program is None:
        raise SystemExit(NOT_FOUND)
    prepare_vendor_folder()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # as root it refuses its sandbox
    with serve_in_thread(make_server(site, quiet=True)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=not is_root)
        yield browser, server.url
        browser.close()
