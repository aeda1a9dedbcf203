"""The drill of turned patterns: the way to its screen, whose code is fetched with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tashkalar.features.drill import DRILL_KEY
from tashkalar.features.puzzles.due_days import practiced_days
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.features import Action, Feature, Work
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.drill.page.drill_screen import DrillScreen


class DrillDoor(Feature):
    """Passes actions on to `drill_screen`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._fetched: FetchedScreen[DrillScreen] = FetchedScreen(
            app.words,
            "drill",
            "tashkalar.features.drill.page.drill_screen",
            lambda module: module.DrillScreen(app),
            app.notices.show,
            place_id="drill-part",
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the drill."""
        return {"drill": self._show}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the drill."""
        await self._show()

    def on_language_changed(self) -> Work | None:
        """Write the question in the new language, if it is shown."""
        screen = self._fetched.screen
        return self._rewrite() if screen is not None and screen.is_shown else None

    def active_days(self) -> set[int]:
        """Return the days of practice."""
        return practiced_days(self._app.store, DRILL_KEY)

    async def statistics(self) -> Sequence[StatisticsTable]:
        """Return the last answers by orientation and by rank; none if they cannot be fetched."""
        screen = await self._fetched.load()
        return screen.statistics if screen else ()

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how the answers of two browsers are merged."""
        screen = await self._fetched.load()
        return screen.merges if screen else None

    async def _show(self) -> None:
        if screen := await self._fetched.load():
            screen.show()
        else:
            self._app.show_start_if_empty()

    async def _rewrite(self) -> None:
        if screen := await self._fetched.load():
            screen.draw()


make_feature = DrillDoor
