"""Glicko-2: ratings with the uncertainty of each.

Mark E. Glickman, "Example of the Glicko-2 system", 2022 (glicko.net/glicko/glicko2.pdf); the
numbers of the steps are his. Only differences of ratings count, so any rating may be the middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

ELO_PER_UNIT = 173.7178
"""Ratings are on the scale of Elo; the formulas use a smaller one (step 2)."""

_VOLATILITY_CHANGE = 0.5  # the paper's tau: how much the volatility may change, 0.3 to 1.2
_CONVERGENCE = 0.000001  # of the logarithm of the volatility's square


class Rating(NamedTuple):
    """A strength on the scale of Elo; its value lies within two deviations in 95 of 100 cases."""

    value: float
    deviation: float
    volatility: float = 0.06  # how much the strength changes by itself


class RatedGame(NamedTuple):
    """A game as evidence: the opponent, and 1 for a victory, 0 for a defeat, 0.5 for a tie."""

    opponent: Rating
    score: float


def rate(before: Rating, games: Sequence[RatedGame]) -> Rating:
    """Return a rating after a period with these games; without any, its deviation only grows."""
    mean, deviation = before.value / ELO_PER_UNIT, before.deviation / ELO_PER_UNIT
    precision = improvement = 0.0  # sums of steps 3 and 4
    for game in games:
        weight = _weight(game.opponent.deviation / ELO_PER_UNIT)
        expected = _expected(weight * (mean - game.opponent.value / ELO_PER_UNIT))
        precision += weight * weight * expected * (1 - expected)
        improvement += weight * (game.score - expected)
    if not precision:
        grown = math.hypot(deviation, before.volatility)
        return before._replace(deviation=grown * ELO_PER_UNIT)
    variance = 1 / precision
    volatility = _volatility(before.volatility, deviation, variance, variance * improvement)
    grown = math.hypot(deviation, volatility)  # step 6
    after = 1 / math.sqrt(1 / (grown * grown) + precision)  # step 7
    mean += after * after * improvement
    return Rating(mean * ELO_PER_UNIT, after * ELO_PER_UNIT, volatility)


def _weight(deviation: float) -> float:
    """Return how much a game counts against an opponent of this deviation: the paper's g."""
    return 1 / math.sqrt(1 + 3 * (deviation / math.pi) ** 2)


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _volatility(before: float, deviation: float, variance: float, improvement: float) -> float:
    """Return the volatility after the games (step 5): the Illinois method finds a zero of `f`."""
    start = math.log(before * before)

    def f(x: float) -> float:
        e = math.exp(x)
        total = deviation * deviation + variance + e
        pull = (x - start) / _VOLATILITY_CHANGE**2
        return e * (improvement * improvement - total) / (2 * total * total) - pull

    low = start
    surprise = improvement * improvement - deviation * deviation - variance
    if surprise > 0:
        high = math.log(surprise)
    else:
        high = start - _VOLATILITY_CHANGE
        while f(high) < 0:
            high -= _VOLATILITY_CHANGE
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CONVERGENCE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)
