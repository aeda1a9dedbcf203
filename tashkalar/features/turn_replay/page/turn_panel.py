"""The others' turn, shown step by step in place of the action panel."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document

from tashkalar import cards
from tashkalar.features.turn_replay import shown_step
from tashkalar.ui.bots import speeds
from tashkalar.ui.screen import sounds
from tashkalar.ui.screen.action_panel import text_length_class
from tashkalar.ui.screen.sounds import Cue
from tashkalar.ui.screen.turn_replay import TurnReplay, TurnReplayStep
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import PublicFacts, Wording
from tashkalar.web.board.cards import (
    apply_school_colors,
    card_kind_labels,
    card_text,
    draw_card_head,
    draw_pattern,
    draw_stone,
    show_rulings_link,
)
from tashkalar.web.browser.dom import CachedNode, DomNode, by_id, clone_template, find_field
from tashkalar.web.browser.frames import OncePerFrame
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.play.animation import AnimationPlayer
from tashkalar.web.play.watching import TurnPanel


class TurnReplayPanel(TurnPanel):
    """Show a `TurnReplay` while the game waits."""

    holds_back_computers = True

    def __init__(
        self,
        words: Catalogue,
        animations: AnimationPlayer,
        show_facts: Callable[[PublicFacts | None], None],
    ) -> None:
        """`show_facts` shows a position in the panels beside the board; with None the game's."""
        self._words, self._show_facts = words, show_facts
        self._animations = animations
        self._view: TurnReplay | None = None
        self._step_index = 0  # the step that is shown
        self._scrolled_index = 0  # the last step that was scrolled to
        # Scrolling makes the browser lay out the whole page, so all of a step is written before.
        self._scroll_request = OncePerFrame(self._scroll_to_step)
        self._is_playing = False  # the replay advances by itself
        self._speed = 1.0
        self._card_texts: dict[
            object, DomNode
        ] = {}  # the text to read of each card, by `_card_text_key`
        self._end_cues: tuple[Cue, ...] = ()
        self._on_end: Callable[[], None] | None = None
        speed_buttons = by_id("meanwhile-speeds")
        for speed in speeds.STEP_SPEEDS:
            button = clone_template("tpl-speed")
            button.setAttribute("data-speed", str(speed))
            button.textContent = speeds.format_speed(speed)
            speed_buttons.appendChild(button)
        listen(document, "tashkalar-scene", self._on_animation_end)
        listen(by_id("meanwhile"), "click", self._on_click)

    @property
    def is_open(self) -> bool:
        """Return whether the others' turn is being shown."""
        return self._view is not None

    def show(
        self,
        view: TurnReplay,
        *,
        focus: bool = False,
        end_cues: tuple[Cue, ...] = sounds.YOUR_TURN_CUES,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """Begin with the first step; without motion, the player goes from step to step.

        The `end_cues` are heard when all steps have been played. `on_end` is called then, or when
        the player skips the rest.
        """
        self._view, self._end_cues, self._on_end = view, end_cues, on_end
        document.body.toggleAttribute("data-meanwhile", True)
        panel = by_id("meanwhile")
        panel.removeAttribute("hidden")
        panel.toggleAttribute("data-mine", view.is_own_turn_next)
        title = self._words.translate(view.title)
        for place in ("meanwhile-title", "turn-meanwhile-text"):
            by_id(place).textContent = title
        apply_school_colors("#turn-meanwhile", view.school)
        pips = by_id("turn-meanwhile-pips")
        pips.replaceChildren(*(clone_template("tpl-pip") for _ in view.steps))
        pips.setAttribute("data-crowded", shown_step.pip_size(len(view.steps)))
        by_id("meanwhile-steps").replaceChildren(
            *(self._create_line(s, view.named_player) for s in view.steps)
        )
        self._card_texts = {
            _card_text_key(step): self._create_card_text(step) for step in view.steps
        }
        texts = by_id("meanwhile-cards")
        texts.replaceChildren(*self._card_texts.values())
        if any(str(played.dataset.length) > "e" for played in self._card_texts.values()):
            texts.setAttribute("tabindex", "0")  # on a small phone they may have to be scrolled
        else:
            texts.removeAttribute("tabindex")
        if focus:
            by_id("meanwhile-title").focus()
        self._is_playing = bool(self._animations.time_scale)
        self._show_step(0)

    def cancel(self) -> None:
        """Return to the game without calling `on_end`."""
        self._on_end = None
        self.close()

    def close(self) -> None:
        """Return to the game: show the board as it is, and call `on_end`."""
        if self._view is None:
            return
        by_id("prompt-said").textContent = ""
        if self._view.is_own_turn_next:
            by_id("announcer").textContent = by_id("prompt-text").textContent
        self._view = None
        self._show_facts(None)
        focused = by_id("meanwhile").contains(document.activeElement)
        document.body.removeAttribute("data-meanwhile")
        by_id("board-rim").removeAttribute("data-school")
        by_id("meanwhile").setAttribute("hidden", "")
        self._animations.stop()
        if focused:
            document.querySelector('#board-grid [tabindex="0"]').focus()
        then, self._on_end = self._on_end, None
        if then:
            then()

    def _create_line(self, step: TurnReplayStep, who: Wording) -> DomNode:
        line = clone_template("tpl-step")
        button = line.querySelector(".step")
        button.setAttribute("data-step", str(step.number - 1))
        button.setAttribute("data-school", step.school)
        find_field(line, "number").textContent = str(step.number)
        text = self._words.translate_under_heading(step.text, who)
        named = map(self._words.translate, step.named_words)
        pieces = (_create_text_piece(*piece) for piece in shown_step.split_emphasized(text, named))
        find_field(line, "text").replaceChildren(*pieces)
        find_field(line, "lost").textContent = self._words.join(
            map(self._words.translate, step.lost_pieces), "dot"
        )
        return line

    def _create_card_text(self, step: TurnReplayStep) -> DomNode:
        """Return the text of a step: its card's pattern and text, or the step's note."""
        played = clone_template("tpl-played")
        box = played.querySelector(".onstage-pattern")
        card, text = step.card, ""
        if card:
            text = card_text(card, self._words)
        elif step.note:
            text = self._words.translate(step.note)
        if card and card.rank:
            draw_pattern(box.firstElementChild, cards.BEINGS[card.id], card.school)
        elif step.rank and not card:
            stone = clone_template("tpl-pattern-stone")
            draw_stone(stone, step.rank, step.school)
            box.firstElementChild.setAttribute("viewBox", "-25 -25 150 150")
            box.firstElementChild.appendChild(stone)
        else:
            box.remove()
        played.setAttribute("data-length", text_length_class(text))
        find_field(played, "text").textContent = text
        return played

    # -- going on ------------------------------------------------------------------------

    def _show_step(self, number: int, *, announce: bool = False) -> None:
        """Show a step: animated while the replay plays, otherwise as the step ends."""
        view = self._view
        assert view is not None
        self._step_index = number
        step = view.steps[number]
        self._update_progress(view)
        if announce:
            said = map(self._words.translate, (step.text, *step.lost_pieces))
            by_id("announcer").textContent = self._words.join(said, "sentence")
        if self._is_playing:
            self._animations.play(
                shown_step.step_animations(step), skippable=False, speed=self._speed
            )
        elif self._animations.time_scale and announce:
            animations = (*step.animations, *shown_step.finished_step_animations(step))
            self._animations.play(animations, skippable=False, speed=self._speed)
        else:
            self._animations.show_still(shown_step.finished_step_animations(step))

    def _on_animation_end(self, event: PageEvent) -> None:
        """Go on to the next step when the last animation (-1) has ended."""
        if self._view is None or not isinstance(event.detail, int) or event.detail >= 0:
            return
        if not self._is_playing:
            self._animations.show_still(
                shown_step.finished_step_animations(self._view.steps[self._step_index])
            )
        elif self._step_index + 1 < len(self._view.steps):
            self._show_step(self._step_index + 1)
        else:
            self.close()
            self._animations.sound.play(self._end_cues)

    def _scroll_to_step(self) -> None:
        """Bring the shown step into view, in the list and in the log."""
        if self._view is None:
            return  # the replay has ended meanwhile
        if self._step_index != self._scrolled_index:
            self._scrolled_index = self._step_index
            lines = by_id("meanwhile-steps")
            if self._step_index:
                lines.children[self._step_index].scrollIntoView(block="nearest")
            else:
                lines.scrollTop = 0
        number = str(self._step_index + 1)
        rows = by_id("log").querySelectorAll(".log-row[data-numbered]")
        current_rows = [row for row in rows if find_field(row, "step").textContent == number]
        if current_rows:
            current_rows[-1].scrollIntoView(block="nearest")

    def _update_progress(self, view: TurnReplay) -> None:
        """Show which step is shown, in the list, on the board and in the log."""
        words, step = self._words, view.steps[self._step_index]
        number, of = self._step_index + 1, len(view.steps)
        by_id("meanwhile-at").textContent = words.text("meanwhile.at", n=number, of=of)
        for place, line in enumerate(by_id("meanwhile-steps").children):
            button = line.firstElementChild
            pip = by_id("turn-meanwhile-pips").children[place]
            pip.toggleAttribute("data-now", place == self._step_index)
            pip.toggleAttribute("data-spent", place > self._step_index)
            state = (
                "done"
                if place < self._step_index
                else "now"
                if place == self._step_index
                else "later"
            )
            button.setAttribute("data-state", state)
            if state == "now":
                button.setAttribute("aria-current", "step")
            else:
                button.removeAttribute("aria-current")
        for mark in by_id("board-trail").children:
            mark.toggleAttribute("data-later", int(mark.dataset.step) > number)
        to_come = shown_step.future_gateways(view, number)
        for gate in document.querySelectorAll("#board-grid [data-gateway]"):
            gate.toggleAttribute("data-later", str(gate.dataset.square) in to_come)
        by_id("board-rim").setAttribute("data-school", step.school)
        for seat in by_id("players").children:
            seat.toggleAttribute("data-moves", int(seat.dataset.seat) == step.seat)
        _reveal_log(number)
        self._scroll_request.request()
        self._draw_step(step)
        play = by_id("meanwhile-play")
        play.setAttribute(
            "aria-label", words.text("replay.pause" if self._is_playing else "replay.play")
        )
        play.querySelector("use").setAttribute(
            "href", "#i-pause" if self._is_playing else "#i-play"
        )
        by_id("meanwhile-pace").textContent = speeds.format_speed(self._speed)
        for button in by_id("meanwhile-speeds").children:
            chosen = float(button.dataset.speed) == self._speed
            button.setAttribute("aria-pressed", str(chosen).lower())
        back, forward = by_id("meanwhile-back"), by_id("meanwhile-forward")
        back.disabled, forward.disabled = self._step_index == 0, number == of

    def _draw_step(self, step: TurnReplayStep) -> None:
        """Show what a step does, its card or else its player, and the panels after it."""
        self._show_facts(step.facts)
        words, card = self._words, step.card
        panel = by_id("meanwhile")
        panel.setAttribute("data-school", step.school)
        by_id("meanwhile-doing").textContent = words.translate(step.present_text)
        by_id("meanwhile-turn").textContent = turn = words.translate(step.turn_title)
        name = by_id("meanwhile-name")
        name.textContent = words.translate(card.name) if card else turn
        name.toggleAttribute("data-long", len(name.textContent) > shown_step.LONG_NAME_LETTERS)
        kind, rank = card_kind_labels(card, words) if card else ("", "")
        by_id("meanwhile-kind").textContent = kind or words.text(f"page.school.{step.school}")
        by_id("meanwhile-rank").textContent = rank
        draw_card_head(panel.querySelector(".onstage-head"), card, step.school)
        show_rulings_link(CachedNode(by_id("meanwhile-more")), card, words)
        shown = self._card_texts[_card_text_key(step)]
        for played in self._card_texts.values():
            played.toggleAttribute("data-now", played is shown)

    def _on_click(self, event: PageEvent) -> None:
        view = self._view
        if view is None:
            return
        button = event.closest("[data-meanwhile-action], [data-step], [data-detail]")
        if not button:
            return
        action = str(button.getAttribute("data-meanwhile-action") or "")
        if button.hasAttribute("data-detail"):
            self._is_playing = False  # a player who reads on is not hurried
            self._show_step(self._step_index)
        elif action == "skip":
            self.close()
        elif action == "again":
            self._is_playing = bool(self._animations.time_scale)
            self._show_step(0, announce=True)
        elif action == "play":
            self._is_playing = not self._is_playing and bool(self._animations.time_scale)
            self._show_step(self._step_index)
        elif action in ("speed", "pace"):
            chosen = button.getAttribute("data-speed")
            self._speed = (
                float(chosen) if chosen else speeds.next_speed(self._speed, speeds.STEP_SPEEDS)
            )
            self._show_step(self._step_index)
        else:
            steps = {"back": self._step_index - 1, "forward": self._step_index + 1}
            wanted = steps.get(action, int(button.getAttribute("data-step") or 0))
            self._is_playing = False
            self._show_step(max(0, min(wanted, len(view.steps) - 1)), announce=True)


def _card_text_key(step: TurnReplayStep) -> object:
    """Return a key that is equal for steps with the same text."""
    card, note = step.card, step.note
    return (card.id if card else note and note.id, step.rank, step.school)


def _create_text_piece(text: str, strong: bool) -> DomNode | str:
    """Return a piece of a line, emphasized if it is `strong`."""
    if not strong:
        return text
    set_off = document.createElement("b")
    set_off.textContent = text
    return set_off


def _reveal_log(number: int) -> None:
    """Show the log as far as a step of the turn; later entries keep their room."""
    log = by_id("log")
    for entry in log.querySelectorAll("[data-later]"):
        entry.removeAttribute("data-later")
    rows = log.querySelectorAll(".log-row[data-numbered]")
    later_rows = [row for row in rows if int(find_field(row, "step").textContent) > number]
    for row in later_rows:
        row.setAttribute("data-later", "")
    entry = later_rows[0].closest("li") if later_rows else None
    while entry and (entry := entry.nextElementSibling):
        entry.setAttribute("data-later", "")
