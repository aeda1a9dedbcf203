"""The puzzle of a day, which is the same for all, and the streak of a person who solves it.

A day is written as 2026-11-26, and counted in days since 1970-01-01. `static/js/frame/main.js`
finds the puzzle of a day in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tashkalar.formats.puzzle_index import ListedPuzzle

DAILY = "daily"
"""The word for the puzzle of the day in an address, in the place of an id."""

_MASK = 0xFFFFFFFF  # 32 bits


def day_number(day: str) -> int:
    """Return the days from 1970-01-01 to a day, such as 2026-11-26."""
    year, month, date = map(int, day.split("-"))
    year -= month <= 2  # a year begins in March, so that a leap day is its last
    months = (month + 9) % 12
    day_of_year = (153 * months + 2) // 5 + date - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719468


def daily_puzzle(puzzles: Sequence[ListedPuzzle], day: str) -> ListedPuzzle | None:
    """Return the puzzle of a day; None if no puzzle may be one yet.

    A file that is added later has a later first day, so it changes no day before. All puzzles have
    their turn before one of them comes again, unless puzzles are added.
    """
    pool = [puzzle for puzzle in puzzles if puzzle.since and puzzle.since <= day]
    if not pool:
        return None
    cycle, place = divmod(day_number(day), len(pool))
    return sorted(pool, key=lambda puzzle: shuffle_number(f"{cycle}/{puzzle.id}"))[place]


def shuffle_number(text: str) -> int:
    """Return a number of 32 bits that seems to be random and depends on the text only."""
    number = 0x811C9DC5
    for sign in text.encode():
        number = (number ^ sign) * 0x01000193 & _MASK
    number = (number ^ number >> 16) * 0x85EBCA6B & _MASK
    number = (number ^ number >> 13) * 0xC2B2AE35 & _MASK
    return number ^ number >> 16


def streak(days: Collection[int], today: int) -> int:
    """Return how many days in a row have been solved, up to today or to yesterday."""
    last = today if today in days else today - 1
    length = 0
    while last - length in days:
        length += 1
    return length
