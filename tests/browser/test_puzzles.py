"""Puzzles in the page: listed, solved by visible controls, and kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.features.puzzles.daily_puzzle import daily_puzzle
from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.puzzle_list import puzzle_game
from tashkalar.formats import puzzle, puzzle_index
from tests.browser.conftest import OpenApp
from tests.browser.play import (
    Finger,
    Hands,
    Keyboard,
    Mouse,
    act,
    inside,
    look,
    menu,
    settled,
    sideways_scroll,
)
from tests.browser.test_accessibility import assert_no_violations
from tests.browser.test_spoken import LISTEN, heard

FOLDER = Path(__file__).parents[2] / "static/puzzles"
FILE = FOLDER / "puzzles-1.json"
PUZZLES = {one.id: one for one in puzzle.read(FILE.read_text(encoding="utf-8"))}
WON = {
    one.id: one
    for one in puzzle.read((FOLDER / "puzzles-7.json").read_text(encoding="utf-8"))
    if one.theme == "win"
}
FIRST, SECOND = list(PUZZLES)[:2]
LISTED = puzzle_index.read((FOLDER / "index.json").read_text(encoding="utf-8"))
ROWS = 20  # at first


def open_list(page: Page) -> None:
    page.locator('.places [data-action="puzzles"]').click()
    expect(page.locator("#puzzles > li")).to_have_count(min(ROWS, len(LISTED)))


def solve(page: Page, id: str, hands: Hands) -> None:
    """Make the decisions of the solution with visible controls."""
    solved = (PUZZLES | WON)[id]
    game: Game = puzzle_game(solved)
    for code in solved.solution:
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
    expect(first.locator(".mini path[data-school]")).not_to_have_count(0)
    unseen = page.locator("#puzzles > li").nth(ROWS - 1)
    expect(unseen.locator(".mini path[data-school]")).to_have_count(0)
    expect(page.locator("#daily-date")).not_to_be_empty()
    expect(page.locator("#daily-share")).to_be_hidden()
    assert inside(page, "#puzzles > li:first-child") and not sideways_scroll(page)
    assert_no_violations(page, "the list of puzzles")
    first.locator("[data-puzzle]").tap()
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES[FIRST].title["en"])
    expect(page.locator("#puzzle-next")).to_be_hidden()
    assert page.url.endswith(f"?puzzle={FIRST}")
    solve(page, FIRST, Finger(page))
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached")
    expect(page.locator("#solved-next")).to_be_focused()
    for part in ("#solved-title", "#solved-next", "#solved-share", "#solved-look", "#solved-list"):
        assert inside(page, part), part
    expect(page.locator("#solved-facts")).to_have_text("On the first try")
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator("#hand")).to_be_hidden()
    assert not look(page).legal, "a solved puzzle is over"
    assert_no_violations(page, "a solved puzzle")
    look_back(page)
    page.locator("#solved-next").tap()
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES[SECOND].title["en"])
    page.reload()  # the address asks for it
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES[SECOND].title["en"])
    expect(page.locator(".tools [popovertarget=panel-log]")).to_be_hidden()
    page.locator("#puzzle-list").tap()
    expect(page.locator("#puzzles [data-state=done]")).to_have_count(1)
    expect(page.locator("#puzzles [data-state=done]")).to_contain_text("Solved")
    assert page.url.endswith("#puzzles")
    page.locator('.places [data-action="new-game"]').tap()
    expect(page.locator("#saves-list > li")).to_have_count(0)  # a puzzle is no saved game


def look_back(page: Page) -> None:
    """See all that works, and make the puzzle a favorite."""
    page.locator("#solved-look").tap()
    counts = PUZZLES[FIRST].proved
    expect(page.locator("#look-proof")).to_have_text(
        f"Of {counts.ends} ways the turn can end, {counts.solutions} reach the goal.",
        timeout=30_000,
    )
    expect(page.locator("#look-ways > li")).to_have_count(counts.summonings)
    page.locator("#look-favorite").tap()
    expect(page.locator("#look-favorite")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#look-failed")).to_be_hidden()
    assert_no_violations(page, "looking back at a puzzle")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.locator("#look-share").tap()
    expect(page.locator("#look-copied")).to_contain_text("The text is copied")
    title, picture, facts, link = page.evaluate("window.copied").splitlines()
    assert title == f"A Tash-Kalar puzzle: “{PUZZLES[FIRST].title['en']}”, difficulty 1 of 5."
    assert (picture, facts) == ("🟢", "On the first try")
    assert link.endswith(f"?puzzle={FIRST}")
    page.keyboard.press("Escape")


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
    expect(page.locator("#prompt-text")).to_have_text("This attempt is over.")
    expect(page.locator("#lesson-restart")).to_be_focused()
    assert not look(page).legal, "the other side has nothing to do"
    page.locator('.bar [data-action="undo"]').click()  # as the text of the goal says
    expect(page.locator("#lesson")).to_have_attribute("data-state", "open")
    expect(page.locator('#choices [data-move="."]')).to_be_visible()
    page.locator('#choices [data-move="."]').click()
    expect(page.locator("#lesson")).to_have_attribute("data-state", "failed")
    page.locator("#puzzle-look").click()
    expect(page.locator("#look-failed")).to_contain_text(
        "Your first step was the mistake: place a piece on", timeout=30_000
    )
    page.keyboard.press("Escape")
    page.locator("#lesson-restart").click()
    expect(page.locator("#lesson")).to_have_attribute("data-state", "open")
    page.locator('.bar [data-action="hint"]').dblclick()  # tells no more than a single press
    expect(page.locator("#lesson-status")).to_have_text(
        "You need the Angel of Death. “Hint” tells you more."
    )
    page.locator('.bar [data-action="hint"]').click()
    expect(page.locator("#lesson-status")).to_contain_text("Summon the Angel of Death on b4.")
    solve(page, FIRST, mouse)
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached")
    expect(page.locator("#solved-facts")).to_have_text("On try 3 · 2 hints")
    expect(page.locator("#solved-dots i")).to_have_count(4)
    page.locator('.bar [data-action="undo"]').click()
    expect(page.locator("#solved")).to_be_hidden()
    expect(page.locator("#prompt")).to_be_visible()
    menu(page, "you")
    expect(page.locator("#saves-list > li")).to_have_count(0)


def test_a_run_ends_with_a_notice_and_a_won_game_keeps_its_board(open_app: OpenApp) -> None:
    ids = sorted(WON, key=lambda id: len(WON[id].solution))[:2]
    run = {"run": {"ids": ids, "at": 0, "solved": []}}
    page = open_app(f"?puzzle={ids[0]}", size="phone", storage={PROGRESS_KEY: json.dumps(run)})
    page.evaluate(LISTEN)
    keys = Keyboard(page)
    solve(page, ids[0], keys)
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#result-title")).to_be_hidden()
    expect(page.locator("#toasts")).to_be_empty()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    heard(page)
    page.keyboard.press("Enter")
    expect(page.locator("#lesson")).to_have_attribute("data-state", "open")
    title = WON[ids[1]].title["en"]
    assert any(f"{title}. Goal for" in said and "Win the game." in said for said in heard(page))
    solve(page, ids[1], keys)
    expect(page.locator("#toasts")).to_contain_text("Run: puzzle 2 of 2. Solved so far: 2.")
    expect(page.locator("#solved-list")).to_be_focused()
    expect(page.locator("#board")).to_be_visible()


def test_an_id_that_a_puzzle_had_still_opens_it(open_app: OpenApp) -> None:
    page = open_app("?puzzle=beings-3b96ae")
    expect(page.locator("#lesson-text")).to_have_text(PUZZLES["one-after-another"].title["en"])
    assert page.url.endswith("?puzzle=one-after-another")


def test_an_address_without_such_a_puzzle_is_told(open_app: OpenApp) -> None:
    page = open_app("?puzzle=nothing")
    expect(page.locator("#banner")).to_contain_text("There is no puzzle “nothing”")
    expect(page.locator("#start")).to_be_visible()


@pytest.mark.long
def test_the_list_is_translated_with_the_page(open_app: OpenApp) -> None:
    page = open_app("?lang=it")
    open_list(page)
    expect(page.locator("#puzzles-title")).to_have_text("Rompicapi")
    expect(page.locator("#puzzles > li").first).to_contain_text(PUZZLES[FIRST].title["it"])


def test_the_list_is_filtered_and_a_run_and_the_daily_puzzle_begin(open_app: OpenApp) -> None:
    page = open_app()
    open_list(page)
    star = page.locator("#puzzles > li").nth(1).locator("[data-favorite]")
    star.press("Enter")
    expect(star).to_have_attribute("aria-pressed", "true")
    legends = [one for one in LISTED if one.theme == "legend"]
    page.get_by_text("Filter", exact=True).click()
    page.get_by_role("checkbox", name="Legend").check(force=True)
    expect(page.locator("#puzzles-count")).to_have_text(f"{len(legends)} of {len(LISTED)} puzzles")
    page.locator('#puzzles-part [data-action="puzzle-run"]').click()
    expect(page.locator("#lesson")).to_be_visible()
    easiest = min(one.grade for one in legends)
    id = page.url.partition("?puzzle=")[2]
    assert id in {one.id for one in legends if one.grade == easiest}
    page.locator("#puzzle-list").click()
    page.get_by_role("checkbox", name="Legend").uncheck(force=True)
    page.locator("#puzzle-filters [name=state]").select_option("favorite")
    expect(page.locator("#puzzles > li")).to_have_count(1)
    page.locator('#puzzles-part [data-puzzle="daily"]').click()
    expect(page.locator("#lesson")).to_be_visible()
    day = page.evaluate("new Date().toLocaleDateString('en-CA')")
    today = daily_puzzle(LISTED, day)
    assert today is not None and page.url.endswith(f"?puzzle={today.id}")
    page.locator("#puzzle-list").click()
    page.locator("#puzzle-filters [name=state]").select_option("")
    page.get_by_role("checkbox", name="Survive").check(force=True)
    page.locator('#puzzles > li [data-puzzle="a-stone-in-the-way"]').click()
    let_the_legend_come(page)


def let_the_legend_come(page: Page) -> None:
    """Place a piece where it does not matter, and see the reply of the other side."""
    game, mouse = puzzle_game(PUZZLES["a-stone-in-the-way"]), Mouse(page)
    for code in ("+a4", "."):
        settled(page)
        act(page, game, code, mouse)
        game.play(code)
    expect(page.locator("#lesson")).to_have_attribute("data-state", "failed", timeout=30_000)
    expect(page.locator("#log")).to_contain_text("Leviathan")
