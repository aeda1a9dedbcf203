"""Tests of fitting weights to games: the least squares, their limits, and continuing a fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tashkalar.bench import fit
from tashkalar.bots.evaluation import Weights
from tashkalar.bots.levels import LEVELS
from tashkalar.bots.tuned_weights import TUNED_WEIGHTS


def test_least_squares_find_the_factors_that_made_the_sums() -> None:
    rows = [[float(a), float(b), 0.0, 1.0] for a in range(-40, 40) for b in range(-40, 40, 3)]
    solution = fit.least_squares(rows, [2 * a - 0.5 * b + 3 for a, b, _, _ in rows])
    assert solution == pytest.approx([2, -0.5, 0, 3], abs=0.01)


def test_groups_are_compared_with_points() -> None:
    none = dict.fromkeys(fit.GROUPS, 0)
    rows = [
        ({**none, "points": 1000 * a, "hand": 100 * b}, 2 * a + b)
        for a in range(-20, 20)
        for b in range(-20, 20)
    ]
    factors = fit.factors(rows)
    assert factors["hand"] == pytest.approx(5, abs=0.05)  # a tenth of a point brings half of one
    assert (factors["points"], factors["pieces"]) == (1, 0)


def test_weights_go_a_part_of_the_way() -> None:
    factors = {**dict.fromkeys(fit.GROUPS, 1.0), "pieces": 4.0, "hand": 0.25, "tasks": 0.0}
    assert fit.step_weights(Weights(), factors, 0) == Weights()
    half = fit.step_weights(Weights(), factors, 0.5)
    assert half.piece == tuple(2 * value for value in Weights().piece)
    assert half.ready == tuple(value // 2 for value in Weights().ready)
    # A share of what cards in hand are worth: as much as before is twice the share.
    assert half.drawn == 2 * Weights().drawn
    assert (half.point, half.task) == (Weights().point, Weights().task)
    worse = fit.step_weights(Weights(), {**factors, "pieces": -3.0}, 1)
    assert worse.piece == tuple(round(value * fit.LEAST_FACTOR) for value in Weights().piece)


def test_a_fit_goes_on_from_its_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "fit.jsonl"
    argv = ["duel", "--log", str(log), "--nodes", "30", "--workers", "1"]
    factors = []
    for games in ("1", "2"):
        assert fit.main([*argv, "--games", games]) == 0
        factors.append(json.loads(capsys.readouterr().out))
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["seed"] for line in lines] == ["fit", "fit-2"]
    assert (
        factors[1]["turns"] == sum(len(line["rows"]) for line in lines) > factors[0]["turns"] > 10
    )
    assert set(factors[1]["weights"]) == set(Weights._fields)

    # Nothing is played again.
    def again(*_: object) -> None:
        raise AssertionError("a game on record was played again")

    monkeypatch.setattr(fit, "play", again)
    assert fit.main([*argv, "--games", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["factors"] == factors[1]["factors"]


def test_wrong_options_and_logs_are_answered(tmp_path: Path) -> None:
    assert fit.main(["chess"]) == 2
    log = tmp_path / "fit.jsonl"
    log.write_text("no log")
    assert fit.main(["duel", "--log", str(log), "--games", "1"]) == 2


def test_fitted_weights_are_played_in_their_form_and_lie_on_the_way_of_their_fit() -> None:
    for made in TUNED_WEIGHTS:
        assert LEVELS["expert"].resolve_for_form(made.form).weights == made.weights != Weights()
        factors = {**dict.fromkeys(fit.GROUPS, 0.0), **made.factors}
        whole = fit.step_weights(Weights(), factors, 1)
        for group in ("pieces", "hand"):
            for name in fit.GROUPS[group]:
                for by_hand, fitted, found in zip(
                    getattr(Weights(), name),
                    getattr(made.weights, name),
                    getattr(whole, name),
                    strict=True,
                ):
                    assert (fitted > by_hand) == (found > by_hand)
    assert LEVELS["expert"].resolve_for_form("high-form").weights == Weights()
    assert LEVELS["adept"].resolve_for_form("duel").weights.piece == Weights().piece
