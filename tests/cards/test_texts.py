"""Tests that the English text of a card agrees with the docstring and questions of its effect."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from tashkalar import cards

ENGLISH = Path(__file__).parents[2] / "static" / "locale" / "en" / "cards.json"
TEXTS: dict[str, str] = json.loads(ENGLISH.read_text(encoding="utf-8"))
FREE = re.compile(r"\b(?:may|up to)\b", re.IGNORECASE)
# That pieces may stand in leaves a later summoning open, not this effect.
LATER = re.compile(r"[^.:]*\bmay stand in\b[^.]*")
Function = Callable[..., object]


def effects() -> Iterator[tuple[str, Function]]:
    """The message id of every text of a card that does something, and what does it."""
    for being in cards.BEINGS.values():
        yield being.text_id, being.effect
        if being.frozen:
            yield f"card.{being.id}.frozen", being.frozen
        if being.warp:
            yield f"card.{being.id}.warp", being.warp
    for flare in cards.FLARES.values():
        for text, half in zip(flare.text_ids, (flare.upper, flare.lower), strict=True):
            yield text, half.effect


def tasks() -> Iterator[tuple[str, Function]]:
    """The same of the tasks."""
    for task in cards.TASKS.values():
        yield task.text_id, task.ways


def test_every_docstring_begins_with_the_text() -> None:
    """Notes for developers may follow as a paragraph of their own."""
    differ = {}
    for id, function in (*effects(), *tasks()):
        said, _, _ = (inspect.getdoc(function) or "").partition("\n\n")
        if " ".join(said.split()) != TEXTS[id]:
            differ[function.__qualname__] = TEXTS[id]
    assert differ == {}, "these docstrings are not the English texts"


@cache
def functions(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """The functions of a module by name, those inside others too."""
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def leaves_open(module: ModuleType, name: str, seen: set[str]) -> bool:
    """Tell whether a function or one that it calls in its module asks with "no" (R10.2)."""
    seen.add(name)
    for node in ast.walk(functions(module)[name]):
        if isinstance(node, ast.Attribute) and node.attr.startswith("may_"):
            return True
        if isinstance(node, ast.keyword) and node.arg == "optional":
            if isinstance(node.value, ast.Constant) and node.value.value:
                return True
        if isinstance(node, ast.Name) and node.id in functions(module).keys() - seen:
            if leaves_open(module, node.id, seen):
                return True
    return False


def test_may_and_up_to_stand_where_the_code_asks() -> None:  # R10.2, R10.3
    wrong = []
    for id, function in effects():
        asks = leaves_open(sys.modules[function.__module__], function.__name__, set())
        if asks != bool(FREE.search(LATER.sub("", TEXTS[id]))):
            wrong.append(id)
    assert wrong == []
