"""The mistakes in games that have ended: found while nobody waits, and kept as exercises.

Nothing here shows anything, so a fetch or an answer that fails is no fault: the next game may bring
exercises.
"""

from __future__ import annotations

import asyncio

from tashkalar import Game
from tashkalar.errors import PackError, ScenarioError
from tashkalar.features.mistakes.exercises import (
    Exercise,
    add_drops,
    add_exercises,
    read_exercises,
    save_exercises,
)
from tashkalar.features.mistakes.losing_step import StepRating
from tashkalar.features.mistakes.mistake_finder import can_keep, find_exercises
from tashkalar.features.studies.review import Review
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import BotLevels, PlanJob, own_seats
from tashkalar.web.app import App
from tashkalar.web.browser.timers import count_days


class GameFindings:
    """Keeps what reviews find, and has the worker look at games against computers."""

    def __init__(self, app: App) -> None:
        self._app, self._store = app, app.store
        self._clients = app.computer_turns.bot_clients
        self._looking = asyncio.Lock()  # at one game after the other

    async def look_at(self, game: Game, bots: BotLevels) -> None:
        """Look at the turns of the persons in a finished game, whenever the worker has time."""
        if not own_seats(game, bots) or not can_keep(game):
            return
        async with self._looking:
            review = Review(game, bots)

            def create_job() -> PlanJob:
                job = review.job
                assert job is not None
                return job

            while review.job:
                try:
                    answer = await self._clients.request_plan_in_background(create_job)
                except PackError:
                    return
                if answer is None or "lost" not in answer:
                    return
                review.accept_answer(answer)
            self.keep(review, bots)
        await self.rate_steps()

    async def rate_steps(self) -> None:
        """Find the losing steps of all exercises that wait for that, when the worker has time."""
        async with self._looking:
            for exercise in read_exercises(self._store):
                if exercise.played and not exercise.drops and not await self._rate(exercise):
                    return

    async def _rate(self, exercise: Exercise) -> bool:
        """Keep what each step of an exercise lost; return False if no answer can be had."""
        try:
            rating = StepRating(exercise)
            while not rating.is_finished:
                answer = await self._clients.request_plan_in_background(rating.create_job)
                if answer is None or "lost" not in answer:
                    return False
                rating.accept_answer(answer)
        except (PackError, ScenarioError):
            return True  # the exercise is refused when it is opened
        self._save(add_drops(read_exercises(self._store), exercise.id, rating.drops))
        return True

    def keep(self, review: Review, bots: BotLevels, far_seat: SeatNumber | None = None) -> None:
        """Keep the mistakes of the persons at this device as exercises.

        `far_seat` is the seat of this device in a game with someone far away.
        """
        seats, known = own_seats(review.game, bots, far_seat), read_exercises(self._store)
        changed = add_exercises(known, find_exercises(review.losses, seats, count_days()))
        if changed != known:
            self._save(changed)

    def _save(self, exercises: tuple[Exercise, ...]) -> None:
        if trouble := save_exercises(self._store, exercises):
            self._app.notices.show(trouble)
