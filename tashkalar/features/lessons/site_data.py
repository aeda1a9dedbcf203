"""The parts of a site that are built from the lessons; the page does not have this module."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping

from tashkalar.features.lessons.course import read_course
from tashkalar.features.lessons.lesson_form import LESSON
from tashkalar.formats.shapes import ValueShape

LESSONS_FOLDER = "static/lessons"
COURSE_FILE = f"{LESSONS_FOLDER}/course.json"

FORMS: tuple[ValueShape, ...] = (LESSON,)
"""The forms that the check in JavaScript knows."""

ReadFile = Callable[[str], str]


def placeholders(read_file: ReadFile) -> Mapping[str, Callable[[], str]]:
    """Return the functions of the placeholders in the entries; they raise ValueError."""
    return {
        "course": lambda: html.escape(_compact(read_file(COURSE_FILE))),
        "lesson-games": lambda: _lesson_games(read_file),
    }


def board_words(read_file: ReadFile, messages: Mapping[str, str]) -> dict[str, object]:
    """Return the title of each lesson and the line below it, for boards without Python."""
    ids = read_course(read_file(COURSE_FILE)).lesson_ids
    lines = ("title", "about")
    return {"lessons": {id: [messages[f"learn.{id}.{line}"] for line in lines] for id in ids}}


def _compact(text: str) -> str:
    """Return the course, which Python in the page reads."""
    read_course(text)
    return json.dumps(json.loads(text), separators=(",", ":"))


def _lesson_games(read_file: ReadFile) -> str:
    """Return the lessons that begin with a whole game and so show the whole table at once."""
    ids = read_course(read_file(COURSE_FILE)).lesson_ids
    firsts = {id: json.loads(read_file(f"{LESSONS_FOLDER}/{id}.json"))["parts"][0] for id in ids}
    return " ".join(id for id, part in firsts.items() if "opponent" in part and "ways" not in part)
