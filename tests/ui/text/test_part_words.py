"""The words of a fetched part of the page: its own catalogue, the start's, or one it fetches."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tashkalar.ui.text.english_catalogue import START_FILES

ROOT = Path(__file__).resolve().parents[3]
FEATURES = ROOT / "tashkalar/features"
FOLDERS = sorted(folder.parent for folder in FEATURES.glob("*/page"))
# Words that are there whenever the part says them, since the other part opens it.
OF_CALLERS = {"far": {"live"}, "live": {"far"}, "lessons": {"statistics"}}
_KEY = re.compile(r"""["']([a-z][\w-]*(?:\.[\w-]+)+)["']""")
_FETCHED = re.compile(r'words,\s*"(\w+)"|other_words=\("(\w+)"')


def _catalogues_by_key() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for file in (ROOT / "static/locale/en").glob("*.json"):
        for key in json.loads(file.read_text(encoding="utf-8")):
            found.setdefault(key, set()).add(file.stem)
    return found


CATALOGUES = _catalogues_by_key()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_part_fetches_the_words_that_it_says(folder: Path) -> None:
    # What lies in `entries` is shown by other parts, in the HTML of these.
    files = [*folder.rglob("*.py"), *folder.glob("page/*.html")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    there = {*START_FILES, *OF_CALLERS.get(folder.name, ())}
    for text in texts:
        there |= {one or other for one, other in _FETCHED.findall(text)}
    said = {key for text in texts for key in _KEY.findall(text) if key in CATALOGUES}
    assert [key for key in sorted(said) if not CATALOGUES[key] & there] == []
