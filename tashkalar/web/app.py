"""The application: its parts, and the one way to the table."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.errors import PackError
from tashkalar.ui.activity import Activities, Activity, NoAddressBar
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage.key_value_store import KeepingStore
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import Settings
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import location
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Features
from tashkalar.web.play.computer_seats import ComputerTurnRunner
from tashkalar.web.play.pack_requests import PackRetry
from tashkalar.web.play.table import Table
from tashkalar.web.screens.failure_notice import FailureNotice
from tashkalar.web.screens.games import GameKeeper, OwnGame
from tashkalar.web.screens.home import PLAY, Home, SetupShown, StartShown
from tashkalar.web.screens.notices import Notices, SaveRetries
from tashkalar.web.screens.opening import GameOpening
from tashkalar.web.screens.other_tabs import OtherTabs
from tashkalar.web.screens.preferences import Preferences
from tashkalar.web.screens.reference import ReferenceDialogs
from tashkalar.web.screens.saved_games import SavedGamesPanel
from tashkalar.web.screens.start_screen import NewGameStarter, StartScreen


class App:
    """Hold the parts of the page, and let one thing after another lie on the table.

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
        self.saved_games, self.store = saved_games, store
        self.start_screen = StartScreen(words)
        self.notices = Notices(words, lambda: self.table.game_id)
        notify = self.notices.show
        self.save_retries = SaveRetries(saved_games.texts, self.notices)
        self.features = Features(self)
        self.packs = self.features.find_pack_room()
        pack_retry = PackRetry(
            words, self.packs, lambda: self.table.session, notify, self.show_start_screen
        )
        self.on_pack_failed = pack_retry.fail
        self.activities = Activities(NoAddressBar() if embedded else location.PageAddressBar())
        self.table = table = Table(words, self.activities, pack_retry, embedded=embedded)
        self.computer_turns = ComputerTurnRunner(table, self.packs, notify, pack_retry.fail)
        self.keeper = GameKeeper(
            table, saved_games, self.notices, self.computer_turns, embedded=embedded
        )
        self._failure_notice = FailureNotice(words, table, self.notices)
        self.other_tabs = OtherTabs(
            saved_games.texts,
            lambda game: self._opening.make_read_only(game),
            self._show_changes_of_other_tabs,
        )
        self._opening = opening = GameOpening(
            words,
            self.keeper,
            self.packs,
            self.other_tabs,
            self.notices,
            self.features,
            self.show,
            self.show_start_screen,
            self.on_saved,
        )
        self.open_game, self.load_saved_game = opening.open_game, opening.load_saved_game
        self.resume, self.take_over = opening.resume, opening.take_over
        self.keys_of_open_games = opening.keys_of_open_games
        self.saved_games_panel = SavedGamesPanel(
            words,
            opening,
            self.start_screen,
            table,
            self.other_tabs,
            self.notices,
            self.features,
        )
        self.home = Home(table, self.start_screen, self.saved_games_panel, self.other_tabs)
        self.new_game_starter = NewGameStarter(
            words, self.start_screen, self.packs, self.start_new_game
        )
        self.preferences = Preferences(
            words, store, settings, table, notify, self._on_language_changed
        )
        self.reference_dialogs = ReferenceDialogs(words, self.packs, table)
        for feature in self.features:
            feature.connect()
        self.keeper.observers += (feature.decided for feature in self.features)
        self.start_screen.offers += (feature.offer_on_start for feature in self.features)
        self.start_screen.level_offers += (feature.fitting_level for feature in self.features)

    # -- to the table and back -----------------------------------------------------------

    def show(self, activity: Activity) -> None:
        """Let this lie on the table instead of what lies there."""
        self._opening.awaited_id = ""
        self.table.clear()
        self.activities.show(activity)
        self._hold(activity.held_id)
        self.home.mark_place(self.activities.current)

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

    def show_start_screen(self, *, keeps_address: bool = False) -> None:
        """Leave the table for the start screen; the game stays saved."""
        self.show(self.home.start(None if keeps_address else PLAY))

    def show_setup(self, *, against_computer: bool) -> None:
        """Show the form for a new game, for computer players or only for people."""
        self.show(self.home.setup(against_computer=against_computer))

    def leave_setup(self) -> None:
        """Leave the form: back to where it was opened, or home if an error has opened it."""
        if isinstance(self.activities.current, SetupShown):
            location.go_back()
        else:
            self.show_start_screen()

    def show_place(self, name: str) -> None:
        """Leave the table for a place of the home that is a list; the game stays saved."""
        self.show(self.home.place(name))

    def show_start_if_empty(self) -> None:
        """Show the start screen if nothing lies on the table: what was asked for did not come."""
        if self.table.session is None:
            self.show_start_screen()

    # -- what has changed elsewhere ------------------------------------------------------

    def _show_changes_of_other_tabs(self) -> None:
        """Show what other tabs have done: in the list, or on the board of a game that they play."""
        table = self.table
        if table.session is None:
            self.saved_games_panel.show_list()
            self.saved_games_panel.show_start_board()
        elif table.other_tab_state and not self._opening.is_taking_over:
            start_task(self.load_saved_game(table.game_id, table.other_tab_state))

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

    def _on_language_changed(self) -> None:
        """Write in the new language what is not drawn with the game."""
        self.packs.add_pack_texts()
        self.start_screen.offer_pack_schools(self.packs.offered_schools)
        self.start_screen.leave_secret_choice()
        self.saved_games_panel.show_list()
        self.reference_dialogs.on_language_changed()
        self.features.on_language_changed()
