"""A key of the positions within one turn: searches count positions with equal keys once."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from tashkalar.position.state import GameState

PositionKey = tuple[object, ...]

# Fields that do not tell the positions of one turn apart: they stay the same until the turn ends,
# or follow from the other fields, or are hidden from the player or without effect on the plan.
FIELDS_NOT_COMPARED = frozenset(
    {
        "setup",
        "rng",
        "phase",
        "decks",
        "dropped",
        "legend_deck",
        "legend_discards",
        "flare_deck",
        "flare_discards",
        "playing",
        "current_tasks",
        "task_deck",
        "sideways",
        "turn",
        "seat",
        "last_turns",
        "deck_out",
        "in_extra_turn",
        "early_extras",
        "resigned",
        "passed",
        "warped",
    }
)
COMPARED_FIELDS = tuple(name for name in GameState.__slots__ if name not in FIELDS_NOT_COMPARED)

_read_compared_fields: Callable[[GameState], PositionKey] = attrgetter(*COMPARED_FIELDS)


def position_key(state: GameState) -> PositionKey:
    """Return a key that is equal for equivalent positions of one turn."""
    return _read_compared_fields(state)
