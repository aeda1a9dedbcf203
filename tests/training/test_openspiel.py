"""The game for OpenSpiel: its own test, and the game that the engine plays."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not among the locked packages")

from tashkalar import new_game  # noqa: E402
from tashkalar.position.ids import seat_number  # noqa: E402
from tashkalar.training import openspiel_game  # noqa: E402
from tashkalar.training.agreements import returns  # noqa: E402
from tashkalar.training.observation import observe  # noqa: E402

GAMES = [
    "form=duel",
    "form=high-form,schools=northern:sylvan",
    "form=melee,seats=3",
    "form=duel,teams=true",
]


def load(parameters: str) -> Any:
    return pyspiel.load_game(f"{openspiel_game.NAME}({parameters})")


@pytest.mark.slow
@pytest.mark.parametrize("parameters", GAMES)
def test_openspiels_own_test_passes(parameters: str) -> None:
    pyspiel.random_sim_test(load(parameters), num_sims=1, serialize=False, verbose=False)


def test_a_game_is_what_the_engine_plays() -> None:
    """The seed is the chance move; actions are places in the list of legal moves."""
    game = load("form=duel,schools=northern:sylvan")
    state, observer = game.new_initial_state(), game.make_py_observer()
    assert state.is_chance_node()
    state.apply_action(7)
    played, chance = new_game("duel", ["northern", "sylvan"], seed=7), random.Random(1)
    while not played.is_over:
        assert state.current_player() == (played.player or 0) - 1
        moves = played.legal_moves()
        assert state.legal_actions() == list(range(len(moves)))
        action = chance.randrange(len(moves))
        assert state.action_to_string(state.current_player(), action) == moves[action].code
        for player in (0, 1):
            observer.set_from(state, player)
            seat = seat_number(player)
            prompt = played.prompt if seat == played.player else None
            assert np.array_equal(observer.tensor, observe(played.view(seat), prompt))
        state.apply_action(action)
        played.play(moves[action])
    assert state.is_terminal() and state.returns() == list(returns(played))
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


@pytest.mark.parametrize("wrong", ["form=chess", "schools=northern", "seats=3", "schools=a:b"])
def test_a_wrong_parameter_is_named(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.partition("=")[0]):
        openspiel_game.TashKalarGame(dict([wrong.split("=")]))
