"""What the page tells by itself: troubles, and what became of a save."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.position.move import Message
from tashkalar.ui.storage.save_texts import STORAGE_RECOVERED, SavedGameError
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs


class Notices:
    """Tells in the person's language; `on_table` gives the id of the game on the table, if any."""

    def __init__(self, words: Catalogue, on_table: Callable[[], str]) -> None:
        self._words = words
        self._game_id = on_table

    def show(self, message: Message, offer: str | None = None) -> None:
        """Show a notice that stays until it is closed; it offers a game as a file, if there is one.

        Without `offer` that is the game on the table.
        """
        offer = self._game_id() if offer is None else offer
        dialogs.show_banner(self._words.translate(message), message.id, offer)

    def show_error(self, error: SavedGameError) -> None:
        """Say what could not be done, and offer what there is as a file."""
        self.show(error.message, error.downloadable_id)

    def show_save_notice(self, notice: Message | None) -> None:
        """Say what became of a save, if there is something to say."""
        if notice == STORAGE_RECOVERED:
            dialogs.close_banner("storage.")
            dialogs.show_toast(self._words.translate(notice))
        elif notice:
            self.show(notice)
