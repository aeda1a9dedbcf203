"""The drawing over the board: lines, arrows, ghosts, signs and the trail of the last turn."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees

from tashkalar.position.board import COMPASS
from tashkalar.ui.screen.marks import PILL, middle, pill_place, stretches
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import ArrowView, MarkView, OnBoard
from tashkalar.web.board.cards import draw_being, draw_stone
from tashkalar.web.browser.dom import KeyedList, Node, Parts, by_id, clone, field

_ANGLE = {name: 45 * number - 90 for number, (name, _, _) in enumerate(COMPASS)}
_SHAPES = {"common": "#shape-common", "heroic": "#shape-heroic", "legendary": "#shape-legendary"}
_SIGNS = {"doom": "doom", "taken": "doom", "rise": "rise", "fall": "fall", "swap": "swap"}
LETTER = 12.5  # how wide a letter on a sign with points is, about
_EDGE = 30  # besides the letters


class Overlay:
    """Draws anew what is looked at when it has changed; the trail stays as long as its turn.

    So do the arrows: one that went between the press of a button and its end could not be clicked.
    """

    def __init__(self) -> None:
        self._trail, self._place = by_id("board-trail"), by_id("board-marks")
        self._arrows: KeyedList[ArrowView] = KeyedList(
            by_id("board-arrows"),
            lambda _: clone("tpl-overlay-arrow"),
            _direction,
            key=lambda view: (view.square, view.direction, view.code),
        )
        self._words = Catalogue()
        self._drawn: object = None
        self._trailed: object = None
        self._occupied: list[str] = []

    def show(self, board: OnBoard, words: Catalogue) -> None:
        """Draw the marks, lines and arrows of this board."""
        self._words = words
        self._occupied = [view.name for view in board.squares if view.rank]
        if board.trail != self._trailed:
            self._trailed = board.trail
            self._trail.replaceChildren(*map(self._step, board.trail))
        self._arrows.show(board.arrows)
        drawn = (board.lines, board.marks, words.language)
        if drawn != self._drawn:
            self._drawn = drawn
            self._place.replaceChildren()
            for origin, target in board.lines:
                self._line(origin, target)
            for mark in board.marks:
                _DRAWN[mark.kind](self, mark)

    def _add(self, template: str, square: str | None = None, *, maybe: bool = False) -> Node:
        node = clone(template)
        if square:
            x, y = middle(square)
            node.setAttribute("transform", f"translate({x - 50} {y - 50})")
        node.toggleAttribute("data-open", maybe)
        self._place.appendChild(node)
        return node

    def _step(self, mark: MarkView) -> Node:
        node = clone("tpl-mark-trail")
        x, y = middle(mark.square)
        node.setAttribute("transform", f"translate({x - 35} {y - 35})")
        node.setAttribute("data-school", mark.school or "")
        node.setAttribute("data-step", str(mark.number))
        field(node, "step").textContent = str(mark.number)
        return node

    def _line(self, origin: str, target: str) -> None:
        ways = stretches(origin, target, self._occupied)
        group = self._add("tpl-overlay-line")
        path = "".join(f"M{x1} {y1}L{x2} {y2}" for (x1, y1), (x2, y2) in ways)
        for line in group.children:
            line.setAttribute("d", path)

    # -- pieces --------------------------------------------------------------------------

    def _come(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-come", mark.square)
        school, rank = mark.school or "", mark.rank or "common"
        node.setAttribute("data-school", school)
        if mark.card:
            draw_being(node, mark.card, rank, school)
        else:
            draw_stone(node.querySelector(".stone"), rank, school)

    def _aside(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-aside", mark.square)
        draw_stone(node.querySelector(".stone"), mark.rank or "common", mark.school or "")
        if mark.kind == "taken":
            self._sign(mark, "doom")

    def _missing(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-missing", mark.square)
        rank = mark.rank or "common"
        if mark.school:
            draw_stone(node.querySelector(".stone"), rank, mark.school)
        node.querySelector(".mk-shape").setAttribute("href", _SHAPES[rank])
        self._sign(mark, "plus")

    # -- signs ---------------------------------------------------------------------------

    def _sign(self, mark: MarkView, sign: str) -> None:
        node = self._add("tpl-mark-sign", mark.square, maybe=mark.open)
        node.setAttribute("data-sign", sign)
        node.toggleAttribute("data-low", sign == "way")
        node.querySelector("use").setAttribute("href", f"#sign-{sign}")

    def _foreign(self, mark: MarkView) -> None:
        self._sign(mark, "way")

    def _right(self, mark: MarkView) -> None:
        self._sign(mark, "right")

    def _doom(self, mark: MarkView) -> None:
        self._add("tpl-mark-doom", mark.square, maybe=mark.open)
        self._sign(mark, "doom")

    def _change(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-change", mark.square, maybe=mark.open)
        node.setAttribute("data-kind", mark.kind)
        node.setAttribute("data-school", mark.school or "")
        node.firstElementChild.setAttribute("href", _SHAPES[mark.rank or "common"])
        self._sign(mark, _SIGNS[mark.kind])

    def _simple(self, mark: MarkView) -> None:
        template = "tpl-mark-asked" if mark.kind == "asked" else "tpl-mark-leave"
        self._add(template, mark.square, maybe=mark.open)

    def _threat(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-threat", mark.square)
        field(node, "number").textContent = str(mark.number)

    def _gain(self, mark: MarkView) -> None:
        text = self._words.message(mark.text) if mark.text else ""
        width = LETTER * len(text) + _EDGE
        x, y = pill_place(mark.square, width, self._occupied)
        node = self._add("tpl-mark-gain", maybe=mark.open)
        node.setAttribute("transform", f"translate({x} {y})")
        box = node.querySelector("rect")
        box.setAttribute("x", str(-width / 2))
        box.setAttribute("y", str(-PILL / 2))
        box.setAttribute("width", str(width))
        field(node, "text").textContent = text

    def _plan(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-plan", mark.square)
        field(node, "step").textContent = str(mark.number)

    # -- arrows --------------------------------------------------------------------------

    def _move(self, mark: MarkView) -> None:
        ways = stretches(mark.origin or mark.square, mark.square, self._occupied)
        if not ways:
            return
        node = self._add("tpl-mark-move", maybe=mark.open)
        node.setAttribute("data-kind", mark.kind)
        (_, (x, y)), (x1, y1) = ways[-1], middle(mark.origin or mark.square)
        path = "".join(f"M{a} {b}L{c} {d}" for (a, b), (c, d) in ways)
        node.firstElementChild.setAttribute("d", path)
        head = node.lastElementChild
        dx, dy = x - x1, y - y1
        head.setAttribute("transform", f"translate({x} {y}) rotate({_degrees(dx, dy)})")


def _direction(parts: Parts, arrow: ArrowView) -> None:
    x, y = middle(arrow.square)
    angle = _ANGLE[arrow.direction]
    away = 62 if arrow.chosen else 52
    turned = f"translate({x} {y}) rotate({angle}) translate({away} 0)"
    parts.root.attribute("transform", turned)
    parts.root.attribute("data-move", arrow.code)
    parts.root.attribute("data-chosen", arrow.chosen)


def _degrees(dx: float, dy: float) -> int:
    """The angle of a direction, 0 to the right, clockwise."""
    return round(degrees(atan2(dy, dx)))


_DRAWN: dict[str, Callable[[Overlay, MarkView], None]] = {
    "come": Overlay._come,
    "way": Overlay._aside,
    "taken": Overlay._aside,
    "missing": Overlay._missing,
    "right": Overlay._right,
    "asked": Overlay._simple,
    "foreign": Overlay._foreign,
    "doom": Overlay._doom,
    "rise": Overlay._change,
    "fall": Overlay._change,
    "swap": Overlay._change,
    "leave": Overlay._simple,
    "moving": Overlay._move,
    "taking": Overlay._move,
    "gain": Overlay._gain,
    "plan": Overlay._plan,
    "threat": Overlay._threat,
}
