"""The statistics: a game that ends is counted, once, and stays counted when it is deleted."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.features.stored.results_record import RESULTS_KEY
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests.browser.conftest import OpenApp
from tests.browser.play import EMPTY_STORAGE, FILL_STORAGE, inside, menu, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations
from tests.browser.test_tabs import another_tab


def one_move_before_the_end(form: str, score: int = 8) -> Game:
    """Return a game whose last turn only has to be ended: seat 1 wins."""
    return Game.from_scenario(
        {
            "form": form,
            "seats": [{"school": "sylvan", "score": score}, {"school": "northern", "score": 2}],
            "board": {"e5": "1 common"},
            "turn": {"seat": 1, "actions": 0, "last_turns": 1},
        }
    )


def games(*, with_earlier: bool) -> dict[str, str]:
    """Return two games at their end; `with_earlier` adds one that an earlier version has ended."""
    clock = [1_700_000_000_000]
    saved_games = SavedGames(MemoryStore(), lambda: clock[0])
    if with_earlier:
        earlier = one_move_before_the_end("high-form", 9)
        id = saved_games.create(earlier, False, bots={SeatNumber(1): "expert"}).id
        earlier.play(".")
        clock[0] += 1000
        saved_games.save(id, earlier, False)
    for form in ("duel", "high-form"):
        clock[0] += 1000
        game = one_move_before_the_end(form)
        saved_games.create(game, False, bots={SeatNumber(2): "novice"})
    store = saved_games.texts.store
    keys = list(store.keys())
    return {key: store.get(key) or "" for key in keys}


def rows(page: Page, id: str) -> list[str]:
    """Return the rows of the tables in a part: the name and the numbers."""
    return [" ".join(row.split()) for row in page.locator(f"#{id} tbody tr").all_inner_texts()]


def show(page: Page, summary: str) -> None:
    """Open the statistics from the menu, and wait until they say this."""
    menu(page, "statistics")
    expect(page.locator("#dlg-statistics")).to_be_visible()
    expect(page.locator("#statistics-summary")).to_have_text(summary)


def end_game(page: Page) -> None:
    page.locator('[data-move="."]').click()
    expect(page.locator("body")).to_have_attribute("data-screen", "result")


def test_games_that_end_are_counted_once_and_stay_when_they_are_deleted(open_app: OpenApp) -> None:
    progress = {
        "tashkalar.lessons.v1": json.dumps({"placing": -1, "pattern": 1}),
        "tashkalar.puzzles.v1": json.dumps({"solved": ["green-legends"]}),
    }
    page = open_app(size="phone", storage=games(with_earlier=True) | progress)
    end_game(page)
    page.locator('#result [data-action="statistics"]').click()
    expect(page.locator("#statistics-summary")).to_have_text("Finished games: 2. Won: 1.")
    expect(page.locator("#statistics-title")).to_be_focused()
    assert rows(page, "statistics-games") == [
        "High Form 2 1 1 0",
        "Sylvan 1 1 0 0",
        "Northern Imperial 1 0 1 0",
        "Novice 1 1 0 0",
        "Expert 1 0 1 0",
    ]
    expect(page.locator("#statistics-features")).to_contain_text("Advanced task")
    of_features = rows(page, "statistics-features")
    assert of_features[0] == "First steps 1 1 11"
    assert any(row.startswith("Advanced task 1 0 ") for row in of_features)
    assert_no_violations(page, "the statistics")
    assert inside(page, "#dlg-statistics") and not sideways_scroll(page)
    page.keyboard.press("Escape")

    page.locator('#result [data-action="new-game"]').click()
    menu(page, "you")
    for left in (2, 1):
        page.locator('#saves-list [data-save-action="delete"]').last.click()
        page.locator("#confirm-ok").click()
        expect(page.locator("#saves-list > li")).to_have_count(left)
    show(page, "Finished games: 2. Won: 1.")
    page.keyboard.press("Escape")

    menu(page, "stored")
    page.locator('[data-stored="results"] [data-stored-delete]').click()
    page.locator("#confirm-ok").click()
    expect(page.locator("#stored-status")).to_contain_text("1")
    page.keyboard.press("Escape")
    show(page, "Finished games: 0. Won: 0.")
    assert rows(page, "statistics-games") == []


@pytest.mark.long
def test_two_tabs_and_a_full_storage_lose_no_result(open_app: OpenApp) -> None:
    page = open_app(storage=games(with_earlier=False))
    tab = another_tab(page)
    menu(tab, "you")
    tab.locator('#saves-list [data-save-action="continue"]').last.click()
    end_game(tab)
    end_game(page)
    for one in (page, tab):
        show(one, "Finished games: 2. Won: 2.")
        one.keyboard.press("Escape")

    page.locator('#result [data-action="rematch"]').click()
    page.evaluate(FILL_STORAGE)
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    expect(page.locator("#banner")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    page.evaluate(EMPTY_STORAGE)
    show(page, "Finished games: 3. Won: 2.")
    page.keyboard.press("Escape")

    page.evaluate(f"localStorage.setItem('{RESULTS_KEY}', 'half a')")
    page.locator('#result [data-action="rematch"]').click()
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    show(page, "Finished games: 1. Won: 0.")
    aside = page.evaluate("localStorage.getItem('tashkalar.results-damaged.v1')")
    assert aside == "half a"
