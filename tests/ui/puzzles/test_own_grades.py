"""The grades of a theme follow the person's own results in it, and those of the day stay."""

from __future__ import annotations

from tashkalar.features.puzzles import puzzle_list
from tashkalar.features.puzzles.own_grades import correct_grades, theme_corrections
from tashkalar.features.puzzles.puzzle_list import PuzzleFilter
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, Tries
from tashkalar.formats.puzzle_index import ListedPuzzle
from tests.ui.puzzles.test_puzzle_list import TODAY, listed
from tests.ui.table import said

SOLVED, FAILED, HELPED = Tries(0, 0, True), Tries(1, 0, False), Tries(0, 2, True)


def theme(name: str, grade: int, count: int = 20) -> list[ListedPuzzle]:
    """Return puzzles of a theme and a grade."""
    return [listed(f"{name}-{grade}-{n}", grade, theme=name) for n in range(count)]


def tried(puzzles: list[ListedPuzzle], *results: Tries) -> dict[str, Tries]:
    """Return the results of the first puzzles."""
    return dict(zip((puzzle.id for puzzle in puzzles), results, strict=False))


def test_without_many_tries_nothing_is_corrected() -> None:
    puzzles = theme("destroy", 3)
    for results in ((), (FAILED,) * 7, (Tries(),) * 20):
        assert theme_corrections(puzzles, tried(puzzles, *results)) == {"destroy": 0}


def test_a_theme_is_harder_for_who_fails_in_it_and_easier_for_who_solves_it() -> None:
    puzzles, others = theme("destroy", 3), theme("legend", 3)
    for results, correction in (
        ((FAILED,) * 8, 1),
        ((HELPED,) * 8, 1),  # a hint has told the way
        ((SOLVED, FAILED) * 5, 0),  # as expected of this grade
        ((SOLVED,) * 12, -1),
        ((SOLVED,) * 20, -1),  # one at most
    ):
        found = theme_corrections([*puzzles, *others], tried(puzzles, *results))
        assert found == {"destroy": correction, "legend": 0}, results


def test_easy_ones_that_are_solved_say_little() -> None:
    puzzles = theme("win", 1)
    assert theme_corrections(puzzles, tried(puzzles, *(SOLVED,) * 20)) == {"win": 0}
    assert theme_corrections(puzzles, tried(puzzles, *(FAILED,) * 8)) == {"win": 1}


def test_a_corrected_grade_says_so_and_the_filter_finds_it() -> None:
    puzzles = [*theme("destroy", 3), *theme("destroy", 5, 1), *theme("legend", 3, 1)]
    unknown = listed("unknown", 0, theme="destroy")
    progress = PuzzleProgress(tries=tried(puzzles, *(FAILED,) * 8))
    graded = correct_grades([*puzzles, unknown], progress)
    assert [one.grade for one in graded[-4:]] == [4, 5, 3, 0]
    four = puzzle_list.filter_puzzles(graded, PuzzleFilter(grade=4), progress, TODAY)
    assert len(four) == 20
    rows = puzzle_list.puzzle_rows([*puzzles, unknown], graded, progress, TODAY, "en")
    told = [row.grade and said(row.grade) for row in rows[-4:]]
    assert told == [
        "Difficulty 4 of 5 for you",
        "Difficulty 5 of 5",
        "Difficulty 3 of 5",
        None,
    ]
    assert correct_grades(puzzles, PuzzleProgress()) == tuple(puzzles)
