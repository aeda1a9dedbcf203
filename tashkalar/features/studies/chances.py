"""The chance to win that goes with a lead, as games between equal players have shown it.

`tools.opinion_games` plays the games, and `tools.opinion_chances` fits the numbers.
"""

from __future__ import annotations

import math
from typing import NamedTuple


class Fitted(NamedTuple):
    """A logistic curve: a chance of 1 / (1 + exp(-(offset + slope * lead in points)))."""

    offset: int  # thousandths
    slope: int  # thousandths, for a point


_CURVES = {  # by form and number of sides
    ("duel", 2): Fitted(0, 399),
    ("high-form", 2): Fitted(0, 341),
    ("melee", 3): Fitted(-430, 515),
    ("melee", 4): Fitted(-704, 530),
}


def chance_percent(form: str, sides: int, lead: int) -> int | None:
    """Return the chance of a side that is ahead by `lead` thousandths of a point, in per cent.

    No chance is shown as certain: the least is 1, the most 99. None where no games were played, as
    in a form that somebody has added.
    """
    curve = _CURVES.get((form, sides))
    if curve is None:
        return None
    exponent = (curve.offset + curve.slope * lead / 1000) / 1000
    return min(99, max(1, round(100 / (1 + math.exp(-exponent)))))
