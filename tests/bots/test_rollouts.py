"""Tests of labels by rollouts: what a file holds, that a run goes on, and what a label means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tashkalar import new_game
from tashkalar.bench import rollouts
from tashkalar.bots.determinize import determinize
from tashkalar.position.ids import seat_number


def test_games_are_labeled_and_a_later_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = rollouts._PLANNED._replace(nodes=100)
    monkeypatch.setattr(rollouts, "_PLANNED", quick)
    path = tmp_path / "labels.jsonl"
    argv = [str(path), "--forms", "duel", "--workers", "1", "--seed", "few"]
    few = ["--worlds", "2", "--ends", "3", "--nodes", "10", "--percent", "15"]
    assert rollouts.main([*argv, *few, "--games", "1"]) == 0
    (line,) = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert (line["form"], line["seed"]) == ("duel", "few")
    assert line["settings"]["judge"] == "expert"
    assert capsys.readouterr().out == f"{len(line['turns'])} turns labeled\n"
    codes = line["codes"].split()
    for turn in line["turns"]:
        game = new_game("duel", line["schools"], seed=line["seed"])
        for code in codes[: turn["at"]]:
            game.play(code)
        for end in turn["ends"]:
            after = game.copy()
            for code in end.split():
                after.play(code)
            assert after.state.turn == game.state.turn + 1
        assert len(set(turn["ends"])) == len(turn["ends"]) == len(turn["judged"])
        assert [len(world) for world in turn["worlds"]] == [len(turn["ends"])] * 2
        assert max(turn["judged"]) == turn["judged"][0]
    # A game in the file is not played again.
    assert rollouts.main([*argv, *few, "--games", "1"]) == 0
    assert capsys.readouterr().out == "0 turns labeled\n"


def test_a_label_is_the_lead_after_the_next_own_turn() -> None:
    game = new_game("duel", ("sylvan", "highland"), seed="7")
    while game.state.turn < 2:
        game.play(game.legal_moves()[-1])
    seat = game.state.seat
    _, world = determinize(game.view(seat_number(seat)), 1)
    quick = rollouts.LabelSettings(nodes=10)
    settings = (quick, quick._replace(judge="expert+point=2000"))
    # A point more in hand is a point more at the end; the other side's is one less.
    labels = []
    for lead in (0, 1, -1):
        state = world.copy()
        points = [0, 0]
        points[state.setup.colours[seat]] = lead
        state.points = tuple(points)
        labels.append([rollouts.label_end(state, ("+d4", "+d5", "."), seat, s) for s in settings])
    # A judge to which a point is worth twice as much sees twice the difference.
    for worth, level, more, less in zip((1000, 2000), *labels, strict=True):
        assert (more - level, less - level) == (worth, -worth)


def test_wrong_options_are_answered(tmp_path: Path) -> None:
    assert rollouts.main([str(tmp_path / "labels.jsonl"), "--forms", "chess"]) == 2
    assert rollouts.main([str(tmp_path / "labels.jsonl"), "--ends", "1"]) == 2
    for judge in ("chess", "keen", "expert+chess=2", "expert~chess"):
        assert rollouts.main([str(tmp_path / "labels.jsonl"), "--judge", judge]) == 2
    (tmp_path / "other.jsonl").write_text("no labels")
    assert rollouts.main([str(tmp_path / "other.jsonl")]) == 2
