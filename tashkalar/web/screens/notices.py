"""Notices that the page shows unasked: errors, and results of saving."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.position.move import Message
from tashkalar.ui.storage.save_texts import STORAGE_RECOVERED, SavedGameError
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs


class Notices:
    """Shows notices in the person's language; `on_table` returns the id of the open game or ""."""

    def __init__(self, words: Catalogue, on_table: Callable[[], str]) -> None:
        self._words = words
        self._game_id = on_table

    def show(self, message: Message, offer: str | None = None) -> None:
        """Show a notice that stays until it is closed, with a game to download.

        `offer` is the id of that game, "" for none; None stands for the open game.
        """
        offer = self._game_id() if offer is None else offer
        dialogs.show_banner(message, self._words, offer)

    def show_error(self, error: SavedGameError) -> None:
        """Show an error, and offer the game as a file if possible."""
        self.show(error.message, error.downloadable_id)

    def show_save_notice(self, notice: Message | None) -> None:
        """Show the result of a save, if there is anything to report."""
        if notice == STORAGE_RECOVERED:
            dialogs.close_banner("storage.")
            dialogs.show_toast(self._words.translate(notice))
        elif notice:
            self.show(notice)
