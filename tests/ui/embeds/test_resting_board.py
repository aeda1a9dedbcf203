"""A board in another page that rests: what its picture shows, and that it goes on where it was."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.features.embeds.resting_board import (
    FramedPlace,
    ReplayPlace,
    read_resting_place,
    resting_text,
)
from tashkalar.features.lessons.framed_lesson import FramedLesson, read_place
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.ui.session.session import Session
from tests.support import arrange, play
from tests.ui.lessons.files import load


def test_the_picture_shows_the_position_and_the_open_hand() -> None:
    game = play(arrange({"e5": "2 heroic"}, hand=["knight"]), "+a5")
    session = Session(game, curtain=False)
    position = json.loads(resting_text(session, game))["position"]
    assert position["board"] == {"a5": "1 common", "e5": "2 heroic"}
    assert position["turn"] == {"seat": 1, "actions": game.state.actions}
    assert "knight" in position["seats"][0]["hand"]
    assert "hand" not in position["seats"][1], "the others' hands are closed"
    Game.from_scenario({name: position[name] for name in ("form", "board", "turn", "seats")})


def test_a_game_goes_on_at_the_same_decision() -> None:
    game = play(arrange({}, hand=["knight"]), "+a5")
    place = read_resting_place(resting_text(Session(game, curtain=False), game))
    assert isinstance(place, Game)
    assert place.codes == game.codes and place.legal_moves() == game.legal_moves()
    place.undo()
    assert place.board == {}


def passed(runner: LessonRunner) -> LessonRunner:
    """Return the lesson as it goes on after a rest."""
    text = resting_text(runner.session, FramedLesson(runner).place)
    place = read_resting_place(text, ["lesson"])
    assert isinstance(place, FramedPlace)
    again = LessonRunner(runner.lesson)
    again.return_to(read_place(place.place))
    return again


@pytest.mark.parametrize("name", ["rank", "moves", "sideways"])
def test_a_lesson_goes_on_after_every_decision(name: str) -> None:
    """Its part, decisions, coach and buttons are the same, in parts with and without a start."""
    runner = LessonRunner(load(name))
    while not runner.view.is_finished:
        if runner.view.can_start_next_part:
            runner.start_next_part()
        else:
            code = runner._next_code_on_way()
            assert code is not None
            runner.session.play_code(code)
            runner.check_decision()
        again = passed(runner)
        assert again.session.game.codes == runner.session.game.codes
        assert again.decisions_in_part == runner.decisions_in_part
        assert again.view == runner.view
        assert again.session.is_read_only == runner.session.is_read_only
        if again.decisions_in_part:
            again.restart()
            assert again.decisions_in_part == ()


def test_a_replay_goes_on_at_its_move_and_in_its_line() -> None:
    session = Session(play(arrange({}, hand=["knight"]), "+a5", "+a6"), curtain=False)
    session.show_position_after(1)
    text = resting_text(session, ReplayPlace(1, 4))
    assert json.loads(text)["position"]["board"] == {"a5": "1 common"}
    assert read_resting_place(text) == ReplayPlace(1, 4)


WRONG: list[Any] = [
    [],
    {},
    {"game": 3},
    {"game": "no save"},
    {"replay": {"number": -1, "branch": None}},
    {"replay": {"number": 1, "branch": "x"}},
    {"replay": {"number": True}},
    {"lesson": {"part": 0, "game": "", "said": "x"}},
    {"lesson": {"part": 1.5, "game": "", "said": []}},
]


@pytest.mark.parametrize("data", WRONG, ids=str)
def test_what_no_board_hands_over_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        place = read_resting_place(json.dumps(data), ["lesson"])
        assert isinstance(place, FramedPlace)
        read_place(place.place)


def test_a_place_that_the_lesson_does_not_have_is_refused() -> None:
    runner = LessonRunner(load("rank"))
    with pytest.raises(ValueError, match="has no part 10"):
        runner.return_to(runner.place._replace(part=9))
    with pytest.raises(ValueError, match=r"."):
        runner.return_to(runner.place._replace(game="no save"))
