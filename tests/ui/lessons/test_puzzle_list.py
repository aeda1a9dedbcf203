"""The list of the puzzles, the solved ones, and the addresses of puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tashkalar.formats import puzzle as puzzle_format
from tashkalar.ui.lessons import puzzle_list
from tashkalar.ui.session.goal_panel import goal_panel_view, goal_progress
from tashkalar.ui.start import url_parameters
from tashkalar.ui.start.url_parameters import PuzzleRequest
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tests.ui.table import said

FILE = Path(__file__).parents[3] / "static/puzzles/puzzles-1.json"
PUZZLES = puzzle_format.read(FILE.read_text(encoding="utf-8"))
IDS = [puzzle.id for puzzle in PUZZLES]


def test_the_page_fetches_the_file_of_the_puzzles() -> None:
    assert (FILE.parents[2] / puzzle_list.PUZZLES_URL).samefile(FILE)


def test_the_list_tells_what_there_is_to_do_in_the_reader_s_language() -> None:
    english, italian = (
        puzzle_list.puzzle_rows(PUZZLES, [], language)[IDS.index("legend")]
        for language in ("en", "it")
    )
    assert (english.title, english.about) == ("Making room", "Summon a legend this turn.")
    assert italian.about == "Evoca una leggenda in questo turno."
    assert english.grade is not None and said(english.grade).startswith("Difficulty ")
    assert (english.state, english.status) == ("open", None)


def test_solved_puzzles_are_marked_and_the_next_one_is_named() -> None:
    rows = puzzle_list.puzzle_rows(PUZZLES, IDS[:2], "en")
    assert [row.state for row in rows[:3]] == ["done", "done", "open"]
    assert [row.id for row in rows if row.is_next] == [IDS[2]]
    assert rows[0].status is not None and said(rows[0].status) == "Solved"


def test_after_a_puzzle_comes_the_next_unsolved_one() -> None:
    following = puzzle_list.next_unsolved
    assert following(PUZZLES, [], IDS[0]) == IDS[1]
    assert following(PUZZLES, [IDS[1]], IDS[0]) == IDS[2]
    assert following(PUZZLES, IDS[1:], IDS[-1]) == IDS[0]
    assert following(PUZZLES, IDS, IDS[0]) == ""
    assert following(PUZZLES, IDS[1:], IDS[0]) == ""  # the one on the table is not offered again


def test_solved_puzzles_are_kept_once_each() -> None:
    store = MemoryStore()
    assert puzzle_list.read_solved(store) == ()
    for id in ("legend", "green-legends", "legend"):
        assert puzzle_list.save_solved(store, id) is None
    assert puzzle_list.read_solved(store) == ("legend", "green-legends")


@pytest.mark.parametrize("text", ["{", "[]", '{"solved": "legend"}', "1"])
def test_a_damaged_progress_is_no_progress(text: str) -> None:
    store = MemoryStore()
    store.set(puzzle_list.PROGRESS_KEY, text)
    assert puzzle_list.read_solved(store) == ()
    assert puzzle_list.save_solved(store, "legend") is None
    assert puzzle_list.read_solved(store) == ("legend",)


def test_a_full_store_is_told() -> None:
    class FullStore(MemoryStore):
        def set(self, key: str, text: str) -> None:
            raise StoreError("full")

    trouble = puzzle_list.save_solved(FullStore(), "legend")
    assert trouble is not None and trouble.id == "storage.settings"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=IDS)
def test_the_solution_of_every_puzzle_reaches_the_goal_on_the_table(
    puzzle: puzzle_format.Puzzle,
) -> None:
    game = puzzle_list.puzzle_game(puzzle)
    for language in ("en", "el"):
        panel = goal_panel_view(game, language)
        assert panel is not None and panel.text == puzzle.title[language]
    for code in puzzle.solution:
        progress = goal_progress(game)
        assert progress is not None and progress.state == "open"
        game.play(code)
    progress = goal_progress(game)
    assert progress is not None and progress.state == "reached"


def test_an_address_asks_for_a_puzzle() -> None:
    for query, behind in (("?puzzle=legend", ""), ("", "#puzzle=legend")):
        parameters = url_parameters.read_parameters(query, behind)
        assert url_parameters.requested(parameters) == PuzzleRequest("legend")
    assert url_parameters.url_with_puzzle("?lang=it&form=duel", "", "legend") == (
        "?lang=it&puzzle=legend"
    )
    assert url_parameters.url_without_game("?puzzle=legend&lang=it", "") == "?lang=it"


def test_a_puzzle_that_does_not_exist_is_told() -> None:
    refusal = url_parameters.unknown_puzzle("x" * 500 + "\u202e")
    assert "there is no puzzle 'xxx" in said(refusal.message)
    assert len(said(refusal.message)) < 250
