"""Lessons on the page: the list of them, what the coach says, and the steps between the parts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import document, window

from tashkalar.bots import PLANNING
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.lessons import course
from tashkalar.ui.lessons.course import COURSE, WHOLE
from tashkalar.ui.lessons.lesson_board import Cut, cut
from tashkalar.ui.lessons.lesson_file import Lesson, read
from tashkalar.ui.lessons.lesson_list import LessonRow, lesson_rows
from tashkalar.ui.lessons.lesson_runner import Tutor, TutorView
from tashkalar.ui.start import url_parameters
from tashkalar.ui.storage.key_value_store import Store
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.board_crop import BoardCut
from tashkalar.web.board.marked_text import MarkedText
from tashkalar.web.board.step_marks import show_marks
from tashkalar.web.browser import files, location, page_text
from tashkalar.web.browser.dom import KeyedList, Parts, Written, by_id, clone
from tashkalar.web.browser.tasks import background
from tashkalar.web.play.table import Table

_SHOWN = 2.0  # seconds for which a decision that is shown stands on the board


class Learn:
    """Opens lessons and goes through them at the table. `tell` shows a notice."""

    def __init__(
        self,
        words: Catalogue,
        store: Store,
        table: Table,
        tell: Callable[[Message], None],
        *,
        alone: bool,
    ) -> None:
        self._words = words
        self._store = store
        self._table = table
        self._tell = tell
        self._alone = alone  # inside another page: one lesson, no list and no address
        self._board = BoardCut()
        self._cut: Cut | None = None
        self._pointed: tuple[str, ...] = ()
        self._done = False
        self._rows: KeyedList[LessonRow] = KeyedList(
            by_id("lessons"), lambda _: clone("tpl-lesson"), self._row, key=lambda row: row.id
        )
        self._text, self._title = MarkedText(by_id("coach-text")), Written(by_id("coach-title"))
        self._part = Written(by_id("coach-part"))
        self._line = Written(by_id("coach"))
        table.on_taught = self.show

    @property
    def tutor(self) -> Tutor | None:
        """The lesson that is going on."""
        return self._table.tutor

    # -- the list ------------------------------------------------------------------------

    async def show_list(self) -> bool:
        """Show all lessons; nothing is on the table. False, told, when they cannot be had."""
        if not await self.load_words():
            return False
        self._rows.show(lesson_rows(course.read(self._store)), afresh=True)
        document.body.dataset.screen = "learn"
        by_id("learn-title").focus()
        return True

    def _row(self, parts: Parts, row: LessonRow) -> None:
        parts.root.attribute("data-state", row.state)
        parts.root.attribute("data-next", row.next)
        parts.root.node.querySelector("button").setAttribute("data-lesson", row.id)
        parts.text("number", str(row.number))
        parts.text("title", self._words.message(row.title))
        parts.text("about", self._words.message(row.about))
        parts.text("status", self._words.message(row.status))

    # -- into a lesson and out of it -----------------------------------------------------

    async def open(self, id: str) -> Lesson | None:
        """Read a lesson of the course; None, told to the person, when it cannot be had."""
        try:
            return read(await files.fetch_text(url_parameters.lesson_file(id)))
        except OSError:
            self._tell(Message("lessons.unreachable"))
            return None

    async def load_words(self) -> bool:
        """Have what the coach says in the person's language; False, told, when it cannot be had."""
        if await page_text.load_lessons(self._words):
            return True
        self._tell(Message("lessons.unreachable"))
        return False

    def begin(self, lesson: Lesson) -> None:
        """Go through a lesson, from where the person left it."""
        course.teach(self._words, lesson)
        if lesson.id in COURSE and not self._alone:
            location.rewrite(url_parameters.with_lesson(*self._asked, lesson.id))
        done = course.read(self._store).get(lesson.id, 0)
        self._lay(Tutor(lesson, part=0 if done == WHOLE else done))

    @property
    def _asked(self) -> tuple[str, str]:
        """What the page's address asks for: its parts that begin with ``?`` and ``#``."""
        return str(window.location.search), str(window.location.hash)

    def forget(self) -> None:
        """Take the lesson out of the address: a reload goes on with what comes now."""
        if not self._alone and "lesson" in url_parameters.parameters(*self._asked):
            location.rewrite(url_parameters.without_game(*self._asked))

    def leave(self) -> None:
        """No lesson is on the table any more."""
        self._board.show(None)
        self._point(())
        self._done = False
        document.body.removeAttribute("data-lesson")

    def _lay(self, tutor: Tutor) -> None:
        """Put the part of the lesson that begins now on the table."""
        table = self._table
        start = tutor.part.start
        if start is not None:
            self._cut = cut(tutor.part, start.state.occupied)
        self._done = False
        document.body.dataset.lesson = "game" if tutor.part.opponent else "part"
        if tutor.part.opponent:
            tutor.session.opponents.change(SeatNumber(tutor.part.opponent), PLANNING[0])
        table.lay_lesson(tutor)
        at = next((place for place in tutor.view.coach.at if len(place) == 2), None)
        if at:
            table.board.set_cursor(at)
        table.refresh()

    # -- in a lesson ---------------------------------------------------------------------

    def show(self) -> None:
        """Show what the coach says now, and what it points at."""
        tutor = self.tutor
        if tutor is None:
            return
        view = tutor.view
        self._board.show(self._cut)
        self._line.attribute("data-kind", view.coach.kind)
        said = self._words.message(view.coach.text) if view.coach.text else ""
        self._text.show(said, self._words)
        self._title.text(self._words.message(view.title))
        self._heading(tutor, view)
        self._point(view.coach.at)
        show, go_on = by_id("coach-show"), by_id("coach-next")
        by_id("coach-undo").disabled = not tutor.session.can_undo
        show.disabled = not view.can_show
        go_on.toggleAttribute("hidden", self._alone and view.finished)
        go_on.disabled = not (view.can_go_on or view.finished)
        go_on.toggleAttribute("data-primary", not go_on.disabled)
        if view.coach.kind == "done" and not self._done:
            self._part_done(tutor, view)
        self._done = view.coach.kind == "done"

    def _heading(self, tutor: Tutor, view: TutorView) -> None:
        """The number of the lesson, and how far it has come."""
        words = self._words
        self._part.text(words.text("lessons.part", n=view.part, of=view.parts))
        marks = ["done"] * (view.part - 1) + ["begun"] + ["open"] * (view.parts - view.part)
        show_marks(by_id("coach-marks"), tuple(marks), "")
        ending = "lessons.following" if self._following(tutor) else "lessons.end"
        by_id("coach-next-label").textContent = words.text(
            ending if view.finished else "lessons.next"
        )

    def _following(self, tutor: Tutor) -> str | None:
        """The lesson that comes after this one in the course."""
        ids = [*COURSE, None]
        return ids[ids.index(tutor.lesson.id) + 1] if tutor.lesson.id in ids else None

    def _part_done(self, tutor: Tutor, view: TutorView) -> None:
        """A part has been gone through: keep it, and lead on."""
        if tutor.lesson.id in COURSE:
            done = WHOLE if view.finished else view.part
            if trouble := course.keep(self._store, tutor.lesson.id, done):
                self._tell(trouble)
        by_id("coach-next").focus()

    def _point(self, at: tuple[str, ...]) -> None:
        """Mark the squares, cards, tasks and buttons that the coach means."""
        for marked in document.querySelectorAll("[data-pointed]"):
            marked.removeAttribute("data-pointed")
        for place in at:
            for kind in ("square", "card", "move", "task"):
                for found in document.querySelectorAll(f'.stage [data-{kind}="{place}"]'):
                    found.setAttribute("data-pointed", "")

    def demonstrate(self) -> None:
        """Show the next step on the board, and take it back."""
        tutor = self.tutor
        if tutor and tutor.show():
            tutor.session.read_only = True
            self._table.refresh()
            background(self._take_back(tutor))

    async def _take_back(self, tutor: Tutor) -> None:
        await asyncio.sleep(_SHOWN)
        tutor.session.read_only = False
        tutor.hide()
        if self.tutor is tutor:
            self._table.refresh()

    def go_on(self) -> str | None:
        """To the next part; at the end of a lesson the id of the one that follows, or ``""``."""
        tutor = self.tutor
        if tutor is None:
            return None
        if tutor.go_on():
            self._lay(tutor)
            return None
        return self._following(tutor) or "" if tutor.view.finished else None
