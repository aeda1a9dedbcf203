"""The keys that speak; what they say is fetched with the first of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tashkalar.web.app import App
from tashkalar.web.features import Action, Feature
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.spoken.page.speaker import Speaker


class SpokenDoor(Feature):
    """Says the position, a card, or what was said last, in the region for screen readers."""

    def __init__(self, app: App) -> None:
        self._fetched: FetchedScreen[Speaker] = FetchedScreen(
            app.words,
            "spoken",
            "tashkalar.features.spoken.page.speaker",
            lambda module: module.Speaker(app.words, lambda: app.table.session),
            app.notices.show,
        )

    def shortcuts(self) -> Mapping[str, Action]:
        """Return the keys: the position, a card, and once more."""
        return {
            "o": lambda: self._speak(lambda speaker: speaker.say_position()),
            "k": lambda: self._speak(lambda speaker: speaker.say_card()),
            "l": lambda: self._speak(lambda speaker: speaker.repeat()),
        }

    async def _speak(self, say: Callable[[Speaker], None]) -> None:
        if speaker := await self._fetched.load():
            say(speaker)


make_feature = SpokenDoor
