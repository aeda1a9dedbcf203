"""The same game once more: dealt anew, or with the sides changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tashkalar import Game, new_game
from tashkalar.position.ids import Seat, seat_number, seat_of
from tashkalar.ui.bots.computer_seats import Bots
from tashkalar.ui.start import game_choices

T = TypeVar("T")


def rematch(
    game: Game, bots: Bots, *, swapped: bool = False, seed: Callable[[], str] = game_choices.chance
) -> tuple[Game, Bots]:
    """A new game with what was agreed for this one, and who plays its seats.

    `swapped`: everybody sits one place further, the last becomes the first. A game that began with
    a scenario begins with it again, and nobody changes places there.
    """
    if game.scenario is not None:
        return Game.from_scenario(game.scenario), bots
    setup, by = game.setup, 1 if swapped else 0
    again = new_game(
        setup.form,
        _further(setup.schools, by),
        teams=setup.teams,
        seed=seed(),
        names=_further(setup.names, by),
        options=None if setup.legends else {"legends": False},
    )
    players = {
        seat_number(Seat((seat_of(seat) + by) % setup.seats)): level for seat, level in bots.items()
    }
    return again, players


def may_swap(game: Game) -> bool:
    """Whether changing the sides makes another game."""
    return game.scenario is None


def _further(items: Sequence[T], by: int) -> tuple[T, ...]:
    return (*items[len(items) - by :], *items[: len(items) - by])
