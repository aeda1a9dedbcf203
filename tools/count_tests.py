"""Count the tests by folder, or check the counts on docs/testing.md.

    .venv/bin/python -m tools.count_tests            print the counts
    .venv/bin/python -m tools.count_tests --check    fail if the page claims more than there are

The page says "at least" and rounds down, so the page stays true while tests are added.
`tests/run.py` checks the page while it collects the tests.
"""

from __future__ import annotations

import argparse
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.browser.engines.programs import CHOICE_VARIABLE

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "testing.md"
# A row of the page's table: the folder, its tests in the usual run and with --long.
ROW = re.compile(r"^\| `(tests/[^`]*)` \| ([\d,]+) \| ([\d,]+) \|", re.MULTILINE)
OTHERS = "tests/*.py"

Count = tuple[int, int]  # the tests of the usual run, and all with --long


class Collector:
    """A plugin of pytest that counts what is collected."""

    def __init__(self) -> None:
        self.usual: Counter[str] = Counter()
        self.all: Counter[str] = Counter()

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Count a test."""
        parts = item.path.relative_to(ROOT).parts
        folder = "/".join(parts[:2]) if len(parts) > 2 else OTHERS
        self.all[folder] += 1
        self.usual[folder] += item.get_closest_marker("long") is None


def count_tests() -> dict[str, Count]:
    """Return the number of tests by folder; raise SystemExit if they cannot be collected."""
    os.environ.pop(CHOICE_VARIABLE, None)  # tests of a browser that is left out count too
    collector = Collector()
    quiet = ["-o", "addopts=--import-mode=importlib", "-p", "no:terminal"]
    if pytest.main(["--collect-only", *quiet, str(ROOT / "tests")], plugins=[collector]) != 0:
        raise SystemExit("the tests cannot be collected: pytest --collect-only says why")
    return {name: (collector.usual[name], collector.all[name]) for name in sorted(collector.all)}


def read_claims(text: str) -> dict[str, Count]:
    """Return what the page claims by folder."""
    numbers = [(name, *(int(n.replace(",", "")) for n in row)) for name, *row in ROW.findall(text)]
    return {name: (usual, every) for name, usual, every in numbers}


def find_mistakes(claims: Mapping[str, Count], counts: Mapping[str, Count]) -> list[str]:
    """Return a line for each claim that is too high, and for each folder missing on either side."""
    mistakes = []
    for name in sorted(claims.keys() | counts.keys()):
        if name not in claims:
            mistakes.append(f"{name}: not in the table of docs/testing.md")
        elif name not in counts:
            mistakes.append(f"{name}: in the table of docs/testing.md, but it holds no tests")
        elif any(claimed > real for claimed, real in zip(claims[name], counts[name], strict=True)):
            claimed, real = ("{:,} and {:,}".format(*pair) for pair in (claims[name], counts[name]))
            mistakes.append(f"{name}: docs/testing.md says {claimed}, but there are {real}")
    return mistakes


def main(argv: Sequence[str] | None = None) -> int:
    """Print the counts or check the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.count_tests", description=__doc__)
    parser.add_argument("--check", action="store_true", help="check the page instead")
    arguments = parser.parse_args(argv)
    counts = count_tests()
    if arguments.check:
        mistakes = find_mistakes(read_claims(PAGE.read_text(encoding="utf-8")), counts)
        for mistake in mistakes:
            print(mistake)
        return 1 if mistakes else 0
    usual, every = (sum(numbers) for numbers in zip(*counts.values(), strict=True))
    for name, (some, more) in [*counts.items(), ("all", (usual, every))]:
        print(f"{name:16} {some:6,} {more:6,} with --long")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
