"""The open hand on the page: a row of steady small cards."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.ui.screen.hand import LONG
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView
from tashkalar.web.board.cards import draw_being, draw_pattern
from tashkalar.web.browser.dom import KeyedList, Node, Parts, by_id, clone


class HandRow:
    """A card keeps its place and size as long as it is in the hand."""

    def __init__(self) -> None:
        self._list: KeyedList[CardView] = KeyedList(
            by_id("hand"),
            _create,
            self._update,
            key=_key,
            keeps=True,
        )
        self._words = Catalogue()

    def show(self, views: tuple[CardView, ...], words: Catalogue, *, afresh: bool) -> None:
        """Show these cards; `afresh` after a change of language."""
        self._words = words
        self._list.show(views, afresh=afresh)

    def _update(self, parts: Parts, view: CardView) -> None:
        words = self._words
        name = words.message(view.name)
        parts.text("name", name)
        parts.root.attribute("data-long", max(map(len, name.split())) > LONG)
        if view.kind == "flare":
            for half in view.halves:
                parts.text(f"{half.half}-need", str(half.need))
                place = parts.node(f'[data-half="{half.half}"]')
                place.attribute("data-met", half.met)
        else:
            parts.text("rank", words.text(f"rank.{view.rank}"))
            parts.node(".chip").attribute("hidden", not view.squares)
            parts.text("chip", str(view.squares) if view.squares else "")
            parts.text("state", words.plural("card.squares", view.squares) if view.squares else "")
            parts.text("status", words.message(view.status) if view.status else "")
        parts.root.attribute("data-slot", str(view.slot))
        button = parts.node(".hcard")
        button.attribute("data-status", view.status.id.rpartition(".")[2] if view.status else None)
        button.attribute("data-summonable", view.ready)
        button.attribute("data-off", not view.usable)
        button.attribute("aria-pressed", "true" if view.selected else "false")


def _key(view: CardView) -> object:
    """With the card itself: one of a pack may have been replaced by another of its name."""
    return view.id, view.school, cards.get(view.id)


def _create(view: CardView) -> Node:
    slot = clone("tpl-hand-flare" if view.kind == "flare" else "tpl-hand")
    button = slot.querySelector(".hcard")
    button.setAttribute("data-card", view.id)
    button.setAttribute("data-kind", view.kind)
    button.setAttribute("data-school", view.school)
    if view.rank:
        button.setAttribute("data-rank", view.rank)
        draw_being(slot.querySelector(".emblem"), view.id, view.rank, view.school)
        draw_pattern(slot.querySelector(".hcard-pattern"), cards.BEINGS[view.id], view.school)
    return slot
