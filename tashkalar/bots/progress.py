"""The number of pieces missing for a task, cached by the squares that matter to the task.

`Task.closest_way` computes the number; a search asks for thousands of boards that differ elsewhere.
"""

from __future__ import annotations

from tashkalar.cards import TASKS
from tashkalar.cards.tasks import FALLING_DIAGONAL, LINES, RISING_DIAGONAL
from tashkalar.position.board import ARENA, CENTRAL_NINE, COLOURED, Colour, Mask
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
        missing_count = sum(need.missing for need in TASKS[task].closest_way(state, colour))
        _missing_cache[key] = missing_count
    return missing_count
