"""Every lesson, course, puzzle and position that the page ships fits its public schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = {
    file.name: json.loads(file.read_text(encoding="utf-8"))
    for file in (ROOT / "docs/schemas").glob("*.json")
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
KINDS = {
    "tashkalar-lesson": "lesson",
    "tashkalar-course": "course",
    "tashkalar-puzzles": "puzzles",
}
MADE_FROM_THEM = ("pictures.json", "index.json")  # by a command, for the lists of the page
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
    schema = SCHEMAS[f"{KINDS.get(content.get('format'), 'scenario')}.schema.json"]
    validator = Draft202012Validator(schema, registry=REGISTRY)
    assert [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)] == []
