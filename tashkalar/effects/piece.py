"""A snapshot of a piece, a tracked piece, and the ways to move (R11.4-R11.6)."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.board import (
    ARENA,
    BIT,
    DIAGONAL,
    NEAR,
    ORTHOGONAL,
    RAYS,
    WITHIN,
    Colour,
    Mask,
    Square,
    direction_between,
)


class PieceAt(NamedTuple):
    """A piece with its square, owner and rank at the time when something happened to it."""

    square: Square
    owner: Colour
    rank: int


class Tracked:
    """A piece that is followed when it moves; gone when destroyed, converted or picked up."""

    __slots__ = ("square",)

    def __init__(self, square: Square) -> None:
        self.square = square  # -1 if gone

    @property
    def bit(self) -> Mask:
        """The mask of the piece's square; 0 if gone (R10.7)."""
        return BIT[self.square] if self.square >= 0 else 0

    @property
    def near(self) -> Mask:
        """The squares adjacent to the piece's current square (R10.8)."""
        return NEAR[self.square] if self.square >= 0 else 0

    @property
    def orthogonal(self) -> Mask:
        """The squares orthogonally adjacent to the piece."""
        return ORTHOGONAL[self.square] if self.square >= 0 else 0

    @property
    def diagonal(self) -> Mask:
        """The squares diagonally adjacent to the piece."""
        return DIAGONAL[self.square] if self.square >= 0 else 0

    def within(self, steps: int) -> Mask:
        """Return the squares at distance 1 to `steps` (at most 3); none if gone."""
        return WITHIN[steps][self.square] if self.square >= 0 else 0

    def ray(self, direction: int) -> tuple[Square, ...]:
        """Return the squares in a direction, nearest first; none if gone."""
        return RAYS[self.square][direction] if self.square >= 0 else ()


class Moves(NamedTuple):
    """The pieces that may move, and how; created by `standard`, `combat` and their leaps."""

    pieces: Mask
    combat: bool
    leap: bool
    to: Mask


def standard(pieces: Mask, to: Mask = ARENA) -> Moves:
    """Return steps onto an adjacent square that is empty or holds a lower rank (R11.5)."""
    return Moves(pieces, False, False, to)


def combat(pieces: Mask, to: Mask = ARENA) -> Moves:
    """Return steps onto an adjacent square that is empty or holds no higher rank (R11.5)."""
    return Moves(pieces, True, False, to)


def standard_leap(pieces: Mask, to: Mask = ARENA) -> Moves:
    """Return leaps to any other square of `to` that is empty or holds a lower rank (R11.6)."""
    return Moves(pieces, False, True, to)


def combat_leap(pieces: Mask, to: Mask = ARENA) -> Moves:
    """Return leaps to any other square of `to` that is empty or holds no higher rank (R11.6)."""
    return Moves(pieces, True, True, to)


class Step(NamedTuple):
    """A move or leap that was made: from, to, and the piece it destroyed."""

    origin: Square
    target: Square
    victim: PieceAt | None
    equal: bool  # the destroyed piece had the same rank, which only a combat move allows

    @property
    def direction(self) -> int:
        """The direction of a step; -1 for a leap that was not along a line."""
        direction = direction_between(self.origin, self.target)
        return -1 if direction is None else direction
