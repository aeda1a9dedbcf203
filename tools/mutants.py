"""Change the engine in one place at a time, and tell which changes no test sees.

    python -m tools.mutants --count 100 --seed 7
    python -m tools.mutants --packages formats far --count 20

A mutant is a copy of the code with another comparison, operator, number or truth value. The tests
of its package are run in a copy of the checkout until one fails. What survives is printed; the exit
status is 1 if one of them is not explained in `EXPLAINED`.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

TESTS: Mapping[str, tuple[str, ...]] = {
    "position": ("tests/engine", "tests/cards"),
    "effects": ("tests/cards", "tests/engine"),
    "rules": ("tests/engine", "tests/cards"),
    "cards": ("tests/cards", "tests/engine"),
    "formats": ("tests/engine", "tests/ui/storage", "tests/ui/history"),
    "far": ("tests/far", "tests/live", "tests/ui/far"),
}
"""By package, the tests that are about it, those that find most first."""

EXPLAINED: Mapping[str, str] = {}
"""Mutants that no test can see, as they are printed, and why."""

_LIMIT_S = 3600  # for the tests of a mutant: one that never ends is found

_COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALCULATED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


class Mutant(NamedTuple):
    """A change of one expression: its place in a file, and what stands there instead."""

    path: str  # from the root of the repository
    line: int
    start: int  # characters from the beginning of the file
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}: {self.before} -> {self.after}"


def find_mutants(path: str, text: str) -> Iterator[Mutant]:
    """Yield the mutants of a module; annotations and texts stay as they are."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node in _expressions(ast.parse(text)):
        for changed in _changes(node):
            assert node.end_lineno is not None and node.end_col_offset is not None
            start = offset(node.lineno, node.col_offset)
            end = offset(node.end_lineno, node.end_col_offset)
            yield Mutant(path, node.lineno, start, end, ast.unparse(node), ast.unparse(changed))


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions below a node that are evaluated, without annotations."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "bases", "keywords"):
            if name != "keywords" or not isinstance(tree, ast.Call):
                continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr):
                    yield child
                yield from _expressions(child)


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield other expressions for one."""
    match node:
        case ast.Compare(left, [op, *ops], comparators) if type(op) in _COMPARED:
            yield ast.Compare(left, [_COMPARED[type(op)](), *ops], comparators)
        case ast.BinOp(left, op, right) if type(op) in _CALCULATED:
            yield ast.BinOp(left, _CALCULATED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case _:
            return


def all_mutants(packages: list[str]) -> list[Mutant]:
    """Return the mutants of packages, in the order of files and places."""
    paths = [path for name in packages for path in (ROOT / "tashkalar" / name).rglob("*.py")]
    return [
        mutant
        for path in sorted(paths)
        for mutant in find_mutants(
            path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        )
    ]


def survives(mutant: Mutant, checkout: Path) -> bool:
    """Run the tests of the mutant's package in a copy of the checkout; leave the copy as it was."""
    file = checkout / mutant.path
    text = file.read_text(encoding="utf-8")
    changed = f"{text[: mutant.start]}({mutant.after}){text[mutant.end :]}"
    file.write_text(changed, encoding="utf-8")
    try:
        return tests_pass(package_of(mutant), checkout)
    finally:
        file.write_text(text, encoding="utf-8")


def package_of(mutant: Mutant) -> str:
    """Return the package that a mutant is in."""
    return mutant.path.split("/")[1]


def tests_pass(package: str, checkout: Path) -> bool:
    """Run the tests of a package until one fails; those that do not end fail."""
    flags = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not long and not slow")
    command = [sys.executable, "-m", "pytest", *flags, *TESTS[package]]
    try:
        done = subprocess.run(
            command, cwd=checkout, capture_output=True, check=False, timeout=_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def copy_checkout(folder: Path) -> Path:
    """Copy what git knows of the checkout into a folder; return the copy."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=60
    ).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def main() -> int:
    """Try some mutants; return 1 if one survives unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--packages", nargs="+", choices=TESTS, default=list(TESTS))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    every = all_mutants(options.packages)
    chosen = random.Random(options.seed).sample(every, min(options.count, len(every)))
    unexplained = explained = 0
    with tempfile.TemporaryDirectory() as folder:
        checkout = copy_checkout(Path(folder) / "checkout")  # the doctor names folders of /tmp
        for package in sorted(set(map(package_of, chosen))):
            if not tests_pass(package, checkout):
                sys.exit(f"the tests of {package} fail without a mutant")
        for number, mutant in enumerate(chosen, 1):
            if not survives(mutant, checkout):
                print(f"{number}: found, {mutant.path}:{mutant.line}", flush=True)
                continue
            reason = EXPLAINED.get(str(mutant))
            explained, unexplained = explained + bool(reason), unexplained + (not reason)
            print(
                f"{number}: SURVIVES, line {mutant.line} of {mutant}; {reason or '?'}", flush=True
            )
    found = len(chosen) - explained - unexplained
    print(f"{found} of {len(chosen)} found, {explained} explained, {unexplained} survive")
    return 1 if unexplained else 0


if __name__ == "__main__":
    raise SystemExit(main())
