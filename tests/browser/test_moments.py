"""Tests of the moments of a game by what is drawn: an arrival, a legend, the last round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import shelved
from tests.support import arrange, pattern_at

# Notes with each frame whether a piece is seen on the square, until nothing moves any more.
SAMPLE = """(square) => {
  window.samples = [];
  const place = document.querySelector(`#board-grid [data-square="${square}"]`);
  const isSeen = (node) => node && getComputedStyle(node).visibility === "visible"
    && Number(getComputedStyle(node).opacity) > 0.5
    && node.getBoundingClientRect().width > place.getBoundingClientRect().width / 2;
  const isHere = (node) => {
    const [a, b] = [node.getBoundingClientRect(), place.getBoundingClientRect()];
    return Math.abs(a.left + a.width / 2 - b.left - b.width / 2) < b.width / 3
      && Math.abs(a.top + a.height / 2 - b.top - b.height / 2) < b.height / 3;
  };
  const sample = () => {
    const drawn = [place.querySelector("[data-piece]"),
      ...document.querySelectorAll(".mk-come, #film-plane > .ghost.emblem")]
      .filter((node) => isSeen(node) && isHere(node));
    const emblems = drawn.filter((node) => node.closest("[data-emblem]"));
    window.samples.push([drawn.length, emblems.length]);
    window.sampling = requestAnimationFrame(sample);
  };
  sample();
}"""


def samples(page: Page) -> list[list[int]]:
    """Return the number of pieces, and of emblems, that each frame has shown on the square."""
    page.evaluate("cancelAnimationFrame(window.sampling)")
    found: list[list[int]] = page.evaluate("window.samples")
    return found


def last_round() -> Game:
    """Return a game in its last round, in which Blue can summon the Knight and the Titan."""
    board = {**pattern_at("knight", "b5"), **pattern_at("titan", "e5"), "b5": "2 common"}
    turn = {"number": 20, "last_turns": 2}
    return arrange(board, hand=["knight"], legends=["titan", "leviathan"], turn=turn)


def summon_titan(page: Page) -> None:
    page.locator('#hand [data-card="titan"]').click()
    page.locator('[data-square="e5"]').click()
    page.wait_for_function("document.body.hasAttribute('data-film-holds')")
    expect(page.locator(".film-banner")).to_have_text("Titan")


def test_the_moments_of_a_last_round(open_app: OpenApp, new_page: NewPage) -> None:
    page = new_page(storage=shelved(last_round()), reduced_motion="no-preference")
    open_app(page=page)
    expect(page.locator("body")).to_have_attribute("data-last-round", "")
    expect(page.locator("#turn-number")).to_have_text("turn 20, last round")
    expect(page.locator("#prompt")).to_contain_text("Last round. Turns left – Blue: 1, Green: 1.")

    # A being arrives: the preview becomes the piece without an empty frame.
    page.locator('#hand [data-card="knight"]').click()
    page.locator('[data-square="b5"]').hover()
    expect(page.locator(".mk-come")).to_have_count(1)
    page.evaluate(SAMPLE, "b5")
    page.locator('[data-square="b5"]').click()
    expect(page.locator('#prompt [data-move="-"]')).to_be_visible()
    expect(page.locator("#film-plane .ghost")).to_have_count(0)
    frames = samples(page)
    assert len(frames) > 5 and all(emblems for _, emblems in frames), frames
    being = page.locator('[data-square="b5"] .being')
    expect(being).to_have_attribute("data-emblem", "")
    page.locator('#prompt [data-move="-"]').click()

    # A legend: the next question waits until the film is skipped; without motion it stands still.
    summon_titan(page)
    ask = page.locator("#prompt > .ask")
    expect(ask).to_have_css("opacity", "0.15")
    page.keyboard.press("Shift")
    expect(ask).to_have_css("opacity", "1")
    expect(page.locator("#film-plane > *")).to_have_count(0)
    page.locator('.bar [data-action="undo"]').click()
    page.emulate_media(reduced_motion="reduce")
    summon_titan(page)
    assert page.evaluate("document.getElementById('film').getAnimations({subtree: true})") == []
    page.keyboard.press("Shift")

    # In the next turn the emblem is small, and a tap explains it.
    page.locator('#prompt [data-move="."]').click()
    page.locator("#curtain-open").click()
    expect(being).to_have_attribute("data-engraved", "")
    expect(being.locator(".sigil")).to_be_visible()
    page.locator('[data-square="b5"]').click()
    expect(page.locator("#toasts")).to_contain_text("Knight, summoned in turn 20")
    page.evaluate("document.querySelector('[data-setting=emblems]').click()")
    expect(being.locator(".card-emblem")).to_be_hidden()

    # The end is seen on the board, and the result comes by itself.
    expect(page.locator("#prompt")).to_contain_text("This is the last turn of the game.")
    page.locator('[data-square="h6"]').click()
    page.locator('[data-square="h7"]').click()
    page.emulate_media(reduced_motion="no-preference")
    page.locator('#prompt [data-move="."]').click()
    page.locator(".ghost-won").first.wait_for()
    assert page.locator("body").get_attribute("data-screen") == "game"
    expect(page.locator(".film-verdict")).to_contain_text("Blue")
    expect(page.locator("body")).to_have_attribute("data-screen", "result")


def test_the_turn_on_the_start_screen_ends_in_a_still_picture(
    open_app: OpenApp, new_page: NewPage
) -> None:
    """It is played twice; then the legend stands on the board without motion, for good."""
    page = new_page("desktop", reduced_motion="no-preference")
    open_app(page=page)
    page.wait_for_function("document.getElementById('film').getAnimations({subtree: true}).length")
    page.evaluate(
        """() => {
          const { animation } = window.tashkalar;
          const play = animation.play.bind(animation);
          window.ends = [];
          animation.play = (text, ...more) => {
            window.ends.push(JSON.parse(text).at(-1).lasts);
            return play(text, ...more);
          };
        }"""
    )
    for times in (1, 2):
        page.evaluate("window.tashkalar.animation.stop()")  # as at the end of the turn
        page.wait_for_function("(times) => window.ends.length === times", arg=times)
    second, still = page.evaluate("window.ends")
    assert second > 0 > still, "the last position has no end"
    expect(page.locator("#film-plane > [data-emblem] [data-rank=legendary]")).to_be_visible()


@pytest.mark.long  # it loads the page three times
def test_a_first_visit_is_led_to_a_first_game(open_app: OpenApp, new_page: NewPage) -> None:
    """A turn that ends in a legend, the first lesson, then a game without legends."""
    page = new_page("phone", reduced_motion="no-preference")
    open_app(page=page)
    expect(page.locator("#course-next")).to_have_attribute("data-primary", "")
    assert page.locator("#levels input:checked").get_attribute("value") == "firststeps"
    expect(page.locator("#setup-plan")).to_contain_text("First game")
    expect(page.locator(".film-banner")).to_have_text("Titan")  # the board goes through the turn
    page.locator("#setup-open").click()
    expect(page.locator("#setup-start")).to_be_in_viewport(ratio=1)
    expect(page.locator("#setup input[value=first-game]")).to_be_checked()
    page.locator("#setup-close").click()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.emulate_media(reduced_motion="reduce")
    page.reload()  # nothing moves
    expect(page.locator("#film-plane > [data-emblem] [data-rank=legendary]")).to_be_visible()
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(page.locator(".film-banner")).to_have_text("Titan")
    page.locator("#arena-start").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator("#film-plane > *")).to_have_count(0)
    expect(page.locator('#hand [data-kind="legend"]')).to_have_count(0)
