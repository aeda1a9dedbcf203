"""A section of the board, enlarged: the squares that a part of a lesson needs."""

from __future__ import annotations

from pyscript import document

from tashkalar.features.lessons.lesson_board import CropArea, squares_outside
from tashkalar.position.board import FILES
from tashkalar.web.browser.dom import by_id


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
        self._draw_coordinates(cut, left, top + side)

    def _draw_coordinates(self, cut: CropArea, left: int, bottom: int) -> None:
        """Draw files and ranks inside the squares at the edge, since the frame is not visible."""
        for number in range(cut.size):
            self._draw_coordinate(FILES[cut.file + number], left + 100 * number + 87, bottom - 7)
            self._draw_coordinate(str(cut.rank + number + 1), left + 15, bottom - 100 * number - 72)

    def _draw_coordinate(self, text: str, x: int, y: int) -> None:
        label = self._board.querySelector(".co").cloneNode(True)
        label.classList.add("cut-coord")
        label.setAttribute("x", str(x))
        label.setAttribute("y", str(y))
        label.textContent = text
        self._board.querySelector(".co").parentNode.appendChild(label)
