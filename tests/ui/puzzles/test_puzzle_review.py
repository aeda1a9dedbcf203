"""After a puzzle: all that works."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.bots.prove import prove
from tashkalar.features.puzzles import puzzle_review
from tashkalar.formats.goal import Goal, read_from
from tests.support import arrange, pattern_at
from tests.ui.table import said


def lacking_a_stone() -> Game:
    """The Knight lacks the piece on d4."""
    board = pattern_at("knight", "e5") | {"e5": "2 heroic"}
    del board["d4"]
    goal = {"summon": "knight", "at": "e5", "within": {"turns": 1}}
    return arrange(board, hand=["knight"], theirs={"flare": []}, goal=goal)


def goal_of(start: Game) -> Goal:
    assert start.scenario is not None
    return read_from(start.scenario, start.state)


def test_every_set_of_beings_has_its_shortest_way() -> None:
    start = lacking_a_stone()
    proof = prove(start.state, goal_of(start))
    [way] = puzzle_review.puzzle_ways(start, proof)
    assert said(way.steps) == "Place a piece on d4 | Summon the Knight on e5"
    assert way.others == len(proof.solutions) - 1 > 0
    assert said(puzzle_review.proof_message(proof)) == (
        f"Of {proof.ends} ways the turn can end, {len(proof.solutions)} reach the goal."
    )
