"""A card's pattern as a small grid to draw, and as words for those who do not see it."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.cards import Being
from tashkalar.position.board import DIRECTIONS, RANKS
from tashkalar.position.move import Message

SMALLEST = 3  # columns and rows that a drawing has at least


class CellView(NamedTuple):
    """A cell of the grid: column and row from the top left, and what is drawn there."""

    x: int
    y: int
    rank: str | None
    target: bool
    marked: bool
    special: bool  # marked in the second way, or the mirror image of a marked square


class PatternView(NamedTuple):
    """A grid with the summoning square at `target` and arrows leaving it.

    A detached pattern has no summoning square: no cell is the target then.
    """

    columns: int
    rows: int
    cells: tuple[CellView, ...]
    target: tuple[int, int]
    arrows: tuple[str, ...]


def pattern_view(card: Being) -> PatternView:
    """The drawing of a card's pattern in its printed orientation."""
    shape = card.shape
    ranks = dict(shape.pieces)
    marked = set(shape.marked)
    special = {*shape.special, *(image for _, image in shape.pairs)}
    steps = {(0, 0), *ranks, *marked, *special}
    left, right = _padded(min(x for x, _ in steps), max(x for x, _ in steps))
    bottom, top = _padded(min(y for _, y in steps), max(y for _, y in steps))
    cells = tuple(
        CellView(
            x=x - left,
            y=top - y,
            rank=RANKS[ranks[x, y]] if (x, y) in ranks else None,
            target=(x, y) == (0, 0) and not shape.detached,
            marked=(x, y) in marked,
            special=(x, y) in special,
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


def _padded(low: int, high: int) -> tuple[int, int]:
    """Widen a range to the smallest size, first at its end."""
    while high - low + 1 < SMALLEST:
        low, high = (low, high + 1) if high <= -low else (low - 1, high)
    return low, high


def pattern_words(card: Being) -> Message:
    """The pattern as a sentence: each required piece with its place seen from the new being.

    In a detached pattern the places are seen from the first piece.
    """
    shape = card.shape
    cells = tuple(
        Message("pattern.cell", {"rank": Message(f"rank.{RANKS[rank]}"), "where": _where(x, y)})
        for (x, y), rank in shape.pieces
        if (x, y) != (0, 0) or not shape.detached
    )
    params: dict[str, object] = {"cells": cells}
    if shape.detached:
        params["rank"] = Message(f"rank.{RANKS[shape.pieces[0][1]]}")
        return Message("pattern.label.detached", params)
    if shape.directions:
        params["arrows"] = tuple(Message(f"option.{DIRECTIONS[d]}") for d in shape.directions)
        return Message("pattern.label.arrows", params)
    if not shape.marked:
        return Message("pattern.label", params)
    params["marked"] = tuple(_where(x, y) for x, y in shape.marked)
    if shape.special:
        params["special"] = tuple(_where(x, y) for x, y in shape.special)
        return Message("pattern.label.special", params)
    if shape.pairs:
        params["mirrored"] = tuple(_where(x, y) for _, (x, y) in shape.pairs)
        return Message("pattern.label.mirrored", params)
    return Message("pattern.label.marked", params)


def _where(x: int, y: int) -> Message:
    """A step such as "2 left", or "1 up and 2 left"."""
    rows = Message("pattern.up" if y > 0 else "pattern.down", {"steps": abs(y)})
    columns = Message("pattern.right" if x > 0 else "pattern.left", {"steps": abs(x)})
    if x and y:
        return Message("pattern.both", {"rows": rows, "columns": columns})
    return rows if y else columns if x else Message("pattern.here")
