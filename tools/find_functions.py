"""List the functions of Pyodide's WebAssembly that a start and a game call.

    python -m tools.find_functions

Run this when the build asks for a new list because Pyodide has changed. The command needs no
person: `.github/workflows/functions.yml` runs it for update proposals. If it fails, the old list
stays. `tashkalar/site/pyodide/wasm_split.py` describes what the list is for. A function that is
missing in the list is loaded later, so the games played here need not call every function.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Playwright, Route, sync_playwright

from tashkalar import terminal
from tashkalar.site.build import build_site
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.paths import ROOT, VENDOR_FOLDER, SiteError
from tashkalar.site.pyodide import wasm_split
from tashkalar.site.pyodide.python_library import (
    DEFERRED_WASM,
    START_WASM,
    STOCK_FOLDER,
    STOCK_WASM,
    read_stock_pyodide,
)
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.site.pyodide.wasm import WasmModule
from tashkalar.site.pyodide.wasm_split import LIST_COMMAND
from tests import golden
from tests.browser.conftest import QUICK_LINE, UNKNOWN_LINE
from tests.browser.play import Mouse, do_all
from tests.chromium import NOT_FOUND, find_chromium
from tests.limits import serve_in_thread
from tools.bench_start.sites import Host

FORMS = ("high-form", "melee", "teams")
READY = "document.documentElement.dataset.app === 'ready'"
# Every module with functions that note that they ran.
KEEP = """const { instantiate } = WebAssembly;
window.noting = [];
WebAssembly.instantiate = async (...told) => {
  const made = await instantiate(...told);
  const { exports } = made.instance ?? made;
  if (exports.ran0) window.noting.push(exports);
  return made;
};"""
RAN = """() => window.noting.flatMap((exports) => Object.keys(exports)
  .filter((name) => /^ran[0-9]+$/.test(name) && exports[name].value)
  .map((name) => Number(name.slice(3))))"""
# What workers do otherwise, and what a page does seldom.
EXERCISE = """
import traceback
from tashkalar import Game, new_game
from tashkalar.bots.levels import PLAYERS
from tashkalar.bots.simple import take_decision
SCHOOLS = ("northern", "sylvan", "highland")
for form, seats in (("high-form", 2), ("duel", 2), ("melee", 3)):
    game = new_game(form, SCHOOLS[:seats], seed=5)
    for level in ("adept", "master", "keen", "random"):
        players = [PLAYERS[level](seat) for seat in range(seats)]
        decisions = 12
        while not game.is_over and (decisions or level == "random"):
            take_decision(game, players[game.player - 1])
            decisions -= 1
    assert Game.from_json(game.to_json()).record() == Game.from_record(game.record()).record()
try:
    new_game("no such form", ())
except ValueError:
    traceback.format_exc()
"""
# Garbage is usually collected so seldom that a short game has none of the later collections.
COLLECT_OFTEN = "import gc; gc.set_threshold(100, 2, 2)"
RUN = """(program) => new Promise((done, fail) => {
  const script = document.createElement("script");
  script.type = "py";
  script.textContent = program;
  script.addEventListener("py:done", done);
  script.addEventListener("error", fail);
  document.body.append(script);
})"""


@contextmanager
def served(folder: Path) -> Iterator[Host]:
    """Serve a built site; yield the host."""
    with serve_in_thread(Host(folder)) as host:
        yield host


def noting() -> bytes:
    """Return WebAssembly in one part, in which each function notes that it ran."""
    content, script, other = read_stock_pyodide(ROOT)
    _, names = wasm_split.remove_unused_exports(script, other, content)
    everything = frozenset(range(len(WasmModule(content).function_types)))
    return wasm_split.add_call_markers(wasm_split.split_module(content, everything, names)[0])


def open_page(playwright: Playwright, host: Host, line: str, part: bytes) -> Page:
    """Start the page with this part, which has no seal, on a line of this kind."""
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
    page = browser.new_context(service_workers="block").new_page()
    page.add_init_script(KEEP)
    page.add_init_script(line)

    vendor = f"**/{VENDOR_FOLDER}/pyodide"
    page.route(
        f"{vendor}/{START_WASM}",
        lambda route: route.fulfill(body=part, content_type="application/wasm"),
    )
    page.route(f"{vendor}/{DEFERRED_WASM}", lambda route: route.abort())  # it would be another's

    def unsealed(route: Route) -> None:
        text = route.fetch().text()
        before, _, after = text.partition("data-integrity='")
        body = f"{before}data-integrity='{{}}'{after.partition(chr(39))[2]}"
        route.fulfill(body=body, content_type="text/html")

    page.route(lambda url: url.partition("?")[0] == host.url, unsealed)
    return page


def played(page: Page, host: Host) -> set[int]:
    """Start and play; the functions that ran."""
    ran: set[int] = set()
    for form in FORMS:
        game = golden.load(form)
        page.goto(f"{host.url}{game.query}")
        page.wait_for_function(READY, timeout=120_000)
        started: list[int] = page.evaluate(RAN)
        page.evaluate(RUN, COLLECT_OFTEN)
        do_all(page, game.start(), game.game.codes[:80], Mouse(page))
        for _ in range(6):
            page.keyboard.press("Control+z")
        ran.update(page.evaluate(RAN))
    page.evaluate(RUN, EXERCISE)
    page.locator(".menu-button:visible").click()
    page.locator("#menu [data-action='rules']").click()
    ran.update(page.evaluate(RAN))
    print(f"{len(started)} functions until it was ready, {len(ran)} in all", flush=True)
    return ran


def press_first(page: Page, host: Host) -> set[int]:
    """Press what the start screen offers first, before Python is there.

    Return the functions that ran: they are needed before the deferred part is loaded.
    """
    ran: set[int] = set()
    for button in ("#course-next", "#arena-start"):
        page.goto(host.url, wait_until="commit")
        page.locator(button).click()
        page.wait_for_function(READY, timeout=120_000)
        page.wait_for_function("document.body.dataset.screen === 'game'", timeout=60_000)
        ran.update(page.evaluate(RAN))
    print(f"{len(ran)} functions for the first presses", flush=True)
    return ran


@contextmanager
def replaced_list(content: bytes) -> Iterator[None]:
    """Let the build accept this WebAssembly, with an empty list, and put the old list back."""
    old = wasm_split.LIST.read_bytes()
    wasm_split.write_function_list(content, (), "none yet")
    try:
        yield
    finally:
        wasm_split.LIST.write_bytes(old)


def known_functions(content: bytes) -> frozenset[int]:
    """Return the functions of the old list, which a run may miss; none for another Pyodide."""
    try:
        return wasm_split.read_function_list(content)
    except SiteError:
        return frozenset()


def find_functions(part: bytes) -> set[int]:
    """Play without and with the snapshot; return the functions that ran."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        if build_site(Path(scratch, "site")).rung is not Rung.SPLIT:
            raise SystemExit("find_functions: the line above says why there is nothing to split")
        with served(Path(scratch, "site")) as host:
            lines = (UNKNOWN_LINE, QUICK_LINE)
            return set().union(
                *(
                    play(open_page(playwright, host, line, part), host)
                    for line in lines
                    for play in (played, press_first)
                )
            )


def main() -> None:
    """Write the list."""
    terminal.read_file_names("python -m tools.find_functions", __doc__)
    if find_chromium() is None:
        raise SystemExit(NOT_FOUND)
    install_npm_packages(dev=True)
    content = (ROOT / STOCK_FOLDER / STOCK_WASM).read_bytes()
    known = known_functions(content)
    part = noting()
    with replaced_list(content):
        found = find_functions(part)
    wasm_split.write_function_list(
        content,
        found | known,
        f"Functions of {STOCK_WASM} that a start and a game call. Made by {LIST_COMMAND}",
    )


if __name__ == "__main__":
    main()
