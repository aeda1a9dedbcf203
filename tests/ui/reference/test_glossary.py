"""The words of the game: found where they stand, explained by the rules, in every language."""

from __future__ import annotations

import json
import re

import pytest

from tashkalar.ui.reference import glossary
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests.ui.table import LOCALE

FILES = ("cards", "ui", "rules")  # in whose texts a form must be found


def speaking(language: str) -> Catalogue:
    """Return all texts of a language."""
    words = Catalogue()
    for code in dict.fromkeys(("en", language)):
        for path in sorted((LOCALE / code).glob("*.json")):
            words.load(code, path.read_text(encoding="utf-8"))
    words.language = language
    return words


def texts(language: str) -> list[str]:
    """Return the texts of cards, questions and rules."""
    return [
        text
        for file in FILES
        for text in json.loads((LOCALE / language / f"{file}.json").read_text("utf-8")).values()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_is_found_and_each_form_is_used(language: str) -> None:
    """The first form is the name, which texts may do without."""
    words, all_texts = speaking(language), texts(language)
    terms_in_texts = {
        (s.term, s.text.lower())
        for text in all_texts
        for s in glossary.split_terms(text, words)
        if s.term
    }
    assert {term for term, _ in terms_in_texts} == set(glossary.TERMS)
    everything = "\n".join(all_texts).lower()
    for id in glossary.TERMS:
        name, *forms = words.text(f"term.{id}").split("|")
        assert name == name.strip() and name
        for form in forms:
            assert re.search(rf"(?<!\w){re.escape(form)}(?!\w)", everything), f"{id}: {form}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_belongs_to_two_terms(language: str) -> None:
    words = speaking(language)
    forms = [form for id in glossary.TERMS for form in words.text(f"term.{id}").split("|")]
    assert len(forms) == len(set(forms))


def test_the_pieces_are_the_text_and_the_longer_form_counts() -> None:
    words = speaking("en")
    text = "Make combat moves. A frozen effect is adjacent; nonadjacent, adjacent."
    spans = glossary.split_terms(text, words)
    assert "".join(span.text for span in spans) == text
    assert [(span.text, span.term) for span in spans if span.term] == [
        ("combat moves", "combat-move"),
        ("frozen effect", "frozen"),
        ("adjacent", "adjacent"),  # once, and not inside another word
    ]
    greek = speaking("el")
    linked = [s.term for s in glossary.split_terms("Ένα συνδεδεμένο αποτέλεσμα.", greek) if s.term]
    assert linked == ["linked"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_explained_by_the_rules(language: str) -> None:
    words = speaking(language)
    for id, term in glossary.TERMS.items():
        explanation = glossary.explain_term(id, words)
        assert explanation.rule_numbers and explanation.text == words.text(
            f"rules.{term.paragraph}"
        )
        assert explanation.name[0].isupper() and explanation.related_name == glossary.term_name(
            term.related_term, words
        )


def test_texts_read_together_mark_a_term_once() -> None:
    words, known = speaking("en"), {"swap"}
    first = glossary.split_terms("Swap, or make a combat move.", words, known)
    assert [span.term for span in first if span.term] == ["combat-move"]
    again = glossary.split_terms("The combat move goes to an adjacent square.", words, known)
    assert [span.term for span in again if span.term] == ["adjacent"]
    assert "".join(span.text for span in again) == "The combat move goes to an adjacent square."
