"""Let a policy of your own play against a player of the game, in the environment for PettingZoo.

    pip install "tashkalar[pettingzoo]"
    python examples/environment.py keen --games 10

A policy gets what its agent sees and the codes of the legal moves, and returns the number of an
action; `docs/how-to/train-something.md` trains one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from tashkalar.bots.installed import find_player_factory
from tashkalar.training.numbering import NEXT_PAGE
from tashkalar.training.pettingzoo_env import env

Policy = Callable[[dict[str, Any], list[str]], int]


def policy(observation: dict[str, Any], moves: list[str]) -> int:
    """Return the first summoning, or the first move if there is none: replace this by your own."""
    return next((action for action, code in enumerate(moves) if "@" in code), 0)


def find_action(environment: Any, code: str) -> int:
    """Return the action of a move, after turning to the page that has the move."""
    while code not in (moves := environment.last()[-1]["moves"]):
        environment.step(moves.index(NEXT_PAGE))
    return int(moves.index(code))


def play_game(policy: Policy, opponent: str, form: str, seed: int) -> float:
    """Return the reward of a game: 1 won, -1 lost, 0 tied or without end; seats change by seed."""
    environment = env(form)
    environment.reset(seed=seed)
    agents = environment.possible_agents
    own = agents[seed % len(agents)]
    players = {agent: find_player_factory(opponent)(f"{seed} {agent}") for agent in agents}
    game = environment.unwrapped.game
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, info = environment.last()
        if terminated or truncated:
            break
        if agent == own:
            environment.step(policy(observation, info["moves"]))
        else:
            view = environment.unwrapped.view(agent)
            move = players[agent].choose(view, game.prompt, game.legal_moves())
            environment.step(find_action(environment, move.code))
    return float(environment.rewards[own])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and print how many were won."""
    parser = argparse.ArgumentParser(description="Play a policy against a player of the game.")
    parser.add_argument("opponent", nargs="?", default="keen", help="such as random or adept")
    parser.add_argument("--form", default="duel", help="duel, high-form or melee")
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args(arguments)
    try:
        games = range(asked.games)
        rewards = [play_game(policy, asked.opponent, asked.form, seed) for seed in games]
    except ValueError as error:
        parser.error(str(error))
    won, lost = rewards.count(1), rewards.count(-1)
    tied = len(rewards) - won - lost
    print(f"{won} won, {lost} lost, {tied} tied against {asked.opponent}")


if __name__ == "__main__":
    main()
