"""The workshop: the door to its code, which is fetched when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tashkalar import Game
from tashkalar.features.lessons.page.door import LessonsDoor, Trial
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.features import Action, Feature
from tashkalar.web.screens.fetched_screen import FetchedScreen
from tashkalar.web.screens.games import GameKeeper, LinkedGame

if TYPE_CHECKING:
    from tashkalar.features.workshop.page.workshop_screen import WorkshopScreen

WORKSHOP = PageAddress("workshop")
TRIAL = Trial(WORKSHOP, "trial", "workshop", "page.workshop.return")


class WorkshopOpen(Activity):
    """The workshop, in which a person makes positions, puzzles and lessons."""

    address = WORKSHOP

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
        super().__init__(keeper, game, on_saved, address=WORKSHOP, saves_unasked=False)
        self._door, self.records = door, records
        self.place = TRIAL.place

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


class WorkshopDoor(Feature):
    """Passes actions on to `workshop_screen`, which is fetched with the first of them."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._fetched: FetchedScreen[WorkshopScreen] = FetchedScreen(
            app.words,
            "workshop",
            "tashkalar.features.workshop.page.workshop_screen",
            lambda module: module.WorkshopScreen(app, self),
            app.notices.show,
            place_id="workshop",
        )
        self._recorded_kind = ""  # what a trial is kept as: a way, a mistake, or "" for nothing
        self._back_button = by_id("workshop-return")
        self._back_label = by_id("workshop-return-label")

    # -- what the page calls -------------------------------------------------------------

    @property
    def has_unsaved_work(self) -> bool:  # type: ignore[override]
        """True if a work is open with changes that could not even be kept as a draft."""
        screen = self._fetched.screen
        return screen is not None and screen.has_unsaved_work

    def actions(self) -> Mapping[str, Action]:
        """Return the ways into the workshop."""
        return {
            "workshop": self.show,
            "make-puzzle": partial(self._open_game, "position"),
            "make-lesson": partial(self._open_game, "lesson"),
            "hand-out": partial(self._open_game, "position", "share"),
        }

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the workshop."""
        await self.show()

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how the works of two browsers are merged."""
        module = await load_part("workshop", "tashkalar.features.workshop.workshop_record")
        return {module.WORKSHOP_KEY: module.merge_works} if module else None

    def on_page_hidden(self) -> None:
        """Keep the open work as a draft."""
        if screen := self._fetched.screen:
            screen.keep_draft()

    def on_language_changed(self) -> None:
        """Write everything in the new language, if the workshop was ever opened."""
        if screen := self._fetched.screen:  # the words have come with those of the page
            screen.write_texts()
            self._write_label()

    async def show(self) -> None:
        """Show the workshop: the collection, or the work that was left to try it."""
        current = self._app.table.activity
        if isinstance(current, WorkshopTrial):
            current.keep_played()
        if screen := await self._fetched.load():
            self._app.show(WorkshopOpen(screen.show))
        else:
            self._app.show_start_if_empty()

    async def _open_game(self, kind: str, step: str = "") -> None:
        """Show the position on the board as a new "position" or "lesson", if that is possible.

        `step` is the panel to begin with, such as "share".
        """
        session = self._app.table.session
        if session and (screen := await self._fetched.load()):
            await screen.open_game(session, kind, step)

    # -- trials --------------------------------------------------------------------------

    def try_position(self, game: Game, records: str = "") -> None:
        """Put a position on the table, with a way back; it is not saved.

        `records` says what is kept of the decisions: "way", "mistake" or nothing.
        """
        app = self._app
        app.show(WorkshopTrial(self, game, app.keeper, app.on_saved, records))

    @property
    def lessons(self) -> LessonsDoor:
        """The feature in which its author tries a lesson or a course."""
        found = self._app.features.find(LessonsDoor)
        assert found is not None, "the workshop needs the lessons"
        return found

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


make_feature = WorkshopDoor
