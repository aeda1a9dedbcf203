"""Executions and their results as text, exchanged between the page and a pack in its worker.

An execution is the position before the move as a save stores it, the code of the move and its
answers. The result was written where third-party code runs, so it is read like any untrusted text:
every field by its type, squares and cards by name, the position by the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from tashkalar import cards
from tashkalar.effects.answers import Question
from tashkalar.errors import IllegalMove, ScenarioError
from tashkalar.formats.checkpoint import (
    LONGEST_CODE,
    read_setup,
    read_state,
    setup_data,
    state_data,
)
from tashkalar.history.kept_moves import LONGEST_MOVE
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.board import RANKS, SQUARE_OF
from tashkalar.position.literals import EVENT_FIELDS, MoveKind
from tashkalar.position.move import Event, Match, Move
from tashkalar.position.state import GameState, Setup, replace_entry
from tashkalar.rules import turn
from tashkalar.rules.execution import Execution, ExecutionResult
from tashkalar.rules.legality import PACK_LIMITS, problems

MOST_EVENTS = 2000
MOST_ANSWERS = 4000  # options of a question: a leap has many

_SKIP_KINDS = ("skip", "pass-control")


# -- writing -------------------------------------------------------------------------------------


def write_execution(execution: Execution) -> str:
    """Return an execution as text; equal executions give equal texts."""
    data = {
        "setup": setup_data(execution.state_before.setup),
        "before": state_data(execution.state_before),
        "move": execution.move.code,
        "answers": execution.answers,
        "forced": execution.forced,
    }
    return json.dumps(data, separators=(",", ":"))


def write_result(done: ExecutionResult) -> str:
    """Return the result of an execution as text."""
    question = done.question and done.question._asdict()
    if question:
        question["moves"] = [_nondefault_fields(move) for move in question["moves"]]
    data = {
        "state": state_data(done.state),
        "answers": done.answers,
        "forced": done.forced,
        "events": [_nondefault_fields(event) for event in done.events],
        "question": question,
    }
    return json.dumps(data, separators=(",", ":"))


def _nondefault_fields(value: Move | Event | Match) -> dict[str, object]:
    """Return the fields that differ from their defaults."""
    fields: dict[str, object] = {}
    for name, field in value._asdict().items():
        if field == value._field_defaults.get(name, _NO_DEFAULT):
            continue
        if isinstance(field, Match):
            field = _nondefault_fields(field)
        fields[name] = sorted(field) if isinstance(field, frozenset) else field
    return fields


_NO_DEFAULT = object()


# -- reading -------------------------------------------------------------------------------------


def read_execution(text: str) -> Execution:
    """Return the execution that a text describes; ValueError names the faulty entry."""
    keys = ("setup", "before", "move", "answers", "forced")
    top = Node(parse_json(text)).fields(*keys, needed=keys)
    before = read_state(read_setup(top["setup"]), top["before"])
    code = top["move"].text(LONGEST_CODE)
    move = next((move for move in turn.legal_moves(before) if move.code == code), None)
    if move is None:
        raise IllegalMove(f"{code!a} is not a legal move there")
    return Execution(before, move, *_answers(top))


def read_result(text: str, execution: Execution) -> ExecutionResult:
    """Return the result of summoning a pack's being; ValueError names the faulty entry."""
    keys = ("state", "answers", "forced", "events", "question")
    top = Node(parse_json(text)).fields(*keys, needed=keys)
    answers, forced = _answers(top)
    if answers[: len(execution.answers)] != execution.answers:
        raise top["answers"].fail("these are other answers")
    setup, question = execution.state_before.setup, top["question"]
    state = read_state(setup, top["state"], mid_move=question.value is not None, limits=PACK_LIMITS)
    if question.value is not None:
        _check_cards(state, top["state"])
    return ExecutionResult(
        state,
        answers,
        forced,
        tuple(_event(node) for node in top["events"].items(MOST_EVENTS)),
        None if question.value is None else _question(question, setup),
    )


def _check_cards(state: GameState, node: Node) -> None:
    """Check that no card is added or lost; the card on the table may not yet be on a pile."""
    seat, laid_by = state.seat, state.copy()
    laid_by.playing = None
    if problems(laid_by):
        pile = (*state.discards[seat], *filter(None, (state.playing,)))
        laid_by.discards = replace_entry(state.discards, seat, pile)
        if failed := problems(laid_by):
            raise ScenarioError(f"{node.path}.{failed[0].path}", failed[0].message)


def _answers(top: Mapping[str, Node]) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    answers = tuple(node.text(LONGEST_CODE) for node in top["answers"].items(LONGEST_MOVE))
    forced = tuple(node.flag() for node in top["forced"].items(LONGEST_MOVE))
    if len(answers) != len(forced):
        raise top["forced"].fail("one for each answer is needed")
    return answers, forced


def _question(node: Node, setup: Setup) -> Question:
    given = node.fields(*Question._fields, needed=Question._fields)
    moves = tuple(_move(child) for child in given["moves"].items(MOST_ANSWERS))
    if len({move.code for move in moves}) != len(moves) or not moves:
        raise given["moves"].fail("different answers are needed")
    if not setup.teams and any(move.kind == "pass-control" for move in moves):
        raise given["moves"].fail("nobody can pass control")
    kind: str = given["kind"].text(LONGEST_CODE)
    return Question(
        kind,  # type: ignore[arg-type]  # a pack may have kinds of its own
        moves,
        given["optional"].flag(),
        _optional(_card)(given["card"]),
        given["owners"].flag(),
        given["way"].choice(("", "standard", "combat")),
        given["number"].number(0, 100),
        given["of"].number(0, 100),
    )


def _move(node: Node) -> Move:
    move = Move(**_fields(node, _MOVE, ("code", "kind")))
    if move.kind not in ("choose", *_SKIP_KINDS):
        raise node.fail("this is no answer")
    return move


def _event(node: Node) -> Event:
    values = _fields(node, _EVENT, ("kind",))
    kind = values["kind"]
    for name in values:
        if name != "kind" and name not in EVENT_FIELDS[kind]:
            raise node.fail(f"{name} says nothing of {kind}")
    return Event(**values)


def _fields(
    node: Node, fields: Mapping[str, Callable[[Node], object]], needed: Sequence[str]
) -> dict[str, Any]:
    given = node.fields(*fields, needed=needed)
    return {name: fields[name](child) for name, child in given.items()}


def _match(node: Node) -> Match:
    return Match(**_fields(node, _MATCH, ("used", "marked")))


def _square(node: Node) -> str:
    return node.choice(tuple(SQUARE_OF))


def _squares(node: Node) -> frozenset[str]:
    return frozenset(map(_square, node.items(len(SQUARE_OF))))


def _card(node: Node) -> str:
    name = node.text(LONGEST_CODE)
    if not (name in cards.BEINGS or name in cards.FLARES or name in cards.TASKS):
        raise node.fail(f"there is no card {name!a}")
    return name


def _words(node: Node) -> str:
    return node.text(LONGEST_CODE)


def _colour(node: Node) -> int:
    return node.number(0, 4)


def _optional(read: Callable[[Node], str]) -> Callable[[Node], str | None]:
    return lambda node: None if node.value is None else read(node)


def _choice(*words: str) -> Callable[[Node], str]:
    return lambda node: node.choice(words)


_MATCH: Mapping[str, Callable[[Node], object]] = {
    "used": _squares,
    "marked": _squares,
    "directions": lambda node: tuple(map(_words, node.items(8))),
    "foreign": _squares,
    "improvised": _colour,
}
_MOVE: Mapping[str, Callable[[Node], object]] = {
    "code": _words,
    "kind": _choice(*get_args(MoveKind)),
    "square": _square,
    "card": _card,
    "origin": _square,
    "option": _words,
    "match": _match,
}
_EVENT: Mapping[str, Callable[[Node], object]] = {
    "kind": _choice(*EVENT_FIELDS),
    "square": _square,
    "owner": _colour,
    "rank": _choice(*RANKS),
    "card": _card,
    "origin": _square,
    "amount": lambda node: node.number(-1000, 1000),
    "seat": _colour,
    "match": _match,
    "was": _choice(*RANKS),
    "halves": _choice("upper", "lower", "both"),
    "drawn": _choice("being", "legend", "flare"),
}
