"""The board on the page: 69 squares drawn in the HTML, and an overlay of lines and arrows."""

from __future__ import annotations

from pyscript import document

from tashkalar.position.board import COMPASS, FILES, NAMES, SQUARES
from tashkalar.ui import cursor
from tashkalar.ui.i18n import Catalogue
from tashkalar.ui.views import ArrowView, Screen, SquareView
from tashkalar.web.dom import Written, by_id, clone

# Flags of a square and the attributes that the style sheet draws.
_FLAGS = {
    "selected": "data-selected",
    "used": "data-used",
    "target": "data-target",
    "doomed": "data-doomed",
    "marked": "data-marked",
    "last": "data-last",
    "hinted": "data-hinted",
    "gateway": "data-gateway",
}
_ANGLE = {name: 45 * number - 90 for number, (name, _, _) in enumerate(COMPASS)}


def centre(square: str) -> tuple[int, int]:
    """The middle of a square in the drawing's units (100 a square)."""
    return 100 * FILES.index(square[0]) + 50, 100 * (9 - int(square[1])) + 50


def _shortened(
    start: tuple[int, int], end: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """A line from the ring around the piece used almost to the middle of the target."""
    (x1, y1), (x2, y2) = start, end
    span = max(1, abs(x2 - x1), abs(y2 - y1))
    dx, dy = (x2 - x1) / span, (y2 - y1) / span
    return (x1 + round(48 * dx), y1 + round(48 * dy)), (x2 - round(6 * dx), y2 - round(6 * dy))


class BoardView:
    """Draws the squares; keeps one of them as the tab stop."""

    def __init__(self) -> None:
        self._svg = Written(by_id("board"))
        self._overlay = by_id("board-overlay")
        self._squares: dict[str, Written] = {}
        self._slots: dict[str, object] = {}
        for square in SQUARES:
            node = document.querySelector(f'#board-grid [data-square="{NAMES[square]}"]')
            self._squares[NAMES[square]] = Written(node)
            self._slots[NAMES[square]] = node.querySelector(".piece")
        self._shown: dict[str, SquareView] = {}
        self._language = ""
        self._drawn: object = None
        self.cursor = "e5"

    def show(self, screen: Screen, words: Catalogue) -> None:
        """Draw the squares that changed, then the overlay."""
        self._svg.attribute("data-form", screen.form)
        afresh = self._language != words.language
        self._language = words.language
        for view in screen.squares:
            before = self._shown.get(view.name)
            if view != before or afresh:
                self._show_square(view, before, words)
                self._shown[view.name] = view
        drawn = (screen.lines, screen.arrows, screen.missing)
        if drawn != self._drawn:
            self._drawn = drawn
            self._overlay.replaceChildren()
            for square in screen.missing:
                self._draw_missing(square)
            for origin, target in screen.lines:
                self._draw_line(origin, target)
            for arrow in screen.arrows:
                self._draw_arrow(arrow)

    def _show_square(self, view: SquareView, before: SquareView | None, words: Catalogue) -> None:
        square = self._squares[view.name]
        square.attribute("aria-label", words.message(view.label))
        square.attribute("data-legal", view.legal)
        square.attribute("aria-selected", "true" if view.selected or view.target else None)
        for flag, attribute in _FLAGS.items():
            square.attribute(attribute, bool(getattr(view, flag)))
        piece = (view.owner, view.rank, view.school)
        if before is None or piece != (before.owner, before.rank, before.school):
            self._show_piece(view)

    def _show_piece(self, view: SquareView) -> None:
        slot = self._slots[view.name]
        slot.replaceChildren()  # type: ignore[attr-defined]
        if view.rank is None:
            return
        piece = clone("tpl-piece")
        piece.setAttribute("data-owner", str(view.owner))
        piece.setAttribute("data-rank", view.rank)
        piece.setAttribute("data-school", view.school)
        piece.querySelector(".body").setAttribute("href", f"#stone-{view.rank}")
        piece.querySelector(".sigil").setAttribute("href", f"#sigil-{view.school}")
        slot.appendChild(piece)  # type: ignore[attr-defined]

    def _draw_line(self, origin: str, target: str) -> None:
        group = clone("tpl-overlay-line")
        (x1, y1), (x2, y2) = _shortened(centre(origin), centre(target))
        for line in group.querySelectorAll("line"):
            for name, value in (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)):
                line.setAttribute(name, str(value))
        self._overlay.appendChild(group)

    def _draw_missing(self, square: str) -> None:
        ring = clone("tpl-overlay-missing")
        x, y = centre(square)
        ring.setAttribute("cx", str(x))
        ring.setAttribute("cy", str(y))
        self._overlay.appendChild(ring)

    def _draw_arrow(self, arrow: ArrowView) -> None:
        group = clone("tpl-overlay-arrow")
        x, y = centre(arrow.square)
        angle = _ANGLE[arrow.direction]
        group.setAttribute("transform", f"translate({x} {y}) rotate({angle}) translate(62 0)")
        if arrow.code:
            group.setAttribute("data-move", arrow.code)
        self._overlay.appendChild(group)

    # -- the keyboard's square -----------------------------------------------------------

    def focus(self, square: str) -> None:
        """Make a square the tab stop and focus it."""
        self.set_cursor(square)
        self._squares[square].node.focus()

    def set_cursor(self, square: str) -> None:
        """Make a square the one tab stop of the board."""
        if square != self.cursor:
            self._squares[self.cursor].attribute("tabindex", "-1")
            self.cursor = square
        self._squares[square].attribute("tabindex", "0")

    def step(self, direction: str) -> str:
        """The nearest square in an arrow key's direction."""
        return cursor.step(self.cursor, direction)

    def next_legal(self, way: int) -> str:
        """The next square (or with -1 the one before) that can be chosen."""
        legal = {name for name, view in self._shown.items() if view.legal}
        return cursor.next_of(self.cursor, legal, way)

    def nearest(self, key: str) -> str:
        """The square that the key of a file or rank means."""
        return cursor.nearest(self.cursor, key)
