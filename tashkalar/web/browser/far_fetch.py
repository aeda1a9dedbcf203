"""The modules of games with someone far away, fetched when such a game is played."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from tashkalar.ui.packs.stdlib_loader import add_archive
from tashkalar.web.browser import files

_ARCHIVE_URL = "./static/app/far.zip"
_ARCHIVE_PATH = Path("/lib/far.zip")


async def load_far_screen() -> Any:
    """Return the module `web.far.far_screen`; None if it cannot be fetched."""
    if str(_ARCHIVE_PATH) not in sys.path:
        data = await files.fetch_bytes(_ARCHIVE_URL)
        if data is None:
            return None
        _ARCHIVE_PATH.write_bytes(data)
        add_archive(_ARCHIVE_PATH)
    return importlib.import_module("tashkalar.web.far.far_screen")
