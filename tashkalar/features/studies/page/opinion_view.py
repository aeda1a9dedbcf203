"""The opinion curve on the page: a drawing, a turn that can be chosen, and a table of the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tashkalar.features.studies.opinion import OpinionCurve, OpinionPoint, describe_point
from tashkalar.features.studies.opinion_chart import Corner, OpinionLayout, lay_out_opinion
from tashkalar.features.summary.page.score_chart import create_table_row
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue, format_integer
from tashkalar.web.browser.dom import add_shape, add_text, by_id, clone_template, find_field
from tashkalar.web.browser.listeners import PageEvent, listen

_LABEL_RISE_PX = 5  # from the middle of a letter to its baseline


class OpinionView:
    """One drawing of a curve, in the element with the id `place`.

    With `choose`, which is called with the index of the chosen point, it has a slider of its own.
    """

    def __init__(
        self, place: str, words: Catalogue, choose: Callable[[int], None] | None = None
    ) -> None:
        self._words = words
        self._root = clone_template("tpl-opinion")
        by_id(place).appendChild(self._root)
        self._drawing = self._root.querySelector(".opinion-drawing")
        self._slider = self._root.querySelector(".opinion-turn")
        self._layout: OpinionLayout | None = None
        self._shown: object = None  # what the table shows
        for own in (self._slider, find_field(self._root, "words")):
            own.toggleAttribute("hidden", choose is None)
        if choose is not None:
            listen(self._slider, "input", lambda _: choose(int(self._slider.value)))

    def hide(self) -> None:
        """Take the curve from the page."""
        self._root.toggleAttribute("hidden", True)

    def show(
        self,
        curve: OpinionCurve,
        turn_xs: Sequence[float],
        width: int,
        height: int,
        *,
        shows_progress: bool = True,
    ) -> None:
        """Draw a curve in this size in pixels, with its points at `turn_xs`."""
        points = curve.points
        self._root.toggleAttribute("hidden", False)
        self._layout = lay_out_opinion(points, turn_xs, width, height)
        self._draw(curve, self._layout)
        self._show_progress(curve, is_shown=shows_progress)
        self._show_table(curve, points)
        self._slider.max = str(max(0, len(points) - 1))

    def mark(self, index: int | None, text: str = "") -> None:
        """Mark a point and say what it means; None marks none."""
        line, layout = self._root.querySelector(".curve-at"), self._layout
        if line is None or layout is None or not layout.turn_xs:
            return
        if index is None:
            line.removeAttribute("d")
        else:
            line.setAttribute("d", f"M{layout.turn_xs[index]} 0V{layout.height}")
            self._slider.value = str(index)
        self._slider.setAttribute("aria-valuetext", text)
        find_field(self._root, "words").textContent = text

    def index_at(self, event: PageEvent) -> int | None:
        """Return the index of the point that is nearest to a click; None without points."""
        if self._layout is None or not self._layout.turn_xs:
            return None
        box = self._drawing.getBoundingClientRect()
        x = (event.point[0] - float(box.left)) * self._layout.width / float(box.width)
        return self._layout.nearest_turn(x)

    # -- drawing -------------------------------------------------------------------------

    def _draw(self, curve: OpinionCurve, layout: OpinionLayout) -> None:
        drawing = self._drawing
        drawing.setAttribute("viewBox", f"0 0 {layout.width} {layout.height}")
        drawing.setAttribute("height", str(layout.height))
        drawing.replaceChildren()
        right = layout.turn_xs[-1] if layout.turn_xs else layout.width
        for number, pieces in enumerate(layout.areas):
            for piece in pieces:
                school = {"data-school": curve.side_schools[number], "data-side": number}
                add_shape(drawing, "path", "opinion-area", d=f"{_path(piece)}Z", **school)
        add_shape(drawing, "path", "opinion-zero", d=f"M34 {layout.zero_y}H{right}")
        add_shape(drawing, "path", "curve-at")
        for line in layout.lines:
            own: dict[str, Any] = {"data-side": line.side}
            if len(layout.lines) > 1:
                own["data-school"] = curve.side_schools[line.side]
            for piece in line.pieces:
                add_shape(drawing, "path", "opinion-line", d=_path(piece), **own)
        self._write_labels(curve, layout)

    def _write_labels(self, curve: OpinionCurve, layout: OpinionLayout) -> None:
        """Write who is ahead above and below the middle, or the name at the end of each line."""
        number = format_integer(layout.edge_points)
        for y in layout.edge_ys:
            add_text(self._drawing, "curve-number", 24, y + _LABEL_RISE_PX, number)
        add_text(self._drawing, "curve-number", 24, layout.zero_y + _LABEL_RISE_PX, "0")
        if len(curve.side_names) == 2:
            for name, y in zip(curve.side_names, (14, layout.height - 4), strict=True):
                text = self._words.translate(Message("opinion.side", {"who": name}))
                add_text(self._drawing, "opinion-side", 40, y, text)
            return
        lowest = 0.0
        for line in sorted(layout.lines, key=lambda line: line.end[1]):
            x, y = line.end
            lowest = max(lowest + 14, y + _LABEL_RISE_PX)
            name = self._words.translate(curve.side_names[line.side])
            add_text(self._drawing, "opinion-side", x + 4, lowest, name)

    def _show_progress(self, curve: OpinionCurve, *, is_shown: bool) -> None:
        status = curve.status if is_shown else None
        text = self._words.translate(status) if status else ""
        find_field(self._root, "progress").textContent = text
        for action, is_offered in (("stop", not curve.rests), ("resume", curve.rests)):
            button = self._root.querySelector(f'[data-opinion="{action}"]')
            button.toggleAttribute("hidden", not (status and is_offered))

    def _show_table(self, curve: OpinionCurve, points: Sequence[OpinionPoint]) -> None:
        """Fill the table with the same, for people who do not see the drawing."""
        shown = (self._words.language, points)
        if shown == self._shown:
            return
        self._shown = shown
        find_field(self._root, "rows").replaceChildren(
            *(
                create_table_row(
                    "td",
                    [Message("story.turn", {"n": point.turn}), describe_point(curve, point)],
                    self._words,
                )
                for point in points
            )
        )


def _path(corners: Sequence[Corner]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in corners)
