"""Stored data and statistics: the ways to their dialogs, and the results that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tashkalar.features.stored import game_results
from tashkalar.features.stored.results_record import RESULTS_KEY, merge_results
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import KeyValueStore, MergeTexts
from tashkalar.ui.storage.save_texts import id_of_key
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.web.app import App
from tashkalar.web.browser.page_text import load_later_texts
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.browser.time_slices import in_foreground
from tashkalar.web.features import Action, Feature, Work

if TYPE_CHECKING:
    from tashkalar.features.stored.page.statistics_dialog import StatisticsDialog
    from tashkalar.features.stored.page.stored_data_dialog import StoredDataDialog


async def count_saved_games(
    saved_games: SavedGames, store: KeyValueStore, id: str = ""
) -> Message | None:
    """Count saved games that have ended without being counted; return a message if that fails.

    With an id, only that game is counted: it is about to be deleted.
    """
    texts = saved_games.texts
    records = [(id_of_key(key), record) for key, record in texts.records()]
    if not id:
        steps = game_results.note_saved_games_in_steps(store, records)
    elif record := dict(records).get(id):
        steps = game_results.note_saved_game_in_steps(store, id, record)
    else:
        return None
    trouble: Message | None = await in_foreground(steps, lambda: True)
    return trouble


class StoredDoor(Feature):
    """Keeps the result of each game that ends here, and opens the dialogs."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._statistics: StatisticsDialog | None = None
        self._stored_data: StoredDataDialog | None = None

    def actions(self) -> Mapping[str, Action]:
        """Return the ways to the dialogs."""
        return {"statistics": self._show_statistics, "stored": self._show_stored_data}

    def decided(self, session: Session, id: str) -> None:
        """Keep the result of a game that has ended; `id` is that of the saved game."""
        if not session.game.is_over:
            return
        seating = session.seating
        trouble = game_results.note_result(
            self._app.store,
            session.game,
            id,
            self._app.saved_games.texts.date_ms(),
            seating.opponents.level_by_seat,
            seating.far.seat if seating.far else None,
        )
        if trouble:
            self._app.notices.show(trouble)

    async def merges(self) -> Mapping[str, MergeTexts]:
        """Return how the results of two browsers are merged."""
        return {RESULTS_KEY: merge_results}

    def before_deletion(self, id: str) -> Work:
        """Count a saved game that has ended without being counted."""
        return self._count(id)

    async def _count(self, id: str) -> None:
        await count_saved_games(self._app.saved_games, self._app.store, id)

    async def _fetch(self, name: str) -> Any:
        """Return a module of the page; None, after a notice, if it cannot be fetched."""
        module = await load_part("stored", f"tashkalar.features.stored.page.{name}")
        if module is None:
            self._app.notices.show(Message("part.unavailable"))
        return module

    async def _show_statistics(self) -> None:
        """Show the statistics."""
        app = self._app
        module = await self._fetch("statistics_dialog")
        if module is None:
            return
        if not await load_later_texts(app.words, "statistics"):
            app.notices.show(Message("part.unavailable"))
            return
        if self._statistics is None:
            self._statistics = module.StatisticsDialog(
                app.words,
                app.saved_games,
                app.store,
                app.features,
                app.notices.show,
            )
        await self._statistics.show()

    async def _show_stored_data(self) -> None:
        """Show what is stored in this browser."""
        app = self._app
        module = await self._fetch("stored_data_dialog")
        if module is None:
            return
        if self._stored_data is None:
            self._stored_data = module.StoredDataDialog(
                app.words,
                app.saved_games,
                app.store,
                app.features,
                app.packs,
                app.keys_of_open_games,
                app.saved_games_panel.show_list,
            )
        await self._stored_data.show()


make_feature = StoredDoor
