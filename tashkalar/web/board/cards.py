"""Cards on the page: the hand, the gallery and the card dialog."""

from __future__ import annotations

from pyscript import document

from tashkalar import cards
from tashkalar.cards import Being, Flare, packs
from tashkalar.position.board import COMPASS
from tashkalar.position.move import Message
from tashkalar.ui.reference.card_views import face
from tashkalar.ui.reference.pattern_grid import PatternView, pattern_view, pattern_words
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView
from tashkalar.web.board.marked_text import write_marked
from tashkalar.web.browser.dom import KeyedList, Node, Parts, Written, by_id, clone

_EMBLEM = "#emblem-"  # what static/js/emblems.js puts before the names of the drawings

_ANGLE = {name: 45 * number - 90 for number, (name, _, _) in enumerate(COMPASS)}


_patterns: dict[tuple[str, str], tuple[Being, Node]] = {}  # what has been drawn, to be copied


def draw_pattern(svg: Node, card: Being, school: str) -> None:
    """Draw a card's pattern into an svg, in a school's own stones."""
    view = pattern_view(card)
    edge = 20 if view.arrows else 4  # arrows stick out
    svg.setAttribute(
        "viewBox", f"{-edge} {-edge} {100 * view.columns + 2 * edge} {100 * view.rows + 2 * edge}"
    )
    svg.style.setProperty("--columns", str(view.columns))
    svg.style.setProperty("--rows", str(view.rows))
    known = _patterns.get((card.id, school))
    if known is None or known[0] is not card:
        known = card, svg.ownerDocument.createDocumentFragment()
        _fill(known[1], card, view, school)
        _patterns[card.id, school] = known
    svg.replaceChildren(known[1].cloneNode(True))


def _fill(place: Node, card: Being, view: PatternView, school: str) -> None:
    def add(template: str, x: int, y: int, turned: int = 0) -> Node:
        node = clone(template)
        turn = f" rotate({turned} 50 50)" if turned else ""
        node.setAttribute("transform", f"translate({100 * x} {100 * y}){turn}")
        place.appendChild(node)
        return node

    for cell in view.cells:
        add("tpl-pattern-cell", cell.x, cell.y)
    for cell in view.cells:
        if cell.marked:
            add("tpl-pattern-marked", cell.x, cell.y)
        if cell.special:
            add("tpl-pattern-special", cell.x, cell.y)
    for cell in view.cells:
        if cell.rank:
            draw_stone(add("tpl-pattern-stone", cell.x, cell.y), cell.rank, school)
        elif cell.target:
            ghost = add("tpl-pattern-stone", cell.x, cell.y)
            ghost.setAttribute("class", "stone pat-ghost")
            draw_stone(ghost, card.rank, school)
        if cell.target:
            add("tpl-pattern-target", cell.x, cell.y)
    for direction in view.arrows:
        add("tpl-pattern-arrow", *view.target, turned=_ANGLE[direction])


def draw_stone(node: Node, rank: str, school: str) -> None:
    """Make a stone one of this rank and school."""
    node.setAttribute("data-rank", rank)
    node.setAttribute("data-school", school)
    node.querySelector(".body").setAttribute("href", f"#stone-{rank}")
    node.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")


def emblem_of(id: str) -> str | None:
    """Return the address of a card's emblem, None if nobody has drawn one."""
    card = cards.get(id)
    if isinstance(card, Being):
        drawing = packs.emblem_of(id) or id
        return None if packs.pack_of(drawing) else f"{_EMBLEM}{drawing}"
    return f"{_EMBLEM}flare"


def draw_being(svg: Node, id: str, rank: str, school: str) -> None:
    """Draw a being's own stone: its emblem on a dark field, or the plain one without an emblem."""
    draw_stone(svg.querySelector(".stone"), rank, school)
    address = emblem_of(id)
    svg.toggleAttribute("data-emblem", address is not None)
    svg.querySelector(".card-emblem").setAttribute("href", address or "")


def draw_face(head: Node, card: CardView | None, school: str) -> None:
    """Draw a card's emblem into the head of the stage, and large behind it; for none a stone."""
    emblem, mark = head.querySelector(".emblem"), head.querySelector(".onstage-mark use")
    mark.setAttribute("href", (emblem_of(card.id) or "") if card else "")
    if card and card.rank:
        draw_being(emblem, card.id, card.rank, card.school)
    else:
        emblem.removeAttribute("data-emblem")
        draw_stone(emblem.querySelector(".stone"), "heroic", school)
    emblem.toggleAttribute("data-flare", card is not None and not card.rank)
    if card and not card.rank:
        emblem.querySelector(".card-emblem").setAttribute("href", emblem_of(card.id))


def kind_of(card: CardView, words: Catalogue) -> tuple[str, str]:
    """What a card is called in the reader's language, or what it is; what is only spoken then."""
    if not card.rank:
        return words.text("card.kind.flare"), ""
    alias = f"card.{card.id}.alias"
    kind = words.text("card.kind.being", rank=Message(f"rank.{card.rank}"))
    return (words.text(alias), kind) if words.has(alias) else (kind, "")


def show_more(more: Written, card: CardView | None, words: Catalogue) -> None:
    """Make a link the one to a card's rulings, or hide it without a card."""
    notes = len(words.series(f"card.{card.id}.note")) if card else 0
    more.attribute("data-detail", card.id if card else "")
    more.attribute("hidden", card is None)
    rulings = words.plural("stage.rulings", notes) if notes else words.text("stage.read")
    more.text(rulings)
    if card:
        name = words.text("card.more", card=words.message(card.name))
        more.attribute("aria-label", f"{rulings}. {name}")


class CardList:
    """A list of cards that stay in place as long as they are in it."""

    def __init__(self, parent: Node) -> None:
        self._list: KeyedList[CardView] = KeyedList(
            parent, self._create, self._update, key=lambda view: (view.id, view.school)
        )
        self._words = Catalogue()

    def show(self, views: tuple[CardView, ...], words: Catalogue, *, afresh: bool) -> None:
        """Show these cards; `afresh` after a change of language."""
        self._words = words
        self._list.show(views, afresh=afresh)

    def _create(self, view: CardView) -> Node:
        slot = clone("tpl-flare" if view.kind == "flare" else "tpl-card")
        button = slot.querySelector(".card")
        button.setAttribute("data-card", view.id)
        button.setAttribute("data-kind", view.kind)
        button.setAttribute("data-school", view.school)
        slot.querySelector(".card-more").setAttribute("data-detail", view.id)
        if view.rank:
            button.setAttribute("data-rank", view.rank)
            draw_stone(slot.querySelector(".card-rank .stone"), view.rank, view.school)
            draw_pattern(slot.querySelector(".card-pattern"), cards.BEINGS[view.id], view.school)
            emblem = emblem_of(view.id)
            if emblem:
                button.setAttribute("data-emblem", "")
                slot.querySelector(".card-emblem").setAttribute("href", emblem)
                slot.querySelector(".card-mark use").setAttribute("href", emblem)
        return slot

    def _update(self, parts: Parts, view: CardView) -> None:
        words = self._words
        root = parts.root.node
        button = root.querySelector(".card")
        name = words.message(view.name)
        parts.text("name", name)
        if view.kind == "flare":
            for half in view.halves:
                parts.text(f"{half.half}-need", str(half.need))
                parts.text(f"{half.half}-text", words.message(half.text))
                have = "" if half.have is None else words.text("card.difference", n=half.have)
                parts.text(f"{half.half}-have", have)
                place = root.querySelector(f'[data-half="{half.half}"]')
                place.toggleAttribute("data-met", half.met)
        else:
            parts.text("text", full_text(view, words))
            alias = f"card.{view.id}.alias"
            parts.text("alias", words.text(alias) if words.has(alias) else "")
            parts.text("rank", words.text(f"rank.{view.rank}"))
        parts.text("state", words.plural("card.squares", view.squares) if view.squares else "")
        if view.kind != "flare":
            parts.text("status", words.message(view.status) if view.status else "")
        if view.status:
            button.setAttribute("data-status", view.status.id.rpartition(".")[2])
        else:
            button.removeAttribute("data-status")
        button.toggleAttribute("data-summonable", view.ready)
        button.toggleAttribute("data-off", not view.usable)
        button.setAttribute("aria-pressed", "true" if view.selected else "false")
        more = root.querySelector(".card-more")
        more.setAttribute("aria-label", words.text("card.more", card=name))


def fill_card_dialog(id: str, school: str, words: Catalogue) -> None:
    """Show one card large, with its text and the rulings on it."""
    card = cards.get(id)
    by_id("card-title").textContent = words.text(card.name_id)
    known: set[str] = set()
    pattern = by_id("card-pattern")
    pattern.replaceChildren()
    pattern.toggleAttribute("hidden", not isinstance(card, Being))
    if isinstance(card, Being):
        draw_pattern(pattern, card, school)
        pattern.setAttribute("aria-label", words.message(pattern_words(card)))
        rank = Message(f"rank.{card.rank}")
        by_id("card-kind").textContent = words.text("card.kind.being", rank=rank)
        write_marked(by_id("card-text"), full_text(face(id, school), words), words, known)
    elif isinstance(card, Flare):
        by_id("card-kind").textContent = words.text("card.kind.flare")
        write_marked(by_id("card-text"), _flare_text(card, words), words, known)
    emblem = by_id("card-emblem")
    address = emblem_of(id)
    emblem.toggleAttribute("hidden", not address)
    emblem.setAttribute("data-school", school)
    emblem.toggleAttribute("data-legend", isinstance(card, Being) and card.rank == "legendary")
    emblem.firstElementChild.setAttribute("href", address or "")
    notes = by_id("card-notes")
    notes.replaceChildren()
    for note in words.series(f"card.{id}.note"):
        item = notes.ownerDocument.createElement("li")
        write_marked(item, note, words, known)
        notes.appendChild(item)


def full_text(view: CardView, words: Catalogue) -> str:
    """The whole text of a being: a frozen or warp effect is part of it."""
    return " ".join(words.message(text) for text in view.texts)


def whole_text(view: CardView, words: Catalogue) -> str:
    """The text of a card of any kind: of a flare both halves."""
    return full_text(view, words) if view.rank else _flare_text(cards.FLARES[view.id], words)


def _flare_text(card: Flare, words: Catalogue) -> str:
    """Both halves of a flare with their conditions."""
    upper, lower = card.text_ids
    return words.text(
        "card.flare.both",
        upper_n=card.upper.difference,
        upper=Message(upper),
        lower_n=card.lower.difference,
        lower=Message(lower),
    )


def show_school(selector: str, school: str) -> None:
    """Color a place of the page, and the stone in it, as a school."""
    place = document.querySelector(selector)
    place.setAttribute("data-school", school)
    stone = place.querySelector(".stone")
    stone.setAttribute("data-school", school)
    stone.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")
