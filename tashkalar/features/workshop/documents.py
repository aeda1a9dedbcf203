"""The documents of the workshop: a position, perhaps with a goal, a lesson or a course."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.features.lessons.course import read_course
from tashkalar.features.lessons.lesson_file import read_lesson
from tashkalar.features.lessons.lesson_form import COURSE_FORMAT, LESSON_FORMAT
from tashkalar.features.workshop import courses, lessons, shape
from tashkalar.features.workshop.lessons import TextRow
from tashkalar.features.workshop.position import Scenario, new_position
from tashkalar.formats import puzzle, puzzle_form
from tashkalar.json_reader import Node, parse_json
from tashkalar.plain_text import escape_hidden_signs
from tashkalar.ui.text.catalogue import LANGUAGES

LONGEST_TITLE = 60


class Document(NamedTuple):
    """A scenario, a lesson or a course, as plain JSON values that are never changed in place."""

    kind: str  # position, lesson or course
    content: dict[str, Any]

    @property
    def label(self) -> str:
        """The kind for a person: a position with a goal is a ``puzzle``."""
        is_puzzle = self.kind == "position" and "goal" in self.content
        return "puzzle" if is_puzzle else self.kind

    @property
    def text(self) -> str:
        """The text of a file with the document."""
        return escape_hidden_signs(json.dumps(self.content, ensure_ascii=False, indent=1)) + "\n"

    @property
    def compact_text(self) -> str:
        """The document as one line, for a link or an attribute."""
        text = json.dumps(self.content, ensure_ascii=False, separators=(",", ":"))
        return escape_hidden_signs(text)

    @property
    def words(self) -> dict[str, dict[str, str]]:
        """The lines of a lesson or a course by language; a position has none."""
        found: dict[str, dict[str, str]] = self.content.get("words", {})
        return found

    def own_title(self, language: str) -> str:
        """Return the title that is written in this very language; "" without one."""
        if self.kind != "position":
            return lessons.text(self.content, language, "title")
        text = self.content.get("text", "")
        return str(text.get(language, "")) if isinstance(text, dict) else str(text)

    def title(self, language: str) -> str:
        """Return the title in a language, else in another one; "" without one."""
        titles = (self.own_title(code) for code in (language, *LANGUAGES))
        return next(filter(None, titles), "")

    @property
    def missing_languages(self) -> tuple[str, ...]:
        """The languages of the page in which there is no title."""
        return tuple(code for code in LANGUAGES if not self.own_title(code))

    def with_title(self, language: str, title: str) -> Document:
        """Return the document with a title in a language; an empty one is taken away."""
        if self.kind != "position":
            return self.with_line(language, "title", title)
        before = self.content.get("text", {})
        texts = dict(before) if isinstance(before, dict) else {language: before}
        left = {code: text for code, text in {**texts, language: title}.items() if text}
        rest = {key: value for key, value in self.content.items() if key != "text"}
        return self._replace(content={**rest, "text": left} if left else rest)

    def text_rows(self, part: int) -> tuple[TextRow, ...]:
        """Return the lines of a part of the lesson, or those of the course."""
        if self.kind == "course":
            return courses.text_rows(self.content)
        return lessons.text_rows(self.content, part)

    def with_line(self, language: str, line: str, said: str) -> Document:
        """Return the lesson or the course with other words of a line."""
        change = courses.set_text if self.kind == "course" else lessons.set_text
        return self._replace(content=change(self.content, language, line, said))

    def file_name(self, language: str) -> str:
        """Return a name for a file with the document."""
        letters = (c if c.isascii() and c.isalnum() else "-" for c in self.title(language))
        name = "-".join(part for part in "".join(letters).lower().split("-") if part)
        return f"tash-kalar-{name or self.kind}.json"


def fingerprint(document: Document) -> str:
    """Return a short text that is the same for the same document only."""
    text = json.dumps([document.kind, document.content], sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_documents(text: str) -> tuple[Document, ...]:
    """Return the document of a file, or the puzzles of a puzzle file.

    ValueError says what is wrong with the file. A document that is not finished can be opened again
    if the workshop can show it.
    """
    content = parse_json(text)
    if not isinstance(content, dict):
        raise ValueError("a position, a lesson or a course is a JSON object")
    if content.get("format") == puzzle_form.FORMAT:
        return tuple(map(_puzzle_document, puzzle.read(text)))
    return (_read_content(text, content),)


def read_document(text: str) -> Document:
    """Return the document of a file with one; ValueError says what is wrong with the file."""
    found = read_documents(text)
    if len(found) != 1:
        raise ValueError(f"the file has {len(found)} puzzles; one is needed")
    return found[0]


def _read_content(text: str, content: dict[str, Any]) -> Document:
    kinds = {LESSON_FORMAT: "lesson", COURSE_FORMAT: "course"}
    document = Document(kinds.get(str(content.get("format")), "position"), content)
    if not is_editable(document):  # what reads the file for a game can say more of its faults
        if document.kind == "position":
            Game.from_scenario(content)
        else:
            (read_lesson if document.kind == "lesson" else read_course)(text)
    check_document(document)
    return document


def _puzzle_document(one: puzzle.Puzzle) -> Document:
    """Return the position of a puzzle, whose title becomes the name."""
    scenario = {key: value for key, value in one.scenario.items() if key != "text"}
    title = dict(one.title)
    Game.from_scenario(scenario)
    return Document("position", {**scenario, "text": title} if title else scenario)


def first_position(document: Document) -> Scenario:
    """Return the position of a document; of a lesson that of its first part."""
    if document.kind == "course":
        found = document.content["lessons"]
        return first_position(Document("lesson", found[0])) if found else new_position()
    if document.kind == "lesson":
        return lessons.scenario_of_part(document.content, 0)
    return document.content


def is_editable(document: Document) -> bool:
    """Tell whether the workshop can show a document, even one that cannot be played yet."""
    try:
        check_document(document)
    except ValueError:
        return False
    return True


def check_document(document: Document) -> None:
    """Raise ValueError, which names the place, if the workshop cannot show a document."""
    checks = {
        "position": shape.check_position,
        "lesson": shape.check_lesson,
        "course": shape.check_course,
    }
    if document.kind not in checks:
        raise ValueError("a position, a lesson or a course is needed")
    shape.check_encodable(document.compact_text)
    checks[document.kind](Node(document.content))
