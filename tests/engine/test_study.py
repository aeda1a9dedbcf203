"""Tests of studies: what is recorded, and their text, which is a record with variations."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, IllegalMove, RecordError, new_game
from tashkalar.history import kept_moves
from tashkalar.history.decision_tree import START, Annotation, DecisionTree
from tashkalar.study import Study, StudyFull
from tests.engine.playing import assert_equal, mid_effect_game, random_game
from tests.support import play

HEAD = "Record: tashkalar 1\nForm: duel\nSchools: northern sylvan\nSeed: 7\n"
OPENING = "0. seat 2: c5\n1. seat 1: +e5 .\n"
STUDY = (
    HEAD
    + """Result: open

Note: "The start"
0. seat 2: c5
1. seat 1: +e5
Note: "Here \\"φ\\"\\nand there"
Arrows: e5-f6 a5-b5
Marks: e5 i5
1. seat 1: .
Variation:
2. seat 2: +g6 +h7 .
Variation:
3. seat 1: +f5
Note: "Better"
End:
3. seat 1: +d5
End:
Variation:
2. seat 2: +h8
End:
2. seat 2: +e6
Variation:
2. seat 2: +e7
End:
2. seat 2: +d7 .
"""
)

Outline = tuple[str, Annotation, tuple[object, ...]]


def outline(tree: DecisionTree, position: int = START) -> Outline:
    """The tree below a position without its numbers."""
    code = "" if position == START else tree.code(position)
    below = tuple(outline(tree, child) for child in tree.children(position))
    return code, tree.annotation(position), below


def opening() -> Study:
    """A study of the first two turns of a duel, at its start."""
    game = new_game("duel", ["northern", "sylvan"], seed=7)
    play(game, "c5", "+e5", ".", "+e6", "+d7", ".")
    study = Study.from_game(game)
    assert_equal(study.game, game)
    study.go_to(START)
    return study


# -- recording -----------------------------------------------------------------------------------


def test_another_decision_begins_a_variation_and_a_known_one_is_followed() -> None:
    study = opening()
    main = study.tree.line()
    study.go_to(main[2])
    study.play("+e6")
    assert study.position == main[3]
    study.go_to(main[2])
    variation = study.play("+g6")
    assert study.tree.children(main[2]) == (main[3], variation)
    assert study.game.codes == ("c5", "+e5", ".", "+g6")
    assert study.tree.codes(variation) == study.game.codes
    assert study.tree.line() == main
    assert study.main_game().codes == ("c5", "+e5", ".", "+e6", "+d7", ".")


def test_an_illegal_decision_is_not_recorded() -> None:
    study = opening()
    before = outline(study.tree)
    with pytest.raises(IllegalMove):
        study.play("+e5")
    assert outline(study.tree) == before
    assert study.position == START
    with pytest.raises(KeyError):
        study.go_to(99)


def test_the_game_follows_to_any_position_also_inside_an_effect() -> None:
    game = mid_effect_game()
    study = Study.from_game(game)
    inside = study.tree.line()[-1]
    assert study.position == inside
    study.go_to(START)
    study.go_to(inside)
    assert study.game.open_move is not None
    assert_equal(study.game, game)
    for answer in [move.code for move in study.game.legal_moves()][:2]:
        study.go_to(inside)
        study.play(answer)
    first, *others = study.tree.children(inside)
    for position in (first, START, *others, inside):
        study.go_to(position)
        assert study.game.codes == study.tree.codes(position)
    assert_equal(study.game, game)
    assert outline(Study.from_record(study.record()).tree) == outline(study.tree)


def test_what_is_removed_is_left() -> None:
    study = opening()
    ended = study.tree.line()[2]
    study.go_to(ended)
    variation = study.play("+g6")
    study.annotate(Annotation("why"))
    below = study.play("+h6")
    longest = study.tree.text_length
    study.remove(variation)
    assert study.position == ended
    assert variation not in study.tree and below not in study.tree
    assert study.tree.text_length < longest
    assert outline(study.tree) == outline(opening().tree)
    with pytest.raises(ValueError, match="start"):
        study.tree.remove(START)


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (Annotation("x" * 2001), "at most 2000"),
        (Annotation("\ud800"), "half a character"),
        (Annotation("a\u202eb"), "U\\+202E"),
        (Annotation(arrows=(("e5", "e5"),)), "another square"),
        (Annotation(arrows=(("e5", "z9"),)), "'z9' is not a square"),
        (Annotation(marks=("a1",)), "'a1' is not a square"),
        (Annotation(arrows=(("e5", "f5"),) * 41), "at most 40 arrows"),
    ],
)
def test_wrong_remarks_are_refused(annotation: Annotation, message: str) -> None:
    study = opening()
    study.annotate(Annotation("before"))
    with pytest.raises(ValueError, match=message):
        study.annotate(annotation)
    assert study.tree.annotation(START) == Annotation("before")


def test_a_full_study_can_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    study = opening()
    monkeypatch.setattr("tashkalar.study.LONGEST_STUDY", study.tree.text_length + 2000)
    study.annotate(Annotation("a"))
    with pytest.raises(StudyFull, match="remove a variation"):
        study.annotate(Annotation("x" * 1000))
    assert study.tree.annotation(START).comment == "a"
    with pytest.raises(StudyFull):
        for _ in range(50):
            study.play(study.game.legal_moves()[0].code)
    text = study.record()
    assert len(text) < study.tree.text_length + len(HEAD) + 100
    assert outline(Study.from_record(text).tree) == outline(study.tree)


def test_an_endless_game_is_studied_from_where_its_texts_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = random_game("high-form", 3, 60)
    monkeypatch.setattr(kept_moves, "MOST_KEPT", 20)
    study = Study.from_game(game)
    assert len(study.tree) < len(game.codes)
    assert len(study.main_game().history()) == 21  # with the open move
    assert study.record() == game.record()
    study.go_to(START)
    assert study.main_game().board == game.board
    study.go_to(study.tree.line()[-1])
    assert study.game.board == game.board


# -- the text ------------------------------------------------------------------------------------


def test_a_study_reads_like_this() -> None:
    study = Study.from_record(STUDY)
    assert study.record() == STUDY
    main = study.tree.line()
    assert study.tree.annotation(START).comment == "The start"
    assert study.tree.annotation(main[1]) == Annotation(
        'Here "φ"\nand there', (("e5", "f6"), ("a5", "b5")), ("e5", "i5")
    )
    assert [study.tree.code(p) for p in study.tree.children(main[2])] == ["+e6", "+g6", "+h8"]


def test_a_record_without_variations_is_a_study_and_a_study_is_a_record() -> None:
    game = random_game("duel", 4, 40)
    assert Study.from_record(game.record()).record() == game.record()
    assert Study.from_game(game).record() == game.record()
    assert Game.from_record(STUDY).codes == ("c5", "+e5", ".", "+e6", "+d7", ".")


def test_what_people_type_around_a_study_is_read() -> None:
    text = HEAD + OPENING + "Note: The knight, perhaps \nVariation:\n2. seat 2: +e6 +e7\nEnd: \n"
    text += "2. seat 2: +e6 +d7\n"
    study = Study.from_record(text.replace("\n", "\r\n"))
    main = study.tree.line()
    assert study.tree.annotation(main[2]).comment == "The knight, perhaps"
    assert [study.tree.code(p) for p in study.tree.children(main[3])] == ["+d7", "+e7"]


WRONG = [
    ("Variation:\n2. seat 2: +e6\nEnd:\n", 7, "above the move that it replaces"),
    ("Variation:\n2. seat 2: +e6\n", 7, "has no end: write 'End:'"),
    ("Variation:\nEnd:\n2. seat 2: +e6", 7, "a variation without a move"),
    ("Variation: best\n2. seat 2: +e6\nEnd:\n2. seat 2: +e7", 7, "write it as a Note"),
    ("Variation:\nVariation:\n2. seat 2: +e6", 8, "has no move yet"),
    ("Variation:\nNote: x\n2. seat 2: +e6", 8, "below the first move"),
    ("Variation:\n2. seat 2: +z6\nEnd:\n", 8, "is not a legal move"),
    ("Variation:\n1. seat 1: +e6\nEnd:\n", 8, "it is turn 2, of seat 2"),
    ("End:\n", 7, "'End:' stands alone"),
    ("Note: a\nNote: b\n", 8, "Note is given twice"),
    ('Note: "a\n', 7, "Note: not JSON"),
    ('Note: "a" b\n', 7, "Note: not JSON"),
    ('Note: "\\ud800"\n', 7, "half a character"),
    ("Note: " + "x" * 2001, 7, "at most 2000"),
    ("Arrows: e5\n", 7, "'e5' is not an arrow such as d4-e5"),
    ("Arrows: e5-a1\n", 7, "'a1' is not a square"),
    ("Marks: e5 j5\n", 7, "'j5' is not a square"),
    ("Seed: 8\n", 7, "Seed is given twice"),
    ("Names: []\n", 7, "before the first turn"),
]


@pytest.mark.parametrize(("lines", "number", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_studies_are_refused_with_their_line(lines: str, number: int, message: str) -> None:
    for read in (Study.from_record, Game.from_record):
        with pytest.raises(RecordError) as caught:
            read(HEAD + OPENING + lines)
        assert caught.value.line == number, caught.value
        assert message in str(caught.value)


def test_the_result_is_that_of_the_main_line() -> None:
    text = HEAD + OPENING + "Variation:\n2. seat 2: resign:2\nEnd:\n2. seat 2: +e6\n"
    assert Study.from_record(text).main_game().outcome is None
    assert "Result: open" in Study.from_record(text).record()


def grow(study: Study, chance: random.Random) -> None:
    """Record some random decisions and remarks at random positions."""
    for _ in range(chance.randrange(1, 6)):
        positions = [START, *study.tree.line()]
        study.go_to(chance.choice(positions))
        for _ in range(chance.randrange(1, 7)):
            moves = study.game.legal_moves()
            if not moves:
                break
            study.play(chance.choice(moves).code)
            if chance.random() < 0.4:
                squares = chance.sample(sorted(["e5", "d4", "a5", "i5", "e9"]), 2)
                study.annotate(
                    Annotation(
                        chance.choice(["", "Note: x", '"', "α\n1. seat 1: .", "End:", "#"]),
                        ((squares[0], squares[1]),) * chance.randrange(2),
                        tuple(squares[: chance.randrange(3)]),
                    )
                )


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 40))
def test_what_is_written_is_read(seed: int, length: int) -> None:
    chance = random.Random(seed)
    form = chance.choice(["duel", "high-form"])
    study = Study.from_game(random_game(form, seed, length))
    grow(study, chance)
    text = study.record()
    again = Study.from_record(text)
    assert outline(again.tree) == outline(study.tree)
    assert again.record() == text
    assert Game.from_record(text).codes == study.main_game().codes
    assert len(text) <= study.tree.text_length + 1000


LINES = STUDY.splitlines()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_spoiled_study_is_refused_or_read(draw: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(lines) - 1))
        change = draw.draw(st.integers(0, 2))
        if change == 0:
            del lines[at]
        elif change == 1:
            lines.insert(at, draw.draw(st.sampled_from(LINES)))
        else:
            lines[at] = draw.draw(st.text(max_size=30))
        if not lines:
            break
    text = "\n".join(lines)
    try:
        study = Study.from_record(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        return
    assert outline(Study.from_record(study.record()).tree) == outline(study.tree)
