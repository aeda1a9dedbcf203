"""Rules for imports that the contracts of import-linter in pyproject.toml cannot express."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

from tashkalar.site.features import read_table

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tashkalar"
# Who may know what a contract forbids to everybody else.
EXCEPT = {
    "Only web/ knows a browser": {"web", "features"},
    "No chance but position.rng, and no clock": {"__main__", "bench", "cli"},
}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def defined(path: Path) -> set[str]:
    """The names that a module makes itself, at its top level."""
    found: set[str] = set()
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            stored = (n for n in ast.walk(node) if isinstance(n, ast.Name))
            found |= {n.id for n in stored if isinstance(n.ctx, ast.Store)}
    return found


def test_a_name_is_imported_from_the_module_that_makes_it() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tashkalar."):
                module = (PACKAGE.parent / str(node.module).replace(".", "/")).with_suffix(".py")
                if module.exists():  # else a package, which may offer what its modules make
                    elsewhere = {alias.name for alias in node.names} - defined(module)
                    assert not elsewhere, f"{path}: {node.module} does not make {elsewhere}"


def test_a_contract_forgets_nobody() -> None:
    """A new module in a layer has to keep the rules for all modules but a few."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (floors,) = (c["layers"] for c in contracts if c.get("containers") == ["tashkalar"])
    rooms = {f"tashkalar.{room.strip()}" for floor in floors for room in floor.split("|")}
    named = {contract["name"]: set(contract.get("source_modules", ())) for contract in contracts}
    for name, excepted in EXCEPT.items():
        assert named[name] == rooms - {f"tashkalar.{room}" for room in excepted}, name


BROWSER = {"js", "pyodide", "pyodide_js", "pyscript"}


def imported_names(path: Path) -> set[str]:
    """Return the modules that a module imports, also those that a text names."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} if node.value.startswith("tashkalar.") else set()
    return found


def test_only_the_page_of_a_feature_knows_a_browser() -> None:
    features = PACKAGE / "features"
    assert any(features.rglob("page/*.py"))
    for path in features.rglob("*.py"):
        if "page" not in path.relative_to(features).parts:
            known = {name.partition(".")[0] for name in imported_names(path)}
            assert not known & BROWSER, path
            assert not any(name.startswith("tashkalar.web") for name in imported_names(path)), path


def test_the_core_names_no_feature() -> None:
    """An import by a name in a text counts as an import."""
    for path in PACKAGE.rglob("*.py"):
        if not path.is_relative_to(PACKAGE / "features"):
            named = {name for name in imported_names(path) if name.startswith("tashkalar.features")}
            assert named <= {"tashkalar.features", "tashkalar.features."}, path


def test_what_the_page_has_from_the_start_imports_nothing_that_is_fetched() -> None:
    """A module that a door imports at once is in the archive of the start (`start` of its row)."""
    rows = read_table()
    fetched = {
        file
        for file in (path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
        if any(row.is_fetched_module(file) for row in rows)
    }
    pages = [ROOT / row.folder for row in rows] + [PACKAGE / "ui", PACKAGE / "web"]
    wrong = [
        f"{name} imports {module}"
        for folder in pages
        for path in sorted(folder.rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in fetched
        for node in parsed(path).body
        if isinstance(node, ast.ImportFrom) and node.module
        for module in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        if f"{module.replace('.', '/')}.py" in fetched
    ]
    assert fetched
    assert wrong == []
