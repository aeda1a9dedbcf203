"""A mistake of a game against a computer comes back the next day, and later if it is played well.

The day is set in the browser: tomorrow does not have to be waited for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.features.mistakes import MISTAKES_KEY
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, save_progress
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests.browser.conftest import OpenApp, wait_until_ready
from tests.browser.play import Mouse, inside, settled, sideways_scroll, stored
from tests.browser.test_accessibility import assert_no_violations
from tests.browser.test_studies import SCENARIO
from tests.support import pattern_at

THINKS = 90_000  # milliseconds that a computer player may need on a busy machine
DAY = datetime(2026, 11, 26, 12)
DAY_NUMBER = (DAY - datetime(1970, 1, 1)).days
PUZZLE = "one-quiet-stone"


# Red Conquest can be claimed; without the third piece on red it needs one of the two actions.
PIECES = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "a5": "2 heroic"}
TWO_ON_RED = {square: piece for square, piece in PIECES.items() if square != "e5"}


def game_before_its_last_turn(pieces: Mapping[str, str] = PIECES) -> dict[str, str]:
    """A saved game against Adept; the turn can summon and claim a task, or throw it away."""
    game = Game.from_scenario(
        {
            "form": "high-form",
            "seed": 3,
            "seats": [
                {"school": "northern", "hand": ["knight", "swordmaster"]},
                {"school": "sylvan"},
            ],
            "board": pattern_at("knight", "d7") | dict(pieces),
            "tasks": {"current": ["red-conquest", "destruction"], "next": "side-chain"},
            "turn": {"seat": 1, "actions": 2, "last_turns": 1},
        }
    )
    saved_games = SavedGames(MemoryStore(), lambda: 1)
    saved_games.create(game, False, bots={SeatNumber(2): "adept"})
    store = saved_games.texts.store
    puzzles = PuzzleProgress().add_failed(PUZZLE, DAY_NUMBER + 1)  # comes again the day after
    save_progress(store, puzzles)
    keys = list(store.keys())
    return {key: store.get(key) or "" for key in keys}


def waste_the_turn(page: Page) -> None:
    """Place two pieces, and throw the task away."""
    hands = Mouse(page)
    hands.square("i5")
    hands.square("h5")
    settled(page)
    hands.press(".")


def go_to_day(page: Page, days: int) -> None:
    """Load the page so many days later."""
    page.clock.set_fixed_time(DAY + timedelta(days=days))
    page.reload()
    wait_until_ready(page)


def due_day(page: Page) -> int:
    """The day on which the only exercise comes again, counted from the day of the game."""
    (again,) = json.loads(stored(page, MISTAKES_KEY)[MISTAKES_KEY])["again"].values()
    return int(again[0]) - DAY_NUMBER


def open_puzzles(page: Page) -> None:
    page.evaluate("location.hash = 'puzzles'")
    expect(page.locator("#puzzles > li").first).to_be_visible()


def test_a_mistake_comes_back_the_next_day(open_app: OpenApp) -> None:
    page = open_app(size="phone", storage=game_before_its_last_turn())
    page.clock.set_fixed_time(DAY)
    waste_the_turn(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    page.wait_for_function("(key) => localStorage.getItem(key)", arg=MISTAKES_KEY, timeout=THINKS)
    assert due_day(page) == 1
    open_puzzles(page)
    expect(page.locator("#due")).to_be_hidden()

    go_to_day(page, 1)
    open_puzzles(page)
    expect(page.locator("#due-count")).to_have_text("Due today: 1")
    expect(page.locator("#due-kinds")).to_have_text("1 exercise from your own games")
    assert inside(page, "#due") and not sideways_scroll(page)
    assert_no_violations(page, "the list with what is due")
    page.locator("#due").tap()
    expect(page.locator("#lesson-title")).to_have_text("Find something better")
    expect(page.locator("#lesson-text")).to_have_text(
        re.compile(r"^High Form, turn 3\. As you played it: about . points? lost\.$")
    )
    assert page.url.endswith("#due")
    expect(page.locator("#mistake-plan")).to_be_hidden()
    assert_no_violations(page, "an exercise")

    waste_the_turn(page)
    expect(page.locator("#lesson")).to_have_attribute("data-state", "failed", timeout=THINKS)
    expect(page.locator("#lesson-status")).to_have_text(re.compile("^Not yet: about"))
    expect(page.locator("#mistake-again")).to_be_focused()
    assert due_day(page) == 2
    page.locator("#mistake-plan").tap()
    expect(page.locator("#prompt")).to_contain_text("Adept would play:")
    assert page.locator("#board-marks .mk-plan").count() > 0, "the plan is drawn on the board"
    assert_no_violations(page, "a better turn")
    page.locator("#mistake-again").tap()
    expect(page.locator("#lesson-status")).to_have_text("")
    expect(page.locator("#mistake-again")).to_be_hidden()

    go_to_day(page, 2)  # the address asks for what is due
    expect(page.locator("#lesson-title")).to_have_text("Find something better")
    hands = Mouse(page)
    hands.square("c1")
    hands.square("g1")
    settled(page)
    page.locator('#prompt [data-move="=red-conquest"]').click()
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached", timeout=THINKS)
    assert due_day(page) > 2
    page.locator("#mistake-next").tap()  # the puzzle is due, too
    expect(page.locator("#lesson-text")).to_have_text("One quiet piece")
    expect(page.locator("#mistake-back")).to_be_hidden()
    page.locator("#puzzle-list").tap()
    expect(page.locator("#due-count")).to_have_text("Due today: 1")
    expect(page.locator("#due-kinds")).to_have_text("1 puzzle")


def test_the_step_that_lost_a_turn_is_asked_for_first(open_app: OpenApp) -> None:
    """The first guess is wrong, then the turn is played well."""
    page = open_app(size="phone", storage=game_before_its_last_turn(TWO_ON_RED))
    page.clock.set_fixed_time(DAY)
    waste_the_turn(page)
    page.wait_for_function(
        "(key) => localStorage.getItem(key)?.includes('drops')", arg=MISTAKES_KEY, timeout=THINKS
    )
    go_to_day(page, 1)
    page.evaluate("location.hash = 'due'")
    expect(page.locator("#lesson-title")).to_have_text("Find the mistake")
    expect(page.locator("#lesson-status")).to_have_text("Which step was the mistake?")
    steps = page.get_by_role("group", name="Which step was the mistake?").get_by_role("button")
    expect(steps).to_have_count(2)
    expect(steps.nth(1)).to_have_accessible_name("2. Place a piece on h5")
    expect(page.locator('[data-square="h5"]')).to_have_attribute(
        "aria-label", re.compile(r"Your step 2\.")
    )
    assert inside(page, "#mistake-steps") and not sideways_scroll(page)
    assert_no_violations(page, "which step lost it")

    hands = Mouse(page)
    hands.square("e4")
    expect(page.locator("#lesson-status")).to_have_text("Which step was the mistake?")
    hands.square("i5")
    expect(page.locator("#lesson-status")).to_have_text("Not step 1. Step 2: about 2 points lost.")
    expect(page.locator("#mistake-play")).to_be_focused()
    assert due_day(page) == 1, "the turn is not played yet"
    assert_no_violations(page, "the step that lost it")
    page.keyboard.press("Enter")
    expect(page.locator("#lesson-title")).to_have_text("Find something better")
    hands.square("h4")
    hands.square("g1")
    settled(page)
    page.locator('#prompt [data-move="=red-conquest"]').click()
    expect(page.locator("#lesson")).to_have_attribute("data-state", "reached", timeout=THINKS)
    assert due_day(page) > 1


def test_a_review_of_a_game_between_persons_brings_its_mistakes(open_app: OpenApp) -> None:
    page = open_app(f"?scenario={quote(json.dumps(SCENARIO))}")
    Mouse(page).lift_curtain()
    waste_the_turn(page)
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    assert not stored(page, MISTAKES_KEY), "nobody has asked for a review yet"
    page.locator('.win [data-action="review"]').click()
    page.wait_for_function("(key) => localStorage.getItem(key)", arg=MISTAKES_KEY, timeout=THINKS)
    (exercise,) = json.loads(stored(page, MISTAKES_KEY)[MISTAKES_KEY])["exercises"]
    assert exercise["seat"] == 1 and exercise["loss"] >= 1000
