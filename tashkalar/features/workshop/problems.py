"""The problems of a lesson or a course, in words for its author.

The problems are those of `python3 -m tashkalar teach check`, which names places in the file. Those
that an author meets while a lesson is being made become sentences about its parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tashkalar.features.lessons.course import read_course
from tashkalar.features.lessons.lesson_check import lesson_problems
from tashkalar.features.workshop import courses, lessons
from tashkalar.features.workshop.documents import Document
from tashkalar.position.move import Message

_LINE_PROBLEMS = {
    r"words\.[a-z]+\.([a-z0-9-]+): the line has no words": "workshop.problem.words",
    r"words\.[a-z]+\.([a-z0-9-]+): has \d+ letters": "workshop.problem.long",
}
_PART_PROBLEMS = {
    r"parts\[(\d+)\]\.coach: ": "workshop.problem.coach",
    r"parts\[(\d+)\]\.scenario: the parts before": "workshop.problem.begin",
    r"parts\[(\d+)\]\.ways\[(\d+)\]": "workshop.problem.way",
    r"parts\[(\d+)\]\.mistakes\[(\d+)\]\.(?:move|after): ": "workshop.problem.mistake",
}


def find_problems(document: Document, language: str) -> list[Message]:
    """Return the problems of a lesson, or those of all lessons of a course with their titles."""
    if document.kind == "course":
        return list(_course_problems(document, language))
    if document.kind == "lesson":
        return list(_lesson_problems(document))
    return []


def _course_problems(document: Document, language: str) -> Iterator[Message]:
    course, has_problem = document.content, False
    ids = [id for row in courses.chapters(course) for id in row.lesson_ids]
    for number, id in enumerate(ids, 1):
        lesson = Document("lesson", courses.lesson(course, id))
        title = lesson.title(language) or Message("workshop.course.lesson", {"n": number})
        for problem in _lesson_problems(lesson):
            has_problem = True
            yield Message("workshop.problem.of-lesson", {"title": title, "problem": problem})
    for chapter, row in enumerate(courses.chapters(course), 1):
        if not row.lesson_ids:
            has_problem = True
            yield Message("workshop.problem.empty", {"n": chapter})
    if not has_problem:
        try:
            read_course(document.text)
        except ValueError as error:
            yield _technical(str(error))


def _lesson_problems(document: Document) -> Iterator[Message]:
    lines_by_id: dict[str, dict[str, None]] = {}
    others: list[Message] = []
    for problem in lesson_problems(document.text):
        for pattern, id in _LINE_PROBLEMS.items():
            if found := re.match(pattern, problem):
                lines_by_id.setdefault(id, {})[found[1]] = None
                break
        else:
            others.append(_part_problem(problem))
    for id, lines in lines_by_id.items():
        yield from _line_problems(document, id, lines)
    yield from others


def _line_problems(document: Document, id: str, lines: Mapping[str, None]) -> Iterator[Message]:
    """Yield a problem for each part that has some of these lines."""
    for number in range(len(lessons.parts(document.content))):
        rows = document.text_rows(number)
        if labels := tuple(row.label for row in rows if row.line in lines):
            yield Message(id, {"n": number + 1, "lines": labels})


def _part_problem(problem: str) -> Message:
    for pattern, id in _PART_PROBLEMS.items():
        if found := re.match(pattern, problem):
            part, *entry = (int(digits) + 1 for digits in found.groups())
            return Message(id, {"n": part, **({"entry": entry[0]} if entry else {})})
    return _technical(problem)


def _technical(problem: str) -> Message:
    return Message("workshop.problem.other", {"reason": problem})
