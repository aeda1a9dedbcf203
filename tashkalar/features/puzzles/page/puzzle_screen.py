"""The puzzle on the table: fetched, noted as solved or failed, and the ways on from it.

The list and what follows a puzzle have modules of their own, which are imported when opened.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tashkalar.features.puzzles import puzzle_list, statistics
from tashkalar.features.puzzles.attempt_hints import AttemptHints
from tashkalar.features.puzzles.daily_puzzle import DAILY, daily_puzzle, day_text, streak
from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.page.reply_turn import ReplyTurn
from tashkalar.features.puzzles.puzzle_progress import (
    PuzzleProgress,
    Tries,
    merge_progress,
    read_progress,
    save_progress,
)
from tashkalar.features.puzzles.solved_moment import solved_view
from tashkalar.formats import puzzle as puzzle_format
from tashkalar.formats import puzzle_index
from tashkalar.formats.goal import Goal
from tashkalar.formats.puzzle import Puzzle
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.session.goal_panel import GoalPanelView, goal_state
from tashkalar.ui.session.session import Session
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, files
from tashkalar.web.browser.dom import CachedNode, by_id
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import in_foreground
from tashkalar.web.browser.timers import count_days
from tashkalar.web.screens.games import LinkedGame

if TYPE_CHECKING:
    from tashkalar.features.puzzles.page.puzzle_list_screen import PuzzleListScreen
    from tashkalar.features.puzzles.page.puzzle_review_dialog import PuzzleReview
    from tashkalar.features.puzzles.page.solved_panel import SolvedPanel


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
        # The day on which it was opened, if it is the puzzle of that day: it counts for that day.
        self.day = screen.today if puzzle.id == screen.daily_id else None
        self.noted = ""  # how the attempt has ended, if that was noted
        self.hints = AttemptHints(puzzle)

    def enter(self) -> None:
        """Put the puzzle on the table."""
        self._screen.begin(self.puzzle.id)
        super().enter()

    def _begin(self, session: Session) -> None:
        session.begin_attempt(puzzle_list.puzzle_goal(self.puzzle).seat)

    def leave(self) -> None:
        """End a run of puzzles that is over."""
        self._screen.begin("")
        self._screen.hide_solved()

    def takes_action(self, name: str) -> bool:
        """Tell a little more of a way to the goal, instead of a computer player's opinion."""
        if name not in ("hint", "advise") or self.session is None:
            return False
        self._screen.give_hint(self, self.session)
        return True

    def goal_view(self, session: Session, language: str) -> GoalPanelView | None:
        """Return the goal, with what hints have told of the present position."""
        view = super().goal_view(session, language)
        told = self.hints.told(session)
        return view._replace(status=told) if view and told and view.state == "open" else view

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
        self._daily: dict[int, ListedPuzzle | None] = {}  # by day
        self._files: dict[str, tuple[Puzzle, ...]] = {}  # those that were fetched, by name
        self._reply_turn = ReplyTurn(app.table)
        self._shown_state = ""  # of the goal, on the screen
        self._list: PuzzleListScreen | None = None  # once it was opened
        self._look_back: PuzzleReview | None = None  # once it was opened
        self._solved: SolvedPanel | None = None  # once a puzzle was solved
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
    def today(self) -> int:
        """The number of today."""
        return count_days()

    @property
    def progress(self) -> PuzzleProgress:
        """The stored progress."""
        return read_progress(self._store).renamed(self._main_ids)

    @property
    def _main_ids(self) -> Mapping[str, str]:
        """The ids of puzzles by earlier ids of theirs."""
        return {id: puzzle.id for puzzle in self.listed for id in puzzle.also}

    def save(self, progress: PuzzleProgress) -> None:
        """Store the progress; tell the person if that fails."""
        if trouble := save_progress(self._store, progress):
            self._notify(trouble)

    def set_favorite(self, id: str, *, is_favorite: bool) -> None:
        """Make a puzzle a favorite, or no longer one."""
        self.save(self.progress.with_favorite(id, is_favorite=is_favorite))

    @property
    def daily_id(self) -> str:
        """The id of today's puzzle; "" without one."""
        puzzle = self.daily_of(self.today)
        return puzzle.id if puzzle else ""

    def daily_of(self, day: int) -> ListedPuzzle | None:
        """Return the puzzle of a day; None without one."""
        if day not in self._daily:
            self._daily[day] = daily_puzzle(self.listed, day_text(day))
        return self._daily[day]

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
        wanted = self.daily_id if id == DAILY else self._main_ids.get(id, id)
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
    def open_day(self) -> int | None:
        """The day whose puzzle lies on the table, if it was opened on that day."""
        return self._attempt.day if self._attempt else None

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
            self.save(progress.add_solved(self.open_id, today, daily=attempt.day))
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

    def share(self) -> None:
        """Share the solved puzzle on the table, or in the list that of the day."""
        module = importlib.import_module("tashkalar.features.puzzles.page.puzzle_sharing")
        if self.is_list_shown:
            start_task(module.share_puzzle(self, self.daily_id, self.today, "daily-copied"))
        else:
            start_task(module.share_puzzle(self, self.open_id, self.open_day, "solved-copied"))

    def give_hint(self, attempt: PuzzleOnTable, session: Session) -> None:
        """Tell the next step of a hint."""
        if not session.moves:
            return
        goal = puzzle_list.puzzle_goal(attempt.puzzle)
        start_task(self._give_hint(attempt, session, goal))

    async def _give_hint(self, attempt: PuzzleOnTable, session: Session, goal: Goal) -> None:
        hints, codes = attempt.hints, session.game.codes
        if not hints.knows_way(session):
            hints.note_search(session)
            self.table.refresh()
            steps = hints.search_in_steps(session, goal)

            def is_wanted() -> bool:
                return self._attempt is attempt and session.game.codes == codes

            if await in_foreground(steps, is_wanted) is None:
                return
        if step := hints.tell_more(session):
            self.save(self.progress.add_hint(self.open_id, step))
        self.table.refresh()

    def hide_solved(self) -> None:
        """Hide what is shown after a solution."""
        if self._solved:
            self._solved.hide()

    def _show_solved(self, *, has_next: bool) -> SolvedPanel:
        """Show how it went and what follows."""
        if self._solved is None:
            name = "tashkalar.features.puzzles.page.solved_panel"
            made: SolvedPanel = importlib.import_module(name).SolvedPanel(self.words)
            self._solved = made
        progress, day = self.progress, self.open_day
        in_a_row = streak(progress.daily, day) if day is not None else 0
        following = self.daily_of(day + 1) if day is not None else None
        view = solved_view(
            progress.tries.get(self.open_id, Tries()),
            streak=in_a_row,
            tomorrow=following.grade if following else 0,
        )
        self._solved.show(view, has_next=has_next)
        return self._solved

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Show the ways on from a puzzle."""
        is_open = bool(self.open_id)
        state = goal_state(session.game) if is_open else ""
        self._list_button.set_attribute("hidden", not is_open)
        self._look_button.set_attribute("hidden", state != "failed")
        follows = self.plays_due or bool(self.progress.run.ids)
        may_go_on = state == "reached" or (state == "failed" and follows)
        has_next = bool(may_go_on and self.next_id())
        self._next_button.set_attribute("hidden", not (has_next and state == "failed"))
        has_ended = state in ("reached", "failed") and self._shown_state == "open"
        if state == "reached":
            panel = self._show_solved(has_next=has_next)
            if has_ended:
                panel.focus(has_next=has_next)
        else:
            self.hide_solved()
            if has_ended:
                by_id("puzzle-next" if has_next else "lesson-restart").focus()
        self._shown_state = state
