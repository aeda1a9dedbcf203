"""The diagrams of the rules as data for the page ``board.html``, whose scripts draw them."""

from __future__ import annotations

from collections.abc import Iterator

from tashkalar.ui.reference.diagram_shapes import (
    GROUND_SIGNS,
    SIGN_IDS,
    arrow_shape,
    square_transform,
)
from tashkalar.ui.reference.term_diagrams import (
    DIAGRAM_SCHOOLS,
    SECTION_DIAGRAMS,
    DiagramSquareView,
    DiagramView,
    diagram_view,
)

Part = tuple[str, ...]
"""A part of a drawing: its kind and what this kind needs.

``use``: the id of the symbol, the transformation, the sign's name or ""; ``stone``: rank, school,
transformation and, for a new being, "new"; ``arrow``: the path of the line, the transformation of
the head and, for a move that is not allowed, "barred".
"""


def diagram_data() -> dict[str, list[dict[str, object]]]:
    """Return the diagrams of each section: the id of the caption, columns and rows, the parts."""
    return {
        section: [
            {
                "caption": diagram.caption,
                "size": (shown.columns, shown.rows),
                "parts": [*_parts(shown)],
            }
            for diagram in diagrams
            for shown in (diagram_view(diagram, *DIAGRAM_SCHOOLS),)
        ]
        for section, diagrams in SECTION_DIAGRAMS.items()
    }


def _parts(shown: DiagramView) -> Iterator[Part]:
    """Yield the parts of a drawing, the lowest first."""
    for spot in shown.squares:
        if not spot.card:
            yield "use", "pat-cell", square_transform(spot), ""
        yield from (_sign(spot, sign) for sign in spot.signs if sign in GROUND_SIGNS)
    for spot in shown.squares:
        if spot.card:
            yield "use", f"scene-{spot.card}", square_transform(spot), "card"
        if spot.rank and spot.school:
            state = "new" if spot.is_new else ""
            yield "stone", spot.rank, spot.school, square_transform(spot), state
        yield from (_sign(spot, sign) for sign in spot.signs if sign not in GROUND_SIGNS)
    for arrow in shown.arrows:
        shape = arrow_shape(arrow)
        yield "arrow", shape.line, shape.head, "" if arrow.is_allowed else "barred"


def _sign(spot: DiagramSquareView, sign: str) -> Part:
    return "use", SIGN_IDS[sign], square_transform(spot, sign), sign
