"""The action panel on the page: a box of fixed size for the card, the question and the buttons."""

from __future__ import annotations

from collections.abc import Hashable

from pyscript import document

from tashkalar import cards
from tashkalar.position.board import DIRECTIONS
from tashkalar.position.move import Message
from tashkalar.ui.reference.pattern_grid import pattern_label
from tashkalar.ui.screen.action_panel import HALF_LABEL_IDS, MAX_NAMED_SQUARES, text_length_class
from tashkalar.ui.text.catalogue import Catalogue, begin_with_capital
from tashkalar.ui.views import (
    ActionPanelLine,
    ActionPanelView,
    CardView,
    ChoiceView,
    HalfView,
    LastTurnView,
    ReadyCardView,
)
from tashkalar.web.board.cards import (
    being_text,
    card_kind_labels,
    draw_being,
    draw_card_head,
    draw_pattern,
    show_rulings_link,
)
from tashkalar.web.board.marked_text import MarkedText, write_marked_text
from tashkalar.web.browser.dom import (
    CachedNode,
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
)
from tashkalar.web.play.short_lists import ShortLists

_MAX_READY_ROWS = 3  # more cards have two columns
# Options in the place of the pattern, on a phone.
_MOST_OPTIONS_BESIDE = 3  # except arrows
_LONGEST_TEXT_BESIDE = "d"  # a length class
_ENDS = (".", "?", ";", "\N{GREEK QUESTION MARK}")


class ActionPanel:
    """Show an `ActionPanelView`, and write only what changed."""

    def __init__(self) -> None:
        self._words, self._language = Catalogue(), ""
        self._nodes: dict[str, CachedNode] = {}
        self._root, self._body = CachedNode(by_id("prompt")), CachedNode(document.body)
        self._drawn_card: tuple[str | None, str] | None = None
        self._shown_parts: dict[str, object] = {}  # what each part of the stage shows
        self._has_changed = True  # a part of the stage, since the lists were shortened
        self._prompt_text, self._card_text = (
            MarkedText(by_id("prompt-text")),
            MarkedText(by_id("stage-text")),
        )
        self._choices = self._create_button_list("choices")
        self._options = self._create_button_list("options")
        self._text_length = "a"
        self._card_with_options: str | None = None  # the card that asks and has had options
        self.lists = ShortLists()
        self._lines: KeyedList[tuple[Hashable, ActionPanelLine]] = KeyedList(
            by_id("preview-lines"), _create_line, self._update_line, key=_line_key
        )
        self._ready_cards: KeyedList[tuple[Hashable, ReadyCardView]] = KeyedList(
            by_id("stage-ready"),
            _create_ready,
            self._update_ready_card,
            key=lambda v: (v[0], v[1].card),  # with the place: a card would seem to jump there
        )
        self._halves: KeyedList[tuple[Hashable, HalfView]] = KeyedList(
            by_id("stage-halves"),
            lambda _: clone_template("tpl-half"),
            self._update_half,
            key=lambda v: (v[0], v[1].half),  # with all above: it would seem to jump
        )

    def _create_button_list(self, id: str) -> KeyedList[ChoiceView]:
        return KeyedList(
            by_id(id),
            lambda _: clone_template("tpl-choice"),
            self._update_choice,
            key=lambda v: v.code or f"action:{v.action}",
        )

    def show(self, view: ActionPanelView, words: Catalogue, *, ending: Message | None) -> None:
        """Show the view, and the text `ending` near the end of the game."""
        afresh = self._language != words.language
        self._words, self._language = words, words.language
        if afresh:
            self._nodes.clear()
            self._shown_parts.clear()
        self._root.set_attribute("data-kind", view.kind)
        self._body.set_attribute("data-stage", view.kind)
        self._root.set_attribute("data-school", view.school)
        self._root.set_attribute("data-card-shown", view.card is not None)
        self._root.set_attribute("data-lines-first", view.has_lines_first)
        if self._record_change("ask", (view.question, view.count_text)):
            self._prompt_text.show(words.translate(view.question), words)
            self._write("prompt-number", view.count_text)
        if self._record_change("face", (view.card, view.school, view.title)):
            self._show_card(view)
        if self._record_change("turn", view.pattern_transform):
            pattern = self._node("stage-pattern")
            pattern.set_attribute(
                "data-quarters",
                str(view.pattern_transform.quarters) if view.pattern_transform else None,
            )
            pattern.set_attribute(
                "data-mirrored",
                view.pattern_transform is not None and view.pattern_transform.mirrored,
            )
        shown_lines = (view.lines_title, view.lines, view.rule_number, view.last_turn, ending)
        if self._record_change("about", (_content_above_lines(view), *shown_lines)):
            self._show_lines(view, ending, rewrite_all=afresh)
        row = (view.kind, view.buttons, view.options, view.instruction, view.discard_choice)
        if self._record_change("row", row):
            self._show_buttons(view, rewrite_all=afresh)
        self._keep_room_for_options(view)
        if self._has_changed:
            self._has_changed = False
            self.lists.mark_changed(words)

    def _record_change(self, part: str, now: object) -> bool:
        """Remember what a part of the panel shows; return whether that has changed."""
        before = self._shown_parts.get(part)
        self._shown_parts[part] = now
        self._has_changed |= before != now
        return before != now

    def _node(self, id: str) -> CachedNode:
        if id not in self._nodes:
            self._nodes[id] = CachedNode(by_id(id))
        return self._nodes[id]

    def _write(self, id: str, message: Message | str | None) -> None:
        self._node(id).set_text(self._words.translate(message) if message else "")

    # -- the card ------------------------------------------------------------------------

    def _show_card(self, view: ActionPanelView) -> None:
        card = view.card
        drawn = (card.id if card else None, card.school if card else view.school)
        if drawn != self._drawn_card:
            self._drawn_card = drawn
            self._draw_card(card, view.school)
        words = self._words
        self._write("stage-title", card.name if card else view.title)
        self._node("stage-title").set_attribute("lang", "en" if card and card.rank else None)
        kind, rank = card_kind_labels(card, words) if card else ("", "")
        self._write("stage-kind", kind)
        self._write("stage-rank", rank)
        halves = _halves_with_place(card) if card else ()
        self._halves.show(halves, rewrite_all=True)
        text = being_text(card, words) if card and card.rank else ""
        self._card_text.show(text, words)
        flare = words.join((words.translate(half.text) for _, half in halves), "space")
        self._text_length = text_length_class(text or flare)
        self._root.set_attribute("data-length", self._text_length)
        show_rulings_link(self._node("stage-more"), card, words)
        if card and card.rank:
            spoken = words.translate(pattern_label(cards.BEINGS[card.id]))
            self._node("stage-pattern").set_attribute("aria-label", spoken)

    def _draw_card(self, card: CardView | None, school: str) -> None:
        root, pattern = self._root.node, by_id("stage-pattern")
        being = card if card and card.rank else None
        root.toggleAttribute("data-pattern", being is not None)
        draw_card_head(root.querySelector(".onstage-head"), card, school)
        if being:
            draw_pattern(pattern, cards.BEINGS[being.id], being.school)
        else:
            pattern.replaceChildren()

    def _update_half(self, parts: ClonedTemplate, shown: tuple[Hashable, HalfView]) -> None:
        _, view = shown
        parts.root.set_attribute("data-met", view.is_met)
        parts.set_text("need", str(view.need))
        parts.set_text("what", self._words.text(HALF_LABEL_IDS[view.half]))
        have = "" if view.have is None else self._words.text("card.difference", n=view.have)
        parts.set_text("have", have)
        place, text = parts.field("text").node, self._words.translate(view.text)
        if place.textContent != text:
            write_marked_text(place, text, self._words)

    def _update_ready_card(
        self, parts: ClonedTemplate, view: tuple[Hashable, ReadyCardView]
    ) -> None:
        parts.set_text("name", self._words.translate(view[1].name))
        parts.set_text(
            "where", self._words.join(map(self._words.translate, view[1].details), "comma")
        )

    # -- effects ------------------------------------------------------------------------

    def _show_lines(
        self, view: ActionPanelView, ending: Message | None, *, rewrite_all: bool
    ) -> None:
        words = self._words
        about = (ActionPanelLine("about", view.lines_title),) if view.lines_title else ()
        extra = (ActionPanelLine("note", ending),) if ending and not view.card else ()
        lines = (*about, *view.lines, *extra)
        self._lines.show(
            tuple((_content_above_lines(view), line) for line in lines), rewrite_all=rewrite_all
        )
        effects = () if view.are_lines_details else (*about, *view.lines)
        # One text, for the same reason as in the question.
        sentences = (_sentence(words.translate(line.text), words) for line in effects)
        said = words.join(sentences, "space")
        self._node("preview-said").set_text(said)
        long = view.card is not None and self._text_length > "f"
        self._node("stage-body").set_attribute(
            "tabindex", "0" if long or len(lines) > MAX_NAMED_SQUARES else None
        )
        has_columns = len(view.ready_cards) > _MAX_READY_ROWS
        placed = (((place, has_columns), card) for place, card in enumerate(view.ready_cards))
        self._ready_cards.show(tuple(placed), rewrite_all=rewrite_all)
        self._show_last_turn(view.last_turn)
        rule = self._node("prompt-rule")
        rule.set_attribute("hidden", not view.rule_number)
        rule.set_attribute("data-looks-up", view.rule_number)
        rule.set_text(
            self._words.text(f"rule.about.{view.rule_number}") if view.rule_number else ""
        )

    def _show_last_turn(self, view: LastTurnView | None) -> None:
        self._node("stage-last").set_attribute("hidden", view is None)
        self._root.set_attribute("data-last-turn", view is not None)
        if view:
            self._write("stage-last-title", view.title)
            lines = (
                self._words.translate_under_heading(line, view.named_player) for line in view.lines
            )
            said = self._words.join(lines, "dot")
            self._node("stage-last-text").set_text(begin_with_capital(said))

    def _update_line(self, parts: ClonedTemplate, view: tuple[Hashable, ActionPanelLine]) -> None:
        parts.root.set_attribute("data-open", view[1].is_possible)
        parts.set_text("text", self._words.translate(view[1].text))

    # -- the buttons ---------------------------------------------------------------------

    def _show_buttons(self, view: ActionPanelView, *, rewrite_all: bool) -> None:
        self._choices.show(view.buttons, rewrite_all=rewrite_all)
        self._options.show(view.options, rewrite_all=rewrite_all)
        self._root.set_attribute("data-options", bool(view.options))
        self._node("choice-wait").set_attribute("hidden", view.instruction is None)
        self._write("choice-wait", view.instruction)
        discard = self._node("choice-discard")
        discard.set_attribute("hidden", view.discard_choice is None and view.kind != "card")
        discard.set_attribute("data-none", view.discard_choice is None)
        discard.set_attribute(
            "data-move", view.discard_choice.code if view.discard_choice else None
        )
        if view.discard_choice:
            label = self._words.translate(view.discard_choice.label)
            note = view.discard_choice.note
            said = (label, *([self._words.translate(note)] if note else ()))
            spoken = self._words.text("list.stop", text=self._words.join(said, "sentence"))
            discard.set_attribute("aria-label", spoken)
            discard.set_attribute("title", label)

    def _keep_room_for_options(self, view: ActionPanelView) -> None:
        """Mark a card whose effect has had options; its text would jump between two questions."""
        card = view.card.id if view.card and view.kind == "asked" else None
        if card != self._card_with_options:
            self._card_with_options = card if view.options else None
        self._root.set_attribute("data-had-options", self._card_with_options is not None)
        self._root.set_attribute("data-beside", self._has_room_beside_text(view))

    def _has_room_beside_text(self, view: ActionPanelView) -> bool:
        """Return whether the options fit in the place of the pattern, beside a short text."""
        has_pattern = view.card is not None and view.card.rank is not None
        if not view.options or not has_pattern or self._text_length > _LONGEST_TEXT_BESIDE:
            return False
        are_arrows = all(_is_arrow(option) for option in view.options)
        return are_arrows or len(view.options) <= _MOST_OPTIONS_BESIDE

    def _update_choice(self, parts: ClonedTemplate, view: ChoiceView) -> None:
        label = self._words.translate(view.label)
        is_arrow = _is_arrow(view)
        parts.set_text("label", label[-1] if is_arrow else label)  # it ends in an arrow
        parts.root.set_attribute("aria-label", label if is_arrow else None)
        parts.root.set_attribute("title", label if is_arrow else None)
        parts.root.set_attribute("data-arrow", view.code if is_arrow else None)
        parts.set_text("note", self._words.translate(view.note) if view.note else "")
        parts.root.set_attribute("data-move", None if view.is_unavailable else view.code)
        parts.root.set_attribute("data-gone", view.is_unavailable)
        parts.root.set_attribute("data-asks", view.confirmation_id)
        parts.root.set_attribute("data-choice", view.action)
        parts.root.set_attribute("data-primary", view.is_primary)
        parts.root.set_attribute("data-idle", view.is_idle)
        parts.root.set_attribute("data-chosen", view.is_chosen)


def _is_arrow(choice: ChoiceView) -> bool:
    """Return whether a choice is shown as an arrow: a direction in a list of them."""
    return choice.code in DIRECTIONS and not choice.is_primary


def _sentence(text: str, words: Catalogue) -> str:
    """End a line with a full stop; a question has its mark (";" in Greek)."""
    return text if text.endswith(_ENDS) else words.text("list.stop", text=text)


def _content_above_lines(view: ActionPanelView) -> Hashable:
    """Return the content above the lines that say what a choice does."""
    ready = tuple(card.card for card in view.ready_cards)
    return view.card and view.card.id, ready, len(view.options), str(view.question)


def _halves_with_place(card: CardView) -> tuple[tuple[Hashable, HalfView], ...]:
    """Return the shown halves of a flare, each with the flare and how many are shown."""
    return tuple(((card.id, len(card.halves)), half) for half in card.halves)


def _line_key(view: tuple[Hashable, ActionPanelLine]) -> Hashable:
    """Return a key that includes the content above: a line would seem to jump under another."""
    above, line = view
    return above, line.sign, line.is_possible, str(line.text)


def _create_line(view: tuple[Hashable, ActionPanelLine]) -> DomNode:
    line = clone_template("tpl-line")
    sign = view[1].sign
    line.setAttribute("data-sign", sign)
    line.querySelector("use").setAttribute(
        "href", f"#sign-{'note' if sign in ('how', 'step') else sign}"
    )
    return line


def _create_ready(view: tuple[Hashable, ReadyCardView]) -> DomNode:
    item, card = clone_template("tpl-ready"), view[1].card
    item.querySelector(".ready-card").setAttribute("data-take", card)
    emblem = item.querySelector(".emblem")
    being = cards.BEINGS.get(card)
    if being is None:
        emblem.replaceWith(clone_template("tpl-hand-flare").querySelector(".emblem"))
    else:
        school = document.getElementById("prompt").dataset.school
        draw_being(emblem, card, being.rank, school)
    return item
