"""Play games between equal players, and write the opinion after each turn with who won.

    python -m tools.opinion_games FILE [--level adept] [--seconds 60] [--workers 2] [--seed 1]

Each line of FILE is one game: its form, its seats, the side that won (none if sides share the win),
and for each finished turn the leads of all sides in thousandths of a point. The file is added to.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots import worker
from tashkalar.bots.levels import player
from tashkalar.cards import SCHOOLS
from tashkalar.features.studies.judgments import TurnJudgments
from tashkalar.features.studies.opinion import OpinionCurve

_KINDS = (  # form, seats, teams
    ("high-form", 2, False),
    ("duel", 2, False),
    ("melee", 3, False),
    ("melee", 4, False),
    ("high-form", 4, True),
)


class GameOpinion(NamedTuple):
    """A finished game, and the opinion after each of its turns."""

    form: str
    seats: int
    teams: bool
    winner: int | None  # the side, from 0; None if several share the win
    leads: list[tuple[int, ...]]  # by turn, then by side


def play_game(number: int, level: str, seed: str) -> GameOpinion:
    """Play the game of this number to its end."""
    form, seats, teams = _KINDS[number % len(_KINDS)]
    random_numbers = random.Random(f"{seed}/{number}")
    schools = random_numbers.sample(
        [id for id, school in SCHOOLS.items() if not school.cards], seats
    )
    game = new_game(form, schools, teams=teams, seed=f"{seed}/{number}")
    players = [player(level, f"{seed}/{number}/{seat}") for seat in range(seats)]
    while game.player is not None:
        seat = int(game.player)
        move = players[seat - 1].choose(game.view(seat), game.prompt, game.legal_moves())
        game.play(move)
    return GameOpinion(form, seats, teams, _winner(game), _leads(game))


def _winner(game: Game) -> int | None:
    outcome = game.outcome
    assert outcome is not None
    sides = {game.setup.colours[int(seat) - 1] for seat in outcome.winners}
    return sides.pop() if len(sides) == 1 else None


def _leads(game: Game) -> list[tuple[int, ...]]:
    curve = OpinionCurve(TurnJudgments(game))
    while (job := curve.job) is not None:
        curve.accept_answer(json.loads(asyncio.run(worker.plan(job.json_text))))
    return [point.leads for point in curve.points if point.leads is not None]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play until the time is up, and print how many games were added."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--level", default="adept")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    end, count = time.monotonic() + options.seconds, 0
    play = partial(play_game, level=options.level, seed=options.seed)
    with ProcessPoolExecutor(options.workers) as pool, options.file.open("a") as file:
        pending = {pool.submit(play, number) for number in range(options.workers)}
        begun = options.workers
        while pending:
            done = next(as_completed(pending))
            pending.remove(done)
            file.write(json.dumps(done.result()._asdict()) + "\n")
            file.flush()
            count += 1
            if time.monotonic() < end:
                pending.add(pool.submit(play, begun))
                begun += 1
    print(f"games added: {count}")


if __name__ == "__main__":
    main()
