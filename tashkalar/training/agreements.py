"""The agreement on the games of an environment: form, number of seats, schools; and their results.

An environment deals a new game at each reset, from a seed or from a stream of random numbers that
its last seed decides.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from tashkalar import Game, new_game
from tashkalar.cards.schools import built_in_schools
from tashkalar.json_reader import quote_for_error
from tashkalar.position import rng
from tashkalar.position.ids import seat_numbers, seat_of
from tashkalar.rules.forms import FORMS


class Agreement:
    """All that the games of an environment have in common, checked."""

    def __init__(
        self,
        form: str,
        schools: Sequence[str] | None = None,
        *,
        seats: int | None = None,
        teams: bool = False,
        legends: bool = True,
    ) -> None:
        """Check what belongs to the games; ValueError names the wrong argument.

        Without `schools`, each game draws them among the game's own schools, for `seats` seats.
        Without both, the form has its smallest number of seats.
        """
        self.form, self.teams, self.legends = form, teams, legends
        self.schools = None if schools is None else tuple(schools)
        if self.schools is None:
            self.seats = _count_seats(form, seats, teams=teams)
        elif seats not in (None, len(self.schools)):
            raise ValueError(f"seats: {seats} is not the number of schools, {len(self.schools)}")
        else:
            self.seats = len(self.schools)
            for number, school in enumerate(self.schools):
                if school not in built_in_schools():  # the arrays have no place for a pack's cards
                    known = ", ".join(built_in_schools())
                    text = quote_for_error(school)
                    raise ValueError(f"schools[{number}]: unknown school {text}; known are {known}")
        self._deal(self.schools or built_in_schools()[: self.seats], 0)

    def _deal(self, schools: Sequence[str], seed: int | str) -> Game:
        options = {"legends": self.legends}
        return new_game(self.form, schools, teams=self.teams, seed=seed, options=options)

    def deal(self, random_state: int, seed: int | str | None = None) -> tuple[int, Game]:
        """Return the next random state (`position.rng`), and a new game.

        The random state decides the schools, where they are drawn, and the seed if none is given.
        """
        schools = self.schools
        if schools is None:
            random_state, drawn = rng.shuffle(random_state, built_in_schools())
            schools = drawn[: self.seats]
        if seed is None:
            random_state, seed = rng.random_below(random_state, 1 << 62)
        return random_state, self._deal(schools, seed)


def _count_seats(form: str, seats: int | None, *, teams: bool) -> int:
    """Return how many seats a game has; ValueError where the form has no such game."""
    if form not in FORMS:
        known = ", ".join(FORMS)
        raise ValueError(f"form: unknown form {quote_for_error(form)}; known are {known}")
    counts = FORMS[form].seat_counts(teams=teams)
    if seats is None:
        return counts[0]
    if seats not in counts:
        wanted = " or ".join(map(str, counts))
        played = f"{form} in teams" if teams else form
        raise ValueError(f"seats: the {played} has {wanted} seats, not {seats}")
    return seats


def unpredictable_state() -> int:
    """Return a random state that nobody can repeat, for an environment that got no seed."""
    return rng.state_from_seed(os.urandom(8).hex())


def returns(game: Game) -> tuple[float, ...]:
    """Return a number for each seat: 1 won, -1 lost, 0 tied for the first place or not over yet."""
    seats = seat_numbers(game.setup.seats)
    if game.outcome is None:
        return (0.0,) * len(seats)
    winners = game.outcome.winners
    is_tie = len({game.setup.colours[seat_of(seat)] for seat in winners}) > 1
    return tuple((0.0 if is_tie else 1.0) if seat in winners else -1.0 for seat in seats)
