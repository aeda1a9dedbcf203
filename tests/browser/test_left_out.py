"""Sites built without features: they play, show no way to what is left out, and say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tashkalar.site.build import build_site
from tashkalar.site.features import checkout_without, features_of, read_table
from tashkalar.site.paths import SiteError
from tashkalar.site.pyodide.python_library import QUICK_COMPRESSION
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.site.server import make_server
from tests.browser.conftest import OpenApp
from tests.browser.play import look, settled
from tests.browser.test_opponents import give_to, play_on, wait_for_turn
from tests.limits import serve_in_thread

ALL = tuple(row.name for row in read_table())
ENTRIES = {
    "summary": "#curve",
    "turn_replay": '[data-action="last-turn"]',
    "player_cards": "#dlg-player",
    "rules_search": "#rules-query",
    "lessons": '[data-action="lessons"]',
    "puzzles": '[data-action="puzzles"]',
    "daily_duel": "#daily-duel-screen",
    "drill": "#drill-screen",
    "packs": '[data-action="packs"]',
    "far": '[data-action="far"]',
    "studies": '[data-action="review"]',
    "workshop": '[data-action="workshop"]',
    "tour": '[data-action="company"]',
    "stored": '[data-action="stored"]',
    "rating": '[data-action="rating"]',
    "scanning": '[data-setting="scan"]',
    "spoken": '[data-i18n="page.keys.position"]',
}


@contextmanager
def _site_without(names: tuple[str, ...], folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Build a site quickly, on the lowest rung, and serve it; yield what it has, too."""
    with checkout_without(names) as root:
        here = {row.name for row in features_of(root)}
        build_site(folder, root, Rung.STOCK, compression=QUICK_COMPRESSION)
    with serve_in_thread(make_server(folder, quiet=True)) as server:
        yield server.url, here


@pytest.mark.first_visit
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(ALL, id="all"),
        *(pytest.param((name,), id=name, marks=pytest.mark.long) for name in ALL),
    ],
)
def test_a_site_plays_without_features(
    open_app: OpenApp, tmp_path: Path, names: tuple[str, ...]
) -> None:
    with _site_without(names, tmp_path / "site") as (url, here):
        page = open_app("?form=duel&seed=7", base=url)
        page.locator("#curtain-open").click()
        page.locator("[data-square][data-legal]").first.click()  # the mark
        page.locator("#curtain-open").click()
        page.locator("[data-square][data-legal]").first.click()
        settled(page)
        assert look(page).pieces, "a piece was placed"
        give_to(page, "novice", "")
        play_on(page)
        wait_for_turn(page)
        expect(page.locator("#log")).to_contain_text("Turn 2: Novice", timeout=60_000)
        expect(page.locator("#turn-text")).to_contain_text("Blue")
        for name, entry in ENTRIES.items():
            there = page.locator(entry).count() > 0
            assert there == (name in here), f"{name}: {entry}"
        for row in read_table():
            if row.name not in here and row.parameters:
                parameter = row.parameters[0].name
                page.evaluate("(mark) => { location.hash = mark; }", f"{parameter}=x")
                expect(page.locator("#banner")).to_contain_text(f"“{parameter}”")


def test_a_feature_that_does_not_exist_is_named() -> None:
    there = "there is no feature 'nothing'; there are: daily_duel, drill, embeds, far"
    wrong = pytest.raises(SiteError, match=there)
    with wrong, checkout_without(["nothing"]):
        pass
