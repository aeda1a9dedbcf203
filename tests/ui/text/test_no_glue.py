"""No sentence is put together or punctuated outside the catalogues.

Each language has its own signs and its own order: in Greek ";" is a question mark, and French has
a space before a colon. Lists are joined by `Catalogue.join` or by a placeholder such as
``{cards:and}``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[3] / "tashkalar"
FOLDERS = ("ui", "web", "features", "site/reference_pages")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("**/*.py"))

TRANSLATING = re.compile(r"_?(?:say|translate|translate_under_heading|text|plural_text|join)")
HOLDERS = re.compile(r"_?(?:words|catalogue|say|translate)")
"""Who translates: `words.text(...)`, not `node.text()`; or a name for the method."""
GLUE = re.compile(r"[^\W\d_]|[,;:.·!?()«»“”…]")
TAG = re.compile(r"<[^<>]*>|&[a-z]+;")
FILLED = "\N{OBJECT REPLACEMENT CHARACTER}"
# What these files join is technical: codes of moves, points, patterns.
JOINED = {
    "lesson_check.py": {", "},  # codes, in a report for authors
    "lesson_form.py": {", "},  # names of fields, in a report for authors
    "lesson_pictures.py": {",\n"},  # JSON
    "lesson_runner.py": {".*"},  # a pattern
    "puzzle_review.py": {", "},  # codes
    "save_entry.py": {" : "},  # points
    "catalogue.py": {", "},  # errors about files, in English
}


class Fault(NamedTuple):
    """A place where the source joins texts."""

    line: int
    sign: str


def find_faults(source: str) -> list[Fault]:
    """Return the places in a source that put translated texts together."""
    tree = ast.parse(source)
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found = [*_joins(tree)]
    for function in functions:
        translated = _translated_names(function)
        for node in ast.walk(function):
            found += _glued(node, translated)
    return sorted(set(found))


def _joins(tree: ast.AST) -> Iterator[Fault]:
    """Yield each `", ".join(...)`: its separator is that of one language."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "join"
            and isinstance(node.func.value, ast.Constant)
            and re.search(r"[,;:.·!?]", str(node.func.value.value))
        ):
            yield Fault(node.lineno, str(node.func.value.value))


def _is_translating(node: ast.AST) -> bool:
    """Tell whether an expression is a call that returns a translated text."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return bool(re.fullmatch("_?(?:say|translate)", node.func.id))
    if not isinstance(node.func, ast.Attribute) or not TRANSLATING.fullmatch(node.func.attr):
        return False
    holder = node.func.value
    name = getattr(holder, "attr", getattr(holder, "id", ""))
    is_own = node.func.attr.lstrip("_") in ("say", "translate")
    return is_own or bool(HOLDERS.fullmatch(name))


def _holds_text(node: ast.AST, translated: set[str]) -> bool:
    return any(
        _is_translating(part) or (isinstance(part, ast.Name) and part.id in translated)
        for part in ast.walk(node)
    )


def _translated_names(function: ast.AST) -> set[str]:
    """Return the variables of a function that hold a translated text."""
    names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_translating(node.value):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _glued(node: ast.AST, translated: set[str]) -> Iterator[Fault]:
    """Yield the node if it is a text with signs or words around a translated one."""
    if isinstance(node, ast.JoinedStr):
        values = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        if any(_holds_text(part, translated) for part in values):
            shown = "".join(
                str(part.value) if isinstance(part, ast.Constant) else FILLED
                for part in node.values
            )
            shown = TAG.sub("", shown)
            if GLUE.search(shown):
                yield Fault(node.lineno, shown)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = (node.left, node.right)
        constants = [side.value for side in sides if isinstance(side, ast.Constant)]
        if any(_holds_text(side, translated) for side in sides):
            for constant in constants:
                if isinstance(constant, str) and GLUE.search(TAG.sub("", constant)):
                    yield Fault(node.lineno, constant)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_is_put_together_in_code(path: Path) -> None:
    allowed = JOINED.get(path.name, set())
    found = find_faults(path.read_text(encoding="utf-8"))
    assert [fault for fault in found if fault.sign not in allowed] == []


@pytest.mark.parametrize(
    "line",
    [
        '", ".join(names)',
        '"; ".join(parts)',
        'f"{words.text(key)}: {names}"',
        'f"{self._words.translate(name)} ({n})"',
        'words.text(key) + "."',
        'say(key) + ": "',
    ],
)
def test_glue_is_found(line: str) -> None:
    assert find_faults(f"def show(words):\n    return {line}\n")


def test_a_variable_is_followed() -> None:
    source = "def show(words):\n    name = words.text(key)\n    return f'{name}: {n}'\n"
    assert find_faults(source) == [Fault(3, f"{FILLED}: {FILLED}")]


@pytest.mark.parametrize(
    "line",
    ['" ".join(codes)', "words.join(names, 'and')", "f'<b>{words.text(key)}</b>'", "f'{n}: {m}'"],
)
def test_what_is_no_glue_is_allowed(line: str) -> None:
    assert find_faults(f"def show(words):\n    return {line}\n") == []
