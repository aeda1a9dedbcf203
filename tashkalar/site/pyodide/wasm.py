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
(
    TYPE_SECTION,
    IMPORT_SECTION,
    FUNCTION_SECTION,
    TABLE_SECTION,
    GLOBAL_SECTION,
    EXPORT_SECTION,
    ELEMENT_SECTION,
    CODE_SECTION,
) = 1, 2, 3, 4, 6, 7, 9, 10
MEMORY_SECTION, TAG_SECTION = 5, 13
# Kinds of what is imported and exported.
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND, TAG_KIND = range(5)
# Instructions.
_END, _I32_CONST = 0x0B, 0x41


def encode_unsigned(number: int) -> bytes:
    """A number as LEB128."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def encode_signed(number: int) -> bytes:
    """A number as signed LEB128."""
    encoded = bytearray()
    while not -0x40 <= number < 0x40:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number & 0x7F)
    return bytes(encoded)


def encode_vector(items: Iterable[bytes]) -> bytes:
    """A vector of what is encoded already."""
    encoded = list(items)
    return encode_unsigned(len(encoded)) + b"".join(encoded)


def encode_name(text: str) -> bytes:
    """A name."""
    encoded = text.encode()
    return encode_unsigned(len(encoded)) + encoded


def encode_code(bodies: Iterable[bytes]) -> bytes:
    """The section with what functions do."""
    return encode_vector(encode_unsigned(len(body)) + body for body in bodies)


def encode_custom_section(title: str, content: bytes) -> bytes:
    """A custom section, whole."""
    told = encode_name(title) + content
    return b"\0" + encode_unsigned(len(told)) + told


class WasmReader:
    """Reads numbers, names and what lies between them."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.offset = 0

    def read_byte(self) -> int:
        """One byte."""
        self.offset += 1
        return self.content[self.offset - 1]

    def read_unsigned(self) -> int:
        """An unsigned number."""
        result = shift = 0
        while True:
            byte = self.read_byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result

    def read_bytes(self, length: int) -> bytes:
        """So many bytes."""
        self.offset += length
        return self.content[self.offset - length : self.offset]

    def read_name(self) -> str:
        """A name."""
        return self.read_bytes(self.read_unsigned()).decode()

    def skip_limits(self) -> None:
        """Go past the limits of a table or a memory."""
        has_most = self.read_byte() & 1
        self.read_unsigned()
        if has_most:
            self.read_unsigned()

    def skip_constant(self) -> None:
        """Go past a constant expression; SiteError for any but a number of 32 bits."""
        if self.read_byte() != _I32_CONST:
            raise SiteError("WebAssembly has a constant that is no i32")
        self.read_unsigned()
        if self.read_byte() != _END:
            raise SiteError("WebAssembly has a constant of more than one instruction")


class Signature(NamedTuple):
    """What a function takes and gives, a byte for each."""

    parameters: bytes
    results: bytes


class WasmExport(NamedTuple):
    """Something under a name; `encoded` is all of it."""

    name: str
    kind: int
    encoded: bytes


class WasmModule:
    """A module taken apart.

    `import_counts` counts imports of each kind; indices of functions and globals begin with these.
    Of tables, globals, tags, imports and the one memory there are the encoded entries.
    """

    def __init__(self, content: bytes) -> None:
        """Read it; SiteError for what Pyodide's does not have."""
        self.content = content
        self._sections: list[tuple[int, bytes]] = []
        reader = WasmReader(content)
        if reader.read_bytes(len(_PREAMBLE)) != _PREAMBLE:
            raise SiteError("this is no WebAssembly")
        while reader.offset < len(content):
            kind = reader.read_byte()
            self._sections.append((kind, reader.read_bytes(reader.read_unsigned())))
        self.imports: list[bytes] = []
        self.import_counts = {FUNCTION_KIND: 0, GLOBAL_KIND: 0, MEMORY_KIND: 0}
        self._read_imports()
        self.signatures = [_read_signature(r) for r in self._read_entries(TYPE_SECTION)]
        self.function_types = [
            reader.read_unsigned() for reader in self._read_entries(FUNCTION_SECTION)
        ]  # their types
        self.bodies = [
            reader.read_bytes(reader.read_unsigned()) for reader in self._read_entries(CODE_SECTION)
        ]
        self.tables = [
            _read_entry(r, WasmReader.read_byte, WasmReader.skip_limits)
            for r in self._read_entries(TABLE_SECTION)
        ]
        self.globals = [
            _read_entry(r, WasmReader.read_byte, WasmReader.read_byte, WasmReader.skip_constant)
            for r in self._read_entries(GLOBAL_SECTION)
        ]
        self.tags = [
            _read_entry(r, WasmReader.read_byte, WasmReader.read_unsigned)
            for r in self._read_entries(TAG_SECTION)
        ]
        self.exports = [_read_export(reader) for reader in self._read_entries(EXPORT_SECTION)]
        memories = [
            _read_entry(reader, WasmReader.skip_limits)
            for reader in self._read_entries(MEMORY_SECTION)
        ]
        if len(memories) + self.import_counts[MEMORY_KIND] != 1:
            raise SiteError("WebAssembly has not one memory")
        self.memory = memories[0] if memories else b""  # of its own

    @property
    def section_kinds(self) -> frozenset[int]:
        """Which sections it has."""
        return frozenset(kind for kind, _ in self._sections)

    def section(self, kind: int) -> bytes:
        """The content of a section, without entries where there is none."""
        return next((content for known, content in self._sections if known == kind), b"\0")

    def _read_entries(self, kind: int) -> Iterable[WasmReader]:
        """The same reader for each entry; all that is in an entry must be read."""
        reader = WasmReader(self.section(kind))
        for _ in range(reader.read_unsigned()):
            yield reader

    def _read_imports(self) -> None:
        for reader in self._read_entries(IMPORT_SECTION):
            begin = reader.offset
            reader.read_name(), reader.read_name()
            kind = reader.read_byte()
            if kind == FUNCTION_KIND:
                reader.read_unsigned()
            elif kind == GLOBAL_KIND:
                reader.read_bytes(2)
            elif kind == MEMORY_KIND:
                reader.skip_limits()
            else:
                raise SiteError(f"WebAssembly imports something of kind {kind}")
            self.import_counts[kind] += 1
            self.imports.append(reader.content[begin : reader.offset])

    def encode(
        self,
        replaced: Mapping[int, bytes],
        sections: Iterable[int] | None = None,
        extra_section: bytes = b"",
    ) -> bytes:
        """The module with other sections in the place of its own; perhaps not all; and one more."""
        kinds = frozenset(sections or self.section_kinds)
        parts = [_PREAMBLE]
        for kind, content in self._sections:
            if kind in kinds:
                told = replaced.get(kind, content)
                parts += [bytes([kind]), encode_unsigned(len(told)), told]
        return b"".join([*parts, extra_section])


def _read_signature(reader: WasmReader) -> Signature:
    if reader.read_byte() != 0x60:
        raise SiteError("WebAssembly has a type that is no function's")
    return Signature(
        reader.read_bytes(reader.read_unsigned()), reader.read_bytes(reader.read_unsigned())
    )


def _read_export(reader: WasmReader) -> WasmExport:
    begin = reader.offset
    told, kind = reader.read_name(), reader.read_byte()
    reader.read_unsigned()
    return WasmExport(told, kind, reader.content[begin : reader.offset])


def _read_entry(reader: WasmReader, *steps: object) -> bytes:
    begin = reader.offset
    for step in steps:
        step(reader)  # type: ignore[operator]
    return reader.content[begin : reader.offset]
