"""Tests of numbers: seats and colors count from 0 inside and from 1 outside."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tashkalar.position.ids import (
    NOBODY,
    colour_number,
    colour_of,
    seat_number,
    seat_numbers,
    seat_of,
)
from tests.support import arrange

PACKAGE = Path(__file__).parents[2] / "tashkalar"
COUNTED = {"seat", "colour", "owner", "me", "control", "player", "rival", "improvised"}
COUNTED |= {"summon_with", "side"}


def test_numbers_and_back() -> None:
    for place in range(4):
        assert seat_of(seat_number(place)) == place == colour_of(colour_number(place))
    assert seat_numbers(4) == [1, 2, 3, 4]
    assert colour_number(-1) == NOBODY == 0  # the owner of an empty square


def test_what_leaves_the_engine_is_a_number() -> None:
    game = arrange({"e5": "2 common"}, turn={"seat": 2})
    assert game.player == 2
    assert game.board["e5"].owner == 2
    assert game.view(2)["board"] == {"e5": "2 common"}
    game.play("+e6")
    assert [event.owner for event in game.history()[-1].events] == [2]


def converted(path: Path) -> list[int]:
    """The lines where 1 is added to, or taken from, something that counts seats or colours."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    reckoned = [  # the next seat in turn, the pair of a team, a slice of the seats
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Slice)
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.FloorDiv | ast.Mult))
    ]
    apart = {id(child) for node in reckoned for child in ast.iter_child_nodes(node)}
    calls = []
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            left = node.left
            if isinstance(left, ast.Call):
                left = left.args[0] if called(left.func) == "int" else left.func
            around = isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod)
            counted = called(left) in COUNTED or (around and "seats" in ast.unparse(left))
            if is_one(node.right) and counted and id(node) not in apart:
                calls.append(node.lineno)
        elif isinstance(node, ast.Call) and called(node.func) == "range" and is_one(node.args[0]):
            if re.search(r"\b(seats|colours)\)? \+ 1$", ast.unparse(node.args[-1]).lower()):
                calls.append(node.lineno)
    return calls


def called(node: ast.AST) -> str:
    """Return the name of a value: the last part of its attribute, or its key in a table."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return str(getattr(node, "attr", getattr(node, "id", ""))).removesuffix("_at")


def is_one(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


@pytest.mark.parametrize(
    "source",
    [
        "number = state.seat + 1",
        "colour = number_of.owner - 1",
        "seat = view['seat'] - 1",
        "seat = int(place.dataset.seat) - 1",
        "number = (seat + by) % setup.seats + 1",
        "numbers = range(1, SEATS + 1)",
        "numbers = range(1, len(state.colours) + 1)",
    ],
)
def test_a_conversion_would_be_seen(source: str, tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(source, encoding="utf-8")
    assert converted(file) == [1]


def test_nothing_else_converts_them() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if path.name != "ids.py"]
    conversions = {str(path.relative_to(PACKAGE)): converted(path) for path in files}
    assert {name: lines for name, lines in conversions.items() if lines} == {}
