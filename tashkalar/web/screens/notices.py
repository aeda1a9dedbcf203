"""Notices that the page shows unasked: errors, and results of saving, which is tried again."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.position.move import Message
from tashkalar.ui.storage.save_texts import STORAGE_RECOVERED, SavedGameError, SaveTexts
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.timers import Timer

RETRY_S = 10
"""Seconds between two attempts to store what could not be stored."""


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


class SaveRetries:
    """Show the notices that come between two decisions, and repeat failed writes."""

    def __init__(self, texts: SaveTexts, notices: Notices) -> None:
        self._texts = texts
        self._notices = notices
        self._timer = Timer()
        texts.on_notice = self.show_notice

    def show_notice(self) -> None:
        """Show the next notice, and try again later while a game is not stored."""
        self._notices.show_save_notice(self._texts.pop_notice())
        self._plan_retry()

    def _retry(self) -> None:
        self._notices.show_save_notice(self._texts.retry_pending_writes())
        self._plan_retry()

    def _plan_retry(self) -> None:
        if self._texts.has_unsaved_games:
            self._timer.start(RETRY_S, self._retry)
