"""What can be looked up: the rules, the gallery of all cards, one card large."""

from __future__ import annotations

from pyscript import document

from tashkalar import cards
from tashkalar.position.board import RANKS
from tashkalar.position.move import Message
from tashkalar.ui.reference import gallery, rulebook, term_diagrams
from tashkalar.ui.reference.gallery import PrintedTask
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import CardList, fill_card_dialog
from tashkalar.web.board.marked_text import write_marked_text
from tashkalar.web.board.term_diagrams import draw_diagram
from tashkalar.web.browser.dialogs import jump_to_heading
from tashkalar.web.browser.dom import ClonedTemplate, DomNode, KeyedList, by_id, clone_template
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.table import Table
from tashkalar.web.screens.glossary import GlossaryPopover
from tashkalar.web.screens.pack_dialogs import PackDialogs
from tashkalar.web.screens.reference_url import ReferenceUrl


class ReferenceDialogs:
    """Fills the reference dialogs."""

    def __init__(self, words: Catalogue, packs: PackDialogs, table: Table) -> None:
        self._words = words
        self._packs = packs
        self._table = table
        self._cards = CardList(by_id("gallery-list"))
        self._tasks: KeyedList[PrintedTask] = KeyedList(
            by_id("gallery-tasks"),
            lambda _: clone_template("tpl-gallery-task"),
            self._update_task,
            key=lambda face: face.id,
        )
        self._glossary = GlossaryPopover(words)
        self._deck_select, self._rank_select = by_id("gallery-deck"), by_id("gallery-rank")
        self._term_select, self._query_input = by_id("gallery-term"), by_id("gallery-query")
        self._reference_url = ReferenceUrl()
        self._language = ""

    def open_rules(self) -> None:
        """The dialog of the rules opens."""
        self._write_rules()
        self._reference_url.write("#rules")

    def jump_to_chapter(self, link: DomNode) -> None:
        """To the chapter that a link in the rules leads to."""
        jump_to_heading(link.dataset.jump)
        if str(link.getAttribute("href")).startswith("#rules/"):
            self._reference_url.write(str(link.getAttribute("href")))

    def _write_rules(self) -> None:
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
            item = clone_template("tpl-rules-link")
            link = item.firstElementChild
            link.textContent = heading.textContent
            link.setAttribute("href", f"#rules/{section.name}")
            link.setAttribute("data-jump", heading.id)
            contents.appendChild(item)
            picture = clone_template("tpl-scenes")
            draw_diagram(
                picture,
                term_diagrams.SECTION_DIAGRAMS[section.name],
                self._diagram_schools(),
                self._words,
            )
            place.appendChild(picture)
            known: set[str] = set()
            for paragraph in section.paragraphs:
                place.appendChild(self._create_paragraph(paragraph, known))

    def show_rule(self, number: str) -> None:
        """Open the rules at the paragraph that sums up this one (``"7.20"``)."""
        self._write_rules()
        dialog = by_id("dlg-rules")
        if not dialog.open:
            dialog.showModal()
        self._reference_url.write(f"#rules/{rulebook.section_of_rule(number)}")
        paragraph = by_id("rules").querySelector(f'[data-rule~="{number}"]')
        paragraph.tabIndex = -1  # reading goes on from there
        paragraph.focus()
        paragraph.scrollIntoView()

    def show_gallery(self) -> None:
        """Show the deck that is chosen, the first one at first; packs come when they are there."""
        self._fill_gallery()
        offered = " ".join(self._packs.offered_schools)
        if self._packs.needs_packs(offered):
            start_task(self._fill_gallery_with_packs(offered))

    def search_gallery(self) -> None:
        """Show what fits to what was typed, in whatever deck it lies."""
        if str(self._query_input.value).strip():
            self._deck_select.value = gallery.ALL_DECKS
        self._fill_gallery()

    async def _fill_gallery_with_packs(self, offered: str) -> None:
        await self._packs.prepare_packs(offered)
        self._fill_gallery()

    def _fill_gallery(self) -> None:
        words = self._words
        offered = gallery.decks()
        chosen = str(self._deck_select.value) or offered[0][0]
        ranks = ("", Message("gallery.ranks")), *((r, Message(f"rank.{r}")) for r in RANKS)
        self._fill_select(self._deck_select, offered, chosen)
        self._fill_select(self._rank_select, ranks, str(self._rank_select.value))
        self._fill_select(
            self._term_select, gallery.term_choices(words), str(self._term_select.value)
        )
        wanted = gallery.CardQuery(
            chosen,
            str(self._rank_select.value),
            str(self._query_input.value),
            str(self._term_select.value),
        )
        shown = gallery.search_cards(wanted, words)
        afresh = self._language != words.language
        self._language = words.language
        self._cards.show(shown.cards, words, rewrite_all=afresh)
        self._tasks.show(shown.tasks, rewrite_all=afresh)
        number = len(shown.cards) + len(shown.tasks)
        by_id("gallery-number").textContent = words.plural_text("gallery.number", number)

    def _fill_select(
        self, place: DomNode, offered: tuple[tuple[str, Message | str], ...], chosen: str
    ) -> None:
        """Fill a list to choose from."""
        place.replaceChildren()
        for value, name in offered:
            option = document.createElement("option")
            option.value = value
            option.textContent = self._words.translate(name)
            place.appendChild(option)
        place.value = chosen

    def _update_task(self, parts: ClonedTemplate, face: PrintedTask) -> None:
        parts.root.set_attribute("data-task", face.id)
        parts.set_text("points", str(face.points))
        parts.set_text("name", self._words.translate(face.name))
        parts.set_text("text", self._words.translate(face.text))

    def show_card(self, id: str) -> None:
        """Open a card large."""
        fill_card_dialog(id, self._diagram_schools()[0], self._words)
        by_id("card-link").setAttribute("href", f"#card/{id}")
        dialog = by_id("dlg-card")
        if not dialog.open:
            dialog.showModal()
        self._reference_url.write(f"#card/{id}")

    def on_language_changed(self) -> None:
        """Write what is open in the language that is spoken from now on."""
        if by_id("dlg-rules").open:
            self._write_rules()
        if by_id("dlg-gallery").open:
            self._fill_gallery()
        card = by_id("card-link").getAttribute("href")
        if card and by_id("dlg-card").open:
            fill_card_dialog(str(card).partition("/")[2], self._diagram_schools()[0], self._words)
        self.close_term()

    def explain_term(self, term: str, beside: DomNode) -> None:
        """Tell what a word of the game means, next to it."""
        self._glossary.show(term, beside, self._diagram_schools())

    def close_term(self) -> None:
        """Put away what was told of a word."""
        self._glossary.close()

    def open_from_url(self) -> None:
        """Open what the address names behind its ``#``: a chapter of the rules, or a card."""
        what, name = self._reference_url.sync_dialogs()
        if what == "card":
            self.show_card(name)
        elif what == "rules":
            self._write_rules()
            if not by_id("dlg-rules").open:
                by_id("dlg-rules").showModal()
            jump_to_heading(f"rule-{name}" if name else "rules-contents")

    def _diagram_schools(self) -> tuple[str, str]:
        """The school of the person on turn and another one, for their stones."""
        here = self._table.schools or tuple(cards.SCHOOLS)
        own = self._table.active_school or here[0]
        return own, next(school for school in (*here, *cards.SCHOOLS) if school != own)

    def _create_paragraph(self, paragraph: rulebook.Paragraph, known: set[str]) -> DomNode:
        """A paragraph of the rules, its new terms marked, its numbers quietly behind it."""
        node = document.createElement("p")
        write_marked_text(node, paragraph.text, self._words, known)
        if paragraph.rule_numbers:
            node.setAttribute("data-rule", " ".join(paragraph.rule_numbers))
            numbers = document.createElement("small")
            numbers.className = "rule-numbers"
            numbers.textContent = " ".join(paragraph.rule_numbers)
            node.append(" ", numbers)
        return node
