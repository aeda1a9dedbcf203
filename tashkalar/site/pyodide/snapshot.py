"""The memory snapshot of a build: Python as it is when everything is imported."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path

from tashkalar.site.node import run_node
from tashkalar.site.paths import APP_ARCHIVE, PACKAGE, PAGE, VENDOR, SiteError
from tashkalar.site.pyodide.python_library import REST_WASM, ROOTS, START, WASM

SCRIPT = f"{PACKAGE}/site/pyodide/snapshot.mjs"
PROGRAM = f"{PACKAGE}/site/pyodide/snapshot_program.py"
PACKED = f"{Path(APP_ARCHIVE).parent.as_posix()}/snapshot-*.bin"
LOADER = "static/js/snapshot.js"
PLACE = "/** @type {Made | null} */ (null);"
ADDRESS = 'data-snapshot=""'
ARCHIVES = (f"{VENDOR}/pyodide/{START}", APP_ARCHIVE)
# What the service worker unpacks when it stores it.
STORED_UNPACKED = (PACKED, *ARCHIVES, f"{VENDOR}/pyodide/{WASM}")


def add_snapshot(site: Path, root: Path) -> None:
    """Add a snapshot to a built site, and tell its page and its snapshot.js of it."""
    with tempfile.TemporaryDirectory() as scratch:
        packed = Path(scratch, "packed")
        job = {
            "site": str(site),
            "target": str(packed),
            "program": str(root / PROGRAM),
            "archives": ARCHIVES,
            "wasm": (f"{VENDOR}/pyodide/{WASM}", f"{VENDOR}/pyodide/{REST_WASM}"),
            "roots": ROOTS,
        }
        made = json.loads(run_node(root / SCRIPT, job, task="making the snapshot"))
        content = packed.read_bytes()
    # Not .gz: some servers would have the browser unpack it.
    name = PACKED.replace("*", hashlib.sha256(content).hexdigest()[:12])
    (site / name).write_bytes(content)
    about = {
        "file": f"../app/{Path(name).name}",
        "sent": len(content),
        **made,
    }
    _replace(site / LOADER, PLACE, f"{json.dumps(about)};")
    _replace(site / PAGE, ADDRESS, f'data-snapshot="./{name}"')


def _replace(file: Path, place: str, told: str) -> None:
    text = file.read_text(encoding="utf-8")
    if text.count(place) != 1:
        raise SiteError(f"{file.name} must hold {place!r} exactly once")
    file.write_text(text.replace(place, told), encoding="utf-8", newline="\n")
