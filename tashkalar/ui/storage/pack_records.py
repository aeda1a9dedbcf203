"""The stored list of the packs that a person has added to this browser, and their names.

The wheels are too large for this store and are kept elsewhere. The list is small, is read without
running a pack, and is enough to show a pack's school and the games that use the school.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.cards import packs
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
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


def find_mentioned_packs(all: Iterable[PackRecord], text: str) -> list[PackRecord]:
    """Return the packs whose id occurs in a text, such as a save or an address.

    An id may occur by chance, so the result only says which packs should be ready.
    """
    return [record for record in all if record.id in text]


def assign_looks(all: Iterable[PackRecord]) -> dict[str, str]:
    """Choose a look, color and sign, for each pack: the preferred look, or a free look."""
    looks: dict[str, str] = {}
    for record in all:
        free = [look for look in packs.LOOKS if look not in looks.values()]
        looks[record.id] = record.look if record.look in free or not free else free[0]
    return looks


def name_unknown_school(words: Catalogue, id: str) -> None:
    """Give a school without a name a name made of its id."""
    key = f"school.{id}.name"
    if not words.has_text(key):
        words.merge(SOURCE_LANGUAGE, {key: id.removeprefix("x-").replace("-", " ").title()})


def merge_school_names(words: Catalogue, all: Sequence[PackRecord]) -> None:
    """Merge the names of the packs' schools into the languages that have been loaded.

    A name alone does not tell the origin of a school, so the lists mark the school as unofficial.
    """
    for record in all:
        look = assign_looks(all)[record.id]
        for language, text in record.names.items():
            words.merge(language, {f"school.{record.id}.name": text})
        words.merge(
            words.language,
            {
                f"school.{record.id}.colour": words.text(f"packs.look.{look}"),
                f"page.school.{record.id}": words.text(
                    "packs.school", name=Message(f"school.{record.id}.name")
                ),
            },
        )
