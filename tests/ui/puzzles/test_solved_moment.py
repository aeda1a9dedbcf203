"""The moment after a solution, and a text to share that tells nothing of it."""

from __future__ import annotations

from tashkalar.features.puzzles.puzzle_progress import Tries
from tashkalar.features.puzzles.solved_moment import SharedDay, share_lines, solved_view
from tashkalar.formats.puzzle_index import ListedPuzzle
from tests.ui.table import said

PUZZLE = ListedPuzzle(
    "x", "legend", "duel", "sylvan", 4, {"en": "Old songs", "it": "Vecchi canti"}, {}, "", ""
)


def shared(tries: Tries | None, day: SharedDay | None, language: str = "en") -> list[str]:
    lines = share_lines(PUZZLE, language, tries, day)
    return [line if isinstance(line, str) else said(line) for line in lines]


def test_it_says_on_which_try_and_with_how_much_help() -> None:
    at_once = solved_view(Tries(is_solved=True))
    assert said(at_once.facts) == "On the first try"
    assert (at_once.dots, at_once.daily) == (("solved",), ())
    helped = solved_view(Tries(2, 1, is_solved=True))
    assert said(helped.facts) == "On try 3 | 1 hint"
    assert helped.dots == ("failed", "failed", "hint", "solved")
    assert len(solved_view(Tries(99)).dots) < 12, "a row of dots has an end"


def test_the_puzzle_of_the_day_shows_the_streak_and_tomorrow() -> None:
    view = solved_view(Tries(), streak=3, tomorrow=2)
    assert said(view.daily) == (
        "Today’s puzzle is solved: 3 days in a row. | Tomorrow: difficulty 2 of 5"
    )


def test_the_text_to_share_tells_the_tries_and_nothing_of_the_solution() -> None:
    day = SharedDay("26 November 2026", 4)
    assert shared(Tries(2, 1, is_solved=True), day) == [
        "Tash-Kalar, puzzle of 26 November 2026: “Old songs”, difficulty 4 of 5.",
        "⚪⚪🟡🟢",
        "On try 3 · 1 hint · Days in a row: 4",
    ]
    first = day._replace(streak=1)
    assert shared(Tries(is_solved=True), first)[1:] == ["🟢", "On the first try"]
    assert shared(None, None) == ["A Tash-Kalar puzzle: “Old songs”, difficulty 4 of 5."]
