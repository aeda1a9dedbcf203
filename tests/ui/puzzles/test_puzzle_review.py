"""After a puzzle: all that works, why an attempt has failed, and a text that tells no solution."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.bots.prove import prove
from tashkalar.features.puzzles import puzzle_review
from tashkalar.formats.goal import Goal, read_from
from tashkalar.formats.puzzle_index import ListedPuzzle
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


def test_the_reply_to_a_failed_attempt_says_whether_its_first_step_was_the_mistake() -> None:
    start, messages = lacking_a_stone(), {}
    goal = goal_of(start)
    for code in ("+d4", "+a4"):
        proof = prove(start.state, goal, first_move=code)
        messages[code] = said(puzzle_review.failure_message(start, code, proof))
    assert messages["+d4"].startswith("Your first step was right: place a piece on d4.")
    assert messages["+a4"].startswith("Your first step was the mistake: place a piece on a4.")


def test_the_text_to_share_tells_nothing_of_the_solution() -> None:
    puzzle = ListedPuzzle(
        "x", "legend", "duel", "sylvan", 4, {"en": "Old songs", "it": "Vecchi canti"}, {}, "", ""
    )
    share = puzzle_review.share_message
    link = "https://example.org/?puzzle=x"
    assert said(share(puzzle, "en", link, day="", days=0)) == (
        f"A Tash-Kalar puzzle: “Old songs”, difficulty 4 of 5. {link}"
    )
    assert said(share(puzzle, "it", link, day="26 November 2026", days=3)) == (
        "Tash-Kalar, puzzle of 26 November 2026: “Vecchi canti”, difficulty 4 of 5, solved. "
        f"3 days in a row. {link}"
    )
