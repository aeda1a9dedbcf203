"""Tests of the loss of judges in labeled turns, and of weights learned from labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar.bench import judge_loss, learn
from tashkalar.bots.evaluation import Evaluator
from tashkalar.bots.learned_terms import LEARNED_TERMS
from tashkalar.bots.variants import find_weights


def some_games(form: str) -> list[dict[str, Any]]:
    """Return two games of the benchmark."""
    lines = judge_loss.LABELED_TURNS.read_text(encoding="utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    return [game for game in games if game["form"] == form][:2]


def test_a_judge_loses_nothing_where_it_likes_the_best_end() -> None:
    turns = list(judge_loss.read_turns(some_games("duel")))
    assert len(turns) > 2
    weights = find_weights("expert", "duel")
    agreed = []
    for turn in turns:
        judge = Evaluator(turn.start, turn.start.seat, weights)
        agreed.append(turn._replace(labels=judge.evaluate(turn.ends, is_turn_over=True)))
    assert judge_loss.judge_loss(agreed, weights) == 0
    opposed = [turn._replace(labels=[-label for label in turn.labels]) for turn in agreed]
    assert judge_loss.judge_loss(opposed, weights) > 0.3


def test_labels_are_means_over_the_worlds() -> None:
    turn = {"at": 2, "ends": ["+a4 .", "+a5 ."], "worlds": [[10, 0], [20, 3]]}
    game = {"form": "duel", "schools": ["sylvan", "highland"], "seed": "1", "codes": "a b c d"}
    (short,) = judge_loss.shorten([{**game, "turns": [turn], "settings": {}}])
    labeled = {"at": 2, "ends": ["+a4 .", "+a5 ."], "labels": [15, 2]}
    assert short == {**game, "codes": "a b", "turns": [labeled]}


def test_the_weights_are_those_that_made_the_labels() -> None:
    """Of three terms one is worth something, one costs, and one hardly ever differs."""
    rows = [
        ({"gain": float(a), "cost": float(b), "rare": float(a == b == 9)}, 120.0 * a - 40 * b)
        for a in range(-9, 10)
        for b in range(-9, 10)
    ]
    assert learn.learn_weights(rows, 0.01) == {"gain": 120, "cost": -40}
    shrunk = learn.learn_weights(rows, len(rows))
    assert shrunk == {"gain": 60, "cost": -20}


def test_the_weights_of_a_card_stand_together() -> None:
    """As the command prints them, and as they are kept."""
    weights = {"card-knight-held": 5, "card-knight-ready": -7, "card-two-headed-dragon-one": 2}
    cards = {"knight": [5, 0, 0, -7], "two-headed-dragon": [0, 0, 2, 0]}
    assert learn.group_by_card({**weights, "own-diagonal": 3}) == cards
    for learned in LEARNED_TERMS.values():
        grouped = learn.group_by_card(learned.all_weights())
        assert grouped == {card: list(four) for card, four in learned.cards.items()}
        assert learned.weights.items() <= learned.all_weights().items()


def test_the_terms_of_a_turn_are_relative_to_its_mean() -> None:
    (game, *_) = some_games("high-form")
    turn = next(judge_loss.read_turns([game]))
    rows = learn.turn_rows(turn)
    assert len(rows) == len(turn.ends) > 2
    assert sum(error for _, error in rows) == pytest.approx(0, abs=1e-6)
    for name in rows[0][0]:
        assert sum(row[name] for row, _ in rows) == pytest.approx(0, abs=1e-9)
    assert any(rows[0][0].values())


def test_wrong_files_are_answered(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("no labels")
    for wrong in ([], [str(other)], [str(tmp_path / "none.jsonl")]):
        assert judge_loss.main(wrong) == 2
    assert learn.main([str(other), "duel"]) == learn.main([str(other), "chess"]) == 2
    other.write_text("")
    assert learn.main([str(other), "duel"]) == 2
