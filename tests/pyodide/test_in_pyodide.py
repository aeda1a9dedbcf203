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
AT_LEAST = 5000  # tests; fewer would mean that a folder was not found


@pytest.mark.pyodide
@pytest.mark.slow
def test_the_engine_in_pyodide() -> None:
    install_npm_packages(dev=True)
    done = subprocess.run(
        [shutil.which("node") or "node", str(RUNNER), sysconfig.get_path("purelib")],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-20_000:]}\n{done.stderr[-2_000:]}"
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) >= AT_LEAST, done.stdout[-2_000:]
