"""The others' turn in the stage's place: step by step, again, back, on, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document

from tashkalar.ui import meanwhile as told
from tashkalar.ui import sounds
from tashkalar.ui.i18n import Catalogue
from tashkalar.ui.meanwhile import Meanwhile, Step
from tashkalar.ui.phrases import times
from tashkalar.ui.sounds import Cue
from tashkalar.ui.views import Wording
from tashkalar.web.cards import draw_being, draw_stone, full_text, show_school
from tashkalar.web.dom import by_id, clone, field
from tashkalar.web.film import Film


class MeanwhilePanel:
    """Shows a `Meanwhile`; the game below is as it is and waits."""

    def __init__(self, words: Catalogue, film: Film) -> None:
        self._words = words
        self._film = film
        self._view: Meanwhile | None = None
        self._at = 0  # the step that is shown
        self._in_view = 0  # the last one that was scrolled to
        self._runs = False  # it goes on by itself
        self._speed = 0  # its place among the speeds
        self._heard: tuple[Cue, ...] = ()
        self._then: Callable[[], None] | None = None
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
        by_id("board-rim").setAttribute("data-school", view.school)
        panel = by_id("meanwhile")
        panel.removeAttribute("hidden")
        title = self._words.message(view.title)
        for place in ("meanwhile-title", "turn-meanwhile-text"):
            by_id(place).textContent = title
        show_school("#turn-meanwhile", view.school)
        pips = by_id("turn-meanwhile-pips")
        pips.replaceChildren(*(clone("tpl-pip") for _ in view.steps))
        pips.setAttribute("data-crowded", told.crowded(len(view.steps)))
        steps = by_id("meanwhile-steps")
        steps.replaceChildren()
        for step in view.steps:
            steps.appendChild(self._line(step, view.who))
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

    def _line(self, step: Step, who: Wording) -> Any:
        line = clone("tpl-step")
        button = line.querySelector(".step")
        button.setAttribute("data-step", str(step.number - 1))
        button.setAttribute("data-school", step.school)
        field(line, "number").textContent = str(step.number)
        field(line, "text").textContent = self._words.beneath(step.text, who)
        field(line, "lost").textContent = " · ".join(map(self._words.message, step.lost))
        return line

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
        speed = told.SPEEDS[self._speed]
        if self._runs:
            self._film.play(told.playing(step), skippable=False, speed=speed)
        elif self._film.tempo and spoken:
            self._film.play((*step.scenes, *told.standing(step)), skippable=False, speed=speed)
        else:
            self._film.stand(told.standing(step))

    def _scene(self, event: Any) -> None:
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
        by_id("meanwhile-at").textContent = words.text("replay.step", n=number, of=of)
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
        self._draw(step)
        play = by_id("meanwhile-play")
        play.setAttribute("aria-label", words.text("replay.pause" if self._runs else "replay.play"))
        play.querySelector("use").setAttribute("href", "#i-pause" if self._runs else "#i-play")
        by_id("meanwhile-speed").textContent = times(told.SPEEDS[self._speed])
        back, forward = by_id("meanwhile-back"), by_id("meanwhile-forward")
        back.disabled, forward.disabled = self._at == 0, number == of

    def _draw(self, step: Step) -> None:
        """The stone of who moves, with the being's emblem and text where there is one."""
        emblem = document.querySelector("#meanwhile .emblem")
        by_id("meanwhile").setAttribute("data-school", step.school)
        card = step.face
        if card and card.rank:
            draw_being(emblem, card.id, card.rank, step.school)
        else:
            emblem.removeAttribute("data-emblem")
            draw_stone(emblem.querySelector(".stone"), "heroic", step.school)
        by_id("meanwhile-text").textContent = full_text(card, self._words) if card else ""

    def _pressed(self, event: Any) -> None:
        button = event.target.closest("[data-meanwhile-action], [data-step]")
        view = self._view
        if not button or view is None:
            return
        action = str(button.getAttribute("data-meanwhile-action") or "")
        if action == "skip":
            self.close()
        elif action == "again":
            self._runs = bool(self._film.tempo)
            self._go(0, spoken=True)
        elif action == "play":
            self._runs = not self._runs and bool(self._film.tempo)
            self._go(self._at)
        elif action == "speed":
            self._speed = (self._speed + 1) % len(told.SPEEDS)
            self._go(self._at)
        else:
            steps = {"back": self._at - 1, "forward": self._at + 1}
            wanted = steps.get(action, int(button.getAttribute("data-step") or 0))
            self._runs = False
            self._go(max(0, min(wanted, len(view.steps) - 1)), spoken=True)
