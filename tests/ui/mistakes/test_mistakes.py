"""The mistakes of finished games become exercises, which are attempted, judged and stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.mistakes import MISTAKES_KEY
from tashkalar.features.mistakes.attempt import Attempt
from tashkalar.features.mistakes.exercises import (
    MOST_EXERCISES,
    MOST_OF_THEME,
    Exercise,
    add_exercises,
    change_repetition,
    due_exercises,
    merge_exercise_texts,
    read_exercises,
    save_exercises,
)
from tashkalar.features.mistakes.mistake_finder import find_exercises
from tashkalar.features.puzzles.due_days import PROGRESS_KEY, count_due
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, save_progress
from tashkalar.features.puzzles.repetition import after_failure, after_success
from tashkalar.features.studies import review
from tashkalar.features.studies.review import Review
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import own_seats
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tests.support import arrange, pattern_at, play
from tests.ui.table import english, said

ONE, TWO = SeatNumber(1), SeatNumber(2)
TODAY = 20_000
TASKS = {"current": ["red-conquest", "destruction"], "next": "side-chain"}
PIECES = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "a5": "2 heroic"}
PLAN: dict[str, Any] = {
    "codes": ["knight@d7", "-", "+c1", "=red-conquest"],
    "reasons": [{"what": "claim", "card": "red-conquest", "amount": 2}],
    "lost": 2100,
    "worth": 3000,
}


def finished_game(seed: int = 1) -> Game:
    """A game whose last turn throws a task away."""
    game = arrange(
        PIECES | pattern_at("knight", "d7"),
        form="high-form",
        tasks=TASKS,
        hand=["knight", "bomb"],
        turn={"last_turns": 1, "actions": 2},
        seed=seed,
    )
    return play(game, "+i5", "+h5", ".")


def reviewed(game: Game, answer: dict[str, Any] = PLAN) -> Review:
    """The review of a game after the same answer to each of its jobs."""
    done = Review(game, {TWO: "adept"})
    while done.job:
        done.accept_answer(answer)
    return done


def found(answer: dict[str, Any] = PLAN, seed: int = 1) -> list[Exercise]:
    game = finished_game(seed)
    return list(find_exercises(reviewed(game, answer).losses, own_seats(game, {TWO: "a"}), TODAY))


def another(exercise: Exercise, id: str, theme: str = "") -> Exercise:
    return exercise._replace(id=id, theme=theme or exercise.theme)


# -- what is found -------------------------------------------------------------------------------


def test_a_turn_that_lost_much_comes_back_the_next_day_as_the_seat_saw_it() -> None:
    (exercise,) = found()
    assert (exercise.seat, exercise.loss, exercise.theme) == (1, 2100, "red-conquest")
    assert exercise.plan == tuple(PLAN["codes"])
    assert exercise.again.due == TODAY + 1
    (turn,) = reviewed(finished_game()).turns
    before, start = turn.game_before, exercise.start_game()
    assert start.view(1) == before.view(1), "what the seat could know is the same"
    assert start.legal_moves() == before.legal_moves()


@pytest.mark.parametrize(
    ("reasons", "codes", "theme"),
    [
        ([{"what": "points", "card": None, "amount": 2}], PLAN["codes"], "knight"),
        ([{"what": "points", "card": None, "amount": 2}], ["+c1", "+g1"], "points"),
        ([], PLAN["codes"], "knight"),
        ([], ["+c1", "+g1"], "other"),
    ],
)
def test_a_mistake_is_about_a_card_where_the_reason_names_none(
    reasons: list[object], codes: list[str], theme: str
) -> None:
    """In the Duel almost every better plan is for points, and all mistakes would be one."""
    (exercise,) = found(PLAN | {"reasons": reasons, "codes": codes})
    assert exercise.theme == theme


@pytest.mark.parametrize(("loss", "count"), [(review.MIN_LOSS - 1, 0), (review.MIN_LOSS, 1)])
def test_a_smaller_loss_is_no_exercise(loss: int, count: int) -> None:
    assert len(found(PLAN | {"lost": loss})) == count


def test_a_better_plan_that_cannot_be_played_is_no_exercise() -> None:
    assert found(PLAN | {"codes": ["swordmaster@d7", "."]}) == []


def test_turns_of_computers_and_of_persons_far_away_are_not_ones_own() -> None:
    game = finished_game()
    assert own_seats(game, {}) == (1, 2)
    assert own_seats(game, {TWO: "adept"}) == (1,)
    assert own_seats(game, {}, TWO) == (2,)
    assert own_seats(game, {}, NO_SEAT) == ()
    losses = reviewed(game).losses
    assert not list(find_exercises(losses, own_seats(game, {}, TWO), TODAY))


def test_a_position_that_looks_the_same_to_the_seat_is_the_same_exercise() -> None:
    (one,), (other,) = found(seed=1), found(seed=2)
    assert one.scenario != other.scenario, "the cards of the other side differ"
    assert one.id == other.id
    assert add_exercises((one,), [other]) == (one,)


def test_a_mistake_does_not_come_five_times() -> None:
    """Two of a theme come on a day, and four wait; when one is solved, another may come."""
    (one,) = found()
    many = [another(one, f"id{n}") for n in range(5)]
    kept = add_exercises((), many)
    assert [exercise.id for exercise in kept] == ["id0", "id1", "id2", "id3"]
    assert [exercise.again.due - TODAY for exercise in kept] == [1, 1, 2, 2]
    assert MOST_OF_THEME == 4
    others = [another(one, "b", "knight")]
    assert [exercise.id for exercise in add_exercises(kept, others)][-1] == "b"
    failed = change_repetition(kept, "id0", after_failure(one.again, TODAY + 1))
    assert add_exercises(failed, many) == failed
    solved = change_repetition(kept, "id0", after_success(one.again, TODAY + 1))
    assert [exercise.id for exercise in add_exercises(solved, many)][-1] == "id4"


def test_solved_exercises_of_another_browser_stay_however_alike_they_are() -> None:
    (one,) = found()
    solved = one._replace(again=after_success(one.again, TODAY + 1))
    many = tuple(another(solved, f"id{n}") for n in range(6))
    assert add_exercises((), many) == many


def test_of_too_many_exercises_the_one_that_is_known_best_goes() -> None:
    (one,) = found()
    many = [another(one, f"id{n}", f"theme{n}") for n in range(MOST_EXERCISES)]
    best = after_success(None, TODAY)
    known = change_repetition(many, "id7", best)
    kept = add_exercises(known, [another(one, "new", "new")])
    assert len(kept) == MOST_EXERCISES
    assert {e.id for e in known} - {e.id for e in kept} == {"id7"}


# -- what is stored ------------------------------------------------------------------------------


def test_exercises_are_read_as_they_were_stored_and_counted_when_they_are_due() -> None:
    store, exercises = MemoryStore(), tuple(found())
    assert read_exercises(store) == () and count_due(store, MISTAKES_KEY, TODAY) == 0
    assert save_exercises(store, exercises) is None
    assert read_exercises(store) == exercises
    assert [count_due(store, MISTAKES_KEY, TODAY + days) for days in (0, 1, 9)] == [0, 1, 1]
    assert due_exercises(exercises, TODAY) == []
    assert due_exercises(exercises, TODAY + 1) == list(exercises)


def test_due_puzzles_are_counted_in_the_same_way() -> None:
    store = MemoryStore()
    progress = PuzzleProgress().add_failed("a", TODAY).add_solved("b", TODAY)
    save_progress(store, progress)
    for day in range(TODAY, TODAY + 10):
        assert count_due(store, PROGRESS_KEY, day) == len(progress.due(day))


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", "1", '{"again": 1}', '{"exercises": {}, "again": {}}'),
        '{"exercises": [1, {}], "again": {"a": [], "b": ["x"], "c": 5}}',
    ],
)
def test_damaged_texts_are_no_exercises(text: str) -> None:
    store = MemoryStore()
    store.set(MISTAKES_KEY, text)
    assert read_exercises(store) == () and count_due(store, MISTAKES_KEY, TODAY) == 0


@pytest.mark.parametrize(
    "change",
    [
        *({"id": 1}, {"id": "x" * 81}, {"scenario": []}, {"seat": 0}, {"seat": 5}, {"seat": True}),
        *({"theme": None}, {"loss": "2"}, {"plan": []}, {"plan": "+c1"}, {"id": "unknown"}),
    ],
)
def test_a_damaged_exercise_is_left_out(change: dict[str, object]) -> None:
    (one,), store = found(), MemoryStore()
    save_exercises(store, (one, another(one, "other")))
    data = json.loads(store.texts[MISTAKES_KEY])
    data["exercises"][0] |= change
    store.set(MISTAKES_KEY, json.dumps(data))
    assert [exercise.id for exercise in read_exercises(store)] == ["other"]


def test_a_full_store_is_reported() -> None:
    class FullStore(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    trouble = save_exercises(FullStore(), ())
    assert trouble is not None and trouble.id == "storage.settings"


def test_the_exercises_of_another_browser_are_added() -> None:
    """Of an exercise in both, the later attempt counts; nothing is lost."""
    (one,) = found()
    solved = one._replace(again=after_success(one.again, TODAY + 1))
    texts = []
    for pair in ((one, another(one, "here", "x")), (solved, another(one, "there", "y"))):
        store = MemoryStore()
        save_exercises(store, pair)
        texts.append(store.texts[MISTAKES_KEY])
    for here, text in (texts, reversed(texts)):
        merged = MemoryStore()
        merged.set(MISTAKES_KEY, merge_exercise_texts(here, text))
        exercises = read_exercises(merged)
        assert {exercise.id for exercise in exercises} == {one.id, "here", "there"}
        assert exercises[0] == solved
    assert merge_exercise_texts(texts[0], texts[0]) == texts[0]
    assert merge_exercise_texts(None, "{") == "{}"


# -- attempts ------------------------------------------------------------------------------------


def attempted(loss: int | None, *codes: str) -> Attempt:
    """An attempt after its turn was judged; None for no answer."""
    attempt = Attempt(found()[0])
    for code in codes or ("+c1", "+g1", "=red-conquest"):
        assert attempt.state == "open"
        assert attempt.session.play_code(code)
        attempt.follow_decision()
    assert attempt.state == "judging" and not attempt.session.moves
    job = attempt.job
    assert job is not None
    data = json.loads(job.json_text)
    assert data["played"] == list(codes or ("+c1", "+g1", "=red-conquest"))
    assert data["view"]["seat"] == 1
    attempt.accept_answer(None if loss is None else PLAN | {"lost": loss})
    return attempt


def shown(attempt: Attempt) -> tuple[str, str]:
    """The state of the panel, and what it says of the attempt."""
    view = attempt.goal_view(english())
    return view.state, said(view.status) if view.status else ""


def test_an_attempt_begins_with_the_open_hand_and_says_what_there_is_to_do() -> None:
    attempt = Attempt(found()[0])
    view = attempt.goal_view(english())
    assert view.title and said(view.title) == "Find something better"
    assert view.text == "High Form, turn 3. As you played it: about 2 points lost."
    assert shown(attempt) == ("open", "") and not view.has_moves
    assert not attempt.session.seating.is_covered and attempt.session.moves
    assert attempt.session.play_code("+c1") and attempt.session.can_undo
    assert attempt.goal_view(english()).has_moves
    assert not attempt.follow_decision()


def test_every_turn_that_loses_next_to_nothing_is_right() -> None:
    assert shown(attempted(review.MIN_LOSS - 1)) == (
        "reached",
        "You found it: Adept sees nothing much better.",
    )


def test_a_turn_that_still_loses_is_wrong_and_shows_a_better_one() -> None:
    attempt = attempted(2000, "+i5", "+h5", ".")
    assert shown(attempt) == ("failed", "Not yet: about 2 points lost.")
    attempt.show_plan()
    assert shown(attempt) == ("failed", "Not yet: about 2 points lost.")
    assert attempt.session.game.codes == () and not attempt.session.moves
    line = attempt.session.hints.line
    assert line and [step[:2] for step in line.steps] == [(1, "d7"), (2, "c1")]


def test_without_an_answer_an_attempt_does_not_count() -> None:
    state, text = shown(attempted(None))
    assert state == "open" and text.endswith("The attempt does not count.")


def test_while_the_turn_is_looked_at_the_panel_says_so() -> None:
    attempt = Attempt(found()[0])
    for code in ("+i5", "+h5", "."):
        attempt.session.play_code(code)
    assert attempt.follow_decision() and not attempt.follow_decision()
    assert shown(attempt) == ("open", "Adept is looking at your turn.")


def test_a_failure_comes_again_the_next_day_and_a_success_later() -> None:
    (one,) = found()
    day = one.again.due
    assert after_failure(one.again, day).due == day + 1
    assert after_success(one.again, day).due > day
    assert after_success(one.again, TODAY) == one.again, "the day of the game spares nothing"


def test_an_attempt_ends_with_the_turn_of_its_seat() -> None:
    """The game would go on: the other side cannot be played."""
    (one,) = found()
    turn = {"seat": 1, "number": 3, "actions": 2}
    attempt = Attempt(one._replace(scenario={**one.scenario, "turn": turn}))
    for code in ("+i5", "+h5", "."):
        assert attempt.session.play_code(code)
    assert attempt.follow_decision() and not attempt.session.game.is_over
    assert attempt.session.game.legal_moves() and not attempt.session.moves
    assert not attempt.session.can_undo


def test_a_damaged_position_is_refused() -> None:
    with pytest.raises(ScenarioError):
        Attempt(found()[0]._replace(scenario={"form": "nothing"}))


def test_an_exercise_of_a_seat_that_does_not_decide_is_refused() -> None:
    (exercise, *_) = found()
    with pytest.raises(ScenarioError):
        Attempt(exercise._replace(seat=SeatNumber(3 - exercise.seat)))
    with pytest.raises(ScenarioError):
        Attempt(exercise._replace(seat=SeatNumber(4)))


def test_days_without_their_exercise_are_not_due() -> None:
    store = MemoryStore()
    store.set(MISTAKES_KEY, json.dumps({"exercises": [], "again": {"a": [1, 0, 1.0, 5.0]}}))
    assert count_due(store, MISTAKES_KEY, TODAY) == 0


def test_the_kind_of_stored_data_has_a_name() -> None:
    assert said(Message("stored.kind.mistakes")) == "Exercises from your own games"
