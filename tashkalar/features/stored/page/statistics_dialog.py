"""The dialog of the statistics: tables of games, beings, puzzles and lessons.

The module is imported when the dialog is first opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyscript import document

from tashkalar.features.stored import statistics
from tashkalar.features.stored.page.door import count_saved_games
from tashkalar.features.stored.results_record import RESULTS_KEY, read_results
from tashkalar.position.move import Message
from tashkalar.ui.statistics_table import StatisticsLine, StatisticsTable
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.catalogue import Catalogue, format_integer
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.timers import count_days
from tashkalar.web.features import Feature

_FEWEST_ROWS = 12  # of a longer table, until a person asks for all
_NO_NUMBER = "\N{EN DASH}"


class StatisticsDialog:
    """Shows the statistics; `tell` shows a notice."""

    def __init__(
        self,
        words: Catalogue,
        saved_games: SavedGames,
        store: KeyValueStore,
        features: Iterable[Feature],
        tell: Callable[[Message], None],
    ) -> None:
        self._words, self._saved_games, self._store = words, saved_games, store
        self._features, self._notify = features, tell
        self._dialog = by_id("dlg-statistics")
        listen(self._dialog, "click", self._on_click)

    async def show(self) -> None:
        """Open the dialog, count games that ended without being counted, then ask the features."""
        self._draw()
        dialogs.open_dialog(self._dialog)
        by_id("statistics-title").focus()
        by_id("statistics-summary").textContent = self._words.text("statistics.counting")
        if trouble := await count_saved_games(self._saved_games, self._store):
            self._notify(trouble)
        self._draw()
        added = [table for one in self._features for table in await one.statistics()]
        self._draw_tables("statistics-features", added)

    def _draw(self) -> None:
        """Write the tables of games anew."""
        results = read_results(self._results_text())
        days = {count_days(result.ended_ms) for result in results if result.ended_ms}
        days = days.union(*(feature.active_days() for feature in self._features))
        weeks = statistics.count_weeks(days, count_days())
        summary = statistics.count_games(results, weeks)
        by_id("statistics-summary").textContent = self._words.translate(summary)
        by_id("statistics-note").toggleAttribute(
            "hidden", not statistics.has_shared_device(results)
        )
        self._draw_tables(
            "statistics-games", (*statistics.game_tables(results), statistics.being_table(results))
        )

    def _results_text(self) -> str | None:
        try:
            return self._store.get(RESULTS_KEY)
        except StoreError:
            return None

    def _draw_tables(self, id: str, tables: Iterable[StatisticsTable]) -> None:
        shown = [self._create_table(table) for table in tables if table.lines]
        by_id(id).replaceChildren(*shown)

    def _create_table(self, table: StatisticsTable) -> DomNode:
        node = clone_template("tpl-statistics")
        find_field(node, "title").textContent = self._words.translate(table.title)
        head = node.querySelector("thead tr")
        for column in table.columns:
            cell = document.createElement("th")
            cell.setAttribute("scope", "col")
            cell.textContent = self._words.translate(column)
            head.appendChild(cell)
        rows = [self._create_line(line) for line in table.lines]
        node.querySelector("tbody").replaceChildren(*rows)
        if len(rows) > _FEWEST_ROWS:
            for row in rows[_FEWEST_ROWS:]:
                row.toggleAttribute("hidden", True)
            button = node.querySelector("[data-statistics-more]")
            button.textContent = self._words.text("statistics.more", n=len(rows))
            button.toggleAttribute("hidden", False)
        return node

    def _on_click(self, event: PageEvent) -> None:
        """Show all rows of a table, and go on from the first new one."""
        if button := event.closest("[data-statistics-more]"):
            rows = button.parentElement.querySelectorAll("tr[hidden]")
            for row in rows:
                row.removeAttribute("hidden")
            button.toggleAttribute("hidden", True)
            rows[0].setAttribute("tabindex", "-1")
            rows[0].focus()

    def _create_line(self, line: StatisticsLine) -> DomNode:
        row = clone_template("tpl-statistics-line")
        if line.school:
            row.setAttribute("data-school", line.school)
        find_field(row, "name").textContent = self._words.translate(line.name)
        row.querySelector("i").style.setProperty("--share", f"{line.percent}%")
        for number in line.numbers:
            cell = document.createElement("td")
            cell.textContent = _NO_NUMBER if number is None else format_integer(number)
            row.appendChild(cell)
        return row
