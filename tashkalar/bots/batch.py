"""Many boards side by side in one big integer, so that one operation works on all of them.

A board takes `STRIDE` bits, more than its 81 squares. Patterns never look across: where a pattern
may lie (`Orientation.fits`) all its squares are on the same board. A board's bits can also hold a
number, so that sums are made for all boards at once. Python's big integers then do a search's
innermost loop at a cost of microseconds a board, in CPython and in Pyodide alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from tashkalar.cards import BEINGS
from tashkalar.position.board import ARENA, COLOURED, RANK_OF, Mask

STRIDE = 88  # bits a board: whole bytes, and room above the squares for a carry
_BYTES = STRIDE // 8
_TOP = STRIDE - 1

Lane = int  # a mask or a number for each board


@cache
def ones(number: int) -> Lane:
    """1 in every board's bits."""
    return pack([1] * number)


@cache
def _below_top(number: int) -> Lane:
    return ((1 << _TOP) - 1) * ones(number)


def pack(values: Iterable[int]) -> Lane:
    """The values side by side, each below 2 ** STRIDE."""
    return int.from_bytes(b"".join([v.to_bytes(_BYTES, "little") for v in values]), "little")


def unpack(lane: Lane, number: int) -> list[int]:
    """The values of the boards."""
    data = lane.to_bytes(_BYTES * number, "little")
    return [int.from_bytes(data[at : at + _BYTES], "little") for at in range(0, len(data), _BYTES)]


def some(lane: Lane, number: int) -> Lane:
    """1 for each board whose mask is not empty, else 0."""
    return (lane + _below_top(number)) >> _TOP & ones(number)


def count(lane: Lane, area: Mask, number: int) -> Lane:
    """How many squares of a small area each mask holds."""
    one, total = ones(number), 0
    while area:
        low = area & -area
        total += lane >> low.bit_length() - 1 & one
        area ^= low
    return total


@cache
def _drawn(card: str) -> tuple[tuple[Mask, tuple[tuple[int, int], ...]], ...]:
    """The orientations of a card: where they fit, and their squares, the highest ranks first."""
    return tuple(
        (turned.fits, tuple(sorted(turned.shifts, key=lambda cell: -cell[1])))
        for turned in BEINGS[card].shape.orientations
    )


@lru_cache(maxsize=4096)
def _everywhere(mask: Mask, number: int) -> Lane:
    return mask * ones(number)


class Side:
    """One colour's pieces on many boards, and which patterns they make."""

    __slots__ = ("_empty", "_open", "_ranked", "_shifted", "enemies", "number")

    def __init__(
        self,
        own: Sequence[Mask],
        heroic: Sequence[Mask],
        legendary: Sequence[Mask],
        occupied: Sequence[Mask],
    ) -> None:
        """A mask a board of the colour's pieces, and of everybody's."""
        number = self.number = len(own)
        mine, high, top = pack(own), pack(heroic), pack(legendary)
        upgraded = high | top
        self._ranked = (mine, mine & upgraded, mine & top)
        arena = _everywhere(ARENA, number)
        everybody = pack(occupied)
        self._empty = arena & ~everybody
        others = everybody & ~mine
        self.enemies = (others & ~upgraded, others & high, others & top)  # by rank
        self._open = (arena & ~upgraded, arena & ~top, arena)  # by rank: no higher piece there
        self._shifted: tuple[dict[int, Lane], ...] = ({}, {}, {}, {})

    def _seen(self, kind: int, shift: int) -> Lane:
        """The pieces of a rank, or the empty squares (3), moved by a shift; made once."""
        found = self._shifted[kind].get(shift)
        if found is None:
            lane = self._ranked[kind] if kind < 3 else self._empty
            found = lane >> shift if shift >= 0 else lane << -shift
            self._shifted[kind][shift] = found
        return found

    def _if(self, found: Lane, allowed: Lane) -> Lane:
        """The allowed squares of the boards on which something was found."""
        return some(found, self.number) * ARENA & allowed

    def near(self, card: str) -> tuple[Lane, Lane, Lane]:
        """Where a card can be summoned, and where it lacks at most one or two commons.

        A common can be placed, so it is lacking where the square is empty; what needs a higher
        rank must be there.
        """
        all0 = all1 = all2 = 0
        shifted = self._shifted
        for fits, cells in _drawn(card):
            whole, one, two = _everywhere(fits, self.number), 0, 0
            for shift, rank in cells:
                mine = shifted[rank].get(shift)
                if mine is None:
                    mine = self._seen(rank, shift)
                if rank:
                    whole &= mine
                    if not whole:
                        break
                    continue
                free = shifted[3].get(shift)
                if free is None:
                    free = self._seen(3, shift)
                two = two & mine | one & free
                one = one & mine | whole & free
                whole &= mine
            else:
                all0 |= whole
                all1 |= one
                all2 |= two
        being = BEINGS[card]
        if being.shape.detached:  # on any empty colourless square (R22.17)
            allowed = self._empty & ~_everywhere(COLOURED, self.number)
            return self._if(all0, allowed), self._if(all1, allowed), self._if(all2, allowed)
        bar = self._open[RANK_OF[being.rank]]
        all0 &= bar
        all1 = all1 & bar | all0
        return all0, all1, all2 & bar | all1
