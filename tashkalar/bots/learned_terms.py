"""Weights of terms that were learned from rollouts, and their origin.

`tashkalar.bench.learn` fits them to labels of `tashkalar.bench.rollouts`. A weight is in
thousandths of a point. The terms add to *expert*'s judge. The matches are in
docs/measurements/bots.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tashkalar.bots import learned_duel, learned_high_form
from tashkalar.bots.board_terms import card_term_names
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.high_form import HighForm

# By card, in the order of `CARD_TERMS`.
CardWeights = dict[str, tuple[int, int, int, int]]


class LearnedTerms(NamedTuple):
    """The learned weights of a form, and their origin."""

    form: str
    date: str
    seed: str  # of the games with labeled turns
    turns: int
    worlds: int  # deals of the hidden cards for each turn
    ridge: float
    weights: dict[str, int]  # by the names of `board_terms.py`
    cards: CardWeights  # of single cards in hand

    def all_weights(self) -> dict[str, int]:
        """Return the weights of all terms by name."""
        return self.weights | weights_by_card(self.cards)


def weights_by_card(cards: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the weights of the terms of single cards by name."""
    return {
        name: weight
        for card, weights in cards.items()
        for name, weight in zip(card_term_names(card), weights, strict=True)
    }


_TERMS = (
    LearnedTerms(
        form=Duel.id,
        date="2026-11-27",
        seed="second",
        turns=17_299,
        worlds=4,
        ridge=10_000,
        weights=learned_duel.WEIGHTS,
        cards=learned_duel.CARDS,
    ),
    LearnedTerms(
        form=HighForm.id,
        date="2026-11-27",
        seed="second",
        turns=5_561,
        worlds=4,
        ridge=30_000,
        weights=learned_high_form.WEIGHTS,
        cards=learned_high_form.CARDS,
    ),
)
LEARNED_TERMS: dict[str, LearnedTerms] = {terms.form: terms for terms in _TERMS}


@cache
def learned_weights(form: str, percent: int) -> Mapping[str, int]:
    """Return so many percent of the weights of a form, by term; nothing for other forms.

    All judges share the mapping, since a turn makes dozens of them.
    """
    learned = LEARNED_TERMS.get(form)
    if not percent or learned is None:
        return {}
    return {name: worth * percent // 100 for name, worth in learned.all_weights().items()}
