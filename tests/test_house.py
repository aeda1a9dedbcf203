"""Rules for names and sizes that keep the package easy to read."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "tashkalar"
MOST_LINES = 50
MOST_METHODS = 30

# Functions that are tables or lists: dividing one would hide what belongs together.
LONG_ON_PURPOSE = {
    "position/state.py: copy",  # every field written out, which is the quickest way to copy
    "web/actions.py: __init__",  # the table of clicks
    "web/app.py: __init__",  # makes the parts of the page and connects them
}

DIRECT_RUNS = ("asyncio.run", ".run_until_complete")

PYTHON_IMPORT = re.compile(r"^from (tashkalar[\w.]*) import ([\w, ]+)$", re.M)

Source = tuple[str, ast.Module]


@cache
def package_sources() -> list[Source]:
    """Return the modules of the package, each with its path inside the package; not to change."""
    files = sorted(PACKAGE.rglob("*.py"))
    return [
        (file.relative_to(PACKAGE).as_posix(), ast.parse(file.read_text(encoding="utf-8")))
        for file in files
    ]


def repeated_classes(sources: list[Source]) -> list[str]:
    """Return the names that more than one top-level class has."""
    names = Counter(
        node.name for _, tree in sources for node in tree.body if isinstance(node, ast.ClassDef)
    )
    return sorted(name for name, count in names.items() if count > 1)


def long_functions(sources: list[Source]) -> set[str]:
    """Return the functions with more than `MOST_LINES` lines."""
    return {
        f"{path}: {node.name}"
        for path, tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and int(node.end_lineno or 0) - node.lineno >= MOST_LINES
    }


def public_methods(cls: ast.ClassDef) -> Iterator[str]:
    """Yield the names of a class's public methods; properties are not methods."""
    for node in cls.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if not node.name.startswith("_") and not decorators & {"property", "cached_property"}:
                yield node.name


def large_classes(sources: list[Source]) -> list[str]:
    """Return the classes with more than `MOST_METHODS` public methods."""
    return [
        f"{path}: {node.name}"
        for path, tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and len(list(public_methods(node))) > MOST_METHODS
    ]


def test_no_two_classes_have_the_same_name() -> None:
    assert repeated_classes(package_sources()) == []


def test_no_function_is_long() -> None:
    assert long_functions(package_sources()) == LONG_ON_PURPOSE


def test_no_class_has_many_methods() -> None:
    assert large_classes(package_sources()) == []


def invented(source: str) -> list[Source]:
    return [("one.py", ast.parse(source)), ("two.py", ast.parse("class Shared: pass"))]


def test_a_repeated_class_would_be_found() -> None:
    assert repeated_classes(invented("class Shared: pass\nclass Other: pass")) == ["Shared"]


@pytest.mark.parametrize(("lines", "is_long"), [(MOST_LINES, False), (MOST_LINES + 1, True)])
def test_a_long_function_would_be_found(lines: int, is_long: bool) -> None:
    body = "\n".join(["def work():", *["    pass"] * (lines - 1)])
    assert long_functions(invented(body)) == ({"one.py: work"} if is_long else set())


@pytest.mark.parametrize(("methods", "is_large"), [(MOST_METHODS, False), (31, True)])
def test_a_large_class_would_be_found(methods: int, is_large: bool) -> None:
    made = "".join(f"    def do_{n}(self): pass\n" for n in range(methods))
    made += "    def _help(self): pass\n    @property\n    def value(self): pass\n"
    found = large_classes(invented(f"class Many:\n{made}"))
    assert found == (["one.py: Many"] if is_large else [])


def test_every_listener_reads_events_with_defaults() -> None:
    """Only `listeners.py` adds listeners: the others would fail at an event without fields."""
    users = {
        path
        for path, _ in package_sources()
        if path.startswith("web/") and "add_event_listener" in (PACKAGE / path).read_text("utf-8")
    }
    assert users == {"web/browser/listeners.py"}


def test_tests_run_coroutines_beside_the_loop_of_playwright() -> None:
    """`asyncio.run` fails in a process that has run a browser test: `support.finish` does not."""
    found = [
        str(file)
        for file in Path(__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(DIRECT_RUNS)
    ]
    assert not found


def test_python_in_scripts_imports_names_that_exist() -> None:
    """A name that moves in the package is also followed in the Python that JavaScript runs."""
    scripts = [
        file
        for folder in ("static/js", "tools", "tests")
        for file in sorted((PACKAGE.parent / folder).rglob("*js"))
        if file.suffix in (".js", ".mjs") and "node_modules" not in file.parts
    ]
    imports = [
        (file, module, name.strip())
        for file in scripts
        for module, names in PYTHON_IMPORT.findall(file.read_text(encoding="utf-8"))
        for name in names.split(",")
    ]
    assert imports
    missing = [
        f"{file.name}: {module}.{name}"
        for file, module, name in imports
        if not (hasattr(import_module(module), name) or find_spec(f"{module}.{name}"))
    ]
    assert missing == []
