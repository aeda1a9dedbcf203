"""The tour of opponents: its way in, and the victories that are kept."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tashkalar.bots.company import COMPANY
from tashkalar.features.tour import tour
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.page_text import load_later_texts
from tashkalar.web.features import Action, Feature

if TYPE_CHECKING:
    from tashkalar.features.tour.page.tour_dialog import TourDialog


class TourDoor(Feature):
    """Opens the dialog, whose words are fetched with its first use."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._dialog: TourDialog | None = None

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the dialog."""
        return {"company": self._show}

    def offer_on_start(self) -> str:
        """Show how many opponents are beaten; it is never what comes first."""
        beaten = tour.read_tour(self._app.store)
        most = max((len(victories) for victories in beaten.values()), default=0)
        count = Message("start.tour", {"n": most, "of": len(COMPANY)})
        by_id("tour-note").textContent = self._app.words.translate(count)
        return ""

    def decided(self, session: Session, id: str) -> None:
        """Keep a victory over an opponent of the tour."""
        bots = session.seating.opponents.level_by_seat
        if session.game.is_over and not COMPANY.keys().isdisjoint(bots.values()):
            if trouble := tour.note_victory(self._app.store, session.game, bots):
                self._app.notices.show(trouble)

    async def merges(self) -> Mapping[str, MergeTexts]:
        """Return how the victories of two browsers are merged."""
        return {tour.TOUR_KEY: tour.merge_tour_texts}

    async def _show(self) -> None:
        """Show the opponents of the tour, and which of them are beaten."""
        app = self._app
        if not await load_later_texts(app.words, "company"):
            app.notices.show(Message("part.unavailable"))
            return
        if self._dialog is None:
            module = importlib.import_module("tashkalar.features.tour.page.tour_dialog")
            self._dialog = module.TourDialog(
                app.words, app.store, lambda: app.start_screen.schools, app.start_new_game
            )
        self._dialog.show()


make_feature = TourDoor
