"""A small picture of the board, with the pieces of a position and marks on a few squares."""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar.position.state import Setup
from tashkalar.ui.history.timeline import Board
from tashkalar.ui.screen.marks import square_center
from tashkalar.ui.text import phrases
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser.dom import DomNode, clone_template


def draw_mini_board(svg: DomNode, setup: Setup, board: Board) -> None:
    """Draw the pieces of a position on an empty picture (``svg.mini`` of a template)."""
    for square, piece in board.items():
        draw_mini_piece(svg, square, phrases.school_of_color(setup, piece.owner), piece.rank)


def draw_mini_piece(svg: DomNode, square: str, school: str, rank: str) -> None:
    """Draw a piece on a picture, with the stones of a school."""
    node = clone_template("tpl-mini-piece")
    draw_stone(node, rank, school)
    _append_at_square(svg, node, square)


def mark_mini_board(svg: DomNode, mark: str, squares: Iterable[str]) -> None:
    """Mark squares with one of the board's signs (``s-used``, ``s-target``...)."""
    for square in squares:
        node = clone_template("tpl-mini-mark")
        node.setAttribute("href", f"#{mark}")
        _append_at_square(svg, node, square)


def _append_at_square(svg: DomNode, drawn: DomNode, square: str) -> None:
    x, y = square_center(square)
    drawn.setAttribute("transform", f"translate({x - 50} {y - 50})")
    svg.appendChild(drawn)
