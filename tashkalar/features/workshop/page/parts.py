"""Small pieces that the panels of the workshop share."""

from __future__ import annotations

from collections.abc import Iterable

from pyscript import document

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.features.workshop import position
from tashkalar.features.workshop.position import Scenario
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_being
from tashkalar.web.browser.dom import DomNode, clone_template, find_field


def fill_select(node: DomNode, options: Iterable[tuple[str, str]], chosen: str) -> None:
    """Fill a select element with values and their names, and choose one."""
    made = []
    for value, name in options:
        option = clone_template("tpl-workshop-option")
        option.setAttribute("value", value)
        option.textContent = name
        made.append(option)
    node.replaceChildren(*made)
    node.value = chosen


def make_card(id: str, school: str, words: Catalogue) -> DomNode:
    """Return the small picture of a card in a hand, or of a task."""
    card = cards.get(id)
    if isinstance(card, Being):
        node = clone_template("tpl-workshop-card")
        draw_being(node.querySelector(".emblem"), id, card.rank, school)
    else:
        node = clone_template("tpl-workshop-flare")
        if id not in cards.FLARES:
            node.querySelector(".emblem").remove()
    name = words.translate(phrases.card_name(id))
    find_field(node, "name").textContent = name
    node.setAttribute("data-workshop-take", id)
    label = words.translate(Message("workshop.take", {"card": name}))
    node.setAttribute("aria-label", label)
    node.setAttribute("title", label)
    return node


def language_name(code: str) -> str:
    """Return the name of a language of the page in this language, as the settings offer it."""
    option = document.querySelector(f'#set-language option[lang="{code}"]')
    return str(option.textContent) if option else code


def school_of(scenario: Scenario, seat: SeatNumber) -> str:
    """Return the school whose stones a seat uses."""
    return phrases.school_of_stones(position.setup_of(scenario), seat)


def color_of(scenario: Scenario, seat: SeatNumber, words: Catalogue) -> str:
    """Return the name of a seat's player."""
    return words.translate(phrases.player_name(position.setup_of(scenario), seat))
