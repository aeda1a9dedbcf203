"""Opening saved games: this tab plays them, or looks on while another one does."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.ui.activity import Activity
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.open_game import GameOpener, LoadingCanceled, OpenedSave
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import TimeSlices, in_background
from tashkalar.web.features import Features
from tashkalar.web.screens.games import GameKeeper, OwnGame, WatchedGame
from tashkalar.web.screens.notices import Notices
from tashkalar.web.screens.other_tabs import OtherTabs


class GameOpening:
    """Puts saved games on the table.

    `show` lets an activity lie there, `leave` shows the start screen, `on_saved` follows a game
    whose id has changed.
    """

    def __init__(
        self,
        words: Catalogue,
        keeper: GameKeeper,
        packs: PackRoom,
        other_tabs: OtherTabs,
        notices: Notices,
        features: Features,
        show: Callable[[Activity], None],
        leave: Callable[[], None],
        on_saved: Callable[[], None],
    ) -> None:
        self.opener, self.files = GameOpener(keeper.saved_games), GameFiles(keeper.saved_games)
        self.packs, self.saved_games = packs, keeper.saved_games
        self._words, self._keeper, self._table = words, keeper, keeper.table
        self._other_tabs, self._notices, self._features = other_tabs, notices, features
        self._show, self._leave, self._on_saved = show, leave, on_saved
        self.awaited_id = ""  # the saved game that is being opened
        self.is_taking_over = False  # the game on the table, from another tab

    async def open_game(self, id: str) -> None:
        """Continue a saved game, or only look at the game if another tab plays it."""
        self.awaited_id = id
        if not await self._prepare_packs(id):
            self._leave()
            return
        for feature in self._features:
            if work := feature.open_save(id):
                await work
                return
        key = self.saved_games.texts.shared_key(id)
        is_ours = await self._other_tabs.claim_newest(key)
        try:
            with TimeSlices(self._words, self.packs.resolve_step) as pause:
                await self.opener.preload_game(id, pause)
        except LoadingCanceled:
            self._leave()
            return
        if self.awaited_id == id:
            await self.load_saved_game(id, None if is_ours else "open")

    async def _prepare_packs(self, id: str) -> bool:
        """Prepare the packs of a saved game; return False if a pack failed, after a notice."""
        try:
            text = self.files.export_game(id)[1]
        except SavedGameError:
            return True  # opening it will tell
        return await self.packs.prepare_packs(text)

    async def load_saved_game(self, id: str, elsewhere: str | None = None) -> None:
        """Put a saved game on the table that is free, or as another tab has it `elsewhere`."""
        await self.packs.retry_until_answered(lambda: self._load(id, elsewhere))

    def _load(self, id: str, elsewhere: str | None) -> None:
        """Put a saved game on the table; PackResultPending if a pack has to answer first."""
        texts = self.saved_games.texts
        text = texts.newest_text(texts.shared_key(id)) or ""
        try:
            opened = self.opener.open_game(id)
        except SavedGameError as error:
            self._leave()
            self._notices.show_error(error)
            return
        bots, covered = opened.bots, opened.is_curtain_down
        if elsewhere:
            self._show(WatchedGame(self._keeper, opened.game, id, elsewhere, bots))
        else:
            own = OwnGame(
                self._keeper, opened.game, self._on_saved, id=opened.id, covered=covered, bots=bots
            )
            self._show(own)
        self._notices.show_save_notice(opened.notice)
        if opened.history_steps:
            start_task(self._attach_history(opened, text))

    async def _attach_history(self, opened: OpenedSave, text: str) -> None:
        """Give a long game its history while the player plays."""

        def session() -> Session | None:
            shown = self._table.session
            return shown if shown is not None and shown.game is opened.game else None

        recalling = self.opener.attach_history(opened, text)
        notice = await in_background(
            recalling, lambda: session() is not None, self.packs.resolve_step
        )
        if shown := session():
            self._table.on_history_attached(shown)
            self._notices.show_save_notice(notice)

    # -- other tabs ----------------------------------------------------------------------

    def resume(self, activity: Activity) -> None:
        """Go on with what a study was laid over.

        If another tab has taken the game meanwhile, show what that tab makes of it.
        """
        id = activity.game_id
        key = self.saved_games.texts.shared_key(id)
        is_taken = activity.held_id and self._other_tabs.tabs.held_game != key
        if is_taken or activity.other_tab_state:
            start_task(self.open_game(id))
        else:
            self._show(activity)

    async def take_over(self) -> None:
        """Continue in this tab the game that another tab plays."""
        if self._table.other_tab_state is None or self.is_taking_over:
            return
        self.is_taking_over = True  # what the other tab has done last is not to be shown any more
        try:
            id = self.awaited_id = self._table.game_id
            key, tabs = self.saved_games.texts.shared_key(id), self._other_tabs.tabs
            text = await tabs.take_over_game(key)
            if tabs.held_game != key or self.awaited_id != id:
                return
            await self._other_tabs.find_newest(key)
            self.saved_games.texts.take_over_game(key, text)
            await self.load_saved_game(id)
            if text:  # else the other tab keeps what it has
                tabs.confirm_received(key)
        finally:
            self.is_taking_over = False

    def make_read_only(self, game: str) -> None:
        """Let the game only be looked at here: another tab continues the game."""
        current = self._table.activity
        for activity in (current, current.under):
            session = activity.session if activity else None
            if activity is None or session is None:
                continue
            id = activity.game_id
            if id and self.saved_games.texts.shared_key(id) == game:
                bots = session.seating.opponents.level_by_seat
                watched = WatchedGame(self._keeper, session.game, id, "taken", bots)
                if activity is current:
                    self._show(watched)
                    self._table.rendering.focus_curtain()
                else:
                    current.under, current.held_id = watched, ""

    def keys_of_open_games(self) -> list[str]:
        """Return the keys of the games on this table and on those of other tabs."""
        on_table = self._table.game_id
        return [
            self.saved_games.texts.shared_key(entry.id)
            for entry in self.saved_games.entries()
            if entry.id == on_table or self._other_tabs.is_open_elsewhere(entry.id)
        ]
