"""How fast what others do is shown: the speeds that there are."""

from __future__ import annotations

from collections.abc import Sequence

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""By how much faster than usual: of a game that is watched."""

STEPS = SPEEDS[:3]
"""Of a turn that is shown step by step: at the fastest nobody could follow it."""


def following(speed: float, among: Sequence[float] = SPEEDS) -> float:
    """The speed on to which a button goes; after the fastest comes the slowest."""
    return among[(among.index(speed) + 1) % len(among)]


def times(speed: float) -> str:
    """A speed as its button says it."""
    return f"{speed:g}×".replace("0.5", "½")
