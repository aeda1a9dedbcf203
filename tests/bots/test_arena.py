"""Tests of matches: every deal from every side, the same results in any number of processes."""

from __future__ import annotations

import signal
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from tashkalar.bots import arena
from tashkalar.bots.arena import BoutResult, MatchSettings, Tally, generate_bouts
from tashkalar.bots.pool import InlineExecutor, NoWorkersError, process_pool
from tashkalar.cards import SCHOOLS
from tashkalar.cli import main

BOTH = ("keen", "random")


def test_every_deal_is_played_from_both_seats_and_all_schools_meet() -> None:
    bouts = list(islice(generate_bouts(MatchSettings("duel"), BOTH), 84))
    for one, other in zip(bouts[::2], bouts[1::2], strict=True):
        assert one._replace(player_by_seat=other.player_by_seat) == other
        assert (one.player_by_seat, other.player_by_seat) == ((0, 1), (1, 0))
    met = Counter(bout.schools for bout in bouts)
    assert set(met.values()) == {2} and len(met) == len(SCHOOLS) * (len(SCHOOLS) - 1)


def test_one_against_the_others_sits_in_every_seat() -> None:
    bouts = list(
        islice(generate_bouts(MatchSettings("melee", seats=4, one_against_all=True), BOTH), 8)
    )
    assert [bout.player_by_seat.index(0) for bout in bouts] == [0, 1, 2, 3] * 2
    assert all(sum(bout.player_by_seat) == 3 and len(set(bout.schools)) == 4 for bout in bouts)
    assert bouts[0].seed == bouts[3].seed != bouts[4].seed


def test_two_processes_play_the_same_match_as_one() -> None:
    agreed = MatchSettings("duel", schools=("northern", "sylvan"))
    alone = list(
        arena.play_match(generate_bouts(agreed, BOTH), 4, InlineExecutor(), max_pending=1)
    )[-1]
    with ProcessPoolExecutor(2) as pool:
        together = list(arena.play_match(generate_bouts(agreed, BOTH), 4, pool, max_pending=4))[-1]
    assert alone == together
    assert alone.won_lost_tied == (4, 0, 0)


def tally(won: int, lost: int) -> Tally:
    return Tally(
        (BoutResult(1.0, 20, True, (), ()),) * won + (BoutResult(0.0, 20, True, (), ()),) * lost
    )


def test_the_sequential_test_waits_until_it_knows() -> None:
    assert tally(6, 0).run_sequential_test(0.5, 0.6) is None
    assert tally(11, 9).run_sequential_test(0.5, 0.6) is None
    assert tally(40, 5).run_sequential_test(0.5, 0.6) is True
    assert tally(90, 110).run_sequential_test(0.5, 0.6) is False


def test_the_ladder_shows_the_newest_match_of_a_pairing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(tmp_path / "log.jsonl")
    for games in ("2", "3"):
        argv = ["arena", "keen", "random", "--form", "duel", "--games", games, "--log", log]
        assert main(argv) == 0
    capsys.readouterr()
    assert main(["ladder", log]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 3 and rows[2].startswith("| duel | keen - random | 3 | 100.0% |")
    (tmp_path / "wrong").write_text('{"form": 1}')
    assert main(["ladder", str(tmp_path / "wrong")]) == 2
    assert "not a log" in capsys.readouterr().err
    assert main(["ladder", str(tmp_path / "missing")]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--log", "--keep"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(arena, "play_match")
    argv = ["arena", "keen", "random", option, str(tmp_path / "nowhere" / "log")]
    assert main(argv) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_process_that_is_killed_ends_the_match_in_one_line() -> None:
    with pytest.raises(NoWorkersError, match="ended"), process_pool(2) as executor:
        executor.submit(signal.raise_signal, signal.SIGKILL).result()


def test_an_interrupted_match_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    argv = ["arena", "keen", "random", "--form", "duel", "--seed", "3"]
    assert main([*argv, "--games", "4"]) == 0
    at_once = capsys.readouterr().out
    assert main([*argv, "--games", "2", "--keep", str(file)]) == 0
    first = file.read_text()
    assert main([*argv, "--games", "4", "--keep", str(file)]) == 0
    assert capsys.readouterr().out.endswith(at_once)
    assert file.read_text().startswith(first) and len(file.read_text().splitlines()) == 4
    assert main([*argv, "--games", "4", "--keep", str(file)]) == 0  # nothing is left to play
    assert capsys.readouterr().out == at_once and len(file.read_text().splitlines()) == 4
    other = ["arena", "keen", "random", "--form", "duel", "--seed", "4", "--games", "1"]
    assert main([*other, "--keep", str(file)]) == 0  # another match in the same file
    assert len(file.read_text().splitlines()) == 5
    file.write_text('{"form": 1}')
    assert main([*argv, "--keep", str(file)]) == 2


@pytest.mark.parametrize("bounds", ["x", "0.6,0.5", "0,1"])
def test_bounds_that_cannot_be_are_refused(bounds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "keen", "random", "--games", "1", "--until", bounds]) == 2
    assert "--until: " in capsys.readouterr().err


@pytest.mark.parametrize(("form", "other"), [("duel", "random"), ("high-form", "keen")])
def test_adept_beats_simple_players_in_small_matches(form: str, other: str) -> None:
    """The same two games every time, from both sides."""
    played = list(
        arena.play_match(
            generate_bouts(MatchSettings(form), ("adept", other)),
            2,
            InlineExecutor(),
            max_pending=1,
        )
    )[-1]
    assert played.won_lost_tied == (2, 0, 0)


def test_the_ladder_in_the_docs_is_drawn_from_its_log(capsys: pytest.CaptureFixture[str]) -> None:
    docs = Path(__file__).resolve().parents[2] / "docs"
    assert main(["ladder", str(docs / "ladder.jsonl")]) == 0
    page = (docs / "measurements" / "bots.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out.strip() in page
