"""The board on the page: 69 squares from the HTML, and an overlay of lines and arrows."""

from __future__ import annotations

from pyscript import document

from tashkalar.position.board import NAMES, SQUARES
from tashkalar.ui.screen import cursor
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import BoardContents, SquareView
from tashkalar.web.board.cards import draw_stone, emblem_href
from tashkalar.web.board.marks import BoardOverlay
from tashkalar.web.browser.dom import CachedNode, DomNode, by_id, clone_template

# The flags of a square, and their attributes in the style sheet.
_FLAG_ATTRIBUTES = {
    "selected": "data-selected",
    "used": "data-used",
    "target": "data-target",
    "doomed": "data-doomed",
    "marked": "data-marked",
    "last": "data-last",
    "hinted": "data-hinted",
    "gateway": "data-gateway",
}
_PIECE_FIELDS = {"owner", "rank", "school", "card"}


class BoardRenderer:
    """Draws the squares; one of them is the tab stop."""

    def __init__(self) -> None:
        self._svg = CachedNode(by_id("board"))
        self._overlay = BoardOverlay()
        self._highlighted: list[str] = []
        self._squares: dict[str, CachedNode] = {}
        self._piece_slots: dict[str, object] = {}
        for square in SQUARES:
            node = document.querySelector(f'#board-grid [data-square="{NAMES[square]}"]')
            self._squares[NAMES[square]] = CachedNode(node)
            self._piece_slots[NAMES[square]] = node.querySelector(".piece")
        # One piece of each kind, to be copied: by owner, rank, school and card.
        self._piece_templates: dict[tuple[str, str, str | None, str | None], DomNode] = {}
        self._shown_squares: dict[str, SquareView] = {}
        self._unlabeled: dict[str, SquareView] = {}  # drawn squares without their labels
        self._language = ""
        self._shows_emblems = True  # see `Settings.emblems`
        self.cursor = "e5"

    @property
    def is_empty(self) -> bool:
        """True if the board is still empty, as in the HTML."""
        return not self._shown_squares

    def show(self, drawn: BoardContents, words: Catalogue) -> None:
        """Draw the changed squares, then the overlay.

        `write_labels` writes the invisible values of the squares later.
        """
        self._svg.set_attribute("data-form", drawn.form)
        shows_emblems = not document.documentElement.hasAttribute("data-emblems")
        redraws_all = (self._language, self._shows_emblems) != (words.language, shows_emblems)
        self._language, self._shows_emblems = words.language, shows_emblems
        for view in drawn.squares:
            before = self._shown_squares.get(view.name)
            if view is not before or redraws_all:
                self._show_square(view, None if redraws_all else before)
                self._shown_squares[view.name] = view
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
            if name in _FLAG_ATTRIBUTES:
                square.set_attribute(_FLAG_ATTRIBUTES[name], bool(getattr(view, name)))
        if (
            view.name == self.cursor
            or _is_legality_visible(view)
            or (before and _is_legality_visible(before))
        ):
            square.set_attribute("data-legal", view.legal)
        if not _PIECE_FIELDS.isdisjoint(changed):
            self._show_piece(view)
        if view.card:
            self._show_emblem(view)
        self._unlabeled[view.name] = view

    def write_labels(self, words: Catalogue) -> None:
        """Write the invisible attributes of the changed squares.

        This is a separate step, so that a frame need not wait for these attributes.
        """
        for name, view in self._unlabeled.items():
            square = self._squares[name]
            square.set_attribute("data-legal", view.legal)
            square.set_attribute("aria-selected", "true" if view.selected or view.target else None)
            square.set_attribute("aria-label", words.translate(view.label))
        self._unlabeled.clear()

    def _show_piece(self, view: SquareView) -> None:
        slot = self._piece_slots[view.name]
        if view.rank is None:
            slot.replaceChildren()  # type: ignore[attr-defined]
            return
        kind = (str(view.owner), view.rank, view.school, view.card)
        if kind not in self._piece_templates:
            self._piece_templates[kind] = _create_piece(*kind)
        slot.replaceChildren(self._piece_templates[kind].cloneNode(True))  # type: ignore[attr-defined]

    def _show_emblem(self, view: SquareView) -> None:
        """Show the emblem of a being: large in the turn of its summoning, later engraved."""
        being = self._piece_slots[view.name].firstElementChild  # type: ignore[attr-defined]
        if being.classList.contains("being"):
            shown, is_new = self._shows_emblems, view.is_new_being
            being.toggleAttribute("data-emblem", shown and is_new)
            being.toggleAttribute("data-engraved", shown and not is_new)

    def highlight(self, names: list[str]) -> None:
        """Highlight these squares and no others: those of a line in the log."""
        for name in self._highlighted:
            self._squares[name].set_attribute("data-told", None)
        self._highlighted = [name for name in names if name in self._squares]
        for name in self._highlighted:
            self._squares[name].set_attribute("data-told", value=True)

    # -- cursor --------------------------------------------------------------------------

    def focus(self, square: str) -> None:
        """Make a square the tab stop and focus it."""
        self.set_cursor(square)
        self._squares[square].node.focus()

    def set_cursor(self, square: str) -> None:
        """Make a square the one tab stop of the board."""
        if square != self.cursor:
            self._squares[self.cursor].set_attribute("tabindex", "-1")
            self.cursor = square
        self._squares[square].set_attribute("tabindex", "0")

    def neighbor(self, direction: str) -> str:
        """Return the nearest square in the direction of an arrow key."""
        return cursor.neighbor_square(self.cursor, direction)

    def next_legal_square(self, way: int) -> str:
        """Return the next square that can be chosen; with `way` -1 the previous one."""
        legal = {name for name, view in self._shown_squares.items() if view.legal}
        return cursor.next_square(self.cursor, legal, way)

    def square_for_key(self, key: str) -> str:
        """Return the square for the key of a file or rank."""
        return cursor.square_for_key(self.cursor, key)


def _create_piece(owner: str, rank: str, school: str | None, card: str | None) -> DomNode:
    emblem = emblem_href(card) if card else None
    if emblem is None:
        return _fill_in_piece(clone_template("tpl-piece"), owner, rank, school)
    being = clone_template("tpl-being-piece")
    being.setAttribute("data-school", school)  # the background of an emblem mixes its colors
    being.querySelector(".card-emblem").setAttribute("href", emblem)
    _fill_in_piece(being.firstElementChild, owner, rank, school)
    return being


def _fill_in_piece(piece: DomNode, owner: str, rank: str, school: str | None) -> DomNode:
    piece.setAttribute("data-owner", owner)
    draw_stone(piece, rank, school or "")
    return piece


def _is_legality_visible(view: SquareView) -> bool:
    """Tell whether the drawing shows that a square can be chosen.

    For a new piece any empty square can be chosen, so these squares are not marked.
    """
    return view.hinted or view.legal not in (None, "place")
