"""Tests of `pip install .`: it installs the library and its command, and no part of the page."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tashkalar import __version__
from tashkalar.site.paths import PACKAGE, ROOT
from tests.conftest import MadeOnce
from tests.limits import COMMAND_TIMEOUT_S

pytestmark = pytest.mark.slow

IN_THE_CHECKOUT_ONLY = {"features", "site", "ui", "web"}

# What docs/, examples/ and the makers of packs import. A name may get a better one beside it;
# none goes.
PUBLIC_NAMES = {
    "tashkalar": """
        Event Game IllegalMove Match Message Move Outcome PackError PackNeeded Piece Prompt
        RecordError SaveError ScenarioError cards new_game
    """,
    "tashkalar.authoring": """
        ARENA BIT CENTRAL_NINE CENTRE COLOURED COMMON Colour DIAGONAL DIRECTIONS Effect GREEN
        HEROIC LEGENDARY Mask Moves NAMES NEAR ORTHOGONAL Pack PackError PackKind PieceAt
        Placement RANKS RANK_OF RAYS RED SQUARE_OF Square Step Tracked WITHIN combat combat_leap
        direction_between distance mask_of names read_texts register spread squares standard
        standard_leap unregister
    """,
    "tashkalar.bots.levels": """
        player
    """,
    "tashkalar.bots.simple": """
        KeenPlayer RandomPlayer View
    """,
}


@pytest.fixture(scope="module")
def wheel(made_once: MadeOnce) -> Path:
    """The library's wheel, which nobody changes."""
    (built,) = made_once("wheel", build_wheel).glob("*.whl")
    return built


def build_wheel(folder: Path) -> None:
    """Build from a copy, because setuptools leaves things in the folder that it builds."""
    source = folder / "checkout"
    shutil.copytree(ROOT / PACKAGE, source / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md"):
        shutil.copyfile(ROOT / name, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run(
        [*command, "--wheel-dir", str(folder), str(source)], check=True, timeout=COMMAND_TIMEOUT_S
    )


def test_it_holds_the_library_only(wheel: Path) -> None:
    assert wheel.name == f"tashkalar-{__version__}-py3-none-any.whl"
    sources = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / PACKAGE).rglob("*.py")
        if file.relative_to(ROOT / PACKAGE).parts[0] not in IN_THE_CHECKOUT_ONLY
    }
    about = f"tashkalar-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.startswith(f"{about}/")}
        metadata = archive.read(f"{about}/METADATA").decode()
        offered = archive.read(f"{about}/entry_points.txt").decode()
    assert names == {*sources, f"{PACKAGE}/py.typed"}
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert [line for line in needed if "; extra ==" not in line] == []
    assert "tashkalar = tashkalar.cli:main" in offered


def test_it_works_by_itself(wheel: Path, tmp_path: Path) -> None:
    """Installed, and far from the checkout: every module can be imported, and the command plays."""
    place = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--disable-pip-version-check", "--target", str(place), str(wheel)]
    subprocess.run(command, check=True, timeout=COMMAND_TIMEOUT_S)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(place)}
        return subprocess.run(
            arguments,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=COMMAND_TIMEOUT_S,
        )

    imported = run(sys.executable, "-c", _IMPORT_ALL)
    assert imported.returncode == 0, imported.stderr
    assert Path(imported.stdout.strip()).is_relative_to(place)
    wanted = {module: names.split() for module, names in PUBLIC_NAMES.items()}
    public = run(sys.executable, "-c", _FIND_MISSING, json.dumps(wanted))
    assert public.stdout.split() == [], public.stdout + public.stderr
    (program,) = map(str, (place / "bin").iterdir())
    played = run(program, "selfplay", "--form", "duel", "--schools", "northern,sylvan")
    assert played.returncode == 0, played.stderr
    assert "1 games in" in played.stdout
    measured = run(program, "bench", "--positions", "1", "--rounds", "1")
    assert measured.returncode == 0, measured.stderr
    assert "decisions a second" in measured.stdout
    assert "screens are not part of this installation" in measured.stdout


_IMPORT_ALL = """
import importlib, pkgutil, tashkalar
for module in pkgutil.walk_packages(tashkalar.__path__, "tashkalar."):
    if module.name not in (
        "tashkalar.__main__", "tashkalar.bench.redraw", "tashkalar.training.openspiel_game"
    ):
        importlib.import_module(module.name)
print(tashkalar.__file__)
"""

_FIND_MISSING = """
import importlib, json, sys
for module, names in json.loads(sys.argv[1]).items():
    found = importlib.import_module(module)
    print(*(f"{module}.{name}" for name in names if not hasattr(found, name)))
"""
