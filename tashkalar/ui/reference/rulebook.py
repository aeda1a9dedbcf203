"""The rules as the page shows them, and the paragraphs of `docs/rules.md` that each one sums up.

The texts are in the catalogues (``rules.<section>.<n>``); the numbers are the same in all
languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.ui.text.catalogue import Catalogue

RULE_NUMBERS: Mapping[str, tuple[str, ...]] = {
    "aim": ("", "3.1 3.2 3.3"),
    "board": ("2.1 2.3", "1.4", "1.1 1.9", "4.5"),
    "turn": ("4.4 5.1", "5.2", "5.3 5.6", "5.4 9.1", "5.8", "16.1 16.6"),
    "place": ("6.1 6.2", "6.3 6.4 6.5"),
    "summon": ("7.1 7.3", "7.2 7.4", "7.9 7.10 7.13", "7.8 7.11", "7.7", "7.6", "7.20 7.22"),
    "shortage": ("1.8 7.14", "7.15", "7.17 7.18", "11.13"),
    "discard": ("8.1 8.3", "8.2", "8.5"),
    "flares": ("9.2 9.3", "9.4 9.5", "9.6", "9.10", "9.12"),
    "effects": ("5.7 10.1", "10.2 10.3", "10.4 10.5", "10.12 10.13", "10.6 10.7", "1.5", "10.8"),
    "moves": ("11.4", "11.5", "11.6", "11.7"),
    "highform": ("13.3", "13.4", "13.5", "13.6", "13.1", "4.6 4.7 4.9 4.10", "13.7"),
    "duel": ("4.12", "4.11", "14.1 14.2", "14.4"),
    "melee": (
        "15.1",
        "4.15",
        "4.13 4.14",
        "15.2 15.3",
        "15.6",
        "9.9 15.7",
        "15.9 15.10 15.11 15.12",
        "15.8",
        "23.4 23.5",
    ),
    "teams": (
        "19.1 19.2 19.8",
        "19.5 19.15 19.21",
        "19.3 19.9 19.18",
        "19.11 19.14",
        "19.12 19.13",
        "19.6",
        "19.5 19.12 19.16",
    ),
    "schools": ("1.3", "23.1 24.1", "24.2"),
    "everfrost": ("20.3", "20.4 20.5", "20.6", "20.8", "20.11", "20.10"),
    "nethervoid": ("21.2 21.3", "21.4", "21.6", "21.7 21.8", "21.9"),
    "etherweave": (
        "22.2 22.3",
        "22.4 22.5",
        "22.6 22.7 22.8",
        "22.10",
        "22.12 22.13",
        "22.18",
        "22.11",
    ),
    "end": ("16.4 16.6 17.2", "17.3 17.4 17.5", "17.6", "17.1 17.8"),
    "winning": ("18.1 18.2", "18.4", "18.3", "18.6"),
    "words": (
        "2.6",
        "2.7",
        "2.8",
        "11.8",
        "11.1",
        "11.1",
        "2.9",
        "1.6",
        "11.10",
        "11.11 12.3",
        "12.1",
        "11.12",
        "22.19",
        "11.14",
        "11.15 11.17",
        "11.2",
        "11.3",
        "3.3 11.1",
        "7.2",
        "7.8",
        "7.1",
        "1.4 14.4",
        "9.1 9.2",
        "3.2 3.3",
    ),
}
"""The rule numbers of each section's paragraphs, in their order."""

RULE_BY_KIND: Mapping[str, str] = {
    "marks": "4.12",
    "marks.melee": "4.15",
    "turn.shortage": "6.3",
    "end.claim": "13.4",
    "flare": "9.4",
    "pick-up": "7.17",
    "return": "8.2",
    "keep-frozen": "20.6",
    "odd-commons": "15.3",
    "legend-colour": "15.6",
    "why.missing": "7.2",
    "why.higher-rank": "7.10",
    "why.shortage.two-sided": "7.17",
    "why.shortage.legendary": "7.17",
}
"""The rule to look up: by the kind of a prompt, and by the id of a "why not" message."""


class Paragraph(NamedTuple):
    """A paragraph in the language of the person, and the numbers of the rules behind it."""

    text: str
    rule_numbers: tuple[str, ...]


class Section(NamedTuple):
    """A section of the rules under its heading."""

    name: str
    title: str
    paragraphs: tuple[Paragraph, ...]


def section_of_rule(number: str) -> str:
    """Return the section with the paragraph that sums up a rule; ``""`` without one.

    >>> section_of_rule("11.5")
    'moves'
    """
    return next((s for s, texts in RULE_NUMBERS.items() if number in " ".join(texts).split()), "")


def sections(words: Catalogue) -> tuple[Section, ...]:
    """Return all sections of the rules in the language of the catalogue, in the English order.

    A paragraph that `RULE_NUMBERS` does not list has no numbers.
    """
    return tuple(_section(words, name) for name in words.section_names("rules"))


def _section(words: Catalogue, name: str) -> Section:
    texts = words.numbered_texts(f"rules.{name}")
    rule_numbers = (*RULE_NUMBERS.get(name, ()), *[""] * len(texts))
    paragraphs = (Paragraph(text, tuple(rule_numbers[n].split())) for n, text in enumerate(texts))
    return Section(name, words.text(f"rules.{name}.title"), tuple(paragraphs))
