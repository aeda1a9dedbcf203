"""Count the exercises that are due, in what is stored, without the code that plays them."""

from __future__ import annotations

import re

from tashkalar.ui.storage.key_value_store import KeyValueStore, read_object

PROGRESS_KEY = "tashkalar.puzzles.v1"
"""The key of the progress in the puzzles in the browser's storage."""

_DAY = re.compile("[0-9]{1,6}")


def practiced_days(store: KeyValueStore, key: str) -> set[int]:
    """Return the days of which a stored text says that a person has practiced; never raises.

    They are the second numbers of the arrays that `count_due` reads, the days under `daily`, and
    the keys under `days`.
    """
    data = read_object(store, key)
    again, daily, days = (data.get(name) for name in ("again", "daily", "days"))
    entries = again.values() if isinstance(again, dict) else ()
    found = [entry[1] for entry in entries if isinstance(entry, list) and len(entry) > 1]
    found += daily if isinstance(daily, list) else []
    found += [int(day) for day in days if _DAY.fullmatch(day)] if isinstance(days, dict) else []
    return {day for day in found if type(day) is int}


def count_due(store: KeyValueStore, key: str, today: int) -> int:
    """Return how many exercises of a stored text come again today or before; never raises.

    The text is a JSON object whose `again` has an array for each exercise; the first number of the
    array is the day. If it has `exercises`, the days of others do not count.
    """
    data = read_object(store, key)
    again, rows = data.get("again"), data.get("exercises")
    entries = again if isinstance(again, dict) else {}
    if isinstance(rows, list):
        there = [row.get("id") for row in rows if isinstance(row, dict)]
        entries = {id: entry for id, entry in entries.items() if id in there}
    days = [entry[0] for entry in entries.values() if isinstance(entry, list) and entry]
    return sum(type(day) is int and day <= today for day in days)
