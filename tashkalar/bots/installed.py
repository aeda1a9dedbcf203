"""Program players by name: those of the game, and those that are installed beside it.

A player of one's own is a class with one method and an entry point in the group `tashkalar.bots`;
`docs/bots.md` shows one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from tashkalar.bots.levels import PLAYERS
from tashkalar.bots.simple import Player
from tashkalar.bots.variants import is_variant, variant

GROUP = "tashkalar.bots"
"""The group of entry points. One names a player: called with a seed, it gives a `Player`."""

Maker = Callable[[object], Player]


def player_named(name: str) -> Maker:
    """What makes the player with a name, for a seed.

    An installed one is imported when it is asked for, which runs its code; never otherwise. The
    game's own names cannot be taken. ValueError for a name that is not known, and when an
    installed player cannot be imported.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if is_variant(name):
        return partial(variant, name)
    # Only here: the page, which has no installed players, need not load it.
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        known = ", ".join([*PLAYERS, *sorted(set(points) - set(PLAYERS))])
        raise ValueError(f"players: unknown player {name!r}; known are {known}")
    try:
        made = points[name].load()
    except Exception as error:
        what = f"{type(error).__name__} on import: {error}"
        raise ValueError(f"players: {name}: {what}") from error
    if not callable(made):
        raise ValueError(f"players: {name}: the entry point is no player")
    return cast(Maker, made)
