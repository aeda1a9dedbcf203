"""The others' turn in the stage's place: step by step, again, back, on, or not at all."""

from __future__ import annotations

from collections.abc import Callable

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document

from tashkalar import cards
from tashkalar.ui.bots import speeds
from tashkalar.ui.screen import sounds
from tashkalar.ui.screen import turn_replay as told
from tashkalar.ui.screen.action_panel import length_class
from tashkalar.ui.screen.sounds import Cue
from tashkalar.ui.screen.turn_replay import Meanwhile, Step
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import Wording
from tashkalar.web.board.cards import (
    draw_face,
    draw_pattern,
    draw_stone,
    kind_of,
    show_more,
    show_school,
    whole_text,
)
from tashkalar.web.browser.dom import Node, Written, by_id, clone, field
from tashkalar.web.play.animation import Film


class MeanwhilePanel:
    """Shows a `Meanwhile`; the game below is as it is and waits."""

    def __init__(self, words: Catalogue, film: Film) -> None:
        self._words = words
        self._film = film
        self._view: Meanwhile | None = None
        self._at = 0  # the step that is shown
        self._in_view = 0  # the last one that was scrolled to
        self._runs = False  # it goes on by itself
        self._speed = 1.0
        self._played: dict[object, Node] = {}  # what is to be read of each card, by `_read_key`
        self._heard: tuple[Cue, ...] = ()
        self._then: Callable[[], None] | None = None
        speed_buttons = by_id("meanwhile-speeds")
        for speed in speeds.STEPS:
            button = clone("tpl-speed")
            button.setAttribute("data-speed", str(speed))
            button.textContent = speeds.times(speed)
            speed_buttons.appendChild(button)
        add_event_listener(document, "tashkalar-scene", self._scene)
        add_event_listener(by_id("meanwhile"), "click", self._pressed)

    @property
    def open(self) -> bool:
        """Whether the others' turn is being shown."""
        return self._view is not None

    def show(
        self,
        view: Meanwhile,
        *,
        focus: bool = False,
        heard: tuple[Cue, ...] = sounds.YOUR_TURN,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Begin with the first step; without motion it waits to be led on.

        What is `heard` when all has been played, and what is done then or when it is skipped.
        """
        self._view, self._heard, self._then = view, heard, then
        document.body.toggleAttribute("data-meanwhile", True)
        panel = by_id("meanwhile")
        panel.removeAttribute("hidden")
        panel.toggleAttribute("data-mine", view.mine)
        title = self._words.message(view.title)
        for place in ("meanwhile-title", "turn-meanwhile-text"):
            by_id(place).textContent = title
        show_school("#turn-meanwhile", view.school)
        pips = by_id("turn-meanwhile-pips")
        pips.replaceChildren(*(clone("tpl-pip") for _ in view.steps))
        pips.setAttribute("data-crowded", told.crowded(len(view.steps)))
        by_id("meanwhile-steps").replaceChildren(*(self._line(s, view.who) for s in view.steps))
        self._played = {_read_key(step): self._read(step) for step in view.steps}
        texts = by_id("meanwhile-cards")
        texts.replaceChildren(*self._played.values())
        if any(str(played.dataset.length) > "e" for played in self._played.values()):
            texts.setAttribute("tabindex", "0")  # on a small phone they may have to be scrolled
        else:
            texts.removeAttribute("tabindex")
        if focus:
            by_id("meanwhile-title").focus()
        self._runs = bool(self._film.tempo)
        self._in_view = 0
        self._go(0)

    def drop(self) -> None:
        """Back to the game, and nothing follows."""
        self._then = None
        self.close()

    def close(self) -> None:
        """Back to the game, which shows the truth at once."""
        if self._view is None:
            return
        self._view = None
        focused = by_id("meanwhile").contains(document.activeElement)
        document.body.removeAttribute("data-meanwhile")
        by_id("board-rim").removeAttribute("data-school")
        by_id("meanwhile").setAttribute("hidden", "")
        self._film.stop()
        if focused:
            document.querySelector('#board-grid [tabindex="0"]').focus()
        then, self._then = self._then, None
        if then:
            then()

    def _line(self, step: Step, who: Wording) -> Node:
        line = clone("tpl-step")
        button = line.querySelector(".step")
        button.setAttribute("data-step", str(step.number - 1))
        button.setAttribute("data-school", step.school)
        field(line, "number").textContent = str(step.number)
        text = self._words.beneath(step.text, who)
        named = map(self._words.message, step.named)
        pieces = (_piece(*piece) for piece in told.emphasised(text, named))
        field(line, "text").replaceChildren(*pieces)
        field(line, "lost").textContent = " · ".join(map(self._words.message, step.lost))
        return line

    def _read(self, step: Step) -> Node:
        """What there is to read of a step: its card's pattern and text, or what it stands for."""
        played = clone("tpl-played")
        box = played.querySelector(".onstage-pattern")
        card, text = step.face, ""
        if card:
            text = whole_text(card, self._words)
        elif step.note:
            text = self._words.message(step.note)
        if card and card.rank:
            draw_pattern(box.firstElementChild, cards.BEINGS[card.id], card.school)
        elif step.rank and not card:
            stone = clone("tpl-pattern-stone")
            draw_stone(stone, step.rank, step.school)
            box.firstElementChild.setAttribute("viewBox", "-25 -25 150 150")
            box.firstElementChild.appendChild(stone)
        else:
            box.remove()
        played.setAttribute("data-length", length_class(text))
        field(played, "text").textContent = text
        return played

    # -- going on ------------------------------------------------------------------------

    def _go(self, number: int, *, spoken: bool = False) -> None:
        """Show a step: played when it runs by itself, else as it ends."""
        view = self._view
        assert view is not None
        self._at = number
        step = view.steps[number]
        self._mark(view)
        if spoken:
            said = map(self._words.message, (step.text, *step.lost))
            by_id("announcer").textContent = ". ".join(said)
        if self._runs:
            self._film.play(told.playing(step), skippable=False, speed=self._speed)
        elif self._film.tempo and spoken:
            scenes = (*step.scenes, *told.standing(step))
            self._film.play(scenes, skippable=False, speed=self._speed)
        else:
            self._film.stand(told.standing(step))

    def _scene(self, event: Node) -> None:
        """A scene has begun, or (-1) all have been played."""
        if self._view is None or int(event.detail) >= 0:
            return
        if not self._runs:
            self._film.stand(told.standing(self._view.steps[self._at]))
        elif self._at + 1 < len(self._view.steps):
            self._go(self._at + 1)
        else:
            self.close()
            self._film.sound.play(self._heard)

    def _mark(self, view: Meanwhile) -> None:
        """Say where it stands."""
        words, step = self._words, view.steps[self._at]
        number, of = self._at + 1, len(view.steps)
        by_id("meanwhile-at").textContent = words.text("meanwhile.at", n=number, of=of)
        for place, line in enumerate(by_id("meanwhile-steps").children):
            button = line.firstElementChild
            pip = by_id("turn-meanwhile-pips").children[place]
            pip.toggleAttribute("data-now", place == self._at)
            pip.toggleAttribute("data-spent", place > self._at)
            state = "done" if place < self._at else "now" if place == self._at else "later"
            button.setAttribute("data-state", state)
            if state == "now":
                button.setAttribute("aria-current", "step")
                if place != self._in_view:  # looking makes the browser lay the whole page out
                    self._in_view = place
                    line.scrollIntoView(block="nearest")
            else:
                button.removeAttribute("aria-current")
        for mark in by_id("board-trail").children:
            mark.toggleAttribute("data-later", int(mark.dataset.step) > number)
        to_come = told.gates_to_come(view, number)
        for gate in document.querySelectorAll("#board-grid [data-gateway]"):
            gate.toggleAttribute("data-later", str(gate.dataset.square) in to_come)
        by_id("board-rim").setAttribute("data-school", step.school)
        for seat in by_id("players").children:
            seat.toggleAttribute("data-moves", int(seat.dataset.seat) == step.seat)
        _let_log_grow(number)
        self._draw(step)
        play = by_id("meanwhile-play")
        play.setAttribute("aria-label", words.text("replay.pause" if self._runs else "replay.play"))
        play.querySelector("use").setAttribute("href", "#i-pause" if self._runs else "#i-play")
        by_id("meanwhile-pace").textContent = speeds.times(self._speed)
        for button in by_id("meanwhile-speeds").children:
            chosen = float(button.dataset.speed) == self._speed
            button.setAttribute("aria-pressed", str(chosen).lower())
        back, forward = by_id("meanwhile-back"), by_id("meanwhile-forward")
        back.disabled, forward.disabled = self._at == 0, number == of

    def _draw(self, step: Step) -> None:
        """What is being done, and the card that does it: of a step without one, who does it."""
        words, card = self._words, step.face
        panel = by_id("meanwhile")
        panel.setAttribute("data-school", step.school)
        by_id("meanwhile-doing").textContent = words.message(step.doing)
        by_id("meanwhile-turn").textContent = turn = words.message(step.turn)
        name = by_id("meanwhile-name")
        name.textContent = words.message(card.name) if card else turn
        name.toggleAttribute("data-long", len(name.textContent) > told.LONG)
        kind, rank = kind_of(card, words) if card else ("", "")
        by_id("meanwhile-kind").textContent = kind or words.text(f"page.school.{step.school}")
        by_id("meanwhile-rank").textContent = rank
        draw_face(panel.querySelector(".onstage-head"), card, step.school)
        show_more(Written(by_id("meanwhile-more")), card, words)
        shown = self._played[_read_key(step)]
        for played in self._played.values():
            played.toggleAttribute("data-now", played is shown)

    def _pressed(self, event: Node) -> None:
        view = self._view
        if view is None:
            return
        button = event.target.closest("[data-meanwhile-action], [data-step], [data-detail]")
        if not button:
            return
        action = str(button.getAttribute("data-meanwhile-action") or "")
        if button.hasAttribute("data-detail"):
            self._runs = False  # whoever reads on is not hurried
            self._go(self._at)
        elif action == "skip":
            self.close()
        elif action == "again":
            self._runs = bool(self._film.tempo)
            self._go(0, spoken=True)
        elif action == "play":
            self._runs = not self._runs and bool(self._film.tempo)
            self._go(self._at)
        elif action in ("speed", "pace"):
            chosen = button.getAttribute("data-speed")
            self._speed = float(chosen) if chosen else speeds.following(self._speed, speeds.STEPS)
            self._go(self._at)
        else:
            steps = {"back": self._at - 1, "forward": self._at + 1}
            wanted = steps.get(action, int(button.getAttribute("data-step") or 0))
            self._runs = False
            self._go(max(0, min(wanted, len(view.steps) - 1)), spoken=True)


def _read_key(step: Step) -> object:
    """What is to be read of steps with the same key is the same."""
    card, note = step.face, step.note
    return (card.id if card else note and note.id, step.rank, step.school)


def _piece(text: str, strong: bool) -> Node | str:
    """A piece of a line; what it is about is set off."""
    if not strong:
        return text
    set_off = document.createElement("b")
    set_off.textContent = text
    return set_off


def _let_log_grow(number: int) -> None:
    """Show the log as far as a step of the turn that is told; what follows keeps its room."""
    log = by_id("log")
    for entry in log.querySelectorAll("[data-later]"):
        entry.removeAttribute("data-later")
    rows = log.querySelectorAll(".log-row[data-numbered]")
    later = [row for row in rows if int(field(row, "step").textContent) > number]
    for row in later:
        row.setAttribute("data-later", "")
    entry = later[0].closest("li") if later else None
    while entry and (entry := entry.nextElementSibling):
        entry.setAttribute("data-later", "")
    now = [row for row in rows if field(row, "step").textContent == str(number)]
    if now:
        now[-1].scrollIntoView(block="nearest")
