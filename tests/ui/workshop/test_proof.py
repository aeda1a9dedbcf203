"""Proofs for the workshop: their progress, their end, and workers that do not answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tashkalar.bots import proof_worker
from tashkalar.bots.puzzle_finder import proved_puzzle
from tashkalar.features.workshop import goals
from tashkalar.features.workshop.documents import Document, read_document
from tashkalar.features.workshop.position import Scenario, new_position
from tashkalar.features.workshop.proof import (
    can_be_proved,
    fits_puzzle_file,
    proof_view,
    puzzle_job,
)
from tashkalar.features.workshop.proof_client import ProofClient
from tashkalar.formats import puzzle as puzzle_file
from tashkalar.formats.puzzle_form import THEMES
from tashkalar.puzzle_commands import puzzle_problems
from tests.support import finish


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
    return finish(client.prove(puzzle(), lambda answer: not stops))


@pytest.mark.parametrize("workers", [Workers(), Workers(proof_worker)])
def test_a_proof_comes_from_a_worker_or_from_the_page(workers: Workers) -> None:
    answer = prove(ProofClient(workers, lambda: proof_worker))
    assert answer is not None and answer["state"] == "complete" and answer["solutions"] > 0
    view = proof_view(puzzle(), answer, is_stopped=False)
    assert view.state == "solved" and view.ways[0].codes == ("swordmaster@e5", "d6")
    assert len(view.ways[0].lines) >= 2


def test_a_loose_puzzle_is_told_in_plain_words() -> None:
    """Many boards mean that the goal asks for too little."""
    answer = {"state": "complete", "nodes": 900, "solutions": 74, "boards": 60, "beings": 1}
    ids = [fact.id for fact in proof_view(puzzle(), answer, is_stopped=False).facts]
    assert ids[0] == "workshop.proof.loose"
    exact = {**answer, "solutions": 2, "boards": 1}
    ids = [fact.id for fact in proof_view(puzzle(), exact, is_stopped=False).facts]
    assert "workshop.proof.loose" not in ids


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


def test_a_puzzle_file_has_a_proof_that_the_command_accepts() -> None:
    document = Document("position", puzzle()).with_title("en", "One stroke!")
    document = document.with_title("it", "Un colpo")
    client = ProofClient(Workers(proof_worker), lambda: None)
    text = finish(client.write_puzzle(puzzle_job(document), lambda answer: True))
    assert text is not None
    (made,) = puzzle_file.read(text)
    assert made.id.startswith("one-stroke-") and made.theme == "destroy"
    assert made.title == {"en": "One stroke!", "it": "Un colpo"}
    assert list(puzzle_problems(made)) == []
    assert read_document(text) == document  # and it is opened as what it was
    assert puzzle_file.write([made]) == text
    assert finish(client.write_puzzle(puzzle_job(document), lambda answer: False)) is None


@pytest.mark.parametrize(
    ("condition", "theme"),
    [
        ({"summon": "knight"}, "beings"),
        ({"summon": "titan"}, "legend"),
        ({"destroy": 2, "rank": "heroic"}, "upgraded"),
        ({"destroy": ["e5"]}, "destroy"),
        ({"claim": "green-legends"}, "advanced"),
        ({"claim": "red-conquest"}, "claim"),
        ({"score": 3}, "gain"),
        ({"piece": {"e5": "1 heroic"}}, "beings"),
        ({"survive": {"legend": 1}}, "survive"),
        ({"any": [{"win": True}, {"legend": 1}]}, "win"),
    ],
    ids=str,
)
def test_every_goal_has_a_theme(condition: dict[str, Any], theme: str) -> None:
    job = puzzle_job(Document("position", {**new_position(), "goal": condition}))
    assert job.theme == theme in THEMES and job.id.startswith("position-")


def test_a_file_takes_a_whole_proof_however_long_a_person_has_waited_for_it() -> None:
    whole = {"state": "complete", "solutions": 1, "nodes": 350_000}
    assert fits_puzzle_file(whole)
    for change in ({"state": "cut"}, {"solutions": 0}):
        assert not fits_puzzle_file(whole | change)


def test_a_file_of_several_puzzles_is_not_opened() -> None:
    job = puzzle_job(Document("position", puzzle()))
    one = proved_puzzle(job.id, job.theme, job.scenario, "")
    two = puzzle_file.write([one, one._replace(id="another")])
    with pytest.raises(ValueError, match="2 puzzles"):
        read_document(two)


def test_only_a_goal_of_the_seat_to_move_can_be_proved() -> None:
    assert can_be_proved(puzzle())
    assert not can_be_proved({**puzzle(), "goal": {"beings": 1, "seat": 2}})
    assert not can_be_proved({**puzzle(), "goal": "Win."})
    assert not can_be_proved(new_position())
