"""The words of the game where they stand in a text, and what each of them means.

The catalogues hold, for each term, the forms in which their texts use it (``term.<id>``, with bars
in between, the first one as its name). What it means is a paragraph of the rules: nothing is said
twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tashkalar.ui.reference import rulebook
from tashkalar.ui.text.catalogue import Catalogue


class Term(NamedTuple):
    """Where a term is explained, ``<section>.<n>`` of the rules, and the term to look at next."""

    paragraph: str
    related_term: str


TERMS: Mapping[str, Term] = {
    "standard-move": Term("moves.2", "combat-move"),
    "combat-move": Term("moves.2", "standard-leap"),
    "standard-leap": Term("moves.3", "combat-leap"),
    "combat-leap": Term("moves.3", "standard-move"),
    "adjacent": Term("words.1", "distance"),
    "distance": Term("words.2", "direction"),
    "direction": Term("words.3", "marked"),
    "marked": Term("words.4", "pattern"),
    "pattern": Term("words.19", "summoning-square"),
    "summoning-square": Term("words.20", "pattern"),
    "upgraded": Term("words.5", "upgrade"),
    "upgrade": Term("words.14", "downgrade"),
    "downgrade": Term("words.15", "upgrade"),
    "non-legendary": Term("words.6", "upgraded"),
    "connected": Term("words.7", "adjacent"),
    "convert": Term("words.12", "swap"),
    "swap": Term("words.13", "convert"),
    "supply": Term("words.8", "removed"),
    "gain-action": Term("words.16", "extra-card"),
    "extra-card": Term("words.17", "gain-action"),
    "improvised": Term("melee.7", "pattern"),
    "removed": Term("everfrost.5", "supply"),
    "frozen": Term("everfrost.1", "removed"),
    "gateway": Term("nethervoid.1", "upgraded"),
    "warp": Term("etherweave.1", "pending"),
    "pending": Term("etherweave.2", "linked"),
    "linked": Term("etherweave.4", "warp"),
}


class Span(NamedTuple):
    """A piece of a text; `term` is the id of the term that it is, if it is one."""

    text: str
    term: str | None = None


class TermExplanation(NamedTuple):
    """What is told of a term, in the language of the person."""

    name: str
    text: str
    section: str  # the section of the rules
    rule_numbers: tuple[str, ...]
    related_term: str
    related_name: str


def split_terms(text: str, words: Catalogue, known: set[str] | None = None) -> tuple[Span, ...]:
    """A text in pieces, so that each term is one of its own where it stands for the first time.

    Of two forms that begin at one place the longer counts, and none is found inside another word.
    Joined, the pieces are the text. Terms that are `known` are left alone, and those that are found
    become known: texts that are read together share a set.
    """
    pattern, terms = _compile_finder(tuple(words.text(f"term.{id}") for id in TERMS))
    found: list[Span] = []
    seen = set() if known is None else known
    end = 0
    for match in pattern.finditer(text):
        term = terms[match[0].lower()]
        if term in seen:
            continue
        seen.add(term)
        if match.start() > end:
            found.append(Span(text[end : match.start()]))
        found.append(Span(match[0], term))
        end = match.end()
    if end < len(text):
        found.append(Span(text[end:]))
    return tuple(found)


def explain_term(id: str, words: Catalogue) -> TermExplanation:
    """What a term means; KeyError for one that is not in `TERM_DIAGRAMS`."""
    term = TERMS[id]
    chapter, _, number = term.paragraph.partition(".")
    paragraphs = next(s.paragraphs for s in rulebook.sections(words) if s.name == chapter)
    paragraph = paragraphs[int(number) - 1]
    name = term_name(id, words)
    beside = term_name(term.related_term, words)
    return TermExplanation(
        name, paragraph.text, chapter, paragraph.rule_numbers, term.related_term, beside
    )


def term_name(id: str, words: Catalogue) -> str:
    """The name of a term, as a heading."""
    name = words.text(f"term.{id}").partition("|")[0]
    return name[:1].upper() + name[1:]


@cache
def _compile_finder(forms: tuple[str, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What finds the terms of a language, and which term each form belongs to."""
    terms = {
        form: id for id, text in zip(TERMS, forms, strict=True) for form in text.lower().split("|")
    }
    longest_first = sorted(terms, key=len, reverse=True)
    inside = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<!\w)(?:{inside})(?!\w)", re.IGNORECASE), terms
