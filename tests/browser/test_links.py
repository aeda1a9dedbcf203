"""Tests of links with a game; the page keeps such a game once a person plays or saves it."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tashkalar import Game
from tests import golden
from tests.browser.conftest import OpenApp, Watch
from tests.browser.play import look, menu, shelved, stored

SCENARIO = {
    "form": "duel",
    "seats": [{"school": "northern"}, {"school": "sylvan"}],
    "board": {"e5": "1 heroic"},
    "text": "A lesson.",
}
LINKS = {
    "query": "?scenario=" + quote(json.dumps(SCENARIO)),
    "fragment": "#scenario=" + quote(json.dumps(SCENARIO)),
}


def test_a_link_is_not_stored_before_a_move(open_app: OpenApp) -> None:
    own = golden.load("duel").start()
    texts = shelved(own)
    page = open_app(storage=texts)
    open_app(LINKS["query"], page=page)
    assert look(page).pieces == {"e5": "1 heroic"}
    assert stored(page) == texts
    menu(page, "new-game")  # a link that is left is forgotten
    assert "scenario" not in page.url
    assert stored(page) == texts
    expect(page.locator("#saves-list [data-save]")).to_have_count(1)
    open_app(page=page)
    assert look(page).pieces == {}, "the person's own game goes on"
    page.goto("about:blank")  # to another fragment alone would be no start
    open_app(LINKS["fragment"], page=page)
    assert look(page).pieces == {"e5": "1 heroic"}
    assert stored(page) == texts
    page.locator("[data-square][data-legal='place']").first.click()
    kept = stored(page)
    assert len(kept) == 2 and kept.items() > texts.items()
    assert "scenario" not in page.url
    pieces = look(page).pieces
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready")
    assert look(page).pieces == pieces
    assert stored(page).keys() == kept.keys()


@pytest.mark.long
def test_a_new_game_is_not_stored_before_a_move(open_app: OpenApp) -> None:
    """The address names a form and a seed: a reload deals the same game until it is played."""
    page = open_app("?form=duel&schools=northern,sylvan&seed=7&lang=en")
    page.locator("#curtain-open").click()
    hand = look(page).hand
    assert hand and not stored(page) and "seed=7" in page.url
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready")
    page.locator("#curtain-open").click()
    assert look(page).hand == hand and not stored(page)
    page.locator("[data-square][data-legal]").first.click()
    assert look(page).pieces
    assert len(stored(page)) == 1
    assert "seed" not in page.url and "lang=en" in page.url


def test_links_in_a_page_that_is_open(open_app: OpenApp) -> None:
    """A link that differs only behind the # opens what it names; the open game is saved."""
    game = golden.load("duel").start()
    page = open_app(storage=shelved(game))
    before = stored(page)
    page.evaluate("(mark) => { location.hash = mark; }", LINKS["fragment"])
    expect(page.locator('[data-square="e5"] [data-piece]')).to_have_count(1)
    assert look(page).pieces == {"e5": "1 heroic"} and stored(page) == before
    other = json.dumps({**SCENARIO, "board": {"d4": "2 heroic"}})
    page.evaluate("(mark) => { location.hash = mark; }", "#scenario=" + quote(other))
    expect(page.locator('[data-square="d4"] [data-piece]')).to_have_count(1)
    assert "d4" in page.url, "the address of the link that is open stays"
    page.go_back()  # to the link before
    expect(page.locator('[data-square="e5"] [data-piece]')).to_have_count(1)
    page.evaluate("location.hash = '#rules/moves'")
    expect(page.locator("#dlg-rules")).to_be_visible()
    assert look(page).pieces == {"e5": "1 heroic"}
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#scenario=%7B'")
    expect(page.locator("#banner-text")).to_contain_text("not JSON")
    assert look(page).pieces == {"e5": "1 heroic"}, "a wrong link changes nothing"
    page.evaluate("location.hash = '#learn'")
    expect(page.locator("body")).to_have_attribute("data-screen", "learn")
    menu(page, "you")
    rows = page.locator("#saves-list [data-save]")
    expect(rows).to_have_count(1)
    expect(rows).not_to_contain_text("Open in another tab")
    rows.locator('[data-save-action="continue"]').click()
    expect(page.locator("body")).to_have_attribute("data-screen", re.compile("game|curtain"))
    assert stored(page).keys() == before.keys()


def test_a_link_is_kept_when_it_gets_a_name(open_app: OpenApp) -> None:
    page = open_app(LINKS["query"])
    # The path of an address that was joined carelessly, which could also begin another site's.
    page.evaluate("history.replaceState(null, '', `${location.origin}//${location.search}`)")
    menu(page, "save")
    page.fill("#confirm-input", "From a friend")
    page.locator("#confirm-ok").click()
    expect(page.locator("#toasts")).to_contain_text("From a friend")
    assert page.evaluate("location.pathname + location.search") == "//"
    (text,) = stored(page).values()
    record = json.loads(text)
    assert record["title"] == "From a friend"
    assert Game.from_json(record["game"]).scenario is not None


@pytest.mark.long
def test_a_link_to_nothing_ends_on_the_start_screen(
    open_app: OpenApp, page: Page, watch: Watch
) -> None:
    watch.allow("lesson-x.json|ERR_FAILED|status of 404")
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.partition("?")[2])
        if asked[-1] == "dropped":
            route.abort()
        else:
            route.fulfill(status=404, body="gone")

    page.route(re.compile(r"/lesson-x[.]json"), answer)
    said = {
        "lesson-x.json?dropped": "lesson-x.json",
        "lesson-x.json?missing": "404",
        "http://[": "on the same site",
    }
    watch.allow("status.* 404")
    for name in ("constructor", "__proto__"):
        open_app("?lesson=" + name, page=page)
        assert look(page).screen == "start", name
        expect(page.locator("#banner-text"), name).to_contain_text("404")
    for nothing, expected in said.items():
        open_app("?scenario=" + quote(nothing), page=page)
        assert look(page).screen == "start", nothing
        expect(page.locator("#banner"), nothing).to_be_visible()
        expect(page.locator("#banner-text")).to_contain_text(expected)
    assert asked == ["dropped", "missing"]
