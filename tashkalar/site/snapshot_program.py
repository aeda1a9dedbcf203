"""What stands in the snapshot: runs inside Pyodide, just before it is taken.

Everything that the page imports, what the engine works out once, and the English words. No object
of JavaScript may be alive in it that is not to be found by its name.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import sys
import zipfile
from collections.abc import Iterable

ENGINE = "/lib/tashkalar.zip"


def engine_modules() -> list[str]:
    """Name the modules of the engine's archive."""
    with zipfile.ZipFile(ENGINE) as archive:
        files = [name for name in archive.namelist() if name.endswith(".pyc")]
    names = (name.removesuffix(".pyc").replace("/", ".") for name in files)
    return sorted(name.removesuffix(".__init__") for name in names)


def fill(roots: Iterable[str], words: Iterable[str]) -> None:
    """Import everything and warm it up; `words` are the English catalogues."""
    sys.path.insert(0, ENGINE)
    for name in roots:
        importlib.import_module(name)
    with importlib.import_module("tashkalar.ui.later").without_a_page():
        for name in engine_modules():
            # What wants the rest of the library is only imported once the page has fetched that.
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(name)
    tashkalar = importlib.import_module("tashkalar")
    for being in tashkalar.cards.BEINGS.values():
        _ = being.shape.orientations  # worked out at the first look
    form = next(iter(importlib.import_module("tashkalar.rules.forms").FORMS))
    for school in tashkalar.cards.SCHOOLS:
        other = next(s for s in tashkalar.cards.SCHOOLS if s != school)
        tashkalar.new_game(form, (school, other), seed=1).legal_moves()
    importlib.import_module("tashkalar.ui.english").fill(words)
    sys.path_importer_cache.clear()  # it knows folders that another start fills otherwise
    gc.collect()
    gc.freeze()  # nothing of it will ever be garbage: collections need not look through it
