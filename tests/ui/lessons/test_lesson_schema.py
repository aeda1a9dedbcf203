"""The public schema of lessons takes what the reader takes, and refuses a wrong shape."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tashkalar.features.lessons import lesson_form
from tashkalar.features.lessons.lesson_file import LessonCondition, LessonPart, read_lesson
from tests.ui.lessons.files import COURSE, lesson_text

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from tests.schemas import validator

VALIDATOR = validator("lesson")


def lesson(id: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(lesson_text(id))
    return value


def errors(value: object) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(value)]


@pytest.mark.parametrize("id", COURSE)
def test_the_lessons_of_the_course_fit(id: str) -> None:
    assert errors(lesson(id)) == []
    brings = lesson(id) | {"v": 1, "words": {"en": {"title": "Mine"}, "el": {}}}
    assert errors(brings) == []


@pytest.mark.parametrize("poster", ["Summon him.", {"en": "Summon him.", "it": "Evocalo."}, {}])
def test_a_poster_is_a_text_or_texts_by_language(poster: object) -> None:
    value = lesson("pattern")
    value["parts"][0]["poster"] = poster
    assert errors(value) == [] and read_lesson(json.dumps(value)).id == "pattern"


def test_it_knows_the_keys_of_the_reader() -> None:
    assert tuple(lesson_form.MomentForm.shapes) == LessonCondition._fields
    renamed = {"start": "scenario", "lines": "coach", "hints": "hint", "shown_tasks": "show"}
    fields = {renamed.get(name, name) for name in LessonPart._fields}
    assert set(lesson_form.PartForm.shapes) == fields | {"preset", "seed", "poster"}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("format",), "tashkalar-save"),
        (("v",), 3),
        (("id",), "Mine!"),
        (("parts",), []),
        (("more",), 1),
        (("words",), {}),
        (("words",), {"en": {"Title": "x"}}),
        (("parts", 0, "scenario"), 7),
        (("parts", 0, "preset"), "first-game"),
        (("parts", 0, "more"), 1),
        (("parts", 0, "until"), {"noon": 12}),
        (("parts", 0, "until"), {"done": -1}),
        (("parts", 0, "coach"), [{}]),
        (("parts", 0, "ways"), [[]]),
        (("parts", 0, "mistakes"), [{"say": "a"}]),
        (("parts", 0, "mistakes"), [{"say": "a", "square": "k9"}]),
        (("parts", 0, "mistakes"), [{"say": "a", "square": "e5", "after": ["."]}]),
        (("parts", 0, "mistakes"), [{"say": "a", "move": "+*", "after": {"codes": ["."]}}]),
        (
            ("parts", 0, "mistakes"),
            [{"say": "a", "move": "+*", "after": {"codes": [], "level": "adept"}}],
        ),
        (("parts", 0, "hint"), ["a", "b", "c", "d"]),
        (("parts", 0, "goal"), {"summon": "knight", "win": True}),
        (("parts", 0, "opponent"), 5),
        (("parts", 0, "poster"), 5),
        (("parts", 0, "poster"), {"xx": "text"}),
    ],
    ids=str,
)
def test_both_refuse_a_wrong_shape(place: tuple[Any, ...], value: object) -> None:
    changed = copy.deepcopy(lesson("pattern"))
    inside: Any = changed
    for step in place[:-1]:
        inside = inside[step]
    inside[place[-1]] = value
    assert errors(changed)
    with pytest.raises(ValueError):
        read_lesson(json.dumps(changed))
