"""The parts of the page that connected devices need: the saved log, the dialog, notices."""

from __future__ import annotations

from tashkalar.far.far_game import game_id
from tashkalar.far.log import FarError, Log
from tashkalar.far.message import FoundLog
from tashkalar.far.signatures import Signatures
from tashkalar.features.far import far_texts
from tashkalar.features.far.page.far_screen import FarScreen, Outcome
from tashkalar.features.far.page.message_sender import page_link
from tashkalar.features.live.page import turn_notice
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.optional_features import copy_text


class LiveHost:
    """Connects `LivePlay` with the application and the screen of games with someone far away."""

    def __init__(self, app: App, screen: FarScreen) -> None:
        self._app = app
        self._screen = screen

    def saved_log(self, game: str) -> tuple[Log, SeatNumber]:
        """Return the log of a game and the own seat, () without the game.

        "" stands for the game on the table.
        """
        signed, seat = self._screen.saved_log(game)
        return signed.log, seat

    def signatures(self, game: str) -> Signatures:
        """Return the signatures of the log of a game."""
        return self._screen.saved_log(game)[0].signatures

    async def take_log(self, log: Log, signatures: Signatures) -> Outcome:
        """Take over a log as if it had come in a message; raise FarError if it is wrong."""
        return await self._screen.take_log(FoundLog(log, NO_SEAT, signatures))

    def is_on_table(self, game: str) -> bool:
        """Return whether a game is on the table of this tab."""
        log, _ = self.saved_log("")
        return bool(log) and game_id(log) == game

    def is_game_over(self, game: str) -> bool:
        """Return whether a game is on the table of this tab and over."""
        session = self._app.table.session
        return self.is_on_table(game) and session is not None and session.game.is_over

    def player_name(self, seat: SeatNumber) -> Wording:
        """Return the name of a player of the game on the table, or a color."""
        session = self._app.table.session
        assert session is not None  # the game is on the table
        return phrases.player_name(session.game.setup, seat)

    # -- the dialog ----------------------------------------------------------------------

    def show_part(self, *, shows_codes: bool) -> None:
        """Show the part of the dialog about connections."""
        self._screen.dialog.show_live(shows_codes=shows_codes)

    @property
    def is_dialog_shown(self) -> bool:
        """True while the dialog shows the connections."""
        return self._screen.dialog.is_live_shown

    def close_notices(self) -> None:
        """Close the notice about a connection, and the dialog if it shows connections."""
        dialogs.close_banner("live.")
        if self._screen.dialog.is_live_shown:
            self._screen.dialog.close()

    async def show_message(self) -> None:
        """Show the message of the game as a link instead, or the form for an invitation."""
        self._screen.open_dialog()

    async def copy(self, link: str) -> None:
        """Copy the selected link of a code, or say that the person has to."""
        id = "far.copied" if await copy_text(link) else "far.copy.select"
        self.show_toast(Message(id))

    def code_link(self, code: str) -> str:
        """Return the link of this page with a code."""
        return page_link(code)

    # -- notices -------------------------------------------------------------------------

    def show_note(self, note: Message | None) -> None:
        """Say this in the prompt while others play."""
        session = self._app.table.session
        if session is None or session.seating.far is None or session.seating.far.note == note:
            return
        session.seating.far = session.seating.far._replace(note=note)
        self._app.table.refresh()

    async def notify_of_turn(self) -> None:
        """Have the system say that it is the own turn in the game on the table, if that is so."""
        session, id = self._app.table.session, self._app.table.game_id
        if session is None or not session.seating.is_far_turn:
            return
        name = next((entry.name for entry in self._app.saved_games.entries() if entry.id == id), "")
        words = self._app.words
        await turn_notice.show(words.text("page.title.turn"), words.translate(name))

    def show_toast(self, message: Message) -> None:
        """Show a short notice."""
        self._screen.show_toast(message)

    def show_notice(self, message: Message) -> None:
        """Show a notice that stays, or the reason in the dialog if it is open."""
        self._screen.show_error(message)

    def show_fault(self, error: FarError) -> None:
        """Show why a message was not taken."""
        other = Message("live.error.other")
        self._screen.show_error(other if error.fault == "other" else far_texts.error_message(error))

    def is_watching(self) -> bool:
        """Return whether this device only watches the game on the table."""
        return self.saved_log("")[1] == NO_SEAT
