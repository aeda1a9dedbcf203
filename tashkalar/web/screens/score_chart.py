"""The points over the turns, drawn; a turn of it can be chosen, and a table says the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

from tashkalar.position.move import Message
from tashkalar.ui.history.game_summary import Story, Turn
from tashkalar.ui.history.score_chart import Curve, curve, words_of
from tashkalar.ui.text.catalogue import Catalogue, whole
from tashkalar.web.browser.dom import Node, by_id

_SVG = "http://www.w3.org/2000/svg"
_NARROW, _LOW = 600, 240
_HIGH, _HIGHEST, _REST = 320, 440, 600  # on a wide screen; what stands above and below the drawing


class ScoreCurve:
    """Draws a story's points."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._story: Story | None = None
        self._curve: Curve | None = None
        add_event_listener(window, "resize", lambda _: self._fit())

    @property
    def turn(self) -> Turn | None:
        """The turn that is marked."""
        return (
            self._story.turns[int(by_id("curve-turn").value)]
            if self._curve and self._story
            else None
        )

    def show(self, story: Story) -> None:
        """Draw the points of a story, and mark its last turn; nothing where none was played."""
        by_id("curve").toggleAttribute("hidden", not story.turns)
        self._story, self._curve = story, None
        if story.turns:
            self._draw(story)
            self._show_table(story)

    def _fit(self) -> None:
        """Draw it anew where there is another place for it: the words in it keep their size."""
        drawn = self._curve
        if self._story and drawn and (drawn.width, drawn.height) != _size(drawn.width):
            turn = int(by_id("curve-turn").value)
            self._draw(self._story)
            by_id("curve-turn").value = str(turn)
            self.look_at(turn)

    def _draw(self, story: Story) -> None:
        place = by_id("curve-drawing")
        drawn = self._curve = curve(story, *_size(640))
        place.setAttribute("viewBox", f"0 0 {drawn.width} {drawn.height}")
        place.setAttribute("height", str(drawn.height))
        place.replaceChildren()
        for line in drawn.across:
            _add(place, "path", "curve-grid", d=f"M34 {line.at}H{drawn.width - 54}")
            _word(place, "curve-number", 24, line.at + 5, whole(line.label))
        for line in drawn.down:
            _word(place, "curve-turn", line.at, drawn.height - 8, str(line.label))
        if drawn.goal is not None:
            _add(place, "path", "curve-goal", d=f"M34 {drawn.goal}H{drawn.width - 54}")
            text = self._words.text("story.goal", n=story.goal)
            _word(place, "curve-goal-word", 40, drawn.goal - 7, text)
        _add(place, "path", "curve-at", id="curve-at")
        for side, corners in zip(story.sides, drawn.steps, strict=True):
            path = "M" + "L".join(f"{x} {y}" for x, y in corners)
            _add(place, "path", "curve-steps", d=path, **{"data-school": side.school})
            x, y = corners[-1]
            last = story.turns[-1].scores[story.sides.index(side)]
            _word(place, "curve-last", x + 14, y + 8, whole(last))
        for mark in drawn.marks:
            school = {"data-school": story.sides[mark.side].school}
            _add(place, "circle", "curve-mark", cx=mark.x, cy=mark.y, r=11, **school)
            _word(place, "curve-gain", mark.x, mark.y + 5, f"{mark.amount:+d}".replace("-", "−"))
        names = [self._words.message(mark.task) if mark.task else "" for mark in drawn.marks]
        for name, at in zip(names, words_of(drawn, [len(name) for name in names]), strict=True):
            if at:
                word = _word(place, "curve-task", at.x, at.y, name)
                word.setAttribute("text-anchor", at.anchor)
        slider = by_id("curve-turn")
        slider.max = str(len(story.turns) - 1)
        slider.value = slider.max
        self.look_at(len(story.turns) - 1)

    def look_at(self, number: int) -> None:
        """Mark a turn, from 0, and say what stood then."""
        story, drawn = self._story, self._curve
        if story is None or drawn is None:
            return
        x = drawn.turns[number]
        by_id("curve-at").setAttribute("d", f"M{x} 20V{drawn.height - 26}")
        text = self._at(story, story.turns[number])
        by_id("curve-words").textContent = text
        by_id("curve-turn").setAttribute("aria-valuetext", text)

    def _at(self, story: Story, turn: Turn) -> str:
        scores = tuple(
            Message("story.score", {"who": side.name, "points": whole(points)})
            for side, points in zip(story.sides, turn.scores, strict=True)
        )
        return self._words.message(Message("story.at", {"n": turn.number, "scores": scores}))

    def pressed(self, event: Any) -> None:
        """The drawing was clicked: look at the turn that is nearest."""
        if self._curve is None:
            return
        box = by_id("curve-drawing").getBoundingClientRect()
        x = (float(event.clientX) - float(box.left)) * self._curve.width / float(box.width)
        number = self._curve.nearest(x)
        by_id("curve-turn").value = str(number)
        self.look_at(number)

    def _show_table(self, story: Story) -> None:
        """The same as a table, for those who do not see the curve."""
        head = table_row(
            "th",
            [self._words.text("story.turn", n="").strip(), *(side.name for side in story.sides)],
            self._words,
        )
        by_id("curve-head").replaceChildren(head)
        by_id("curve-rows").replaceChildren(
            *(
                table_row("td", [str(turn.number), *map(whole, turn.scores)], self._words)
                for turn in story.turns
            )
        )


def _size(otherwise: int) -> tuple[int, int]:
    """How wide and how high the drawing can be; so wide while it is not displayed."""
    inner = int(by_id("curve-drawing").parentNode.clientWidth)
    width = inner - 24 if inner else otherwise
    if width < _NARROW:
        return width, _LOW
    return width, max(_HIGH, min(_HIGHEST, int(window.innerHeight) - _REST))


def _add(place: Node, name: str, style: str, **attributes: object) -> Node:
    node = document.createElementNS(_SVG, name)
    node.setAttribute("class", style)
    for key, value in attributes.items():
        node.setAttribute(key, str(value))
    place.appendChild(node)
    return node


def _word(place: Node, style: str, x: float, y: float, text: str) -> Node:
    word = _add(place, "text", style, x=x, y=y)
    word.textContent = text
    return word


def table_row(kind: str, cells: Sequence[Message | str], words: Catalogue) -> Node:
    """A row of a table; its first cell is the row's heading."""
    row = document.createElement("tr")
    for number, text in enumerate(cells):
        heads = bool(text) and (kind == "th" or number == 0)
        cell = document.createElement("th" if heads else "td")
        if heads:
            cell.setAttribute("scope", "col" if kind == "th" else "row")
        cell.textContent = words.message(text)
        row.appendChild(cell)
    return row
