"""The application: which game is on the table, and saving every decision."""

from __future__ import annotations

from tashkalar import Game, __version__
from tashkalar.errors import PackError, PackStopped
from tashkalar.ui.activity import Activities, Activity, NoAddressBar
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import (
    FeatureRequest,
    LastGameRequest,
    NewGameRequest,
    PlaceRequest,
    RecordRequest,
    SavedGameRequest,
    ScenarioRequest,
    StartRequest,
    create_in_steps,
    left_out,
)
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import KeepingStore
from tashkalar.ui.storage.open_game import GameOpener, LoadingCanceled, OpenedSave
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import Settings
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.browser import dialogs, location
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import TimeSlices, in_background
from tashkalar.web.features import Features, Work
from tashkalar.web.play.computer_seats import ComputerTurnRunner
from tashkalar.web.play.pack_requests import PackRetry
from tashkalar.web.play.seats import SeatDialog
from tashkalar.web.play.table import Table
from tashkalar.web.screens.failure_notice import FailureNotice
from tashkalar.web.screens.games import LAST_GAME, GameKeeper, LinkedGame, OwnGame, WatchedGame
from tashkalar.web.screens.home import PLAY, Home, SetupShown, StartShown
from tashkalar.web.screens.list_screen import mark_home_place
from tashkalar.web.screens.new_game import NewGameStarter
from tashkalar.web.screens.notices import Notices
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.player_cards import PlayerDialog
from tashkalar.web.screens.preferences import Preferences
from tashkalar.web.screens.reference import ReferenceDialogs
from tashkalar.web.screens.result import ResultScreen
from tashkalar.web.screens.save_retries import SaveRetries
from tashkalar.web.screens.saved_games import SavedGamesPanel
from tashkalar.web.screens.start_screen import StartScreen


class App:
    """Hold the parts of the page, and move games between the saved games and the table.

    `embedded` means a board inside another page, which saves nothing.
    """

    def __init__(
        self,
        words: Catalogue,
        saved_games: SavedGames,
        store: KeepingStore,
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
        self.start_screen = StartScreen(words)
        self.notices = Notices(words, lambda: self.table.game_id)
        self.save_retries = SaveRetries(saved_games.texts, self.notices)
        notify = self.notices.show
        self.features = Features(self)
        rooms = (feature.pack_room for feature in self.features)
        self.packs = room = next(filter(None, rooms), None) or PackRoom()
        pack_retry = PackRetry(
            room,
            lambda: self.table.session,
            working=self._show_pack_working,
            failed=self.on_pack_failed,
            stopped=self._on_pack_stopped,
        )
        self.activities = Activities(NoAddressBar() if embedded else location.PageAddressBar())
        self.table = table = Table(words, self.activities, pack_retry, embedded=embedded)
        self.computer_turns = ComputerTurnRunner(table, room, notify, self.on_pack_failed)
        self.keeper = GameKeeper(
            table, saved_games, self.notices, self.computer_turns, embedded=embedded
        )
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
            self._open_feature_file,
            self._prepare_deletion,
        )
        self._home = Home(table, self.start_screen, self.saved_games_panel, self.other_tabs)
        self.new_game_starter = NewGameStarter(
            words, self.start_screen, self.packs, self.start_new_game
        )
        self.preferences = Preferences(
            words, store, settings, table, notify, self._on_language_changed
        )
        self.reference_dialogs = ReferenceDialogs(words, self.packs, table)
        self.player_dialog = PlayerDialog(words)
        self.seat_dialog = SeatDialog(words, table)
        self.result_screen = ResultScreen(
            words, table, self.start_new_game, self._begin_rematch_by_feature
        )
        self._awaited_id = ""  # the saved game that is being opened
        for feature in self.features:
            feature.connect()
        self.keeper.observers += (feature.decided for feature in self.features)
        self.start_screen.offers += (feature.offer_on_start for feature in self.features)
        self.start_screen.level_offers += (feature.fitting_level for feature in self.features)
        by_id("about-version").textContent = f"Tash-Kalar {__version__}"

    # -- requests ------------------------------------------------------------------------

    async def start(self, request: StartRequest) -> None:
        """Show the screen or game of a request; raise `Refusal` if it is invalid."""
        self.activities.follows_address = True
        try:
            await self._start(request)
        finally:
            self.activities.follows_address = False

    async def _start(self, request: StartRequest) -> None:
        match request:
            case Refusal():
                raise request
            case FeatureRequest(name, parameters):
                feature = self.features.find_reader(name)
                if feature is None:
                    raise left_out(name)
                await feature.open_address(name, parameters)
            case PlaceRequest(PLAY.name):
                self.show(self._home.start(PLAY, is_drawn=self._is_first))
            case PlaceRequest(name):
                self.show_place(name)
            case SavedGameRequest(id) if self.saved_games.can_show(
                id, only_unfinished=self._is_first
            ):
                await self.open_game(id)
            case SavedGameRequest() | LastGameRequest():
                if last := self.saved_games.last_unfinished_id():
                    await self.open_game(last)
                else:
                    self.show(self._home.start(LAST_GAME, is_drawn=self._is_first))
            case NewGameRequest() | ScenarioRequest() | RecordRequest():
                await self.packs.prepare_packs(request.text_with_packs)
                game = await self.packs.finish_steps(create_in_steps(request, self.words))
                self.show(LinkedGame(self.keeper, game, self.on_saved))

    # -- to the table and back -----------------------------------------------------------

    def show(self, activity: Activity) -> None:
        """Let this lie on the table instead of what lies there."""
        self._awaited_id = ""
        self.table.clear()
        self.activities.show(activity)
        self._hold(activity.held_id)
        mark_home_place(self.activities.current.home_place)

    def _hold(self, id: str) -> None:
        """Keep other tabs from playing this saved game, and release any other one."""
        if id:
            self.other_tabs.claim(id)
        else:
            self.other_tabs.tabs.release_game()

    def on_saved(self) -> None:
        """Follow the new id of the game on the table."""
        self._hold(self.activities.current.held_id)
        self.activities.write_address()

    def forget_link(self) -> None:
        """Remove a link from the address: what it asked for was done."""
        current = self.activities.current
        if isinstance(current, StartShown):
            current.address = PLAY
        self.activities.write_address()

    def show_own_game(
        self,
        game: Game,
        id: str = "",
        *,
        covered: bool | None = None,
        bots: BotLevels | None = None,
    ) -> None:
        """Put a game on the table that this tab plays; without an id it is new, and is saved.

        `bots` are the seats that the computer plays.
        """
        self.show(OwnGame(self.keeper, game, self.on_saved, id=id, covered=covered, bots=bots))

    def start_new_game(self, game: Game, bots: BotLevels | None = None) -> None:
        """Put a new game on the table."""
        self.show_own_game(game, bots=bots)

    async def open_game(self, id: str) -> None:
        """Continue a saved game, or only look at the game if another tab plays it."""
        self._awaited_id = id
        if not await self._prepare_packs(id):
            self.show_start_screen()
            return
        for feature in self.features:
            if work := feature.open_save(id):
                await work
                return
        ours = await self.other_tabs.tabs.claim_game(self.saved_games.texts.shared_key(id))
        try:
            with TimeSlices(self.words, self.packs.resolve_step) as pause:
                await self._game_opener.preload_game(id, pause)
        except LoadingCanceled:
            self.show_start_screen()
            return
        if self._awaited_id == id:
            await self._load_when_packs_answer(id, None if ours else "open")

    async def load_saved_game(self, id: str) -> None:
        """Put a saved game on the table that is known to be free."""
        await self._load_when_packs_answer(id, None)

    async def _prepare_packs(self, id: str) -> bool:
        """Prepare the packs of a saved game; return False if a pack failed, after a notice."""
        try:
            text = self._game_files.export_game(id)[1]
        except SavedGameError:
            return True  # opening it will tell
        return await self.packs.prepare_packs(text)

    async def _load_when_packs_answer(self, id: str, elsewhere: str | None) -> None:
        """Call `_load_saved_game` until the packs have answered all that the game asks."""
        await self.packs.retry_until_answered(lambda: self._load_saved_game(id, elsewhere))

    def _load_saved_game(self, id: str, elsewhere: str | None) -> None:
        texts = self.saved_games.texts
        text = texts.newest_text(texts.shared_key(id)) or ""
        try:
            opened = self._game_opener.open_game(id)
        except SavedGameError as error:
            self.show_start_screen()
            self.notices.show_error(error)
            return
        if elsewhere:
            self.show(WatchedGame(self.keeper, opened.game, id, elsewhere, opened.bots))
        else:
            self.show_own_game(
                opened.game, opened.id, covered=opened.is_curtain_down, bots=opened.bots
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
            recalling, lambda: session() is not None, self.packs.resolve_step
        )
        if shown := session():
            self.table.on_history_attached(shown)
            self.notices.show_save_notice(notice)

    def resume(self, activity: Activity) -> None:
        """Go on with what a study was laid over.

        If another tab has taken the game meanwhile, show what that tab makes of it.
        """
        id = activity.game_id
        key = self.saved_games.texts.shared_key(id)
        is_taken = activity.held_id and self.other_tabs.tabs.held_game != key
        if is_taken or activity.other_tab_state:
            start_task(self.open_game(id))
        else:
            self.show(activity)

    def show_start_screen(self, *, keeps_address: bool = False) -> None:
        """Leave the table for the start screen; the game stays saved."""
        self.show(self._home.start(None if keeps_address else PLAY))

    def show_setup(self, *, against_computer: bool) -> None:
        """Show the form for a new game, for computer players or only for people."""
        self.show(self._home.setup(against_computer=against_computer))

    def leave_setup(self) -> None:
        """Leave the form: back to where it was opened, or home if an error has opened it."""
        if isinstance(self.activities.current, SetupShown):
            location.go_back()
        else:
            self.show_start_screen()

    def show_place(self, name: str) -> None:
        """Leave the table for a place of the home that is a list; the game stays saved."""
        self.show(self._home.place(name))

    def show_start_if_empty(self) -> None:
        """Show the start screen if nothing lies on the table: what was asked for did not come."""
        if self.table.session is None:
            self.show_start_screen()

    def _open_feature_file(self, text: str) -> Work | None:
        """Open a chosen file that a feature reads; return None for other files."""
        works = (feature.open_file(text) for feature in self.features)
        return next((work for work in works if work), None)

    @property
    def _is_first(self) -> bool:
        """True until the page has shown anything."""
        return type(self.activities.current) is Activity

    def show_refused(self) -> None:
        """Show the start screen if the page has not shown anything: its address is wrong."""
        if self._is_first:
            self.activities.follows_address = True
            self.show(self._home.start(None, is_drawn=True))
            self.activities.follows_address = False
        else:
            self.table.refresh()

    async def _prepare_deletion(self, id: str) -> None:
        """Let the features keep what they need of a saved game that is about to be deleted."""
        for feature in self.features:
            if work := feature.before_deletion(id):
                await work

    def _begin_rematch_by_feature(self, session: Session) -> bool:
        """Begin a rematch in the way of a feature; return False if none has one for this game."""
        for feature in self.features:
            if work := feature.rematch(session):
                start_task(work)
                return True
        return False

    def keys_of_open_games(self) -> list[str]:
        """Return the keys of the games on this table and on those of other tabs."""
        texts, on_table = self.saved_games.texts, self.table.game_id
        return [
            texts.shared_key(entry.id)
            for entry in self.saved_games.entries()
            if entry.id == on_table or self.other_tabs.is_open_elsewhere(entry.id)
        ]

    # -- other tabs ----------------------------------------------------------------------

    async def take_over(self) -> None:
        """Continue in this tab the game that another tab plays."""
        if self.table.other_tab_state is None:
            return
        id = self._awaited_id = self.table.game_id
        key, tabs = self.saved_games.texts.shared_key(id), self.other_tabs.tabs
        text = await tabs.take_over_game(key)
        if tabs.held_game != key or self._awaited_id != id:
            return
        if text:
            self.saved_games.texts.take_over_game(key, text)
        await self._load_when_packs_answer(id, None)
        tabs.confirm_received(key)

    def _make_read_only(self, game: str) -> None:
        """Let the game only be looked at here: another tab continues the game."""
        current = self.activities.current
        for activity in (current, current.under):
            session = activity.session if activity else None
            if activity is None or session is None:
                continue
            if activity.game_id and self.saved_games.texts.shared_key(activity.game_id) == game:
                bots = session.seating.opponents.level_by_seat
                id = activity.game_id
                watched = WatchedGame(self.keeper, session.game, id, "taken", bots)
                if activity is current:
                    self.show(watched)
                    self.table.rendering.focus_curtain()
                else:
                    current.under, current.held_id = watched, ""

    def _show_changes_of_other_tabs(self) -> None:
        """Show what other tabs have done: in the list, or on the board of a game that they play."""
        if self.table.session is None:
            self.saved_games_panel.show_list()
            self.saved_games_panel.show_start_board()
        elif self.table.other_tab_state:
            start_task(self._load_when_packs_answer(self.table.game_id, self.table.other_tab_state))

    def on_page_hidden(self) -> None:
        """Release the game: the page is being left, for good or to come back."""
        self.keep_unsaved()
        self.other_tabs.tabs.release_game()

    def keep_unsaved(self) -> None:
        """Let the features keep what a person has begun: a hidden page may never come back."""
        for feature in self.features:
            feature.on_page_hidden()

    def on_page_shown(self, *, restored: bool) -> None:
        """Check the saved games: the page is seen again.

        `restored` means that the page was left, so that another tab may play its game.
        """
        self.notices.show_save_notice(self.saved_games.texts.retry_pending_writes())
        self.other_tabs.on_saves_changed()
        if restored and self.table.game_id and self.table.other_tab_state is None:
            start_task(self.open_game(self.table.game_id))

    # -- what has changed elsewhere on the page ------------------------------------------

    def on_packs_changed(self) -> None:
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
        self.packs.forget_failures()
        self.show_start_screen()
        self.notices.show(self.packs.disable_failed_pack(error))

    def _on_pack_stopped(self, error: PackStopped) -> None:
        """Say that a card took too long; the move was not made, and the game goes on."""
        self.packs.forget_failures()
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
        for feature in self.features:
            if work := feature.on_language_changed():
                start_task(work)
