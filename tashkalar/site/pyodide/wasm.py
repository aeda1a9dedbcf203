"""WebAssembly's binary format, as far as a module is taken apart and put together again here.

Source: WebAssembly Core Specification 3.0, chapter 5. Instructions are not read: what is left out
of a module keeps its place, so no index in any function changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tashkalar.site.paths import SiteError

_PREAMBLE = b"\0asm\1\0\0\0"
# Sections.
TYPES, IMPORTS, FUNCTIONS, TABLES, GLOBALS, EXPORTS, ELEMENTS, CODE = 1, 2, 3, 4, 6, 7, 9, 10
MEMORIES, TAGS = 5, 13
# Kinds of what is imported and exported.
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
# Instructions.
_END, _I32_CONST = 0x0B, 0x41


def unsigned(number: int) -> bytes:
    """A number as LEB128."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def signed(number: int) -> bytes:
    """A number as signed LEB128."""
    encoded = bytearray()
    while not -0x40 <= number < 0x40:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number & 0x7F)
    return bytes(encoded)


def vector(items: Iterable[bytes]) -> bytes:
    """A vector of what is encoded already."""
    encoded = list(items)
    return unsigned(len(encoded)) + b"".join(encoded)


def name(text: str) -> bytes:
    """A name."""
    encoded = text.encode()
    return unsigned(len(encoded)) + encoded


def code(bodies: Iterable[bytes]) -> bytes:
    """The section with what functions do."""
    return vector(unsigned(len(body)) + body for body in bodies)


def custom(title: str, content: bytes) -> bytes:
    """A custom section, whole."""
    told = name(title) + content
    return b"\0" + unsigned(len(told)) + told


class Reader:
    """Reads numbers, names and what lies between them."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def byte(self) -> int:
        """One byte."""
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """An unsigned number."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result

    def taken(self, length: int) -> bytes:
        """So many bytes."""
        self.at += length
        return self.content[self.at - length : self.at]

    def name(self) -> str:
        """A name."""
        return self.taken(self.number()).decode()

    def limits(self) -> None:
        """Go past the limits of a table or a memory."""
        has_most = self.byte() & 1
        self.number()
        if has_most:
            self.number()

    def constant(self) -> None:
        """Go past a constant expression; SiteError for any but a number of 32 bits."""
        if self.byte() != _I32_CONST:
            raise SiteError("WebAssembly has a constant that is no i32")
        self.number()
        if self.byte() != _END:
            raise SiteError("WebAssembly has a constant of more than one instruction")


class Signature(NamedTuple):
    """What a function takes and gives, a byte for each."""

    parameters: bytes
    results: bytes


class Export(NamedTuple):
    """Something under a name; `encoded` is all of it."""

    name: str
    kind: int
    encoded: bytes


class Module:
    """A module taken apart.

    `imported` counts imports of each kind; indices of functions and globals begin with these. Of
    tables, globals, tags, imports and the one memory there are the encoded entries.
    """

    def __init__(self, content: bytes) -> None:
        """Read it; SiteError for what Pyodide's does not have."""
        self.content = content
        self._sections: list[tuple[int, bytes]] = []
        reader = Reader(content)
        if reader.taken(len(_PREAMBLE)) != _PREAMBLE:
            raise SiteError("this is no WebAssembly")
        while reader.at < len(content):
            kind = reader.byte()
            self._sections.append((kind, reader.taken(reader.number())))
        self.imports: list[bytes] = []
        self.imported = {FUNCTION: 0, GLOBAL: 0, MEMORY: 0}
        self._read_imports()
        self.signatures = [_signature(r) for r in self._items(TYPES)]
        self.functions = [reader.number() for reader in self._items(FUNCTIONS)]  # their types
        self.bodies = [reader.taken(reader.number()) for reader in self._items(CODE)]
        self.tables = [_passed(r, Reader.byte, Reader.limits) for r in self._items(TABLES)]
        self.globals = [
            _passed(r, Reader.byte, Reader.byte, Reader.constant) for r in self._items(GLOBALS)
        ]
        self.tags = [_passed(r, Reader.byte, Reader.number) for r in self._items(TAGS)]
        self.exports = [_export(reader) for reader in self._items(EXPORTS)]
        memories = [_passed(reader, Reader.limits) for reader in self._items(MEMORIES)]
        if len(memories) + self.imported[MEMORY] != 1:
            raise SiteError("WebAssembly has not one memory")
        self.memory = memories[0] if memories else b""  # of its own

    @property
    def kinds(self) -> frozenset[int]:
        """Which sections it has."""
        return frozenset(kind for kind, _ in self._sections)

    def section(self, kind: int) -> bytes:
        """The content of a section, without entries where there is none."""
        return next((content for known, content in self._sections if known == kind), b"\0")

    def _items(self, kind: int) -> Iterable[Reader]:
        """The same reader for each entry; all that is in an entry must be read."""
        reader = Reader(self.section(kind))
        for _ in range(reader.number()):
            yield reader

    def _read_imports(self) -> None:
        for reader in self._items(IMPORTS):
            begin = reader.at
            reader.name(), reader.name()
            kind = reader.byte()
            if kind == FUNCTION:
                reader.number()
            elif kind == GLOBAL:
                reader.taken(2)
            elif kind == MEMORY:
                reader.limits()
            else:
                raise SiteError(f"WebAssembly imports something of kind {kind}")
            self.imported[kind] += 1
            self.imports.append(reader.content[begin : reader.at])

    def written(
        self, replaced: Mapping[int, bytes], only: Iterable[int] | None = None, more: bytes = b""
    ) -> bytes:
        """The module with other sections in the place of its own; perhaps not all; and one more."""
        kinds = frozenset(only or self.kinds)
        parts = [_PREAMBLE]
        for kind, content in self._sections:
            if kind in kinds:
                told = replaced.get(kind, content)
                parts += [bytes([kind]), unsigned(len(told)), told]
        return b"".join([*parts, more])


def _signature(reader: Reader) -> Signature:
    if reader.byte() != 0x60:
        raise SiteError("WebAssembly has a type that is no function's")
    return Signature(reader.taken(reader.number()), reader.taken(reader.number()))


def _export(reader: Reader) -> Export:
    begin = reader.at
    told, kind = reader.name(), reader.byte()
    reader.number()
    return Export(told, kind, reader.content[begin : reader.at])


def _passed(reader: Reader, *steps: object) -> bytes:
    begin = reader.at
    for step in steps:
        step(reader)  # type: ignore[operator]
    return reader.content[begin : reader.at]
