"""Tests of the moments of a game by what is drawn: an arrival, a legend, the last round."""

from __future__ import annotations

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


def moving(new_page: NewPage, game: Game) -> Page:
    return new_page(storage=shelved(game), reduced_motion="no-preference")


def test_a_being_arrives_and_keeps_its_emblem(open_app: OpenApp, new_page: NewPage) -> None:
    """The preview becomes the piece without an empty frame, and a tap explains the emblem."""
    board = {**pattern_at("knight", "e5"), "e5": "2 common", "a7": "2 common"}
    page = moving(new_page, arrange(board, hand=["knight"], turn={"number": 3}))
    open_app(page=page)
    page.locator('#hand [data-card="knight"]').click()
    page.locator('[data-square="e5"]').hover()
    expect(page.locator(".mk-come")).to_have_count(1)
    page.evaluate(SAMPLE, "e5")
    page.locator('[data-square="e5"]').click()
    expect(page.locator('#prompt [data-move="-"]')).to_be_visible()
    expect(page.locator("#film-plane .ghost")).to_have_count(0)
    frames = samples(page)
    assert len(frames) > 5 and all(emblems for _, emblems in frames), frames
    being = page.locator('[data-square="e5"] .being')
    expect(being).to_have_attribute("data-emblem", "")
    page.locator('#prompt [data-move="-"]').click()
    page.locator('[data-square="a5"]').click()
    page.locator('#prompt [data-move="."]').click()
    page.locator("#curtain-open").click()
    page.keyboard.press("Escape")  # ends the replay of the turn
    expect(being).to_have_attribute("data-engraved", "")
    expect(being.locator(".sigil")).to_be_visible()
    page.locator('[data-square="e5"]').click()
    expect(page.locator("#toasts")).to_contain_text("Knight, summoned in turn 3")
    page.evaluate("document.querySelector('[data-setting=emblems]').click()")
    expect(being.locator(".card-emblem")).to_be_hidden()


def legend() -> Game:
    """Return a game in which Blue can summon the Titan."""
    board = {**pattern_at("titan", "e5"), "c5": "2 common", "g6": "2 common"}
    return arrange(board, hand=["knight"], legends=["titan", "leviathan"], turn={"number": 5})


def last_action() -> Game:
    """Return a game that ends with Blue's turn, which has one action."""
    board = {"a5": "1 heroic", "b5": "1 common", "e5": "2 common"}
    return arrange(board, hand=["knight"], actions=1, turn={"number": 20, "last_turns": 1})


def summon_titan(page: Page) -> None:
    page.locator('#hand [data-card="titan"]').click()
    page.locator('[data-square="e5"]').click()
    page.wait_for_function("document.body.hasAttribute('data-film-holds')")


def test_a_legend_is_seen_before_the_next_question(open_app: OpenApp, new_page: NewPage) -> None:
    page = moving(new_page, legend())
    open_app(page=page)
    summon_titan(page)
    expect(page.locator(".film-banner")).to_have_text("Titan")
    expect(page.locator("#prompt > .ask")).to_have_css("opacity", "0.15")
    page.keyboard.press("Shift")  # ends it
    expect(page.locator("#prompt > .ask")).to_have_css("opacity", "1")
    expect(page.locator("#film-plane > *")).to_have_count(0)
    # Without motion the same stands still.
    page.locator('.bar [data-action="undo"]').click()
    page.emulate_media(reduced_motion="reduce")
    summon_titan(page)
    expect(page.locator(".film-banner")).to_have_text("Titan")
    assert page.evaluate("document.getElementById('film').getAnimations({subtree: true})") == []
    page.locator('[data-square="a5"]').click()  # goes on at once, and plays
    expect(page.locator('[data-square="a5"] [data-piece]')).to_have_count(1)


def test_the_last_round_and_the_end_are_seen(open_app: OpenApp, new_page: NewPage) -> None:
    page = moving(new_page, last_action())
    open_app(page=page)
    expect(page.locator("body")).to_have_attribute("data-last-round", "")
    expect(page.locator("#turn-number")).to_have_text("turn 20, last round")
    expect(page.locator("#prompt")).to_contain_text("This is the last turn of the game.")
    page.locator('[data-square="a6"]').click()
    page.locator('#prompt [data-move="."]').click()
    page.locator(".ghost-won").first.wait_for()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator(".ghost-won")).to_have_count(3)
    expect(page.locator(".film-verdict")).to_contain_text("Blue")
    expect(page.locator("body")).to_have_attribute("data-screen", "result")  # by itself
    # Without motion the same stands still, and a press goes on.
    page.emulate_media(reduced_motion="reduce")
    open_app(page=page, storage=shelved(last_action()))
    page.locator('[data-square="a6"]').click()
    page.locator('#prompt [data-move="."]').click()
    page.locator(".ghost-won").first.wait_for()
    page.keyboard.press("Shift")
    assert page.locator("body").get_attribute("data-screen") == "result"


def test_a_first_visit_is_led_to_a_first_game(open_app: OpenApp, new_page: NewPage) -> None:
    """A turn that ends in a legend, the first lesson, then a game without legends."""
    page = new_page("phone", reduced_motion="no-preference")
    open_app(page=page)
    expect(page.locator("#course-next")).to_have_attribute("data-primary", "")
    assert page.locator("#levels input:checked").get_attribute("value") == "firststeps"
    expect(page.locator("#setup-plan")).to_contain_text("First game")
    expect(page.locator(".picture .stone")).not_to_have_count(0)
    page.wait_for_function(
        """() => document.querySelector(".picture .being[data-emblem] [data-rank=legendary]")"""
    )  # the picture has gone through the turn
    page.locator("#setup-open").click()
    expect(page.locator("#setup-start")).to_be_in_viewport(ratio=1)
    expect(page.locator("#setup input[value=first-game]")).to_be_checked()
    page.locator("#setup-open").click()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.emulate_media(reduced_motion="reduce")
    page.reload()  # the board is large enough now, and nothing moves
    expect(page.locator("#film-plane > [data-emblem] [data-rank=legendary]")).to_be_visible()
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(page.locator(".film-banner")).to_have_text("Titan")
    page.locator("#arena-start").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator("#film-plane > *")).to_have_count(0)
    expect(page.locator('#hand [data-kind="legend"]')).to_have_count(0)
