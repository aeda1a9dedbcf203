"""The game for OpenSpiel, as a game in Python (docs/training.md).

    import pyspiel
    import tashkalar.training.openspiel_game

    game = pyspiel.load_game("python_tashkalar(form=duel)")
    state = game.new_initial_state()

The interface is that of OpenSpiel: Lanctot et al., "OpenSpiel: A Framework for Reinforcement
Learning in Games", 2019, arXiv:1908.09453.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from tashkalar import Game
from tashkalar.position import rng
from tashkalar.position.ids import seat_number, seat_of
from tashkalar.training.actions import ACTIONS, Page, find_page
from tashkalar.training.agreements import Agreement, returns
from tashkalar.training.observation import SIZE, observe, split
from tashkalar.training.text_board import write_board

NAME = "python_tashkalar"
MAX_DECISIONS = 5000  # as in the environment of PettingZoo
DEALS = 1 << 16  # outcomes of the one chance move, which deals everything

_DEFAULTS = {"form": "duel", "schools": "", "seats": 0, "teams": False, "legends": True}


def _game_type(seats: int = 2) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Tash-Kalar",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if seats == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class TashKalarGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """All games of one form; `params` are form, schools, seats, teams and legends."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Agree on the games; ValueError names the wrong parameter.

        ``schools`` has the schools of the seats with colons between them, such as
        ``northern:sylvan``; empty, each deal draws them, for ``seats`` seats.
        """
        given = {**_DEFAULTS, **(params or {})}
        self.agreement = Agreement(
            given["form"],
            given["schools"].split(":") if given["schools"] else None,
            seats=given["seats"] or None,
            teams=given["teams"],
            legends=given["legends"],
        )
        seats = self.agreement.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=DEALS,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if seats == 2 else None,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(_game_type(seats), info, dict(params or {}))

    def new_initial_state(self) -> TashKalarState:
        """Return the state before the cards are dealt."""
        return TashKalarState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> TashKalarObserver:
        """Return what writes the view of a seat into an array."""
        return TashKalarObserver(params)


class TashKalarState(pyspiel.State):  # type: ignore[misc]
    """A position. The first action deals the cards; the others are places in `Page.codes`."""

    def __init__(self, game: TashKalarGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self._agreement = game.agreement
        self.played: Game | None = None
        self._page = Page((), 0, 1)
        self._decisions = 0

    def current_player(self) -> int:
        """Return the place of the seat that decides, from 0; or that chance does, or nobody."""
        if self.played is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        assert self.played.player is not None
        return seat_of(self.played.player)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._page.codes)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, which are equally likely: each is the seed of a game."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.played is None:
            _, self.played = self._agreement.deal(rng.state_from_seed(action), action)
            self._page = find_page(self.played.legal_moves(), 0, ACTIONS)
            return
        move = self._page.choose(action)
        if move is not None:
            self.played.play(move)
        self._decisions += 1
        page = self._page.turn() if move is None else 0
        self._page = find_page(self.played.legal_moves(), page, ACTIONS)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._page.codes[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over, or cut off after `MAX_DECISIONS` actions."""
        game = self.played
        return game is not None and (game.is_over or self._decisions >= MAX_DECISIONS)

    def returns(self) -> list[float]:
        """Return 1 for a seat that has won, -1 for one that has lost, else 0."""
        if self.played is None:
            return [0.0] * self._agreement.seats
        return list(returns(self.played))

    def __str__(self) -> str:
        """Return the board as text, for people."""
        return "before the deal" if self.played is None else write_board(self.played)


class TashKalarObserver:
    """The view of a seat: `observation.LAYOUT` in one array, with its sections by name."""

    def __init__(self, params: Mapping[str, Any] | None) -> None:
        """Refuse parameters, which there are none of."""
        if params:
            raise ValueError(f"an observer has no parameters, not even {', '.join(params)}")
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = split(self.tensor)

    def set_from(self, state: TashKalarState, player: int) -> None:
        """Write what a player sees into the array."""
        self.tensor.fill(0)
        if state.played is not None:
            game, seat = state.played, seat_number(player)
            prompt = game.prompt if seat == game.player and not game.is_over else None
            self.tensor[:] = observe(game.view(seat), prompt)

    def string_from(self, state: TashKalarState, player: int) -> str:
        """Return the same as text."""
        if state.played is None:
            return "before the deal"
        return str(state.played.view(seat_number(player)))


pyspiel.register_game(_game_type(), TashKalarGame)
