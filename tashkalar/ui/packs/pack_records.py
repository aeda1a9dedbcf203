"""The packs that a person has added to this browser: what is kept of each, and what it is called.

The wheels themselves lie elsewhere, as they are too large for this store. The list is small, is
read without running anything, and is enough to show a pack's school and the games that use it.
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
    """A pack that was added."""

    id: str
    version: str
    names: Mapping[str, str]  # of the school, by language; English is always there
    look: str  # the one it asks for
    file: str
    project: str  # what the wheel is called
    sha256: str
    enabled: bool


def read_pack_records(store: KeyValueStore) -> list[PackRecord]:
    """The list; whatever is missing or wrong in it is left out. Never raises."""
    try:
        data = parse_json(store.get(PACK_LIST_KEY))
    except (StoreError, ValueError):
        return []
    entries = data if isinstance(data, list) else []
    found: dict[str, PackRecord] = {}
    for entry in entries[:MAX_PACKS]:
        kept = _read_pack_record(entry)
        if kept is not None:
            found[kept.id] = kept
    return list(found.values())


def write_pack_records(store: KeyValueStore, all: Iterable[PackRecord]) -> None:
    """Write the list; StoreError when that is impossible."""
    store.set(PACK_LIST_KEY, json.dumps([kept._asdict() for kept in all]))


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
    kept = PackRecord(**{**data, "names": names})
    fits = (
        packs.is_pack_id(kept.id)
        and packs.VERSION_PATTERN.fullmatch(kept.version)
        and kept.look in packs.LOOKS
        and _WHEEL_FILE_NAME.fullmatch(kept.file)
        and _PROJECT_NAME.fullmatch(kept.project)
        and _SHA256.fullmatch(kept.sha256)
    )
    return kept if fits else None


def find_mentioned_packs(all: Iterable[PackRecord], text: str) -> list[PackRecord]:
    """The packs whose id stands in a text, such as a save or an address.

    It may stand there by chance, so this says only which packs are worth having ready.
    """
    return [kept for kept in all if kept.id in text]


def assign_looks(all: Iterable[PackRecord]) -> dict[str, str]:
    """A colour and sign for each pack: the one it asks for, or one that is still free."""
    found: dict[str, str] = {}
    for kept in all:
        free = [look for look in packs.LOOKS if look not in found.values()]
        found[kept.id] = kept.look if kept.look in free or not free else free[0]
    return found


def name_unknown_school(words: Catalogue, id: str) -> None:
    """Give a school of which nothing is known a name: its id."""
    key = f"school.{id}.name"
    if not words.has_text(key):
        words.merge(SOURCE_LANGUAGE, {key: id.removeprefix("x-").replace("-", " ").title()})


def merge_school_names(words: Catalogue, all: Sequence[PackRecord]) -> None:
    """Merge the names of the packs' schools into the languages that have been loaded.

    A name alone says nothing of where a school comes from, so the lists mark it as unofficial.
    """
    for kept in all:
        look = assign_looks(all)[kept.id]
        for language, text in kept.names.items():
            words.merge(language, {f"school.{kept.id}.name": text})
        words.merge(
            words.language,
            {
                f"school.{kept.id}.colour": words.text(f"packs.look.{look}"),
                f"page.school.{kept.id}": words.text(
                    "packs.school", name=Message(f"school.{kept.id}.name")
                ),
            },
        )
