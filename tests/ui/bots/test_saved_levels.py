"""The computer players of saved games, of this version and of others."""

from __future__ import annotations

import json

import pytest

from tashkalar import new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.saved_levels import LEVELS_VERSION, read_saved_levels
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.saved_games import SavedGames
from tests.ui.table import said

TWO = SeatNumber(2)


@pytest.mark.parametrize("level", [*PLANNING_LEVELS, "velis"])  # one of the tour
def test_the_levels_of_this_version_are_read_as_they_are(level: str) -> None:
    assert read_saved_levels({"2": level}, LEVELS_VERSION, 2) == ({TWO: level}, ())


@pytest.mark.parametrize(
    ("level", "now"), [("novice", "novice"), ("adept", "adept"), ("master", "expert")]
)
def test_the_levels_of_the_first_version_go_on(level: str, now: str) -> None:
    assert read_saved_levels({"2": level}, None, 2) == ({TWO: now}, ())


@pytest.mark.parametrize(
    ("level", "nearest"),
    [
        ("keen", "novice"),
        ("random", "firststeps"),
        ("master~threat@90", "master"),
        ("?", "adept"),
    ],
)
def test_an_unknown_level_is_named_and_the_nearest_plays(level: str, nearest: str) -> None:
    read = read_saved_levels({"1": level, "2": level}, LEVELS_VERSION, 2)
    assert set(read.level_by_seat.values()) == {nearest}
    assert read.unknown == (level,)


@pytest.mark.parametrize("data", [None, [], "2", {"3": "adept"}, {"2": 7}, {"2": None}])
def test_anything_else_is_a_person(data: object) -> None:
    assert read_saved_levels(data, None, 2) == ({}, ())


def saved_with(fields: dict[str, object]) -> tuple[SavedGames, str]:
    """Return the saved games with one game in which the computer has seat 2, and its id."""
    saved_games = SavedGames(MemoryStore(), lambda: 1)
    game = new_game("duel", ["northern", "sylvan"], seed=1)
    id = saved_games.create(game, True, bots={TWO: "adept"}).id
    (key,) = saved_games.texts.store.keys()
    data = json.loads(saved_games.texts.store.get(key) or "")
    assert data.pop("levels") == LEVELS_VERSION
    changed = SavedGames(MemoryStore(), lambda: 2)
    changed.texts.store.set(key, json.dumps(data | fields))
    return changed, id


def test_an_old_save_against_master_goes_on_against_expert() -> None:
    saved_games, id = saved_with({"bots": {"2": "master"}})
    for _ in range(2):  # as it was stored, and stored anew
        opened = GameOpener(saved_games).open_game(id)
        assert (opened.bots, opened.notice) == ({TWO: "expert"}, None)
        saved_games.save(id, opened.game, False)


def test_a_new_save_against_master_stays_one() -> None:
    saved_games, id = saved_with({"bots": {"2": "master"}, "levels": LEVELS_VERSION})
    assert GameOpener(saved_games).open_game(id).bots == {TWO: "master"}


def test_a_game_with_an_unknown_level_opens_and_says_who_plays() -> None:
    fields = {"bots": {"2": "<b>\u202ewizard"}, "levels": LEVELS_VERSION}
    saved_games, id = saved_with(fields)
    opened = GameOpener(saved_games).open_game(id)
    assert opened.bots == {TWO: "adept"} and opened.notice is not None
    assert "“<b>wizard”. Adept plays in its place" in said(opened.notice)
    saved_games.save(id, opened.game, False)
    assert GameOpener(saved_games).open_game(id).notice is None, "told once"


def test_a_file_with_an_unknown_level_is_imported_and_says_who_plays() -> None:
    saved_games, id = saved_with({"bots": {"2": "keen"}, "levels": LEVELS_VERSION})
    text = saved_games.texts.find(id)[1]
    result = GameFiles(saved_games).import_game(text)
    assert result.notice is not None and "Novice plays in its place" in said(result.notice)
    assert GameOpener(saved_games).open_game(result.id).bots == {TWO: "novice"}
