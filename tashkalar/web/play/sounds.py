"""Sounds and vibration, made by ``static/js/board/sound.js``, except inside other pages."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pyscript import window

from tashkalar.ui.screen.sounds import LOUDNESS, Cue, tones, vibration_pattern


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
        """Play these cues, in place of those that may still sound."""
        if not cues:
            return
        encoded_tones = (
            json.dumps([tone._asdict() for tone in tones(cues)]) if self.loudness else "[]"
        )
        encoded_vibration = json.dumps(vibration_pattern(cues)) if self.vibrates else "[]"
        window.tashkalar.sound.play(encoded_tones, self.loudness, encoded_vibration)
