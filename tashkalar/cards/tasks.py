"""The 24 tasks of the High Form (R13).

A task lists the ways to fulfill it; each way is a tuple of `Need`s that must all be met. So the
same code says whether a task may be claimed and what is still missing.

The words of needs (the catalogues have ``need.<what>``, with ``{have}`` and ``{need}``):

``destroyed`` ``destroyed-upgraded`` ``destroyed-heroic`` ``destroyed-legendary``
``on-red`` ``upgraded-on-red`` ``legendary-on-red``
``on-green`` ``upgraded-on-green`` ``legendary-on-green``
``on-coloured`` ``upgraded-on-coloured``
``summoned`` ``summoned-legends`` ``summoned-on-red`` ``summoned-on-green`` ``summoned-on-coloured``
``on-central-nine`` ``upgraded-on-central-nine`` ``on-plus`` ``on-cross`` ``line-lead``
``on-rising-diagonal`` ``upgraded-on-rising-diagonal``
``on-falling-diagonal`` ``upgraded-on-falling-diagonal``
``chain`` ``around-one-enemy`` ``enemy-apart`` ``enemy-cut-off``
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from tashkalar.cards.catalogue import slug
from tashkalar.position.board import (
    BIT,
    CENTRAL_NINE,
    CENTRE,
    COLOURED,
    COMMON,
    DIAGONAL,
    GREEN,
    HEROIC,
    LEGENDARY,
    NEAR,
    ORTHOGONAL,
    RED,
    SQUARES,
    WITHIN,
    Colour,
    Mask,
    Square,
    mask_of,
    spread,
    squares,
)
from tashkalar.position.state import GameState, Summoned


class Need(NamedTuple):
    """One condition of a task: a message id (``need.<what>``), the present and the needed count."""

    what: str
    have: int
    need: int

    @property
    def missing(self) -> int:
        """The number that is still missing."""
        return max(0, self.need - self.have)


Way = tuple[Need, ...]


class Task(NamedTuple):
    """A task card; `ways` returns for a state and a color what each way still needs."""

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

    def is_fulfilled(self, state: GameState, me: Colour) -> bool:
        """Return whether the task may be claimed now (R13.4, R13.5)."""
        return any(all(n.have >= n.need for n in way) for way in self.ways(state, me))

    def closest_way(self, state: GameState, me: Colour) -> Way:
        """Return the way of which the least is missing."""
        return min(self.ways(state, me), key=lambda way: sum(n.missing for n in way))


TASKS: dict[str, Task] = {}

WaysFunction = Callable[[GameState, Colour], tuple[Way, ...]]


def task(
    name: str, type: str, points: int, *, advanced: bool = False
) -> Callable[[WaysFunction], WaysFunction]:
    """Register the decorated function as a task."""

    def register(ways: WaysFunction) -> WaysFunction:
        TASKS[slug(name)] = Task(slug(name), name, type, points, advanced, ways)
        return ways

    return register


# -- destroyed this turn (R12) -----------------------------------------------------------


def _count_destroyed(state: GameState, me: Colour, *ranks: int) -> int:
    """Return how many enemy pieces of these ranks were destroyed this turn; 0 off turn."""
    if me != state.colour:
        return 0
    colours = range(len(state.colours))
    return sum(state.destroyed[3 * c + rank] for c in colours if c != me for rank in ranks)


def _destroyed_all(state: GameState, me: Colour, need: int) -> Need:
    return Need("destroyed", _count_destroyed(state, me, COMMON, HEROIC, LEGENDARY), need)


def _destroyed_upgraded(state: GameState, me: Colour, need: int) -> Need:
    return Need("destroyed-upgraded", _count_destroyed(state, me, HEROIC, LEGENDARY), need)


@task("Destruction", "destruction", 1)
def destruction(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You destroyed at least three enemy pieces this turn."""
    return ((_destroyed_all(state, me, 3),),)


@task("Devastation", "destruction", 2)
def devastation(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You destroyed at least four enemy pieces this turn."""
    return ((_destroyed_all(state, me, 4),),)


@task("Heroic Destruction", "destruction", 2)
def heroic_destruction(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You destroyed at least three enemy pieces this turn, at least one of them upgraded."""
    return ((_destroyed_all(state, me, 3), _destroyed_upgraded(state, me, 1)),)


@task("Heroic Devastation", "destruction", 3, advanced=True)
def heroic_devastation(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You destroyed at least four enemy pieces this turn, at least two of them upgraded."""
    return ((_destroyed_all(state, me, 4), _destroyed_upgraded(state, me, 2)),)


@task("End of Legends", "destruction", 2, advanced=True)
def end_of_legends(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You destroyed at least one legendary enemy piece or at least two heroic enemy pieces this
    turn."""
    return (
        (Need("destroyed-legendary", _count_destroyed(state, me, LEGENDARY), 1),),
        (Need("destroyed-heroic", _count_destroyed(state, me, HEROIC), 2),),
    )


# -- pieces on coloured squares ----------------------------------------------------------


def _pieces_on(state: GameState, me: Colour, area: Mask, name: str, need: int) -> Need:
    return Need(f"on-{name}", (state.colours[me] & area).bit_count(), need)


def _upgraded_on(state: GameState, me: Colour, area: Mask, name: str, need: int) -> Need:
    return Need(f"upgraded-on-{name}", (state.upgraded_pieces(me) & area).bit_count(), need)


def _legendary_on(state: GameState, me: Colour, area: Mask, name: str, need: int) -> Need:
    own = state.colours[me] & state.legendary
    return Need(f"legendary-on-{name}", (own & area).bit_count(), need)


@task("Red Conquest", "colored", 2)
def red_conquest(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have at least three pieces on red squares, at least two of them upgraded."""
    return ((_pieces_on(state, me, RED, "red", 3), _upgraded_on(state, me, RED, "red", 2)),)


@task("Green Conquest", "colored", 2)
def green_conquest(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have at least three pieces on green squares, at least two of them upgraded."""
    return ((_pieces_on(state, me, GREEN, "green", 3), _upgraded_on(state, me, GREEN, "green", 2)),)


@task("Color Conquest", "colored", 3)
def color_conquest(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have at least five pieces on red and green squares together, at least three of them
    upgraded."""
    pieces = _pieces_on(state, me, COLOURED, "coloured", 5)
    return ((pieces, _upgraded_on(state, me, COLOURED, "coloured", 3)),)


@task("Red Legends", "colored", 3, advanced=True)
def red_legends(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have at least two upgraded pieces on red squares, at least one of them legendary."""
    return ((_upgraded_on(state, me, RED, "red", 2), _legendary_on(state, me, RED, "red", 1)),)


@task("Green Legends", "colored", 3, advanced=True)
def green_legends(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have at least two upgraded pieces on green squares, at least one of them legendary."""
    upgraded = _upgraded_on(state, me, GREEN, "green", 2)
    return ((upgraded, _legendary_on(state, me, GREEN, "green", 1)),)


@task("Rainbow Dominance", "colored", 2)
def rainbow_dominance(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have more upgraded pieces than your opponent on red squares, and also on green
    squares."""
    theirs = (state.heroic | state.legendary) & ~state.colours[me]
    on_red, on_green = (theirs & RED).bit_count(), (theirs & GREEN).bit_count()
    return (
        (
            _upgraded_on(state, me, RED, "red", on_red + 1),
            _upgraded_on(state, me, GREEN, "green", on_green + 1),
        ),
    )


# -- beings summoned this turn -----------------------------------------------------------


def _beings(state: GameState, me: Colour) -> tuple[Summoned, ...]:
    """Return the beings summoned this turn; none for a color that is not on turn."""
    return state.summoned if me == state.colour else ()


def _summoned(state: GameState, me: Colour, need: int) -> Need:
    return Need("summoned", len(_beings(state, me)), need)


def _summoned_on(state: GameState, me: Colour, area: Mask, name: str, need: int) -> Need:
    number = sum(bool(BIT[being.square] & area) for being in _beings(state, me))
    return Need(f"summoned-on-{name}", number, need)


@task("Red Summoning", "summoning", 1)
def red_summoning(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You summoned at least two beings this turn, at least one of them on a red square."""
    return ((_summoned(state, me, 2), _summoned_on(state, me, RED, "red", 1)),)


@task("Green Summoning", "summoning", 1)
def green_summoning(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You summoned at least two beings this turn, at least one of them on a green square."""
    return ((_summoned(state, me, 2), _summoned_on(state, me, GREEN, "green", 1)),)


@task("Colored Summoning", "summoning", 2)
def colored_summoning(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You summoned at least two beings on red or green squares this turn. Both may have been on
    the same square."""
    return ((_summoned_on(state, me, COLOURED, "coloured", 2),),)


@task("Legendary Summoning", "summoning", 2, advanced=True)
def legendary_summoning(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You summoned at least two beings this turn, at least one of them a legend."""
    legends = sum(being.legend for being in _beings(state, me))
    return ((_summoned(state, me, 2), Need("summoned-legends", legends, 1)),)


# -- patterns ----------------------------------------------------------------------------

PLUS = BIT[CENTRE] | ORTHOGONAL[CENTRE]
CROSS = BIT[CENTRE] | DIAGONAL[CENTRE]
# The rows and columns through the central nine.
LINES = tuple(sum(BIT[s] for s in SQUARES if s // 9 == number) for number in (3, 4, 5)) + tuple(
    sum(BIT[s] for s in SQUARES if s % 9 == number) for number in (3, 4, 5)
)
RISING_DIAGONAL, FALLING_DIAGONAL = mask_of("b2 c3 d4 e5 f6 g7 h8"), mask_of("b8 c7 d6 e5 f4 g3 h2")
# Pairs of opposite sides and of opposite corners.
SIDES = (
    (mask_of("c1 d1 e1 f1 g1"), mask_of("c9 d9 e9 f9 g9")),
    (mask_of("a3 a4 a5 a6 a7"), mask_of("i3 i4 i5 i6 i7")),
)
CORNERS = (
    (mask_of("a3 b2 c1"), mask_of("g9 h8 i7")),
    (mask_of("a7 b8 c9"), mask_of("g1 h2 i3")),
)


@task("Central Dominance", "pattern", 1)
def central_dominance(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have at least five pieces on the nine central squares, at least two of them upgraded."""
    pieces = _pieces_on(state, me, CENTRAL_NINE, "central-nine", 5)
    return ((pieces, _upgraded_on(state, me, CENTRAL_NINE, "central-nine", 2)),)


@task("Center Cross", "pattern", 2)
def center_cross(state: GameState, me: Colour) -> tuple[Way, ...]:
    """You have pieces on the central square and on its four orthogonal neighbors, or on the
    central square and on its four diagonal neighbors."""
    return ((_pieces_on(state, me, PLUS, "plus", 5),), (_pieces_on(state, me, CROSS, "cross", 5),))


@task("Line Dominance", "pattern", 2)
def line_dominance(state: GameState, me: Colour) -> tuple[Way, ...]:
    """On one of the rows or columns through the nine central squares you have at least six
    pieces more than your opponent."""
    own = state.colours[me]
    theirs = state.occupied & ~own
    lead = max((own & line).bit_count() - (theirs & line).bit_count() for line in LINES)
    return ((Need("line-lead", lead, 6),),)


@task("Diagonals", "pattern", 3, advanced=True)
def diagonals(state: GameState, me: Colour) -> tuple[Way, ...]:
    """On each of the two long diagonals you have at least four pieces, at least one of them
    upgraded. The central square counts for both."""
    return (
        (
            _pieces_on(state, me, RISING_DIAGONAL, "rising-diagonal", 4),
            _upgraded_on(state, me, RISING_DIAGONAL, "rising-diagonal", 1),
            _pieces_on(state, me, FALLING_DIAGONAL, "falling-diagonal", 4),
            _upgraded_on(state, me, FALLING_DIAGONAL, "falling-diagonal", 1),
        ),
    )


@lru_cache(maxsize=4096)  # a search asks for the same pieces repeatedly
def _chain(own: Mask, start: Mask, goal: Mask) -> Need:
    """Return what the chain between two edges lacks, for the most complete and shortest chain.

    The search spreads from the start squares: a square costs 1, and 100 more if it is not the
    player's.
    """
    queue = {1: start & own, 101: start & ~own}
    seen = 0
    while True:
        cost = min(queue)
        reached = queue.pop(cost) & ~seen
        if not reached:
            continue
        if reached & goal:
            missing, length = divmod(cost, 100)
            return Need("chain", length - missing, length)
        seen |= reached
        onward = spread(reached) & ~seen
        queue[cost + 1] = queue.get(cost + 1, 0) | onward & own
        queue[cost + 101] = queue.get(cost + 101, 0) | onward & ~own


@task("Side Chain", "pattern", 3)
def side_chain(state: GameState, me: Colour) -> tuple[Way, ...]:
    """A chain of your pieces, each adjacent to the next, leads from one side of the board to the
    opposite side."""
    return tuple((_chain(state.colours[me], start, goal),) for start, goal in SIDES)


@task("Corner Chain", "pattern", 3)
def corner_chain(state: GameState, me: Colour) -> tuple[Way, ...]:
    """A chain of your pieces, each adjacent to the next, leads from one cut corner of the board
    to the opposite corner."""
    return tuple((_chain(state.colours[me], start, goal),) for start, goal in CORNERS)


# -- enemy pieces ------------------------------------------------------------------------


def _around_one_enemy(state: GameState, me: Colour, need: int) -> Need:
    own = state.colours[me]
    around = ((own & NEAR[s]).bit_count() for s in squares(state.occupied & ~own))
    return Need("around-one-enemy", max(around, default=0), need)


@task("Imprisonment", "enemy", 1)
def imprisonment(state: GameState, me: Colour) -> tuple[Way, ...]:
    """At least six of your pieces are adjacent to the same enemy piece."""
    return ((_around_one_enemy(state, me, 6),),)


@task("Envelopment", "enemy", 2, advanced=True)
def envelopment(state: GameState, me: Colour) -> tuple[Way, ...]:
    """At least seven of your pieces are adjacent to the same enemy piece."""
    return ((_around_one_enemy(state, me, 7),),)


def _can_join(square: Square, others: Mask, empty: Mask) -> bool:
    """Return whether up to three moves over empty squares lead next to another enemy piece."""
    reach = BIT[square]
    for _ in range(3):
        reach |= spread(reach) & empty
    return bool(reach & spread(others))


@task("Isolation", "enemy", 2, advanced=True)
def isolation(state: GameState, me: Colour) -> tuple[Way, ...]:
    """An enemy piece is at distance 2 from another enemy piece, but it is not adjacent to any
    enemy piece and could not become so within three moves over empty squares.

    The first need is that the nearest enemy piece is two squares away, the second that the way
    there is closed; both must hold for the same piece.
    """
    theirs, empty = state.occupied & ~state.colours[me], state.empty
    apart = [s for s in squares(theirs) if WITHIN[2][s] & theirs and not NEAR[s] & theirs]
    cut_off = any(not _can_join(s, theirs & ~BIT[s], empty) for s in apart)
    return ((Need("enemy-apart", int(bool(apart)), 1), Need("enemy-cut-off", int(cut_off), 1)),)
