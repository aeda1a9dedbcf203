"""The workshop: the door to its code, which is fetched when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tashkalar import Game
from tashkalar.position.move import Message
from tashkalar.ui.activity import Activity, Address
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import page_text
from tashkalar.web.browser.dom import by_id
from tashkalar.web.screens.fetched_screen import FetchedScreen
from tashkalar.web.screens.games import GameKeeper, LinkedGame
from tashkalar.web.screens.learn import LessonOnTable, LessonScreen


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


class WorkshopOpen(Activity):
    """The workshop, in which a person makes positions, puzzles and lessons."""

    address = Address("workshop")

    def __init__(self, show: Callable[[], None]) -> None:
        self._show = show

    def enter(self) -> None:
        """Show the collection, or the work that was left for the table."""
        self._show()


class WorkshopTrial(LinkedGame):
    """A position of the workshop that its author plays, with a way back; it is not saved.

    `records` says what is kept of the decisions: "way", "mistake" or nothing.
    """

    def __init__(
        self,
        door: WorkshopDoor,
        game: Game,
        keeper: GameKeeper,
        on_saved: Callable[[], None],
        records: str,
    ) -> None:
        address = Address("workshop")
        super().__init__(keeper, game, on_saved, address=address, saves_unasked=False)
        self._door, self.records = door, records
        self.place = "trial"

    def enter(self) -> None:
        """Put the position on the table, and offer the way back."""
        self._door.offer_return(self.records)
        super().enter()

    def leave(self) -> None:
        """Take the way back away."""
        self._door.hide_return()

    def keep_played(self) -> None:
        """Keep the decisions of a recorded trial."""
        if self.session:
            self._door.keep_played(self.records, tuple(self.session.game.codes))


class LessonTrial(LessonOnTable):
    """A lesson of the workshop that its author tries, with a way back."""

    def __init__(self, door: WorkshopDoor, screen: LessonScreen, lesson: LessonOnTable) -> None:
        super().__init__(screen, lesson.runner, lesson.course, None)
        self._door = door

    def enter(self) -> None:
        """Put the lesson on the table, and offer the way back."""
        self._door.offer_return("")
        super().enter()

    def leave(self) -> None:
        """Take the way back away."""
        super().leave()
        self._door.hide_return()


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
        self._recorded_kind = ""  # what a trial is kept as: a way, a mistake, or "" for nothing
        self._back_button = by_id("workshop-return")
        self._back_label = by_id("workshop-return-label")

    @property
    def has_unsaved_work(self) -> bool:
        """True if a work is open that has changes which are not stored."""
        screen = self._fetched.screen
        return screen is not None and screen.has_unsaved_work

    def offer_return(self, records: str) -> None:
        """Show the button that leads back from a trial, see `WorkshopTrial`."""
        self._recorded_kind = records
        self._back_button.toggleAttribute("hidden", False)
        self._write_label()

    def hide_return(self) -> None:
        """Hide the button that leads back from a trial."""
        self._back_button.toggleAttribute("hidden", True)

    def _write_label(self) -> None:
        kind = self._recorded_kind
        label = f"workshop.keep.{kind}" if kind else "page.workshop.return"
        self._back_label.textContent = self._words.text(label)

    def keep_played(self, records: str, codes: tuple[str, ...]) -> None:
        """Keep the decisions of a recorded trial before it leaves the table."""
        screen = self._fetched.screen
        if screen and records:
            screen.keep_played(records, codes)

    async def load(self) -> WorkshopOpen | None:
        """Return the workshop, to be shown; None, after a notice, if it cannot be fetched."""
        screen = await self._fetched.load()
        return WorkshopOpen(screen.show) if screen else None

    async def open_game(self, session: Session, kind: str, step: str = "") -> None:
        """Show the position on the board as a new "position" or "lesson", if that is possible.

        `step` is the panel to begin with, such as "share".
        """
        screen = await self._fetched.load()
        if screen is not None:
            await screen.open_game(session, kind, step)

    async def on_language_changed(self) -> None:
        """Write everything in the new language, if the workshop was ever opened."""
        screen = self._fetched.screen
        if screen and await page_text.load_workshop_texts(self._words):
            screen.write_texts()
            self._write_label()
