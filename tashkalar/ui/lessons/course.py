"""The lessons of the course in their order, and a person's progress in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.json_reader import Node, parse_json
from tashkalar.position.move import Message
from tashkalar.ui.lessons.lesson_file import MOST_PARTS, Lesson, read_id
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.text.catalogue import Catalogue

PROGRESS_KEY = "tashkalar.lessons.v1"
"""The key of the progress in the browser's storage."""

COMPLETED = -1
"""The progress of a completed lesson; otherwise the progress is the number of finished parts."""

FORMAT, VERSION = "tashkalar-course", 1
MOST_CHAPTERS = 40
MOST_LESSONS = 200


class Chapter(NamedTuple):
    """A chapter: the ids of its lessons, each a file ``<id>.json`` beside that of the course."""

    id: str
    lesson_ids: tuple[str, ...]


class Course(NamedTuple):
    """The lessons of a page in their order."""

    chapters: tuple[Chapter, ...]

    @property
    def lesson_ids(self) -> tuple[str, ...]:
        """The lessons of all chapters."""
        return tuple(id for chapter in self.chapters for id in chapter.lesson_ids)


def read_course(text: str) -> Course:
    """Return the course in a JSON text; ValueError names the place and the fault."""
    fields = Node(parse_json(text)).fields(
        "format", "v", "chapters", needed=("format", "v", "chapters")
    )
    if fields["format"].value != FORMAT:
        raise fields["format"].fail(f"is not {FORMAT!r}")
    if fields["v"].number(1) > VERSION:
        raise fields["v"].fail("this course was written for a newer version")
    chapters = [_read_chapter(node) for node in fields["chapters"].items(MOST_CHAPTERS)]
    course = Course(tuple(chapters))
    ids = course.lesson_ids
    if not ids:
        raise fields["chapters"].fail("a lesson is needed")
    if len(set(ids)) < len(ids):
        raise fields["chapters"].fail("a lesson is named twice")
    return course


def _read_chapter(node: Node) -> Chapter:
    fields = node.fields("id", "lessons", needed=("id", "lessons"))
    lessons = fields["lessons"].items(MOST_LESSONS)
    if not lessons:
        raise fields["lessons"].fail("a lesson is needed")
    return Chapter(read_id(fields["id"]), tuple(map(read_id, lessons)))


def merge_lesson_words(words: Catalogue, lesson: Lesson) -> None:
    """Add the texts that a lesson brings to the catalogue."""
    for language, lines in lesson.words.items():
        words.merge(language, {lesson.message_id(line): text for line, text in lines.items()})


def read_progress(store: KeyValueStore, course: Course) -> dict[str, int]:
    """Return the progress by lesson; leave out missing or invalid entries. Never raises."""
    try:
        data = parse_json(store.get(PROGRESS_KEY))
    except (StoreError, ValueError):
        return {}
    entries = data if isinstance(data, Mapping) else {}
    return {
        id: done
        for id, done in entries.items()
        if id in course.lesson_ids
        and type(done) is int
        and (done == COMPLETED or 0 < done < MOST_PARTS)
    }


def save_progress(store: KeyValueStore, course: Course, id: str, done: int) -> Message | None:
    """Save the number of finished parts of a lesson; return an error message if that fails.

    A completed lesson stays completed, and repeating an earlier part does not lower the progress.
    """
    progress = read_progress(store, course)
    before = progress.get(id, 0)
    if before == COMPLETED or (done != COMPLETED and done <= before):
        return None
    try:
        store.set(PROGRESS_KEY, json.dumps({**progress, id: done}))
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def first_unfinished_lesson(course: Course, progress: Mapping[str, int]) -> str | None:
    """Return the first lesson that is not completed; None if all are completed."""
    return next((id for id in course.lesson_ids if progress.get(id) != COMPLETED), None)
