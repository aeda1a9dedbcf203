"""What can be looked up: the rules, the gallery of all cards, one card large."""

from __future__ import annotations

from pyscript import document

from tashkalar import cards
from tashkalar.ui import rulebook
from tashkalar.ui.faces import deck_faces, decks
from tashkalar.ui.i18n import Catalogue
from tashkalar.web.background import background
from tashkalar.web.cards import CardList, fill_card_dialog
from tashkalar.web.dom import Node, by_id, clone
from tashkalar.web.pack_dialogs import Packs
from tashkalar.web.table import Table


class Reference:
    """Fills the reference dialogs."""

    def __init__(self, words: Catalogue, packs: Packs, table: Table) -> None:
        self._words = words
        self._packs = packs
        self._table = table
        self._cards = CardList(by_id("gallery-list"))
        self._deck = by_id("gallery-deck")
        self._language = ""

    def show_rules(self) -> None:
        """Write the rules into their dialog, with a list of links to their sections."""
        place, contents = by_id("rules"), by_id("rules-list")
        place.replaceChildren()
        contents.replaceChildren()
        for section in rulebook.sections(self._words):
            heading = document.createElement("h3")
            heading.textContent = section.title
            heading.id = f"rule-{section.name}"
            heading.tabIndex = -1  # a jump takes the focus along
            place.appendChild(heading)
            item = clone("tpl-rules-link")
            link = item.firstElementChild
            link.textContent = heading.textContent
            link.setAttribute("href", f"#{heading.id}")
            link.setAttribute("data-jump", heading.id)
            contents.appendChild(item)
            for paragraph in section.paragraphs:
                place.appendChild(_paragraph(paragraph))

    def show_rule(self, number: str) -> None:
        """Open the rules at the paragraph that sums up this one (``"7.20"``)."""
        self.show_rules()
        dialog = by_id("dlg-rules")
        if not dialog.open:
            dialog.showModal()
        paragraph = by_id("rules").querySelector(f'[data-rule~="{number}"]')
        paragraph.tabIndex = -1  # reading goes on from there
        paragraph.focus()
        paragraph.scrollIntoView()

    def show_gallery(self) -> None:
        """Show the deck that is chosen, the first one at first; packs come when they are there."""
        self._fill_gallery()
        offered = " ".join(self._packs.offered)
        if self._packs.lacking(offered):
            background(self._fill_gallery_with_packs(offered))

    async def _fill_gallery_with_packs(self, offered: str) -> None:
        await self._packs.prepare(offered)
        self._fill_gallery()

    def _fill_gallery(self) -> None:
        words = self._words
        offered = decks()
        chosen = str(self._deck.value) or offered[0][0]
        self._deck.replaceChildren()
        for deck, name in offered:
            option = document.createElement("option")
            option.value = deck
            option.textContent = words.message(name)
            self._deck.appendChild(option)
        self._deck.value = chosen
        afresh = self._language != words.language
        self._language = words.language
        self._cards.show(deck_faces(chosen), words, afresh=afresh)

    def show_card(self, id: str) -> None:
        """Open a card large."""
        fill_card_dialog(id, self._table.school or next(iter(cards.SCHOOLS)), self._words)
        dialog = by_id("dlg-card")
        if not dialog.open:
            dialog.showModal()


def _paragraph(paragraph: rulebook.Paragraph) -> Node:
    """A paragraph of the rules, its numbers quietly behind it."""
    node = document.createElement("p")
    node.textContent = paragraph.text
    if paragraph.numbers:
        node.setAttribute("data-rule", " ".join(paragraph.numbers))
        numbers = document.createElement("small")
        numbers.className = "rule-numbers"
        numbers.textContent = " ".join(paragraph.numbers)
        node.append(" ", numbers)
    return node
