"""Proofs for the workshop: their progress, their end, and workers that do not answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tashkalar.bots import proof_worker
from tashkalar.ui.workshop import goals
from tashkalar.ui.workshop.position import Scenario, new_position
from tashkalar.ui.workshop.proof import can_be_proved, proof_view
from tashkalar.ui.workshop.proof_client import ProofClient


def puzzle() -> Scenario:
    made = new_position()
    made["board"] = {"e4": "1 common", "e6": "1 common", "d6": "2 common"}
    made["seats"][0]["hand"] = ["swordmaster"]
    return goals.set_conditions(made, [{"destroy": ["d6"]}])


class Broken:
    async def begin_proof(self, text: str) -> str:
        raise OSError(text)


class Workers:
    """Starts the given workers, one after the other."""

    def __init__(self, *workers: Any) -> None:
        self.can_start = bool(workers)
        self.waiting = list(workers)
        self.names: list[str] = []
        self.ended: list[str] = []

    async def start(self, name: str) -> Any:
        self.names.append(name)
        return self.waiting.pop(0)

    def end(self, name: str) -> None:
        self.ended.append(name)


def prove(client: ProofClient, *, stops: bool = False) -> dict[str, Any] | None:
    return asyncio.run(client.prove(puzzle(), lambda answer: not stops))


@pytest.mark.parametrize("workers", [Workers(), Workers(proof_worker)])
def test_a_proof_comes_from_a_worker_or_from_the_page(workers: Workers) -> None:
    answer = prove(ProofClient(workers, lambda: proof_worker))
    assert answer is not None and answer["state"] == "complete" and answer["solutions"] > 0
    view = proof_view(puzzle(), answer, is_stopped=False)
    assert view.state == "solved" and view.ways[0].codes == ("swordmaster@e5", "d6")
    assert len(view.ways[0].lines) >= 2


def test_a_proof_can_be_stopped() -> None:
    answer = prove(ProofClient(Workers(proof_worker), lambda: None), stops=True)
    assert answer is not None and answer["state"] == "going"
    assert proof_view(puzzle(), answer, is_stopped=True).state == "stopped"


def test_a_worker_that_fails_is_replaced() -> None:
    workers = Workers(Broken(), proof_worker)
    client = ProofClient(workers, lambda: None)
    assert prove(client) is None and workers.ended == ["proof-1"]
    assert prove(client) is not None and workers.names == ["proof-1", "proof-2"]


def test_a_goal_that_cannot_be_reached_is_no_solution() -> None:
    begun = json.dumps({"scenario": {**puzzle(), "goal": {"legend": 3}}, "nodes": 60_000})
    proof_worker.begin_proof(begun)
    answer = json.loads(proof_worker.continue_proof(60_000))
    assert proof_view(puzzle(), answer, is_stopped=False).state == "none"


def test_only_a_goal_of_the_seat_to_move_can_be_proved() -> None:
    assert can_be_proved(puzzle())
    assert not can_be_proved({**puzzle(), "goal": {"beings": 1, "seat": 2}})
    assert not can_be_proved({**puzzle(), "goal": "Win."})
    assert not can_be_proved(new_position())
