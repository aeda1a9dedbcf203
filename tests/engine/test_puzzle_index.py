"""The index of the puzzles is read strictly, and is that of the puzzle files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.cli import main
from tashkalar.formats import puzzle, puzzle_boards, puzzle_index
from tashkalar.formats.puzzle import PuzzleError
from tashkalar.ui.text import phrases

FOLDER = Path(__file__).parents[2] / "static/puzzles"
FILES = sorted(FOLDER.glob("puzzles-*.json"), key=lambda file: (len(file.name), file.name))
TEXT = (FOLDER / "index.json").read_text(encoding="utf-8")


def test_the_index_is_the_one_of_the_files(tmp_path: Path) -> None:
    output = tmp_path / "index.json"
    assert main(["puzzles", "index", *map(str, FILES), "--output", str(output)]) == 0
    assert output.read_text(encoding="utf-8") == TEXT
    boards = (output.parent / "boards.json").read_text(encoding="utf-8")
    assert boards == (FOLDER / "boards.json").read_text(encoding="utf-8")


def test_the_index_is_written_as_it_is_read() -> None:
    assert puzzle_index.write(puzzle_index.read(TEXT)) == TEXT


def test_the_small_boards_are_those_of_the_puzzles() -> None:
    boards = puzzle_boards.read((FOLDER / "boards.json").read_text(encoding="utf-8"))
    assert list(boards) == [one.id for one in puzzle_index.read(TEXT)]
    for file in FILES[:3]:
        for one in puzzle.read(file.read_text(encoding="utf-8")):
            game = Game.from_scenario(one.scenario)
            there = {
                (square, phrases.school_of_color(game.setup, piece.owner), piece.rank)
                for square, piece in game.board.items()
            }
            shown = {(s, g.school, g.rank) for g in boards[one.id] for s in g.squares}
            assert shown == there, one.id


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"boards": 3}', '{"boards": {"a": 3}}', '{"boards": {"a": [3, "z9"]}}'],
)
def test_boards_that_cannot_be_read_are_left_out(text: str) -> None:
    assert not any(puzzle_boards.read(text).values())


def test_an_id_stands_in_one_file_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twice = ["puzzles", "index", str(FILES[0]), str(FILES[0])]
    assert main([*twice, "--output", str(tmp_path / "index.json")]) == 2
    assert "is in two files" in capsys.readouterr().err


def changed(change: dict[str, Any]) -> str:
    """Return the index with other values for its first puzzle."""
    data = json.loads(TEXT)
    data["files"][0]["puzzles"][0] |= change
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "format: is missing"),
        (TEXT.replace('"v": 1', '"v": 2', 1), "newer version"),
        (TEXT.replace("tashkalar-puzzle-index", "other", 1), "format: is not"),
        (TEXT.replace("2026-11-26", "2026-13-26", 1), r"files\[0\]\.since: is not a day"),
        (changed({"theme": "magic"}), r"puzzles\[0\]\.theme: 'magic'"),
        (changed({"grade": 6}), r"puzzles\[0\]\.grade"),
        (changed({"stars": 1}), "unknown key"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        puzzle_index.read(text)
