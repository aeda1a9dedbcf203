"""The look of a step of the others' turn: its animations, its marks and the words set off."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tashkalar.ui.screen.animation import Animation, Tween
from tashkalar.ui.screen.turn_replay import TurnReplay, TurnReplayStep

STEP_PAUSE_MS = 350  # the pause after a step

LONG_NAME_LETTERS = 20  # a name with more letters does not fit one line at full size
_MAX_PIPS, _MAX_SMALL_PIPS = 6, 12


def pip_size(steps: int) -> str:
    """Return the size of the pips for so many steps: "" (normal), "small", or "out" for none."""
    if steps <= _MAX_PIPS:
        return ""
    return "small" if steps <= _MAX_SMALL_PIPS else "out"


def split_emphasized(text: str, words: Iterable[str]) -> list[tuple[str, bool]]:
    """Split a text into pieces, each with a flag that says whether it is one of the words."""
    sorted_words = sorted({word for word in words if word}, key=len, reverse=True)
    if not sorted_words:
        return [(text, False)]
    parts = re.split(f"({'|'.join(map(re.escape, sorted_words))})", text)
    return [(part, part in sorted_words) for part in parts if part]


def future_gateways(view: TurnReplay, number: int) -> frozenset[str]:
    """Return the squares where a Gateway opens only after step `number`."""
    later_animations = (animation for step in view.steps[number:] for animation in step.animations)
    tweens = (tween for animation in later_animations for tween in animation.tweens)
    return frozenset(tween.square for tween in tweens if tween.kind == "gate" and tween.square)


def step_animations(step: TurnReplayStep) -> tuple[Animation, ...]:
    """Return the animations of a step with a pause after them; its number stays on its square."""
    pause = step.board_after._replace(duration_ms=STEP_PAUSE_MS)
    animations = (*step.animations, pause)
    return tuple(
        animation._replace(tweens=(*animation.tweens, *_number_tweens(step)))
        for animation in animations
    )


def finished_step_animations(step: TurnReplayStep) -> tuple[Animation, ...]:
    """Return the board after a step, with its squares marked and its being shown."""
    tweens = [tween for animation in step.animations for tween in animation.tweens]
    beings = [
        tween._replace(kind="stand", start_ms=0, duration_ms=1)
        for tween in tweens
        if tween.kind == "rise"
    ]
    being_squares = {tween.square for tween in beings}
    marks = [
        tween._replace(kind="mark", start_ms=0, duration_ms=1)
        for tween in tweens
        if tween.kind in ("ring", "come", "crack", "fade", "slide", "leap", "turn", "tint")
        and tween.square not in being_squares
    ]
    return (step.board_after._replace(tweens=(*beings, *marks, *_number_tweens(step))),)


def _number_tweens(step: TurnReplayStep) -> tuple[Tween, ...]:
    if step.square is None:
        return ()
    return (Tween("number", 0, 1, step.square, school=step.school, amount=step.number),)
