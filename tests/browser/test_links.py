"""Links bring a game to the table; it is kept when the person plays it, or wants it kept."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from playwright.sync_api import Route, expect

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


@pytest.mark.parametrize("link", ["query", "fragment"])
def test_a_link_is_not_stored_before_a_move(open_app: OpenApp, link: str) -> None:
    own = golden.load("duel").start()
    texts = shelved(own)
    page = open_app(storage=texts)
    for _ in range(4):
        page.goto("about:blank")
        open_app(LINKS[link], page=page)
        assert look(page).pieces == {"e5": "1 heroic"}
        assert stored(page) == texts
    page.goto("about:blank")
    open_app(page=page)
    assert look(page).pieces == {}, "the person's own game goes on"
    page.goto("about:blank")
    open_app(LINKS[link], page=page)
    page.locator("[data-square][data-legal='place']").first.click()
    kept = stored(page)
    assert len(kept) == 2 and kept.items() > texts.items()
    assert "scenario" not in page.url
    pieces = look(page).pieces
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready")
    assert look(page).pieces == pieces
    assert stored(page).keys() == kept.keys()


def test_a_link_is_kept_when_it_gets_a_name(open_app: OpenApp) -> None:
    page = open_app(LINKS["query"])
    menu(page, "save")
    page.fill("#confirm-input", "From a friend")
    page.locator("#confirm-ok").click()
    expect(page.locator("#toasts")).to_contain_text("From a friend")
    (text,) = stored(page).values()
    sheet = json.loads(text)
    assert sheet["title"] == "From a friend"
    assert Game.from_json(sheet["game"]).scenario is not None


def test_a_link_that_is_left_is_forgotten(open_app: OpenApp) -> None:
    page = open_app(LINKS["query"])
    menu(page, "new-game")
    assert "scenario" not in page.url
    assert not stored(page)
    expect(page.locator("#saves-list [data-save]")).to_have_count(0)


@pytest.mark.parametrize("how", ["dropped", "missing", "malformed"])
def test_a_link_to_nothing_ends_on_the_start_screen(
    open_app: OpenApp, watch: Watch, how: str
) -> None:
    def answer(route: Route) -> None:
        route.abort() if how == "dropped" else route.fulfill(status=404, body="gone")

    page = open_app()
    page.route("**/lesson-x.json", answer)
    watch.allow("lesson-x.json|ERR_FAILED|status of 404")
    open_app("?scenario=" + ("http://[" if how == "malformed" else "lesson-x.json"), page=page)
    assert look(page).screen == "start"
    expect(page.locator("#banner")).to_be_visible()
    assert page.locator("#banner-text").inner_text()
