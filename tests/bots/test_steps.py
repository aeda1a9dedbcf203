"""Steps between two levels play some turns as the one and some as the other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.installed import find_player_factory
from tashkalar.bots.levels import Planner, budget, player
from tashkalar.bots.steps import read_step
from tests.bots.test_variants import seen_in_a_duel


def turns_as_above(percent: int, seeds: int = 60) -> int:
    """Return in how many of the turns a step searches as far as the level above it does."""
    view = seen_in_a_duel()
    plans = [player(f"learner.{percent}", seed).think(view) for seed in range(seeds)]
    return sum(plan.budget == budget("novice", "duel") for plan in plans)


def test_a_step_plays_its_share_of_turns_as_the_level_above() -> None:
    assert turns_as_above(1) < turns_as_above(30) < 30 < turns_as_above(70) < turns_as_above(99)
    assert 10 <= turns_as_above(30) <= 26


def test_turns_of_one_game_differ_and_are_the_same_again() -> None:
    view = seen_in_a_duel()
    step = find_player_factory("learner.50")("one game")
    assert isinstance(step, Planner)
    budgets = [
        step.think({**view, "turn": {**view["turn"], "number": number}}).budget  # type: ignore[dict-item]
        for number in range(20, 40)
    ]
    assert set(budgets) == {budget("learner", "duel"), budget("novice", "duel")}
    assert step.plan(view) == player("learner.50", "one game").plan(view)


def test_every_level_but_the_highest_has_steps_above_it() -> None:
    for level, above in pairwise(PLANNING_LEVELS):
        assert read_step(f"{level}.5") == (level, above, 5)


@pytest.mark.parametrize(
    "name", ["master.50", "novice.0", "novice.100", "novice.05", "novice.", "nobody.5", "keen.5"]
)
def test_other_names_are_no_steps(name: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        find_player_factory(name)
    with pytest.raises(ValueError, match="unknown level"):
        player(name)
