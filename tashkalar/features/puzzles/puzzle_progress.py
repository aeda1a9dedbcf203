"""A person's progress in the puzzles: solved, favorites, when each comes again, and a run.

Days are numbers (`daily_puzzle.day_number`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.repetition import (
    Repetition,
    after_failure,
    after_success,
    due_ids,
    read_repetition,
    stored_numbers,
)
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore, StoreError

_MOST_KEPT = 10_000  # ids or days of a kind
_MOST_IN_RUN = 100


class Run(NamedTuple):
    """Puzzles to be played one after the other."""

    ids: tuple[str, ...] = ()
    at: int = 0  # the place of the puzzle that is being played
    solved: tuple[str, ...] = ()  # ids


class PuzzleProgress(NamedTuple):
    """The stored progress of a person."""

    solved: tuple[str, ...] = ()  # ids in the order of their solution
    favorites: tuple[str, ...] = ()
    daily: tuple[int, ...] = ()  # days whose puzzle was solved on that day
    again: Mapping[str, Repetition] = {}  # solved puzzles and failed ones
    run: Run = Run()

    def due(self, today: int) -> list[str]:
        """Return the puzzles that come again today, those that have waited longest first."""
        return due_ids(self.again, today)

    @property
    def weak(self) -> frozenset[str]:
        """The puzzles that have failed, and those that still come again within a week."""
        return frozenset(id for id, one in self.again.items() if one.is_weak)

    def add_solved(self, id: str, today: int, *, is_daily: bool) -> PuzzleProgress:
        """Return the progress after a puzzle was solved."""
        return self._replace(
            solved=self.solved if id in self.solved else (*self.solved, id)[-_MOST_KEPT:],
            daily=(*self.daily, today)[-_MOST_KEPT:]
            if is_daily and today not in self.daily
            else self.daily,
            again={**self.again, id: after_success(self.again.get(id), today)},
            run=self._run_with_solved(id),
        )

    def add_failed(self, id: str, today: int) -> PuzzleProgress:
        """Return the progress after a turn has ended without the goal."""
        return self._replace(again={**self.again, id: after_failure(self.again.get(id), today)})

    def toggle_favorite(self, id: str) -> PuzzleProgress:
        """Return the progress with a puzzle as a favorite, or no longer as one."""
        others = tuple(other for other in self.favorites if other != id)
        favorites = others if id in self.favorites else (*others, id)[-_MOST_KEPT:]
        return self._replace(favorites=favorites)

    def merge(self, other: PuzzleProgress) -> PuzzleProgress:
        """Return this progress with what another browser's has besides; this one's run wins.

        Where more than the most is kept, what only the other has is forgotten first.
        """
        return PuzzleProgress(
            solved=_merge_texts(self.solved, other.solved),
            favorites=_merge_texts(self.favorites, other.favorites),
            daily=tuple(sorted({*self.daily, *other.daily}))[-_MOST_KEPT:],
            again={**other.again, **self.again},
            run=self.run if self.run.ids else other.run,
        )

    def without_finished_run(self) -> PuzzleProgress:
        """Return the progress without the run, if the last puzzle of the run has been played."""
        last = self.run.ids[-1:]
        is_over = self.run.ids[self.run.at :] == last and (
            last == self.run.solved[-1:] or not self.weak.isdisjoint(last)
        )
        return self._replace(run=Run()) if is_over else self

    def _run_with_solved(self, id: str) -> Run:
        run = self.run
        is_counted = run.ids[run.at : run.at + 1] == (id,) and id not in run.solved
        return run._replace(solved=(*run.solved, id)) if is_counted else run


def read_progress(store: KeyValueStore) -> PuzzleProgress:
    """Return the stored progress; what cannot be read is left out. Never raises."""
    data = _stored_data(store)
    again, run = data.get("again"), data.get("run")
    return PuzzleProgress(
        solved=tuple(_texts(data.get("solved"))),
        favorites=tuple(_texts(data.get("favorites"))),
        daily=tuple(_numbers(data.get("daily"))),
        again=dict(_repetitions(again if isinstance(again, dict) else {})),
        run=_run(run if isinstance(run, dict) else {}),
    )


def save_progress(store: KeyValueStore, progress: PuzzleProgress) -> Message | None:
    """Store the progress, and keep what else is stored there; return a message if that fails."""
    data = {
        **_stored_data(store),
        "solved": progress.solved,
        "favorites": progress.favorites,
        "daily": progress.daily,
        "again": {id: stored_numbers(one) for id, one in progress.again.items()},
        "run": progress.run._asdict(),
    }
    try:
        store.set(PROGRESS_KEY, json.dumps(data))
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def merge_progress(here: str | None, text: str) -> str:
    """Return the progress of two texts, with what only `here` knows how to read."""
    ours, theirs = MemoryStore(), MemoryStore()
    ours.set(PROGRESS_KEY, here or "{}")
    theirs.set(PROGRESS_KEY, text)
    before = read_progress(ours)
    merged = before.merge(read_progress(theirs))
    if merged == before:
        return here or "{}"
    save_progress(ours, merged)
    return ours.texts[PROGRESS_KEY]


def _merge_texts(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    known = set(ours)
    return (*(text for text in dict.fromkeys(theirs) if text not in known), *ours)[-_MOST_KEPT:]


def _stored_data(store: KeyValueStore) -> dict[str, object]:
    try:
        data = parse_json(store.get(PROGRESS_KEY))
    except (StoreError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list):
        yield from (text for text in value if isinstance(text, str))


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, list):
        yield from (number for number in value if type(number) is int)


def _repetitions(data: Mapping[str, object]) -> Iterator[tuple[str, Repetition]]:
    for id, value in data.items():
        if repetition := read_repetition(value):
            yield id, repetition


def _run(data: Mapping[str, object]) -> Run:
    ids = tuple(_texts(data.get("ids")))[:_MOST_IN_RUN]
    at, solved = data.get("at"), dict.fromkeys(_texts(data.get("solved")))
    if type(at) is not int or not 0 <= at < len(ids):
        return Run()
    return Run(ids, at, tuple(id for id in solved if id in ids))
