"""Fit the weights of a level by self-play: ``python -m tashkalar.bench.fit duel --hours 2``.

Simultaneous perturbation (J. C. Spall, IEEE Transactions on Automatic Control 37, 1992): in every
round all weights are changed a little at random, one way for the first player and the other way for
the second; the weights then go a step towards whoever scored more. A round is a match of a few
games in a pool of processes. Every round is added to a log, and the fit goes on from its end; the
last line holds the weights, with how they were made.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from tashkalar import new_game, terminal
from tashkalar.bots import arena
from tashkalar.bots.evaluation import Weights
from tashkalar.bots.levels import LEVELS, Planner
from tashkalar.bots.pool import pool
from tashkalar.bots.simple import Player
from tashkalar.position import rng
from tashkalar.rules.forms import FORMS

CHANGE = 15  # per cent by which a weight is changed in a round
STEP = 30  # per cent of the change that a whole win is followed
Flat = list[int]


def flat(weights: Weights) -> Flat:
    """All numbers of the weights in a row; the worth of a point is the unit and stays."""
    found: Flat = []
    for value in weights[1:]:
        found += value if isinstance(value, tuple) else [value]
    return found


def unflat(numbers: Sequence[int]) -> Weights:
    """The weights with these numbers."""
    left = list(numbers)
    values: list[Any] = [Weights().point]
    for value in Weights()[1:]:
        if isinstance(value, tuple):
            values.append(tuple(left[: len(value)]))
            left = left[len(value) :]
        else:
            values.append(left.pop(0))
    return Weights(*values)


def changed(numbers: Sequence[int], signs: Sequence[int]) -> Flat:
    """Every number a little higher or lower; a number of 0 is switched off and stays so."""
    pairs = zip(numbers, signs, strict=True)
    return [n + sign * max(1, abs(n) * CHANGE // 100) * (n != 0) for n, sign in pairs]


def play(level: str, two: tuple[Flat, Flat], nodes: int, bout: arena.Bout) -> float:
    """The first player's share of a game between two sets of weights."""
    game = new_game(bout.form, bout.schools, teams=bout.teams, seed=bout.seed)
    players: list[Player] = []
    for number, side in enumerate(bout.sides):
        own = LEVELS[level]._replace(weights=unflat(two[side]), foresight=None, margin=0)
        own = own._replace(limits=own.limits._replace(nodes=nodes))
        players.append(Planner(own, f"{bout.seed}/{number}"))
    arena.finish(game, players)
    return arena.share(game, bout)


def one_round(
    numbers: Flat, number: int, options: argparse.Namespace, executor: Executor
) -> tuple[Flat, float]:
    """The numbers after a round, and the share of the first of the two changes."""
    chance = rng.seeded(f"fit {options.form} {number}")
    signs: list[int] = []
    for _ in numbers:
        chance, up = rng.below(chance, 2)
        signs.append(1 if up else -1)
    two = changed(numbers, signs), changed(numbers, [-sign for sign in signs])
    agreed = arena.Agreement(options.form, seed=f"fit-{number}")
    games = islice(arena.bouts(agreed, ("first", "second")), options.games)
    shares = list(executor.map(partial(play, options.level, two, options.nodes), games))
    share = sum(shares) / len(shares)
    gain = round(1000 * (2 * share - 1)) * STEP // 100  # thousandths of the change
    moved = [n + (a - n) * gain // 1000 for n, a in zip(numbers, two[0], strict=True)]
    return moved, share


def fit(options: argparse.Namespace, log: Path) -> Flat:
    """Play rounds until the time is over, each added to the log; the numbers at the end."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    last = json.loads(lines[-1]) if lines else {}
    numbers: Flat = last.get("numbers") or flat(LEVELS[options.level].weights)
    number = int(last.get("round", 0))
    until = time.monotonic() + 3600 * options.hours
    with pool(options.workers) as executor:
        while time.monotonic() < until and (not options.rounds or number < options.rounds):
            number += 1
            numbers, share = one_round(numbers, number, options, executor)
            made = {
                "round": number,
                "date": time.strftime("%Y-%m-%d", time.gmtime()),
                "form": options.form,
                "level": options.level,
                "games": number * options.games,
                "nodes": options.nodes,
                "share": share,
                "numbers": numbers,
                "weights": unflat(numbers)._asdict(),
            }
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(made) + "\n")
            print(f"round {number}: {share:.2f}", file=sys.stderr, flush=True)
    return numbers


def main(argv: Sequence[str] | None = None) -> int:
    """Fit until the time is over; 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="python -m tashkalar.bench.fit", description="Fit it.")
    parser.add_argument("form", choices=tuple(FORMS))
    parser.add_argument("--level", choices=tuple(LEVELS), default="master")
    parser.add_argument("--log", default=None, help="the log to go on with (fit-FORM.jsonl)")
    parser.add_argument("--rounds", type=int, default=0, help="rounds to play (no end)")
    parser.add_argument("--games", type=int, default=16, help="games a round (16)")
    parser.add_argument("--nodes", type=int, default=400, help="nodes a turn (400)")
    parser.add_argument("--hours", type=float, default=1.0, help="time to spend (1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    try:
        options = parser.parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        print(unflat(fit(options, Path(options.log or f"fit-{options.form}.jsonl"))))
    except (OSError, ValueError) as error:
        print(f"tashkalar.bench.fit: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
