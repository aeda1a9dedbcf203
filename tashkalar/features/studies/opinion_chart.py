"""The layout of the opinion curve: a line for each side over the turns, and what is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.features.studies.opinion import OpinionPoint

_MARGIN_Y = 8  # pixels above and below the line
_SMALLEST_RANGE = 4000  # thousandths of a point from the middle to the edge
_POINT = 1000  # thousandths

Corner = tuple[float, float]


class OpinionLine(NamedTuple):
    """The line of a side: its pieces, and where its last piece ends."""

    side: int
    pieces: tuple[tuple[Corner, ...], ...]
    end: Corner


class OpinionLayout(NamedTuple):
    """The layout of the curve, in pixels from the top left."""

    width: int
    height: int
    zero_y: float  # where nobody is ahead
    lines: tuple[OpinionLine, ...]
    # Between the line and the middle, for two sides: where the first is ahead, and the second.
    areas: tuple[tuple[tuple[Corner, ...], ...], ...]
    edge_points: int  # the lead at the upper and lower edge, in points
    edge_ys: tuple[float, float]
    turn_xs: tuple[float, ...]

    def nearest_turn(self, x: float) -> int:
        """Return the index of the turn, from 0, that is nearest to `x`."""
        return min(range(len(self.turn_xs)), key=lambda n: abs(self.turn_xs[n] - x))


def even_xs(count: int, width: int, left: float, right: float) -> tuple[float, ...]:
    """Return the x of each of so many turns, evenly spread between two margins in pixels."""
    step = (width - left - right) / max(1, count)
    return tuple(round(left + step * (number + 1), 1) for number in range(count))


def lay_out_opinion(
    points: Sequence[OpinionPoint], turn_xs: Sequence[float], width: int, height: int
) -> OpinionLayout:
    """Return the layout for a curve of this size in pixels; `turn_xs` has the x of each point.

    For two sides there is one line: above the middle the first side is ahead. Otherwise each side
    has a line.
    """
    known = [point.leads for point in points if point.leads is not None]
    most = max([_SMALLEST_RANGE, *(abs(lead) for leads in known for lead in leads)])
    edge = -(-most // _POINT) * _POINT
    zero_y = height / 2
    scale = (height / 2 - _MARGIN_Y) / edge

    def corner(index: int, lead: int) -> Corner:
        return turn_xs[index], round(zero_y - lead * scale, 1)

    count = len(known[0]) if known else 0
    lines = []
    for side in range(count) if count > 2 else range(min(count, 1)):
        leads = [point.leads[side] if point.leads else None for point in points]
        pieces = _known_pieces(leads)
        drawn = tuple(tuple(corner(n, lead) for n, lead in piece) for piece in pieces)
        lines.append(OpinionLine(side, drawn, drawn[-1][-1]))
    areas = tuple(
        tuple(_area(piece, zero_y, above=above) for piece in lines[0].pieces)
        for above in ((True, False) if count == 2 else ())
    )
    return OpinionLayout(
        width=width,
        height=height,
        zero_y=zero_y,
        lines=tuple(lines),
        areas=areas,
        edge_points=edge // _POINT,
        edge_ys=(_MARGIN_Y, height - _MARGIN_Y),
        turn_xs=tuple(turn_xs),
    )


def _known_pieces(leads: Sequence[int | None]) -> list[list[tuple[int, int]]]:
    """Return the known leads with their indexes, in pieces without a gap."""
    pieces: list[list[tuple[int, int]]] = []
    is_open = False
    for index, lead in enumerate(leads):
        if lead is None:
            is_open = False
            continue
        if not is_open:
            pieces.append([])
        pieces[-1].append((index, lead))
        is_open = True
    return pieces


def _area(piece: Sequence[Corner], zero_y: float, *, above: bool) -> tuple[Corner, ...]:
    """Return the outline of what lies between a line and the middle, above or below the middle."""
    corners: list[Corner] = [(piece[0][0], zero_y)]
    for (x, y), following in zip(piece, (*piece[1:], None), strict=True):
        corners.append((x, min(y, zero_y) if above else max(y, zero_y)))
        if following is not None and (y - zero_y) * (following[1] - zero_y) < 0:
            share = (zero_y - y) / (following[1] - y)
            corners.append((round(x + share * (following[0] - x), 1), zero_y))
    corners.append((piece[-1][0], zero_y))
    return tuple(corners)
