"""Draws the small boards that show what a term or a section of the rules means."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, sin

from tashkalar.ui.reference.term_diagrams import (
    Diagram,
    DiagramArrowView,
    DiagramSquareView,
    DiagramView,
    diagram_view,
)
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser.dom import DomNode, clone_template, find_field

_SIGN_HREFS = {
    "red": "#inlay-red",
    "green": "#inlay-green",
    "marked": "#pat-marked",
    "target": "#pat-target",
    "used": "#s-used",
    "gateway": "#s-gateway",
    "doomed": "#sign-doom",
    "action": "#scene-action",
    "gained": "#scene-gained",
}
_GROUND_SIGNS = ("red", "green", "marked")  # drawn below a piece
_ARROW_START_GAP, _ARROW_END_GAP = 32, 36  # distances from the middles of the squares


def draw_diagram(
    place: DomNode, diagram: Sequence[Diagram], schools: tuple[str, str], words: Catalogue
) -> None:
    """Draw small boards into a node.

    `schools` are those of the player's own stones and of the enemy's.
    """
    place.replaceChildren(
        *(_create_scene(diagram_view(board, *schools), words) for board in diagram)
    )


def _create_scene(shown: DiagramView, words: Catalogue) -> DomNode:
    figure = clone_template("tpl-scene")
    find_field(figure, "caption").textContent = words.translate(shown.caption)
    svg = figure.querySelector("svg")
    svg.setAttribute("viewBox", f"-6 -6 {100 * shown.columns + 12} {100 * shown.rows + 12}")
    svg.style.setProperty("--columns", str(shown.columns))
    for spot in shown.squares:
        _draw_ground(svg, spot)
    for spot in shown.squares:
        _draw_piece_and_signs(svg, spot)
    for arrow in shown.arrows:
        svg.appendChild(_create_arrow(arrow))
    return figure


def _draw_ground(svg: DomNode, spot: DiagramSquareView) -> None:
    if not spot.card:
        _add_to_square(svg, "tpl-pattern-cell", spot)
    for sign in spot.signs:
        if sign in _GROUND_SIGNS:
            _draw_sign(svg, spot, _SIGN_HREFS[sign], sign)


def _draw_piece_and_signs(svg: DomNode, spot: DiagramSquareView) -> None:
    if spot.card:
        _draw_sign(svg, spot, f"#scene-{spot.card}", "card")
    if spot.rank and spot.school:
        stone = _add_to_square(svg, "tpl-pattern-stone", spot)
        draw_stone(stone, spot.rank, spot.school)
        if spot.is_new:
            stone.setAttribute("class", "stone pat-ghost")
    if spot.digit:
        _add_to_square(svg, "tpl-scene-number", spot).querySelector("text").textContent = spot.digit
    for sign in spot.signs:
        if sign not in _GROUND_SIGNS:
            _draw_sign(svg, spot, _SIGN_HREFS[sign], sign)


def _add_to_square(svg: DomNode, template: str, spot: DiagramSquareView) -> DomNode:
    node = clone_template(template)
    node.setAttribute("transform", f"translate({100 * spot.x} {100 * spot.y})")
    svg.appendChild(node)
    return node


def _draw_sign(svg: DomNode, spot: DiagramSquareView, drawing: str, kind: str) -> None:
    node = _add_to_square(svg, "tpl-scene-sign", spot)
    node.setAttribute("href", drawing)
    node.setAttribute("data-sign", kind)
    if kind == "doomed":  # in the corner, so that the piece stays visible
        corner = f"translate({100 * spot.x + 80} {100 * spot.y + 20}) scale(1.4)"
        node.setAttribute("transform", corner)


def _create_arrow(way: DiagramArrowView) -> DomNode:
    """Return an arrow; an arrow over a piece is bent upwards."""
    node = clone_template("tpl-scene-way")
    node.toggleAttribute("data-barred", not way.is_allowed)
    x, y, to_x, to_y = (100 * n + 50 for n in (way.x, way.y, way.to_x, way.to_y))
    angle = atan2(to_y - y, to_x - x)
    leave = arrive = angle
    if way.is_over_piece:
        leave, arrive = angle - 0.7, angle + 0.7
    from_x, from_y = x + _ARROW_START_GAP * cos(leave), y + _ARROW_START_GAP * sin(leave)
    end_x, end_y = to_x - _ARROW_END_GAP * cos(arrive), to_y - _ARROW_END_GAP * sin(arrive)
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2 - (70 if way.is_over_piece else 0)
    line = f"M{from_x:.0f} {from_y:.0f}Q{middle_x:.0f} {middle_y:.0f} {end_x:.0f} {end_y:.0f}"
    node.firstElementChild.setAttribute("d", line)
    head = f"translate({end_x:.0f} {end_y:.0f}) rotate({degrees(arrive):.0f})"
    node.lastElementChild.setAttribute("transform", head)
    return node
