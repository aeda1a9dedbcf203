"""Games with someone far away: the door to their code, which is fetched when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.screens.fetched_screen import FetchedScreen


class FarActions(Protocol):
    """The actions of `web.far.far_screen.FarScreen`."""

    def open_dialog(self) -> None:
        """Open the dialog with the form for an invitation, and the field for a message."""

    async def open_message(self, text: str) -> None:
        """Take over a message of someone far away, or show why that is impossible."""

    async def show_connections(self) -> None:
        """Show the devices that are connected with this one."""

    async def handle_decision(self, session: Session) -> None:
        """Add finished turns of this device to the log, and offer the message."""

    async def show_message(self) -> None:
        """Show the message of the game on the table."""


class FarGames:
    """Passes actions on to `web.far.far_screen`; `app` is the application."""

    def __init__(self, words: Catalogue, app: object, tell: Callable[[Message], None]) -> None:
        self._fetched: FetchedScreen[FarActions] = FetchedScreen(
            words,
            "far",
            "tashkalar.web.far.far_screen",
            lambda module: module.FarScreen(app),
            tell,
        )

    async def open_dialog(self) -> None:
        """Open the dialog with the form for an invitation, and the field for a message."""
        if screen := await self._fetched.load():
            screen.open_dialog()

    async def open_message(self, text: str) -> None:
        """Take over a message of someone far away, or show why that is impossible."""
        if screen := await self._fetched.load():
            await screen.open_message(text)

    async def show_connections(self) -> None:
        """Show the devices that are connected with this one."""
        if screen := await self._fetched.load():
            await screen.show_connections()

    async def handle_decision(self, session: Session) -> None:
        """Add a finished turn to the log, and offer its message."""
        if screen := await self._fetched.load():
            await screen.handle_decision(session)

    async def show_message(self) -> None:
        """Show the message of the game on the table."""
        if screen := await self._fetched.load():
            await screen.show_message()
