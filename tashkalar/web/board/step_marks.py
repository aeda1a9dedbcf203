"""A row of marks, one for each step of a lesson or course."""

from __future__ import annotations

from pyscript import document

from tashkalar.web.browser.dom import DomNode


def show_progress_marks(place: DomNode, marks: tuple[str, ...], words: str) -> None:
    """Show one diamond per mark; `words` is the label for screen readers."""
    place.replaceChildren()
    for mark in marks:
        diamond = document.createElement("i")
        diamond.setAttribute("data-state", mark)
        place.appendChild(diamond)
    if words:
        place.setAttribute("aria-label", words)
