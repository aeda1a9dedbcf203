"""WebAssembly's binary format, as far as modules are taken apart and reassembled here.

Source: WebAssembly Core Specification 3.0, chapter 5. Instructions are not parsed: everything keeps
its position, so no index in any function changes.
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
# Kinds of imports and exports.
FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND, TAG_KIND = range(5)
# Instructions, as they are encoded.
END, IF_WITHOUT_RESULT = b"\x0b", b"\x04\x40"
LOCAL_GET, GLOBAL_GET, GLOBAL_SET = b"\x20", b"\x23", b"\x24"
I32_CONST, I32_EQZ = b"\x41", b"\x45"
CALL_INDIRECT, TABLE_INIT = b"\x11", b"\xfc\x0c"
# Value types, and the flags of globals, limits and element segments.
I32, FUNCREF = b"\x7f", b"\x70"
MUTABLE, WITH_MAXIMUM = b"\1", b"\1"
PASSIVE_FUNCTIONS, ACTIVE_IN_TABLE, OF_FUNCTIONS = b"\1\0", b"\2", b"\0"
NO_LOCALS = b"\0"
_FUNCTION_TYPE = 0x60


def encode_unsigned(number: int) -> bytes:
    """Return a number as unsigned LEB128."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def encode_signed(number: int) -> bytes:
    """Return a number as signed LEB128."""
    encoded = bytearray()
    while not -0x40 <= number < 0x40:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number & 0x7F)
    return bytes(encoded)


def encode_vector(items: Iterable[bytes]) -> bytes:
    """Return a vector of encoded items."""
    encoded = list(items)
    return encode_unsigned(len(encoded)) + b"".join(encoded)


def encode_name(text: str) -> bytes:
    """Return an encoded name."""
    encoded = text.encode()
    return encode_unsigned(len(encoded)) + encoded


def encode_code(bodies: Iterable[bytes]) -> bytes:
    """Return the content of the code section."""
    return encode_vector(encode_unsigned(len(body)) + body for body in bodies)


def encode_custom_section(title: str, content: bytes) -> bytes:
    """Return a whole custom section."""
    body = encode_name(title) + content
    return b"\0" + encode_unsigned(len(body)) + body


class WasmReader:
    """Reads numbers, names and bytes of the binary format."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.offset = 0

    def read_byte(self) -> int:
        """Return the next byte."""
        self.offset += 1
        return self.content[self.offset - 1]

    def read_unsigned(self) -> int:
        """Return the next unsigned number."""
        result = shift = 0
        while True:
            byte = self.read_byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result

    def read_bytes(self, length: int) -> bytes:
        """Return this many bytes."""
        self.offset += length
        return self.content[self.offset - length : self.offset]

    def read_name(self) -> str:
        """Return the next name."""
        return self.read_bytes(self.read_unsigned()).decode()

    def skip_limits(self) -> None:
        """Skip the limits of a table or a memory."""
        has_maximum = self.read_byte() & 1
        self.read_unsigned()
        if has_maximum:
            self.read_unsigned()

    def skip_constant(self) -> None:
        """Skip a constant expression; raise SiteError for any but an i32 number."""
        if self.read_bytes(1) != I32_CONST:
            raise SiteError("WebAssembly has a constant that is no i32")
        self.read_unsigned()
        if self.read_bytes(1) != END:
            raise SiteError("WebAssembly has a constant of more than one instruction")


class Signature(NamedTuple):
    """The types of a function's parameters and results, one byte each."""

    parameters: bytes
    results: bytes


class WasmExport(NamedTuple):
    """An export: its name, its kind, and the whole encoded entry."""

    name: str
    kind: int
    encoded: bytes


class WasmModule:
    """A module taken apart.

    `import_counts` counts the imports of each kind; the indices of functions and globals begin with
    the imports. Tables, globals, tags, imports and the one memory are kept as encoded entries.
    """

    def __init__(self, content: bytes) -> None:
        """Read a module; raise SiteError for features that Pyodide's module does not have."""
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
        ]
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
        self.memory = memories[0] if memories else b""  # empty if the memory is imported

    @property
    def section_kinds(self) -> frozenset[int]:
        """The kinds of the module's sections."""
        return frozenset(kind for kind, _ in self._sections)

    def section(self, kind: int) -> bytes:
        """Return the content of a section; an empty vector if there is none."""
        return next((content for known, content in self._sections if known == kind), b"\0")

    def _read_entries(self, kind: int) -> Iterable[WasmReader]:
        """Yield the same reader for each entry; the caller must read each entry completely."""
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
        """Return the module with replaced sections, only some `sections`, and an extra section."""
        kinds = frozenset(sections or self.section_kinds)
        parts = [_PREAMBLE]
        for kind, content in self._sections:
            if kind in kinds:
                replacement = replaced.get(kind, content)
                parts += [bytes([kind]), encode_unsigned(len(replacement)), replacement]
        return b"".join([*parts, extra_section])


def _read_signature(reader: WasmReader) -> Signature:
    if reader.read_byte() != _FUNCTION_TYPE:
        raise SiteError("WebAssembly has a type that is no function's")
    return Signature(
        reader.read_bytes(reader.read_unsigned()), reader.read_bytes(reader.read_unsigned())
    )


def _read_export(reader: WasmReader) -> WasmExport:
    begin = reader.offset
    exported_name, kind = reader.read_name(), reader.read_byte()
    reader.read_unsigned()
    return WasmExport(exported_name, kind, reader.content[begin : reader.offset])


def _read_entry(reader: WasmReader, *steps: object) -> bytes:
    begin = reader.offset
    for step in steps:
        step(reader)  # type: ignore[operator]
    return reader.content[begin : reader.offset]
