"""The popover that explains a term beside its link."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.reference import glossary, term_diagrams
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.term_diagrams import draw_diagram
from tashkalar.web.browser.dom import DomNode, by_id

_GAP_PX = 8  # between the link and the popover


class GlossaryPopover:
    """The popover that explains a term."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._box = by_id("term")

    def show(self, id: str, beside: DomNode, schools: tuple[str, str]) -> None:
        """Explain a term beside its link.

        `schools` are those of the own and the enemy's stones in the diagrams.
        """
        explanation = glossary.explain_term(id, self._words)
        by_id("term-name").textContent = explanation.name
        by_id("term-text").textContent = explanation.text
        draw_diagram(by_id("term-scenes"), term_diagrams.TERM_DIAGRAMS[id], schools, self._words)
        section_link, related_link = by_id("term-chapter"), by_id("term-beside")
        section_link.setAttribute("href", f"#rules/{explanation.section}")
        section_link.setAttribute("data-looks-up", explanation.rule_numbers[0])
        section_link.textContent = self._words.text(f"rules.{explanation.section}.title")
        related_link.setAttribute("data-term", explanation.related_term)
        related_link.textContent = explanation.related_name
        # The popover stays in place when one term leads to the next.
        if not self._box.matches(":popover-open"):
            # Nodes outside of an open dialog cannot be reached.
            (beside.closest("dialog") or document.body).append(self._box)
            self._box.showPopover()
            self._position_box(beside)
        by_id("term-name").focus()

    def close(self) -> None:
        """Hide the popover."""
        if self._box.matches(":popover-open"):
            self._box.hidePopover()

    def _position_box(self, beside: DomNode) -> None:
        """Place the popover below the link, or above it, wholly in the window."""
        link_box, box = beside.getBoundingClientRect(), self._box.getBoundingClientRect()
        width, height = window.innerWidth, window.innerHeight
        below = link_box.bottom + _GAP_PX
        top = below if below + box.height <= height else link_box.top - _GAP_PX - box.height
        left = min(link_box.left, width - box.width - _GAP_PX)
        self._box.style.setProperty("top", f"{max(_GAP_PX, top):.0f}px")
        self._box.style.setProperty("left", f"{max(_GAP_PX, left):.0f}px")
