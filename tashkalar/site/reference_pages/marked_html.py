"""Texts as HTML, with links from the terms of the game to the rules that explain them."""

from __future__ import annotations

from html import escape

from tashkalar.site.paths import RULES_FOLDER
from tashkalar.ui.reference.glossary import TERMS, split_terms
from tashkalar.ui.text.catalogue import Catalogue


def marked_html(text: str, words: Catalogue, known: set[str]) -> str:
    """Return a text with a link on the first occurrence of each term.

    `known` are the terms that earlier texts have marked: see `glossary.split_terms`.
    """
    return "".join(
        escape(span.text, quote=False)
        if span.term is None
        else f'<a class="term" href="{_term_url(span.term, words.language)}">'
        f"{escape(span.text, quote=False)}</a>"
        for span in split_terms(text, words, known)
    )


def paragraph_id(number: int) -> str:
    """Return the id of a section's paragraph, counted from 1."""
    return f"p{number}"


def _term_url(term: str, language: str) -> str:
    section, _, number = TERMS[term].paragraph.partition(".")
    return f"../../{RULES_FOLDER}/{language}/{section}.html#{paragraph_id(int(number))}"
