"""Each rung of the start below `split` starts, plays, saves and loads; test_start.py plays `split`.

A built site falls back to the rungs below at run time, and says why in the console.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, Route

from tashkalar import Game
from tashkalar.site.build import build_site
from tashkalar.site.pyodide.python_library import EMPTY_ZIP
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.site.server import make_server
from tests import golden
from tests.browser.conftest import UNKNOWN_LINE, NewPage, OpenApp, Watch, wait_until_ready
from tests.browser.play import Mouse, compare, do_all, look, shelved, stored
from tests.browser.test_start import how
from tests.conftest import MadeOnce
from tests.limits import serve_in_thread

GOLDEN = golden.load("duel")
ServeRung = Callable[[Rung], str]
STORING_TIMEOUT_MS = 60_000


@pytest.fixture
def serve_rung(made_once: MadeOnce) -> Iterator[ServeRung]:
    """Return a function that serves a build on a rung and returns its address."""
    with ExitStack() as stack:

        def serve(rung: Rung) -> str:
            name = f"rung-{rung.label}"
            folder = made_once(name, lambda out: build_site(out, rung=rung))
            return stack.enter_context(serve_in_thread(make_server(folder, quiet=True))).url

        yield serve


def record_console(page: Page) -> list[str]:
    """Return the list that the console's lines on the start come into."""
    lines: list[str] = []
    page.on("console", lambda said: lines.append(said.text))
    return lines


def assert_saved(page: Page, site: str) -> None:
    """Open the site again: the game on the table is the same."""
    before = look(page)
    page.goto(site)
    wait_until_ready(page)
    after = look(page)
    assert after._replace(stops=before.stops) == before  # the keyboard's place is not saved


@pytest.mark.first_visit
@pytest.mark.parametrize(
    ("rung", "kind"),
    [
        (Rung.STOCK, "stock"),
        # The first visit on the rung above starts on this rung too.
        pytest.param(Rung.COMPILED, "ordinary", marks=pytest.mark.long),
    ],
)
def test_first_visit_loads_plays_and_saves(
    rung: Rung, kind: str, serve_rung: ServeRung, open_app: OpenApp, new_page: NewPage, watch: Watch
) -> None:
    """One start for all three: starts on these rungs take longest."""
    watch.allow("Service Worker registration blocked")
    watch.base = serve_rung(rung)
    game, codes = GOLDEN.start(), GOLDEN.game.codes[:6]
    for code in codes[:2]:
        game.play(code)
    page = new_page(service_workers="block", storage=shelved(game))
    lines = record_console(page)
    open_app(page=page, base=watch.base)
    assert how(page)["kind"] == kind
    assert not [line for line in lines if "the rung" in line]
    assert not [url for url in watch.requests if re.search(r"asm\.wasm\.bin|snapshot-", url)]
    compare(page, game, covered=False, can_undo=None)
    do_all(page, game, codes[2:], Mouse(page))
    (saved,) = stored(page).values()
    assert Game.from_json(json.loads(saved)["game"]).codes == codes


@pytest.mark.long
@pytest.mark.first_visit
def test_snapshot_needs_no_split_wasm(
    serve_rung: ServeRung, open_app: OpenApp, page: Page, watch: Watch
) -> None:
    """The first visit starts on the rung below and stores the snapshot; the second uses it."""
    site = serve_rung(Rung.SNAPSHOT)
    lines = record_console(page)
    open_app(page=page, base=site)
    assert how(page) == {"kind": "ordinary", "reason": "not kept"}
    assert "Tash-Kalar starts on the rung compiled: snapshot not kept" in lines
    page.wait_for_selector('html[data-offline="ready"]', timeout=STORING_TIMEOUT_MS)
    assert not [url for url in watch.requests if url.endswith("python_stdlib.zip")]
    page.goto(site + GOLDEN.query)
    wait_until_ready(page)
    assert how(page) == {"kind": "snapshot", "reason": ""}
    do_all(page, GOLDEN.start(), GOLDEN.game.codes[:4], Mouse(page))
    assert_saved(page, site)
    assert how(page)["kind"] == "snapshot"


@pytest.mark.long
@pytest.mark.first_visit
def test_library_that_python_cannot_use(new_page: NewPage, site: str, watch: Watch) -> None:
    """A site on the rung `split` starts as Pyodide comes, and says why in one line."""
    watch.allow("Service Worker registration blocked|^console warning:")
    # What Python itself writes when it finds no library.
    watch.allow("Fatal Python error|Python runtime state|ModuleNotFoundError|Current thread")
    watch.allow("no Python frame|^console error: $")
    page = new_page(service_workers="block")
    lines = record_console(page)

    def unsealed(route: Route) -> None:
        text = re.sub("data-integrity='[^']*'", "data-integrity='{}'", route.fetch().text())
        route.fulfill(body=text, content_type="text/html")

    page.add_init_script(UNKNOWN_LINE)  # it brings no snapshot
    page.route(re.compile(re.escape(site) + r"(\?.*)?$"), unsealed)
    page.route("**/python_stdlib.bin", lambda route: route.fulfill(body=EMPTY_ZIP))
    page.goto(site + GOLDEN.query)
    wait_until_ready(page)
    assert how(page)["kind"] == "stock"
    assert len([line for line in lines if "starts on the rung stock: " in line]) == 1, lines
    do_all(page, GOLDEN.start(), GOLDEN.game.codes[:2], Mouse(page))
