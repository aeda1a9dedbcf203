"""Tests of harmful input: the engine refuses it in one clear line, or it is a game."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from functools import partial

import pytest

from tashkalar import Game, RecordError, SaveError, ScenarioError, new_game
from tests import hostile
from tests.support import about


def readable(message: str) -> None:
    """Check for one short line without characters that move the cursor or turn text around."""
    assert 5 < len(message) < 400
    assert not [c for c in message if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


def harmless(read: Callable[[], Game], refusal: type[Exception]) -> bool:
    """Tell whether a text is a game that can be played, saved and loaded; else it is refused."""
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
    assert len(hostile.files()) + len(hostile.scenarios()) + len(hostile.records()) >= 200
    harmless(lambda: Game.from_json(hostile.played().to_json()), SaveError)
    harmless(lambda: Game.from_scenario(hostile.arranged()), ScenarioError)


def test_saves() -> None:
    for name, text in hostile.files().items():
        with about(name):
            was_game = harmless(partial(Game.from_json, text), SaveError)
            assert not (was_game and name.startswith("document"))


def test_scenarios() -> None:
    for name, scenario in hostile.scenarios().items():
        with about(name):
            harmless(partial(Game.from_scenario, scenario), ScenarioError)


def test_records() -> None:
    for name, text in (hostile.records() | hostile.DOCUMENTS).items():
        with about(name):
            was_game = harmless(partial(Game.from_record, text), RecordError)
            if name != "document: a record without moves":
                assert not (was_game and name.startswith("document"))


def test_arguments_of_a_new_game() -> None:
    schools = ["northern", "sylvan"]
    for kind, text in hostile.TEXTS.items():
        with about(kind):
            names = [text, "Bo"]
            harmless(partial(new_game, "duel", schools, seed=1, names=names), ValueError)
            harmless(partial(new_game, "duel", schools, seed=text), ValueError)
            for arguments in ((text, schools), ("duel", [text, "sylvan"])):
                with pytest.raises(ValueError) as caught:
                    new_game(*arguments)
                readable(str(caught.value))


def test_move_codes() -> None:
    game = hostile.played()
    before = game.to_json()
    for kind, text in hostile.TEXTS.items():
        with about(kind):
            with pytest.raises(ValueError) as caught:
                game.play(text)
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
