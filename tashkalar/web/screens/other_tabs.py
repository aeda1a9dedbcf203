"""Other tabs: the games that they have open, and the games that they take over from this tab."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from tashkalar.ui.storage.restore import restore_newer_copy
from tashkalar.ui.storage.save_texts import SaveTexts
from tashkalar.ui.storage.tab_lock import LOCK_TIMEOUT_S, TAB_ANSWER_TIMEOUT_S, TabCoordinator
from tashkalar.web.browser.tasks import start_task


class OtherTabs:
    """Answers other tabs as the `TabGameOwner` of `tabs`, and follows their changes.

    `taken` is called with the id of a game that another tab takes over, `changed` when the saved
    games or the games open in other tabs have changed.
    """

    tabs: TabCoordinator  # set before the first game
    open_games: frozenset[str]  # games open in other tabs; set before the first game

    def __init__(
        self, texts: SaveTexts, taken: Callable[[str], None], changed: Callable[[], None]
    ) -> None:
        self._texts = texts
        self._on_taken, self._on_changed = taken, changed
        self._is_check_scheduled = False
        self._has_changes = False  # the saved games may have changed

    def claim(self, id: str) -> None:
        """Claim a saved game for this tab alone as soon as possible."""
        start_task(self.tabs.claim_game(self._texts.shared_key(id)))

    async def claim_newest(self, key: str) -> bool:
        """Claim a saved game for this tab; return False when another tab has it."""
        if is_ours := await self.tabs.claim_game(key):
            await self.find_newest(key)
        return is_ours

    async def find_newest(self, key: str) -> None:
        """Look for what another tab of a saved game has in the backup only."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(restore_newer_copy(self._texts, key), LOCK_TIMEOUT_S)

    def is_open_elsewhere(self, id: str) -> bool:
        """Tell whether another tab has this saved game open."""
        return self._texts.shared_key(id) in self.open_games

    def surrender_game(self, game: str) -> str:
        """Stop playing a game that another tab takes over, and return its newest text."""
        text = self._texts.newest_text(game) or ""
        self._on_taken(game)
        return text

    def confirm_surrender(self, game: str) -> None:
        """Release a game whose text the other tab has received."""
        self._texts.release_game(game)

    async def refresh_open_games(self) -> frozenset[str]:
        """Update and return the games that other tabs have open."""
        self.open_games = await self.tabs.games_open_elsewhere()
        return self.open_games

    def handle_other_tabs_change(self) -> None:
        """Schedule a check: other tabs have opened or closed games."""
        if not self._is_check_scheduled:
            self._is_check_scheduled = True
            start_task(self._check_again())

    def on_saves_changed(self) -> None:
        """Schedule a check: another tab may have saved, renamed or deleted a game."""
        self._has_changes = True
        self.handle_other_tabs_change()

    async def _check_again(self) -> None:
        # Changes come in bursts, and the browser frees a lock a little later.
        await asyncio.sleep(TAB_ANSWER_TIMEOUT_S)
        self._is_check_scheduled = False
        before = self.open_games
        if await self.refresh_open_games() != before or self._has_changes:
            self._has_changes = False
            self._on_changed()
