"""The computer players of a saved game, also of a save by another version of the program."""

from __future__ import annotations

import re
from typing import NamedTuple

from tashkalar.bots import DEFAULT_LEVEL
from tashkalar.bots.company import is_planning_player
from tashkalar.plain_text import cut_text, replace_unsafe_signs
from tashkalar.position.ids import SeatNumber, seat_numbers
from tashkalar.position.move import Message

LEVELS_VERSION = 2
"""The number of the present list of levels, which a save notes.

A save without this number knows the three levels of the first version. The strongest of them was
called *master* and is *expert* now.
"""

_LEVELS_OF_VERSION_1 = {"master": "expert"}
# The nearest levels to other players: those of the command line, and planned ones.
_NEAREST_LEVELS = {
    "random": "firststeps",
    "goalless": "firststeps",
    "keen": "novice",
}
_LONGEST_LEVEL = 30


class SavedLevels(NamedTuple):
    """The seats that the computer plays with their levels, and the levels that are unknown."""

    level_by_seat: dict[SeatNumber, str]
    unknown: tuple[str, ...] = ()  # each once; the seats have the nearest levels


def read_saved_levels(data: object, version: object, seats: int) -> SavedLevels:
    """Read the computer players of a game; leave out seats that do not exist.

    `version` is the number of the list of levels, see `LEVELS_VERSION`.
    """
    if not isinstance(data, dict):
        return SavedLevels({})
    renamed = {} if version == LEVELS_VERSION else _LEVELS_OF_VERSION_1
    level_by_seat: dict[SeatNumber, str] = {}
    unknown: dict[str, None] = {}
    for seat in seat_numbers(seats):
        level = data.get(str(seat))
        if isinstance(level, str):
            level = renamed.get(level, level)
            if not is_planning_player(level):
                unknown[level] = None
            level_by_seat[seat] = nearest_level(level)
    return SavedLevels(level_by_seat, tuple(unknown))


def nearest_level(level: str) -> str:
    """Return a level itself, or the one that plays most like an unknown one."""
    name = re.split("[~@]", level)[0]  # a variant, such as ``adept@500``
    return name if is_planning_player(name) else _NEAREST_LEVELS.get(name, DEFAULT_LEVEL)


def unknown_level_notice(level: str) -> Message:
    """Return the notice that another level plays in place of an unknown one."""
    shown = cut_text(" ".join(replace_unsafe_signs(level[:200]).split()), _LONGEST_LEVEL)
    instead = Message(f"bots.{nearest_level(level)}")
    return Message("saves.notice.level", {"level": shown, "instead": instead})
