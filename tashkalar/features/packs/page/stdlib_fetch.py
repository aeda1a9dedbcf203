"""The rest of the standard library, fetched when a wheel has to be inspected."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from tashkalar.ui.archive_loader import add_archive
from tashkalar.web.browser import files

_REST_URL = "./static/vendor/pyodide/python_rest.zip"
_REST_PATH = Path("/lib/python_rest.zip")


async def load_rest() -> bool:
    """Load the rest of the standard library; return False if it cannot be fetched."""
    if str(_REST_PATH) in sys.path:
        return True
    data = await files.fetch_bytes(_REST_URL)
    if data is None:
        return False
    _REST_PATH.write_bytes(data)
    add_archive(_REST_PATH)
    importlib.invalidate_caches()  # this imports modules of the rest
    return True
