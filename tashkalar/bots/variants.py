"""Levels with something changed, by names that the arena understands: what is a feature worth?

`master~threat` is *master* that does not look at what enemies may hold, `adept@500` is *adept* with
a budget of 500 nodes, `master~replies~drawn@1000` both of it and more. A match of a level against
itself without a group of features tells what that group is worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tashkalar.bots.evaluation import Weights
from tashkalar.bots.levels import LEVELS, Level, Planner

_NAME = re.compile(r"(?P<level>[a-z]+)(?P<without>(?:~[a-z-]+)*)(?:@(?P<nodes>[1-9][0-9]*))?")
_NONE = (0, 0, 0)


def _weighing(**changes: object) -> Callable[[Level], Level]:
    """The level with other weights, in the forms that have their own too."""

    def other(weights: Weights) -> Weights:
        return weights._replace(**changes)  # type: ignore[arg-type]

    return lambda level: level._replace(
        weights=other(level.weights),
        fitted={form: other(own) for form, own in (level.fitted or {}).items()},
    )


GROUPS: dict[str, Callable[[Level], Level]] = {
    "pieces": _weighing(piece=_NONE, enemy_piece=_NONE),
    "patterns": _weighing(ready=_NONE, one_short=_NONE, two_short=_NONE, strike=_NONE, drawn=0),
    "short": _weighing(one_short=_NONE, two_short=_NONE),  # patterns that lack a common or two
    "strike": _weighing(strike=_NONE),
    "drawn": _weighing(drawn=0),
    "idle": _weighing(idle=0),
    "threat": _weighing(threat=0),
    "tasks": _weighing(task=(0,), enemy_task=(0,)),
    "enemy-tasks": _weighing(enemy_task=(0,)),
    "next-task": _weighing(next_task=0),
    "schools": _weighing(pending=0, frozen=0, hindered=0, extra_turn=0),
    "above": _weighing(above=(0,)),
    "enemy-colours": _weighing(enemy_colours=0),
    "marker": _weighing(marker=0),
    "mate": _weighing(mate=0),
    "replies": lambda level: level._replace(foresight=None),
    "fit": lambda level: level._replace(fitted=None),
}
"""What can be left out, by name: groups of features, and the parts of *master*."""


def is_variant(name: str) -> bool:
    """Whether it names a level with something changed.

    ValueError when it does, and the level or a group is not known.
    """
    found = _NAME.fullmatch(name)
    if found is None or not (found["without"] or found["nodes"]):
        return False
    if found["level"] not in LEVELS:
        raise ValueError(f"players: {name}: {found['level']} is none of {', '.join(LEVELS)}")
    for group in _without(found):
        if group not in GROUPS:
            raise ValueError(f"players: {name}: {group} is none of {', '.join(GROUPS)}")
    return True


def variant(name: str, seed: object) -> Planner:
    """The player of such a name."""
    found = _NAME.fullmatch(name)
    assert found is not None
    level = LEVELS[found["level"]]
    for group in _without(found):
        level = GROUPS[group](level)
    return Planner(level, seed, nodes=int(found["nodes"]) if found["nodes"] else None)


def _without(found: re.Match[str]) -> list[str]:
    return found["without"].split("~")[1:]
