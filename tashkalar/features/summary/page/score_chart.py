"""The score chart on the page: a drawing with a selectable turn, and a table of the same points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pyscript import document, window

from tashkalar.features.summary.game_summary import GameSummary, SummaryTurn
from tashkalar.features.summary.score_chart import (
    ScoreChartLayout,
    goal_word_position,
    lay_out_score_chart,
    place_words,
)
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue, format_integer
from tashkalar.web.browser.dom import DomNode, add_shape, add_text, by_id
from tashkalar.web.browser.listeners import PageEvent, listen

_NARROW_WIDTH_PX, _NARROW_HEIGHT_PX = 600, 240
# On a wide screen; the reserved height is that of everything above and below the chart.
_MIN_HEIGHT_PX, _MAX_HEIGHT_PX, _RESERVED_HEIGHT_PX = 320, 440, 600


class ScoreChartCompanion(Protocol):
    """Something that is drawn below the score chart, with the same turns."""

    def on_chart_marked(self, turn: SummaryTurn) -> str:
        """Draw it anew, because the chart marks a turn; return what to say about the turn."""


class ScoreChart:
    """Draws the points of a game; `companion` is what is drawn below."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._summary: GameSummary | None = None
        self._chart: ScoreChartLayout | None = None
        self.companion: ScoreChartCompanion | None = None
        listen(window, "resize", lambda _: self._redraw_if_resized())

    @property
    def marked_turn(self) -> SummaryTurn | None:
        """The marked turn, or None without a chart."""
        return (
            self._summary.turns[int(by_id("curve-turn").value)]
            if self._chart and self._summary
            else None
        )

    @property
    def turn_xs(self) -> dict[int, float]:
        """The x of each turn in pixels, by the number of the turn; empty without a chart."""
        if self._chart is None or self._summary is None:
            return {}
        numbers = (turn.number for turn in self._summary.turns)
        return dict(zip(numbers, self._chart.turn_xs, strict=True))

    @property
    def width(self) -> int:
        """The width of the chart in pixels; 0 without a chart."""
        return self._chart.width if self._chart else 0

    def show(self, summary: GameSummary) -> None:
        """Draw the points of a game and mark its last turn; hide the chart without turns."""
        by_id("curve").toggleAttribute("hidden", not summary.turns)
        self._summary, self._chart = summary, None
        if summary.turns:
            self._draw(summary)
            self._show_table(summary)

    def _redraw_if_resized(self) -> None:
        """Redraw the chart if its size has changed: the texts in it keep their size."""
        layout = self._chart
        if (
            self._summary
            and layout
            and (layout.width, layout.height) != _drawing_size(layout.width)
        ):
            turn = int(by_id("curve-turn").value)
            self._draw(self._summary)
            by_id("curve-turn").value = str(turn)
            self.mark_turn(turn)

    def _draw(self, summary: GameSummary) -> None:
        drawing = by_id("curve-drawing")
        layout = self._chart = lay_out_score_chart(summary, *_drawing_size(640))
        drawing.setAttribute("viewBox", f"0 0 {layout.width} {layout.height}")
        drawing.setAttribute("height", str(layout.height))
        drawing.replaceChildren()
        for line in layout.point_lines:
            add_shape(drawing, "path", "curve-grid", d=f"M34 {line.position}H{layout.width - 54}")
            add_text(drawing, "curve-number", 24, line.position + 5, format_integer(line.label))
        for line in layout.turn_lines:
            add_text(drawing, "curve-turn", line.position, layout.height - 8, str(line.label))
        goal = self._words.text("story.goal", n=summary.end_score)
        if layout.end_score_y is not None:
            add_shape(
                drawing, "path", "curve-goal", d=f"M34 {layout.end_score_y}H{layout.width - 54}"
            )
            x, y, _ = goal_word_position(layout.end_score_y)
            add_text(drawing, "curve-goal-word", x, y, goal)
        add_shape(drawing, "path", "curve-at", id="curve-at")
        for side, corners in zip(summary.sides, layout.step_lines, strict=True):
            path = "M" + "L".join(f"{x} {y}" for x, y in corners)
            add_shape(drawing, "path", "curve-steps", d=path, **{"data-school": side.school})
            x, y = corners[-1]
            last_score = summary.turns[-1].scores[summary.sides.index(side)]
            add_text(drawing, "curve-last", x + 14, y + 8, format_integer(last_score))
        for mark in layout.marks:
            school = {"data-school": summary.sides[mark.side].school}
            add_shape(drawing, "circle", "curve-mark", cx=mark.x, cy=mark.y, r=11, **school)
            add_text(
                drawing, "curve-gain", mark.x, mark.y + 5, f"{mark.amount:+d}".replace("-", "−")
            )
        names = [self._words.translate(mark.task) if mark.task else "" for mark in layout.marks]
        positions = place_words(layout, [len(name) for name in names], len(goal))
        for name, position in zip(names, positions, strict=True):
            if position:
                word = add_text(drawing, "curve-task", position.x, position.y, name)
                word.setAttribute("text-anchor", position.anchor)
        slider = by_id("curve-turn")
        slider.max = str(len(summary.turns) - 1)
        slider.value = slider.max
        self.mark_turn(len(summary.turns) - 1)

    def mark_turn(self, number: int) -> None:
        """Mark a turn, from 0, and show the points after it."""
        summary, layout = self._summary, self._chart
        if summary is None or layout is None:
            return
        x = layout.turn_xs[number]
        by_id("curve-at").setAttribute("d", f"M{x} 20V{layout.height - 26}")
        turn = summary.turns[number]
        addition = self.companion.on_chart_marked(turn) if self.companion else ""
        described = filter(None, [self._describe_turn(summary, turn), addition])
        text = self._words.join(described, "dot")
        by_id("curve-words").textContent = text
        by_id("curve-turn").setAttribute("aria-valuetext", text)

    def _describe_turn(self, summary: GameSummary, turn: SummaryTurn) -> str:
        scores = tuple(
            Message("story.score", {"who": side.name, "points": format_integer(points)})
            for side, points in zip(summary.sides, turn.scores, strict=True)
        )
        return self._words.translate(Message("story.at", {"n": turn.number, "scores": scores}))

    def on_click(self, event: PageEvent) -> None:
        """Mark the turn that is nearest to a click."""
        if self._chart is None:
            return
        box = by_id("curve-drawing").getBoundingClientRect()
        x = (event.point[0] - float(box.left)) * self._chart.width / float(box.width)
        self._choose(self._chart.nearest_turn(x))

    def choose_turn(self, turn: int) -> None:
        """Mark the turn with this number, if the chart has it."""
        numbers = [each.number for each in self._summary.turns] if self._summary else []
        if turn in numbers:
            self._choose(numbers.index(turn))

    def redraw_mark(self) -> None:
        """Mark the same turn again, because the companion has changed."""
        self.mark_turn(int(by_id("curve-turn").value))

    def _choose(self, number: int) -> None:
        by_id("curve-turn").value = str(number)
        self.mark_turn(number)

    def _show_table(self, summary: GameSummary) -> None:
        """Fill the table with the same points, for people who do not see the chart."""
        head = create_table_row(
            "th",
            [self._words.text("story.turn", n="").strip(), *(side.name for side in summary.sides)],
            self._words,
        )
        by_id("curve-head").replaceChildren(head)
        by_id("curve-rows").replaceChildren(
            *(
                create_table_row(
                    "td", [str(turn.number), *map(format_integer, turn.scores)], self._words
                )
                for turn in summary.turns
            )
        )


def _drawing_size(otherwise: int) -> tuple[int, int]:
    """Return the width and height of the chart in pixels; `otherwise` while it is not displayed."""
    inner = int(by_id("curve-drawing").parentNode.clientWidth)
    width = inner - 24 if inner else otherwise
    if width < _NARROW_WIDTH_PX:
        return width, _NARROW_HEIGHT_PX
    return width, max(
        _MIN_HEIGHT_PX, min(_MAX_HEIGHT_PX, int(window.innerHeight) - _RESERVED_HEIGHT_PX)
    )


def create_table_row(kind: str, cells: Sequence[Message | str], words: Catalogue) -> DomNode:
    """Return a row of a table; its first cell is the row's heading."""
    row = document.createElement("tr")
    for number, text in enumerate(cells):
        heads = bool(text) and (kind == "th" or number == 0)
        cell = document.createElement("th" if heads else "td")
        if heads:
            cell.setAttribute("scope", "col" if kind == "th" else "row")
        cell.textContent = words.translate(text)
        row.appendChild(cell)
    return row
