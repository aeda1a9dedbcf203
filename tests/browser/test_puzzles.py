"""Puzzles in the page: listed, solved by visible controls, and kept."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.formats import puzzle
from tashkalar.ui.lessons.puzzle_list import puzzle_game
from tests.browser.conftest import OpenApp
from tests.browser.play import Finger, Hands, Mouse, act, inside, menu, settled, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations

FILE = Path(__file__).parents[2] / "static/puzzles/puzzles-1.json"
PUZZLES = {one.id: one for one in puzzle.read(FILE.read_text(encoding="utf-8"))}
FIRST, SECOND = list(PUZZLES)[:2]


def open_list(page: Page) -> None:
    page.locator('#start [data-action="puzzles"]').click()
    expect(page.locator("#puzzles > li")).to_have_count(len(PUZZLES))


def solve(page: Page, id: str, hands: Hands) -> None:
    """Make the decisions of the solution with visible controls."""
    game: Game = puzzle_game(PUZZLES[id])
    for code in PUZZLES[id].solution:
        settled(page)
        act(page, game, code, hands)
        game.play(code)


def test_a_puzzle_is_found_solved_and_kept(open_app: OpenApp) -> None:
    page = open_app(size="phone")
    open_list(page)
    expect(page.locator("#puzzles-title")).to_be_focused()
    first = page.locator("#puzzles > li").first
    expect(first).to_contain_text(PUZZLES[FIRST].title["en"])
    expect(first).to_contain_text("Difficulty ")
    assert inside(page, "#puzzles > li:first-child") and not sideways_scroll(page)
    assert_no_violations(page, "the list of puzzles")
    first.locator("button").tap()
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES[FIRST].title["en"])
    expect(page.locator("#puzzle-next")).to_be_hidden()
    assert page.url.endswith(f"?puzzle={FIRST}")
    solve(page, FIRST, Finger(page))
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached")
    expect(page.locator("#puzzle-next")).to_be_visible()
    assert_no_violations(page, "a solved puzzle")
    page.locator("#puzzle-next").tap()
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES[SECOND].title["en"])
    page.reload()  # the address asks for it
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES[SECOND].title["en"])
    page.locator("#puzzle-list").tap()
    expect(page.locator("#puzzles [data-state=done]")).to_have_count(1)
    expect(page.locator("#puzzles [data-state=done]")).to_contain_text("Solved")
    assert "puzzle" not in page.url
    page.locator('#learn [data-action="new-game"]').tap()
    expect(page.locator("#saves-list > li")).to_have_count(0)  # a puzzle is no saved game


def test_a_wrong_turn_can_be_taken_back_and_a_puzzle_saved(open_app: OpenApp) -> None:
    page = open_app(f"?puzzle={FIRST}")
    mouse, game = Mouse(page), puzzle_game(PUZZLES[FIRST])
    while game.player == 1:
        placed = next(m.code for m in game.legal_moves() if m.kind in ("place", "end"))
        act(page, game, placed, mouse)
        game.play(placed)
        settled(page)
    expect(page.locator("#lesson")).to_have_attribute("data-state", "failed")
    expect(page.locator("#puzzle-next")).to_be_hidden()
    page.locator("#lesson-restart").click()
    expect(page.locator("#lesson")).to_have_attribute("data-state", "open")
    solve(page, FIRST, mouse)
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached")
    menu(page, "new-game")
    expect(page.locator("#saves-list > li")).to_have_count(0)


def test_an_address_without_such_a_puzzle_is_told(open_app: OpenApp) -> None:
    page = open_app("?puzzle=nothing")
    expect(page.locator("#banner")).to_contain_text("there is no puzzle 'nothing'")
    expect(page.locator("#start")).to_be_visible()


def test_the_list_is_translated_with_the_page(open_app: OpenApp) -> None:
    page = open_app("?lang=it")
    open_list(page)
    expect(page.locator("#puzzles-title")).to_have_text("Rompicapi")
    expect(page.locator("#puzzles > li").first).to_contain_text(PUZZLES[FIRST].title["it"])
