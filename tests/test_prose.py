"""Rules for documents and docstrings that no linter of the project has."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_COLUMNS = 100
SOURCES = ("tashkalar", "tests", "tools", "examples", "docs")
# A docstring names a thing or says what to do, so it does not begin like half a question.
HALF_QUESTION = re.compile(r"(What|Whatever|Whether|Where|How|Who|Whose|Which|Why|Nor)\b")
POSSIBLY_HALF = re.compile(rf"[\"']\\?\s*{HALF_QUESTION.pattern}")
MOST_README_LINES = 120
MOST_PICTURE_BYTES = 150_000


def documents() -> Iterator[Path]:
    """Yield the Markdown files of the project."""
    yield from ROOT.glob("*.md")
    for folder in ("docs", "examples"):
        yield from (ROOT / folder).rglob("*.md")


def long_lines(text: str) -> list[int]:
    """Return the numbers of the lines that can be wrapped: outside tables and code."""
    numbers, is_code = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        if len(line) > MOST_COLUMNS and not is_code and not line.startswith("|"):
            numbers.append(number)
    return numbers


def half_questions(source: str) -> list[str]:
    """Return the beginnings of docstrings that do not name a thing."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    if not POSSIBLY_HALF.search(source):
        return []  # most files: to parse them all takes seconds
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, documented))
    docstrings = (ast.get_docstring(node) or "" for node in nodes)
    return [text.partition("\n")[0] for text in docstrings if HALF_QUESTION.match(text)]


def test_documents_are_wrapped() -> None:
    findings = {
        path.relative_to(ROOT).as_posix(): long_lines(path.read_text(encoding="utf-8"))
        for path in documents()
    }
    assert {path: lines for path, lines in findings.items() if lines} == {}


def test_a_long_line_would_be_found() -> None:
    long = "word " * 21
    assert long_lines(f"{long}\n| {long} |\n```\n{long}\n```\n{long}") == [1, 6]


def test_readme_is_short_and_begins_with_a_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_README_LINES
    pictures = re.findall(r'(?:src|srcset)="([^"]*)"', text.partition("\n## ")[0])
    assert len(pictures) == 2  # light and dark, made by tools/picture.py
    for name in pictures:
        assert 0 < (ROOT / name).stat().st_size < MOST_PICTURE_BYTES, name


def test_docstrings_name_a_thing() -> None:
    findings = {
        path.relative_to(ROOT).as_posix(): half_questions(path.read_text(encoding="utf-8"))
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
    }
    assert {path: texts for path, texts in findings.items() if texts} == {}


def test_a_half_question_would_be_found() -> None:
    method = 'class One:\n    """One."""\n    def two(self):\n        """Whether two."""\n'
    assert half_questions(f'"""What follows."""\n{method}') == ["What follows.", "Whether two."]


def test_codespell_reads_nothing_that_a_command_makes() -> None:
    """A second check in the same folder would find the first one's documentation."""
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    made = {f".{line.rstrip('/')}" for line in ignored if re.fullmatch(r"/[a-z/]+/", line)}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    skipped = settings["tool"]["codespell"]["skip"].replace(" ", "").split(",")
    assert {"./build", "./dist"} <= made <= set(skipped)
