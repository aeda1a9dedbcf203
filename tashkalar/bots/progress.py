"""How many pieces are missing for a task, remembered for the squares that matter to it.

`Task.closest` says it; but a search asks for thousands of boards that differ elsewhere.
"""

from __future__ import annotations

from tashkalar.cards import TASKS
from tashkalar.cards.tasks import FALLING, LINES, RISING
from tashkalar.position.board import ARENA, CENTRAL_NINE, COLOURED, Colour, Mask
from tashkalar.position.state import GameState

OF_A_TURN = frozenset({"destruction", "summoning"})  # what counts only in the turn it is done

_MOST_KNOWN = 20_000
_known: dict[object, int] = {}


def _line_squares() -> Mask:
    found = 0
    for line in LINES:
        found |= line
    return found


# The squares whose pieces matter to a task; all of them when it is not here.
_AREA: dict[str, Mask] = {
    **{task.id: COLOURED for task in TASKS.values() if task.type == "colored"},
    "central-dominance": CENTRAL_NINE,
    "center-cross": CENTRAL_NINE,
    "line-dominance": _line_squares(),
    "diagonals": RISING | FALLING,
}


def missing(state: GameState, task: str, colour: Colour) -> int:
    """How many pieces the colour lacks for a task, by the way that lacks least."""
    key: object
    if TASKS[task].type in OF_A_TURN:
        key = (task, colour, state.colour, state.destroyed, state.summoned)
    else:
        area = _AREA.get(task, ARENA)
        pieces = tuple([mask & area for mask in state.colours])
        key = (task, colour, pieces, state.heroic & area, state.legendary & area)
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = sum(need.missing for need in TASKS[task].closest(state, colour))
        _known[key] = found
    return found
