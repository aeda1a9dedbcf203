"""Split Pyodide's WebAssembly in two: the functions that a start needs, and the rest.

A start and a game call a sixth of the 17,000 functions, but a browser must load, check and compile
all of them before the first can run. So the page gets a module with the functions that
`functions.txt` lists. Each other function is a few instructions there, which call the real function
in the second module through a shared table. `static/js/python/deferred_wasm.js` loads the second
module once the game is ready, or on the first call of one of its functions. No function changes its
number or its effect.

The memory is not part of the module but imported, so that it can be filled before the module is
compiled.

Exports that only native packages use are removed, and `pyodide.asm.mjs` no longer names them: a
page that asks no other origin cannot have such packages. Otherwise Pyodide would create a
JavaScript function for each of 7,000 exports at every start.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Container, Iterable
from itertools import groupby
from pathlib import Path

from tashkalar.site.paths import SiteError
from tashkalar.site.pyodide import wasm
from tashkalar.site.pyodide.wasm import (
    ACTIVE_IN_TABLE,
    CALL_INDIRECT,
    END,
    FUNCREF,
    GLOBAL_GET,
    GLOBAL_SET,
    I32,
    I32_CONST,
    I32_EQZ,
    IF_WITHOUT_RESULT,
    LOCAL_GET,
    MUTABLE,
    NO_LOCALS,
    OF_FUNCTIONS,
    PASSIVE_FUNCTIONS,
    TABLE_INIT,
    WITH_MAXIMUM,
    WasmExport,
    WasmModule,
    encode_name,
    encode_signed,
    encode_unsigned,
    encode_vector,
)

LIST = Path(__file__).with_name("functions.txt")
LIST_COMMAND = "python -m tools.find_functions"
# Names shared by the two modules; `deferred_wasm.js` has them too.
_MEMORY_NAME, _TABLE_NAME, _ACTIVATE_NAME, _LOADED_NAME, _BUILD_ID_SECTION = (
    "memory",
    "deferred.table",
    "deferred.activate",
    "deferred.loaded",
    "build_id",
)
_NEW_I32_GLOBAL = I32 + MUTABLE + I32_CONST + encode_signed(0) + END
_EXPORT_ASSIGNMENT = re.compile(
    r'_([\w$]+)=Module\["_\1"\]=wasmExports\["\1"\](?:\.value>>>0)?(?:;|(}))'
)
_EXPORT_DECLARATION = re.compile(r"\bvar ((?:[A-Za-z_$][\w$]*,){1000,}[A-Za-z_$][\w$]*);")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")


def read_function_list(content: bytes) -> frozenset[int]:
    """Return the functions that a start needs; raise SiteError for another version of Pyodide."""
    lines = [line for line in LIST.read_text("utf-8").splitlines() if not line.startswith("#")]
    if lines[0] != _sha256(content):
        raise SiteError(f"{LIST.name} tells of another Pyodide: {LIST_COMMAND} makes it anew")
    functions: set[int] = set()
    for span in " ".join(lines[1:]).split():
        first, _, last = span.partition("-")
        functions.update(range(int(first), int(last or first) + 1))
    return frozenset(functions)


def write_function_list(content: bytes, functions: Iterable[int], remark: str) -> None:
    """Write the list of the functions of a WebAssembly that a start needs."""
    spans = [f"{a}-{b - 1}" if b - a > 1 else str(a) for a, b in _consecutive_spans(functions)]
    lines, line = [f"# {remark}", _sha256(content)], ""
    for span in spans:
        if len(line) + len(span) > 98:
            lines.append(line)
            line = ""
        line += f"{' ' if line else ''}{span}"
    LIST.write_text("\n".join([*lines, line, ""]), encoding="utf-8", newline="\n")


def remove_unused_exports(script: str, scripts: str, content: bytes) -> tuple[str, frozenset[str]]:
    """Remove from Pyodide's script the exports that neither it nor the other `scripts` use.

    Return the remaining script, and the names that WebAssembly must export.
    """
    module = WasmModule(content)
    declared = _EXPORT_DECLARATION.search(script)
    if declared is None:
        raise SiteError("pyodide.asm.mjs does not declare what it takes of WebAssembly")
    assigned = {match[1] for match in _EXPORT_ASSIGNMENT.finditer(script)}
    elsewhere = _EXPORT_ASSIGNMENT.sub("", script.replace(declared[0], ""))
    words = Counter(_IDENTIFIER.findall(elsewhere + scripts))
    imports = b"\n".join(module.imports)
    names = frozenset(
        export.name
        for export in module.exports
        if export.kind not in (wasm.FUNCTION_KIND, wasm.GLOBAL_KIND)
        or words[export.name]
        or words[f"_{export.name}"]
        or export.name.encode() in imports
    )
    unused = assigned - names
    left = [n for n in declared[1].split(",") if n.removeprefix("_") not in unused]
    kept = script.replace(declared[0], f"var {','.join(left)};")

    def shortened(match: re.Match[str]) -> str:
        return (match[2] or "") if match[1] in unused else match[0]

    return _EXPORT_ASSIGNMENT.sub(shortened, kept), names


class _Split:
    """A module to split: the functions of either part, and the numbers that both parts share."""

    def __init__(self, content: bytes, wanted: frozenset[int]) -> None:
        module = self._module = WasmModule(content)
        self._wanted = wanted
        self._count = len(module.function_types)
        self._rest = frozenset(range(self._count)) - wanted
        self._first_function = module.import_counts[wasm.FUNCTION_KIND]
        self._first_global = module.import_counts[wasm.GLOBAL_KIND]
        self._shared_table = len(module.tables)
        self._table_type = FUNCREF + WITH_MAXIMUM + encode_unsigned(self._count + 1) * 2
        self._loaded_global = encode_unsigned(self._first_global + len(module.globals))
        self._plain_type = encode_unsigned(module.signatures.index(wasm.Signature(b"", b"")))
        self._build_id = wasm.encode_custom_section(
            _BUILD_ID_SECTION, _sha256(content + repr(sorted(wanted)).encode()).encode()
        )
        mutable = [number for number, encoded in enumerate(module.globals) if encoded[1]]
        if mutable != list(range(len(mutable))):
            raise SiteError("a global of WebAssembly that changes comes after one that does not")
        self._mutable_count = len(mutable)

    def _forward(self, number: int, before: bytes = b"") -> bytes:
        """Return a function that calls the real function of this number in its module."""
        kind = self._module.function_types[number]
        given = range(len(self._module.signatures[kind].parameters))
        arguments = b"".join(LOCAL_GET + encode_unsigned(parameter) for parameter in given)
        call = self._call_slot(number + 1, encode_unsigned(kind))
        return NO_LOCALS + before + arguments + call + END

    def _call_slot(self, slot: int, kind: bytes) -> bytes:
        """Return the instructions that call the function in a slot of the shared table."""
        table = encode_unsigned(self._shared_table)
        return I32_CONST + encode_signed(slot) + CALL_INDIRECT + kind + table

    def _await_rest(self) -> bytes:
        """Return the instructions that call the first slot until the second module is loaded."""
        fetch = self._call_slot(0, self._plain_type)
        return GLOBAL_GET + self._loaded_global + I32_EQZ + IF_WITHOUT_RESULT + fetch + END

    def _function_indices(self, first: int, end: int) -> bytes:
        return encode_vector(
            encode_unsigned(self._first_function + number) for number in range(first, end)
        )

    def _activation(self, first_segment: int) -> bytes:
        """Return a function that puts the first module's functions into the shared table.

        It takes time, so `deferred_wasm.js` calls it only after the second module is loaded.
        """
        body = NO_LOCALS
        for segment, (begin, end) in enumerate(_consecutive_spans(self._wanted), first_segment):
            for number in (begin + 1, 0, end - begin):
                body += I32_CONST + encode_signed(number)
            body += TABLE_INIT + encode_unsigned(segment) + encode_unsigned(self._shared_table)
        return body + END

    def _shared_entries(self) -> list[tuple[str, int, int, bytes]]:
        """Return what the first module exports to the second: name, kind, index and type."""
        module = self._module
        mutable = module.globals[: self._mutable_count]
        tables, tags = enumerate(module.tables), enumerate(module.tags)
        return [
            (_TABLE_NAME, wasm.TABLE_KIND, self._shared_table, self._table_type),
            *((f"deferred.table{n}", wasm.TABLE_KIND, n, encoded) for n, encoded in tables),
            *((f"deferred.tag{n}", wasm.TAG_KIND, n, encoded) for n, encoded in tags),
            ("deferred.memory", wasm.MEMORY_KIND, 0, module.memory),
            *(
                (f"deferred.global{n}", wasm.GLOBAL_KIND, self._first_global + n, encoded[:2])
                for n, encoded in enumerate(mutable)
            ),
        ]

    def _first_exports(self, names: Container[str]) -> bytes:
        exports = [export.encoded for export in self._module.exports if export.name in names]
        activation = self._first_function + self._count
        for name, kind, index in (
            *(entry[:3] for entry in self._shared_entries()),
            (_LOADED_NAME, wasm.GLOBAL_KIND, self._first_global + len(self._module.globals)),
            (_ACTIVATE_NAME, wasm.FUNCTION_KIND, activation),
        ):
            exports.append(encode_name(name) + bytes([kind]) + encode_unsigned(index))
        return encode_vector(exports)

    def first_module(self, names: Container[str]) -> bytes:
        """Return the module with the wanted functions, which exports only `names`."""
        module = self._module
        elements = wasm.WasmReader(module.section(wasm.ELEMENT_SECTION))
        segment_count = elements.read_unsigned()
        spans = _consecutive_spans(self._wanted)
        memory = encode_name("deferred") + encode_name(_MEMORY_NAME) + bytes([wasm.MEMORY_KIND])
        types = [*map(encode_unsigned, module.function_types), self._plain_type]
        await_rest = self._await_rest()
        bodies = [
            module.bodies[number] if number in self._wanted else self._forward(number, await_rest)
            for number in range(self._count)
        ]
        return module.encode(
            {
                wasm.IMPORT_SECTION: encode_vector([*module.imports, memory + module.memory]),
                wasm.FUNCTION_SECTION: encode_vector(types),
                wasm.TABLE_SECTION: encode_vector([*module.tables, self._table_type]),
                wasm.GLOBAL_SECTION: encode_vector([*module.globals, _NEW_I32_GLOBAL]),
                wasm.EXPORT_SECTION: self._first_exports(names),
                wasm.ELEMENT_SECTION: encode_unsigned(segment_count + len(spans))
                + elements.content[elements.offset :]
                + b"".join(PASSIVE_FUNCTIONS + self._function_indices(*span) for span in spans),
                wasm.CODE_SECTION: wasm.encode_code([*bodies, self._activation(segment_count)]),
            },
            sections=module.section_kinds - {wasm.MEMORY_SECTION},
            extra_section=self._build_id,
        )

    def second_module(self) -> bytes:
        """Return the module with the other functions."""
        module = self._module
        # The tables must have the same order as in the first module.
        shared = sorted(self._shared_entries(), key=lambda entry: entry[1:3])
        imports = [
            encode_name("deferred") + encode_name(name) + bytes([kind]) + encoded
            for name, kind, _, encoded in shared
        ]
        table = ACTIVE_IN_TABLE + encode_unsigned(self._shared_table)
        segments = [
            table
            + (I32_CONST + encode_signed(begin + 1) + END)
            + OF_FUNCTIONS
            + self._function_indices(begin, end)
            for begin, end in _consecutive_spans(self._rest)
        ]
        return module.encode(
            {
                wasm.IMPORT_SECTION: encode_vector([*module.imports, *imports]),
                wasm.GLOBAL_SECTION: encode_vector(module.globals[self._mutable_count :]),
                wasm.ELEMENT_SECTION: encode_vector(segments),
                wasm.CODE_SECTION: wasm.encode_code(
                    module.bodies[number] if number in self._rest else self._forward(number)
                    for number in range(self._count)
                ),
            },
            sections=(
                wasm.TYPE_SECTION,
                wasm.IMPORT_SECTION,
                wasm.FUNCTION_SECTION,
                wasm.GLOBAL_SECTION,
                wasm.ELEMENT_SECTION,
                wasm.CODE_SECTION,
            ),
            extra_section=self._build_id,
        )


def split_module(
    content: bytes, wanted: frozenset[int], names: Container[str]
) -> tuple[bytes, bytes]:
    """Return the two modules; the first has the `wanted` functions and exports only `names`."""
    split = _Split(content, wanted)
    return split.first_module(names), split.second_module()


def add_call_markers(content: bytes) -> bytes:
    """Make each function mark its call in a global, exported as `ran` with its number."""
    module = WasmModule(content)
    count = len(module.function_types)
    begin = module.import_counts[wasm.GLOBAL_KIND] + len(module.globals)

    def marking(number: int) -> bytes:
        body = wasm.WasmReader(module.bodies[number])
        for _ in range(body.read_unsigned()):  # groups of locals
            body.read_unsigned(), body.read_byte()
        mark = I32_CONST + encode_signed(1) + GLOBAL_SET + encode_unsigned(begin + number)
        return body.content[: body.offset] + mark + body.content[body.offset :]

    noted = [
        WasmExport(
            "", 0, encode_name(f"ran{n}") + bytes([wasm.GLOBAL_KIND]) + encode_unsigned(begin + n)
        )
        for n in range(count)
    ]
    return module.encode(
        {
            wasm.GLOBAL_SECTION: encode_vector([*module.globals, *[_NEW_I32_GLOBAL] * count]),
            wasm.EXPORT_SECTION: encode_vector(
                export.encoded for export in [*module.exports, *noted]
            ),
            wasm.CODE_SECTION: wasm.encode_code(map(marking, range(count))),
        }
    )


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _consecutive_spans(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the spans of consecutive numbers: the first number, and the end after the last."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    spans = ([number for _, number in run] for _, run in runs)
    return [(run[0], run[-1] + 1) for run in spans]
