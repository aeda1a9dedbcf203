"""Tests of failed starts: the page says which part of the game has not arrived, and which has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import UNKNOWN_LINE, NewPage, Watch, wait_until_ready

pytestmark = pytest.mark.first_visit

PORTAL = {"status": 200, "content_type": "text/html", "body": "<!doctype html><p>Sign in</p>"}
WASM = "static/vendor/pyodide/pyodide.asm.wasm.bin"
# What the HTML names, and what Python starts from; then styles, modules and the rest.
PLACES = (
    "static/js/boot.bundle.js",
    "static/app/tashkalar.bin",
)
MORE_PLACES = (
    "static/css/board.css",
    "static/vendor/pyscript/core.js",
    "static/js/support.js",
    "static/js/board.bundle.js",
    "static/js/python/snapshot.js",
    WASM,
    "static/vendor/zstd/zstd.wasm",
    "static/app/main.py",
    "static/locale/en/page.json",
    "pyscript.toml",
)


def failure_text(page: Page, site: str, part: str, **answer: Any) -> str:
    """Open the page with something else in the place of a part: what a person reads then."""
    page.route(f"{site}{part}", lambda route: route.fulfill(**answer))
    page.goto(site)
    page.wait_for_selector('html[data-app="error"] #app-error:visible', timeout=60_000)
    text = page.locator("#app-error").inner_text()
    expect(page.locator("#app-error [data-reload]")).to_be_visible()
    page.unroute(f"{site}{part}")
    return text


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("places", [PLACES, MORE_PLACES], ids=["some", "more"])
def test_a_portal_in_the_place_of_any_part(
    page: Page, site: str, watch: Watch, places: tuple[str, ...]
) -> None:
    """A network that wants people to sign in answers everything with its own page."""
    watch.allow("")
    page.add_init_script(UNKNOWN_LINE)  # with the snapshot it would not ask for words
    for part in places:
        text = failure_text(page, site, part, **PORTAL)
        assert part in text, text
        if part != "static/js/boot.bundle.js":  # without it nothing looks for the reason
            assert "something else was sent instead" in text, part
            assert "text/html" in text
    page.locator("#app-error [data-reload]").click()
    wait_until_ready(page)


def test_parts_that_fail_are_named(
    new_page: NewPage, site: str, built_folder: Path, watch: Watch
) -> None:
    watch.allow("")
    page = new_page(locale="it-IT")
    whole = (built_folder / WASM).read_bytes()
    text = failure_text(page, site, WASM, body=whole[: len(whole) // 2])
    assert f"{WASM}: " in text
    assert "caricare una parte del gioco: al suo posto" in text, (
        "no Python is there to translate it"
    )
    text = failure_text(page, site, "pyscript.toml", status=500, body="<h1>Sorry</h1>")
    assert "pyscript.toml: 500" in text
    assert "Riprova" in text


@pytest.mark.long
def test_a_script_with_a_wrong_bit(
    new_page: NewPage, site: str, built_folder: Path, watch: Watch
) -> None:
    """The script runs, and misses a function later: the script is blamed, not the program."""
    watch.allow("")
    name = "static/js/boot.bundle.js"
    whole = (built_folder / name).read_text(encoding="utf-8")
    flipped = re.sub(r"\bisKept(?=[,:][^?]*\breportBrokenPart\b)", "isKepu", whole, count=1)
    assert flipped != whole
    flipped = re.sub(r"\bisKepu,", "isKepu: isKept,", flipped)
    text = failure_text(new_page(), site, name, body=flipped, content_type="text/javascript")
    assert f"{name}: another version, or not whole" in text, text
    text = failure_text(new_page(), site, "static/js/board.bundle.js", body="")
    assert "static/js/board.bundle.js: another version, or not whole" in text, text


@pytest.mark.slow
def test_parts_that_do_not_arrive(new_page: NewPage, site: str, watch: Watch) -> None:
    """A part is named if not even its first bytes come; the page waits for all of them.

    A style sheet in the head would hold up the page and all that could name it.
    """
    core, style = "static/vendor/pyscript/core.js", "static/css/board.css"
    slow, stuck = f"{site}static/vendor/pyodide/pyodide.mjs", f"{site}{core}"
    page = new_page()
    held: dict[str, list[Route]] = {slow: [], stuck: [], f"{site}{style}": []}

    def hold(route: Route) -> None:
        if route.request.url == slow and route.request.headers.get("range"):
            route.fulfill(status=206, body=b"\0" * 1024)
        else:
            held[route.request.url].append(route)

    for url in held:
        page.route(url, hold)
    page.goto(site, wait_until="commit")  # modules that are waited for hold the event back
    stalled = page.locator("#stalled")
    expect(page.locator("#stalled-parts")).to_have_text(style, timeout=60_000)
    applies = "getComputedStyle(document.querySelector('.signs')).display === 'none'"
    assert not page.evaluate(applies)
    for route in held[f"{site}{style}"]:
        route.continue_()
    expect(page.locator("[data-waiting]")).to_have_count(0)
    assert page.evaluate(applies)
    expect(page.locator("#stalled-parts")).to_have_text(core, timeout=60_000)
    expect(stalled).to_be_visible()
    expect(stalled.locator("[data-reload]")).to_be_visible()
    expect(page.locator("#app-error")).to_be_hidden()
    held[stuck][0].continue_()  # the others ask for the first bytes
    expect(stalled).to_be_hidden()
    held[slow][0].continue_()
    wait_until_ready(page)
