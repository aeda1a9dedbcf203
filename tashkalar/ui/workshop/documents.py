"""The documents of the workshop: a position, perhaps with a goal, or a lesson."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.json_reader import parse_json
from tashkalar.ui.lessons.lesson_file import FORMAT, read_lesson
from tashkalar.ui.text.catalogue import LANGUAGES
from tashkalar.ui.workshop import lessons, position
from tashkalar.ui.workshop.position import Scenario

LONGEST_TITLE = 60


class Document(NamedTuple):
    """A scenario or a lesson, as plain JSON values that are never changed in place."""

    kind: str  # "position" or "lesson"
    content: dict[str, Any]

    @property
    def label(self) -> str:
        """The kind for a person: a position with a goal is a ``puzzle``."""
        is_puzzle = self.kind == "position" and "goal" in self.content
        return "puzzle" if is_puzzle else self.kind

    @property
    def text(self) -> str:
        """The text of a file with the document."""
        return json.dumps(self.content, ensure_ascii=False, indent=1) + "\n"

    @property
    def compact_text(self) -> str:
        """The document as one line, for a link or an attribute."""
        return json.dumps(self.content, ensure_ascii=False, separators=(",", ":"))

    def own_title(self, language: str) -> str:
        """Return the title that is written in this very language; "" without one."""
        if self.kind == "lesson":
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
        if self.kind == "lesson":
            return self._replace(content=lessons.set_text(self.content, language, "title", title))
        before = self.content.get("text", {})
        texts = dict(before) if isinstance(before, dict) else {language: before}
        left = {code: text for code, text in {**texts, language: title}.items() if text}
        rest = {key: value for key, value in self.content.items() if key != "text"}
        return self._replace(content={**rest, "text": left} if left else rest)

    def file_name(self, language: str) -> str:
        """Return a name for a file with the document."""
        letters = (c if c.isascii() and c.isalnum() else "-" for c in self.title(language))
        name = "-".join(part for part in "".join(letters).lower().split("-") if part)
        return f"tash-kalar-{name or self.kind}.json"


def read_document(text: str) -> Document:
    """Return the position or lesson of a file; ValueError says what is wrong with it."""
    content = parse_json(text)
    if not isinstance(content, dict):
        raise ValueError("a position or a lesson is a JSON object")
    if content.get("format") == FORMAT:
        read_lesson(text)
        return Document("lesson", content)
    Game.from_scenario(content)
    return Document("position", content)


def first_position(document: Document) -> Scenario:
    """Return the position of a document; of a lesson that of its first part."""
    if document.kind == "lesson":
        return lessons.scenario_of_part(document.content, 0)
    return document.content


def is_editable(document: Document) -> bool:
    """Tell whether the workshop can show a document, even one that cannot be played yet."""
    if document.kind not in ("position", "lesson"):
        return False
    try:
        scenarios = [document.content]
        if document.kind == "lesson":
            parts = lessons.parts(document.content)
            if "scenario" not in parts[0] or any("preset" in part for part in parts):
                return False
            for number in range(len(parts)):
                lessons.text_rows(document.content, number)
            scenarios = [part["scenario"] for part in parts if "scenario" in part]
        for scenario in scenarios:
            position.stones(scenario)
            position.setup_of(scenario)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
    return True
