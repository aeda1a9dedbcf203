"""Faults are said in the reader's language; technical English stands behind *Details*."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from tashkalar.far.log import FaultKind
from tashkalar.features.far.far_texts import _FAULTS_BY_REASON
from tashkalar.features.packs.install_flow import _FAULTS_OF_MAKERS
from tashkalar.ui.text.catalogue import LANGUAGES, placeholders
from tashkalar.ui.text.refusal import DETAIL

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "tashkalar"
FILES = sorted(
    path for folder in ("ui", "web", "features") for path in (PACKAGE / folder).glob("**/*.py")
)
FOR_AUTHORS = {"lesson_check.py"}  # a report of the command line
SHOWN = {"say", "tell", "text", "translate", "show", "show_notice", "set_text"}
"""Calls that show a text or fill one."""


def texts_of(language: str) -> dict[str, str]:
    """Return all texts of a language by key."""
    files = (ROOT / "static" / "locale" / language).glob("*.json")
    return {
        key: text
        for path in files
        for key, text in json.loads(path.read_text(encoding="utf-8")).items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_holds_technical_text(language: str) -> None:
    texts = texts_of(language)
    assert {key for key, text in texts.items() if DETAIL in placeholders(text)} == {
        "advice.reason"  # a reason of the computer player, from the catalogue
    }


def raw_errors(source: str) -> Iterator[tuple[int, str]]:
    """Yield each line of a source where the text of an exception gets into what is shown.

    Such a text may be the parameter `DETAIL` of a message, or the detail of an exception.
    """
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        nodes = list(ast.walk(function))
        errors = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
        errors |= {
            argument.arg
            for argument in function.args.args
            if argument.annotation and ast.unparse(argument.annotation).endswith("Error")
        }
        texts = {
            target.id
            for node in nodes
            if isinstance(node, ast.Assign) and _is_raw(node.value, errors, set())
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in nodes:
            for name, value in _shown_values(node):
                if name != DETAIL and _is_raw(value, errors, texts):
                    yield value.lineno, ast.unparse(value)


def _is_raw(node: ast.AST, errors: set[str], texts: set[str]) -> bool:
    """Tell whether an expression is the text of an exception, or a part of it."""
    if isinstance(node, ast.Name):
        return node.id in texts
    if isinstance(node, ast.JoinedStr):
        return any(
            isinstance(part, ast.FormattedValue)
            and (_is_raw(part.value, errors, texts) or getattr(part.value, "id", "") in errors)
            for part in node.values
        )
    if isinstance(node, ast.Attribute):
        return node.attr in ("reason", "args") and getattr(node.value, "id", "") in errors
    if not isinstance(node, ast.Call):
        return False
    if getattr(node.func, "id", "") == "str":
        return any(getattr(part, "id", "") in errors for part in node.args)
    return isinstance(node.func, ast.Attribute) and _is_raw(node.func.value, errors, texts)


def _shown_values(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield what a node shows: parameters by name, and texts without one."""
    if isinstance(node, ast.Call):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called == "Message" and len(node.args) > 1 and isinstance(node.args[1], ast.Dict):
            for key, value in zip(node.args[1].keys, node.args[1].values, strict=True):
                yield str(getattr(key, "value", "")), value
        elif called in SHOWN:
            yield from (("", argument) for argument in node.args)
            yield from ((keyword.arg or "", keyword.value) for keyword in node.keywords)
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "textContent":
        yield "", node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_error_is_shown_in_raw_english(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if re.search(r"\bexcept\b|Error\b", source) and path.name not in FOR_AUTHORS:
        assert list(raw_errors(source)) == []


@pytest.mark.parametrize(
    "line",
    [
        "tell(Message('far.error', {'why': str(error)}))",
        "self.notices.show(str(error))",
        "node.textContent = f'Not read: {error}'",
        "words.text('far.error', what=error.reason)",
    ],
)
def test_raw_english_is_found(line: str) -> None:
    tried = f"    try:\n        read()\n    except ValueError as error:\n        {line}\n"
    assert list(raw_errors(f"def show(self, words, node):\n{tried}"))


def test_technical_text_behind_details_is_allowed() -> None:
    line = "raise Refusal(Message('url.error', {'reason': str(error)}), str(error)) from None"
    tried = f"    try:\n        read()\n    except ValueError as error:\n        {line}\n"
    assert list(raw_errors(f"def show():\n{tried}")) == []


def test_every_fault_of_a_far_game_has_its_text() -> None:
    keys = {f"far.error.{fault}" for fault in get_args(FaultKind)} | {*_FAULTS_BY_REASON.values()}
    assert keys == {key for key in texts_of("en") if key.startswith("far.error.")}
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (PACKAGE / "far").glob("**/*.py")
    )
    assert [sign for sign in _FAULTS_BY_REASON if sign not in sources] == []


@pytest.mark.parametrize("prefix", ["far.error.", "packs.refused.", "saves.error.", "url."])
def test_a_fault_says_what_can_be_done(prefix: str) -> None:
    """It is no sentence alone: what went wrong, and what is safe or what the person can do."""
    texts = texts_of("en")
    alone = {
        key
        for key, text in texts.items()
        if key.startswith(prefix) and not re.search(r"[.:?] \S", text.rstrip("."))
    }
    assert alone <= _FAULTS_OF_MAKERS  # `packs.refused.by-maker` ends these
