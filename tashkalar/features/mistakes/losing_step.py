"""Find the step of a played turn that lost it.

A step is a move of the turn with the answers inside its effect, as the board numbers it. What it
lost is how much the best way to go on, by what the seat could see, is worth less after it than
before it. The loss of a turn is that of its decisions compared with the best plan before them
(`studies/judgments.py`), so the rest of the turn is judged once after each step, and the
differences are the losses of the steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.mistakes.exercises import Exercise
from tashkalar.ui.bots.computer_seats import PlanJob, create_plan_job
from tashkalar.ui.bots.hint import HINT_LEVEL

LEAST_SHARE = 70
"""The share of the loss that one step has to take so that it is asked for, in per cent."""

_STEP_COUNTS = (2, 3)


def step_ends(game: Game, codes: Sequence[str]) -> tuple[int, ...]:
    """Return how many decisions have been made after each step of a turn.

    Nothing if the turn has one step or too many, or cannot be played. The end of the turn, its last
    decision, is no step.
    """
    trial, ends = game.copy(), list[int]()
    for count, code in enumerate(codes):
        if count and trial.open_move is None:
            ends.append(count)
        if all(move.code != code for move in trial.legal_moves()):
            return ()
        if count < len(codes) - 1:
            trial.play(code)
    is_whole = bool(codes) and trial.open_move is None
    return tuple(ends) if is_whole and len(ends) in _STEP_COUNTS else ()


def losing_step(exercise: Exercise) -> int:
    """Return the number of the step that lost the turn, from 1; 0 if none did alone."""
    drops = exercise.drops
    if not drops:
        return 0
    try:
        ends = step_ends(exercise.start_game(), exercise.played)
    except ScenarioError:
        return 0
    largest, whole = max(drops), max(exercise.loss, sum(drops))
    if len(ends) != len(drops) or 100 * largest < LEAST_SHARE * whole:
        return 0
    return drops.index(largest) + 1


class StepRating:
    """The losses of the steps of an exercise's turn: a job after each step, and its answer."""

    def __init__(self, exercise: Exercise) -> None:
        """Begin to rate the steps; ScenarioError if the stored position is damaged."""
        self._exercise, self._game = exercise, exercise.start_game()
        self._ends = step_ends(self._game, exercise.played)
        self._losses = [exercise.loss]  # of the rest of the turn, before each step

    @property
    def is_finished(self) -> bool:
        """True if no job is left."""
        return len(self._losses) > len(self._ends)

    def create_job(self) -> PlanJob:
        """Return the next job: to judge what was played after a step; IndexError if none is."""
        end, played = self._ends[len(self._losses) - 1], self._exercise.played
        game = self._game.copy()
        for code in played[:end]:
            game.play(code)
        return create_plan_job(game, self._exercise.seat, HINT_LEVEL, played_codes=played[end:])

    def accept_answer(self, answer: Mapping[str, Any]) -> None:
        """Take the answer to a job; KeyError, TypeError or ValueError if it is malformed."""
        self._losses.append(int(answer["lost"]))

    @property
    def drops(self) -> tuple[int, ...]:
        """The loss of each step, in thousandths of a point; 0 where nothing was lost."""
        pairs = zip(self._losses, self._losses[1:], strict=False)
        return tuple(max(before - after, 0) for before, after in pairs)
