"""The list of lessons on the page: the topic of each lesson, and the person's progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.features.lessons.course import COMPLETED, Chapter, Course, first_unfinished_lesson
from tashkalar.position.move import Message


class LessonRow(NamedTuple):
    """A lesson of the course. `state` is ``open``, ``begun`` or ``done``."""

    id: str
    chapter: Message | None  # the chapter that begins with this lesson, and what is done of it
    number: int  # from 1
    title: Message
    about: Message
    state: str
    is_next: bool  # the first lesson that is not completed
    status: Message


def lesson_rows(course: Course, progress: Mapping[str, int]) -> tuple[LessonRow, ...]:
    """Return the rows of the course in order; `progress` is that of `course.read_progress`."""
    next_id = first_unfinished_lesson(course, progress)
    chapters = {
        chapter.lesson_ids[0]: _chapter_heading(course, chapter, progress)
        for chapter in course.chapters
    }
    return tuple(
        LessonRow(
            id=id,
            chapter=chapters.get(id),
            number=number,
            title=Message(f"learn.{id}.title"),
            about=Message(f"learn.{id}.about"),
            state=(state := _lesson_state(progress.get(id, 0))),
            is_next=id == next_id,
            status=Message(f"lessons.{state}"),
        )
        for number, id in enumerate(course.lesson_ids, 1)
    )


def _chapter_heading(course: Course, chapter: Chapter, progress: Mapping[str, int]) -> Message:
    """Return the title of a chapter, and how many of its lessons are done once one is.

    A chapter of another course than the page's may have no title, and then no heading.
    """
    title = Message(f"learn.chapter.{chapter.id}")
    done = sum(progress.get(id) == COMPLETED for id in chapter.lesson_ids)
    if not done or course.id:
        return title
    if done == len(chapter.lesson_ids):
        return Message("lessons.chapter.done", {"chapter": title})
    return Message("lessons.chapter", {"chapter": title, "n": done, "of": len(chapter.lesson_ids)})


def _lesson_state(done: int) -> str:
    return "done" if done == COMPLETED else "begun" if done else "open"


class LessonOffer(NamedTuple):
    """The next lesson, as the home offers it."""

    lesson_id: str
    title: Message
    note: Message


def lesson_offer(course: Course, progress: Mapping[str, int]) -> LessonOffer | None:
    """Return the next lesson of the first chapter; None when the chapter is done."""
    rows = lesson_rows(course, progress)
    of_chapter = rows[: len(course.chapters[0].lesson_ids)]
    following = next((row for row in of_chapter if row.state != "done"), None)
    if following is None:
        return None
    if following.number == 1:
        return LessonOffer(following.id, Message("page.learn.new"), Message("page.learn.promise"))
    done_count = sum(row.state == "done" for row in rows)
    return LessonOffer(
        following.id,
        Message("lessons.begin", {"n": following.number}),
        Message("lessons.progress", {"n": done_count, "of": len(rows)}),
    )
