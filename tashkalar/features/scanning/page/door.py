"""Playing with one key, or with a pointer that rests: fetched when a setting asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tashkalar.ui.storage.settings import Settings
from tashkalar.web.app import App
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Feature
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.scanning.page.scanner import Scanning


class ScanningDoor(Feature):
    """Follows the settings."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._fetched: FetchedScreen[Scanning] = FetchedScreen(
            app.words,
            "scanning",
            "tashkalar.features.scanning.page.scanner",
            lambda module: module.Scanning(
                app.table.rendering.board, app.table.rendering.event_count
            ),
            app.notices.show,
            place_id="scanning",
            has_words=False,
        )

    def connect(self) -> None:
        """Begin to follow the settings."""
        if not self._app.is_embedded:
            self._app.preferences.observers.append(self._apply)

    def _apply(self, settings: Settings) -> None:
        if self._fetched.screen or settings.scan != "off" or settings.dwell != "off":
            start_task(self._load_and_apply())

    async def _load_and_apply(self) -> None:
        if scanning := await self._fetched.load():
            scanning.apply(self._app.preferences.settings)


make_feature = ScanningDoor
