"""Tests of plans in all forms: legal, within their budget, good, and without hidden knowledge.

Each has a sample here; all positions on record come with ``--long``.
"""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.bots.levels import player
from tests.bots.positions import (
    NODES,
    Place,
    dealt,
    ends,
    last_action,
    places,
    recorded,
    view,
    width,
)
from tests.games.invariants import with_other_secrets
from tests.support import run_out

SAMPLE = list(places([0]))[::3]
long = pytest.mark.long


def assert_legal(place: Place, level: str, nodes: int) -> None:
    """Check that every code of the plan can be played and that the plan ends the turn."""
    game = place.game.copy()
    begun = game.state.turn
    for code in player(level, str(place), nodes=nodes).plan(view(game)):
        game.play(code)
    # What is left is somebody else's decision: after passing control, or for the odd commons.
    assert game.state.turn > begun or game.state.passed or game.prompt.kind == "odd-commons"


@pytest.mark.parametrize("place", SAMPLE, ids=str)
def test_plans_are_legal_in_crowded_positions(place: Place) -> None:
    assert_legal(place, "adept", 150)
    assert_legal(place, "master", 80)


@long
@pytest.mark.parametrize("level", ["adept", "master"])
def test_plans_are_legal_in_thousands_of_positions(level: str) -> None:
    for place in places(range(2, 70 if level == "adept" else 9)):
        assert_legal(place, level, 150)


@pytest.mark.parametrize("place", SAMPLE[::3], ids=str)
def test_nothing_hidden_changes_a_plan(place: Place) -> None:
    game = place.game
    assert game.player is not None
    plans = set()
    for secret in range(3):
        other = Game(with_other_secrets(game.state, game.player - 1, secret))
        plans.add(tuple(player("master", 1, nodes=200).plan(view(other))))
    assert len(plans) == 1


def assert_near_the_best(places: list[tuple[Place, int]]) -> None:
    """Check that 85 of 100 plans of adept are the best ends of their turns, or in the best 2 %."""
    good = 0
    for place, number in places:
        game = last_action(place)
        worths = ends(*dealt(game))
        assert worths is not None and len(worths) == number
        thinking = player("adept", 1).think(view(game))
        run_out(thinking)
        better = sum(worth > thinking.worth for worth in worths)
        good += better <= number * 2 // 100
    assert good >= 0.85 * len(places)


def test_adept_finds_the_best_ends_of_turns_that_can_be_enumerated() -> None:
    assert_near_the_best(recorded("turns")[::25])


@long
def test_adept_finds_the_best_ends_of_all_turns_on_record() -> None:
    assert_near_the_best(recorded("turns"))


def assert_within_budget(places: list[tuple[Place, int]]) -> None:
    for place, wide in places:
        assert width(place.game) == wide
        thinking = player("adept", 1, nodes=NODES).think(view(place.game))
        run_out(thinking)
        assert thinking.nodes <= 1.2 * NODES, place


def test_the_widest_questions_do_not_break_the_budget() -> None:
    assert_within_budget(recorded("widest")[::10])


@long
def test_none_of_the_widest_questions_breaks_the_budget() -> None:
    assert_within_budget(recorded("widest"))
