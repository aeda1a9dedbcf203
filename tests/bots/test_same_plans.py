"""The same seed and budget give the same plan on every platform: this runs in Pyodide too."""

from __future__ import annotations

import pytest

from tests.bots.positions import Place, planned, recorded


@pytest.mark.parametrize(("place", "plan"), recorded("plans"), ids=str)
def test_a_plan_is_the_one_on_record(place: Place, plan: list[str]) -> None:
    assert planned(place) == plan


@pytest.mark.parametrize(("place", "plan"), recorded("easy-plans"), ids=str)
def test_a_plan_of_first_steps_is_the_one_on_record(place: Place, plan: list[str]) -> None:
    assert planned(place, "firststeps") == plan


@pytest.mark.parametrize(("place", "plan"), recorded("learner-plans"), ids=str)
def test_a_plan_of_learner_is_the_one_on_record(place: Place, plan: list[str]) -> None:
    assert planned(place, "learner") == plan


@pytest.mark.parametrize(("place", "plan"), recorded("master-plans"), ids=str)
def test_a_plan_of_master_is_the_one_on_record(place: Place, plan: list[str]) -> None:
    """Learned terms, rollouts and replies are whole numbers too."""
    assert planned(place, "master", None) == plan
