"""Puzzle files are read strictly, and written as they were read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.formats import puzzle

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "static/puzzles").glob("puzzles-*.json"))
LANGUAGES = {path.name for path in (ROOT / "static/locale").iterdir()}


def text_with(change: dict[str, Any]) -> str:
    """Return a file whose first puzzle has other values; None leaves a key out."""
    data = json.loads(FILES[0].read_text(encoding="utf-8"))
    first = {**data["puzzles"][0], **change}
    data["puzzles"] = [{key: value for key, value in first.items() if value is not None}]
    return json.dumps(data)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_page_s_puzzles_are_written_as_they_are_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    content = puzzle.read_file(text)
    assert puzzle.write(content.puzzles, content.since) == text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_puzzle_of_the_page_can_be_shown(file: Path) -> None:
    for one in puzzle.read(file.read_text(encoding="utf-8")):
        game = Game.from_scenario(one.scenario)
        assert game.player == 1, one.id
        assert set(one.title) == LANGUAGES, one.id
        text = one.scenario["text"]
        assert isinstance(text, dict) and set(text) == LANGUAGES, one.id
        assert (one.opinion is None) == (one.theme == "survive"), one.id


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"id": "Two Heroes"}, r"puzzles\[0\]\.id: small letters"),
    ({"theme": "magic"}, r"puzzles\[0\]\.theme: 'magic' is not known"),
    ({"scenario": {"form": "duel"}}, r"puzzles\[0\]\.scenario: an object with a goal"),
    ({"solution": None}, r"puzzles\[0\]\.solution: is missing"),
    ({"solution": "knight@e5"}, r"puzzles\[0\]\.solution: a list"),
    ({"title": {"English": "Two"}}, r"puzzles\[0\]\.title\.English: is not a language"),
    ({"opinion": {"grade": 3}}, r"puzzles\[0\]\.opinion\.judge: is missing"),
    ({"stars": 3}, r"puzzles\[0\]\.stars: unknown key"),
)


@pytest.mark.parametrize(("change", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(puzzle.PuzzleError, match=message):
        puzzle.read(text_with(change))


def test_another_file_is_refused() -> None:
    for text, message in (
        ("{", "not JSON|JSON"),
        ('{"format": "tashkalar-lesson", "v": 1, "puzzles": []}', "is not 'tashkalar-puzzles'"),
        ('{"format": "tashkalar-puzzles", "v": 2, "puzzles": []}', "newer version"),
    ):
        with pytest.raises(puzzle.PuzzleError, match=message):
            puzzle.read(text)


def test_an_id_is_there_once() -> None:
    data = json.loads(FILES[0].read_text(encoding="utf-8"))
    data["puzzles"] = data["puzzles"][:1] * 2
    with pytest.raises(puzzle.PuzzleError, match="is there twice"):
        puzzle.read(json.dumps(data))


def test_a_puzzle_without_grade_and_title_is_read() -> None:
    [bare] = puzzle.read(text_with({"opinion": None, "title": None, "source": None}))
    assert (bare.opinion, bare.title, bare.source) == (None, {}, "")


def test_no_two_puzzles_of_the_page_are_alike_up_to_what_does_not_matter() -> None:
    everything = [one for file in FILES for one in puzzle.read(file.read_text(encoding="utf-8"))]
    keys = [puzzle.twin_key(one) for one in everything]
    assert len(set(keys)) == len(keys) == 1017
    ids = [id for one in everything for id in (one.id, *one.also)]
    assert len(set(ids)) == len(ids) == 1053, "every earlier id still leads to a puzzle"


def test_twins_become_one_with_all_their_ids() -> None:
    one = puzzle.read(FILES[0].read_text(encoding="utf-8"))[0]
    seats = [{**seat, "legends": ["titan"]} for seat in one.scenario["seats"]]  # type: ignore[attr-defined]
    twin = one._replace(id="twin", scenario={**one.scenario, "seats": seats}, also=("third",))
    other = one._replace(id="other", solution=one.solution[:1])
    merged = puzzle.merge_twins([one, other, twin])
    assert merged == (one._replace(also=("twin", "third")), other)
    assert puzzle.read(puzzle.write(merged)) == merged
