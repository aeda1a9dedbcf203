"""Tests of hints: requested, put in words, followed or not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import worker
from tashkalar.bots.reasons import REASON_KINDS
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.features.lessons.lesson_file import read_lesson
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.features.studies.review import Review
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import PlanJob
from tashkalar.ui.bots.hint import Hint, describe_hint, describe_reason, read_hint
from tashkalar.ui.bots.hint_line import play_on_copy
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests.support import arrange, finish, pattern_at
from tests.ui.table import PAIRS, TABLES, crowded, said

KNIGHT = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic"}
RIDE = ("+f5", "knight@e6", "e6-e7", "-")


def crowds() -> Iterator[Game]:
    """Yield positions with many possible moves."""
    for table in TABLES:
        for pair in PAIRS[2:4]:
            for seed in range(2):
                yield crowded(table, pair, seed)


def thought(job: PlanJob, nodes: int = 200) -> Mapping[str, Any]:
    """Return the worker's answer for a small budget."""
    answer = finish(worker.plan(json.dumps(json.loads(job.json_text) | {"nodes": nodes})))
    found: Mapping[str, Any] = json.loads(answer)
    return found


def near_the_knight(actions: int = 1) -> Session:
    game = arrange(KNIGHT, hand=["knight"], legends=[], actions=actions)
    return Session(game, curtain=False)


def choices(session: Session) -> list[str | None]:
    return [choice.action for choice in build_screen(session).prompt.choices]


def details(session: Session) -> str:
    return " ".join(said(detail) for detail in build_screen(session).prompt.details)


def session_with_hint(session: Session, *codes: str) -> Session:
    assert session.request_hint()
    assert session.receive_hint({"codes": codes, "reasons": []})
    return session


class TestAsking:
    def test_it_is_offered_through_the_lens_to_who_decides(self) -> None:
        session = near_the_knight()
        assert "advise" not in choices(session)
        session.is_summon_finder_on = True
        assert "advise" in choices(session)
        session.seating.is_covered = True
        assert session.request_hint() is None

    def test_the_job_holds_what_the_seat_sees(self) -> None:
        session = near_the_knight()
        job = session.request_hint()
        assert job is not None and job.level == "adept"
        view = json.loads(json.dumps(session.game.view(1)))
        assert json.loads(job.json_text)["view"] == view

    def test_the_answer_is_shown_in_words_and_on_the_board(self) -> None:
        session = near_the_knight()
        session.is_summon_finder_on = True
        job = session.request_hint()
        assert job is not None
        assert "Adept is looking at your turn." in details(session)
        assert session.receive_hint(thought(job))
        assert "Adept would play: 1. Place a piece on " in details(session)
        assert "Why: " in details(session) and "Knight can be summoned next" in details(session)
        advice = session.hints.hint
        assert advice is not None
        shown = build_screen(session)
        assert {s.name for s in shown.squares if s.hinted} == {advice.codes[0].removeprefix("+")}
        assert "advise" not in choices(session)

    def test_nothing_is_shown_of_an_answer_that_comes_late_or_not_at_all(self) -> None:
        session = near_the_knight()
        assert session.request_hint()
        session.play_code("+a5")
        assert not session.hints.is_pending
        assert not session.receive_hint({"codes": ["+a6", "."], "reasons": []})
        assert session.request_hint()
        assert not session.receive_hint(None)
        assert session.hints.hint is None and not session.hints.is_pending


class TestFollowing:
    def test_it_stays_as_long_as_it_is_followed(self) -> None:
        session = session_with_hint(near_the_knight(), "+f5", ".")
        session.play_code("+f5")
        assert session.hints.hint == Hint((".",), ())
        assert details(session) == "You draw 5 cards."
        session.is_summon_finder_on = True  # who has nothing left to do needs no advice
        assert "advise" not in choices(session)

    @pytest.mark.parametrize("other", ["+a5", "undo", "restart"])
    def test_something_else_ends_it(self, other: str) -> None:
        session = near_the_knight()
        session.play_code("+b2")
        session.undo()
        session.play_code("+b2")
        session_with_hint(session, ".")
        if other == "undo":
            session.undo()
        elif other == "restart":
            session.restart()
        else:
            session.undo()
            session_with_hint(session, "+f5", ".")
            session.play_code(other)
        assert session.hints.hint is None

    def test_a_summoning_shows_its_pattern_and_an_answer_its_way(self) -> None:
        game = arrange({**KNIGHT, "f5": "1 common"}, hand=["knight"], legends=[], actions=1)
        code = next(m.code for m in game.legal_moves() if m.kind == "summon")
        session = session_with_hint(Session(game, curtain=False), code, ".")
        shown = build_screen(session)
        target = code.split("@")[1]
        assert {s.name for s in shown.squares if s.hinted} == {target}
        assert shown.lines and all(end == target for _, end in shown.lines)
        assert f"Knight on {target}" in details(session)


class TestTheWholeLine:
    def test_the_board_shows_every_decision_with_its_number(self) -> None:
        """Placing the piece that the Knight lacks, summoning it, and its first move (Knight)."""
        session = session_with_hint(near_the_knight(actions=2), *RIDE, ".")
        shown = build_screen(session)
        numbers = {mark.square: mark.number for mark in shown.marks if mark.kind == "plan"}
        assert numbers == {"f5": 1, "e6": 2, "e7": 2}  # the move belongs to the summoning
        coming = {(mark.square, mark.card) for mark in shown.marks if mark.kind == "come"}
        assert coming == {("f5", None), ("e6", "knight")}
        ways = [(m.origin, m.square) for m in shown.marks if m.kind in ("moving", "taking")]
        assert ways == [("e6", "e7")]
        assert set(shown.lines) == {("d4", "e6"), ("d5", "e6"), ("e5", "e6"), ("f5", "e6")}
        label = next(square.label for square in shown.squares if square.name == "e6")
        assert "hint: step 2" in said(label)

    @pytest.mark.parametrize(("owner", "kind"), [(1, "way"), (2, "taken")])
    def test_what_stood_on_the_square_makes_way_or_is_destroyed(
        self, owner: int, kind: str
    ) -> None:
        board = pattern_at("knight", "e6") | {"e6": f"{owner} common"}
        session = Session(arrange(board, hand=["knight"], actions=1), curtain=False)
        shown = build_screen(session_with_hint(session, "knight@e6", "-", "."))
        marks = {mark.kind: mark.school for mark in shown.marks if mark.square == "e6"}
        assert marks.keys() == {"come", kind, "plan"}
        assert marks[kind] != marks["come"] if owner == 2 else marks[kind] == marks["come"]

    def test_what_is_followed_is_gone_and_the_rest_counts_anew(self) -> None:
        session = session_with_hint(near_the_knight(actions=2), *RIDE, ".")
        for code, left in zip(RIDE, [{"e6": 1, "e7": 1}, {"e7": 1}, {}, {}], strict=True):
            if code == "e6-e7":  # squares as the log writes them
                assert "Adept would choose: e6–e7." in details(session)
            session.play_code(code)
            marks = build_screen(session).marks
            assert {m.square: m.number for m in marks if m.kind == "plan"} == left

    def test_what_the_plan_has_brought_is_no_reason_for_the_rest(self) -> None:
        board = pattern_at("knight", "e6") | {"e6": "2 common"}
        session = Session(arrange(board, hand=["knight"], actions=2, form="duel"), curtain=False)
        assert session.request_hint()
        reasons = (("points", None, 1), ("destroy", None, 2), ("ready", "bomb", 1))
        found = [{"what": what, "card": card, "amount": n} for what, card, n in reasons]
        codes = ["+a5", "knight@e6", "-", "."]
        assert session.receive_hint({"codes": codes, "reasons": found})
        session.play_code("+a5")
        assert "It scores 1 point" in details(session)
        assert "2 enemy pieces are destroyed" in details(session)
        session.play_code("knight@e6")
        left = session.hints.hint
        assert left and [reason["what"] for reason in left.reasons] == ["ready"]

    def test_it_gives_way_to_a_card_that_is_taken_up(self) -> None:
        session = session_with_hint(near_the_knight(), "+f5", ".")
        assert any(mark.kind == "plan" for mark in build_screen(session).marks)
        session.click_card("knight")
        assert not any(mark.kind == "plan" for mark in build_screen(session).marks)

    def test_lines_of_all_forms_can_be_shown(self) -> None:
        """The board shows the plan of a computer player to its last decision."""
        for game in crowds():
            session = Session(game.copy(), curtain=False)
            job = session.request_hint()
            if job is None or not session.receive_hint(thought(job)):
                continue
            line, advice = session.hint_line, session.hints.hint
            assert line is not None and advice is not None and build_screen(session).marks
            assert tuple(move.code for move in line.moves) == advice.codes


class TestWords:
    def test_nothing_hidden_is_told_because_no_turn_is_ended(self) -> None:
        game = new_game("duel", ("northern", "sylvan"), seed=5)
        game.play(game.legal_moves()[0])
        line = play_on_copy(game, ("+a5", ".", "+a6"))
        assert [move.code for move in line.moves] == ["+a5", "."]
        assert [event.square for event in line.events] == ["a5"]
        assert len(game.codes) == 1

    def test_every_kind_of_move_has_words(self) -> None:
        kinds = set()
        for game in crowds():
            for move in game.legal_moves():
                if move.kind not in kinds:
                    kinds.add(move.kind)
                    line = said(describe_hint(game, Hint((move.code,), ())))
                    assert line.startswith("Adept would ") and "⟨" not in line, move
        assert {"place", "summon", "discard", "flare", "warp", "pass-control"} <= kinds

    @pytest.mark.parametrize(
        ("form", "schools"), [("duel", PAIRS[0]), ("melee", (*PAIRS[1], "everfrost"))]
    )
    def test_an_answer_of_the_set_up_has_words(self, form: str, schools: tuple[str, ...]) -> None:
        game = new_game(form, schools, seed=1)
        assert game.prompt.kind == "marks"
        line = said(describe_hint(game, Hint((game.legal_moves()[0].code,), ())))
        assert line == f"Adept would choose: {game.legal_moves()[0].code}."

    def test_a_square_of_two_steps_has_both_numbers(self) -> None:
        """The Knight is summoned on the piece that was placed (R7.10)."""
        board = pattern_at("knight", "e6")
        session = session_with_hint(
            Session(arrange(board, hand=["knight"]), curtain=False), "+e6", "knight@e6", "-", "."
        )
        line = session.hint_line
        assert line and [step[:2] for step in line.steps] == [(1, "e6"), (2, "e6")]
        shown = build_screen(session)
        numbers = [mark.number for mark in shown.marks if mark.kind == "plan"]
        assert numbers == [1, 2]
        label = said(next(square.label for square in shown.squares if square.name == "e6"))
        assert "hint: step 1" in label and "hint: step 2" in label

    def test_a_card_has_the_number_of_the_step_that_plays_it(self) -> None:
        """A discard names no square, so the board cannot show it."""
        game = arrange(pattern_at("knight", "e5"), hand=["knight", "bomb"])
        session = session_with_hint(Session(game, curtain=False), "knight@e5", "-", "~bomb")
        numbers = {card.id: card.plan_step for card in build_screen(session).hand}
        assert numbers == {"knight": 1, "bomb": 2}
        session.click_card("bomb")  # something else is looked at
        assert {card.plan_step for card in build_screen(session).hand} == {None}

    @pytest.mark.parametrize("what", REASON_KINDS)
    def test_every_reason_has_words(self, what: str) -> None:
        cards = {"ready": "knight", "one-short": "knight", "frozen": "ice-queen"}
        cards |= dict.fromkeys(("claim", "task", "hinder"), "red-conquest")
        reason = {"what": what, "card": cards.get(what), "n": 2}
        text = said(describe_reason(reason))
        assert "⟨" not in text and "{" not in text

    @pytest.mark.parametrize("found", [{}, {"codes": ["."]}, {"codes": 3, "reasons": []}])
    def test_what_is_no_advice_is_refused(self, found: Mapping[str, Any]) -> None:
        with pytest.raises((KeyError, TypeError)):
            read_hint(found)


def test_an_answer_inside_an_effect_is_advised_too() -> None:
    """Also one that is on no square."""
    answers = set()
    for game in crowds():
        for move in game.legal_moves():
            if move.kind == "place":
                continue
            trial = game.copy()
            trial.play(move)
            if trial.open_move is not None:
                for answer in (*trial.legal_moves()[:2], *trial.legal_moves()[-2:]):
                    line = said(describe_hint(trial, Hint((answer.code,), ())))
                    assert line.startswith("Adept would choose: ") and "⟨" not in line
                    answers.add(line)
    assert "Adept would choose: Skip." in answers and len(answers) > 20


def test_passing_control_is_advised_between_moves_only_and_with_a_reason() -> None:
    """Inside an effect nothing that a person sees would say why the teammate should answer.

    A computer player passes control there (R19.11): it compares what the teammate may hold.
    """
    game = new_game("high-form", ("northern", "southern", "highland", "sylvan"), teams=True, seed=7)
    for code in ("+e5", "."):
        game.play(code)
    session = Session(game, curtain=False)
    session.is_summon_finder_on = True
    job = session.request_hint()
    assert job is not None and session.receive_hint(thought(job, nodes=400))
    assert "".join(session.hints.hint.codes if session.hints.hint else ()) == ">"
    assert "Red 2 would probably finish this turn better." in details(session)
    for code in ("+d4", ">", "+f5", ".", "+d6", "+f6", "."):
        session.play_code(code)
    job = session.request_hint()
    assert job is not None and session.receive_hint(thought(job, nodes=400))
    advised = session.hints.hint.codes if session.hints.hint else ()
    assert advised[:3] == ("kiskin-farseeders@e5", "f4", "tree-shepherd@e4")
    assert ">" not in advised
    for code in advised:  # a person can follow it to the end
        game.play(code)


class TestLessons:
    """A lesson's whole game has hint and review like any other game."""

    @staticmethod
    def first_game() -> LessonRunner:
        path = Path(__file__).resolve().parents[3] / "static" / "lessons" / "first-game.json"
        runner = LessonRunner(read_lesson(path.read_text(encoding="utf-8")))
        runner.session.seating.opponents.assign_level(SeatNumber(2), "novice")
        while runner.session.seating.is_computer_due:
            runner.session.seating.opponents.fall_back_to_simple_move()
            runner.session.play_for_computer()
        return runner

    def test_the_hint_stays_while_the_coach_talks(self) -> None:
        runner = self.first_game()
        session = runner.session
        session.is_summon_finder_on = True
        assert "advise" in choices(session)
        job = session.request_hint()
        assert job is not None and session.receive_hint(thought(job))
        advice = session.hints.hint
        assert advice is not None and any(m.kind == "plan" for m in build_screen(session).marks)
        assert session.play_code(advice.codes[0]) and runner.check_decision()
        assert session.hints.hint is not None and session.hints.hint.codes == advice.codes[1:]

    def test_the_finished_game_can_be_reviewed(self) -> None:
        runner = self.first_game()
        session, keen = runner.session, GreedyPlayer(1)
        while not session.game.is_over:
            if session.seating.is_computer_due:
                session.seating.opponents.fall_back_to_simple_move()
                assert session.play_for_computer() and runner.check_decision()
            else:
                game, seat = session.game, session.seating.seat
                move = keen.choose(game.view(seat), game.prompt, game.legal_moves())
                assert session.play_code(move.code) and runner.check_decision()
        assert runner.view.is_finished and "result" in choices(session)
        review = Review(session.game, session.seating.opponents.level_by_seat)
        assert review.turns and {turn.seat for turn in review.turns} == {1}
        assert review.job is not None
