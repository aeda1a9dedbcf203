"""The rest of the standard library: what no part of the page imports, but a pack may."""

from __future__ import annotations

import importlib
import sys
import zipfile
from pathlib import Path

from tashkalar.web import files

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
    with zipfile.ZipFile(_HOME) as archive:
        names = archive.namelist()
    folders = {name.rpartition("/")[0] for name in names if name.endswith(".pyc")} - {""}
    for folder in sorted(folders):
        # A package of which the start has a part is only looked for there.
        if f"{folder}/__init__.pyc" not in names:
            package = importlib.import_module(folder.replace("/", "."))
            package.__path__.append(f"{_HOME}/{folder}")
    sys.path.append(str(_HOME))
    importlib.invalidate_caches()
    return True
