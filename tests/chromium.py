"""The places where a Chromium for the browser tests may be."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

VARIABLE = "TASHKALAR_CHROMIUM"
OLDEST = 123  # the first that the page supports: docs/browsers.md says why
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Debian's Chromium without a window: a page costs it a quarter less.
SHELL = "chromium-headless-shell"
NOT_FOUND = (
    f"no Chromium found; install one, name its program in the variable {VARIABLE}, "
    "or leave the browser tests out with --no-browser"
)


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome; a path named in the variable is the only one."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    for name in NAMES:
        program = shutil.which(name)
        if program:
            return program
    return next((path for path in MAC_PATHS if Path(path).is_file()), None)


def find_shell() -> str | None:
    """Return the path of the shell if it is of one version with the Chromium, else None.

    It lacks what a window has: a page that is left is not kept for the way back."""
    shell, program = shutil.which(SHELL), find_chromium()
    if not shell or not program or os.environ.get(VARIABLE):
        return None
    return shell if version_of(shell) == version_of(program) else None


def version_of(program: str) -> int | None:
    """Return the major version of a Chromium, or None where it does not tell."""
    try:
        said = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=60, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"\b(\d+)\.\d+", said)
    return int(version[1]) if version else None


def check_version() -> str:
    """Return one line for a person if the Chromium that is there is too old, else nothing."""
    program = find_chromium()
    version = version_of(program) if program else None
    if version is None or version >= OLDEST:
        return ""
    return (
        f"{program} is Chromium {version}; the page supports {OLDEST} and later. Name a newer "
        f"program in the variable {VARIABLE}, or leave the browser tests out with --no-browser"
    )
