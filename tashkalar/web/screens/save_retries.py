"""Telling at once that a game could not be saved, and trying again until that works."""

from __future__ import annotations

from tashkalar.ui.storage.save_texts import SaveTexts
from tashkalar.web.browser.timers import Timer
from tashkalar.web.screens.notices import Notices

RETRY_S = 10
"""Seconds between two attempts to store what could not be stored."""


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
