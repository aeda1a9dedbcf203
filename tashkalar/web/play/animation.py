"""What happened, played over the board by ``static/js/film.js``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pyscript import document, window

from tashkalar.ui.screen.animation import Act, Scene, tempo
from tashkalar.ui.screen.sounds import Cue, cues
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import emblem_of
from tashkalar.web.play.sounds import Sound


class Film:
    """Plays scenes over the board, which shows the truth already."""

    def __init__(self, words: Catalogue, sound: Sound) -> None:
        self._words = words
        self.sound = sound
        self.lasts = 0.0  # seconds, of what was played last
        self._quiet = window.matchMedia("(prefers-reduced-motion: reduce)")

    @property
    def tempo(self) -> float:
        """By how much times are stretched now; 0 for no motion."""
        motion = document.documentElement.getAttribute("data-motion") or "auto"
        return tempo(str(motion), reduced=bool(self._quiet.matches))

    def play(
        self,
        scenes: Sequence[Scene],
        *,
        skippable: bool = True,
        speed: float = 1,
        heard: Sequence[Cue] = (),
    ) -> None:
        """Play scenes in the place of those that may be running still, if anything moves at all.

        `skippable` ones end with any press or key. They are heard as well, and `heard` besides.
        """
        if self.show(scenes, skippable=skippable, speed=speed):
            self.hear(scenes, heard, speed=speed)

    def show(self, scenes: Sequence[Scene], *, skippable: bool = True, speed: float = 1) -> bool:
        """The same without a sound; whether there is anything to be seen."""
        stretch = self.tempo / speed
        self.lasts = sum(scene.lasts for scene in scenes) * stretch / 1000
        if not stretch or not scenes:
            self.stop()
            return False
        film = json.dumps([self._scene(scene, stretch) for scene in scenes])
        window.tashkalar.film.play(film, skippable)
        return True

    def hear(self, scenes: Sequence[Scene], heard: Sequence[Cue] = (), *, speed: float = 1) -> None:
        """Let scenes that are shown be heard, all at once where nothing moves."""
        if self.sound.on:
            self.sound.play((*cues(scenes, self.tempo / speed), *heard))

    def stand(self, scenes: Sequence[Scene]) -> None:
        """Show a board that stays, also where nothing moves."""
        film = json.dumps([self._scene(scene, 1) for scene in scenes])
        window.tashkalar.film.play(film, False)

    def stop(self) -> None:
        """Show the board as it is."""
        self.lasts = 0.0
        window.tashkalar.film.stop()

    def _scene(self, scene: Scene, stretch: float) -> dict[str, object]:
        return {
            "differs": scene.differs,
            "acts": [self._act(act, stretch) for act in scene.acts],
            "lasts": scene.lasts * stretch,  # below 0: until something else is shown
        }

    def _act(self, act: Act, stretch: float) -> dict[str, object]:
        told = {
            "what": act.what,
            "at": act.at * stretch,
            "lasts": act.lasts * stretch,
            "square": act.square,
            "origin": act.origin,
            "school": act.school,
            "rank": act.rank,
            "was": act.was,
            "emblem": emblem_of(act.card) if act.card and act.rank else None,
            "amount": act.amount,
            "text": self._words.message(act.text) if act.text else None,
        }
        return {name: value for name, value in told.items() if value is not None}
