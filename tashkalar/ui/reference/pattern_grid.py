"""A card's pattern as a small grid to draw, and as words for people who do not see it."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.cards import Being
from tashkalar.position.board import DIRECTIONS, RANKS
from tashkalar.position.move import Message

MIN_GRID_SIZE = 3  # the least number of columns and of rows
_CELL_SIDE = 100  # in the units of the drawing

# The outlines of the drawings `pat-cell` and `pat-marked`, from their left upper corner.
_CELL_OUTLINE = "h76a9 9 0 0 1 9 9v76a9 9 0 0 1-9 9h-76a9 9 0 0 1-9-9v-76a9 9 0 0 1 9-9z"
_MARKED_OUTLINE = "h70a8 8 0 0 1 8 8v70a8 8 0 0 1-8 8h-70a8 8 0 0 1-8-8v-70a8 8 0 0 1 8-8z"


class CellView(NamedTuple):
    """A cell of the grid: column and row from the top left, and what is drawn in the cell."""

    x: int
    y: int
    rank: str | None
    is_target: bool
    is_marked: bool
    is_special: bool  # marked in the second way, or the mirror image of a marked square


class PatternView(NamedTuple):
    """A grid for drawing a pattern: its cells, and the arrows that start at the summoning square.

    A detached pattern has no summoning square: no cell has `is_target` set then.
    """

    columns: int
    rows: int
    cells: tuple[CellView, ...]
    target: tuple[int, int]
    arrows: tuple[str, ...]

    @property
    def cells_path(self) -> str:
        """Return the path of all cells: a browser draws one element faster than one for each."""
        return "".join(_outline(cell, 12, 3, _CELL_OUTLINE) for cell in self.cells)

    @property
    def marked_path(self) -> str:
        """Return the path around the marked squares, empty without any."""
        marked = (cell for cell in self.cells if cell.is_marked)
        return "".join(_outline(cell, 15, 7, _MARKED_OUTLINE) for cell in marked)


def _outline(cell: CellView, x: int, y: int, outline: str) -> str:
    return f"M{_CELL_SIDE * cell.x + x} {_CELL_SIDE * cell.y + y}{outline}"


def pattern_view(card: Being) -> PatternView:
    """Return the drawing of a card's pattern in its printed orientation."""
    shape = card.shape
    ranks = dict(shape.pieces)
    marked = set(shape.marked)
    special = {*shape.special, *(image for _, image in shape.pairs)}
    steps = {(0, 0), *ranks, *marked, *special}
    left, right = _widen_range(min(x for x, _ in steps), max(x for x, _ in steps))
    bottom, top = _widen_range(min(y for _, y in steps), max(y for _, y in steps))
    cells = tuple(
        CellView(
            x=x - left,
            y=top - y,
            rank=RANKS[ranks[x, y]] if (x, y) in ranks else None,
            is_target=(x, y) == (0, 0) and not shape.is_detached,
            is_marked=(x, y) in marked,
            is_special=(x, y) in special,
        )
        for y in range(top, bottom - 1, -1)
        for x in range(left, right + 1)
    )
    return PatternView(
        columns=right - left + 1,
        rows=top - bottom + 1,
        cells=cells,
        target=(-left, top),
        arrows=tuple(DIRECTIONS[d] for d in shape.directions),
    )


def _widen_range(low: int, high: int) -> tuple[int, int]:
    """Widen a range to `MIN_GRID_SIZE` while keeping 0 near its middle."""
    while high - low + 1 < MIN_GRID_SIZE:
        low, high = (low, high + 1) if high <= -low else (low - 1, high)
    return low, high


def pattern_label(card: Being) -> Message:
    """Return the pattern as a sentence: each required piece and its place.

    The places are relative to the new being; in a detached pattern to the first piece.
    """
    shape = card.shape
    cells = tuple(
        Message(
            "pattern.cell", {"rank": Message(f"rank.{RANKS[rank]}"), "where": _place_message(x, y)}
        )
        for (x, y), rank in shape.pieces
        if (x, y) != (0, 0) or not shape.is_detached
    )
    params: dict[str, object] = {"cells": cells}
    if shape.is_detached:
        params["rank"] = Message(f"rank.{RANKS[shape.pieces[0][1]]}")
        return Message("pattern.label.detached", params)
    if shape.directions:
        params["arrows"] = tuple(Message(f"option.{DIRECTIONS[d]}") for d in shape.directions)
        return Message("pattern.label.arrows", params)
    if not shape.marked:
        return Message("pattern.label", params)
    params["marked"] = tuple(_place_message(x, y) for x, y in shape.marked)
    if shape.special:
        params["special"] = tuple(_place_message(x, y) for x, y in shape.special)
        return Message("pattern.label.special", params)
    if shape.pairs:
        params["mirrored"] = tuple(_place_message(x, y) for _, (x, y) in shape.pairs)
        return Message("pattern.label.mirrored", params)
    return Message("pattern.label.marked", params)


def _place_message(x: int, y: int) -> Message:
    """Return the message for a step such as "2 left", or "1 up and 2 left"."""
    rows = Message("pattern.up" if y > 0 else "pattern.down", {"steps": abs(y)})
    columns = Message("pattern.right" if x > 0 else "pattern.left", {"steps": abs(x)})
    if x and y:
        return Message("pattern.both", {"rows": rows, "columns": columns})
    return rows if y else columns if x else Message("pattern.here")
