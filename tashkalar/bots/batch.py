"""Many boards side by side in one big integer, so that one operation works on all of them.

A board takes `STRIDE` bits, more than its 81 squares. Patterns never reach the neighboring board:
wherever a pattern can lie (`Orientation.anchors`), all its squares are on the same board. The bits
of a board can also hold a number, so sums are computed for all boards at once. Python's big
integers then run the innermost loop of a search in microseconds per board, in CPython and in
Pyodide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from tashkalar.cards import BEINGS
from tashkalar.position.board import ARENA, COLOURED, FIRST_FILE, LAST_FILE, RANK_OF, Mask

STRIDE = 88  # bits per board: whole bytes, with room above the squares for a carry
_STRIDE_BYTES = STRIDE // 8
_TOP_BIT = STRIDE - 1

ALL_WAYS = 8  # the ways to turn and mirror a drawing

Packed = int  # a mask or a number for each board


@cache
def ones(number: int) -> Packed:
    """Return 1 for each board."""
    return pack([1] * number)


@cache
def _below_top_mask(number: int) -> Packed:
    return ((1 << _TOP_BIT) - 1) * ones(number)


def pack(values: Iterable[int]) -> Packed:
    """Return the values side by side; each must be below 2 ** STRIDE."""
    return int.from_bytes(b"".join([v.to_bytes(_STRIDE_BYTES, "little") for v in values]), "little")


def unpack(lane: Packed, number: int) -> list[int]:
    """Return the values of the boards."""
    data = lane.to_bytes(_STRIDE_BYTES * number, "little")
    return [
        int.from_bytes(data[at : at + _STRIDE_BYTES], "little")
        for at in range(0, len(data), _STRIDE_BYTES)
    ]


def nonempty(lane: Packed, number: int) -> Packed:
    """Return 1 for each board whose mask is not empty, otherwise 0."""
    return (lane + _below_top_mask(number)) >> _TOP_BIT & ones(number)


@cache
def _card_orientations(
    card: str, way_count: int
) -> tuple[tuple[Mask, tuple[tuple[int, int], ...]], ...]:
    """Return a card's orientations: anchors, and the squares with the highest ranks first."""
    return tuple(
        (turned.anchors, tuple(sorted(turned.shifts, key=lambda cell: -cell[1])))
        for turned in BEINGS[card].shape.orientations
        if 4 * turned.transform.mirrored + turned.transform.quarters < way_count
    )


@lru_cache(maxsize=4096)
def repeat_mask(mask: Mask, number: int) -> Packed:
    """Return the same mask for each board."""
    return mask * ones(number)


_ODD_BITS = int.from_bytes(b"\x55" * _STRIDE_BYTES, "little")
_ODD_PAIRS = int.from_bytes(b"\x33" * _STRIDE_BYTES, "little")
_LOW_HALVES = int.from_bytes(b"\x0f" * _STRIDE_BYTES, "little")
_EVERY_BYTE = int.from_bytes(b"\x01" * _STRIDE_BYTES, "little")


def count_bits(lane: Packed, number: int) -> Packed:
    """Return the number of squares of each board's mask.

    Neighboring bits are added to pairs, then to halves of bytes and to bytes. The product has the
    sum of a board's bytes in its highest byte; no byte of it overflows.
    """
    if not lane:
        return 0
    lane -= lane >> 1 & repeat_mask(_ODD_BITS, number)
    pairs = repeat_mask(_ODD_PAIRS, number)
    lane = (lane & pairs) + (lane >> 2 & pairs)
    lane = (lane + (lane >> 4)) & repeat_mask(_LOW_HALVES, number)
    return lane * _EVERY_BYTE >> STRIDE - 8 & repeat_mask(0xFF, number)


def _spread(lane: Packed, number: int) -> Packed:
    """Do what `board.spread` does, for each board; the cut corners keep boards apart."""
    from_left = (lane & ~repeat_mask(LAST_FILE, number)) << 1
    beside = from_left | (lane & ~repeat_mask(FIRST_FILE, number)) >> 1
    line = lane | beside
    return (beside | line << 9 | line >> 9) & repeat_mask(ARENA, number)


def count_missing_links(own: Packed, start: Mask, goal: Mask, number: int) -> Packed:
    """Return, for each board, how many squares a chain between two edges lacks, at least.

    The reached squares grow by own pieces, and then by all their neighbors, each a missing link.
    `Task.closest_way` finds the shortest of these chains too, which takes several times longer.
    """
    first, last = repeat_mask(start, number), repeat_mask(goal, number)
    reached, missing = first & own, 0
    while True:
        grown = reached
        while grown:
            grown = _spread(grown, number) & own & ~reached
            reached |= grown
        unfinished = ones(number) & ~nonempty(reached & last, number)
        if not unfinished:
            return missing
        missing += unfinished
        reached |= _spread(reached, number) | first


class PackedSide:
    """One color's pieces on many boards, and the patterns that they form."""

    __slots__ = (
        "_empty_squares",
        "_open_by_rank",
        "_own_by_min_rank",
        "_shift_cache",
        "_squares_cache",
        "_way_count",
        "board_count",
        "enemies_by_rank",
        "pieces",
        "pieces_by_rank",
    )

    def __init__(
        self,
        own: Sequence[Mask],
        heroic: Sequence[Mask],
        legendary: Sequence[Mask],
        occupied: Sequence[Mask],
        *,
        way_count: int = ALL_WAYS,
    ) -> None:
        """Pack, for each board, the masks of the color's pieces and of all pieces.

        Of the ways to turn and mirror a card's drawing only the first `way_count` are looked for:
        1 as printed, 4 also turned, 8 also mirrored.
        """
        self._way_count = way_count
        number = self.board_count = len(own)
        mine, high, top = pack(own), pack(heroic), pack(legendary)
        upgraded = high | top
        self.pieces = mine
        self.pieces_by_rank = (mine & ~upgraded, mine & high, mine & top)
        self._squares_cache: dict[str, tuple[Packed, Packed, Packed]] = {}
        self._own_by_min_rank = (mine, mine & upgraded, mine & top)
        arena = repeat_mask(ARENA, number)
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
        """Return the pieces of a rank, or the empty squares (3), shifted; each is computed once."""
        shifted = self._shift_cache[kind].get(shift)
        if shifted is None:
            lane = self._own_by_min_rank[kind] if kind < 3 else self._empty_squares
            shifted = lane >> shift if shift >= 0 else lane << -shift
            self._shift_cache[kind][shift] = shifted
        return shifted

    def _mask_nonempty_boards(self, masks: Packed, allowed: Packed) -> Packed:
        """Return the allowed squares of the boards whose mask in `masks` is not empty."""
        return nonempty(masks, self.board_count) * ARENA & allowed

    def squares_by_missing(self, card: str) -> tuple[Packed, Packed, Packed]:
        """Return the squares where a card lacks no, at most one, and at most two common pieces.

        A common piece can be placed, so it is missing where its square is empty. A piece of a
        higher rank must already be present. The result is computed once for each card.
        """
        known = self._squares_cache.get(card)
        if known is None:
            known = self._squares_cache[card] = self._find_squares_by_missing(card)
        return known

    def _find_squares_by_missing(self, card: str) -> tuple[Packed, Packed, Packed]:
        all0 = all1 = all2 = 0
        shifted = self._shift_cache
        for fits, cells in _card_orientations(card, self._way_count):
            whole, one, two = repeat_mask(fits, self.board_count), 0, 0
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
            allowed = self._empty_squares & ~repeat_mask(COLOURED, self.board_count)
            return (
                self._mask_nonempty_boards(all0, allowed),
                self._mask_nonempty_boards(all1, allowed),
                self._mask_nonempty_boards(all2, allowed),
            )
        bar = self._open_by_rank[RANK_OF[being.rank]]
        all0 &= bar
        all1 = all1 & bar | all0
        return all0, all1, all2 & bar | all1
