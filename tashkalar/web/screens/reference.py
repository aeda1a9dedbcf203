"""The reference: the rules, the gallery of all cards, single cards, and terms."""

from __future__ import annotations

from pyscript import document, window

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.position.board import RANKS
from tashkalar.position.move import Message
from tashkalar.ui.reference import gallery, glossary, rulebook, term_diagrams
from tashkalar.ui.reference.card_views import card_neighbors
from tashkalar.ui.screen.players import all_played_cards
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import CardList, PrintedTaskList, fill_card_dialog
from tashkalar.web.board.marked_text import write_marked_text
from tashkalar.web.board.term_diagrams import draw_diagram
from tashkalar.web.browser.dialogs import jump_to_heading, open_dialog
from tashkalar.web.browser.dom import DomNode, by_id, clone_template
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.table import Table
from tashkalar.web.screens.reference_url import ReferenceUrl

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


class RulesSearch:
    """The search in the rules, for a feature to replace: this one has no field."""

    @property
    def is_shown(self) -> bool:
        """Return whether the open dialog shows what a search has found."""
        return False

    def show(self) -> bool:
        """Show what the search finds instead of all rules; return False if nothing is asked."""
        return False

    def clear(self) -> None:
        """Remove the query, and all that belongs to it: all rules are shown."""


class ReferenceDialogs:
    """Fills the reference dialogs."""

    def __init__(self, words: Catalogue, packs: PackRoom, table: Table) -> None:
        self._words = words
        self._packs = packs
        self._table = table
        self._cards = CardList(by_id("gallery-list"))
        self._tasks = PrintedTaskList(by_id("gallery-tasks"), words)
        self._glossary = GlossaryPopover(words)
        self._deck_select, self._rank_select = by_id("gallery-deck"), by_id("gallery-rank")
        self._term_select, self._query_input = by_id("gallery-term"), by_id("gallery-query")
        self._reference_url = ReferenceUrl()
        self.rules_search = RulesSearch()
        self._language = ""
        self._session_of_deck: object = None  # the game whose schools were shown last

    def open_rules(self) -> None:
        """Fill the dialog of the rules when it opens."""
        self.write_rules()
        self._reference_url.write("#rules")

    def jump_to_chapter(self, link: DomNode) -> None:
        """Jump to the section that a link in the rules leads to."""
        jump_to_heading(link.dataset.jump)
        if str(link.getAttribute("href")).startswith("#rules/"):
            self._reference_url.write(str(link.getAttribute("href")))

    def write_rules(self) -> None:
        """Write all rules into their dialog, with a list of links to their sections."""
        rules, contents = by_id("rules"), by_id("rules-list")
        rules.replaceChildren()
        contents.replaceChildren()
        by_id("rules-nav").removeAttribute("hidden")
        self.rules_search.clear()
        for section in rulebook.sections(self._words):
            heading = self.append_section(rules, section, with_diagrams=True)
            item = clone_template("tpl-rules-link")
            link = item.firstElementChild
            link.textContent = heading.textContent
            link.setAttribute("href", f"#rules/{section.name}")
            link.setAttribute("data-jump", heading.id)
            contents.appendChild(item)

    def append_section(
        self, place: DomNode, section: rulebook.Section, *, with_diagrams: bool
    ) -> DomNode:
        """Append a section of the rules, and return its heading."""
        heading = document.createElement("h3")
        heading.textContent = section.title
        if with_diagrams:  # the hits of a search may have several paragraphs of one section
            heading.id = f"rule-{section.name}"
            heading.tabIndex = -1  # so that a jump can move the focus
        place.appendChild(heading)
        if with_diagrams:
            diagrams = clone_template("tpl-scenes")
            draw_diagram(
                diagrams,
                term_diagrams.SECTION_DIAGRAMS[section.name],
                self._diagram_schools(),
                self._words,
                section.name,
            )
            place.appendChild(diagrams)
        known_terms: set[str] = set()
        for paragraph in section.paragraphs:
            place.appendChild(self._create_paragraph(paragraph, known_terms))
        return heading

    def show_rule(self, number: str) -> None:
        """Open the rules at the paragraph that sums up a rule (``"7.20"``)."""
        self.write_rules()
        open_dialog(by_id("dlg-rules"))
        self._reference_url.write(f"#rules/{rulebook.section_of_rule(number)}")
        paragraph = by_id("rules").querySelector(f'[data-rule~="{number}"]')
        paragraph.tabIndex = -1  # so that reading continues from there
        paragraph.focus()
        paragraph.scrollIntoView()

    def show_gallery(self) -> None:
        """Show the chosen deck, at first the schools in play; cards of packs follow when they run.

        Without a game the first deck is shown.
        """
        session = self._table.session
        is_another_game = session is not None and session is not self._session_of_deck
        self._session_of_deck = session or self._session_of_deck
        self._fill_gallery(gallery.DECK_IN_PLAY if is_another_game else "")
        offered = " ".join(self._packs.offered_schools)
        if self._packs.needs_packs(offered):
            start_task(self._fill_gallery_with_packs(offered))

    def search_gallery(self) -> None:
        """Show the cards that match the query, in all decks."""
        if str(self._query_input.value).strip():
            self._deck_select.value = gallery.ALL_DECKS
        self._fill_gallery()

    async def _fill_gallery_with_packs(self, offered: str) -> None:
        await self._packs.prepare_packs(offered)
        self._fill_gallery()

    def _fill_gallery(self, deck: str = "") -> None:
        """Show the cards of a deck, of the chosen one if it is empty."""
        words, session = self._words, self._table.session
        decks = gallery.decks(self._table.schools)
        deck = deck or str(self._deck_select.value)
        if deck not in dict(decks):
            deck = decks[0][0]
        ranks = ("", Message("gallery.ranks")), *((r, Message(f"rank.{r}")) for r in RANKS)
        self._fill_select(self._deck_select, decks, deck)
        self._fill_select(self._rank_select, ranks, str(self._rank_select.value))
        self._fill_select(
            self._term_select, gallery.term_choices(words), str(self._term_select.value)
        )
        query = gallery.CardQuery(
            deck,
            str(self._rank_select.value),
            str(self._query_input.value),
            str(self._term_select.value),
            self._table.schools,
            all_played_cards(session) if session else frozenset(),
        )
        result = gallery.search_cards(query, words)
        is_new_language = self._language != words.language
        self._language = words.language
        self._cards.show(result.cards, words, rewrite_all=is_new_language)
        self._tasks.show(result.tasks, rewrite_all=is_new_language)
        number = len(result.cards) + len(result.tasks)
        by_id("gallery-number").textContent = words.plural_text("gallery.number", number)

    def _fill_select(
        self, place: DomNode, offered: tuple[tuple[str, Message | str], ...], chosen: str
    ) -> None:
        """Fill a select element with options."""
        place.replaceChildren()
        for value, name in offered:
            option = document.createElement("option")
            option.value = value
            option.textContent = self._words.translate(name)
            place.appendChild(option)
        place.value = chosen

    def show_card(self, id: str) -> None:
        """Open the dialog of a card."""
        self._fill_card(id)
        by_id("card-link").setAttribute("href", f"#card/{id}")
        open_dialog(by_id("dlg-card"))
        self._reference_url.write(f"#card/{id}")

    def _fill_card(self, id: str) -> None:
        fill_card_dialog(id, self._diagram_schools()[0], self._words)
        page = by_id("card-page")
        page.setAttribute("href", f"./cards/{self._words.language}/{id}.html")
        is_left_out = not document.querySelector("a[data-plain-page]")  # the site has no such pages
        page.toggleAttribute("hidden", is_left_out or packs.pack_of(id) is not None)
        for button, neighbor in zip(("card-before", "card-after"), card_neighbors(id), strict=True):
            self._show_neighbor(by_id(button), neighbor)

    def _show_neighbor(self, button: DomNode, id: str) -> None:
        """Let a button lead to another card, or hide it without one."""
        button.toggleAttribute("hidden", not id)
        button.setAttribute("data-detail", id)
        name = self._words.text(cards.get(id).name_id) if id else ""
        button.querySelector("span").textContent = name
        button.setAttribute("aria-label", self._words.text("card.more", card=name))

    def on_language_changed(self) -> None:
        """Rewrite the open dialogs in the new language."""
        if by_id("dlg-rules").open and not self.rules_search.show():
            self.write_rules()
        if by_id("dlg-gallery").open:
            self._fill_gallery()
        card = by_id("card-link").getAttribute("href")
        if card and by_id("dlg-card").open:
            self._fill_card(str(card).partition("/")[2])
        self.close_term()

    def explain_term(self, term: str, beside: DomNode) -> None:
        """Explain a term beside its link."""
        self._glossary.show(term, beside, self._diagram_schools())

    def close_term(self) -> None:
        """Hide the explanation of a term."""
        self._glossary.close()

    def open_from_url(self, *, closes_others: bool = True) -> None:
        """Open the section or card that the fragment of the address names.

        When the page starts, a dialog that is open already was opened by the person and stays.
        """
        kind, name = self._reference_url.requested()
        if closes_others:
            self._reference_url.close_others(kind)
        if kind == "card":
            self.show_card(name)
        elif kind == "rules" and not name and self.rules_search.is_shown:
            return  # a card that the search had found has been closed
        elif kind == "rules":
            self.write_rules()
            open_dialog(by_id("dlg-rules"))
            jump_to_heading(f"rule-{name}" if name else "rules-contents")

    def _diagram_schools(self) -> tuple[str, str]:
        """Return the school of the player on turn and another one, for the diagrams' stones."""
        schools = self._table.schools or tuple(cards.SCHOOLS)
        own_school = self._table.active_school or schools[0]
        return own_school, next(
            school for school in (*schools, *cards.SCHOOLS) if school != own_school
        )

    def _create_paragraph(self, paragraph: rulebook.Paragraph, known: set[str]) -> DomNode:
        """Return a paragraph of the rules with its new terms marked and its rule numbers."""
        node = document.createElement("p")
        write_marked_text(node, paragraph.text, self._words, known)
        if paragraph.rule_numbers:
            node.setAttribute("data-rule", " ".join(paragraph.rule_numbers))
            numbers = document.createElement("small")
            numbers.className = "rule-numbers"
            numbers.textContent = " ".join(paragraph.rule_numbers)
            node.append(" ", numbers)
        return node
