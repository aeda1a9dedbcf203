"""Questions, notices and reference dialogs."""

from __future__ import annotations

import asyncio
from typing import Any

from pyodide.ffi import create_once_callable
from pyscript import document, window

from tashkalar import cards, packs
from tashkalar.cards import Being
from tashkalar.move import Message
from tashkalar.ui import words as phrases
from tashkalar.ui.i18n import Catalogue
from tashkalar.ui.screen import CardView, HalfView
from tashkalar.web.cards import CardList, fill_card_dialog
from tashkalar.web.dom import by_id, clone

_TOAST_MS = 6000


def toast(text: str) -> None:
    """A short notice that goes away by itself."""
    node = clone("tpl-toast")
    node.textContent = text
    by_id("toasts").appendChild(node)
    window.setTimeout(create_once_callable(lambda: node.remove()), _TOAST_MS)


def banner(text: str, about: str, offer: str | None) -> None:
    """A notice that stays until it is closed.

    `about` is the id of its message, `offer` that of a game to download.
    """
    place = by_id("banner")
    place.toggleAttribute("hidden", False)
    place.setAttribute("data-message", about)
    by_id("banner-text").textContent = text
    by_id("banner-action").toggleAttribute("hidden", not offer)
    by_id("banner-action").setAttribute("data-offer", offer or "")


def close_banner(about: str = "") -> None:
    """Close the notice, if its message begins like this."""
    place = by_id("banner")
    if str(place.getAttribute("data-message") or "").startswith(about):
        place.toggleAttribute("hidden", True)


async def confirm(title: str, text: str, ok: str, field: str | None = None) -> str | None:
    """Ask before something that cannot be taken back.

    Returns None for "cancel", else what was typed into the field (empty without one).
    """
    dialog = by_id("dlg-confirm")
    by_id("confirm-title").textContent = title
    by_id("confirm-text").textContent = text
    by_id("confirm-ok").textContent = ok
    by_id("confirm-field").toggleAttribute("hidden", field is None)
    by_id("confirm-label").textContent = title
    entry = by_id("confirm-input")
    entry.value = field or ""
    closed: asyncio.Future[str] = asyncio.get_event_loop().create_future()

    def on_close(event: Any) -> None:
        if not closed.done():
            closed.set_result(str(dialog.returnValue))

    dialog.returnValue = ""
    dialog.addEventListener("close", create_once_callable(on_close), {"once": True})
    dialog.showModal()
    (by_id("confirm-ok") if field is None else entry).focus()
    return str(entry.value) if await closed == "ok" else None


def fill_rules(words: Catalogue) -> None:
    """Write the rules reference into its dialog."""
    place = by_id("rules")
    place.replaceChildren()
    for section in words.sections("rules"):
        heading = document.createElement("h3")
        heading.textContent = words.text(f"rules.{section}.title")
        place.appendChild(heading)
        for sentence in words.series(f"rules.{section}"):
            paragraph = document.createElement("p")
            paragraph.textContent = sentence
            place.appendChild(paragraph)


class Gallery:
    """All cards of a deck, to look through."""

    def __init__(self) -> None:
        self._cards = CardList(by_id("gallery-list"))
        self._select = by_id("gallery-deck")
        self._language = ""

    def show(self, words: Catalogue) -> None:
        """Show the deck that is chosen, the first one at first."""
        chosen = self._select.value or next(iter(cards.SCHOOLS))
        self._select.replaceChildren()
        for deck in (*cards.SCHOOLS, "legends", "flares"):
            option = document.createElement("option")
            option.value = deck
            key = f"school.{deck}.name" if deck in cards.SCHOOLS else f"gallery.{deck}"
            unofficial = packs.is_id(deck)
            option.textContent = words.text(f"page.school.{deck}" if unofficial else key)
            self._select.appendChild(option)
        self._select.value = chosen
        afresh = self._language != words.language
        self._language = words.language
        self._cards.show(_deck(chosen), words, afresh=afresh)


def _deck(deck: str) -> tuple[CardView, ...]:
    if deck == "flares":
        return tuple(_face(id, "northern") for id in cards.FLARES)
    if deck == "legends":
        return tuple(_face(card.id, "northern") for card in cards.legend_deck())
    return tuple(_face(card.id, deck) for card in cards.by_school(deck))


def _face(id: str, school: str) -> CardView:
    """A card as it lies in the gallery: nothing to choose, nothing compared."""
    card = cards.get(id)
    halves: tuple[HalfView, ...] = ()
    if not isinstance(card, Being) and id in cards.FLARES:
        flare = cards.FLARES[id]
        upper, lower = flare.text_ids
        halves = (
            HalfView("upper", flare.upper.difference, None, False, Message(upper)),
            HalfView("lower", flare.lower.difference, None, False, Message(lower)),
        )
    return CardView(
        id=id,
        kind=phrases.card_kind(id),
        rank=card.rank if isinstance(card, Being) else None,
        school=school,
        name=Message(card.name_id),
        texts=(Message(card.text_id),) if isinstance(card, Being) else (),
        halves=halves,
        squares=0,
        usable=True,
        selected=False,
    )


def open_card(id: str, school: str, words: Catalogue) -> None:
    """Show one card in its dialog."""
    fill_card_dialog(id, school, words)
    dialog = by_id("dlg-card")
    if not dialog.open:
        dialog.showModal()
