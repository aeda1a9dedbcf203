"""The strength of a person: its row among what is theirs, and the way to its dialog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tashkalar.features.rating.rating import (
    Strength,
    compute_strengths,
    matched_player,
    strength_line,
)
from tashkalar.features.stored.page.door import count_saved_games
from tashkalar.features.stored.results_record import RESULTS_KEY, read_results
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.features import Action, Feature
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.rating.page.rating_dialog import RatingDialog


class RatingDoor(Feature):
    """Shows a person's strength by form; computes it again when the stored results change."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._text: str | None = None  # the results from which the strengths are computed
        self._strengths = compute_strengths(())
        self._fetched: FetchedScreen[RatingDialog] = FetchedScreen(
            app.words,
            "rating",
            "tashkalar.features.rating.page.rating_dialog",
            lambda module: module.RatingDialog(app.words),
            app.notices.show,
            place_id="rating-body",
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the dialog."""
        return {"rating": self._show}

    def offer_on_start(self) -> str:
        """Show the strength in its row; it is never what comes first."""
        self._draw()
        return ""

    def fitting_level(self, form: str) -> str:
        """Return the level or step that the person beats in half of the games.

        "" if the setting is off, or nothing is known.
        """
        strength = self.strengths.get(form) if self._app.preferences.settings.fitting else None
        return matched_player(strength) if strength else ""

    def on_language_changed(self) -> None:
        """Write the row in the new language; the dialog is written when it is opened."""
        self._draw()

    @property
    def strengths(self) -> Mapping[str, Strength]:
        """The strength by form, from the results that are stored now."""
        text = _results_text(self._app.store)
        if text != self._text:
            self._text, self._strengths = text, compute_strengths(read_results(text))
        return self._strengths

    def _draw(self) -> None:
        for form, strength in self.strengths.items():
            text = self._app.words.translate(strength_line(strength))
            by_id(f"rating-{form}").textContent = text

    async def _show(self) -> None:
        """Open the dialog; games that ended without being counted are counted first."""
        dialog = await self._fetched.load()
        if dialog is None:
            return
        if trouble := await count_saved_games(self._app.saved_games, self._app.store):
            self._app.notices.show(trouble)
        self._draw()
        dialog.show(self.strengths)


def _results_text(store: KeyValueStore) -> str | None:
    try:
        return store.get(RESULTS_KEY)
    except StoreError:
        return None


make_feature = RatingDoor
