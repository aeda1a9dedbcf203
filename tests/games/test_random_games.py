"""Random games in all forms with all pairs of schools, the invariants checked on the way."""

from __future__ import annotations

from itertools import islice

import pytest

from tashkalar.cards import SCHOOLS
from tashkalar.rules.forms import FORMS
from tests.games.play import POLICIES, TABLES, plans, play

CHUNKS = 14
GAMES_A_CHUNK = 15


def test_the_plans_cover_all_pairs_forms_and_policies() -> None:
    whole = list(islice(plans(), CHUNKS * GAMES_A_CHUNK))
    for policy in POLICIES:
        mine = [plan for plan in whole if plan.policy == policy]
        assert {(p.form, len(p.schools), p.teams) for p in mine} == set(TABLES)
        assert len({p.schools[:2] for p in mine}) == len(SCHOOLS) * (len(SCHOOLS) - 1)
    assert {plan.form for plan in whole} == set(FORMS)
    assert len({p.seed for p in whole}) == len(whole)
    assert not all(p.legends for p in whole) and any(p.points for p in whole)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_few_games(number: int) -> None:
    """The quick tests get some too: one game in each form."""
    plan = next(islice(plans("quick", ["kinds"]), number, None))
    report = play(plan, deep_every=60, back=True)
    assert report.game.is_over and report.decisions == len(report.game.codes)


@pytest.mark.random_games
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(chunk: int) -> None:
    first = chunk * GAMES_A_CHUNK
    for number, plan in enumerate(islice(plans(), first, first + GAMES_A_CHUNK)):
        report = play(plan, back=number % 6 == 0)
        outcome = report.game.outcome
        assert outcome is not None and outcome.winners
        assert report.summoned, f"nothing was ever summoned: {plan}"
