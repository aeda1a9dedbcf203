"""Grades corrected by a person's own results in each theme: the same puzzles are not hard for all.

The judges of `bots/puzzle_grade.py` grade for everyone; the puzzle of the day and what is shared
keep those grades.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, Tries
from tashkalar.formats.puzzle_form import MOST_GRADE
from tashkalar.formats.puzzle_index import ListedPuzzle

_EXPECTED = (0.85, 0.7, 0.55, 0.4, 0.25)  # of the grades: the share solved at the first try
_STEP = 0.15  # between the shares of two grades
_FEWEST = 8  # puzzles of a theme that were tried, before it is corrected
_DOUBT = 4  # puzzles that are added as solved just as expected, because few results say little


def correct_grades(
    puzzles: Sequence[ListedPuzzle], progress: PuzzleProgress
) -> tuple[ListedPuzzle, ...]:
    """Return the puzzles with the grades that fit the person: at most one more or one less."""
    corrections = theme_corrections(puzzles, progress.tries)
    if not any(corrections.values()):
        return tuple(puzzles)
    return tuple(
        puzzle._replace(grade=min(max(puzzle.grade + corrections[puzzle.theme], 1), MOST_GRADE))
        if puzzle.grade
        else puzzle
        for puzzle in puzzles
    )


def theme_corrections(
    puzzles: Sequence[ListedPuzzle], tries: Mapping[str, Tries]
) -> Mapping[str, int]:
    """Return for each theme by how much its grades are to be raised or lowered: -1, 0 or 1.

    A puzzle counts as solved if the first try succeeded without a hint.
    """
    missing = dict.fromkeys((puzzle.theme for puzzle in puzzles), 0.0)
    counts = dict.fromkeys(missing, 0)
    for puzzle in puzzles:
        known = tries.get(puzzle.id, Tries())
        if puzzle.grade and (known.is_solved or known.failed):
            is_solved = known.is_solved and not known.failed and not known.hints
            missing[puzzle.theme] += _EXPECTED[puzzle.grade - 1] - is_solved
            counts[puzzle.theme] += 1
    return {
        theme: _correction(missing[theme], count) if count >= _FEWEST else 0
        for theme, count in counts.items()
    }


def _correction(missing: float, count: int) -> int:
    """Return the steps between the expected and the true share of so many puzzles, at most one."""
    steps = int(missing / (count + _DOUBT) / _STEP)
    return min(max(steps, -1), 1)
