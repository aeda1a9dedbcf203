"""Nothing that is read can do harm: it is refused in one clear line, or it is a game."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable

import pytest

from tashkalar import Game, RecordError, SaveError, ScenarioError, new_game
from tests import hostile

FILES = hostile.saves() | {f"document: {k}": v for k, v in hostile.DOCUMENTS.items()}
SCENARIOS = hostile.scenarios()
RECORDS = hostile.records() | {f"document: {k}": v for k, v in hostile.DOCUMENTS.items()}


def readable(message: str) -> None:
    """One line, not long, and nothing in it that moves the cursor or turns the line around."""
    assert 5 < len(message) < 400
    assert not [c for c in message if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


def harmless(read: Callable[[], Game], refusal: type[Exception]) -> bool:
    """Whether it was a game, which then can be played, saved and loaded; else it was refused."""
    try:
        game = read()
    except refusal as error:
        readable(str(error))
        return False
    again = Game.from_json(game.to_json())
    assert again.state.key() == game.state.key()
    if moves := game.legal_moves():
        game.play(moves[0])
    json.dumps(game.view(1))
    return True


def test_there_are_enough() -> None:
    assert len(FILES) + len(SCENARIOS) + len(RECORDS) >= 200
    harmless(lambda: Game.from_json(hostile.played().to_json()), SaveError)
    harmless(lambda: Game.from_scenario(hostile.arranged()), ScenarioError)


@pytest.mark.parametrize("name", FILES)
def test_save(name: str) -> None:
    was_game = harmless(lambda: Game.from_json(FILES[name]), SaveError)
    if name.startswith("document"):
        assert not was_game


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(name: str) -> None:
    harmless(lambda: Game.from_scenario(SCENARIOS[name]), ScenarioError)


@pytest.mark.parametrize("name", RECORDS)
def test_record(name: str) -> None:
    was_game = harmless(lambda: Game.from_record(RECORDS[name]), RecordError)
    if name.startswith("document") and name != "document: a record without moves":
        assert not was_game


@pytest.mark.parametrize("kind", hostile.TEXTS)
def test_arguments_of_a_new_game(kind: str) -> None:
    text = hostile.TEXTS[kind]
    schools = ["northern", "sylvan"]
    harmless(lambda: new_game("duel", schools, seed=1, names=[text, "Bo"]), ValueError)
    harmless(lambda: new_game("duel", schools, seed=text), ValueError)
    for arguments in ((text, schools), ("duel", [text, "sylvan"])):
        with pytest.raises(ValueError) as caught:
            new_game(*arguments)
        readable(str(caught.value))


@pytest.mark.parametrize("kind", hostile.TEXTS)
def test_move_codes(kind: str) -> None:
    game = hostile.played()
    before = game.to_json()
    with pytest.raises(ValueError) as caught:
        game.play(hostile.TEXTS[kind])
    readable(str(caught.value))
    assert game.to_json() == before


def test_a_mapping_that_contains_itself() -> None:
    for key in ("seats", "board", "turn"):
        scenario = hostile.arranged()
        scenario[key] = scenario
        with pytest.raises(ScenarioError):
            Game.from_scenario(scenario)
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(ScenarioError):
        Game.from_scenario({**hostile.arranged(), "seats": endless})
