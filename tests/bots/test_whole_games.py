"""Games to learn from: they can be played again, go on after an interruption, and note ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bench.whole_games import EARLY_TURNS, ENDS, read_games
from tashkalar.bots.search import replay
from tashkalar.cli import main


def play(file: Path, games: int, *more: str) -> list[dict[str, Any]]:
    """Return the games of a file after so many have been played with few nodes."""
    argv = ["selfplay", "--form", "duel", "--seed", "learn", "--nodes", "40", *more]
    assert main([*argv, "--learn", str(file), "--games", str(games)]) == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


def replayed(line: dict[str, Any], decisions: int | None = None) -> Game:
    """Return a game after so many of its decisions, by default all."""
    game = new_game(line["form"], line["schools"], seed=line["seed"])
    for code in line["codes"].split()[:decisions]:
        game.play(code)
    return game


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return play(tmp_path_factory.mktemp("learn") / "games.jsonl", 6)


def test_a_game_is_whole_and_has_its_points(games: list[dict[str, Any]]) -> None:
    for line in games:
        game = replayed(line)
        assert game.is_over
        assert line["points"] == [game.score(seat) for seat in (1, 2)]
    assert len({tuple(line["schools"]) for line in games}) == len(games)


def test_the_ends_are_noted_where_not_the_best_was_played(games: list[dict[str, Any]]) -> None:
    noted = [(line, one) for line in games for one in line["noted"]]
    assert noted
    for line, one in noted:
        state = replayed(line, one["at"]).state
        played = line["codes"].split()[one["at"] :]
        ends = [end.split() for end in one["ends"]]
        assert 1 <= one["rank"] < len(ends) <= ENDS
        assert [end for end in ends if played[: len(end)] == end] == [ends[one["rank"]]]
        for *before, last in ends:  # all are ends of the same turn
            left = replay(state, before)
            assert (left.turn, left.seat) == (state.turn, state.seat)
            assert last == "." or last.startswith("=")
    early = [line for line, one in noted if replayed(line, one["at"]).state.turn <= EARLY_TURNS]
    assert len(early) > len(noted) / 3  # a quarter of 6 turns, but one in 16 of some 20 later ones


def test_games_go_on_after_an_interruption(games: list[dict[str, Any]], tmp_path: Path) -> None:
    """Even in the middle of a line, and in any number of processes."""
    file = tmp_path / "games.jsonl"
    assert play(file, 2) == games[:2]
    whole = file.read_text()
    file.write_text(whole + whole[:50])
    assert play(file, 6, "--workers", "2") == games
    assert play(file, 4) == games  # nothing is left to play


def test_games_of_other_settings_are_played_too(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play(file, 1)
    lines = play(file, 1, "--judge", "adept")
    assert [line["settings"]["judge"] for line in lines] == ["expert", "adept"]
    assert [line["seed"] for line in read_games(file)] == ["learn", "learn"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--players", "keen,keen"], "the judge plays all seats"),
        (["--records"], "no records"),
        (["--form", "melee"], "two sides"),
        (["--teams"], "two sides"),
        (["--form", "chess"], "unknown form"),
        (["--schools", "northern,x"], "unknown school"),
        (["--judge", "nobody"], "--judge: nobody is no level"),
        (["--learn", "/no/such/file"], "No such file"),
        (["--learn", __file__], "line 1: no game of selfplay --learn"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(
    more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["selfplay", "--form", "duel", "--learn", str(tmp_path / "games")]
    assert main([*argv, *more]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    for text in ("my notes", "one line\nand another", "{}\n"):
        file.write_text(text)
        argv = ["selfplay", "--form", "duel", "--learn", str(file)]
        assert main(argv) == 2
        assert file.read_text() == text
