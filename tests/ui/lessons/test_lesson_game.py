"""The whole game of a lesson: left in the middle and continued, with what the coach advises."""

from __future__ import annotations

import json

import pytest

from tashkalar.bots.levels import player
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.features.lessons.lesson_file import Lesson
from tashkalar.features.lessons.lesson_game import (
    COPY_NOTICE,
    GAME_KEY,
    MOST_GAMES,
    LessonGameKeeper,
)
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tests.ui.lessons.files import load
from tests.ui.table import said

LESSON = load("first-game")


def played(decisions: int, lesson: Lesson = LESSON) -> LessonRunner:
    """The first game, or another one, after so many decisions."""
    runner = LessonRunner(lesson)
    players = GreedyPlayer(1), player("firststeps", 2)
    for _ in range(decisions):
        game = runner.session.game
        assert game.player is not None
        take_decision(game, players[game.player - 1])
        runner.check_decision()
        assert runner.view
    return runner


def continued(store: MemoryStore, lesson: Lesson = LESSON) -> LessonRunner | None:
    """The lesson as a tab finds it that is opened now."""
    return LessonGameKeeper(store).open(lesson)


def save(store: MemoryStore, runner: LessonRunner) -> Message | None:
    """Save a game in a tab of its own."""
    return LessonGameKeeper(store).save(runner)


def test_a_game_goes_on_where_it_was_left() -> None:
    store, runner = MemoryStore(), played(24)
    keeper = LessonGameKeeper(store)
    assert keeper.save(runner) is None
    found = continued(store)
    assert found is not None
    assert found.session.game.codes == runner.session.game.codes
    assert found.said_lines == runner.said_lines != frozenset()
    assert found.decisions_in_part == runner.decisions_in_part
    assert found.view.coach == runner.view.coach
    found.restart()
    assert found.decisions_in_part == () and found.said_lines == frozenset()
    keeper.save(found)
    assert continued(store) is None, "begun anew"


def test_a_game_that_is_over_is_forgotten() -> None:
    store, runner = MemoryStore(), played(5)
    keeper = LessonGameKeeper(store)
    keeper.save(runner)
    players = GreedyPlayer(1), player("firststeps", 2)
    while not runner.session.game.is_over:
        assert runner.session.game.player is not None
        take_decision(runner.session.game, players[runner.session.game.player - 1])
        runner.check_decision()
    keeper.save(runner)
    assert store.keys() == []


@pytest.mark.parametrize(
    "change", [{"lesson": "task"}, {"part": 7}, {"part": "0"}, {"said": None}, {"game": "{}"}]
)
def test_what_does_not_fit_is_not_continued(change: dict[str, object]) -> None:
    store = MemoryStore()
    assert continued(store) is None
    save(store, played(5))
    data = json.loads(store.get(GAME_KEY) or "")
    store.set(GAME_KEY, json.dumps(data | change))
    assert continued(store) is None
    store.set(GAME_KEY, "{")
    assert continued(store) is None


def test_another_lesson_saves_no_game() -> None:
    store = MemoryStore()
    assert save(store, LessonRunner(load("placing"))) is None
    assert store.keys() == []


def test_games_of_two_lessons_do_not_meet() -> None:
    store, other = MemoryStore(), load("first-duel")
    save(store, played(5))
    save(store, played(3, other))
    for lesson, decisions in ((LESSON, 5), (other, 3)):
        found = continued(store, lesson)
        assert found is not None and len(found.session.game.codes) == decisions


def test_in_two_tabs_the_later_one_goes_on_with_a_copy() -> None:
    store = MemoryStore()
    keepers = [LessonGameKeeper(store), LessonGameKeeper(store)]
    keepers[0].save(played(5))
    assert keepers[1].open(LESSON) is not None
    assert keepers[0].save(played(9)) is None
    # Without locks the second one finds out when it saves, and says so once.
    assert keepers[1].save(played(7)) == COPY_NOTICE
    assert keepers[1].save(played(8)) is None and keepers[0].save(played(10)) is None
    assert keepers[0].key != keepers[1].key
    # Of both, the one that has come further is offered, or the one that no tab has open.
    for held, decisions in (((), 10), ((keepers[0].key,), 8), (tuple(store.keys()), 10)):
        found = LessonGameKeeper(store).open(LESSON, held)
        assert found is not None and len(found.session.game.codes) == decisions
    # What one tab finishes or begins anew stays in the other one.
    keepers[0].save(LessonRunner(LESSON))
    found = continued(store)
    assert found is not None and len(found.session.game.codes) == 8


def test_with_locks_the_later_tab_has_its_copy_from_the_beginning() -> None:
    store = MemoryStore()
    first, second = LessonGameKeeper(store), LessonGameKeeper(store)
    first.save(played(5))
    second.open(LESSON, (first.key,))
    second.continue_as_copy()
    assert second.save(played(6)) is None and first.save(played(7)) is None
    assert len(store.keys()) == 2


def test_of_too_many_games_the_oldest_one_goes() -> None:
    store = MemoryStore()
    for decisions in range(2, MOST_GAMES + 3):
        save(store, played(decisions))
    assert len(store.keys()) == MOST_GAMES and store.get(GAME_KEY) is None
    store.remove(store.keys()[0])
    save(store, played(5))
    save(store, played(6))
    assert store.get(GAME_KEY) is None, "that would be the next one to go"


def test_a_store_that_takes_nothing_is_reported() -> None:
    class Full(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    trouble = save(Full(), played(5))
    assert trouble is not None and "⟨" not in said(trouble)


def test_the_coach_has_a_word_for_each_decision() -> None:
    runner = played(0)
    advised = []
    players = GreedyPlayer(1), player("firststeps", 2)
    for _ in range(150):
        game = runner.session.game
        if game.is_over or game.player is None:
            break
        if game.player == 1:
            text = runner.view.coach.text
            assert text is not None and "⟨" not in said(text), game.codes
            advised += [said(text)] if text.id.startswith("learn.aim.") else []
        take_decision(game, players[game.player - 1])
        runner.check_decision()
    assert any(text.startswith("You can summon ") for text in advised)
    assert any(" lacks one piece, on " in text for text in advised)
    assert any("Aim for " in text for text in advised)
