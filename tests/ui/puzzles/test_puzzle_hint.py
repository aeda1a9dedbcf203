"""Hints in puzzles lead to the goal, from wherever an attempt has come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tashkalar.bots.prove import reaches, run_search
from tashkalar.features.puzzles import puzzle_hint
from tashkalar.features.puzzles.attempt_hints import AttemptHints
from tashkalar.features.puzzles.puzzle_hint import HintPart
from tashkalar.features.puzzles.puzzle_list import puzzle_game, puzzle_goal
from tashkalar.formats import puzzle
from tashkalar.formats.puzzle import Puzzle
from tashkalar.ui.session.session import Session
from tests.ui.table import said

FOLDER = Path(__file__).parents[3] / "static/puzzles"
PUZZLES = [
    one
    for file in sorted(FOLDER.glob("puzzles-*.json"))
    for one in puzzle.read(file.read_text(encoding="utf-8"))
]
FIRST = next(one for one in PUZZLES if one.id == "one-quiet-stone")
QUICK = [one for one in PUZZLES if one.proved.nodes < 1_500][::12]


def session_of(one: Puzzle, *codes: str) -> Session:
    session = Session(puzzle_game(one), curtain=False)
    session.begin_attempt(puzzle_goal(one).seat)
    for code in codes:
        assert session.play_code(code)
    return session


def plan_shown(one: Puzzle, session: Session) -> tuple[str, ...]:
    """Press the button of the hint until all is told; return the decisions so far with the rest."""
    hints, goal = AttemptHints(one), puzzle_goal(one)
    for _ in HintPart:
        if not hints.knows_way(session):
            assert run_search(hints.search_in_steps(session, goal))
        hints.tell_more(session)
    assert session.hints.hint is not None and session.hints.hint.reaches_goal
    return session.game.codes + session.hints.hint.codes


def test_each_hint_tells_more_than_the_one_before() -> None:
    session, hints = session_of(FIRST), AttemptHints(FIRST)
    told = []
    for step in HintPart:
        assert hints.tell_more(session) is step
        told.append(said(hints.told(session) or ""))
    assert told == [
        "You need the Angel of Death. “Hint” tells you more.",
        "Summon the Angel of Death on b4. “Hint” tells you more.",
        "Start like this: place a piece on b6. “Hint” tells you more.",
        "This reaches the goal: 1. Place a piece on b6 · 2. Summon the Angel of Death on b4",
    ]
    session.play_code("+b6")
    assert said(hints.told(session) or "").endswith("1. Summon the Angel of Death on b4")
    session.undo()
    session.play_code("+a3")
    assert hints.told(session) is None, "what is told is about one position"


def test_a_way_that_is_not_the_known_solution_is_searched() -> None:
    other = FIRST._replace(solution=("+i5",))
    session, hints = session_of(other, "+b6"), AttemptHints(other)
    assert not hints.knows_way(session) and hints.tell_more(session) is None
    hints.note_search(session)
    assert said(hints.told(session) or "") == "Looking for a way from here…"
    codes = plan_shown(other, session)
    assert codes[0] == "+b6" and reaches(puzzle_game(FIRST).state, puzzle_goal(FIRST), codes)


def test_a_hint_says_that_no_way_is_left() -> None:
    session, hints = session_of(FIRST, FIRST.proved.refuted[0]), AttemptHints(FIRST)
    while session.game.open_move is not None:
        session.play_code(session.moves[0].code)
    assert run_search(hints.search_in_steps(session, puzzle_goal(FIRST)))
    assert said(hints.told(session) or "").startswith("From here the goal is out of reach.")


@pytest.mark.parametrize("one", QUICK, ids=lambda one: one.id)
def test_the_plan_reaches_the_goal_inside_an_effect_and_after_each_step(one: Puzzle) -> None:
    goal, start = puzzle_goal(one), puzzle_game(one)
    for number in range(len(one.solution)):
        game = start.copy()
        for code in one.solution[:number]:
            game.play(code)
        way = run_search(puzzle_hint.find_plan_in_steps(game, goal))
        assert way is not None
        assert reaches(start.state, goal, (*game.codes, *way)), (one.id, number, way)


def test_there_are_enough_of_them() -> None:
    assert len(QUICK) > 20


@pytest.mark.long
def test_the_plan_of_every_puzzle_reaches_its_goal() -> None:
    """The plan of a computer player that knows no goal did so in 16 of 60."""
    wrong = [
        one.id
        for one in PUZZLES
        if not reaches(puzzle_game(one).state, puzzle_goal(one), plan_shown(one, session_of(one)))
    ]
    assert wrong == []


def failed(*codes: str) -> str:
    game = puzzle_game(FIRST)
    for code in codes:
        game.play(code)
        while game.open_move is not None:
            game.play(game.legal_moves()[0])
    good = run_search(puzzle_hint.last_good_step_in_steps(game, puzzle_goal(FIRST)))
    return said(puzzle_hint.failure_message(puzzle_game(FIRST), good))


def test_the_last_good_step_of_a_failed_attempt_is_named() -> None:
    assert failed("+b6", "+a3", ".") == (
        "Up to this step the goal was within reach: place a piece on b6. "
        "The mistake came next: place a piece on a3."
    )
    assert failed(FIRST.proved.refuted[0], "+a3", ".").startswith(
        "Your first step was the mistake: summon "
    )
