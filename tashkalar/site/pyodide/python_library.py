"""Python for the page, compiled beforehand: the standard library in two parts, and the engine.

Compiling the stock library's sources is most of what a stock start does, and most of them are never
imported. So the page starts with a compiled archive of what it can ever import; what else a pack of
somebody else may import comes in a second one, when a pack asks for it
(`features/packs/page/stdlib_fetch.py`).
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tashkalar.site.node import run_node
from tashkalar.site.paths import APP_ARCHIVE, SiteError
from tashkalar.site.pyodide import wasm_split
from tashkalar.site.pyodide.compiled_archives import PRECOMPILE_SCRIPT, CompiledArchives
from tashkalar.site.pyodide.rungs import Rung

# The first is compressed as a whole. Not .gz, which some servers let the browser decompress.
START_ARCHIVE, REST_ARCHIVE = "python_stdlib.bin", "python_rest.zip"
STOCK_FOLDER = "node_modules/pyodide"
# The stock WebAssembly, and its two parts: for the start, and the rest.
STOCK_WASM, START_WASM, DEFERRED_WASM = (
    "pyodide.asm.wasm",
    "pyodide.asm.wasm.bin",
    "pyodide.deferred.wasm.bin",
)
STOCK_LIBRARY = "python_stdlib.zip"
PYODIDE_SCRIPTS = ("pyodide.asm.mjs", "pyodide.mjs")
# Levels of Zstandard: for what people download, and for what only this machine loads.
BEST_COMPRESSION, QUICK_COMPRESSION = 19, 1
EMPTY_ZIP = b"PK\5\6" + bytes(18)

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


def make_libraries(root: Path, folder: Path) -> dict[Rung, str]:
    """Write Pyodide's scripts, and its WebAssembly and standard library in two parts each.

    Return the reasons why parts cannot be made, by the lowest rung that needs them.
    """
    obstacles: dict[Rung, str] = {}
    for name in PYODIDE_SCRIPTS:
        shutil.copyfile(root / STOCK_FOLDER / name, folder / name)
    with tempfile.TemporaryDirectory() as scratch:
        packed = []
        with _collect_obstacle(obstacles, Rung.SPLIT):
            for name, part in _split_wasm(root, folder).items():
                Path(scratch, name).write_bytes(part)
                packed.append((str(Path(scratch, name)), str(folder / name)))
        target = {"start": str(folder / START_ARCHIVE), "rest": str(folder / REST_ARCHIVE)}
        library = {"roots": ROOT_MODULES, **target, "packed": packed}
        job = {"library": library, "level": BEST_COMPRESSION}
        with _collect_obstacle(obstacles, Rung.COMPILED):
            run_node(root / PRECOMPILE_SCRIPT, job, task="compiling the library")
    return obstacles


def _split_wasm(root: Path, folder: Path) -> dict[str, bytes]:
    """Shorten Pyodide's script in the folder; return the two parts of WebAssembly by file name."""
    content, script, other = read_stock_pyodide(root)
    wanted = wasm_split.read_function_list(content)
    shortened, names = wasm_split.remove_unused_exports(script, other, content)
    parts = wasm_split.split_module(content, wanted, names)
    (folder / PYODIDE_SCRIPTS[0]).write_text(shortened, encoding="utf-8", newline="\n")
    return dict(zip((START_WASM, DEFERRED_WASM), parts, strict=True))


@contextlib.contextmanager
def _collect_obstacle(obstacles: dict[Rung, str], rung: Rung) -> Iterator[None]:
    """Note an error as the reason why there is no such rung."""
    try:
        yield
    except SiteError as error:
        obstacles[rung] = str(error)
    except (IndexError, ValueError) as error:  # WebAssembly in a form that nobody has foreseen
        obstacles[rung] = f"Pyodide's files cannot be read: {error!r}"


def stock_names(rung: Rung) -> tuple[str, ...]:
    """Return the files of Pyodide's npm package that a site sends unchanged.

    A site above `stock` has them too, to fall back to at run time.
    """
    whole = (STOCK_WASM, STOCK_LIBRARY)
    return whole if rung is Rung.SPLIT else (PYODIDE_SCRIPTS[0], *whole)


def unused_names(rung: Rung) -> tuple[str, ...]:
    """Return the files of static/vendor/pyodide/ that only higher rungs use."""
    parts = () if rung is Rung.SPLIT else (START_WASM, DEFERRED_WASM)
    return (*parts, START_ARCHIVE) if rung is Rung.STOCK else parts


def fallback_names(rung: Rung) -> tuple[str, ...]:
    """Return the stock files that a start asks for only when a higher start has failed."""
    unused = {Rung.SPLIT: (STOCK_WASM, STOCK_LIBRARY), Rung.STOCK: ()}
    return unused.get(rung, (STOCK_LIBRARY,))


def compile_archives(
    root: Path,
    archives: Mapping[str, bytes],
    compression: int = BEST_COMPRESSION,
    cache: CompiledArchives | None = None,
) -> dict[str, bytes]:
    """Compile all Python of the engine's archives with the Pyodide of the page.

    The keys are the paths of the archives in the site. Python itself can read each archive but
    APP_ARCHIVE, which is compressed as a whole, at a level of Zstandard. What an earlier call has
    compiled comes from `cache`, by default the checkout's; the result is the same without it.
    """
    cache = cache or CompiledArchives(root)
    found = {name: cache.find(name, sources, compression) for name, sources in archives.items()}
    changed = {name: sources for name, sources in archives.items() if not found[name]}
    compiled = _compile_changed(root, changed, compression, cache) if changed else {}
    return {name: found[name] or compiled[name] for name in archives}


def _compile_changed(
    root: Path, archives: Mapping[str, bytes], compression: int, cache: CompiledArchives
) -> dict[str, bytes]:
    """Start Pyodide once, and compile the modules that no similar archive in the cache has."""
    with tempfile.TemporaryDirectory() as scratch:
        jobs = []
        for number, (name, sources) in enumerate(archives.items()):
            kinds = ("source", "similar", "target")
            source, similar, target = (Path(scratch, f"{number}.{kind}") for kind in kinds)
            source.write_bytes(sources)
            similar.write_bytes(cache.find_similar(name))
            part = "" if name == APP_ARCHIVE else Path(name).name
            files = {"source": str(source), "similar": str(similar), "target": str(target)}
            jobs.append(files | {"part": part})
        job = {"archives": jobs, "level": compression}
        run_node(root / PRECOMPILE_SCRIPT, job, task="compiling the engine")
        contents = [Path(one["target"]).read_bytes() for one in jobs]
    compiled = dict(zip(archives, contents, strict=True))
    for name, content in compiled.items():
        cache.keep(name, archives[name], compression, content)
    return compiled
