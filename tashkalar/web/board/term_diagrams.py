"""Draws the small boards that show what a term or a section of the rules means."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.ui.reference.diagram_shapes import (
    GROUND_SIGNS,
    SIGN_IDS,
    arrow_shape,
    square_transform,
)
from tashkalar.ui.reference.term_diagrams import (
    Diagram,
    DiagramArrowView,
    DiagramSquareView,
    DiagramView,
    diagram_view,
    scenario_url,
)
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser.dom import DomNode, clone_template, find_field


def draw_diagram(
    place: DomNode,
    diagram: Sequence[Diagram],
    schools: tuple[str, str],
    words: Catalogue,
    section: str = "",
) -> None:
    """Draw small boards into a node.

    `schools` are those of the player's own stones and of the enemy's. The diagrams of a `section`
    of the rules have a link to their position.
    """
    scenes = [_create_scene(diagram_view(board, *schools), words) for board in diagram]
    for number, (scene, board) in enumerate(zip(scenes, diagram, strict=True), start=1):
        if section:
            caption = words.text(f"diagram.{board.caption}")
            _show_link(find_field(scene, "try"), scenario_url(section, number), caption, words)
    place.replaceChildren(*scenes)


def _show_link(link: DomNode, url: str, caption: str, words: Catalogue) -> None:
    """Show the link that opens a position in the page."""
    link.setAttribute("href", f"#scenario={url}")
    link.setAttribute("aria-label", words.text("rule.try.of", what=caption))
    link.textContent = words.text("rule.try")
    link.removeAttribute("hidden")


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
        _add_to_square(svg, "tpl-scene-cell", spot)
    for sign in spot.signs:
        if sign in GROUND_SIGNS:
            _draw_sign(svg, spot, f"#{SIGN_IDS[sign]}", sign)


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
        if sign not in GROUND_SIGNS:
            _draw_sign(svg, spot, f"#{SIGN_IDS[sign]}", sign)


def _add_to_square(svg: DomNode, template: str, spot: DiagramSquareView) -> DomNode:
    node = clone_template(template)
    node.setAttribute("transform", square_transform(spot))
    svg.appendChild(node)
    return node


def _draw_sign(svg: DomNode, spot: DiagramSquareView, drawing: str, kind: str) -> None:
    node = _add_to_square(svg, "tpl-scene-sign", spot)
    node.setAttribute("href", drawing)
    node.setAttribute("data-sign", kind)
    node.setAttribute("transform", square_transform(spot, kind))


def _create_arrow(way: DiagramArrowView) -> DomNode:
    node = clone_template("tpl-scene-way")
    node.toggleAttribute("data-barred", not way.is_allowed)
    shape = arrow_shape(way)
    node.firstElementChild.setAttribute("d", shape.line)
    node.lastElementChild.setAttribute("transform", shape.head)
    return node
