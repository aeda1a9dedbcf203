"""Who has won (R18)."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.forms import FORMS
from tashkalar.state import GameState


class Outcome(NamedTuple):
    """The end: winning seats (several on an unbroken tie), a score a seat, and what decided it.

    `reason` is ``"points"``, ``"upgraded"`` or ``"pieces"`` (tie-breakers of R18.4), ``"tie"`` or
    ``"resigned"``.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


def decide(state: GameState) -> Outcome:
    """The outcome of a finished game."""
    rules = FORMS[state.setup.form]
    sides = range(len(state.colours))
    scores = [rules.score(state, side) for side in sides]
    tests = (
        ("points", scores),
        ("upgraded", [state.upgraded(side).bit_count() for side in sides]),
        ("pieces", [state.colours[side].bit_count() for side in sides]),
    )
    reason, best = "tie", list(sides)
    if state.resigned >= 0:
        reason, best = "resigned", [side for side in sides if side != state.resigned]
    else:
        for name, values in tests:
            top = max(values[side] for side in best)
            best = [side for side in best if values[side] == top]
            if len(best) == 1:
                reason = name
                break
    colours = state.setup.colours
    return Outcome(
        winners=tuple(s + 1 for s, colour in enumerate(colours) if colour in best),
        scores=tuple(scores[colour] for colour in colours),
        reason=reason,
    )
