"""A course that a person makes: edits of a course file, each of which returns a new one.

`docs/lessons.md` describes the file. A course of the workshop brings its lessons and its words.
"""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from tashkalar.features.lessons.course import TITLES
from tashkalar.features.lessons.lesson_form import (
    COURSE_FORMAT,
    MOST_CHAPTERS,
    MOST_LESSONS,
    VERSION,
)
from tashkalar.features.workshop import lessons
from tashkalar.features.workshop.lessons import LessonContent, TextRow
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE

CourseContent = dict[str, Any]


class ChapterRow(NamedTuple):
    """A chapter of the outline: its id, and the ids of its lessons."""

    id: str
    lesson_ids: tuple[str, ...]


# -- reading -------------------------------------------------------------------------------------


def chapters(course: CourseContent) -> tuple[ChapterRow, ...]:
    """Return the chapters in their order."""
    return tuple(ChapterRow(one["id"], tuple(one["lessons"])) for one in course["chapters"])


def lesson(course: CourseContent, id: str) -> LessonContent:
    """Return a lesson of the course; KeyError if there is none with this id."""
    for one in course["lessons"]:
        if one["id"] == id:
            found: LessonContent = one
            return found
    raise KeyError(id)


def has_lesson(course: CourseContent, id: str) -> bool:
    """Tell whether the course has a lesson with this id."""
    return any(one["id"] == id for one in course["lessons"])


def can_add_chapter(course: CourseContent) -> bool:
    """Tell whether the course has room for one more chapter."""
    return len(course["chapters"]) < MOST_CHAPTERS


def can_add_lesson(course: CourseContent) -> bool:
    """Tell whether the course has room for one more lesson."""
    return len(course["lessons"]) < MOST_LESSONS


def text_rows(course: CourseContent) -> tuple[TextRow, ...]:
    """Return the lines of the course: its titles, and a title for each chapter."""
    rows = [TextRow(line, Message(f"workshop.course.{line}"), -1) for line in TITLES]
    for number, chapter in enumerate(chapters(course), 1):
        rows.append(TextRow(chapter.id, Message("workshop.chapter", {"n": number}), -1))
    return tuple(rows)


# -- edits ---------------------------------------------------------------------------------------


def new_course() -> CourseContent:
    """Return a course with one chapter and no lesson; its id is that of no other course."""
    return {
        "format": COURSE_FORMAT,
        "v": VERSION,
        "id": f"course-{os.urandom(4).hex()}",
        "chapters": [{"id": "chapter-1", "lessons": []}],
        "lessons": [],
        "words": {SOURCE_LANGUAGE: {}},
    }


def add_chapter(course: CourseContent) -> CourseContent:
    """Return the course with one more chapter at its end."""
    used = {chapter.id for chapter in chapters(course)}
    id = _free_id("chapter", used)
    return {**course, "chapters": [*course["chapters"], {"id": id, "lessons": []}]}


def remove_chapter(course: CourseContent, number: int) -> CourseContent:
    """Return the course without a chapter, whose lessons go to the one before, or after it."""
    left = list(chapters(course))
    removed = left.pop(number)
    target = max(0, number - 1)
    before = left[target]
    moved = (before.lesson_ids, removed.lesson_ids)
    ids = (*moved[0], *moved[1]) if number else (*moved[1], *moved[0])
    left[target] = before._replace(lesson_ids=ids)
    words = {
        language: {line: said for line, said in lines.items() if line != removed.id}
        for language, lines in course["words"].items()
    }
    return {**_with_chapters(course, left), "words": lessons.with_languages(words)}


def add_lesson(course: CourseContent, number: int, added: LessonContent) -> CourseContent:
    """Return the course with a copy of a lesson at the end of a chapter."""
    used = {one["id"] for one in course["lessons"]}
    id = added["id"] if added["id"] not in used else _free_id("lesson", used)
    changed = {**course, "lessons": [*course["lessons"], {**added, "id": id}]}
    rows = list(chapters(course))
    rows[number] = rows[number]._replace(lesson_ids=(*rows[number].lesson_ids, id))
    return _with_chapters(changed, rows)


def set_lesson(course: CourseContent, changed: LessonContent) -> CourseContent:
    """Return the course with another version of the lesson that has the same id."""
    found = [changed if one["id"] == changed["id"] else one for one in course["lessons"]]
    return {**course, "lessons": found}


def remove_lesson(course: CourseContent, id: str) -> CourseContent:
    """Return the course without a lesson."""
    left = [one for one in course["lessons"] if one["id"] != id]
    rows = [
        row._replace(lesson_ids=tuple(one for one in row.lesson_ids if one != id))
        for row in chapters(course)
    ]
    return _with_chapters({**course, "lessons": left}, rows)


def can_move(course: CourseContent, id: str, step: int) -> bool:
    """Tell whether a lesson can go one place up (-1) or down (1)."""
    return move_lesson(course, id, step) != course


def move_lesson(course: CourseContent, id: str, step: int) -> CourseContent:
    """Return the course with a lesson one place up (-1) or down (1), into the next chapter too."""
    rows = [list(row.lesson_ids) for row in chapters(course)]
    number = next(n for n, ids in enumerate(rows) if id in ids)
    place = rows[number].index(id)
    rows[number].remove(id)
    if 0 <= place + step <= len(rows[number]):
        rows[number].insert(place + step, id)
    elif 0 <= number + step < len(rows):
        following = rows[number + step]
        following.insert(0 if step > 0 else len(following), id)
    else:
        return course
    changed = zip(chapters(course), rows, strict=True)
    return _with_chapters(course, [row._replace(lesson_ids=tuple(ids)) for row, ids in changed])


def set_text(course: CourseContent, language: str, line: str, said: str) -> CourseContent:
    """Return the course with other words of a line; empty ones are taken away."""
    words = {code: dict(lines) for code, lines in course["words"].items()}
    words.setdefault(language, {})[line] = said
    if not said:
        del words[language][line]
    return {**course, "words": lessons.with_languages(words)}


def _with_chapters(course: CourseContent, rows: Sequence[ChapterRow]) -> CourseContent:
    made = [{"id": row.id, "lessons": list(row.lesson_ids)} for row in rows]
    return {**course, "chapters": made}


def _free_id(kind: str, used: Container[str]) -> str:
    number = 1
    while f"{kind}-{number}" in used:
        number += 1
    return f"{kind}-{number}"
