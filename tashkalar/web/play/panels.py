"""The panels around the board: bar, players, tasks, log, prompt, curtain and result."""

from __future__ import annotations

from pyscript import document

from tashkalar.position.move import Message
from tashkalar.ui.screen.players import name_class
from tashkalar.ui.text.catalogue import Catalogue, signed, whole
from tashkalar.ui.views import (
    ColourScore,
    CurtainView,
    NeedView,
    Pips,
    PlayerView,
    ResultRow,
    Screen,
    StepView,
    TallyView,
    TaskView,
    Wording,
)
from tashkalar.web.board.cards import show_school
from tashkalar.web.browser.dom import KeyedList, Node, Parts, Written, by_id, clone, field
from tashkalar.web.play.action_panel import Stage
from tashkalar.web.play.hand import HandRow
from tashkalar.web.play.log_panel import LogPanel


class Panels:
    """Everything but the board; shows a `Screen` and writes only what changed."""

    def __init__(self) -> None:
        self._words = Catalogue()
        self._language = ""
        self._written: dict[str, Written] = {}
        self._players: KeyedList[PlayerView] = KeyedList(
            by_id("players"), _create_player, self._player, key=lambda v: (v.seat, v.school)
        )
        self._tasks: KeyedList[TaskView] = KeyedList(
            by_id("tasks"), lambda _: clone("tpl-task"), self._task, key=lambda v: v.id
        )
        self._tally: KeyedList[TallyView] = KeyedList(
            by_id("tally-rows"), _create_tally, self._tally_row, key=lambda v: (v.owner, v.rank)
        )
        self._log = LogPanel()
        self._rows: KeyedList[ResultRow] = KeyedList(
            by_id("result-rows"), _create_row, self._row, key=lambda v: (v.seat, v.school)
        )
        self._body = Written(document.body)
        self._tools = {
            action: [Written(button) for button in document.querySelectorAll(_button(action))]
            for action in ("undo", "redo", "hint", "last-turn")
        }
        self._resign = Written(document.querySelector("#menu " + _button("resign")))
        self._pips = Pips(0, 0)
        self._school = ""  # whose turn the bar says it is
        self._hand = HandRow()
        self._stage = Stage()
        self._covered: CurtainView | None = None  # what the curtain says

    def show(self, screen: Screen, words: Catalogue) -> bool:
        """Show the screen in the catalogue's language; whether there is more in the log now."""
        afresh = self._language != words.language
        self._words, self._language = words, words.language
        if afresh:
            self._written.clear()  # the page's own words may have been written over them
        self._body.attribute("data-seats", str(len(screen.players)))
        self._body.attribute("data-form", screen.form)
        self._bar(screen)
        self._stage.show(screen.stage, words, ending=screen.ending)
        self._hand.show(screen.hand, words, afresh=afresh)
        self._players.show(screen.players, afresh=afresh)
        self._tasks.show(screen.tasks, afresh=afresh)
        self._show_tally(screen, afresh)
        grown = self._log.show(screen.log, words, afresh=afresh)
        self.curtain(screen.curtain)
        if screen.result:
            self._text("result-title", screen.result.title)
            self._text("result-reason", screen.result.reason)
            self._text("result-tiebreak", screen.result.tiebreak or "")
            show_school("#result", screen.result.school)
            self._rows.show(screen.result.rows, afresh=afresh)
        return grown

    def curtain(self, view: CurtainView | None) -> None:
        """Write on the curtain whose turn it is and what has happened, if it is down.

        Once: it is shown before what is behind it.
        """
        if view is None or view is self._covered:
            return
        self._covered, words = view, self._words
        show_school("#curtain", view.school)
        self._text("curtain-title", view.title)
        self._at("curtain-open").text(words.text("curtain.open", who=view.who))
        self._text("curtain-meanwhile", view.told or "")
        steps = (self._step(step, view.whose) for step in view.steps)
        by_id("curtain-summary").replaceChildren(*steps)

    def _step(self, step: StepView, whose: Wording) -> Node:
        """A step of the others, with its number in the color of whoever made it."""
        item = clone("tpl-curtain-step")
        item.setAttribute("data-school", step.school)
        item.setAttribute("data-step", str(step.number))
        field(item, "text").textContent = self._words.beneath(step.text, whose)
        field(item, "lost").textContent = " · ".join(map(self._say, step.lost))
        return item

    def busy(self, on: bool) -> None:
        """Say whether something is still to be drawn that has been chosen or looked at."""
        self._at("prompt").attribute("aria-busy", "true" if on else None)

    def _at(self, id: str) -> Written:
        if id not in self._written:
            self._written[id] = Written(by_id(id))
        return self._written[id]

    def _text(self, id: str, message: Message | str) -> None:
        self._at(id).text(self._say(message))

    def _say(self, message: Message | str) -> str:
        return self._words.message(message)

    def _bar(self, screen: Screen) -> None:
        words = self._words
        self._text("form-name", screen.title)
        self._at("turn-number").text(words.text("game.turn", n=screen.turn))
        if self._school != screen.school:
            self._school = screen.school
            show_school("#turn", screen.school)
        self._text("turn-text", screen.to_act)
        self._at("turn-pips").attribute(
            "aria-label", words.plural("game.actions", screen.pips.left)
        )
        if screen.pips != self._pips:
            self._pips = screen.pips
            _show_pips(by_id("turn-pips"), screen.pips)
        for action, possible in (
            ("undo", screen.can_undo),
            ("redo", screen.can_redo),
            ("hint", screen.kind == "game"),
            ("last-turn", screen.can_watch),
        ):
            for button in self._tools[action]:
                button.attribute("disabled", not possible)
        self._resign.attribute("disabled", not screen.may_resign)

    def _player(self, parts: Parts, view: PlayerView) -> None:
        words = self._words
        parts.root.attribute("data-active", view.active)
        name = self._say(view.name)
        parts.text("name", name)
        parts.root.attribute("data-name", name_class(name))
        parts.text("school", self._say(view.school_name))
        parts.text("team", words.text("seat.team", who=view.team) if view.team else "")
        parts.node(".seat-school").attribute("data-team", bool(view.team))
        self._colours(parts.field("colours").node, view.scores)
        notes = [self._say(note) for note in view.notes]
        parts.root.attribute("data-noted", str(len(notes)))
        self._notes(parts.field("notes").node, notes)
        mark = parts.field("note-mark")
        mark.attribute("hidden", not notes)
        mark.attribute("title", " · ".join(notes))
        parts.text("note-count", str(len(notes)) if len(notes) > 1 else "")
        parts.text("score", whole(view.score))
        parts.text("pieces", str(view.pieces))
        parts.text("pieces-of", words.text("seat.of", n=view.all_pieces))
        parts.text("upgraded", str(view.upgraded))
        parts.text("legendary-left", str(view.legendary_left))
        parts.text("deck", str(view.deck))
        _show_pips(parts.field("pips").node, view.pips)
        hand = dict(view.hand)
        parts.text("hand-count", str(sum(hand.values())))
        for name, lead in (("upgraded", view.lead_upgraded), ("pieces", view.lead_pieces)):
            for place in parts.fields(f"{name}-difference"):
                place.text(signed(lead))
                place.attribute("data-sign", _sign(lead))
        parts.text("flare-note", self._say(view.flare_note) if view.flare_note else "")
        backs = parts.field("backs")
        backs.attribute("aria-label", words.text("seat.hand", **hand))
        kinds = [kind for kind, number in view.hand for _ in range(number)]
        if backs.node.getAttribute("data-kinds") != "".join(kinds):
            backs.node.setAttribute("data-kinds", "".join(kinds))
            backs.node.replaceChildren()
            for kind in kinds:
                back = clone("tpl-back")
                back.setAttribute("data-kind", kind)
                backs.node.appendChild(back)

    def _colours(self, place: Node, scores: tuple[ColourScore, ...]) -> None:
        """A melee's score in every enemy colour; the heroic face while improvising is possible."""
        place.replaceChildren()
        for score in scores:
            item = clone("tpl-colour")
            item.setAttribute("data-school", score.school)
            item.toggleAttribute("data-improvised", score.improvised)
            item.toggleAttribute("data-lowest", score.lowest)
            item.querySelector(".stone").setAttribute("data-rank", score.rank)
            item.querySelector(".body").setAttribute("href", f"#stone-{score.rank}")
            item.querySelector(".sigil").setAttribute("href", f"#sigil-{score.school}")
            text = self._say(score.told)
            item.setAttribute("title", text)
            field(item, "points").textContent = whole(score.points)
            field(item, "words").textContent = text
            place.appendChild(item)

    def _notes(self, place: Node, notes: list[str]) -> None:
        place.replaceChildren()
        for note in notes:
            item = clone("tpl-note")
            item.textContent = note
            place.appendChild(item)

    def _task(self, parts: Parts, view: TaskView) -> None:
        parts.root.attribute("data-task", view.id)
        parts.root.attribute("data-next", view.next)
        parts.root.attribute("data-met", view.fulfilled)
        claim = parts.field("claim")
        parts.root.attribute("data-claim", view.code is not None)
        claim.attribute("hidden", view.code is None)
        claim.attribute("data-move", view.code)
        claim.attribute("aria-label", ". ".join(map(self._say, view.label)))
        claim.attribute("aria-pressed", str(view.asked).lower())
        parts.root.attribute("data-asked", view.asked)
        parts.text("points", str(view.points))
        parts.text("name", self._say(view.name))
        parts.text("text", self._say(view.text))
        parts.root.attribute("data-then", view.then)
        parts.text("missing", " · ".join(map(self._say, view.missing)))
        parts.root.attribute("data-signs", bool(view.signs))
        _draw_signs(parts.field("signs").node, view.signs)

    def _show_tally(self, screen: Screen, afresh: bool) -> None:
        by_id("tally").toggleAttribute("hidden", not screen.counts_destroyed)
        self._text("tasks-title", Message(f"panel.{screen.form}"))
        self._text("tasks-button", Message(f"panel.{screen.form}"))
        self._tally.show(screen.tally, afresh=afresh)
        nothing = "" if screen.tally else self._words.text("tally.nothing")
        self._at("tally-total").text(nothing)

    def _tally_row(self, parts: Parts, view: TallyView) -> None:
        parts.text("name", self._say(view.label))
        parts.text("count", f"×{view.number}")

    def _row(self, parts: Parts, view: ResultRow) -> None:
        parts.text("name", self._say(view.name))
        parts.root.attribute("data-winner", view.winner)
        self._colours(parts.field("colours").node, view.scores)
        parts.text("score", whole(view.score))
        parts.text("upgraded", str(view.upgraded))
        parts.text("pieces", str(view.pieces))


def _draw_signs(place: Node, needs: tuple[NeedView, ...]) -> None:
    """Conditions as rows of signs: filled, hollow, or dashed where a choice would fill them."""
    place.replaceChildren()
    for need in needs:
        group = clone("tpl-task-signs")
        for state in need.signs:
            sign = clone("tpl-task-sign")
            sign.setAttribute("data-shape", need.shape)
            sign.setAttribute("data-state", state)
            sign.querySelector("use").setAttribute("href", f"#need-{need.shape}")
            group.appendChild(sign)
        place.appendChild(group)


def _show_pips(place: Node, pips: Pips) -> None:
    """One pip an action, those used up empty."""
    while place.childElementCount > pips.shown:
        place.lastElementChild.remove()
    while place.childElementCount < pips.shown:
        place.appendChild(clone("tpl-pip"))
    for number, pip in enumerate(place.children):
        pip.toggleAttribute("data-spent", number >= pips.left)


def _button(action: str) -> str:
    """The selector of the buttons for an action."""
    return f'[data-action="{action}"]'


def _sign(number: int) -> str | None:
    """What `data-sign` says of a difference."""
    if number == 0:
        return "even"
    return "minus" if number < 0 else None


def _create_player(view: PlayerView) -> Node:
    seat = clone("tpl-seat")
    seat.setAttribute("data-seat", str(view.seat))
    seat.setAttribute("data-school", view.school)
    seat.querySelector(".sigil").setAttribute("href", f"#sigil-{view.school}")
    return seat


def _create_tally(view: TallyView) -> Node:
    row = clone("tpl-tally")
    stone = row.querySelector(".stone")
    stone.setAttribute("data-rank", view.rank)
    stone.setAttribute("data-school", view.school)
    stone.querySelector(".body").setAttribute("href", f"#stone-{view.rank}")
    stone.querySelector(".sigil").setAttribute("href", f"#sigil-{view.school}")
    return row


def _create_row(view: ResultRow) -> Node:
    row = clone("tpl-result-row")
    row.setAttribute("data-school", view.school)
    row.querySelector(".stone").setAttribute("data-school", view.school)
    row.querySelector(".sigil").setAttribute("href", f"#sigil-{view.school}")
    return row
