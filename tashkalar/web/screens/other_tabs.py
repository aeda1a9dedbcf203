"""What other tabs do with the games, and what becomes of ours when one goes on with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tashkalar.ui.storage.saved_games import Shelf
from tashkalar.ui.storage.tab_lock import MOMENT, Tabs
from tashkalar.web.browser.tasks import background


class OtherTabs:
    """Answers the other tabs as the `Owner` of `tabs`, and follows them.

    `taken` is called with a game that another tab goes on with, `changed` when something is
    different on the shelf or on the other tables.
    """

    tabs: Tabs  # this tab among the others; there before the first game
    games: frozenset[str]  # what the others have on their tables; known as early

    def __init__(
        self, shelf: Shelf, taken: Callable[[str], None], changed: Callable[[], None]
    ) -> None:
        self._shelf = shelf
        self._taken, self._changed = taken, changed
        self._looking = False  # they will be looked at in a moment
        self._stale = False  # and something that is shown has changed

    def claim(self, id: str) -> None:
        """Have a game of the shelf for this tab alone, as soon as that can be."""
        background(self.tabs.claim(self._shelf.key(id)))

    def has(self, id: str) -> bool:
        """Whether another tab has this game of the shelf on its table."""
        return self._shelf.key(id) in self.games

    def taken(self, game: str) -> str:
        """Another tab goes on with the game: stop, and give its newest text."""
        text = self._shelf.lend(game) or ""
        self._taken(game)
        return text

    def delivered(self, game: str) -> None:
        """The other tab has what `taken` gave."""
        self._shelf.let_go(game)

    async def look(self) -> frozenset[str]:
        """The games that the others have on their tables now."""
        self.games = await self.tabs.open_elsewhere()
        return self.games

    def others_changed(self) -> None:
        """Other tabs have opened or left games."""
        if not self._looking:
            self._looking = True
            background(self._look_again())

    def shelf_changed(self) -> None:
        """Another tab has saved, renamed or deleted something, or may have."""
        self._stale = True
        self.others_changed()

    async def _look_again(self) -> None:
        await asyncio.sleep(MOMENT)  # much may happen at once, and a lock goes a little later
        self._looking = False
        before = self.games
        if await self.look() != before or self._stale:
            self._stale = False
            self._changed()
