"""Twelve opponents as data: a level, the school that they love, and a style.

A style changes the weights of the level by per cents, within limits, so an opponent plays as well
or as badly as its level, but prefers something. `levels.player` takes an opponent's id as the name
of a level. The names and lines of the opponents are in the catalogue `company.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.steps import read_step

STYLE_LIMITS_PERCENT = (25, 250)
"""The smallest and the largest factor of a weight."""

# By style, the weights of `evaluation.Weights` that differ, in per cent of those of the level.
STYLES: Mapping[str, Mapping[str, int]] = {
    "plain": {},
    "builder": {"piece": 200, "enemy_piece": 25, "strike": 25},  # keeps what it has
    "hunter": {"piece": 60, "enemy_piece": 250, "strike": 250},  # destroys
    "racer": {"task": 150, "next_task": 150, "enemy_task": 40, "enemy_piece": 60},  # claims
    "gambler": {"ready": 80, "drawn": 150},  # spends cards to see the next ones
    "spoiler": {"threat": 180, "enemy_task": 160, "enemy_piece": 130},  # hinders
}
# By style, the least that a weight is, by rank. The easy levels overlook strikes, which are worth
# nothing to them: their hunters see strikes, and count them as other hunters do.
STYLE_MINIMUMS: Mapping[str, Mapping[str, tuple[int, int, int]]] = {
    "hunter": {"strike": (150, 375, 750)},
}


class Opponent(NamedTuple):
    """An opponent of the tour."""

    id: str
    level: str
    school: str
    style: str


COMPANY: Mapping[str, Opponent] = {
    row[0]: Opponent(*row)
    for row in (
        ("dovi", "firststeps", "northern", "plain"),
        ("marsa", "beginner", "sylvan", "builder"),
        ("tolk", "beginner", "highland", "hunter"),
        ("nerit", "learner", "southern", "builder"),
        ("bruk", "learner", "everfrost", "hunter"),
        ("ilva", "novice", "sylvan", "racer"),
        ("garro", "novice", "northern", "hunter"),
        ("sefin", "adept", "etherweave", "gambler"),
        ("oruna", "adept", "highland", "spoiler"),
        ("kasimar", "expert", "everfrost", "builder"),
        ("velis", "expert", "nethervoid", "hunter"),
        ("tamrak", "master", "southern", "spoiler"),
    )
}
"""The opponents by id, in rising order."""


def is_planning_player(name: str) -> bool:
    """Return whether a name is that of a planning level, a step between two, or an opponent."""
    return name in PLANNING_LEVELS or name in COMPANY or read_step(name) is not None


def level_of(name: str) -> str:
    """Return the level of an opponent; any other name is returned as it is."""
    return COMPANY[name].level if name in COMPANY else name
