"""The board as a line drawing for sheets in one color."""

from __future__ import annotations

from collections.abc import Mapping

from tashkalar.position.board import DUEL_MARKS, GREEN, NAMES, RED, names
from tashkalar.site.page_source import board_svg
from tashkalar.site.reference_pages.drawings import stone_group

_BOX = "-50 -40 990 1000"  # the squares and the coordinates around them


def board_svg_text(pieces: Mapping[str, str], form: str, label: str) -> str:
    """Return the board of a form with pieces.

    `pieces` are those of a scenario (``"e5": "1 heroic"``); `label` describes the picture.
    """
    values = board_svg.board_values()
    squares = [square for row in board_svg.square_rows() for square in row]
    lines = "".join(
        f'<rect class="print-square" x="{square.x}" y="{square.y}" width="100" height="100"/>'
        for square in squares
    )
    corners = {square.name: (square.x, square.y) for square in squares}
    drawn = "".join(
        _drawing_at(corners[name], f"inlay-{color}", f'data-sign="{color}"')
        for color, names_of_color in (("red", names(RED)), ("green", names(GREEN)))
        for name in names_of_color
    )
    if form == "duel":
        marks = (NAMES[square] for square in DUEL_MARKS)
        drawn += "".join(
            _drawing_at(corners[name], "mark-duel", 'class="print-mark"') for name in marks
        )
    elif form == "melee":
        drawn += f'<g class="print-mark">{values["melee_marks"]}</g>'
    for name, piece in pieces.items():
        owner, rank = piece.split()
        x, y = corners[name]
        drawn += stone_group(rank, f"owner-{owner}", f"translate({x} {y})")
    return (
        f'<svg class="print-board" viewBox="{_BOX}" role="img" aria-label="{label}">'
        f"{lines}{drawn}{values['coordinates']}</svg>"
    )


def _drawing_at(corner: tuple[int, int], id: str, attributes: str) -> str:
    return f'<use href="#{id}" transform="translate({corner[0]} {corner[1]})" {attributes}/>'
