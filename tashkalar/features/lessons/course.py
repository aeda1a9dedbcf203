"""The lessons of the course in their order, and a person's progress in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.cards import SCHOOLS
from tashkalar.features.lessons.lesson_file import Lesson, read_checked_lesson, read_lesson_words
from tashkalar.features.lessons.lesson_form import COURSE, MOST_PARTS
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE, Catalogue

PROGRESS_KEY = "tashkalar.lessons.v1"
"""The key of the progress in the browser's storage."""

COMPLETED = -1
"""The progress of a completed lesson; otherwise the progress is the number of finished parts."""

TITLES = ("title", "about")
"""The words of a course, beside those of its chapters, which have the ids of the chapters."""


class Chapter(NamedTuple):
    """A chapter: the ids of its lessons."""

    id: str
    lesson_ids: tuple[str, ...]


class Course(NamedTuple):
    """Lessons in their order: those of the page, or a course of its own, which brings its lessons.

    A lesson of the page's course is a file ``<id>.json`` beside that of the course.
    """

    chapters: tuple[Chapter, ...]
    id: str = ""  # "" for the page's course
    lessons: Mapping[str, Lesson] = {}  # by id
    words: Mapping[str, Mapping[str, str]] = {}  # by language

    @property
    def lesson_ids(self) -> tuple[str, ...]:
        """The lessons of all chapters."""
        return tuple(id for chapter in self.chapters for id in chapter.lesson_ids)


def read_course(text: str) -> Course:
    """Return the course in a JSON text; ValueError names the place and the fault."""
    file = Node(parse_json(text))
    COURSE.check(file, Scope(known={"school": SCHOOLS}))
    fields = dict(file.entries())
    course = Course(tuple(map(_read_chapter, fields["chapters"].items())))
    if "id" in fields:
        course = course._replace(
            id=fields["id"].text(),
            lessons=_read_lessons(fields["lessons"]),
            words=read_lesson_words(fields["words"]),
        )
    ids = course.lesson_ids
    if len(set(ids)) < len(ids):
        raise fields["chapters"].fail("a lesson is named twice")
    if course.id and course.lessons.keys() != set(ids):
        raise fields["chapters"].fail("other lessons are named than those that the course brings")
    return course


def _read_lessons(node: Node) -> dict[str, Lesson]:
    lessons = list(map(read_checked_lesson, node.items()))
    by_id = {lesson.id: lesson for lesson in lessons}
    if len(by_id) < len(lessons):
        raise node.fail("two lessons have the same id")
    return by_id


def _read_chapter(node: Node) -> Chapter:
    fields = dict(node.entries())
    return Chapter(fields["id"].text(), tuple(id.text() for id in fields["lessons"].items()))


def with_own_ids(course: Course) -> Course:
    """Return a course that is not the page's with ids that no other course has."""
    prefix = f"own-{course.id}"
    return course._replace(
        id=prefix,
        chapters=tuple(
            Chapter(f"{prefix}-{chapter.id}", tuple(f"{prefix}-{id}" for id in chapter.lesson_ids))
            for chapter in course.chapters
        ),
        lessons={
            (own := f"{prefix}-{id}"): lesson._replace(id=own)
            for id, lesson in course.lessons.items()
        },
    )


def merge_course_words(words: Catalogue, course: Course) -> None:
    """Add the texts that a course and its lessons bring to the catalogue.

    What has no words in English gets those of another language; without any it is empty.
    """
    keys = {line: f"learn.{course.id}.{line}" for line in TITLES}
    for chapter in course.chapters:
        keys[chapter.id.removeprefix(f"{course.id}-")] = f"learn.chapter.{chapter.id}"
    fallback = {**dict.fromkeys(keys, ""), **_best_lines(course.words)}
    for language, lines in {**course.words, SOURCE_LANGUAGE: fallback}.items():
        words.merge(language, {keys[line]: text for line, text in lines.items() if line in keys})
    for lesson in course.lessons.values():
        merge_lesson_words(words, lesson)


def merge_lesson_words(words: Catalogue, lesson: Lesson) -> None:
    """Add the texts that a lesson brings to the catalogue.

    A line without words in English gets those of another language.
    """
    if not lesson.words:
        return
    by_language = {**lesson.words, SOURCE_LANGUAGE: _best_lines(lesson.words)}
    for language, lines in by_language.items():
        words.merge(language, {lesson.message_id(line): text for line, text in lines.items()})


def _best_lines(words: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the lines in English, and those without English words in another language."""
    best: dict[str, str] = {}
    for language in reversed(LANGUAGES):  # English comes first in the list, so it wins
        best.update(words.get(language, {}))
    return best


def read_progress(store: KeyValueStore, course: Course) -> dict[str, int]:
    """Return the progress by lesson; leave out missing or invalid entries. Never raises."""
    ids = set(course.lesson_ids)
    return {id: done for id, done in _read_all_progress(store).items() if id in ids}


def _read_all_progress(store: KeyValueStore) -> dict[str, int]:
    """Return the progress in the lessons of all courses."""
    try:
        return _progress_in(store.get(PROGRESS_KEY))
    except StoreError:
        return {}


def _progress_in(text: str | None) -> dict[str, int]:
    try:
        data = parse_json(text or "{}")
    except ValueError:
        return {}
    entries = data if isinstance(data, Mapping) else {}
    return {
        id: done
        for id, done in entries.items()
        if type(done) is int and (done == COMPLETED or 0 < done < MOST_PARTS)
    }


def save_progress(store: KeyValueStore, id: str, done: int) -> Message | None:
    """Save the number of finished parts of a lesson; return an error message if that fails.

    A completed lesson stays completed, and repeating an earlier part does not lower the progress.
    """
    progress = _read_all_progress(store)
    before = progress.get(id, 0)
    if before == COMPLETED or (done != COMPLETED and done <= before):
        return None
    try:
        store.set(PROGRESS_KEY, json.dumps({**progress, id: done}))
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def merge_progress(here: str | None, text: str) -> str:
    """Return the progress in lessons of two texts: the part that is further in each lesson."""
    merged = _progress_in(here)
    for lesson, done in _progress_in(text).items():
        before = merged.get(lesson, 0)
        if before != COMPLETED and (done == COMPLETED or done > before):
            merged[lesson] = done
    return json.dumps(merged) if merged else here or "{}"


def first_unfinished_lesson(course: Course, progress: Mapping[str, int]) -> str | None:
    """Return the first lesson that is not completed; None if all are completed."""
    return next((id for id in course.lesson_ids if progress.get(id) != COMPLETED), None)
