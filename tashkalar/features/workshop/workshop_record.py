"""The text that stores what a person has made in the workshop."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from tashkalar.json_reader import parse_json
from tashkalar.plain_text import escape_hidden_signs

WORKSHOP_KEY = "tashkalar.workshop.v1"
"""The key of the works in the browser's storage."""

DAMAGED_KEY = "tashkalar.workshop-damaged.v1"
"""The key of a text that could not be read when new works were saved in its place."""

DRAFT_KEY_PREFIX = "tashkalar.workshop-draft.v1."
"""The start of the key of a work with changes that are not saved; a number follows."""

Entry = dict[str, Any]


def read_works(text: str | None) -> list[Entry]:
    """Return the works of a text, also those that this version does not know. Never raises."""
    return [entry for entry in _entries(text) or () if isinstance(entry, dict)]


def is_damaged(text: str | None) -> bool:
    """Tell whether a stored text cannot be read as a list of works."""
    return text is not None and _entries(text) is None


def _entries(text: str | None) -> list[Any] | None:
    try:
        data = parse_json(text or "{}")
    except ValueError:
        return None
    entries = data.get("works", []) if isinstance(data, dict) else None
    return entries if isinstance(entries, list) else None


def write_works(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of some works."""
    text = json.dumps({"works": entries}, ensure_ascii=False, separators=(",", ":"))
    return escape_hidden_signs(text)


def merge_works(here: str | None, text: str) -> str:
    """Return the works of two texts; of the second only those whose content the first lacks."""
    merged = read_works(here)
    known = set(map(_content, merged))
    used = {str(entry.get("id")) for entry in merged}
    free = (id for n in count(1) if (id := f"w{n}") not in used)
    for entry in read_works(text):
        if (content := _content(entry)) not in known:
            merged.append({**entry, "id": next(free)})
            known.add(content)
    return write_works(merged) if merged else here or write_works([])


def _content(entry: Entry) -> str:
    """Return a work without its id as a text, which is the same for the same work."""
    return json.dumps({**entry, "id": ""}, sort_keys=True)
