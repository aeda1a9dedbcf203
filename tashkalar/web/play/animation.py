"""Animations of what happened, played over the board by ``static/js/board/animation.js``."""

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
    """Play animations over the board, which already shows the position after them."""

    def __init__(self, words: Catalogue, sound: SoundPlayer) -> None:
        self._words = words
        self.sound = sound
        self.duration_s = 0.0  # seconds, of the last animation
        self._reduced_motion = window.matchMedia("(prefers-reduced-motion: reduce)")

    @property
    def time_scale(self) -> float:
        """Return the factor by which times are stretched; 0 for no motion."""
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
        """Play animations with their sounds, in place of those that still run.

        Nothing is played or heard if motion is off. `skippable` animations end with any press or
        key. The `extra_cues` are heard besides.
        """
        if self.show(scenes, skippable=skippable, speed=speed):
            self.play_sounds(scenes, extra_cues, speed=speed)

    def show(
        self, scenes: Sequence[Animation], *, skippable: bool = True, speed: float = 1
    ) -> bool:
        """Play animations without sound; return whether there is anything to see."""
        stretch = self.time_scale / speed
        self.duration_s = sum(scene.duration_ms for scene in scenes) * stretch / 1000
        if not stretch or not scenes:
            self.stop()
            return False
        film = json.dumps([self._encode_animation(scene, stretch) for scene in scenes])
        window.tashkalar.animation.play(film, skippable)
        return True

    def play_sounds(
        self, scenes: Sequence[Animation], heard: Sequence[Cue] = (), *, speed: float = 1
    ) -> None:
        """Play the sounds of animations, all at once if motion is off."""
        if self.sound.is_on:
            self.sound.play((*cues(scenes, self.time_scale / speed), *heard))

    def show_still(self, scenes: Sequence[Animation]) -> None:
        """Show the board as the animations have it, even without motion, until the next call."""
        film = json.dumps([self._encode_animation(scene, 1) for scene in scenes])
        window.tashkalar.animation.play(film, False)

    def stop(self) -> None:
        """Stop playing, and show the board as it is."""
        self.duration_s = 0.0
        window.tashkalar.animation.stop()

    def _encode_animation(self, scene: Animation, stretch: float) -> dict[str, object]:
        return {
            "differs": scene.overrides,
            "acts": [self._encode_tween(act, stretch) for act in scene.tweens],
            "lasts": scene.duration_ms * stretch,  # below 0: until the next drawing
        }

    def _encode_tween(self, act: Tween, stretch: float) -> dict[str, object]:
        encoded_tween = {
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
        return {name: value for name, value in encoded_tween.items() if value is not None}
