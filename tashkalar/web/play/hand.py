"""The open hand on the page: a row of small cards that keep their places."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.ui.screen.hand import card_name_length_class
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView
from tashkalar.web.board.cards import draw_being, draw_pattern
from tashkalar.web.browser.dom import ClonedTemplate, DomNode, KeyedList, by_id, clone_template

_KEPT_CARDS = 32  # the hands of four players; without a limit every card ever seen would stay


class HandRow:
    """Show the hand; a card keeps its place and size as long as it is in the hand."""

    def __init__(self) -> None:
        self._list: KeyedList[CardView] = KeyedList(
            by_id("hand"),
            _create_card,
            self._update,
            key=_card_key,
            keep_removed=_KEPT_CARDS,
        )
        self._words = Catalogue()

    def show(self, views: tuple[CardView, ...], words: Catalogue, *, rewrite_all: bool) -> None:
        """Show these cards; after a change of language, `rewrite_all` of them."""
        self._words = words
        self._list.show(views, rewrite_all=rewrite_all)

    def _update(self, parts: ClonedTemplate, view: CardView) -> None:
        words = self._words
        name = words.translate(view.name)
        parts.set_text("name", name)
        button = parts.node(".hcard")
        button.set_attribute("data-name", card_name_length_class(name))
        if view.kind == "flare":
            for half in view.halves:
                parts.set_text(f"{half.half}-need", str(half.need))
                place = parts.node(f'[data-half="{half.half}"]')
                place.set_attribute("data-met", half.is_met)
        else:
            parts.set_text("rank", words.text(f"rank.{view.rank}"))
            parts.node(".chip").set_attribute("hidden", not view.square_count)
            parts.set_text("chip", str(view.square_count) if view.square_count else "")
            squares = words.plural_text("card.squares", view.square_count)
            parts.set_text("state", squares if view.square_count else "")
            parts.set_text("status", words.translate(view.status) if view.status else "")
        parts.set_text("lack", words.translate(view.lack) if view.lack else "")
        parts.root.set_attribute("data-slot", str(view.slot))
        parts.root.set_attribute("data-step", str(view.plan_step) if view.plan_step else None)
        button.set_attribute(
            "data-status", view.status.id.rpartition(".")[2] if view.status else None
        )
        button.set_attribute("data-summonable", view.is_ready)
        button.set_attribute("data-off", not view.is_usable)
        button.set_attribute("aria-pressed", "true" if view.is_selected else "false")


def _card_key(view: CardView) -> object:
    """Return a key that includes the card: a pack may replace a card by one of the same name."""
    return view.id, view.school, cards.get(view.id)


def _create_card(view: CardView) -> DomNode:
    slot = clone_template("tpl-hand-flare" if view.kind == "flare" else "tpl-hand")
    button = slot.querySelector(".hcard")
    button.setAttribute("data-card", view.id)
    button.setAttribute("data-kind", view.kind)
    button.setAttribute("data-school", view.school)
    if view.rank:
        button.setAttribute("data-rank", view.rank)
        draw_being(slot.querySelector(".emblem"), view.id, view.rank, view.school)
        draw_pattern(slot.querySelector(".hcard-pattern"), cards.BEINGS[view.id], view.school)
    return slot
