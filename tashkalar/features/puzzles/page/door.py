"""Puzzles: the ways to their list and to each of them; their code is fetched with the first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tashkalar.features.puzzles.due_days import PROGRESS_KEY, count_due, practiced_days
from tashkalar.formats.goal import Goal
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import unknown_value
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.browser.timers import count_days
from tashkalar.web.features import Action, ClickHandler, Feature, Work
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.puzzles.page.puzzle_screen import PuzzleScreen
    from tashkalar.features.puzzles.page.reply_turn import ReplyTurn


# Features that show something in the list of the puzzles add themselves here. Each is called when
# the list is shown.
list_observers: list[Callable[[PuzzleScreen], Awaitable[None]]] = []


class PuzzlesDoor(Feature):
    """Passes actions on to `puzzle_screen`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._fetched: FetchedScreen[PuzzleScreen] = FetchedScreen(
            app.words,
            "puzzles",
            "tashkalar.features.puzzles.page.puzzle_screen",
            lambda module: module.PuzzleScreen(app),
            app.notices.show,
            place_id="puzzles-part",
        )
        self._frame_reply: ReplyTurn | None = None

    def actions(self) -> Mapping[str, Action]:
        """Return the ways to the list, and on from a puzzle."""
        return {
            "puzzles": self.show_list,
            "next-puzzle": self._open_next,
            "puzzle-run": self._begin_run,
            "look-back": self._show_look_back,
            "share-puzzle": self._share,
        }

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return the way to a puzzle."""
        return {"[data-puzzle]:not(body)": lambda click: self._open(click.node.dataset.puzzle)}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the list, or a puzzle of the page, whose id may be wrong."""
        if name == "puzzles":
            await self.show_list()
        elif (screen := await self.fetch()) is None:
            self._app.show_start_if_empty()
        elif not await screen.open(parameters[name]):
            raise unknown_value("url.error.puzzle", name, parameters[name])

    def count_due(self) -> int:
        """Return how many puzzles are due today."""
        return count_due(self._app.store, PROGRESS_KEY, count_days())

    def active_days(self) -> set[int]:
        """Return the days of the last attempts at puzzles."""
        return practiced_days(self._app.store, PROGRESS_KEY)

    def on_language_changed(self) -> Work | None:
        """Write the list in the new language, if it is shown."""
        screen = self._fetched.screen
        return self.show_list() if screen is not None and screen.is_list_shown else None

    async def statistics(self) -> Sequence[StatisticsTable]:
        """Return the puzzles by theme and by grade; none if they cannot be fetched."""
        screen = await self.fetch()
        return screen.statistics if screen else ()

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how the progress of two browsers is merged."""
        screen = await self._fetched.load()
        return screen.merges if screen else None

    async def reply_if_due(self, session: Session, goal: Goal) -> None:
        """Let the other side play its turn on a board inside another page."""
        module = await load_part("puzzles", "tashkalar.features.puzzles.page.reply_turn")
        if module and self._frame_reply is None:
            self._frame_reply = module.ReplyTurn(self._app.table)
        if self._frame_reply:
            self._frame_reply.play_if_due(session, goal, lambda: True)

    async def fetch(self) -> PuzzleScreen | None:
        """Return the screen with the list of the puzzles; None after a notice."""
        screen = await self._fetched.load()
        return screen if screen is not None and await screen.fetch_index() else None

    async def show_list(self) -> None:
        """Show the list of the puzzles."""
        if screen := await self.fetch():
            screen.show()
            for observe in list_observers:
                await observe(screen)
        else:
            self._app.show_start_if_empty()

    async def _open(self, id: str) -> None:
        if screen := await self.fetch():
            await screen.open(str(id))

    async def _open_next(self) -> None:
        if screen := self._fetched.screen:
            await screen.open(screen.next_id(), is_due=screen.plays_due)

    async def _begin_run(self) -> None:
        screen = self._fetched.screen
        if screen and (id := screen.begin_run()):
            await screen.open(id)

    def _show_look_back(self) -> None:
        if screen := self._fetched.screen:
            screen.show_look_back()

    def _share(self) -> None:
        if screen := self._fetched.screen:
            screen.share()


make_feature = PuzzlesDoor
