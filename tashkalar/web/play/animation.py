"""Animations of what happened and their sounds, played by scripts of ``static/js/board``.

Inside other pages there is no sound.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pyscript import document, window

from tashkalar.ui.screen.animation import Animation, time_scale
from tashkalar.ui.screen.animation_json import AnimationEncoder
from tashkalar.ui.screen.sounds import LOUDNESS, Cue, animation_cues, tones, vibration_pattern
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import emblem_href


class SoundPlayer:
    """Play the sounds of the game as loud as the settings say; silent until the first touch."""

    def __init__(self) -> None:
        self.loudness = LOUDNESS["off"]
        self.vibrates = False

    def apply_settings(self, loudness: str, *, vibrates: bool) -> None:
        """Put the settings into effect."""
        self.loudness, self.vibrates = LOUDNESS[loudness], vibrates

    @property
    def is_on(self) -> bool:
        """Return whether anything would be heard or felt."""
        return bool((self.loudness or self.vibrates) and window.tashkalar.sound.awake())

    def play(self, cues: Sequence[Cue]) -> None:
        """Play these cues instead of those that still sound."""
        if not cues:
            return
        encoded_tones = (
            json.dumps([tone._asdict() for tone in tones(cues)]) if self.loudness else "[]"
        )
        encoded_vibration = json.dumps(vibration_pattern(cues)) if self.vibrates else "[]"
        window.tashkalar.sound.play(encoded_tones, self.loudness, encoded_vibration)


class AnimationPlayer:
    """Play animations over the board, which already shows the position after them."""

    def __init__(self, words: Catalogue, sound: SoundPlayer) -> None:
        self._encoder = AnimationEncoder(words.translate, emblem_href)
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
        animations: Sequence[Animation],
        *,
        skippable: bool = True,
        speed: float = 1,
        extra_cues: Sequence[Cue] = (),
    ) -> None:
        """Play animations with their sounds, instead of those that still run.

        Nothing is played or heard if motion is off. `skippable` animations end with any press or
        key. The `extra_cues` are heard besides.
        """
        if self.show(animations, skippable=skippable, speed=speed):
            self.play_sounds(animations, extra_cues, speed=speed)

    def show(
        self, animations: Sequence[Animation], *, skippable: bool = True, speed: float = 1
    ) -> bool:
        """Play animations without sound; return whether there is anything to see."""
        stretch = self.time_scale / speed
        self.duration_s = sum(animation.duration_ms for animation in animations) * stretch / 1000
        if not stretch or not animations:
            self.stop()
            return False
        animations_json = json.dumps(
            [self._encoder.encode(animation, stretch) for animation in animations]
        )
        return bool(window.tashkalar.animation.play(animations_json, skippable))

    def show_pictures(self, pictures: Sequence[Animation]) -> bool:
        """Show each of the pictures without motion for its time, or until a press or a key.

        Return whether there is anything to see.
        """
        if not pictures:
            self.stop()
            return False
        encoded = [self._encoder.encode(picture, 1) for picture in pictures]
        return bool(window.tashkalar.animation.play(json.dumps(encoded), True, True))

    def play_sounds(
        self, animations: Sequence[Animation], extra_cues: Sequence[Cue] = (), *, speed: float = 1
    ) -> None:
        """Play the sounds of animations, all at once if motion is off."""
        if self.sound.is_on:
            self.sound.play((*animation_cues(animations, self.time_scale / speed), *extra_cues))

    def show_still(self, animations: Sequence[Animation]) -> None:
        """Show the board as the animations have it, even without motion, until the next call."""
        animations_json = json.dumps(
            [self._encoder.encode(animation, 1) for animation in animations]
        )
        window.tashkalar.animation.play(animations_json, False)

    def stop(self) -> None:
        """Stop playing, and show the board as it is."""
        self.duration_s = 0.0
        window.tashkalar.animation.stop()
