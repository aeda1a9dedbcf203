"""The puzzle on the table: fetched, noted as solved or failed, and the ways on from it.

The list and what follows a puzzle have modules of their own, which are imported when opened.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pyscript import window

from tashkalar.features.puzzles import puzzle_list, statistics
from tashkalar.features.puzzles.daily_puzzle import DAILY, daily_puzzle
from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.puzzle_progress import (
    PuzzleProgress,
    merge_progress,
    read_progress,
    save_progress,
)
from tashkalar.formats import puzzle as puzzle_format
from tashkalar.formats import puzzle_index
from tashkalar.formats.puzzle import Puzzle
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.session.session import Session
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import CachedNode, by_id
from tashkalar.web.browser.timers import count_days
from tashkalar.web.screens.games import LinkedGame
from tashkalar.web.screens.reply_turn import ReplyTurn, goal_state

if TYPE_CHECKING:
    from tashkalar.features.puzzles.page.puzzle_list_screen import PuzzleListScreen
    from tashkalar.features.puzzles.page.puzzle_review_dialog import PuzzleReview


class PuzzleList(Activity):
    """The list of the puzzles."""

    address = PageAddress("puzzles")
    home_place = address.name

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen

    def enter(self) -> None:
        """Show the list."""
        self._screen.draw_list()


class PuzzleOnTable(LinkedGame):
    """An attempt at a puzzle of the page, which is saved only if the person wants to keep it."""

    is_exercise = True

    def __init__(
        self, screen: PuzzleScreen, puzzle: Puzzle, app: App, *, is_due: bool = False
    ) -> None:
        address = PageAddress("puzzle", puzzle.id)
        game = puzzle_list.puzzle_game(puzzle)
        super().__init__(app.keeper, game, app.on_saved, address=address, saves_unasked=False)
        self.puzzle, self._screen = puzzle, screen
        self.is_due = is_due  # the person plays what is due, and goes on with that
        self.noted = ""  # how the attempt has ended, if that was noted

    def enter(self) -> None:
        """Put the puzzle on the table."""
        self._screen.begin(self.puzzle.id)
        super().enter()

    def _begin(self, session: Session) -> None:
        session.begin_attempt(puzzle_list.puzzle_goal(self.puzzle).seat)

    def leave(self) -> None:
        """End a run of puzzles that is over."""
        self._screen.begin("")

    def decided(self, session: Session) -> None:
        """Note whether the goal is reached, and play on."""
        self._screen.note_decision(self, session)
        super().decided(session)


class PuzzleScreen:
    """Opens puzzles, keeps which are solved, and shows the ways on."""

    merges: Mapping[str, MergeTexts] = {PROGRESS_KEY: merge_progress}

    def __init__(self, app: App) -> None:
        self.words, self.table = app.words, app.table
        self._app, self._store, self._notify = app, app.store, app.notices.show
        self.listed: tuple[ListedPuzzle, ...] = ()  # fetched with the first list or puzzle
        self._files: dict[str, tuple[Puzzle, ...]] = {}  # those that were fetched, by name
        self._reply_turn = ReplyTurn(app.table)
        self._shown_state = ""  # of the goal, on the screen
        self._list: PuzzleListScreen | None = None  # once it was opened
        self._look_back: PuzzleReview | None = None  # once it was opened
        self._next_button = CachedNode(by_id("puzzle-next"))
        self._list_button = CachedNode(by_id("puzzle-list"))
        self._look_button = CachedNode(by_id("puzzle-look"))
        app.table.rendering.observers.append(self._on_screen_shown)

    # -- list ----------------------------------------------------------------------------

    def show(self) -> None:
        """Show the list, whose index has been fetched."""
        self._app.show(PuzzleList(self))

    @property
    def is_list_shown(self) -> bool:
        """True if the list is what a person sees."""
        return isinstance(self.table.activity, PuzzleList)

    def draw_list(self) -> None:
        """Draw the list."""
        if self._list is None:
            name = "tashkalar.features.puzzles.page.puzzle_list_screen"
            made: PuzzleListScreen = importlib.import_module(name).PuzzleListScreen(self)
            self._list = made
        self._list.show()

    async def fetch_index(self) -> bool:
        """Fetch the list of the puzzles; return False, after a notice, if that fails."""
        if not self.listed:
            try:
                self.listed = puzzle_index.read(await files.fetch_text(puzzle_list.INDEX_URL))
            except OSError:
                self._notify(Message("puzzles.unreachable"))
                return False
        return True

    @property
    def statistics(self) -> Sequence[StatisticsTable]:
        """The puzzles by theme and by grade, with their progress."""
        return statistics.puzzle_tables(self.listed, self.progress)

    # -- progress ------------------------------------------------------------------------

    @property
    def day(self) -> str:
        """Today in the person's time zone, such as 2026-11-26."""
        now = window.Date.new()
        return f"{now.getFullYear():04}-{now.getMonth() + 1:02}-{now.getDate():02}"

    @property
    def today(self) -> int:
        """The number of today."""
        return count_days()

    @property
    def progress(self) -> PuzzleProgress:
        """The stored progress."""
        return read_progress(self._store)

    def save(self, progress: PuzzleProgress) -> None:
        """Store the progress; tell the person if that fails."""
        if trouble := save_progress(self._store, progress):
            self._notify(trouble)

    @property
    def daily_id(self) -> str:
        """The id of today's puzzle; "" without one."""
        puzzle = daily_puzzle(self.listed, self.day)
        return puzzle.id if puzzle else ""

    # -- a puzzle ------------------------------------------------------------------------

    async def open(self, id: str, *, is_due: bool = False) -> bool:
        """Put a puzzle of the list on the table; return False if there is no such puzzle.

        With `is_due` the next puzzle is one that is due, too.
        """
        puzzle = await self._fetch_puzzle(id)
        if puzzle:
            self._app.show(PuzzleOnTable(self, puzzle, self._app, is_due=is_due))
        return puzzle is not None

    async def _fetch_puzzle(self, id: str) -> Puzzle | None:
        """Return a puzzle of the page; None, after a notice, if it cannot be fetched."""
        wanted = self.daily_id if id == DAILY else id
        name = next((listed.file for listed in self.listed if listed.id == wanted), "")
        if name and name not in self._files:
            try:
                text = await files.fetch_text(puzzle_list.PUZZLES_FOLDER + name)
            except OSError:
                self._notify(Message("puzzles.unreachable"))
                return None
            self._files[name] = puzzle_format.read(text)
        return next((one for one in self._files.get(name, ()) if one.id == wanted), None)

    @property
    def _attempt(self) -> PuzzleOnTable | None:
        activity = self.table.activity
        return activity if isinstance(activity, PuzzleOnTable) else None

    @property
    def open_puzzle(self) -> Puzzle | None:
        """The puzzle on the table."""
        return self._attempt.puzzle if self._attempt else None

    @property
    def open_id(self) -> str:
        """The id of the puzzle on the table; "" without one."""
        return self._attempt.puzzle.id if self._attempt else ""

    @property
    def plays_due(self) -> bool:
        """True if the person plays what is due."""
        return self._attempt is not None and self._attempt.is_due

    @property
    def due(self) -> list[str]:
        """The puzzles of the list that are due today, those that have waited longest first."""
        listed = {puzzle.id for puzzle in self.listed}
        return [id for id in self.progress.due(self.today) if id in listed]

    def begin(self, id: str) -> None:
        """Follow the run of puzzles to this one, or with "" end a run that is over."""
        self._shown_state = ""
        progress = self.progress
        if id not in progress.run.ids and progress != progress.without_finished_run():
            self.save(progress.without_finished_run())
        elif id in progress.run.ids and id != progress.run.ids[progress.run.at]:
            self.save(progress._replace(run=progress.run._replace(at=progress.run.ids.index(id))))

    def note_decision(self, attempt: PuzzleOnTable, session: Session) -> None:
        """Save that the puzzle on the table is solved, or that an attempt has failed."""
        state = goal_state(session.game)
        if state:  # the end of the game is seen on the board, with the way to the next puzzle
            session.has_result, self.table.rendering.shows_final_board = False, True
        if state == "open":
            self._reply_if_due(session)
        if state == attempt.noted:
            return
        attempt.noted = state
        progress, today = self.progress, self.today
        if state == "reached":
            is_daily = self.open_id == self.daily_id
            self.save(progress.add_solved(self.open_id, today, is_daily=is_daily))
        elif state == "failed":
            self.save(progress.add_failed(self.open_id, today))
        self._tell_end_of_run(state)

    def _tell_end_of_run(self, state: str) -> None:
        """Say how many puzzles of a run are solved, after its last one."""
        run = self.progress.run
        if state in ("reached", "failed") and run.ids and self.open_id == run.ids[-1]:
            counts = {"at": len(run.ids), "all": len(run.ids), "n": len(run.solved)}
            dialogs.show_toast(self.words.translate(Message("puzzles.look.run", counts)))

    def _reply_if_due(self, session: Session) -> None:
        """Let the other side play its turn, if the puzzle is to survive it."""
        puzzle = self.open_puzzle
        if puzzle is not None and puzzle.theme == "survive":
            id, goal = puzzle.id, puzzle_list.puzzle_goal(puzzle)
            self._reply_turn.play_if_due(session, goal, lambda: self.open_id == id)

    def begin_run(self) -> str:
        """Begin a run of puzzles that fit the list's filters; return the first, "" without one."""
        progress = self.progress
        fitting = self._list.fitting if self._list else ()
        run = puzzle_list.begin_run(fitting, progress, self.today)
        self.save(progress._replace(run=run))
        return next(iter(run.ids), "")

    def next_id(self) -> str:
        """Return the puzzle to offer after the one on the table; "" if none is left."""
        day = self.today if self.plays_due else None
        return puzzle_list.next_puzzle(self.listed, self.progress, self.open_id, due_today=day)

    def show_look_back(self) -> None:
        """Show what else solves the puzzle on the table, and why an attempt has failed."""
        if self._look_back is None:
            name = "tashkalar.features.puzzles.page.puzzle_review_dialog"
            made: PuzzleReview = importlib.import_module(name).PuzzleReview(self)
            self._look_back = made
        self._look_back.show()

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Show the ways on from a puzzle."""
        is_open = bool(self.open_id)
        state = goal_state(session.game) if is_open else ""
        self._list_button.set_attribute("hidden", not is_open)
        is_over = state in ("reached", "failed")
        self._look_button.set_attribute("hidden", not is_over)
        follows = self.plays_due or bool(self.progress.run.ids)
        may_go_on = state == "reached" or (is_over and follows)
        has_next = bool(may_go_on and self.next_id())
        self._next_button.set_attribute("hidden", not has_next)
        if is_over and self._shown_state == "open":
            following = "lesson-restart" if state == "failed" else "puzzle-list"
            by_id("puzzle-next" if has_next else following).focus()
        self._shown_state = state
