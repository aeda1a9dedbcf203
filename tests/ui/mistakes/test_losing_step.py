"""The step of a played turn that lost it: how it is found, stored, asked for and counted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tashkalar.bots import worker
from tashkalar.features.mistakes import MISTAKES_KEY
from tashkalar.features.mistakes.attempt import Attempt
from tashkalar.features.mistakes.exercises import (
    Exercise,
    add_drops,
    merge_exercise_texts,
    read_exercises,
    save_exercises,
)
from tashkalar.features.mistakes.losing_step import StepRating, losing_step, step_ends
from tashkalar.features.mistakes.mistake_finder import find_exercises
from tashkalar.features.puzzles.repetition import after_success
from tashkalar.features.studies.review import Review
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import PlanJob
from tashkalar.ui.screen.action_panel import action_panel_view
from tashkalar.ui.screen.marks import mark_messages, mark_views
from tashkalar.ui.screen.prompt import prompt_view
from tashkalar.ui.storage.key_value_store import MemoryStore
from tests.hostile import TEXTS, VALUES
from tests.support import arrange, finish, pattern_at, play
from tests.ui.table import english, said

ONE, TWO = SeatNumber(1), SeatNumber(2)
TODAY = 20_000
# Red Conquest (2 points) asks for three pieces on red, two of them upgraded; one is missing.
TWO_ON_RED = {"c2": "1 heroic", "d8": "1 heroic", "a5": "2 heroic"}
WASTED = ("+i5", "+h5", ".")


def judge(job: PlanJob) -> dict[str, Any]:
    """The worker's answer to a job."""
    answer: dict[str, Any] = json.loads(finish(worker.plan(job.json_text)))
    return answer


def played(*codes: str, board: dict[str, str] = TWO_ON_RED) -> Exercise:
    """The exercise in a last turn with two actions, as the worker finds it."""
    game = arrange(
        board,
        form="high-form",
        tasks={"current": ["red-conquest", "destruction"], "next": "side-chain"},
        hand=["knight", "bomb"],
        turn={"last_turns": 1, "actions": 2},
        seed=1,
    )
    review = Review(play(game, *codes), {TWO: "adept"})
    while job := review.job:
        review.accept_answer(judge(job))
    (exercise,) = find_exercises(review.losses, (ONE,), TODAY)
    return exercise


def rated(exercise: Exercise) -> Exercise:
    """The exercise after the worker has rated the steps of its turn."""
    rating = StepRating(exercise)
    while not rating.is_finished:
        rating.accept_answer(judge(rating.create_job()))
    return exercise._replace(drops=rating.drops)


def asked(drops: tuple[int, ...] = (0, 2000)) -> Exercise:
    """An exercise that asks for the step, with these losses."""
    return EXERCISE._replace(drops=drops)


EXERCISE = played(*WASTED)


# -- how it is found -----------------------------------------------------------------------------


def test_the_last_action_lost_a_task_that_needed_one_more_piece() -> None:
    """After i5 the third piece can still be placed on red; after h5 no action is left."""
    exercise = rated(EXERCISE)
    assert exercise.played == WASTED and exercise.loss == 2000
    assert exercise.drops == (0, 2000) and losing_step(exercise) == 2


def test_a_task_that_is_not_claimed_is_lost_by_no_step() -> None:
    exercise = rated(played("+e5", "+h5", "."))
    assert exercise.loss == 2000
    assert exercise.drops == (0, 0) and not losing_step(exercise)


def test_a_step_is_judged_by_what_can_still_be_played() -> None:
    """Each job asks for the loss of the rest of the turn, from what the seat sees after a step."""
    rating, jobs = StepRating(EXERCISE), []
    for lost in (300, 100):
        assert not rating.is_finished
        jobs.append(json.loads(rating.create_job().json_text))
        rating.accept_answer({"lost": lost})
    assert rating.is_finished and rating.drops == (1700, 200)
    assert [job["played"] for job in jobs] == [["+h5", "."], ["."]]
    assert [job["view"]["turn"]["actions"] for job in jobs] == [1, 0]
    assert {job["view"]["seat"] for job in jobs} == {1}


def test_a_better_plan_that_is_found_late_makes_no_step_a_gain() -> None:
    rating = StepRating(EXERCISE)
    rating.accept_answer({"lost": 2300})
    rating.accept_answer({"lost": 0})
    assert rating.drops == (0, 2300)


@pytest.mark.parametrize(
    ("drops", "step"),
    [
        *(((1400, 600), 1), ((600, 1400), 2), ((1390, 610), 0), ((1399, 0), 0), ((1400, 0), 1)),
        *(((1500, 1500), 0), ((), 0), ((2000,), 0), ((0, 0, 2000), 0)),
    ],
)
def test_one_step_has_to_take_most_of_the_loss(drops: tuple[int, ...], step: int) -> None:
    assert losing_step(asked(drops)) == step


def test_answers_inside_an_effect_belong_to_their_step() -> None:
    game = arrange(pattern_at("knight", "d7"), hand=["knight"], turn={"actions": 2})
    assert step_ends(game, ("knight@d7", "-", "+i5", ".")) == (2, 3)
    assert step_ends(game, ("knight@d7", "-", ".")) == (), "one step leaves nothing to ask"
    assert step_ends(game, ("+i5", "+i5", ".")) == (), "nobody can have played this"
    assert step_ends(game, ()) == ()


# -- what is stored ------------------------------------------------------------------------------


def stored(*exercises: Exercise) -> MemoryStore:
    store = MemoryStore()
    assert save_exercises(store, exercises) is None
    return store


def changed(key: str, value: object) -> tuple[Exercise, ...]:
    """The exercises that are read after one of them got another value there."""
    store = stored(asked())
    data = json.loads(store.texts[MISTAKES_KEY])
    data["exercises"][0][key] = value
    store.set(MISTAKES_KEY, json.dumps(data))
    return read_exercises(store)


def test_the_steps_are_read_as_they_were_stored() -> None:
    known = read_exercises(stored(EXERCISE))
    assert known == (EXERCISE,)
    assert add_drops(known, "another", (1, 2)) == known
    found = add_drops(known, EXERCISE.id, (0, 2000))
    assert found == (asked(),) == read_exercises(stored(*found))


def test_an_exercise_of_an_earlier_version_asks_nothing() -> None:
    old = EXERCISE._replace(played=())
    store = stored(old)
    assert "played" not in store.texts[MISTAKES_KEY] and "drops" not in store.texts[MISTAKES_KEY]
    assert read_exercises(store) == (old,)
    assert Attempt(old).state == "open"


@pytest.mark.parametrize("value", [*VALUES.values(), *TEXTS.values()], ids=[*VALUES, *TEXTS])
def test_hostile_steps_are_left_out_and_the_exercise_stays(value: object) -> None:
    for key in ("played", "drops"):
        for worth in (value, [value, value]):
            (exercise,) = changed(key, worth)
            assert exercise._replace(played=WASTED, drops=(0, 2000)) == asked()
            if worth != [] and (key, exercise.drops) != ("drops", (0, 2000)):
                assert Attempt(exercise).state == "open"


@pytest.mark.parametrize(
    "drops", [[0, True], [0, 2000.0], [-1, 2000], [0, 1_000_001], [0, 0, 0, 2000], {"0": 1}]
)
def test_losses_of_another_kind_are_left_out(drops: object) -> None:
    (exercise,) = changed("drops", drops)
    assert exercise == EXERCISE, "they are found again"


def test_what_one_browser_knows_of_the_steps_comes_to_the_other() -> None:
    later = EXERCISE._replace(again=after_success(EXERCISE.again, TODAY + 1))
    texts = [stored(one).texts[MISTAKES_KEY] for one in (asked(), later)]
    for here, there in (texts, reversed(texts)):
        store = MemoryStore()
        store.set(MISTAKES_KEY, merge_exercise_texts(here, there))
        assert read_exercises(store) == (later._replace(drops=(0, 2000)),)


# -- how it is asked -----------------------------------------------------------------------------


def shown(attempt: Attempt) -> tuple[str, str]:
    """The title of the panel, and its status."""
    view = attempt.goal_view(english())
    assert view.title
    return said(view.title), said(view.status) if view.status else ""


def test_an_attempt_first_asks_which_step_lost_it() -> None:
    attempt = Attempt(asked())
    assert attempt.state == "asking"
    assert shown(attempt) == ("Find the mistake", "Which step was the mistake?")
    assert not attempt.session.moves, "nothing is played yet"
    assert list(map(said, attempt.steps)) == ["Place a piece on i5", "Place a piece on h5"]
    assert (attempt.steps_on("i5"), attempt.steps_on("h5"), attempt.steps_on("e5")) == (
        *((1,), (2,)),
        (),
    )
    labels = mark_messages(mark_views(attempt.session))
    assert [said(label) for label in labels["h5"]] == ["your step 2"]
    panel = action_panel_view(attempt.session, prompt_view(attempt.session), (), [])
    assert said(panel.question) == "What you played" and not panel.buttons
    assert [said(line.text) for line in panel.lines] == [
        "Place a piece on i5",
        "Place a piece on h5",
    ]


@pytest.mark.parametrize(
    ("guess", "answer", "hints"),
    [
        (2, "Right. Step 2: about 2 points lost.", 0),
        (1, "Not step 1. Step 2: about 2 points lost.", 1),
    ],
)
def test_the_answer_says_the_loss_and_leads_on(guess: int, answer: str, hints: int) -> None:
    attempt = Attempt(asked())
    assert not attempt.play_better() and attempt.state == "asking"
    assert attempt.choose_step(guess) and not attempt.choose_step(3 - guess)
    assert shown(attempt) == ("Find the mistake", answer)
    assert [mark.square for mark in mark_views(attempt.session) if mark.kind == "asked"] == ["h5"]
    assert attempt.steps_on("h5") == (), "the answer is known"
    assert attempt.play_better()
    assert shown(attempt) == ("Find something better", "")
    assert attempt.session.moves and attempt.session.hints.hint is None
    assert attempt.hints == hints
    again = Attempt(attempt.exercise, before=attempt)
    assert again.state == "open" and again.hints == hints, "nothing is asked twice"


@pytest.mark.parametrize("number", [0, 3, -1])
def test_there_is_no_other_step(number: int) -> None:
    attempt = Attempt(asked())
    assert not attempt.choose_step(number) and attempt.state == "asking"


def test_a_wrong_answer_makes_the_exercise_a_hard_one() -> None:
    again, day = EXERCISE.again, TODAY + 1
    hard, known = (after_success(again, day, hints=hints) for hints in (1, 0))
    assert day < hard.due <= known.due and hard.memory.difficulty > known.memory.difficulty
