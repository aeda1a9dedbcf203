"""Tests of how a step of the others' turn is shown."""

from __future__ import annotations

from tashkalar.features.turn_replay.shown_step import (
    finished_step_animations,
    future_gateways,
    pip_size,
    split_emphasized,
    step_animations,
)
from tests.support import arrange, pattern_at, play
from tests.ui.screen.test_turn_replay import seen, turn_of_green
from tests.ui.table import said


def test_what_a_line_is_about_is_set_off() -> None:
    step = seen(turn_of_green()).steps[2]
    named = [said(word) for word in step.named_words]
    assert named == ["e5", "e6"]
    text = "Moved e5–\u2060e6: common piece of Green"
    pieces = split_emphasized(text, named)
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece, strong in pieces if strong] == named
    assert split_emphasized("One action gained", ()) == [("One action gained", False)]


def test_a_step_rests_when_it_plays_and_stays_when_it_stands() -> None:
    step = seen(turn_of_green()).steps[1]
    assert [scene.duration_ms > 0 for scene in step_animations(step)] == [True, True]
    (still,) = finished_step_animations(step)
    assert still.duration_ms < 0
    assert [act.kind for act in still.tweens if act.square == "e5"] == ["stand", "number"]
    assert {act.kind for act in still.tweens} == {"mark", "stand", "number"}
    acts = [act for part in step_animations(step) for act in part.tweens]
    assert [act.amount for act in acts if act.kind == "number"] == [2, 2]


def test_pips_of_many_steps_are_small_and_of_very_many_left_out() -> None:
    assert [pip_size(steps) for steps in (6, 7, 12, 13)] == ["", "small", "small", "out"]


def test_the_gateway_is_not_there_before_the_step_that_opens_it() -> None:
    board = pattern_at("flame-imp", "e5", 2) | {"e6": "1 common"}
    game = arrange(board, other="nethervoid", theirs={"hand": ["flame-imp"]})
    replay = seen(play(game, "+a5", "+a6", ".", "+g2", "flame-imp@e5", "e6", "."))
    opens = next(n for n, step in enumerate(replay.steps) if "gateway" in step.text.id)
    later = [future_gateways(replay, number) for number in range(1, len(replay.steps) + 1)]
    assert later == [{"e5"}] * opens + [frozenset()] * (len(replay.steps) - opens)
