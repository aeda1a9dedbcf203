"""The notice of an error in the page itself: shown once, with details to copy for a report."""

from __future__ import annotations

import traceback

from pyscript import window

from tashkalar import __version__
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.optional_features import copy_text
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.table import Table
from tashkalar.web.screens.notices import Notices


class FailureNotice:
    """Shows each unexpected error once, and says to load the page again only if that helps."""

    def __init__(self, words: Catalogue, table: Table, notices: Notices) -> None:
        self._words, self._table, self._notices = words, table, notices
        self._reported: set[str] = set()
        listen(by_id("failure-copy"), "click", self._on_copy)
        listen(by_id("failure-close"), "click", lambda _: self._close())

    def show(self, error: BaseException) -> None:
        """Show an error that was not shown before."""
        details = "".join(traceback.format_exception(error))
        if details in self._reported:
            return
        self._reported.add(details)
        window.console.error(details)
        is_game_well = self._redraws()
        if not is_game_well:
            self._notices.show(Message("error.unexpected"))
        by_id("failure-text").textContent = self._words.text(
            "error.harmless" if is_game_well else "error.report"
        )
        by_id("failure-details").value = f"Tash-Kalar {__version__}\n{details}"
        by_id("failure-details").toggleAttribute("hidden", True)
        by_id("failure").toggleAttribute("hidden", False)

    def _redraws(self) -> bool:
        """Draw the whole screen again; return False if that fails too."""
        try:
            self._table.refresh()
        except Exception:
            return False
        return True

    async def _copy(self) -> None:
        """Copy the details; where the browser refuses, show them selected."""
        details = by_id("failure-details")
        if not await copy_text(details.value):
            details.toggleAttribute("hidden", False)
            details.select()
            by_id("failure-text").textContent = self._words.text("error.select")
            return
        self._close()
        dialogs.show_toast(self._words.text("error.copied"))

    def _on_copy(self, event: PageEvent) -> None:
        start_task(self._copy())

    def _close(self) -> None:
        by_id("failure").toggleAttribute("hidden", True)
