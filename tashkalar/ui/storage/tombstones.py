"""Notes beside the saves of games that were deleted while the backup may have failed.

A failing backup is no error (`ui/storage/backup.py`), so a copy of a deleted game may remain. Until
the backup has deleted that copy, the note prevents the game from being restored.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_record import MAX_SAFE_INTEGER, is_integer_in_range

TOMBSTONES_KEY = "tashkalar.gone.v1"
MAX_TOMBSTONES = 200  # the latest notes are kept


def read_tombstones(store: KeyValueStore) -> dict[str, int]:
    """Return the order at which each key was deleted; empty if the notes cannot be read."""
    try:
        notes = parse_json(store.get(TOMBSTONES_KEY) or "{}")
    except (StoreError, ValueError):
        return {}
    if not isinstance(notes, dict):
        return {}
    return {
        key: order
        for key, order in notes.items()
        if is_integer_in_range(order, 0, MAX_SAFE_INTEGER)
    }


def write_tombstones(store: KeyValueStore, orders: Mapping[str, int]) -> None:
    """Replace the notes, or remove them when there are none; ignore a failing store."""
    kept = dict(sorted(orders.items(), key=lambda pair: pair[1])[-MAX_TOMBSTONES:])
    with contextlib.suppress(StoreError):
        if kept:
            store.set(TOMBSTONES_KEY, json.dumps(kept))
        else:
            store.remove(TOMBSTONES_KEY)
