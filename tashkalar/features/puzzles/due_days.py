"""Count the exercises that are due, in what is stored, without the code that plays them."""

from __future__ import annotations

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError

PROGRESS_KEY = "tashkalar.puzzles.v1"
"""The key of the progress in the puzzles in the browser's storage."""


def count_due(store: KeyValueStore, key: str, today: int) -> int:
    """Return how many exercises of a stored text come again today or before; never raises.

    The text is a JSON object whose `again` has an array for each exercise; the first number of the
    array is the day. If it has `exercises`, the days of others do not count.
    """
    try:
        data = parse_json(store.get(key))
    except (StoreError, ValueError):
        return 0
    again = data.get("again") if isinstance(data, dict) else None
    entries = again if isinstance(again, dict) else {}
    if isinstance(data, dict) and isinstance(rows := data.get("exercises"), list):
        there = [row.get("id") for row in rows if isinstance(row, dict)]
        entries = {id: entry for id, entry in entries.items() if id in there}
    days = [entry[0] for entry in entries.values() if isinstance(entry, list) and entry]
    return sum(type(day) is int and day <= today for day in days)
