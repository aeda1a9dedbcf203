"""The law is `docs/rules.md`: what is cited exists there, and what stands there is tested."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar.ui.reference import rulebook
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests.ui.text.test_catalogues import texts_of

ROOT = Path(__file__).parent.parent
LAW = ROOT / "docs" / "rules.md"
PARAGRAPH = re.compile(r'^ *- <a id="([^"]*)"></a>\*\*(R\d+\.\d+[a-z]?)\*\* \S', re.MULTILINE)
CHAPTER = re.compile(r'^## <a id="([^"]*)"></a>(R\d+)\. \S', re.MULTILINE)
CITED = re.compile(r"\bR\d+\.\d+[a-z]?\b|\bR\d+\b(?![./])")
RANGE = re.compile(r"\bR\d+\.\d+[a-z]?[-–]R?\d+\.\d+[a-z]?")
KINDS = {".py", ".md", ".json", ".html", ".js", ".mjs", ".css", ".toml", ".yml"}
OUTSIDE = {"node_modules", "vendor", "dist", "build", "test-results"}
LOCKS = {"package-lock.json"}  # their checksums look like anything

UNTESTED = {
    "R0.1": "how to read the numbers",
    "R0.2": "how to read the marks",
    "R0.3": "which source wins over which",
    "R0.4": "what two words mean",
    "R18.7": "about tables of several devices",
    "R24.1": "people agree on their schools; the start screen's ways are the page's",
    "R24.4": "about tournaments, which have no rules",
}
"""Paragraphs that no program can keep or break."""


def numbers() -> list[str]:
    """The paragraphs in the order of the law."""
    return [number for _, number in PARAGRAPH.findall(LAW.read_text(encoding="utf-8"))]


def files(folder: Path = ROOT) -> Iterator[Path]:
    """The texts of the project, not what stands beside it."""
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in OUTSIDE and not path.name.startswith("."):
                yield from files(path)
        elif path.suffix in KINDS and path.name not in LOCKS:
            yield path


def test_every_paragraph_has_an_anchor_of_its_own() -> None:
    text = LAW.read_text(encoding="utf-8")
    anchors = CHAPTER.findall(text) + PARAGRAPH.findall(text)
    assert len(anchors) == text.count("<a id=") > 290
    for anchor, number in anchors:
        assert anchor == number.lower().replace(".", "-")
    assert len({anchor for anchor, _ in anchors}) == len(anchors)


def test_paragraphs_stand_in_order_in_their_chapters() -> None:
    chapter, last = "", (0, "")
    for line in LAW.read_text(encoding="utf-8").splitlines():
        if head := CHAPTER.match(line):
            chapter, last = head[2], (0, "")
        elif item := PARAGRAPH.match(line):
            whole, _, part = item[2].partition(".")
            here = (int(re.sub(r"\D", "", part)), re.sub(r"\d", "", part))
            assert whole == chapter, item[2]
            assert here > last, item[2]
            last = here


def test_whatever_is_cited_exists() -> None:
    text = LAW.read_text(encoding="utf-8")
    known = {*numbers(), *(number for _, number in CHAPTER.findall(text))}
    unknown = {
        f"{path.relative_to(ROOT)}: {cited}"
        for path in files()
        for cited in CITED.findall(path.read_text(encoding="utf-8"))
        if cited not in known and path != Path(__file__)
    }
    assert unknown == set()


def test_every_paragraph_is_cited_by_a_test_or_cannot_be_tested() -> None:
    cited: set[str] = set()
    for path in files(ROOT / "tests"):
        if path != Path(__file__):
            # "R7.2-R7.19" says what a module is about, not that each of them is tested.
            cited.update(CITED.findall(RANGE.sub("", path.read_text(encoding="utf-8"))))
    assert [n for n in numbers() if n not in cited and n not in UNTESTED] == []
    assert set(UNTESTED) <= set(numbers())
    assert [n for n in UNTESTED if n in cited] == [], "tested after all"


class TestRulesOfThePage:
    """The rules on the page have the same numbers in every language."""

    def test_every_number_exists(self) -> None:
        shown = [
            n for texts in rulebook.RULE_NUMBERS.values() for text in texts for n in text.split()
        ]
        assert [n for n in shown if f"R{n}" not in numbers()] == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_paragraph_has_its_numbers(self, language: str) -> None:
        texts = {name: texts_of(f"{name}/rules.json") for name in {"en", language}}
        sections = rulebook.sections(Catalogue(texts, language))
        numbers_by_section = {
            s.name: tuple(" ".join(p.rule_numbers) for p in s.paragraphs) for s in sections
        }
        assert numbers_by_section == rulebook.RULE_NUMBERS
        without = [s.name for s in sections for p in s.paragraphs if not p.rule_numbers]
        assert without == ["aim"]  # the first sentence tells what the game is about
        assert all(p.text.endswith(".") for s in sections for p in s.paragraphs)

    def test_numbers_stand_in_order(self) -> None:
        for section, texts in rulebook.RULE_NUMBERS.items():
            for text in texts:
                keys = [tuple(map(int, n.split("."))) for n in text.split()]
                assert keys == sorted(set(keys)), section

    def test_what_is_asked_leads_to_a_paragraph(self) -> None:
        summed_up = {
            n for texts in rulebook.RULE_NUMBERS.values() for text in texts for n in text.split()
        }
        assert set(rulebook.RULE_BY_KIND.values()) <= summed_up
        known = texts_of("en/ui.json")
        ids = {key if key.startswith("why.") else f"ask.{key}" for key in rulebook.RULE_BY_KIND}
        ids -= {"ask.turn.shortage", "ask.end.claim", "ask.flare"}  # a situation, not a question
        assert [id for id in ids if not any(key.startswith(id) for key in known)] == []
