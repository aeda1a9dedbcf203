"""The lesson files of the page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tashkalar.features.lessons.course import read_course
from tashkalar.features.lessons.lesson_file import Lesson, read_lesson

FOLDER = Path(__file__).resolve().parents[3] / "static" / "lessons"
THE_COURSE = read_course((FOLDER / "course.json").read_text(encoding="utf-8"))
COURSE = THE_COURSE.lesson_ids
GAMES = ("first-game", "first-duel", "first-legends")
"""The lessons that are whole games."""


def lesson_text(id: str) -> str:
    """The text of a lesson's file."""
    return (FOLDER / f"{id}.json").read_text(encoding="utf-8")


@cache
def load(id: str) -> Lesson:
    """A lesson of the page; nothing in it changes while it is played."""
    return read_lesson(lesson_text(id))
