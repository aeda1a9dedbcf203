"""The results of finished games, and the door to the dialog of the statistics."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from tashkalar.position.move import Message
from tashkalar.ui.lessons.course import Course
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import KeyValueStore
from tashkalar.ui.storage.save_texts import id_of_key
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import page_text
from tashkalar.web.browser.time_slices import in_foreground
from tashkalar.web.screens.learn import LessonScreen
from tashkalar.web.screens.puzzles import PuzzleScreen


async def count_saved_games(saved_games: SavedGames, id: str = "") -> Message | None:
    """Count saved games that have ended without being counted; return a message if that fails.

    With an id, only that game is counted: it is about to be deleted.
    """
    game_results: Any = importlib.import_module("tashkalar.ui.stored.game_results")
    texts = saved_games.texts
    records = [(id_of_key(key), record) for key, record in texts.records()]
    if not id:
        steps = game_results.note_saved_games_in_steps(texts.store, records)
    elif record := dict(records).get(id):
        steps = game_results.note_saved_game_in_steps(texts.store, id, record)
    else:
        return None
    trouble: Message | None = await in_foreground(steps, lambda: True)
    return trouble


class StatisticsDoor:
    """Keeps the result of each game that ends here; `tell` shows a notice.

    The code for results and for the dialog is imported when it is needed.
    """

    def __init__(
        self,
        words: Catalogue,
        saved_games: SavedGames,
        store: KeyValueStore,
        course: Course,
        lessons: LessonScreen,
        puzzles: PuzzleScreen,
        tell: Callable[[Message], None],
    ) -> None:
        self._words, self._saved_games, self._store = words, saved_games, store
        self._course, self._lessons, self._puzzles, self._notify = course, lessons, puzzles, tell
        self._dialog: Any = None  # of `web.screens.statistics`, once it was opened

    def note_decision(self, session: Session, save: str) -> None:
        """Keep the result of a game that has ended; `save` is the id of the saved game."""
        if not session.game.is_over:
            return
        game_results: Any = importlib.import_module("tashkalar.ui.stored.game_results")
        seating = session.seating
        trouble = game_results.note_result(
            self._store,
            session.game,
            save,
            self._saved_games.texts.date_ms(),
            seating.opponents.level_by_seat,
            seating.far.seat if seating.far else None,
        )
        if trouble:
            self._notify(trouble)

    async def show(self) -> None:
        """Show the statistics."""
        is_loaded = await page_text.load_later_texts(self._words, "statistics")
        if not (is_loaded and await self._lessons.load_words()):
            self._notify(Message("far.unavailable"))
            return
        await self._puzzles.fetch_index()  # without it, the tables of the puzzles are left out
        if self._dialog is None:
            module: Any = importlib.import_module("tashkalar.web.screens.statistics")
            self._dialog = module.StatisticsDialog(
                self._words,
                self._saved_games,
                self._store,
                self._course,
                self._puzzles,
                self._notify,
            )
        await self._dialog.show()
