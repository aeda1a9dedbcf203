"""Tests that every card exists, with the right shape, words and a test class of its own."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tashkalar import cards
from tashkalar.cards.catalogue import slug
from tests.support import about

FOLDER = Path(__file__).parent
CATALOGUE = FOLDER.parents[1] / "static" / "locale" / "en" / "cards.json"
DECKS = ("imperial", "highland", "sylvan", "everfrost", "nethervoid", "etherweave")
# Classes about what all cards of a module share.
SHARED = {
    "tasks": {"TestClaiming", "TestOpening"},
    "nethervoid": {"TestGateway"},
    "etherweave": {"TestWarping"},
}
BEINGS = sorted(cards.BEINGS.values(), key=lambda card: card.id)


def class_name(name: str) -> str:
    """Return the test class of a card: ``TestTwoHeadedDragon`` or ``TestFlare01``."""
    return "Test" + "".join(word[:1].upper() + word[1:] for word in re.split(r"[ -]", name))


def expected() -> dict[str, dict[str, str]]:
    """Return, for each test module, its test classes with the ids of their cards."""
    found: dict[str, dict[str, str]] = {name: {} for name in (*DECKS, "legends")}
    for being in cards.BEINGS.values():
        found[being.deck][class_name(being.name)] = being.id
    found["flares"] = {class_name(id): id for id in cards.FLARES}
    found["tasks"] = {class_name(task.name): task.id for task in cards.TASKS.values()}
    return found


@cache
def classes(module: str) -> dict[str, ast.ClassDef]:
    """The test classes of a module; none twice."""
    tree = ast.parse((FOLDER / f"test_{module}.py").read_text(encoding="utf-8"))
    classes = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name.startswith("Test")]
    names = [node.name for node in classes]
    assert len(set(names)) == len(names), f"a class of test_{module}.py stands there twice"
    return {node.name: node for node in classes}


@pytest.mark.parametrize("module", sorted(expected()))
def test_every_card_has_a_test_class_and_every_class_a_card(module: str) -> None:
    assert set(classes(module)) - SHARED.get(module, set()) == set(expected()[module])


@pytest.mark.parametrize("module", sorted(expected()))
def test_every_class_tests_its_card(module: str) -> None:
    for name, card in expected()[module].items():
        node = classes(module)[name]
        tests = [
            n for n in node.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")
        ]
        assert tests, f"{name} has no test"
        texts = {
            n.value
            for n in ast.walk(node)
            if isinstance(n, ast.Constant) and isinstance(n.value, str)
        }
        assert any(re.search(rf"(?<![a-z-]){card}(?![a-z-])", text) for text in texts), (
            f"{name} never plays {card}"
        )


def test_the_numbers_of_cards() -> None:  # R1.1, R1.2, R1.3, R20.1, R22.1
    decks = [card.deck for card in cards.BEINGS.values()]
    assert {deck: decks.count(deck) for deck in sorted(set(decks))} == {
        "etherweave": 18,
        "everfrost": 18,
        "highland": 18,
        "imperial": 18,
        "legends": 12,
        "nethervoid": 18,
        "sylvan": 18,
    }
    assert {school.deck for school in cards.SCHOOLS.values()} == set(DECKS)
    assert all(len(cards.by_school(school)) == 18 for school in cards.SCHOOLS)
    assert len(cards.legend_deck()) == 12
    assert list(cards.FLARES) == [f"flare-{number:02}" for number in range(1, 13)]
    assert len(cards.TASKS) == 24
    assert sum(task.advanced for task in cards.TASKS.values()) == 8


def test_the_catalogue_has_120_beings_12_flares_and_24_tasks() -> None:
    assert (len(cards.BEINGS), len(cards.FLARES), len(cards.TASKS)) == (120, 12, 24)
    for being in cards.BEINGS.values():
        texts = (being.id, being.name, being.name_id, being.text_id)
        assert all(isinstance(text, str) and text for text in texts)
        assert being.rank in ("common", "heroic", "legendary")
        for dx, dy, rank in being.pattern:
            assert (type(dx), type(dy)) == (int, int)
            assert rank in ("common", "heroic", "legendary")
        assert all((type(dx), type(dy)) == (int, int) for dx, dy in being.marked)
    for flare in cards.FLARES.values():
        assert all((flare.id, flare.name_id, *flare.text_ids))
    for task in cards.TASKS.values():
        assert all((task.id, task.name, task.type, task.points, task.name_id, task.text_id))


def test_no_id_is_used_twice() -> None:
    ids = [*cards.BEINGS, *cards.FLARES, *cards.TASKS]
    assert len(set(ids)) == len(ids)
    assert all(cards.get(id).id == id for id in ids)


def test_a_being_has_the_right_shape() -> None:
    for card in BEINGS:
        with about(card.id):
            assert re.fullmatch(r"[A-Z][a-z]+([ -](of|[A-Z][a-z]+))*", card.name)
            assert card.id == slug(card.name)
            if card.deck == "legends":
                assert card.rank == "legendary"
            else:
                assert card.rank in ("common", "heroic")
            assert 1 <= len(card.pattern) <= 6
            squares = [(dx, dy) for dx, dy, _ in card.pattern]
            assert len(set(squares)) == len(squares)
            assert all(max(abs(dx), abs(dy)) <= 4 for dx, dy in squares)
            ranks = {rank for _, _, rank in card.pattern}
            # A legend needs a heroic piece; beings are made of common ones.
            assert ranks == ({"common", "heroic"} if card.deck == "legends" else {"common"})
            assert card.shape.directions == () or card.marked == ()
            assert (0, 0) not in card.marked
            assert all(max(abs(dx), abs(dy)) <= 4 for dx, dy in card.marked)
            assert len(set(card.marked)) == len(card.marked)


def test_a_drawing_is_a_rectangle_that_touches_its_sides() -> None:
    for card in BEINGS:
        with about(card.id):
            art = card.shape.art
            assert len({len(line) for line in art}) == 1
            columns = ["".join(column) for column in zip(*art, strict=True)]
            for side in (art[0], art[-1], columns[0], columns[-1]):
                assert side.strip("."), f"{card.id} is drawn with an empty line at a side"


def test_no_two_beings_of_a_school_share_a_pattern() -> None:
    for school in (*DECKS, "legends"):
        deck = [card for card in BEINGS if card.deck == school]
        shapes = {frozenset(o.pieces for o in card.shape.orientations) for card in deck}
        assert len(shapes) == len(deck), school


def test_every_card_has_its_words() -> None:
    words: dict[str, str] = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    needed = {id for card in cards.BEINGS.values() for id in (card.name_id, card.text_id)}
    needed |= {id for flare in cards.FLARES.values() for id in (flare.name_id, *flare.text_ids)}
    needed |= {id for task in cards.TASKS.values() for id in (task.name_id, task.text_id)}
    assert [id for id in sorted(needed) if not words.get(id)] == []
    assert [c.id for c in cards.BEINGS.values() if words[c.name_id] != c.name] == []
    assert [t.id for t in cards.TASKS.values() if words[t.name_id] != t.name] == []
