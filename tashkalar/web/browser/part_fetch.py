"""Modules that few people use: fetched when they are needed, each part in its own archive."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from tashkalar.ui.archive_loader import add_archive
from tashkalar.web.browser import files
from tashkalar.web.browser.location import feature_rows


async def load_part(part: str, module: str) -> Any:
    """Return a module of a part, such as ``"far"``; None if the part cannot be fetched."""
    needed = feature_rows()[part]["needs"]
    for name in (*needed, part):
        if feature_rows()[name]["fetched"] and not await _load_archive(name):
            return None
    return importlib.import_module(module)


async def _load_archive(part: str) -> bool:
    """Make the modules of a part importable; return False if they cannot be fetched."""
    archive = Path(f"/lib/{part}.zip")
    if str(archive) not in sys.path:
        data = await files.fetch_bytes(f"./static/app/{part}.zip")
        if data is None:
            return False
        archive.write_bytes(data)
        try:
            add_archive(archive)
        except BadZipFile:  # a network that answers with a page of its own, or a cut-off file
            return False
    return True
