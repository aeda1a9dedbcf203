"""Hostile works are refused with the place of the fault, or can be shown in every panel."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import cycle
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.workshop import courses, goals, lessons, position, sharing
from tashkalar.features.workshop.board_view import board_contents
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.documents import Document, first_position, read_document
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position import HAND_SIZES, Scenario, Stone
from tashkalar.features.workshop.position_faults import find_faults
from tashkalar.features.workshop.workshop_record import WORKSHOP_KEY, write_works
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.text.catalogue import Catalogue
from tests import hostile

WORDS = Catalogue()
WRONG = [*hostile.VALUES.values(), "x", "-1", 1, ["x"], {"a": {"b": 1}}]


def whole_position(goal: dict[str, Any]) -> Scenario:
    """Return a position that uses all that the workshop reads."""
    return {
        **hostile.arranged(),
        "goal": goal,
        "text": {"en": "One", "it": "Uno"},
        "gateway": "e5",
        "captive": {"owner": 2, "rank": "common"},
        "removed": {"1": {"two-sided": 1, "legendary": 1}},
        "tasks": {"current": ["red-conquest"], "deck": []},
        "options": {"legends": True},
    }


def whole_lesson() -> dict[str, Any]:
    part = {
        "scenario": hostile.arranged(),
        "goal": {"beings": 1},
        "ways": [["knight@e5"]],
        "coach": [{"say": "a", "when": {"done": 1}}, {"say": "b"}],
        "hint": ["c"],
        "done": "d",
        "mistakes": [{"move": "+a1", "say": "m", "after": ["."]}, {"square": "e4", "say": "n"}],
    }
    words = {"en": {"title": "One", "a": "Well."}}
    made = lessons.new_lesson(position.new_position())
    return {**made, "parts": [part, {"goal": {"win": True}}], "words": words}


GOALS: list[dict[str, Any]] = [
    {"all": [{"beings": 1}, {"destroy": 2, "rank": "heroic"}], "seat": 1, "within": {"turns": 1}},
    {"any": [{"summon": "knight", "at": "e5"}, {"destroy": ["e6"]}, {"piece": {"e5": "empty"}}]},
    {"survive": {"destroy": 1, "upgraded": True}},
]
WORKS = {
    **{f"position {n}": ("position", whole_position(goal)) for n, goal in enumerate(GOALS)},
    "lesson": ("lesson", whole_lesson()),
    "course": ("course", courses.add_lesson(courses.new_course(), 0, whole_lesson())),
}


def show(document: Document) -> None:
    """Make all that the screen shows of a work, as its panels do."""
    assert isinstance(document.title("fr"), str)
    sharing.embed_line("https://a.example/", document, "en").encode()
    draft = Draft()
    draft.open(None, document)
    if document.kind == "course":
        for row in courses.chapters(document.content):
            for id in row.lesson_ids:
                draft.open_lesson(id)
                show_lesson(draft)
    elif document.kind == "lesson":
        show_lesson(draft)
    else:
        show_position(draft.scenario)
        with suppress(ScenarioError):  # the list says that it is not finished
            Game.from_scenario(first_position(document))


def show_lesson(draft: Draft) -> None:
    for number, part in enumerate(lessons.parts(draft.document.content)):
        draft.show_part(number)
        show_position(draft.scenario)
        for row in draft.document.text_rows(number):
            WORDS.translate(row.label)
        for mistake in part.get("mistakes", ()):
            lessons.play_way(draft.scenario, lessons.codes_of_mistake(mistake))


def show_position(scenario: Scenario) -> None:
    board_contents(scenario)
    sharing.picture(scenario, sharing.alternative_text(scenario, WORDS))
    for fault in find_faults(scenario):
        WORDS.translate(fault.message)
    for color in position.colors(scenario):
        assert all(isinstance(position.pieces_left(scenario, Stone(color, r)), int) for r in RANKS)
    seat, actions = position.turn_of(scenario)
    assert 1 <= seat <= len(scenario["seats"]) and 0 <= actions < 1000
    for number in range(1, len(scenario["seats"]) + 1):
        for key in HAND_SIZES:
            cards = position.named_cards(scenario, SeatNumber(number), key) or ()
            assert all(isinstance(card, str) for card in cards)
    goals.cards_to_choose(scenario, seat)
    position.set_tasks(scenario, position.current_tasks(scenario) or ())
    if not goals.is_nested(scenario):
        for condition in goals.conditions(scenario):
            goals.kind_of_condition(goals.feared_condition(condition))
            goals.squares_of(condition)


@pytest.mark.parametrize("name", WORKS)
def test_what_is_opened_can_be_shown(name: str) -> None:
    """Before, 1,281 of 3,141 hostile works were opened, and failed in one of the panels."""
    kind, content = WORKS[name]
    show(Document(kind, content))
    opened = 0
    values = cycle(WRONG)
    for path in hostile.paths(content):
        for value in (next(values) for _ in range(2)):
            try:
                document = read_document(json.dumps(hostile.replaced(content, path, value)))
            except ValueError as error:
                assert str(error)
                continue
            show(document)
            opened += 1
    assert opened


def test_a_hostile_work_in_the_store_is_left_out() -> None:
    content = {**whole_position(GOALS[0]), "turn": {"seat": 9}}
    store = MemoryStore()
    store.set(WORKSHOP_KEY, write_works([{"id": "w1", "kind": "position", "scenario": content}]))
    assert WorkshopCollection(store).works() == ()
    half = json.dumps({**position.new_position(), "text": "\ud83d"})
    for text in (json.dumps(content), half):
        with pytest.raises(ValueError, match=r"turn\.seat: 9 is not|half a character"):
            read_document(text)
