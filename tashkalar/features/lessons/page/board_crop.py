"""A section of the board, enlarged: the squares that a part of a lesson needs."""

from __future__ import annotations

from pyscript import document

from tashkalar.features.lessons.lesson_board import (
    CropArea,
    coordinate_squares,
    squares_outside,
)
from tashkalar.position.board import FILES
from tashkalar.web.browser.dom import DomNode, by_id


class BoardCrop:
    """Crops the drawn board, and restores the whole board."""

    def __init__(self) -> None:
        self._board = by_id("board")
        self._full_view_box = str(self._board.getAttribute("viewBox"))
        self._crop: CropArea | None = None

    def show(self, cut: CropArea | None) -> None:
        """Show a section of the board, or the whole board for None."""
        if cut == self._crop:
            return
        self._crop = cut
        hidden = squares_outside(cut)
        for square in document.querySelectorAll("#board-grid [data-square]"):
            square.toggleAttribute("data-outside", square.dataset.square in hidden)
        for coordinate in self._board.querySelectorAll(".cut-coord"):
            coordinate.remove()
        self._board.toggleAttribute("data-cut", cut is not None)
        self._board.closest(".arena").toggleAttribute("data-part", cut is not None)
        if cut is None:
            self._board.setAttribute("viewBox", self._full_view_box)
            return
        left, top = 100 * cut.file, 100 * (9 - cut.rank - cut.size)
        side = 100 * cut.size
        self._board.setAttribute("viewBox", f"{left} {top} {side} {side}")
        self._draw_coordinates(cut)

    def _draw_coordinates(self, cut: CropArea) -> None:
        """Draw files and ranks inside squares, since the frame is not visible."""
        lowest, leftmost = coordinate_squares(cut)
        for square in lowest:
            self._draw_coordinate(square[0], square, 87, 93)
        for square in leftmost:
            self._draw_coordinate(square[1], square, 15, 28)

    def _draw_coordinate(self, text: str, square: str, right: int, down: int) -> None:
        """Write a text into a square, above what is drawn there."""
        label = self._board.querySelector(".co").cloneNode(True)
        label.classList.add("cut-coord")
        label.setAttribute("x", str(100 * FILES.index(square[0]) + right))
        label.setAttribute("y", str(100 * (9 - int(square[1])) + down))
        label.setAttribute("aria-hidden", "true")
        label.textContent = text
        self._board.appendChild(label)


def crop_mini_board(svg: DomNode, file: int, rank: int, size: int) -> None:
    """Show only a section of a picture: its lower left corner (0 is a, 0 the first rank) and width.

    The width is in squares.
    """
    svg.setAttribute(
        "viewBox", f"{100 * file} {900 - 100 * (rank + size)} {100 * size} {100 * size}"
    )
