"""What happened, played over the board by ``static/js/film.js``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pyscript import document, window

from tashkalar.ui.screen.animation import Animation, Tween, time_scale
from tashkalar.ui.screen.sounds import Cue, cues
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import emblem_href
from tashkalar.web.play.sounds import SoundPlayer


class AnimationPlayer:
    """Plays scenes over the board, which shows the truth already."""

    def __init__(self, words: Catalogue, sound: SoundPlayer) -> None:
        self._words = words
        self.sound = sound
        self.duration_s = 0.0  # seconds, of what was played last
        self._reduced_motion = window.matchMedia("(prefers-reduced-motion: reduce)")

    @property
    def time_scale(self) -> float:
        """By how much times are stretched now; 0 for no motion."""
        motion = document.documentElement.getAttribute("data-motion") or "auto"
        return time_scale(str(motion), reduced=bool(self._reduced_motion.matches))

    def play(
        self,
        scenes: Sequence[Animation],
        *,
        skippable: bool = True,
        speed: float = 1,
        extra_cues: Sequence[Cue] = (),
    ) -> None:
        """Play scenes in the place of those that may be running still, if anything moves at all.

        `skippable` ones end with any press or key. They are heard as well, and `extra_cues`
        besides.
        """
        if self.show(scenes, skippable=skippable, speed=speed):
            self.play_sounds(scenes, extra_cues, speed=speed)

    def show(
        self, scenes: Sequence[Animation], *, skippable: bool = True, speed: float = 1
    ) -> bool:
        """The same without a sound; whether there is anything to be seen."""
        stretch = self.time_scale / speed
        self.duration_s = sum(scene.duration_ms for scene in scenes) * stretch / 1000
        if not stretch or not scenes:
            self.stop()
            return False
        film = json.dumps([self._encode_animation(scene, stretch) for scene in scenes])
        window.tashkalar.film.play(film, skippable)
        return True

    def play_sounds(
        self, scenes: Sequence[Animation], heard: Sequence[Cue] = (), *, speed: float = 1
    ) -> None:
        """Let scenes that are shown be heard, all at once where nothing moves."""
        if self.sound.is_on:
            self.sound.play((*cues(scenes, self.time_scale / speed), *heard))

    def show_still(self, scenes: Sequence[Animation]) -> None:
        """Show a board that stays, also where nothing moves."""
        film = json.dumps([self._encode_animation(scene, 1) for scene in scenes])
        window.tashkalar.film.play(film, False)

    def stop(self) -> None:
        """Show the board as it is."""
        self.duration_s = 0.0
        window.tashkalar.film.stop()

    def _encode_animation(self, scene: Animation, stretch: float) -> dict[str, object]:
        return {
            "differs": scene.overrides,
            "acts": [self._encode_tween(act, stretch) for act in scene.tweens],
            "lasts": scene.duration_ms * stretch,  # below 0: until something else is shown
        }

    def _encode_tween(self, act: Tween, stretch: float) -> dict[str, object]:
        told = {
            "what": act.kind,
            "at": act.start_ms * stretch,
            "lasts": act.duration_ms * stretch,
            "square": act.square,
            "origin": act.origin,
            "school": act.school,
            "rank": act.rank,
            "was": act.old_look,
            "emblem": emblem_href(act.card) if act.card and act.rank else None,
            "amount": act.amount,
            "text": self._words.translate(act.text) if act.text else None,
        }
        return {name: value for name, value in told.items() if value is not None}
