"""The small box that explains a word of the game, beside where it stands."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.reference import glossary, term_diagrams
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.term_diagrams import draw_diagram
from tashkalar.web.browser.dom import DomNode, by_id

_GAP_PX = 8  # pixels between the word and what is told of it


class GlossaryPopover:
    """The small box that explains a term."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._box = by_id("term")

    def show(self, id: str, beside: DomNode, schools: tuple[str, str]) -> None:
        """Explain a term next to the word that was chosen; `has_all_schools` lend their stones."""
        told = glossary.explain_term(id, self._words)
        by_id("term-name").textContent = told.name
        by_id("term-text").textContent = told.text
        draw_diagram(by_id("term-scenes"), term_diagrams.TERM_DIAGRAMS[id], schools, self._words)
        chapter, other = by_id("term-chapter"), by_id("term-beside")
        chapter.setAttribute("href", f"#rules/{told.section}")
        chapter.setAttribute("data-looks-up", told.rule_numbers[0])
        chapter.textContent = self._words.text(f"rules.{told.section}.title")
        other.setAttribute("data-term", told.related_term)
        other.textContent = told.related_name
        # From one term to the next the box stays where it is.
        if not self._box.matches(":popover-open"):
            # What lies outside of an open dialog cannot be reached.
            (beside.closest("dialog") or document.body).append(self._box)
            self._box.showPopover()
            self._position_box(beside)
        by_id("term-name").focus()

    def close(self) -> None:
        """Hide the box."""
        if self._box.matches(":popover-open"):
            self._box.hidePopover()

    def _position_box(self, beside: DomNode) -> None:
        """Under the word, or above it, wholly in the window."""
        at, box = beside.getBoundingClientRect(), self._box.getBoundingClientRect()
        width, height = window.innerWidth, window.innerHeight
        below = at.bottom + _GAP_PX
        top = below if below + box.height <= height else at.top - _GAP_PX - box.height
        left = min(at.left, width - box.width - _GAP_PX)
        self._box.style.setProperty("top", f"{max(_GAP_PX, top):.0f}px")
        self._box.style.setProperty("left", f"{max(_GAP_PX, left):.0f}px")
