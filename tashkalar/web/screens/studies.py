"""The review and studies: the door to their code, which is fetched when one is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.listeners import PageEvent
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.screens.fetched_screen import FetchedScreen


class StudyActions(Protocol):
    """The actions of `web.studies.study_screen.StudyScreen`."""

    @property
    def is_looking(self) -> bool:
        """True while a study is only looked at, so that no card can be used."""

    async def review_game(self, session: Session) -> None:
        """Review the game on the table, or go on with its review."""

    async def open_study(self, study: Study, id: str | None) -> None:
        """Show a study; `id` is that of a saved study."""

    def press_button(self, action: str) -> object:
        """Do what a button of the panel says; return a coroutine for what takes longer."""

    def press_menu(self, action: str) -> bool:
        """Keep or download the study if the menu says so; return whether that was done."""

    def show_line(self, end: int) -> None:
        """Show the line that ends in a position."""

    def show_turn(self, start: int) -> None:
        """Show the turn that begins in a position."""

    def show_opinion(self) -> None:
        """Show the computer player's opinion of the game on the result."""

    async def press_opinion(self, action: str) -> None:
        """Do what a button of the opinion says."""

    def click_opinion(self, event: PageEvent) -> None:
        """Go to the turn that is nearest to a click on the curve of the opinion."""


class StudiesDoor:
    """Passes actions on to `web.studies.study_screen`; `app` is the application."""

    def __init__(
        self,
        words: Catalogue,
        app: object,
        tell: Callable[[Message], None],
        *,
        wants_opinion: Callable[[], bool],
    ) -> None:
        self._words, self._wants_opinion = words, wants_opinion
        self._fetched: FetchedScreen[StudyActions] = FetchedScreen(
            words,
            "studies",
            "tashkalar.web.studies.study_screen",
            lambda module: module.StudyScreen(app),
            tell,
            place_id="study",
        )

    async def review_game(self, session: Session) -> None:
        """Review the game on the table, or go on with its review."""
        async with dialogs.show_while_waiting(self._words.text("review.opening")):
            screen = await self._fetched.load()
        if screen is not None:
            await screen.review_game(session)

    async def open_study(self, study: Study, id: str | None) -> bool:
        """Show a study; return False, after a notice, if the code cannot be fetched."""
        screen = await self._fetched.load()
        if screen is not None:
            await screen.open_study(study, id)
        return screen is not None

    @property
    def is_looking(self) -> bool:
        """True while a study is only looked at, so that no card can be used."""
        return self._fetched.screen is not None and self._fetched.screen.is_looking

    def press_button(self, action: str) -> object:
        """Do what a button of the panel says; return a coroutine for what takes longer."""
        return None if self._fetched.screen is None else self._fetched.screen.press_button(action)

    def press_menu(self, action: str) -> bool:
        """Keep or download the study if the menu says so; return whether that was done."""
        return self._fetched.screen is not None and self._fetched.screen.press_menu(action)

    def show_line(self, end: int) -> None:
        """Show the line that ends in a position."""
        if self._fetched.screen is not None:
            self._fetched.screen.show_line(end)

    def show_turn(self, start: int) -> None:
        """Show the turn that begins in a position."""
        if self._fetched.screen is not None:
            self._fetched.screen.show_turn(start)

    def on_screen_shown(self, session: Session, kind: str) -> None:
        """Fetch the opinion for the result of a game, if the person wants to see it."""
        if kind == "result" and self._fetched.screen is None and self._wants_opinion():
            start_task(self._show_opinion())

    async def _show_opinion(self) -> None:
        if screen := await self._fetched.load():
            screen.show_opinion()

    async def press_opinion(self, action: str) -> None:
        """Do what a button of the opinion says."""
        if screen := await self._fetched.load():
            await screen.press_opinion(action)

    def click_opinion(self, event: PageEvent) -> None:
        """Go to the turn that is nearest to a click on the curve of the opinion."""
        if self._fetched.screen is not None:
            self._fetched.screen.click_opinion(event)
