"""Tests of the search through the rules: words, numbers of rules, and cards."""

from __future__ import annotations

import pytest

from tashkalar.features.rules_search.rule_questions import questions
from tashkalar.features.rules_search.rules_search import search_rules
from tashkalar.ui.reference import rulebook
from tashkalar.ui.reference.rulebook import PARAGRAPH_OF_QUESTION
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests.ui.reference.questions import ASKED
from tests.ui.table import LOCALE, catalogue_in, english, said


def with_english(language: str) -> Catalogue:
    """Return every text of a language, and the English ones behind them, as the page has them."""
    words = catalogue_in(language)
    for path in (LOCALE / "en").glob("*.json"):
        words.load("en", path.read_text(encoding="utf-8"))
    return words


def numbers(query: str) -> set[str]:
    """Return the numbers of the rules behind the paragraphs that a search finds."""
    found = search_rules(query, english()).sections
    return {number for one in found for text in one.paragraphs for number in text.rule_numbers}


def test_words_are_looked_for_in_rules_and_cards() -> None:
    result = search_rules("STANDARD move", english())
    assert result.paragraph_count == sum(len(one.paragraphs) for one in result.sections) > 0
    assert "moves" in {section.name for section in result.sections}
    best = result.sections[0].paragraphs[0].text.lower()
    assert "standard" in best and "move" in best
    assert "High Priestess" in [said(name) for _, name in result.cards]
    assert [id for id, _ in search_rules("unicorn", english()).cards] == ["unicorn"]
    assert search_rules("xyzzy", english()) == ((), ())


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_find_the_rule_with_their_own_words(language: str) -> None:
    """The answer is among the first three hits."""
    words = with_english(language)
    asked = ASKED[language]
    assert asked.keys() == PARAGRAPH_OF_QUESTION.keys() and len(asked) == 20
    missed = []
    for name, query in asked.items():
        answer = words.text(f"rules.{PARAGRAPH_OF_QUESTION[name]}")
        hits = [text.text for one in search_rules(query, words).sections for text in one.paragraphs]
        if answer not in hits[:3]:
            missed.append((name, query, hits[:3]))
    assert missed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_finds_itself_first(language: str) -> None:
    words = with_english(language)
    for question in questions(words):
        first = search_rules(question.text, words).sections[0]
        assert first.title == question.text and first.paragraphs == (question.answer,)


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    result = search_rules("causality piece", english())
    assert "causality" in result.sections[0].paragraphs[0].text


def test_a_word_that_nobody_wrote_hides_nothing() -> None:
    assert search_rules("xyzzy diagonal", english()).sections == (
        search_rules("diagonal", english()).sections
    )
