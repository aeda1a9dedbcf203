"""Tests of the start of Python in a built site: usual, from the snapshot, and with a broken one."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tashkalar.site.paths import APP_ARCHIVE, VENDOR_FOLDER
from tashkalar.site.pyodide.python_library import START_ARCHIVE
from tests import golden
from tests.browser.conftest import (
    QUICK_LINE,
    UNKNOWN_LINE,
    NewPage,
    OpenApp,
    Watch,
    wait_until_ready,
)
from tests.browser.play import PAGE_LIMIT_MS, Mouse, do_all, look
from tests.limits import attempts
from tests.test_site_library import opened

GOLDEN = golden.load("duel")
GAME = "?form=duel&schools=northern,highland"
STORING = 60_000  # every file of the site

# The cached answers whose address matches are replaced by what a function makes of their bytes.
_REPLACE = """async ([pattern, make, checked]) => {
  let found = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!new RegExp(pattern).test(request.url)) continue;
      const answer = await cache.match(request);
      const made = await (0, eval)(make)(new Uint8Array(await answer.arrayBuffer()));
      const headers = new Headers(answer.headers);
      if (!checked) headers.delete("x-tashkalar-checked");
      await cache.put(request, new Response(made, { headers }));
      found++;
    }
  }
  return found;
}"""
_KEPT = """async () => {
  let found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  }
  return found.filter((url) => url.includes("snapshot-"));
}"""
# The notes of optimized_code.js, and the files that they are about.
_TAKE_NOTES = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (url.endsWith("?optimized") && await cache.delete(url)) found.push(url);
    }
  }
  return found;
}"""
_IS_NOTED = "(url) => caches.match(url).then(Boolean)"
OPTIMIZING_DELAY_MS = 5000  # of optimized_code.js
# Copies of the snapshot and of what knows it, under addresses that nothing asks for; and back.
_PUT_ASIDE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const all = (await cache.keys()).map(({ url }) => url);
    const urls = all.filter((url) => /[/]snapshot[-.]/.test(url));
    for (const url of urls) {
      await cache.put(url.replace("/snapshot", "/aside"), await cache.match(url));
    }
    if (urls.length) return [name, urls];
  }
}"""
_PUT_BACK = """async ([name, urls]) => {
  const cache = await caches.open(name);
  for (const url of urls) {
    await cache.put(url, await cache.match(url.replace("/snapshot", "/aside")));
  }
}"""
REST_CAME = """performance.getEntriesByType("resource")
  .some(({ name }) => name.endsWith("pyodide.deferred.wasm.bin"))"""
# What the page's own module says of the snapshot that is kept, without a start.
_LOOKED_AT = """async ([module, url]) => {
  const answer = await caches.match(url);
  const content = answer.arrayBuffer();
  const kept = { href: url, headers: answer.headers, content };
  window.tashkalar = { keptSnapshot: Promise.resolve(kept) };
  const { takeSnapshot } = await import(module);
  return (await takeSnapshot()).arrived.then(() => "whole", String);
}"""


def how(page: Page) -> dict[str, Any]:
    """Return the report of interpreter.js about this start."""
    reports: list[dict[str, Any]] = page.evaluate(
        "performance.getEntriesByName('tashkalar-interpreter').map((mark) => mark.detail)"
    )
    assert len(reports) == 1
    return reports[0]


def visited(page: Page, site: str, watch: Watch) -> None:
    """Go to a page beside the app, in a browser whose next start has a snapshot."""
    watch.allow("404")  # a page of plain text has no icon
    page.goto(f"{site}LICENSE")
    assert len(page.evaluate(_KEPT)) == 1


def replace(page: Page, pattern: str, make: str, *, checked: bool = True) -> None:
    """Break what the browser keeps; still as the service worker has `is_hash_checked` and stored
    it."""
    assert page.evaluate(_REPLACE, [pattern, make, checked]) == 1


def start(page: Page, query: str = "") -> dict[str, Any]:
    """Go to the app, and tell how it started."""
    page.goto(page.url.removesuffix("LICENSE") + query)
    wait_until_ready(page)
    return how(page)


def told_by_python(page: Page, source: str) -> str:
    """Return the title that Python on this page has set."""
    page.evaluate(
        """([source, limit]) => new Promise((done, failed) => {
          const script = document.createElement("script");
          script.type = "py";
          script.textContent = source;
          script.addEventListener("py:done", done);
          setTimeout(() => failed(new Error(`Python is not done after ${limit} ms`)), limit);
          document.body.append(script);
        })""",
        [f"from js import document\n{source}", PAGE_LIMIT_MS],
    )
    return page.title()


def chance(page: Page) -> str:
    """The first number that Python's own generator gives on this page."""
    number = told_by_python(page, "import random; document.title = repr(random.random())")
    assert 0 <= float(number) < 1
    return number


# Modules that cannot be imported, or not without an archive; and where an error of the engine was.
_LEFT_OUT = """
import sys, traceback
from importlib.util import find_spec
lost = [name for name in {names} if name not in sys.modules and find_spec(name) is None]
lost += [path for path in sys.path if path in ("/lib/tashkalar.zip", "/lib/python314.zip")]
from tashkalar import new_game
try:
    new_game("no such form", ())
except Exception:
    lost += [line.strip() for line in traceback.format_exc().splitlines() if "File" in line][-1:]
document.title = " ".join(lost)
"""


def assert_needs_no_archive(page: Page, built: Path) -> None:
    """Check that Python finds all modules, and the line of an error, without the archives."""
    with opened((built / APP_ARCHIVE).read_bytes()) as engine:
        names = engine.namelist()
    with opened((built / VENDOR_FOLDER / "pyodide" / START_ARCHIVE).read_bytes()) as library:
        names += library.namelist()
    modules = [n.removesuffix(".pyc").replace("/", ".") for n in names if n.endswith(".pyc")]
    modules = [name.removesuffix(".__init__") for name in modules]
    assert {"json", "pyscript.web", "tashkalar.features.packs.wheel_check"} <= set(modules)
    title = told_by_python(page, _LEFT_OUT.format(names=modules))
    assert re.fullmatch(r'File "/lib/tashkalar.zip/tashkalar/\w+/\w+.py", line \d+, in \w+', title)


def assert_plays(page: Page) -> None:
    """The engine does what it should, whatever it was started from with the golden game."""
    do_all(page, GOLDEN.start(), GOLDEN.game.codes[:6], Mouse(page))  # compares after each


@pytest.mark.first_visit
def test_first_visit(open_app: OpenApp, page: Page, site: str, watch: Watch) -> None:
    """The page below a sub-path of a host fetches no file twice.

    Over a quick line it starts from the snapshot, and it calls no new browser old.
    """
    page.add_init_script(QUICK_LINE)
    open_app(page=page)
    assert how(page) == {"kind": "snapshot", "reason": ""}
    expect(page.locator("#app-error")).to_be_hidden()
    page.wait_for_function("navigator.serviceWorker.getRegistration().then(Boolean)")
    asked = watch.requests[: watch.requests.index(f"{site}sw.js")]
    assert f"{site}static/vendor/pyodide/pyodide.asm.wasm.bin" in asked
    assert f"{site}{APP_ARCHIVE}" not in asked  # the snapshot has the engine
    assert {url for url in asked if asked.count(url) > 1} == set()
    early = page.evaluate(
        """() => {
          const ready = performance.getEntriesByName("tashkalar-ready")[0].startTime;
          return performance.getEntriesByType("resource")
            .filter((entry) => entry.startTime < ready).map((entry) => entry.name);
        }"""
    )
    assert any("snapshot.js" in url for url in early)
    assert not [url for url in early if re.search("python_(stdlib|rest)", url)]
    assert len([url for url in early if "snapshot-" in url]) == 1


# It has taken seconds; and a browser whose owner pays by what comes.
_SLOW_LINE = """const { get } = Object.getOwnPropertyDescriptor(
  PerformanceResourceTiming.prototype, "responseEnd");
Object.defineProperty(PerformanceResourceTiming.prototype, "responseEnd", {
  get() { return get.call(this) + 2_000; } });"""
_SAVES_DATA = """Object.defineProperty(navigator, "connection", {
  value: { saveData: true, addEventListener() {} } });"""

_ENTRY = """(name) => performance.getEntriesByType("resource")
  .find((entry) => entry.name.endsWith(name))"""
_BEGIN, _END = f"{_ENTRY}.startTime", f"{_ENTRY}.responseEnd"


@pytest.mark.long
@pytest.mark.first_visit
@pytest.mark.parametrize(
    "scripts",
    [(UNKNOWN_LINE,), (_SLOW_LINE, _SAVES_DATA)],
    ids=["unknown", "slow, dear"],
)
def test_where_a_first_visit_leaves_the_snapshot(
    new_page: NewPage, site: str, watch: Watch, scripts: tuple[str, ...]
) -> None:
    """A first visit does without the snapshot where it is slower, or may be, or costs money."""
    for script in scripts:
        page = new_page(service_workers="block")
        watch.allow("Service Worker registration blocked")
        page.add_init_script(script)
        watch.requests.clear()
        page.goto(site)
        wait_until_ready(page)
        assert how(page) == {"kind": "ordinary", "reason": "not kept"}, script
        assert not [url for url in watch.requests if "snapshot-" in url], script
        if script is UNKNOWN_LINE:
            # What is needed first does not share the line with what Python takes later.
            order = (".asm.wasm.bin", "/python_stdlib.bin", "/tashkalar.bin")
            for first, later in pairwise(order):
                assert page.evaluate(_BEGIN, later) >= page.evaluate(_END, first), later
    page = new_page(service_workers="block")
    page.goto(f"{site}LICENSE")
    page.set_content(f'<iframe src="{site}"></iframe>')
    inner = page.frame_locator("iframe").locator('html[data-app="ready"]')
    inner.wait_for(state="attached", timeout=60_000)
    assert not [url for url in watch.requests if "snapshot-" in url]


@pytest.mark.slow
@pytest.mark.first_visit
@pytest.mark.parametrize(
    "reasons",
    [
        ("another content",),
        pytest.param(("TypeError", "[404]", "TimeoutError"), marks=pytest.mark.long),
    ],
)
def test_a_first_visit_with_a_snapshot_that_is_wrong(
    new_page: NewPage, site: str, built_folder: Path, watch: Watch, reasons: tuple[str, ...]
) -> None:
    """With a missing, wrong or incomplete snapshot the ordinary start follows, and plays."""
    watch.allow("404|Service Worker registration blocked")
    (file,) = built_folder.glob("static/app/snapshot-*.bin")
    content = file.read_bytes()
    other = (built_folder / APP_ARCHIVE).read_bytes()
    answers: dict[str, Callable[[Route], None]] = {
        "[404]": lambda route: route.fulfill(status=404),
        "another content": lambda route: route.fulfill(body=other),
        "TypeError": lambda route: route.fulfill(body=content[:50_000]),
        "TimeoutError": lambda _: None,
    }
    for reason in reasons:
        page = new_page(service_workers="block")
        page.add_init_script(QUICK_LINE)
        page.route("**/snapshot-*.bin", answers[reason])
        page.goto(site + GOLDEN.query)
        wait_until_ready(page)
        report = how(page)
        assert report["kind"] == "ordinary" and reason in report["reason"], (reason, report)
    assert_plays(page)


def test_games_from_the_snapshot_differ(open_app: OpenApp) -> None:
    """Chance is no part of the snapshot; the golden games show that a seed decides alone."""
    page = None
    chances, hands = set(), set()
    for _ in range(2):
        page = open_app(GAME, page=page)
        assert how(page)["kind"] == "snapshot"
        page.locator("#curtain-open").click()
        chances.add(chance(page))
        hands.add(tuple(look(page).hand))  # one of some 300,000
    assert len(hands) == len(chances) == 2


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.first_visit
def test_a_seed_decides_whatever_a_game_starts_from(
    open_app: OpenApp, page: Page, site: str
) -> None:
    """Two games with the same seed are equal, from archives and from the snapshot."""
    seeded = f"{GAME}&seed=4711"
    page.add_init_script(UNKNOWN_LINE)
    page = open_app(seeded, page=page)
    assert how(page) == {"kind": "ordinary", "reason": "not kept"}
    page.wait_for_selector('html[data-offline="ready"]', timeout=STORING)
    page.locator("#curtain-open").click()
    ordinary = look(page)
    page.goto(site + seeded)
    wait_until_ready(page)
    assert how(page)["kind"] == "snapshot"
    page.locator("#curtain-open").click()
    assert look(page) == ordinary


# Half of it; put there by another than the service worker, with one bit changed; as it comes from
# the host, and nobody has unpacked it.
_WRONG = (
    ("(bytes) => bytes.slice(0, bytes.length / 2)", True),
    ("(bytes) => bytes.map((byte, at) => (at === 5_000_000 ? byte ^ 1 : byte))", False),
    (
        """(bytes) => new Response(
          new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).bytes()""",
        True,
    ),
)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.own_browser
def test_snapshot_that_is_wrong(page: Page, site: str, built_folder: Path, watch: Watch) -> None:
    """However it is: an ordinary start follows, which plays, and it is thrown away."""
    visited(page, site, watch)
    whole = page.evaluate(_PUT_ASIDE)
    assert len(whole[1]) == 2

    def anew() -> None:
        page.goto(f"{site}LICENSE")
        page.evaluate(_PUT_BACK, whole)

    def starts_ordinarily(reason: str) -> None:
        report = start(page, GOLDEN.query)
        assert report["kind"] == "ordinary" and report["reason"], reason
        assert reason in report["reason"]
        assert page.evaluate(_KEPT) == [], reason

    def looked_at() -> str:
        page.goto(f"{site}LICENSE")
        (kept,) = page.evaluate(_KEPT)
        found: str = page.evaluate(_LOOKED_AT, [f"{site}static/js/python/snapshot.js", kept])
        return found

    assert looked_at() == "whole"
    for make, checked in _WRONG:
        anew()
        replace(page, "/snapshot-", make, checked=checked)
        assert "another content" in looked_at(), make
    starts_ordinarily("another content")

    # Nothing that Pyodide could use.
    anew()
    replace(page, "/snapshot-", "(bytes) => bytes.fill(0, 2000)")
    starts_ordinarily("")
    assert_plays(page)

    # A good one is what a later visit starts from, and all of Python is in it.
    anew()
    for archive in ("python_stdlib", "tashkalar"):
        replace(page, f"/{archive}[.]bin", "(bytes) => 'no archive'")
    assert start(page, GOLDEN.query) == {"kind": "snapshot", "reason": ""}
    assert_plays(page)
    assert_needs_no_archive(page, built_folder)


@pytest.mark.long
@pytest.mark.own_browser
def test_snapshot_of_another_build_or_of_a_disk_that_fails(
    page: Page, new_page: NewPage, site: str, watch: Watch
) -> None:
    """An ordinary start follows. A host may serve a mixture of two builds for some minutes."""
    visited(page, site, watch)
    replace(
        page,
        "js/python/snapshot[.]js",
        """(bytes) => new TextDecoder().decode(bytes)
          .replace(/snapshot-[0-9a-f]+[.]bin/, "snapshot-000000000000.bin")""",
    )
    report = start(page, GOLDEN.query)
    assert report["kind"] == "ordinary" and "another build" in report["reason"]
    unreadable = new_page()
    unreadable.goto(f"{site}LICENSE")
    unreadable.add_init_script("caches.match = () => Promise.reject(new Error('no disk'));")
    report = start(unreadable, GOLDEN.query)
    assert report["kind"] == "ordinary" and "no disk" in report["reason"]


@pytest.mark.first_visit
def test_start_from_a_poor_host(new_page: NewPage, site: str, watch: Watch) -> None:
    """A host without https, where there are no caches, that sends every file as text."""
    watch.allow("Service Worker registration blocked")
    page = new_page(service_workers="block")
    page.add_init_script("delete globalThis.caches; delete Crypto.prototype.subtle")
    content_types = []

    def answer(route: Route) -> None:
        reply = route.fetch()
        content_types.append(reply.headers["content-type"])
        route.fulfill(response=reply, headers=reply.headers | {"content-type": "text/plain"})

    page.route(re.compile(r"\.(bin|wasm)$"), answer)
    page.goto(site)
    wait_until_ready(page)
    page.wait_for_function(REST_CAME)
    assert sorted(content_types) == ["application/octet-stream"] * 4 + ["application/wasm"]
    assert how(page) == {"kind": "ordinary", "reason": "not kept"}


@pytest.mark.first_visit
def test_missing_parts_are_told(page: Page, site: str, watch: Watch) -> None:
    """A person reads about the network, not about Python, when a file cannot be had."""
    watch.allow("404|core|interpreter")
    for missing in ("**/pyscript/core.js", "**/pyodide/pyodide.mjs"):
        page.route(missing, lambda route: route.fulfill(status=404))
        page.goto(site)
        page.wait_for_selector('html[data-app="error"]', timeout=60_000)
        expect(page.locator("html")).to_have_attribute("data-reason", "network")
        page.unroute(missing)


@pytest.mark.first_visit
def test_every_module_of_the_start_is_announced(open_app: OpenApp, page: Page) -> None:
    """The page announces all modules that are imported in turn, and no others."""
    page.add_init_script(
        """window.announced = [];
        const append = Element.prototype.append;
        Element.prototype.append = function (...nodes) {
          const isAnnouncement = ({ rel }) => rel === "modulepreload";
          window.announced.push(...nodes.filter(isAnnouncement).map(({ href }) => href));
          append.apply(this, nodes.filter((node) => !isAnnouncement(node)));
        };
        window.shared = 0;
        WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
          construct(made, [kind]) {
            window.shared += kind.shared ? 1 : 0;
            return new made(kind);
          },
        });"""
    )
    open_app(page=page)
    # Browsers say that a shared buffer without isolation is on its way out.
    assert page.evaluate("window.shared") == 0
    imported = page.evaluate(
        """performance.getEntriesByType("resource").map((entry) => entry.name)
        .filter((url) => /vendor[/].*[.]m?js$/.test(url))"""
    )
    assert sorted(page.evaluate("window.announced")) == sorted(imported)
    assert not [url for url in imported if re.search("zip-|python_rest", url)]


@pytest.mark.long
def test_compiled_before_it_is_asked_for(page: Page, site: str, watch: Watch) -> None:
    """On a later visit Pyodide gets the module that start.js has compiled, and starts with it."""
    visited(page, site, watch)
    page.add_init_script(
        """const compile = WebAssembly.compileStreaming;
        WebAssembly.compileStreaming = async (answer) => {
          (window.compiled ??= []).push((await answer).url.split("/").pop());
          return compile.call(WebAssembly, answer);
        };"""
    )
    assert start(page)["kind"] == "snapshot"
    page.wait_for_function(REST_CAME)
    parts = ["pyodide.asm.wasm.bin", "pyodide.deferred.wasm.bin"]
    page.wait_for_function("window.compiled.length === 2")
    assert page.evaluate("window.compiled") == [parts[0], ""]  # the second was at hand, packed
    asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert [url.rpartition("/")[2] for url in asked if url.endswith(".wasm.bin")] == parts
    page.add_init_script(
        """const again = WebAssembly.compileStreaming;
        WebAssembly.compileStreaming = () => {
          WebAssembly.compileStreaming = again;
          return Promise.reject(new Error("no"));
        };"""
    )
    assert start(page, GOLDEN.query)["kind"] == "snapshot"
    assert_plays(page)


@pytest.mark.long
@pytest.mark.first_visit
def test_what_calls_the_rest_of_webassembly_waits_for_it(
    new_page: NewPage, site: str, watch: Watch
) -> None:
    """Also where it is called before it is there: it is fetched at once, packed as it is sent."""
    watch.allow("Failed to|pyodide.deferred|Synchronous XMLHttpRequest|registration blocked")
    page = new_page(service_workers="block")
    page.add_init_script(UNKNOWN_LINE)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.resource_type)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/pyodide.deferred.wasm.bin", answer)
    with page.expect_event("requestfailed", lambda request: "pyodide.deferred" in request.url):
        page.goto(f"{site}{GOLDEN.query}")
        wait_until_ready(page)
    title = told_by_python(
        page, "document.title = 'Straße'.casefold() + (1.5).hex() + str(2 ** 300 % 10 ** 40)"
    )
    assert title == "strasse" + (1.5).hex() + str(2**300 % 10**40)
    assert asked == ["fetch", "xhr"]
    assert_plays(page)


@pytest.mark.long  # the page waits before the worker starts
@pytest.mark.own_browser
def test_a_worker_plays_once_until_the_browser_stores_optimized_code(
    new_page: NewPage, site: str, watch: Watch
) -> None:
    page = new_page()
    visited(page, site, watch)
    (note,) = page.evaluate(_TAKE_NOTES)
    started: list[str] = []
    page.on("worker", lambda worker: started.append(worker.url.rpartition("/")[2]))
    start(page)
    for _ in attempts("the worker has played"):
        if page.evaluate(_IS_NOTED, note):
            break
        page.wait_for_timeout(1000)
    assert started == ["optimizing_worker.js"]
    assert not page.workers
    # The next visit finds the note.
    page.reload()
    wait_until_ready(page)
    page.wait_for_timeout(OPTIMIZING_DELAY_MS + 1000)
    assert started == ["optimizing_worker.js"]
