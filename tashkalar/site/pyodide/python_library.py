"""Python for the page, compiled beforehand: the standard library in two parts, and the engine.

Compiling the stock library's sources is most of what a stock start does, and most of them are never
imported. So the page starts with a compiled archive of what it can ever import; what else a pack of
somebody else may import comes in a second one, when a pack asks for it
(`web/browser/stdlib_fetch.py`).
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tashkalar.site.node import run_node
from tashkalar.site.paths import PACKAGE
from tashkalar.site.pyodide import wasm_split

PRECOMPILE_SCRIPT = f"{PACKAGE}/site/pyodide/precompile.mjs"
PRECOMPILE_PROGRAM = f"{PACKAGE}/site/pyodide/precompile.py"
# The first is compressed as a whole. Not .gz, which some servers let the browser decompress.
START_ARCHIVE, REST_ARCHIVE = "python_stdlib.bin", "python_rest.zip"
STOCK_FOLDER = "node_modules/pyodide"
# The stock WebAssembly, and its two parts: for the start, and the rest.
STOCK_WASM, START_WASM, DEFERRED_WASM = (
    "pyodide.asm.wasm",
    "pyodide.asm.wasm.bin",
    "pyodide.rest.wasm.bin",
)
PYODIDE_SCRIPTS = ("pyodide.asm.mjs", "pyodide.mjs")

# The modules that the engine, the page and PyScript's Python import by name, and those that only
# some of their calls import. Their own imports, and those of Pyodide's start, are added.
ROOT_MODULES = (
    # the engine and the page
    *("__future__", "asyncio", "collections.abc", "contextlib", "dataclasses", "enum"),
    *("functools", "hashlib", "importlib", "itertools", "json", "math", "operator", "os"),
    *("random", "re", "string", "sys", "time", "types", "typing", "urllib.parse", "zipfile"),
    # PyScript's and Pyodide's own
    *("base64", "html", "inspect", "io", "pathlib", "textwrap", "pyodide.code"),
    *("pyodide.ffi.wrappers", "pyodide.http", "pyodide.webloop"),
    # an error and its traceback
    *("_colorize", "linecache", "tokenize", "traceback", "warnings"),
    # texts
    *("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig"),
)


def read_stock_pyodide(root: Path) -> tuple[bytes, str, str]:
    """Return Pyodide's WebAssembly and its two scripts from its npm package."""
    folder = root / STOCK_FOLDER
    script, other = ((folder / name).read_text(encoding="utf-8") for name in PYODIDE_SCRIPTS)
    return (folder / STOCK_WASM).read_bytes(), script, other


def make_libraries(root: Path, folder: Path) -> None:
    """Write Pyodide's scripts, and its WebAssembly and standard library in two parts each."""
    content, script, other = read_stock_pyodide(root)
    shortened, names = wasm_split.remove_unused_exports(script, other, content)
    for name, text in zip(PYODIDE_SCRIPTS, (shortened, other), strict=True):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    parts = wasm_split.split_module(content, wasm_split.read_function_list(content), names)
    with tempfile.TemporaryDirectory() as scratch:
        packed = []
        for name, part in zip((START_WASM, DEFERRED_WASM), parts, strict=True):
            source = Path(scratch, name)
            source.write_bytes(part)
            packed.append((str(source), str(folder / name)))
        target = {"start": str(folder / START_ARCHIVE), "rest": str(folder / REST_ARCHIVE)}
        job = {"library": {"roots": ROOT_MODULES, **target, "packed": packed}}
        run_node(root / PRECOMPILE_SCRIPT, job, task="compiling the library")


def compile_engine(root: Path, sources: bytes) -> bytes:
    """Compile all Python of an archive with the Pyodide of the page."""
    with tempfile.TemporaryDirectory() as scratch:
        source, target = Path(scratch, "source.zip"), Path(scratch, "target.zip")
        source.write_bytes(sources)
        job = {"engine": {"source": str(source), "target": str(target)}}
        run_node(root / PRECOMPILE_SCRIPT, job, task="compiling the engine")
        return target.read_bytes()
