"""Learning from whole games: the weights that made the leads, and how good they are."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tashkalar.bench import learn_games
from tashkalar.bench.learn_games import (
    ChosenTurn,
    EndRow,
    GameRows,
    GameTable,
    LearnedGame,
    TurnEnd,
    learn,
    read_game,
)
from tashkalar.bench.ridge import make_row
from tashkalar.bench.whole_games import read_games
from tashkalar.bots import variants
from tashkalar.bots.variants import find_weights
from tashkalar.cli import main
from tests.bots.test_variants import planner, seen_in_a_duel


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games of few nodes."""
    path = tmp_path_factory.mktemp("learn") / "games.jsonl"
    argv = ["selfplay", "--form", "duel", "--nodes", "40", "--games", "6"]
    assert main([*argv, "--learn", str(path)]) == 0
    return path


def test_a_game_is_read_turn_by_turn(file: Path) -> None:
    weights = find_weights("master", "duel")
    for line in read_games(file):
        game = read_game(weights, line)
        first, second = line["points"]
        assert game.lead == first - second
        assert len(game.noted) == len(line["noted"])
        # Turns alternate, but for extra turns and the last turns, which are left out.
        assert {end.color for end in game.ends} == {0, 1}
        assert 10 < len(game.ends) <= line["codes"].split().count(".")
        for turn in game.noted:
            played = game.ends[turn.played]
            shared = {name for name in played.terms if name.startswith("given-")}
            assert {"given-constant", "given-turn", "given-own-deck"} <= shared
            for other in turn.choices:
                assert all(played.terms[name] == other.terms[name] for name in shared)
                assert played.color == other.color
            assert played in turn.choices


def made_up(number: int, *, luck: float = 3.0) -> list[LearnedGame]:
    """Return games in which a term is worth two points more than the judge believes.

    Each has four turns. What a side has at its last turn, it keeps.
    """
    chance = random.Random(1)
    games: list[LearnedGame] = []
    for _ in range(number):
        lead = 0.0
        ends: list[TurnEnd] = []
        noted: list[ChosenTurn] = []
        for turn in range(4):
            color = turn % 2
            sign = 1 - 2 * color
            choices = [
                {"good": float(chance.randrange(3)), "poor": chance.random()} for _ in range(5)
            ]
            before = {"given-constant": 1.0, "given-before": sign * lead}
            all_ends = [TurnEnd(color, sign * lead, terms | before) for terms in choices]
            ends.append(all_ends[0])
            noted.append(ChosenTurn(turn, all_ends))
            lead += sign * 2 * choices[0]["good"]
        games.append(LearnedGame(round(lead + chance.gauss(0, luck)), ends, noted))
    return games


@pytest.mark.parametrize("trace", [0.7, 1.0])
def test_the_weights_are_those_that_made_the_leads(trace: float) -> None:
    learned, yardstick = learn(GameTable(made_up(400)), ridge=1, trace=trace)
    assert learned["good"] == pytest.approx(2, abs=0.3)
    assert learned["poor"] == pytest.approx(0, abs=0.3)
    assert set(learned) == {"good", "poor"}
    # The judge sees no difference between two ends, the weights see all of it.
    assert yardstick.turns == 1600
    assert yardstick.disagreement is not None
    share, error, correlation = yardstick.disagreement
    assert 0 < error < 0.1 and abs(share - 1) < 3 * error
    assert 0.1 < correlation < 1
    assert yardstick.spread[0] == 0 < 1 < yardstick.spread[1]
    assert yardstick.mixes[0] is None
    half, twice = yardstick.mixes[50], yardstick.mixes[200]
    assert half is not None and twice is not None
    assert half.share == pytest.approx(4 * twice.share)
    assert half.correlation == pytest.approx(correlation)


def test_the_worth_that_an_end_should_have_is_a_mean_of_later_worths_and_the_final_lead() -> None:
    """Three turns, a trace of 0.7, and worths of 1, 2 and -1 points with the terms; a lead of 4."""
    ends = [
        EndRow(1, 0.5, make_row([(0, 1.0)])),
        EndRow(-1, 1.0, make_row([(0, 2.0)])),
        EndRow(1, -1.0, make_row([])),
    ]
    targets = learn_games.target_gaps(GameRows(4, ends, []), [0.5], trace=0.7)
    # For the first color: 4 at the last end, 0.3 * -1 + 0.7 * 4 before it, and before that
    # 0.3 * -2 + 0.7 * 2.5, because the second end is worth 2 to the second color.
    assert targets == pytest.approx([1.15 - 0.5, -2.5 - 1.0, 4 + 1.0])
    assert learn_games.target_gaps(GameRows(4, ends, []), [0.5], trace=1.0) == pytest.approx(
        [4 - 0.5, -4 - 1.0, 4 + 1.0]
    )


def test_a_slope_has_the_error_of_its_groups_and_a_correlation() -> None:
    points = [(0, 1.0, 2.0), (0, 2.0, 4.0), (1, 3.0, 3.0), (1, 4.0, 7.0)]
    measured = learn_games.slope(points)
    assert measured is not None
    assert measured.share == pytest.approx(1.4)  # 7 / 5
    # Residuals 0.1, 0.7, -1.7, 0.9 times -1.5, -0.5, 0.5, 1.5: the sums are -0.5 and 0.5.
    assert measured.error == pytest.approx((0.5**2 + 0.5**2) ** 0.5 / 5)
    assert measured.correlation == pytest.approx(7 / (5 * 14) ** 0.5)
    assert learn_games.slope([(0, 1.0, 2.0), (1, 1.0, 3.0)]) is None


def test_a_large_ridge_leaves_the_judge_as_it_is() -> None:
    learned, _ = learn(GameTable(made_up(100)), ridge=1e6, trace=0.7)
    assert abs(learned["good"]) < 0.01


def test_luck_does_not_pass_the_yardstick() -> None:
    """The leads have nothing to do with the terms, so that their weights are nothing but luck."""
    chance = random.Random(2)

    def luck() -> dict[str, float]:
        return {f"luck-{n}": 1.0 for n in range(30) if chance.random() < 0.5}

    games: list[LearnedGame] = []
    for _ in range(300):
        ends = [TurnEnd(n % 2, 0.0, luck() | {"given-constant": 1.0}) for n in range(4)]
        noted = [
            ChosenTurn(n, [end, *(end._replace(terms=luck()) for _ in range(4))])
            for n, end in enumerate(ends)
        ]
        games.append(LearnedGame(round(chance.gauss(0, 6)), ends, noted))
    learned, yardstick = learn(GameTable(games), ridge=1, trace=1.0)
    assert max(learned.values()) > 0.3
    assert yardstick.mixes[100] is not None
    share, error, _ = yardstick.mixes[100]
    assert abs(share) < 3 * error < 0.5


def test_what_was_learned_by_heart_does_not_pass_the_yardstick() -> None:
    """Each game has a term of its own, and nothing of it can be used in another."""
    games = [
        game._replace(ends=[end._replace(terms={f"only-{n}": 1.0}) for end in game.ends], noted=[])
        for n, game in enumerate(made_up(20))
    ]
    learned, _ = learn(GameTable(games + made_up(50)), ridge=1, trace=1.0)
    assert not any(abs(weight) > 1e-6 for name, weight in learned.items() if "only" in name)


def test_a_file_of_weights_is_a_player_of_the_arena(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_games, "LEAST_ENDS", 10)
    assert learn_games.main([str(file), "duel", "--ridge", "10", "--workers", "1"]) == 0
    text = capsys.readouterr().out
    learned = json.loads(text)
    assert learned["form"] == "duel" and learned["games"] == 6 and learned["weights"]
    assert not any(name.startswith("given") for name in learned["weights"])
    weights = tmp_path / "weights.json"
    weights.write_text(text)
    view = seen_in_a_duel()
    old = planner("master@300").think(view)
    for percent, where, equal in (
        (0, "terms", True),
        (100, "terms", False),
        (0, "ends", True),
        (100, "ends", False),
    ):
        new = planner(f"master+{where}={percent}:{weights}@300").think(view)
        for _ in old:
            pass
        for _ in new:
            pass
        assert (old.worth == new.worth) is equal
    name = f"master+ends=100:{weights}@200"
    assert planner(name).plan(view) != planner("master@200").plan(view)
    monkeypatch.setattr(variants, "JUDGED_ENDS", 1)  # then the level's own judge alone decides
    assert planner(name).plan(view) == planner("master@200").plan(view)
    assert find_weights(f"master+terms=100:{weights}", "high-form").learned == 100


def test_wrong_files_are_answered(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.write_text("{}\n")
    for argv in ([str(other), "duel"], [str(tmp_path / "none"), "duel"], [str(file), "high-form"]):
        assert learn_games.main(argv) == 2
        assert capsys.readouterr().err.count("\n") == 1
    for name in (other, tmp_path / "none"):
        assert main(["arena", f"master+terms=50:{name}", "keen", "--form", "duel"]) == 2
        assert "players: master+terms" in capsys.readouterr().err
