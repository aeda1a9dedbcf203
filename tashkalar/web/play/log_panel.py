"""The log on the page: the moves, grouped by turn."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import LogTurnView, LogView
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    find_field,
)


class LogPanel:
    """Show a line for each move under a heading for each turn; Tab stops at one of the lines."""

    def __init__(self) -> None:
        self._words = Catalogue()
        self._list: KeyedList[LogTurnView | LogView] = KeyedList(
            by_id("log"), _create_entry, self._update, key=_entry_key
        )
        self._shown_size = (-1, -1)
        self._row_numbers: dict[int, tuple[int, ...]] = {}  # of moves that had steps with numbers

    def show(
        self, entries: tuple[LogTurnView | LogView, ...], words: Catalogue, *, rewrite_all: bool
    ) -> bool:
        """Show the log; return whether the log has grown."""
        self._words = words
        self._list.show(entries, rewrite_all=rewrite_all)
        if len(entries) < self._shown_size[0]:  # moves were taken back, or it is another game
            self._row_numbers.clear()
        last = entries[-1] if entries else None
        log_size = len(entries), len(last.lines) if isinstance(last, LogView) else 0
        if log_size == self._shown_size:
            return False
        self._shown_size = log_size
        _update_tab_stop()
        return True

    def _update(self, parts: ClonedTemplate, view: LogTurnView | LogView) -> None:
        if isinstance(view, LogTurnView):
            parts.root.set_text(self._words.translate(view.text))
            parts.root.set_attribute("data-school", view.school)
            return
        line = parts.field("text")
        line.set_attribute("data-log", str(view.number))
        line.set_attribute("data-school", view.school)
        line.set_attribute("aria-current", "true" if view.is_shown else None)
        line.set_attribute("data-squares", " ".join(view.squares))
        rows: list[tuple[int, list[str]]] = []
        for number, sentence in zip(self._numbers_of(view), view.lines, strict=True):
            if number or not rows:
                rows.append((number if view.line_steps else 0, []))
            rows[-1][1].append(self._words.translate_under_heading(sentence, view.named_player))
        join = self._words.join
        line.node.replaceChildren(
            *(_create_row(number, join(said, "dot")) for number, said in rows)
        )

    def _numbers_of(self, view: LogView) -> tuple[int, ...]:
        """Return the numbers of a move's steps; those it had keep its rows when they are gone."""
        if view.line_steps:
            self._row_numbers[view.number] = view.line_steps
        numbers = self._row_numbers.get(view.number, ())
        return numbers if len(numbers) == len(view.lines) else (0,) * len(view.lines)


def scroll_to_latest() -> None:
    """Scroll the log to its end, with a whole line at the top.

    A hidden log cannot be scrolled: call this function again when the log is displayed.
    """
    log, panel = by_id("log"), by_id("panel-log")
    log.style.removeProperty("padding-bottom")
    panel.scrollTop = panel.scrollHeight
    if panel.scrollTop:
        further = _extra_scroll_px(panel, log)
        log.style.paddingBottom = f"{max(0, further)}px"
        panel.scrollTop += further


def _extra_scroll_px(panel: DomNode, log: DomNode) -> float:
    """Return the pixels to scroll further until as many whole lines as fit are in view.

    Of an entry that does not fit, the last of its lines are in view.
    """
    top = panel.querySelector(".drawer-head").getBoundingClientRect().bottom
    tools = panel.querySelector(".log-tools")
    style = window.getComputedStyle(tools)
    if style.position == "sticky" and style.display != "none":  # it covers what is below
        room = tools.getBoundingClientRect().top - top
    else:
        room = panel.getBoundingClientRect().bottom - top
    lines = log.querySelectorAll(".log-turn, .log-row")
    first = end = 0.0
    for place in range(lines.length - 1, -1, -1):
        line = lines[place].getBoundingClientRect()
        end = end or line.bottom
        if first and end - line.top > room:
            height = float(window.getComputedStyle(lines[place]).lineHeight.removesuffix("px"))
            first = min(first, line.bottom - (room - end + line.bottom) // height * height)
            break
        first = line.top
    return float(first - top)


def scroll_to_line(number: int) -> None:
    """Bring the line of a move into view in the log."""
    if line := document.querySelector(f'#log [data-log="{number}"]'):
        line.scrollIntoView({"block": "nearest"})


def set_tab_stop(line: DomNode) -> None:
    """Make a line of the log the only one that Tab stops at."""
    for other in by_id("log").querySelectorAll('.log-line[tabindex="0"]'):
        other.setAttribute("tabindex", "-1")
    line.setAttribute("tabindex", "0")


def handle_log_key(line: DomNode, key: str) -> bool:
    """Move the focus from a line of the log by a key; return whether the key means anything."""
    lines = list(by_id("log").querySelectorAll(".log-line"))
    index = next(n for n, other in enumerate(lines) if other.dataset.log == line.dataset.log)
    steps = {"ArrowUp": index - 1, "ArrowDown": index + 1, "Home": 0, "End": len(lines) - 1}
    if key not in steps:
        return False
    lines[max(0, min(steps[key], len(lines) - 1))].focus()
    return True


def _update_tab_stop() -> None:
    """Let Tab stop at the latest line unless the focus is in the log; if empty, at the panel."""
    log, panel = by_id("log"), by_id("panel-log")
    lines = log.querySelectorAll(".log-line")
    if lines.length:
        panel.removeAttribute("tabindex")
    else:
        panel.setAttribute("tabindex", "0")  # the new text may have to be scrolled
    if not lines.length or log.contains(document.activeElement):
        return
    latest = lines[lines.length - 1]
    if latest.tabIndex != 0:
        set_tab_stop(latest)


def _create_entry(view: LogTurnView | LogView) -> DomNode:
    return clone_template("tpl-log-turn" if isinstance(view, LogTurnView) else "tpl-log")


def _entry_key(view: LogTurnView | LogView) -> tuple[str, int]:
    if isinstance(view, LogTurnView):
        return "turn", view.turn
    return "move", view.number


def _create_row(number: int, text: str) -> DomNode:
    """Return the row of a step, with the step's number on the board if there is one."""
    row = clone_template("tpl-log-row")
    row.toggleAttribute("data-numbered", number > 0)
    find_field(row, "step").textContent = str(number) if number else ""
    find_field(row, "text").textContent = text
    return row
