"""A server, a real browser and pages that tell on themselves.

A test that opens a page fails at its end if the page logged an error or a warning, threw, failed
to load something, or asked for anything outside of the site's own folder. Most tests want
`open_app()`:

    def test_starts(open_app: OpenApp) -> None:
        page = open_app("?form=duel", size="phone")

The process that controls the pytest-xdist workers serves the site to all of them (without workers,
the tests' own process does); each worker has its own browsers. A page opens in a browser that has
been here before and has stored the site (`visited.py`); its storage is empty.
`@pytest.mark.first_visit` is for tests of what such a browser does not do any more: their pages
are in a context that knows nothing. `@pytest.mark.own_browser` is for tests that spoil what is
stored: they get a browser to themselves. `@pytest.mark.way_back` goes with `first_visit` where a
page that was left is found again as it was: the shell that the other tests run in keeps none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    ViewportSize,
    expect,
)

from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder
from tests.browser.engines import chromium as engine
from tests.browser.engines.programs import chosen_browsers
from tests.browser.visited import PHONE, VisitedBrowser, VisitedBrowsers, store_site
from tests.chromium import NOT_FOUND, check_version, find_chromium, find_shell
from tests.conftest import SITE_INPUT, SUB_PATH, MadeOnce
from tests.limits import serve_in_thread

HERE = Path(__file__).parent
TIMEOUT = 15_000
READY_TIMEOUT = 60_000  # the first start of a browser compiles the interpreter; CI is slow at it

expect.set_options(timeout=TIMEOUT)

SIZES: dict[str, ViewportSize] = {
    "small": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 1024, "height": 768},
    "desktop": {"width": 1366, "height": 768},
    "large": {"width": 1600, "height": 1000},
}

# What can be set for a page of any context; the rest needs a context of its own.
MEDIA = {"color_scheme", "reduced_motion", "forced_colors", "contrast"}
# Painting every frame takes most of a test's time.
USUAL: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}

CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Checking and optimizing Python's machine code takes longer than most tests play, and threads
    # that help the page take their time from other tests; `test_engines.py` and `test_killed.py`
    # do without these flags.
    "--js-flags=--liftoff-only --wasm-lazy-validation --single-threaded",
    # Whatever slips past the watch below reaches nobody. Names of the local network are for
    # connections between devices (`test_live.py`).
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.local",
]

# After its first sound, a page makes Chromium compute silence until it is closed.
NO_AUDIO = """window.AudioContext = class extends AudioContext {
  constructor(...given) { super(...given); this.suspend(); }
  async resume() {}
};"""
# A browser that does not tell how what it fetched has come.
UNKNOWN_LINE = """const entries = performance.getEntriesByName.bind(performance);
performance.getEntriesByName = (name, ...more) =>
  name.endsWith(".wasm.bin") ? [] : entries(name, ...more);"""
# One over which everything comes at once, however busy the machine is.
QUICK_LINE = """const all = performance.getEntriesByName.bind(performance);
performance.getEntriesByName = (name, ...more) => all(name, ...more).map((entry) =>
  name.endsWith(".wasm.bin") ? { ...entry.toJSON(), requestStart: 0, responseEnd: 1 } : entry);"""

# When Chromium itself falls over, or a page gives its start up, as WebKit's did once without a
# network, the test starts again, once; the summary counts and names it. The quick tests do without:
# the plugin would ask the controlling process before each of thousands.
START_AGAIN = ["Target crashed", "the app did not start"]

ALLOWED_CONSOLE = (
    # PyScript says this in every worker, although ours never touches them.
    re.compile(r"Unable to use `window` or `document` in worker"),
    # On a slow machine Pyodide asks for its files later than a browser finds reasonable.
    re.compile(r"preload.*not used within a few seconds"),
)


class Watch:
    """The collector of everything that goes wrong in the pages of one test."""

    def __init__(self, base: str) -> None:
        self.base = base  # the site's address with its sub-path: nothing outside may be asked for
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, pattern: str) -> None:
        """Expect problems that match, in a test that provokes them."""
        self._allowed.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        """Return the problems that no `allow` covers."""
        return [
            problem
            for problem in self.problems
            if not any(pattern.search(problem) for pattern in self._allowed)
        ]

    def attach(self, context: BrowserContext) -> Callable[[], None]:
        """Listen to all events in the context, also those of workers."""
        listeners: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "weberror": lambda error: self.problems.append(f"uncaught: {error.error}"),
            "request": self._request,
            "requestfailed": self._failed,
            "response": self._response,
        }
        for event, listener in listeners.items():
            context.on(event, listener)

        def detach() -> None:
            for event, listener in listeners.items():
                context.remove_listener(event, listener)

        return detach

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        text = message.text
        if text.startswith("Failed to load resource"):  # the text alone does not say which
            text += f" ({message.location['url']})"
        if not any(pattern.search(text) for pattern in ALLOWED_CONSOLE):
            self.problems.append(f"console {message.type}: {text}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self.base, "blob:", "data:", "about:")):
            self.problems.append(f"request to elsewhere: {request.url}")

    def _failed(self, request: Request) -> None:
        # A page that is left while it loads aborts what it no longer needs.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"request failed: {request.url} ({request.failure})")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"status {response.status}: {response.url}")


class NewPage(Protocol):
    """The opener of empty, watched pages; pages of a test and device share cookies and storage."""

    def __call__(
        self, size: str = "desktop", *, storage: Mapping[str, str] | None = None, **options: Any
    ) -> Page:
        """`size` is a key of SIZES; `storage` what `localStorage` holds; the options are those of
        MEDIA, or any of Playwright's `new_context` in tests of a first visit, where each page has
        a context of its own."""


class OpenApp(Protocol):
    """The opener of the app: it waits until a person could make a move."""

    def __call__(
        self,
        query: str = "",
        *,
        size: str = "desktop",
        page: Page | None = None,
        base: str = "",
        storage: Mapping[str, str] | None = None,
    ) -> Page:
        """`query` follows the address; `page` is used again if given; `base` is another site;
        `storage` is what `localStorage` holds before the app starts."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ours = [item for item in items if str(item.path).startswith(f"{HERE}{os.sep}")]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        if not config.option.usepdb:  # with --pdb, the plugin refuses to start a test again
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=START_AGAIN))
    if "chromium" not in chosen_browsers():
        # Somebody has left it out: then only the tests of the other engines can run.
        left_out = [item for item in ours if item.path.name != "test_engines.py"]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@contextmanager
def _serving(root: Path, prefix: str = "/") -> Iterator[str]:
    with serve_in_thread(make_server(root, prefix=prefix, quiet=True)) as server:
        yield server.url


@pytest.fixture(scope="session")
def site(built_folder: Path, pytestconfig: pytest.Config) -> Iterator[str]:
    """Return the address of a fresh build, served from a sub-path; one for all workers."""
    if shared := getattr(pytestconfig, "workerinput", {}).get(SITE_INPUT):
        yield shared
        return
    with _serving(built_folder, SUB_PATH) as url:
        yield url


@pytest.fixture(scope="session")
def checkout() -> Iterator[str]:
    """Return the address of the checkout, served as `python serve.py` does."""
    prepare_vendor_folder()
    with _serving(ROOT) as url:
        yield url


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Return the one Playwright of this process."""
    with engine.start_playwright() as playwright:
        engine.running = playwright
        yield playwright
        engine.running = None


@pytest.fixture(scope="session")
def launching() -> dict[str, Any]:
    """Return how to launch Chromium."""
    program = find_chromium()
    if program is None:
        pytest.fail(NOT_FOUND, pytrace=False)
    if too_old := check_version():
        pytest.fail(too_old, pytrace=False)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        "executable_path": find_shell() or program,
        "headless": True,
        "chromium_sandbox": not is_root,  # Chromium refuses to run as root with it
        "args": CHROMIUM_FLAGS,
        "ignore_default_args": ["--disable-back-forward-cache"],  # people have it
    }


@pytest.fixture(scope="session")
def browser(playwright: Playwright, launching: dict[str, Any]) -> Iterator[Browser]:
    """Return one Chromium for all first visits of this process."""
    chromium = playwright.chromium.launch(**launching)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def windowed(playwright: Playwright, launching: dict[str, Any]) -> Iterator[Browser]:
    """Return a Chromium as people have it, which keeps the pages that are left."""
    chromium = playwright.chromium.launch(**launching | {"executable_path": find_chromium()})
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def visited_browsers(
    playwright: Playwright,
    launching: dict[str, Any],
    site: str,
    made_once: MadeOnce,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[VisitedBrowsers]:
    """Return the browsers of this process that have stored the site."""
    options = launching | USUAL | {"viewport": SIZES["desktop"]}

    def get_template() -> Path:
        def make(profile: Path) -> None:
            store_site(playwright, site, profile, wait_until_ready, options)

        return made_once("profile", make)

    folder = tmp_path_factory.mktemp("visited")
    browsers = VisitedBrowsers(playwright, site, folder, get_template, **options)
    yield browsers
    browsers.close()


@pytest.fixture
def watch(site: str) -> Watch:
    """Return the watch over this test's pages, to `allow` what the test provokes."""
    return Watch(site)


@pytest.fixture
def new_page(request: pytest.FixtureRequest, watch: Watch) -> Iterator[NewPage]:
    """Return a function that opens a watched page, as many as a test needs."""
    with ExitStack() as stack:
        if request.node.get_closest_marker("first_visit"):
            windowed = request.node.get_closest_marker("way_back") is not None
            browser = request.getfixturevalue("windowed" if windowed else "browser")
            open_page = _first_visits(browser, watch, stack)
        else:
            own = request.node.get_closest_marker("own_browser") is not None
            browsers: VisitedBrowsers = request.getfixturevalue("visited_browsers")
            open_page = _later_visits(browsers, watch, stack, own=own)
        yield open_page
    problems = watch.unexpected()
    if problems:
        pytest.fail("the page reported:\n  " + "\n  ".join(problems), pytrace=False)


def _first_visits(browser: Browser, watch: Watch, stack: ExitStack) -> NewPage:
    def open_page(
        size: str = "desktop", *, storage: Mapping[str, str] | None = None, **options: Any
    ) -> Page:
        given = USUAL | {"viewport": SIZES[size]} | (PHONE if size == "phone" else {})
        if storage is not None:
            given["storage_state"] = _storage_state(watch.base, storage)
        context = browser.new_context(**(given | options))
        stack.callback(context.close)
        context.set_default_timeout(TIMEOUT)
        context.set_default_navigation_timeout(READY_TIMEOUT)  # a busy machine loads slowly
        context.add_init_script(NO_AUDIO)
        watch.attach(context)
        return context.new_page()

    return open_page


def _later_visits(
    browsers: VisitedBrowsers, watch: Watch, stack: ExitStack, *, own: bool
) -> NewPage:
    in_use: dict[bool, VisitedBrowser] = {}

    def begin(*, phone: bool) -> VisitedBrowser:
        browser = browsers.launch(phone=phone) if own else browsers.borrow(phone=phone)
        browser.context.set_default_timeout(TIMEOUT)
        browser.context.set_default_navigation_timeout(READY_TIMEOUT)  # a busy machine loads slowly
        detach = watch.attach(browser.context)
        if own:
            stack.callback(browser.context.close)
        else:
            stack.callback(detach)
            stack.callback(browser.close_pages)
        return browser

    def open_page(
        size: str = "desktop", *, storage: Mapping[str, str] | None = None, **options: Any
    ) -> Page:
        assert options.keys() <= MEDIA, "only a first visit has a context for such options"
        phone = size == "phone"
        if phone not in in_use:
            in_use[phone] = begin(phone=phone)
        browser = in_use[phone]
        if storage:
            browser.remember(storage)
        page = browser.context.new_page()
        page.add_init_script(NO_AUDIO)
        if page.viewport_size != SIZES[size]:
            page.set_viewport_size(SIZES[size])
        if options:
            page.emulate_media(**options)
        return page

    return open_page


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """Return one empty, watched page of desktop size."""
    return new_page()


@pytest.fixture
def open_app(site: str, new_page: NewPage, watch: Watch) -> OpenApp:
    """Return a function that opens the app and waits for it."""

    def open_and_wait(
        query: str = "",
        *,
        size: str = "desktop",
        page: Page | None = None,
        base: str = "",
        storage: Mapping[str, str] | None = None,
    ) -> Page:
        watch.base = base or site
        if page is None:
            page = new_page(size, storage=storage)
        elif storage is not None:
            page.evaluate(
                "(texts) => { localStorage.clear(); Object.assign(localStorage, texts); }",
                dict(storage),
            )
        page.goto(watch.base + query)
        wait_until_ready(page)
        return page

    return open_and_wait


def _storage_state(url: str, storage: Mapping[str, str]) -> dict[str, Any]:
    """Return the storage of a context in Playwright's form."""
    texts = [{"name": name, "value": text} for name, text in storage.items()]
    parts = urlsplit(url)
    return {
        "cookies": [],
        "origins": [{"origin": f"{parts.scheme}://{parts.netloc}", "localStorage": texts}],
    }


def wait_until_ready(page: Page) -> None:
    """Wait for the app's own mark; an app that gives up is not waited for."""
    page.wait_for_function(
        "['ready', 'error'].includes(document.documentElement?.dataset.app)", timeout=READY_TIMEOUT
    )
    state = page.locator("html").get_attribute("data-app")
    assert state == "ready", f"the app did not start; it says: {page.inner_text('body')[:500]}"
