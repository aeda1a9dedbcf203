"""The puzzle of a day, which is the same for all, and the streak of a person who solves it.

A day is written as 2026-11-26, and counted in days since 1970-01-01. The script
`static/js/picture/contents.js` finds the puzzle of a day in the same way.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tashkalar.formats.puzzle_index import ListedPuzzle

DAILY = "daily"
"""The word for the puzzle of the day in an address, in the place of an id."""

_MASK = 0xFFFFFFFF  # 32 bits
_UNKNOWN_GRADE = 4  # of puzzles that the judge cannot grade: those to survive


def day_number(day: str) -> int:
    """Return the days from 1970-01-01 to a day, such as 2026-11-26."""
    year, month, date = map(int, day.split("-"))
    year -= month <= 2  # a year begins in March, so that a leap day is its last
    months = (month + 9) % 12
    day_of_year = (153 * months + 2) // 5 + date - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719468


def day_text(number: int) -> str:
    """Return a day that is counted from 1970-01-01, such as 2026-11-26."""
    days = number + 719468  # since the first of March of the year 0, where a year begins
    era, day_of_era = divmod(days, 146097)
    year_of_era = (
        day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096
    ) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    months = (5 * day_of_year + 2) // 153  # since March
    date = day_of_year - (153 * months + 2) // 5 + 1
    month = months + 3 if months < 10 else months - 9
    return f"{era * 400 + year_of_era + (month <= 2):04}-{month:02}-{date:02}"


def daily_puzzle(puzzles: Sequence[ListedPuzzle], day: str) -> ListedPuzzle | None:
    """Return the puzzle of a day; None if no puzzle may be one yet.

    It follows from the days before, so a file that is added later, with a later first day, changes
    none of them. A puzzle comes again only when all have had their turn. The grade rises from
    Monday to Sunday: each day takes its place among those that still wait, from easy to hard.
    """
    beginnings = sorted({puzzle.since for puzzle in puzzles if puzzle.since})
    if not beginnings or beginnings[0] > day:
        return None
    turns = _Turns()
    chosen: ListedPuzzle | None = None
    for number in range(day_number(beginnings[0]), day_number(day) + 1):
        if beginnings and day_number(beginnings[0]) <= number:
            since = beginnings.pop(0)
            turns.add([puzzle for puzzle in puzzles if puzzle.since == since])
        chosen = turns.take(number)
    return chosen


class _Placed(NamedTuple):
    """A puzzle with its place from easy to hard; chance decides among equals."""

    grade: int
    chance: int
    id: str
    puzzle: ListedPuzzle


class _Turns:
    """The puzzles that wait for their turn, from easy to hard, and those that have had it."""

    def __init__(self) -> None:
        self._waiting: list[_Placed] = []
        self._rested: list[_Placed] = []  # had their turn long ago
        self._resting: deque[_Placed] = deque()  # had it, the first of them longest ago

    def add(self, puzzles: Iterable[ListedPuzzle]) -> None:
        """Add puzzles that have not had their turn."""
        for puzzle in puzzles:
            grade = puzzle.grade or _UNKNOWN_GRADE
            insort(self._waiting, _Placed(grade, shuffle_number(puzzle.id), puzzle.id, puzzle))

    def take(self, day: int) -> ListedPuzzle:
        """Return the puzzle of the next day."""
        pool = self._waiting or self._rested_half()
        placed = pool.pop(len(pool) * (2 * weekday(day) + 1) // 14)
        self._resting.append(placed)
        return placed.puzzle

    def _rested_half(self) -> list[_Placed]:
        """Return those that have waited longest: half of all, while none waits for the first time.

        At least one, where there is any.
        """
        most_resting = (len(self._rested) + len(self._resting)) // 2
        while len(self._resting) > most_resting or not self._rested:
            insort(self._rested, self._resting.popleft())
        return self._rested


def weekday(day: int) -> int:
    """Return the day of the week: 0 is Monday. 1970-01-01 was a Thursday."""
    return (day + 3) % 7


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
