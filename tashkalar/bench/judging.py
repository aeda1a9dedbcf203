"""Measure how fast bots evaluate positions, in a batch and one by one, and plan a whole turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import LEVELS, player
from tashkalar.bots.search import carry_out
from tashkalar.position.ids import seat_number
from tashkalar.position.state import GameState
from tashkalar.rules import turn

LEAST_RATIO = 8  # the aim of the project
MOST_BOARDS = 64  # as many as a search evaluates together at least


class JudgingFigures(NamedTuple):
    """The measured figures: microseconds per board, and milliseconds and nodes of plans."""

    batch_us: float
    single_us: float
    plans: dict[str, tuple[float, float]]


def _boards(game: Game) -> tuple[Evaluator, list[GameState]]:
    """Return the positions after each placement or pick-up, and their evaluator."""
    state = determinize(game.view(seat_number(game.state.seat)), 1)[1]
    moves = [move for move in turn.legal_moves(state) if move.kind == "place"]
    after = [carry_out(state, move).state for move in moves[:MOST_BOARDS]]
    return Evaluator(state, state.seat, Weights()), after


def _seconds(judge: Evaluator, batches: Sequence[Sequence[GameState]]) -> float:
    began = time.process_time()
    for batch in batches:
        judge.evaluate(batch)
    return time.process_time() - began


def measure(games: Sequence[Game], rounds: int) -> JudgingFigures:
    """Evaluate the boards of each game at the start of a turn, and plan that turn."""
    together: list[float] = []
    alone: list[float] = []
    for game in games:
        judge, boards = _boards(game)
        judge.evaluate(boards)  # the first evaluation computes the orientations of patterns
        for _ in range(rounds):
            together.append(_seconds(judge, [boards]) / len(boards))
            alone.append(_seconds(judge, [[board] for board in boards]) / len(boards))
    plans: dict[str, tuple[float, float]] = {}
    for level in LEVELS:
        times, nodes = [], []
        for game in games:
            began = time.process_time()
            thinking = player(level, 1).think(game.view(seat_number(game.state.seat)))
            for _ in thinking:
                pass
            times.append(1000 * (time.process_time() - began))
            nodes.append(thinking.nodes)
        plans[level] = median(times), median(nodes)
    return JudgingFigures(1e6 * median(together), 1e6 * median(alone), plans)


def report(figures: JudgingFigures) -> str:
    """Return the figures as text."""
    ratio = figures.single_us / figures.batch_us
    met = "met" if ratio >= LEAST_RATIO else "MISSED"
    lines = [
        f"bots, judging a board: {figures.batch_us:,.1f} us together, "
        f"{figures.single_us:,.0f} us alone",
        f"  ratio of the two {ratio:,.1f} x, aim: at least {LEAST_RATIO} - {met}",
    ]
    for level, (took, nodes) in figures.plans.items():
        lines.append(f"  planning a turn, {level}: {took:,.0f} ms, {nodes:,.0f} nodes (medians)")
    return "\n".join(lines)
