"""Weights that a fit led to and that a match has borne out, with how they were made.

`tashkalar.bench.fit` tells how much more or less than by hand each group of features went along
with the lead at the end of games. Going all of that way lost to the weights by hand, and half of it
too; what stands here follows the fit in pieces and hand, hardly in the rest, and won. The matches
are in docs/measurements/bots.md.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.bots.evaluation import Weights
from tashkalar.rules.forms.duel import Duel


class TunedWeights(NamedTuple):
    """The weights of a form, and where they come from."""

    form: str
    date: str
    games: int  # that were played and judged, and the ends of turns in them
    turns: int
    nodes: int  # the budget of a turn
    seed: str
    factors: dict[str, float]  # what least squares found, where a point counts 1
    weights: Weights


TUNED_WEIGHTS = (
    TunedWeights(
        form=Duel.id,
        date="2026-11-23",
        games=120,
        turns=2793,
        nodes=500,
        seed="fit",
        factors={"pieces": 1.73, "hand": 0.58, "drawn": 2.79, "threat": 3.14, "schools": 3.08},
        weights=Weights(
            piece=(250, 550, 900),
            enemy_piece=(250, 550, 900),
            ready=(125, 200, 450),
            one_short=(75, 125, 250),
            two_short=(30, 50, 100),
            strike=(30, 75, 150),
            drawn=200,  # of a hand that counts half: a quarter more than by hand
            threat=200,
        ),
    ),
)
