"""The end of a puzzle: all that works, why an attempt has failed, and a text to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.prove import Proof, Solution
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.bots.hint import describe_steps
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.session.goal_panel import text_in_language

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


def first_move(game: Game) -> str:
    """Return the code of the first move that was made in a puzzle; "" without one."""
    return next(iter(game.codes), "")


def failure_message(start: Game, code: str, proof: Proof) -> Message:
    """Return the reply to an attempt that has failed.

    `code` is its first move, and `proof` that of the turns that begin with the move.
    """
    step = describe_steps(start, (code,))
    if proof.is_complete and not proof.solutions:
        return Message("puzzles.look.refuted", {"step": step})
    return Message("puzzles.look.later", {"step": step})


def proof_message(proof: Proof) -> Message:
    """Return what a proof has found."""
    counts = {"n": len(proof.solutions), "ends": proof.ends}
    return Message("puzzles.look.proof", counts)


def share_message(
    puzzle: ListedPuzzle, language: str, link: str, *, day: str, days: int
) -> Message:
    """Return the text to share, which tells nothing of the solution.

    `day` is the date of the daily puzzle in words if it is solved, else ""; `days` is the streak.
    """
    title = text_in_language(puzzle.title or puzzle.id, language)
    params: dict[str, object] = {"title": title, "grade": puzzle.grade, "link": link}
    if not day:
        return Message("puzzles.share.text", params)
    return Message("puzzles.share.daily", {**params, "day": day, "n": max(days, 1)})


def listed_puzzle(puzzles: Sequence[ListedPuzzle], id: str) -> ListedPuzzle:
    """Return a puzzle of the list; `StopIteration` if it is not there."""
    return next(puzzle for puzzle in puzzles if puzzle.id == id)
