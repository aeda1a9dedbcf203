"""Patterns: a card's drawing, its eight orientations, and where they match (R7.2-R7.6, R11.8).

A drawing shows the card from above, one character per square (first line = top):

    @        the summoning square, may be empty
    # H L    the summoning square, must hold a common/heroic/legendary piece
    c h l    a required piece of that rank
    C U      a required common/heroic piece on a marked square
    *        a marked square
    o        a square marked in a second way
    m        the mirror image of a marked square
    1-9      an arrow, as on a numeric keypad (8 is up)
    + =      shading that only illustrates
    .        nothing

A drawing without a summoning square is *detached*: the pattern can lie anywhere, and the being
comes to a square chosen separately (R22.17). Its cells are counted from its first required piece.

Each orientation is converted to shifts and masks once, on first use. `find` then tests all squares
of the board at once: it shifts the mask of own pieces by every pattern square and ands the results.
`matches` lists the orientations that fit one square.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from tashkalar.position.board import (
    ARENA,
    BIT,
    COMMON,
    COMPASS,
    HEROIC,
    LEGENDARY,
    Mask,
    Square,
    squares,
)

_REQUIRED = {"c": COMMON, "h": HEROIC, "l": LEGENDARY, "C": COMMON, "U": HEROIC}
_CENTRE = {"@": None, "#": COMMON, "H": HEROIC, "L": LEGENDARY}
_LETTERS = "chlCU@#HL*om12346789"
_ARROWS = {"8": 0, "9": 1, "6": 2, "3": 3, "2": 4, "1": 5, "4": 6, "7": 7}

Cell = tuple[int, int]  # (file step, rank step) from the summoning square


class PatternTransform(NamedTuple):
    """A transformation of a drawing: mirrored left to right first, then turned (R7.3)."""

    quarters: int  # quarter turns clockwise, 0 to 3
    mirrored: bool


class PatternSearch(NamedTuple):
    """The required cells counted from the lowest one, so that all shifts go one way."""

    lowest_cells: Mask  # squares of the lowest cell for which every required cell is on the board
    rises: tuple[tuple[int, int], ...]  # (bit distance, rank) of the cells, high ranks first
    anchor_shift: int  # from the lowest cell down to the summoning square, in bits


class Orientation(NamedTuple):
    """One way to turn and mirror a pattern."""

    pieces: tuple[tuple[Cell, int], ...]  # required cells with the lowest sufficient rank
    marked: tuple[Cell, ...]
    special: tuple[Cell, ...]
    pairs: tuple[tuple[Cell, Cell], ...]  # marked cells with their mirror images
    directions: tuple[int, ...]  # numbers into board.DIRECTIONS
    anchors: Mask  # summoning squares for which every required cell is on the board (R7.5)
    shifts: tuple[tuple[int, int], ...]  # (bit distance, rank) of the required cells
    # the first transform that gives this orientation; no turn, no mirror for the printed drawing
    transform: PatternTransform


class Placement(NamedTuple):
    """A pattern lying on the board for one summoning square."""

    used: Mask  # the squares of the required pieces, without empty squares that stand in
    marked: Mask  # the marked squares that exist (R11.8)
    directions: tuple[int, ...]
    special: Mask = 0  # squares marked in the second way
    pairs: tuple[tuple[Square, Square], ...] = ()  # each marked square with its mirror image
    foreign: Mask = 0  # the used squares that hold another colour's piece
    improvised: int = -1  # the color whose piece is borrowed by improvising (R15.10), or -1


MasksByRank = tuple[Mask, Mask, Mask]  # pieces by lowest rank: of any rank, upgraded, legendary


class LyingPattern(NamedTuple):
    """A pattern in one orientation on one summoning square."""

    needed: MasksByRank  # the squares that need a piece of any rank, an upgraded, a legendary one
    placement: Placement  # without stand-ins


class NearMatch(NamedTuple):
    """A placement that lacks a single piece: the summoning square and the missing piece."""

    anchor: Square
    square: Square  # the square whose piece is missing or too low in rank
    rank: int  # the lowest sufficient rank
    used: Mask  # the squares of the required pieces that are present


class StandIns(NamedTuple):
    """Pieces or squares that can serve in a pattern beside own pieces, and how many of them."""

    pieces: MasksByRank
    number: int


class Pattern:
    """A parsed drawing with its distinct orientations."""

    def __init__(self, art: str) -> None:
        """Parse a drawing; ValueError for two summoning squares, no piece or an unknown letter."""
        lines = [line.strip().replace(" ", "") for line in art.strip().splitlines()]
        self.art = tuple(lines)
        cells = [
            (letter, x, -y)
            for y, line in enumerate(lines)
            for x, letter in enumerate(line)
            if letter not in ".+="
        ]
        centres = [cell for cell in cells if cell[0] in _CENTRE]
        if len(centres) > 1:
            raise ValueError("a pattern has at most one summoning square")
        self.is_detached = not centres
        origin = centres or [cell for cell in cells if cell[0] in _REQUIRED][:1]
        if not origin:
            raise ValueError("a pattern needs a piece")
        _, cx, cy = origin[0]

        def at(letters: str) -> tuple[Cell, ...]:
            return tuple((x - cx, y - cy) for letter, x, y in cells if letter in letters)

        for letter, _, _ in cells:
            if letter not in _LETTERS:
                raise ValueError(f"unknown letter {letter!r} in a pattern")
        self.pieces = tuple(
            ((x - cx, y - cy), rank)
            for letter, x, y in cells
            if (rank := _REQUIRED.get(letter, _CENTRE.get(letter))) is not None
        )
        self.marked = at("CU*")
        self.special = at("o")
        # The axis is upright and goes through the summoning square.
        images = set(at("m"))
        self.pairs = tuple(((x, y), (-x, y)) for x, y in self.marked if (-x, y) in images)
        self.directions = tuple(_ARROWS[letter] for letter, _, _ in cells if letter in _ARROWS)
        self.has_marks = bool(self.marked or self.special or self.directions)
        top_rank = max((rank for _, rank in self.pieces), default=COMMON)
        number = sum(rank == top_rank for _, rank in self.pieces)
        self.rarest_pieces = (top_rank, number)  # without these pieces a search finds nothing
        self._lying: dict[tuple[int, Square], LyingPattern] = {}
        self._lying_on: dict[Square, tuple[LyingPattern, ...]] = {}

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """Every distinct way to turn and mirror the drawing.

        The orientations are computed on first use: a game needs forty of the 120 beings, and the
        page starts without any.
        """
        distinct: dict[object, Orientation] = {}
        for mirror in (False, True):
            for quarter in range(4):

                def turn(cell: Cell, mirror: bool = mirror, quarter: int = quarter) -> Cell:
                    x, y = (-cell[0], cell[1]) if mirror else cell
                    for _ in range(quarter):
                        x, y = y, -x
                    return x, y

                pieces = tuple(sorted((turn(cell), rank) for cell, rank in self.pieces))
                if self.is_detached:  # recount from the lowest cell, so that equal turns coincide
                    (fx, fy), _ = pieces[0]
                    pieces = tuple(((x - fx, y - fy), rank) for (x, y), rank in pieces)
                marked = tuple(sorted(map(turn, self.marked)))
                special = tuple(sorted(map(turn, self.special)))
                pairs = tuple(sorted((turn(a), turn(b)) for a, b in self.pairs))
                directions = tuple(
                    sorted(_DIRECTION_AT[turn(COMPASS[d][1:])] for d in self.directions)
                )
                key = (pieces, marked, special, directions)
                if key not in distinct:
                    distinct[key] = Orientation(
                        pieces,
                        marked,
                        special,
                        pairs,
                        directions,
                        _anchors([cell for cell, _ in pieces]),
                        tuple((9 * y + x, rank) for (x, y), rank in pieces),
                        PatternTransform(quarter, mirror),
                    )
        return tuple(distinct.values())

    @cached_property
    def searches(self) -> tuple[PatternSearch, ...]:
        """The search for each orientation."""
        return tuple(_search_from_lowest(o.anchors, o.shifts) for o in self.orientations)

    def lying(self, number: int, square: Square) -> LyingPattern:
        """Return the pattern in the orientation with this number, on a square with room for it."""
        lying = self._lying.get((number, square))
        if lying is None:
            lying = self._lying[number, square] = _lay(self.orientations[number], square)
        return lying

    def lying_on(self, square: Square) -> tuple[LyingPattern, ...]:
        """Return the pattern on a summoning square in all orientations for which it has room."""
        lying = self._lying_on.get(square)
        if lying is None:
            here = BIT[square]
            lying = self._lying_on[square] = tuple(
                self.lying(number, square)
                for number, orientation in enumerate(self.orientations)
                if orientation.anchors & here
            )
        return lying


def _shift_down(mask: Mask, bits: int) -> Mask:
    return mask >> bits if bits >= 0 else mask << -bits


def _search_from_lowest(anchors: Mask, shifts: Sequence[tuple[int, int]]) -> PatternSearch:
    lowest = min((shift for shift, _ in shifts), default=0)
    rises = [(shift - lowest, rank) for shift, rank in shifts]
    rises.sort(key=lambda rise: -rise[1])  # there are few pieces of high rank: they decide soonest
    return PatternSearch(_shift_down(anchors, -lowest), tuple(rises), lowest)


def _lay(orientation: Orientation, square: Square) -> LyingPattern:
    needed = [0, 0, 0]
    for shift, lowest_rank in orientation.shifts:
        for rank in range(lowest_rank + 1):
            needed[rank] |= BIT[square + shift]
    placement = Placement(
        needed[0],
        mask_at(square, orientation.marked),
        orientation.directions,
        mask_at(square, orientation.special),
        pairs_at(square, orientation.pairs),
    )
    return LyingPattern((needed[0], needed[1], needed[2]), placement)


_DIRECTION_AT: dict[Cell, int] = {(x, y): number for number, (_, x, y) in enumerate(COMPASS)}


def _on_board(square: Square, cell: Cell) -> bool:
    x, y = square % 9 + cell[0], square // 9 + cell[1]
    return 0 <= x < 9 and 0 <= y < 9 and bool(ARENA & BIT[9 * y + x])


def mask_at(square: Square, cells: Sequence[Cell]) -> Mask:
    """Return the mask of those cells, counted from a square, that are on the board."""
    return sum(BIT[square + 9 * y + x] for x, y in cells if _on_board(square, (x, y)))


def pairs_at(
    square: Square, pairs: Sequence[tuple[Cell, Cell]]
) -> tuple[tuple[Square, Square], ...]:
    """Return as squares the pairs of which both cells are on the board."""
    return tuple(
        (square + 9 * a[1] + a[0], square + 9 * b[1] + b[0])
        for a, b in pairs
        if _on_board(square, a) and _on_board(square, b)
    )


@cache
def _anchors_for_cell(cell: Cell) -> Mask:
    return sum(BIT[s] for s in squares(ARENA) if _on_board(s, cell))


def _anchors(cells: list[Cell]) -> Mask:
    fits = ARENA
    for cell in cells:
        fits &= _anchors_for_cell(cell)
    return fits


def find(pattern: Pattern, own: MasksByRank) -> Mask:
    """Return all squares where some orientation matches.

    `own[rank]` is the mask of the usable pieces of that rank or higher.
    """
    top_rank, needed = pattern.rarest_pieces
    if own[top_rank].bit_count() < needed:
        return 0
    matching = 0
    for lowest_cells, rises, anchor_shift in pattern.searches:
        acc = lowest_cells
        for rise, rank in rises:
            acc &= own[rank] >> rise
            if not acc:
                break
        else:
            matching |= _shift_down(acc, anchor_shift)
    return matching


def find_with_stand_ins(pattern: Pattern, own: MasksByRank, others: Sequence[StandIns]) -> Mask:
    """Return the squares where an orientation matches if some cells may hold stand-ins.

    Each state is a number of stand-ins used so far of each kind, with a mask of the squares still
    possible. A cell is met by an own piece, or by a stand-in coming from the state with one fewer
    used.
    """
    if len(others) == 1 and others[0].number == 1:
        return _find_with_one_stand_in(pattern, own, others[0].pieces)
    strides = [1]
    for kind in others:
        strides.append(strides[-1] * (kind.number + 1))
    # For each state, the states before it, each with the kind of stand-in that leads on.
    steps = [
        [
            (state - stride, kind.pieces)
            for kind, stride in zip(others, strides, strict=False)
            if state // stride % (kind.number + 1)
        ]
        for state in range(strides[-1])
    ]
    matching = 0
    for lowest_cells, rises, anchor_shift in pattern.searches:
        reached = [0] * len(steps)
        reached[0] = lowest_cells
        for rise, rank in rises:
            mine = own[rank] >> rise
            now = []
            for state, ways in enumerate(steps):
                acc = reached[state] & mine
                for before, pieces in ways:
                    acc |= reached[before] & pieces[rank] >> rise
                now.append(acc)
            reached = now
            if not any(reached):
                break
        else:
            for acc in reached:
                matching |= _shift_down(acc, anchor_shift)
    return matching


def _find_with_one_stand_in(pattern: Pattern, own: MasksByRank, other: MasksByRank) -> Mask:
    """Do the work of `find_with_stand_ins` for a single stand-in.

    This is by far the most frequent case, and here it needs no table of states.
    """
    matching = 0
    for lowest_cells, rises, anchor_shift in pattern.searches:
        whole, but_one = lowest_cells, 0
        for rise, rank in rises:
            mine = own[rank] >> rise
            but_one = but_one & mine | whole & other[rank] >> rise
            whole &= mine
            if not whole | but_one:
                break
        else:
            matching |= _shift_down(whole | but_one, anchor_shift)
    return matching


def find_placements(
    pattern: Pattern, own: MasksByRank, allowed: Mask
) -> dict[Square, list[Placement]]:
    """Return the placements that fit with own pieces only, by summoning square of `allowed`.

    The squares come in no order, the placements in the order of the orientations.
    """
    by_square: dict[Square, list[Placement]] = {}
    top_rank, needed = pattern.rarest_pieces
    if own[top_rank].bit_count() < needed:
        return by_square
    for number, (lowest_cells, rises, anchor_shift) in enumerate(pattern.searches):
        acc = lowest_cells
        for rise, rank in rises:
            acc &= own[rank] >> rise
            if not acc:
                break
        else:
            fits = _shift_down(acc, anchor_shift) & allowed
            while fits:  # two or three squares, so bit by bit
                square = fits.bit_length() - 1
                fits ^= BIT[square]
                placement = pattern.lying(number, square).placement
                fitting = by_square.setdefault(square, [])
                if placement not in fitting:  # at the edge, marks that differ can be cut off
                    fitting.append(placement)
    return by_square


def matches(
    pattern: Pattern, square: Square, own: MasksByRank, anything: MasksByRank = (0, 0, 0)
) -> list[tuple[Placement, Mask]]:
    """Return the placements that fit `square`, each with the squares that no own piece meets.

    Such a square must be in `anything`, the masks of all pieces and squares that could stand in.
    The caller decides whether the stand-ins suffice.
    """
    fitting = []
    pieces, upgraded_pieces, legendary_pieces = own
    others, upgraded_others, legendary_others = anything
    for (used, upgraded, legendary), placement in pattern.lying_on(square):
        lacking = used & ~pieces
        if lacking & ~others:
            continue
        lacking_upgraded, lacking_legendary = (
            upgraded & ~upgraded_pieces,
            legendary & ~legendary_pieces,
        )
        if lacking_upgraded & ~upgraded_others or lacking_legendary & ~legendary_others:
            continue
        fitting.append((placement, lacking | lacking_upgraded | lacking_legendary))
    return fitting


def find_near_matches(pattern: Pattern, own: MasksByRank) -> list[NearMatch]:
    """Return the placements that lack exactly one piece, by anchor, then by missing square."""
    near_matches: dict[NearMatch, None] = {}
    for orientation in pattern.orientations:
        shifts = orientation.shifts
        met = [_shift_down(own[rank], shift) for shift, rank in shifts]
        for number, (shift, rank) in enumerate(shifts):
            anchors = orientation.anchors & ~met[number]
            for other, mask in enumerate(met):
                if other != number:
                    anchors &= mask
            for anchor in squares(anchors):
                used = sum(BIT[anchor + step] for step, _ in shifts) & ~BIT[anchor + shift]
                near_matches[NearMatch(anchor, anchor + shift, rank, used)] = None
    return sorted(near_matches)
