"""The exercises made of a person's mistakes, and how they are stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

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
from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore, StoreError

MOST_EXERCISES = 150
MOST_OF_THEME = 2
"""The exercises of a theme that may wait while they are not known well."""

_FIELDS = ("exercises", "again")
_ROW = ("id", "scenario", "seat", "theme", "loss", "plan")  # what is stored of an exercise
_LONGEST_TEXT, _MOST_CODES = 80, 200  # of an id or a theme; of a plan


class Exercise(NamedTuple):
    """A turn that lost much, to be played better."""

    id: str  # the same for the same position
    scenario: Mapping[str, object]  # the position before the turn
    seat: SeatNumber
    theme: str  # what the better plan is about
    loss: int  # thousandths of a point
    plan: tuple[str, ...]  # the decisions of the better plan
    again: Repetition

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
    return Exercise(id, scenario, SeatNumber(seat), theme, loss, plan, again)


def _codes(value: object) -> Iterator[str]:
    if isinstance(value, list) and len(value) <= _MOST_CODES:
        yield from (code for code in value if isinstance(code, str))


def save_exercises(store: KeyValueStore, exercises: Iterable[Exercise]) -> Message | None:
    """Store the exercises; return a message if that fails."""
    kept = tuple(exercises)
    rows = [{key: getattr(one, key) for key in _ROW} for one in kept]
    days = {one.id: stored_numbers(one.again) for one in kept}
    data = dict(zip(_FIELDS, (rows, days), strict=True))
    try:
        store.set(MISTAKES_KEY, json.dumps(data, separators=(",", ":")))
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def add_exercises(known: Sequence[Exercise], found: Iterable[Exercise]) -> tuple[Exercise, ...]:
    """Return the exercises with those that were found, if they are new.

    A position comes once, and of a theme no more than `MOST_OF_THEME` wait. Where there are too
    many, those that are known best go.
    """
    exercises = list(known)
    for new in found:
        alike = [one for one in exercises if one.theme == new.theme and one.again.is_weak]
        if len(alike) < MOST_OF_THEME and all(one.id != new.id for one in exercises):
            exercises.append(new)
    while len(exercises) > MOST_EXERCISES:
        exercises.remove(max(exercises, key=lambda one: one.again.memory.stability))
    return tuple(exercises)


def change_repetition(
    exercises: Sequence[Exercise], id: str, again: Repetition
) -> tuple[Exercise, ...]:
    """Return the exercises after an attempt at one of them."""
    return tuple(one._replace(again=again) if one.id == id else one for one in exercises)


def due_exercises(exercises: Sequence[Exercise], today: int) -> list[Exercise]:
    """Return the exercises that are due, those that have waited longest first."""
    by_id = {one.id: one for one in exercises}
    return [by_id[id] for id in due_ids({one.id: one.again for one in exercises}, today)]


def merge_exercise_texts(here: str | None, text: str) -> str:
    """Return the exercises of two texts; of an exercise in both, as it was attempted last."""
    ours, theirs = MemoryStore(), MemoryStore()
    ours.set(MISTAKES_KEY, here or "{}")
    theirs.set(MISTAKES_KEY, text)
    before, others = read_exercises(ours), read_exercises(theirs)
    by_id = {one.id: one for one in others}
    merged = tuple(max(one, by_id.get(one.id, one), key=_last_attempt) for one in before)
    ids = {one.id for one in before}
    merged = add_exercises(merged, (one for one in others if one.id not in ids))
    if merged == before:
        return here or "{}"
    save_exercises(ours, merged)
    return ours.texts[MISTAKES_KEY]


def _last_attempt(exercise: Exercise) -> int:
    return exercise.again.last
