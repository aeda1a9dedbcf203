"""Marks in a row, one for each step of a way."""

from __future__ import annotations

from pyscript import document

from tashkalar.web.browser.dom import DomNode


def show_progress_marks(place: DomNode, marks: tuple[str, ...], words: str) -> None:
    """One diamond a mark; the words are for those who do not see them."""
    place.replaceChildren()
    for mark in marks:
        diamond = document.createElement("i")
        diamond.setAttribute("data-state", mark)
        place.appendChild(diamond)
    if words:
        place.setAttribute("aria-label", words)
