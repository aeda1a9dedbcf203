"""Browsers that have stored the site: they start in a third of the time of a first visit.

One worker of the tests visits the site once, for all; browsers start from copies of that profile.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Page, Playwright

STORING = 60_000  # every file of the site
CLEARED = "local_storage,indexeddb,cookies,file_systems"  # not: cache_storage, service_workers
ANCHOR = "/an-empty-page-of-the-tests"  # outside of the site, so no service worker minds it

# What optimized_code.js notes when its worker has played; else each page of 5 s would start one.
_NOTE_OPTIMIZED = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const [file] = url.split("?");
      if (file.endsWith("/pyodide.asm.wasm.bin")) {
        await cache.put(`${file}?optimized`, new Response());
      }
    }
  }
}"""

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 3}


class VisitedBrowser:
    """A browser with a profile of its own, whose storage can be emptied and filled."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        parts = urlsplit(site)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.context = context
        # Init scripts stay as long as the context: the next test would start with them.
        setattr(context, "add_init_script", _refuse)  # noqa: B010 - a method, to mypy
        self._anchor: Page = context.pages[0]
        self._anchor.route(
            self.origin + ANCHOR,
            lambda route: route.fulfill(
                content_type="text/html", body="<!doctype html><link rel=icon href='data:,'>"
            ),
        )
        self._anchor.goto(self.origin + ANCHOR)
        self._cdp = context.new_cdp_session(self._anchor)

    def close_pages(self) -> None:
        """Close the pages that a test has opened."""
        for page in self.context.pages:
            if page is not self._anchor:
                page.close()

    def tidy(self) -> None:
        """Take back what a test has changed, and empty the storage."""
        self.close_pages()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_permissions()
        cleared = {"origin": self.origin, "storageTypes": CLEARED}
        self._cdp.send("Storage.clearDataForOrigin", cleared)

    def remember(self, texts: Mapping[str, str]) -> None:
        """Put texts into `localStorage`."""
        self._anchor.evaluate("(texts) => { Object.assign(localStorage, texts); }", dict(texts))


def _refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError("other tests will use this context: give init scripts to its pages")


def start_browser(
    playwright: Playwright, profile: Path, options: Mapping[str, Any]
) -> BrowserContext:
    """Start a browser with a profile."""
    return playwright.chromium.launch_persistent_context(profile, **options)


def store_site(
    playwright: Playwright,
    site: str,
    profile: Path,
    wait_until_ready: Callable[[Page], None],
    options: Mapping[str, Any],
) -> None:
    """Visit the site with a new profile, until it has all that a later visit starts from."""
    context = start_browser(playwright, profile, options)
    page = context.pages[0]
    page.goto(site)
    wait_until_ready(page)
    page.wait_for_selector('html[data-offline="ready"]', timeout=STORING)
    page.evaluate(_NOTE_OPTIMIZED)
    context.close()


class VisitedBrowsers:
    """The browsers of one worker: one for desks, one for phones, more for who spoils them."""

    def __init__(
        self,
        playwright: Playwright,
        site: str,
        folder: Path,
        get_template: Callable[[], Path],
        **options: Any,
    ) -> None:
        """Each browser has a copy of the template, a profile, below `folder`, and these options."""
        self._playwright = playwright
        self._site, self._folder, self._options = site, folder, options
        self._get_template = get_template
        self._kept: dict[bool, VisitedBrowser] = {}
        self._count = 0

    def borrow(self, *, phone: bool) -> VisitedBrowser:
        """Return the browser that tests share, as if nobody had used it."""
        if phone in self._kept:
            try:
                self._kept[phone].tidy()
            except Error:  # it has fallen over
                self._end(self._kept.pop(phone))
        if phone not in self._kept:
            self._kept[phone] = self.launch(phone=phone)
        return self._kept[phone]

    def launch(self, *, phone: bool) -> VisitedBrowser:
        """Return a browser that nobody else has; it is the caller's to close."""
        profile = self._new_folder()
        # A running browser's locks are links to nowhere.
        locks = shutil.ignore_patterns("Singleton*")
        shutil.copytree(self._get_template(), profile, ignore=locks, dirs_exist_ok=True)
        options = self._options | (PHONE if phone else {})
        return VisitedBrowser(start_browser(self._playwright, profile, options), self._site)

    def close(self) -> None:
        """Close all browsers."""
        for browser in self._kept.values():
            self._end(browser)

    def _new_folder(self) -> Path:
        self._count += 1
        profile = self._folder / f"profile-{self._count}-{os.getpid()}"
        profile.mkdir(parents=True)
        return profile

    @staticmethod
    def _end(browser: VisitedBrowser) -> None:
        with contextlib.suppress(Error):
            browser.context.close()
