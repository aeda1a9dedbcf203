"""A game as an environment to train in, in the manner of OpenSpiel and PettingZoo.

    environment = Environment("duel", ("northern", "sylvan"))
    observation = environment.reset(seed=1)
    while not environment.done:
        observation = environment.step(choose(observation, environment.legal_actions()))
    print(environment.returns())

Actions are move codes (`docs/architecture.md`), decided one at a time, questions inside effects
too; how many there are differs from decision to decision. An observation is what the seat that
decides may see, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tashkalar import Game, new_game

Observation = dict[str, Any]


class Environment:
    """One game at a time, for any number of seats, counted from 0."""

    def __init__(self, form: str, schools: Sequence[str], *, teams: bool = False) -> None:
        """ValueError, at the first `reset`, when these do not make a game."""
        self._agreed = (form, tuple(schools), teams)
        self.game: Game | None = None

    def reset(self, seed: int | str | None = None) -> Observation:
        """Begin a new game; what the first seat to decide sees."""
        form, schools, teams = self._agreed
        self.game = new_game(form, schools, teams=teams, seed=seed)
        return self.observation()

    def _playing(self) -> Game:
        if self.game is None:
            raise RuntimeError("call reset() first")
        return self.game

    @property
    def done(self) -> bool:
        """True if the game is over."""
        return self._playing().is_over

    @property
    def current_player(self) -> int | None:
        """The seat that decides, from 0; None after the end."""
        seat = self._playing().player
        return None if seat is None else seat - 1

    def legal_actions(self) -> list[str]:
        """Return the codes that `step` accepts, in a fixed order; none after the end."""
        return [move.code for move in self._playing().legal_moves()]

    def step(self, action: str) -> Observation:
        """Carry an action out; what the next seat to decide sees, or the last one after the end.

        IllegalMove, and nothing has changed, when the action is not legal.
        """
        self._playing().play(action)
        return self.observation()

    def observation(self, seat: int | None = None) -> Observation:
        """Return as JSON what a seat sees and is asked; without a seat, the one that decides."""
        game = self._playing()
        if seat is None:
            seat = self.current_player or 0
        asked = None if game.is_over else game.prompt
        question = {"kind": asked.kind, "card": asked.card} if asked else None
        return {**game.view(seat + 1), "question": question}

    def returns(self) -> list[float]:
        """Return a number for each seat: 1 won, -1 lost, 0 tied or not over yet."""
        game = self._playing()
        if game.outcome is None:
            return [0.0] * game.setup.seats
        winners = [seat - 1 for seat in game.outcome.winners]
        colours = {game.setup.colours[seat] for seat in winners}
        if len(colours) != 1:
            return [0.0 if seat in winners else -1.0 for seat in range(game.setup.seats)]
        return [1.0 if seat in winners else -1.0 for seat in range(game.setup.seats)]
