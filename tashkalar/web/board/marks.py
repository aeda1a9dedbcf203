"""The drawing over the board: lines, arrows, missing pieces, signs, and the last turn's trail."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees

from tashkalar.position.board import COMPASS
from tashkalar.ui.screen.marks import (
    GAIN_SIGN_HEIGHT,
    free_segments,
    gain_sign_position,
    square_center,
)
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import ArrowView, BoardContents, MarkView
from tashkalar.web.board.cards import draw_being, draw_stone
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    find_field,
)

_ANGLES_DEG = {name: 45 * number - 90 for number, (name, _, _) in enumerate(COMPASS)}
_SHAPES = {"common": "#shape-common", "heroic": "#shape-heroic", "legendary": "#shape-legendary"}
_SIGNS = {"doom": "doom", "taken": "doom", "rise": "rise", "fall": "fall", "swap": "swap"}
LETTER_WIDTH = 12.5  # the average width of a letter on a sign with points
_PILL_PADDING = 30  # the width of a sign without its letters


class BoardOverlay:
    """Redraws the marks when they have changed; the nodes of the trail stay during a turn.

    The nodes of the arrows stay as well: an arrow that was replaced between the press and the
    release of a button could not be clicked.
    """

    def __init__(self) -> None:
        self._trail_layer, self._mark_layer = by_id("board-trail"), by_id("board-marks")
        self._arrows: KeyedList[ArrowView] = KeyedList(
            by_id("board-arrows"),
            lambda _: clone_template("tpl-overlay-arrow"),
            _update_arrow,
            key=lambda view: (view.square, view.direction, view.code),
        )
        self._words = Catalogue()
        self._drawn_marks: object = None
        self._drawn_trail: object = None
        self._scorch_layer = by_id("board-scorches")
        self._drawn_scorches: tuple[str, ...] = ()
        self._occupied: list[str] = []
        self._numbers: list[tuple[float, float]] = []  # where numbers are drawn so far

    def show(self, board: BoardContents, words: Catalogue) -> None:
        """Draw the marks, lines and arrows of this board."""
        self._words = words
        self._occupied = [view.name for view in board.squares if view.rank]
        if board.trail != self._drawn_trail:
            self._drawn_trail = board.trail
            self._trail_layer.replaceChildren(*map(self._create_trail_step, board.trail))
        if board.scorches != self._drawn_scorches:
            self._drawn_scorches = board.scorches
            self._scorch_layer.replaceChildren(*map(_create_scorch, board.scorches))
        self._arrows.show(board.arrows)
        contents = (board.lines, board.marks, board.trail, words.language)
        if contents != self._drawn_marks:
            self._drawn_marks = contents
            self._mark_layer.replaceChildren()
            centers = (square_center(mark.square) for mark in board.trail)
            self._numbers = [(x - 35, y - 35) for x, y in centers]
            for origin, target in board.lines:
                self._draw_line(origin, target)
            for mark in board.marks:
                _MARK_DRAWERS[mark.kind](self, mark)

    def _add(
        self, template: str, square: str | None = None, *, is_possible: bool = False
    ) -> DomNode:
        node = clone_template(template)
        if square:
            x, y = square_center(square)
            node.setAttribute("transform", f"translate({x - 50} {y - 50})")
        node.toggleAttribute("data-open", is_possible)
        self._mark_layer.appendChild(node)
        return node

    def _create_trail_step(self, mark: MarkView) -> DomNode:
        node = clone_template("tpl-mark-trail")
        x, y = square_center(mark.square)
        node.setAttribute("transform", f"translate({x - 35} {y - 35})")
        node.setAttribute("data-school", mark.school or "")
        node.setAttribute("data-step", str(mark.number))
        find_field(node, "step").textContent = str(mark.number)
        return node

    def _draw_line(self, origin: str, target: str) -> None:
        segments = free_segments(origin, target, self._occupied)
        group = self._add("tpl-overlay-line")
        path = "".join(f"M{x1} {y1}L{x2} {y2}" for (x1, y1), (x2, y2) in segments)
        for line in group.children:
            line.setAttribute("d", path)

    # -- pieces --------------------------------------------------------------------------

    def _draw_arrival(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-come", mark.square)
        school, rank = mark.school or "", mark.rank or "common"
        node.setAttribute("data-school", school)
        if mark.card:
            draw_being(node, mark.card, rank, school)
        else:
            draw_stone(node.querySelector(".stone"), rank, school)

    def _draw_displaced(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-aside", mark.square)
        draw_stone(node.querySelector(".stone"), mark.rank or "common", mark.school or "")
        if mark.kind == "taken":
            self._draw_sign(mark, "doom")

    def _draw_missing(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-missing", mark.square)
        rank = mark.rank or "common"
        if mark.school:
            draw_stone(node.querySelector(".stone"), rank, mark.school)
        node.querySelector(".mk-shape").setAttribute("href", _SHAPES[rank])
        self._draw_sign(mark, "plus")

    # -- signs ---------------------------------------------------------------------------

    def _draw_sign(self, mark: MarkView, sign: str) -> None:
        node = self._add("tpl-mark-sign", mark.square, is_possible=mark.is_possible)
        node.setAttribute("data-sign", sign)
        node.toggleAttribute("data-low", sign == "way")
        node.querySelector("use").setAttribute("href", f"#sign-{sign}")

    def _draw_doom(self, mark: MarkView) -> None:
        self._add("tpl-mark-doom", mark.square, is_possible=mark.is_possible)
        self._draw_sign(mark, mark.kind)

    def _draw_change(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-change", mark.square, is_possible=mark.is_possible)
        node.setAttribute("data-kind", mark.kind)
        node.setAttribute("data-school", mark.school or "")
        node.firstElementChild.setAttribute("href", _SHAPES[mark.rank or "common"])
        self._draw_sign(mark, _SIGNS[mark.kind])

    def _draw_frame(self, mark: MarkView) -> None:
        template = "tpl-mark-asked" if mark.kind == "asked" else "tpl-mark-leave"
        self._add(template, mark.square, is_possible=mark.is_possible)

    def _draw_threat(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-threat", mark.square)
        node.toggleAttribute("data-minor", mark.is_minor)
        find_field(node, "number").textContent = str(mark.number)

    def _draw_gain(self, mark: MarkView) -> None:
        text = self._words.translate(mark.text) if mark.text else ""
        width = LETTER_WIDTH * len(text) + _PILL_PADDING
        pieces = [square_center(name) for name in self._occupied if name != mark.square]
        x, y = gain_sign_position(mark.square, width, [*pieces, *self._numbers])
        node = self._add("tpl-mark-gain", is_possible=mark.is_possible)
        node.setAttribute("transform", f"translate({x} {y})")
        box = node.querySelector("rect")
        box.setAttribute("x", str(-width / 2))
        box.setAttribute("y", str(-GAIN_SIGN_HEIGHT / 2))
        box.setAttribute("width", str(width))
        find_field(node, "text").textContent = text

    def _draw_plan(self, mark: MarkView) -> None:
        node = self._add("tpl-mark-plan", mark.square, is_possible=mark.is_possible)
        place, (x, y) = 0, square_center(mark.square)
        while (x - 32 + 32 * place, y + 32) in self._numbers:
            place += 1
        self._numbers.append((x - 32 + 32 * place, y + 32))
        node.setAttribute("data-place", str(place))
        find_field(node, "step").textContent = str(mark.number)

    # -- arrows --------------------------------------------------------------------------

    def _draw_move(self, mark: MarkView) -> None:
        segments = free_segments(mark.origin or mark.square, mark.square, self._occupied)
        if not segments:
            return
        node = self._add("tpl-mark-move", is_possible=mark.is_possible)
        node.setAttribute("data-kind", mark.kind)
        (_, (x, y)), (x1, y1) = segments[-1], square_center(mark.origin or mark.square)
        path = "".join(f"M{a} {b}L{c} {d}" for (a, b), (c, d) in segments)
        node.firstElementChild.setAttribute("d", path)
        head = node.lastElementChild
        angle = round(degrees(atan2(y - y1, x - x1)))  # 0 to the right, clockwise
        head.setAttribute("transform", f"translate({x} {y}) rotate({angle})")


def _create_scorch(square: str) -> DomNode:
    node = clone_template("tpl-scorch")
    x, y = square_center(square)
    node.setAttribute("transform", f"translate({x - 50} {y - 50})")
    return node


def _update_arrow(parts: ClonedTemplate, arrow: ArrowView) -> None:
    x, y = square_center(arrow.square)
    angle = _ANGLES_DEG[arrow.direction]
    distance = 62 if arrow.is_chosen else 52
    transform = f"translate({x} {y}) rotate({angle}) translate({distance} 0)"
    parts.root.set_attribute("transform", transform)
    parts.root.set_attribute("data-move", arrow.code)
    parts.root.set_attribute("data-chosen", arrow.is_chosen)


_MARK_DRAWERS: dict[str, Callable[[BoardOverlay, MarkView], None]] = {
    "come": BoardOverlay._draw_arrival,
    "way": BoardOverlay._draw_displaced,
    "taken": BoardOverlay._draw_displaced,
    "missing": BoardOverlay._draw_missing,
    "right": lambda overlay, mark: overlay._draw_sign(mark, "right"),
    "asked": BoardOverlay._draw_frame,
    "foreign": lambda overlay, mark: overlay._draw_sign(mark, "way"),
    "doom": BoardOverlay._draw_doom,
    "lose": BoardOverlay._draw_doom,
    "rise": BoardOverlay._draw_change,
    "fall": BoardOverlay._draw_change,
    "swap": BoardOverlay._draw_change,
    "leave": BoardOverlay._draw_frame,
    "moving": BoardOverlay._draw_move,
    "taking": BoardOverlay._draw_move,
    "gain": BoardOverlay._draw_gain,
    "plan": BoardOverlay._draw_plan,
    "played": BoardOverlay._draw_plan,
    "threat": BoardOverlay._draw_threat,
}
