"""The game as an AEC environment of PettingZoo, for every form (docs/training.md).

    from tashkalar.training.pettingzoo_env import env

    environment = env("duel")
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, info = environment.last()
        mask = observation["action_mask"]
        over = terminated or truncated
        environment.step(None if over else environment.action_space(agent).sample(mask))

The interface is that of PettingZoo: Terry et al., "PettingZoo: Gym for Multi-Agent Reinforcement
Learning", NeurIPS 2021.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from tashkalar import Game
from tashkalar.position import rng
from tashkalar.position.ids import SeatNumber, colour_number, seat_number, seat_of
from tashkalar.training.actions import (
    ACTIONS,
    COLUMNS,
    Page,
    describe_page,
    find_page,
    mask_of_page,
)
from tashkalar.training.agreements import Agreement, returns, unpredictable_state
from tashkalar.training.numbering import CARD_IDS
from tashkalar.training.observation import SIZE, observe
from tashkalar.training.text_board import write_board

RENDER_MODES = ("ansi", "human")
MAX_DECISIONS = 5000  # several times what a game takes that comes to an end

_NUMBERS = np.iinfo(np.int16)


def env(form: str = "duel", schools: Sequence[str] | None = None, **more: Any) -> Any:
    """Return an environment that also reports calls in a wrong order; arguments as in `raw_env`."""
    return OrderEnforcingWrapper(raw_env(form, schools, **more))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo's name, and it has no types
    """An environment with one game at a time; its agents are ``player_0`` for seat 1, and so on.

    An observation is a dictionary: ``observation`` is the array of `observation.LAYOUT`,
    ``action_mask`` has a 1 for each action that can be chosen, and ``legal_moves`` has a row
    (`actions.COLUMNS`) for each. The information of the agent that decides has the codes of these
    moves under ``moves``, and the page under ``page`` and ``pages``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tashkalar_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        form: str = "duel",
        schools: Sequence[str] | None = None,
        *,
        seats: int | None = None,
        teams: bool = False,
        legends: bool = True,
        actions: int = ACTIONS,
        max_decisions: int = MAX_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        """Agree on the games; ValueError names the wrong argument.

        Without `schools`, each game draws its own, for `seats` seats. `actions` is the size of the
        action space, at least 2. A game is truncated after `max_decisions` actions.
        """
        super().__init__()
        self._agreement = Agreement(form, schools, seats=seats, teams=teams, legends=legends)
        if actions < 2:
            raise ValueError(f"actions: at least 2 are needed, not {actions}")
        if max_decisions < 1:
            raise ValueError(f"max_decisions: at least 1 is needed, not {max_decisions}")
        if render_mode not in (None, *RENDER_MODES):
            known = ", ".join(RENDER_MODES)
            raise ValueError(f"render_mode: unknown mode {render_mode!r}; known are {known}")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._agreement.seats)]
        self.agents: list[str] = []
        self._actions, self._max_decisions = actions, max_decisions
        self._random_state: int | None = None
        self._game: Game | None = None
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(_NUMBERS.min, _NUMBERS.max, (SIZE,), np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                    "legal_moves": spaces.Box(
                        0, max(1000, len(CARD_IDS)), (actions, len(COLUMNS)), np.int16
                    ),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    # -- PettingZoo's interface ----------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game.

        A seed decides this game and all that follow without one. It is the seed of the game too, so
        `new_game` with the same schools gives the same game. `options` are not used.
        """
        if seed is not None:
            self._random_state = rng.state_from_seed(seed)
        elif self._random_state is None:
            self._random_state = unpredictable_state()
        self._random_state, self._game = self._agreement.deal(self._random_state, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._decisions = 0
        self._skip_agent_selection = None
        self._go_on(0)

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that decides; None after the end.

        Raise IllegalMove, and change nothing, if the action is not among those of the mask.
        """
        game, agent = self.game, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._page.choose(action)
        if move is not None:
            game.play(move)
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, returns(game), strict=True))
        elif self._is_over:
            self.truncations = dict.fromkeys(self.agents, True)
        self._go_on(self._page.turn() if move is None else 0)
        self._accumulate_rewards()
        if self._is_over:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; its mask is 0 everywhere unless the agent decides."""
        game, seat = self.game, self._seat(agent)
        decides = seat == game.player and not self._is_over
        page = self._page if decides else _NO_MOVES
        colours = game.setup.colours
        return {
            "observation": observe(game.view(seat), game.prompt if decides else None),
            "action_mask": mask_of_page(page, self._actions),
            "legal_moves": describe_page(
                page,
                self._actions,
                colour_number(colours[seat_of(seat)]),
                colour_number(max(colours)),
            ),
        }

    def render(self) -> str | None:
        """Return the board as text, or print it in the mode ``human``."""
        if self.render_mode == "ansi":
            return write_board(self.game)
        if self.render_mode == "human":
            print(write_board(self.game))
        return None

    def close(self) -> None:
        """Release nothing: an environment holds no window, file or process."""

    # -- beyond it -----------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game, with all that is hidden from the agents. RuntimeError before `reset`."""
        if self._game is None:
            raise RuntimeError("call reset() first")
        return self._game

    def view(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know as plain data (`Game.view`), for players of the game."""
        return self.game.view(self._seat(agent))

    def _seat(self, agent: str) -> SeatNumber:
        return seat_number(self.possible_agents.index(agent))

    @property
    def _is_over(self) -> bool:
        return self.game.is_over or self._decisions >= self._max_decisions

    def _go_on(self, page_number: int) -> None:
        """Find out who decides now, between which moves."""
        game = self.game
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._page = find_page(game.legal_moves(), page_number, self._actions)
        if game.player is not None and not self._is_over:
            self.agent_selection = self.possible_agents[seat_of(game.player)]
            self.infos[self.agent_selection] |= {
                "moves": self._page.codes,
                "page": self._page.number,
                "pages": self._page.of,
            }


_NO_MOVES = Page((), 0, 1)
