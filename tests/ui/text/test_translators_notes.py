"""The notes for translators in ``docs/translations.md`` say where each text stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NOTES = ROOT / "docs" / "translations.md"
HEADING = "## Where a text stands"


def find_key_patterns() -> list[str]:
    """Return the keys in the first column of the table; ``*`` stands for any ending."""
    table = NOTES.read_text(encoding="utf-8").partition(HEADING)[2]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return [key for row in rows for key in re.findall(r"`([^`]+)`", row[1])]


def find_english_keys() -> Iterator[str]:
    """Yield the key of each English text."""
    for path in sorted((ROOT / "static" / "locale" / "en").glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))


def test_each_text_has_a_note() -> None:
    patterns = find_key_patterns()
    keys = list(find_english_keys())
    assert [key for key in keys if not any(fnmatchcase(key, one) for one in patterns)] == []


def test_each_note_is_about_a_text() -> None:
    keys = list(find_english_keys())
    unused = [one for one in find_key_patterns() if not any(fnmatchcase(key, one) for key in keys)]
    assert unused == []
