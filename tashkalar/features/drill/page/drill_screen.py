"""The screen of the drill: a part of the board, a card, and one tap that answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyscript import window

from tashkalar import cards
from tashkalar.features.drill import DRILL_KEY
from tashkalar.features.drill.drill_record import (
    drill_tables,
    merge_record_texts,
    read_record,
    save_record,
)
from tashkalar.features.drill.drill_run import DrillCell, DrillRun
from tashkalar.features.lessons.page.board_crop import crop_mini_board
from tashkalar.position.move import Message
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.reference.pattern_grid import pattern_label
from tashkalar.ui.screen.cursor import neighbor_square
from tashkalar.ui.start.game_choices import random_seed
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.board.cards import draw_pattern, draw_stone
from tashkalar.web.board.mini_board import draw_mini_piece, mark_mini_board
from tashkalar.web.browser.dom import DomNode, by_id, clone_template
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.timers import Timer, count_days
from tashkalar.web.screens.list_screen import show_list_screen

_ARROW_DIRECTIONS = {"ArrowUp": "n", "ArrowDown": "s", "ArrowLeft": "w", "ArrowRight": "e"}
_TICK_S = 0.25
_MILLISECONDS = 1000


class DrillShown(Activity):
    """The drill."""

    address = PageAddress("drill")
    home_place = "puzzles"

    def __init__(self, screen: DrillScreen) -> None:
        self._screen = screen

    def enter(self) -> None:
        """Show a question."""
        self._screen.enter()

    def leave(self) -> None:
        """Stop the clock."""
        self._screen.leave()


class DrillScreen:
    """Shows questions, takes answers, and keeps them."""

    merges: Mapping[str, MergeTexts] = {DRILL_KEY: merge_record_texts}

    def __init__(self, app: App) -> None:
        self._app, self._words, self._store = app, app.words, app.store
        self._run = DrillRun(read_record(app.store), random_seed())
        self._is_stored = True  # False if the last answers are only here
        self._since_ms = 0.0  # when the question was shown
        self._ticked_ms = 0.0  # when the clock was last looked at
        self._timer = Timer()
        self._grid = by_id("drill-grid")
        self._cursor = ""  # the square where the keyboard is
        self._drawn_rows: list[list[DomNode]] = []
        listen(self._grid, "click", self._on_square)
        listen(self._grid, "keydown", self._on_key)
        listen(by_id("drill-next"), "click", lambda _: self._go_on())
        listen(by_id("drill-clock-button"), "click", lambda _: self._toggle_clock())
        listen(by_id("drill-ranks"), "change", self._on_rank)

    @property
    def statistics(self) -> Sequence[StatisticsTable]:
        """The last answers by orientation and by rank."""
        return drill_tables(read_record(self._store))

    @property
    def is_shown(self) -> bool:
        """True if the drill is what a person sees."""
        return isinstance(self._app.activities.current, DrillShown)

    # -- coming and going ----------------------------------------------------------------

    def show(self) -> None:
        """Show the drill instead of what is shown."""
        self._app.show(DrillShown(self))

    def enter(self) -> None:
        """Show a question, and begin to count the time."""
        self._take_stored_record()
        show_list_screen("drill-screen")
        self._begin_question()
        by_id("drill-title").focus()

    def leave(self) -> None:
        """Stop the clock; the question stays."""
        self._timer.cancel()
        if self._run.left_s is not None:
            self._run.stop_minute()

    def _begin_question(self) -> None:
        self._since_ms = self._ticked_ms = _now_ms()
        self._cursor = ""
        self.draw()

    # -- answers -------------------------------------------------------------------------

    def _on_square(self, event: PageEvent) -> None:
        """Take the answer; after it, any square leads to the next question.

        The second press of a double one is none: it would skip the verdict, or answer what has
        just come.
        """
        if event.is_repeated:
            return
        if not self._run.is_open:
            self._go_on()
        elif (node := event.closest("[data-at]")) and (square := str(node.dataset.at)):
            self._answer(square)

    def _answer(self, square: str) -> None:
        run, now = self._run, _now_ms()
        seconds = (now - self._since_ms) / _MILLISECONDS
        is_against_clock = run.left_s is not None
        self._take_stored_record()
        is_right = run.answer(square, count_days(), seconds)
        self._save()
        self._cursor = square
        if is_against_clock and is_right:  # on without a pause
            self._go_on()
            return
        self.draw()
        by_id("drill-next").focus()

    def _go_on(self) -> None:
        self._run.go_on()
        self._begin_question()
        self._focus(self._cursor)

    def _take_stored_record(self) -> None:
        """Take the answers from the store: another tab may have changed or deleted them."""
        if self._is_stored:
            self._run.record = read_record(self._store)

    def _save(self) -> None:
        trouble = save_record(self._store, self._run.record)
        self._is_stored = trouble is None
        if trouble:
            self._app.notices.show(trouble)

    # -- choices -------------------------------------------------------------------------

    def _on_rank(self, event: PageEvent) -> None:
        if event.target:
            self._run.choose_ranks(str(event.target.value))
            self._begin_question()

    def _toggle_clock(self) -> None:
        self._timer.cancel()
        if self._run.left_s is None:
            self._run.start_minute()
            self._timer.start(_TICK_S, self._tick)
        else:
            self._run.stop_minute()
        self._begin_question()

    def _tick(self) -> None:
        now = _now_ms()
        self._take_stored_record()
        is_over = self._run.spend((now - self._ticked_ms) / _MILLISECONDS)
        self._ticked_ms = now
        if is_over:
            self._save()
            self.draw()
            by_id("drill-next").focus()
        elif self._run.left_s is not None:
            self._write_clock()
            self._timer.start(_TICK_S, self._tick)

    # -- drawing -------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the question, its answer, and the practice of today."""
        run, text = self._run, self._words.translate
        card, school = cards.BEINGS[run.question.card], run.question.schools[0]
        by_id("drill-question").textContent = text(run.title)
        pattern = by_id("drill-pattern")
        draw_pattern(pattern, card, school)
        pattern.setAttribute("aria-label", text(pattern_label(card)))
        for id, shown in (("drill-own", school), ("drill-other", run.question.schools[1])):
            draw_stone(by_id(id).querySelector(".stone"), "common", shown)
        self._draw_board()
        by_id("drill-answer").setAttribute("data-state", self._state)
        by_id("drill-status").textContent = text(run.verdict) if run.verdict else ""
        by_id("drill-rules").replaceChildren(*(_create_line(text(m)) for m in run.rules))
        by_id("drill-next").toggleAttribute("hidden", run.is_open)
        on_clock = run.left_s is not None
        label = "drill.clock.stop" if on_clock else "drill.clock.start"
        by_id("drill-clock-button").textContent = self._words.text(label)
        days = run.day_messages(count_days())
        by_id("drill-day").textContent = self._words.join(map(text, days), "dot")
        self._write_clock()

    @property
    def _state(self) -> str:
        if self._run.is_open or not self._run.chosen:
            return "open"
        return "right" if self._run.is_right else "wrong"

    def _write_clock(self) -> None:
        clock: Message | None = self._run.clock
        by_id("drill-clock").textContent = self._words.translate(clock) if clock else ""

    def _draw_board(self) -> None:
        """Draw the pieces, and a button over each square."""
        question, rows = self._run.question, self._run.rows
        board = clone_template("tpl-drill-board")
        picture = board.querySelector("svg")
        crop_mini_board(picture, *question.area)
        cells = [cell for row in rows for cell in row if cell.name]
        for cell in cells:
            if cell.school:
                draw_mini_piece(picture, cell.name, cell.school, cell.rank)
        mark_mini_board(picture, "s-used", [cell.name for cell in cells if cell.is_used])
        mark_mini_board(picture, "s-target", [cell.name for cell in cells if cell.is_answer])
        by_id("drill-picture").replaceChildren(board)
        names = [cell.name for cell in cells]
        if self._cursor not in names:
            self._cursor = names[len(names) // 2]
        self._write_buttons(rows)

    def _write_buttons(self, rows: tuple[tuple[DrillCell, ...], ...]) -> None:
        if not self._drawn_rows:
            for row in rows:
                line = clone_template("tpl-drill-row")
                buttons = [clone_template("tpl-drill-square") for _ in row]
                line.replaceChildren(*buttons)
                self._grid.appendChild(line)
                self._drawn_rows.append(buttons)
        for row, buttons in zip(rows, self._drawn_rows, strict=True):
            for cell, button in zip(row, buttons, strict=True):
                button.dataset.at = cell.name
                button.dataset.file, button.dataset.rank = cell.file, cell.row
                button.disabled = not cell.name
                button.tabIndex = 0 if cell.name == self._cursor else -1
                button.toggleAttribute("data-wrong", cell.is_wrong)
                label = self._words.translate(cell.label) if cell.label else ""
                button.setAttribute("aria-label", label)

    # -- keyboard ------------------------------------------------------------------------

    def _on_key(self, event: PageEvent) -> None:
        direction = _ARROW_DIRECTIONS.get(event.key)
        if direction is None or event.has_modifier:
            return
        event.prevent_default()
        name = neighbor_square(self._cursor, direction)
        if self._run.question.area.contains(name):
            self._focus(name)

    def _focus(self, square: str) -> None:
        """Put the keyboard on a square, the only one that Tab stops at."""
        self._cursor = square
        for buttons in self._drawn_rows:
            for button in buttons:
                is_here = str(button.dataset.at) == square
                button.tabIndex = 0 if is_here else -1
                if is_here:
                    button.focus()


def _create_line(text: str) -> DomNode:
    line = clone_template("tpl-drill-line")
    line.textContent = text
    return line


def _now_ms() -> float:
    return float(window.performance.now())
