"""The start screen: which game can be gone on with, what is golden, and what would be played."""

from __future__ import annotations

from tashkalar import new_game
from tashkalar.bots import DEFAULT_LEVEL
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.start.new_game_form import MAX_SEATS, NewGameForm, NewGameOptions
from tashkalar.ui.start.start_offer import (
    form_of,
    game_to_continue,
    plan_message,
    suggested_game,
    suggested_level,
)
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests.ui.table import said

FIELDS = {"form": "melee", "players": "3", "choosing": "players"}


def test_the_newest_game_that_is_not_over_can_be_gone_on_with() -> None:
    saved_games = SavedGames(MemoryStore(), lambda: 1)
    assert game_to_continue(saved_games.entries()) is None
    first = saved_games.create(
        new_game("duel", ["northern", "sylvan"], seed=1), is_curtain_down=False
    )
    over = new_game("duel", ["northern", "sylvan"], seed=2)
    over.resign(1)
    saved_games.create(over, is_curtain_down=False)
    entry = game_to_continue(saved_games.entries())
    assert entry is not None and entry.id == first.id
    assert "Deathmatch Duel" in said(entry.detail)


def test_for_a_first_game_the_easiest_opponent_is_proposed() -> None:
    assert suggested_level(has_played=False) == "firststeps"
    assert suggested_level(has_played=True) == "adept"


def test_a_preset_is_a_game_of_its_form() -> None:
    assert [form_of(game) for game in ("first-game", "duel")] == ["high-form", "duel"]


def test_the_first_game_is_without_legends() -> None:
    assert suggested_game(has_played=False) == "first-game"
    assert PRESETS["first-game"].options == {"legends": False}
    assert suggested_game(has_played=True) == "high-form"


def test_what_would_be_played_stands_in_one_line() -> None:
    assert said(plan_message(NewGameOptions())) == "High Form: Blue, Red"
    assert said(plan_message(NewGameOptions(game="first-game"))).startswith("First game: ")
    assert (
        said(plan_message(NewGameOptions(game="melee", choosing="random")))
        == "Deathmatch Melee: Drawn by lot"
    )
    assert said(plan_message(NewGameOptions(game="melee", player_count=4))).count(",") == 3


def test_against_the_computer_a_person_begins_and_all_others_are_programs() -> None:
    form = NewGameForm()
    form.update_fields(FIELDS | form.fields_against_bots(DEFAULT_LEVEL))
    assert form.bots == {SeatNumber(2): DEFAULT_LEVEL, SeatNumber(3): DEFAULT_LEVEL}
    form.update_fields(FIELDS | form.fields_against_bots(""))
    assert form.bots == {} and len(form.fields_against_bots("")) == MAX_SEATS
