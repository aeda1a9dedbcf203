"""A study at the table: turning points, the lines in them, and turns that are played again."""

from __future__ import annotations

from typing import Any

import pytest

from tashkalar import Game
from tashkalar.features.studies.review import MIN_LOSS
from tashkalar.features.studies.review_start import review_obstacle
from tashkalar.features.studies.study_review import StudyReview
from tashkalar.features.studies.study_turns import study_turns
from tashkalar.history import kept_moves
from tashkalar.history.decision_tree import START, Annotation
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.screen.screen import build_board
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import english, said

TASKS = {"current": ["red-conquest", "destruction"], "next": "side-chain"}
PIECES = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "a5": "2 heroic"}
PLAN = {
    "codes": ["knight@d7", "-", "+c1", "=red-conquest"],
    "reasons": [{"what": "claim", "card": "red-conquest", "amount": 2}],
    "lost": 2100,
    "worth": 3000,
}


def finished_game() -> Game:
    """A game whose last turn throws a task away."""
    game = arrange(
        PIECES | pattern_at("knight", "d7"),
        form="high-form",
        tasks=TASKS,
        hand=["knight", "bomb"],
        turn={"last_turns": 1, "actions": 2},
    )
    return play(game, "+i5", "+h5", ".")


def review_of(game: Game, answer: dict[str, Any] | None = None) -> StudyReview:
    """The review of a game with one turn, after the answer about that turn."""
    review = StudyReview.of_game(game, english(), {SeatNumber(2): "adept"})
    assert review.is_of_game(game)
    assert review.job is not None
    review.accept_answer(answer or PLAN)
    review.update_findings()
    return review


def text_of(message: Message | None) -> str:
    """The English text of a message that may be missing."""
    return said(message) if message else ""


def plan_squares(review: StudyReview) -> dict[str, int | None]:
    marks = build_board(review.session).marks
    return {mark.square: mark.number for mark in marks if mark.kind == "plan"}


def retry(review: StudyReview, *codes: str) -> None:
    assert review.begin_retry()
    for code in codes:
        assert review.session.play_code(code)


def test_the_better_plan_is_drawn_on_the_position_before_the_turn() -> None:
    review = review_of(finished_game())
    assert review.session.game.codes == ()
    assert plan_squares(review) == {"d7": 1, "c1": 2}
    view = review.view()
    assert (view.mode, text_of(view.place)) == ("look", "Turning point 1 of 1")
    assert said(view.title).startswith("Turn 3: ")
    assert view.comment == "As it was played: about 2 points lost."
    assert (
        text_of(view.steps)
        == "Steps: Summon the Knight on d7 · Place a piece on c1 · Claim Red Conquest"
    )
    assert view.line_comment == "Why: it fulfills Red Conquest."
    played, better = view.lines
    assert [said(line.label) for line in view.lines] == ["Played", "Better"]
    assert better.is_pressed and not played.is_pressed
    review.show_line(played.end)
    assert plan_squares(review) == {"i5": 1, "h5": 2}
    assert not review.session.moves  # the past is not played in


def test_hands_are_open_and_nothing_can_be_decided_while_looking() -> None:
    review = review_of(finished_game())
    assert not review.session.seating.is_covered
    assert not review.session.click_square("c1")
    assert review.session.game.codes == ()


def test_without_a_turning_point_every_turn_can_be_walked_to() -> None:
    """A small loss is no turning point; its turn is shown, and can be played again."""
    review = review_of(finished_game(), PLAN | {"lost": MIN_LOSS - 1})
    view = review.view()
    assert view.place is None and "found nothing" in text_of(view.progress)
    assert [text_of(line.label) for line in view.lines] == ["Played"] and view.can_retry
    assert not view.can_improve
    titles = {text_of(view.title)}
    while review.go(1):
        titles.add(text_of(review.view().title))
    assert len(titles) == len(review.view().bars) and not review.view().can_go_forward


def test_playing_again_comes_first_only_while_something_better_waits() -> None:
    small_loss = PLAN | {"lost": MIN_LOSS - 1}
    review = review_of(finished_game(), small_loss)
    retry(review, "+c1", "+g1", "=red-conquest")
    assert review.follow_decision() and not review.view().can_improve
    review.judge_retry(small_loss)
    assert len(review.view().lines) == 2 and not review.view().can_improve  # a line of one's own
    review = review_of(finished_game())
    for loss, waits in ((2000, True), (0, False)):
        assert review.view().can_improve
        retry(review, "+c1", "+g1", "=red-conquest")
        assert not review.view().can_improve  # the turn is being played
        assert review.follow_decision()
        review.judge_retry({"lost": loss})
        assert review.view().can_improve == waits
    opened = StudyReview(Study.from_record(review.study.record()), english())
    assert opened.view().can_improve  # its variations wait


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0, "You found it: Adept sees nothing much better."),
        (1000, "Better than what was played, but there is more: about 1 point lost."),
        (2000, "Not yet: about 2 points lost."),
    ],
)
def test_a_turn_that_is_played_again_is_judged_and_recorded(loss: int, verdict: str) -> None:
    review = review_of(finished_game())
    retry(review, "+c1", "+g1", "=red-conquest")
    assert review.follow_decision() and review.is_judging
    assert text_of(review.view().status) == "Adept is looking at your turn."
    job = review.retry_job
    assert job is not None and '"played": ["+c1", "+g1", "=red-conquest"]' in job.json_text
    review.judge_retry({"lost": loss})
    view = review.view()
    # The comment of the line, which the verdict above has already said.
    assert (view.mode, text_of(view.status), view.line_comment) == ("look", verdict, "")
    assert [said(line.label) for line in view.lines] == ["Played", "Better", "Your try 1"]
    assert view.lines[-1].is_pressed
    assert plan_squares(review) == {"c1": 1, "g1": 2}


def test_the_plan_itself_is_no_other_line() -> None:
    review = review_of(finished_game())
    retry(review, "knight@d7", "-", "+c1", "=red-conquest")
    assert review.follow_decision()
    review.judge_retry({"lost": 0})
    assert [said(line.label) for line in review.view().lines] == ["Played", "Better"]
    assert review.view().line_comment == "Why: it fulfills Red Conquest."


def test_a_retry_goes_on_until_the_turn_is_over_and_can_be_given_up() -> None:
    review = review_of(finished_game())
    retry(review, "+c1")
    assert not review.follow_decision()
    assert review.session.undo()
    assert review.view().mode == "retry"
    review.end_playing()
    assert review.view().mode == "look"
    assert plan_squares(review) == {"d7": 1, "c1": 2}


def test_without_an_answer_the_retry_is_kept_without_a_verdict() -> None:
    review = review_of(finished_game())
    retry(review, "+c1", "+g1", ".")
    assert review.follow_decision()
    review.judge_retry(None)
    assert len(review.view().lines) == 3 and review.view().line_comment == ""


def test_the_study_is_the_same_when_it_is_opened_from_its_text() -> None:
    review = review_of(finished_game())
    retry(review, "+c1", "+g1", ".")
    review.follow_decision()
    review.judge_retry({"lost": 1000})
    again = StudyReview(Study.from_record(review.study.record()), english())
    view = again.view()
    assert view.comment == "As it was played: about 2 points lost."
    labels = [said(line.label) for line in view.lines]
    assert labels == ["Played", "Variation 1", "Variation 2"]
    assert plan_squares(again) == {"d7": 1, "c1": 2}
    again.show_line(view.lines[2].end)
    assert again.view().line_comment.startswith("Better than what was played")
    retry(again, "+c1", "+g1", "=red-conquest")
    assert again.follow_decision() and again.retry_job is not None


def test_turns_are_walked_and_later_worse_ones_take_the_place_of_others() -> None:
    game = arrange({}, hand=["knight", "bomb"])
    squares = (f"{file}{rank}" for rank in "46" for file in "abcdefgh")
    for _ in range(8):
        play(game, f"+{next(squares)}", f"+{next(squares)}", ".")
        while game.open_move is not None:
            game.play(game.legal_moves()[0])
    review = StudyReview.of_game(game, english(), {})
    losses = iter([900, 500, 800, 600, 700, 0, 0, 1000])
    while review.job is not None:
        review.accept_answer(
            {"codes": ["+i4", "."], "reasons": [], "worth": 0, "lost": next(losses)}
        )
        review.update_findings()
    assert text_of(review.view().place) == "Turning point 1 of 3"
    titles = [text_of(review.view().title)]
    while review.go(1):
        titles.append(text_of(review.view().title))
    assert [title.partition(":")[0] for title in titles] == ["Turn 3", "Turn 5", "Turn 10"]
    assert not review.go(1) and review.view().can_go_back and not review.view().can_go_forward
    # what fell out of the three is in the study no more
    text = review.study.record()
    assert text.count("Variation:") == text.count("Note:") == 3
    branch = review.create_branch()
    assert branch.state.turn == 10 and len(branch.history()) == 21


def test_remarks_alone_make_a_turn_of_a_study_worth_a_stop() -> None:
    study = Study.from_game(finished_game())
    study.go_to(study.tree.line()[0])
    study.annotate(Annotation("Why here?"))
    study.go_to(0)
    study.annotate(Annotation("", (("c2", "c3"),), ("e5", "h4")))
    review = StudyReview(study, english())
    view = review.view()
    assert text_of(view.place) == "Turning point 1 of 1" and view.line_comment == "Why here?"
    assert [said(line.label) for line in view.lines] == ["Played"]
    assert text_of(view.drawn) == "Marked on the board: e5, h4, c2–c3."
    marks = {(mark.kind, mark.square, mark.origin) for mark in build_board(review.session).marks}
    assert {("asked", "e5", None), ("asked", "h4", None), ("moving", "c3", "c2")} <= marks


def test_the_setup_of_a_deathmatch_is_no_turn() -> None:
    study = Study.from_record(
        "Form: duel\nSchools: northern sylvan\nSeed: 7\n0. seat 2: c5\n1. seat 1: +e5 .\n"
        "2. seat 2: +e6 +d7 .\n"
    )
    turns = study_turns(study)
    assert [(turn.number, turn.moves_before) for turn in turns] == [(1, 1), (2, 3)]
    review = StudyReview(study, english())
    assert text_of(review.view().title).startswith("Turn 1") and review.go(1) and not review.go(1)


def test_a_game_whose_beginning_is_not_kept_is_reviewed_from_where_its_texts_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_moves, "MOST_KEPT", 3)
    review = StudyReview.of_game(two_turns(), english(), {})
    assert review.job is not None
    review.accept_answer({"codes": ["+g4", "+g5", "."], "reasons": [], "worth": 0, "lost": 900})
    review.update_findings()
    assert said(review.view().title).startswith("Turn 4: ")
    assert "e5" in review.session.game.board


# -- free play -----------------------------------------------------------------------------------


def two_turns() -> Game:
    return play(arrange({}, hand=["knight", "bomb"]), "+e5", "+e6", ".", "+a5", "+a6", ".")


def commented() -> StudyReview:
    study = Study.from_game(two_turns())
    study.go_to(START)
    study.annotate(Annotation("Why?"))
    return StudyReview(study, english())


def test_free_moves_of_all_sides_can_be_undone_over_turns_and_are_kept_as_branches() -> None:
    review = commented()
    assert review.begin_try()
    session = review.session
    for code in ("+c4", "+c5", ".", "+g5"):
        assert session.play_code(code)
        assert not review.follow_decision()
    while session.can_undo:
        session.undo()
    assert session.game.codes == ()
    for code in ("+c4", "+d4", "."):
        assert session.play_code(code)
        review.follow_decision()
    review.end_playing()
    view = review.view()
    assert [said(line.label) for line in view.lines] == ["Played", "Your try 1", "Your try 2"]
    assert view.lines[2].is_pressed
    assert text_of(view.steps) == "Steps: Place a piece on c4 · Place a piece on d4"
    assert review.is_changed
    text = review.study.record()
    assert text.count("Variation:") == 2
    assert Study.from_record(text).record() == text


def test_redo_follows_the_line_that_was_shown() -> None:
    review = commented()
    assert review.begin_try()
    assert review.session.redo() and review.session.redo()
    assert review.session.game.codes == ("+e5", "+e6")
    assert not review.follow_decision()
    review.end_playing()  # nothing new was played
    assert [said(line.label) for line in review.view().lines] == ["Played"]
    assert not review.is_changed


def test_going_on_with_a_try_is_the_same_try() -> None:
    review = commented()
    for more in ((), ("+g5", "+g6", ".")):
        assert review.begin_try()
        for code in ("+c4", "+c5", ".", *more):
            assert review.session.play_code(code)
            review.follow_decision()
        review.end_playing()
    assert [said(line.label) for line in review.view().lines] == ["Played", "Your try 1"]


# -- the bars of the review ----------------------------------------------------------------------


def test_each_turn_has_a_bar_that_leads_to_it_and_the_review_can_be_stopped() -> None:
    game = two_turns()
    review = StudyReview.of_game(game, english(), {})
    assert [bar.is_reviewed for bar in review.view().bars] == [False, False]
    assert said(review.view().bars[0].label).endswith(" – not checked yet")
    review.accept_answer({"codes": ["."], "reasons": [], "worth": 0, "lost": 1500})
    review.update_findings()
    first, second = review.view().bars
    assert (first.height, first.is_reviewed, first.is_current) == (50, True, True)
    assert said(first.label).endswith(" – about 2 points lost")
    review.is_stopped = True
    view = review.view()
    assert review.job is None and view.can_resume and not view.can_stop
    assert text_of(view.progress) == "Adept has checked 1 of 2 turns."
    assert review.show_turn(second.start)
    view = review.view()
    assert view.place is None and view.can_go_back and not view.can_go_forward
    assert view.bars[1].is_current and view.can_retry
    assert [said(line.label) for line in view.lines] == ["Played"]
    review.resume()
    assert review.job is not None and review.view().can_stop
    review.has_failed = True
    assert review.job is None and review.view().can_resume
    assert text_of(review.view().progress).startswith("The review could not be prepared.")
    review.resume()
    review.accept_answer({"codes": ["."], "reasons": [], "worth": 0, "lost": 0})
    review.update_findings()
    assert said(review.view().bars[1].label).endswith(" – nothing much better")
    assert not review.view().can_stop and not review.view().can_resume
    assert not review.show_turn(99)


def test_what_a_person_has_written_stays_when_the_review_finds_worse_turns() -> None:
    game = arrange({}, hand=["knight", "bomb"])
    squares = (f"{file}{rank}" for rank in "46" for file in "cdefg")
    for _ in range(5):
        play(game, f"+{next(squares)}", f"+{next(squares)}", ".")
    review = StudyReview.of_game(game, english(), {})
    for number, loss in enumerate((500, 600, 700, 800, 900)):
        review.accept_answer({"codes": ["+i4", "."], "reasons": [], "worth": 0, "lost": loss})
        review.update_findings()
        if number == 0:
            assert review.begin_writing() and review.writer
            review.writer.write_comment("Mine")
            review.follow_writing()
            review.end_writing()
        elif number == 2:
            assert review.go(1) and review.go(1)
    text = review.study.record()
    assert '"Mine"' in text and text.count("Variation:") == 4


def test_a_game_in_progress_is_reviewed_up_to_its_last_finished_turn() -> None:
    game = arrange({}, hand=["knight", "bomb"])
    assert review_obstacle(Session(game), is_puzzle=False) == Message("review.going.nothing")
    play(game, "+e5", "+e6", ".", "+a5", "+a6", ".", "+f5")
    codes = game.codes
    assert review_obstacle(Session(game), is_puzzle=False) is None
    assert review_obstacle(Session(game), is_puzzle=True) == Message("review.going.puzzle")
    review = StudyReview.of_game(game, english(), {SeatNumber(2): "adept"})
    assert review.study.record().strip().endswith("4. seat 2: +a5 +a6 .")
    assert len(review.view().bars) == 1
    assert game.codes == codes  # the game itself stays as it is
    assert review.is_of_game(game)
    play(game, "+g5")
    assert not review.is_of_game(game)
