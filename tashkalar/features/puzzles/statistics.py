"""The puzzles in the statistics: how many of each theme and grade are solved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress
from tashkalar.formats.puzzle_form import MOST_GRADE, THEMES
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.statistics_table import StatisticsLine, StatisticsTable, percent


def puzzle_tables(
    puzzles: Sequence[ListedPuzzle], progress: PuzzleProgress
) -> tuple[StatisticsTable, ...]:
    """Return the puzzles by theme and by grade, those with the largest share of failures first."""
    themes, grades = THEMES, range(MOST_GRADE + 1)
    return (
        _puzzle_table(
            "theme",
            ((Message(f"puzzles.theme.{t}"), [p for p in puzzles if p.theme == t]) for t in themes),
            progress,
        ),
        _puzzle_table(
            "grade",
            ((_grade_name(grade), [p for p in puzzles if p.grade == grade]) for grade in grades),
            progress,
        ),
    )


def _grade_name(grade: int) -> Message:
    return Message("puzzles.grade", {"n": grade}) if grade else Message("puzzles.grade.none")


class _PuzzleCount(NamedTuple):
    """The puzzles of a row."""

    name: Message
    solved: int
    again: int  # failed ones, and those not known well yet
    tried: int
    all: int

    @property
    def weakness(self) -> tuple[bool, float, float]:
        """The order: rows with tried puzzles first, those with more failures before others."""
        failed = self.again / self.tried if self.tried else 0
        return not self.tried, -failed, self.solved / self.all


def _puzzle_table(
    by: str, rows: Iterable[tuple[Message, list[ListedPuzzle]]], progress: PuzzleProgress
) -> StatisticsTable:
    counts = [_count_puzzles(name, puzzles, progress) for name, puzzles in rows if puzzles]
    return StatisticsTable(
        Message(f"statistics.by-{by}"),
        tuple(Message(f"statistics.{column}") for column in ("solved", "again", "all")),
        tuple(
            StatisticsLine(
                count.name,
                (count.solved, count.again, count.all),
                percent(count.solved, count.all),
            )
            for count in sorted(counts, key=lambda count: count.weakness)
        ),
    )


def _count_puzzles(
    name: Message, puzzles: Sequence[ListedPuzzle], progress: PuzzleProgress
) -> _PuzzleCount:
    ids = {puzzle.id for puzzle in puzzles}
    solved, again = ids.intersection(progress.solved), ids.intersection(progress.weak)
    return _PuzzleCount(name, len(solved), len(again), len(solved | again), len(ids))
