"""The number of pieces missing for a task, cached by the squares that matter to the task.

`Task.closest_way` computes the number; a search asks for thousands of boards that differ elsewhere.
"""

from __future__ import annotations

from tashkalar.cards import TASKS
from tashkalar.cards.tasks import CORNERS, FALLING_DIAGONAL, LINES, RISING_DIAGONAL, SIDES
from tashkalar.position.board import ARENA, CENTRAL_NINE, COLOURED, Colour, Mask, spread
from tashkalar.position.state import GameState

# tasks that must be fulfilled within a single turn
SINGLE_TURN_TASK_TYPES = frozenset({"destruction", "summoning"})

_MAX_CACHED = 20_000
_missing_cache: dict[object, int] = {}


def _line_squares() -> Mask:
    mask = 0
    for line in LINES:
        mask |= line
    return mask


# The squares whose pieces matter to a task; all squares for a task that is not listed.
_RELEVANT_SQUARES: dict[str, Mask] = {
    **{task.id: COLOURED for task in TASKS.values() if task.type == "colored"},
    "central-dominance": CENTRAL_NINE,
    "center-cross": CENTRAL_NINE,
    "line-dominance": _line_squares(),
    "diagonals": RISING_DIAGONAL | FALLING_DIAGONAL,
}

# The edges that the chain of a task connects.
_CHAIN_EDGES = {"side-chain": SIDES, "corner-chain": CORNERS}


def _count_missing_links(own: Mask, start: Mask, goal: Mask) -> int:
    """Return how many squares of a chain between two edges are not the player's, at least.

    The reached squares grow by all their neighbors, each a missing link, and then by own pieces.
    `Task.closest_way` finds the shortest of these chains too, which takes several times longer.
    """
    reached, links = start & own, 0
    while True:
        grown = reached
        while grown:
            grown = spread(grown) & own & ~reached
            reached |= grown
        if reached & goal:
            return links
        reached |= spread(reached) | start
        links += 1


def _count_missing(state: GameState, task: str, colour: Colour) -> int:
    edges = _CHAIN_EDGES.get(task)
    if edges is not None:
        own = state.colours[colour]
        return min(_count_missing_links(own, start, goal) for start, goal in edges)
    return sum(need.missing for need in TASKS[task].closest_way(state, colour))


def count_missing_pieces(state: GameState, task: str, colour: Colour) -> int:
    """Return how many pieces the color lacks for a task, by the way that lacks least."""
    key: object
    if TASKS[task].type in SINGLE_TURN_TASK_TYPES:
        key = (task, colour, state.colour, state.destroyed, state.summoned)
    else:
        area = _RELEVANT_SQUARES.get(task, ARENA)
        pieces = tuple([mask & area for mask in state.colours])
        key = (task, colour, pieces, state.heroic & area, state.legendary & area)
    missing_count = _missing_cache.get(key)
    if missing_count is None:
        if len(_missing_cache) >= _MAX_CACHED:
            _missing_cache.clear()
        missing_count = _count_missing(state, task, colour)
        _missing_cache[key] = missing_count
    return missing_count
