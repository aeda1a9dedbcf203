"""The seals in a built page: what each part of the game has to be, so that versions never mix.

`static/js/seals.js` looks at them. A part of the HTML gets a mark at its end that names its
content, everything else that a page fetches is told by its hash, and WebAssembly by its size.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tashkalar.site.page_source.page import CONFIGURATION
from tashkalar.site.paths import APP_ARCHIVE, PAGE, VENDOR, SiteError
from tashkalar.site.pyodide.python_library import WASM

PLACE = 'data-seals="{}"'
# What start.js brings in like the scripts of the HTML, on a board inside another page.
BROUGHT = ("static/js/position.js", "static/js/frame.js")
FOREIGN = "static/js/embed.js"  # runs in pages of others
FETCHED = (
    APP_ARCHIVE,
    "static/app/main.py",  # the worker of computer players is a few lines that ask the engine
    "static/css/*.css",
    "static/js/*.js",
    "static/lessons/*.json",
    "static/locale/*/*.json",
    f"{VENDOR}/pyodide/*.bin",
    f"{VENDOR}/pyodide/*.json",
    f"{VENDOR}/pyodide/*.mjs",
    f"{VENDOR}/pyodide/*.whl",
    f"{VENDOR}/pyodide/*.zip",
    f"{VENDOR}/pyscript/*.js",
    f"{VENDOR}/zstd/*.wasm",
)
COMPILED = f"{VENDOR}/pyodide/{WASM}"

_IN_THE_HTML = re.compile(
    r'<(?:script src|link rel="stylesheet" href)="\./([^"]+\.(?:js|css))"(?! type)'
)


def seal_parts(site: Path) -> None:
    """Mark the parts of a built site and write the seals into its page; SiteError: no place."""
    page = site / PAGE
    text = page.read_text(encoding="utf-8")
    if text.count(PLACE) != 1:
        raise SiteError(f"{PAGE} must hold {PLACE} exactly once")
    marks = {name: _mark(site / name, name) for name in (*_IN_THE_HTML.findall(text), *BROUGHT)}
    seals = {
        "hashes": {name: digest_of(site / name) for name in _fetched(site)},
        "marks": marks,
        "sizes": {name: (site / name).stat().st_size for name in _compiled(site)},
    }
    told = json.dumps(seals, separators=(",", ":"))
    if "'" in told:
        raise SiteError(f"{PAGE} cannot hold the name of a part with an apostrophe")
    sealed = text.replace(PLACE, f"data-seals='{told}'")
    page.write_text(sealed, encoding="utf-8", newline="\n")


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file the way browsers write it, in base64."""
    return base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def _mark(file: Path, name: str) -> str:
    """Add to a script or style sheet what names its content, and return that."""
    mark = hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    line = (
        f':root {{ --mark-{file.stem}: "{mark}"; }}'
        if file.suffix == ".css"
        else f'(window.tashkalarMarks = window.tashkalarMarks || {{}})["{name}"] = "{mark}";'
    )
    with file.open("a", encoding="utf-8", newline="\n") as content:
        content.write(f"\n{line}\n")
    return mark


def _compiled(site: Path) -> list[str]:
    return [_name(site, file) for file in sorted(site.glob(COMPILED))]


def _fetched(site: Path) -> Iterator[str]:
    yield CONFIGURATION
    left_out = (FOREIGN, *_compiled(site))
    for pattern in FETCHED:
        names = (_name(site, file) for file in sorted(site.glob(pattern)))
        yield from (name for name in names if name not in left_out)


def _name(site: Path, file: Path) -> str:
    return file.relative_to(site).as_posix()
