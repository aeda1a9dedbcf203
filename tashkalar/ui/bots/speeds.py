"""The speeds at which the turns of others are shown."""

from __future__ import annotations

from collections.abc import Sequence

GAME_SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""The speeds of a game that is watched, as multiples of the usual one."""

STEP_SPEEDS = GAME_SPEEDS[:3]
"""The speeds of a turn that is shown step by step: the fastest would be too fast to follow."""


def next_speed(speed: float, among: Sequence[float] = GAME_SPEEDS) -> float:
    """Return the speed after `speed`; the slowest follows the fastest."""
    return among[(among.index(speed) + 1) % len(among)]


def format_speed(speed: float) -> str:
    """Return a speed as the text of its button, such as ``2×``."""
    return f"{speed:g}×".replace("0.5", "½")
