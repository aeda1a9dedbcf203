"""Drawing the tiny boards of `ui.diagrams`, with the stones of two schools."""

from __future__ import annotations

from math import atan2, degrees

from tashkalar.ui.diagrams import Cell, Diagram
from tashkalar.web.cards import draw_stone
from tashkalar.web.dom import Node, clone

_SIGNS = ("doom", "rise", "fall")  # told by a badge as well
_REACH = 30  # how far from the middle of a cell an arrow keeps


def draw_diagram(svg: Node, diagram: Diagram, schools: tuple[str, str]) -> None:
    """Draw a diagram into an svg; `schools` are one's own and the enemy's."""
    svg.replaceChildren()
    svg.setAttribute("viewBox", f"-4 -4 {100 * diagram.columns + 8} {100 * diagram.rows + 8}")
    svg.style.setProperty("--columns", str(diagram.columns))
    svg.style.setProperty("--rows", str(diagram.rows))
    for cell in diagram.cells:
        _add(svg, "tpl-pattern-cell", cell)
    for cell in diagram.cells:
        if cell.rank:
            stone = _add(svg, "tpl-pattern-stone", cell)
            draw_stone(stone, cell.rank, schools[1] if cell.enemy else schools[0])
        if cell.gateway:
            _add(svg, "tpl-diagram-gateway", cell)
        if cell.mark:
            _add(svg, "tpl-diagram-mark", cell).setAttribute("href", f"#dia-{cell.mark}")
        if cell.mark in _SIGNS:
            sign = _add(svg, "tpl-diagram-sign", cell, 78, 22)
            sign.setAttribute("href", f"#sign-{cell.mark}")
            sign.setAttribute("data-sign", cell.mark)
    for origin, target in diagram.arrows:
        svg.appendChild(_arrow(origin, target))


def _add(svg: Node, template: str, cell: Cell, dx: int = 0, dy: int = 0) -> Node:
    node = clone(template)
    node.setAttribute("transform", f"translate({100 * cell.x + dx} {100 * cell.y + dy})")
    svg.appendChild(node)
    return node


def _arrow(origin: tuple[int, int], target: tuple[int, int]) -> Node:
    """An arrow from the edge of one stone to that of another."""
    (x, y), (u, v) = ((100 * a + 50, 100 * b + 50) for a, b in (origin, target))
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    group = clone("tpl-diagram-arrow")
    turn = degrees(atan2(v - y, u - x))
    group.setAttribute("transform", f"translate({x} {y}) rotate({turn:.1f})")
    line, head = group.children
    line.setAttribute("x1", str(_REACH))
    line.setAttribute("x2", f"{length - _REACH - 16:.0f}")
    head.setAttribute("transform", f"translate({length - _REACH:.0f} 0)")
    return group
