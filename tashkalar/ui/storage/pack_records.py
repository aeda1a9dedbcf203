"""The stored list of the packs that a person has added to this browser, and their names.

The wheels are too large for this store and are kept elsewhere. The list is small, is read without
running a pack, and is enough to show a pack's school and the games that use the school.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tashkalar.cards import packs
from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE, Catalogue

PACK_LIST_KEY = "tashkalar.packs.v1"
"""The key of the list in the browser's storage."""

MAX_PACKS = 20

_SHA256 = re.compile(r"[0-9a-f]{64}")
_WHEEL_FILE_NAME = re.compile(r"[A-Za-z0-9_.+-]{1,120}\.whl")
_PROJECT_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class PackRecord(NamedTuple):
    """The facts about an added pack that are stored."""

    id: str
    version: str
    names: Mapping[str, str]  # of the school, by language; always with English
    look: str  # the look that the pack prefers
    file: str
    project: str  # the name of the wheel
    sha256: str
    enabled: bool


def read_pack_records(store: KeyValueStore) -> list[PackRecord]:
    """Read the list without its invalid entries; never raises."""
    try:
        data = parse_json(store.get(PACK_LIST_KEY))
    except (StoreError, ValueError):
        return []
    entries = data if isinstance(data, list) else []
    records: dict[str, PackRecord] = {}
    for entry in entries[:MAX_PACKS]:
        record = _read_pack_record(entry)
        if record is not None:
            records[record.id] = record
    return list(records.values())


def write_pack_records(store: KeyValueStore, all: Iterable[PackRecord]) -> None:
    """Write the list; `StoreError` when the store fails."""
    store.set(PACK_LIST_KEY, json.dumps([record._asdict() for record in all]))


def _read_pack_record(data: object) -> PackRecord | None:
    if not isinstance(data, dict) or set(data) != set(PackRecord._fields):
        return None
    names = data["names"]
    if not isinstance(names, dict) or not isinstance(names.get(SOURCE_LANGUAGE), str):
        return None
    texts = [data[name] for name in PackRecord._fields if name not in ("names", "enabled")]
    if not all(isinstance(text, str) for text in texts) or not isinstance(data["enabled"], bool):
        return None
    names = {n: str(t)[:60] for n, t in names.items() if n in LANGUAGES and isinstance(t, str)}
    record = PackRecord(**{**data, "names": names})
    is_valid = (
        packs.is_pack_id(record.id)
        and packs.VERSION_PATTERN.fullmatch(record.version)
        and record.look in packs.LOOKS
        and _WHEEL_FILE_NAME.fullmatch(record.file)
        and _PROJECT_NAME.fullmatch(record.project)
        and _SHA256.fullmatch(record.sha256)
    )
    return record if is_valid else None


def name_unknown_school(words: Catalogue, id: str) -> None:
    """Give a school without a name a name made of its id."""
    key = f"school.{id}.name"
    if not words.has_text(key):
        words.merge(SOURCE_LANGUAGE, {key: id.removeprefix("x-").replace("-", " ").title()})
