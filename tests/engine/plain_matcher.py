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


class Drawing(NamedTuple):
    """A card as a plain matcher needs it."""

    rank: int
    pieces: tuple[tuple[Cell, int], ...]
    marked: tuple[Cell, ...]
    arrows: tuple[Cell, ...]


class Fit(NamedTuple):
    """One way a card fits: names of squares and directions."""

    used: frozenset[str]
    marked: frozenset[str]
    arrows: frozenset[str]
    borrowed: str | None


def on_board(cell: Cell) -> bool:
    """R2.2, in the words of the rules."""
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
    return Drawing(
        RANK[card.rank],
        tuple(((dx, dy), RANK[rank]) for dx, dy, rank in card.pattern),
        tuple(card.marked),
        tuple(VECTORS[d] for d in directions),
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
        )
        for mirrored in mirrors
        for quarters in range(4)
    )


def _fit(board: Board, card: Drawing, owner: int, square: Cell, borrow: bool) -> Fit | None:
    used: list[str] = []
    borrowed: str | None = None
    for (dx, dy), rank in card.pieces:
        there = (square[0] + dx, square[1] + dy)
        if there not in board:
            return None
        holder, held = board[there]
        if held < rank:
            return None
        if holder != owner:
            if not borrow or borrowed is not None:
                return None
            borrowed = name(there)
        used.append(name(there))
    marked = [(square[0] + dx, square[1] + dy) for dx, dy in card.marked]
    vectors = {vector: word for word, vector in VECTORS.items()}
    return Fit(
        frozenset(used),
        frozenset(name(cell) for cell in marked if on_board(cell)),
        frozenset(vectors[arrow] for arrow in card.arrows),
        borrowed,
    )


def barred(board: Board, card: Drawing, square: Cell) -> bool:
    """Whether a higher rank stands on the square (R7.10)."""
    return square in board and board[square][1] > card.rank


def fits(
    board: Board,
    card: Drawing,
    owner: int,
    square: Cell,
    *,
    borrow: bool = False,
    mirrors: tuple[bool, ...] = (False, True),
) -> set[Fit]:
    """The ways the pattern fits a square, whatever stands on it."""
    found = (_fit(board, o, owner, square, borrow) for o in orientations(card, mirrors))
    return {fit for fit in found if fit is not None}


def _of_type(board: Board, owner: int, rank: int) -> set[str]:
    """The squares of the owner's pieces of the type a being of that rank needs (R1.8)."""
    return {
        name(cell)
        for cell, (holder, held) in board.items()
        if holder == owner and (held == 2) == (rank == 2)
    }


def summonable(
    board: Board, card: Drawing, owner: int, two_sided: int, *, borrow: bool = False
) -> dict[str, set[Fit]]:
    """Where the card can be summoned and how, shortage included (R7.14-R7.18)."""
    stock = _of_type(board, owner, card.rank)
    short = len(stock) >= (LEGENDARY_PIECES if card.rank == 2 else two_sided)
    result: dict[str, set[Fit]] = {}
    for square in ALL:
        if barred(board, card, square):
            continue
        found = fits(board, card, owner, square, borrow=borrow)
        if short and name(square) not in stock:
            found = {fit for fit in found if stock - fit.used}
        if found:
            result[name(square)] = found
    return result


def squares(board: Board, turned_cards: Iterable[Drawing], owner: int) -> set[Cell]:
    """Only the squares where one of the orientations fits, as fast as plain loops go."""
    found: set[Cell] = set()
    for card in turned_cards:
        for square in ALL:
            for (dx, dy), rank in card.pieces:
                piece = board.get((square[0] + dx, square[1] + dy))
                if piece is None or piece[0] != owner or piece[1] < rank:
                    break
            else:
                standing = board.get(square)
                if standing is None or standing[1] <= card.rank:
                    found.add(square)
    return found
