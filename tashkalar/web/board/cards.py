"""Cards on the page: the hand, the gallery and the card dialog."""

from __future__ import annotations

from pyscript import document

from tashkalar import cards
from tashkalar.cards import Being, Flare, packs
from tashkalar.position.board import COMPASS
from tashkalar.position.move import Message
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.reference.gallery import PrintedTask
from tashkalar.ui.reference.pattern_grid import PatternView, pattern_label, pattern_view
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView
from tashkalar.web.board.marked_text import write_marked_text
from tashkalar.web.browser.dom import (
    CachedNode,
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
)

_EMBLEM_PREFIX = "#emblem-"  # the prefix of the ids in static/js/boot/emblems.js

_ANGLES_DEG = {name: 45 * number - 90 for number, (name, _, _) in enumerate(COMPASS)}


# Drawn patterns, to be copied: by card and school.
_drawn_patterns: dict[tuple[str, str], tuple[Being, DomNode]] = {}


def draw_pattern(svg: DomNode, card: Being, school: str) -> None:
    """Draw a card's pattern into an svg, with the stones of a school."""
    view = pattern_view(card)
    edge = 20 if view.arrows else 4  # arrows stick out
    svg.setAttribute(
        "viewBox", f"{-edge} {-edge} {100 * view.columns + 2 * edge} {100 * view.rows + 2 * edge}"
    )
    svg.style.setProperty("--columns", str(view.columns))
    svg.style.setProperty("--rows", str(view.rows))
    drawn = _drawn_patterns.get((card.id, school))
    if drawn is None or drawn[0] is not card:
        drawn = card, svg.ownerDocument.createDocumentFragment()
        _draw_cells(drawn[1], card, view, school)
        _drawn_patterns[card.id, school] = drawn
    svg.replaceChildren(drawn[1].cloneNode(True))


def _draw_cells(place: DomNode, card: Being, view: PatternView, school: str) -> None:
    def add(template: str, x: int, y: int, turned: int = 0) -> DomNode:
        node = clone_template(template)
        turn = f" rotate({turned} 50 50)" if turned else ""
        node.setAttribute("transform", f"translate({100 * x} {100 * y}){turn}")
        place.appendChild(node)
        return node

    paths = (("tpl-pattern-cells", view.cells_path), ("tpl-pattern-marked", view.marked_path))
    for template, path in paths:
        if path:
            node = clone_template(template)
            node.setAttribute("d", path)
            place.appendChild(node)
    for cell in view.cells:
        if cell.is_special:
            add("tpl-pattern-special", cell.x, cell.y)
    for cell in view.cells:
        if cell.rank:
            draw_stone(add("tpl-pattern-stone", cell.x, cell.y), cell.rank, school)
        elif cell.is_target:
            ghost = add("tpl-pattern-stone", cell.x, cell.y)
            ghost.setAttribute("class", "stone pat-ghost")
            draw_stone(ghost, card.rank, school)
        if cell.is_target:
            add("tpl-pattern-target", cell.x, cell.y)
    for direction in view.arrows:
        add("tpl-pattern-arrow", *view.target, turned=_ANGLES_DEG[direction])


def draw_stone(node: DomNode, rank: str, school: str) -> None:
    """Draw a stone of this rank and school."""
    node.setAttribute("data-rank", rank)
    node.setAttribute("data-school", school)
    node.querySelector(".body").setAttribute("href", f"#stone-{rank}")
    node.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")


def emblem_href(id: str) -> str | None:
    """Return the address of a card's emblem, or None without one."""
    card = cards.get(id)
    if isinstance(card, Being):
        drawing = packs.emblem_of(id) or id
        return None if packs.pack_of(drawing) else f"{_EMBLEM_PREFIX}{drawing}"
    return f"{_EMBLEM_PREFIX}flare"


def draw_being(svg: DomNode, id: str, rank: str, school: str) -> None:
    """Draw a being's stone: its emblem on a dark field, or a plain stone without an emblem."""
    draw_stone(svg.querySelector(".stone"), rank, school)
    address = emblem_href(id)
    svg.toggleAttribute("data-emblem", address is not None)
    svg.querySelector(".card-emblem").setAttribute("href", address or "")


def draw_card_head(head: DomNode, card: CardView | None, school: str) -> None:
    """Draw the head of the action panel: the card's emblem, and a large one behind it.

    Without a card, draw a stone of the school.
    """
    emblem, mark = head.querySelector(".emblem"), head.querySelector(".onstage-mark use")
    mark.setAttribute("href", (emblem_href(card.id) or "") if card else "")
    if card and card.rank:
        draw_being(emblem, card.id, card.rank, card.school)
    else:
        emblem.removeAttribute("data-emblem")
        draw_stone(emblem.querySelector(".stone"), "heroic", school)
    emblem.toggleAttribute("data-flare", card is not None and not card.rank)
    if card and not card.rank:
        emblem.querySelector(".card-emblem").setAttribute("href", emblem_href(card.id))


def card_kind_labels(card: CardView, words: Catalogue) -> tuple[str, str]:
    """Return the visible label of a card, and a label for screen readers only.

    The visible label is the translated name, or else the kind of the card.
    """
    if not card.rank:
        return words.text("card.kind.flare"), ""
    alias = f"card.{card.id}.alias"
    kind = words.text("card.kind.being", rank=Message(f"rank.{card.rank}"))
    return (words.text(alias), kind) if words.has_text(alias) else (kind, "")


def show_rulings_link(more: CachedNode, card: CardView | None, words: Catalogue) -> None:
    """Point a link to the rulings on a card, or hide the link without a card."""
    notes = len(words.numbered_texts(f"card.{card.id}.note")) if card else 0
    more.set_attribute("data-detail", card.id if card else "")
    more.set_attribute("hidden", card is None)
    rulings = words.plural_text("stage.rulings", notes) if notes else words.text("stage.read")
    more.set_text(rulings)
    if card:
        name = words.text("card.more", card=words.translate(card.name))
        more.set_attribute("aria-label", words.join((rulings, name), "sentence"))


class CardList:
    """A list of cards whose nodes stay as long as the cards are in the list."""

    def __init__(self, parent: DomNode) -> None:
        self._list: KeyedList[CardView] = KeyedList(
            parent, self._create, self._update, key=lambda view: (view.id, view.school)
        )
        self._words = Catalogue()

    def show(self, views: tuple[CardView, ...], words: Catalogue, *, rewrite_all: bool) -> None:
        """Show these cards; `rewrite_all` after a change of language."""
        self._words = words
        self._list.show(views, rewrite_all=rewrite_all)

    def _create(self, view: CardView) -> DomNode:
        slot = clone_template("tpl-flare" if view.kind == "flare" else "tpl-card")
        button = slot.querySelector(".card")
        button.setAttribute("data-card", view.id)
        button.setAttribute("data-kind", view.kind)
        button.setAttribute("data-school", view.school)
        slot.querySelector(".card-more").setAttribute("data-detail", view.id)
        if view.rank:
            button.setAttribute("data-rank", view.rank)
            draw_stone(slot.querySelector(".card-rank .stone"), view.rank, view.school)
            draw_pattern(slot.querySelector(".card-pattern"), cards.BEINGS[view.id], view.school)
            emblem = emblem_href(view.id)
            if emblem:
                button.setAttribute("data-emblem", "")
                slot.querySelector(".card-emblem").setAttribute("href", emblem)
                slot.querySelector(".card-mark use").setAttribute("href", emblem)
        return slot

    def _update(self, parts: ClonedTemplate, view: CardView) -> None:
        words = self._words
        root = parts.root.node
        button = root.querySelector(".card")
        name = words.translate(view.name)
        parts.set_text("name", name)
        if view.kind == "flare":
            for half in view.halves:
                parts.set_text(f"{half.half}-need", str(half.need))
                parts.set_text(f"{half.half}-text", words.translate(half.text))
                have = "" if half.have is None else words.text("card.difference", n=half.have)
                parts.set_text(f"{half.half}-have", have)
                half_node = root.querySelector(f'[data-half="{half.half}"]')
                half_node.toggleAttribute("data-met", half.is_met)
        else:
            parts.set_text("text", being_text(view, words))
            alias = f"card.{view.id}.alias"
            parts.set_text("alias", words.text(alias) if words.has_text(alias) else "")
            parts.set_text("rank", words.text(f"rank.{view.rank}"))
        parts.set_text(
            "state",
            words.plural_text("card.squares", view.square_count) if view.square_count else "",
        )
        if view.kind != "flare":
            parts.set_text("status", words.translate(view.status) if view.status else "")
        if view.status:
            button.setAttribute("data-status", view.status.id.rpartition(".")[2])
        else:
            button.removeAttribute("data-status")
        button.toggleAttribute("data-summonable", view.is_ready)
        button.toggleAttribute("data-off", not view.is_usable)
        button.setAttribute("aria-pressed", "true" if view.is_selected else "false")
        rulings_button = root.querySelector(".card-more")
        rulings_button.setAttribute("aria-label", words.text("card.more", card=name))


class PrintedTaskList:
    """A list of tasks whose nodes stay as long as the tasks are in the list."""

    def __init__(self, parent: DomNode, words: Catalogue) -> None:
        self._words = words
        self._list: KeyedList[PrintedTask] = KeyedList(
            parent,
            lambda _: clone_template("tpl-gallery-task"),
            self._update,
            key=lambda task: task.id,
        )

    def show(self, tasks: tuple[PrintedTask, ...], *, rewrite_all: bool) -> None:
        """Show these tasks; `rewrite_all` after a change of language."""
        self._list.show(tasks, rewrite_all=rewrite_all)

    def _update(self, parts: ClonedTemplate, task: PrintedTask) -> None:
        parts.root.set_attribute("data-task", task.id)
        parts.set_text("points", str(task.points))
        parts.set_text("name", self._words.translate(task.name))
        parts.set_text("text", self._words.translate(task.text))


def fill_card_dialog(id: str, school: str, words: Catalogue) -> None:
    """Fill the card dialog with one large card, its text and the rulings on it."""
    card = cards.get(id)
    by_id("card-title").textContent = words.text(card.name_id)
    known_terms: set[str] = set()
    pattern = by_id("card-pattern")
    pattern.replaceChildren()
    pattern.toggleAttribute("hidden", not isinstance(card, Being))
    if isinstance(card, Being):
        draw_pattern(pattern, card, school)
        pattern.setAttribute("aria-label", words.translate(pattern_label(card)))
        rank = Message(f"rank.{card.rank}")
        by_id("card-kind").textContent = words.text("card.kind.being", rank=rank)
        write_marked_text(
            by_id("card-text"), being_text(card_view(id, school), words), words, known_terms
        )
    elif isinstance(card, Flare):
        by_id("card-kind").textContent = words.text("card.kind.flare")
        write_marked_text(by_id("card-text"), _flare_text(card, words), words, known_terms)
    emblem = by_id("card-emblem")
    address = emblem_href(id)
    emblem.toggleAttribute("hidden", not address)
    emblem.setAttribute("data-school", school)
    emblem.toggleAttribute("data-legend", isinstance(card, Being) and card.rank == "legendary")
    emblem.firstElementChild.setAttribute("href", address or "")
    notes = by_id("card-notes")
    notes.replaceChildren()
    for note in words.numbered_texts(f"card.{id}.note"):
        item = notes.ownerDocument.createElement("li")
        write_marked_text(item, note, words, known_terms)
        notes.appendChild(item)


def being_text(view: CardView, words: Catalogue) -> str:
    """Return the whole text of a being, with its frozen or warp effect."""
    return words.join(map(words.translate, view.texts), "space")


def card_text(view: CardView, words: Catalogue) -> str:
    """Return the text of a card of any kind; for a flare both halves."""
    return being_text(view, words) if view.rank else _flare_text(cards.FLARES[view.id], words)


def _flare_text(card: Flare, words: Catalogue) -> str:
    """Return both halves of a flare with their conditions."""
    upper, lower = card.text_ids
    return words.text(
        "card.flare.both",
        upper_n=card.upper.difference,
        upper=Message(upper),
        lower_n=card.lower.difference,
        lower=Message(lower),
    )


def apply_school_colors(selector: str, school: str) -> None:
    """Give the first node that matches `selector`, and its stone, the look of a school."""
    node = document.querySelector(selector)
    node.setAttribute("data-school", school)
    stone = node.querySelector(".stone")
    stone.setAttribute("data-school", school)
    stone.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")
