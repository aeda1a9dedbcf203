"""The duel of the day: the way to its screen, and the results that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tashkalar import Game
from tashkalar.features.daily_duel import SEED_START
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Action, Feature, Work
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.daily_duel.page.duel_screen import DuelScreen


class DailyDuelDoor(Feature):
    """Passes actions on to `duel_screen`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._fetched: FetchedScreen[DuelScreen] = FetchedScreen(
            app.words,
            "daily_duel",
            "tashkalar.features.daily_duel.page.duel_screen",
            lambda module: module.DuelScreen(app),
            app.notices.show,
            place_id="daily-duel-part",
            other_words=("puzzles",),  # those for sharing
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the screen."""
        return {"daily-duel": self._show}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the duel of the day."""
        await self._show()

    def on_language_changed(self) -> Work | None:
        """Write the screen in the new language, if it is shown."""
        screen = self._fetched.screen
        return self._rewrite() if screen is not None and screen.is_shown else None

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how the results of two browsers are merged."""
        screen = await self._fetched.load()
        return screen.merges if screen else None

    def decided(self, session: Session, id: str) -> None:
        """Keep the result of a duel that has ended."""
        game = session.game
        if game.is_over and game.setup.seed.startswith(SEED_START):
            start_task(self._keep(game.copy(), dict(session.seating.opponents.level_by_seat)))

    async def _keep(self, game: Game, bots: BotLevels) -> None:
        if screen := await self._fetched.load():
            screen.keep(game, bots)

    async def _show(self) -> None:
        if screen := await self._fetched.load():
            screen.show()
        else:
            self._app.show_start_if_empty()

    async def _rewrite(self) -> None:
        if screen := await self._fetched.load():
            screen.draw()


make_feature = DailyDuelDoor
