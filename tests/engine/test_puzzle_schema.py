"""The public schema of puzzle files takes what the reader takes, and refuses a wrong shape."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar.formats import puzzle, puzzle_form

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from tests.schemas import validator

ROOT = Path(__file__).parents[2]
VALIDATOR = validator("puzzles")
FILES = sorted((ROOT / "static/puzzles").glob("puzzles-*.json"))
FIRST: dict[str, Any] = json.loads(FILES[0].read_text(encoding="utf-8"))


def is_valid(value: object) -> bool:
    return not list(VALIDATOR.iter_errors(value))


def is_read(value: object) -> bool:
    try:
        puzzle.read(json.dumps(value))
    except puzzle.PuzzleError:
        return False
    return True


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_puzzles_of_the_page_fit(file: Path) -> None:
    assert is_valid(json.loads(file.read_text(encoding="utf-8")))


def test_it_knows_the_keys_of_the_reader() -> None:
    assert tuple(puzzle_form.PuzzleForm.shapes) == puzzle.Puzzle._fields
    assert tuple(puzzle_form.ProvedForm.shapes) == puzzle.Proved._fields
    assert tuple(puzzle_form.OpinionForm.shapes) == puzzle.Opinion._fields


CHANGES: tuple[tuple[str, object], ...] = (
    *(("id", "A b"), ("id", 7), ("theme", "magic"), ("title", {"English": "x"}), ("title", "x")),
    *(("scenario", []), ("solution", "+e5"), ("solution", ["x"] * 61), ("proved", {})),
    *(("opinion", {"grade": 6}), ("opinion", None), ("source", "x" * 201), ("stars", 3)),
    *(("also", "other"), ("also", ["x"] * 21)),
)


@pytest.mark.parametrize(("key", "value"), CHANGES, ids=range(len(CHANGES)))
def test_reader_and_schema_refuse_the_same(key: str, value: object) -> None:
    changed = copy.deepcopy(FIRST)
    changed["puzzles"][0][key] = value
    assert not is_read(changed)
    assert not is_valid(changed)


@pytest.mark.parametrize("key", puzzle.Puzzle._fields)
def test_reader_and_schema_need_the_same_keys(key: str) -> None:
    changed = copy.deepcopy(FIRST)
    changed["puzzles"][0].pop(key, None)  # the first one has no twins
    assert is_valid(changed) == is_read(changed)
