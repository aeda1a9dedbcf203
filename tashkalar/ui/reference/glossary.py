"""The terms of the game: where they occur in a text, and the meaning of each.

The catalogues hold, for each term, the forms in which their texts use it (``term.<id>``, separated
by bars, the first one being the name). The meaning is a paragraph of the rules, so that no
explanation exists twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tashkalar.ui.reference import rulebook
from tashkalar.ui.reference.tables import TABLES
from tashkalar.ui.text.catalogue import Catalogue


class Term(NamedTuple):
    """The paragraph that explains a term (``<section>.<n>`` of the rules), and a related term."""

    paragraph: str
    related_term: str


TERMS: Mapping[str, Term] = {id: Term(*row) for id, row in TABLES["terms"].items()}


class Span(NamedTuple):
    """A piece of a text; `term` is the id of the term if the piece is a term."""

    text: str
    term: str | None = None


class TermExplanation(NamedTuple):
    """The explanation of a term, in the language of the person."""

    name: str
    text: str
    section: str  # the section of the rules
    rule_numbers: tuple[str, ...]
    related_term: str
    related_name: str


def split_terms(text: str, words: Catalogue, known: set[str] | None = None) -> tuple[Span, ...]:
    """Split a text into pieces, so that the first occurrence of each term is a piece of its own.

    Of two forms that begin at the same place the longer one counts, and no form is matched inside
    another word. The pieces joined are the text. Terms in `known` are left alone, and terms that
    are matched are added to the set: texts that are read together share a set.
    """
    pattern, terms = _compile_finder(tuple(words.text(f"term.{id}") for id in TERMS))
    spans: list[Span] = []
    known_terms = set() if known is None else known
    end = 0
    for match in pattern.finditer(text):
        term = terms[match[0].lower()]
        if term in known_terms:
            continue
        known_terms.add(term)
        if match.start() > end:
            spans.append(Span(text[end : match.start()]))
        spans.append(Span(match[0], term))
        end = match.end()
    if end < len(text):
        spans.append(Span(text[end:]))
    return tuple(spans)


def explain_term(id: str, words: Catalogue) -> TermExplanation:
    """Return the explanation of a term; KeyError for an id that is not in `TERMS`."""
    term = TERMS[id]
    chapter, _, number = term.paragraph.partition(".")
    paragraphs = next(s.paragraphs for s in rulebook.sections(words) if s.name == chapter)
    paragraph = paragraphs[int(number) - 1]
    name = term_name(id, words)
    related_name = term_name(term.related_term, words)
    return TermExplanation(
        name, paragraph.text, chapter, paragraph.rule_numbers, term.related_term, related_name
    )


def term_name(id: str, words: Catalogue) -> str:
    """Return the name of a term with a capital letter, for headings."""
    name = words.text(f"term.{id}").partition("|")[0]
    return name[:1].upper() + name[1:]


@cache
def _compile_finder(forms: tuple[str, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return a regular expression for the terms of a language, and the term of each form."""
    terms = {
        form: id for id, text in zip(TERMS, forms, strict=True) for form in text.lower().split("|")
    }
    longest_first = sorted(terms, key=len, reverse=True)
    inside = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{inside})(?!\w)", re.IGNORECASE), terms
