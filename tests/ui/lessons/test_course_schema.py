"""The public schema of courses takes what the reader takes, and refuses a wrong shape."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tashkalar.features.lessons.course import read_course
from tashkalar.features.workshop import courses
from tests.ui.lessons.files import lesson_text

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from tests.schemas import validator

ROOT = Path(__file__).resolve().parents[3]
COURSE = json.loads((ROOT / "static/lessons/course.json").read_text(encoding="utf-8"))
VALIDATOR = validator("course")
OWN = courses.add_lesson(
    courses.new_course(), 0, json.loads(lesson_text("placing")) | {"words": {"en": {}}}
)

Change = Callable[[dict[str, Any]], object]

WRONG: list[Change] = [
    lambda course: course.pop("format"),
    lambda course: course.update(v=3),
    lambda course: course.update(id="mine"),
    lambda course: course.update(title="Mine"),
    lambda course: course.update(chapters=[]),
    lambda course: course["chapters"][0].update(lessons=[]),
    lambda course: course["chapters"][0].update(lessons=["Placing"]),
    lambda course: course["chapters"][0].update(id="x" * 41),
    lambda course: course["chapters"][0].pop("id"),
    lambda course: course["chapters"][0].update(words={}),
]


def test_the_course_of_the_page_and_one_with_its_lessons_fit() -> None:
    for course in (COURSE, OWN):
        assert list(VALIDATOR.iter_errors(course)) == []
        read_course(json.dumps(course))


WRONG_OWN: list[Change] = [
    lambda course: course.pop("id"),
    lambda course: course["lessons"][0].pop("parts"),
    lambda course: course["words"].pop("en"),
    lambda course: course["words"].update(xx={}),
]


@pytest.mark.parametrize(
    ("whole", "change"), [*((COURSE, one) for one in WRONG), *((OWN, one) for one in WRONG_OWN)]
)
def test_a_wrong_shape_is_refused_by_both(whole: dict[str, Any], change: Change) -> None:
    course = copy.deepcopy(whole)
    change(course)
    assert list(VALIDATOR.iter_errors(course))
    with pytest.raises(ValueError, match=r"\w"):
        read_course(json.dumps(course))
