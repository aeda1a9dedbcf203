"""The progress in puzzles is kept, and failed puzzles come again."""

from __future__ import annotations

import json

import pytest

from tashkalar.features.puzzles import puzzle_progress
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, Repetition, Run
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError

TODAY = 20_000


def test_the_progress_is_read_as_it_was_saved() -> None:
    store = MemoryStore()
    assert puzzle_progress.read_progress(store) == PuzzleProgress()
    progress = PuzzleProgress(
        solved=("legend", "green-legends"),
        favorites=("legend",),
        daily=(TODAY, TODAY + 1),
        again={"three-steps": Repetition(TODAY + 3, 1)},
        run=Run(("legend", "three-steps"), 1, ("legend",)),
    )
    assert puzzle_progress.save_progress(store, progress) is None
    assert puzzle_progress.read_progress(store) == progress


def test_what_earlier_and_later_versions_have_stored_is_kept() -> None:
    store = MemoryStore()
    store.set(puzzle_progress.PROGRESS_KEY, '{"solved": ["legend"], "stars": 3}')
    progress = puzzle_progress.read_progress(store)
    assert progress == PuzzleProgress(solved=("legend",))
    puzzle_progress.save_progress(store, progress.toggle_favorite("legend"))
    data = json.loads(store.texts[puzzle_progress.PROGRESS_KEY])
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
    store.set(puzzle_progress.PROGRESS_KEY, text)
    assert puzzle_progress.read_progress(store) == PuzzleProgress()


def test_a_full_store_is_told() -> None:
    class FullStore(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    trouble = puzzle_progress.save_progress(FullStore(), PuzzleProgress())
    assert trouble is not None and trouble.id == "storage.settings"


def test_a_failed_puzzle_comes_again_after_one_three_and_seven_days() -> None:
    progress, day, waits = PuzzleProgress().add_failed("a", TODAY), TODAY, []
    while progress.again:
        due = progress.again["a"].due
        assert not progress.due(due - 1) and progress.due(due) == {"a"}
        waits.append(due - day)
        day = due
        progress = progress.add_solved("a", day, is_daily=False)
    assert waits == [1, 3, 7]
    assert progress.solved == ("a",)


def test_a_solution_on_the_day_of_the_failure_spares_no_repetition() -> None:
    progress = PuzzleProgress().add_failed("a", TODAY).add_solved("a", TODAY, is_daily=False)
    assert progress.again == {"a": Repetition(TODAY + 1, 0)}
    later = PuzzleProgress(again={"a": Repetition(TODAY, 2)}).add_failed("a", TODAY)
    assert later.again == {"a": Repetition(TODAY + 1, 0)}


def test_solved_puzzles_are_kept_once_and_the_daily_one_by_its_day() -> None:
    progress = PuzzleProgress().add_solved("a", TODAY, is_daily=True)
    progress = progress.add_solved("a", TODAY, is_daily=True).add_solved("b", 7, is_daily=False)
    assert (progress.solved, progress.daily) == (("a", "b"), (TODAY,))


def test_a_run_counts_what_is_solved_at_its_place() -> None:
    progress = PuzzleProgress(run=Run(("a", "b"), 1))
    assert progress.add_solved("a", TODAY, is_daily=False).run.solved == ()
    solved = progress.add_solved("b", TODAY, is_daily=False)
    assert solved.run.solved == ("b",)
    # After undo the same puzzle can be solved once more.
    assert solved.add_solved("b", TODAY, is_daily=False).run.solved == ("b",)


def test_a_favorite_is_chosen_and_given_up() -> None:
    progress = PuzzleProgress().toggle_favorite("a").toggle_favorite("b")
    assert progress.favorites == ("a", "b")
    assert progress.toggle_favorite("a").favorites == ("b",)


def test_the_progress_of_another_browser_is_added() -> None:
    """Nothing of this browser is lost; where both say something else, this one is right."""
    here = PuzzleProgress(
        solved=("a", "b"),
        favorites=("b",),
        daily=(3,),
        again={"a": Repetition(9, 1)},
        run=Run(("a", "b"), 1, ("a",)),
    )
    other = PuzzleProgress(
        solved=("c", "a"),
        favorites=("c", "b"),
        daily=(2, 3),
        again={"a": Repetition(5, 0), "d": Repetition(6, 0)},
        run=Run(("d",), 0),
    )
    assert here.merge(other) == PuzzleProgress(
        solved=("c", "a", "b"),
        favorites=("c", "b"),
        daily=(2, 3),
        again={"a": Repetition(9, 1), "d": Repetition(6, 0)},
        run=Run(("a", "b"), 1, ("a",)),
    )
    assert PuzzleProgress().merge(other).run == other.run


@pytest.mark.parametrize(
    ("progress", "is_kept"),
    [
        (PuzzleProgress(run=Run(("a", "b"), 1)), True),
        (PuzzleProgress(run=Run(("a", "b"), 0, ("a",)), again={"b": Repetition(TODAY, 0)}), True),
        (PuzzleProgress(run=Run(("a", "b"), 1, ("a", "b"))), False),
        (PuzzleProgress(run=Run(("a", "b"), 1, ("a",)), again={"b": Repetition(TODAY, 0)}), False),
        (PuzzleProgress(solved=("a",)), True),
    ],
)
def test_a_run_that_is_over_is_forgotten(progress: PuzzleProgress, is_kept: bool) -> None:
    """Over it is when its last puzzle is solved or has failed; all else stays."""
    left = progress.without_finished_run()
    assert left == (progress if is_kept else progress._replace(run=Run()))
