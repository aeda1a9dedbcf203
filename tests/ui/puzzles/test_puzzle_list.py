"""The list of the puzzles, the solved ones, and the addresses of puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tashkalar.bots import puzzle_finder
from tashkalar.features.puzzles import puzzle_list
from tashkalar.features.puzzles.puzzle_list import PuzzleFilter
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, Run
from tashkalar.features.puzzles.repetition import Memory, Repetition
from tashkalar.features.puzzles.statistics import puzzle_tables
from tashkalar.formats import puzzle as puzzle_format
from tashkalar.formats import puzzle_index
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.ui.activity import PageAddress
from tashkalar.ui.session.goal_panel import goal_panel_view, goal_progress
from tashkalar.ui.start import url_parameters
from tashkalar.ui.start.url_parameters import FeatureRequest
from tests.ui.address_form import FORM
from tests.ui.table import said

ROOT = Path(__file__).parents[3]
FILES = [
    puzzle_format.read(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "static/puzzles").glob("puzzles-*.json"))
]
PUZZLES = FILES[0]
LISTED = puzzle_index.read((ROOT / puzzle_list.INDEX_URL).read_text(encoding="utf-8"))
TODAY = 20_000
DUE = Repetition(TODAY, TODAY - 1, Memory(0.212, 6.4133))


def listed(id: str, grade: int = 1, **fields: str) -> ListedPuzzle:
    """Return a puzzle of a list."""
    others: dict[str, Any] = {"theme": "legend", "form": "duel", "school": "sylvan", **fields}
    return ListedPuzzle(id=id, grade=grade, title={}, task={}, file="a.json", since="", **others)


FOUR = (
    listed("a", 3),
    listed("b", 1, theme="win", form="melee"),
    listed("c", 2, school="highland"),
    listed("d", 1),
)


def test_the_list_tells_what_there_is_to_do_in_the_reader_s_language() -> None:
    legend = [puzzle for puzzle in LISTED if puzzle.id == "legend"]
    english, italian = (
        puzzle_list.puzzle_rows(LISTED, legend, PuzzleProgress(), TODAY, language)[0]
        for language in ("en", "it")
    )
    assert (english.title, english.about) == ("Making room", "Summon a legend this turn.")
    assert said(english.kind) == "High Form · Northern Imperial"
    assert italian.about == "Evoca una leggenda in questo turno."
    assert english.grade is not None and said(english.grade).startswith("Difficulty ")
    assert (english.state, english.status, english.is_favorite) == ("open", None, False)


def test_puzzles_for_teams_say_so_and_have_a_filter() -> None:
    wanted = PuzzleFilter(form=puzzle_list.TEAMS)
    shown = puzzle_list.filter_puzzles(LISTED, wanted, PuzzleProgress(), TODAY)
    in_files = {one.id for file in FILES for one in file if one.scenario.get("teams")}
    assert {puzzle.id for puzzle in shown} == in_files and in_files
    rows = puzzle_list.puzzle_rows(LISTED, shown, PuzzleProgress(), TODAY, "en")
    assert all(", teams · " in said(row.kind) for row in rows)
    melee = puzzle_list.filter_puzzles(LISTED, PuzzleFilter(form="melee"), PuzzleProgress(), TODAY)
    assert melee and not any(puzzle.has_teams for puzzle in melee)


def test_solved_puzzles_favorites_and_those_to_repeat_are_marked() -> None:
    progress = PuzzleProgress(solved=("a", "c"), favorites=("b",), again={"c": DUE})
    rows = puzzle_list.puzzle_rows(FOUR, FOUR[:3], progress, TODAY, "en")
    assert [(row.number, row.state) for row in rows] == [(1, "done"), (2, "open"), (3, "done")]
    assert [row.id for row in rows if row.is_next] == ["b"]
    assert [row.id for row in rows if row.is_favorite] == ["b"]
    assert [row.status and said(row.status) for row in rows] == ["Solved", None, "Due today"]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (PuzzleFilter(), "abcd"),
        (PuzzleFilter(themes=frozenset({"win", "claim"})), "b"),
        (PuzzleFilter(themes=frozenset({"win", "legend"}), grade=1), "bd"),
        (PuzzleFilter(form="duel", school="sylvan"), "ad"),
        (PuzzleFilter(state="open"), "bcd"),
        (PuzzleFilter(state="done"), "a"),
        (PuzzleFilter(state="favorite"), "d"),
        (PuzzleFilter(state="again"), "c"),
        (PuzzleFilter(state="again", school="sylvan"), ""),
    ],
)
def test_a_filter_keeps_what_fits_all_its_choices(wanted: PuzzleFilter, ids: str) -> None:
    progress = PuzzleProgress(
        solved=("a",),
        favorites=("d",),
        again={"c": DUE, "d": DUE._replace(due=TODAY + 1)},
    )
    fitting = puzzle_list.filter_puzzles(FOUR, wanted, progress, TODAY)
    assert "".join(puzzle.id for puzzle in fitting) == ids


def test_after_a_puzzle_comes_the_next_unsolved_one() -> None:
    def following(progress: PuzzleProgress, after: str) -> str:
        return puzzle_list.next_puzzle(FOUR, progress, after)

    assert following(PuzzleProgress(), "a") == "b"
    assert following(PuzzleProgress(solved=("b",)), "a") == "c"
    assert following(PuzzleProgress(solved=("b", "c", "d")), "d") == "a"
    assert following(PuzzleProgress(solved=("a", "b", "c", "d")), "a") == ""
    assert following(PuzzleProgress(solved=("b", "c", "d")), "a") == ""  # not the same again
    due = PuzzleProgress(again={"d": DUE})
    assert following(due, "a") == "b", "what is due is not mixed in"


def test_among_what_is_due_comes_what_has_waited_longest() -> None:
    later = DUE._replace(due=TODAY + 1)
    again = {"b": DUE, "d": DUE._replace(due=TODAY - 2), "c": later, "gone": DUE}
    progress = PuzzleProgress(again=again, run=Run(("a", "c")))

    def following(after: str) -> str:
        return puzzle_list.next_puzzle(FOUR, progress, after, due_today=TODAY)

    assert following("a") == "d"
    assert following("d") == "b"
    only = PuzzleProgress(again={"b": DUE})
    assert puzzle_list.next_puzzle(FOUR, only, "b", due_today=TODAY) == ""


def test_a_run_goes_from_easy_to_hard_through_unsolved_puzzles() -> None:
    run = puzzle_list.begin_run(FOUR, PuzzleProgress(solved=("d",)), TODAY)
    assert run == Run(("b", "c", "a"))
    progress = PuzzleProgress(run=run)
    assert puzzle_list.next_puzzle(FOUR, progress, "b") == "c"
    at_end = PuzzleProgress(run=run._replace(at=2))
    assert puzzle_list.next_puzzle(FOUR, at_end, "a") == ""
    assert puzzle_list.next_puzzle(FOUR, at_end, "d") == "a"  # not one of the run


def test_a_run_has_ten_puzzles_of_many_grades_and_none_only_because_it_is_due() -> None:
    many = [listed(f"p{n}", 1 + n % 5) for n in range(60)]
    solved = tuple(f"p{n}" for n in range(40))
    due = PuzzleProgress(solved=solved, again=dict.fromkeys(solved, DUE))
    run = puzzle_list.begin_run(many, due, TODAY)
    grades = [next(p.grade for p in many if p.id == id) for id in run.ids]
    assert grades == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert not set(run.ids).intersection(solved)
    assert puzzle_list.begin_run(many, due, TODAY + 1).ids != run.ids
    solved_all = PuzzleProgress(solved=tuple(puzzle.id for puzzle in FOUR))
    assert len(puzzle_list.begin_run(FOUR, solved_all, TODAY).ids) == 4


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_solution_of_every_puzzle_reaches_the_goal_on_the_table(
    puzzle: puzzle_format.Puzzle,
) -> None:
    game = puzzle_list.puzzle_game(puzzle)
    for language in ("en", "el"):
        panel = goal_panel_view(game, language)
        text: Any = puzzle.scenario["text"] if puzzle.theme == "survive" else puzzle.title
        assert panel is not None and panel.text == text[language]
    for code in puzzle.solution:
        progress = goal_progress(game)
        assert progress is not None and progress.state == "open"
        game.play(code)
    if puzzle.theme == "survive":
        for code in puzzle_finder.greedy_turn(game, 1):
            game.play(code)
    progress = goal_progress(game)
    assert progress is not None and progress.state == "reached"


def test_an_address_asks_for_a_puzzle() -> None:
    for query, behind in (("?puzzle=legend", ""), ("", "#puzzle=legend")):
        parameters = FORM.read_parameters(query, behind)
        assert FORM.requested(parameters) == FeatureRequest("puzzle", {"puzzle": "legend"})
    asks = PageAddress("puzzle", "legend")
    assert FORM.url_for("?lang=it&form=duel", "", asks) == "?lang=it&puzzle=legend"
    assert FORM.url_without_game("?puzzle=legend&lang=it", "") == "?lang=it"


def test_a_puzzle_that_does_not_exist_is_told() -> None:
    refusal = url_parameters.unknown_value("url.error.puzzle", "puzzle", "x" * 500 + "\u202e")
    assert "There is no puzzle “xxx" in said(refusal.message)
    assert len(said(refusal.message)) < 250


def test_each_table_of_the_statistics_counts_every_puzzle() -> None:
    for table in puzzle_tables(LISTED, PuzzleProgress()):
        counts = [line.numbers[-1] for line in table.lines]
        assert sum(count or 0 for count in counts) == len(LISTED), table.title.id
