"""The board: squares, masks and geometry tables (R2).

A square is an int 0..80, counted along the ranks from a1: ``square = 9 * (rank - 1) + file``. A set
of squares is an int with one bit per square (a *mask*). Twelve of the 81 cells are cut off; `ARENA`
holds the other 69. People and files write squares as ``"a1"`` .. ``"i9"``.
"""

from __future__ import annotations

from collections.abc import Iterable

Square = int
Mask = int
Colour = int

FILES = "abcdefghi"

COMMON, HEROIC, LEGENDARY = 0, 1, 2
RANKS = ("common", "heroic", "legendary")
RANK_OF = {name: number for number, name in enumerate(RANKS)}

# The eight directions of R2.8 as (name, file step, rank step), clockwise from north.
COMPASS = (
    ("n", 0, 1),
    ("ne", 1, 1),
    ("e", 1, 0),
    ("se", 1, -1),
    ("s", 0, -1),
    ("sw", -1, -1),
    ("w", -1, 0),
    ("nw", -1, 1),
)
DIRECTIONS = tuple(name for name, _, _ in COMPASS)
DIRECTION_OF = {name: number for number, name in enumerate(DIRECTIONS)}


def from_column_row(column: int, row: int) -> Square:
    """Return the square at column 1-9 from the left and row 1-9 from the top.

    Patterns on cards are written in such columns and rows.
    """
    return 9 * (9 - row) + column - 1


def _exists(square: Square) -> bool:
    column, row = square % 9 + 1, 9 - square // 9
    return 4 <= column + row <= 16 and abs(column - row) <= 6


SQUARES: tuple[Square, ...] = tuple(s for s in range(81) if _exists(s))
BIT: tuple[Mask, ...] = tuple(1 << s for s in range(81))
ARENA: Mask = sum(BIT[s] for s in SQUARES)
NAMES: tuple[str, ...] = tuple(FILES[s % 9] + str(s // 9 + 1) for s in range(81))
SQUARE_OF: dict[str, Square] = {NAMES[s]: s for s in SQUARES}


def mask_of(names: Iterable[str] | str) -> Mask:
    """Return the mask of squares given by name, as a list or as a text separated by blanks."""
    return sum(BIT[SQUARE_OF[n]] for n in (names.split() if isinstance(names, str) else names))


def _subsets(squares: Iterable[Square]) -> tuple[tuple[Square, ...], ...]:
    """Return all subsets of the squares, in the order of their bits."""
    subsets: list[tuple[Square, ...]] = [()]
    for square in squares:
        subsets += [(*subset, square) for subset in subsets]
    return tuple(subsets)


# _IN_RANK[r][bits]: the squares of rank r whose bits are set in nine bits. Reading a mask by rank
# is several times faster than reading it by bit, and every search spends its time here.
_IN_RANK = tuple(_subsets(range(9 * r, 9 * r + 9)) for r in range(9))


def squares(mask: Mask) -> list[Square]:
    """Return the squares of a mask, from a1 upwards along the ranks."""
    listed: list[Square] = []
    for rank in _IN_RANK:
        if not mask:
            break
        listed += rank[mask & 511]
        mask >>= 9
    return listed


def names(mask: Mask) -> list[str]:
    """Return the names of a mask's squares, in board order."""
    return [NAMES[s] for s in squares(mask)]


def distance(a: Square, b: Square) -> int:
    """Return the number of king steps between two squares, ignoring pieces (R2.7)."""
    return max(abs(a % 9 - b % 9), abs(a // 9 - b // 9))


def _squares_within(square: Square, reach: int) -> Mask:
    files = range(max(square % 9 - reach, 0), min(square % 9 + reach, 8) + 1)
    ranks = range(max(square // 9 - reach, 0), min(square // 9 + reach, 8) + 1)
    return sum(BIT[9 * y + x] for y in ranks for x in files) & ARENA & ~BIT[square]


def _ray(square: Square, dx: int, dy: int) -> tuple[Square, ...]:
    line: list[Square] = []
    x, y = square % 9 + dx, square // 9 + dy
    while 0 <= x < 9 and 0 <= y < 9 and _exists(9 * y + x):
        line.append(9 * y + x)
        x, y = x + dx, y + dy
    return tuple(line)


# WITHIN[n][s]: the squares at distance 1..n from s, without s itself (R2.7).
WITHIN: tuple[tuple[Mask, ...], ...] = tuple(
    tuple(_squares_within(s, n) if _exists(s) else 0 for s in range(81)) for n in range(4)
)
NEAR = WITHIN[1]
# RAYS[s][d]: the squares from s in direction d, nearest first.
RAYS: tuple[tuple[tuple[Square, ...], ...], ...] = tuple(
    tuple(_ray(s, dx, dy) if _exists(s) else () for _, dx, dy in COMPASS) for s in range(81)
)
ORTHOGONAL: tuple[Mask, ...] = tuple(
    sum(BIT[RAYS[s][d][0]] for d in (0, 2, 4, 6) if RAYS[s][d]) for s in range(81)
)
DIAGONAL: tuple[Mask, ...] = tuple(NEAR[s] & ~ORTHOGONAL[s] for s in range(81))

RED: Mask = mask_of("c2 d8 e5 h4")
GREEN: Mask = mask_of("a5 c7 f2 g7 i6")
COLOURED: Mask = RED | GREEN
CENTRE: Square = SQUARE_OF["e5"]
CENTRAL_NINE: Mask = BIT[CENTRE] | NEAR[CENTRE]
DUEL_MARKS: tuple[Square, Square] = (SQUARE_OF["c5"], SQUARE_OF["g5"])


def direction_between(origin: Square, target: Square) -> int | None:
    """Return the direction in which `target` lies on a straight line from `origin`, or None."""
    for number, ray in enumerate(RAYS[origin]):
        if target in ray:
            return number
    return None


FIRST_FILE: Mask = sum(1 << 9 * r for r in range(9))
LAST_FILE: Mask = FIRST_FILE << 8


def spread(mask: Mask) -> Mask:
    """Return all squares adjacent to at least one square of the mask (R2.6)."""
    beside = (mask & ~LAST_FILE) << 1 | (mask & ~FIRST_FILE) >> 1
    line = mask | beside
    return (beside | line << 9 | line >> 9) & ARENA


def rows(cells: Iterable[tuple[Square, str]], empty: str = ".", cut: str = " ") -> str:
    """Draw the board as nine lines of text, rank 9 first; cut corners are blanks."""
    shown = dict(cells)
    return "\n".join(
        " ".join(shown.get(s, empty) if _exists(s) else cut for s in range(9 * r, 9 * r + 9))
        for r in range(8, -1, -1)
    )
