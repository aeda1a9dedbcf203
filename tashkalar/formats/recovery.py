"""What can still be read of a damaged save: its agreement and, one after another, its decisions.

A save tells its game twice (`formats/save.py`), and reading one is all or nothing. A flipped bit,
or an end that is missing, makes JSON of it no longer, although most of it is there. Here the parts
are looked for by their names. Whatever is found goes the same checked way as a whole save: nothing
is played that the rules do not allow.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Generic, NamedTuple

from tashkalar.errors import IllegalMove, PackError
from tashkalar.formats import checkpoint, save
from tashkalar.formats.save import G, GameFactory, ReplayProgress, ReplayStep
from tashkalar.json_reader import Node, first_value

MOST_PLACES = 8
"""How many places with a name are tried; a whole text has one or two of them."""

_ESCAPED = re.compile(r'\\(["\\/])')
_INNER_SAVE = re.compile(r'(?<!\\)"game":\s*"')
_START = re.compile(r'(?<!\\)"start":')
_CODE = re.compile(r'[^\s",\[\]]+')
_MOVES = re.compile(r'(?<!\\)"moves":\s*\[(.*?)(\],\s*"open":|$)', re.DOTALL)


class SalvagedGame(NamedTuple, Generic[G]):
    """A game from a damaged text, and whether all of its decisions are in it."""

    game: G
    is_complete: bool


SalvageSteps = Generator[ReplayStep, None, SalvagedGame[G] | None]


def salvage_in_steps(text: str, begin: GameFactory[G]) -> SalvageSteps[G]:
    """The game that can be made of a damaged text, None when there is none worth it: in steps.

    The text may be a save, or one with a save inside as a JSON string. Never raises ValueError.
    """
    inner = _INNER_SAVE.search(text)
    bodies = [_ESCAPED.sub(r"\1", text[inner.end() :]), text] if inner else [text]
    for body in bodies:
        if found := (yield from _salvage_body_in_steps(body, begin)):
            return found
    return None


def _salvage_body_in_steps(text: str, begin: GameFactory[G]) -> SalvageSteps[G]:
    moves = _MOVES.search(text)
    game = _first_position(text, begin)
    if game is None or moves is None:
        return None
    codes = _CODE.findall(moves[1])
    opened = _value(text, "open")
    if moves[2] and isinstance(opened, str):
        codes += opened.split()
    played = yield from _play_in_steps(game, codes[: save.MOST_KEPT])
    return SalvagedGame(game, bool(moves[2]) and played == len(codes)) if played else None


def _first_position(text: str, begin: GameFactory[G]) -> G | None:
    """The game before its first decision that is told."""
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
    """The JSON value after a key, None when it cannot be read."""
    places = re.finditer(rf'(?<!\\)"{key}":\s*', text)
    for place in islice(places, MOST_PLACES):
        try:
            return first_value(text, place.end())
        except ValueError:
            continue
    return None


def _play_in_steps(
    game: save.RestorableGame, codes: Sequence[str]
) -> Generator[ReplayStep, None, int]:
    """Make decisions as long as they are legal; how many of them."""
    for number, code in enumerate(codes):
        yield ReplayProgress(number, len(codes))
        try:
            yield from save.decide_in_steps(game, code)
        except (IllegalMove, PackError):
            return number
    return len(codes)
