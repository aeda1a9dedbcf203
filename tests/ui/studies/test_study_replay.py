"""A study in a replay: remarks with each move, the ways to its variations, and back."""

from __future__ import annotations

from tashkalar.features.embeds.public_position import replay_caption
from tashkalar.features.studies.study_replay import StudyReplay
from tashkalar.history.decision_tree import START, Annotation
from tashkalar.study import Study
from tashkalar.ui.session.session import Session
from tests.support import arrange, play
from tests.ui.table import said


def a_study() -> Study:
    """Two turns with remarks; the second has a variation of its own, which has one too."""
    study = Study.from_game(
        play(arrange({}, hand=["knight"]), "+e5", "+e6", ".", "+a5", "+a6", ".")
    )
    line = study.tree.line()
    for position, remarks in (
        (START, Annotation("Begin", (("c2", "c3"),), ("d4",))),
        (line[1], Annotation("Two")),
    ):
        study.go_to(position)
        study.annotate(remarks)
    study.go_to(line[2])
    study.play("+b6")
    inner = study.position
    study.play("+c6")
    study.annotate(Annotation("Bold corner"))
    study.go_to(inner)
    study.play("+d6")
    return study


def labels(replay: StudyReplay, move_count: int) -> list[str]:
    return [said(line.label) for line in replay.lines_at(move_count)]


def test_remarks_stand_with_the_move_after_which_they_are() -> None:
    replay = StudyReplay(a_study())
    assert len(replay.game.history()) == 6
    assert replay.remarks_at(0) == Annotation("Begin", (("c2", "c3"),), ("d4",))
    session = Session(replay.game, curtain=False)
    shown = []
    for number in range(4):
        session.show_position_after(number)
        session.comments = {number: replay.remarks_at(number).comment}
        shown.append(replay_caption(session).comment)
    assert shown == ["Begin", "", "Two", ""]


def test_a_variation_is_entered_where_it_begins_and_left_again() -> None:
    replay = StudyReplay(a_study())
    assert [labels(replay, number) for number in range(7)] == [
        [],
        [],
        [],
        ["Bold corner"],
        *[[]] * 3,
    ]
    [variation] = replay.lines_at(3)
    assert replay.choose(variation.position) == 3
    assert replay.game.codes[3:] == ("+b6", "+c6")
    assert replay.remarks_at(5).comment == "Bold corner"
    assert labels(replay, 3) == ["Back to the previous line"]
    assert labels(replay, 4) == ["Back to the previous line", "Variation 1"]
    assert replay.choose(replay.lines_at(4)[1].position) == 4
    assert replay.game.codes[3:] == ("+b6", "+d6")
    assert replay.choose(None) == 4  # to the variation that it has left
    assert replay.game.codes[3:] == ("+b6", "+c6")
    assert replay.choose(None) == 3  # to the main line
    assert replay.game.codes[3:] == ("+a5", "+a6", ".") and labels(replay, 0) == []


def test_a_variation_may_begin_within_a_turn() -> None:
    game = arrange(
        {"e5": "1 common"} | {f"{file}1": "1 common" for file in "cdefg"}, hand=["knight"]
    )
    study = Study.from_game(play(game, "~knight", "+h5", "."))
    first = study.tree.line()[0]
    study.go_to(first)
    others = [move.code for move in study.game.legal_moves() if move.code != "+h5"]
    study.play(others[0])
    replay = StudyReplay(study)
    assert labels(replay, 1) == ["Variation 1"]


def test_an_empty_study_has_nothing_to_walk() -> None:
    replay = StudyReplay(Study.from_game(arrange({}, hand=["knight"])))
    assert replay.lines_at(0) == () and replay.choose(None) == 0
