"""Sounds of the game, as tones that the page generates, and vibrations.

A sound consists of a few tones; a `Cue` is a sound with its time. The cues follow the animations
(`animation`), so that a person sees and hears an event at the same time; without motion the sounds
of a decision follow each other at short intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.ui.screen.animation import DROP_MS, Animation, Tween
from tashkalar.ui.session.session import Session

LOUDNESS = {"off": 0.0, "low": 0.25, "full": 0.7}
"""The loudness of each setting, at most 1."""

SOUND_GAP_S = 0.12  # between sounds where nothing moves
MAX_REPEATS = 4  # how often one decision may play the same sound


class Tone(NamedTuple):
    """A tone that glides from one frequency to another (Hz); times are seconds.

    `shape` is that of an oscillator, or ``"noise"``, whose filter glides between the frequencies.
    `loud` is the share of the loudness, at most 1.
    """

    at: float
    lasts: float
    start: float
    end: float
    shape: str = "sine"
    loud: float = 0.5


def _chord(*notes: float, gap_s: float = 0.0, duration_s: float = 0.4) -> tuple[Tone, ...]:
    return tuple(
        Tone(gap_s * n, duration_s, note, note, "triangle", 0.9 / len(notes))
        for n, note in enumerate(notes)
    )


SOUNDS: dict[str, tuple[Tone, ...]] = {
    "stone": (Tone(0, 0.05, 1400, 500, "noise", 0.5), Tone(0, 0.1, 190, 120, "sine", 0.8)),
    "stone-heroic": (Tone(0, 0.06, 1100, 380, "noise", 0.55), Tone(0, 0.15, 150, 88, "sine", 0.8)),
    "stone-legendary": (
        Tone(0, 0.08, 800, 260, "noise", 0.6),
        Tone(0, 0.24, 112, 58, "sine", 0.8),
        Tone(0.02, 0.3, 587, 587, "triangle", 0.14),
    ),
    "summon-common": _chord(330, 494, gap_s=0.07, duration_s=0.28),
    "summon-heroic": _chord(294, 370, 440, gap_s=0.07, duration_s=0.38),
    "summon-legendary": (
        Tone(0, 0.9, 73, 147, "sawtooth", 0.22),
        *_chord(220, 294, 370, 587, gap_s=0.1, duration_s=0.7),
    ),
    "crack": (Tone(0, 0.17, 2600, 500, "noise", 0.6), Tone(0, 0.12, 150, 55, "triangle", 0.7)),
    "slide": (Tone(0, 0.2, 500, 1300, "noise", 0.35),),
    "change": (Tone(0, 0.14, 520, 780, "sine", 0.45),),
    "magic": (Tone(0, 0.3, 880, 1320, "sine", 0.3), Tone(0.08, 0.3, 1320, 1760, "sine", 0.2)),
    "points": (Tone(0, 0.12, 990, 1100, "sine", 0.4),),
    "claim": _chord(523, 659, 784, gap_s=0.09, duration_s=0.45),
    "last-round": _chord(330, 440, 330, gap_s=0.22, duration_s=0.6),
    "your-turn": _chord(392, 523, gap_s=0.12, duration_s=0.3),
    "end": _chord(392, 523, 659, 784, 1047, gap_s=0.13, duration_s=0.8),
}
"""Every sound with its tones."""

_SOUND_BY_TWEEN_KIND = {
    "crack": "crack",
    "slide": "slide",
    "leap": "slide",
    "turn": "change",
    "tint": "change",
    "gate": "magic",
    "shine": "magic",
    "points": "points",
    "stamp": "claim",
    "last-round": "last-round",
}
_VIBRATIONS_MS = {
    "end": (40, 60, 80),
    "summon-legendary": (30, 40, 60),
    "last-round": (30, 60, 30),
    "claim": (15, 40, 15),
    "crack": (22,),
    "summon-heroic": (14,),
    "summon-common": (14,),
    "your-turn": (14,),
    "stone-legendary": (18,),
    "stone-heroic": (12,),
    "stone": (8,),
}


class Cue(NamedTuple):
    """A sound, and its time in seconds from now."""

    sound: str
    delay_s: float


def animation_cues(animations: Sequence[Animation], stretch: float) -> tuple[Cue, ...]:
    """Return the sounds of consecutive animations, their times multiplied by `stretch`.

    A `stretch` of 0 means that nothing moves: the sounds then follow each other at `SOUND_GAP_S`.

    >>> animation_cues((), 1.0)
    ()
    """
    sound_cues: list[Cue] = []
    start_s = 0.0
    for animation in animations:
        for tween in sorted(animation.tweens, key=lambda tween: tween.start_ms):
            sound = _tween_sound(tween)
            if sound and sum(cue.sound == sound for cue in sound_cues) < MAX_REPEATS:
                delay_s = (
                    start_s + (tween.start_ms + _silence_ms(tween)) / 1000 * stretch
                    if stretch
                    else SOUND_GAP_S * len(sound_cues)
                )
                sound_cues.append(Cue(sound, delay_s))
        start_s += animation.duration_ms / 1000 * stretch
    return tuple(sound_cues)


def _tween_sound(tween: Tween) -> str | None:
    """Return the sound of a movement; stones sound by their rank."""
    if tween.kind == "rise":
        return f"summon-{tween.rank}"
    if tween.kind == "come":
        return "stone" if tween.rank in (None, "common") else f"stone-{tween.rank}"
    return _SOUND_BY_TWEEN_KIND.get(tween.kind)


def _silence_ms(tween: Tween) -> int:
    """Return the milliseconds from the beginning of a movement to its sound."""
    return DROP_MS if tween.kind == "come" else 0


YOUR_TURN_CUES = (Cue("your-turn", 0.0),)


def turn_cues(session: Session, *, has_waited: bool) -> tuple[Cue, ...]:
    """Return the sounds at the end of the game, or when a person's turn begins.

    `has_waited`: the person had to wait for that turn.
    """
    if session.game.is_over:
        return (Cue("end", 0.0),)
    return YOUR_TURN_CUES if has_waited and not session.seating.is_other_due else ()


def tones(cues: Sequence[Cue]) -> list[Tone]:
    """Return all tones of these cues, each with its time from now."""
    return [
        tone._replace(at=round(cue.delay_s + tone.at, 3))
        for cue in cues
        for tone in SOUNDS[cue.sound]
    ]


def vibration_pattern(cues: Sequence[Cue]) -> list[int]:
    """Return the vibration for the weightiest cue: milliseconds on and off, in turn."""
    sounds = {cue.sound for cue in cues}
    return next((list(pattern) for sound, pattern in _VIBRATIONS_MS.items() if sound in sounds), [])
