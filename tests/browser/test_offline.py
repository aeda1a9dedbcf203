"""The built site as an installed app: without a network, through an update, after a repair."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tashkalar.site.build import build_site
from tashkalar.site.paths import PAGE_FILES, PLAIN_FOLDERS, ROOT, VENDOR_FOLDER
from tashkalar.site.pyodide.python_library import QUICK_COMPRESSION, STOCK_LIBRARY, STOCK_WASM
from tests.browser.conftest import QUICK_LINE, UNKNOWN_LINE, NewPage, Watch, wait_until_ready
from tests.browser.play import look, menu, shelved, stored, unfold
from tests.browser.test_saves import in_an_effect
from tests.browser.test_start import REST_CAME, how
from tests.conftest import MadeOnce
from tests.limits import join

pytestmark = [pytest.mark.first_visit, pytest.mark.slow]

SUB_PATH = "/some/sub/"
NEXT = "99.1.2"  # the version that a host comes to have
FOR_EVER = {"Cache-Control": "max-age=31536000, immutable"}
FRESH = {"Cache-Control": "no-store"}
STORING = 60_000  # every file of the site
# A host that takes each request and never answers; the page's own limits are short.
SILENT = """() => {
  const timer = setTimeout;
  window.setTimeout = (action, delay) => timer(action, Math.min(delay, 200));
  AbortSignal.timeout = () => {
    const stop = new AbortController();
    timer(() => stop.abort(), 200);
    return stop.signal;
  };
  window.fetch = (_, { signal } = {}) =>
    new Promise((_, fail) => { signal?.addEventListener("abort", fail); });
}"""

# What a browser says about a server that is gone.
GONE = r"net::ERR|request failed|error occurred when fetching the script|Failed to fetch"


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: Host

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        if self.server.breaks(path):
            self.close_connection = True
            return
        super().do_GET()

    def translate_path(self, path: str) -> str:
        name = path.partition("?")[0].removeprefix(self.server.prefix)
        return str(self.server.site / name) if path.startswith(self.server.prefix) else "/nowhere"

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        is_page = str(path).endswith(self.server.pages)
        return "text/html" if is_page else super().guess_type(path)

    def end_headers(self) -> None:
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Host(http.server.ThreadingHTTPServer):
    """A plain file server; what it says about caching is set, and may be wrong."""

    daemon_threads = True

    def __init__(self, site: Path, prefix: str = "/") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site, self.prefix = site, prefix
        self.headers: dict[str, str] = {}
        self.breaks: Callable[[str], bool] = lambda path: False
        self.pages: tuple[str, ...] = ()  # what it calls a page, whatever it is
        self.asked: list[str] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is nothing to tell."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{self.prefix}"

    def stop(self) -> None:
        """Stop the server, as if there were no network."""
        if self.fileno() < 0:
            return
        self.shutdown()
        self.server_close()
        join(self._thread)


Serve = Callable[..., Host]


@pytest.fixture
def serve(watch: Watch) -> Iterator[Serve]:
    """Return a function that puts a site on a host of its own."""
    with contextlib.ExitStack() as stack:

        def on_host(site: Path, prefix: str = SUB_PATH) -> Host:
            host = Host(site, prefix)
            stack.callback(host.stop)
            watch.base = host.url
            # All files bear one date, so the host says of changed ones that they are not modified.
            watch.allow("valid digest|integrity checks failed")
            return host

        yield on_host


@pytest.fixture
def new_page(serve: Serve, new_page: NewPage) -> NewPage:
    """Return the usual function; asking for `serve` first closes the pages before their hosts."""
    return new_page


@pytest.fixture
def host(serve: Serve, versions: tuple[Path, Path]) -> Host:
    """Return a host of this version."""
    return serve(versions[0])


@pytest.fixture(scope="module")
def versions(built_folder: Path, made_once: MadeOnce) -> tuple[Path, Path]:
    """Return this version as it is built, and the next one, where every part has changed."""

    def make(folder: Path) -> None:
        shutil.copytree(built_folder, folder / "this")
        _build_next(folder / "checkout", folder / "next")
        for site in ("this", "next"):  # from an archive that says so, or a careful deployment
            (folder / site / "docs").mkdir()
            documentation = "<!doctype html><link rel=icon href='data:,'><title>Documents</title>"
            (folder / site / "docs" / "index.html").write_text(documentation, encoding="utf-8")
            for file in (folder / site).rglob("*"):
                os.utime(file, (1_000_000_000, 1_000_000_000))

    folder = made_once("versions", make)
    return folder / "this", folder / "next"


def _build_next(root: Path, out: Path) -> None:
    root.mkdir(parents=True)
    for name in (*PAGE_FILES, "package.json", "package-lock.json"):
        shutil.copyfile(ROOT / name, root / name)
    for name in ("static", "tashkalar"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    _edit(root / "tashkalar/__init__.py", r'(__version__(?:: \w+)? = )"[\d.]+"', rf'\1"{NEXT}"')
    _edit(root / "index.html", r"(<body )", r'\1data-next="page" ')
    _edit(
        root / "static/locale/en/page.json", r'("page.menu.rules": )"Rules"', rf'\1"Rules {NEXT}"'
    )
    _edit(root / "static/css/tokens.css", r"^:root \{", ":root { --next: style;")
    build_site(out, root, compression=QUICK_COMPRESSION)


def _edit(file: Path, pattern: str, replacement: str) -> None:
    text, changes = re.subn(pattern, replacement, file.read_text(encoding="utf-8"), flags=re.M)
    assert changes == 1, file
    file.write_text(text, encoding="utf-8")


def visit(page: Page, url: str) -> None:
    """Open the page and wait until a person could play."""
    page.goto(url)
    wait_until_ready(page)


def wait_until_stored(page: Page) -> None:
    """Wait until the page says that it can do without a network."""
    page.wait_for_selector('html[data-offline="ready"]', timeout=STORING)
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def decide_once(page: Page) -> None:
    """Make the next decision: a place for a piece, or for the duel's marks."""
    pieces = look(page).pieces
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    page.locator("[data-square][data-legal]").first.click()
    assert look(page).pieces != pieces


def parts(page: Page) -> dict[str, str]:
    """Return the version of each part of the page: page, style, words, program, worker."""
    found: dict[str, str] = page.evaluate(
        """async () => {
          const page = document.documentElement;
          const words = await (await fetch('./static/locale/en/page.json')).json();
          const kept = await (await fetch('./static/app/build.json')).json();
          const isNext = (yes) => yes ? 'next' : 'this';
          return {
            page: isNext(document.body.dataset.next === 'page'),
            style: isNext(getComputedStyle(page).getPropertyValue('--next').trim() === 'style'),
            said: isNext(document.querySelector('#rules-title').textContent.endsWith('%s')),
            words: isNext(words['page.menu.rules'].endsWith('%s')),
            program: isNext(document.querySelector('#about-version').textContent.endsWith('%s')),
            version: isNext(page.dataset.version === '%s'),
            files: isNext(kept.version === '%s'),
          };
        }"""
        % ((NEXT,) * 5)
    )
    return found


def all_of(version: str) -> dict[str, str]:
    """Return the result of `parts` for a page with one version."""
    names = ("page", "style", "said", "words", "program", "version", "files")
    return dict.fromkeys(names, version)


def open_version(page: Page) -> None:
    """Open "Version and repair"."""
    entry = page.locator('#you-screen [data-opens="dlg-version"]')
    entry.evaluate("entry => entry.click()")  # only one place of the home shows it


def close_version(page: Page) -> None:
    """Close the page of a version."""
    page.locator("#dlg-version [data-closes]").click()


def says(page: Page, selector: str, text: str, timeout: float = 5_000) -> None:
    """Expect the text in the visible sentence; the other sentences are hidden beside it."""
    expect(page.locator(selector)).to_contain_text(text, use_inner_text=True, timeout=timeout)


def caches_of(page: Page) -> list[str]:
    """The names of all caches of the origin."""
    names: list[str] = page.evaluate("caches.keys()")
    return names


# --- without a network ------------------------------------------------------------------------


def test_all_works_without_a_network(
    new_page: NewPage, host: Host, watch: Watch, versions: tuple[Path, Path]
) -> None:
    page = new_page()
    visit(page, host.url)
    # Nothing is stored before a game can begin; then everything is.
    asked = host.asked[:]
    expect(page.locator("#toasts")).to_contain_text("without a connection", timeout=STORING)
    wait_until_stored(page)
    worker = f"{SUB_PATH}sw.js"
    before = asked[: asked.index(worker)] if worker in asked else asked
    assert f"{SUB_PATH}static/app/build.json" not in before
    known = json.loads((versions[0] / "static/app/build.json").read_text())["files"]
    on_disk = {p.relative_to(versions[0]).as_posix() for p in versions[0].rglob("*") if p.is_file()}
    hidden = {name for name in on_disk if any(part[0] == "." for part in name.split("/"))}
    # The files of the lower rungs, the documentation and the plain pages stay on the host.
    stock = {f"{VENDOR_FOLDER}/pyodide/{name}" for name in (STOCK_LIBRARY, STOCK_WASM)}
    plain = {name for name in on_disk if name.startswith((*PLAIN_FOLDERS, "static/pages/"))}
    left_out = {"sw.js", "docs/index.html", *stock, *plain}
    assert left_out < on_disk and "rules/en/moves.html" in plain
    assert set(known) == on_disk - hidden - left_out
    kept = page.evaluate(
        """async () => (await (await caches.open((await caches.keys())[0])).keys()).map(
        ({url}) => new URL(url).pathname)"""
    )
    assert sorted(kept) == sorted(SUB_PATH + name for name in known)
    open_version(page)
    says(page, "#version-offline", "Ready to play.")
    assert re.fullmatch(r"\d+\.\d+\.\d+ \([0-9a-f]{12}\)", page.inner_text("#version-number"))
    expect(page.locator("#version-space")).to_have_text(re.compile(r"^[\d.,]+ MB$"))
    close_version(page)

    # With each start the browser looks for a new sw.js, and some versions report that it fails.
    watch.allow(rf"(?:request failed: |Failed to load resource.*){re.escape(host.url)}sw\.js\b")
    page.context.set_offline(True)
    host.stop()
    for address in ("index.html?form=duel", "?form=high-form&teams=1"):
        visit(page, host.url + address)
        decide_once(page)
    assert len(stored(page)) == 2
    pieces = look(page).pieces

    page.locator(".menu-button").click()
    page.locator('#menu [data-action="gallery"]').click()
    decks = page.locator("#gallery-deck option").evaluate_all("all => all.map((o) => o.value)")
    assert len(decks) >= 9
    for deck in (decks[0], decks[-1]):  # test_page.py opens all of them
        page.select_option("#gallery-deck", deck)
        shown = "#gallery-list [data-card], #gallery-tasks [data-task]"
        expect(page.locator(shown)).not_to_have_count(0)
    page.locator("#dlg-gallery [data-closes]").first.click()
    page.locator(".menu-button").click()
    page.locator('#menu [data-action="rules"]').click()
    expect(page.locator("#rules h3")).not_to_have_count(0)
    page.locator("#dlg-rules [data-closes]").click()
    languages = [file.name for file in (versions[0] / "static/locale").iterdir()]
    for language in (min({*languages} - {"en"}), "en"):  # test_engines.py chooses all of them
        page.locator(".menu-button").click()
        page.locator('#menu [data-action="settings"]').click()
        page.select_option("#set-language", language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.locator("#dlg-settings [data-closes]").first.click()
    assert not look(page).markers

    assert not watch.unexpected()
    watch.allow(GONE)
    open_version(page)
    page.locator("#version-check").click()
    says(page, "#version-update", "The server cannot be reached.")
    # A repair would leave nothing to repair with.
    page.locator("#dlg-version [data-repair]").click()
    says(page, "#dlg-version [data-repair-state]", "nothing was changed")
    page.evaluate(SILENT)
    page.locator("#version-check").click()
    expect(page.locator("#version-check")).to_be_enabled()
    says(page, "#version-update", "The server cannot be reached.")
    page.locator("#dlg-version [data-repair]").click()
    expect(page.locator("#dlg-version [data-repair]")).to_be_enabled()
    says(page, "#dlg-version [data-repair-state]", "nothing was changed")
    visit(page, host.url)
    assert look(page).pieces == pieces


@pytest.mark.parametrize(
    "hiding",
    [
        pytest.param("delete Navigator.prototype.serviceWorker", id="none", marks=pytest.mark.long),
        pytest.param(
            "Object.defineProperty(Navigator.prototype, 'serviceWorker',"
            " { get() { throw new DOMException('The operation is insecure.', 'SecurityError') } })",
            id="throws",
            marks=pytest.mark.long,
        ),
    ],
)
def test_without_service_workers_the_page_is_as_ever(
    new_page: NewPage, host: Host, hiding: str
) -> None:
    """Private windows, plain http, sandboxed frames."""
    page = new_page()
    page.add_init_script(hiding)
    visit(page, host.url)
    open_version(page)
    says(page, "#version-offline", "Not possible")
    expect(page.locator("#version-check")).to_be_hidden()
    page.locator("#dlg-version [data-repair]").click()
    page.wait_for_event("load")
    wait_until_ready(page)


# --- updates ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="no headers", marks=pytest.mark.long),
        pytest.param(FOR_EVER, id="cached for ever"),
    ],
)
def test_update(
    new_page: NewPage,
    host: Host,
    watch: Watch,
    versions: tuple[Path, Path],
    headers: dict[str, str],
    tmp_path: Path,
) -> None:
    """Wholly old until the person restarts, then wholly new, and the game goes on.

    Half an update is none: when the connection ends in the middle, or one file is the old one."""
    host.headers = headers
    page = new_page()
    visit(page, host.url)
    wait_until_stored(page)
    game = in_an_effect()
    page.evaluate("(texts) => Object.assign(localStorage, texts)", shelved(game))
    page.reload()
    wait_until_ready(page)
    before = look(page)
    assert before.screen == "game"
    assert parts(page) == all_of("this")

    open_version(page)
    if not headers:  # with --long
        host.site, host.breaks = versions[1], lambda path: path.endswith("tokens.css")
        watch.allow(GONE)
        fails_to_update(page)
    host.site = mixed(tmp_path / "mixed", versions[1], versions[0], "static/css/tokens.css")
    host.breaks = lambda path: False
    fails_to_update(page)

    host.site = versions[1]
    page.locator("#version-check").click()
    expect(page.locator("#update")).to_be_visible(timeout=STORING)
    close_version(page)
    assert parts(page) == all_of("this")
    page.reload()  # a reload is no restart: a page of the old version may still be about
    wait_until_ready(page)
    assert parts(page) == all_of("this")
    assert look(page)._replace(stops=before.stops) == before
    expect(page.locator("#update")).to_be_visible()
    page.locator("#update-later").click()
    expect(page.locator("#update")).to_be_hidden()

    documents = page.context.new_page()  # beside the game, and no tab of the game
    documents.goto(f"{host.url}docs/")
    assert documents.title() == "Documents"
    documents.goto(f"{host.url}rules/en/moves.html")  # no tab of the game either
    expect(documents.locator("h1")).to_have_text("Moves and leaps")
    open_version(page)
    says(page, "#version-offline", "Ready to play.")  # the version that is here
    with page.expect_navigation():
        page.locator("#version-restart").click()
    wait_until_ready(page)
    assert parts(page) == all_of("next")
    assert look(page)._replace(stops=before.stops) == before
    expect(page.locator("#update")).to_be_hidden()
    # What belonged to the old version is gone.
    host.stop()
    page.context.set_offline(True)
    page.reload()
    wait_until_ready(page)
    assert parts(page) == all_of("next")
    kept = page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).length"
    )
    assert kept == len(json.loads((versions[1] / "static/app/build.json").read_text())["files"])


def fails_to_update(page: Page) -> None:
    """Ask for a new version that does not arrive complete, and check that nothing changes."""
    page.locator("#version-check").click()
    says(page, "#version-update", "could not be downloaded completely", timeout=STORING)
    expect(page.locator("#update")).to_be_hidden()
    assert parts(page) == all_of("this")


def test_other_tabs_are_never_left_half_old(
    new_page: NewPage, host: Host, versions: tuple[Path, Path]
) -> None:
    """With another tab there is no restart; when all are closed, the next start is the new one."""
    page = new_page()
    visit(page, host.url)
    wait_until_stored(page)
    other = page.context.new_page()
    visit(other, f"{host.url}?form=duel")
    host.site = versions[1]
    page.reload()  # looks for a new version by itself
    wait_until_ready(page)
    expect(page.locator("#update")).to_be_visible(timeout=STORING)
    open_version(page)
    page.locator("#version-restart").click()
    says(page, "#version-update", "another tab")
    assert parts(page) == parts(other) == all_of("this")
    context = page.context
    other.close()
    page.close()
    page = context.new_page()
    page.wait_for_timeout(2_000)  # the new worker takes over a moment after the last page is gone
    visit(page, host.url)
    assert parts(page) == all_of("next")
    expect(page.locator("#update")).to_be_hidden()


@pytest.mark.long
def test_a_stale_page_is_replaced(
    new_page: NewPage, host: Host, versions: tuple[Path, Path]
) -> None:
    """The first visit stores nothing, and the host lets browsers keep the page without a limit."""
    host.headers = FOR_EVER
    page = new_page()
    page.add_init_script(
        UNKNOWN_LINE
    )  # with the snapshot it would not ask for words, nor keep them
    page.add_init_script(
        "if (location.protocol !== 'about:' && !sessionStorage.late) "
        "delete Navigator.prototype.serviceWorker;"
    )
    visit(page, host.url)
    page.evaluate("sessionStorage.late = 'yes'")
    host.site = versions[1]
    page.goto("about:blank")  # to the same address again would be a reload
    visit(page, host.url)
    assert parts(page)["page"] == "this", "the browser was meant to use what it kept"
    expect(page.locator("#update")).to_be_visible(timeout=STORING)
    with page.expect_navigation():
        page.locator("#update [data-restart]").click()
    wait_until_ready(page)
    assert parts(page) == all_of("next")


def test_what_the_browser_kept_of_a_first_visit(new_page: NewPage, host: Host) -> None:
    """Without a service worker: the next one starts from the same snapshot and asks for nothing."""
    host.headers = FOR_EVER
    page = new_page()
    page.add_init_script("delete Navigator.prototype.serviceWorker;" + QUICK_LINE)
    visit(page, host.url)
    page.wait_for_function(REST_CAME)
    asked = [path for path in host.asked if path.endswith(".bin")]
    assert len(asked) == 3  # two parts of WebAssembly, and all Python
    page.goto("about:blank")
    visit(page, host.url)
    page.wait_for_function(REST_CAME)
    assert how(page) == {"kind": "snapshot", "reason": ""}
    assert [path for path in host.asked if path.endswith(".bin")] == asked


# --- versions never mix -----------------------------------------------------------------------

LOOSE = r"integrity|Failed to (load resource|fetch)|status 404|Unexpected token|ERR_|core|Python"


def mixed(folder: Path, most: Path, other: Path, *names: str) -> Path:
    """Make a site of one version, with some files of another."""
    shutil.copytree(most, folder, copy_function=os.link)
    for name in names:
        (folder / name).unlink()
        shutil.copyfile(other / name, folder / name)
    return folder


def test_halves_of_two_versions_do_not_start(
    new_page: NewPage, serve: Serve, watch: Watch, versions: tuple[Path, Path], tmp_path: Path
) -> None:
    """On a first visit, in both directions, and where a single part is the other version's."""
    old, new = versions
    halves = {
        "static/": mixed(tmp_path / "old page", new, old, "index.html"),
        "static/app/tashkalar.bin": mixed(
            tmp_path / "old engine", new, old, "static/app/tashkalar.bin"
        ),
        "static/locale/en/page.json": mixed(
            tmp_path / "new words", old, new, "static/locale/en/page.json"
        ),
    }
    host = serve(new)
    host.headers = FRESH
    watch.allow(LOOSE)
    page = new_page()
    page.add_init_script(UNKNOWN_LINE)  # with the snapshot it would not ask for words
    for part, site in halves.items():
        host.site = site
        page.goto(host.url)
        page.wait_for_selector('html[data-reason="wrong"] #app-error:visible', timeout=STORING)
        says(page, "#app-error-part", "another version, or not whole")
        says(page, "#app-error-part", part)
    # Once it was loaded anew, for this might have been the page's own old copy.
    assert host.asked.count(SUB_PATH) == len(halves) + 2

    host.site = mixed(tmp_path / "new page", old, new, "index.html")
    page.locator("#app-error [data-reload]").click()
    page.wait_for_selector('html[data-version="99.1.2"][data-reason="wrong"]', timeout=STORING)
    host.site = new
    page.locator("#app-error [data-reload]").click()
    wait_until_ready(page)
    assert parts(page) == all_of("next")


def test_a_page_that_meets_another_version_is_loaded_anew(
    new_page: NewPage, serve: Serve, watch: Watch, versions: tuple[Path, Path], tmp_path: Path
) -> None:
    """An incomplete deployment is complete a moment later, and the page repairs itself."""
    host = serve(mixed(tmp_path / "half", versions[1], versions[0], "index.html"))
    watch.allow(LOOSE)

    def deploy(path: str) -> bool:
        if host.asked.count(SUB_PATH) == 2:
            host.site = versions[1]
        return False

    host.breaks = deploy
    page = new_page()
    visit(page, host.url)
    assert parts(page) == all_of("next")
    assert page.evaluate("sessionStorage.length") == 0


@pytest.mark.long
def test_a_service_worker_that_is_none(
    new_page: NewPage, serve: Serve, watch: Watch, versions: tuple[Path, Path], tmp_path: Path
) -> None:
    """Half a `sw.js`, that of another version, a page: on a first visit and on a later one."""
    old, new = versions
    whole = (old / "sw.js").read_bytes()
    bad = {
        "half": whole[: len(whole) // 2],
        "another": (new / "sw.js").read_bytes(),
        "page": b"<!doctype html><p>Sign in</p>",
    }
    host = serve(mixed(tmp_path / "site", old, old, "sw.js"))
    host.headers = FRESH
    watch.allow(r"MIME type|sw\.js|SyntaxError|ServiceWorker|bad-precaching|integrity|evaluation")
    # The worker of the other version asks for its own.
    watch.allow(r"status 404: .*/snapshot-\w+\.bin")

    def send(kind: str) -> None:
        (host.site / "sw.js").write_bytes(bad.get(kind, whole))
        host.pages = ("/sw.js",) if kind == "page" else ()

    page = new_page()
    for kind in bad:
        send(kind)
        visit(page, host.url)
        expect(page.locator("html")).to_have_attribute("data-offline", "failed", timeout=STORING)
        assert parts(page) == all_of("this")

    send("whole")
    visit(page, host.url)
    wait_until_stored(page)
    open_version(page)
    for kind in bad:
        send(kind)
        page.locator("#version-check").click()
        expect(page.locator("#version-check")).to_be_enabled(timeout=STORING)
        expect(page.locator("#update")).to_be_hidden()
        assert parts(page) == all_of("this")


# --- leaving and coming back ------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.way_back
def test_back_from_another_page(new_page: NewPage, host: Host, watch: Watch) -> None:
    """The page is found as it was left; unless another tab has played on with its game."""
    watch.allow("404")  # the other page has no icon
    page = new_page()
    page.add_init_script("addEventListener('pageshow', (e) => { window.kept = e.persisted; })")
    visit(page, host.url)
    unfold(page)
    page.locator('#setup label:has(> [name="form"][value="duel"])').click()
    page.locator("#setup-start").click()
    decide_once(page)
    pieces = look(page).pieces
    page.goto(f"{host.url}NOTICE.md")
    page.evaluate("setTimeout(() => history.back())")  # Playwright waits for a load, and none comes
    page.wait_for_function("window.kept")
    assert look(page).pieces == pieces
    decide_once(page)
    page.locator('#prompt [data-move="."]').click()
    assert look(page).screen == "curtain"
    assert len(stored(page)) == 1

    page.goto(f"{host.url}NOTICE.md")
    other = page.context.new_page()
    visit(other, host.url)
    decide_once(other)
    page.evaluate("setTimeout(() => history.back())")
    expect(page.locator("body")).to_have_attribute("data-elsewhere", "", timeout=60_000)
    assert look(page).pieces == look(other).pieces
    other.close()
    page.locator("#elsewhere-take").click()
    expect(page.locator("body")).not_to_have_attribute("data-elsewhere", "")
    decide_once(page)
    assert len(stored(page)) == 1


# --- repair -----------------------------------------------------------------------------------


def test_repair_clears_ours_and_keeps_the_games(
    new_page: NewPage, host: Host, watch: Watch, versions: tuple[Path, Path], tmp_path: Path
) -> None:
    page = new_page()
    visit(page, f"{host.url}?form=duel")
    decide_once(page)
    wait_until_stored(page)
    (ours,) = caches_of(page)
    assert page.evaluate(FIRST_BYTES) == 204, "a part that is stored is confirmed in one word"
    watch.allow(GONE)
    other = mixed(tmp_path / "mixed", *versions, "static/locale/en/page.json")
    cache_that_cannot_be_read(page, host, other)
    scope = host.url
    foreign = ["someone-elses", f"tashkalar-precache-v2-{scope}other/", "workbox-" + scope]
    page.evaluate(
        """async (names) => {
          for (const name of names) await caches.open(name);
          const kept = await caches.open((await caches.keys()).find((n) => n.startsWith('tash')));
          for (const key of await kept.keys()) {
            if (key.url.includes('page.json')) await kept.put(key, new Response('{"broken": 1}'));
          }
        }""",
        foreign,
    )
    before, games = look(page), stored(page, "")
    page.reload()
    wait_until_ready(page)
    fetch_words = "fetch('./static/locale/en/page.json').then((answer) => answer.json())"
    assert page.evaluate(fetch_words) == {"broken": 1}
    open_version(page)
    with page.expect_navigation():
        page.locator("#dlg-version [data-repair]").click()
    wait_until_ready(page)
    assert set(foreign) <= set(caches_of(page))
    assert stored(page, "") == games
    assert look(page)._replace(stops=before.stops) == before
    wait_until_stored(page)
    assert set(caches_of(page)) == {ours, *foreign}
    assert "page.title" in page.evaluate(fetch_words)
    # The notice that the game works offline waits for the next screen that has room.
    expect(page.locator("#toasts > *"), "a game is not covered").to_have_count(0)
    menu(page, "new-game")
    expect(page.locator("#toasts")).to_contain_text("without a connection")


FIRST_BYTES = """async () => {
  const headers = { Range: "bytes=0-1023" }; // as stalls.js asks
  return (await fetch("./static/app/tashkalar.bin", { headers })).status;
}"""
BREAK_CACHE = """() => {
  self.keptMatch = CacheStorage.prototype.match;
  CacheStorage.prototype.match = async () => { throw new Error("the disk is broken"); };
}"""
MEND_CACHE = "() => { CacheStorage.prototype.match = self.keptMatch; }"


def cache_that_cannot_be_read(page: Page, host: Host, other: Path) -> None:
    """The worker asks the host instead, and takes no words of another version."""
    site = host.site
    (worker,) = page.context.service_workers
    worker.evaluate(BREAK_CACHE)
    fetch_words = """() => fetch('./static/locale/en/page.json').then(
      (answer) => answer.text(), () => 'refused')"""
    assert '"page.title"' in page.evaluate(fetch_words)
    host.site = other
    assert page.evaluate(fetch_words) == "refused"
    host.site = site
    worker.evaluate(MEND_CACHE)


@pytest.mark.long
def test_repair_where_python_does_not_start(
    new_page: NewPage, serve: Serve, watch: Watch, versions: tuple[Path, Path], tmp_path: Path
) -> None:
    """Without the repair, the browser would keep the broken copy without a limit."""
    broken = tmp_path / "broken"
    shutil.copytree(versions[0], broken)
    (broken / "static/js/python/interpreter.js").write_text(
        "throw new Error('broken on the way');\n"
    )
    for file in broken.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    host = serve(broken)
    host.headers = FOR_EVER
    watch.allow("broken on the way")
    page = new_page()
    page.goto(host.url)
    page.wait_for_selector('html[data-app="error"]', timeout=60_000)
    host.site = versions[0]
    page.reload()
    page.wait_for_selector('html[data-app="error"]', timeout=60_000)
    with page.expect_navigation():
        page.locator("#app-error [data-repair]").click()
    wait_until_ready(page)
