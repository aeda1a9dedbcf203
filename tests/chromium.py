"""Where a Chromium for the browser tests may be."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

VARIABLE = "TASHKALAR_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
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
        found = shutil.which(name)
        if found:
            return found
    return next((path for path in MAC_PATHS if Path(path).is_file()), None)
