"""The stored results of the duels of the day: of each day the first finished game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from tashkalar.features.daily_duel import DAILY_DUEL_KEY
from tashkalar.features.daily_duel.daily_duel import DuelResult
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import (
    KeyValueStore,
    StoreError,
    merge_records,
    store_text,
)

MOST_DAYS = 1000
_MOST_COUNT = 99_999  # points, turns and games
_MOST_DIGITS = 6  # of a day

DuelRecord = Mapping[int, DuelResult]
"""By day, the result of the first finished game."""


def add_result(record: DuelRecord, day: int, result: DuelResult) -> DuelRecord:
    """Return the record after a finished game; a later one of the same day is only counted."""
    first = record.get(day)
    kept = first._replace(games=first.games + 1) if first else result
    return dict(sorted({**record, day: kept}.items())[-MOST_DAYS:])


def read_record(store: KeyValueStore) -> DuelRecord:
    """Return the stored results; what cannot be read is left out. Never raises."""
    try:
        data = parse_json(store.get(DAILY_DUEL_KEY))
    except (StoreError, ValueError):
        return {}
    return dict(sorted(_read_results(data))[-MOST_DAYS:])


def _read_results(data: object) -> Iterator[tuple[int, DuelResult]]:
    for key, row in data.items() if isinstance(data, dict) else ():
        is_day = isinstance(key, str) and key.isascii() and key.isdecimal()
        if not is_day or len(key) > _MOST_DIGITS or not isinstance(row, list):
            continue
        numbers = [n for n in row if type(n) is int and abs(n) <= _MOST_COUNT]
        if len(row) == len(numbers) == len(DuelResult._fields) and numbers[3] in (0, 1):
            own, theirs, turns, has_won, games = numbers
            yield int(key), DuelResult(own, theirs, turns, bool(has_won), games)


def save_record(store: KeyValueStore, record: DuelRecord) -> Message | None:
    """Store the results; return a message if that fails."""
    rows = {str(day): [int(number) for number in result] for day, result in record.items()}
    return store_text(store, DAILY_DUEL_KEY, json.dumps(rows, separators=(",", ":")))


def merge_record_texts(here: str | None, text: str) -> str:
    """Return the results of two texts; of a day in both, those of the first."""
    return merge_records(DAILY_DUEL_KEY, (here, text), read_record, _merge, save_record)


def _merge(ours: DuelRecord, theirs: DuelRecord) -> DuelRecord:
    return dict(sorted({**theirs, **ours}.items())[-MOST_DAYS:])
