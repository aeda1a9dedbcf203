"""The tables of the statistics: games, and what features add."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.move import Message

_PERCENT = 100


class StatisticsLine(NamedTuple):
    """A row of a table: a name, a number for each column, and a bar."""

    name: Message | str
    numbers: tuple[int | None, ...]  # None where a column does not fit the row
    percent: int  # the length of the bar
    school: str = ""  # whose color the bar has


class StatisticsTable(NamedTuple):
    """A table: what its rows are, its columns, and its rows; without rows it is left out."""

    title: Message
    columns: tuple[Message, ...]
    lines: tuple[StatisticsLine, ...]


def percent(part: int, whole: int) -> int:
    """Return a part in per cent of a whole, rounded down; 0 of nothing."""
    return part * _PERCENT // whole if whole else 0
