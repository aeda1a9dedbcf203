"""The way by which each game was sent last, so that the next message needs one press."""

from __future__ import annotations

import contextlib
import json
from typing import Literal, get_args

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError

Way = Literal["share", "copy", "mail", "sms"]
WAYS: tuple[Way, ...] = get_args(Way)
_KEY = "tashkalar.far.ways.v1"
_MOST_GAMES = 50
_LONGEST_TEXT = 10_000  # characters


class SendingWays:
    """Remembers the way by the id that a game has on every device."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def last(self, game: str) -> Way | None:
        """Return the way by which a game was sent last, or else any game; None for none."""
        ways = self._read()
        return ways.get(game) or next(reversed(ways.values()), None)

    def note(self, game: str, way: Way) -> None:
        """Remember that a game is sent by this way."""
        ways = self._read()
        ways.pop(game, None)
        ways[game] = way
        with contextlib.suppress(StoreError):  # without it the usual way is offered first
            self._store.set(_KEY, json.dumps(list(ways.items())[-_MOST_GAMES:]))

    def _read(self) -> dict[str, Way]:
        try:
            pairs = parse_json(self._store.get(_KEY) or "[]", longest=_LONGEST_TEXT, deepest=3)
        except (StoreError, ValueError):
            return {}
        ways: dict[str, Way] = {}
        for pair in pairs if isinstance(pairs, list) else []:
            match pair:
                case [str(game), str(way)] if way in WAYS:
                    ways[game] = way
        return ways
