"""The number of pieces missing for a task, cached by the squares that matter to the task.

`Task.closest_way` computes the number; a search asks for thousands of boards that differ elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.bots.batch import count_missing_links, pack, unpack
from tashkalar.cards import TASKS
from tashkalar.cards.tasks import CORNERS, FALLING_DIAGONAL, LINES, RISING_DIAGONAL, SIDES
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

# The tasks to which the enemies' pieces matter; all others ask for own pieces only.
_ENEMIES_MATTER = frozenset(
    {"rainbow-dominance", "line-dominance"}
    | {task.id for task in TASKS.values() if task.type == "enemy"}
)

# The edges that the chain of a task connects.
_CHAIN_EDGES = {"side-chain": SIDES, "corner-chain": CORNERS}

# The squares of the tasks that ask for own pieces and for no chain.
_SQUARES_OF_OWN: dict[str, Mask] = {
    task.id: _RELEVANT_SQUARES.get(task.id, ARENA)
    for task in TASKS.values()
    if task.type not in SINGLE_TURN_TASK_TYPES
    and task.id not in _ENEMIES_MATTER
    and task.id not in _CHAIN_EDGES
}


def count_chains(states: Sequence[GameState], tasks: Sequence[str], colour: Colour) -> None:
    """Count, for all boards together, what the chains of these tasks lack, and keep it."""
    for task in tasks:
        if task not in _CHAIN_EDGES:
            continue
        boards = {state.colours[colour] for state in states}
        new = [own for own in boards if (task, own) not in _missing_cache]
        if new:
            _keep_chains(task, new)


def _keep_chains(task: str, boards: Sequence[Mask]) -> None:
    _drop_full_cache()
    number, packed = len(boards), pack(boards)
    counts = [
        unpack(count_missing_links(packed, start, goal, number), number)
        for start, goal in _CHAIN_EDGES[task]
    ]
    for own, *missing in zip(boards, *counts, strict=True):
        _missing_cache[task, own] = min(missing)


def _drop_full_cache() -> None:
    if len(_missing_cache) >= _MAX_CACHED:
        _missing_cache.clear()


def count_missing_pieces(state: GameState, task: str, colour: Colour) -> int:
    """Return how many pieces the color lacks for a task, by the way that lacks least."""
    key: object
    own = state.colours[colour]
    if (area := _SQUARES_OF_OWN.get(task)) is not None:
        relevant = own & area
        key = (task, relevant, state.heroic & relevant, state.legendary & relevant)
    elif task in _CHAIN_EDGES:
        if (task, own) not in _missing_cache:
            _keep_chains(task, [own])
        return _missing_cache[task, own]
    elif task in _ENEMIES_MATTER:
        area = _RELEVANT_SQUARES.get(task, ARENA)
        pieces = tuple([mask & area for mask in state.colours])
        key = (task, colour, pieces, state.heroic & area, state.legendary & area)
    else:
        key = (task, colour, state.colour, state.destroyed, state.summoned)
    missing_count = _missing_cache.get(key)
    if missing_count is None:
        _drop_full_cache()
        way = TASKS[task].closest_way(state, colour)
        missing_count = _missing_cache[key] = sum(need.missing for need in way)
    return missing_count
