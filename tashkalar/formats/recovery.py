"""Recover what a damaged save still holds: its agreement and its decisions in order.

A save stores its game twice (`formats/save.py`), and reading a save is all or nothing. A flipped
bit or a missing end makes it invalid JSON, although most of it is intact. This module looks for the
parts by their names. A checkpoint that fits its hash decides the position; without one the game
comes as far as its decisions can be read. The parts are checked like those of a whole save: no move
is played that the rules do not allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Generic, NamedTuple

from tashkalar.errors import IllegalMove, PackError
from tashkalar.formats import checkpoint, save
from tashkalar.formats.save import G, GameFactory, ReplayProgress, ReplayStep
from tashkalar.history import kept_moves
from tashkalar.history.game_history import GameHistory, decide_in_steps
from tashkalar.json_reader import Node, first_value

MOST_PLACES = 8
"""The number of occurrences of a key that are tried; an intact text has one or two."""

_ESCAPED = re.compile(r'\\(["\\/])')
_INNER_SAVE = re.compile(r'(?<!\\)"game":\s*"')
_START = re.compile(r'(?<!\\)"start":')
_CODE = re.compile(r'[^\s",\[\]]+')
_NO_OPEN_MOVE = re.compile(r'(?<!\\)"open":\s*null')
_MOVE = re.compile(r'"([^"]*)"')
_MOVES = re.compile(r'(?<!\\)"moves":\s*\[(.*?)(\],\s*"open":|$)', re.DOTALL)


class SalvagedGame(NamedTuple, Generic[G]):
    """A game from a damaged text, and whether the game has come as far as it had before."""

    game: G
    is_complete: bool


SalvageSteps = Generator[ReplayStep, None, SalvagedGame[G] | None]


def salvage_in_steps(text: str, begin: GameFactory[G]) -> SalvageSteps[G]:
    """Recover, in steps, the game of a damaged text; None if there is none worth keeping.

    The text may be a save, or may contain a save as a JSON string. The function never raises
    ValueError.
    """
    inner = _INNER_SAVE.search(text)
    bodies = [_ESCAPED.sub(r"\1", text[inner.end() :]), text] if inner else [text]
    for body in bodies:
        if salvaged := (yield from _salvage_body_in_steps(body, begin)):
            return salvaged
    return None


def _salvage_body_in_steps(text: str, begin: GameFactory[G]) -> SalvageSteps[G]:
    """Recover the game of a damaged save: a whole checkpoint with its hash decides the position."""
    if salvaged := (yield from _from_checkpoint_in_steps(text, begin)):
        return salvaged
    moves = _MOVES.search(text)
    game = _first_position(text, begin)
    if game is None or moves is None:
        return None
    codes = _CODE.findall(moves[1])
    opened = _value(text, "open")
    if moves[2] and isinstance(opened, str):
        codes += opened.split()
    played = yield from _play_in_steps(game, codes[: kept_moves.MOST_KEPT])
    return SalvagedGame(game, bool(moves[2]) and played == len(codes)) if played else None


def _from_checkpoint_in_steps(text: str, begin: GameFactory[G]) -> SalvageSteps[G]:
    """Return the game at the checkpoint, if the checkpoint and its hash are whole; else None.

    The game has its history if the moves that can be read lead to the checkpoint.
    """
    opened = _value(text, "open")
    data: checkpoint.JsonObject = {
        "format": save.FORMAT,
        "v": save.VERSION,
        "checkpoint": _value(text, "checkpoint"),
        "hash": _value(text, "hash"),
        "open": opened if isinstance(opened, str) else None,
        "moves": [],
        "redo": [],
    }
    scenario = _value(text, "scenario")
    data |= (
        {"scenario": scenario} if isinstance(scenario, dict) else {"setup": _value(text, "setup")}
    )
    moves = _MOVES.search(text)
    listed = _MOVE.findall(moves[1]) if moves else []
    history: checkpoint.JsonObject = {"moves": listed}
    if _START.search(text):
        history["start"] = _value(text, "start")
    for attempt in (data | history, data, data | {"open": None}):
        try:
            game = yield from save.read_in_steps(json.dumps(attempt), begin)
        except ValueError:
            continue
        return SalvagedGame(game, _has_open_move(game, text, opened))
    return None


def _has_open_move(game: GameHistory, text: str, opened: object) -> bool:
    """Return whether the game has the open move of the text, or the text has none."""
    reopened = " ".join(game.saved_game().open_move)
    return reopened == opened or bool(not reopened and _NO_OPEN_MOVE.search(text))


def _first_position(text: str, begin: GameFactory[G]) -> G | None:
    """Return the game before its first stored decision, or None."""
    setup, scenario = _value(text, "setup"), _value(text, "scenario")
    try:
        if isinstance(scenario, dict):
            save.add_turn_number(scenario)
            game = begin(scenario, None)
        else:
            game = begin(checkpoint.read_setup(Node(setup, "setup")), None)
        if not _START.search(text):
            return game
        agreed = game.saved_game().setup
        start = checkpoint.read_state(agreed, Node(_value(text, "start"), "start"))
        return begin(scenario if isinstance(scenario, dict) else agreed, start)
    except ValueError:
        return None


def _value(text: str, key: str) -> object:
    """Return the JSON value after a key; None if it cannot be read."""
    places = re.finditer(rf'(?<!\\)"{key}":\s*', text)
    for place in islice(places, MOST_PLACES):
        try:
            return first_value(text, place.end())
        except ValueError:
            continue
    return None


def _play_in_steps(game: GameHistory, codes: Sequence[str]) -> Generator[ReplayStep, None, int]:
    """Make decisions as long as they are legal; return their number."""
    for number, code in enumerate(codes):
        yield ReplayProgress(number, len(codes))
        try:
            yield from decide_in_steps(game, code)
        except (IllegalMove, PackError):
            return number
    return len(codes)
