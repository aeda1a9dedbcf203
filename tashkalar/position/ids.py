"""Convert between the numbers that people see, from 1, and the engine's indices, from 0.

This module is the only place where a number becomes an index or an index a number. Moves, events,
views and texts carry numbers; the engine's tuples are indexed by seats and colors. The types keep
the two apart: a `SeatNumber` can be used as an int, but an int is not accepted as a `SeatNumber`.
"""

from __future__ import annotations

from typing import NewType

from tashkalar.position.board import Colour

Seat = int
"""A seat in turn order, from 0."""

SeatNumber = NewType("SeatNumber", int)
ColourNumber = NewType("ColourNumber", int)

NOBODY = ColourNumber(0)
NO_SEAT = SeatNumber(0)

# No NewType is called here: the call would double the cost, and searches create many events.


def seat_number(seat: Seat) -> SeatNumber:
    """Return the number of a seat."""
    return seat + 1  # type: ignore[return-value]


def colour_number(colour: Colour) -> ColourNumber:
    """Return the number of a color.

    The color -1 owns the empty squares; its number is `NOBODY`.
    """
    return colour + 1  # type: ignore[return-value]


def seat_of(number: SeatNumber) -> Seat:
    """Return the seat with this number."""
    return number - 1


def colour_of(number: ColourNumber) -> Colour:
    """Return the color with this number; -1 for `NOBODY`."""
    return number - 1


def seat_numbers(seats: int) -> list[SeatNumber]:
    """Return the numbers of the first `seats` seats, in turn order."""
    return [seat_number(seat) for seat in range(seats)]
