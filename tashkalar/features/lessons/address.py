"""The lesson or the course that an address asks for."""

from __future__ import annotations

from tashkalar.features.lessons.course import Course, read_course
from tashkalar.features.lessons.lesson_file import Lesson, read_lesson
from tashkalar.ui.start.url_parameters import address_refusal


def read_requested(name: str, text: str) -> Lesson | Course:
    """Return the lesson or the course in the text of a parameter; raise `Refusal` if wrong."""
    try:
        if name == "lesson":
            return read_lesson(text)
        course = read_course(text)
        if not course.lessons:
            raise ValueError("the course does not bring its lessons")
    except ValueError as error:
        raise address_refusal(error) from None
    return course
