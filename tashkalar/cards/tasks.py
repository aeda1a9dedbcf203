"""The 24 tasks of the High Form (R13).

A task lists the ways to fulfil it; each way is a few `Need`s that must all be met. So the same
code says whether a task may be claimed and what is still missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tashkalar.board import COMMON, HEROIC, LEGENDARY, RED, Colour
from tashkalar.cards.catalogue import slug
from tashkalar.state import GameState


class Need(NamedTuple):
    """One part of a task: a message id (``need.<what>``), how many there are and must be."""

    what: str
    have: int
    need: int

    @property
    def missing(self) -> int:
        """How many are still missing."""
        return max(0, self.need - self.have)


Way = tuple[Need, ...]


class Task(NamedTuple):
    """A task card; `ways` tells for a state and a colour what each way still needs."""

    id: str
    name: str
    type: str
    points: int
    advanced: bool
    ways: Callable[[GameState, Colour], tuple[Way, ...]]

    @property
    def name_id(self) -> str:
        """The message id of the name."""
        return f"task.{self.id}.name"

    @property
    def text_id(self) -> str:
        """The message id of the text."""
        return f"task.{self.id}.text"

    def fulfilled(self, state: GameState, me: Colour) -> bool:
        """Whether it may be claimed now (R13.4, R13.5)."""
        return any(all(n.have >= n.need for n in way) for way in self.ways(state, me))

    def closest(self, state: GameState, me: Colour) -> Way:
        """The way of which the least is missing."""
        return min(self.ways(state, me), key=lambda way: sum(n.missing for n in way))


TASKS: dict[str, Task] = {}

Ways = Callable[[GameState, Colour], tuple[Way, ...]]


def task(name: str, type: str, points: int, *, advanced: bool = False) -> Callable[[Ways], Ways]:
    """Register the decorated function as a task."""

    def register(ways: Ways) -> Ways:
        TASKS[slug(name)] = Task(slug(name), name, type, points, advanced, ways)
        return ways

    return register


def _destroyed(state: GameState, me: Colour, rank: int) -> int:
    """How many enemy pieces of a rank were destroyed this turn (R12)."""
    colours = range(len(state.colours))
    return sum(state.destroyed[3 * c + rank] for c in colours if c != me)


@task("Destruction", "destruction", 1)
def destruction(state: GameState, me: Colour) -> tuple[Way, ...]:
    """Three or more enemy pieces destroyed this turn."""
    total = sum(_destroyed(state, me, rank) for rank in (COMMON, HEROIC, LEGENDARY))
    return ((Need("destroyed", total, 3),),)


@task("Red Conquest", "colored", 2)
def red_conquest(state: GameState, me: Colour) -> tuple[Way, ...]:
    """Three or more pieces on red squares, two of them upgraded."""
    on_red = (state.colours[me] & RED).bit_count()
    upgraded = (state.upgraded(me) & RED).bit_count()
    return ((Need("on-red", on_red, 3), Need("upgraded-on-red", upgraded, 2)),)
