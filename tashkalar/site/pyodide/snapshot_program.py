"""What stands in the snapshot: runs inside Pyodide, just before it is taken.

Everything that the page imports, what the engine works out once, and the English words. No object
of JavaScript may be alive in it that is not to be found by its name.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import marshal
import sys
import zipfile
import zipimport
from collections.abc import Iterable, Mapping
from types import CodeType

ENGINE = "/lib/tashkalar.zip"
_HEADER = 16  # bytes before the code in a .pyc


def modules_of(archive: str) -> dict[str, str]:
    """Name the modules of an archive, and their files."""
    with zipfile.ZipFile(archive) as opened:
        files = [info.filename for info in opened.infolist() if info.file_size]
    found = {}
    for file in files:
        if not file.endswith(".pyc"):
            raise RuntimeError(f"nobody could read {file} without {archive}")
        found[file.removesuffix(".pyc").replace("/", ".").removesuffix(".__init__")] = file
    return found


def fill(roots: Iterable[str], words: Iterable[str]) -> None:
    """Import everything and warm it up; `words` are the English catalogues."""
    library = next(path for path in sys.path if path.endswith(".zip"))
    files = {archive: modules_of(archive) for archive in (library, ENGINE)}
    sys.path.insert(0, ENGINE)
    for name in roots:
        importlib.import_module(name)
    with importlib.import_module("tashkalar.ui.snapshot.page_stubs").without_a_page():
        for name in sorted(files[ENGINE]):
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
    importlib.import_module("tashkalar.ui.text.english_catalogue").fill(words)
    importlib.import_module("tashkalar.bots").engine()  # which looks at the archive
    _do_without(files)
    sys.path_importer_cache.clear()  # it knows folders that another start fills otherwise
    gc.collect()
    gc.freeze()  # nothing of it will ever be garbage: collections need not look through it


def _do_without(archives: Mapping[str, Mapping[str, str]]) -> None:
    """What was not imported from the archives stays as code: a start does not fetch them."""
    codes: dict[str, CodeType] = {}
    packages = set()
    for archive, files in archives.items():
        sys.path.remove(archive)
        source = zipimport.zipimporter(archive)
        for name in sorted(files.keys() - sys.modules.keys()):
            codes[name] = marshal.loads(source.get_data(files[name])[_HEADER:])
            if files[name].endswith("/__init__.pyc"):
                packages.add(name)
    frozen = importlib.import_module("tashkalar.ui.snapshot.frozen_importer")
    sys.meta_path.insert(0, frozen.Frozen(codes, packages))
    vars(zipimport)["_zip_directory_cache"].clear()
