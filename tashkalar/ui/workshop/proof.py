"""The results of a search of all ways to play the turn, for the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.position.move import Message
from tashkalar.ui.history.timeline import event_sentences
from tashkalar.ui.workshop.position import Scenario, turn_of

MOST_NODES = 400_000  # moves and answers, some minutes in a browser
SLICE_NODES = 1500  # searched between two looks at the button that stops
MOST_SHOWN = 40  # solutions that are listed


class ProofWay(NamedTuple):
    """A solution: its decisions, and what happens in it."""

    codes: tuple[str, ...]
    lines: tuple[Message, ...]


class ProofView(NamedTuple):
    """The result or the progress of a search. `state` is going, solved, none, cut or stopped."""

    state: str
    title: Message
    facts: tuple[Message, ...]
    ways: tuple[ProofWay, ...]


def can_be_proved(scenario: Scenario) -> bool:
    """Tell whether the turn can be searched: it has a goal of the seat to move."""
    goal, seat = scenario.get("goal"), turn_of(scenario)[0]
    return isinstance(goal, Mapping) and goal.get("seat", seat) == seat


def proof_view(scenario: Scenario, answer: Mapping[str, Any], *, is_stopped: bool) -> ProofView:
    """Return the view of an answer of `bots.proof_worker`."""
    nodes, count = answer["nodes"], answer["solutions"]
    state = "stopped" if is_stopped else answer["state"]
    if state == "complete":
        state = "solved" if count else "none"
    facts = [Message("workshop.proof.nodes", {"n": nodes})]
    if count and "beings" in answer:
        facts.insert(0, Message("workshop.proof.beings", {"n": answer["beings"]}))
        facts.insert(0, Message("workshop.proof.boards", {"n": answer["boards"]}))
    title = Message(f"workshop.proof.{state}", {"n": count})
    ways = tuple(
        proof_way(scenario, tuple(way["codes"])) for way in answer.get("ways", ())[:MOST_SHOWN]
    )
    return ProofView(state, title, tuple(facts), ways)


def proof_way(scenario: Scenario, codes: tuple[str, ...]) -> ProofWay:
    """Return a solution with the sentences of the log."""
    game = Game.from_scenario(scenario)
    for code in codes:
        game.play(code)
    lines = (line for entry in game.history() for _, line in event_sentences(entry))
    return ProofWay(codes, tuple(lines))
