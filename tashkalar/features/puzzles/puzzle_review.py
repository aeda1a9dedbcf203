"""The end of a puzzle: all that works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.prove import Proof, Solution
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.bots.hint import describe_steps
from tashkalar.ui.bots.hint_line import play_on_copy

MOST_WAYS = 12
"""The most ways that are shown."""


class PuzzleWay(NamedTuple):
    """A way to reach the goal, and how many others summon the same beings."""

    steps: tuple[Message, ...]
    answers: str  # to the questions of effects, as codes
    others: int


def puzzle_ways(start: Game, proof: Proof) -> tuple[PuzzleWay, ...]:
    """Return a way for each set of beings that reaches the goal, those with few moves first."""
    groups: dict[object, list[Solution]] = {}
    for solution in sorted(proof.solutions, key=lambda one: (one.moves, len(one.codes))):
        groups.setdefault(solution.summonings, []).append(solution)
    return tuple(
        _way(start, group[0].codes, len(group) - 1) for group in list(groups.values())[:MOST_WAYS]
    )


def _way(start: Game, codes: tuple[str, ...], others: int) -> PuzzleWay:
    line = play_on_copy(start, codes)
    answers = [move.code for move in line.moves if move not in line.turn_moves]
    shown = ", ".join(code for code in answers if code != "-")
    return PuzzleWay(describe_steps(start, codes), shown, others)


def proof_message(proof: Proof) -> Message:
    """Return what a proof has found."""
    counts = {"n": len(proof.solutions), "ends": proof.ends}
    return Message("puzzles.look.proof", counts)


def listed_puzzle(puzzles: Sequence[ListedPuzzle], id: str) -> ListedPuzzle:
    """Return a puzzle of the list; `StopIteration` if it is not there."""
    return next(puzzle for puzzle in puzzles if puzzle.id == id)
