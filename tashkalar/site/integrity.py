"""Integrity data of a built page: the expected content of each file, so versions never mix.

`static/js/boot/integrity.js` checks the data. Scripts and style sheets of the HTML get a mark at
their end that names their content; all other fetched files are checked by hash, and WebAssembly by
size.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tashkalar.site.bundles import BOARD_SCRIPT, BOARD_STYLE, EMBEDDER_SCRIPT, FRAME_SCRIPT
from tashkalar.site.page_source.page import PYSCRIPT_CONFIG
from tashkalar.site.paths import APP_ARCHIVE, PAGE, VENDOR_FOLDER, SiteError
from tashkalar.site.pyodide.python_library import START_WASM, STOCK_WASM

INTEGRITY_PLACEHOLDER = 'data-integrity="{}"'
FETCHED_PATTERNS = (
    APP_ARCHIVE,
    "static/app/main.py",  # the worker of computer players is a few lines that ask the engine
    "static/css/*.css",
    "static/js/*.js",
    "static/js/*/*.js",
    "static/lessons/*.json",
    "static/locale/*/*.json",
    "static/puzzles/*.json",
    f"{VENDOR_FOLDER}/pyodide/*.bin",
    f"{VENDOR_FOLDER}/pyodide/*.json",
    f"{VENDOR_FOLDER}/pyodide/*.mjs",
    f"{VENDOR_FOLDER}/pyodide/*.whl",
    f"{VENDOR_FOLDER}/pyodide/*.zip",
    f"{VENDOR_FOLDER}/pyscript/*.js",
    f"{VENDOR_FOLDER}/zstd/*.wasm",
)
WASM_NAMES = tuple(f"{VENDOR_FOLDER}/pyodide/{name}" for name in (START_WASM, STOCK_WASM))

_HTML_PART = re.compile(
    r'<(?:script src|link rel="stylesheet" href)="\./([^"]+\.(?:js|css))"(?! type)'
)


def write_integrity(site: Path) -> None:
    """Mark the files of a built site and write the integrity data into its page.

    Raise SiteError if the page has no place for the data.
    """
    page = site / PAGE
    text = page.read_text(encoding="utf-8")
    if text.count(INTEGRITY_PLACEHOLDER) != 1:
        raise SiteError(f"{PAGE} must hold {INTEGRITY_PLACEHOLDER} exactly once")
    marks = {
        name: _append_mark(site / name, name) for name in (*_HTML_PART.findall(text), FRAME_SCRIPT)
    }
    expected = {
        "hashes": {name: sha256_base64(site / name) for name in _list_fetched_files(site)},
        "marks": marks,
        "sizes": {name: (site / name).stat().st_size for name in _list_wasm_files(site)},
    }
    encoded = json.dumps(expected, separators=(",", ":"))
    if "'" in encoded:
        raise SiteError(f"{PAGE} cannot hold the name of a part with an apostrophe")
    complete = text.replace(INTEGRITY_PLACEHOLDER, f"data-integrity='{encoded}'")
    page.write_text(complete, encoding="utf-8", newline="\n")


def sha256_base64(file: Path) -> str:
    """Return the SHA-256 of a file in base64, as browsers write it."""
    return base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def _append_mark(file: Path, name: str) -> str:
    """Append a mark that names the content to a script or style sheet, and return the mark."""
    mark = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    line = (
        f':root {{ --mark-{file.stem}: "{mark}"; }}'
        if file.suffix == ".css"
        else f'(window.tashkalarMarks = window.tashkalarMarks || {{}})["{name}"] = "{mark}";'
    )
    with file.open("a", encoding="utf-8", newline="\n") as content:
        content.write(f"\n{line}\n")
    return mark


def _list_wasm_files(site: Path) -> list[str]:
    return [name for name in WASM_NAMES if (site / name).is_file()]


def _list_fetched_files(site: Path) -> Iterator[str]:
    yield PYSCRIPT_CONFIG
    left_out = (EMBEDDER_SCRIPT, BOARD_SCRIPT, BOARD_STYLE, *_list_wasm_files(site))
    for pattern in FETCHED_PATTERNS:
        names = (_relative_name(site, file) for file in sorted(site.glob(pattern)))
        yield from (name for name in names if name not in left_out)


def _relative_name(site: Path, file: Path) -> str:
    return file.relative_to(site).as_posix()
