"""The installer that the page fetches when a person adds a pack: the locked wheel of micropip.

No npm package contains micropip, so pip downloads it from its configured package index.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tashkalar.site.paths import ROOT, SiteError

REQUIREMENTS_FILE = Path(__file__).with_name("micropip.txt")
PAGE_PYTHON_VERSION = "3.14"  # for the Python running pip, pip could choose an older micropip
PIP_TIMEOUT_S = 180


def add_micropip(folder: Path, root: Path = ROOT) -> dict[str, object]:
    """Put the wheels into the folder of Pyodide; return the entries for its lock file."""
    with tempfile.TemporaryDirectory() as scratch:
        wheels = Path(scratch) / "wheels"
        _download(wheels, Path(scratch), root)
        entries: dict[str, object] = {}
        for wheel in sorted(wheels.glob("*.whl")):
            shutil.copyfile(wheel, folder / wheel.name)
            name, version = wheel.name.split("-")[:2]
            entries[name] = {
                "name": name,
                "version": version,
                "file_name": wheel.name,
                "install_dir": "site",
                "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
                "package_type": "package",
                "imports": [name],
                "depends": [],
                "unvendored_tests": False,
            }
    return entries


def _download(wheels: Path, scratch: Path, root: Path) -> None:
    command = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "--python-version", PAGE_PYTHON_VERSION, "--retries", "2"]
    command += ["--require-hashes", "--requirement", str(REQUIREMENTS_FILE), "--dest", str(wheels)]
    for python in _find_pythons_with_pip(scratch, root):
        done = _run([python, *command])
        if done.returncode != 0:
            raise SiteError(f"micropip could not be fetched: {_pip_error(done.stderr)}")
        return
    raise SiteError(
        "this Python has no pip, which fetches micropip for the page; install pip or venv for it"
    )


def _find_pythons_with_pip(scratch: Path, root: Path) -> Iterator[str]:
    """Yield Pythons that have pip, the nearest first; the last is created for this purpose."""
    if importlib.util.find_spec("pip"):
        yield sys.executable
    inside = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    tools = root / ".venv" / inside  # the environment of the tests
    if tools.exists():
        yield str(tools)
    if _run([sys.executable, "-m", "venv", str(scratch / "venv")]).returncode == 0:
        yield str(scratch / "venv" / inside)


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=PIP_TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(
            command, 1, "", f"no answer within {PIP_TIMEOUT_S} seconds"
        )


def _pip_error(errors: str) -> str:
    """Return the line in which pip reports the error."""
    error_lines = [line for line in errors.splitlines() if re.match("ERROR:", line)]
    text = (error_lines or errors.strip().splitlines() or ["pip gave no reason"])[0]
    return text.removeprefix("ERROR:").strip()
