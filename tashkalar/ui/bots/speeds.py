"""How fast what others do is shown: the speeds that there are."""

from __future__ import annotations

from collections.abc import Sequence

GAME_SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""By how much faster than usual: of a game that is watched."""

STEP_SPEEDS = GAME_SPEEDS[:3]
"""Of a turn that is shown step by step: at the fastest nobody could follow it."""


def next_speed(speed: float, among: Sequence[float] = GAME_SPEEDS) -> float:
    """The speed on to which a button goes; after the fastest comes the slowest."""
    return among[(among.index(speed) + 1) % len(among)]


def format_speed(speed: float) -> str:
    """A speed as its button says it."""
    return f"{speed:g}×".replace("0.5", "½")
