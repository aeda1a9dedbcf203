"""The kinds of moves, questions and events are those of the document, and mean what it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from tashkalar import Move
from tashkalar.position.literals import EVENT_FIELDS, EventKind, MoveKind, QuestionKind
from tashkalar.position.move import Event
from tests import golden
from tests.games.invariants import filled

ROOT = Path(__file__).parents[2]
PARTS = [ROOT / "tashkalar" / part for part in ("effects", "cards", "rules")]


def table(title: str) -> dict[str, tuple[str, ...]]:
    """A table of docs/events.md: by kind the fields in its last column."""
    text = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    part = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \|(?:.*\|)?([^|]*)\|$", part, re.MULTILINE)
    return {kind: tuple(re.findall(r"`(\w+)`", fields)) for kind, fields in rows}


def test_the_tables_list_the_kinds_of_the_code_and_their_fields() -> None:
    assert table("Events") == dict(EVENT_FIELDS)
    assert list(EVENT_FIELDS) == list(get_args(EventKind))
    assert list(table("Moves")) == list(get_args(MoveKind))
    assert list(table("Questions")) == ["turn", "end", "over", *get_args(QuestionKind)]


OF_A_PIECE = {"square", "owner", "rank"}  # and, of five arguments, the square that it left


def made(path: Path) -> list[tuple[str, set[str], int]]:
    """The events that a module makes of a kind it names: the kind, the fields, the line."""
    values = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function, kind = node.func, node.args[0]
        if not isinstance(kind, ast.Constant):
            continue
        if isinstance(function, ast.Name) and function.id == "Event":
            fields = set(Event._fields[1 : len(node.args)])
            fields |= {str(keyword.arg) for keyword in node.keywords}
            values.append((str(kind.value), fields, node.lineno))
        elif isinstance(function, ast.Attribute) and function.attr == "_note_piece":
            fields = OF_A_PIECE | ({"origin"} if len(node.args) == 5 else set())
            values.append((str(kind.value), fields, node.lineno))
    return values


def test_every_event_is_made_with_the_fields_of_its_kind() -> None:
    kinds = set()
    for path in (file for part in PARTS for file in part.rglob("*.py")):
        for kind, fields, line in made(path):
            wanted = set(EVENT_FIELDS[kind])  # type: ignore[index]
            assert fields == wanted, f"{path.name}:{line}: {kind}"
            kinds.add(kind)
    # The others are made where the kind is worked out.
    assert set(EVENT_FIELDS) - kinds == {"upgrade", "downgrade", "discard-flare"}


@pytest.mark.parametrize("name", golden.NAMES)
def test_what_happens_in_whole_games_fills_these_fields_and_no_others(name: str) -> None:
    moves = table("Moves")
    allowed = {kind: {"code", "kind", *fields} for kind, fields in moves.items()}
    for entry in golden.load(name).game.history():
        for event in entry.events:
            assert filled(event) == EVENT_FIELDS[event.kind], event
        for field, value in zip(Move._fields, entry.move, strict=True):
            assert value is None or field in allowed[entry.move.kind], entry.move


def test_kinds_are_plain_texts() -> None:
    """Code that compares with a text or writes JSON need not know the types."""
    game = golden.load("duel").start()
    assert type(game.legal_moves()[0].kind) is str
    assert type(game.prompt.kind) is str
