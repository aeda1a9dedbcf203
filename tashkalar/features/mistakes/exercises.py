"""The exercises made of a person's mistakes, and how they are stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from tashkalar import Game
from tashkalar.features.mistakes import MISTAKES_KEY
from tashkalar.features.puzzles.repetition import (
    Repetition,
    due_ids,
    read_repetition,
    stored_numbers,
)
from tashkalar.json_reader import parse_json
from tashkalar.position.ids import SeatNumber, seat_numbers
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import (
    KeyValueStore,
    StoreError,
    merge_records,
    store_text,
)

MOST_EXERCISES = 150
MOST_OF_THEME, MOST_OF_THEME_ON_DAY = 4, 2
"""The exercises of a theme that may wait to be solved, and those that come first on one day."""

_FIELDS = ("exercises", "again")
_ROW = ("id", "scenario", "seat", "theme", "loss", "plan")  # what is stored of an exercise
_STEPS = ("played", "drops")  # stored where a turn had steps to compare, by newer versions
_SOLVED_STABILITY = 1.0  # more than failures leave to a new exercise, less than a solution gives it
_LONGEST_TEXT, _MOST_CODES = 80, 200  # of an id, a theme or a code; of a plan
_MOST_STEPS, _LARGEST_DROP = 3, 1_000_000


class Exercise(NamedTuple):
    """A turn that lost much, to be played better."""

    id: str  # the same for the same position
    scenario: Mapping[str, object]  # the position before the turn
    seat: SeatNumber
    theme: str  # what the better plan is about
    loss: int  # thousandths of a point
    plan: tuple[str, ...]  # the decisions of the better plan
    again: Repetition
    # The decisions of the turn as it was played, if it is asked which of its steps lost it.
    played: tuple[str, ...] = ()
    # What each of these steps lost, in thousandths of a point; nothing while that is not known.
    drops: tuple[int, ...] = ()

    def start_game(self) -> Game:
        """Return the game before the turn; ScenarioError if the stored position is damaged."""
        return Game.from_scenario(self.scenario)


def read_exercises(store: KeyValueStore) -> tuple[Exercise, ...]:
    """Return the stored exercises; what cannot be read is left out. Never raises."""
    try:
        data = parse_json(store.get(MISTAKES_KEY))
    except (StoreError, ValueError):
        return ()
    rows, again = (data.get(key) if isinstance(data, dict) else None for key in _FIELDS)
    days = again if isinstance(again, dict) else {}
    read = [_read_exercise(row, days) for row in rows] if isinstance(rows, list) else []
    exercises = {one.id: one for one in read if one}
    return tuple(exercises.values())[:MOST_EXERCISES]


def _read_exercise(row: object, days: Mapping[object, object]) -> Exercise | None:
    if not isinstance(row, dict):
        return None
    id, scenario, seat, theme, loss = (row.get(key) for key in _ROW[:-1])
    plan = tuple(_codes(row.get("plan")))
    if not (isinstance(scenario, dict) and type(seat) is int and seat in seat_numbers(4)):
        return None
    if not (isinstance(id, str) and isinstance(theme, str) and type(loss) is int):
        return None
    again = read_repetition(days.get(id))
    if again is None or not plan or max(len(id), len(theme)) > _LONGEST_TEXT:
        return None
    exercise = Exercise(id, scenario, SeatNumber(seat), theme, loss, plan, again)
    played, drops = (row.get(key) for key in _STEPS)
    if not _is_list(played, str, _MOST_CODES) or any(len(c) > _LONGEST_TEXT for c in played):
        return exercise
    if not _is_list(drops, int, _MOST_STEPS) or not all(0 <= n <= _LARGEST_DROP for n in drops):
        drops = ()
    return exercise._replace(played=tuple(played), drops=tuple(drops))


def _is_list(value: object, kind: type, most: int) -> TypeGuard[list[Any]]:
    """Return whether a stored value is a list of values of this very type, not too long."""
    return isinstance(value, list) and len(value) <= most and all(type(v) is kind for v in value)


def _codes(value: object) -> Iterator[str]:
    if isinstance(value, list) and len(value) <= _MOST_CODES:
        yield from (code for code in value if isinstance(code, str))


def save_exercises(store: KeyValueStore, exercises: Iterable[Exercise]) -> Message | None:
    """Store the exercises; return a message if that fails."""
    kept = tuple(exercises)
    rows = [_stored_row(one) for one in kept]
    days = {one.id: stored_numbers(one.again) for one in kept}
    data = dict(zip(_FIELDS, (rows, days), strict=True))
    return store_text(store, MISTAKES_KEY, json.dumps(data, separators=(",", ":")))


def _stored_row(exercise: Exercise) -> dict[str, object]:
    steps = {key: value for key in _STEPS if (value := getattr(exercise, key))}
    return {key: getattr(exercise, key) for key in _ROW} | steps


def add_exercises(known: Sequence[Exercise], found: Iterable[Exercise]) -> tuple[Exercise, ...]:
    """Return the exercises with those that were found, if they are new.

    A position comes once. Of a theme no more than `MOST_OF_THEME` wait to be solved, and those that
    are new are spread over days. Where there are too many, those that are known best go.
    """
    exercises = list(known)
    for new in found:
        if any(one.id == new.id for one in exercises):
            continue
        alike = [one for one in exercises if one.theme == new.theme and _is_unsolved(one)]
        if not _is_unsolved(new):  # of another browser
            exercises.append(new)
        elif len(alike) < MOST_OF_THEME:
            exercises.append(_on_free_day(new, alike))
    while len(exercises) > MOST_EXERCISES:
        exercises.remove(max(exercises, key=lambda one: one.again.memory.stability))
    return tuple(exercises)


def _is_unsolved(exercise: Exercise) -> bool:
    return exercise.again.memory.stability < _SOLVED_STABILITY


def _on_free_day(new: Exercise, alike: Sequence[Exercise]) -> Exercise:
    """Return an exercise for the first day on which not too many that are alike come."""
    day, taken = new.again.due, [one.again.due for one in alike]
    while taken.count(day) >= MOST_OF_THEME_ON_DAY:
        day += 1
    return new._replace(again=new.again._replace(due=day))


def change_repetition(
    exercises: Sequence[Exercise], id: str, again: Repetition
) -> tuple[Exercise, ...]:
    """Return the exercises after an attempt at one of them."""
    return tuple(one._replace(again=again) if one.id == id else one for one in exercises)


def add_drops(
    exercises: Sequence[Exercise], id: str, drops: tuple[int, ...]
) -> tuple[Exercise, ...]:
    """Return the exercises, of which one now says what each step of its turn lost."""
    return tuple(one._replace(drops=drops) if one.id == id else one for one in exercises)


def due_exercises(exercises: Sequence[Exercise], today: int) -> list[Exercise]:
    """Return the exercises that are due, those that have waited longest first."""
    by_id = {one.id: one for one in exercises}
    return [by_id[id] for id in due_ids({one.id: one.again for one in exercises}, today)]


def merge_exercise_texts(here: str | None, text: str) -> str:
    """Return the exercises of two texts; of an exercise in both, as it was attempted last."""
    return merge_records(MISTAKES_KEY, (here, text), read_exercises, _merge_all, save_exercises)


def _merge_all(ours: tuple[Exercise, ...], theirs: tuple[Exercise, ...]) -> tuple[Exercise, ...]:
    by_id, ids = {one.id: one for one in theirs}, {one.id for one in ours}
    merged = tuple(_merge(one, by_id.get(one.id, one)) for one in ours)
    return add_exercises(merged, (one for one in theirs if one.id not in ids))


def _merge(one: Exercise, other: Exercise) -> Exercise:
    """Return an exercise as it was attempted last, with all that is known of its turn."""
    latest = max(one, other, key=lambda exercise: exercise.again.last)
    best = max(one, other, key=lambda exercise: (len(exercise.drops), len(exercise.played)))
    return latest._replace(played=best.played, drops=best.drops)
