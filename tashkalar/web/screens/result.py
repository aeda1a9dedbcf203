"""The result screen: the next steps after a game."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import Game
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.rematch import can_swap_sides, create_rematch
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs, files, location
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.optional_features import copy_text
from tashkalar.web.features import Features
from tashkalar.web.play.table import Table


class ResultScreen:
    """The next steps on the result screen; `begin` starts the next game.

    A feature may begin a rematch otherwise.
    """

    def __init__(
        self,
        words: Catalogue,
        table: Table,
        begin: Callable[[Game, BotLevels], None],
        features: Features,
    ) -> None:
        self._words = words
        self._table = table
        self._start_game = begin
        self._features = features
        self._shown_state: object = None
        table.rendering.observers.append(self._on_screen_shown)

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        game = session.game
        if kind != "result":
            return
        can_swap = can_swap_sides(game) and session.seating.far is None
        by_id("result-swap").toggleAttribute("hidden", not can_swap)
        if self._shown_state is not game.state:
            self._shown_state = game.state
            by_id("result-link").toggleAttribute("hidden", _record_link(game) is None)

    # -- next steps ----------------------------------------------------------------------

    def start_rematch(self, session: Session, *, swapped: bool = False) -> None:
        """Start the same game again."""
        if self._features.rematch(session):
            return
        bots = session.seating.opponents.level_by_seat
        self._start_game(*create_rematch(session.game, bots, is_swapped=swapped))

    def start_swapped_rematch(self, session: Session) -> None:
        """Start the same game again with the sides swapped."""
        self.start_rematch(session, swapped=True)

    def watch_from_start(self, session: Session) -> None:
        """Show the game from its beginning."""
        self._table.watching.leave_result_for_move(session, 0)

    def download_record(self, session: Session) -> None:
        """Download the game's record, a text that people can read."""
        game = session.game
        files.download_record(f"tash-kalar-{game.setup.form}", game.record())

    async def copy_link(self, session: Session) -> None:
        """Copy an address with the game's record; without a clipboard, show it selected.

        A record that is too long for an address is downloaded.
        """
        link, words = _record_link(session.game), self._words
        if link is None:
            self.download_record(session)
            return
        if await copy_text(link):
            dialogs.show_toast(words.text("story.copied"))
            return
        title, hint = words.text("page.result.link"), words.text("story.select")
        dialogs.show_text_to_copy(title, hint, link, close=words.text("page.close"))


def _record_link(game: Game) -> str | None:
    """Return an address that contains the game's record; None if it would be too long."""
    return location.link_with("record", game.record())
