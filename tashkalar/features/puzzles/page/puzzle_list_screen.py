"""The list of the puzzles with its filters.

The module is imported when the list is first opened.
"""

from __future__ import annotations

from collections.abc import Iterable

from pyscript import document

from tashkalar.features.puzzles import puzzle_list
from tashkalar.features.puzzles.daily_puzzle import streak
from tashkalar.features.puzzles.own_grades import correct_grades
from tashkalar.features.puzzles.page.day_words import day_in_words
from tashkalar.features.puzzles.page.puzzle_screen import PuzzleScreen
from tashkalar.features.puzzles.page.thumbnails import Thumbnails
from tashkalar.features.puzzles.puzzle_list import PuzzleFilter, PuzzleRow
from tashkalar.formats.puzzle_form import MOST_GRADE, THEMES
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    find_field,
    is_pressed,
)
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.screens.list_screen import show_list_screen

_PAGE_LENGTH = 20  # rows that are shown at first, and with each press of "more"


class PuzzleListScreen:
    """Shows the puzzles that fit the filters, a page of them at first."""

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen
        self._words = screen.words
        self._length = _PAGE_LENGTH
        self._language = ""  # that of the choices
        self._thumbnails = Thumbnails()
        self._rows: KeyedList[PuzzleRow] = KeyedList(
            by_id("puzzles"),
            lambda _: clone_template("tpl-puzzle"),
            self._update_row,
            key=lambda row: row.id,
        )
        listen(by_id("puzzles-part"), "change", self._on_filter_changed)
        listen(by_id("puzzles-part"), "click", self._on_click)

    def show(self) -> None:
        """Show the list, and say how the run was that has ended with it."""
        self._write_choices()
        self._length = _PAGE_LENGTH
        self._refresh()
        show_list_screen("puzzles-screen")
        by_id("puzzles-title").focus()

    @property
    def fitting(self) -> list[ListedPuzzle]:
        """The puzzles that fit the filters, with the grades that fit the person."""
        screen = self._screen
        progress = screen.progress
        graded = correct_grades(screen.listed, progress)
        return puzzle_list.filter_puzzles(graded, self._filter(), progress, screen.today)

    def _filter(self) -> PuzzleFilter:
        themes = document.querySelectorAll("#puzzle-themes input:checked")
        return PuzzleFilter(
            themes=frozenset(str(theme.value) for theme in themes),
            form=str(_select("form").value),
            school=str(_select("school").value),
            grade=int(str(_select("grade").value) or 0),
            state=str(_select("state").value),
        )

    def _refresh(self) -> None:
        """Show the rows that fit, and how many they are."""
        screen, words = self._screen, self._words
        fitting, progress, today = self.fitting, screen.progress, screen.today
        shown = fitting[: self._length]
        rows = puzzle_list.puzzle_rows(screen.listed, shown, progress, today, words.language)
        self._rows.show(rows, rewrite_all=True)
        count = Message("puzzles.count", {"n": len(fitting), "all": len(screen.listed)})
        by_id("puzzles-count").textContent = words.translate(count)
        by_id("puzzles-more").toggleAttribute("hidden", len(shown) == len(fitting))
        self._show_day()

    def _show_day(self) -> None:
        """Show the puzzle of the day: its board, the date, the streak, and tomorrow's grade."""
        screen, words = self._screen, self._words
        progress, today = screen.progress, screen.today
        days, is_solved = streak(progress.daily, today), today in progress.daily
        by_id("daily-date").textContent = day_in_words(today, words.language)
        kind = "puzzles.streak.done" if is_solved else "puzzles.streak.open"
        told = words.translate(Message(kind, {"n": days})) if days else ""
        by_id("puzzles-streak").textContent = told
        puzzle, following = screen.daily_of(today), screen.daily_of(today + 1)
        by_id("daily").toggleAttribute("hidden", puzzle is None)
        by_id("daily").toggleAttribute("data-solved", is_solved)
        by_id("daily-share").toggleAttribute("hidden", not is_solved)
        by_id("daily-play").classList.toggle("primary", not is_solved)
        by_id("daily-copied").textContent = ""
        if puzzle is not None:
            self._thumbnails.show(by_id("daily-picture").querySelector(".mini"), puzzle.id)
            by_id("daily-grade").textContent = (
                words.text("puzzles.grade", n=puzzle.grade) if puzzle.grade else ""
            )
        by_id("daily-tomorrow").textContent = (
            words.text("puzzles.tomorrow", n=following.grade)
            if is_solved and following is not None and following.grade
            else ""
        )

    def _update_row(self, parts: ClonedTemplate, row: PuzzleRow) -> None:
        words = self._words
        parts.root.set_attribute("data-state", row.state)
        parts.root.set_attribute("data-next", row.is_next)
        parts.root.node.querySelector("[data-puzzle]").setAttribute("data-puzzle", row.id)
        star = parts.root.node.querySelector("[data-favorite]")
        star.setAttribute("data-favorite", row.id)
        star.setAttribute("aria-pressed", str(row.is_favorite).lower())
        label = Message("puzzles.favorite.of", {"title": row.title})
        star.setAttribute("aria-label", words.translate(label))
        self._thumbnails.show(parts.root.node.querySelector(".mini"), row.id)
        parts.set_text("number", str(row.number))
        parts.set_text("title", row.title)
        parts.set_text("about", row.about)
        parts.set_text("kind", words.translate(row.kind))
        parts.set_text("grade", words.translate(row.grade) if row.grade else "")
        parts.set_text("status", words.translate(row.status) if row.status else "")

    # -- filters -------------------------------------------------------------------------

    def _write_choices(self) -> None:
        """Write the choices of the filters in the current language; keep what is chosen."""
        if self._language == self._words.language:
            return
        self._language = self._words.language
        listed = self._screen.listed
        chosen = self._filter() if document.querySelector("#puzzle-themes input") else None
        by_id("puzzle-themes").replaceChildren(
            *(
                self._create_theme(theme, chosen is not None and theme in chosen.themes)
                for theme in THEMES
                if any(puzzle.theme == theme for puzzle in listed)
            )
        )
        forms = dict.fromkeys(puzzle.form for puzzle in listed)
        schools = dict.fromkeys(puzzle.school for puzzle in listed)
        text = self._words.text
        choices = [(form, text(f"form.{form}.name")) for form in forms]
        if any(puzzle.has_teams for puzzle in listed):
            choices.append((puzzle_list.TEAMS, text("puzzles.teams")))
        self._fill("form", choices)
        self._fill("school", ((school, text(f"school.{school}.name")) for school in schools))
        grades = range(1, MOST_GRADE + 1)
        self._fill("grade", ((str(n), text("puzzles.grade", n=n)) for n in grades))
        states = puzzle_list.STATES
        self._fill("state", ((state, text(f"puzzles.state.{state}")) for state in states))

    def _create_theme(self, theme: str, is_chosen: bool) -> DomNode:
        label = clone_template("tpl-theme")
        box = label.querySelector("input")
        box.value, box.checked = theme, is_chosen
        find_field(label, "name").textContent = self._words.text(f"puzzles.theme.{theme}")
        return label

    def _fill(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        select = _select(name)
        chosen = str(select.value)
        options = [("", self._words.text(f"puzzles.filter.all.{name}")), *choices]
        select.replaceChildren(*(_create_option(value, text) for value, text in options))
        select.value = chosen

    def _on_filter_changed(self, event: PageEvent) -> None:
        self._length = _PAGE_LENGTH
        self._refresh()

    def _on_click(self, event: PageEvent) -> None:
        if star := event.closest("[data-favorite]"):
            # As it is shown here: another tab may have changed it.
            self._screen.set_favorite(str(star.dataset.favorite), is_favorite=not is_pressed(star))
            self._refresh()
        elif event.closest("#puzzles-more"):
            self._show_more()

    def _show_more(self) -> None:
        """Show more rows, and go on from the first new one."""
        first_new = self._length
        self._length += _PAGE_LENGTH
        self._refresh()
        document.querySelector(f"#puzzles > li:nth-child({first_new + 1}) > button").focus()


def _select(name: str) -> DomNode:
    return document.querySelector(f'#puzzle-filters select[name="{name}"]')


def _create_option(value: str, text: str) -> DomNode:
    option = document.createElement("option")
    option.value, option.textContent = value, text
    return option
