"""Rules for imports that the contracts of import-linter in pyproject.toml cannot express."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "tashkalar"
# Who may know what a contract forbids to everybody else.
EXCEPT = {
    "Only web/ knows a browser": {"web"},
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
