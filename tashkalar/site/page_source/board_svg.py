"""The drawing of the empty board, from the engine's tables (R2). A square is 100 units wide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tashkalar.position.board import (
    BIT,
    CENTRE,
    DUEL_MARKS,
    FILES,
    GREEN,
    NAMES,
    RED,
    SQUARES,
    Square,
    squares,
)
from tashkalar.rules.forms.melee import SYMBOLS

SQUARE_SIDE = 100
# The distance of the frame from the squares, and the length cut off its corners.
FRAME_OUTER, FRAME_OUTER_CUT = 34, 15
FRAME_INNER, FRAME_INNER_CUT = 6, 3
GROUND_MARGIN = 4
# The distances of its two edges that catch the light or lie in the shade.
BEVEL_OUTER, BEVEL_INNER = 29, 6

GridPoint = tuple[int, int]


class SquareDrawing(NamedTuple):
    """The drawing of a square."""

    name: str
    column: int
    x: int
    y: int
    tabindex: int
    inlay: str


def square_rows() -> list[list[SquareDrawing]]:
    """Return the squares from the top of the board to its bottom, each rank from the left."""
    return [[_square_drawing(square) for square in rank] for rank in _ranks()]


def board_values() -> dict[str, str]:
    """Return the other values of the board's template, by name."""
    return {
        "arena": _outline(0, 0),
        "ground": _outline(GROUND_MARGIN, 0),
        "frame_inner": _outline(FRAME_INNER, FRAME_INNER_CUT),
        "frame_outer": _outline(FRAME_OUTER, FRAME_OUTER_CUT),
        "frame_lit": _lit_edges(BEVEL_OUTER, FRAME_OUTER_CUT) + _dim_edges(BEVEL_INNER, 0),
        "frame_low": _dim_edges(BEVEL_OUTER, FRAME_OUTER_CUT) + _lit_edges(BEVEL_INNER, 0),
        "coordinates": "".join(_coordinates()),
        "edge_coordinates": "".join(_edge_coordinates()),
        "melee_marks": "".join(_melee_marks()),
    }


def _square_drawing(square: Square) -> SquareDrawing:
    x, y = _square_corner(square)
    tabindex = 0 if square == CENTRE else -1
    return SquareDrawing(NAMES[square], square % 9 + 1, x, y, tabindex, _inlay(square))


def _square_corner(square: Square) -> GridPoint:
    return SQUARE_SIDE * (square % 9), SQUARE_SIDE * (8 - square // 9)


def _inlay(square: Square) -> str:
    for color, mask in (("red", RED), ("green", GREEN)):
        if BIT[square] & mask:
            return f'<use class="inlay" data-color="{color}" href="#inlay-{color}"/>'
    return '<use class="duel-mark" href="#mark-duel"/>' if square in DUEL_MARKS else ""


def _coordinates() -> Iterable[str]:
    """Yield letters below the lowest square of each file, and numbers left of each rank."""
    for file, letter in enumerate(FILES):
        x, y = _square_corner(min(s for s in SQUARES if s % 9 == file))
        yield f'<text class="coord" x="{x + 50}" y="{y + 127}">{letter}</text>'
    for rank in range(8, -1, -1):
        x, y = _square_corner(min(s for s in SQUARES if s // 9 == rank))
        yield f'<text class="coord" x="{x - 18}" y="{y + 58}">{rank + 1}</text>'


def _edge_coordinates() -> Iterable[str]:
    """Yield the coordinates inside those squares, for a board without a frame."""
    for file, letter in enumerate(FILES):
        x, y = _square_corner(min(s for s in SQUARES if s % 9 == file))
        yield f'<text class="co" x="{x + 87}" y="{y + 93}">{letter}</text>'
    for rank in range(8, -1, -1):
        x, y = _square_corner(min(s for s in SQUARES if s // 9 == rank))
        yield f'<text class="co" x="{x + 15}" y="{y + 28}">{rank + 1}</text>'


def _melee_marks() -> Iterable[str]:
    """Yield each symbol on the edge between its two squares (R2.5)."""
    for symbol in SYMBOLS:
        (x1, y1), (x2, y2) = (_square_corner(square) for square in squares(symbol))
        yield f'<use href="#mark-melee" x="{(x1 + x2) // 2 + 50}" y="{(y1 + y2) // 2 + 50}"/>'


def _outline(away: int, cut: int) -> str:
    """Return the path around all squares at a distance, with its outward corners cut off."""
    return "M" + "L".join(f"{x} {y}" for x, y in _outline_points(away, cut)) + "z"


def _lit_edges(away: int, cut: int) -> str:
    """Return the edges of an outline that face the light, which comes from the upper left."""
    return "".join(_lines(_outline_points(away, cut), facing=1))


def _dim_edges(away: int, cut: int) -> str:
    """Return the edges of an outline that face away from the light."""
    return "".join(_lines(_outline_points(away, cut), facing=-1))


def _lines(points: list[GridPoint], facing: int) -> Iterable[str]:
    """Yield lines of a clockwise outline: `facing` 1 for those towards the light, -1 away."""
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if facing * ((x2 - x1) - (y2 - y1)) > 0:
            yield f"M{x1} {y1}L{x2} {y2}"


def _outline_points(away: int, cut: int) -> list[GridPoint]:
    """Return the corners of the outline at a distance, clockwise."""
    points: list[GridPoint] = []
    for before, here, after in _with_neighbors(_board_corners()):
        way_in, way_out = _line_direction(before, here), _line_direction(here, after)
        # Clockwise, the left hand points outwards; a corner to the right sticks out.
        x = here[0] + away * (way_in[1] + way_out[1])
        y = here[1] - away * (way_in[0] + way_out[0])
        sticks_out = way_in[0] * way_out[1] - way_in[1] * way_out[0] > 0
        if cut and sticks_out:
            points.append((x - cut * way_in[0], y - cut * way_in[1]))
            points.append((x + cut * way_out[0], y + cut * way_out[1]))
        else:
            points.append((x, y))
    return points


def _board_corners() -> list[GridPoint]:
    """Return the corners of the board clockwise, from the upper left corner of rank 9."""
    ends = [(_square_corner(min(rank)), _square_corner(max(rank))) for rank in _ranks()]
    right = [(x + SQUARE_SIDE, y + down) for _, (x, y) in ends for down in (0, SQUARE_SIDE)]
    left = [(x, y + down) for (x, y), _ in reversed(ends) for down in (SQUARE_SIDE, 0)]
    around = list(dict.fromkeys([left[-1], *right, *left]))
    # Where two ranks begin or end alike there is no corner.
    return [
        here
        for before, here, after in _with_neighbors(around)
        if _line_direction(before, here) != _line_direction(here, after)
    ]


def _ranks() -> list[list[Square]]:
    return [[s for s in SQUARES if s // 9 == rank] for rank in range(8, -1, -1)]


def _with_neighbors(points: list[GridPoint]) -> Iterable[tuple[GridPoint, GridPoint, GridPoint]]:
    """Return each point of a closed line with the points before and after it."""
    return zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)


def _line_direction(start: GridPoint, end: GridPoint) -> GridPoint:
    """Return the direction of a vertical or horizontal line."""
    x, y = end[0] - start[0], end[1] - start[1]
    return (x > 0) - (x < 0), (y > 0) - (y < 0)
