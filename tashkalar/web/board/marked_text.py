"""Texts with the terms of the game marked."""

from __future__ import annotations

from pyscript import document

from tashkalar.ui.reference import glossary
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode


def write_marked_text(
    node: DomNode, text: str, words: Catalogue, known: set[str] | None = None
) -> None:
    """Write a text into a node, each term as a link to the section that explains it.

    `known` are the terms that earlier texts have marked: see `glossary.split_terms`.
    """
    node.replaceChildren(*(_create_span(span) for span in glossary.split_terms(text, words, known)))


class MarkedText:
    """A node whose text, with its terms marked, is written only when it changes."""

    def __init__(self, node: DomNode) -> None:
        self._node = node
        self._shown = ("", "")

    def show(self, text: str, words: Catalogue) -> None:
        """Write the text in the catalogue's language."""
        if self._shown != (text, words.language):
            self._shown = (text, words.language)
            write_marked_text(self._node, text, words)


def _create_span(span: glossary.Span) -> DomNode | str:
    if span.term is None:
        return span.text
    link = document.createElement("a")
    link.className = "term"
    chapter = glossary.TERMS[span.term].paragraph.partition(".")[0]
    link.setAttribute("href", f"#rules/{chapter}")
    link.setAttribute("data-term", span.term)
    link.setAttribute("aria-haspopup", "dialog")
    link.textContent = span.text
    return link
