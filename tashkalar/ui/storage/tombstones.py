"""What was deleted while the second copies might not hear of it, noted beside the saves.

A database that fails is no error (`ui/storage/backup.py`), so a copy may still be there when it
works again. The notes say until then that nobody wants it back.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_record import MAX_SAFE_INTEGER, is_integer_in_range

TOMBSTONES_KEY = "tashkalar.gone.v1"
MAX_TOMBSTONES = 200  # the latest are kept


def read_tombstones(store: KeyValueStore) -> dict[str, int]:
    """The order at which each key was deleted; nothing where the notes cannot be read."""
    try:
        found = parse_json(store.get(TOMBSTONES_KEY) or "{}")
    except (StoreError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {
        key: order
        for key, order in found.items()
        if is_integer_in_range(order, 0, MAX_SAFE_INTEGER)
    }


def write_tombstones(store: KeyValueStore, orders: Mapping[str, int]) -> None:
    """Write the notes anew, or take them away when there are none; nothing where that fails."""
    kept = dict(sorted(orders.items(), key=lambda pair: pair[1])[-MAX_TOMBSTONES:])
    with contextlib.suppress(StoreError):
        if kept:
            store.set(TOMBSTONES_KEY, json.dumps(kept))
        else:
            store.remove(TOMBSTONES_KEY)
