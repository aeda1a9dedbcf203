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
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import (
    KeyValueStore,
    merge_records,
    read_object,
    store_text,
)

_MOST_KEPT = 10_000  # ids or days of a kind
_MOST_IN_RUN = 100
_MOST_TRIES = 500  # puzzles whose tries are kept
_MOST_COUNTED = 99  # failures of a puzzle


class Run(NamedTuple):
    """Puzzles to be played one after the other."""

    ids: tuple[str, ...] = ()
    at: int = 0  # the place of the puzzle that is being played
    solved: tuple[str, ...] = ()  # ids


class Tries(NamedTuple):
    """The tries at a puzzle until it was solved, or until now."""

    failed: int = 0  # attempts without the goal
    hints: int = 0  # how much of the plan hints have told, see `puzzle_hint.HintPart`
    is_solved: bool = False

    @property
    def number(self) -> int:
        """The number of the try that is going on, or has solved the puzzle; from 1."""
        return self.failed + 1

    @property
    def following(self) -> Tries:
        """The tries with what comes next: after a solution a person begins anew."""
        return Tries() if self.is_solved else self


class PuzzleProgress(NamedTuple):
    """The stored progress of a person."""

    solved: tuple[str, ...] = ()  # ids in the order of their solution
    favorites: tuple[str, ...] = ()
    daily: tuple[int, ...] = ()  # days whose puzzle was solved on that day
    again: Mapping[str, Repetition] = {}  # solved puzzles and failed ones
    run: Run = Run()
    tries: Mapping[str, Tries] = {}  # by id, those of the puzzles that were played last

    def due(self, today: int) -> list[str]:
        """Return the puzzles that come again today, those that have waited longest first."""
        return due_ids(self.again, today)

    @property
    def weak(self) -> frozenset[str]:
        """The puzzles that have failed, and those that still come again within a week."""
        return frozenset(id for id, one in self.again.items() if one.is_weak)

    def add_solved(self, id: str, today: int, *, daily: int | None = None) -> PuzzleProgress:
        """Return the progress after a puzzle was solved.

        `daily` is the day whose puzzle it is, if it is one and was opened on that day.
        """
        tries = self.tries_at(id)
        return self._replace(
            solved=self.solved if id in self.solved else (*self.solved, id)[-_MOST_KEPT:],
            daily=self.daily
            if daily is None or daily in self.daily
            else (*self.daily, daily)[-_MOST_KEPT:],
            again={**self.again, id: after_success(self.again.get(id), today, hints=tries.hints)},
            run=self._run_with_solved(id),
        )._with_tries(id, tries._replace(is_solved=True))

    def add_failed(self, id: str, today: int) -> PuzzleProgress:
        """Return the progress after a turn has ended without the goal."""
        tries = self.tries_at(id)
        again = {**self.again, id: after_failure(self.again.get(id), today)}
        failed = min(tries.failed + 1, _MOST_COUNTED)
        return self._replace(again=again)._with_tries(id, tries._replace(failed=failed))

    def add_hint(self, id: str, step: int) -> PuzzleProgress:
        """Return the progress after a hint has told so much of the plan."""
        tries = self.tries_at(id)
        return self._with_tries(id, tries._replace(hints=max(tries.hints, step)))

    def tries_at(self, id: str) -> Tries:
        """Return the tries at a puzzle since it was solved last."""
        return self.tries.get(id, Tries()).following

    def _with_tries(self, id: str, tries: Tries) -> PuzzleProgress:
        others = {other: known for other, known in self.tries.items() if other != id}
        kept = [*others.items(), (id, tries)][-_MOST_TRIES:]
        return self._replace(tries=dict(kept))

    def with_favorite(self, id: str, *, is_favorite: bool) -> PuzzleProgress:
        """Return the progress with a puzzle as a favorite, or not as one."""
        others = tuple(other for other in self.favorites if other != id)
        return self._replace(favorites=(*others, id)[-_MOST_KEPT:] if is_favorite else others)

    def renamed(self, main_ids: Mapping[str, str]) -> PuzzleProgress:
        """Return the progress with other ids for some puzzles; what the other id has stays."""

        def rename(id: str) -> str:
            return main_ids.get(id, id)

        def rename_all(ids: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(dict.fromkeys(map(rename, ids)))

        if not main_ids:
            return self
        run = self.run._replace(
            ids=tuple(map(rename, self.run.ids)), solved=rename_all(self.run.solved)
        )
        return self._replace(
            solved=rename_all(self.solved),
            favorites=rename_all(self.favorites),
            again={rename(id): one for id, one in self.again.items()}
            | {id: one for id, one in self.again.items() if rename(id) == id},
            run=run,
            tries={rename(id): one for id, one in self.tries.items()}
            | {id: one for id, one in self.tries.items() if rename(id) == id},
        )

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
            tries=dict([*{**other.tries, **self.tries}.items()][-_MOST_TRIES:]),
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
    data = read_object(store, PROGRESS_KEY)
    again, run, tries = data.get("again"), data.get("run"), data.get("tries")
    return PuzzleProgress(
        solved=tuple(_texts(data.get("solved"))),
        favorites=tuple(_texts(data.get("favorites"))),
        daily=tuple(_numbers(data.get("daily"))),
        again=dict(_repetitions(again if isinstance(again, dict) else {})),
        run=_run(run if isinstance(run, dict) else {}),
        tries=dict(_tries(tries if isinstance(tries, dict) else {})),
    )


def save_progress(store: KeyValueStore, progress: PuzzleProgress) -> Message | None:
    """Store the progress, and keep what else is stored there; return a message if that fails."""
    data = {
        **read_object(store, PROGRESS_KEY),
        "solved": progress.solved,
        "favorites": progress.favorites,
        "daily": progress.daily,
        "again": {id: stored_numbers(one) for id, one in progress.again.items()},
        "run": progress.run._asdict(),
        "tries": {
            id: [one.failed, one.hints, int(one.is_solved)] for id, one in progress.tries.items()
        },
    }
    return store_text(store, PROGRESS_KEY, json.dumps(data))


def merge_progress(here: str | None, text: str) -> str:
    """Return the progress of two texts, with what only `here` knows how to read."""
    records, merge = (here, text), PuzzleProgress.merge
    return merge_records(PROGRESS_KEY, records, read_progress, merge, save_progress)


def _merge_texts(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    known = set(ours)
    return (*(text for text in dict.fromkeys(theirs) if text not in known), *ours)[-_MOST_KEPT:]


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


def _tries(data: Mapping[str, object]) -> Iterator[tuple[str, Tries]]:
    for id, value in list(data.items())[-_MOST_TRIES:]:
        numbers = tuple(_numbers(value))
        if len(numbers) == 3 and all(0 <= number <= _MOST_COUNTED for number in numbers):
            failed, hints, solved = numbers
            yield id, Tries(failed, hints, is_solved=solved == 1)


def _run(data: Mapping[str, object]) -> Run:
    ids = tuple(_texts(data.get("ids")))[:_MOST_IN_RUN]
    at, solved = data.get("at"), dict.fromkeys(_texts(data.get("solved")))
    if type(at) is not int or not 0 <= at < len(ids):
        return Run()
    return Run(ids, at, tuple(id for id in solved if id in ids))
