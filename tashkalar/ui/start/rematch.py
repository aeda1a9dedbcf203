"""The same game once more: dealt anew, or with the sides changed."""

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
    """A new game with what was agreed for this one, and who plays its seats.

    `is_swapped`: everybody sits one place further, the last becomes the first. A game that began
    with a scenario begins with it again, and nobody changes places there.
    """
    if game.scenario is not None:
        return Game.from_scenario(game.scenario), bots
    setup, by = game.setup, 1 if is_swapped else 0
    again = new_game(
        setup.form,
        _rotate(setup.schools, by),
        teams=setup.teams,
        seed=seed(),
        names=_rotate(setup.names, by),
        options=None if setup.legends else {"legends": False},
    )
    players = {
        seat_number(Seat((seat_of(seat) + by) % setup.seats)): level for seat, level in bots.items()
    }
    return again, players


def can_swap_sides(game: Game) -> bool:
    """Whether changing the sides makes another game."""
    return game.scenario is None


def _rotate(items: Sequence[T], by: int) -> tuple[T, ...]:
    return (*items[len(items) - by :], *items[: len(items) - by])
