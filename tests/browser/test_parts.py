"""Tests of failed starts: the page says which part of the game has not arrived, and which has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import UNKNOWN_LINE, NewPage, Watch, wait_until_ready

pytestmark = pytest.mark.first_visit

PORTAL = {"status": 200, "content_type": "text/html", "body": "<!doctype html><p>Sign in</p>"}
WASM = "static/vendor/pyodide/pyodide.asm.wasm.bin"
# One of each kind: classic scripts and styles of the HTML, modules, what each layer fetches.
PLACES = (
    "static/js/support.js",
    "static/js/boot.bundle.js",
    "static/js/board.bundle.js",
    "static/css/board.css",
    "static/js/python/snapshot.js",
    "static/vendor/pyscript/core.js",
    WASM,
    "static/vendor/zstd/zstd.wasm",
    "static/app/tashkalar.bin",
    "static/app/main.py",
    "static/locale/en/page.json",
    "pyscript.toml",
)


def told(page: Page, site: str, part: str, **answer: Any) -> str:
    """Open the page with something else in the place of a part: what a person reads then."""
    page.route(f"{site}{part}", lambda route: route.fulfill(**answer))
    page.goto(site)
    page.wait_for_selector('html[data-app="error"] #app-error:visible', timeout=60_000)
    text = page.locator("#app-error").inner_text()
    expect(page.locator("#app-error [data-reload]")).to_be_visible()
    page.unroute(f"{site}{part}")
    return text


@pytest.mark.slow
def test_a_portal_in_the_place_of_any_part(page: Page, site: str, watch: Watch) -> None:
    """A network that wants people to sign in answers everything with its own page."""
    watch.allow("")
    page.add_init_script(UNKNOWN_LINE)  # with the snapshot it would not ask for words
    for part in PLACES:
        text = told(page, site, part, **PORTAL)
        assert part in text, text
        if part != "static/js/boot.bundle.js":  # without it nothing looks for the reason
            assert "something else was sent instead" in text, part
            assert "text/html" in text
    page.locator("[data-reload]").click()
    wait_until_ready(page)


def test_parts_that_fail_are_named(
    new_page: NewPage, site: str, built_folder: Path, watch: Watch
) -> None:
    watch.allow("")
    page = new_page(locale="it-IT")
    whole = (built_folder / WASM).read_bytes()
    text = told(page, site, WASM, body=whole[: len(whole) // 2])
    assert f"{WASM}: " in text
    assert "Al posto di una parte del gioco" in text, "no Python is there to translate it"
    text = told(page, site, "pyscript.toml", status=500, body="<h1>Sorry</h1>")
    assert "pyscript.toml: 500" in text
    assert "Riprova" in text
