"""The workshop: the door to its code, which is fetched when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import location, page_text
from tashkalar.web.browser.dom import by_id
from tashkalar.web.screens.fetched_screen import FetchedScreen


class WorkshopActions(Protocol):
    """The actions of `web.workshop.workshop_screen.WorkshopScreen`."""

    has_unsaved_work: bool

    def show(self) -> None:
        """Show the screen: the collection, or the work that was left for the table."""

    async def open_game(self, session: Session, kind: str, step: str = "") -> bool:
        """Show the position on the board as a new "position" or "lesson"; False if refused."""

    def keep_played(self, kind: str, codes: tuple[str, ...]) -> None:
        """Keep what was played on the table as a way or a mistake of the lesson."""

    def write_texts(self) -> None:
        """Write everything in the current language."""


class WorkshopDoor:
    """Passes actions on to `web.workshop.workshop_screen`; `app` is the application."""

    def __init__(self, words: Catalogue, app: object, tell: Callable[[Message], None]) -> None:
        self._words = words
        self._fetched: FetchedScreen[WorkshopActions] = FetchedScreen(
            "workshop",
            "tashkalar.web.workshop.workshop_screen",
            lambda module: module.WorkshopScreen(app),
            lambda: page_text.load_workshop_texts(words),
            tell,
            place_id="workshop",
        )
        self.is_trying = False  # the game on the table is a try of the workshop
        self._recorded_kind = ""  # what the try is kept as: a way, a mistake, or "" for nothing
        self._back_button = by_id("workshop-return")
        self._back_label = by_id("workshop-return-label")

    @property
    def has_unsaved_work(self) -> bool:
        """True if a work is open that has changes which are not stored."""
        screen = self._fetched.screen
        return screen is not None and screen.has_unsaved_work

    def note_try(self, *, is_trying: bool, records: str = "") -> None:
        """Note whether the game on the table is a try, which has a way back and is not saved.

        `records` says what is kept of it: "way", "mistake" or nothing.
        """
        self.is_trying, self._recorded_kind = is_trying, records
        self._back_button.toggleAttribute("hidden", not is_trying)
        if is_trying:
            self._write_label()

    def _write_label(self) -> None:
        kind = self._recorded_kind
        label = f"workshop.keep.{kind}" if kind else "page.workshop.return"
        self._back_label.textContent = self._words.text(label)

    def keep_played(self, codes: tuple[str, ...]) -> None:
        """Keep the decisions of a recorded try before the try leaves the table."""
        screen = self._fetched.screen
        if screen and self._recorded_kind:
            screen.keep_played(self._recorded_kind, codes)

    async def show(self) -> bool:
        """Show the workshop; return False, after a notice, if it cannot be fetched."""
        if screen := await self._fetched.load():
            screen.show()
        return screen is not None

    async def open_game(self, session: Session, kind: str, step: str = "") -> None:
        """Show the position on the board as a new "position" or "lesson", if that is possible.

        `step` is the panel to begin with, such as "share".
        """
        screen = await self._fetched.load()
        if screen is not None and await screen.open_game(session, kind, step):
            location.write_workshop()

    async def on_language_changed(self) -> None:
        """Write everything in the new language, if the workshop was ever opened."""
        screen = self._fetched.screen
        if screen and await page_text.load_workshop_texts(self._words):
            screen.write_texts()
            self._write_label()
