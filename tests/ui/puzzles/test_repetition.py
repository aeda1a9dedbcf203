"""The schedule of FSRS-6, with the results that its authors have published."""

from __future__ import annotations

import pytest

from tashkalar.features.puzzles.repetition import (
    AttemptRating,
    Memory,
    Repetition,
    after_failure,
    after_success,
    days_until_due,
    due_ids,
    first_memory,
    next_memory,
    read_repetition,
    stored_numbers,
)

FAILED, HELPED, SOLVED, AT_ONCE = AttemptRating
TODAY = 20_000


def test_the_first_attempt() -> None:
    """The first values by rating; the published ones have five digits."""
    for rating, stability, difficulty in (
        (FAILED, 0.212, 6.4133),
        (HELPED, 1.2931, 5.11217071),
        (SOLVED, 2.3065, 2.11810397),
        (AT_ONCE, 8.2956, 1.0),
    ):
        assert first_memory(rating) == pytest.approx((stability, difficulty), abs=1e-6)


def test_the_published_memory_state() -> None:
    """`test_memo_state` of the package fsrs 6.3.2: S = 53.62691, D = 6.3574867."""
    memory = first_memory(FAILED)
    for days in (0, 1, 3, 8, 21):
        memory = next_memory(memory, days, SOLVED)
    assert memory.stability == pytest.approx(53.62691, abs=1e-4)
    assert memory.difficulty == pytest.approx(6.3574867, abs=1e-4)


def test_the_published_intervals() -> None:
    """`test_review_card` of the package fsrs 6.3.2.

    There the first repetitions, and those after a failure, come after minutes: they are 0 days.
    """
    steps = {0: 0, 6: 0, 7: 0}  # places where the package waits for minutes
    memory, found = first_memory(SOLVED), [0]
    for place, rating in enumerate((SOLVED,) * 5 + (FAILED,) * 2 + (SOLVED,) * 5, 1):
        memory = next_memory(memory, found[-1], rating)
        found.append(steps.get(place, days_until_due(memory)))
    assert found == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]


def test_a_solution_with_help_lies_between_a_failure_and_one_without() -> None:
    """The hard penalty w15 shortens the growth; the difficulty rises."""
    memory = first_memory(SOLVED)
    failed, helped, solved = (next_memory(memory, 2, r) for r in (FAILED, HELPED, SOLVED))
    assert failed.stability < helped.stability < solved.stability
    growth = (helped.stability - memory.stability) / (solved.stability - memory.stability)
    assert growth == pytest.approx(0.6014)
    assert solved.difficulty < helped.difficulty < failed.difficulty


def test_no_wait_is_longer_than_a_century_and_none_shorter_than_a_day() -> None:
    assert days_until_due(Memory(1e9, 1)) == 36_500
    assert days_until_due(Memory(0.001, 10)) == 1
    memory = first_memory(FAILED)
    for _ in range(400):
        memory = next_memory(memory, 1, FAILED)
    assert memory.stability >= 0.001 and memory.difficulty <= 10


def test_a_clock_that_was_set_back_harms_nothing() -> None:
    known = after_success(None, TODAY)
    assert after_success(known, TODAY - 5) == known
    assert after_failure(known, TODAY - 5).due == TODAY - 4


def test_what_has_waited_longest_is_due_first() -> None:
    memory = first_memory(FAILED)
    days = {"a": TODAY, "b": TODAY - 3, "c": TODAY + 1, "d": TODAY - 3}
    again = {id: Repetition(due, due - 1, memory) for id, due in days.items()}
    assert due_ids(again, TODAY) == ["b", "d", "a"]


def test_a_repetition_is_read_as_it_was_stored() -> None:
    known = after_success(after_failure(None, TODAY), TODAY + 1)
    assert read_repetition(stored_numbers(known)) == known


@pytest.mark.parametrize(
    "value",
    [
        *(None, 1, [], [1], [1, 2, 3], [1, 2, 3, 4, 5], ["1", 0], [1, True]),
        *([1, 2, 0, 5], [1, 2, 1, 11], [1, 2, 1, 0.5], [1.5, 2, 1, 5], [1, 2, "1", 5], [1, 3]),
        *([1, 2, float("nan"), 5], [1, 2, float("inf"), 5]),
    ],
)
def test_a_damaged_repetition_is_none(value: object) -> None:
    assert read_repetition(value) is None
