"""The works that a person has made in the workshop, stored in this browser, and their files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import text_in_language
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.workshop_record import (
    WORKSHOP_KEY,
    Entry,
    free_id,
    read_works,
    write_works,
)
from tashkalar.ui.text.catalogue import LANGUAGES
from tashkalar.ui.text.refusal import Refusal
from tashkalar.ui.workshop.position import Scenario

MOST_WORKS = 200
MOST_CHARACTERS = 1_000_000  # of the whole collection
LONGEST_TITLE = 60
_KINDS = ("position",)


class Work(NamedTuple):
    """A position of the collection; with a goal it is a puzzle."""

    id: str
    scenario: Scenario

    @property
    def kind(self) -> str:
        """``puzzle`` if there is a goal, else ``position``."""
        return "puzzle" if "goal" in self.scenario else "position"


class WorkshopCollection:
    """The works of a person, the one that was changed last first."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def works(self) -> tuple[Work, ...]:
        """Return all works; damaged ones are left out. Never raises."""
        return tuple(work for entry in self._entries() if (work := _read_work(entry)))

    def work(self, id: str) -> Work | None:
        """Return a work; None if there is none with this id."""
        return next((work for work in self.works() if work.id == id), None)

    def save(self, scenario: Scenario, id: str = "") -> str:
        """Save a work, without an id as a new one, and return its id; `Refusal` if that fails."""
        entries = self._entries()
        kept = [entry for entry in entries if entry.get("id") != id]
        if len(kept) >= MOST_WORKS:
            raise Refusal(Message("workshop.full"), "too many works")
        id = id or free_id(entries)
        self._write([{"id": id, "kind": "position", "scenario": scenario}, *kept])
        return id

    def delete(self, id: str) -> None:
        """Delete a work; `Refusal` if that fails."""
        self._write([entry for entry in self._entries() if entry.get("id") != id])

    def _entries(self) -> list[Entry]:
        try:
            return read_works(self._store.get(WORKSHOP_KEY))
        except StoreError:
            return []

    def _write(self, entries: Sequence[Entry]) -> None:
        text = write_works(entries)
        if len(text) > MOST_CHARACTERS:
            raise Refusal(Message("workshop.full"), "the collection is full")
        try:
            self._store.set(WORKSHOP_KEY, text)
        except StoreError as error:
            raise Refusal(Message(f"workshop.store.{error.reason}"), error.reason) from None


def _read_work(entry: Entry) -> Work | None:
    id, scenario = entry.get("id"), entry.get("scenario")
    if not isinstance(id, str) or entry.get("kind") not in _KINDS:
        return None
    return Work(id, scenario) if isinstance(scenario, dict) else None


# -- titles --------------------------------------------------------------------------------------


def title_of(scenario: Scenario, language: str) -> str:
    """Return the title in a language; "" without one."""
    return text_in_language(scenario.get("text", ""), language)


def own_title(scenario: Scenario, language: str) -> str:
    """Return the title that is written in this very language; "" without one."""
    text = scenario.get("text", "")
    return str(text.get(language, "")) if isinstance(text, Mapping) else str(text)


def set_title(scenario: Scenario, language: str, title: str) -> Scenario:
    """Give a position a title in a language; an empty one is taken away."""
    before = scenario.get("text", {})
    texts = dict(before) if isinstance(before, Mapping) else {language: before}
    texts[language] = title
    left = {code: text for code, text in texts.items() if text}
    rest = {key: value for key, value in scenario.items() if key != "text"}
    return {**rest, "text": left} if left else rest


def missing_languages(scenario: Scenario) -> tuple[str, ...]:
    """Return the languages of the page in which there is no title."""
    return tuple(code for code in LANGUAGES if not own_title(scenario, code))


# -- files ---------------------------------------------------------------------------------------


def write_file(scenario: Scenario) -> str:
    """Return the text of a file with a position."""
    return json.dumps(scenario, ensure_ascii=False, indent=1) + "\n"


def compact_text(scenario: Scenario) -> str:
    """Return a position as one line, for a link or an attribute."""
    return json.dumps(scenario, ensure_ascii=False, separators=(",", ":"))


def file_name(scenario: Scenario, language: str) -> str:
    """Return a name for the file of a position."""
    letters = (c if c.isascii() and c.isalnum() else "-" for c in title_of(scenario, language))
    name = "-".join(part for part in "".join(letters).lower().split("-") if part)
    return f"tash-kalar-{name or 'position'}.json"
