"""The results of a search of all ways to play the turn, for the screen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.cards import BEINGS
from tashkalar.cards.tasks import TASKS
from tashkalar.features.workshop.documents import Document
from tashkalar.features.workshop.goals import Condition, conditions
from tashkalar.features.workshop.position import Scenario, turn_of
from tashkalar.position.board import RANKS
from tashkalar.position.move import Message
from tashkalar.ui.history.timeline import event_sentences
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE

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


class PuzzleJob(NamedTuple):
    """A puzzle to prove for a file: see `docs/puzzles.md`."""

    id: str
    theme: str
    title: Mapping[str, str]  # by language
    scenario: Scenario  # with its goal, without the title


def puzzle_job(document: Document) -> PuzzleJob:
    """Return the puzzle of a position with a goal; its id is that of no other position."""
    scenario = {key: value for key, value in document.content.items() if key != "text"}
    digest = sha256(json.dumps(scenario, sort_keys=True).encode()).hexdigest()[:8]
    name = document.file_name(SOURCE_LANGUAGE).removeprefix("tash-kalar-").removesuffix(".json")
    words = "-".join(part for part in name[:30].split("-") if part)
    titles = {code: document.own_title(code) for code in LANGUAGES}
    title = {code: text for code, text in titles.items() if text}
    return PuzzleJob(f"{words}-{digest}", _theme(conditions(scenario)[0]), title, scenario)


def _theme(condition: Condition) -> str:
    """Return the theme of a puzzle by (the first condition of) its goal."""
    kind = next((kind for kind in condition if kind in ("any", "all")), "")
    if kind:
        return _theme(condition[kind][0])
    kind = next(key for key in condition if key not in ("at", "rank", "upgraded"))
    if kind == "summon":
        return "legend" if BEINGS[condition[kind]].rank == RANKS[-1] else "beings"
    if kind == "destroy":
        return "upgraded" if {"upgraded", "rank"} & condition.keys() else kind
    if kind == "claim":
        return "advanced" if TASKS[condition[kind]].advanced else kind
    return {"score": "gain", "piece": "beings"}.get(kind, kind)


def fits_puzzle_file(answer: Mapping[str, Any]) -> bool:
    """Tell whether a proof is one that a puzzle file can have: whole and solved."""
    return answer["state"] == "complete" and int(answer["solutions"]) > 0


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
    if state == "solved" and int(answer.get("boards", 1)) > 1:
        facts.insert(0, Message("workshop.proof.loose", {"n": count}))
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
