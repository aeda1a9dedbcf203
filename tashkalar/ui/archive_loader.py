"""Modules that are loaded when they are needed, from an archive that was fetched."""

from __future__ import annotations

import importlib
import sys
import zipfile
from pathlib import Path, PurePosixPath


def add_archive(file: Path) -> None:
    """Make the modules in an archive importable, also as parts of packages loaded before."""
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
    modules = [name for name in names if name.endswith((".pyc", ".py"))]
    folders = {str(folder) for name in modules for folder in PurePosixPath(name).parents} - {"."}
    for folder in sorted(folders):
        # Python searches a package that is loaded already only in the places of that package.
        if f"{folder}/__init__.pyc" not in names and f"{folder}/__init__.py" not in names:
            package = importlib.import_module(folder.replace("/", "."))
            package.__path__.append(f"{file}/{folder}")
    sys.path.append(str(file))
