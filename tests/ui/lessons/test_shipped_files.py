"""Every lesson, course, puzzle and position that the page ships fits its public schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from tests.schemas import errors

ROOT = Path(__file__).resolve().parents[3]
KINDS = {
    "tashkalar-lesson": "lesson",
    "tashkalar-course": "course",
    "tashkalar-puzzles": "puzzles",
}
# by a command, for the lists of the page
MADE_FROM_THEM = ("pictures.json", "index.json", "boards.json")
FILES = [
    file.relative_to(ROOT).as_posix()
    for folder in ("lessons", "puzzles", "demo")
    for file in sorted((ROOT / "static" / folder).glob("*.json"))
    if file.name not in MADE_FROM_THEM
]


def test_there_are_files_of_every_kind() -> None:
    kinds = {json.loads((ROOT / name).read_text("utf-8")).get("format") for name in FILES}
    assert kinds == {*KINDS, None}  # a scenario has no such key


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_file_fits_its_schema(name: str) -> None:
    content = json.loads((ROOT / name).read_text(encoding="utf-8"))
    assert errors(KINDS.get(content.get("format"), "scenario"), content) == []
