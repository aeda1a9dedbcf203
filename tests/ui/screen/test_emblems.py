"""The emblems of the beings: complete, small, and nothing in the file but shapes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from tashkalar import cards

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "static" / "img" / "emblems.svg"
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 120_000

TREE = ElementTree.parse(FILE).getroot()
SYMBOLS = TREE.findall(f"{SVG}symbol")
IDS = [symbol.get("id") for symbol in SYMBOLS]

ATTRIBUTES = {
    "symbol": {"id", "viewBox", "fill", "stroke-linecap", "stroke-linejoin"},
    "path": {"class", "d", "fill", "stroke", "stroke-width", "opacity", "paint-order"},
}
COLOURS = {None, "none", "currentColor"}
CLASSES = {"emblem-cut", "emblem-line"}  # of what has the color of the background
PATH = re.compile(r"M[MLCQAazHV0-9 .-]+")


def test_every_card_has_an_emblem() -> None:
    assert {*cards.BEINGS, "flare"} - set(IDS) == set()


def test_the_page_takes_its_emblems_from_the_file() -> None:
    program = (ROOT / "static/js/boot/emblems.js").read_text(encoding="utf-8")
    (said,) = re.findall(r'^const FILE = "(.+)";$', program, re.MULTILINE)
    assert (ROOT / said).resolve() == FILE


def test_ids_are_unique() -> None:
    assert [id for id, number in Counter(IDS).items() if number > 1] == []


def test_the_file_is_small() -> None:
    assert FILE.stat().st_size < MOST_BYTES


def test_there_are_only_symbols_with_paths() -> None:
    assert [child.tag for child in TREE] == [f"{SVG}symbol"] * len(SYMBOLS)
    for symbol in SYMBOLS:
        assert symbol.get("viewBox") == "0 0 64 64", symbol.get("id")
        assert {part.tag for part in symbol} == {f"{SVG}path"}, symbol.get("id")


def test_nothing_is_loaded_run_or_written() -> None:
    for node in TREE.iter():
        name = node.tag.removeprefix(SVG)
        if name == "svg":
            continue
        assert set(node.attrib) <= ATTRIBUTES[name], node.attrib
        assert node.get("fill") in COLOURS and node.get("stroke") in COLOURS, node.attrib
        assert set(node.get("class", "").split()) <= CLASSES, node.attrib
        assert not (node.text or "").strip() and not (node.tail or "").strip()
        if name == "path":
            assert PATH.fullmatch(node.get("d", "")), node.get("d")
    assert "<!ENTITY" not in FILE.read_text(encoding="utf-8")
