"""Program players by name: those of the game, and those installed as packages.

A custom player is a class with one method and an entry point in the group `tashkalar.bots`;
`docs/bots.md` shows an example.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from tashkalar.bots.levels import PLAYERS, player
from tashkalar.bots.simple import Player, View
from tashkalar.bots.steps import read_step
from tashkalar.bots.variants import create_variant, is_variant
from tashkalar.errors import PackError
from tashkalar.position.move import Move, Prompt

PLAYER_ENTRY_POINT_GROUP = "tashkalar.bots"
"""The group of entry points. Each names a factory that takes a seed and returns a `Player`."""

PlayerFactory = Callable[[object], Player]
ReturnT = TypeVar("ReturnT")


class PlayerError(Exception):
    """An installed player failed in a game; the message says which player, and where."""


class _CheckedPlayer:
    """An installed player whose errors are reported with its name."""

    def __init__(self, name: str, factory: PlayerFactory, seed: object) -> None:
        self._name = name
        self._player = self._run_checked(lambda: factory(seed))

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return the player's move; raise PlayerError if it fails or the move is not legal."""
        move = self._run_checked(lambda: self._player.choose(view, prompt, moves))
        if move not in moves:
            raise PlayerError(f"players: {self._name}: {repr(move)[:100]} is no legal move")
        return move

    def _run_checked(self, action: Callable[[], ReturnT]) -> ReturnT:
        try:
            return action()
        except PackError:
            raise
        except Exception as error:
            *_, last = traceback.extract_tb(error.__traceback__)
            where = f"{Path(last.filename).name}, line {last.lineno}"
            message = f"{type(error).__name__}: {error} ({where})"
            raise PlayerError(f"players: {self._name}: {message}") from error


def find_player_factory(name: str) -> PlayerFactory:
    """Return the factory that makes the named player for a seed.

    An installed player is imported, which runs its code, only when it is asked for. The game's own
    names cannot be taken. Raise ValueError for an unknown name, or for an installed player that
    cannot be imported.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if read_step(name):
        return partial(player, name)
    if is_variant(name):
        return partial(create_variant, name)
    # Imported here, because the page has no installed players and starts faster without it.
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=PLAYER_ENTRY_POINT_GROUP)}
    if name not in points:
        known = ", ".join([*PLAYERS, *sorted(set(points) - set(PLAYERS))])
        raise ValueError(f"players: unknown player {name!r}; known are {known}")
    try:
        factory = points[name].load()
    except Exception as error:
        message = f"{type(error).__name__} on import: {error}"
        raise ValueError(f"players: {name}: {message}") from error
    if not callable(factory):
        raise ValueError(f"players: {name}: the entry point is no player")
    return partial(_CheckedPlayer, name, cast(PlayerFactory, factory))
