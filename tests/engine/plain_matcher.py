"""A slow and plain matcher to compare the engine with (R7.2-R7.19).

It walks over squares, the eight orientations and the card's list of required pieces, with columns
and rows as the rules count them (R2.2), and shares neither masks nor tables with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from tashkalar import Game
from tashkalar.cards import Being

Cell = tuple[int, int]  # (column, row) on the board, or (dx, dy) in a pattern: dy is downwards
Board = Mapping[Cell, tuple[int, int]]  # (owner, rank) of the occupied squares; owners from 1

RANK = {"common": 0, "heroic": 1, "legendary": 2}
VECTORS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
LEGENDARY_PIECES = 3
COLOURED = frozenset(["c2", "f2", "h4", "a5", "e5", "i6", "c7", "g7", "d8"])


class Drawing(NamedTuple):
    """A card as a plain matcher needs it."""

    rank: int
    pieces: tuple[tuple[Cell, int], ...]
    marked: tuple[Cell, ...]
    arrows: tuple[Cell, ...]
    special: tuple[Cell, ...] = ()
    pairs: tuple[tuple[Cell, Cell], ...] = ()
    detached: bool = False


class Help(NamedTuple):
    """The pieces besides a player's own that can count in a pattern."""

    borrow: int = 0  # so many enemy pieces (R23.4)
    improvise: frozenset[int] = frozenset()  # one piece of one of these owners (R15.10)
    empties: int = 0  # so many empty squares in place of common pieces (R22.16)
    instead: int = 0  # the owner whose pieces replace one's own (R21.11)


NO_HELP = Help()


class Fit(NamedTuple):
    """A placement of a card: names of squares and directions."""

    used: frozenset[str]
    marked: frozenset[str]
    arrows: frozenset[str]
    foreign: frozenset[str] = frozenset()
    improvised: int | None = None
    special: frozenset[str] = frozenset()
    pairs: frozenset[tuple[str, str]] = frozenset()


def on_board(cell: Cell) -> bool:
    """Tell whether a square is on the board, in the words of R2.2."""
    column, row = cell
    return 4 <= column + row <= 16 and abs(column - row) <= 6 and 1 <= min(cell) <= max(cell) <= 9


ALL = [(c, r) for r in range(1, 10) for c in range(1, 10) if on_board((c, r))]


def name(cell: Cell) -> str:
    """The name of a square: column c, row r is file c, rank 10 - r."""
    return "abcdefghi"[cell[0] - 1] + str(10 - cell[1])


def cell_of(square: str) -> Cell:
    """The column and row of a named square."""
    return "abcdefghi".index(square[0]) + 1, 10 - int(square[1])


def drawing(card: Being, directions: Iterable[str] = ()) -> Drawing:
    """The public facts of a card; arrows are no public fact, so they are given by name."""
    letters = [
        (c, x, y) for y, line in enumerate(card.shape.art) for x, c in enumerate(line) if c != "."
    ]
    centres = [cell for cell in letters if cell[0] in "@#HL"]
    _, cx, cy = (centres or [cell for cell in letters if cell[0] in "chlCU"])[0]
    images = {(x - cx, y - cy) for c, x, y in letters if c == "m"}
    return Drawing(
        RANK[card.rank],
        tuple(((dx, dy), RANK[rank]) for dx, dy, rank in card.pattern),
        tuple(card.marked),
        tuple(VECTORS[d] for d in directions),
        tuple((x - cx, y - cy) for c, x, y in letters if c == "o"),
        tuple(((x, y), (-x, y)) for x, y in card.marked if (-x, y) in images),
        not centres,
    )


def board_of(game: Game) -> dict[Cell, tuple[int, int]]:
    """The board of a game as this module wants it."""
    return {cell_of(s): (piece.owner, RANK[piece.rank]) for s, piece in game.board.items()}


def turned(cell: Cell, quarters: int, mirrored: bool) -> Cell:
    """A cell of a pattern that is mirrored, then turned by quarters."""
    x, y = (-cell[0], cell[1]) if mirrored else cell
    for _ in range(quarters):
        x, y = -y, x
    return x, y


@cache
def orientations(card: Drawing, mirrors: tuple[bool, ...] = (False, True)) -> tuple[Drawing, ...]:
    """The ways to turn and mirror a card, the equal ones too."""
    return tuple(
        Drawing(
            card.rank,
            tuple((turned(cell, quarters, mirrored), rank) for cell, rank in card.pieces),
            tuple(turned(cell, quarters, mirrored) for cell in card.marked),
            tuple(turned(cell, quarters, mirrored) for cell in card.arrows),
            tuple(turned(cell, quarters, mirrored) for cell in card.special),
            tuple(
                (turned(a, quarters, mirrored), turned(b, quarters, mirrored))
                for a, b in card.pairs
            ),
            card.detached,
        )
        for mirrored in mirrors
        for quarters in range(4)
    )


def _fit(board: Board, card: Drawing, owner: int, square: Cell, help: Help) -> list[Fit]:
    """The ways one orientation fits: none, one, or one for each owner one can improvise with."""
    mine = help.instead or owner
    used: list[str] = []
    lent: dict[str, int] = {}
    foreign: set[str] = set()
    empty = 0
    for (dx, dy), rank in card.pieces:
        there = (square[0] + dx, square[1] + dy)
        if there not in board:
            empty += 1
            if not on_board(there) or rank > 0 or empty > help.empties:
                return []
            continue
        holder, held = board[there]
        if held < rank or (holder != mine and holder == owner):
            return []
        if holder != mine:
            lent[name(there)] = holder
        if holder != owner:
            foreign.add(name(there))
        used.append(name(there))
    improvised: list[int | None] = [None]
    if len(lent) > help.borrow:
        improvised = [*({*lent.values()} & help.improvise)]
        if len(lent) > help.borrow + 1:
            return []

    def reached(cells: Iterable[Cell]) -> frozenset[str]:
        around = ((square[0] + dx, square[1] + dy) for dx, dy in cells)
        return frozenset(name(cell) for cell in around if on_board(cell))

    vectors = {vector: word for word, vector in VECTORS.items()}
    both = [(reached((a,)), reached((b,))) for a, b in card.pairs]
    return [
        Fit(
            frozenset(used),
            reached(card.marked),
            frozenset(vectors[arrow] for arrow in card.arrows),
            frozenset(foreign),
            by,
            reached(card.special),
            frozenset((x, y) for a, b in both for x in a for y in b),
        )
        for by in improvised
    ]


def barred(board: Board, card: Drawing, square: Cell) -> bool:
    """Tell whether a higher rank on the square forbids the summoning (R7.10)."""
    if card.detached:
        return square in board or name(square) in COLOURED  # R22.17
    return square in board and board[square][1] > card.rank


def fits(
    board: Board,
    card: Drawing,
    owner: int,
    square: Cell,
    *,
    help: Help = NO_HELP,
    mirrors: tuple[bool, ...] = (False, True),
) -> set[Fit]:
    """The ways the pattern fits a square, whatever stands on it."""
    return {fit for o in orientations(card, mirrors) for fit in _fit(board, o, owner, square, help)}


def _of_type(board: Board, owner: int, rank: int) -> set[str]:
    """The squares of the owner's pieces of the type a being of that rank needs (R1.8)."""
    return {
        name(cell)
        for cell, (holder, held) in board.items()
        if holder == owner and (held == 2) == (rank == 2)
    }


def summonable(
    board: Board,
    card: Drawing,
    owner: int,
    two_sided: int,
    *,
    legendary: int = LEGENDARY_PIECES,
    help: Help = NO_HELP,
) -> dict[str, set[Fit]]:
    """Return the squares and ways of summoning the card, shortage included (R7.14-R7.18)."""
    stock = _of_type(board, owner, card.rank)
    short = len(stock) >= (legendary if card.rank == 2 else two_sided)
    anywhere: set[Fit] = set()
    if card.detached:
        anywhere = {fit for cell in ALL for fit in fits(board, card, owner, cell, help=help)}
    result: dict[str, set[Fit]] = {}
    for square in ALL:
        if barred(board, card, square):
            continue
        placements = anywhere if card.detached else fits(board, card, owner, square, help=help)
        if short and name(square) not in stock:
            placements = {fit for fit in placements if stock - fit.used}
        if placements:
            result[name(square)] = placements
    return result


def squares(board: Board, turned_cards: Iterable[Drawing], owner: int) -> set[Cell]:
    """Return only the squares where an orientation fits, as fast as plain loops can."""
    found: set[Cell] = set()
    for card in turned_cards:
        if card.detached and found:
            break
        for square in ALL:
            for (dx, dy), rank in card.pieces:
                piece = board.get((square[0] + dx, square[1] + dy))
                if piece is None or piece[0] != owner or piece[1] < rank:
                    break
            else:
                if card.detached:
                    found |= {cell for cell in ALL if not barred(board, card, cell)}
                    break
                standing = board.get(square)
                if standing is None or standing[1] <= card.rank:
                    found.add(square)
    return found
