"""The progress in puzzles is kept, and failed puzzles come again."""

from __future__ import annotations

import json

import pytest

from tashkalar.features.puzzles import puzzle_progress
from tashkalar.features.puzzles.due_days import PROGRESS_KEY, practiced_days
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, Run, Tries
from tashkalar.features.puzzles.repetition import Memory, Repetition
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError

TODAY = 20_000
FAILED = Repetition(TODAY, TODAY - 1, Memory(0.212, 6.4133))  # yesterday, for the first time


def test_the_progress_is_read_as_it_was_saved() -> None:
    store = MemoryStore()
    assert puzzle_progress.read_progress(store) == PuzzleProgress()
    progress = PuzzleProgress(
        solved=("legend", "green-legends"),
        favorites=("legend",),
        daily=(TODAY, TODAY + 1),
        again={"three-steps": Repetition(TODAY + 3, TODAY, Memory(3.1, 6.5))},
        run=Run(("legend", "three-steps"), 1, ("legend",)),
    )
    assert puzzle_progress.save_progress(store, progress) is None
    assert puzzle_progress.read_progress(store) == progress


def test_the_days_of_attempts_are_found_without_the_code_of_the_puzzles() -> None:
    store = MemoryStore()
    assert practiced_days(store, PROGRESS_KEY) == set()
    progress = PuzzleProgress(daily=(TODAY - 9, TODAY - 8), again={"legend": FAILED})
    puzzle_progress.save_progress(store, progress)
    assert practiced_days(store, PROGRESS_KEY) == {TODAY - 9, TODAY - 8, TODAY - 1}
    for text in (
        "[]",
        "half",
        '{"again": [1], "daily": {"a": 1}}',
        '{"again": {"a": ["x", true]}}',
    ):
        store.set(PROGRESS_KEY, text)
        assert practiced_days(store, PROGRESS_KEY) == set()


def test_what_earlier_and_later_versions_have_stored_is_kept() -> None:
    store = MemoryStore()
    store.set(PROGRESS_KEY, '{"solved": ["legend"], "stars": 3}')
    progress = puzzle_progress.read_progress(store)
    assert progress == PuzzleProgress(solved=("legend",))
    puzzle_progress.save_progress(store, progress.with_favorite("legend", is_favorite=True))
    data = json.loads(store.texts[PROGRESS_KEY])
    assert (data["solved"], data["favorites"], data["stars"]) == (["legend"], ["legend"], 3)


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", "1", '{"solved": "legend", "again": [], "run": 1}'),
        '{"again": {"a": [1], "b": [1, 9], "c": ["x", 0], "d": 1}, "daily": ["x", true]}',
        '{"run": {"ids": ["a"], "at": 1, "solved": 0}}',
        '{"run": {"ids": ["a"], "at": "x", "solved": 0}}',
    ],
)
def test_a_damaged_progress_is_no_progress(text: str) -> None:
    store = MemoryStore()
    store.set(PROGRESS_KEY, text)
    assert puzzle_progress.read_progress(store) == PuzzleProgress()


def test_a_full_store_is_told() -> None:
    class FullStore(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    trouble = puzzle_progress.save_progress(FullStore(), PuzzleProgress())
    assert trouble is not None and trouble.id == "storage.settings"


def test_a_failed_puzzle_comes_again_the_next_day_and_then_ever_later() -> None:
    progress, day, waits = PuzzleProgress().add_failed("a", TODAY), TODAY, []
    for _ in range(5):
        due = progress.again["a"].due
        assert not progress.due(due - 1) and progress.due(due) == ["a"]
        waits.append(due - day)
        day = due
        progress = progress.add_solved("a", day)
    assert waits[0] == 1 and waits == sorted(waits) and waits[-1] > 7
    assert progress.solved == ("a",) and not progress.weak


def test_a_puzzle_that_is_solved_at_once_comes_again_after_a_week() -> None:
    progress = PuzzleProgress().add_solved("a", TODAY)
    assert progress.again["a"].due == TODAY + 8 and not progress.weak
    failed = progress.add_failed("a", TODAY + 8)
    assert failed.again["a"].due == TODAY + 9 and failed.weak == {"a"}


def test_a_solution_on_the_day_of_the_failure_spares_no_repetition() -> None:
    failed = PuzzleProgress().add_failed("a", TODAY)
    assert failed.add_solved("a", TODAY).again == failed.again
    assert failed.add_failed("a", TODAY).again == failed.again, "one failure a day counts"


def test_the_days_of_earlier_versions_are_taken_over() -> None:
    """They have stored the day and the step of 1, 3 and 7 days that has led to it."""
    store = MemoryStore()
    days = {"a": [TODAY, 0], "b": [TODAY + 2, 1], "c": [TODAY + 3, 2]}
    store.set(PROGRESS_KEY, json.dumps({"again": days}))
    progress = puzzle_progress.read_progress(store)
    assert {id: one.due for id, one in progress.again.items()} == {
        id: due for id, (due, _) in days.items()
    }
    assert progress.again["a"] == FAILED
    waits = []
    for id, (due, _) in days.items():
        solved = progress.add_solved(id, due)
        waits.append(solved.again[id].due - due)
    assert waits[0] < 7 < waits[1] < waits[2], "who had waited longer waits longer"
    assert puzzle_progress.save_progress(store, progress) is None
    assert puzzle_progress.read_progress(store) == progress


def test_solved_puzzles_are_kept_once_and_the_daily_one_by_its_day() -> None:
    progress = PuzzleProgress().add_solved("a", TODAY, daily=TODAY)
    progress = progress.add_solved("a", TODAY, daily=TODAY).add_solved("b", 7)
    assert (progress.solved, progress.daily) == (("a", "b"), (TODAY,))


def test_the_daily_one_counts_for_the_day_on_which_it_was_opened() -> None:
    progress = PuzzleProgress().add_solved("a", TODAY + 1, daily=TODAY)
    assert progress.daily == (TODAY,)


def test_tries_are_counted_until_the_solution_and_then_anew() -> None:
    store = MemoryStore()
    progress = PuzzleProgress().add_failed("a", TODAY).add_hint("a", 2).add_hint("a", 1)
    progress = progress.add_failed("a", TODAY).add_solved("a", TODAY)
    assert progress.tries == {"a": Tries(2, 2, is_solved=True)}
    puzzle_progress.save_progress(store, progress)
    assert puzzle_progress.read_progress(store) == progress
    assert progress.add_failed("a", TODAY).tries["a"] == Tries(1)
    assert progress.add_solved("a", TODAY).tries["a"] == Tries(is_solved=True)


def test_hints_make_a_puzzle_come_again_sooner() -> None:
    waits = [
        PuzzleProgress(tries={"a": Tries(hints=hints)}).add_solved("a", TODAY).again["a"].due
        - TODAY
        for hints in range(5)
    ]
    assert waits[0] > waits[1] == waits[2] >= waits[3] == waits[4] == 1


def test_a_run_counts_what_is_solved_at_its_place() -> None:
    progress = PuzzleProgress(run=Run(("a", "b"), 1))
    assert progress.add_solved("a", TODAY).run.solved == ()
    solved = progress.add_solved("b", TODAY)
    assert solved.run.solved == ("b",)
    # After undo the same puzzle can be solved once more.
    assert solved.add_solved("b", TODAY).run.solved == ("b",)


def test_a_favorite_is_chosen_and_given_up() -> None:
    progress = (
        PuzzleProgress().with_favorite("a", is_favorite=True).with_favorite("b", is_favorite=True)
    )
    assert progress.favorites == ("a", "b")
    assert progress.with_favorite("a", is_favorite=False).favorites == ("b",)


def test_the_progress_of_another_browser_is_added() -> None:
    """Nothing of this browser is lost; where both say something else, this one is right."""
    here = PuzzleProgress(
        solved=("a", "b"),
        favorites=("b",),
        daily=(3,),
        again={"a": FAILED},
        run=Run(("a", "b"), 1, ("a",)),
    )
    other = PuzzleProgress(
        solved=("c", "a"),
        favorites=("c", "b"),
        daily=(2, 3),
        again={"a": FAILED._replace(due=5), "d": FAILED},
        run=Run(("d",), 0),
    )
    assert here.merge(other) == PuzzleProgress(
        solved=("c", "a", "b"),
        favorites=("c", "b"),
        daily=(2, 3),
        again={"a": FAILED, "d": FAILED},
        run=Run(("a", "b"), 1, ("a",)),
    )
    assert PuzzleProgress().merge(other).run == other.run


@pytest.mark.parametrize(
    ("progress", "is_kept"),
    [
        (PuzzleProgress(run=Run(("a", "b"), 1)), True),
        (PuzzleProgress(run=Run(("a", "b"), 0, ("a",)), again={"b": FAILED}), True),
        (PuzzleProgress(run=Run(("a", "b"), 1, ("a", "b"))), False),
        (PuzzleProgress(run=Run(("a", "b"), 1, ("a",)), again={"b": FAILED}), False),
        (PuzzleProgress(solved=("a",)), True),
    ],
)
def test_a_run_that_is_over_is_forgotten(progress: PuzzleProgress, is_kept: bool) -> None:
    """Over it is when its last puzzle is solved or has failed; all else stays."""
    left = progress.without_finished_run()
    assert left == (progress if is_kept else progress._replace(run=Run()))


def test_what_was_done_in_a_twin_counts_for_the_puzzle_that_stays() -> None:
    progress = PuzzleProgress(
        solved=("twin", "b", "main"),
        favorites=("twin",),
        again={"twin": FAILED, "b": FAILED._replace(due=7)},
        run=Run(("b", "twin"), 1, ("twin",)),
        tries={"twin": Tries(1), "main": Tries(2)},
    )
    renamed = progress.renamed({"twin": "main"})
    assert renamed.solved == ("main", "b") and renamed.favorites == ("main",)
    assert renamed.again == {"main": FAILED, "b": FAILED._replace(due=7)}
    assert renamed.run == Run(("b", "main"), 1, ("main",))
    assert renamed.tries == {"main": Tries(2)}
    assert progress.renamed({}) == progress
