"""The outcome of a game (R18)."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import SeatNumber, seat_number
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS


class Outcome(NamedTuple):
    """The outcome: winning seats (several on an unbroken tie), scores per seat, and the reason.

    `reason` is ``"points"``, ``"second-colour"`` or ``"third-colour"`` (R18.3), ``"upgraded"`` or
    ``"pieces"`` (R18.4), ``"tie"`` or ``"resigned"``.
    """

    winners: tuple[SeatNumber, ...]
    scores: tuple[int, ...]
    reason: str
    places: tuple[int, ...]  # per seat: 1 for the first place (R18.5)


def decide_outcome(state: GameState) -> Outcome:
    """Return the outcome of a finished game."""
    sides = range(len(state.colours))
    scores = [FORMS[state.setup.form].score(state, side) for side in sides]
    colours = state.setup.colours
    reason, best = "resigned", [side for side in sides if side != state.resigned]
    places = [1 if side in best else len(sides) for side in sides]
    if state.resigned < 0:
        keys = {side: _key(state, side) for side in sides}
        top = max(_numbers(key) for key in keys.values())
        best = [side for side in sides if _numbers(keys[side]) == top]
        places = [1 + sum(_beats(keys[other], keys[side]) for other in sides) for side in sides]
        reason = _reason(keys, best)
    return Outcome(
        winners=tuple(seat_number(s) for s, colour in enumerate(colours) if colour in best),
        scores=tuple(scores[colour] for colour in colours),
        reason=reason,
        places=tuple(places[colour] for colour in colours),
    )


RankingKey = tuple[tuple[str, int], ...]


def _key(state: GameState, side: int) -> RankingKey:
    """Return the numbers compared, in order: the form's, upgraded pieces, pieces (R18.4, R18.5)."""
    return (
        *FORMS[state.setup.form].ranking_numbers(state, side),
        ("upgraded", state.upgraded_pieces(side).bit_count()),
        ("pieces", state.colours[side].bit_count()),
    )


def _beats(one: RankingKey, other: RankingKey) -> bool:
    return _numbers(one) > _numbers(other)


def _reason(keys: dict[int, RankingKey], best: list[int]) -> str:
    """Return the name of the first number in which the winner and the next best differ."""
    if len(best) > 1:
        return "tie"
    winner = keys[best[0]]
    second = max((key for side, key in keys.items() if side not in best), key=_numbers)
    return next(why for (why, a), (_, b) in zip(winner, second, strict=True) if a != b)


def _numbers(key: RankingKey) -> tuple[int, ...]:
    return tuple(n for _, n in key)
