"""Tests of `tashkalar.authoring` and of its page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tashkalar import authoring
from tests import authoring_page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TEMPLATE = DOCS / "pack-template"
# What the game's own decks need and packs have in another way: their beings, schools and flares.
OWN = {"being", "flare", "frozen", "warp", "no_effect", "BEINGS", "School"}


def imported(source: str) -> set[str]:
    """Return the names that a program imports from this package, as ``module.name``."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names if alias.name.startswith("tashkalar.")}
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "tashkalar":
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_every_verb_is_on_the_page_as_it_is_now() -> None:
    lacking = "\n".join(authoring_page.lacking())
    assert not lacking, f"docs/authoring.md needs these rows:\n{lacking}"


def test_the_page_says_nothing_of_what_is_no_longer_there() -> None:
    wanted = set(authoring_page.wanted())
    page = authoring_page.PAGE.read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| `\w+(\(.*\) ->|:) ", line)]
    assert len(rows) == len(set(rows)) == len(wanted)
    assert set(rows) == wanted


def test_every_field_and_every_name_of_the_door_is_on_the_page() -> None:
    text = authoring_page.PAGE.read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", text))))
    fields = {name for kind in authoring_page.CLASSES for name in authoring_page.fields(kind)}
    assert sorted((fields | set(authoring.__all__)) - words) == []


def test_the_template_and_the_guide_use_only_the_door() -> None:
    public = {"tashkalar.Game", "tashkalar.cards", "tashkalar.authoring"}
    for path in TEMPLATE.rglob("*.py"):
        for name in imported(path.read_text(encoding="utf-8")):
            module, _, thing = name.rpartition(".")
            if module == "tashkalar.authoring":
                assert thing in authoring.__all__
            else:
                assert name in public, f"{path.name} imports {name}"
    guide = (DOCS / "packs.md").read_text(encoding="utf-8").split("## For developers")[0]
    guide += authoring_page.PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"\btashkalar\.(\w+(?:\.\w+)*)", guide))
    assert {name.split(".")[0] for name in named} <= {"authoring", "schools"}  # the entry point
    for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL):
        assert all(name.startswith("tashkalar.authoring.") for name in imported(block))


def test_the_door_has_all_that_the_games_own_decks_need() -> None:
    decks = (ROOT / "tashkalar" / "cards" / "decks").glob("*.py")
    taken = {n for path in decks for n in imported(path.read_text(encoding="utf-8"))}
    names = {name.rpartition(".")[2] for name in taken} - OWN
    assert sorted(names - set(authoring.__all__)) == []
    for name in authoring.__all__:
        assert getattr(authoring, name) is not None
