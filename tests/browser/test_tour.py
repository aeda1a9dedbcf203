"""The tour: a victory is kept, the path shows it, and the next opponent has a face in its game."""

from __future__ import annotations

from playwright.sync_api import expect

from tashkalar import Game
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests.browser.conftest import OpenApp
from tests.browser.test_accessibility import assert_no_violations

COVERS_BOARD = """() => {
  const face = document.querySelector("#prompt .tour-face").getBoundingClientRect();
  const board = document.getElementById("board").getBoundingClientRect();
  return face.top < board.bottom && face.bottom > board.top
    && face.left < board.right && face.right > board.left;
}"""


def game_at_its_end() -> dict[str, str]:
    """Return a saved duel against Dovi, which seat 1 wins by ending its turn."""
    game = Game.from_scenario(
        {
            "form": "duel",
            "seats": [
                {"school": "sylvan", "score": 8},
                {"school": "northern", "score": 2},
            ],
            "board": {"e5": "1 common"},
            "turn": {"seat": 1, "actions": 0, "last_turns": 1},
        }
    )
    saved_games = SavedGames(MemoryStore(), lambda: 1)
    saved_games.create(game, False, bots={SeatNumber(2): "dovi"})
    store = saved_games.texts.store
    keys = list(store.keys())
    return {key: store.get(key) or "" for key in keys}


def test_a_victory_on_the_tour_is_kept_and_leads_to_the_next_opponent(open_app: OpenApp) -> None:
    page = open_app(size="phone", storage=game_at_its_end())
    page.locator('[data-move="."]').click()
    expect(page.locator("body")).to_have_attribute("data-screen", "result")
    loser = page.locator("#result .tour-face")
    expect(loser).to_contain_text("Dovi")
    expect(loser.locator(".face")).to_have_attribute("data-mood", "stirred")
    page.locator('[data-action="new-game"]:visible').click()

    page.locator('#start [data-action="company"]').click()
    rows = page.locator("#company > li")
    expect(rows).to_have_count(12)
    done = page.locator("#company > [data-state=done]")
    expect(done, "each form has a tour of its own").to_have_count(0)
    page.locator("#company-form").select_option("duel")
    expect(rows.first).to_contain_text("Won 8 to 2")
    expect(page.locator("#company-progress")).to_have_text("Beaten: 1 of 12")
    expect(page.locator("#company > [data-next]")).to_contain_text("Marsa")
    expect(page.locator("#company-next-name")).to_have_text("Marsa")
    expect(page.locator("#company-next .face-bust")).to_have_attribute("href", "#face-marsa")
    assert_no_violations(page, "the tour")
    page.locator("#company-school").select_option("sylvan")  # which is Marsa's
    page.locator('[data-opponent="marsa"]').click()
    expect(page.locator("#confirm-title")).to_have_text("Marsa")
    page.locator("#confirm-cancel").click()  # to look at somebody begins no game
    expect(page.locator("body")).to_have_attribute("data-screen", "start")
    page.locator("#company-next-play").click()
    page.locator("#confirm-ok").click()
    expect(page.locator("#players")).to_contain_text("Marsa")
    face = page.locator("#prompt .tour-face")
    expect(face).to_be_visible()
    expect(face).to_contain_text("Sets her pieces in rows")
    assert not page.evaluate(COVERS_BOARD), "the board is free"
    page.locator('[popovertarget="menu"]').click()
    page.locator('#menu [data-action="seats"]').click()
    expect(page.locator('#seats select[name="2"]')).to_have_value("beginner")
