"""The text that stores the results of finished games, for the statistics.

A game has an id that is made of its decisions, so that it is counted once wherever it comes from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tashkalar.json_reader import parse_json
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.forms import FORMS
from tashkalar.ui.storage.save_record import LONGEST_FILE, MAX_DATE_MS, is_integer_in_range

RESULTS_KEY = "tashkalar.results.v1"
"""The key of the results in the browser's storage."""

DAMAGED_RESULTS_KEY = "tashkalar.results-damaged.v1"
"""The key of a text that could not be read when a result was stored in its place."""

COUNTED_KEY = "tashkalar.counted.v1"
"""The key of the order up to which the finished games of this browser have been counted."""

PERSON = ""
FAR_PERSON = "far"

_NAME = re.compile(r"[A-Za-z0-9@~._-]{0,100}")
"""The ids of schools, players and beings, also of packs and versions that this one lacks."""
_MOST_SUMMONED = 1000


class GameResult(NamedTuple):
    """The result of a finished game."""

    id: str  # made of the decisions
    save: str  # the id of the saved game
    ended_ms: int  # milliseconds since 1970, 0 if unknown
    form: str
    has_teams: bool
    schools: tuple[str, ...]  # by seat, as the next one
    players: tuple[str, ...]  # `PERSON` at this device, `FAR_PERSON`, or a level
    winners: tuple[SeatNumber, ...]
    summoned: Mapping[str, int]  # beings that persons at this device have summoned, by id
    has_legends: bool = True  # False in a first game; old results do not say it


# -- reading -------------------------------------------------------------------------------------


def read_results(text: str | None) -> list[GameResult]:
    """Return the results of a text; leave out what cannot be read. Never raises."""
    return [result for entry in _entries(text) or () if (result := _read_result(entry))]


def is_damaged_results(text: str | None) -> bool:
    """Tell whether a stored text cannot be read as a list of results."""
    return text is not None and _entries(text) is None


def _entries(text: str | None) -> list[Any] | None:
    try:
        data = parse_json(text or "{}", longest=LONGEST_FILE)
    except ValueError:
        return None
    entries = data.get("games", []) if isinstance(data, dict) else None
    return entries if isinstance(entries, list) else None


def _read_result(entry: Any) -> GameResult | None:
    if not isinstance(entry, dict):
        return None
    schools, players, winners = (_list_at(entry, name) for name in ("schools", "players", "won"))
    summoned = entry.get("summoned", {})
    is_valid = (
        all(isinstance(entry.get(name), str) for name in ("id", "save"))
        and is_integer_in_range(entry.get("ended"), 0, MAX_DATE_MS)
        and entry.get("form") in tuple(FORMS)
        and 2 <= len(schools) <= 4
        and len(players) == len(schools)
        and all(isinstance(text, str) and _NAME.fullmatch(text) for text in (*schools, *players))
        and all(is_integer_in_range(seat, 1, len(schools)) for seat in winners)
        and isinstance(summoned, dict)
        and all(map(_NAME.fullmatch, summoned))
        and all(is_integer_in_range(number, 1, _MOST_SUMMONED) for number in summoned.values())
    )
    if not is_valid:
        return None
    return GameResult(
        id=entry["id"],
        save=entry["save"],
        ended_ms=entry["ended"],
        form=entry["form"],
        has_teams=entry.get("teams") is True,
        schools=tuple(schools),
        players=tuple(players),
        winners=tuple(map(SeatNumber, winners)),
        summoned=dict(summoned),
        has_legends=entry.get("legends") is not False,
    )


def _list_at(entry: Mapping[str, Any], name: str) -> list[Any]:
    value = entry.get(name)
    return value if isinstance(value, list) else []


# -- writing -------------------------------------------------------------------------------------


def add_result(text: str | None, result: GameResult) -> str:
    """Return the text with one more result, in place of an earlier one of the same saved game."""
    data = {
        "id": result.id,
        "save": result.save,
        "ended": result.ended_ms,
        "form": result.form,
        **({"teams": True} if result.has_teams else {}),
        **({} if result.has_legends else {"legends": False}),
        "schools": result.schools,
        "players": result.players,
        "won": result.winners,
        "summoned": dict(result.summoned),
    }
    same = _game_keys(data)
    others = [e for e in _entries(text) or () if not set(same).intersection(_game_keys(e))]
    return _write([*others, data])


def merge_results(here: str | None, text: str) -> str:
    """Return the results of two texts, each game once; of two ends of a game the later one."""
    before = list(_entries(here) or ())
    merged = dict(enumerate(before))  # by number
    numbers: dict[tuple[str, str], set[int]] = {}  # by what entries have in common
    for number, entry in merged.items():
        for common in _game_keys(entry):
            numbers.setdefault(common, set()).add(number)
    for number, entry in enumerate(_entries(text) or (), len(before)):
        result = _read_result(entry)
        if result is None:
            continue
        same = set().union(*(numbers.get(common, ()) for common in _game_keys(entry)))
        known = [one for n in same if (one := _read_result(merged[n]))]
        if any(one.id == result.id or one.ended_ms >= result.ended_ms for one in known):
            continue
        for other in same:
            for common in _game_keys(merged.pop(other)):
                numbers[common].discard(other)
        merged[number] = entry
        for common in _game_keys(entry):
            numbers.setdefault(common, set()).add(number)
    after = list(merged.values())
    return _write(after) if after != before else here or "{}"


def _game_keys(entry: Any) -> list[tuple[str, str]]:
    """Return what two entries about the same game have in common: the result, or the save."""
    fields = entry if isinstance(entry, dict) else {}
    return [(name, text) for name in ("id", "save") if isinstance(text := fields.get(name), str)]


def _write(entries: Sequence[Any]) -> str:
    return json.dumps({"games": entries}, separators=(",", ":"))
