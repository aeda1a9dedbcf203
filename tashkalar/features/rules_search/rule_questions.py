"""Twenty questions that people ask, each with the paragraph of the rules that answers it.

The texts are in the catalogues: ``question.<name>``, and ``question.<name>.words`` with other words
for the same thing, which the search knows but nobody reads.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.ui.reference import rulebook
from tashkalar.ui.reference.rulebook import (
    PARAGRAPH_OF_QUESTION,
    Paragraph,
    Section,
    split_paragraph,
)
from tashkalar.ui.text.catalogue import Catalogue


class RuleQuestion(NamedTuple):
    """A question in the language of the person, and its answer."""

    name: str
    text: str
    words: str  # other words for the same
    section: Section  # of the answer
    answer: Paragraph


def questions(words: Catalogue) -> tuple[RuleQuestion, ...]:
    """Return all questions in the language of the catalogue."""
    by_name = {section.name: section for section in rulebook.sections(words)}
    return tuple(
        RuleQuestion(
            name,
            words.text(f"question.{name}"),
            words.text(f"question.{name}.words"),
            by_name[section],
            by_name[section].paragraphs[number - 1],
        )
        for name, paragraph in PARAGRAPH_OF_QUESTION.items()
        for section, number in (split_paragraph(paragraph),)
        if section in by_name
    )
