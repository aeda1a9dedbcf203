"""The memory snapshot of a build: Python's memory after everything is imported."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path

from tashkalar.site.node import run_node
from tashkalar.site.paths import APP_ARCHIVE, PACKAGE, PAGE, VENDOR_FOLDER, SiteError
from tashkalar.site.pyodide.python_library import (
    DEFERRED_WASM,
    ROOT_MODULES,
    START_ARCHIVE,
    START_WASM,
    STOCK_WASM,
)
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.ui.text.english_catalogue import START_FILES

SNAPSHOT_SCRIPT = f"{PACKAGE}/site/pyodide/snapshot.mjs"
SNAPSHOT_PROGRAM = f"{PACKAGE}/site/pyodide/snapshot_program.py"
SNAPSHOT_PATTERN = f"{Path(APP_ARCHIVE).parent.as_posix()}/snapshot-*.bin"
LOADER_SCRIPT = "static/js/python/snapshot.js"
INFO_PLACEHOLDER = "/** @type {SnapshotInfo | null} */ (null);"
URL_PLACEHOLDER = 'data-snapshot=""'
ARCHIVE_FILES = (f"{VENDOR_FOLDER}/pyodide/{START_ARCHIVE}", APP_ARCHIVE)
# The files that the service worker decompresses when it stores them.
UNPACKED_IN_CACHE = (SNAPSHOT_PATTERN, *ARCHIVE_FILES, f"{VENDOR_FOLDER}/pyodide/{START_WASM}")


def add_snapshot(site: Path, root: Path, rung: Rung, compression: int) -> None:
    """Add a snapshot to a built site, and announce it to the page and its loader script.

    `compression` is a level of Zstandard.
    Memory is laid out by the WebAssembly of the site: in two parts, or whole on a rung below.
    """
    parts = (START_WASM, DEFERRED_WASM) if rung is Rung.SPLIT else (STOCK_WASM,)
    with tempfile.TemporaryDirectory() as scratch:
        packed = Path(scratch, "packed")
        job = {
            "site": str(site),
            "target": str(packed),
            "program": str(root / SNAPSHOT_PROGRAM),
            "archives": ARCHIVE_FILES,
            "wasm": [f"{VENDOR_FOLDER}/pyodide/{part}" for part in parts],
            "roots": ROOT_MODULES,
            "catalogues": START_FILES,
            "level": compression,
        }
        made = json.loads(run_node(root / SNAPSHOT_SCRIPT, job, task="making the snapshot"))
        content = packed.read_bytes()
    # Not .gz, which some servers let the browser decompress.
    name = SNAPSHOT_PATTERN.replace("*", hashlib.sha256(content).hexdigest()[:12])
    (site / name).write_bytes(content)
    about = {
        "file": f"../../app/{Path(name).name}",
        "sent": len(content),
        **made,
    }
    _replace_placeholder(site / LOADER_SCRIPT, INFO_PLACEHOLDER, f"{json.dumps(about)};")
    _replace_placeholder(site / PAGE, URL_PLACEHOLDER, f'data-snapshot="./{name}"')


def _replace_placeholder(file: Path, place: str, replacement: str) -> None:
    text = file.read_text(encoding="utf-8")
    if text.count(place) != 1:
        raise SiteError(f"{file.name} must hold {place!r} exactly once")
    file.write_text(text.replace(place, replacement), encoding="utf-8", newline="\n")
