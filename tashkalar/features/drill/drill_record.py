"""The stored answers of the drill: the last ones of each kind of question, and the days.

Days are numbers (`daily_puzzle.day_number`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from tashkalar.features.drill import DRILL_KEY
from tashkalar.features.drill.questions import QuestionKind, cards_by_kind
from tashkalar.json_reader import parse_json
from tashkalar.position.board import RANKS
from tashkalar.position.move import Message
from tashkalar.position.pattern import PatternTransform
from tashkalar.ui.statistics_table import StatisticsLine, StatisticsTable, percent
from tashkalar.ui.storage.key_value_store import (
    KeyValueStore,
    StoreError,
    merge_records,
    store_text,
)

LAST_ANSWERS = 20
"""The answers that are kept of a kind: what was hard long ago is no longer asked more often."""

TRANSFORMS = tuple(PatternTransform(n, mirrored) for mirrored in (False, True) for n in range(4))
"""The ways in which a pattern can lie, the printed one first (R7.3)."""

_MOST_DAYS, _MOST_COUNT = 1000, 100_000
_RIGHT, _WRONG = "1", "0"
_WEAKEST_WEIGHT = 5  # how much more often the weakest kind comes than one without a mistake


class DayPractice(NamedTuple):
    """The practice of a day."""

    answers: int = 0
    right: int = 0
    seconds: int = 0


class DrillRecord(NamedTuple):
    """The stored answers and days of a person."""

    answers: Mapping[QuestionKind, str] = {}  # the last ones, 1 for right and 0 for wrong
    days: Mapping[int, DayPractice] = {}
    best: int = 0  # right answers in a minute

    def add_answer(
        self, kind: QuestionKind, today: int, *, is_right: bool, seconds: float
    ) -> DrillRecord:
        """Return the record after an answer that took so many seconds."""
        sign = _RIGHT if is_right else _WRONG
        last = (self.answers.get(kind, "") + sign)[-LAST_ANSWERS:]
        day = self.days.get(today, DayPractice())
        changed = DayPractice(day.answers + 1, day.right + is_right, day.seconds + round(seconds))
        days = dict(sorted({**self.days, today: changed}.items())[-_MOST_DAYS:])
        return self._replace(answers={**self.answers, kind: last}, days=days)

    def weight(self, kind: QuestionKind) -> int:
        """Return how often a kind is to come compared with others.

        A kind that was never asked counts as one with a mistake in two answers.
        """
        last = self.answers.get(kind, "")
        mistakes, all = last.count(_WRONG) + 1, len(last) + 2
        return 10 + 10 * (_WEAKEST_WEIGHT - 1) * mistakes // all

    def count_answers(self, ranks: Collection[str], transform: PatternTransform) -> tuple[int, int]:
        """Return how many of the last answers of these kinds are right, and how many there are."""
        texts = [self.answers.get(QuestionKind(rank, transform), "") for rank in ranks]
        return sum(text.count(_RIGHT) for text in texts), sum(map(len, texts))

    def merge(self, other: DrillRecord) -> DrillRecord:
        """Return this record with what another browser's has besides.

        Of a kind or a day in both, the one with more answers stays.
        """
        answers = {**other.answers, **self.answers}
        for kind in self.answers.keys() & other.answers.keys():
            answers[kind] = max(self.answers[kind], other.answers[kind], key=len)
        days = {**other.days, **self.days}
        for day in self.days.keys() & other.days.keys():
            days[day] = max(self.days[day], other.days[day])
        kept = dict(sorted(days.items())[-_MOST_DAYS:])
        return DrillRecord(answers, kept, max(self.best, other.best))


def choose_kind(record: DrillRecord, ranks: Collection[str], number: int) -> QuestionKind:
    """Return the kind of the next question; `number` is a random number from 0 to 999.

    Weak kinds come more often.
    """
    kinds = [kind for kind in cards_by_kind() if kind.rank in ranks]
    weights = [record.weight(kind) for kind in kinds]
    left = number * sum(weights) // 1000
    for kind, weight in zip(kinds, weights, strict=True):
        left -= weight
        if left < 0:
            return kind
    return kinds[-1]


# -- statistics ----------------------------------------------------------------------------------


def transform_message(transform: PatternTransform) -> Message:
    """Return how a pattern lies, in words."""
    mirrored = ".mirrored" if transform.mirrored else ""
    return Message(f"drill.turned.{transform.quarters}{mirrored}")


def drill_tables(record: DrillRecord) -> tuple[StatisticsTable, ...]:
    """Return the last answers by orientation and by rank, the weakest first."""
    by_transform = [(transform_message(t), record.count_answers(RANKS, t)) for t in TRANSFORMS]
    by_rank = [(Message(f"drill.rank.{rank}"), _sum_of_rank(record, rank)) for rank in RANKS]
    return (_table("orientation", by_transform), _table("rank", by_rank))


def _sum_of_rank(record: DrillRecord, rank: str) -> tuple[int, int]:
    counts = [record.count_answers([rank], transform) for transform in TRANSFORMS]
    return sum(right for right, _ in counts), sum(all for _, all in counts)


def _table(by: str, rows: Sequence[tuple[Message, tuple[int, int]]]) -> StatisticsTable:
    asked = [row for row in rows if row[1][1]]
    asked.sort(key=lambda row: percent(*row[1]))
    return StatisticsTable(
        Message(f"drill.by-{by}"),
        (Message("drill.right.column"), Message("drill.asked.column")),
        tuple(StatisticsLine(name, counts, percent(*counts)) for name, counts in asked),
    )


# -- as it is stored -----------------------------------------------------------------------------


def read_record(store: KeyValueStore) -> DrillRecord:
    """Return the stored record; what cannot be read is left out. Never raises."""
    try:
        data = parse_json(store.get(DRILL_KEY))
    except (StoreError, ValueError):
        return DrillRecord()
    if not isinstance(data, dict):
        return DrillRecord()
    return DrillRecord(
        dict(_read_answers(data.get("answers"))),
        dict(sorted(_read_days(data.get("days")))[-_MOST_DAYS:]),
        _read_count(data.get("best")) or 0,
    )


def _kind_key(kind: QuestionKind) -> str:
    mirrored = "m" if kind.transform.mirrored else ""
    return f"{kind.rank}.{kind.transform.quarters}{mirrored}"


def _read_answers(value: object) -> Iterator[tuple[QuestionKind, str]]:
    stored = value if isinstance(value, dict) else {}
    for rank in RANKS:
        for transform in TRANSFORMS:
            kind = QuestionKind(rank, transform)
            text = stored.get(_kind_key(kind))
            if isinstance(text, str) and text and set(text) <= {_RIGHT, _WRONG}:
                yield kind, text[-LAST_ANSWERS:]


def _read_days(value: object) -> Iterator[tuple[int, DayPractice]]:
    for key, row in value.items() if isinstance(value, dict) else ():
        is_day = isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) < 7
        if not is_day or not isinstance(row, list) or len(row) != len(DayPractice._fields):
            continue
        counts = [count for count in map(_read_count, row) if count is not None]
        if len(counts) == len(row):
            yield int(key), DayPractice(*counts)


def _read_count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _MOST_COUNT else None


def save_record(store: KeyValueStore, record: DrillRecord) -> Message | None:
    """Store the record; return a message if that fails."""
    data = {
        "answers": {_kind_key(kind): text for kind, text in record.answers.items()},
        "days": {str(day): list(practice) for day, practice in record.days.items()},
        "best": record.best,
    }
    return store_text(store, DRILL_KEY, json.dumps(data, separators=(",", ":")))


def merge_record_texts(here: str | None, text: str) -> str:
    """Return the record of two texts."""
    return merge_records(DRILL_KEY, (here, text), read_record, DrillRecord.merge, save_record)
