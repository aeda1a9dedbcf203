"""Patterns: a card's drawing, its eight orientations, and where they match (R7.2-R7.6, R11.8).

A drawing has the letters of a printed card seen from above (first line = top):

``@``  the summoning square, may be empty      ``# H L``  it must hold a common/heroic/legendary
``c h l``  a required piece of that rank       ``C U``  a required common/heroic on a marked square
``*``  a marked square                          ``1-9``  an arrow, as on a numeric keypad (8 is up)
``+ =``  shading that only illustrates           ``.``  nothing

Each orientation is turned into shifts and masks once, at import. `find` then tests all squares
of the board together: own pieces shifted by every pattern square and and-ed. `matches` lists the
placements for one square.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.board import (
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
_ARROWS = {"8": 0, "9": 1, "6": 2, "3": 3, "2": 4, "1": 5, "4": 6, "7": 7}

Cell = tuple[int, int]  # (file step, rank step) from the summoning square


class Orientation(NamedTuple):
    """One way to turn and mirror a pattern."""

    pieces: tuple[tuple[Cell, int], ...]  # required cells with the lowest rank that does
    marked: tuple[Cell, ...]
    directions: tuple[int, ...]  # numbers into board.DIRECTIONS
    fits: Mask  # summoning squares for which every required cell is on the board (R7.5)
    shifts: tuple[tuple[int, int], ...]  # (bit distance, rank) of the required cells


class Placement(NamedTuple):
    """A pattern lying on the board for one summoning square."""

    used: Mask  # the squares of the required pieces
    marked: Mask  # the marked squares that exist (R11.8)
    directions: tuple[int, ...]
    borrowed: Mask = 0  # the enemy piece that stands in for one of yours, if any


class Pattern:
    """A parsed drawing with its distinct orientations."""

    __slots__ = ("art", "directions", "marked", "orientations", "pieces")

    def __init__(self, art: str) -> None:
        """Parse a drawing; ValueError when it has no single summoning square or a wrong letter."""
        lines = [line.strip().replace(" ", "") for line in art.strip().splitlines()]
        self.art = tuple(lines)
        cells = [
            (letter, x, -y)
            for y, line in enumerate(lines)
            for x, letter in enumerate(line)
            if letter not in ".+="
        ]
        centres = [(letter, x, y) for letter, x, y in cells if letter in _CENTRE]
        if len(centres) != 1:
            raise ValueError(f"a pattern needs one summoning square, not {len(centres)}")
        letter, cx, cy = centres[0]
        pieces: list[tuple[Cell, int]] = []
        marked: list[Cell] = []
        directions: list[int] = []
        centre_rank = _CENTRE[letter]
        if centre_rank is not None:
            pieces.append(((0, 0), centre_rank))
        for letter, x, y in cells:
            cell = (x - cx, y - cy)
            if letter in _REQUIRED:
                pieces.append((cell, _REQUIRED[letter]))
            elif letter in _ARROWS:
                directions.append(_ARROWS[letter])
            elif letter not in _CENTRE and letter != "*":
                raise ValueError(f"unknown letter {letter!r} in a pattern")
            if letter in "CU*":
                marked.append(cell)
        self.pieces = tuple(pieces)
        self.marked = tuple(marked)
        self.directions = tuple(directions)
        self.orientations = self._orient()

    def _orient(self) -> tuple[Orientation, ...]:
        found: dict[object, Orientation] = {}
        for mirror in (False, True):
            for quarter in range(4):

                def turn(cell: Cell, mirror: bool = mirror, quarter: int = quarter) -> Cell:
                    x, y = (-cell[0], cell[1]) if mirror else cell
                    for _ in range(quarter):
                        x, y = y, -x
                    return x, y

                pieces = tuple(sorted((turn(cell), rank) for cell, rank in self.pieces))
                marked = tuple(sorted(map(turn, self.marked)))
                directions = tuple(
                    sorted(_DIRECTION_AT[turn(COMPASS[d][1:])] for d in self.directions)
                )
                key = (pieces, marked, directions)
                if key not in found:
                    found[key] = Orientation(
                        pieces,
                        marked,
                        directions,
                        _anchors([cell for cell, _ in pieces]),
                        tuple((9 * y + x, rank) for (x, y), rank in pieces),
                    )
        return tuple(found.values())


_DIRECTION_AT: dict[Cell, int] = {(x, y): number for number, (_, x, y) in enumerate(COMPASS)}


def _on_board(square: Square, cell: Cell) -> bool:
    x, y = square % 9 + cell[0], square // 9 + cell[1]
    return 0 <= x < 9 and 0 <= y < 9 and bool(ARENA & BIT[9 * y + x])


def _anchors(cells: list[Cell]) -> Mask:
    return sum(BIT[s] for s in squares(ARENA) if all(_on_board(s, c) for c in cells))


def find(pattern: Pattern, own: tuple[Mask, Mask, Mask]) -> Mask:
    """All squares where some orientation matches.

    `own[rank]` is the mask of the pieces of that rank or higher that may be used.
    """
    found = 0
    for _, _, _, fits, shifts in pattern.orientations:
        acc = fits
        for shift, rank in shifts:
            acc &= own[rank] >> shift if shift >= 0 else own[rank] << -shift
            if not acc:
                break
        else:
            found |= acc
    return found


def find_with_borrowed(
    pattern: Pattern, own: tuple[Mask, Mask, Mask], foreign: tuple[Mask, Mask, Mask]
) -> Mask:
    """Squares where an orientation matches if one required cell may hold a `foreign` piece."""
    found = 0
    for _, _, _, fits, shifts in pattern.orientations:
        whole, but_one = fits, 0
        for shift, rank in shifts:
            if shift >= 0:
                mine, theirs = own[rank] >> shift, foreign[rank] >> shift
            else:
                mine, theirs = own[rank] << -shift, foreign[rank] << -shift
            but_one = but_one & mine | whole & theirs
            whole &= mine
            if not whole | but_one:
                break
        else:
            found |= whole | but_one
    return found


def matches(
    pattern: Pattern,
    square: Square,
    own: tuple[Mask, Mask, Mask],
    foreign: tuple[Mask, Mask, Mask] = (0, 0, 0),
) -> list[Placement]:
    """The distinct placements that fit `square`; with `foreign`, at most one borrowed piece."""
    found: dict[Placement, None] = {}
    here = BIT[square]
    for orientation in pattern.orientations:
        if not orientation.fits & here:
            continue
        used = borrowed = 0
        for shift, rank in orientation.shifts:
            bit = BIT[square + shift]
            if own[rank] & bit:
                used |= bit
            elif foreign[rank] & bit and not borrowed:
                used |= bit
                borrowed = bit
            else:
                break
        else:
            marked = 0
            for cell in orientation.marked:
                if _on_board(square, cell):
                    marked |= BIT[square + 9 * cell[1] + cell[0]]
            found[Placement(used, marked, orientation.directions, borrowed)] = None
    return list(found)
