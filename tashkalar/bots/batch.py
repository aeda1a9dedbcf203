"""Many boards side by side in one big integer, so that one operation works on all of them.

A board takes `STRIDE` bits, more than its 81 squares. Patterns never look across: where a pattern
may lie (`Orientation.anchors`) all its squares are on the same board. A board's bits can also hold
a number, so that sums are made for all boards at once. Python's big integers then do a search's
innermost loop at a cost of microseconds a board, in CPython and in Pyodide alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from tashkalar.cards import BEINGS
from tashkalar.position.board import ARENA, COLOURED, RANK_OF, Mask

STRIDE = 88  # bits a board: whole bytes, and room above the squares for a carry
_STRIDE_BYTES = STRIDE // 8
_TOP_BIT = STRIDE - 1

Packed = int  # a mask or a number for each board


@cache
def ones(number: int) -> Packed:
    """1 in every board's bits."""
    return pack([1] * number)


@cache
def _below_top_mask(number: int) -> Packed:
    return ((1 << _TOP_BIT) - 1) * ones(number)


def pack(values: Iterable[int]) -> Packed:
    """The values side by side, each below 2 ** STRIDE."""
    return int.from_bytes(b"".join([v.to_bytes(_STRIDE_BYTES, "little") for v in values]), "little")


def unpack(lane: Packed, number: int) -> list[int]:
    """The values of the boards."""
    data = lane.to_bytes(_STRIDE_BYTES * number, "little")
    return [
        int.from_bytes(data[at : at + _STRIDE_BYTES], "little")
        for at in range(0, len(data), _STRIDE_BYTES)
    ]


def nonempty(lane: Packed, number: int) -> Packed:
    """1 for each board whose mask is not empty, else 0."""
    return (lane + _below_top_mask(number)) >> _TOP_BIT & ones(number)


def count_squares(lane: Packed, area: Mask, number: int) -> Packed:
    """How many squares of a small area each mask holds."""
    one, total = ones(number), 0
    while area:
        low = area & -area
        total += lane >> low.bit_length() - 1 & one
        area ^= low
    return total


@cache
def _card_orientations(card: str) -> tuple[tuple[Mask, tuple[tuple[int, int], ...]], ...]:
    """The orientations of a card: where they fit, and their squares, the highest ranks first."""
    return tuple(
        (turned.anchors, tuple(sorted(turned.shifts, key=lambda cell: -cell[1])))
        for turned in BEINGS[card].shape.orientations
    )


@lru_cache(maxsize=4096)
def _repeat_mask(mask: Mask, number: int) -> Packed:
    return mask * ones(number)


class PackedSide:
    """One colour's pieces on many boards, and which patterns they make."""

    __slots__ = (
        "_empty_squares",
        "_open_by_rank",
        "_own_by_min_rank",
        "_shift_cache",
        "board_count",
        "enemies_by_rank",
    )

    def __init__(
        self,
        own: Sequence[Mask],
        heroic: Sequence[Mask],
        legendary: Sequence[Mask],
        occupied: Sequence[Mask],
    ) -> None:
        """A mask a board of the colour's pieces, and of everybody's."""
        number = self.board_count = len(own)
        mine, high, top = pack(own), pack(heroic), pack(legendary)
        upgraded = high | top
        self._own_by_min_rank = (mine, mine & upgraded, mine & top)
        arena = _repeat_mask(ARENA, number)
        everybody = pack(occupied)
        self._empty_squares = arena & ~everybody
        others = everybody & ~mine
        self.enemies_by_rank = (others & ~upgraded, others & high, others & top)  # by rank
        self._open_by_rank = (
            arena & ~upgraded,
            arena & ~top,
            arena,
        )  # by rank: no higher piece there
        self._shift_cache: tuple[dict[int, Packed], ...] = ({}, {}, {}, {})

    def _shifted_pieces(self, kind: int, shift: int) -> Packed:
        """The pieces of a rank, or the empty squares (3), moved by a shift; made once."""
        found = self._shift_cache[kind].get(shift)
        if found is None:
            lane = self._own_by_min_rank[kind] if kind < 3 else self._empty_squares
            found = lane >> shift if shift >= 0 else lane << -shift
            self._shift_cache[kind][shift] = found
        return found

    def _mask_nonempty_boards(self, found: Packed, allowed: Packed) -> Packed:
        """The allowed squares of the boards on which something was found."""
        return nonempty(found, self.board_count) * ARENA & allowed

    def squares_by_missing(self, card: str) -> tuple[Packed, Packed, Packed]:
        """Where a card can be summoned, and where it lacks at most one or two commons.

        A common can be placed, so it is lacking where the square is empty; what needs a higher
        rank must be there.
        """
        all0 = all1 = all2 = 0
        shifted = self._shift_cache
        for fits, cells in _card_orientations(card):
            whole, one, two = _repeat_mask(fits, self.board_count), 0, 0
            for shift, rank in cells:
                mine = shifted[rank].get(shift)
                if mine is None:
                    mine = self._shifted_pieces(rank, shift)
                if rank:
                    whole &= mine
                    if not whole:
                        break
                    continue
                free = shifted[3].get(shift)
                if free is None:
                    free = self._shifted_pieces(3, shift)
                two = two & mine | one & free
                one = one & mine | whole & free
                whole &= mine
            else:
                all0 |= whole
                all1 |= one
                all2 |= two
        being = BEINGS[card]
        if being.shape.is_detached:  # on any empty colourless square (R22.17)
            allowed = self._empty_squares & ~_repeat_mask(COLOURED, self.board_count)
            return (
                self._mask_nonempty_boards(all0, allowed),
                self._mask_nonempty_boards(all1, allowed),
                self._mask_nonempty_boards(all2, allowed),
            )
        bar = self._open_by_rank[RANK_OF[being.rank]]
        all0 &= bar
        all1 = all1 & bar | all0
        return all0, all1, all2 & bar | all1
