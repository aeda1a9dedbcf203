"""The field of the search in the dialog of the rules, and what it finds."""

from __future__ import annotations

from collections.abc import Mapping

from pyscript import document

from tashkalar.features.rules_search.rule_questions import questions
from tashkalar.features.rules_search.rules_search import search_rules
from tashkalar.position.move import Message
from tashkalar.web.app import App
from tashkalar.web.browser.dialogs import open_dialog
from tashkalar.web.browser.dom import by_id, clone_template
from tashkalar.web.browser.listeners import listen
from tashkalar.web.features import Feature
from tashkalar.web.screens.reference import ReferenceDialogs, RulesSearch

_LONGEST_QUERY = 60  # characters, as of the field


class RulesSearchDoor(Feature):
    """Lets a person search in the dialog of the rules."""

    def __init__(self, app: App) -> None:
        self._app = app

    def connect(self) -> None:
        """Give the dialog its search."""
        reference = self._app.reference_dialogs
        reference.rules_search = search = FieldSearch(reference, self._app)
        listen(by_id("rules-query"), "input", lambda _: search.search())

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Open the rules at what the query of the address finds, as a plain page asks for it."""
        self._app.show_start_screen()
        reference = self._app.reference_dialogs
        reference.open_rules()
        open_dialog(by_id("dlg-rules"))
        by_id("rules-query").value = parameters[name][:_LONGEST_QUERY]
        reference.rules_search.show()


class FieldSearch(RulesSearch):
    """Searches for what a person has written into the field."""

    def __init__(self, reference: ReferenceDialogs, app: App) -> None:
        self._reference, self._words = reference, app.words

    @property
    def is_shown(self) -> bool:
        """Return whether the open dialog shows what a search has found."""
        return bool(by_id("dlg-rules").open and self._query().strip())

    def show(self) -> bool:
        """Show the paragraphs of the rules, and the cards, that match the query."""
        query = self._query()
        if not query.strip():
            return False
        result = search_rules(query, self._words)
        rules = by_id("rules")
        rules.replaceChildren()
        for section in result.sections:
            self._reference.append_section(rules, section, with_diagrams=False)
        by_id("rules-nav").toggleAttribute("hidden", True)
        by_id("rules-number").textContent = self._words.plural_text(
            "rule.found", result.paragraph_count
        )
        self._show_cards(result.cards)
        return True

    def search(self) -> None:
        """Show what the query finds, and without a query all rules."""
        if not self.show():
            self._reference.write_rules()

    def clear(self) -> None:
        """Empty the field, and let it offer the questions that people ask."""
        by_id("rules-query").value = by_id("rules-number").textContent = ""
        by_id("rules-cards").replaceChildren()
        self._offer_questions()

    def _query(self) -> str:
        return str(by_id("rules-query").value)

    def _offer_questions(self) -> None:
        query = by_id("rules-query")
        offered = document.createElement("datalist")
        offered.id = "rules-questions"
        for question in questions(self._words):
            option = document.createElement("option")
            option.value = question.text
            offered.appendChild(option)
        if before := query.parentElement.querySelector("datalist"):
            before.remove()
        query.parentElement.appendChild(offered)
        query.setAttribute("list", offered.id)

    def _show_cards(self, found: tuple[tuple[str, Message], ...]) -> None:
        """Show a button for each card that the search has found."""
        place = by_id("rules-cards")
        place.replaceChildren()
        if not found:
            return
        heading = document.createElement("h3")
        heading.textContent = self._words.plural_text("gallery.number", len(found))
        buttons = document.createElement("ul")
        buttons.className = "found-cards"
        for id, name in found:
            item = clone_template("tpl-rules-card")
            item.firstElementChild.setAttribute("data-detail", id)
            item.firstElementChild.textContent = self._words.translate(name)
            buttons.appendChild(item)
        place.append(heading, buttons)


make_feature = RulesSearchDoor
