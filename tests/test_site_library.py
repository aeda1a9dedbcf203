"""The standard library of the page: trimmed and compiled, and nothing missing."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import marshal
import re
import sys
import tempfile
import traceback
import zipfile
from pathlib import Path
from types import CodeType

import pytest

from tashkalar.site.build import (
    EXCLUDED_FROM_FEATURES,
    EXCLUDED_FROM_PAGE,
    pack_engine,
    pack_part,
)
from tashkalar.site.features import archives_of
from tashkalar.site.node import run_node
from tashkalar.site.paths import APP_ARCHIVE, ROOT, VENDOR_FOLDER
from tashkalar.site.pyodide import python_library, wasm_split
from tashkalar.site.pyodide.compiled_archives import (
    CACHE_FOLDER,
    MOST_FILES,
    PRECOMPILE_PROGRAM,
    PRECOMPILE_SCRIPT,
    CompiledArchives,
)
from tashkalar.site.pyodide.precompile import (
    compile_files,
    compile_to_pyc,
    read_zip,
    shorten_line_table,
    write_zip,
)
from tashkalar.site.pyodide.python_library import (
    DEFERRED_WASM,
    REST_ARCHIVE,
    START_ARCHIVE,
    START_WASM,
    compile_archives,
    make_libraries,
)
from tashkalar.site.vendor import ZSTD_DECODER, prepare_vendor_folder

pytestmark = pytest.mark.pyodide

PYODIDE = ROOT / VENDOR_FOLDER / "pyodide"
SCRIPT = ROOT / "tests/pyodide/library.mjs"
ZSTANDARD = b"\x28\xb5\x2f\xfd"
STOCK = ROOT / "node_modules/pyodide/python_stdlib.zip"
# Imported once the page has fetched the rest of the library.
LATER = ("tashkalar.features.packs.wheel_check",)
LATER_LIBRARY = {"importlib.metadata"}


def opened(archive: bytes) -> zipfile.ZipFile:
    """An archive, packed as a whole or file by file."""
    if archive.startswith(ZSTANDARD):
        with tempfile.TemporaryDirectory() as scratch:
            packed, target = Path(scratch, "packed"), Path(scratch, "target")
            packed.write_bytes(archive)
            unpacked(packed, len(archive), len(archive), target)
            archive = target.read_bytes()
    return zipfile.ZipFile(io.BytesIO(archive))


def unpacked(file: Path, sent: int, piece: int, target: Path | None = None) -> str:
    """Return the SHA-256 of a file as the page's own code unpacks it, or an error."""
    job = {
        "packed": str(file),
        "decoder": str(ROOT / ZSTD_DECODER),
        "sent": sent,
        "piece": piece,
        "target": str(target or ""),
    }
    return run_node(ROOT / "tests/pyodide/unpack.mjs", job, task="unpacking").strip()


def names(archive: Path) -> set[str]:
    return set(opened(archive.read_bytes()).namelist())


def missing(*, modules: list[str], find: list[str], rest: bool) -> dict[str, str]:
    """Return the modules that the page's library cannot import or find."""
    more = [str(ROOT)]
    if rest:
        more += [str(PYODIDE / REST_ARCHIVE), *map(str, PYODIDE.glob("*.whl"))]
    job = {"library": str(PYODIDE / START_ARCHIVE), "more": more, "modules": modules, "find": find}
    problems: dict[str, str] = json.loads(run_node(SCRIPT, job, task="importing").splitlines()[-1])
    return problems


def page_modules() -> dict[str, Path]:
    """The modules that the page may import, and their files."""
    found = {}
    for file in sorted((ROOT / "tashkalar").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if not name.startswith(EXCLUDED_FROM_PAGE) and not name.endswith(EXCLUDED_FROM_FEATURES):
            dotted = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            found[dotted] = file
    return found


def imports(file: Path) -> set[str]:
    """The modules of the standard library that a file names, in its functions too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return {name for name in found if name.partition(".")[0] in sys.stdlib_module_names}


def test_the_start_has_all_that_the_page_imports() -> None:
    prepare_vendor_folder()
    found = page_modules()
    of_page = re.compile(r"tashkalar\.(web|features\.\w+\.page)\b")
    engine = [n for n in found if not of_page.match(n) and n not in LATER]
    web = {n for name, file in found.items() if name not in LATER for n in imports(file)}
    pyscript = ("asyncio", "base64", "functools", "html", "inspect", "io", "json", "sys")
    errors = ("traceback", "linecache", "tokenize", "_colorize", "encodings.ascii")
    assert len(engine) > 30
    found_not = missing(
        modules=[*engine, *pyscript, *errors], find=sorted(web - LATER_LIBRARY), rest=False
    )
    assert found_not == {}


def test_the_rest_has_what_packs_need() -> None:
    prepare_vendor_folder()
    wanted = ["micropip", "importlib.metadata", "email.parser", "tomllib", "statistics", "decimal"]
    wanted += ["fractions", "csv", "uuid", "urllib.request", "heapq", "bisect", "queue", *LATER]
    assert missing(modules=wanted, find=[], rest=True) == {}
    # The first test would say nothing if everything were there anyway.
    assert set(missing(modules=["email.parser", "csv"], find=[], rest=False)) == {
        "email.parser",
        "csv",
    }


def test_pyscript_writes_its_package_between_the_lines_that_the_start_looks_for() -> None:
    prepare_vendor_folder()
    start = (ROOT / "static/js/python/interpreter.js").read_text(encoding="utf-8")
    found = re.search(r"const WRITING = /\^(.+?)\\n\.\*\?\\n\(\?=(.+?)\\n\)/s;\n", start)
    assert found
    scripts = (ROOT / VENDOR_FOLDER / "pyscript").glob("core-*.js")
    pyscript = "".join(file.read_text(encoding="utf-8") for file in scripts)
    assert [pyscript.count(f'"{line}"') for line in found.groups()] == [1, 1]
    assert '["_Path","_path","_os","_pyscript"]' in pyscript, "what it deletes afterwards"


def test_the_two_parts_are_compiled_and_disjoint() -> None:
    prepare_vendor_folder()
    start, rest = names(PYODIDE / START_ARCHIVE), names(PYODIDE / REST_ARCHIVE)
    assert start & rest == set()
    assert all(name.endswith(".pyc") for name in start)
    own = {name for name in start if name.startswith("pyscript/")}
    assert "pyscript/__init__.pyc" in own
    stock = {f"{name}c" for name in names(STOCK) if name.endswith(".py")}
    assert start - own <= stock
    left_out = stock - start - rest
    assert {"multiprocessing/pool.pyc", "pdb.pyc", "encodings/big5.pyc"} <= left_out
    assert not {"statistics.pyc", "encodings/utf_16.pyc", "calendar.pyc"} & left_out


@pytest.mark.long
def test_compiling_the_library_gives_the_same_bytes_every_time(tmp_path: Path) -> None:
    prepare_vendor_folder()
    make_libraries(ROOT, tmp_path)
    for name in (
        START_ARCHIVE,
        REST_ARCHIVE,
        START_WASM,
        DEFERRED_WASM,
        *python_library.PYODIDE_SCRIPTS,
    ):
        assert (tmp_path / name).read_bytes() == (PYODIDE / name).read_bytes(), name


@pytest.mark.long
def test_compiling_the_engine_gives_the_same_bytes_every_time(
    built_folder: Path, tmp_path: Path
) -> None:
    """Also after a build of other sources, whose unchanged modules are not compiled again."""
    sources = {APP_ARCHIVE: pack_engine()}
    modules = read_zip(sources[APP_ARCHIVE])
    edited = [name for name in modules if name.endswith(".py")][::9]
    others = write_zip(modules | {name: modules[name] + b"\nMORE = 1\n" for name in edited})
    cache = CompiledArchives(ROOT, tmp_path / "cache")
    compile_archives(ROOT, {APP_ARCHIVE: others}, cache=cache)
    compiled = compile_archives(ROOT, sources, cache=cache)
    alone = compile_archives(ROOT, sources, cache=CompiledArchives(ROOT, tmp_path / "empty"))
    assert (built_folder / APP_ARCHIVE).read_bytes() == compiled[APP_ARCHIVE]
    assert alone == compiled


def test_only_a_module_whose_source_has_changed_is_compiled_again() -> None:
    before = compile_files({"one.py": b"ONE = 1", "two.py": b"TWO = 2"}, "/lib/x.zip")
    known = {name: content + b" (kept)" for name, content in before.items()}
    after = compile_files(
        {"one.py": b"ONE = 1", "two.py": b"TWO = 3", "three.py": b"", "a.json": b"{}"},
        "/lib/x.zip",
        compiled=known,
    )
    assert after["one.pyc"] == known["one.pyc"]
    assert marshal.loads(after["two.pyc"][16:]).co_consts[0] == 3
    assert after.keys() == {"one.pyc", "two.pyc", "three.pyc", "a.json"}


def test_compiled_archives_are_found_by_what_they_depend_on(tmp_path: Path) -> None:
    for name in ("package-lock.json", PRECOMPILE_SCRIPT, PRECOMPILE_PROGRAM):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("first", encoding="utf-8")
    cache = CompiledArchives(tmp_path)
    assert cache.find("a/one.bin", b"sources", 1) is None and cache.find_similar("one.bin") == b""
    cache.keep("a/one.bin", b"sources", 1, b"compiled")
    assert cache.find("a/one.bin", b"sources", 1) == b"compiled"
    for archive, sources, level in (
        ("a/one.bin", b"others", 1),
        ("a/one.bin", b"sources", 19),
        ("a/on.bin", b"sources", 1),
    ):
        assert cache.find(archive, sources, level) is None
    assert cache.find_similar("a/one.bin") == b"compiled" and cache.find_similar("two.bin") == b""
    (tmp_path / PRECOMPILE_PROGRAM).write_text("second", encoding="utf-8")
    assert CompiledArchives(tmp_path).find("a/one.bin", b"sources", 1) is None
    assert CompiledArchives(tmp_path).find_similar("a/one.bin") == b""

    (file,) = (tmp_path / CACHE_FOLDER).iterdir()
    file.write_bytes(b"compil")  # a disk that is broken, or was full
    assert cache.find("a/one.bin", b"sources", 1) is None
    assert cache.find_similar("a/one.bin") == b""
    for number in range(MOST_FILES + 3):
        cache.keep("two.bin", b"%d" % number, 1, b"compiled")
    assert len([*(tmp_path / CACHE_FOLDER).iterdir()]) == MOST_FILES
    assert not file.exists()


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = CompiledArchives(ROOT, tmp_path / "file" / "cache")
    cache.keep("one.bin", b"sources", 1, b"compiled")
    assert cache.find("one.bin", b"sources", 1) is None


def test_the_engine_has_all_its_modules_and_no_sources(built_folder: Path) -> None:
    parts = [(pack_part(name), name) for name in archives_of()]
    for sources, name in ((pack_engine(), APP_ARCHIVE), *parts):
        with opened(sources) as one, opened((built_folder / name).read_bytes()) as two:
            expected = [f"{n}c" if n.endswith(".py") else n for n in one.namelist()]
            assert two.namelist() == sorted(expected)


def test_what_is_fetched_later_is_no_part_of_the_start() -> None:
    with opened(pack_engine()) as start, opened(pack_part("static/app/far.zip")) as later:
        folders = {name.rpartition("/")[0] for name in later.namelist()}
        far = "tashkalar/features/far"
        assert folders == {"tashkalar/far", far, f"{far}/page"}
        there = {n for n in start.namelist() if n.startswith(tuple(folders))}
        doors = ("__init__.py", "page/__init__.py", "page/door.py")
        assert there == {f"{far}/{name}" for name in doors}
        assert "tashkalar/far_command.py" not in start.namelist()


def test_what_is_packed_as_a_whole_is_not_packed_inside(built_folder: Path) -> None:
    """Packed twice it would be a third larger, and each import would unpack its module."""
    for file in (PYODIDE / START_ARCHIVE, built_folder / APP_ARCHIVE):
        packed = file.read_bytes()
        with opened(packed) as archive:
            assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}
            sizes = sum(info.file_size for info in archive.infolist())
        assert packed.startswith(ZSTANDARD) and len(packed) < sizes / 2, file


def all_code(code: CodeType) -> list[CodeType]:
    """A module's code, and that of all its functions."""
    return [code] + [c for k in code.co_consts if isinstance(k, CodeType) for c in all_code(k)]


def lines_of(code: CodeType) -> list[list[int | None]]:
    """The line of every instruction."""
    return [[place[0] for place in part.co_positions()] for part in all_code(code)]


def test_a_shorter_table_of_lines_tells_the_same() -> None:
    """Of our own files, and of one whose lines jump far, and back."""
    far = "\n" * 3000 + "def f(x):\n return (x +" + "\n" * 500 + " 1 /\n x)\n"
    files = [file.read_text(encoding="utf-8") for file in page_modules().values()]
    for source in (far, *files):
        code = compile(source, "file", "exec")
        short = shorten_line_table(code, keep_lines=True)
        assert lines_of(short) == lines_of(code)
        assert len(short.co_linetable) < len(code.co_linetable)
        without = shorten_line_table(code, keep_lines=False)
        for lines, part in zip(lines_of(without), all_code(code), strict=True):
            assert set(lines) <= {part.co_firstlineno, None}


def test_an_error_in_the_engine_names_its_line_and_what_is_left_out_is_not_missed() -> None:
    source = b'''"""A module."""
from __future__ import annotations
from dataclasses import dataclass
class Plain:
    """No other module is in the archive."""
@dataclass
class Kept:
    """With words."""
    number: int = 1
    def far(self, to: list[int]) -> int:
        """Goes far."""
        assert to, "somewhere"
        return (self.number
            / to[0])
'''
    made = compile_to_pyc(source, "/lib/file.py", optimize=0, keep_lines=True, strip_docs=True)
    space: dict[str, object] = {"__name__": "file"}
    sys.modules["file"] = sys.modules[__name__]  # where `dataclass` looks for its names
    try:
        exec(marshal.loads(made[16:]), space)
    finally:
        del sys.modules["file"]
    kept = space["Kept"]
    assert isinstance(kept, type) and isinstance(space["Plain"], type)
    assert space.get("__doc__") is None and space["Plain"].__doc__ is None
    assert kept.__doc__ == "With words." and kept.__annotations__ == {"number": "int"}
    far = kept.__dict__["far"]
    assert far.__doc__ is None and far.__annotations__ == {}
    for to, line, kind in (([0], 13, ZeroDivisionError), ([], 12, AssertionError)):
        with pytest.raises(kind) as caught:
            far(kept(), to)
        assert traceback.extract_tb(caught.value.__traceback__)[-1].lineno == line


def test_webassembly_is_unpacked_while_it_comes() -> None:
    prepare_vendor_folder()
    whole = PYODIDE / START_WASM
    size = whole.stat().st_size
    content, script, other = python_library.read_stock_pyodide(ROOT)
    names = wasm_split.remove_unused_exports(script, other, content)[1]
    first, _ = wasm_split.split_module(content, wasm_split.read_function_list(content), names)
    made = hashlib.sha256(first).hexdigest()
    assert unpacked(whole, size, size) == unpacked(whole, size, 10_007) == made
    assert "not whole" in unpacked(whole, size // 2, size)
