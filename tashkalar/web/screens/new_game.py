"""Starting the game that the form on the start screen describes."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import Game
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.screens.start_screen import StartScreen


class NewGameStarter:
    """Starts the game of the form.

    It prepares the packs of the schools, shows errors in the form, and passes the game to `begun`.
    """

    def __init__(
        self,
        words: Catalogue,
        start: StartScreen,
        packs: PackRoom,
        begun: Callable[[Game, BotLevels], None],
    ) -> None:
        self._words = words
        self._start_screen = start
        self._packs = packs
        self._start_game = begun

    def begin(self) -> None:
        """Start the game as soon as the packs of its schools are ready."""
        schools = " ".join(self._start_screen.schools)
        if self._packs.needs_packs(schools):
            start_task(self._begin_with_packs(schools))
        else:
            self._begin()

    def begin_against_computer(self) -> None:
        """Start the game against computer players of the chosen level."""
        self._start_screen.fill_in_computer_players()
        self.begin()

    async def _begin_with_packs(self, schools: str) -> None:
        self._start_screen.show_error(Message("packs.working.reading"))
        if await self._packs.prepare_packs(schools):
            self._begin()
        else:
            self._start_screen.show_error(None)

    def _begin(self) -> None:
        try:
            game = self._start_screen.create_game()
        except Refusal as refused:
            self._start_screen.show_error(refused.message)
            return
        self._start_screen.show_error(None)
        if game is not None:
            self._start_game(game, self._start_screen.bots)

    def leave_secret_choice(self) -> None:
        """Cancel the secret choice of schools."""
        self._start_screen.show_error(None)
        self._start_screen.leave_secret_choice()
        by_id("setup-start").focus()
