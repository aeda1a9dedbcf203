"""Decide when an exercise comes again: the schedule of FSRS-6, counted in whole days.

Source: the description of the algorithm by its authors, open-spaced-repetition ("The Algorithm",
FSRS-6), with its default weights w0 to w20. Their package `fsrs` does the same but needs a clock,
`datetime` and `typing_extensions`, which the page does not have (docs/puzzles.md).

An exercise comes again on the day when the chance to solve it has fallen to nine in ten, by what is
known of it: its stability and its difficulty. After a failure it comes again the next day. Days are
numbers (`daily_puzzle.day_number`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

_WEIGHTS = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # w0 to w3: the first stability, by rating
    *(6.4133, 0.8334, 3.0194, 0.001),  # w4 to w7: difficulty
    *(1.8722, 0.1666, 0.796),  # w8 to w10: stability after a success
    *(1.4835, 0.0614, 0.2629, 1.6483),  # w11 to w14: stability after a failure
    *(0.6014, 1.8729),  # w15: after a solution with help; w16: a rating that no attempt gets here
    *(0.5425, 0.0912, 0.0658),  # w17 to w19: stability on the same day
    0.1542,  # w20: how the chance falls
)
_DECAY = -_WEIGHTS[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1  # so the chance is nine in ten after `stability` days
_LEAST_STABILITY, _MOST_DAYS = 0.001, 36_500
_LEAST_DIFFICULTY, _MOST_DIFFICULTY = 1.0, 10.0
_WEEK = 7  # days
_KEPT_DIGITS = 4
_HINTS_THAT_SOLVE = 3
_EARLIER_WAITS = (1, 3, 7)  # days, by the step that earlier versions have stored


class AttemptRating(IntEnum):
    """Ratings of an attempt, by the numbers of the algorithm ("again", "hard", "good", "easy")."""

    FAILED = 1
    HELPED = 2
    SOLVED = 3
    SOLVED_AT_ONCE = 4


class Memory(NamedTuple):
    """The stability and the difficulty of an exercise.

    `stability` is the number of days after which the chance to solve it is nine in ten,
    `difficulty` goes from 1 to 10.
    """

    stability: float
    difficulty: float


class Repetition(NamedTuple):
    """The day on which an exercise comes again, and what that follows from."""

    due: int  # the day
    last: int  # the day of the attempt that counted last
    memory: Memory

    @property
    def is_weak(self) -> bool:
        """True while it comes again within a week."""
        return self.due - self.last < _WEEK


def first_memory(rating: AttemptRating) -> Memory:
    """Return what is known after the first attempt."""
    return Memory(_WEIGHTS[rating - 1], _clamp_difficulty(_first_difficulty(rating)))


def next_memory(memory: Memory, days: int, rating: AttemptRating) -> Memory:
    """Return what is known after another attempt, so many whole days after the last one.

    Only the first attempt can be `SOLVED_AT_ONCE`.
    """
    if days < 1:
        stability = _stability_same_day(memory, rating)
    elif rating is AttemptRating.FAILED:
        stability = _stability_after_failure(memory, days)
    else:
        growth = _stability_after_success(memory, days) - memory.stability
        help_factor = _WEIGHTS[15] if rating is AttemptRating.HELPED else 1
        stability = memory.stability + growth * help_factor
    return Memory(max(stability, _LEAST_STABILITY), _next_difficulty(memory, rating))


def days_until_due(memory: Memory) -> int:
    """Return the days until the chance to solve the exercise has fallen to nine in ten."""
    return min(max(round(memory.stability), 1), _MOST_DAYS)


def _chance(memory: Memory, days: int) -> float:
    return float((1 + _FACTOR * days / memory.stability) ** _DECAY)


def _first_difficulty(rating: AttemptRating) -> float:
    return _WEIGHTS[4] - math.exp(_WEIGHTS[5] * (rating - 1)) + 1


def _clamp_difficulty(difficulty: float) -> float:
    return min(max(difficulty, _LEAST_DIFFICULTY), _MOST_DIFFICULTY)


def _next_difficulty(memory: Memory, rating: AttemptRating) -> float:
    change = -_WEIGHTS[6] * (rating - 3) * (10 - memory.difficulty) / 9
    easiest = _first_difficulty(AttemptRating.SOLVED_AT_ONCE)
    changed = memory.difficulty + change
    return _clamp_difficulty(_WEIGHTS[7] * easiest + (1 - _WEIGHTS[7]) * changed)


def _stability_same_day(memory: Memory, rating: AttemptRating) -> float:
    stability = memory.stability
    growth = math.exp(_WEIGHTS[17] * (rating - 3 + _WEIGHTS[18])) * stability ** -_WEIGHTS[19]
    is_known = rating >= AttemptRating.SOLVED
    return float(stability * (max(growth, 1) if is_known else growth))


def _stability_after_failure(memory: Memory, days: int) -> float:
    stability, difficulty = memory
    long_term = (
        _WEIGHTS[11]
        * difficulty ** -_WEIGHTS[12]
        * ((stability + 1) ** _WEIGHTS[13] - 1)
        * math.exp(_WEIGHTS[14] * (1 - _chance(memory, days)))
    )
    return float(min(long_term, stability / math.exp(_WEIGHTS[17] * _WEIGHTS[18])))


def _stability_after_success(memory: Memory, days: int) -> float:
    stability, difficulty = memory
    growth = (
        math.exp(_WEIGHTS[8])
        * (11 - difficulty)
        * stability ** -_WEIGHTS[9]
        * (math.exp(_WEIGHTS[10] * (1 - _chance(memory, days))) - 1)
    )
    return float(stability * (1 + growth))


# -- attempts ------------------------------------------------------------------------------------


def after_success(known: Repetition | None, today: int, *, hints: int = 0) -> Repetition:
    """Return when an exercise comes again after it was solved, with so many steps of hints.

    Before it is due, another solution changes nothing. From the third step on a hint has told what
    there was to find: then the exercise comes again as after a failure.
    """
    if hints >= _HINTS_THAT_SOLVE:
        return after_failure(known, today)
    if known is None:
        rating = AttemptRating.HELPED if hints else AttemptRating.SOLVED_AT_ONCE
        return _repeat_after(first_memory(rating), today)
    if known.due > today:
        return known
    rating = AttemptRating.HELPED if hints else AttemptRating.SOLVED
    return _repeat_after(next_memory(known.memory, today - known.last, rating), today)


def after_failure(known: Repetition | None, today: int) -> Repetition:
    """Return when an exercise comes again after an attempt has failed: the next day.

    Another failure on the same day changes nothing.
    """
    if known is None:
        memory = first_memory(AttemptRating.FAILED)
    elif (known.last, known.due) == (today, today + 1):
        return known
    else:
        memory = next_memory(known.memory, max(today - known.last, 0), AttemptRating.FAILED)
    return Repetition(today + 1, today, _rounded(memory))


def _repeat_after(memory: Memory, today: int) -> Repetition:
    return Repetition(today + days_until_due(memory), today, _rounded(memory))


def _rounded(memory: Memory) -> Memory:
    return Memory(*(round(number, _KEPT_DIGITS) for number in memory))


def due_ids(repetitions: Mapping[str, Repetition], today: int) -> list[str]:
    """Return the ids of the exercises that are due, those that have waited longest first."""
    due = (id for id, one in repetitions.items() if one.due <= today)
    return sorted(due, key=lambda id: (repetitions[id].due, id))


# -- as it is stored -----------------------------------------------------------------------------


def stored_numbers(repetition: Repetition) -> list[float]:
    """Return a repetition as it is stored: day due, last day, stability, difficulty."""
    return [repetition.due, repetition.last, *repetition.memory]


def read_repetition(value: object) -> Repetition | None:
    """Return a stored repetition; None if it cannot be read.

    Earlier versions have stored the day and a step: then the wait that led to the day is the
    stability, and the difficulty is that of a failed exercise.
    """
    numbers = value if isinstance(value, list) else []
    if any(type(number) not in (int, float) for number in numbers):
        return None
    days = [number for number in numbers[:2] if type(number) is int]
    if len(days) == 2 and len(numbers) == 4:
        return _read_numbers(*days, *numbers[2:])
    if len(days) == 2 == len(numbers) and 0 <= days[1] < len(_EARLIER_WAITS):
        wait = _EARLIER_WAITS[days[1]]
        first = first_memory(AttemptRating.FAILED)
        stability = first.stability if wait == 1 else float(wait)
        return Repetition(days[0], days[0] - wait, Memory(stability, first.difficulty))
    return None


def _read_numbers(due: int, last: int, stability: float, difficulty: float) -> Repetition | None:
    is_known = _LEAST_STABILITY <= stability <= 10 * _MOST_DAYS
    is_known &= _LEAST_DIFFICULTY <= difficulty <= _MOST_DIFFICULTY
    return Repetition(due, last, Memory(stability, difficulty)) if is_known else None
