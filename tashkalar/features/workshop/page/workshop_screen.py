"""The screen of the workshop: the collection, and the panels of the work that is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyscript import document

from tashkalar import Game
from tashkalar.features.lessons.course import read_course
from tashkalar.features.lessons.lesson_file import Lesson, read_lesson
from tashkalar.features.workshop import lessons
from tashkalar.features.workshop.board_view import board_contents
from tashkalar.features.workshop.collection import Work, WorkshopCollection
from tashkalar.features.workshop.documents import Document
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.drafts import DraftKeeper, Drafts, KeptDraft
from tashkalar.features.workshop.from_game import lesson_of_game, puzzle_of_game
from tashkalar.features.workshop.page.board_input import BoardInput
from tashkalar.features.workshop.page.check_panel import CheckPanel
from tashkalar.features.workshop.page.course_panel import CoursePanel
from tashkalar.features.workshop.page.door import TRIAL, WorkshopDoor, WorkshopOpen
from tashkalar.features.workshop.page.goal_editor import GoalEditor
from tashkalar.features.workshop.page.lesson_trial import LessonTrial
from tashkalar.features.workshop.page.part_bar import PartBar
from tashkalar.features.workshop.page.position_editor import PositionEditor
from tashkalar.features.workshop.page.share_panel import SharePanel
from tashkalar.features.workshop.page.shelf import WorkshopShelf
from tashkalar.features.workshop.page.ways_panel import WaysPanel
from tashkalar.features.workshop.page.words_panel import WordsPanel
from tashkalar.features.workshop.position_faults import PositionFault, find_faults
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id, focus_heading
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.timers import Timer

_SHELF = "shelf"
_KEEP_AFTER_S = 0.25
"""Seconds from a change until it is kept as a draft; the disk needs a moment more."""
_TAB_MARGIN_PX = 80  # of the tabs before the chosen one, where not all have room
_COURSE = "course"
STEPS_BY_KIND = {
    "position": ("position", "goal", "check", "share"),
    "lesson": ("position", "goal", "ways", "words", "check", "share"),
    "course": (_COURSE, "words", "check", "share"),
}
STEPS = (_COURSE, *STEPS_BY_KIND["lesson"])
_PANELS = {"ways": "workshop-ways-panel"}  # other names than `workshop-<step>`
_TRIED_FROM = {"ways": "workshop-record", "check": "workshop-play"}  # what starts a try, by step


class WorkshopScreen:
    """Connects the panels with the draft, the collection and the table."""

    def __init__(self, app: App, door: WorkshopDoor) -> None:
        self._app, self._words, self._door = app, app.words, door
        self._works = WorkshopCollection(app.store)
        self._draft = Draft()
        self._drafts = Drafts(app.store)
        self._keeper = DraftKeeper(self._draft, self._drafts)
        self._keep_timer = Timer()
        self._step = _SHELF
        self._shelf = WorkshopShelf(
            app.words,
            self._works,
            self._drafts,
            self._open_work,
            self._open_document,
            lambda kept: start_task(self._open_draft(kept)),
            self._is_draft_open,
        )
        self._part_bar = PartBar(app.words, self._draft, lambda: self._position.show_hint())
        self._course = CoursePanel(app.words, self._draft, self._works, self._open_lesson)
        self._position = PositionEditor(app.words, self._draft, lambda: self._is_shown("position"))
        self._goal = GoalEditor(
            app.words, self._draft, lambda: self._is_shown("goal"), self._show_board
        )
        self._ways = WaysPanel(app.words, self._draft, self._record)
        self._lines = WordsPanel(app.words, self._draft, self._show_moment)
        self._check = CheckPanel(app.words, self._draft, self._play)
        self._share = SharePanel(app.words, self._draft)
        self._show_by_step: dict[str, Callable[[Sequence[PositionFault]], None]] = {
            _COURSE: self._course.show,
            "position": self._position.show,
            "goal": self._goal.show,
            "ways": self._ways.show,
            "words": self._lines.show,
            "check": self._check.show,
            "share": self._share.show,
        }
        self._draft.observers.append(self._on_change)
        self._input = BoardInput(self)
        listen(by_id("workshop-tabs"), "click", self._on_tab)
        listen(by_id("workshop-tabs"), "keydown", self._on_tab_key)
        listen(by_id("workshop-back"), "click", lambda _: start_task(self._go_back()))
        listen(by_id("workshop-save"), "click", lambda _: self._save())
        listen(by_id("workshop-undo"), "click", lambda _: self._undo())
        listen(by_id("workshop-redo"), "click", lambda _: self._redo())
        listen(by_id("workshop-to-lesson"), "click", lambda _: self._make_lesson())
        self.write_texts()

    def _is_shown(self, step: str) -> bool:
        return document.body.dataset.screen == "workshop" and self._step == step

    # -- what others call ----------------------------------------------------------------

    def show(self) -> None:
        """Show the screen: the collection, or the work that was left for the table."""
        document.body.dataset.screen = "workshop"
        self._show_step(self._step)
        if self._step in _TRIED_FROM:  # back from the table
            by_id(_TRIED_FROM[self._step]).focus()

    async def open_game(self, session: Session, kind: str, step: str = "") -> bool:
        """Show the position on the board as a new work of a kind, in the place of the open one.

        `step` is the panel to begin with. Return False, after a notice, if the position is refused,
        or if the person does not want to leave a work that is not saved.
        """
        try:
            make = lesson_of_game if kind == "lesson" else puzzle_of_game
            content = make(session)
        except Refusal as refused:
            dialogs.show_toast(self._words.translate(refused.message))
            return False
        if not await self._may_leave_work():
            return False
        self._app.show(WorkshopOpen(lambda: self._show_document(Document(kind, content), step)))
        return True

    def _show_document(self, opened: Document, step: str) -> None:
        document.body.dataset.screen = "workshop"
        self._open_document(opened)
        if step:
            self._show_step(step)

    def keep_played(self, kind: str, codes: tuple[str, ...]) -> None:
        """Keep what was played on the table as a way or a mistake of the lesson."""
        self._ways.keep(kind, codes)

    def write_texts(self) -> None:
        """Write everything in the current language."""
        if document.body.dataset.screen == "workshop":
            self._show_step(self._step)

    @property
    def has_unsaved_work(self) -> bool:
        """True if the open work has changes that are not even kept as a draft."""
        self.keep_draft()
        return not self._keeper.is_kept

    # -- drafts --------------------------------------------------------------------------

    def keep_draft(self) -> None:
        """Keep the open work as a draft, if it has changes that are not saved."""
        self._keep_timer.cancel()
        key, trouble = self._keeper.key, self._keeper.trouble
        self._keeper.keep()
        if key != self._keeper.key:
            self._app.other_tabs.tabs.release_beside(key)
            if self._keeper.key:
                start_task(self._app.other_tabs.tabs.hold_beside(self._keeper.key))
        error = self._keeper.trouble
        if error and trouble is None:
            message = error.notice or Message(f"workshop.store.{error.reason}")
            dialogs.show_toast(self._words.translate(message))

    def _plan_keeping(self) -> None:
        """Keep the draft soon; a change that comes before is kept with it."""
        if not self._keep_timer.is_running:
            self._keep_timer.start(_KEEP_AFTER_S, self.keep_draft)

    def _leave_draft(self, next_draft: KeptDraft | None = None) -> None:
        """Keep the open work for a next time, before another one is opened."""
        self.keep_draft()
        self._app.other_tabs.tabs.release_beside(self._keeper.key)
        self._keeper.begin(next_draft)

    def _is_draft_open(self, key: str) -> bool:
        """Tell whether a draft is open in another tab."""
        return key in self._app.other_tabs.open_games

    async def _open_draft(self, kept: KeptDraft) -> None:
        """Go on with a draft; with a copy if another tab has it open."""
        is_ours = await self._app.other_tabs.tabs.hold_beside(kept.key)
        self._leave_draft(kept if is_ours else None)
        work = self._works.work(kept.work_id) if kept.work_id else None
        self._show_opened(work, kept.document, kept.base)

    async def _show_free_drafts(self) -> None:
        """Show the drafts again, once it is known which of them other tabs have open."""
        before = self._app.other_tabs.open_games
        if await self._app.other_tabs.refresh_open_games() != before and self._step == _SHELF:
            self._shelf.show()

    # -- the board -----------------------------------------------------------------------

    @property
    def takes_input(self) -> bool:
        """True while a press on the board is for the workshop."""
        return self._position.takes_input or self._goal.takes_input

    def choose_square(self, square: str) -> None:
        """Put or turn a piece, or choose the square for a condition of the goal."""
        self._app.table.rendering.board.set_cursor(square)
        panel = self._position if self._position.takes_input else self._goal
        panel.choose_square(square)

    def clear_square(self, square: str) -> None:
        """Take away what stands on a square."""
        if self._position.takes_input:
            self._position.clear_square(square)

    def can_drag(self, source: str) -> bool:
        """Tell whether there is something to drag."""
        return self._position.takes_input and self._position.can_drag(source)

    def drop(self, source: str, square: str | None) -> None:
        """Put what was dragged on a square, or with None beside the board."""
        self._position.drop(source, square)

    # -- drawing -------------------------------------------------------------------------

    def _on_change(self) -> None:
        self._plan_keeping()
        if self._step not in (_SHELF, *self._steps):  # undo has taken a lesson away
            self._show_step(self._steps[0])
        elif self._step != _SHELF:
            self._show_panel()

    @property
    def _steps(self) -> tuple[str, ...]:
        """The steps of the work that is open."""
        return STEPS_BY_KIND[self._draft.document.kind]

    def _show_step(self, step: str) -> None:
        """Show the collection, or a panel of the open work."""
        if step != "share":
            self._share.leave()
        self._step = step
        is_shelf = step == _SHELF
        is_course = not is_shelf and self._draft.document.kind == _COURSE
        document.body.setAttribute("data-workshop", _COURSE if is_course else step)
        by_id("workshop-tabs").toggleAttribute("hidden", is_shelf)
        by_id("workshop-save").toggleAttribute("hidden", is_shelf or self._draft.is_saved)
        by_id("workshop-undo").toggleAttribute("hidden", is_shelf or not self._draft.can_undo)
        by_id("workshop-redo").toggleAttribute("hidden", is_shelf or not self._draft.can_redo)
        label = "to-course" if self._draft.lesson_id else "leave" if is_shelf else "to-shelf"
        by_id("workshop-back").setAttribute("aria-label", self._words.text(f"workshop.{label}"))
        for name in (_SHELF, *STEPS):
            by_id(_PANELS.get(name, f"workshop-{name}")).toggleAttribute("hidden", name != step)
        for name in STEPS:
            tab = by_id(f"workshop-tab-{name}")
            tab.toggleAttribute("hidden", name not in self._steps)
            tab.setAttribute("aria-selected", "true" if name == step else "false")
            tab.setAttribute("tabindex", "0" if name == step else "-1")
            if name == step:
                by_id("workshop-tabs").scrollLeft = tab.offsetLeft - _TAB_MARGIN_PX
        self._part_bar.show(is_shown=not is_shelf)
        if is_shelf:
            self._shelf.tell(None)
            self._shelf.show()
            start_task(self._show_free_drafts())
            by_id("workshop-title").textContent = self._words.text("workshop.title")
            by_id("workshop-saved").textContent = ""
            focus_heading("workshop-title")
        else:
            self._show_panel()

    def _show_panel(self) -> None:
        """Draw the panel of the step, and the board."""
        title = self._draft.document.title(self._words.language)
        by_id("workshop-title").textContent = title or self._words.text("workshop.untitled")
        self._part_bar.show(is_shown=True)
        is_saved = self._draft.is_saved
        is_on_disk = is_saved and self._draft.is_kept and self._draft.id
        saved = self._words.text("workshop.saved") if is_on_disk else ""
        by_id("workshop-saved").textContent = saved
        by_id("workshop-save").toggleAttribute("hidden", is_saved)
        by_id("workshop-undo").toggleAttribute("hidden", not self._draft.can_undo)
        by_id("workshop-redo").toggleAttribute("hidden", not self._draft.can_redo)
        kind = self._draft.document.kind
        faults = find_faults(self._draft.scenario) if kind != _COURSE else ()
        by_id("workshop-to-lesson").toggleAttribute("hidden", kind != "position")
        self._show_by_step[self._step](faults)
        if kind != _COURSE:
            self._show_board()

    def _show_board(self) -> None:
        marked = self._goal.marked_squares if self._step in ("goal", "check") else ()
        board = self._app.table.rendering.board
        board.show(board_contents(self._draft.scenario, marked=marked), self._words)
        board.write_labels(self._words)

    # -- actions -------------------------------------------------------------------------

    def _open_work(self, work: Work | None, opened: Document | None = None) -> None:
        """Show a work of the collection, or a document that is not there yet."""
        self._leave_draft()
        self._show_opened(work, opened)

    def _show_opened(self, work: Work | None, opened: Document | None, base: str = "") -> None:
        self._step = _SHELF  # nothing is drawn before all is known
        self._position.begin()
        self._draft.open(work, opened, base)
        self._show_step(self._steps[0])
        focus_heading("workshop-title")

    def _open_document(self, opened: Document) -> None:
        self._open_work(None, opened)

    def _open_lesson(self, id: str) -> None:
        """Show a lesson of the course, or with "" the course again."""
        self._step = _SHELF
        self._position.begin()
        self._draft.open_lesson(id)
        self._show_step(self._steps[0])
        focus_heading("workshop-title")

    def _undo(self) -> None:
        self._position.show_hint()
        self._draft.undo()

    def _redo(self) -> None:
        self._position.show_hint()
        self._draft.redo()

    def _make_lesson(self) -> None:
        """Go on with a lesson whose first part is the position, as another work."""
        self._open_document(Document("lesson", lessons.new_lesson(self._draft.scenario)))
        self._show_step("ways")

    def _on_tab(self, event: PageEvent) -> None:
        if tab := event.closest("[data-workshop-step]"):
            self._show_step(str(tab.dataset.workshopStep))

    def _on_tab_key(self, event: PageEvent) -> None:
        way = {"ArrowRight": 1, "ArrowLeft": -1}.get(event.key)
        if way:
            step = self._steps[(self._steps.index(self._step) + way) % len(self._steps)]
            self._show_step(step)
            by_id(f"workshop-tab-{step}").focus()
            event.prevent_default()

    async def _go_back(self) -> None:
        """Go back to the collection, after a question if something is not saved."""
        if self._step == _SHELF:
            self._app.show_start_screen()
            return
        if self._draft.lesson_id:
            self._open_lesson("")
            return
        if await self._may_leave_work():
            self._step = _SHELF
            self._leave_draft()
            self._draft.open(None)
            self._show_step(_SHELF)

    async def _may_leave_work(self) -> bool:
        """Return True, after a question if the open work has changes that are not stored."""
        if self._draft.is_saved:
            return True
        say = self._words.text
        question = say("workshop.unsaved.title"), say("workshop.unsaved.text")
        if await dialogs.confirm(*question, say("workshop.unsaved.ok")) is None:
            return False
        self._keep_timer.cancel()
        self._app.other_tabs.tabs.release_beside(self._keeper.key)
        self._keeper.give_up()
        return True

    def _save(self) -> None:
        try:
            is_copy = self._keeper.save(self._works)
        except Refusal as refused:
            by_id("workshop-saved").textContent = ""
            dialogs.show_toast(self._words.translate(refused.message))
            return
        if is_copy:
            dialogs.show_toast(self._words.text("workshop.saved-copy"))

    def _play(self, codes: tuple[str, ...]) -> None:
        """Put the position on the table, or what a solution leads to; or try the lesson, course."""
        kind, text = self._draft.document.kind, self._draft.document.text
        if kind != "position" and not codes:
            try:
                if kind == _COURSE:
                    start_task(self._door.lessons.show_course(read_course(text), TRIAL))
                else:
                    start_task(self._try_lesson(read_lesson(text)))
            except ValueError as error:
                self._check.tell(Message("workshop.fault", {"reason": str(error)}))
            return
        game = self._game()
        for code in codes:
            game.play(code)
        self._door.try_position(game)

    async def _try_lesson(self, lesson: Lesson) -> None:
        if screen := await self._door.lessons.load():
            self._app.show(LessonTrial(self._door, screen, lesson))

    def _game(self) -> Game:
        """Return the game of the position, with a text, so that the way back is shown."""
        title = self._draft.document.title(self._words.language)
        text = title or self._words.text("workshop.untitled")
        return Game.from_scenario({**self._draft.scenario, "text": text})

    def _record(self, kind: str) -> None:
        """Put the position on the table; what is played there is kept on the way back."""
        self._door.try_position(self._game(), records=kind)

    def _show_moment(self, moment: int) -> None:
        """Show the board after so many decisions of the first way of the part."""
        part = lessons.parts(self._draft.document.content)[self._draft.part]
        game = Game.from_scenario(self._draft.scenario)
        for code in next(iter(part.get("ways", ())), ())[:moment]:
            if code not in {move.code for move in game.legal_moves()}:
                break
            game.play(code)
        self._app.table.rendering.show_idle(game)
