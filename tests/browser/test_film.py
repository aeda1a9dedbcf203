"""Tests of the replay of the others' turn, also that it does not slow a slow machine."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tashkalar import Game
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import settled, shelved
from tests.browser.test_stage import WATCH_SHIFTS, jumped
from tests.support import arrange, pattern_at, play


def begun() -> Game:
    """Return a game: Green has placed two pieces; Blue can summon its Knight onto one of them."""
    board = {**pattern_at("knight", "e5"), "e5": "2 common", "a7": "2 common"}
    game = arrange(board, hand=["knight"], turn={"number": 3})
    play(game, "+a5", "+a6", ".", "+g5", "+g6", ".")
    return game


# Keeps the names of all properties that are animated, and counts the scenes that begin or end.
RECORD = """() => {
  window.scenes = 0;
  window.animated = new Set();
  document.addEventListener("tashkalar-scene", () => { window.scenes += 1; });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    for (const name of frames.flatMap(Object.keys)) window.animated.add(name);
    return animate.call(this, frames, timing);
  };
}"""


def summon_knight(page: Page) -> None:
    page.locator('#hand [data-card="knight"]').click()
    page.locator('[data-square="e5"]').click()
    piece = page.locator('[data-square="e5"] [data-piece]')
    expect(piece).to_have_attribute("data-rank", "heroic")


def test_the_others_turn_is_shown(open_app: OpenApp, new_page: NewPage) -> None:
    stored = shelved(begun(), covered=True)
    page = new_page("large", storage=stored, reduced_motion="no-preference")
    open_app(page=page)
    expect(page.locator("#curtain-summary li")).to_have_count(2)
    page.locator("#curtain-open").click()
    expect(page.locator("#meanwhile [data-step]")).to_have_count(2)
    framed = page.locator("#board-grid [data-square]:focus > .signs > .s-focus")
    expect(framed).to_be_hidden()  # without a keyboard it would look like a target
    page.keyboard.press("Shift")
    expect(framed).to_be_visible()
    expect(page.locator("[data-veiled]")).not_to_have_count(0)  # what has not come yet
    page.locator('[data-square="e6"]').click()  # ends it, and decides nothing
    expect(page.locator("#meanwhile")).to_be_hidden()
    expect(page.locator("[data-veiled]")).to_have_count(0)
    assert page.locator('[data-square="e6"] [data-piece]').count() == 0
    hand = page.locator("#hand").bounding_box()
    page.locator('.bar [data-action="last-turn"]').click()
    expect(page.locator("#meanwhile-title")).to_be_focused()
    assert page.locator("#hand").bounding_box() == hand, "the hand keeps its place"
    doing, later = page.locator("#meanwhile-doing"), page.locator("#log .log-row[data-later]")
    page.locator('#meanwhile [data-step="1"]').click()
    expect(doing).to_have_text("Green places a common piece on g6")
    expect(page.locator("#meanwhile-at")).to_have_text("2 of 2")
    expect(later).to_have_count(0)
    page.locator('[data-meanwhile-action="back"]').click()
    expect(doing).to_have_text("Green places a common piece on g5")
    expect(later).to_be_hidden()  # the log grows with the steps
    expect(later.locator(".log-step")).to_be_hidden()
    expect(page.locator("#players [data-moves]")).to_have_attribute("data-school", "sylvan")
    twice = page.locator('[data-speed="2.0"]')
    twice.click()
    expect(twice).to_have_attribute("aria-pressed", "true")
    page.evaluate(WATCH_SHIFTS)
    jumped(page)
    page.evaluate("window.shifts = []")  # of the start, which test_stage.py watches
    page.locator('[data-meanwhile-action="play"]').click()
    expect(page.locator("#meanwhile")).to_be_hidden()  # it has gone on to its end
    assert jumped(page) < 0.001, page.evaluate("window.shifts")
    # A list with more steps than fit begins at its first again.
    page.locator('.bar [data-action="last-turn"]').click()
    steps = page.locator("#meanwhile-steps")
    steps.evaluate("(list) => { list.style.maxHeight = '2.25rem'; }")
    page.locator('#meanwhile [data-step="1"]').click()
    page.wait_for_function("document.getElementById('meanwhile-steps').scrollTop > 0")
    page.locator('[data-meanwhile-action="skip"]').click()
    page.locator('.bar [data-action="last-turn"]').click()
    page.wait_for_function("document.getElementById('meanwhile-steps').scrollTop === 0")


def test_a_slow_machine_need_not_draw_the_board_anew(open_app: OpenApp, new_page: NewPage) -> None:
    """A browser moves what changes only in its transform and opacity without the page's thread."""
    page = new_page(storage=shelved(begun()), reduced_motion="no-preference")
    open_app(page=page)
    page.evaluate(RECORD)
    summon_knight(page)
    page.wait_for_function("window.scenes === 2")  # one, and its end
    animated = set(page.evaluate("[...window.animated]"))
    assert animated - {"offset", "easing"} == {"transform", "opacity"}
    page.locator('.bar [data-action="undo"]').click()
    page.evaluate("document.documentElement.dataset.motion = 'off'")
    summon_knight(page)
    settled(page)
    assert page.evaluate("window.scenes") == 2


def test_a_piece_breaks_and_its_point_flies_to_the_score(
    open_app: OpenApp, new_page: NewPage
) -> None:
    page = new_page(storage=shelved(begun()), reduced_motion="no-preference")
    open_app(page=page)
    page.evaluate("""() => {
      window.seen = new Set();
      const note = () => {
        for (const name of ["shard-1", "shard-2", "shard-3", "shard-4", "film-coin"])
          if (document.querySelector(`.${name}`)) window.seen.add(name);
        requestAnimationFrame(note);
      };
      note();
    }""")
    score = page.locator(".seat-score [data-field=score]").first
    scene = {"what": "points", "at": 0, "lasts": 300, "square": "e5", "school": "northern"}
    broken = {"what": "crack", "at": 0, "lasts": 300, "square": "d4", "school": "sylvan"}
    acts = [{**scene, "amount": 2}, {**broken, "rank": "common"}]
    score.evaluate("(field) => { field.textContent = '5'; }")
    film = json.dumps([{"differs": {}, "acts": acts, "lasts": 400}])
    page.evaluate("(film) => window.tashkalar.animation.play(film, false)", film)
    expect(score).to_have_text("3")
    expect(score).to_have_text("5")
    page.wait_for_function("!document.querySelector('#film-plane > *, .film-sky > *')")
    seen = set(page.evaluate("[...window.seen]"))
    assert seen >= {"shard-1", "shard-2", "shard-3", "shard-4", "film-coin"}


def test_a_film_that_is_skipped_leaves_the_whole_score(
    open_app: OpenApp, new_page: NewPage
) -> None:
    page = new_page(storage=shelved(begun()), reduced_motion="no-preference")
    open_app(page=page)
    score = page.locator(".seat-score [data-field=score]").first
    score.evaluate("(field) => { field.textContent = '5'; }")
    act = {"what": "points", "at": 0, "lasts": 60000, "square": "e5", "school": "northern"}
    film = json.dumps([{"differs": {}, "acts": [{**act, "amount": 2}], "lasts": 60000}])
    page.evaluate("(film) => window.tashkalar.animation.play(film, true)", film)
    expect(score).to_have_text("3")
    page.keyboard.press("Shift")
    expect(score).to_have_text("5")
    expect(page.locator(".film-sky > *")).to_have_count(0)
