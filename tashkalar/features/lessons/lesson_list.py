"""The list of lessons on the page: the topic of each lesson, and the person's progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.features.lessons.course import COMPLETED, Course, first_unfinished_lesson
from tashkalar.position.move import Message


class LessonRow(NamedTuple):
    """A lesson of the course. `state` is ``open``, ``begun`` or ``done``."""

    id: str
    chapter: Message | None  # the title of the chapter that begins with this lesson
    number: int  # from 1
    title: Message
    about: Message
    state: str
    is_next: bool  # the first lesson that is not completed
    status: Message


def lesson_rows(course: Course, progress: Mapping[str, int]) -> tuple[LessonRow, ...]:
    """Return the rows of the course in order; `progress` is that of `course.read_progress`."""
    next_id = first_unfinished_lesson(course, progress)
    chapters = {chapter.lesson_ids[0]: chapter.id for chapter in course.chapters}
    return tuple(
        LessonRow(
            id=id,
            chapter=Message(f"learn.chapter.{chapters[id]}") if id in chapters else None,
            number=number,
            title=Message(f"learn.{id}.title"),
            about=Message(f"learn.{id}.about"),
            state=(state := _lesson_state(progress.get(id, 0))),
            is_next=id == next_id,
            status=Message(f"lessons.{state}"),
        )
        for number, id in enumerate(course.lesson_ids, 1)
    )


def _lesson_state(done: int) -> str:
    return "done" if done == COMPLETED else "begun" if done else "open"


class CourseView(NamedTuple):
    """The course in one line: a mark for each lesson of the chapter, and the next lesson."""

    lesson_states: tuple[str, ...]  # of the chapter of the next lesson
    progress_text: Message
    next_lesson_id: str  # the lesson that the button begins
    button_label: Message
    comes_first: bool  # until the first lesson is done, learning comes before playing


def course_view(course: Course, progress: Mapping[str, int]) -> CourseView:
    """Return the course for the start screen; a completed course starts over."""
    rows = lesson_rows(course, progress)
    next_row = next((row for row in rows if row.is_next), rows[0])
    done_count = sum(row.state == "done" for row in rows)
    is_course_done = done_count == len(rows)
    chapter = next(c for c in course.chapters if next_row.id in c.lesson_ids)
    return CourseView(
        lesson_states=tuple(row.state for row in rows if row.id in chapter.lesson_ids),
        progress_text=Message("lessons.progress", {"n": done_count, "of": len(rows)}),
        next_lesson_id=next_row.id,
        button_label=Message(
            "lessons.again" if is_course_done else "lessons.begin", {"n": next_row.number}
        ),
        comes_first=rows[0].state != "done",
    )
