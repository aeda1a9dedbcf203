"""Seats and colours as people count them, from 1, and as the engine does, from 0.

This is the one place where one becomes the other. Whatever leaves the engine, in moves, events,
views and texts, has numbers; whatever indexes its tuples has seats and colours. The types tell them
apart: a number is an int to everybody outside, but no plain int is a number.
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

# Calling a NewType would cost as much again, and events are made by the thousand.


def seat_number(seat: Seat) -> SeatNumber:
    """The number of a seat."""
    return seat + 1  # type: ignore[return-value]


def colour_number(colour: Colour) -> ColourNumber:
    """The number of a colour; `NOBODY` for -1, an empty square's owner."""
    return colour + 1  # type: ignore[return-value]


def seat_of(number: SeatNumber) -> Seat:
    """The seat with that number."""
    return number - 1


def colour_of(number: ColourNumber) -> Colour:
    """The colour with that number; -1 for `NOBODY`."""
    return number - 1


def seat_numbers(seats: int) -> list[SeatNumber]:
    """The numbers of so many seats, in turn order."""
    return [seat_number(seat) for seat in range(seats)]
