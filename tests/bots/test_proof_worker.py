"""Proofs in steps: the same result as at once, with progress, and an end that can be asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar.bots import proof_worker
from tashkalar.formats import puzzle

ROOT = Path(__file__).parents[2]
FILE = ROOT / "static/puzzles/puzzles-1.json"
SMALL = min(puzzle.read(FILE.read_text(encoding="utf-8")), key=lambda one: one.proved.nodes)


def begin(nodes: int) -> None:
    answer = json.loads(
        proof_worker.begin_proof(json.dumps({"scenario": SMALL.scenario, "nodes": nodes}))
    )
    assert answer == {"state": "going", "nodes": 0, "solutions": 0}


def test_a_puzzle_of_the_page_is_proved_step_by_step() -> None:
    begin(60_000)
    answers: list[dict[str, Any]] = []
    while not answers or answers[-1]["state"] == "going":
        answers.append(json.loads(proof_worker.continue_proof(50)))
    last, nodes = answers[-1], [answer["nodes"] for answer in answers]
    assert last["state"] == "complete" and nodes == sorted(nodes) and len(nodes) > 1
    proved = SMALL.proved
    assert (last["solutions"], last["boards"]) == (proved.solutions, proved.boards)
    assert (last["nodes"], last["beings"]) == (proved.nodes, proved.summonings)
    assert last["ways"][0]["moves"] == proved.moves
    with pytest.raises(ValueError, match="no proof"):
        proof_worker.continue_proof(1)


def test_a_search_that_is_too_wide_says_so() -> None:
    begin(50)
    assert json.loads(proof_worker.continue_proof(1000))["state"] == "cut"


def test_a_scenario_without_a_goal_cannot_be_proved() -> None:
    bare = {key: value for key, value in SMALL.scenario.items() if key != "goal"}
    with pytest.raises(ValueError, match="no goal"):
        proof_worker.begin_proof(json.dumps({"scenario": bare, "nodes": 100}))
