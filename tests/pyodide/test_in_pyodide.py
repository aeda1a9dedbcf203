"""The engine's quick tests again, in the interpreter that the page uses."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tashkalar.site.npm import install_npm_packages

RUNNER = Path(__file__).with_name("run.mjs")


@pytest.mark.pyodide
@pytest.mark.slow
@pytest.mark.parametrize(
    ("folders", "at_least"),  # fewer tests would mean that something was not found
    [
        ("tests/engine", 1000),
        # These ask nothing of the interpreter that the engine's do not.
        pytest.param("tests/cards tests/ui", 1800, marks=pytest.mark.long),
    ],
)
def test_the_engine_in_pyodide(folders: str, at_least: int) -> None:
    install_npm_packages(dev=True)
    node, purelib = shutil.which("node") or "node", sysconfig.get_path("purelib")
    done = subprocess.run(
        [node, str(RUNNER), purelib, *folders.split()],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-20_000:]}\n{done.stderr[-2_000:]}"
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) >= at_least, done.stdout[-2_000:]
