"""The games that environments play, and random play in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tashkalar.training.pettingzoo_env import env

# The arguments of an environment for every form that the engine has.
GAMES: dict[str, dict[str, Any]] = {
    "duel": {"form": "duel"},
    "high-form": {"form": "high-form"},
    "melee of three": {"form": "melee", "seats": 3},
    "melee of four": {"form": "melee", "seats": 4},
    "duel in teams": {"form": "duel", "teams": True},
    "high-form in teams": {"form": "high-form", "teams": True},
    "without legends": {"form": "high-form", "legends": False},
}


def begin(seed: int = 1, **agreed: Any) -> Any:
    """Return an environment after its first reset."""
    environment = env(**agreed)
    environment.reset(seed=seed)
    for number, agent in enumerate(environment.possible_agents):
        environment.action_space(agent).seed(seed + number)
    return environment


def decisions(environment: Any, at_most: int = 10_000) -> Iterator[str]:
    """The agent that decides, before each decision; then a random action is carried out."""
    for agent in environment.agent_iter(at_most):
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            return
        yield agent
        environment.step(environment.action_space(agent).sample(observation["action_mask"]))
