"""Pyodide's WebAssembly in two parts: the functions that a start takes, and the rest.

Of its 17,000 functions a start and a game call a sixth, but a browser has to read, check and
compile all before the first can run. So the page gets a module that has those that `functions.txt`
names; each of the others is a few instructions there, which call it in the second module through a
table that both have. `static/js/rest.js` brings that once the game is ready, or when it is called
before. No function changes its number, nor what it does.

The memory is not the module's own but given to it, so that it may be filled before the module is
compiled.

What nothing but native packages asks for by name is not exported any more, and `pyodide.asm.mjs`
does not name it: a page that asks no other origin cannot have such packages. Pyodide would make a
function of JavaScript for each of 7,000, and put it into a table, at every start.
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
from tashkalar.site.pyodide.wasm import Export, Module, name, signed, unsigned, vector

LIST = Path(__file__).with_name("functions.txt")
HOW = "python -m tests.browser.find_functions"
# Names between the two; `rest.js` has them too.
_MEMORY, _TABLE, _MEET, _HERE, _PAIR = "memory", "rest.table", "rest.meet", "rest.here", "pair"
_NOWHERE = b"\0"  # no locals
_FUNCREF, _I32 = b"\x70", b"\x7f"
_ASSIGNED = re.compile(r'_([\w$]+)=Module\["_\1"\]=wasmExports\["\1"\](?:\.value>>>0)?(?:;|(}))')
_DECLARED = re.compile(r"\bvar ((?:[A-Za-z_$][\w$]*,){1000,}[A-Za-z_$][\w$]*);")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")


def read_list(content: bytes) -> frozenset[int]:
    """The functions that a start takes of this very WebAssembly; SiteError for another one."""
    told = [line for line in LIST.read_text("utf-8").splitlines() if not line.startswith("#")]
    if told[0] != _hash(content):
        raise SiteError(f"{LIST.name} tells of another Pyodide: {HOW} makes it anew")
    found: set[int] = set()
    for span in " ".join(told[1:]).split():
        first, _, last = span.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def write_list(content: bytes, functions: Iterable[int], remark: str) -> None:
    """Note which functions of a WebAssembly a start takes."""
    spans = [f"{a}-{b - 1}" if b - a > 1 else str(a) for a, b in _spans(functions)]
    lines, line = [f"# {remark}", _hash(content)], ""
    for span in spans:
        if len(line) + len(span) > 98:
            lines.append(line)
            line = ""
        line += f"{' ' if line else ''}{span}"
    LIST.write_text("\n".join([*lines, line, ""]), encoding="utf-8", newline="\n")


def shorten(script: str, scripts: str, content: bytes) -> tuple[str, frozenset[str]]:
    """Take out of Pyodide's script what nothing in it or in the other `scripts` asks for.

    Gives what is left, and the names that WebAssembly has to export.
    """
    module = Module(content)
    declared = _DECLARED.search(script)
    if declared is None:
        raise SiteError("pyodide.asm.mjs does not declare what it takes of WebAssembly")
    assigned = {found[1] for found in _ASSIGNED.finditer(script)}
    elsewhere = _ASSIGNED.sub("", script.replace(declared[0], ""))
    words = Counter(_WORD.findall(elsewhere + scripts))
    imports = b"\n".join(module.imports)
    names = frozenset(
        export.name
        for export in module.exports
        if export.kind not in (wasm.FUNCTION, wasm.GLOBAL)
        or words[export.name]
        or words[f"_{export.name}"]
        or export.name.encode() in imports
    )
    unused = assigned - names
    left = [n for n in declared[1].split(",") if n.removeprefix("_") not in unused]
    kept = script.replace(declared[0], f"var {','.join(left)};")

    def shortened(found: re.Match[str]) -> str:
        return (found[2] or "") if found[1] in unused else found[0]

    return _ASSIGNED.sub(shortened, kept), names


def split(content: bytes, wanted: frozenset[int], names: Container[str]) -> tuple[bytes, bytes]:
    """Make the two modules; the first has the `wanted` functions and exports only these `names`."""
    module = Module(content)
    count = len(module.functions)
    rest = frozenset(range(count)) - wanted
    shared = len(module.tables)  # the index of the table that both have
    here = unsigned(module.imported[wasm.GLOBAL] + len(module.globals))
    slots = _FUNCREF + b"\1" + unsigned(count + 1) * 2
    mutable = [number for number, told in enumerate(module.globals) if told[1]]
    if mutable != list(range(len(mutable))):
        raise SiteError("a global of WebAssembly that changes comes after one that does not")

    none = unsigned(module.signatures.index(wasm.Signature(b"", b"")))
    fetch = b"\x41\0\x11" + none + unsigned(shared)  # the function in the first slot
    await_rest = b"\x23" + here + b"\x45\x04\x40" + fetch + b"\x0b"

    def through(number: int, before: bytes = b"") -> bytes:
        """A function that calls the one of this number where it is."""
        kind = module.functions[number]
        given = range(len(module.signatures[kind].parameters))
        handed = b"".join(b"\x20" + unsigned(parameter) for parameter in given)
        call = b"\x41" + signed(number + 1) + b"\x11" + unsigned(kind) + unsigned(shared)
        return _NOWHERE + before + handed + call + b"\x0b"

    def numbers(first: int, end: int) -> bytes:
        begin = module.imported[wasm.FUNCTION]
        return vector(unsigned(begin + number) for number in range(first, end))

    # What the first has goes into the shared table only when the second is there: to put it there
    # takes time.
    elements = wasm.Reader(module.section(wasm.ELEMENTS))
    already = elements.number()
    mine = _spans(wanted)
    meet = _NOWHERE
    for segment, (begin, end) in enumerate(mine, already):
        for number in (begin + 1, 0, end - begin):
            meet += b"\x41" + signed(number)
        meet += b"\xfc\x0c" + unsigned(segment) + unsigned(shared)  # table.init
    meet += b"\x0b"
    theirs = [
        b"\2" + unsigned(shared) + b"\x41" + signed(begin + 1) + b"\x0b\0" + numbers(begin, end)
        for begin, end in _spans(rest)
    ]

    between = [
        (_TABLE, wasm.TABLE, shared, slots),
        *((f"rest.table{n}", wasm.TABLE, n, told) for n, told in enumerate(module.tables)),
        *((f"rest.tag{n}", wasm.TAG, n, told) for n, told in enumerate(module.tags)),
        ("rest.memory", wasm.MEMORY, 0, module.memory),
        *(
            (f"rest.global{n}", wasm.GLOBAL, module.imported[wasm.GLOBAL] + n, told[:2])
            for n, told in enumerate(module.globals[: len(mutable)])
        ),
    ]
    pair = wasm.custom(_PAIR, _hash(content + repr(sorted(wanted)).encode()).encode())
    exports = [export.encoded for export in module.exports if export.name in names]
    exports += [name(n) + bytes([kind]) + unsigned(at) for n, kind, at, _ in between]
    exports += [name(_HERE) + bytes([wasm.GLOBAL]) + here]
    meeting = unsigned(module.imported[wasm.FUNCTION] + count)
    exports += [name(_MEET) + bytes([wasm.FUNCTION]) + meeting]
    memory = name("rest") + name(_MEMORY) + bytes([wasm.MEMORY]) + module.memory
    first = module.written(
        {
            wasm.IMPORTS: vector([*module.imports, memory]),
            wasm.FUNCTIONS: vector([*map(unsigned, module.functions), none]),
            wasm.TABLES: vector([*module.tables, slots]),
            wasm.GLOBALS: vector([*module.globals, _I32 + b"\1\x41\0\x0b"]),
            wasm.EXPORTS: vector(exports),
            wasm.ELEMENTS: unsigned(already + len(mine))
            + elements.content[elements.at :]
            + b"".join(b"\1\0" + numbers(begin, end) for begin, end in mine),
            wasm.CODE: wasm.code(
                [
                    *(
                        module.bodies[number] if number in wanted else through(number, await_rest)
                        for number in range(count)
                    ),
                    meet,
                ]
            ),
        },
        only=module.kinds - {wasm.MEMORIES},
        more=pair,
    )
    # Tables, and so their order, are as in the first.
    order = sorted(between, key=lambda told: told[1:3])
    imports = [name("rest") + name(n) + bytes([kind]) + told for n, kind, _, told in order]
    second = module.written(
        {
            wasm.IMPORTS: vector([*module.imports, *imports]),
            wasm.GLOBALS: vector(module.globals[len(mutable) :]),
            wasm.ELEMENTS: vector(theirs),
            wasm.CODE: wasm.code(
                module.bodies[number] if number in rest else through(number)
                for number in range(count)
            ),
        },
        only=(
            wasm.TYPES,
            wasm.IMPORTS,
            wasm.FUNCTIONS,
            wasm.GLOBALS,
            wasm.ELEMENTS,
            wasm.CODE,
        ),
        more=pair,
    )
    return first, second


def watched(content: bytes) -> bytes:
    """Make each function note that it was called: in a global, exported as `ran` and its number."""
    module = Module(content)
    count = len(module.functions)
    begin = module.imported[wasm.GLOBAL] + len(module.globals)

    def marking(number: int) -> bytes:
        body = wasm.Reader(module.bodies[number])
        for _ in range(body.number()):  # groups of locals
            body.number(), body.byte()
        mark = b"\x41\1\x24" + unsigned(begin + number)
        return body.content[: body.at] + mark + body.content[body.at :]

    noted = [
        Export("", 0, name(f"ran{n}") + bytes([wasm.GLOBAL]) + unsigned(begin + n))
        for n in range(count)
    ]
    return module.written(
        {
            wasm.GLOBALS: vector([*module.globals, *[_I32 + b"\1\x41\0\x0b"] * count]),
            wasm.EXPORTS: vector(export.encoded for export in [*module.exports, *noted]),
            wasm.CODE: wasm.code(map(marking, range(count))),
        }
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _spans(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Where numbers follow on each other: the first, and the one after the last."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda told: told[1] - told[0])
    spans = ([number for _, number in run] for _, run in runs)
    return [(run[0], run[-1] + 1) for run in spans]
