"""The puzzle of a day is the same for all, and stays so when puzzles are added."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from tashkalar.features.puzzles.daily_puzzle import daily_puzzle, day_number, shuffle_number, streak
from tashkalar.formats import puzzle_index
from tashkalar.formats.puzzle_index import ListedPuzzle

ROOT = Path(__file__).parents[3]


def puzzles(file: str, since: str, count: int) -> list[ListedPuzzle]:
    return [
        ListedPuzzle(f"{file}-{n}", "win", "duel", "sylvan", 1, {}, {}, f"{file}.json", since)
        for n in range(count)
    ]


def daily_id(listed: list[ListedPuzzle], day: date) -> str:
    puzzle = daily_puzzle(listed, day.isoformat())
    return puzzle.id if puzzle else ""


@pytest.mark.parametrize("day", ["1970-01-01", "2024-02-29", "2026-12-31", "2027-01-01"])
def test_days_are_counted(day: str) -> None:
    assert day_number(day) == (date.fromisoformat(day) - date(1970, 1, 1)).days


def test_all_puzzles_have_their_turn_before_one_comes_again() -> None:
    listed = puzzles("old", "2026-01-01", 12)
    first = date(1970, 1, 1) + timedelta(12 * 1720)  # a cycle begins
    days = [first + timedelta(n) for n in range(24)]
    ids = [daily_id(listed, day) for day in days]
    assert len(set(ids[:12])) == len(set(ids[12:])) == 12
    assert ids[:12] != ids[12:]
    assert ids[:12] != [puzzle.id for puzzle in listed]


def test_an_added_file_changes_no_day_before_its_own() -> None:
    old = puzzles("old", "2026-01-01", 12)
    more = [*puzzles("new", "2026-09-01", 30), *old, *puzzles("never", "", 3)]
    before = [date(2026, 1, 1) + timedelta(n) for n in range(243)]
    assert before[-1] == date(2026, 8, 31)
    assert [daily_id(old, day) for day in before] == [daily_id(more, day) for day in before]
    after = [daily_id(more, date(2026, 9, 1) + timedelta(n)) for n in range(60)]
    assert any(id.startswith("new") for id in after)
    assert not any(id.startswith("never") for id in after)


def test_there_is_none_before_the_first_day() -> None:
    assert daily_puzzle(puzzles("old", "2026-01-02", 3), "2026-01-01") is None
    assert daily_puzzle([], "2026-01-02") is None


def test_the_page_has_a_puzzle_for_every_day() -> None:
    text = (ROOT / "static/puzzles/index.json").read_text(encoding="utf-8")
    listed = list(puzzle_index.read(text))
    first = date(2026, 11, 26)
    # Longer than the list: each puzzle has come by then, and the list begins again.
    days = [first + timedelta(n) for n in range(0, 2 * len(listed), 97)] + [date(2027, 11, 1)]
    assert all(daily_id(listed, day) for day in days)


def test_the_shuffle_is_the_one_of_the_frame_s_script() -> None:
    # computed with the script: another result would change the puzzles of past days
    assert [shuffle_number(text) for text in ("", "1/a")] == [2872998923, 3830278581]


def test_a_streak_ends_today_or_yesterday() -> None:
    assert streak([], 10) == 0
    assert streak([8, 9, 10], 10) == 3
    assert streak([8, 9], 10) == 2
    assert streak([8], 10) == 0
    assert streak([6, 8, 9, 10], 10) == 3
