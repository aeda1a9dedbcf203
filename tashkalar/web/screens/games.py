"""Games on the table: this person's own, those that came by a link, those of another tab."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import Game
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.saved_games import SavedGames, SaveResult
from tashkalar.web.browser import local_storage
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.computer_seats import ComputerTurnRunner
from tashkalar.web.play.table import Table
from tashkalar.web.screens.notices import Notices

DecisionObserver = Callable[[Session, str], None]
LAST_GAME = PageAddress()


class GameKeeper:
    """Saves the decisions of games, and lets computers play on.

    Each of the `observers` is called after a decision, with the session and the id of its saved
    game.
    """

    def __init__(
        self,
        table: Table,
        saved_games: SavedGames,
        notices: Notices,
        computer_turns: ComputerTurnRunner,
        *,
        embedded: bool,
    ) -> None:
        self.table, self.saved_games, self.computer_turns = table, saved_games, computer_turns
        self.observers: list[DecisionObserver] = []
        self._notices = notices
        self._has_asked_to_persist = embedded  # the browser was asked to keep what is stored

    def create(self, session: Session) -> SaveResult:
        """Save a game that is not saved yet."""
        seating = session.seating
        return self.saved_games.create(
            session.game, seating.is_covered, bots=seating.opponents.level_by_seat
        )

    def save(self, id: str, session: Session) -> SaveResult:
        """Save a game after a decision; another tab may have made its id change."""
        seating = session.seating
        return self.saved_games.save(
            id, session.game, seating.is_covered, seating.opponents.level_by_seat
        )

    def show_notice(self, saved: SaveResult) -> None:
        """Show the notice of a save, which offers the game on the table."""
        self._notices.show_save_notice(saved.notice)

    def report(self, session: Session, id: str) -> None:
        """Report a decision of a saved game to the observers."""
        for observer in self.observers:
            observer(session, id)

    def ask_to_persist(self) -> None:
        """Ask the browser, once, to keep what is stored."""
        if not self._has_asked_to_persist and not self.saved_games.texts.has_unsaved_games:
            self._has_asked_to_persist = True
            start_task(local_storage.ask_to_persist(self.saved_games.texts.store))


class OwnGame(Activity):
    """A game of this tab, which saves each decision; without an id it is new, and saved at once.

    `on_saved` is called when the id or the address has changed.
    """

    address: PageAddress | None = LAST_GAME

    def __init__(
        self,
        keeper: GameKeeper,
        game: Game,
        on_saved: Callable[[], None],
        *,
        id: str = "",
        covered: bool | None = None,
        bots: BotLevels | None = None,
    ) -> None:
        self._keeper, self._game, self._on_saved = keeper, game, on_saved
        self._covered, self._bots = covered, bots
        self._set_id(id)

    def _set_id(self, id: str) -> None:
        self.game_id = id
        self.place = f"game:{id}" if id else ""
        self.held_id = "" if self._game.is_over else id

    def enter(self) -> None:
        """Put the game on the table, save it if it is new, and let computers play."""
        table = self._keeper.table
        if self.session is None:
            far = self._keeper.saved_games.far_seat(self.game_id) if self.game_id else None
            self.session = table.load(self._game, covered=self._covered, bots=self._bots, far=far)
            self._begin(self.session)
        else:
            table.put(self.session)
        table.refresh()
        self._keeper.computer_turns.play_if_due()

    def _begin(self, session: Session) -> None:
        """Do what the game needs before it is drawn for the first time."""
        if not self.game_id:
            saved = self._keeper.create(session)
            self._set_id(saved.id)
            self._keeper.show_notice(saved)

    def decided(self, session: Session) -> None:
        """Save the decision, and let a computer play on."""
        self._save(session)
        self._keeper.computer_turns.play_if_due()

    def _save(self, session: Session) -> None:
        saved = self._keeper.save(self.game_id, session)
        if saved.id != self.game_id:
            self._set_id(saved.id)
            self._on_saved()
        self._keeper.show_notice(saved)
        self._keeper.ask_to_persist()
        self._keeper.report(session, self.game_id)


class LinkedGame(OwnGame):
    """A game that came by a link.

    It is saved with its first decision, or when the person wants to keep it; the address loses it
    then. With `saves_unasked=False` no decision saves it.
    """

    def __init__(
        self,
        keeper: GameKeeper,
        game: Game,
        on_saved: Callable[[], None],
        *,
        address: PageAddress | None = None,
        saves_unasked: bool = True,
    ) -> None:
        super().__init__(keeper, game, on_saved)
        self.address = address
        self._codes, self._saves_unasked = game.codes, saves_unasked

    def _begin(self, session: Session) -> None:
        """Leave the game unsaved."""

    def _save(self, session: Session) -> None:
        """Save the first decision: lifting the curtain is none."""
        if self.game_id:
            super()._save(session)
        elif self._saves_unasked and session.game.codes != self._codes:
            self.keep()
            self._keeper.ask_to_persist()
            self._keeper.report(session, self.game_id)

    def keep(self) -> None:
        """Save the game, if it is not saved yet."""
        if self.game_id or self.session is None:
            return
        saved = self._keeper.create(self.session)
        self._set_id(saved.id)
        # A reload is the only way to get a game back that could not be saved.
        if not self._keeper.saved_games.texts.has_unsaved_games:
            self.address = LAST_GAME
        self._on_saved()
        self._keeper.show_notice(saved)


class WatchedGame(Activity):
    """A saved game that another tab plays: "open" there, or "taken" from here."""

    address: PageAddress | None = LAST_GAME

    def __init__(
        self, keeper: GameKeeper, game: Game, id: str, state: str, bots: BotLevels | None
    ) -> None:
        self._keeper, self._game, self._bots = keeper, game, bots
        self.game_id, self.place = id, f"game:{id}"
        # A game that is over is nobody's any more: both tabs show its result.
        self.other_tab_state = None if game.is_over else state

    def enter(self) -> None:
        """Put the game on the table, with a notice in the place of the curtain."""
        table = self._keeper.table
        far = self._keeper.saved_games.far_seat(self.game_id)
        self.session = table.load(self._game, covered=True, bots=self._bots, far=far)
        table.refresh()
