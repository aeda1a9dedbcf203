"""The tour of opponents: its way in, its faces beside a game, and the victories that are kept."""

from __future__ import annotations

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
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Action, Feature, Work
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.tour.page.tour_parts import TourParts


class TourDoor(Feature):
    """Opens the dialog; its words, its portraits and its code are fetched with the first use."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._session: Session | None = None  # the game of the tour that is shown
        self._language = ""  # that of the words that are there
        self._fetched: FetchedScreen[TourParts] = FetchedScreen(
            app.words,
            "tour",
            "tashkalar.features.tour.page.tour_parts",
            lambda module: module.TourParts(app),
            app.notices.show,
            place_id="company-part",
            has_words=False,
        )

    def connect(self) -> None:
        """Follow the games on the table; a board inside another page has no faces."""
        if not self._app.is_embedded:
            self._app.table.rendering.observers.append(self._on_screen_shown)

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

    def on_language_changed(self) -> Work | None:
        """Write in the new language what is said of the opponent on the table."""
        return self._show_face() if self._session else None

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Show the face of an opponent, or hide that of another game."""
        bots = session.seating.opponents.level_by_seat
        is_of_tour = not COMPANY.keys().isdisjoint(bots.values())
        self._session = session if is_of_tour else None
        parts = self._fetched.screen
        if parts and (not is_of_tour or self._language == self._app.words.language):
            parts.faces.show(session)
        elif is_of_tour:
            start_task(self._show_face())

    async def _show_face(self) -> None:
        parts = await self._load()
        if parts and self._session:
            parts.faces.show(self._session)

    async def _load(self) -> TourParts | None:
        """Return the fetched parts, with their words; None after a notice."""
        language = self._app.words.language
        if not await load_later_texts(self._app.words, "company"):
            self._app.notices.show(Message("part.unavailable"))
            return None
        self._language = language
        return await self._fetched.load()

    async def _show(self) -> None:
        """Show the opponents of the tour, and which of them are beaten."""
        if parts := await self._load():
            parts.dialog.show()


make_feature = TourDoor
