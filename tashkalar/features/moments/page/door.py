"""The best moments of a person's games: their row in *You*, and the way to their code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tashkalar import Game
from tashkalar.features.moments import MOMENTS_KEY
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import own_seats
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Action, Feature
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.moments.page.moments_dialog import MomentsDialog


class MomentsDoor(Feature):
    """Keeps the moments of games that end here, and opens their dialog."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lock = asyncio.Lock()  # one game after the other
        self._fetched: FetchedScreen[MomentsDialog] = FetchedScreen(
            app.words,
            "moments",
            "tashkalar.features.moments.page.moments_dialog",
            lambda module: module.MomentsDialog(app),
            app.notices.show,
            place_id="best-moments",
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the dialog."""
        return {"moments": self._show}

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how the moments of two browsers are merged."""
        module = await load_part("moments", "tashkalar.features.moments.moments")
        return {MOMENTS_KEY: module.merge_moment_texts} if module else None

    async def _show(self) -> None:
        if dialog := await self._fetched.load():
            dialog.show()

    def decided(self, session: Session, id: str) -> None:
        """Keep the moments of a game that has ended; nothing is shown, so a fault is none."""
        far, bots = session.seating.far, session.seating.opponents.level_by_seat
        seats = own_seats(session.game, bots, far.seat if far else None)
        if session.game.is_over and seats and not self._app.is_embedded:
            start_task(self._keep(session.game.copy(), seats, id))

    async def _keep(self, game: Game, seats: tuple[SeatNumber, ...], id: str) -> None:
        async with self._lock:
            module = await load_part("moments", "tashkalar.features.moments.moments")
            if module is None:
                return
            store, ended_ms = self._app.store, self._app.saved_games.texts.date_ms()
            known = module.read_moments(store)
            found = module.find_moments(game, seats, id, ended_ms)
            changed = module.add_moments(known, found, id)
            if changed != known and (trouble := module.save_moments(store, changed)):
                self._app.notices.show(trouble)


make_feature = MomentsDoor
