"""The home: five places, one gold button, and everything in the first window."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tashkalar import new_game
from tests import golden
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import menu, shelved, sideways_scroll

LANGUAGES = ("en", "fr", "es", "it", "el")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 1024, "height": 768},
    {"width": 1366, "height": 768},
    {"width": 1600, "height": 1000},
)
PLACES = ("play", "learn", "puzzles", "library", "you")
MOST_WORDS, MOST_CONTROLS = 50, 14
# The letters and numbers at the board's edge are no words.
_WORDS = """() => {
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true });
  const seen = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: parent, data } = walk.currentNode;
    if (parent.closest("svg, .vh, script, style, template") || !isSeen(parent)) continue;
    seen.push(...data.split(/[\\s:,]+/).filter(Boolean));
  }
  return seen;
}"""
_CONTROLS = """() => [...document.querySelectorAll("button, a[href], input, select")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true })).length"""


def _check_calm(page: Page, where: str) -> None:
    for selector in ("#start .offer:visible", ".places .btn", "#board"):
        for part in page.locator(selector).all():
            box, size = part.bounding_box(), page.viewport_size
            assert box and size, where
            assert box["y"] >= -0.5 and box["y"] + box["height"] <= size["height"] + 0.5, where
    assert not sideways_scroll(page), where
    words = page.evaluate(_WORDS)
    assert len(words) <= MOST_WORDS, (where, words)
    assert page.evaluate(_CONTROLS) <= MOST_CONTROLS, where
    gold = page.locator("#start [data-primary]:visible")
    expect(gold).to_have_count(1)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_home_is_seen_whole_with_one_gold_button(size: ViewportSize, open_app: OpenApp) -> None:
    page = open_app()
    page.set_viewport_size(size)
    _check_calm(page, "a first visit")
    expect(page.locator("#course-next")).to_have_attribute("data-primary", "")
    open_app("#play", page=page, storage=shelved(golden.load("duel").start()))
    _check_calm(page, "with a game to continue")
    expect(page.locator("#continue-game")).to_have_attribute("data-primary", "")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_home_fits_a_small_phone_in_each_language(language: str, open_app: OpenApp) -> None:
    game = new_game("duel", ["northern", "southern"], seed=1)  # the longest names
    page = open_app(f"?lang={language}#play", storage=shelved(game))
    page.set_viewport_size(SIZES[0])
    foot = page.locator(".places").bounding_box()
    assert foot
    for part in page.locator("#start .offer:visible").all():
        box = part.bounding_box()
        assert box and box["y"] + box["height"] <= foot["y"] + 0.5, part
    for selector in ("#start .offer:visible", ".places .btn"):
        for part in page.locator(selector).all():
            box = part.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= 640.5, part
    assert not sideways_scroll(page)
    lines = page.locator("#setup-plan").evaluate("plan => plan.getClientRects().length")
    assert lines == 1, "the game that would be played stands in one line"


def test_each_place_has_an_address_and_is_marked(open_app: OpenApp) -> None:
    page = open_app()
    ways = page.locator(".places [data-leads-to]")
    assert [way.get_attribute("data-leads-to") for way in ways.all()] == list(PLACES)
    marked = page.locator('.places [aria-current="page"]')
    expect(marked).to_have_attribute("data-leads-to", "play")
    for place in (*PLACES[1:], "play"):
        page.locator(f'.places [data-leads-to="{place}"]').click()
        expect(marked).to_have_attribute("data-leads-to", place)
        expect(marked).to_have_count(1)
        assert page.url.endswith(f"#{place}")
    page.go_back()
    expect(marked).to_have_attribute("data-leads-to", "you")
    for place in PLACES:
        open_app(f"#{place}", page=page)
        page.reload()
        expect(marked).to_have_attribute("data-leads-to", place)
        expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)


def test_the_address_of_the_saved_games_shows_them(open_app: OpenApp) -> None:
    page = open_app("#games", storage=shelved(golden.load("duel").start()))
    expect(page.locator("#saves-list > li")).to_be_visible()
    page.locator('#saves-list [data-save-action="continue"]').click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator(".places")).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Result"), ("it", "Risultato"), ("el", "Αποτέλεσμα")],
)
def test_a_game_that_is_over_is_not_continued(language: str, word: str, open_app: OpenApp) -> None:
    storage = shelved(golden.load("high-form").start(), golden.load("duel").game)
    page = open_app(f"?lang={language}#games", size="small", storage=storage)
    button = page.locator('#saves-list [data-save-action="continue"]')
    expect(button.first).to_have_text(word)
    assert not re.search(r"\d:\d\d:\d\d", page.locator("#saves-list").inner_text()), "seconds"
    widths = {box["width"] for one in button.all() if (box := one.bounding_box())}
    assert len(widths) == 1, "the buttons of all rows are as wide"
    assert not sideways_scroll(page)
    button.first.click()
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    boxes = [one.bounding_box() for one in page.locator(".win .btn:visible").all()]
    is_one_line = len({box["height"] for box in boxes if box}) == 1
    assert is_one_line or language != "en", boxes


def test_arrows_change_the_level_by_one(open_app: OpenApp) -> None:
    page = open_app()
    weaker, stronger = page.locator('[data-level-step="-1"]'), page.locator('[data-level-step="1"]')
    shown = page.locator(".level:visible")
    expect(shown).to_contain_text("First steps")
    expect(weaker).to_be_hidden()
    names = [shown.locator("b").inner_text()]
    while stronger.is_visible():
        stronger.click()
        names.append(shown.locator("b").inner_text())
    assert names == [
        "First steps", "Beginner", "Learner", "Novice", "Adept", "Expert", "Master"
    ]  # fmt: skip
    expect(weaker).to_be_focused()  # the other one is gone, and another press begins no game
    weaker.click()
    expect(shown).to_contain_text("Expert")
    page.locator("#arena-start").click()
    menu(page, "new-game")
    expect(shown).to_contain_text("Expert")  # not the level for those who have played


def test_the_form_takes_the_place_of_the_home_and_keeps_its_values(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    page.locator("#setup-open").click()
    expect(page.locator("#setup-title")).to_be_focused()
    expect(page.locator("#arena-start")).to_be_hidden()
    page.locator('#setup label:has(> [name="form"][value="duel"])').click()
    page.locator("#setup-close").click()
    expect(page.locator("#setup")).to_be_hidden()
    page.locator("#setup-open").click()
    page.go_back()
    expect(page.locator("#setup")).to_be_hidden()
    # An error opens the form without an entry in the history: its way back leads home, too.
    page.locator("#setup-open").click()
    page.locator('#setup [name="school-2"][value="northern"]').check(force=True)
    page.locator("#setup-close").click()
    for place in ("library", "play"):
        page.locator(f'.places [data-leads-to="{place}"]').click()
    page.locator("#arena-start").click()
    expect(page.locator("#setup-error")).not_to_be_empty()
    page.locator("#setup-close").click()
    expect(page.locator("#arena-start")).to_be_visible()
    page.locator("#setup-open").click()
    page.locator('#setup [name="school-2"][value="southern"]').check(force=True)
    page.locator("#setup-close").click()
    expect(page.locator("#setup-plan")).to_contain_text("Duel")
    page.locator("#arena-start").click()
    expect(page.locator("body")).to_have_attribute("data-form", "duel")


_GROWTHS = """() => { window.growths = new Promise((done) => new MutationObserver(() => {
  if (document.body.dataset.screen === "game") setTimeout(() => {
    const growths = document.getElementById("board").getAnimations();
    const tile = document.querySelector('#board-grid [data-square="a5"] .tile');
    const box = tile.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    done([growths.length > 0, Boolean(hit.closest("#board"))]);
  });
}).observe(document.body, { attributes: true, attributeFilter: ["data-screen"] })); }"""


_PLANE_AND_BOARD = """() => ["film-plane", "board-grid"].map((id) => {
  const node = document.getElementById(id);
  const corner = id === "film-plane" ? node : node.querySelector('[data-square="a5"] .tile');
  return corner.getBoundingClientRect().left;
})"""


# A second after the size of the window has changed: for how many milliseconds the board was empty.
_WATCH_EMPTY = """() => { window.emptyFor = new Promise((done) =>
  window.addEventListener("resize", () => {
    const plane = document.getElementById("film-plane");
    let since = performance.now(), longest = 0;
    const end = since + 1000;
    const look = (now) => {
      if (plane.querySelector(".stone")) since = now;
      longest = Math.max(longest, now - since);
      if (now < end) requestAnimationFrame(look);
      else done(longest);
    };
    requestAnimationFrame(look);
  }, { once: true })); }"""
_EMPTY_AT_MOST_MS = 400  # the page draws itself anew before


@pytest.mark.parametrize(
    ("size", "motion"),
    [("phone", "no-preference"), ("desktop", "no-preference"), ("phone", "reduce")],
)
def test_the_board_grows_into_its_place_unless_nothing_may_move(
    size: str,
    motion: Literal["no-preference", "reduce"],
    open_app: OpenApp,
    new_page: NewPage,
) -> None:
    page = open_app(page=new_page(size, reduced_motion=motion))
    page.evaluate(_GROWTHS)
    page.locator("#arena-start").click()
    grows, can_be_pressed = page.evaluate("() => window.growths")
    assert grows == (motion == "no-preference")
    assert can_be_pressed != grows  # a press on a moving board could be released on another square
    # Measured while the board grew: films are where the board stands in the end.
    page.wait_for_function("() => !document.getElementById('board').getAnimations().length")
    page.locator('[data-square="e4"]').click()
    plane, board = page.evaluate(_PLANE_AND_BOARD)
    assert plane == pytest.approx(board, abs=6)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_board_of_the_start_is_not_empty_after_a_new_size(
    motion: Literal["no-preference", "reduce"], open_app: OpenApp, new_page: NewPage
) -> None:
    page = open_app(page=new_page("desktop", reduced_motion=motion))
    pieces = page.locator("#film-plane .stone")
    expect(pieces).not_to_have_count(0)
    for width in (1000, 700, 1200):
        page.evaluate(_WATCH_EMPTY)
        page.set_viewport_size({"width": width, "height": 760})
        empty = page.evaluate("window.emptyFor")
        assert empty < _EMPTY_AT_MOST_MS, f"{width}: {empty} ms"
    page.locator('.places [data-leads-to="learn"]').click()
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(pieces).to_have_count(0)


def test_a_notice_leaves_the_ways_to_the_places_free(open_app: OpenApp) -> None:
    page = open_app("?form=chess", size="phone")
    expect(page.locator("#banner")).to_be_visible()
    for place in ("you", "play"):
        page.locator(f'.places [data-leads-to="{place}"]').click()
        expect(page.locator('.places [aria-current="page"]')).to_have_attribute(
            "data-leads-to", place
        )


def test_the_wheel_over_the_board_scrolls_what_lies_beside_it(open_app: OpenApp) -> None:
    page = open_app()
    page.set_viewport_size({"width": 1000, "height": 420})
    start = page.locator("#start")
    assert start.evaluate("(node) => node.scrollHeight > node.clientHeight")
    board = page.locator("#board").bounding_box()
    assert board is not None
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    page.mouse.wheel(0, 300)
    page.wait_for_function("document.getElementById('start').scrollTop > 0")


HOLD_ARCHIVES = """() => {
  const { fetch } = window;
  const held = new Promise((release) => { window.release = release; });
  window.fetch = async (address, how) => {
    if (String(address).endsWith(".zip")) await held;
    return fetch(address, how);
  };
}"""


def test_what_is_fetched_is_seen_to_come(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    progress = page.locator("#progress")
    expect(progress).to_be_hidden()
    page.evaluate(HOLD_ARCHIVES)
    page.locator("#course-next").click()
    expect(progress).to_be_visible()
    page.evaluate("window.release()")
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(progress).to_be_hidden()
