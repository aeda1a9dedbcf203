"""The walk of the focus over what can be chosen: its order, its rows, and when it rests.

No part of it knows a page: what can be chosen comes as keys, and the walk says which are marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

PACE_S = {"fast": 0.8, "normal": 1.5, "slow": 2.5, "slower": 4.0}
"""Seconds for which each stop is marked, by the setting."""

DWELL_S = {"short": 0.8, "long": 1.6}
"""Seconds for which a pointer rests before it presses, by the setting."""

MAX_SINGLE_SQUARES = 6  # more are walked row by row
MAX_ROUNDS = 3  # without a press; then the walk rests until a press, or until the offer changes


class Offer(NamedTuple):
    """The things that can be chosen now, by keys that stay the same while a thing is offered."""

    first: tuple[str, ...] = ()  # cards, or what else comes before the board
    squares: tuple[str, ...] = ()  # names, in any order
    last: tuple[str, ...] = ()  # buttons of the decision, then the ways back
    decision: object = None  # differs when something else is to be decided


class Stop(NamedTuple):
    """A stop of the walk: the keys that are marked together."""

    keys: tuple[str, ...]

    @property
    def is_row(self) -> bool:
        """True for several squares: a press walks them one by one."""
        return len(self.keys) > 1


def order_squares(names: Sequence[str]) -> tuple[str, ...]:
    """Return squares in the order of the key ``n``: from a1 along the rows."""
    return tuple(sorted(names, key=lambda name: (name[1], name[0])))


def stops_of(offer: Offer) -> tuple[Stop, ...]:
    """Return the stops of an offer: cards, squares or rows of squares, then buttons."""
    squares = order_squares(offer.squares)
    if len(squares) <= MAX_SINGLE_SQUARES:
        places = tuple(Stop((name,)) for name in squares)
    else:
        rows = groupby(squares, key=lambda name: name[1])
        places = tuple(Stop(tuple(row)) for _, row in rows)
    return (
        *(Stop((key,)) for key in offer.first),
        *places,
        *(Stop((key,)) for key in offer.last),
    )


class ScanWalk:
    """The place of the walk. `advance` goes on; `press` says what was pressed."""

    def __init__(self) -> None:
        self._decision: object = None
        self._row: tuple[str, ...] = ()  # the open row
        self._stop: Stop | None = None
        self._rounds = 0

    @property
    def stop(self) -> Stop | None:
        """The stop that is marked; None at the beginning and while the walk rests."""
        return self._stop

    def advance(self, offer: Offer) -> Stop | None:
        """Go to the next stop of an offer; to the first one when another decision is due.

        What is offered may differ a little from stop to stop, since the page shows what is looked
        at. After `MAX_ROUNDS` without a press the walk rests: None. A row is walked once, then the
        whole offer goes on after that row.
        """
        if offer.decision != self._decision:
            self._decision, self._row, self._stop, self._rounds = offer.decision, (), None, 0
        if self._rounds >= MAX_ROUNDS:
            self._stop = None
            return None
        if self._row:
            following = self._next_in_row()
            if following:
                self._stop = Stop((following,))
                return self._stop
            self._stop, self._row = Stop(self._row), ()
        stops = stops_of(offer)
        if not stops:
            self._stop = None
            return None
        position = stops.index(self._stop) + 1 if self._stop in stops else 0
        if position == len(stops):
            position, self._rounds = 0, self._rounds + 1
            if self._rounds >= MAX_ROUNDS:
                self._stop = None
                return None
        self._stop = stops[position]
        return self._stop

    def press(self) -> str:
        """Return the key that is pressed; "" if the press opens a row or only wakes the walk."""
        self._rounds = 0
        stop = self._stop
        if stop is None:
            return ""
        if stop.is_row:
            self._row, self._stop = stop.keys, None
            return ""
        self._row, self._stop = (), None
        return stop.keys[0]

    def _next_in_row(self) -> str:
        position = self._row.index(self._stop.keys[0]) + 1 if self._stop else 0
        return self._row[position] if position < len(self._row) else ""
