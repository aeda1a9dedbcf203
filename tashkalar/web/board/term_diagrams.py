"""Draws the small boards that show what a word or a chapter of the rules means."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, sin

from tashkalar.ui.reference.term_diagrams import Scene, SceneView, SpotView, WayView, view
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser.dom import Node, clone, field

_SIGNS = {
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
_UNDER = ("red", "green", "marked")  # what lies on the ground, below a piece
_NEAR, _FAR = 32, 36  # an arrow begins and ends that far from the middles


def draw_diagram(
    place: Node, diagram: Sequence[Scene], schools: tuple[str, str], words: Catalogue
) -> None:
    """Put small boards into a place; `schools` lend their stones to oneself and to the enemy."""
    place.replaceChildren(*(_scene(view(scene, *schools), words) for scene in diagram))


def _scene(shown: SceneView, words: Catalogue) -> Node:
    figure = clone("tpl-scene")
    field(figure, "caption").textContent = words.message(shown.caption)
    svg = figure.querySelector("svg")
    svg.setAttribute("viewBox", f"-6 -6 {100 * shown.columns + 12} {100 * shown.rows + 12}")
    svg.style.setProperty("--columns", str(shown.columns))
    for spot in shown.spots:
        _ground(svg, spot)
    for spot in shown.spots:
        _what_stands(svg, spot)
    for way in shown.ways:
        svg.appendChild(_way(way))
    return figure


def _ground(svg: Node, spot: SpotView) -> None:
    if not spot.card:
        _add(svg, "tpl-pattern-cell", spot)
    for sign in spot.signs:
        if sign in _UNDER:
            _sign(svg, spot, _SIGNS[sign], sign)


def _what_stands(svg: Node, spot: SpotView) -> None:
    if spot.card:
        _sign(svg, spot, f"#scene-{spot.card}", "card")
    if spot.rank and spot.school:
        stone = _add(svg, "tpl-pattern-stone", spot)
        draw_stone(stone, spot.rank, spot.school)
        if spot.ghost:
            stone.setAttribute("class", "stone pat-ghost")
    if spot.number:
        _add(svg, "tpl-scene-number", spot).querySelector("text").textContent = spot.number
    for sign in spot.signs:
        if sign not in _UNDER:
            _sign(svg, spot, _SIGNS[sign], sign)


def _add(svg: Node, template: str, spot: SpotView) -> Node:
    node = clone(template)
    node.setAttribute("transform", f"translate({100 * spot.x} {100 * spot.y})")
    svg.appendChild(node)
    return node


def _sign(svg: Node, spot: SpotView, drawing: str, kind: str) -> None:
    node = _add(svg, "tpl-scene-sign", spot)
    node.setAttribute("href", drawing)
    node.setAttribute("data-sign", kind)
    if kind == "doomed":  # in the corner, so that what is destroyed can be seen
        corner = f"translate({100 * spot.x + 80} {100 * spot.y + 20}) scale(1.4)"
        node.setAttribute("transform", corner)


def _way(way: WayView) -> Node:
    """An arrow; one that leaps over a piece is bent upwards."""
    node = clone("tpl-scene-way")
    node.toggleAttribute("data-barred", not way.allowed)
    x, y, to_x, to_y = (100 * n + 50 for n in (way.x, way.y, way.to_x, way.to_y))
    angle = atan2(to_y - y, to_x - x)
    leave = arrive = angle
    if way.over:
        leave, arrive = angle - 0.7, angle + 0.7
    from_x, from_y = x + _NEAR * cos(leave), y + _NEAR * sin(leave)
    end_x, end_y = to_x - _FAR * cos(arrive), to_y - _FAR * sin(arrive)
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2 - (70 if way.over else 0)
    line = f"M{from_x:.0f} {from_y:.0f}Q{middle_x:.0f} {middle_y:.0f} {end_x:.0f} {end_y:.0f}"
    node.firstElementChild.setAttribute("d", line)
    head = f"translate({end_x:.0f} {end_y:.0f}) rotate({degrees(arrive):.0f})"
    node.lastElementChild.setAttribute("transform", head)
    return node
