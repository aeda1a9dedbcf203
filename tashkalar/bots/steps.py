"""Steps between two levels: players that play some of their turns as the level above.

`beginner.40` plays 40 of 100 turns as *learner*, and the others as *beginner*; the seed decides
which. So a level and the one above it, which may lie far apart, have as many steps between them as
are wanted.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.bots import PLANNING_LEVELS


class LevelStep(NamedTuple):
    """A step between a level and the one above it."""

    level: str
    above: str
    percent: int  # of the turns, as the level above


def read_step(name: str) -> LevelStep | None:
    """Return the step of a name such as `beginner.40`; None for any other name."""
    level, _, percent = name.partition(".")
    if level not in PLANNING_LEVELS[:-1] or percent not in _PERCENTS:
        return None
    above = PLANNING_LEVELS[PLANNING_LEVELS.index(level) + 1]
    return LevelStep(level, above, int(percent))


_PERCENTS = frozenset(str(number) for number in range(1, 100))
