"""Advice at the table: asked for, put in words, followed or not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import worker
from tashkalar.bots.reasons import KINDS
from tashkalar.bots.simple import KeenPlayer
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import Job
from tashkalar.ui.bots.hint import Advice, read_advice, reason_told, told
from tashkalar.ui.bots.hint_line import played
from tashkalar.ui.bots.review import Review
from tashkalar.ui.lessons.lesson_file import read
from tashkalar.ui.lessons.lesson_runner import Tutor
from tashkalar.ui.screen.screen import draw
from tashkalar.ui.session.session import Session
from tests.support import arrange, finish, pattern_at
from tests.ui.table import PAIRS, TABLES, crowded, said

KNIGHT = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic"}
RIDE = ("+f5", "knight@e6", "e6-e7", "-")


def crowds() -> Iterator[Game]:
    """Positions in which much is possible."""
    for table in TABLES:
        for pair in PAIRS[2:4]:
            for seed in range(2):
                yield crowded(table, pair, seed)


def thought(job: Job) -> Mapping[str, Any]:
    """What the worker answers, with a small budget."""
    answer = finish(worker.plan(json.dumps(json.loads(job.text) | {"nodes": 200})))
    found: Mapping[str, Any] = json.loads(answer)
    return found


def near_the_knight(actions: int = 1) -> Session:
    game = arrange(KNIGHT, hand=["knight"], legends=[], actions=actions)
    return Session(game, curtain=False)


def choices(session: Session) -> list[str | None]:
    return [choice.action for choice in draw(session).prompt.choices]


def details(session: Session) -> str:
    return " ".join(said(detail) for detail in draw(session).prompt.details)


def advised(session: Session, *codes: str) -> Session:
    assert session.ask_advice()
    assert session.take_advice({"codes": codes, "reasons": []})
    return session


class TestAsking:
    def test_it_is_offered_through_the_lens_to_who_decides(self) -> None:
        session = near_the_knight()
        assert "advise" not in choices(session)
        session.lens = True
        assert "advise" in choices(session)
        session.covered = True
        assert session.ask_advice() is None

    def test_the_job_holds_what_the_seat_sees(self) -> None:
        session = near_the_knight()
        job = session.ask_advice()
        assert job is not None and job.level == "adept"
        view = json.loads(json.dumps(session.game.view(1)))
        assert json.loads(job.text)["view"] == view

    def test_the_answer_is_shown_in_words_and_on_the_board(self) -> None:
        session = near_the_knight()
        session.lens = True
        job = session.ask_advice()
        assert job is not None
        assert "Adept is looking at your turn." in details(session)
        assert session.take_advice(thought(job))
        assert "Adept would play: a piece on " in details(session)
        assert "Why: " in details(session) and "Knight can be summoned next" in details(session)
        advice = session.advice
        assert advice is not None
        shown = draw(session)
        assert {s.name for s in shown.squares if s.hinted} == {advice.codes[0].removeprefix("+")}
        assert "advise" not in choices(session)

    def test_nothing_is_shown_of_an_answer_that_comes_late_or_not_at_all(self) -> None:
        session = near_the_knight()
        assert session.ask_advice()
        session.press("+a5")
        assert not session.advising
        assert not session.take_advice({"codes": ["+a6", "."], "reasons": []})
        assert session.ask_advice()
        assert not session.take_advice(None)
        assert session.advice is None and not session.advising


class TestFollowing:
    def test_it_stays_as_long_as_it_is_followed(self) -> None:
        session = advised(near_the_knight(), "+f5", ".")
        session.press("+f5")
        assert session.advice == Advice((".",), ())
        assert details(session) == "End your turn; then you draw."
        session.lens = True  # who has nothing left to do needs no advice
        assert "advise" not in choices(session)

    @pytest.mark.parametrize("other", ["+a5", "undo", "restart"])
    def test_something_else_ends_it(self, other: str) -> None:
        session = near_the_knight()
        session.press("+b2")
        session.undo()
        session.press("+b2")
        advised(session, ".")
        if other == "undo":
            session.undo()
        elif other == "restart":
            session.restart()
        else:
            session.undo()
            advised(session, "+f5", ".")
            session.press(other)
        assert session.advice is None

    def test_a_summoning_shows_its_pattern_and_an_answer_its_way(self) -> None:
        game = arrange({**KNIGHT, "f5": "1 common"}, hand=["knight"], legends=[], actions=1)
        code = next(m.code for m in game.legal_moves() if m.kind == "summon")
        session = advised(Session(game, curtain=False), code, ".")
        shown = draw(session)
        target = code.split("@")[1]
        assert {s.name for s in shown.squares if s.hinted} == {target}
        assert shown.lines and all(end == target for _, end in shown.lines)
        assert f"Knight on {target}" in details(session)


class TestTheWholeLine:
    def test_the_board_shows_every_decision_with_its_number(self) -> None:
        """Placing the piece that the Knight lacks, summoning it, and its first move (Knight)."""
        session = advised(near_the_knight(actions=2), *RIDE, ".")
        shown = draw(session)
        numbers = {mark.square: mark.number for mark in shown.marks if mark.kind == "plan"}
        assert numbers == {"f5": 1, "e6": 2, "e7": 3}
        coming = {(mark.square, mark.card) for mark in shown.marks if mark.kind == "come"}
        assert coming == {("f5", None), ("e6", "knight")}
        ways = [(m.origin, m.square) for m in shown.marks if m.kind in ("moving", "taking")]
        assert ways == [("e6", "e7")]
        assert set(shown.lines) == {("d4", "e6"), ("d5", "e6"), ("e5", "e6"), ("f5", "e6")}
        label = next(square.label for square in shown.squares if square.name == "e6")
        assert "advised: decision 2" in said(label)

    @pytest.mark.parametrize(("owner", "kind"), [(1, "way"), (2, "taken")])
    def test_what_stood_on_the_square_makes_way_or_is_destroyed(
        self, owner: int, kind: str
    ) -> None:
        board = pattern_at("knight", "e6") | {"e6": f"{owner} common"}
        session = Session(arrange(board, hand=["knight"], actions=1), curtain=False)
        shown = draw(advised(session, "knight@e6", "-", "."))
        marks = {mark.kind: mark.school for mark in shown.marks if mark.square == "e6"}
        assert marks.keys() == {"come", kind, "plan"}
        assert marks[kind] != marks["come"] if owner == 2 else marks[kind] == marks["come"]

    def test_what_is_followed_is_gone_and_the_rest_counts_anew(self) -> None:
        session = advised(near_the_knight(actions=2), *RIDE, ".")
        for code, left in zip(RIDE, [{"e6": 1, "e7": 2}, {"e7": 1}, {}, {}], strict=True):
            if code == "e6-e7":  # squares as the log writes them
                assert "Adept would choose: e6–e7." in details(session)
            session.press(code)
            marks = draw(session).marks
            assert {m.square: m.number for m in marks if m.kind == "plan"} == left

    def test_it_gives_way_to_a_card_that_is_taken_up(self) -> None:
        session = advised(near_the_knight(), "+f5", ".")
        assert any(mark.kind == "plan" for mark in draw(session).marks)
        session.click_card("knight")
        assert not any(mark.kind == "plan" for mark in draw(session).marks)

    def test_lines_of_all_forms_can_be_shown(self) -> None:
        """What a computer player plans is what the board shows, to the last decision."""
        for game in crowds():
            session = Session(game.copy(), curtain=False)
            job = session.ask_advice()
            if job is None or not session.take_advice(thought(job)):
                continue
            line, advice = session.advised, session.advice
            assert line is not None and advice is not None and draw(session).marks
            assert tuple(move.code for move in line.moves) == advice.codes


class TestWords:
    def test_nothing_hidden_is_told_because_no_turn_is_ended(self) -> None:
        game = new_game("duel", ("northern", "sylvan"), seed=5)
        game.play(game.legal_moves()[0])
        line = played(game, ("+a5", ".", "+a6"))
        assert [move.code for move in line.moves] == ["+a5", "."]
        assert [beat.square for beat in line.beats] == ["a5"]
        assert len(game.codes) == 1

    def test_every_kind_of_move_has_words(self) -> None:
        kinds = set()
        for game in crowds():
            for move in game.legal_moves():
                if move.kind not in kinds:
                    kinds.add(move.kind)
                    line = said(told(game, Advice((move.code,), ())))
                    assert line.startswith("Adept would ") and "⟨" not in line, move
        assert {"place", "summon", "discard", "flare", "warp", "pass-control"} <= kinds

    @pytest.mark.parametrize("what", KINDS)
    def test_every_reason_has_words(self, what: str) -> None:
        card = {"points": None, "destroy": None, "ready": "knight", "one-short": "knight"}
        reason = {"what": what, "card": card.get(what, "red-conquest"), "n": 2}
        text = said(reason_told(reason))
        assert "⟨" not in text and "{" not in text

    @pytest.mark.parametrize("found", [{}, {"codes": ["."]}, {"codes": 3, "reasons": []}])
    def test_what_is_no_advice_is_refused(self, found: Mapping[str, Any]) -> None:
        with pytest.raises((KeyError, TypeError)):
            read_advice(found)


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
                    line = said(told(trial, Advice((answer.code,), ())))
                    assert line.startswith("Adept would choose: ") and "⟨" not in line
                    answers.add(line)
    assert "Adept would choose: No, go on." in answers and len(answers) > 20


class TestLessons:
    """A lesson's whole game has hint and review like any other game."""

    @staticmethod
    def first_game() -> Tutor:
        path = Path(__file__).resolve().parents[3] / "static" / "lessons" / "first-game.json"
        tutor = Tutor(read(path.read_text(encoding="utf-8")))
        tutor.session.opponents.change(SeatNumber(2), "novice")
        while tutor.session.waiting:
            tutor.session.opponents.give_up()
            tutor.session.play_for_computer()
        return tutor

    def test_the_hint_stays_while_the_coach_talks(self) -> None:
        tutor = self.first_game()
        session = tutor.session
        session.lens = True
        assert "advise" in choices(session)
        job = session.ask_advice()
        assert job is not None and session.take_advice(thought(job))
        advice = session.advice
        assert advice is not None and any(m.kind == "plan" for m in draw(session).marks)
        assert session.press(advice.codes[0]) and tutor.decided()
        assert session.advice is not None and session.advice.codes == advice.codes[1:]

    def test_the_finished_game_can_be_reviewed(self) -> None:
        tutor = self.first_game()
        session, keen = tutor.session, KeenPlayer(1)
        while not session.game.is_over:
            if session.waiting:
                session.opponents.give_up()
                assert session.play_for_computer() and tutor.decided()
            else:
                game, seat = session.game, session.seat
                move = keen.choose(game.view(seat), game.prompt, game.legal_moves())
                assert session.press(move.code) and tutor.decided()
        assert tutor.view.finished and "result" in choices(session)
        review = Review(session.game, session.opponents.bots)
        assert review.turns and {turn.seat for turn in review.turns} == {1}
        assert review.job is not None
