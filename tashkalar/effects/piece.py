"""A piece as it was, a piece that is followed, and the ways to move (R11.4-R11.6)."""

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
    """A piece with where it stood, as it was when something happened to it."""

    square: Square
    owner: Colour
    rank: int


class Tracked:
    """A piece that is followed wherever it goes; gone when destroyed, converted or picked up."""

    __slots__ = ("square",)

    def __init__(self, square: Square) -> None:
        self.square = square  # -1 when gone

    @property
    def bit(self) -> Mask:
        """The mask of its square, 0 when gone (R10.7)."""
        return BIT[self.square] if self.square >= 0 else 0

    @property
    def near(self) -> Mask:
        """The squares adjacent to where it stands now (R10.8)."""
        return NEAR[self.square] if self.square >= 0 else 0

    @property
    def orthogonal(self) -> Mask:
        """The orthogonally adjacent squares."""
        return ORTHOGONAL[self.square] if self.square >= 0 else 0

    @property
    def diagonal(self) -> Mask:
        """The diagonally adjacent squares."""
        return DIAGONAL[self.square] if self.square >= 0 else 0

    def within(self, steps: int) -> Mask:
        """The squares at distance 1 to `steps` (at most 3)."""
        return WITHIN[steps][self.square] if self.square >= 0 else 0

    def ray(self, direction: int) -> tuple[Square, ...]:
        """The squares in a direction, nearest first; none when gone."""
        return RAYS[self.square][direction] if self.square >= 0 else ()


class Moves(NamedTuple):
    """Which pieces may move, and how; made by `standard`, `combat` and their leaps."""

    pieces: Mask
    combat: bool
    leap: bool
    to: Mask


def standard(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A step onto an adjacent square that is empty or holds a lower rank (R11.5)."""
    return Moves(pieces, False, False, to)


def combat(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A step that may run over an equal rank too (R11.5)."""
    return Moves(pieces, True, False, to)


def standard_leap(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A leap to any other square of `to` that is empty or holds a lower rank (R11.6)."""
    return Moves(pieces, False, True, to)


def combat_leap(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A leap that may run over an equal rank too (R11.6)."""
    return Moves(pieces, True, True, to)


class Step(NamedTuple):
    """A move or leap that was made: from, to, and the piece it ran over."""

    origin: Square
    target: Square
    victim: PieceAt | None
    equal: bool  # it ran over a piece of its own rank: only a combat move can

    @property
    def direction(self) -> int:
        """The direction of a step; -1 for a leap that was not along a line."""
        found = direction_between(self.origin, self.target)
        return -1 if found is None else found
