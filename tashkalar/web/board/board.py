"""The board on the page: 69 squares drawn in the HTML, and an overlay of lines and arrows."""

from __future__ import annotations

from pyscript import document

from tashkalar.position.board import NAMES, SQUARES
from tashkalar.ui.screen import cursor
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import OnBoard, SquareView
from tashkalar.web.board.marks import Overlay
from tashkalar.web.browser.dom import Node, Written, by_id, clone

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
_PIECE = {"owner", "rank", "school"}


class BoardView:
    """Draws the squares; keeps one of them as the tab stop."""

    def __init__(self) -> None:
        self._svg = Written(by_id("board"))
        self._overlay = Overlay()
        self._lit: list[str] = []
        self._squares: dict[str, Written] = {}
        self._slots: dict[str, object] = {}
        for square in SQUARES:
            node = document.querySelector(f'#board-grid [data-square="{NAMES[square]}"]')
            self._squares[NAMES[square]] = Written(node)
            self._slots[NAMES[square]] = node.querySelector(".piece")
        self._pieces: dict[tuple[str, str, str | None], Node] = {}  # each kind once, to be copied
        self._shown: dict[str, SquareView] = {}
        self._untold: dict[str, SquareView] = {}  # squares that are drawn, but not spoken of yet
        self._language = ""
        self.cursor = "e5"

    @property
    def untouched(self) -> bool:
        """Whether it is as it stands in the HTML: empty."""
        return not self._shown

    def show(self, drawn: OnBoard, words: Catalogue) -> None:
        """Draw the squares that changed, then the overlay; what nobody sees is left for `tell`."""
        self._svg.attribute("data-form", drawn.form)
        afresh = self._language != words.language
        self._language = words.language
        for view in drawn.squares:
            before = self._shown.get(view.name)
            if view is not before or afresh:
                self._show_square(view, None if afresh else before)
                self._shown[view.name] = view
        self._overlay.show(drawn, words)

    def _show_square(self, view: SquareView, before: SquareView | None) -> None:
        square = self._squares[view.name]
        fields = SquareView._fields
        changed = (
            fields
            if before is None
            else [name for name, old, new in zip(fields, before, view, strict=True) if old != new]
        )
        for name in changed:
            if name in _FLAGS:
                square.attribute(_FLAGS[name], bool(getattr(view, name)))
        if view.name == self.cursor or _is_seen(view) or (before and _is_seen(before)):
            square.attribute("data-legal", view.legal)
        if not _PIECE.isdisjoint(changed):
            self._show_piece(view)
        self._untold[view.name] = view

    def tell(self, words: Catalogue) -> None:
        """Write on the squares what is not seen: a frame need not wait for it."""
        for name, view in self._untold.items():
            square = self._squares[name]
            square.attribute("data-legal", view.legal)
            square.attribute("aria-selected", "true" if view.selected or view.target else None)
            square.attribute("aria-label", words.message(view.label))
        self._untold.clear()

    def _show_piece(self, view: SquareView) -> None:
        slot = self._slots[view.name]
        if view.rank is None:
            slot.replaceChildren()  # type: ignore[attr-defined]
            return
        kind = (str(view.owner), view.rank, view.school)
        if kind not in self._pieces:
            self._pieces[kind] = _piece(*kind)
        slot.replaceChildren(self._pieces[kind].cloneNode(True))  # type: ignore[attr-defined]

    def light(self, names: list[str]) -> None:
        """Light these squares and no others: a line of the log tells of them."""
        for name in self._lit:
            self._squares[name].attribute("data-told", None)
        self._lit = [name for name in names if name in self._squares]
        for name in self._lit:
            self._squares[name].attribute("data-told", value=True)

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


def _piece(owner: str, rank: str, school: str | None) -> Node:
    piece = clone("tpl-piece")
    piece.setAttribute("data-owner", owner)
    piece.setAttribute("data-rank", rank)
    piece.setAttribute("data-school", school)
    piece.querySelector(".body").setAttribute("href", f"#stone-{rank}")
    piece.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")
    return piece


def _is_seen(view: SquareView) -> bool:
    """Whether it can be seen that a square can be chosen: any empty one will do for a new piece."""
    return view.hinted or view.legal not in (None, "place")
