"""Exercises from one's own games: the door to their code, and the queue of all that is due."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tashkalar import Game
from tashkalar.features.mistakes import MISTAKES_KEY
from tashkalar.features.puzzles.due_days import count_due, practiced_days
from tashkalar.features.puzzles.page.door import PuzzlesDoor, list_observers
from tashkalar.features.studies.page.door import review_observers
from tashkalar.position.move import Message
from tashkalar.ui.activity import Activity
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.page_text import load_later_texts
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.timers import count_days
from tashkalar.web.features import Action, Feature
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.mistakes.page.game_findings import GameFindings
    from tashkalar.features.mistakes.page.mistake_screen import MistakeScreen
    from tashkalar.features.puzzles.page.puzzle_screen import PuzzleScreen
    from tashkalar.features.studies.review import Review


class MistakesDoor(Feature):
    """Passes actions on to `mistake_screen`."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._findings: GameFindings | None = None  # once it was fetched
        self._lock = asyncio.Lock()
        self._fetched: FetchedScreen[MistakeScreen] = FetchedScreen(
            app.words,
            "mistakes",
            "tashkalar.features.mistakes.page.mistake_screen",
            lambda module: module.MistakeScreen(app),
            app.notices.show,
        )

    def connect(self) -> None:
        """Follow reviews, and the list of the puzzles."""
        review_observers.append(self._on_reviewed)
        list_observers.append(self._show_due)

    def actions(self) -> Mapping[str, Action]:
        """Return the way to what is due, and what the buttons beside an exercise do."""
        return {
            "due": self._open_due,
            **{f"mistake-step-{n}": partial(self._choose_step, n) for n in (1, 2, 3)},
            "mistake-play": self._play_better,
            "mistake-plan": self._show_plan,
            "mistake-again": self._begin_again,
            "mistake-remove": self._remove,
        }

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the first exercise that is due."""
        await self._open_due()

    def count_due(self) -> int:
        """Return how many exercises from one's own games are due today."""
        return count_due(self._app.store, MISTAKES_KEY, count_days())

    def active_days(self) -> set[int]:
        """Return the days of the last attempts at exercises."""
        return practiced_days(self._app.store, MISTAKES_KEY)

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how the exercises of two browsers are merged."""
        module = await load_part("mistakes", "tashkalar.features.mistakes.exercises")
        return {MISTAKES_KEY: module.merge_exercise_texts} if module else None

    # -- what is due ---------------------------------------------------------------------

    async def _load(self) -> MistakeScreen | None:
        """Return the screen with its words and those of the review; None after a notice."""
        if not await load_later_texts(self._words, "studies"):
            self._app.notices.show(Message("part.unavailable"))
            return None
        if puzzles := self._app.features.find(PuzzlesDoor):
            await puzzles.fetch()  # exercises are laid out by the style of that part
        return await self._fetched.load()

    async def _show_due(self, puzzles: PuzzleScreen) -> None:
        """Show in the list of the puzzles how many exercises are due, if there are any."""
        own, listed = self.count_due(), len(puzzles.due)
        by_id("due").toggleAttribute("hidden", not own + listed)
        if not own + listed or not await load_later_texts(self._words, "mistakes"):
            return
        kinds = [
            self._words.text(f"mistakes.due.{kind}", n=number)
            for kind, number in (("own", own), ("puzzles", listed))
            if number
        ]
        by_id("due-count").textContent = self._words.text("mistakes.due", n=own + listed)
        by_id("due-kinds").textContent = self._words.join(kinds, "dot")

    async def _open_due(self) -> None:
        """Show the first exercise that is due, or the list of the puzzles if there is none."""
        if screen := await self._load():
            await screen.open_due()
            start_task(self._rate_steps())
        else:
            self._app.show_start_if_empty()

    async def _rate_steps(self) -> None:
        """Find the losing steps that a page that was closed has not found."""
        if findings := await self._load_findings():
            await findings.rate_steps()

    def _choose_step(self, number: int) -> None:
        if screen := self._fetched.screen:
            screen.choose_step(number)

    def _play_better(self) -> None:
        if screen := self._fetched.screen:
            screen.play_better()

    def _show_plan(self) -> None:
        if screen := self._fetched.screen:
            screen.show_plan()

    def _begin_again(self) -> None:
        if screen := self._fetched.screen:
            screen.begin_again()

    async def _remove(self) -> None:
        if screen := self._fetched.screen:
            await screen.remove()

    # -- what games bring ----------------------------------------------------------------

    async def _load_findings(self) -> GameFindings | None:
        """Return what keeps the mistakes of games; None if it cannot be fetched."""
        async with self._lock:
            if self._findings is None:
                name = "tashkalar.features.mistakes.page.game_findings"
                module = await load_part("mistakes", name)
                self._findings = module and module.GameFindings(self._app)
        return self._findings

    def _on_reviewed(self, review: Review, under: Activity) -> None:
        """Keep the mistakes that a review of a saved game has found."""
        if under.game_id and under.session is not None:
            start_task(self._keep(review, under.session))

    async def _keep(self, review: Review, session: Session) -> None:
        far, bots = session.seating.far, session.seating.opponents.level_by_seat
        if findings := await self._load_findings():
            findings.keep(review, bots, far.seat if far else None)
            await findings.rate_steps()

    def decided(self, session: Session, id: str) -> None:
        """Look at the turns of a game against computers that has ended."""
        game, bots = session.game, session.seating.opponents.level_by_seat
        has_person = 0 < len(bots) < game.setup.seats
        if game.is_over and has_person and not session.seating.far and not self._app.is_embedded:
            start_task(self._look_at(game.copy(), dict(bots)))

    async def _look_at(self, game: Game, bots: BotLevels) -> None:
        if findings := await self._load_findings():
            await findings.look_at(game, bots)


make_feature = MistakesDoor
