"""A small picture of the board, with the pieces of a position and marks on a few squares."""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar.position.state import Setup
from tashkalar.ui.history.timeline import Board
from tashkalar.ui.screen.marks import middle
from tashkalar.ui.text import phrases
from tashkalar.web.browser.dom import Node, clone


def draw_mini(svg: Node, setup: Setup, board: Board) -> None:
    """Put the pieces of a position on an empty picture (``tpl`` with ``svg.mini``)."""
    for square, piece in board.items():
        drawn = clone("tpl-mini-piece")
        school = phrases.school_of(setup, piece.owner)
        drawn.setAttribute("data-rank", piece.rank)
        drawn.setAttribute("data-school", school)
        drawn.querySelector(".body").setAttribute("href", f"#stone-{piece.rank}")
        drawn.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")
        _put(svg, drawn, square)


def mark_mini(svg: Node, mark: str, squares: Iterable[str]) -> None:
    """Mark squares with one of the board's signs (``s-used``, ``s-target``...)."""
    for square in squares:
        drawn = clone("tpl-mini-mark")
        drawn.setAttribute("href", f"#{mark}")
        _put(svg, drawn, square)


def _put(svg: Node, drawn: Node, square: str) -> None:
    x, y = middle(square)
    drawn.setAttribute("transform", f"translate({x - 50} {y - 50})")
    svg.appendChild(drawn)
