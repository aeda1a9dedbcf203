"""Texts about failures, in the reader's language, with technical text behind *Details*."""

from __future__ import annotations

from collections.abc import Sequence

from pyscript import document

from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import technical_detail
from tashkalar.web.browser.dom import DomNode


def write_faults(place: DomNode, faults: Sequence[Message], words: Catalogue) -> None:
    """Write messages into a paragraph, and below them the English details that they have."""
    place.textContent = words.join(map(words.translate, faults), "space")
    found = (technical_detail(fault) for fault in faults)
    details = "\n".join(words.translate(detail) for detail in found if detail)
    if details:
        place.appendChild(_create_details(details, words.text("page.error.details")))


def _create_details(text: str, heading: str) -> DomNode:
    """Return closed details: a heading to press, and a text in English."""
    details, summary, shown = (
        document.createElement(tag) for tag in ("details", "summary", "samp")
    )
    details.className, summary.textContent, shown.textContent = "fault-details", heading, text
    shown.lang = "en"
    details.append(summary, shown)
    return details
