"""Lessons on the page: the list, the coach, and the steps between the parts of a lesson."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pyscript import document

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.features.lessons import course
from tashkalar.features.lessons.course import COMPLETED, Course
from tashkalar.features.lessons.entrance import ENTRANCE_ID, entrance_row, mark_known_lessons
from tashkalar.features.lessons.lesson_board import CropArea, crop_area
from tashkalar.features.lessons.lesson_file import Lesson, read_lesson
from tashkalar.features.lessons.lesson_game import COPY_NOTICE, LessonGameKeeper
from tashkalar.features.lessons.lesson_list import LessonRow, lesson_rows
from tashkalar.features.lessons.lesson_pictures import (
    PICTURES_URL,
    LessonPicture,
    length_message,
    lesson_picture,
    read_pictures,
)
from tashkalar.features.lessons.lesson_runner import LessonPlace, LessonRunner, LessonRunnerView
from tashkalar.features.lessons.page.board_crop import BoardCrop, crop_mini_board
from tashkalar.features.lessons.page.door import Trial
from tashkalar.features.lessons.selection_lines import names_all_squares
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.bots.computer_seats import create_plan_job
from tashkalar.ui.bots.hint import HINT_LEVEL, read_hint
from tashkalar.ui.screen.tasks import task_views
from tashkalar.ui.session.goal_panel import GoalPanelView
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import file_url
from tashkalar.ui.storage.tab_lock import TAB_ANSWER_TIMEOUT_S
from tashkalar.web.app import App
from tashkalar.web.board.marked_text import MarkedText
from tashkalar.web.board.mini_board import draw_mini_piece
from tashkalar.web.browser import files
from tashkalar.web.browser.dom import (
    CachedNode,
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
)
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.tasks import TaskList
from tashkalar.web.screens.list_screen import show_list_screen

LESSONS = PageAddress("learn")
LESSONS_FOLDER = "static/lessons"
_DEMONSTRATION_S = 2.0  # how long a demonstrated decision stays on the board


class LessonList(Activity):
    """The list of the lessons of a course, which its author may try."""

    def __init__(self, screen: LessonScreen, course: Course, trial: Trial | None = None) -> None:
        self.course, self.trial = course, trial
        self._screen = screen
        if trial:
            self.address, self.place = trial.address, trial.place
            return
        self.home_place = LESSONS.name
        if not course.id:  # the page's own
            self.address = LESSONS

    def enter(self) -> None:
        """Show the list."""
        self._screen.show_list(self.course, self.trial)


class LessonOnTable(Activity):
    """A lesson. Its `list` leads back; without one, `go_back` does."""

    is_played = announces_goal = False
    is_coached = True

    def __init__(
        self,
        screen: LessonScreen,
        runner: LessonRunner,
        course: Course,
        list: LessonList | None,
        keeper: LessonGameKeeper,
    ) -> None:
        self.runner, self.course, self.list, self.keeper = runner, course, list, keeper
        self._screen = screen
        if list and list.trial:
            self.address, self.place = list.trial.address, list.trial.place
        elif screen.is_of_page(runner.lesson):
            self.address = PageAddress("lesson", runner.lesson.id)
        else:
            self.place = f"lesson:{runner.lesson.id}"

    @property
    def named_squares(self) -> tuple[str, ...]:
        """The squares that the coach names."""
        return self.runner.view.coach.highlighted_ids

    def enter(self) -> None:
        """Put the current part on the table."""
        self._screen.show_part(self)

    async def go_back(self) -> None:
        """Go back to where the lesson came from, if no list leads back."""

    def leave(self) -> None:
        """Remove all traces of the lesson from the page."""
        self._screen.clear_lesson(self)

    def decided(self, session: Session) -> None:
        """Save the game of a lesson that has an opponent, and let the opponent play."""
        self._screen.save_game()
        self._screen.computer_turns.play_if_due()

    def goal_view(self, session: Session, language: str) -> GoalPanelView | None:
        """Return the goal of the current part."""
        return self.runner.goal_view(language)

    def note_square(self, name: str) -> None:
        """Let the coach follow a chosen square."""
        self.runner.follow_square(name)

    def note_card(self) -> None:
        """Let the coach follow a chosen card."""
        self.runner.follow_card()

    def note_decision(self) -> None:
        """Let the coach judge a decision."""
        self.runner.clear_mistake_answer()
        self.runner.check_decision()

    def undo(self, session: Session) -> bool:
        """Take back one decision, and what the coach has said."""
        return self.runner.undo()


class LessonScreen:
    """Runs lessons of a course at the table, and shows lists of lessons."""

    def __init__(self, app: App, lessons: Course) -> None:
        self._words, self._store, self._table = app.words, app.store, app.table
        self._notify, self._other_tabs = app.notices.show, app.other_tabs
        self.computer_turns = app.computer_turns
        self.page_course = lessons
        self._page_list = LessonList(self, lessons)
        # A board in another page has one lesson and no address.
        self._is_embedded = app.is_embedded
        self._board_crop = BoardCrop()
        self._crop: CropArea | None = None  # what the lesson shows of the board
        self._pictured_course: Course | None = None  # whose pictures the list has
        self._marked_targets: tuple[str, ...] = ()
        self._is_part_done = self._is_coach_there = False
        self._advised_state: GameState | None = None  # the last for which advice was asked
        self._runner_with_consequences: LessonRunner | None = None
        self._rows: KeyedList[LessonRow] = KeyedList(
            by_id("lessons"),
            lambda _: clone_template("tpl-lesson"),
            self._update_row,
            key=lambda row: row.id,
        )
        self._tasks = TaskList("coach-tasks")
        self._text, self._title = MarkedText(by_id("coach-text")), CachedNode(by_id("coach-title"))
        self._part = CachedNode(by_id("coach-part"))
        self._coach_node = CachedNode(by_id("coach"))
        app.table.rendering.observers.append(self._on_screen_shown)

    @property
    def _lesson(self) -> LessonOnTable | None:
        activity = self._table.activity
        return activity if isinstance(activity, LessonOnTable) else None

    @property
    def lesson_runner(self) -> LessonRunner | None:
        """The current lesson, or None."""
        return self._lesson.runner if self._lesson else None

    @property
    def course(self) -> Course:
        """The course of the list or the lesson that is shown, else that of the page."""
        activity = self._table.activity
        if isinstance(activity, LessonList | LessonOnTable):
            return activity.course
        return self.page_course

    @property
    def list(self) -> LessonList | None:
        """The list that is shown or leads back from the lesson; None if none does."""
        activity = self._table.activity
        if isinstance(activity, LessonList):
            return activity
        return activity.list if isinstance(activity, LessonOnTable) else self._page_list

    @property
    def is_list_shown(self) -> bool:
        """True if a list is what a person sees."""
        return isinstance(self._table.activity, LessonList)

    async def go_back(self) -> None:
        """Go back to where the lesson on the table came from, which no list does."""
        if lesson := self._lesson:
            await lesson.go_back()

    def is_of_page(self, lesson: Lesson) -> bool:
        """Return whether the page's own course has the lesson, or it lies beside that."""
        return lesson.id in (ENTRANCE_ID, *self.page_course.lesson_ids)

    # -- list ----------------------------------------------------------------------------

    def show_list(self, shown: Course, trial: Trial | None) -> None:
        """Show all lessons of a course, whose words have been loaded."""
        progress = course.read_progress(self._store, shown)
        first = entrance_row(shown, progress)
        rows = lesson_rows(shown, progress)
        self._rows.show((first, *rows) if first else rows, rewrite_all=True)
        self._show_head(shown.id, trial)
        show_list_screen("learn")
        by_id("learn-title").focus()
        if self._pictured_course is not shown:
            self._pictured_course = shown
            start_task(self._draw_pictures(shown))

    def _show_head(self, id: str, trial: Trial | None) -> None:
        """Show the title of the course, and the way back; the page's course has tiles below."""
        title, about = f"learn.{id}.title", f"learn.{id}.about"
        if not id:
            title, about = "page.learn.title", "page.learn.about"
        by_id("learn-title").textContent = self._words.text(title)
        by_id("learn-about").textContent = self._words.text(about)
        by_id("learn-about").toggleAttribute("hidden", not self._words.text(about))
        by_id("lessons-part").toggleAttribute("data-own", bool(id))
        back = by_id("learn-back")
        back.toggleAttribute("hidden", trial is None)
        if trial:
            back.setAttribute("data-action", trial.action)
            back.setAttribute("aria-label", self._words.text(trial.label))

    def list_of(self, opened: Course, trial: Trial | None) -> LessonList:
        """Return the list of a course that brings its lessons."""
        own = course.with_own_ids(opened)
        course.merge_course_words(self._words, own)
        return LessonList(self, own, trial)

    async def _draw_pictures(self, shown: Course) -> None:
        """Draw the first position of each lesson in its row; without the file, none."""
        try:
            pictures = await self._load_pictures(shown)
        except (OSError, ValueError):
            self._pictured_course = None  # the list says all without them; try again next time
            return
        for button in document.querySelectorAll("#lessons [data-lesson]"):
            if picture := pictures.get(button.dataset.lesson):
                _draw_picture(button.querySelector(".mini"), picture)
                if length := length_message(picture):
                    node = button.querySelector('[data-field="length"]')
                    node.textContent = self._words.translate(length)
                await asyncio.sleep(0)  # taps come first

    async def _load_pictures(self, shown: Course) -> dict[str, LessonPicture]:
        if shown.id:
            return {id: lesson_picture(lesson) for id, lesson in shown.lessons.items()}
        return read_pictures(await files.fetch_text(PICTURES_URL))

    def _update_row(self, parts: ClonedTemplate, row: LessonRow) -> None:
        parts.root.set_attribute("data-state", row.state)
        parts.root.set_attribute("data-next", row.is_next)
        parts.root.node.querySelector("button").setAttribute("data-lesson", row.id)
        chapter = self._words.translate(row.chapter) if row.chapter else ""
        parts.field("chapter").set_attribute("hidden", not chapter)
        parts.set_text("chapter", chapter)
        parts.set_text("number", str(row.number or ""))
        parts.field("number").set_attribute("hidden", not row.number)
        parts.set_text("title", self._words.translate(row.title))
        parts.set_text("about", self._words.translate(row.about))
        parts.set_text("status", self._words.translate(row.status))

    # -- start and end of a lesson -------------------------------------------------------

    async def fetch_lesson(self, id: str) -> Lesson | None:
        """Fetch a lesson of the open course; return None, after a notice, if that fails."""
        if id in self.course.lessons:
            return self.course.lessons[id]
        try:
            return read_lesson(await files.fetch_text(file_url(LESSONS_FOLDER, id)))
        except OSError:
            self._notify(Message("lessons.unreachable"))
            return None

    def lesson_on_table(self, lesson: Lesson, place: LessonPlace | None = None) -> LessonOnTable:
        """Return a lesson at the part where the person left it, to be put on the table.

        A board inside another page starts at its beginning, or at `place`; ValueError if the lesson
        has no such place.
        """
        course.merge_lesson_words(self._words, lesson)
        of_list, keeper = self.list or self._page_list, LessonGameKeeper(self._store)
        if lesson.id not in of_list.course.lesson_ids:
            of_list = self._page_list
        if self._is_embedded:  # its author or its course says when it begins
            runner = LessonRunner(lesson)
            if place is not None:
                runner.return_to(place)
        else:
            progress = course.read_progress(self._store, of_list.course).get(lesson.id, 0)
            runner = keeper.open(lesson, self._other_tabs.open_games) or LessonRunner(
                lesson, part=0 if progress == COMPLETED else progress
            )
        return LessonOnTable(self, runner, of_list.course, of_list, keeper)

    def clear_lesson(self, lesson: LessonOnTable) -> None:
        """Remove all traces of a lesson from the page."""
        self._other_tabs.tabs.release_beside(lesson.keeper.key)
        self._board_crop.show(None)
        self._mark_targets(())
        self._is_part_done = self._is_coach_there = False
        by_id("prompt-number").removeAttribute("hidden")
        for name in ("data-lesson", "data-unguided"):
            document.body.removeAttribute(name)

    def show_part(self, lesson: LessonOnTable) -> None:
        """Put the current part of the lesson on the table."""
        table, runner = self._table, lesson.runner
        self._crop = crop_area(runner.lesson)
        self._is_part_done = False
        document.body.dataset.lesson = "game" if runner.part.is_game else "part"
        document.body.toggleAttribute("data-unguided", not runner.part.has_pointers)
        if runner.part.opponent:
            opponents = runner.session.seating.opponents
            opponents.assign_level(SeatNumber(runner.part.opponent), PLANNING_LEVELS[0])
        runner.session.has_next_lesson = (
            runner.part.is_game and not self._is_embedded and bool(self._next_lesson_id(runner))
        )
        lesson.session = runner.session
        table.put(runner.session, shows_final_board=True)
        first_square = next(
            (target for target in runner.view.coach.highlighted_ids if len(target) == 2), None
        )
        if first_square:
            table.rendering.board.set_cursor(first_square)
        table.refresh()
        self.computer_turns.play_if_due()
        start_task(self._hold_game(lesson))

    def save_game(self) -> None:
        """Save the game of a lesson that has an opponent, after a decision."""
        if (lesson := self._lesson) is None:
            return
        key = lesson.keeper.key
        if trouble := lesson.keeper.save(lesson.runner):
            self._notify(trouble)
        if key != lesson.keeper.key:
            self._other_tabs.tabs.release_beside(key)
            start_task(self._hold_game(lesson))

    async def _hold_game(self, lesson: LessonOnTable) -> None:
        """Hold the saved game for this tab; go on with a copy if another tab has it open."""
        key = lesson.keeper.key
        if not key or await self._other_tabs.tabs.hold_beside(key):
            return
        # The browser frees the lock of a page that was left a little later.
        await asyncio.sleep(TAB_ANSWER_TIMEOUT_S)
        if key != lesson.keeper.key or self._lesson is not lesson:
            return
        if not await self._other_tabs.tabs.hold_beside(key):
            lesson.keeper.continue_as_copy()
            self._notify(COPY_NOTICE)

    # -- during a lesson -----------------------------------------------------------------

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        if runner := self.lesson_runner:
            shown = runner.part.shown_tasks
            tasks = task_views(session, session.shown_state) if shown else ()
            self._tasks.show([view for view in tasks if view.id in shown], self._words)
            self._show_coach(runner)

    def _show_coach(self, runner: LessonRunner) -> None:
        """Show the coach's current text, and mark the nodes that it names."""
        view = runner.view
        self._board_crop.show(self._crop)
        self._coach_node.set_attribute("data-kind", view.coach.kind)
        coach_text = self._words.translate(view.coach.text) if view.coach.text else ""
        if view.coach.is_undone:
            coach_text = self._words.text("learn.undone", text=coach_text)
        self._text.show(coach_text, self._words)
        if not self._is_coach_there:  # a screen reader says nothing of a place that was hidden
            self._table.rendering.say_first(coach_text)
            self._is_coach_there = True
        # The panel leaves out the squares that the coach has just named.
        by_id("prompt-number").toggleAttribute(
            "hidden", names_all_squares(runner.session, coach_text)
        )
        self._title.set_text(self._words.translate(view.title))
        self._show_heading(runner, view)
        self._mark_targets(view.coach.highlighted_ids)
        show_button, next_button = by_id("coach-show"), by_id("coach-next")
        by_id("coach-undo").disabled = not view.can_undo
        by_id("coach-again").toggleAttribute("hidden", not view.can_restart)
        show_button.toggleAttribute("hidden", view.can_restart)
        show_button.disabled = not view.can_show
        by_id("coach-show-label").textContent = self._words.text(
            "page.learn.hint" if view.has_hint else "page.learn.show"
        )
        next_button.toggleAttribute("hidden", self._is_embedded and view.is_finished)
        next_button.disabled = not (view.can_start_next_part or view.is_finished)
        next_button.toggleAttribute("data-primary", not next_button.disabled)
        if runner.wants_advice and runner.session.game.state is not self._advised_state:
            self._advised_state = runner.session.game.state
            start_task(self._ask_for_advice(runner, self._advised_state))
        if runner.is_showing_consequences and runner is not self._runner_with_consequences:
            self._runner_with_consequences = runner
            start_task(self._show_consequences(runner))
        if view.coach.kind == "done" and not self._is_part_done:
            self._finish_part(runner, view)
        self._is_part_done = view.coach.kind == "done"

    async def _ask_for_advice(self, runner: LessonRunner, state: GameState) -> None:
        """Ask a good computer player what to do, while the person thinks.

        Without an answer the coach advises what a look at the hand shows.
        """
        game, player = runner.session.game, runner.session.game.player
        if player is None:
            return
        plan = await self.computer_turns.bot_clients.request_plan_in_background(
            lambda: create_plan_job(game, player, HINT_LEVEL, is_advice=True)
        )
        if plan is None or game.state is not state or self.lesson_runner is not runner:
            return
        if runner.receive_advice(state, read_hint(plan)):
            self._table.refresh()

    def _show_heading(self, runner: LessonRunner, view: LessonRunnerView) -> None:
        """Show the number of the part, and the progress of the lesson."""
        words = self._words
        self._part.set_text(words.text("lessons.part", n=view.part_number, of=view.part_count))
        marks = (
            ["done"] * (view.part_number - 1)
            + ["begun"]
            + ["open"] * (view.part_count - view.part_number)
        )
        _show_progress_marks(by_id("coach-marks"), marks)
        ending = "lessons.following" if self._next_lesson_id(runner) else "lessons.end"
        if any(runner.lesson.id == chapter.lesson_ids[-1] for chapter in self.course.chapters[:-1]):
            ending = "lessons.next-chapter"
        by_id("coach-next-label").textContent = words.text(
            ending if view.is_finished else "lessons.next"
        )

    def _next_lesson_id(self, runner: LessonRunner) -> str | None:
        """Return the next lesson of the course; None after the last, or outside the course."""
        ids = [*self.course.lesson_ids, None]
        return ids[ids.index(runner.lesson.id) + 1] if runner.lesson.id in ids else None

    def _finish_part(self, runner: LessonRunner, view: LessonRunnerView) -> None:
        """Save that the part is done, and focus the button for the next step."""
        if trouble := mark_known_lessons(self._store, runner):
            self._notify(trouble)
        if runner.lesson.id in self.course.lesson_ids:
            progress = COMPLETED if view.is_finished else view.part_number
            if trouble := course.save_progress(self._store, runner.lesson.id, progress):
                self._notify(trouble)
        by_id("coach-next").focus()

    def _mark_targets(self, at: tuple[str, ...]) -> None:
        """Mark the squares, cards, tasks and buttons that the coach names."""
        for marked in document.querySelectorAll("[data-pointed]"):
            marked.removeAttribute("data-pointed")
        for target in at:
            for kind in ("square", "card", "take", "move", "task"):
                for node in document.querySelectorAll(f'.stage [data-{kind}="{target}"]'):
                    node.setAttribute("data-pointed", "")

    def restart_part(self) -> None:
        """Begin the current part again."""
        if lesson := self._lesson:
            lesson.runner.restart()
            self.save_game()
            self.show_part(lesson)
            self._table.rendering.focus_game()

    async def _show_consequences(self, runner: LessonRunner) -> None:
        """Show what follows a mistake, decision by decision, until all is taken back."""
        is_shown = True
        while is_shown and self.lesson_runner is runner:
            await asyncio.sleep(_DEMONSTRATION_S)
            is_shown = runner.show_next_consequence()
            if self.lesson_runner is runner:
                self._table.refresh()
        self._runner_with_consequences = None

    def help_on(self) -> None:
        """Give the next hint; after the last one demonstrate the next decision."""
        runner = self.lesson_runner
        if runner and runner.give_hint():
            self._table.refresh()
        else:
            self._demonstrate()

    def _demonstrate(self) -> None:
        """Show the next decision on the board, and take it back after `_DEMONSTRATION_S`."""
        runner = self.lesson_runner
        if runner and runner.demonstrate_next():
            runner.session.is_read_only = True
            self._table.refresh()
            start_task(self._end_demonstration(runner))

    async def _end_demonstration(self, runner: LessonRunner) -> None:
        await asyncio.sleep(_DEMONSTRATION_S)
        runner.session.is_read_only = False
        runner.end_demonstration()
        if self.lesson_runner is runner:
            self._table.refresh()

    def advance(self) -> str | None:
        """Start the next part of the lesson.

        At the end of a lesson return the id of the next lesson, or ``""`` after the last one; else
        None.
        """
        lesson = self._lesson
        if lesson is None:
            return None
        runner = lesson.runner
        if runner.start_next_part():
            self.show_part(lesson)
            self._table.rendering.focus_game()
            return None
        return self._next_lesson_id(runner) or "" if runner.view.is_finished else None


def _draw_picture(svg: DomNode, picture: LessonPicture) -> None:
    """Draw the pieces of a lesson's picture on an empty board."""
    if picture.crop:
        crop_mini_board(svg, *picture.crop)
    for piece in picture.pieces:
        draw_mini_piece(svg, *piece)


def _show_progress_marks(place: DomNode, marks: Sequence[str]) -> None:
    """Show a diamond for each part of a lesson."""
    place.replaceChildren()
    for mark in marks:
        diamond = document.createElement("i")
        diamond.setAttribute("data-state", mark)
        place.appendChild(diamond)
