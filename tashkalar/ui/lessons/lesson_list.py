"""The lessons as the page lists them: what each is about, and how far somebody has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.lessons.course import COMPLETED, COURSE, first_unfinished_lesson


class LessonRow(NamedTuple):
    """A lesson of the course. `state` is ``open``, ``begun`` or ``done``."""

    id: str
    number: int  # from 1
    title: Message
    about: Message
    state: str
    is_next: bool  # the first that was not gone through yet
    status: Message


def lesson_rows(progress: Mapping[str, int]) -> tuple[LessonRow, ...]:
    """The lessons of the course in their order; `goal_progress` as `course.read` gives it."""
    upcoming = first_unfinished_lesson(progress)
    return tuple(
        LessonRow(
            id=id,
            number=number,
            title=Message(f"learn.{id}.title"),
            about=Message(f"learn.{id}.about"),
            state=(state := _lesson_state(progress.get(id, 0))),
            is_next=id == upcoming,
            status=Message(f"lessons.{state}"),
        )
        for number, id in enumerate(COURSE, 1)
    )


def _lesson_state(done: int) -> str:
    return "done" if done == COMPLETED else "begun" if done else "open"


class CourseView(NamedTuple):
    """The whole course in one line: a mark for each lesson, and the one that comes next."""

    lesson_states: tuple[str, ...]  # the state of each lesson
    progress_text: Message
    next_lesson_id: str  # the lesson that the button begins
    button_label: Message


def course_view(progress: Mapping[str, int]) -> CourseView:
    """The course for the start screen; when all is done the button begins the first again."""
    rows = lesson_rows(progress)
    upcoming = next((row for row in rows if row.is_next), rows[0])
    done = sum(row.state == "done" for row in rows)
    again = done == len(rows)
    return CourseView(
        lesson_states=tuple(row.state for row in rows),
        progress_text=Message("lessons.progress", {"n": done, "of": len(rows)}),
        next_lesson_id=upcoming.id,
        button_label=Message("lessons.again" if again else "lessons.begin", {"n": upcoming.number}),
    )
