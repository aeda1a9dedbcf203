"""The rules as the page shows them, and the paragraphs of `docs/rules.md` that each one sums up.

The texts are in the catalogues (``rules.<section>.<n>``); the numbers are the same in all
languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.ui.reference.tables import TABLES
from tashkalar.ui.text.catalogue import Catalogue

RULE_NUMBERS: Mapping[str, tuple[str, ...]] = {
    section: tuple(numbers) for section, numbers in TABLES["rules of paragraphs"].items()
}
"""The rule numbers of each section's paragraphs, in their order."""

RULE_BY_KIND: Mapping[str, str] = TABLES["rules of questions"]
"""The rule to look up: by the kind of a prompt, and by the id of a "why not" message."""

PARAGRAPH_OF_QUESTION: Mapping[str, str] = TABLES["questions"]
"""The paragraph that answers a question: its section and its number there, from 1."""


class Paragraph(NamedTuple):
    """A paragraph in the language of the person, and the numbers of the rules behind it."""

    text: str
    rule_numbers: tuple[str, ...]


class Section(NamedTuple):
    """A section of the rules under its heading."""

    name: str
    title: str
    paragraphs: tuple[Paragraph, ...]


def split_paragraph(paragraph: str) -> tuple[str, int]:
    """Return the section of a paragraph, and its number there.

    >>> split_paragraph("summon.2")
    ('summon', 2)
    """
    section, _, number = paragraph.partition(".")
    return section, int(number)


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
