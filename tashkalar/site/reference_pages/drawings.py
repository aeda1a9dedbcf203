"""Diagrams, patterns, emblems and pieces as SVG text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.position.board import COMPASS
from tashkalar.ui.reference.diagram_shapes import (
    GROUND_SIGNS,
    SIGN_IDS,
    arrow_shape,
    square_transform,
)
from tashkalar.ui.reference.pattern_grid import pattern_label, pattern_view
from tashkalar.ui.reference.term_diagrams import (
    DIAGRAM_SCHOOLS,
    Diagram,
    DiagramArrowView,
    DiagramSquareView,
    DiagramView,
    diagram_view,
)
from tashkalar.ui.text.catalogue import Catalogue

_SQUARE_WIDTH_REM = 2.6
_WIDE_BOARD_REM = 1.9  # a square of the whole board
_ANGLES_DEG = {name: 45 * number - 90 for number, (name, _, _) in enumerate(COMPASS)}
_USED_ID = re.compile(r'href="#([\w-]+)"')


def used_ids(html: str) -> list[str]:
    """Return the ids of the drawings that a text of HTML uses."""
    return [id for use in re.findall(r"<use [^>]*>", html) for id in _USED_ID.findall(use)]


def diagrams_html(diagrams: Sequence[Diagram], addresses: Sequence[str], words: Catalogue) -> str:
    """Return small boards, each with its caption and a link to the address of its position."""
    figures = "\n".join(
        _figure(diagram_view(diagram, *DIAGRAM_SCHOOLS), address, words)
        for diagram, address in zip(diagrams, addresses, strict=True)
    )
    return f'<div class="scenes">\n{figures}\n</div>'


def pattern_svg(card: Being, school: str, words: Catalogue) -> str:
    """Return the pattern of a card, with its description for people who do not see it."""
    view = pattern_view(card)
    edge = 20 if view.arrows else 4  # arrows stick out
    parts = [f'<path class="pat-cell" d="{view.cells_path}"/>']
    if view.marked_path:
        parts.append(f'<path class="pat-marked" d="{view.marked_path}"/>')
    for cell in view.cells:
        parts += [_use("pat-special", _move(cell.x, cell.y))] * cell.is_special
    for cell in view.cells:
        if cell.rank:
            parts.append(stone_group(cell.rank, school, _move(cell.x, cell.y)))
        elif cell.is_target:
            parts.append(stone_group(card.rank, school, _move(cell.x, cell.y), "stone pat-ghost"))
        if cell.is_target:
            parts.append(_use("pat-target", _move(cell.x, cell.y)))
    for direction in view.arrows:
        turn = f"{_move(*view.target)} rotate({_ANGLES_DEG[direction]} 50 50)"
        parts.append(_use("pat-arrow", turn))
    width, height = 100 * view.columns + 2 * edge, 100 * view.rows + 2 * edge
    label = escape(words.translate(pattern_label(card)))
    return (
        f'<svg class="pattern" viewBox="{-edge} {-edge} {width} {height}" data-school="{school}" '
        f'role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


def emblem_svg(id: str, school: str) -> str:
    """Return the emblem of a being, legend or flare."""
    card = cards.get(id)
    legend = " data-legend" if isinstance(card, Being) and card.rank == "legendary" else ""
    name = f"emblem-{id}" if isinstance(card, Being) else "emblem-flare"
    return (
        f'<svg class="detail-emblem" viewBox="0 0 64 64" data-school="{school}"{legend} '
        f'aria-hidden="true"><use href="#{name}"/></svg>'
    )


def stone_svg(rank: str, school: str) -> str:
    """Return a single piece."""
    return (
        '<svg class="stone-icon" viewBox="0 0 100 100" aria-hidden="true">'
        f"{stone_group(rank, school)}</svg>"
    )


def _figure(shown: DiagramView, address: str, words: Catalogue) -> str:
    squares = "".join(_ground(spot) for spot in shown.squares)
    pieces = "".join(_piece_and_signs(spot) for spot in shown.squares)
    arrows = "".join(_arrow(way) for way in shown.arrows)
    side = _SQUARE_WIDTH_REM if shown.columns < 9 else _WIDE_BOARD_REM
    caption = words.translate(shown.caption)
    label = escape(words.text("rule.try.of", what=caption))
    attempt = escape(words.text("rule.try"), quote=False)
    box = f"-6 -6 {100 * shown.columns + 12} {100 * shown.rows + 12}"
    return (
        f'<figure class="scene"><svg class="diagram" width="{shown.columns * side:.1f}rem" '
        f'viewBox="{box}" aria-hidden="true">{squares}{pieces}{arrows}</svg>'
        f"<figcaption>{escape(caption, quote=False)}</figcaption>"
        f'<a class="scene-try" href="{address}" aria-label="{label}">{attempt}</a></figure>'
    )


def _ground(spot: DiagramSquareView) -> str:
    cell = "" if spot.card else _use("pat-cell", square_transform(spot))
    return cell + "".join(_sign(spot, sign) for sign in spot.signs if sign in GROUND_SIGNS)


def _piece_and_signs(spot: DiagramSquareView) -> str:
    place = square_transform(spot)
    parts = []
    if spot.card:
        parts.append(_use(f"scene-{spot.card}", place, 'data-sign="card"'))
    if spot.rank and spot.school:
        names = "stone pat-ghost" if spot.is_new else "stone"
        parts.append(stone_group(spot.rank, spot.school, place, names))
    if spot.digit:
        text = f'<text class="scene-number" x="50" y="52">{spot.digit}</text>'
        parts.append(f'<g transform="{place}">{text}</g>')
    parts += [_sign(spot, sign) for sign in spot.signs if sign not in GROUND_SIGNS]
    return "".join(parts)


def _sign(spot: DiagramSquareView, sign: str) -> str:
    return _use(SIGN_IDS[sign], square_transform(spot, sign), f'data-sign="{sign}"')


def _arrow(way: DiagramArrowView) -> str:
    shape = arrow_shape(way)
    barred = "" if way.is_allowed else " data-barred"
    return (
        f'<g class="scene-way"{barred}><path d="{shape.line}"/>'
        f'<path d="M-8-13L16 0-8 13z" transform="{shape.head}"/></g>'
    )


def stone_group(rank: str, owner: str, transform: str = "", names: str = "stone") -> str:
    """Return a piece as a part of an SVG.

    `owner` is a school; ``owner-1`` and ``owner-2`` are pieces for paper, without a school's sign.
    """
    place = f' transform="{transform}"' if transform else ""
    sign = "" if owner.startswith("owner-") else f'<use class="sigil" href="#sigil-{owner}"/>'
    return (
        f'<g class="{names}" data-rank="{rank}" data-school="{owner}"{place}>'
        f'<use class="body" href="#stone-{rank}"/>{sign}</g>'
    )


def _use(id: str, transform: str, attributes: str = "") -> str:
    more = f" {attributes}" if attributes else ""
    return f'<use href="#{id}" transform="{transform}"{more}/>'


def _move(x: int, y: int) -> str:
    return f"translate({100 * x} {100 * y})"
