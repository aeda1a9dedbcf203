"""Tests of the search through the rules: words, numbers of rules, and cards."""

from __future__ import annotations

import pytest

from tashkalar.ui.reference import rulebook
from tashkalar.ui.reference.rules_search import search_rules
from tests.ui.table import english, said


def numbers(query: str) -> set[str]:
    """Return the numbers of the rules behind the paragraphs that a search finds."""
    found = search_rules(query, english()).sections
    return {number for one in found for text in one.paragraphs for number in text.rule_numbers}


def test_words_are_looked_for_in_rules_and_cards() -> None:
    result = search_rules("STANDARD move", english())
    assert result.paragraph_count == sum(len(one.paragraphs) for one in result.sections) > 0
    assert "moves" in {section.name for section in result.sections}
    for section in result.sections:
        for paragraph in section.paragraphs:
            text = f"{section.title} {paragraph.text}".lower()
            assert "standard" in text and "move" in text
    assert "High Priestess" in [said(name) for _, name in result.cards]
    assert [id for id, _ in search_rules("unicorn", english()).cards] == ["unicorn"]
    assert search_rules("no such word", english()) == ((), ())


@pytest.mark.parametrize("query", ["R10.2", "r10.2", " 10.2 ", "R 10.2"])
def test_the_number_of_a_rule_leads_to_its_paragraph(query: str) -> None:
    """R10.2: it stands in one paragraph, together with R10.3."""
    result = search_rules(query, english())
    assert [section.name for section in result.sections] == ["effects"]
    assert numbers(query) == {"10.2", "10.3"} and result.cards == ()


def test_a_chapter_or_a_rule_without_a_paragraph_leads_to_the_chapter() -> None:
    """R16.2 is not summed up, so the paragraphs about R16 are found; 16 alone is a number."""
    summed_up = " ".join(text for texts in rulebook.RULE_NUMBERS.values() for text in texts)
    assert "16.2" not in summed_up.split()
    assert numbers("R16.2") == numbers("R16") >= {"16.1", "16.4", "16.6"}
    assert search_rules(f"R{99}", english()).sections == ()  # no rule, so not written as one
    for section in search_rules("16", english()).sections:
        assert all("16" in paragraph.text for paragraph in section.paragraphs)
