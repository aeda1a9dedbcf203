"""The application: which game is on the table, and saving every decision."""

from __future__ import annotations

import importlib
from collections.abc import Generator, Sequence
from typing import Any

from pyscript import document

from tashkalar import Game, __version__
from tashkalar.bots.company import COMPANY
from tashkalar.errors import PackError, PackStopped, RecordError
from tashkalar.formats.save import ReplayStep
from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.lessons.course import Course, read_course
from tashkalar.ui.lessons.lesson_file import Lesson
from tashkalar.ui.lessons.lesson_runner import LessonPlace
from tashkalar.ui.lessons.puzzle_list import puzzle_game
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import (
    CourseRequest,
    FarRequest,
    LastGameRequest,
    LessonListRequest,
    LessonRequest,
    NewGameRequest,
    PuzzleRequest,
    RecordRequest,
    ScenarioRequest,
    StartRequest,
    StudyRequest,
    WorkshopRequest,
    address_refusal,
    create_in_steps,
    read_study_in_steps,
    unknown_puzzle,
)
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.storage.open_game import GameOpener, LoadingCanceled, OpenedSave
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.storage.saved_games import SavedGames, SaveResult
from tashkalar.ui.storage.settings import Settings
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.browser import dialogs, local_storage, location, page_text
from tashkalar.web.browser.dom import by_id, focus_heading
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import TimeSlices, in_background
from tashkalar.web.play.computer_seats import ComputerTurnRunner
from tashkalar.web.play.pack_requests import PackRetry
from tashkalar.web.play.seats import SeatDialog
from tashkalar.web.play.table import Table
from tashkalar.web.screens.failure_notice import FailureNotice
from tashkalar.web.screens.far_games import FarGames
from tashkalar.web.screens.learn import LessonScreen
from tashkalar.web.screens.new_game import NewGameStarter
from tashkalar.web.screens.notices import Notices
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.pack_dialogs import PackDialogs
from tashkalar.web.screens.player_cards import PlayerDialog
from tashkalar.web.screens.preferences import Preferences
from tashkalar.web.screens.puzzles import PuzzleScreen
from tashkalar.web.screens.reference import ReferenceDialogs
from tashkalar.web.screens.result import ResultScreen
from tashkalar.web.screens.save_retries import SaveRetries
from tashkalar.web.screens.saved_games import SavedGamesPanel
from tashkalar.web.screens.start_screen import StartScreen
from tashkalar.web.screens.statistics_door import StatisticsDoor
from tashkalar.web.screens.studies import StudiesDoor
from tashkalar.web.screens.workshop import WorkshopDoor


class App:
    """Hold the parts of the page, and move games between the saved games and the table.

    `embedded` means a board inside another page, which saves nothing.
    """

    def __init__(
        self,
        words: Catalogue,
        saved_games: SavedGames,
        store: KeyValueStore,
        settings: Settings,
        *,
        embedded: bool = False,
    ) -> None:
        self.words = words
        self.is_embedded = embedded
        self.saved_games = saved_games
        self._game_opener = GameOpener(saved_games)
        self._game_files = GameFiles(saved_games)
        self.store = store
        lessons = read_course(str(document.documentElement.getAttribute("data-course")))
        self.start_screen = StartScreen(words, store, lessons)
        self.notices = Notices(words, lambda: self.table.game_id)
        self.save_retries = SaveRetries(saved_games.texts, self.notices)
        notify = self.notices.show
        self.packs = PackDialogs(
            words, store, self._on_packs_changed, notify, lambda: self.table.schools
        )
        room = self.packs.host
        pack_retry = PackRetry(
            room,
            lambda: self.table.session,
            working=self._show_pack_working,
            failed=self.on_pack_failed,
            stopped=self._on_pack_stopped,
        )
        self.table = table = Table(words, pack_retry, self._handle_decision, embedded=embedded)
        self.computer_turns = ComputerTurnRunner(table, room, notify, self.on_pack_failed)
        self._failure_notice = FailureNotice(words, table, self.notices)
        self.other_tabs = OtherTabs(
            saved_games.texts, self._make_read_only, self._show_changes_of_other_tabs
        )
        self.saved_games_panel = SavedGamesPanel(
            words,
            saved_games,
            self._game_opener,
            self._game_files,
            self.start_screen,
            table,
            self.packs,
            self.other_tabs,
            self.notices,
            self.open_game,
            lambda text: self.far_games.open_message(text),
        )
        self.new_game_starter = NewGameStarter(
            words, self.start_screen, self.packs, self.start_new_game
        )
        self.preferences = Preferences(
            words, store, settings, table, notify, self._on_language_changed
        )
        self.reference_dialogs = ReferenceDialogs(words, self.packs, table)
        self.player_dialog = PlayerDialog(words)
        self.seat_dialog = SeatDialog(words, table)
        self.studies = StudiesDoor(
            words, self, notify, wants_opinion=lambda: self.preferences.settings.opinion
        )
        table.rendering.observers.append(self.studies.on_screen_shown)
        table.draw_on_square = self.studies.choose_square
        self.result_screen = ResultScreen(words, table, self.start_new_game)
        self.lesson_screen = LessonScreen(words, store, lessons, table, notify, embedded=embedded)
        self.far_games = FarGames(words, self, notify)
        self.puzzle_screen = PuzzleScreen(words, store, table, notify)
        self.workshop = WorkshopDoor(words, self, notify)
        self.statistics = StatisticsDoor(
            words, saved_games, store, lessons, self.lesson_screen, self.puzzle_screen, notify
        )
        self._stored_dialog: Any = None  # of `web.screens.stored_data`, once it was opened
        self._company_dialog: Any = None  # of `web.screens.company`, likewise
        self._requested_id = ""  # the game that was opened last, perhaps still waited for
        self._link_codes: Sequence[str] | None = None  # of a game by link, see `put_on_table`
        self._link_parameters: dict[str, str] = {}  # of the address of that link
        self._has_asked_to_persist = embedded  # the browser was asked to keep what is stored
        by_id("about-version").textContent = f"Tash-Kalar {__version__}"

    # -- requests ------------------------------------------------------------------------

    async def start(self, request: StartRequest) -> None:
        """Show the lesson, list or game of a request; raise `Refusal` if it is invalid."""
        match request:
            case Refusal():
                raise request
            case LessonListRequest():
                await self.show_lesson_list()
            case LessonRequest(lesson):
                try:
                    await self.load_lesson(lesson)
                except ValueError as error:  # such as half a character in the lesson's own words
                    raise address_refusal(error) from None
            case CourseRequest(course):
                await self.show_course(course)
            case FarRequest(text):
                if self.table.session is None:
                    self.show_start_screen()
                await self.far_games.open_message(text)
            case WorkshopRequest():
                await self.show_workshop()
            case PuzzleRequest(id):
                if not await self.open_puzzle(id):
                    raise unknown_puzzle(id)
            case LastGameRequest():
                if last := self.saved_games.last_unfinished_id():
                    await self.open_game(last)
                else:
                    self.table.refresh()
            case StudyRequest(text):
                await self.packs.prepare_packs(text)
                await self._open_study(read_study_in_steps(request))
            case NewGameRequest() | ScenarioRequest() | RecordRequest():
                await self.packs.prepare_packs(request.text_with_packs)
                game = await self.packs.host.finish_steps(create_in_steps(request, self.words))
                self.put_on_table(game, by_link=True)

    # -- to the table and back -----------------------------------------------------------

    def put_on_table(
        self,
        game: Game,
        id: str | None = None,
        *,
        covered: bool | None = None,
        other_tab_state: str | None = None,
        bots: BotLevels | None = None,
        by_link: bool = False,
        puzzle_id: str = "",
    ) -> None:
        """Put this game on the table; a game without an id is new, and is saved.

        `bots` are the seats that the computer plays. A game that came by a link is only saved with
        its first decision, or when the player wants to keep the game; the address loses the game
        then, or when the game leaves the table. `puzzle_id` says that the game is a puzzle of the
        page, which is saved only when the player wants to keep it. With `other_tab_state` a game
        can only be looked at, because another tab plays the game: "open" there or "taken" from
        here.
        """
        self._release_link()
        self.studies.close()
        self.lesson_screen.clear_lesson()
        self.lesson_screen.close_course()
        self.lesson_screen.remove_lesson_from_url()
        location.remove_study()
        self.puzzle_screen.begin(puzzle_id)
        self.workshop.note_try(is_trying=False)
        if puzzle_id:
            location.write_puzzle(puzzle_id)
        far = self.saved_games.far_seat(id) if id else None
        session = self.table.load(
            game, covered=covered, other_tab_state=other_tab_state, bots=bots, far=far
        )
        self.puzzle_screen.begin_attempt(session)
        if by_link:
            self.table.game_id = self._requested_id = ""
            self._link_codes, self._link_parameters = game.codes, location.parameters()
            self.other_tabs.tabs.release_game()
        elif id is None:
            self._remember_saved(
                self.saved_games.create(game, session.seating.is_covered, bots=bots)
            )
        else:
            self.table.game_id = self._requested_id = id
            if self.table.other_tab_state is None and not game.is_over:
                self.other_tabs.claim(id)
        self.table.refresh()
        self.computer_turns.play_if_due()

    def start_new_game(self, game: Game, bots: BotLevels) -> None:
        """Put a new game on the table."""
        self.put_on_table(game, bots=bots)

    async def open_game(self, id: str) -> None:
        """Continue a saved game, or only look at the game if another tab plays it."""
        self._requested_id = id
        if not await self._prepare_packs(id):
            self.show_start_screen()
            return
        if text := self.saved_games.study_text(id):
            await self._open_saved_study(id, text)
            return
        ours = await self.other_tabs.tabs.claim_game(self.saved_games.texts.shared_key(id))
        try:
            with TimeSlices(self.words, self.packs.host.resolve_step) as pause:
                await self._game_opener.preload_game(id, pause)
        except LoadingCanceled:
            self.show_start_screen()
            return
        if self._requested_id == id:
            await self._load_when_packs_answer(id, None if ours else "open")

    async def _open_study(
        self, steps: Generator[ReplayStep, None, Study], id: str | None = None
    ) -> None:
        """Show the study that the steps read; `id` is that of a saved study."""
        study = await self.packs.host.finish_steps(steps)
        self._clear_table()
        if not await self.studies.open_study(study, id):
            self.show_start_screen()

    async def _open_saved_study(self, id: str, text: str) -> None:
        """Show a saved study, or its game if the text of the study is damaged."""
        location.remove_study()
        try:
            await self._open_study(Study.from_record_in_steps(text), id)
        except RecordError as error:
            await self._load_when_packs_answer(id, None)
            self.notices.show(Message("study.damaged", {"reason": str(error)}))

    async def _prepare_packs(self, id: str) -> bool:
        """Prepare the packs of a saved game; return False if a pack failed, after a notice."""
        try:
            text = self._game_files.export_game(id)[1]
        except SavedGameError:
            return True  # opening it will tell
        return await self.packs.prepare_packs(text)

    async def _load_when_packs_answer(self, id: str, elsewhere: str | None) -> None:
        """Call `_load_saved_game` until the packs have answered all that the game asks."""
        await self.packs.host.retry_until_answered(lambda: self._load_saved_game(id, elsewhere))

    def _load_saved_game(self, id: str, elsewhere: str | None) -> None:
        texts = self.saved_games.texts
        text = texts.newest_text(texts.shared_key(id)) or ""
        try:
            opened = self._game_opener.open_game(id)
        except SavedGameError as error:
            self.show_start_screen()
            self.notices.show_error(error)
            return
        self.put_on_table(
            opened.game,
            opened.id,
            covered=opened.is_curtain_down,
            other_tab_state=elsewhere,
            bots=opened.bots,
        )
        self.notices.show_save_notice(opened.notice)
        if opened.history_steps:
            start_task(self._attach_history(opened, text))

    async def _attach_history(self, opened: OpenedSave, text: str) -> None:
        """Give a long game its history while the player plays."""

        def session() -> Session | None:
            shown = self.table.session
            return shown if shown is not None and shown.game is opened.game else None

        recalling = self._game_opener.attach_history(opened, text)
        notice = await in_background(
            recalling, lambda: session() is not None, self.packs.host.resolve_step
        )
        if shown := session():
            self.table.on_history_attached(shown)
            self.notices.show_save_notice(notice)

    def resume_table(self) -> None:
        """Go on with the game on the table, which a study was laid over.

        If another tab has taken the game meanwhile, show what that tab makes of it.
        """
        id, session, tabs = self.table.game_id, self.table.session, self.other_tabs.tabs
        is_going = session is not None and not session.game.is_over
        is_ours = self.table.other_tab_state is None
        if id and is_going and is_ours and tabs.held_game != self.saved_games.texts.shared_key(id):
            start_task(self.open_game(id))
        else:
            self.computer_turns.play_if_due()

    async def review_saved(self, id: str) -> None:
        """Open a saved game and its review."""
        await self.open_game(id)
        session = self.table.session
        if session is not None and self.table.game_id == id and not self.table.is_study:
            await self.studies.review_game(session)

    def show_start_screen(self) -> None:
        """Leave the table for the start screen; the game stays saved."""
        self.lesson_screen.close_course()
        self.lesson_screen.remove_lesson_from_url()
        location.remove_study()
        location.remove_workshop()
        session = self.table.session
        left = (self.table.game_id, session.game) if session else None
        self._clear_table()
        self.start_screen.leave_secret_choice()
        self.saved_games_panel.show_list()
        document.body.dataset.screen = "start"
        self.saved_games_panel.show_start_board(left)
        self.other_tabs.handle_other_tabs_change()  # the game that was left is free a little later
        focus_heading("start-title")

    def _clear_table(self) -> None:
        self._release_link()
        self.studies.close()
        self.lesson_screen.clear_lesson()
        self.puzzle_screen.begin("")
        self.workshop.note_try(is_trying=False)
        self.table.clear()
        self._requested_id = ""
        self.other_tabs.tabs.release_game()

    async def show_stored_data(self) -> None:
        """Show what is stored in this browser."""
        if self._stored_dialog is None:
            module = importlib.import_module("tashkalar.web.screens.stored_data")
            self._stored_dialog = module.StoredDataDialog(
                self.words,
                self.saved_games,
                self.store,
                self.packs,
                self._keys_of_open_games,
                self.saved_games_panel.show_list,
            )
        await self._stored_dialog.show()

    async def show_company(self) -> None:
        """Show the opponents of the tour, and which of them are beaten."""
        if not await page_text.load_company_texts(self.words):
            self.notices.show(Message("far.unavailable"))
            return
        if self._company_dialog is None:
            module = importlib.import_module("tashkalar.web.screens.company")
            self._company_dialog = module.CompanyDialog(
                self.words, self.store, lambda: self.start_screen.schools, self.start_new_game
            )
        self._company_dialog.show()

    def _note_victory(self, session: Session) -> None:
        """Keep a victory over an opponent of the tour."""
        bots = session.seating.opponents.level_by_seat
        if session.game.is_over and not COMPANY.keys().isdisjoint(bots.values()):
            tour = importlib.import_module("tashkalar.ui.start.tour")
            if trouble := tour.note_victory(self.store, session.game, bots):
                self.notices.show(trouble)

    def _keys_of_open_games(self) -> list[str]:
        """Return the keys of the games on this table and on those of other tabs."""
        texts, on_table = self.saved_games.texts, self.table.game_id
        return [
            texts.shared_key(entry.id)
            for entry in self.saved_games.entries()
            if entry.id == on_table or self.other_tabs.is_open_elsewhere(entry.id)
        ]

    # -- lessons -------------------------------------------------------------------------

    async def open_lesson(self, id: str) -> None:
        """Open a lesson of the course."""
        if lesson := await self.lesson_screen.fetch_lesson(id):
            await self.load_lesson(lesson)

    async def load_lesson(self, lesson: Lesson, place: LessonPlace | None = None) -> None:
        """Put a lesson on the table, at the part that the player has reached, or at a place.

        Raise ValueError if the lesson has no such place.
        """
        if await self.lesson_screen.load_words():
            self._clear_table()
            if lesson.id not in self.lesson_screen.course.lesson_ids:
                self.lesson_screen.close_course()
            self.lesson_screen.begin_lesson(lesson, place)
            self.computer_turns.play_if_due()
        elif self.table.session is None:
            self.show_start_screen()

    async def show_lesson_list(self) -> None:
        """Show the lessons of the page, or of the course that is open.

        From a lesson of the workshop go back there.
        """
        if self.workshop.is_trying:
            await self.show_workshop()
            return
        if not self.lesson_screen.course.id:  # the page's own
            self.lesson_screen.remove_lesson_from_url()
        self._clear_table()
        if not await self.lesson_screen.show_list():
            self.show_start_screen()

    async def show_course(self, course: Course, *, is_try: bool = False) -> None:
        """Show the lessons of a course; with `is_try` the way back leads to the workshop."""
        self.lesson_screen.open_course(course, is_try=is_try)
        await self.show_lesson_list()

    async def show_puzzle_list(self) -> None:
        """Show the list of the puzzles."""
        self.lesson_screen.close_course()
        self.lesson_screen.remove_lesson_from_url()
        self._clear_table()
        if not await self.puzzle_screen.show_list():
            self.show_start_screen()

    async def open_puzzle(self, id: str) -> bool:
        """Put a puzzle of the page on the table; return False if there is no such puzzle."""
        if puzzle := await self.puzzle_screen.fetch_puzzle(id):
            self.put_on_table(puzzle_game(puzzle), by_link=True, puzzle_id=puzzle.id)
        return puzzle is not None

    # -- workshop ------------------------------------------------------------------------

    async def show_workshop(self) -> None:
        """Show the workshop: the collection, or the work that was left to try it."""
        if session := self.table.session:
            self.workshop.keep_played(tuple(session.game.codes))
        self.lesson_screen.close_course()
        self.lesson_screen.remove_lesson_from_url()
        self._clear_table()
        if await self.workshop.show():
            location.write_workshop()
        else:
            self.show_start_screen()

    def leave_table(self) -> None:
        """Take the game from the table for the workshop; the game stays saved."""
        self.lesson_screen.remove_lesson_from_url()
        location.remove_study()
        self._clear_table()

    def try_position(self, game: Game, records: str = "") -> None:
        """Put a position of the workshop on the table, with a way back; it is not saved.

        `records` says what is kept of the decisions: "way", "mistake" or nothing.
        """
        self.put_on_table(game, by_link=True)
        self.workshop.note_try(is_trying=True, records=records)

    async def try_lesson(self, lesson: Lesson) -> None:
        """Put a lesson of the workshop on the table; the list of the lessons leads back."""
        await self.load_lesson(lesson)
        self.workshop.note_try(is_trying=True)

    async def open_next_puzzle(self) -> None:
        """Go on from a solved puzzle to the next one."""
        await self.open_puzzle(self.puzzle_screen.next_id())

    async def begin_puzzle_run(self) -> None:
        """Begin a run of the puzzles that fit the list's filters."""
        if id := self.puzzle_screen.begin_run():
            await self.open_puzzle(id)

    async def advance_lesson(self) -> None:
        """Go on to the next part of a lesson, or from the last part to the next lesson."""
        following = self.lesson_screen.advance()
        if following:
            await self.open_lesson(following)
        elif following is not None:
            await self.show_lesson_list()

    # -- saving --------------------------------------------------------------------------

    def _handle_decision(self, session: Session) -> None:
        """Save a decision, and let a computer player go on."""
        if self.table.is_study:
            self.studies.follow_decision()
            return
        if self.table.lesson_runner:
            self.lesson_screen.save_game()
            self.computer_turns.play_if_due()
            return
        self.puzzle_screen.note_decision(session)
        self._note_victory(session)
        is_unsaved_kind = bool(self.puzzle_screen.open_id) or self.workshop.is_trying
        is_unsaved_puzzle = is_unsaved_kind and self._link_codes is not None
        lifted = session.game.codes == self._link_codes  # the curtain, no more
        if self.table.other_tab_state is None and not (lifted or is_unsaved_puzzle):
            self._save_game(session)  # else it was decided too late: another tab has the game
            self.statistics.note_decision(session, self.table.game_id)
            if session.seating.far:
                start_task(self.far_games.handle_decision(session))
        self.computer_turns.play_if_due()

    def _save_game(self, session: Session) -> None:
        if self._link_codes is not None:
            self.save_linked_game()
        else:
            bots = session.seating.opponents.level_by_seat
            self._remember_saved(
                self.saved_games.save(
                    self.table.game_id, session.game, session.seating.is_covered, bots
                )
            )
        if not self._has_asked_to_persist and not self.saved_games.texts.has_unsaved_games:
            self._has_asked_to_persist = True
            start_task(local_storage.ask_to_persist(self.store))

    def save_linked_game(self) -> None:
        """Save the game on the table, if the game came by a link and is not saved yet."""
        session = None if self.table.is_study else self.table.session
        if self._link_codes is not None and session:
            bots = session.seating.opponents.level_by_seat
            self._remember_saved(
                self.saved_games.create(session.game, session.seating.is_covered, bots=bots)
            )
            self._release_link()

    def _release_link(self) -> None:
        """Forget the link: its game has left the table or is saved now."""
        if self._link_codes is not None:
            self._link_codes = None
            if location.parameters() == self._link_parameters:  # else another link was opened
                self._remove_game_from_address()

    def _remove_game_from_address(self) -> None:
        """Remove the game from the address, unless a reload is the only way to get it back."""
        if not self.saved_games.texts.has_unsaved_games:
            location.remove_game()

    def _remember_saved(self, saved: SaveResult) -> None:
        """Remember the id of the game on the table, which has been saved, and show a notice."""
        if saved.id != self.table.game_id:
            self.table.game_id = self._requested_id = saved.id
            self.other_tabs.claim(saved.id)
        self.notices.show_save_notice(saved.notice)

    # -- other tabs ----------------------------------------------------------------------

    async def take_over(self) -> None:
        """Continue in this tab the game that another tab plays."""
        if self.table.other_tab_state is None:
            return
        id = self._requested_id = self.table.game_id
        key, tabs = self.saved_games.texts.shared_key(id), self.other_tabs.tabs
        text = await tabs.take_over_game(key)
        if tabs.held_game != key or self._requested_id != id:
            return
        if text:
            self.saved_games.texts.take_over_game(key, text)
        await self._load_when_packs_answer(id, None)
        tabs.confirm_received(key)

    def _make_read_only(self, game: str) -> None:
        """Let the game only be looked at here: another tab continues the game."""
        if (
            self.table.session is not None
            and self.saved_games.texts.shared_key(self.table.game_id) == game
        ):
            session = self.table.session
            bots = session.seating.opponents.level_by_seat
            self.put_on_table(session.game, self.table.game_id, other_tab_state="taken", bots=bots)
            self.table.rendering.focus_curtain()

    def _show_changes_of_other_tabs(self) -> None:
        """Show what other tabs have done: in the list, or on the board of a game that they play."""
        if self.table.session is None:
            self.saved_games_panel.show_list()
            self.saved_games_panel.show_start_board()
        elif self.table.other_tab_state:
            start_task(self._load_when_packs_answer(self.table.game_id, self.table.other_tab_state))

    def on_page_hidden(self) -> None:
        """Release the game: the page is being left, for good or to come back."""
        self.other_tabs.tabs.release_game()

    def on_page_shown(self, *, restored: bool) -> None:
        """Check the saved games: the page is seen again.

        `restored` means that the page was left, so that another tab may play its game.
        """
        self.notices.show_save_notice(self.saved_games.texts.retry_pending_writes())
        self.other_tabs.on_saves_changed()
        if restored and self.table.game_id and self.table.other_tab_state is None:
            start_task(self.open_game(self.table.game_id))

    # -- what has changed elsewhere on the page ------------------------------------------

    def _on_packs_changed(self) -> None:
        """Offer the schools that can be chosen now, under their new names."""
        self.start_screen.offer_pack_schools(self.packs.offered_schools)
        if self.table.session is None:
            self.saved_games_panel.show_list()

    def on_failure(self, error: BaseException) -> None:
        """Report an error of a listener or a task."""
        if isinstance(error, PackError):
            self.on_pack_failed(error)
        else:
            self._failure_notice.show(error)

    def on_pack_failed(self, error: PackError) -> None:
        """Leave the game and switch off the pack that has failed; the move was not made."""
        self.packs.host.forget_failures()
        self.show_start_screen()
        self.notices.show(self.packs.disable_failed_pack(error))

    def _on_pack_stopped(self, error: PackStopped) -> None:
        """Say that a card took too long; the move was not made, and the game goes on."""
        self.packs.host.forget_failures()
        self.notices.show(self.packs.stopped_message(error))

    def _show_pack_working(self) -> None:
        """Say that a pack is still working."""
        dialogs.show_toast(self.words.text("packs.working.move"), click_through=True)

    def _on_language_changed(self) -> None:
        """Write in the new language what is not drawn with the game."""
        self.packs.add_pack_texts()
        self.start_screen.offer_pack_schools(self.packs.offered_schools)
        self.start_screen.leave_secret_choice()
        self.saved_games_panel.show_list()
        self.reference_dialogs.on_language_changed()
        start_task(self.workshop.on_language_changed())
        if document.body.dataset.screen == "learn":
            is_list = by_id("lessons-part").hidden
            start_task(self.show_puzzle_list() if is_list else self.show_lesson_list())
