"""A deed and what has come of it as text: what the page and a pack in its worker tell each other.

A deed is the position before the move as a save tells it, the code of the move and its answers.
What comes back was written where another's program runs, so it is read like any text from outside:
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
from tashkalar.formats.save import LONGEST_MOVE
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.board import RANKS, SQUARE_OF
from tashkalar.position.literals import EVENT_FIELDS, MoveKind
from tashkalar.position.move import Event, Match, Move
from tashkalar.position.state import GameState, Setup, replace_entry
from tashkalar.rules import turn
from tashkalar.rules.execution import Execution, ExecutionResult
from tashkalar.rules.legality import problems

MOST_EVENTS = 2000
MOST_ANSWERS = 4000  # that can be chosen from: a leap has many

_SKIP_KINDS = ("skip", "pass-control")


# -- writing -------------------------------------------------------------------------------------


def write_execution(deed: Execution) -> str:
    """A deed, the same text for the same deed."""
    data = {
        "setup": setup_data(deed.state_before.setup),
        "before": state_data(deed.state_before),
        "move": deed.move.code,
        "answers": deed.answers,
        "forced": deed.forced,
    }
    return json.dumps(data, separators=(",", ":"))


def write_result(done: ExecutionResult) -> str:
    """What has come of a deed."""
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
    """The fields that say something."""
    found: dict[str, object] = {}
    for name, field in value._asdict().items():
        if field == value._field_defaults.get(name, _NO_DEFAULT):
            continue
        if isinstance(field, Match):
            field = _nondefault_fields(field)
        found[name] = sorted(field) if isinstance(field, frozenset) else field
    return found


_NO_DEFAULT = object()


# -- reading -------------------------------------------------------------------------------------


def read_execution(text: str) -> Execution:
    """The deed that a text tells; ValueError names what is wrong."""
    keys = ("setup", "before", "move", "answers", "forced")
    top = Node(parse_json(text)).fields(*keys, needed=keys)
    before = read_state(read_setup(top["setup"]), top["before"])
    code = top["move"].text(LONGEST_CODE)
    move = next((move for move in turn.legal_moves(before) if move.code == code), None)
    if move is None:
        raise IllegalMove(f"{code!a} is not a legal move there")
    return Execution(before, move, *_answers(top))


def read_result(text: str, deed: Execution) -> ExecutionResult:
    """What has come of summoning a pack's being by a text; ValueError names what is wrong."""
    keys = ("state", "answers", "forced", "events", "question")
    top = Node(parse_json(text)).fields(*keys, needed=keys)
    answers, forced = _answers(top)
    if answers[: len(deed.answers)] != deed.answers:
        raise top["answers"].fail("these are other answers")
    setup, question = deed.state_before.setup, top["question"]
    state = read_state(setup, top["state"], mid_move=question.value is not None)
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
    """No card may come from nowhere: that on the table is no longer, or not yet, on a pile."""
    seat, laid_by = state.seat, state.copy()
    laid_by.playing = None
    if problems(laid_by):
        pile = (*state.discards[seat], *filter(None, (state.playing,)))
        laid_by.discards = replace_entry(state.discards, seat, pile)
        if found := problems(laid_by):
            raise ScenarioError(f"{node.path}.{found[0].path}", found[0].message)


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
    found = _fields(node, _EVENT, ("kind",))
    kind = found["kind"]
    for name in found:
        if name != "kind" and name not in EVENT_FIELDS[kind]:
            raise node.fail(f"{name} says nothing of {kind}")
    return Event(**found)


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
