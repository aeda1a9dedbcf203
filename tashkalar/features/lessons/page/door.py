"""Lessons: the ways to them, and the progress on the start screen.

The rest is fetched when the first lesson or the list is opened.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pyscript import document

from tashkalar.features.lessons import course
from tashkalar.features.lessons.address import read_requested
from tashkalar.features.lessons.course import Course, read_course
from tashkalar.features.lessons.lesson_file import read_lesson
from tashkalar.features.lessons.lesson_list import lesson_offer
from tashkalar.ui.activity import PageAddress
from tashkalar.ui.start.url_parameters import address_refusal
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.features import (
    Action,
    ClickHandler,
    Feature,
    Work,
)
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.embeds.framed import FramedContent
    from tashkalar.features.lessons.lesson_file import Lesson
    from tashkalar.features.lessons.page.lesson_screen import LessonScreen


class Trial(NamedTuple):
    """The place from which an author tries a lesson or a course, and the way back to it."""

    address: PageAddress
    place: str
    action: str  # of the button that leads back, its `data-action`
    label: str  # the key of its label


class LessonsDoor(Feature):
    """Opens lessons and their lists."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._course = read_course(str(document.documentElement.getAttribute("data-course")))
        self._fetched: FetchedScreen[LessonScreen] = FetchedScreen(
            app.words,
            "lessons",
            "tashkalar.features.lessons.page.lesson_screen",
            lambda module: module.LessonScreen(app, self._course),
            app.notices.show,
        )

    async def load(self) -> LessonScreen | None:
        """Return the screen; None, after a notice, if it cannot be fetched."""
        screen = await self._fetched.load()
        if screen is None:
            self._app.show_start_if_empty()
        return screen

    # -- what the page calls -------------------------------------------------------------

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the list, and the buttons of the coach."""
        return {
            "lessons": self.show_list,
            "show-me": self._help_on,
            "restart-part": self._restart_part,
            "go-on": self._advance,
        }

    def commands(self) -> Mapping[str, Action]:
        """Return the way on from a lesson that is a whole game."""
        return {"go-on": self._advance}

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return the way to a lesson."""
        return {"[data-lesson]:not(body)": lambda click: self._open(click.node.dataset.lesson)}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the list, a lesson or a course."""
        if name == "learn":
            await self.show_list()
            return
        opened = read_requested(name, parameters[name])
        try:
            if isinstance(opened, Course):
                await self.show_course(opened)
            else:
                await self.load_lesson(opened)
        except ValueError as error:  # such as half a character in the lesson's own words
            raise address_refusal(error) from None

    def on_address_refused(self) -> None:
        """Make the page as it is without a lesson: its script has made room for one."""
        document.body.removeAttribute("data-lesson")

    def offer_on_start(self) -> str:
        """Offer the next lesson until the first chapter is done."""
        words, progress = self._app.words, course.read_progress(self._app.store, self._course)
        offer = lesson_offer(self._course, progress)
        by_id("course-offer").toggleAttribute("hidden", offer is None)
        if offer is None:
            return ""
        by_id("course-next").setAttribute("data-lesson", offer.lesson_id)
        by_id("course-title").textContent = words.translate(offer.title)
        by_id("course-note").textContent = words.translate(offer.note)
        return "course-next"

    def on_language_changed(self) -> Work | None:
        """Write the list in the new language, if it is shown."""
        screen = self._fetched.screen
        return self.show_list() if screen is not None and screen.is_list_shown else None

    async def statistics(self) -> Sequence[StatisticsTable]:
        """Return the lessons by chapter; nothing if their names cannot be fetched."""
        if await self._fetched.load() is None:
            return ()
        module = importlib.import_module("tashkalar.features.lessons.statistics")
        progress = course.read_progress(self._app.store, self._course)
        table: StatisticsTable = module.lesson_table(self._course, progress)
        return (table,)

    async def merges(self) -> Mapping[str, MergeTexts]:
        """Return how the progress of two browsers is merged."""
        return {course.PROGRESS_KEY: course.merge_progress}

    # -- in a board inside another page --------------------------------------------------

    async def open_framed(
        self, text: str, place: Mapping[str, object] | None, begin: Callable[[], None]
    ) -> None:
        """Show a lesson, or go on at a place of it."""
        try:
            lesson = read_lesson(text)
            begin()
            if (screen := await self.load()) is None:
                return
            module = importlib.import_module("tashkalar.features.lessons.framed_lesson")
            at = None if place is None else module.read_place(place)
            self._app.show(screen.lesson_on_table(lesson, at))
        except ValueError as error:
            raise address_refusal(error) from None

    @property
    def framed_content(self) -> FramedContent | None:
        """The lesson that is shown."""
        screen = self._fetched.screen
        runner = screen.lesson_runner if screen is not None else None
        if runner is None:
            return None
        module = importlib.import_module("tashkalar.features.lessons.framed_lesson")
        content: FramedContent = module.FramedLesson(runner)
        return content

    # -- ways to lessons -----------------------------------------------------------------

    async def _open(self, id: str) -> None:
        """Open a lesson of the course that is shown."""
        if (screen := await self.load()) and (lesson := await screen.fetch_lesson(str(id))):
            self._app.show(screen.lesson_on_table(lesson))

    async def load_lesson(self, lesson: Lesson) -> None:
        """Put a lesson on the table, at the part that the person has reached."""
        if screen := await self.load():
            self._app.show(screen.lesson_on_table(lesson))

    async def show_list(self) -> None:
        """Show the lessons of the page, or of the course that is open."""
        if screen := await self.load():
            if shown := screen.list:
                self._app.show(shown)
            else:
                await screen.go_back()

    async def show_course(self, opened: Course, trial: Trial | None = None) -> None:
        """Show the lessons of a course, which its author may try."""
        if screen := await self.load():
            self._app.show(screen.list_of(opened, trial))

    # -- the coach's buttons -------------------------------------------------------------

    def _help_on(self) -> None:
        if screen := self._fetched.screen:
            screen.help_on()

    def _restart_part(self) -> None:
        if screen := self._fetched.screen:
            screen.restart_part()

    async def _advance(self) -> None:
        """Go on to the next part of a lesson, or from the last part to the next lesson."""
        screen = self._fetched.screen
        following = screen.advance() if screen else None
        if following:
            await self._open(following)
        elif following is not None:
            await self.show_list()


make_feature = LessonsDoor
