"""The whole game of a lesson: left in the middle and continued, with what the coach advises."""

from __future__ import annotations

import json

import pytest

from tashkalar.bots.levels import player
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.features.lessons.lesson_game import GAME_KEY, continue_lesson_game, save_lesson_game
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tests.ui.lessons.files import load
from tests.ui.table import said

LESSON = load("first-game")


def played(decisions: int) -> LessonRunner:
    """The first game after so many decisions."""
    runner = LessonRunner(LESSON)
    players = GreedyPlayer(1), player("firststeps", 2)
    for _ in range(decisions):
        game = runner.session.game
        assert game.player is not None
        take_decision(game, players[game.player - 1])
        runner.check_decision()
        assert runner.view
    return runner


def test_a_game_goes_on_where_it_was_left() -> None:
    store, runner = MemoryStore(), played(24)
    assert save_lesson_game(store, runner) is None
    found = continue_lesson_game(store, LESSON)
    assert found is not None
    assert found.session.game.codes == runner.session.game.codes
    assert found.said_lines == runner.said_lines != frozenset()
    assert found.decisions_in_part == runner.decisions_in_part
    assert found.view.coach == runner.view.coach
    found.restart()
    assert found.decisions_in_part == () and found.said_lines == frozenset()
    save_lesson_game(store, found)
    assert continue_lesson_game(store, LESSON) is None, "begun anew"


def test_a_game_that_is_over_is_forgotten() -> None:
    store, runner = MemoryStore(), played(5)
    save_lesson_game(store, runner)
    players = GreedyPlayer(1), player("firststeps", 2)
    while not runner.session.game.is_over:
        assert runner.session.game.player is not None
        take_decision(runner.session.game, players[runner.session.game.player - 1])
        runner.check_decision()
    save_lesson_game(store, runner)
    assert store.get(GAME_KEY) is None


@pytest.mark.parametrize(
    "change", [{"lesson": "task"}, {"part": 7}, {"part": "0"}, {"said": None}, {"game": "{}"}]
)
def test_what_does_not_fit_is_not_continued(change: dict[str, object]) -> None:
    store = MemoryStore()
    assert continue_lesson_game(store, LESSON) is None
    save_lesson_game(store, played(5))
    data = json.loads(store.get(GAME_KEY) or "")
    store.set(GAME_KEY, json.dumps(data | change))
    assert continue_lesson_game(store, LESSON) is None
    store.set(GAME_KEY, "{")
    assert continue_lesson_game(store, LESSON) is None


def test_another_lesson_saves_no_game() -> None:
    store = MemoryStore()
    assert save_lesson_game(store, LessonRunner(load("placing"))) is None
    assert store.keys() == []


def test_a_store_that_takes_nothing_is_reported() -> None:
    class Full(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    trouble = save_lesson_game(Full(), played(5))
    assert trouble is not None and "⟨" not in said(trouble)


def test_each_turn_has_something_to_aim_at() -> None:
    runner = played(0)
    advised = []
    players = GreedyPlayer(1), player("firststeps", 2)
    for _ in range(150):
        game = runner.session.game
        if game.is_over or game.player is None:
            break
        if game.player == 1 and game.prompt.kind == "turn":
            text = runner.view.coach.text
            assert text is not None, game.codes
            advised += [said(text)] if text.id.startswith("learn.aim.") else []
        take_decision(game, players[game.player - 1])
        runner.check_decision()
    assert any(text.startswith("You can summon ") for text in advised)
    assert any(" lacks one piece, on " in text for text in advised)
    assert any("Aim for " in text for text in advised)
