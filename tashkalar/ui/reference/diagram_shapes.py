"""The shapes in a small board: its signs and arrows, for the page and for the printed rules."""

from __future__ import annotations

from math import atan2, cos, degrees, sin
from typing import NamedTuple

from tashkalar.ui.reference.term_diagrams import DiagramArrowView, DiagramSquareView

SIGN_IDS = {
    "red": "inlay-red",
    "green": "inlay-green",
    "marked": "pat-marked",
    "target": "pat-target",
    "used": "s-used",
    "gateway": "s-gateway",
    "doomed": "sign-doom",
    "action": "scene-action",
    "gained": "scene-gained",
}
"""The id of the drawing of each sign."""

GROUND_SIGNS = ("red", "green", "marked")
"""The signs that are drawn below a piece."""

_ARROW_START_GAP, _ARROW_END_GAP = 32, 36  # distances from the middles of the squares
_BEND_ANGLE_RAD, _BEND_HEIGHT = 0.7, 70  # of an arrow over a piece


class ArrowShape(NamedTuple):
    """An arrow as SVG: the path of its line, and the transformation of its head."""

    line: str
    head: str


def square_transform(spot: DiagramSquareView, kind: str = "") -> str:
    """Return the SVG transformation that moves a drawing to a square; `kind` is that of a sign."""
    if kind == "doomed":  # in the corner, so that the piece stays visible
        return f"translate({100 * spot.x + 80} {100 * spot.y + 20}) scale(1.4)"
    return f"translate({100 * spot.x} {100 * spot.y})"


def arrow_shape(way: DiagramArrowView) -> ArrowShape:
    """Return the shape of an arrow; an arrow over a piece is bent upwards."""
    x, y, to_x, to_y = (100 * n + 50 for n in (way.x, way.y, way.to_x, way.to_y))
    angle = atan2(to_y - y, to_x - x)
    leave = arrive = angle
    if way.is_over_piece:
        leave, arrive = angle - _BEND_ANGLE_RAD, angle + _BEND_ANGLE_RAD
    from_x, from_y = x + _ARROW_START_GAP * cos(leave), y + _ARROW_START_GAP * sin(leave)
    end_x, end_y = to_x - _ARROW_END_GAP * cos(arrive), to_y - _ARROW_END_GAP * sin(arrive)
    bend = _BEND_HEIGHT if way.is_over_piece else 0
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2 - bend
    return ArrowShape(
        f"M{from_x:.0f} {from_y:.0f}Q{middle_x:.0f} {middle_y:.0f} {end_x:.0f} {end_y:.0f}",
        f"translate({end_x:.0f} {end_y:.0f}) rotate({degrees(arrive):.0f})",
    )
