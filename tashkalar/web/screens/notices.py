"""What the page tells by itself: troubles, and what became of a save."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.position.move import Message
from tashkalar.ui.storage.saved_games import STORED_AGAIN, ShelfError
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs


class Notices:
    """Tells in the person's language; `on_table` gives the id of the game on the table, if any."""

    def __init__(self, words: Catalogue, on_table: Callable[[], str]) -> None:
        self._words = words
        self._on_table = on_table

    def tell(self, message: Message, offer: str | None = None) -> None:
        """Show a notice that stays until it is closed; it offers a game as a file, if there is one.

        Without `offer` that is the game on the table.
        """
        offer = self._on_table() if offer is None else offer
        dialogs.banner(self._words.message(message), message.id, offer)

    def tell_error(self, error: ShelfError) -> None:
        """Say what could not be done, and offer what there is as a file."""
        self.tell(error.message, error.id)

    def tell_saved(self, notice: Message | None) -> None:
        """Say what became of a save, if there is something to say."""
        if notice == STORED_AGAIN:
            dialogs.close_banner("storage.")
            dialogs.toast(self._words.message(notice))
        elif notice:
            self.tell(notice)
