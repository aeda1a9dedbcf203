"""Tests of records: readable, complete, and checked line by line when read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, RecordError, new_game
from tests.engine.playing import assert_equal, in_mid_effect, mid_effect_game, random_game, steps
from tests.support import arrange, play, run_out

HEAD = "Record: tashkalar 1\nForm: duel\nSchools: northern sylvan\nSeed: 7\nResult: open\n"
MELEE = "Form: melee\nSchools: northern sylvan highland\nSeed: 7\n"
TURNS = "\n0. seat 2: c5\n1. seat 1: +e5 .\n2. seat 2: +e6 +e7 .\n"


def error_of(text: object) -> tuple[int, str]:
    """The line and the message of the error for a text."""
    with pytest.raises(RecordError) as caught:
        Game.from_record(text)  # type: ignore[arg-type]
    message = str(caught.value)
    assert message.startswith(f"line {caught.value.line}: ")
    assert "\n" not in message
    assert len(message) < 400
    return caught.value.line, message.partition(": ")[2]


def test_a_record_reads_like_this() -> None:
    game = new_game("duel", ["northern", "sylvan"], seed=7)
    play(game, "c5", "+e5", ".", "+e6", "+e7", ".")
    assert game.record() == HEAD + TURNS


def test_answers_stand_in_brackets_after_their_move() -> None:
    game = arrange(
        {"e5": "1 heroic", "d5": "1 common", "f5": "1 common", "e4": "1 common", "a5": "2 common"},
        hand=["knight", "bomb", "herald"],
    )
    while not in_mid_effect(game):
        move = next(m for m in game.legal_moves() if m.card == "knight")
        game.play(move)
    answer = game.legal_moves()[0].code
    game.play(answer)
    assert f"3. seat 1: {move.code} ({answer}" in game.record()


@pytest.mark.parametrize(("form", "seed"), [("duel", 5), ("high-form", 6)])
def test_write_read_write_is_stable_at_any_time(form: str, seed: int) -> None:
    game = new_game(form, ["southern", "highland"], seed=seed)
    open_moves = 0
    for number, _ in enumerate(steps(game, seed)):
        if number > 60 and number % 29 and not game.is_over:
            continue
        text = game.record()
        read_back = Game.from_record(text)
        assert_equal(read_back, game)
        assert read_back.record() == text
        assert text.isascii()
        open_moves += in_mid_effect(game)
    assert game.is_over
    assert open_moves > 5
    assert "Result: seat" in text


@pytest.mark.parametrize(
    ("names", "seed"),
    [
        (["Ann", "Zoë"], "7"),
        (['"', "\\"], "a b"),
        (["Result: open", "1. seat 1: +e5"], 'quote " and \\ and \n newline'),
        (["#", "(x)"], "Zoë"),
        (["", "Bob"], ""),
        (["\N{SNAKE}", "]"], '"'),
    ],
)
def test_odd_names_and_seeds_are_written_safely(names: list[str], seed: str) -> None:
    game = random_game("high-form", seed, 9, names=names)
    text = game.record()
    read_back = Game.from_record(text)
    assert read_back.setup == game.setup
    assert read_back.record() == text
    assert text.isascii()


def test_learning_games_scenarios_and_resignations_are_told() -> None:
    lesson = random_game("high-form", 3, 20, options={"legends": False})
    puzzle = arrange({"e5": "1 heroic"}, hand=["knight"], goal="Line 1\nLine 2")
    run_out(steps(puzzle, 1, 12))
    resigned = mid_effect_game()
    resigned.resign(1)
    for game in (lesson, puzzle, resigned):
        text = game.record()
        assert_equal(Game.from_record(text), game)
        assert Game.from_record(text).record() == text
    assert "resign:1" in text
    assert "Result: seat 2, " in text


def test_what_people_type_is_read() -> None:
    text = (
        "# a comment\r\nForm: duel\r\nSchools:  northern   sylvan\r\nSeed: 7\r\n"
        + "\r\n  0. seat 2:  c5\r\n# in between\r\n1. seat 1: +e5\r\n1. seat 1: .\r\n"
    )
    game = Game.from_record("\ufeff" + text)
    assert game.codes == ("c5", "+e5", ".")
    assert Game.from_record(game.record()).codes == game.codes
    bare = mid_effect_game().record().replace("(", "").replace(")", "")
    assert_equal(Game.from_record(bare), mid_effect_game())


WRONG: list[tuple[object, int, str]] = [
    (None, 1, "a text is needed"),
    (b"Form: duel", 1, "a text is needed"),
    ("", 1, "the header Form is missing"),
    ("x" * 2_000_001, 1, "longer than 2000000"),
    ("hello", 1, "neither a header"),
    ("\n\n{}", 3, "neither a header"),
    ("Form: duel\nSchools: northern sylvan", 1, "the header Seed is missing"),
    ("Form: chess\nSchools: northern sylvan\nSeed: 1", 1, "unknown form"),
    ("Seed: 1\nForm: duel\nSchools: northern x", 3, "unknown school"),
    ("Seed: 1\nForm: duel\nSchools: northern", 3, "needs 2 schools"),
    ("Seed: 1\nForm: duel\nSchools: northern northern", 3, "used twice"),
    ("Seed: 1\nForm: " + "x" * 130_000, 2, "longer than 130000"),
    (HEAD.replace("7", "a b"), 4, "as a JSON string"),
    (HEAD.replace("7", '"a'), 4, "Seed: not JSON"),
    (HEAD.replace("7", '"\\ud800"'), 4, "half a character"),
    (HEAD.replace("Seed: 7", "Seed:"), 4, "as a JSON string"),
    (HEAD.replace("tashkalar 1", "tashkalar 2"), 1, "made by a newer version"),
    (HEAD.replace("tashkalar 1", "chess 1"), 1, "not a record of Tash-Kalar"),
    (HEAD.replace("tashkalar 1", "tashkalar"), 1, "not a record of Tash-Kalar"),
    (HEAD + "Names: Ann, Bob", 6, "Names: not JSON"),
    (HEAD + 'Names: {"a": 1}', 6, "Names: a JSON list"),
    (HEAD + 'Names: ["Ann"]', 6, "names: a list of 2"),
    (HEAD + 'Names: ["Ann", 1]', 6, "names[1]"),
    (HEAD + 'Names: ["Ann", "\\n"]', 6, "names[1]"),
    (HEAD + "Names: " + "[" * 900, 6, "inside each other"),
    (HEAD + "Options: []", 6, "Options: a JSON dict"),
    (HEAD + 'Options: {"cheat": true}', 6, "Options.cheat: unknown key"),
    (HEAD + 'Options: {"legends": 1}', 6, "Options.legends: true or false"),
    (HEAD + 'Options: {"teams": 1}', 6, "Options.teams: true or false"),
    (HEAD + 'Options: {"teams": true}', 3, "schools: the duel in teams needs 4 schools, not 2"),
    (MELEE + 'Options: {"teams": true}', 4, "teams: there is no team play in the melee"),
    (MELEE.replace("highland", ""), 2, "schools: the melee needs 3 or 4 schools, not 2"),
    (MELEE.replace("highland", "sylvan"), 2, "schools[2]: 'sylvan' is used twice"),
    (MELEE + "0. seat 3: f8 (f8)", 4, "'f8' is not a legal move"),
    (MELEE + "0. seat 3: f8 (b3 g3)\n1. seat 1: >", 5, "'>' is not a legal move"),
    (MELEE + "0. seat 3: f8 (b3 g3)\n1. seat 1: resign:1", 5, "cannot resign"),
    (HEAD + "Colour: blue", 6, "unknown header 'Colour'"),
    (HEAD + "Form: duel", 6, "Form is given twice"),
    (HEAD + TURNS + "Names: []", 10, "before the first turn"),
    (HEAD + "Scenario: {}", 2, "Form and Scenario exclude"),
    ("Scenario: {}", 1, "Scenario: form: is missing"),
    ("Scenario: []", 1, "Scenario: an object"),
    ("Scenario: {", 1, "Scenario: not JSON"),
    ("Scenario: {}\nSave: {}", 2, "Save and Scenario exclude"),
    ("\nSave: {}", 2, "Save: this is not a saved game"),
    ("Save: " + "[" * 100_000, 1, "inside each other"),
    (HEAD + "0. seat 2:", 6, "a turn without a move"),
    (HEAD + "0. seat 2: ()", 6, "a turn without a move"),
    (HEAD + "1. seat 1: +e5", 6, "it is turn 0, of seat 2"),
    (HEAD + "0. seat 1: c5", 6, "it is turn 0, of seat 2"),
    (HEAD + "0. seat 2: c5 +e5", 6, "'+e5': it is turn 1, of seat 1"),
    (HEAD + "0. seat 2: e5", 6, "'e5' is not a legal move"),
    (HEAD + "0. seat 2: \u00e4", 6, "is not a move"),
    (HEAD + "0. seat 2: " + "x" * 100, 6, "is not a move"),
    (HEAD + "0. seat 2: resign:3", 6, "cannot resign"),
    (HEAD + "0. seat 2: resign:\u00b2", 6, "is not a move"),
    (HEAD + TURNS + "3. seat 1: +e6", 10, "'+e6' is not a legal move"),
    (HEAD + TURNS + "4. seat 1: +e8", 10, "it is turn 3, of seat 1"),
    (HEAD + TURNS + "3. seat 2: +e8", 10, "it is turn 3, of seat 1"),
    (HEAD + TURNS + "3. seat 1: resign:1 +e8", 10, "the game is over"),
    (HEAD + TURNS + "3. seat 1: resign:1", 5, "the moves lead to 'seat 2, 0-0, resigned'"),
    (HEAD.replace("open", "seat 1, 9-0, points") + TURNS, 5, "the moves lead to 'open'"),
]


@pytest.mark.parametrize(("text", "line", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_records_are_refused_with_their_line(text: object, line: int, message: str) -> None:
    error = error_of(text)
    assert error[0] == line, error
    assert message in error[1]


LINES = random_game("duel", 4, 30).record().splitlines() + [
    f"Scenario: {json.dumps({'form': 'duel'})}",
    "Save: {}",
    "# comment",
    "Options: {}",
]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_spoiled_record_is_refused_or_played(draw: st.DataObject) -> None:
    lines = list(LINES[:-4])
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(lines) - 1))
        change = draw.draw(st.integers(0, 3))
        if change == 0:
            del lines[at]
        elif change == 1:
            lines.insert(at, draw.draw(st.sampled_from(LINES)))
        elif change == 2:
            lines[at] = draw.draw(st.text(max_size=30))
        else:
            place = draw.draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:place] + draw.draw(st.text(max_size=3)) + lines[at][place + 1 :]
        if not lines:
            break
    text = "\n".join(lines)
    try:
        game = Game.from_record(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        return
    assert_equal(Game.from_record(game.record()), game)


@pytest.mark.parametrize("number", [2, 3])
def test_a_scenario_without_a_number_begins_with_the_turn_that_comes_first(number: int) -> None:
    """Two was the number of seat 1 by default, and such records are still there."""
    board = {"form": "duel", "seats": [{"school": "northern"}, {"school": "sylvan"}], "board": {}}
    text = (
        f"Scenario: {json.dumps(board)}\n{number}. seat 1: +e5 +e6 .\n{number + 1}. seat 2: +d5\n"
    )
    game = Game.from_record(text)
    assert game.state.turn == number + 1
    assert_equal(Game.from_record(game.record()), game)
