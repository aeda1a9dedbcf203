"""The documents' examples are run: those in Python, and the steps of the tutorials."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from sybil import Document, Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.typing import Parser

import tashkalar
from tashkalar import cli
from tashkalar.cards.decks import highland
from tests.limits import COMMAND_TIMEOUT_S

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CARD_TUTORIAL = DOCS / "tutorials" / "first-card.md"
SAVED_AS = re.compile(r"`([\w.-]+)`:\s*\Z")
PATH = re.compile(r"`((?:tashkalar|tests|static)/[\w./-]+)`")
DIFF = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = ("python", "json", "html")


def bots_names() -> dict[str, object]:
    """Return a game in progress, and what a worker would know."""
    game = tashkalar.new_game("duel", ["northern", "sylvan"], seed=7)
    return {"game": game, "view": game.view(2)}


def deck_names() -> dict[str, object]:
    """Return the names in a deck's module, where the decorator of a card registers nothing."""
    return {**vars(highland), "highland": lambda *description: lambda effect: effect}


def games_names() -> Mapping[str, object]:
    """Write the file that the document reads; its example needs no name."""
    cli.main(["selfplay", "--records", "games.jsonl.gz", "--form", "duel", "--games", "1"])
    return {}


# What a document's examples may use without saying where it comes from.
KNOWN_NAMES: dict[str, Callable[[], Mapping[str, object]]] = {
    "bots.md": bots_names,
    "open-data.md": games_names,
    "how-to/add-a-card.md": deck_names,
}


def check_data(example: Example) -> None:
    """Check a text in JSON, and save a text whose file is named before the example."""
    if example.region.lexemes["arguments"] == "json":
        json.loads(example.parsed)
    before = example.document.text[: example.start].rstrip()
    if saved_as := SAVED_AS.search(before):
        Path(saved_as[1]).write_text(example.parsed, encoding="utf-8")


PARSERS: list[Parser] = [
    PythonCodeBlockParser(),
    *(CodeBlockParser(language, check_data) for language in CODE[1:]),
]


def documents() -> list[Path]:
    """Return the documents that have an example."""
    found = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    fence = re.compile(rf"^ *```(?:{'|'.join(CODE)})$", re.MULTILINE)
    return [path for path in found if fence.search(path.read_text(encoding="utf-8"))]


SLOW = {"how-to/train-something.md"}  # it trains something, with eighty games


def as_parameter(path: Path) -> ParameterSet:
    """Return a document as a parameter of a test, marked as slow where it is."""
    return pytest.param(path, marks=[pytest.mark.slow] * (name_of(path) in SLOW))


def name_of(path: Path) -> str:
    return path.relative_to(DOCS if path.is_relative_to(DOCS) else ROOT).as_posix()


def run_examples(path: Path) -> Document:
    document = Sybil(parsers=PARSERS).parse(path)
    document.namespace.update(KNOWN_NAMES.get(name_of(path), dict)())
    for example in document.examples():
        example.evaluate()
    return document


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in a folder of its own, in which the examples may save files."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path


@pytest.mark.parametrize("path", [as_parameter(path) for path in documents()], ids=name_of)
@pytest.mark.usefixtures("empty_folder")
def test_examples_do_what_the_document_says(path: Path) -> None:
    run_examples(path)


@pytest.mark.parametrize(
    "example",
    [
        "```python\n>>> 1 + 1\n3\n```",
        "```python\nimport a_module_that_is_not_there\n```",
        "1. A step:\n\n   ```python\n   raise ValueError\n   ```",
        '```json\n{"form": duel}\n```',
    ],
)
def test_a_wrong_example_would_be_found(example: str, empty_folder: Path) -> None:
    path = empty_folder / "page.md"
    path.write_text(f"# A page\n\n{example}\n", encoding="utf-8")
    with pytest.raises((AssertionError, ImportError, ValueError)):
        run_examples(path)


# --- "Your first card" ------------------------------------------------------------------------


def card_tutorial_edits() -> list[tuple[str, str, str]]:
    """Return the edits of the tutorial in their order: the file, the old and the new lines."""
    text = CARD_TUTORIAL.read_text(encoding="utf-8")
    edits = []
    for diff in DIFF.finditer(text):
        lines = diff[1].splitlines()
        old = "\n".join(line[1:] for line in lines if line[0] in " -")
        new = "\n".join(line[1:] for line in lines if line[0] in " +")
        edits.append((PATH.findall(text[: diff.start()])[-1], old, new))
    return edits


def run_card_tests(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of the tutorial's card and of the texts in a copy of the repository."""
    tests = ("tests/cards/test_highland.py", "tests/cards/test_texts.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    command += [*tests, "-k", "ClanAxeman or test_texts"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=COMMAND_TIMEOUT_S
    )


def failed_tests(folder: Path) -> set[str]:
    done = run_card_tests(folder)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return set(re.findall(r"^FAILED (\S+)", done.stdout, re.MULTILINE))


@pytest.mark.slow
def test_the_first_card_can_be_changed_as_the_tutorial_says(tmp_path: Path) -> None:
    for name in ("tashkalar", "tests", "static/locale"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    edits = iter(card_tutorial_edits())

    def edit(number: int) -> None:
        for _ in range(number):
            name, old, new = next(edits)
            text = (tmp_path / name).read_text(encoding="utf-8")
            assert text.count(old) == 1, old
            (tmp_path / name).write_text(text.replace(old, new), encoding="utf-8")

    edit(1)  # the effect
    tutorial = CARD_TUTORIAL.read_text(encoding="utf-8")
    assert failed_tests(tmp_path) == set(re.findall(r"^FAILED (\S+)", tutorial, re.MULTILINE))
    edit(3)  # its tests, and the docstring
    assert {name.partition("::")[0] for name in failed_tests(tmp_path)} == {
        "tests/cards/test_texts.py"
    }
    edit(1)  # the text in the catalogue
    assert failed_tests(tmp_path) == set()
    assert next(edits, None) is None
