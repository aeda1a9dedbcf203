"""Tests of Pyodide's WebAssembly in two parts: the second is fetched only when it is called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar.site.node import run_node
from tashkalar.site.paths import ROOT, VENDOR_FOLDER, SiteError
from tashkalar.site.pyodide import wasm_split
from tashkalar.site.pyodide.python_library import read_stock_pyodide
from tashkalar.site.pyodide.wasm import (
    CODE_SECTION,
    WasmModule,
    WasmReader,
    encode_signed,
    encode_unsigned,
)
from tashkalar.site.vendor import prepare_vendor_folder

pytestmark = pytest.mark.pyodide

PYODIDE = ROOT / VENDOR_FOLDER / "pyodide"
# All kinds of what a page seldom does, and what calls from one part into the other and back.
PROGRAM = """
import cmath, ctypes, datetime, decimal, fractions, json, lzma, bz2, zlib, pickle, statistics
import struct, unicodedata
def down(n):
    return n if n < 1 else max([n], key=lambda one: down(n - 1))
class Odd:
    def __index__(self): return 3
    def __format__(self, how): return how * 2
results = [
    "Ünïcode ß".encode("utf-16").hex(), "straße".casefold(), f"{Odd():ab}", [1, 2, 3, 4][Odd()],
    unicodedata.normalize("NFKD", "ǆé"), cmath.sqrt(-2), float.fromhex("0x1.8p3").hex(),
    str(decimal.Decimal(2).sqrt()), str(fractions.Fraction(0.1)), (2**521 - 1) % 997,
    statistics.pstdev([1, 2, 5]), datetime.date(2024, 2, 29).isocalendar()[:], down(40),
    zlib.crc32(lzma.decompress(lzma.compress(bz2.decompress(bz2.compress(b"x" * 99))))),
    pickle.loads(pickle.dumps({1: (2, frozenset([3]))}, protocol=0)),
    struct.pack(">dIh", 1.5, 2, -3).hex(),
    ctypes.sizeof(ctypes.c_longdouble), bytes(memoryview(bytearray(range(9)))[::-2]).hex(),
]
try:
    int("x" * 9)
except ValueError as error:
    results.append(str(error))
json.dumps([str(one) for one in results])
"""


def ran(program: str, *, vendor: bool = True, spoiled: bool = False) -> dict[str, Any]:
    """Return the result of a program, and the parts that it fetched."""
    prepare_vendor_folder()
    job = {"vendor": str(PYODIDE) if vendor else "", "program": program, "spoiled": spoiled}
    script = ROOT / "tests/pyodide/wasm_split.mjs"
    result: dict[str, Any] = json.loads(run_node(script, job, task="halves").splitlines()[-1])
    return result


def bodies(module: bytes) -> list[bytes]:
    """Return the bodies of the functions of a module."""
    reader = WasmReader(module)
    reader.read_bytes(8)
    while (kind := reader.read_byte()) != CODE_SECTION:
        reader.read_bytes(reader.read_unsigned())
    assert kind == CODE_SECTION and reader.read_unsigned()
    return [reader.read_bytes(reader.read_unsigned()) for _ in range(reader.read_unsigned())]


def test_python_is_the_same_and_the_second_part_comes_once_when_it_is_called() -> None:
    both = ran(PROGRAM)
    assert both["output"] == ran(PROGRAM, vendor=False)["output"]
    assert len(json.loads(both["output"])) == 19
    assert both["asked"] == ["pyodide.deferred.wasm.bin", "zstd.wasm"]


def test_parts_of_two_builds_are_not_put_together() -> None:
    result = ran(PROGRAM, spoiled=True)
    assert "do not belong together" in result["output"]


def test_the_list_is_of_this_pyodide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    prepare_vendor_folder()
    content = read_stock_pyodide(ROOT)[0]
    monkeypatch.setattr(wasm_split, "LIST", tmp_path / "functions.txt")
    some = frozenset((0, 3, 4, 5, 900))
    wasm_split.write_function_list(content, some, "some")
    assert wasm_split.read_function_list(content) == some
    assert "3-5" in wasm_split.LIST.read_text("utf-8")
    with pytest.raises(SiteError, match="find_functions"):
        wasm_split.read_function_list(content + b"\0")


def test_each_function_is_in_one_of_the_parts_and_keeps_its_number() -> None:
    prepare_vendor_folder()
    content, script, other = read_stock_pyodide(ROOT)
    wanted = wasm_split.read_function_list(content)
    shortened, names = wasm_split.remove_unused_exports(script, other, content)
    first, rest = wasm_split.split_module(content, wanted, names)
    whole, here = WasmModule(content), WasmModule(first)
    assert here.function_types[:-1] == whole.function_types  # the last one puts them into the table
    assert all(here.bodies[number] == whole.bodies[number] for number in wanted)
    there = bodies(rest)
    assert len(there) == len(whole.bodies)
    assert all(
        there[number] == body for number, body in enumerate(whole.bodies) if number not in wanted
    )
    assert len(first) < len(content) * 0.6
    # What the script still asks for is there, and little else.
    assert {"malloc", "__wasm_call_ctors"} <= names
    assert len(here.exports) < 400 < 8000 < len(whole.exports)
    assert len(shortened) < len(script) * 0.7
    assert 'Module["_PyTuple_New"]' in script and 'Module["_PyTuple_New"]' not in shortened


def test_numbers_are_written_as_they_are_read() -> None:
    for number in (0, 1, 63, 64, 127, 128, 8191, 8192, 1 << 31):
        assert WasmReader(encode_unsigned(number)).read_unsigned() == number
    assert [encode_signed(n).hex() for n in (0, 63, 64, -64, -65, 624485)] == [
        "00", "3f", "c000", "40", "bf7f", "e58e26",
    ]  # fmt: skip


def test_what_is_no_webassembly_is_said_so() -> None:
    with pytest.raises(SiteError, match="no WebAssembly"):
        WasmModule(b"<!doctype html>")
