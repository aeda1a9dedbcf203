"""The puzzle of a day is the same for all, and stays so when puzzles are added."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path

import pytest

from tashkalar.features.puzzles.daily_puzzle import (
    daily_puzzle,
    day_number,
    day_text,
    shuffle_number,
    streak,
    weekday,
)
from tashkalar.formats import puzzle_index
from tashkalar.formats.puzzle_index import ListedPuzzle

ROOT = Path(__file__).parents[3]
LISTED = puzzle_index.read((ROOT / "static/puzzles/index.json").read_text(encoding="utf-8"))
FIRST_DAY = day_number("2026-11-26")


def puzzles(file: str, since: str, count: int) -> list[ListedPuzzle]:
    return [
        ListedPuzzle(f"{file}-{n}", "win", "duel", "sylvan", 1, {}, {}, f"{file}.json", since)
        for n in range(count)
    ]


def daily_id(listed: list[ListedPuzzle], day: date) -> str:
    puzzle = daily_puzzle(listed, day.isoformat())
    return puzzle.id if puzzle else ""


class _Daily(dict[int, ListedPuzzle]):
    """The puzzles of the days from the first one, each found when it is asked for."""

    def __missing__(self, number: int) -> ListedPuzzle:
        puzzle = daily_puzzle(LISTED, day_text(FIRST_DAY + number))
        assert puzzle is not None
        self[number] = puzzle
        return puzzle


DAILY = _Daily()


@pytest.mark.parametrize("day", ["1970-01-01", "2024-02-29", "2026-12-31", "2027-01-01"])
def test_days_are_counted(day: str) -> None:
    assert day_number(day) == (date.fromisoformat(day) - date(1970, 1, 1)).days
    assert day_text(day_number(day)) == day
    assert weekday(day_number(day)) == date.fromisoformat(day).weekday()


def test_all_puzzles_have_their_turn_before_one_comes_again() -> None:
    listed = puzzles("old", "2026-01-01", 12)
    ids = [daily_id(listed, date(2026, 1, 1) + timedelta(n)) for n in range(24)]
    assert len(set(ids[:12])) == 12
    for place in range(12, 24):
        assert ids[place] not in ids[place - 6 : place], "half of them have come since"
    assert ids[:12] != [puzzle.id for puzzle in listed]


def four_years() -> list[ListedPuzzle]:
    return [DAILY[n] for n in range(4 * 365 + 1)]


def test_none_comes_again_in_four_years_before_all_have_come() -> None:
    ids = [puzzle.id for puzzle in four_years()]
    first_again = next(n for n, id in enumerate(ids) if id in ids[:n])
    assert first_again == len(LISTED), "each file was added in time"
    for place in range(first_again, len(ids)):
        recent = ids[place - len(LISTED) // 2 + 1 : place]
        assert ids[place] not in recent


def test_the_grade_rises_with_the_week() -> None:
    by_weekday: dict[int, list[int]] = {}
    for number, puzzle in enumerate(four_years()[14:], FIRST_DAY + 14):
        by_weekday.setdefault(weekday(number), []).append(puzzle.grade or 4)
    means = [sum(grades) / len(grades) for _, grades in sorted(by_weekday.items())]
    assert means == sorted(means)
    assert means[0] < 1.5 and means[-1] > 4.5
    assert max(by_weekday[0]) <= 2, "Monday is easy"


def test_a_puzzle_that_is_added_comes_before_one_comes_again() -> None:
    old = puzzles("old", "2026-01-01", 10)
    more = [*old, *puzzles("new", "2026-02-01", 5)]  # when the old ones come again
    february = [daily_id(more, date(2026, 2, 1) + timedelta(n)) for n in range(5)]
    assert len(set(february)) == 5 and all(id.startswith("new") for id in february)


@pytest.mark.skipif(not shutil.which("node"), reason="node runs the script of the boards")
def test_the_script_of_the_boards_finds_the_same(tmp_path: Path) -> None:
    files = [
        {
            "since": since,
            "ids": [puzzle.id for puzzle in listed],
            "grades": [puzzle.grade for puzzle in listed],
        }
        for (_, since), group in groupby(LISTED, lambda puzzle: (puzzle.file, puzzle.since))
        for listed in [list(group)]
    ]
    script = tmp_path / "days.mjs"
    source = (ROOT / "static/js/picture/contents.js").read_text(encoding="utf-8")
    without_imports = re.sub(r"^import .*$", "", source, flags=re.MULTILINE)
    days = "[...Array(1461).keys()].filter((n) => n % 60 === 0 || n > 1430)"
    script.write_text(
        f"{without_imports}\nconst files = {json.dumps(files)};\n"
        f"console.log(JSON.stringify({days}.map((n) => "
        f"[n, dailyPuzzle(files, new Date(2026, 10, 26 + n))])));",
        encoding="utf-8",
    )
    found = json.loads(subprocess.check_output(["node", str(script)], text=True))
    assert len(found) > 40
    assert found == [[n, DAILY[n].id] for n, _ in found]


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
