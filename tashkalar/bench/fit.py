"""Fit a level's weights to games it played: ``python -m tashkalar.bench.fit duel --games 120``.

In games between two players of the level, every end of a turn is evaluated, feature by feature. The
target of the evaluation is the lead of the player at the end of the game: least squares compute how
much more or less each group of features should count. Correlation is not causation, so the weights
change only by a part of the result, and a match in the arena decides whether they are kept
(`tashkalar/bots/tuned_weights.py`).

The games are played in a pool of processes and added to a log as they end; a later fit continues
from the log. Entries of another form, level or budget are ignored.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from tashkalar import new_game, terminal
from tashkalar.bench.json_command import print_json_result
from tashkalar.bots import arena
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import LEVELS, Planner, with_budget
from tashkalar.bots.pool import process_pool
from tashkalar.bots.search import SilentEffect
from tashkalar.position.ids import seat_of
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS

# The groups of features, each with the weights that scale the group.
GROUPS: dict[str, tuple[str, ...]] = {
    "points": ("point",),
    "pieces": ("piece", "enemy_piece"),
    "hand": ("ready", "one_short", "two_short", "strike"),
    "drawn": ("drawn",),
    "threat": ("threat",),
    "tasks": ("task",),
    "enemy-tasks": ("enemy_task",),
    "schools": ("pending", "frozen", "hindered", "extra_turn"),
}
PER_CENT_OF_HAND = ("drawn", "threat")
LEAST_FACTOR = 0.05  # the smallest factor of a weight

Row = dict[str, int]


def judge_turn_end(state: GameState, seat: int) -> Row:
    """Return the worth of the end of a turn by feature group, in thousandths of a point."""
    features = Evaluator(state, seat, Weights()).features([state], is_turn_over=True)
    row = dict.fromkeys(GROUPS, 0)
    for name, (worth,) in features.items():
        group = "threat" if name.startswith("threat") else name
        if group in row:
            row[group] += worth
    return row


def play(level: str, nodes: int, bout: arena.Bout) -> list[tuple[Row, int]]:
    """Return a game's turn ends, each with the final lead of its player in points."""
    game = new_game(bout.form, bout.schools, seed=bout.seed)
    rules = FORMS[bout.form]
    own = with_budget(
        LEVELS[level]._replace(reply_limits=None, margin=0, tuned_weights=None), nodes
    )
    players = [Planner(own, f"{bout.seed}/{number}") for number in range(len(bout.schools))]
    rows: list[tuple[int, Row]] = []
    for _ in range(arena.MAX_DECISIONS):
        if game.player is None:
            break
        seat, state = seat_of(game.player), game.state
        move = players[seat].choose(game.view(game.player), game.prompt, game.legal_moves())
        if move.kind in ("end", "claim") and state.last_turns < 0:
            if move.kind == "claim":
                state = state.copy()
                rules.claim(SilentEffect(state), str(move.card))
            rows.append((seat, judge_turn_end(state, seat)))
        game.play(move)
    score = [rules.score(game.state, colour) for colour in (0, 1)]
    return [(row, score[seat] - score[1 - seat]) for seat, row in rows]


def least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Return the factors of the columns whose weighted sum fits the wanted values best.

    The normal equations with a small ridge (A. E. Hoerl and R. W. Kennard, Technometrics 12, 1970),
    so that a column of zeros has the factor 0.
    """
    size = range(len(rows[0]))
    table = [
        [sum(row[i] * row[j] for row in rows) + (i == j) for j in size]
        + [sum(row[i] * want for row, want in zip(rows, wanted, strict=True))]
        for i in size
    ]
    return solve_equations(table)


def solve_equations(equations: Sequence[Sequence[float]]) -> list[float]:
    """Return the solution of normal equations, by Gauss-Jordan elimination.

    Each has the factors of all unknowns, then the wanted value; the matrix is positive definite.
    """
    table = [list(row) for row in equations]
    size = range(len(table))
    for i in size:
        pivot = table[i][i]
        table[i] = [value / pivot for value in table[i]]
        for j in size:
            if j != i:
                table[j] = [b - table[j][i] * a for a, b in zip(table[i], table[j], strict=True)]
    return [row[-1] for row in table]


def factors(rows: Sequence[tuple[Row, int]]) -> dict[str, float]:
    """Return how much each group's worth should count, relative to a point."""
    table = [[*(row[group] / 1000 for group in GROUPS), 1.0] for row, _ in rows]
    solution = least_squares(table, [lead for _, lead in rows])[:-1]
    return {group: factor / solution[0] for group, factor in zip(GROUPS, solution, strict=True)}


def step_weights(weights: Weights, factors: dict[str, float], step: float) -> Weights:
    """Return the weights moved towards the factors: not at all for step 0, fully for step 1."""
    scale = {
        group: max(factor, LEAST_FACTOR) ** step if factor else 1.0
        for group, factor in factors.items()
    }
    for group in PER_CENT_OF_HAND:
        scale[group] /= scale["hand"]
    changed: dict[str, Any] = {}
    for group, names in GROUPS.items():
        for name in names if group != "points" else ():
            value = getattr(weights, name)
            times = partial(_times, scale[group])
            changed[name] = tuple(map(times, value)) if isinstance(value, tuple) else times(value)
    return weights._replace(**changed)


def _times(factor: float, value: int) -> int:
    return round(factor * value)


def gather_turn_ends(options: argparse.Namespace, log: Path) -> list[tuple[Row, int]]:
    """Return the turn ends of the games; games that the log does not have are played."""
    settings = {"form": options.form, "level": options.level, "nodes": options.nodes}
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    known = [line for line in map(json.loads, lines) if {k: line[k] for k in settings} == settings]
    agreed = arena.MatchSettings(options.form, seed=options.seed)
    todo = islice(
        arena.generate_bouts(agreed, ("one", "other")), 0, 2 * options.games, 2
    )  # each deal once
    games = [bout for bout in todo if bout.seed not in {line["seed"] for line in known}]
    with process_pool(options.workers) as executor:
        played = executor.map(partial(play, options.level, options.nodes), games)
        for bout, rows in zip(games, played, strict=True):
            line = {**settings, "seed": bout.seed, "rows": rows}
            known.append(line)
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{len(known)} games", file=sys.stderr, flush=True)
    return [(row, lead) for line in known for row, lead in line["rows"]]


def fit(options: argparse.Namespace, log: Path) -> dict[str, Any]:
    """Return the fitted weights with the data of the fit."""
    rows = gather_turn_ends(options, log)
    if not rows:
        raise ValueError("no turn has ended: play more games")
    rounded = {group: round(factor, 2) for group, factor in factors(rows).items()}
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "form": options.form,
        "level": options.level,
        "games": options.games,
        "turns": len(rows),
        "nodes": options.nodes,
        "seed": options.seed,
        "step": options.step,
        "factors": rounded,
        "weights": step_weights(Weights(), rounded, options.step)._asdict(),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Print the fitted weights as JSON; return 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="python -m tashkalar.bench.fit", description="Fit it.")
    two_sides = tuple(form for form in FORMS if not FORMS[form].scores_by_colour)
    parser.add_argument("form", choices=two_sides)
    parser.add_argument("--level", choices=tuple(LEVELS), default="master")
    parser.add_argument("--log", default=None, help="the log to go on with (fit-FORM.jsonl)")
    parser.add_argument("--games", type=int, default=120, help="(120)")
    parser.add_argument("--nodes", type=int, default=500, help="nodes a turn (500)")
    parser.add_argument("--seed", default="fit", help="the first game's")
    parser.add_argument("--step", type=float, default=0.5, help="part of the way to go (0.5)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return print_json_result(
        parser, argv, lambda options: fit(options, Path(options.log or f"fit-{options.form}.jsonl"))
    )


if __name__ == "__main__":
    sys.exit(main())
