"""Imports point downwards, and the engine knows no browser, clock or chance of its own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "tashkalar"
LAYERS = [
    {"errors"},
    {"reading"},
    {"position"},
    {"effects"},
    {"cards"},
    {"rules"},
    {"texts"},
    {"game"},
    {""},
    {"bots", "ui"},
    {"bench"},
    {"cli", "web", "site"},
    {"__main__"},
]
FORBIDDEN = {"js", "pyscript", "pyodide", "random", "time", "datetime"}


def module_name(path: Path) -> str:
    parts = list(path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(part for part in parts if part != "__init__")


def layer(name: str) -> int:
    for number, names in enumerate(LAYERS):
        if name in names:
            return number
    parent = name.split(".")[0]
    return next(number for number, names in enumerate(LAYERS) if parent in names)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = (PACKAGE.parent / whole.replace(".", "/")).with_suffix(".py").exists()
                is_package = (PACKAGE.parent / whole.replace(".", "/")).is_dir()
                found.add(whole if is_module or is_package else node.module)
    return found


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_imports_point_downwards(path: Path) -> None:
    here = module_name(path)
    for name in imports(path):
        if name == "tashkalar" or name.startswith("tashkalar."):
            target = name.removeprefix("tashkalar").lstrip(".")
            same_package = target.split(".")[0] == here.split(".")[0]
            assert layer(target) < layer(here) or same_package, f"{here} imports {target}"


def defined(path: Path) -> set[str]:
    """The names that a module makes itself, at its top level."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            stored = (n for n in ast.walk(node) if isinstance(n, ast.Name))
            found |= {n.id for n in stored if isinstance(n.ctx, ast.Store)}
    return found


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_a_name_is_imported_from_the_module_that_makes_it(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tashkalar."):
            module = (PACKAGE.parent / str(node.module).replace(".", "/")).with_suffix(".py")
            if module.exists():  # else a package, which may offer what its modules make
                elsewhere = {alias.name for alias in node.names} - defined(module)
                assert not elsewhere, f"{node.module} does not make {elsewhere}"


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_only_the_browser_layer_knows_a_browser(path: Path) -> None:
    here = module_name(path)
    roots = {name.split(".")[0] for name in imports(path)}
    allowed = {"js", "pyscript", "pyodide"} if here.startswith("web") else set()
    if here in ("bench", "bench.redraw", "cli"):
        allowed = {"time"}
    assert not roots & (FORBIDDEN - allowed)
