"""The stage on the page: one box of one size for the card, the question and the buttons."""

from __future__ import annotations

from collections.abc import Hashable

from pyscript import document

from tashkalar import cards
from tashkalar.position.move import Message
from tashkalar.ui.reference.pattern_grid import pattern_words
from tashkalar.ui.screen.action_panel import FEW, HALVES, length_class
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import (
    CardView,
    ChoiceView,
    HalfView,
    LastTurnView,
    ReadyView,
    StageLine,
    StageView,
)
from tashkalar.web.board.cards import (
    draw_being,
    draw_face,
    draw_pattern,
    full_text,
    kind_of,
    show_more,
)
from tashkalar.web.board.marked_text import MarkedText, write_marked
from tashkalar.web.browser.dom import KeyedList, Node, Parts, Written, by_id, clone


class Stage:
    """Shows a `StageView` and writes only what changed."""

    def __init__(self) -> None:
        self._words, self._language = Catalogue(), ""
        self._written: dict[str, Written] = {}
        self._root, self._body = Written(by_id("prompt")), Written(document.body)
        self._drawn: tuple[str | None, str] | None = None
        self._shown: dict[str, object] = {}  # what each part of the stage shows
        self._ask, self._card_text = (
            MarkedText(by_id("prompt-text")),
            MarkedText(by_id("stage-text")),
        )
        self._choices = self._buttons("choices")
        self._options = self._buttons("options")
        self._length = "a"
        self._lines: KeyedList[tuple[Hashable, StageLine]] = KeyedList(
            by_id("preview-lines"), _create_line, self._line, key=_line_key
        )
        self._ready: KeyedList[ReadyView] = KeyedList(
            by_id("stage-ready"), _create_ready, self._ready_card, key=lambda v: v.card
        )
        self._halves: KeyedList[HalfView] = KeyedList(
            by_id("stage-halves"), lambda _: clone("tpl-half"), self._half, key=lambda v: v.half
        )

    def _buttons(self, id: str) -> KeyedList[ChoiceView]:
        return KeyedList(
            by_id(id),
            lambda _: clone("tpl-choice"),
            self._choice,
            key=lambda v: v.code or f"action:{v.action}",
        )

    def show(self, view: StageView, words: Catalogue, *, ending: Message | None) -> None:
        """Show what the stage is for now; `ending` is said besides, near the end of the game."""
        afresh = self._language != words.language
        self._words, self._language = words, words.language
        if afresh:
            self._written.clear()
            self._shown.clear()
        self._root.attribute("data-kind", view.kind)
        self._body.attribute("data-stage", view.kind)
        self._root.attribute("data-school", view.school)
        self._root.attribute("data-card-shown", view.card is not None)
        if self._differs("ask", (view.ask, view.number)):
            self._ask.show(words.message(view.ask), words)
            self._text("prompt-number", view.number)
        if self._differs("face", (view.card, view.school, view.title)):
            self._face(view)
        if self._differs("turn", view.turn):
            pattern = self._at("stage-pattern")
            pattern.attribute("data-quarters", str(view.turn.quarters) if view.turn else None)
            pattern.attribute("data-mirrored", view.turn is not None and view.turn.mirrored)
        told = (view.about, view.lines, view.rule, view.last, ending)
        if self._differs("about", (_above(view), *told)):
            self._about(view, ending, afresh=afresh)
        if self._differs("row", (view.kind, view.row, view.options, view.wait, view.discard)):
            self._row(view, afresh=afresh)

    def _differs(self, part: str, now: object) -> bool:
        """Whether a part of the stage has to show something else than it does."""
        before = self._shown.get(part)
        self._shown[part] = now
        return before != now

    def _at(self, id: str) -> Written:
        if id not in self._written:
            self._written[id] = Written(by_id(id))
        return self._written[id]

    def _text(self, id: str, message: Message | str | None) -> None:
        self._at(id).text(self._words.message(message) if message else "")

    # -- the card ------------------------------------------------------------------------

    def _face(self, view: StageView) -> None:
        card = view.card
        drawn = (card.id if card else None, card.school if card else view.school)
        if drawn != self._drawn:
            self._drawn = drawn
            self._draw(card, view.school)
        words = self._words
        self._text("stage-title", card.name if card else view.title)
        self._at("stage-title").attribute("lang", "en" if card and card.rank else None)
        kind, rank = kind_of(card, words) if card else ("", "")
        self._text("stage-kind", kind)
        self._text("stage-rank", rank)
        self._halves.show(card.halves if card else (), afresh=True)
        text = full_text(card, words) if card and card.rank else ""
        self._card_text.show(text, words)
        halves = " ".join(words.message(half.text) for half in card.halves) if card else ""
        self._length = length_class(text or halves)
        self._root.attribute("data-length", self._length)
        show_more(self._at("stage-more"), card, words)
        if card and card.rank:
            spoken = words.message(pattern_words(cards.BEINGS[card.id]))
            self._at("stage-pattern").attribute("aria-label", spoken)

    def _draw(self, card: CardView | None, school: str) -> None:
        root, pattern = self._root.node, by_id("stage-pattern")
        being = card if card and card.rank else None
        root.toggleAttribute("data-pattern", being is not None)
        draw_face(root.querySelector(".onstage-head"), card, school)
        if being:
            draw_pattern(pattern, cards.BEINGS[being.id], being.school)
        else:
            pattern.replaceChildren()

    def _half(self, parts: Parts, view: HalfView) -> None:
        parts.root.attribute("data-met", view.met)
        parts.text("need", str(view.need))
        parts.text("what", self._words.text(HALVES[view.half]))
        have = "" if view.have is None else self._words.text("card.difference", n=view.have)
        parts.text("have", have)
        place, text = parts.field("text").node, self._words.message(view.text)
        if place.textContent != text:
            write_marked(place, text, self._words)

    def _ready_card(self, parts: Parts, view: ReadyView) -> None:
        parts.text("name", self._words.message(view.name))
        parts.text("where", ", ".join(map(self._words.message, view.where)))

    # -- what it does --------------------------------------------------------------------

    def _about(self, view: StageView, ending: Message | None, *, afresh: bool) -> None:
        about = (StageLine("about", view.about),) if view.about else ()
        extra = (StageLine("note", ending),) if ending and not view.card else ()
        lines = (*about, *view.lines, *extra)
        self._lines.show(tuple((_above(view), line) for line in lines), afresh=afresh)
        long = view.card is not None and self._length > "f"
        self._at("stage-body").attribute("tabindex", "0" if long or len(lines) > FEW else None)
        self._ready.show(view.ready, afresh=afresh)
        self._last_turn(view.last)
        rule = self._at("prompt-rule")
        rule.attribute("hidden", not view.rule)
        rule.attribute("data-looks-up", view.rule)
        rule.text(self._words.text("rule.behind", number=view.rule) if view.rule else "")

    def _last_turn(self, view: LastTurnView | None) -> None:
        self._at("stage-last").attribute("hidden", view is None)
        if view:
            self._text("stage-last-title", view.title)
            said = " · ".join(self._words.beneath(line, view.who) for line in view.lines)
            self._at("stage-last-text").text(said)

    def _line(self, parts: Parts, view: tuple[Hashable, StageLine]) -> None:
        parts.root.attribute("data-open", view[1].open)
        parts.text("text", self._words.message(view[1].text))

    # -- the buttons ---------------------------------------------------------------------

    def _row(self, view: StageView, *, afresh: bool) -> None:
        self._choices.show(view.row, afresh=afresh)
        self._options.show(view.options, afresh=afresh)
        self._root.attribute("data-options", bool(view.options))
        self._at("choice-wait").attribute("hidden", view.wait is None)
        self._text("choice-wait", view.wait)
        discard = self._at("choice-discard")
        discard.attribute("hidden", view.discard is None and view.kind != "card")
        discard.attribute("data-none", view.discard is None)
        discard.attribute("data-move", view.discard.code if view.discard else None)
        if view.discard:
            label = self._words.message(view.discard.label)
            note = self._words.message(view.discard.note) if view.discard.note else ""
            discard.attribute("aria-label", f"{label}. {note}.")
            discard.attribute("title", label)

    def _choice(self, parts: Parts, view: ChoiceView) -> None:
        parts.text("label", self._words.message(view.label))
        parts.text("note", self._words.message(view.note) if view.note else "")
        parts.root.attribute("data-move", None if view.gone else view.code)
        parts.root.attribute("data-gone", view.gone)
        parts.root.attribute("data-asks", view.asks)
        parts.root.attribute("data-choice", view.action)
        parts.root.attribute("data-primary", view.primary)
        parts.root.attribute("data-chosen", view.chosen)


def _above(view: StageView) -> Hashable:
    """What stands above the lines that tell what a choice does."""
    ready = tuple(card.card for card in view.ready)
    return view.card and view.card.id, ready, len(view.options), str(view.ask)


def _line_key(view: tuple[Hashable, StageLine]) -> Hashable:
    """With what is above: under something else a line stands elsewhere, and would seem to jump."""
    above, line = view
    return above, line.sign, line.open, str(line.text)


def _create_line(view: tuple[Hashable, StageLine]) -> Node:
    line = clone("tpl-line")
    line.setAttribute("data-sign", view[1].sign)
    line.querySelector("use").setAttribute("href", f"#sign-{view[1].sign}")
    return line


def _create_ready(view: ReadyView) -> Node:
    item = clone("tpl-ready")
    item.querySelector(".ready-card").setAttribute("data-take", view.card)
    emblem = item.querySelector(".emblem")
    being = cards.BEINGS.get(view.card)
    if being is None:
        emblem.replaceWith(clone("tpl-hand-flare").querySelector(".emblem"))
    else:
        school = document.getElementById("prompt").dataset.school
        draw_being(emblem, view.card, being.rank, school)
    return item
