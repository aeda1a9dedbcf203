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

_VARIANT_NAME = re.compile(
    r"(?P<level>[a-z]+)(?P<without>(?:~[a-z-]+)*)(?:@(?P<nodes>[1-9][0-9]*))?"
)
_ZERO_BY_RANK = (0, 0, 0)


def _change_weights(**changes: object) -> Callable[[Level], Level]:
    """The level with other weights, in the forms that have their own too."""

    def other(weights: Weights) -> Weights:
        return weights._replace(**changes)  # type: ignore[arg-type]

    return lambda level: level._replace(
        weights=other(level.weights),
        tuned_weights={form: other(own) for form, own in (level.tuned_weights or {}).items()},
    )


ABLATIONS: dict[str, Callable[[Level], Level]] = {
    "pieces": _change_weights(piece=_ZERO_BY_RANK, enemy_piece=_ZERO_BY_RANK),
    "patterns": _change_weights(
        ready=_ZERO_BY_RANK,
        one_short=_ZERO_BY_RANK,
        two_short=_ZERO_BY_RANK,
        strike=_ZERO_BY_RANK,
        drawn=0,
    ),
    "short": _change_weights(
        one_short=_ZERO_BY_RANK, two_short=_ZERO_BY_RANK
    ),  # patterns that lack a common or two
    "strike": _change_weights(strike=_ZERO_BY_RANK),
    "drawn": _change_weights(drawn=0),
    "idle": _change_weights(idle=0),
    "threat": _change_weights(threat=0),
    "tasks": _change_weights(task=(0,), enemy_task=(0,)),
    "enemy-tasks": _change_weights(enemy_task=(0,)),
    "next-task": _change_weights(next_task=0),
    "schools": _change_weights(pending=0, frozen=0, hindered=0, extra_turn=0),
    "above": _change_weights(above=(0,)),
    "enemy-colours": _change_weights(enemy_colours=0),
    "marker": _change_weights(marker=0),
    "mate": _change_weights(mate=0),
    "replies": lambda level: level._replace(reply_limits=None),
    "fit": lambda level: level._replace(tuned_weights=None),
}
"""What can be left out, by name: groups of features, and the parts of *master*."""


def is_variant(name: str) -> bool:
    """Whether it names a level with something changed.

    ValueError when it does, and the level or a group is not known.
    """
    found = _VARIANT_NAME.fullmatch(name)
    if found is None or not (found["without"] or found["nodes"]):
        return False
    if found["level"] not in LEVELS:
        raise ValueError(f"players: {name}: {found['level']} is none of {', '.join(LEVELS)}")
    for group in _removed_groups(found):
        if group not in ABLATIONS:
            raise ValueError(f"players: {name}: {group} is none of {', '.join(ABLATIONS)}")
    return True


def create_variant(name: str, seed: object) -> Planner:
    """The player of such a name."""
    found = _VARIANT_NAME.fullmatch(name)
    assert found is not None
    level = LEVELS[found["level"]]
    for group in _removed_groups(found):
        level = ABLATIONS[group](level)
    return Planner(level, seed, nodes=int(found["nodes"]) if found["nodes"] else None)


def _removed_groups(found: re.Match[str]) -> list[str]:
    return found["without"].split("~")[1:]
