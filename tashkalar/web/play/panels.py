"""The panels around the board: bar, players, tasks, log, prompt, curtain and result."""

from __future__ import annotations

from pyscript import document

from tashkalar.position.move import Message
from tashkalar.ui.screen.players import name_length_class
from tashkalar.ui.text.catalogue import Catalogue, format_integer, format_signed
from tashkalar.ui.views import (
    ColorScore,
    CurtainStepView,
    CurtainView,
    Pips,
    PlayerView,
    PublicFacts,
    ResultRow,
    Screen,
    TallyView,
    Wording,
)
from tashkalar.web.board.cards import apply_school_colors, draw_stone
from tashkalar.web.browser.dom import (
    CachedNode,
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    find_field,
)
from tashkalar.web.play.action_panel import ActionPanel
from tashkalar.web.play.hand import HandRow
from tashkalar.web.play.log_panel import LogPanel
from tashkalar.web.play.tasks import TaskList


class Panels:
    """Show the parts of a `Screen` around the board, and write only what changed."""

    def __init__(self) -> None:
        self._words = Catalogue()
        self._language = ""
        self._nodes: dict[str, CachedNode] = {}
        self._players: KeyedList[PlayerView] = KeyedList(
            by_id("players"), _create_player, self._update_player, key=lambda v: (v.seat, v.school)
        )
        self._tasks = TaskList("tasks")
        self._tally: KeyedList[TallyView] = KeyedList(
            by_id("tally-rows"), _create_tally, self._update_tally, key=lambda v: (v.owner, v.rank)
        )
        self._log = LogPanel()
        self._result_rows: KeyedList[ResultRow] = KeyedList(
            by_id("result-rows"),
            _create_result_row,
            self._update_result_row,
            key=lambda v: (v.seat, v.school),
        )
        self._body = CachedNode(document.body)
        self._tool_buttons = {
            action: [
                CachedNode(button) for button in document.querySelectorAll(_button_selector(action))
            ]
            for action in ("undo", "redo", "hint", "last-turn")
        }
        self._resign_button = CachedNode(
            document.querySelector("#menu " + _button_selector("resign"))
        )
        self._shown_pips = Pips(0, 0)
        self._turn_school = ""  # whose turn the bar says it is
        self._hand = HandRow()
        self._action_panel = ActionPanel()
        self._shown_curtain: CurtainView | None = None  # what the curtain says
        self._facts: PublicFacts | None = None  # of the game's position
        self._replay_facts: PublicFacts | None = None  # of the shown step of the others' turn

    def show(self, screen: Screen, words: Catalogue) -> bool:
        """Show the screen in the catalogue's language; return whether the log has grown."""
        afresh = self._language != words.language
        self._words, self._language = words, words.language
        if afresh:
            self._nodes.clear()  # the page's own words may have been written over them
        self._body.set_attribute("data-seats", str(len(screen.players)))
        self._body.set_attribute("data-form", screen.form)
        self._body.set_attribute("data-teams", any(player.team for player in screen.players))
        self._show_bar(screen)
        self._action_panel.show(screen.action_panel, words, ending=screen.panel_ending)
        self._hand.show(screen.hand, words, rewrite_all=afresh)
        by_id("tally").toggleAttribute("hidden", not screen.counts_destroyed)
        self._write("tasks-title", Message(f"panel.{screen.form}"))
        self._write("tasks-button", Message(f"panel.{screen.form}"))
        self._facts = PublicFacts(screen.players, screen.tasks, screen.tally, screen.earned_text)
        self._show_facts(self._replay_facts or self._facts, rewrite_all=afresh)
        grown = self._log.show(screen.log, words, rewrite_all=afresh)
        self.show_curtain(screen.curtain)
        if screen.result:
            self._write("result-title", screen.result.title)
            self._write("result-reason", screen.result.reason)
            self._write("result-tiebreak", screen.result.tiebreak or "")
            apply_school_colors("#result", screen.result.school)
            self._result_rows.show(screen.result.rows, rewrite_all=afresh)
        return grown

    def show_replay_facts(self, facts: PublicFacts | None) -> None:
        """Show the facts after a step of the others' turn; with None those of the position."""
        self._replay_facts = facts
        if self._facts:
            self._show_facts(facts or self._facts, rewrite_all=False)

    def _show_facts(self, facts: PublicFacts, *, rewrite_all: bool) -> None:
        self._players.show(facts.players, rewrite_all=rewrite_all)
        self._tasks.show(facts.tasks, self._words)
        self._tally.show(facts.tally, rewrite_all=rewrite_all)
        self._write("tally-total", facts.earned_text or "")
        told = (facts.earned_text,) if facts.earned_text else (t.spoken_text for t in facts.tasks)
        self._node("tasks-told").set_text(self._words.join(map(self._translate, told), "sentence"))

    def show_curtain(self, view: CurtainView | None) -> None:
        """Write on the curtain, if it is down, whose turn it is and what has happened.

        A view that is shown already is not written again: the curtain is drawn with the board, and
        once more with the panels behind it.
        """
        if view is None or view is self._shown_curtain:
            return
        self._shown_curtain, words = view, self._words
        apply_school_colors("#curtain", view.school)
        self._write("curtain-title", view.title)
        self._node("curtain-open").set_text(words.text("curtain.open", who=view.player_name))
        self._write("curtain-meanwhile", view.others_title or "")
        steps = (self._create_curtain_step(step, view.others_name) for step in view.steps)
        by_id("curtain-summary").replaceChildren(*steps)

    def _create_curtain_step(self, step: CurtainStepView, whose: Wording) -> DomNode:
        """Return a step of the others, its number in the color of the school that made the step."""
        item = clone_template("tpl-curtain-step")
        item.setAttribute("data-school", step.school)
        item.setAttribute("data-step", str(step.number))
        find_field(item, "text").textContent = self._words.translate_under_heading(step.text, whose)
        find_field(item, "lost").textContent = self._words.join(
            map(self._translate, step.lost_pieces), "dot"
        )
        return item

    def fit_lists(self) -> None:
        """Shorten the lists of the action panel until everything fits."""
        self._action_panel.lists.fit()

    def toggle_lists(self) -> None:
        """Open the shortened lists of the action panel, or close them."""
        self._action_panel.lists.toggle()

    def set_busy(self, on: bool) -> None:
        """Set whether a choice or a look is still to be drawn."""
        self._node("prompt").set_attribute("aria-busy", "true" if on else None)

    def _node(self, id: str) -> CachedNode:
        if id not in self._nodes:
            self._nodes[id] = CachedNode(by_id(id))
        return self._nodes[id]

    def _write(self, id: str, message: Message | str) -> None:
        self._node(id).set_text(self._translate(message))

    def _translate(self, message: Message | str) -> str:
        return self._words.translate(message)

    def _show_bar(self, screen: Screen) -> None:
        words = self._words
        self._write("form-name", screen.title)
        is_last_round = screen.ending_text is not None
        self._body.set_attribute("data-last-round", is_last_round)
        turn_text = "game.turn.last" if is_last_round else "game.turn"
        self._node("turn-number").set_text(words.text(turn_text, n=screen.turn))
        if self._turn_school != screen.school:
            self._turn_school = screen.school
            apply_school_colors("#turn", screen.school)
        self._write("turn-text", screen.to_act_text)
        self._node("turn-pips").set_attribute(
            "aria-label", words.plural_text("game.actions", screen.pips.remaining)
        )
        if screen.pips != self._shown_pips:
            self._shown_pips = screen.pips
            _show_pips(by_id("turn-pips"), screen.pips)
        for action, possible in (
            ("undo", screen.can_undo),
            ("redo", screen.can_redo),
            ("hint", screen.kind == "game"),
            ("last-turn", screen.can_watch),
        ):
            why = None if possible else words.text(f"page.why.{action}")
            for button in self._tool_buttons[action]:
                button.set_attribute("disabled", not possible)
                button.set_attribute("aria-description", why)
                button.set_attribute("title", why)
        self._resign_button.set_attribute("disabled", not screen.may_resign)

    def _update_player(self, parts: ClonedTemplate, view: PlayerView) -> None:
        words = self._words
        parts.root.set_attribute("data-active", view.is_active)
        name = self._translate(view.name)
        parts.set_text("name", name)
        parts.root.set_attribute("data-name", name_length_class(name))
        parts.set_text("school", self._translate(view.school_name))
        parts.set_text("team", words.text("seat.team", who=view.team) if view.team else "")
        parts.node(".seat-school").set_attribute("data-team", bool(view.team))
        self._show_colors(parts.field("colours").node, view.color_scores)
        notes = [self._translate(note) for note in view.notes]
        parts.root.set_attribute("data-noted", str(len(notes)))
        self._show_notes(parts.field("notes").node, notes)
        mark = parts.field("note-mark")
        mark.set_attribute("hidden", not notes)
        mark.set_attribute("title", words.join(notes, "dot"))
        parts.set_text("note-count", str(len(notes)) if len(notes) > 1 else "")
        parts.set_text("score", format_integer(view.score))
        parts.set_text("score-said", words.plural_text("seat.points", view.score))
        score, needed = parts.node(".seat-score"), view.end_score
        score.set_attribute("data-enough", needed is not None)
        score.set_attribute("title", words.text("seat.end-score", n=needed) if needed else None)
        parts.set_text("pieces", str(view.piece_count))
        parts.set_text("pieces-of", words.text("seat.of", n=view.total_piece_count))
        parts.set_text("upgraded", str(view.upgraded_count))
        parts.set_text("legendary-left", str(view.legendary_left))
        parts.set_text("deck", str(view.deck_size))
        _show_pips(parts.field("pips").node, view.pips)
        hand = dict(view.hand_counts)
        parts.set_text("hand-count", str(sum(hand.values())))
        for what, lead in (("upgraded", view.lead_upgraded), ("pieces", view.lead_pieces)):
            for place in parts.fields(f"{what}-difference"):
                place.set_text(format_signed(lead))
                place.set_attribute("data-sign", _sign_state(lead))
        parts.set_text("flare-note", self._translate(view.flare_note) if view.flare_note else "")
        backs = parts.field("backs")
        backs.set_attribute("aria-label", words.text("seat.hand", **hand))
        kinds = [kind for kind, number in view.hand_counts for _ in range(number)]
        if backs.node.getAttribute("data-kinds") != "".join(kinds):
            backs.node.setAttribute("data-kinds", "".join(kinds))
            backs.node.replaceChildren()
            for kind in kinds:
                back = clone_template("tpl-back")
                back.setAttribute("data-kind", kind)
                backs.node.appendChild(back)

    def _show_colors(self, place: DomNode, scores: tuple[ColorScore, ...]) -> None:
        """Show a melee's score in every enemy color, and which scores allow improvising."""
        place.replaceChildren()
        for score in scores:
            item = clone_template("tpl-colour")
            item.setAttribute("data-school", score.school)
            item.toggleAttribute("data-improvised", score.can_improvise)
            item.toggleAttribute("data-lowest", score.is_lowest)
            item.querySelector(".stone").setAttribute("data-rank", score.rank)
            item.querySelector(".body").setAttribute("href", f"#stone-{score.rank}")
            item.querySelector(".sigil").setAttribute("href", f"#sigil-{score.school}")
            text = self._translate(score.spoken_text)
            item.setAttribute("title", text)
            find_field(item, "points").textContent = format_integer(score.points)
            find_field(item, "words").textContent = text
            place.appendChild(item)

    def _show_notes(self, place: DomNode, notes: list[str]) -> None:
        place.replaceChildren()
        for note in notes:
            item = clone_template("tpl-note")
            item.textContent = note
            place.appendChild(item)

    def _update_tally(self, parts: ClonedTemplate, view: TallyView) -> None:
        parts.set_text("name", self._translate(view.label))
        parts.set_text("count", f"×{view.number}")

    def _update_result_row(self, parts: ClonedTemplate, view: ResultRow) -> None:
        parts.set_text("name", self._translate(view.name))
        parts.root.set_attribute("data-winner", view.is_winner)
        self._show_colors(parts.field("colours").node, view.color_scores)
        parts.set_text("score", format_integer(view.score))
        parts.set_text("upgraded", str(view.upgraded_count))
        parts.set_text("pieces", str(view.piece_count))


def _show_pips(place: DomNode, pips: Pips) -> None:
    """Show a pip for each action, empty for a used one."""
    while place.childElementCount > pips.total:
        place.lastElementChild.remove()
    while place.childElementCount < pips.total:
        place.appendChild(clone_template("tpl-pip"))
    for number, pip in enumerate(place.children):
        pip.toggleAttribute("data-spent", number >= pips.remaining)


def _button_selector(action: str) -> str:
    """Return the selector of the buttons for an action."""
    return f'[data-action="{action}"]'


def _sign_state(number: int) -> str | None:
    """Return the value of `data-sign` for a difference."""
    if number == 0:
        return "even"
    return "minus" if number < 0 else None


def _create_player(view: PlayerView) -> DomNode:
    seat = clone_template("tpl-seat")
    seat.setAttribute("data-seat", str(view.seat))
    seat.setAttribute("data-school", view.school)
    seat.querySelector(".sigil").setAttribute("href", f"#sigil-{view.school}")
    return seat


def _create_tally(view: TallyView) -> DomNode:
    row = clone_template("tpl-tally")
    draw_stone(row.querySelector(".stone"), view.rank, view.school)
    return row


def _create_result_row(view: ResultRow) -> DomNode:
    row = clone_template("tpl-result-row")
    row.setAttribute("data-school", view.school)
    row.querySelector(".stone").setAttribute("data-school", view.school)
    row.querySelector(".sigil").setAttribute("href", f"#sigil-{view.school}")
    return row
