"""Remarks that a person writes and draws in a study, lines that are removed, and undoing it."""

from __future__ import annotations

from tashkalar.features.studies.study_review import StudyReview
from tashkalar.features.studies.study_writer import StudyWriter
from tashkalar.history.decision_tree import LONGEST_COMMENT, MOST_ARROWS, START, Annotation
from tashkalar.position.board import SQUARE_OF
from tashkalar.study import LONGEST_STUDY, Study
from tests.support import arrange, play
from tests.ui.table import english, said


def a_study() -> Study:
    """A study of two turns, with a variation of two decisions in the second."""
    study = Study.from_game(
        play(arrange({}, hand=["knight"]), "+e5", "+e6", ".", "+a5", "+a6", ".")
    )
    study.go_to(study.tree.line()[2])
    study.play("+b6")
    study.play("+c6")
    return study


def writing(study: Study) -> StudyReview:
    """The study with a person who writes at its second turn, where the variation is shown."""
    review = StudyReview(study, english())
    assert said(review.view().title).startswith("Turn 4") and review.begin_writing()
    return review


def test_remarks_are_written_drawn_and_undone_in_order() -> None:
    study = a_study()
    writer = StudyWriter(study, START, None)
    assert writer.choose_square("e5") and writer.choose_square("d4")
    assert writer.choose_square("e5")  # a second time takes the mark away
    assert writer.draw_arrow("d4", "d6") and not writer.draw_arrow("d4", "d4")
    assert writer.write_comment("Wh") and writer.write_comment("Why here?\r\nWhy now? ")
    assert not writer.write_comment("Why here?\nWhy now?")
    assert writer.remarks == Annotation("Why here?\nWhy now?", (("d4", "d6"),), ("d4",))
    assert Study.from_record(study.record()).tree.annotation(START) == writer.remarks
    undone = []
    while writer.can_undo:
        writer.undo()
        undone.append(writer.remarks)
    assert undone == [
        Annotation("", (("d4", "d6"),), ("d4",)),  # all that was typed
        Annotation("", (), ("d4",)),
        Annotation("", (), ("e5", "d4")),
        Annotation("", (), ("e5",)),
        Annotation(),
    ]


def test_an_arrow_is_drawn_with_two_chosen_squares() -> None:
    writer = StudyWriter(a_study(), START, None)
    writer.choose_tool("arrow")
    assert not writer.choose_square("c2") and writer.arrow_start == "c2"
    assert writer.choose_square("c4") and writer.arrow_start is None
    assert writer.remarks.arrows == (("c2", "c4"),)
    writer.choose_square("c2")
    writer.choose_tool("mark")
    assert writer.arrow_start is None


def test_invisible_signs_are_cleaned_and_what_is_typed_after_them_is_kept() -> None:
    writer = StudyWriter(a_study(), START, None)
    typed = "so\u00adft\u200b, to\u202eleft,\ta\u2028half \ud83d\r\n👩‍🚀 می‌خواهم\u2069 "
    assert writer.write_comment(typed) and writer.fault is None
    assert writer.remarks.comment == "soft, toleft, a half \n👩‍🚀 می‌خواهم"
    assert writer.write_comment(f"{typed}!") and writer.remarks.comment.endswith("می‌خواهم !")
    assert writer.write_comment("🜁" * (LONGEST_COMMENT - 1) + "👩‍🚀")  # cut between signs
    assert writer.remarks.comment == "🜁" * (LONGEST_COMMENT - 1)


def test_what_cannot_be_written_is_told_and_changes_nothing() -> None:
    study = a_study()
    writer = StudyWriter(study, START, None)
    assert writer.write_comment("x" * (LONGEST_COMMENT + 5)) and writer.fault is None
    assert len(writer.remarks.comment) == LONGEST_COMMENT
    first, second, *others = SQUARE_OF
    for name in (second, *others[: MOST_ARROWS - 1]):
        assert writer.draw_arrow(first, name)
    assert not writer.draw_arrow(second, first)
    assert writer.fault and "at most 40 arrows" in said(writer.fault)
    study.tree.text_length = LONGEST_STUDY
    assert not writer.choose_square("e5") and writer.fault and "full" in said(writer.fault)


def test_a_line_is_named_by_a_short_comment() -> None:
    review = writing(a_study())
    assert review.writer and review.writer.write_line_comment("Bold corner")
    review.end_writing()
    assert [said(line.label) for line in review.view().lines] == ["Played", "Bold corner"]
    assert review.begin_writing() and review.writer
    assert review.writer.write_line_comment("This is a whole sentence.")
    review.end_writing()
    assert [said(line.label) for line in review.view().lines] == ["Played", "Variation 1"]


def test_a_line_is_removed_and_comes_back_with_its_remarks() -> None:
    study = a_study()
    review = writing(study)
    before = study.record()
    assert review.view().can_remove and review.remove_line()
    assert study.record().count("Variation:") == 0 and not review.view().can_remove
    review.undo_writing()
    assert study.record() == before and review.view().can_remove
    review.end_writing()
    assert [said(line.label) for line in review.view().lines] == ["Played", "Variation 1"]


def test_what_was_played_cannot_be_removed() -> None:
    review = StudyReview(a_study(), english())
    review.show_line(review.view().lines[0].end)
    assert review.begin_writing() and not review.remove_line()


def test_only_the_part_of_a_line_that_is_its_own_is_removed() -> None:
    study = a_study()
    study.go_to(study.tree.parent(study.position) or START)
    study.play("+d6")  # a second line with the same beginning
    review = writing(study)
    assert review.remove_line()
    assert "+b6 +d6" in study.record() and "+c6" not in study.record()


def test_the_board_shows_what_is_drawn_and_turns_with_remarks_stand_out() -> None:
    review = writing(a_study())
    assert review.writer and review.writer.choose_square("e5")
    review.follow_writing()
    assert review.session.remarks.marks == ("e5",) and review.is_changed
    review.end_writing()
    bars = review.view().bars
    assert [bar.height > 0 for bar in bars] == [False, True]
    assert review.show_turn(bars[0].start) and said(review.view().title).startswith("Turn 3")


def test_better_lines_wait_until_they_are_wanted() -> None:
    review = StudyReview(a_study(), english())
    review.hide_lines(hidden=True)
    view = review.view()
    assert [said(line.label) for line in view.lines] == ["Played"] and view.can_reveal
    review.reveal_lines()
    view = review.view()
    assert len(view.lines) == 2 and view.lines[1].is_pressed and not view.can_reveal
    review.hide_lines(hidden=False)
    assert len(review.view().lines) == 2
