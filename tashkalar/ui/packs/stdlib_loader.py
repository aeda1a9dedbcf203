"""The rest of the standard library: what no part of the page imports, but a pack may."""

from __future__ import annotations

import importlib
import sys
import zipfile
from pathlib import Path


def add_deferred_modules(file: Path) -> None:
    """Have the modules in an archive importable, as packages or as parts of those at the start."""
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
    folders = {name.rpartition("/")[0] for name in names if name.endswith(".pyc")} - {""}
    for folder in sorted(folders):
        # A package of which the start has a part is only looked for there.
        if f"{folder}/__init__.pyc" not in names:
            package = importlib.import_module(folder.replace("/", "."))
            package.__path__.append(f"{file}/{folder}")
    sys.path.append(str(file))
    importlib.invalidate_caches()
