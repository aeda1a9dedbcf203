"""The record: a whole game as text that a person can read and type (``docs/formats.md``).

Record: tashkalar 1
Form: duel
Schools: northern sylvan
Seed: 7
Result: open

0. seat 2: c5
1. seat 1: +e5 .
2. seat 2: +e6 knight@d6 (d6-d7 -) .
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from tashkalar.cards import packs
from tashkalar.errors import RecordError, SaveError, ScenarioError
from tashkalar.formats.record_lines import record_lines
from tashkalar.formats.record_tree import (
    BODY_LINES,
    BodyLine,
    RemarkLine,
    TreeReader,
    TurnLine,
    heading,
    tree_lines,
)
from tashkalar.formats.save import (
    ReplayProgress,
    ReplayStep,
    run_to_end,
)
from tashkalar.formats.scenario import with_turn_number
from tashkalar.history.decision_tree import DecisionTree
from tashkalar.history.game_history import GameHistory
from tashkalar.json_reader import LONGEST_TEXT, Node, is_encodable, parse_json, quote_for_error
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.deal import make_setup
from tashkalar.rules.outcome import Outcome

VERSION = 1
LONGEST_HEADER = 130_000  # characters; enough for the longest names and seed written in escapes
OPEN_RESULT = "open"

# The origin of a game: an agreement, a scenario, or the text of a save.
Origin = Setup | Mapping[str, object] | str

_HEADER = re.compile(r"([A-Z][a-z]*):(?: (.*))?")
_TURN = re.compile(r"([0-9]{1,10})\. seat ([0-9]):(.*)")
_PLAIN_SEED = re.compile(r"[A-Za-z0-9._-]{1,40}")
_SETUP_HEADERS = ("Form", "Schools", "Names", "Seed", "Options", "Decks")
_HEADERS = ("Record", *_SETUP_HEADERS, "Packs", "Scenario", "Save", "Result")


G = TypeVar("G", bound=GameHistory)
T = TypeVar("T")


class RecordedGame(NamedTuple, Generic[G]):
    """The content of a record: the game before its first move, its decisions, and its end."""

    start: G
    tree: DecisionTree
    game: G  # after the main line


# -- writing -------------------------------------------------------------------------------------


def write(
    origin: Origin, moves: Iterable[tuple[GameState, Sequence[str]]], outcome: Outcome | None
) -> str:
    """Return the record of a game; a move is the state before it with its code and answers."""
    lines: list[str] = []
    last_heading = None
    for state, (code, *answers) in moves:
        turn_heading = heading(state)
        if turn_heading != last_heading:
            lines.append(f"{turn_heading[0]}. seat {turn_heading[1]}:")
            last_heading = turn_heading
        lines[-1] += f" {code}" + (f" ({' '.join(answers)})" if answers else "")
    return _join(origin, lines, outcome)


def write_tree(origin: Origin, start: GameHistory, tree: DecisionTree) -> str:
    """Return the record of a tree of decisions; `start` is the game before the first of them.

    Raise PackResultPending if a pack that runs elsewhere must answer first.
    """
    game = start.copy()
    lines = tree_lines(game, tree)
    return _join(origin, lines, game.outcome)


def _join(origin: Origin, turns: Sequence[str], outcome: Outcome | None) -> str:
    """Return a record with its headers."""
    lines = [f"Record: tashkalar {VERSION}", *_headers(origin), *_packs(origin)]
    return "\n".join([*lines, f"Result: {result(outcome)}", "", *turns]) + "\n"


def _packs(origin: Origin) -> list[str]:
    """Return the header that names the packs of a game; a save names them itself."""
    if isinstance(origin, str):
        return []
    schools = origin.schools if isinstance(origin, Setup) else _schools(origin)
    used = packs.registered_versions(schools)
    return [f"Packs: {json.dumps(used)}"] if used else []


def _schools(scenario: Mapping[str, object]) -> list[str]:
    seats = scenario["seats"]
    assert isinstance(seats, list)  # the scenario has been read
    return [seat["school"] for seat in seats]


def _headers(origin: Origin) -> list[str]:
    if isinstance(origin, str):
        return [f"Save: {origin}"]
    if not isinstance(origin, Setup):
        return [f"Scenario: {json.dumps(origin, separators=(',', ':'))}"]
    headers = [f"Form: {origin.form}", f"Schools: {' '.join(origin.schools)}"]
    if any(origin.names):
        headers.append(f"Names: {json.dumps(origin.names)}")
    seed = origin.seed
    headers.append(f"Seed: {seed if _PLAIN_SEED.fullmatch(seed) else json.dumps(seed)}")
    options = {} if origin.legends else {"legends": False}
    if origin.teams:
        options["teams"] = True
    if options:
        headers.append(f"Options: {json.dumps(options)}")
    if origin.decks:
        headers.append(f"Decks: {json.dumps([' '.join(deck) for deck in origin.decks])}")
    return headers


def result(outcome: Outcome | None) -> str:
    """Return an outcome as records write it: ``seat 1, 18-9, points``, ``seats 1 2, 3-3, tie``."""
    if outcome is None:
        return OPEN_RESULT
    seats = " ".join(map(str, outcome.winners))
    word = "seat" if len(outcome.winners) == 1 else "seats"
    return f"{word} {seats}, {'-'.join(map(str, outcome.scores))}, {outcome.reason}"


# -- reading -------------------------------------------------------------------------------------


def read(text: object, begin: Callable[[Origin], G]) -> G:
    """Return the game of a record's main line; RecordError names the faulty line."""
    return run_to_end(read_in_steps(text, begin))


def read_in_steps(text: object, begin: Callable[[Origin], G]) -> Generator[ReplayStep, None, G]:
    """Do the work of `read` in steps of a line, so that the caller can do other work between."""
    return (yield from read_tree_in_steps(text, begin)).game


def read_tree_in_steps(
    text: object, begin: Callable[[Origin], G]
) -> Generator[ReplayStep, None, RecordedGame[G]]:
    """Read a record with its variations and remarks, in steps of a line."""
    headers, body = _divide(text)
    first = next((line.turn for _, line in body if isinstance(line, TurnLine)), None)
    game = _begin(headers, begin, first)
    start, reader = game.copy(), TreeReader(game)
    for done, (number, line) in enumerate(body):
        yield ReplayProgress(done, len(body))
        yield from reader.read_line(number, line)
    reader.finish()
    if "Result" in headers:
        number, recorded = headers["Result"]
        actual = result(game.outcome)
        if recorded != actual:
            raise RecordError(
                number, f"the moves lead to {actual!r}, not to {quote_for_error(recorded)}"
            )
    return RecordedGame(start, reader.tree, game)


Headers = Mapping[str, tuple[int, str]]
"""The number of its line, and the value, for the name of each header."""


def _divide(text: object) -> tuple[Headers, list[tuple[int, BodyLine]]]:
    """Return the headers of a record, and its other lines with their numbers."""
    if not isinstance(text, str):
        raise RecordError(1, "a text is needed")
    if len(text) > LONGEST_TEXT:
        raise RecordError(1, f"longer than {LONGEST_TEXT} characters")
    headers: dict[str, tuple[int, str]] = {}
    body: list[tuple[int, BodyLine]] = []
    for number, line in record_lines(text):
        if turn := _TURN.fullmatch(line):
            codes = turn[3].replace("(", " ").replace(")", " ").split()
            body.append((number, TurnLine(int(turn[1]), int(turn[2]), tuple(codes))))
            continue
        header = _HEADER.fullmatch(line)
        if not header:
            raise RecordError(number, "neither a header such as 'Form: duel' nor '1. seat 1: ...'")
        name, value = header[1], (header[2] or "").strip()
        if name not in ("Scenario", "Save") and len(line) > LONGEST_HEADER:
            raise RecordError(number, f"longer than {LONGEST_HEADER} characters")
        if name in BODY_LINES:
            body.append((number, RemarkLine(name, value)))
            continue
        _check_header(number, name, headers, is_late=bool(body))
        headers[name] = number, value
    return headers, body


def _check_header(number: int, name: str, headers: Headers, *, is_late: bool) -> None:
    if name not in _HEADERS:
        raise RecordError(number, f"unknown header {quote_for_error(name)}")
    if name in headers:
        raise RecordError(number, f"{name} is given twice")
    if is_late:
        raise RecordError(number, f"the header {name} must come before the first turn")


def _begin(headers: Headers, begin: Callable[[Origin], G], first: int | None) -> G:
    """Return the game before its first move, which is made in turn `first`."""
    if "Record" in headers:
        number, value_text = headers["Record"]
        if not re.fullmatch("tashkalar [0-9]{1,9}", value_text):
            raise RecordError(number, "this is not a record of Tash-Kalar")
        if int(value_text.split()[1]) != VERSION:
            raise RecordError(
                number, f"made by a newer version of the program ({value_text.split()[1]})"
            )
    _demand_packs(headers)
    instead = [name for name in ("Scenario", "Save") if name in headers]
    if not instead:
        return begin(_setup(headers))
    name = instead[0]
    for other in (*instead[1:], *_SETUP_HEADERS):
        if other in headers:
            raise RecordError(headers[other][0], f"{other} and {name} exclude each other")
    number, value_text = headers[name]
    try:
        if name == "Save":
            return begin(value_text)
        value = parse_json(value_text)
        if not isinstance(value, dict):
            raise RecordError(number, "Scenario: an object is needed")
        return begin(value if first is None else with_turn_number(value, first))
    except RecordError:
        raise
    except (SaveError, ScenarioError, ValueError) as error:
        raise RecordError(number, f"{name}: {error}") from None


def _demand_packs(headers: Headers) -> None:
    """Refuse a record whose packs are not all registered."""
    named = _json(headers, "Packs", dict)
    if named is None:
        return
    number = headers["Packs"][0]
    try:
        lacking = packs.missing_packs(packs.read_versions(Node(named, "Packs")))
    except ScenarioError as error:
        raise RecordError(number, str(error)) from None
    if lacking:
        raise RecordError(number, packs.missing_packs_message(lacking))


def _setup(headers: Headers) -> Setup:
    """Return the agreement that the headers describe."""
    for name in ("Form", "Schools", "Seed"):
        if name not in headers:
            raise RecordError(1, f"the header {name} is missing")
    names = _json(headers, "Names", list)
    options = _json(headers, "Options", dict) or {}
    number, seed = headers["Seed"]
    if seed.startswith('"'):
        seed = str(_json(headers, "Seed", str))
        if not is_encodable(seed):
            raise RecordError(number, "Seed: half a character is not a text")
    elif not _PLAIN_SEED.fullmatch(seed):
        raise RecordError(number, "Seed: write anything but letters and digits as a JSON string")
    try:
        flags = {
            k: v.flag() for k, v in Node(options, "Options").fields("legends", "teams").items()
        }
        return make_setup(
            headers["Form"][1],
            headers["Schools"][1].split(),
            teams=flags.pop("teams", False),
            seed=seed,
            names=names,
            options=flags,
            decks=[str(deck).split() for deck in _json(headers, "Decks", list) or ()],
        )
    except ScenarioError as error:
        raise RecordError(headers["Options"][0], str(error)) from None
    except ValueError as error:
        argument = re.split("[^a-z]", str(error))[0]
        header = "Options" if argument == "teams" else argument.capitalize()
        raise RecordError(headers.get(header, headers["Form"])[0], str(error)) from None


def _json(headers: Headers, name: str, kind: type[T]) -> T | None:
    """Return the value of a header that is written as JSON; None if it is missing."""
    if name not in headers:
        return None
    number, value_text = headers[name]
    try:
        value = parse_json(value_text)
    except ValueError as error:
        raise RecordError(number, f"{name}: {error}") from None
    if not isinstance(value, kind):
        raise RecordError(number, f"{name}: a JSON {kind.__name__} is needed")
    return value
