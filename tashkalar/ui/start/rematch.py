"""A rematch: the same game once more, with a new deal or with the sides swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tashkalar import Game, new_game
from tashkalar.position.ids import Seat, seat_number, seat_of
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.start import game_choices

T = TypeVar("T")


def create_rematch(
    game: Game,
    bots: BotLevels,
    *,
    is_swapped: bool = False,
    seed: Callable[[], str] = game_choices.random_seed,
) -> tuple[Game, BotLevels]:
    """Return a new game with the settings of `game`, and the computer players of its seats.

    `is_swapped`: every player moves one seat further, the last player to the first seat. A game
    that began with a scenario begins with the same scenario again, and nobody changes seats.
    """
    if game.scenario is not None:
        return Game.from_scenario(game.scenario), bots
    setup, shift = game.setup, 1 if is_swapped else 0
    rematch = new_game(
        setup.form,
        _rotate(setup.schools, shift),
        teams=setup.teams,
        seed=seed(),
        names=_rotate(setup.names, shift),
        options=None if setup.legends else {"legends": False},
    )
    players = {
        seat_number(Seat((seat_of(seat) + shift) % setup.seats)): level
        for seat, level in bots.items()
    }
    return rematch, players


def can_swap_sides(game: Game) -> bool:
    """Tell whether a rematch with swapped sides is possible."""
    return game.scenario is None


def _rotate(items: Sequence[T], by: int) -> tuple[T, ...]:
    return (*items[len(items) - by :], *items[: len(items) - by])
