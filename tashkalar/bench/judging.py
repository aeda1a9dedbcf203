"""Measure how fast bots evaluate positions: many together, and one by one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.search import carry_out
from tashkalar.position.ids import seat_number
from tashkalar.position.state import GameState
from tashkalar.rules import turn

LEAST_RATIO = 8  # the aim of the project
MOST_BOARDS = 64  # as many as a search evaluates together at least


class JudgingFigures(NamedTuple):
    """The measured figures: microseconds per board."""

    batch_us: float
    single_us: float


def _boards(game: Game) -> tuple[GameState, list[GameState]]:
    """Return the dealt position of a game, and those after each placement or pick-up."""
    state = determinize(game.view(seat_number(game.state.seat)), 1)[1]
    moves = [move for move in turn.legal_moves(state) if move.kind == "place"]
    return state, [carry_out(state, move).state for move in moves[:MOST_BOARDS]]


def _seconds(start: GameState, batches: Sequence[Sequence[GameState]]) -> float:
    """Return the processor seconds in which a new judge evaluates the batches.

    A judge keeps the worth of each board that it has met, so an older one would only look it up.
    """
    judge = Evaluator(start, start.seat, Weights())
    began = time.process_time()
    for batch in batches:
        judge.evaluate(batch)
    return time.process_time() - began


def measure(games: Sequence[Game], rounds: int) -> JudgingFigures:
    """Evaluate the boards of each game at the start of a turn, together and one by one."""
    together: list[float] = []
    alone: list[float] = []
    for game in games:
        start, boards = _boards(game)
        _seconds(start, [boards])  # the first evaluation computes the orientations of patterns
        for _ in range(rounds):
            together.append(_seconds(start, [boards]) / len(boards))
            alone.append(_seconds(start, [[board] for board in boards]) / len(boards))
    return JudgingFigures(1e6 * median(together), 1e6 * median(alone))


def report(figures: JudgingFigures) -> str:
    """Return the figures as text."""
    ratio = figures.single_us / figures.batch_us
    met = "met" if ratio >= LEAST_RATIO else "MISSED"
    return (
        f"bots, judging a board: {figures.batch_us:,.1f} us together, "
        f"{figures.single_us:,.0f} us alone\n"
        f"  ratio of the two {ratio:,.1f} x, aim: at least {LEAST_RATIO} - {met}"
    )
