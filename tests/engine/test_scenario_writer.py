"""A position that is written as a scenario and read again is the same position."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from tashkalar import new_game
from tashkalar.formats import scenario, scenario_writer
from tashkalar.formats.scenario_form import ScenarioForm, SeatForm, TurnForm
from tashkalar.position.state import GameState
from tests.engine.test_scenario import FULL, MELEE, TEAMS
from tests.games.play import Plan, any_kind, plans

GAMES = list(islice(plans("written", ["kinds"]), 27))  # every form three times, every school


def fields(state: GameState) -> dict[str, object]:
    """Return the fields that a scenario holds: all but the random numbers to come."""
    return {name: getattr(state, name) for name in GameState.__slots__ if name != "rng"}


def read_again(state: GameState) -> GameState:
    text = json.dumps(scenario_writer.write(state))
    return scenario.read(json.loads(text))[0]


@pytest.mark.parametrize("plan", GAMES, ids=str)
def test_every_position_of_a_random_game_is_read_again(plan: Plan) -> None:
    game, chance = plan.start(), Random(plan.seed)
    compared = 0
    while not game.is_over and len(game.codes) < 1500:
        if game.open_move is None and game.state.phase == "play" and chance.random() < 0.2:
            assert fields(read_again(game.state)) == fields(game.state), game.codes[-8:]
            compared += 1
        game.play(any_kind(game, chance))
    assert compared > 10


ARRANGED = {"full": FULL, "melee": MELEE, "teams": TEAMS}


@pytest.mark.parametrize("name", ARRANGED)
def test_an_arranged_position_is_read_again(name: str) -> None:
    state = scenario.read(ARRANGED[name])[0]
    assert fields(read_again(state)) == fields(state)


def test_the_arranged_positions_use_every_key() -> None:
    """A key that none of them uses would be compared in vain."""
    written = [scenario_writer.write(scenario.read(data)[0]) for data in ARRANGED.values()]
    seats: list[dict[str, object]] = [seat for data in written for seat in data["seats"]]  # type: ignore[attr-defined]
    turns: list[dict[str, object]] = [data["turn"] for data in written]  # type: ignore[misc]
    unwritten = set(ScenarioForm.shapes) - {key for data in written for key in data}
    assert unwritten <= {"packs", "options", "goal", "text"}
    assert set(SeatForm.shapes) - {key for seat in seats for key in seat} == set()
    assert set(TurnForm.shapes) - {key for turn in turns for key in turn} == set()


def test_an_extra_turn_of_the_first_round_is_read_again() -> None:
    state = new_game("high-form", ["etherweave", "northern"], seed=1).state.copy()
    state.turn, state.in_extra_turn = 2, True
    for early in (0, 1):
        state.early_extras = early
        assert read_again(state).early_extras == early


def test_names_and_a_game_without_legends_are_kept() -> None:
    game = new_game(
        "high-form",
        ["sylvan", "northern"],
        names=["Ann", ""],
        options={"legends": False},
        seed="a b",
    )
    assert read_again(game.state).setup == game.setup


def test_a_move_in_progress_is_refused() -> None:
    state = new_game("high-form", ["northern", "sylvan"], seed=1).state.copy()
    state.playing = "knight"
    with pytest.raises(ValueError, match="between two moves"):
        scenario_writer.write(state)


def test_the_set_up_and_the_end_of_a_game_are_refused() -> None:
    melee = new_game("melee", ["northern", "sylvan", "highland"], seed=1)
    over = new_game("high-form", ["northern", "sylvan"], seed=1)
    over.resign(1)
    for game in (melee, over):
        with pytest.raises(ValueError, match="running game"):
            scenario_writer.write(game.state)


def test_writing_what_was_read_gives_the_same_scenario() -> None:
    written = scenario_writer.write(new_game("high-form", ["northern", "sylvan"], seed=1).state)
    assert scenario_writer.write(scenario.read(written)[0]) == written
