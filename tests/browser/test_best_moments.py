"""The best moments in *You*: kept when a game ends, shown with their boards, left with a game."""

from __future__ import annotations

from playwright.sync_api import expect

from tashkalar.features.moments import MOMENTS_KEY
from tashkalar.features.moments.moments import find_moments, write_moments
from tashkalar.position.ids import SeatNumber
from tests.browser.conftest import OpenApp
from tests.browser.play import inside, menu, shelved, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations
from tests.ui.moments.test_moments import found

ONE, TWO = SeatNumber(1), SeatNumber(2)


def test_without_games_it_says_what_will_be_there(open_app: OpenApp) -> None:
    page = open_app("#you", size="phone")
    menu(page, "moments")
    expect(page.locator("#best-moments-title")).to_be_focused()
    expect(page.locator("#best-moments-about")).to_contain_text("Play a game to its end")
    assert_no_violations(page, "no moments")


def test_a_moment_has_its_board_and_stays_without_its_game(open_app: OpenApp) -> None:
    game, one = found("high-form", ONE)[0]
    moments = find_moments(game, [ONE], "no-such-game", 1_700_000_000_000)
    page = open_app("#you", size="small", storage={MOMENTS_KEY: write_moments(moments)})
    menu(page, "moments")
    items = page.locator("#best-moments .moment")
    expect(items).to_have_count(len(moments))
    shown = items.filter(has_text=f"Turn {one.turn}").first
    expect(shown.locator(".mini .stone")).to_have_count(len(one.pieces))
    expect(page.locator("#best-moments [data-moment]:visible")).to_have_count(0)
    assert inside(page, "#dlg-moments") and not sideways_scroll(page)
    assert_no_violations(page, "the best moments")


def test_the_moments_of_a_game_are_kept_when_it_ends_and_can_be_watched(open_app: OpenApp) -> None:
    game = found("high-form", ONE)[0][0].copy()
    moments = len([seat for seat in (ONE, TWO) for _ in find_moments(game, [seat], "save", 7)])
    game.undo()
    page = open_app("#you", storage=shelved(game))
    page.locator('#saves-list [data-save-action="continue"]').first.click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(
        page.locator("#curtain-open, .menu-button").locator("visible=true").first
    ).to_be_visible()
    if page.locator("#curtain-open").is_visible():
        page.locator("#curtain-open").click()
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    expect(page.locator("#result-title")).to_be_visible()
    page.wait_for_function(f"localStorage.getItem({MOMENTS_KEY!r})")
    menu(page, "you")
    menu(page, "moments")
    items = page.locator("#best-moments .moment")
    expect(items).not_to_have_count(0)
    assert items.count() <= moments
    turn = items.first.locator('[data-field="lines"]').inner_text().split()[-1]
    items.first.locator("[data-moment]").click()
    expect(page.locator("#dlg-moments")).to_be_hidden()
    expect(page.locator("#board-grid")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    expect(page.locator("#log-turn, .turn-replay, #prompt").first).to_contain_text(turn)
