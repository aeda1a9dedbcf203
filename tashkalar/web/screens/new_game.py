"""Beginning the game that the form on the start screen describes."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar import Game
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refused
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.tasks import background
from tashkalar.web.screens.pack_dialogs import Packs
from tashkalar.web.screens.start_screen import StartScreen


class NewGame:
    """Gets the packs of its schools ready, says what is wrong, and gives the game to `begun`."""

    def __init__(
        self,
        words: Catalogue,
        start: StartScreen,
        packs: Packs,
        begun: Callable[[Game, Bots], None],
    ) -> None:
        self._words = words
        self._start = start
        self._packs = packs
        self._begun = begun

    def begin(self) -> None:
        """Start the game, when the packs of its schools are ready."""
        schools = " ".join(self._start.schools)
        if self._packs.lacking(schools):
            background(self._begin_with_packs(schools))
        else:
            self._begin()

    def against_computer(self) -> None:
        """Start the game against the computer, of the level that is chosen."""
        self._start.against_computer()
        self.begin()

    async def _begin_with_packs(self, schools: str) -> None:
        self._start.error(self._words.text("packs.working.reading"))
        if await self._packs.prepare(schools):
            self._begin()
        else:
            self._start.error("")

    def _begin(self) -> None:
        try:
            game = self._start.game()
        except Refused as refused:
            self._start.error(self._words.message(refused.message))
            return
        self._start.error("")
        if game is not None:
            self._begun(game, self._start.bots)

    def leave_secret(self) -> None:
        """Stop choosing schools in secret."""
        self._start.error("")
        self._start.leave_secret()
        by_id("setup-start").focus()
