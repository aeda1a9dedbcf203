"""Fill the snapshot: runs inside Pyodide, just before the snapshot is taken.

The snapshot contains everything that the page imports, what the engine computes once, and the
English texts. No JavaScript object may be alive in it that cannot be found by its name.
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

ENGINE_ARCHIVE = "/lib/tashkalar.zip"
_PYC_HEADER_BYTES = 16  # bytes before the code in a .pyc


def list_modules(archive: str) -> dict[str, str]:
    """Return the modules of an archive with their files."""
    with zipfile.ZipFile(archive) as opened:
        files = [info.filename for info in opened.infolist() if info.file_size]
    modules = {}
    for file in files:
        if file.endswith(".json"):
            continue  # its module reads it while it is imported
        if not file.endswith(".pyc"):
            raise RuntimeError(f"nobody could read {file} without {archive}")
        modules[file.removesuffix(".pyc").replace("/", ".").removesuffix(".__init__")] = file
    return modules


def fill(roots: Iterable[str], words: Iterable[str]) -> None:
    """Import everything and warm it up; `words` are the English catalogs."""
    library = next(path for path in sys.path if path.endswith(".zip"))
    files = {archive: list_modules(archive) for archive in (library, ENGINE_ARCHIVE)}
    sys.path.insert(0, ENGINE_ARCHIVE)
    for name in roots:
        importlib.import_module(name)
    with importlib.import_module("tashkalar.ui.snapshot.page_stubs").install_page_stubs():
        for name in sorted(files[ENGINE_ARCHIVE]):
            # A module that needs the rest of the library is imported after the page has fetched it.
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(name)
    tashkalar = importlib.import_module("tashkalar")
    for being in tashkalar.cards.BEINGS.values():
        _ = being.shape.searches  # computed on first use, with the orientations
    form = next(iter(importlib.import_module("tashkalar.rules.forms").FORMS))
    for school in tashkalar.cards.SCHOOLS:
        other = next(s for s in tashkalar.cards.SCHOOLS if s != school)
        tashkalar.new_game(form, (school, other), seed=1).legal_moves()
    importlib.import_module("tashkalar.ui.text.english_catalogue").preload_english(words)
    importlib.import_module("tashkalar.bots").engine_checksum()  # reads the archive
    _install_frozen_importer(files)
    sys.path_importer_cache.clear()  # the cached folders have other contents at the next start
    gc.collect()
    gc.freeze()  # no object here ever becomes garbage, so collections can skip them


def _install_frozen_importer(archives: Mapping[str, Mapping[str, str]]) -> None:
    """Keep modules not imported yet as code, so that a start need not fetch the archives."""
    codes: dict[str, CodeType] = {}
    packages = set()
    for archive, files in archives.items():
        sys.path.remove(archive)
        source = zipimport.zipimporter(archive)
        for name in sorted(files.keys() - sys.modules.keys()):
            codes[name] = marshal.loads(source.get_data(files[name])[_PYC_HEADER_BYTES:])
            if files[name].endswith("/__init__.pyc"):
                packages.add(name)
    frozen = importlib.import_module("tashkalar.ui.snapshot.frozen_importer")
    sys.meta_path.insert(0, frozen.FrozenImporter(codes, packages))
    vars(zipimport)["_zip_directory_cache"].clear()
