"""The rest of the standard library, fetched when a wheel is to be looked at."""

from __future__ import annotations

import sys
from pathlib import Path

from tashkalar.ui.packs.stdlib_loader import add_rest
from tashkalar.web.browser import files

_ADDRESS = "./static/vendor/pyodide/python_rest.zip"
_HOME = Path("/lib/python_rest.zip")


async def complete() -> bool:
    """Have all of the standard library; False when the rest cannot be fetched."""
    if str(_HOME) in sys.path:
        return True
    data = await files.fetch_bytes(_ADDRESS)
    if data is None:
        return False
    _HOME.write_bytes(data)
    add_rest(_HOME)
    return True
