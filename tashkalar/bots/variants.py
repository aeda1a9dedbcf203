"""Variants of levels, by names for the arena, to measure the worth of each feature.

`master~threat` is *master* without the threat of the enemies' cards, `adept@500` is *adept* with a
budget of 500 nodes, and `master~replies~drawn@1000` combines several changes. A match of a level
against itself without a group of features measures the worth of that group. `expert+center=60` is
*expert* with another weight. `master+terms=50:duel.json` adds half of each weight in a file of
`tashkalar.bench.learn_games`; `master+ends=50:duel.json` adds it at the ends of turns only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tashkalar.bots.evaluation import Weights
from tashkalar.bots.learned_terms import learned_weights, weights_by_card
from tashkalar.bots.levels import LEVELS, Level, Planner
from tashkalar.bots.tuned_weights import TUNED_WEIGHTS
from tashkalar.json_reader import LONGEST_TEXT, parse_json

_VARIANT_NAME = re.compile(
    r"(?P<level>[a-z]+)(?P<without>(?:~[a-z-]+)*)(?P<weights>(?:\+[a-z_]+=[0-9]{1,6})*)"
    r"(?:\+(?P<where>terms|ends)=(?P<percent>[0-9]{1,3}):(?P<file>[^+~@]+))?"
    r"(?:@(?P<nodes>[1-9][0-9]*))?"
)
JUDGED_ENDS = 16  # ends of a turn that are compared by what was learned for them
_SINGLE_WEIGHTS = tuple(n for n, value in Weights()._asdict().items() if isinstance(value, int))
_ZERO_BY_RANK = (0, 0, 0)


def _change_weights(**changes: object) -> Callable[[Level], Level]:
    """Return a function that changes a level's weights, also in forms with special weights."""

    def other(weights: Weights) -> Weights:
        return weights._replace(**changes)  # type: ignore[arg-type]

    return lambda level: level._replace(
        weights=other(level.weights),
        tuned_weights={form: other(own) for form, own in (level.tuned_weights or {}).items()},
    )


def _remove_fits(level: Level) -> Level:
    """Return a level with the hand-made weights in the forms that have fitted ones."""
    fitted_forms = {fit.form for fit in TUNED_WEIGHTS}
    kept = {f: w for f, w in (level.tuned_weights or {}).items() if f not in fitted_forms}
    return level._replace(tuned_weights=kept)


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
    "center": _change_weights(center=0),
    "replies": lambda level: level._replace(reply_limits=None),
    "rollouts": lambda level: level._replace(rollout_limits=None, rollout_forms=()),
    "fit": _remove_fits,
}
"""The parts that a variant can leave out, by name: groups of features, and parts of *master*."""


def is_variant(name: str) -> bool:
    """Return whether a name is that of a changed level.

    Raise ValueError if it is and the level, a group or a weight is unknown.
    """
    parts = _VARIANT_NAME.fullmatch(name)
    if parts is None or parts["level"] == name:
        return False
    if parts["level"] not in LEVELS:
        raise ValueError(f"players: {name}: {parts['level']} is none of {', '.join(LEVELS)}")
    for group in _removed_groups(parts):
        if group not in ABLATIONS:
            raise ValueError(f"players: {name}: {group} is none of {', '.join(ABLATIONS)}")
    for weight in _changed_weights(parts):
        if weight not in _SINGLE_WEIGHTS:
            raise ValueError(f"players: {name}: {weight} is none of {', '.join(_SINGLE_WEIGHTS)}")
    if parts["file"]:
        try:
            read_terms(parts["file"])
        except (OSError, ValueError) as error:
            raise ValueError(f"players: {name}: {error}") from None
    return True


def create_variant(name: str, seed: object) -> Planner:
    """Return the player of a variant's name."""
    parts = _VARIANT_NAME.fullmatch(name)
    assert parts is not None
    return Planner(
        _changed_level(parts), seed, nodes=int(parts["nodes"]) if parts["nodes"] else None
    )


def find_weights(name: str, form: str) -> Weights:
    """Return the weights by which a level or a variant plays a form between two seats.

    Raise ValueError if there is no such level.
    """
    parts = _VARIANT_NAME.fullmatch(name)
    if parts is None or not (name in LEVELS or is_variant(name)):
        raise ValueError(f"{name} is no level, nor a variant of one")
    return _changed_level(parts).resolve_for_form(form).weights


def _changed_level(parts: re.Match[str]) -> Level:
    """Return the level of a variant's name with its changes."""
    level = LEVELS[parts["level"]]
    for group in _removed_groups(parts):
        level = ABLATIONS[group](level)
    if weights := _changed_weights(parts):
        level = _change_weights(**weights)(level)
    if parts["file"]:
        level = _add_terms(level, parts["where"], int(parts["percent"]), parts["file"])
    return level


def _add_terms(level: Level, where: str, percent: int, file: str) -> Level:
    """Return a level with so many percent of the terms in a file, in the form that they are for.

    They count in all positions ("terms"), or at the ends of turns ("ends"), as in the games that
    they were learned from. Then more ends are looked at.
    """
    form, terms = read_terms(file)
    weights = level.resolve_for_form(form).weights
    total = dict(learned_weights(form, weights.learned))
    for name, weight in terms.items():
        total[name] = total.get(name, 0) + weight * percent // 100
    if where == "terms":
        weights = weights._replace(learned=0, terms=total)
    else:
        weights = weights._replace(end_terms=total)
        level = level._replace(limits=level.limits._replace(evaluated_ends=JUDGED_ENDS))
    return level._replace(tuned_weights={**(level.tuned_weights or {}), form: weights})


def _removed_groups(parts: re.Match[str]) -> list[str]:
    return parts["without"].split("~")[1:]


def _changed_weights(parts: re.Match[str]) -> dict[str, int]:
    pairs = (change.split("=") for change in parts["weights"].split("+")[1:])
    return {weight: int(value) for weight, value in pairs}


@cache
def read_terms(file: str) -> tuple[str, Mapping[str, int]]:
    """Return the form and the weights in a file of `tashkalar.bench.learn_games`.

    Raise OSError if it cannot be read, and ValueError if it is no such file.
    """
    with Path(file).open(encoding="utf-8") as opened:
        value: Any = parse_json(opened.read(LONGEST_TEXT + 1))
    try:
        weights = {**value["weights"], **weights_by_card(value["cards"])}
        if not all(isinstance(weight, int) for weight in weights.values()):
            raise ValueError
        return str(value["form"]), weights
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError(f"{file}: no weights of bench.learn_games") from None
