"""The deferred part of the standard library: modules that only a pack may import."""

from __future__ import annotations

import importlib
import sys
import zipfile
from pathlib import Path


def add_deferred_modules(file: Path) -> None:
    """Make the modules in an archive importable, also as parts of packages loaded before."""
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
    folders = {name.rpartition("/")[0] for name in names if name.endswith(".pyc")} - {""}
    for folder in sorted(folders):
        # Python searches a package that is loaded already only in the places of that package.
        if f"{folder}/__init__.pyc" not in names:
            package = importlib.import_module(folder.replace("/", "."))
            package.__path__.append(f"{file}/{folder}")
    sys.path.append(str(file))
    importlib.invalidate_caches()
