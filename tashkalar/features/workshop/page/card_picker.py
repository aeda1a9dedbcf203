"""The dialog in which a person chooses the cards of a hand, or the tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.position.move import Message
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import card_text, draw_being, draw_pattern
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import ClonedTemplate, DomNode, KeyedList, by_id, clone_template
from tashkalar.web.browser.listeners import PageEvent, listen


class CardChoice(NamedTuple):
    """A choice of cards: from which ones, how many at most, and who is told."""

    title: Message
    ids: tuple[str, ...]
    chosen: tuple[str, ...]
    most: int
    school: str
    on_chosen: Callable[[Sequence[str]], None]


class CardPicker:
    """Shows the cards as pictures; a press takes a card or puts it back."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._choice = CardChoice(Message("workshop.tasks"), (), (), 0, "", lambda ids: None)
        self._list: KeyedList[tuple[str, str, bool]] = KeyedList(
            by_id("workshop-picks"), self._create, self._update, key=lambda pick: pick[:2]
        )
        listen(by_id("workshop-picks"), "click", self._on_click)

    def open(self, choice: CardChoice) -> None:
        """Open the dialog."""
        self._choice = choice
        by_id("workshop-cards-title").textContent = self._words.translate(choice.title)
        self._show(rewrite_all=True)
        dialogs.open_dialog(by_id("dlg-workshop-cards"))

    def _show(self, *, rewrite_all: bool = False) -> None:
        choice = self._choice
        picks = [(id, choice.school, id in choice.chosen) for id in choice.ids]
        self._list.show(picks, rewrite_all=rewrite_all)
        note = Message("workshop.chosen", {"n": len(choice.chosen), "most": choice.most})
        by_id("workshop-cards-note").textContent = self._words.translate(note)

    def _create(self, pick: tuple[str, str, bool]) -> DomNode:
        id, school, _ = pick
        node, card = clone_template("tpl-workshop-pick"), cards.get(id)
        button = node.querySelector("button")
        button.setAttribute("data-workshop-pick", id)
        if isinstance(card, Being):
            button.setAttribute("data-being", "")
            draw_being(button.querySelector(".emblem"), id, card.rank, school)
            draw_pattern(button.querySelector(".workshop-pattern"), card, school)
        return node

    def _update(self, parts: ClonedTemplate, pick: tuple[str, str, bool]) -> None:
        id, school, is_chosen = pick
        parts.node("button").set_attribute("aria-pressed", "true" if is_chosen else "false")
        parts.set_text("name", self._words.translate(phrases.card_name(id)))
        parts.set_text("about", self._text(id, school))

    def _text(self, id: str, school: str) -> str:
        if id in cards.TASKS:
            return self._words.text(cards.TASKS[id].text_id)
        return card_text(card_view(id, school), self._words)

    def _on_click(self, event: PageEvent) -> None:
        button = event.closest("[data-workshop-pick]")
        if button is None:
            return
        id, before = str(button.dataset.workshopPick), self._choice.chosen
        if id not in before and len(before) >= self._choice.most:
            return  # the note above the cards says how many there may be
        after = tuple(one for one in before if one != id) if id in before else (*before, id)
        self._choice = self._choice._replace(chosen=after)
        self._choice.on_chosen(after)
        self._show()
