"""The public schema of courses takes what the reader takes, and refuses a wrong shape."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tashkalar.ui.lessons.course import read_course

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "docs/schemas/course.schema.json").read_text(encoding="utf-8"))
COURSE = json.loads((ROOT / "static/lessons/course.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

Change = Callable[[dict[str, Any]], object]

WRONG: list[Change] = [
    lambda course: course.pop("format"),
    lambda course: course.update(v=2),
    lambda course: course.update(title="Mine"),
    lambda course: course.update(chapters=[]),
    lambda course: course["chapters"][0].update(lessons=[]),
    lambda course: course["chapters"][0].update(lessons=["Placing"]),
    lambda course: course["chapters"][0].update(id="x" * 41),
    lambda course: course["chapters"][0].pop("id"),
    lambda course: course["chapters"][0].update(words={}),
]


def test_the_course_of_the_page_fits() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert list(VALIDATOR.iter_errors(COURSE)) == []
    read_course(json.dumps(COURSE))


@pytest.mark.parametrize("change", WRONG)
def test_a_wrong_shape_is_refused_by_both(change: Change) -> None:
    course = copy.deepcopy(COURSE)
    change(course)
    assert list(VALIDATOR.iter_errors(course))
    with pytest.raises(ValueError, match=r"\w"):
        read_course(json.dumps(course))
