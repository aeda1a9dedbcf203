"""Random games in all forms with all pairs of schools; each checks the invariants."""

from __future__ import annotations

from itertools import islice

import pytest

from tashkalar.cards import SCHOOLS
from tashkalar.rules.forms import FORMS
from tests.games.play import POLICIES, TABLES, Plan, plans, play

GAMES_A_CHUNK = 10
CHUNKS = 5  # by default; the nightly run plays all
ALL_CHUNKS = 21


def planned(chunks: int) -> list[Plan]:
    return list(islice(plans(), chunks * GAMES_A_CHUNK))


def test_the_plans_cover_all_pairs_forms_and_policies() -> None:
    usual, whole = planned(CHUNKS), planned(ALL_CHUNKS)
    pairs = len(SCHOOLS) * (len(SCHOOLS) - 1)
    assert len({plan.schools[:2] for plan in usual}) == pairs
    for policy in POLICIES:
        for some in (usual, whole):
            mine = [plan for plan in some if plan.policy == policy]
            assert {(p.form, len(p.schools), p.teams) for p in mine} == set(TABLES)
        assert len({p.schools[:2] for p in mine}) == pairs
    assert {plan.form for plan in usual} == set(FORMS)
    assert len({p.seed for p in whole}) == len(whole)
    assert not all(p.legends for p in usual) and any(p.points for p in usual)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_few_games(number: int) -> None:
    """The quick tests get some too: one game in each form."""
    plan = next(islice(plans("quick", ["kinds"]), number, None))
    report = play(plan, deep_every=60, back=True)
    assert report.game.is_over and report.decisions == len(report.game.codes)


@pytest.mark.random_games
@pytest.mark.parametrize(
    "chunk",
    [
        pytest.param(chunk, marks=[pytest.mark.long] if chunk >= CHUNKS else [])
        for chunk in range(ALL_CHUNKS)
    ],
)
def test_random_games(chunk: int) -> None:
    # The deep checks play the game again, four times: they take more than all the rest.
    deep_every = 40 if chunk >= CHUNKS else 240
    for number, plan in enumerate(planned(chunk + 1)[-GAMES_A_CHUNK:]):
        report = play(plan, deep_every=deep_every, back=number % 6 == 0)
        outcome = report.game.outcome
        assert outcome is not None and outcome.winners
        assert report.summoned, f"nothing was ever summoned: {plan}"
