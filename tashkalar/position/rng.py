"""A random generator whose whole state is one int, the same on every platform and version.

The algorithm is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014). Every function takes the state and returns the next state with its
result.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_NUMBERS = 1 << 64
_MASK = _NUMBERS - 1
_GAMMA = 0x9E3779B97F4A7C15


def state_from_seed(seed: object) -> int:
    """Return the starting state for a seed; equal texts (``str(seed)``) give equal states."""
    return int.from_bytes(sha256(str(seed).encode()).digest()[:8], "big")


def random_below(state: int, limit: int) -> tuple[int, int]:
    """Return the next state and a uniform choice from 0 .. limit-1.

    Values that would bias the choice are rejected and drawn again.
    """
    ceiling = _NUMBERS - _NUMBERS % limit
    while True:
        state = (state + _GAMMA) & _MASK
        value = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        value ^= value >> 31
        if value < ceiling:
            return state, value % limit


def shuffle(state: int, items: Sequence[T]) -> tuple[int, tuple[T, ...]]:
    """Return the next state and the items in a random order, by a Fisher-Yates shuffle."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        state, other = random_below(state, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return state, tuple(pile)
