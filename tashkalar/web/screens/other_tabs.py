"""What other tabs do with the games, and what becomes of ours when one goes on with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.ui.storage.save_texts import SaveTexts
from tashkalar.ui.storage.tab_lock import TAB_ANSWER_TIMEOUT_S, TabCoordinator
from tashkalar.web.browser.tasks import start_task


class OtherTabs:
    """Answers the other tabs as the `TabGameOwner` of `tabs`, and follows them.

    `surrender_game` is called with a game that another tab goes on with, `changed` when something
    is different on the shelf or on the other tables.
    """

    tabs: TabCoordinator  # this tab among the others; there before the first game
    open_games: frozenset[str]  # what the others have on their tables; known as early

    def __init__(
        self, texts: SaveTexts, taken: Callable[[str], None], changed: Callable[[], None]
    ) -> None:
        self._texts = texts
        self._on_taken, self._on_changed = taken, changed
        self._is_check_scheduled = False  # they will be looked at in a moment
        self._has_changes = False  # and something that is shown has changed

    def claim(self, id: str) -> None:
        """Have a game of the shelf for this tab alone, as soon as that can be."""
        start_task(self.tabs.claim_game(self._texts.shared_key(id)))

    def is_open_elsewhere(self, id: str) -> bool:
        """Whether another tab has this game of the shelf on its table."""
        return self._texts.shared_key(id) in self.open_games

    def surrender_game(self, game: str) -> str:
        """Another tab goes on with the game: stop, and give its newest text."""
        text = self._texts.newest_text(game) or ""
        self._on_taken(game)
        return text

    def confirm_surrender(self, game: str) -> None:
        """The other tab has what `surrender_game` gave."""
        self._texts.release_game(game)

    async def refresh_open_games(self) -> frozenset[str]:
        """The games that the others have on their tables now."""
        self.open_games = await self.tabs.games_open_elsewhere()
        return self.open_games

    def handle_other_tabs_change(self) -> None:
        """Other tabs have opened or left games."""
        if not self._is_check_scheduled:
            self._is_check_scheduled = True
            start_task(self._check_again())

    def on_saves_changed(self) -> None:
        """Another tab has saved, renamed or deleted something, or may have."""
        self._has_changes = True
        self.handle_other_tabs_change()

    async def _check_again(self) -> None:
        await asyncio.sleep(
            TAB_ANSWER_TIMEOUT_S
        )  # much may happen at once, and a lock goes a little later
        self._is_check_scheduled = False
        before = self.open_games
        if await self.refresh_open_games() != before or self._has_changes:
            self._has_changes = False
            self._on_changed()
