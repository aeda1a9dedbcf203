"""Program players by name: those of the game, and those that are installed beside it.

A player of one's own is a class with one method and an entry point in the group `tashkalar.bots`;
`docs/bots.md` shows one.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from tashkalar.bots.levels import PLAYERS
from tashkalar.bots.simple import Player, View
from tashkalar.bots.variants import create_variant, is_variant
from tashkalar.errors import PackError
from tashkalar.position.move import Move, Prompt

PLAYER_ENTRY_POINT_GROUP = "tashkalar.bots"
"""The group of entry points. One names a player: called with a seed, it gives a `Player`."""

PlayerFactory = Callable[[object], Player]
ReturnT = TypeVar("ReturnT")


class PlayerError(Exception):
    """An installed player failed in a game; the message says which one, and where."""


class _CheckedPlayer:
    """An installed player, whose mistakes are told as its own."""

    def __init__(self, name: str, made: PlayerFactory, seed: object) -> None:
        self._name = name
        self._player = self._run_checked(lambda: made(seed))

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Whatever it chooses; PlayerError when it fails, or when that is no legal move."""
        move = self._run_checked(lambda: self._player.choose(view, prompt, moves))
        if move not in moves:
            raise PlayerError(f"players: {self._name}: {repr(move)[:100]} is no legal move")
        return move

    def _run_checked(self, act: Callable[[], ReturnT]) -> ReturnT:
        try:
            return act()
        except PackError:
            raise
        except Exception as error:
            *_, last = traceback.extract_tb(error.__traceback__)
            where = f"{Path(last.filename).name}, line {last.lineno}"
            what = f"{type(error).__name__}: {error} ({where})"
            raise PlayerError(f"players: {self._name}: {what}") from error


def find_player_factory(name: str) -> PlayerFactory:
    """What makes the player with a name, for a seed.

    An installed one is imported when it is asked for, which runs its code; never otherwise. The
    game's own names cannot be taken. ValueError for a name that is not known, and when an
    installed player cannot be imported.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if is_variant(name):
        return partial(create_variant, name)
    # Only here: the page, which has no installed players, need not load it.
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=PLAYER_ENTRY_POINT_GROUP)}
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
    return partial(_CheckedPlayer, name, cast(PlayerFactory, made))
