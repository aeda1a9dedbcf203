"""Games with someone far away: the door to their code, which is fetched when it is needed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.far_record import is_far_file
from tashkalar.web.app import App
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import Action, Feature, Work
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.far.far_game import FarGame
    from tashkalar.features.far.page.far_screen import FarScreen


class Connections(Protocol):
    """Devices that are connected with this one, and bring turns by themselves."""

    async def open(self, text: str = "") -> None:
        """Show the connections in the dialog; with a code, connect."""

    async def act(self, button: str) -> None:
        """Do what a button says."""

    def pass_on(self) -> None:
        """Send the entries that connected devices lack."""

    def show_note(self) -> None:
        """Say in the prompt that turns come by themselves."""

    def begin_game(self, game: str) -> None:
        """Play a game with the connected devices from now on."""

    def delivers(self, far: FarGame) -> bool:
        """Return whether a connection brings the log to the player who needs it."""


# Features that connect devices add themselves here; each returns None if it cannot be fetched.
connectors: list[Callable[[App, FarScreen], Awaitable[Connections | None]]] = []


class FarDoor(Feature):
    """Passes actions on to `far_screen`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._fetched: FetchedScreen[FarScreen] = FetchedScreen(
            app.words,
            "far",
            "tashkalar.features.far.page.far_screen",
            lambda module: module.FarScreen(app),
            app.notices.show,
        )

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the dialog."""
        return {"far": self._open_dialog}

    def commands(self) -> Mapping[str, Action]:
        """Return what the buttons of the prompt do."""
        return {
            "far-send": self._show_message,
            "far-read": self._open_dialog,
            "far-live": self._show_connections,
        }

    def save_actions(self) -> Mapping[str, Callable[[str], object]]:
        """Return the way to send the message of a saved game again."""
        return {"send": self._send_again}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Take over the message in a link or in what was shared, or show why that is impossible."""
        if self._app.table.session is None:
            self._app.show_start_screen(keeps_address=True)
        names = (name,) if name == "far" else ("shared-text", "shared-link")
        await self._open_message("\n".join(parameters.get(name, "") for name in names))

    def open_file(self, text: str) -> Work | None:
        """Take over the message in a file."""
        return self._open_message(text) if is_far_file(text) else None

    def rematch(self, session: Session) -> Work | None:
        """Invite to the same game, in which somebody else begins."""
        far = session.seating.far
        return self._invite_again() if far is not None and not far.is_watching else None

    def decided(self, session: Session, id: str) -> None:
        """Add a finished turn to the log, and offer its message."""
        if session.seating.far:
            start_task(self._handle_decision(session))

    async def _open_dialog(self) -> None:
        if screen := await self._fetched.load():
            screen.open_dialog()

    async def _open_message(self, text: str) -> None:
        if screen := await self._fetched.load():
            await screen.open_message(text)

    async def _invite_again(self) -> None:
        if screen := await self._fetched.load():
            screen.invite_again(is_swapped=True)

    async def _show_connections(self) -> None:
        if screen := await self._fetched.load():
            await screen.show_connections()

    async def _send_again(self, id: str) -> None:
        if screen := await self._fetched.load():
            screen.send_again(id)

    async def _handle_decision(self, session: Session) -> None:
        if screen := await self._fetched.load():
            await screen.handle_decision(session)

    async def _show_message(self) -> None:
        if screen := await self._fetched.load():
            await screen.show_message()


make_feature = FarDoor
