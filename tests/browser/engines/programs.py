"""The browsers that the tests drive, and the places where their programs may be.

`tests/run.py` asks here too, before the tests' own environment exists: the standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tests import chromium

FIREFOX_VARIABLE = "TASHKALAR_FIREFOX"
FIREFOX_NAMES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
# WebKit's window is a program of ours (`webkit_window.py`) that needs the system's bindings.
SYSTEM_PYTHON = "/usr/bin/python3"
WEBKIT_DRIVER = "WebKitWebDriver"
WEBKIT_BINDINGS = (
    'import gi; gi.require_version("WebKit2", "4.1"); gi.require_version("Gtk", "3.0")'
)


def find_firefox() -> str | None:
    """Return the path of a Firefox; a path named in the variable is the only one."""
    named = os.environ.get(FIREFOX_VARIABLE)
    if named:
        return shutil.which(named)
    return next((path for path in map(shutil.which, FIREFOX_NAMES) if path), None)


def find_webkit() -> str | None:
    """Return the path of WebKitGTK's driver if everything around it is there as well."""
    if shutil.which("Xvfb") is None or not Path(SYSTEM_PYTHON).is_file():
        return None
    bindings = subprocess.run(
        [SYSTEM_PYTHON, "-c", WEBKIT_BINDINGS], capture_output=True, check=False, timeout=60
    )
    return shutil.which(WEBKIT_DRIVER) if bindings.returncode == 0 else None


class Program(NamedTuple):
    """A browser for the tests."""

    find: Callable[[], str | None]
    packages: tuple[str, ...]  # what Debian calls it
    missing: str  # one line for a person


PROGRAMS = {
    "chromium": Program(
        chromium.find_chromium,
        ("chromium",),
        f"no Chromium found; install one or name its program in {chromium.VARIABLE}",
    ),
    "firefox": Program(
        find_firefox,
        ("firefox-esr",),
        f"no Firefox found; install one or name its program in {FIREFOX_VARIABLE}",
    ),
    "webkit": Program(
        find_webkit,
        ("webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb"),
        "no WebKitGTK found; on Debian install webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi "
        "and xvfb",
    ),
}
CHOICE_VARIABLE = "TASHKALAR_BROWSERS"


def chosen_browsers() -> tuple[str, ...]:
    """Return the browsers to test in: all, unless somebody has named some."""
    return read_choice(os.environ.get(CHOICE_VARIABLE) or ",".join(PROGRAMS))


def read_choice(text: str) -> tuple[str, ...]:
    """Read names with commas between them; they come back in our order."""
    named = {name.strip() for name in text.split(",")}
    if not named or named - PROGRAMS.keys():
        raise ValueError(f"browsers are {', '.join(PROGRAMS)}; not {text!r}")
    return tuple(name for name in PROGRAMS if name in named)


def missing_browsers(names: Iterable[str]) -> list[str]:
    """Return those of the browsers that cannot be found."""
    return [name for name in names if PROGRAMS[name].find() is None]
