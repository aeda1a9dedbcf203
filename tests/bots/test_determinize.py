"""Tests that every view can be completed to a position with the same view (R25)."""

from __future__ import annotations

import json

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.position import rng
from tashkalar.rules.legality import problems
from tashkalar.rules.view import view

TABLES = [
    ("high-form", ["northern", "everfrost"], False),
    ("high-form", ["nethervoid", "etherweave", "sylvan", "highland"], True),
    ("duel", ["southern", "sylvan"], False),
    ("duel", ["etherweave", "everfrost"], False),
    ("duel", ["highland", "nethervoid", "everfrost", "etherweave"], True),
    ("melee", ["highland", "etherweave", "nethervoid"], False),
    ("melee", ["everfrost", "northern", "southern", "etherweave"], False),
]


def assert_dealt(game: Game, random_state: int) -> None:
    """Check for every seat that the position dealt from its view is legal and has that view."""
    state = game.state
    for seat in range(game.setup.seats):
        seen = json.loads(json.dumps(view(state, seat)))
        _, dealt = determinize(seen, random_state)
        assert json.loads(json.dumps(view(dealt, seat))) == seen
        if state.playing is None:
            assert not problems(dealt)


@pytest.mark.parametrize(("form", "schools", "teams"), TABLES)
def test_a_position_can_be_dealt_from_any_view(form: str, schools: list[str], teams: bool) -> None:
    for seed in range(2):
        game = new_game(form, schools, teams=teams, seed=seed)
        players = [GreedyPlayer(f"{seed}/{n}") for n in range(len(schools))]
        for number in range(400):
            if number % 5 == 0:
                assert_dealt(game, rng.state_from_seed(number))
            if game.player is None:
                break
            take_decision(game, players[game.player - 1])


def test_a_being_that_the_discard_action_dropped_is_nobody_elses_business() -> None:
    """R25.1: summoned cards are public; R25.3: a discarded being is not."""
    game = Game.from_scenario(
        {
            "form": "duel",
            "seats": [
                {"school": "northern", "hand": ["knight", "bomb", "herald"], "flare": []},
                {"school": "sylvan"},
            ],
            "board": {"d5": "1 common", "d4": "1 common", "e5": "1 heroic", "f5": "1 common"},
        }
    )
    game.play("~bomb")
    game.play("-")
    knight = next(move for move in game.legal_moves() if move.card == "knight")
    game.play(knight)
    while game.prompt.kind != "end":
        game.play(game.legal_moves()[-1])
    for seat in (1, 2):
        assert game.view(seat)["seats"][0]["played"] == ["knight"]  # type: ignore[index]
        assert game.view(seat)["seats"][0]["discards"] == 2  # type: ignore[index]
    assert "bomb" not in json.dumps(game.view(2))
    assert game.view(1)["hand"]["discards"] == ["bomb", "knight"]  # type: ignore[index]
    again = Game.from_json(game.to_json())
    assert again.view(2) == game.view(2)
