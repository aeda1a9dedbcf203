"""Weights of terms that were learned from rollouts and confirmed by a match, and their origin.

`tashkalar.bench.learn` fits them to labels of `tashkalar.bench.rollouts`. A weight is in
thousandths of a point. The terms add to *expert*'s judge. The matches are in
docs/measurements/bots.md.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.rules.forms.duel import Duel


class LearnedTerms(NamedTuple):
    """The learned weights of a form, and their origin."""

    form: str
    date: str
    seed: str  # of the games with labeled turns
    turns: int
    worlds: int  # deals of the hidden cards for each turn
    ridge: float
    weights: dict[str, int]  # by the names of `board_terms.py`


_TERMS = (
    LearnedTerms(
        form=Duel.id,
        date="2026-11-26",
        seed="training",
        turns=931,
        worlds=6,
        ridge=10_000,
        weights={
            "beings-held": -5,
            "drawn-common-one": -38,
            "drawn-common-one-3": -30,
            "drawn-common-ready": -27,
            "drawn-common-ready-2": -34,
            "drawn-common-ready-4": 90,
            "drawn-common-two": -35,
            "drawn-heroic-one": 8,
            "drawn-heroic-one-3": 13,
            "drawn-heroic-ready": 44,
            "drawn-heroic-ready-2": 28,
            "drawn-heroic-ready-4": -7,
            "drawn-heroic-two": -18,
            "drawn-legend-legendary-one": -45,
            "drawn-legend-legendary-one-3": -96,
            "drawn-legend-legendary-ready": -32,
            "drawn-legend-legendary-ready-2": -196,
            "drawn-legend-legendary-ready-4": 281,
            "drawn-legend-legendary-two": -49,
            "drawn-legend-strike-common": 548,
            "drawn-legend-strike-heroic": -512,
            "drawn-legend-strike-legendary": -1221,
            "drawn-strike-common": 64,
            "drawn-strike-heroic": 28,
            "flares-held": 21,
            "hand-common-one": -10,
            "hand-common-one-3": -13,
            "hand-common-ready": -6,
            "hand-common-ready-2": -15,
            "hand-common-ready-4": 7,
            "hand-common-two": -14,
            "hand-heroic-one": 29,
            "hand-heroic-one-3": 35,
            "hand-heroic-ready": 74,
            "hand-heroic-ready-2": 71,
            "hand-heroic-ready-4": 51,
            "hand-heroic-two": 12,
            "hand-legendary-one": 26,
            "hand-legendary-one-3": 89,
            "hand-legendary-ready": 89,
            "hand-legendary-ready-2": 30,
            "hand-legendary-ready-4": -43,
            "hand-legendary-two": 8,
            "hand-strike-common": 42,
            "hand-strike-heroic": 149,
            "legends-held": 29,
            "mixed-diagonal": -7,
            "mixed-orthogonal": 4,
            "own-common-colored": -11,
            "own-common-ring-0": -11,
            "own-common-ring-2": 2,
            "own-common-ring-3": 16,
            "own-common-ring-4": 14,
            "own-diagonal": 2,
            "own-heroic-colored": 25,
            "own-heroic-ring-0": 69,
            "own-heroic-ring-1": -27,
            "own-heroic-ring-2": 3,
            "own-heroic-ring-3": 3,
            "own-heroic-ring-4": 12,
            "own-legendary-colored": -71,
            "own-legendary-ring-0": 2,
            "own-legendary-ring-1": -49,
            "own-legendary-ring-2": -25,
            "own-legendary-ring-3": -80,
            "own-legendary-ring-4": -62,
            "own-orthogonal": 13,
            "own-supply-low": 38,
            "rival-common-colored": 91,
            "rival-common-ring-0": 1,
            "rival-common-ring-1": 34,
            "rival-common-ring-2": -20,
            "rival-common-ring-3": -1,
            "rival-common-ring-4": 11,
            "rival-diagonal": 9,
            "rival-heroic-colored": 16,
            "rival-heroic-ring-0": -66,
            "rival-heroic-ring-1": 161,
            "rival-heroic-ring-2": -35,
            "rival-heroic-ring-3": 68,
            "rival-heroic-ring-4": 103,
            "rival-legendary-colored": -181,
            "rival-legendary-ring-1": 196,
            "rival-legendary-ring-2": 120,
            "rival-legendary-ring-3": -71,
            "rival-legendary-ring-4": 233,
            "rival-orthogonal": -10,
            "threat-common-one": 145,
            "threat-common-one-3": 35,
            "threat-common-ready": -13,
            "threat-common-ready-2": -27,
            "threat-common-ready-4": -130,
            "threat-common-two": -140,
            "threat-heroic-one": -22,
            "threat-heroic-one-3": -11,
            "threat-heroic-ready": -119,
            "threat-heroic-ready-2": -140,
            "threat-heroic-ready-4": -107,
            "threat-heroic-two": 28,
            "threat-legend-legendary-one": 196,
            "threat-legend-legendary-one-3": 113,
            "threat-legend-legendary-ready": 114,
            "threat-legend-legendary-ready-2": 282,
            "threat-legend-legendary-ready-4": -731,
            "threat-legend-legendary-two": 81,
            "threat-legend-strike-common": -189,
            "threat-legend-strike-heroic": -250,
            "threat-legend-strike-legendary": -337,
            "threat-strike-common": -167,
            "threat-strike-heroic": -321,
        },
    ),
)
LEARNED_TERMS: dict[str, LearnedTerms] = {terms.form: terms for terms in _TERMS}
