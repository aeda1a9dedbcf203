"""Precompile Python: runs inside Pyodide, where `precompile.mjs` calls it.

The interpreter would compile these sources at every start; here the same interpreter compiles them
once. Equal sources give equal bytes: marked as unchecked, compiled for a fixed folder, packed in
order and without a date.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import marshal
import re
import sys
import zipfile
from collections.abc import Iterable, Mapping
from types import CodeType

ENGINE_ARCHIVE_PATH = "/lib/tashkalar.zip"  # where interpreter.js puts the archive
# Pyodide reads the docstrings of its own modules while it starts.
_DOCUMENTED_PREFIXES = ("pyodide/", "_pyodide/")
# Modules that cannot work in a browser or that only developers start, and old encodings.
_UNUSABLE_FILES = re.compile(
    r"(_pyrepl|__phello__|multiprocessing|unittest|wsgiref|xmlrpc)/"
    r"|(__hello__|antigravity|doctest|ftplib|imaplib|mailbox|pdb|poplib|pty|pydoc|smtplib"
    r"|socketserver|this|tty|webbrowser)\.pyc"
    r"|encodings/(?!__init__|aliases|ascii|cp437|cp1252|idna|latin_1|punycode|raw_|unicode_|utf_)"
)
_UNCHECKED_HASH = (0b01).to_bytes(4, "little")


def read_zip(archive: bytes) -> dict[str, bytes]:
    """Return the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def write_zip(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Put files into an archive; equal files give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # as written on Unix, wherever it is written
            info.external_attr = 0o100644 << 16
            archive.writestr(info, files[name], method, 9)
    return buffer.getvalue()


def pack_archive(files: Mapping[str, bytes], level: int) -> bytes:
    """Put files into an archive that is compressed as a whole, at a level of Zstandard.

    The result is a third smaller than an archive of compressed files, and an import has nothing to
    decompress.
    """
    return packed(write_zip(files, zipfile.ZIP_STORED), level)


def packed(content: bytes, level: int) -> bytes:
    """Compress with Zstandard, which is a fifth smaller than the gzip of most hosts.

    `level` is Zstandard's: from 1, which is quick, to 22, which gives the smallest result.
    The result contains the length and checksum of its content. Decompression takes 8 MB of memory.
    """
    # Since Python 3.14, which Pyodide has.
    from compression import zstd  # type: ignore[import-not-found]

    parameter = zstd.CompressionParameter
    options = {
        parameter.compression_level: level,
        parameter.window_log: 23,
        parameter.checksum_flag: 1,
    }
    result: bytes = zstd.compress(content, options=options)
    return result


def unpacked(content: bytes) -> bytes:
    """Return what `packed` has compressed."""
    from compression import zstd

    result: bytes = zstd.decompress(content)
    return result


def find_imported_files(home: str, roots: Iterable[str]) -> set[str]:
    """Import the roots; return the files below `home` that they and Pyodide's start imported."""
    for root in roots:
        importlib.import_module(root)
    places = (getattr(module.__spec__, "origin", None) for module in list(sys.modules.values()))
    below = f"{home}/"
    return {place.removeprefix(below) for place in places if place and place.startswith(below)}


class _DocstringRemover(ast.NodeVisitor):
    """Removes what the engine does not use: docstrings, and annotations of functions.

    A decorated class keeps its docstring: `dataclass` would generate a missing docstring, which
    takes longer.
    """

    def visit_Module(self, node: ast.Module) -> None:
        _remove_docstring(node)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not node.decorator_list:
            _remove_docstring(node)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        _remove_docstring(node)
        node.returns = None
        self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_arg(self, node: ast.arg) -> None:
        node.annotation = None


def _remove_docstring(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
) -> None:
    """Remove the docstring."""
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str())) as text, *others]:
            node.body = others or [ast.copy_location(ast.Pass(), text)]


def _encode_line_entry(units: int, by: int | None) -> bytes:
    """Return an entry of a line table: up to eight code units, and the change of the line."""
    if by is None:
        return bytes([0xF8 | units - 1])
    number = -by << 1 | 1 if by < 0 else by << 1
    entry = bytearray([0xE8 | units - 1])
    while number > 63:
        entry.append(64 | number & 63)
        number >>= 6
    return bytes([*entry, number])


def shorten_line_table(code: CodeType, *, keep_lines: bool) -> CodeType:
    """Return the same code with shorter line tables, including all nested code.

    The compiler writes an entry for every instruction; here each line has one. Without
    `keep_lines`, all code has the first line of its function: the page has no source to look up
    lines in.
    """
    spans: list[tuple[int, int | None]] = []
    for begin, end, line in code.co_lines():
        shown = line if keep_lines or line is None else code.co_firstlineno
        before = spans.pop() if spans and spans[-1][1] == shown else (0, shown)
        spans.append((before[0] + (end - begin) // 2, shown))
    table = bytearray()
    last = code.co_firstlineno
    for units, shown in spans:
        for rest in range(units, 0, -8):
            table += _encode_line_entry(min(rest, 8), None if shown is None else shown - last)
            last = last if shown is None else shown
    inner = (
        shorten_line_table(c, keep_lines=keep_lines) if isinstance(c, CodeType) else c
        for c in code.co_consts
    )
    return code.replace(co_consts=tuple(inner), co_linetable=bytes(table))


def compile_to_pyc(
    source: bytes, file: str, *, optimize: int, keep_lines: bool, strip_docs: bool
) -> bytes:
    """Return the content of a `.pyc` that the interpreter loads without checking the source."""
    tree = ast.parse(source, file)
    if strip_docs:
        _DocstringRemover().visit(tree)
    code = compile(tree, file, "exec", dont_inherit=True, optimize=optimize)
    return _pyc_header(source) + marshal.dumps(shorten_line_table(code, keep_lines=keep_lines))


def _pyc_header(source: bytes) -> bytes:
    """Return the beginning of a `.pyc`, which has a hash of the source."""
    return importlib.util.MAGIC_NUMBER + _UNCHECKED_HASH + importlib.util.source_hash(source)


def compile_files(
    files: Mapping[str, bytes],
    home: str,
    *,
    documented_prefixes: tuple[str, ...] = ("",),
    keep_lines: bool = True,
    strip_docs: bool = False,
    compiled: Mapping[str, bytes] | None = None,
) -> dict[str, bytes]:
    """Compile the Python files, which will lie below `home`; other files stay unchanged.

    Docstrings and assertions stay in files that begin with one of `documented_prefixes`.
    `keep_lines` keeps the line numbers of tracebacks. `strip_docs` removes docstrings and
    annotations of functions. `compiled` has results of an earlier call with the same options: those
    of unchanged sources are taken over.
    """
    result = {}
    for name, content in files.items():
        before = (compiled or {}).get(f"{name}c", b"")
        if name.endswith(".py") and before.startswith(_pyc_header(content)):
            result[f"{name}c"] = before
        elif name.endswith(".py"):
            optimize = 0 if name.startswith(documented_prefixes) else 2
            result[f"{name}c"] = compile_to_pyc(
                content,
                f"{home}/{name}",
                optimize=optimize,
                keep_lines=keep_lines,
                strip_docs=strip_docs,
            )
        else:
            result[name] = content
    return result


def libraries(roots: Iterable[str], pyscript: Mapping[str, str], level: int) -> tuple[bytes, bytes]:
    """Return two archives of the stock library: the files of the start, and the rest.

    `pyscript` is PyScript's own package, which Pyodide would otherwise compile at every start;
    `level` is that of `packed`.
    """
    home = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
    with open(home, "rb") as stock:
        files = compile_files(
            read_zip(stock.read()), home, documented_prefixes=_DOCUMENTED_PREFIXES, keep_lines=False
        )
    own = {f"pyscript/{name}": text.encode() for name, text in pyscript.items()}
    wanted = {f"{name}c" for name in find_imported_files(home, roots)}
    start = {name: content for name, content in files.items() if name in wanted}
    rest = {
        name: content
        for name, content in files.items()
        if name not in wanted and not _UNUSABLE_FILES.match(name)
    }
    start |= compile_files(own, home, documented_prefixes=())
    return pack_archive(start, level), write_zip(rest)


def engine(archive: bytes, before: bytes, level: int) -> bytes:
    """Return the engine's archive with all its modules compiled; `level` is that of `packed`.

    `before` is an earlier result, or empty: modules whose source is the same are taken from there.
    """
    compiled = read_zip(unpacked(before)) if before else None
    files = compile_files(
        read_zip(archive), ENGINE_ARCHIVE_PATH, strip_docs=True, compiled=compiled
    )
    return pack_archive(files, level)


def engine_part(archive: bytes, before: bytes, name: str) -> bytes:
    """Return an archive of modules that are fetched when they are needed, compiled.

    `zipimport` reads the archive, so each file is compressed by itself. `before` is as in `engine`;
    `name` is that of its file in the folder where `web/browser/part_fetch.py` puts it.
    """
    compiled = read_zip(before) if before else None
    files = compile_files(read_zip(archive), f"/lib/{name}", strip_docs=True, compiled=compiled)
    return write_zip(files)
