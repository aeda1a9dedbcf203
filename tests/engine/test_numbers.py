"""Seats and colours are counted from 0 inside and from 1 outside, and one module says which."""

from __future__ import annotations

import ast
from pathlib import Path

from tashkalar.position.numbers import (
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
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
            continue
        left = node.left.func if isinstance(node.left, ast.Call) else node.left
        name = getattr(left, "attr", getattr(left, "id", "")).removesuffix("_at")
        one = isinstance(node.right, ast.Constant) and node.right.value == 1
        if one and name in COUNTED and id(node) not in apart:
            found.append(node.lineno)
    return found


def test_nothing_else_converts_them() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if path.name != "numbers.py"]
    found = {str(path.relative_to(PACKAGE)): converted(path) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert converted(PACKAGE / "position" / "numbers.py")  # else this would find nothing anywhere
