"""Lessons on the page: the list of them, what the coach says, and the steps between the parts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import document, window

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.lessons import course
from tashkalar.ui.lessons.course import COMPLETED, COURSE
from tashkalar.ui.lessons.lesson_board import CropArea, crop_area
from tashkalar.ui.lessons.lesson_file import Lesson, read_lesson
from tashkalar.ui.lessons.lesson_list import LessonRow, lesson_rows
from tashkalar.ui.lessons.lesson_runner import LessonRunner, LessonRunnerView
from tashkalar.ui.session.session import Session
from tashkalar.ui.start import url_parameters
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.board_crop import BoardCrop
from tashkalar.web.board.marked_text import MarkedText
from tashkalar.web.board.step_marks import show_progress_marks
from tashkalar.web.browser import files, location, page_text
from tashkalar.web.browser.dom import CachedNode, ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.table import Table

_DEMONSTRATION_S = 2.0  # seconds for which a decision that is shown stands on the board


class LessonScreen:
    """Opens lessons and goes through them at the table. `tell` shows a notice."""

    def __init__(
        self,
        words: Catalogue,
        store: KeyValueStore,
        table: Table,
        tell: Callable[[Message], None],
        *,
        embedded: bool,
    ) -> None:
        self._words = words
        self._store = store
        self._table = table
        self._notify = tell
        self._is_embedded = embedded  # inside another page: one lesson, no list and no address
        self._board_crop = BoardCrop()
        self._crop: CropArea | None = None
        self._marked_targets: tuple[str, ...] = ()
        self._is_part_done = False
        self._rows: KeyedList[LessonRow] = KeyedList(
            by_id("lessons"),
            lambda _: clone_template("tpl-lesson"),
            self._update_row,
            key=lambda row: row.id,
        )
        self._text, self._title = MarkedText(by_id("coach-text")), CachedNode(by_id("coach-title"))
        self._part = CachedNode(by_id("coach-part"))
        self._coach_node = CachedNode(by_id("coach"))
        table.rendering.observers.append(self._on_screen_shown)

    @property
    def lesson_runner(self) -> LessonRunner | None:
        """The lesson that is going on."""
        return self._table.lesson_runner

    # -- the list ------------------------------------------------------------------------

    async def show_list(self) -> bool:
        """Show all lessons; nothing is on the table. False, told, when they cannot be had."""
        if not await self.load_words():
            return False
        self._rows.show(lesson_rows(course.read_progress(self._store)), rewrite_all=True)
        document.body.dataset.screen = "learn"
        by_id("learn-title").focus()
        return True

    def _update_row(self, parts: ClonedTemplate, row: LessonRow) -> None:
        parts.root.set_attribute("data-state", row.state)
        parts.root.set_attribute("data-next", row.is_next)
        parts.root.node.querySelector("button").setAttribute("data-lesson", row.id)
        parts.set_text("number", str(row.number))
        parts.set_text("title", self._words.translate(row.title))
        parts.set_text("about", self._words.translate(row.about))
        parts.set_text("status", self._words.translate(row.status))

    # -- into a lesson and out of it -----------------------------------------------------

    async def fetch_lesson(self, id: str) -> Lesson | None:
        """Read a lesson of the course; None, told to the person, when it cannot be had."""
        try:
            return read_lesson(await files.fetch_text(url_parameters.lesson_file_url(id)))
        except OSError:
            self._notify(Message("lessons.unreachable"))
            return None

    async def load_words(self) -> bool:
        """Have what the coach says in the person's language; False, told, when it cannot be had."""
        if await page_text.load_lesson_texts(self._words):
            return True
        self._notify(Message("lessons.unreachable"))
        return False

    def begin_lesson(self, lesson: Lesson) -> None:
        """Go through a lesson, from where the person left it."""
        course.merge_lesson_words(self._words, lesson)
        if lesson.id in COURSE and not self._is_embedded:
            location.replace_url(url_parameters.url_with_lesson(*self._address_parts, lesson.id))
        done = course.read_progress(self._store).get(lesson.id, 0)
        self._load_part(LessonRunner(lesson, part=0 if done == COMPLETED else done))

    @property
    def _address_parts(self) -> tuple[str, str]:
        """What the page's address asks for: its parts that begin with ``?`` and ``#``."""
        return str(window.location.search), str(window.location.hash)

    def remove_lesson_from_url(self) -> None:
        """Take the lesson out of the address: a reload goes on with what comes now."""
        if not self._is_embedded and "lesson" in url_parameters.read_parameters(
            *self._address_parts
        ):
            location.replace_url(url_parameters.url_without_game(*self._address_parts))

    def clear_lesson(self) -> None:
        """No lesson is on the table any more."""
        self._board_crop.show(None)
        self._mark_targets(())
        self._is_part_done = False
        document.body.removeAttribute("data-lesson")

    def _load_part(self, tutor: LessonRunner) -> None:
        """Put the part of the lesson that begins now on the table."""
        table = self._table
        start = tutor.part.start
        if start is not None:
            self._crop = crop_area(tutor.part, start.state.occupied)
        self._is_part_done = False
        document.body.dataset.lesson = "game" if tutor.part.opponent else "part"
        if tutor.part.opponent:
            tutor.session.seating.opponents.assign_level(
                SeatNumber(tutor.part.opponent), PLANNING_LEVELS[0]
            )
        table.load_lesson(tutor)
        at = next((place for place in tutor.view.coach.highlighted_ids if len(place) == 2), None)
        if at:
            table.rendering.board.set_cursor(at)
        table.refresh()

    # -- in a lesson ---------------------------------------------------------------------

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        if tutor := self.lesson_runner:
            self._show_coach(tutor)

    def _show_coach(self, tutor: LessonRunner) -> None:
        """Show what the coach says now, and what it points at."""
        view = tutor.view
        self._board_crop.show(self._crop)
        self._coach_node.set_attribute("data-kind", view.coach.kind)
        said = self._words.translate(view.coach.text) if view.coach.text else ""
        self._text.show(said, self._words)
        self._title.set_text(self._words.translate(view.title))
        self._show_heading(tutor, view)
        self._mark_targets(view.coach.highlighted_ids)
        show, go_on = by_id("coach-show"), by_id("coach-next")
        by_id("coach-undo").disabled = not tutor.session.can_undo
        show.disabled = not view.can_show
        go_on.toggleAttribute("hidden", self._is_embedded and view.is_finished)
        go_on.disabled = not (view.can_start_next_part or view.is_finished)
        go_on.toggleAttribute("data-primary", not go_on.disabled)
        if view.coach.kind == "done" and not self._is_part_done:
            self._finish_part(tutor, view)
        self._is_part_done = view.coach.kind == "done"

    def _show_heading(self, tutor: LessonRunner, view: LessonRunnerView) -> None:
        """The number of the lesson, and how far it has come."""
        words = self._words
        self._part.set_text(words.text("lessons.part", n=view.part_number, of=view.part_count))
        marks = (
            ["done"] * (view.part_number - 1)
            + ["begun"]
            + ["open"] * (view.part_count - view.part_number)
        )
        show_progress_marks(by_id("coach-marks"), tuple(marks), "")
        ending = "lessons.following" if self._next_lesson_id(tutor) else "lessons.end"
        by_id("coach-next-label").textContent = words.text(
            ending if view.is_finished else "lessons.next"
        )

    def _next_lesson_id(self, tutor: LessonRunner) -> str | None:
        """The lesson that comes after this one in the course."""
        ids = [*COURSE, None]
        return ids[ids.index(tutor.lesson.id) + 1] if tutor.lesson.id in ids else None

    def _finish_part(self, tutor: LessonRunner, view: LessonRunnerView) -> None:
        """A part has been gone through: keep it, and lead on."""
        if tutor.lesson.id in COURSE:
            done = COMPLETED if view.is_finished else view.part_number
            if trouble := course.save_progress(self._store, tutor.lesson.id, done):
                self._notify(trouble)
        by_id("coach-next").focus()

    def _mark_targets(self, at: tuple[str, ...]) -> None:
        """Mark the squares, cards, tasks and buttons that the coach means."""
        for marked in document.querySelectorAll("[data-pointed]"):
            marked.removeAttribute("data-pointed")
        for place in at:
            for kind in ("square", "card", "move", "task"):
                for found in document.querySelectorAll(f'.stage [data-{kind}="{place}"]'):
                    found.setAttribute("data-pointed", "")

    def demonstrate(self) -> None:
        """Show the next step on the board, and take it back."""
        tutor = self.lesson_runner
        if tutor and tutor.demonstrate_next():
            tutor.session.is_read_only = True
            self._table.refresh()
            start_task(self._end_demonstration(tutor))

    async def _end_demonstration(self, tutor: LessonRunner) -> None:
        await asyncio.sleep(_DEMONSTRATION_S)
        tutor.session.is_read_only = False
        tutor.end_demonstration()
        if self.lesson_runner is tutor:
            self._table.refresh()

    def advance(self) -> str | None:
        """To the next part; at the end of a lesson the id of the one that follows, or ``""``."""
        tutor = self.lesson_runner
        if tutor is None:
            return None
        if tutor.start_next_part():
            self._load_part(tutor)
            return None
        return self._next_lesson_id(tutor) or "" if tutor.view.is_finished else None
