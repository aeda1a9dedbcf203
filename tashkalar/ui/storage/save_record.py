"""The text of one saved game: encoding, and decoding as much of the text as can be read.

Decoding never raises, because a text may be cut off, edited, or written by a newer version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple, TypeGuard

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.json_reader import LONGEST_TEXT, parse_json
from tashkalar.plain_text import cut_text, replace_unsafe_signs
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import LONGEST_NAME
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import SAVE_LIMITS
from tashkalar.ui.bots.saved_levels import LEVELS_VERSION, SavedLevels, read_saved_levels
from tashkalar.ui.storage.far_record import FarRecord, far_record_data, read_far_record

SAVE_RECORD_VERSION = 1
GAME_KEY_PREFIX = f"tashkalar.game.v{SAVE_RECORD_VERSION}."
"""The start of the key of a game; the id follows."""

GAME_KEY_PATTERN = re.compile(r"tashkalar\.game\.v([1-9][0-9]{0,8})\.")
"""The keys of games of any version."""

LONGEST_FILE = 2 * LONGEST_TEXT
"""Characters of a file or of a saved game: a save with every second character escaped."""

HIGHEST_SCORE = 10 * SAVE_LIMITS.points
"""More than the points of any position: a side adds up its points against three others."""

LONGEST_TITLE = 60
_ID_LENGTH = 16  # hexadecimal digits of `game_id`
MAX_DATE_MS = 8_640_000_000_000_000
"""The last date of JavaScript, in milliseconds since 1970."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that JavaScript represents exactly."""


class SaveSummary(NamedTuple):
    """The facts that the list shows without loading a game; one name, school and score a seat."""

    form: str
    turn: int
    schools: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    over: bool


class SaveRecord(NamedTuple):
    """The decoded text of a game. A field that could not be read has the value of a new game."""

    status: str  # "game", "damaged" or "newer" (made by a newer version)
    title: str | None = None
    started_at_ms: int = 0  # dates are milliseconds since 1970, 0 if unknown
    saved_at_ms: int = 0
    is_curtain_down: bool = True
    summary: SaveSummary | None = None
    game_json: str | None = None
    order: int = 0  # higher than the order of every earlier save, also when the clock jumps
    bots: Mapping[SeatNumber, str] = {}  # the seats that the computer plays, and their levels
    far: FarRecord | None = None  # of a game with someone far away
    study_text: str | None = None  # of a study: its record, whose main line the game is
    apart_since: int = 0  # the order of the save before a page that could not read newer copies
    unknown_levels: tuple[str, ...] = ()  # of `bots`, where another version has put them


def same_content(record: SaveRecord, other: SaveRecord) -> bool:
    """Tell whether two records hold the same game and the same study, comments and all."""
    is_readable = record.game_json is not None
    contents = [(one.game_json, one.study_text) for one in (record, other)]
    return is_readable and contents[0] == contents[1]


def goes_on_from(record: SaveRecord, other: SaveRecord) -> bool:
    """Tell whether a record holds all that another one does: the same, or a game that went on."""
    if same_content(record, other):
        return True
    try:
        games: list[Any] = [parse_json(one.game_json or "") for one in (record, other)]
        played, before = (" ".join([*game["moves"], game["open"] or ""]).split() for game in games)
        beginnings = [[game.get(n) for n in ("setup", "scenario", "start")] for game in games]
    except (ValueError, KeyError, TypeError, AttributeError):
        return False
    is_game = record.study_text is None and other.study_text is None
    return is_game and beginnings[0] == beginnings[1] and played[: len(before)] == before


def encode_save_record(id: str, record: SaveRecord, more: Mapping[str, str] | None = None) -> str:
    """Return the text of a game in ASCII, which every storage and file can hold."""
    data = {
        **(more or {}),
        "v": SAVE_RECORD_VERSION,
        "id": id,
        "title": record.title,
        "started": record.started_at_ms,
        "saved": record.saved_at_ms,
        "order": record.order,
        "curtain": record.is_curtain_down,
        **_encode_bots(record.bots),
        **({"far": far_record_data(record.far)} if record.far else {}),
        **({"study": record.study_text} if record.study_text else {}),
        **({"apart": record.apart_since} if record.apart_since else {}),
        "summary": record.summary._asdict() if record.summary else None,
        "game": record.game_json,
    }
    return json.dumps(data, separators=(",", ":"))


def _encode_bots(bots: Mapping[SeatNumber, str]) -> dict[str, object]:
    """Return the fields about the computer players; none without one."""
    if not bots:
        return {}
    return {"bots": {str(s): level for s, level in bots.items()}, "levels": LEVELS_VERSION}


def read_save_record(key: str, text: str) -> SaveRecord:
    """Decode as much as possible of the text under a key; never raises."""
    version = GAME_KEY_PATTERN.match(key)
    if version and int(version[1]) > SAVE_RECORD_VERSION:
        return SaveRecord("newer")
    try:
        return decode_save_record(parse_json(text, longest=LONGEST_FILE))
    except ValueError:
        return SaveRecord("damaged")


def decode_save_record(data: object) -> SaveRecord:
    """Decode as much as possible of the data of a game; never raises."""
    if not isinstance(data, dict):
        return SaveRecord("damaged")
    version, title, game = data.get("v"), data.get("title"), data.get("game")
    study_text = data.get("study")
    if is_integer_in_range(version, SAVE_RECORD_VERSION + 1, 10**9):
        return SaveRecord("newer")
    started, saved, curtain = data.get("started"), data.get("saved"), data.get("curtain")
    order = data.get("order", saved)  # the first version had no order
    summary = _read_summary(data.get("summary"))
    saved_levels = (
        read_saved_levels(data.get("bots"), data.get("levels"), len(summary.schools))
        if summary
        else SavedLevels({})
    )
    is_complete = (
        is_integer_in_range(version, SAVE_RECORD_VERSION, SAVE_RECORD_VERSION)
        and (title is None or isinstance(title, str))
        and is_integer_in_range(started, 0, MAX_DATE_MS)
        and is_integer_in_range(saved, 0, MAX_DATE_MS)
        and is_integer_in_range(order, 0, MAX_SAFE_INTEGER)
        and isinstance(curtain, bool)
        and summary is not None
        and isinstance(game, str)
    )
    return SaveRecord(
        status="game" if is_complete else "damaged",
        title=tidy_title(title) if isinstance(title, str) else None,
        started_at_ms=_integer_or_zero(started),
        saved_at_ms=_integer_or_zero(saved),
        is_curtain_down=curtain
        if isinstance(curtain, bool)
        else True,  # hide the hands in case of doubt
        summary=summary,
        game_json=game if isinstance(game, str) else None,
        order=order if is_integer_in_range(order, 0, MAX_SAFE_INTEGER) else _integer_or_zero(saved),
        bots=saved_levels.level_by_seat,
        unknown_levels=saved_levels.unknown,
        far=read_far_record(data.get("far"), len(summary.schools)) if summary else None,
        study_text=study_text if isinstance(study_text, str) else None,
        apart_since=max(_integer_or_zero(data.get("apart")), 0),
    )


def _read_summary(data: object) -> SaveSummary | None:
    if not isinstance(data, dict):
        return None
    form, turn, over = data.get("form"), data.get("turn"), data.get("over")
    schools, names, scores = (
        _list_at(data, "schools"),
        _list_at(data, "names"),
        _list_at(data, "scores"),
    )
    is_valid = (
        isinstance(form, str)
        and form in FORMS
        and is_integer_in_range(turn, 1, SAVE_LIMITS.turn)
        and isinstance(over, bool)
        and len(schools) in _seat_counts(str(form))
        and all(isinstance(school, str) and _is_school(school) for school in schools)
        and len(names) == len(scores) == len(schools)
        and all(isinstance(name, str) for name in names)
        and all(is_integer_in_range(score, -HIGHEST_SCORE, HIGHEST_SCORE) for score in scores)
    )
    if not is_valid:
        return None
    return SaveSummary(
        form=str(form),
        turn=_integer_or_zero(turn),
        schools=tuple(map(str, schools)),
        names=tuple(_tidy_line(str(name), LONGEST_NAME) for name in names),
        scores=tuple(map(_integer_or_zero, scores)),
        over=over is True,
    )


def game_id(game_json: str) -> str:
    """Return the id of a game with this save; names and later undone decisions do not count.

    Raise ValueError if the text is no save.
    """
    data = parse_json(game_json)
    setup = data.get("setup", {}) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(setup, dict) or "moves" not in data:
        raise ValueError("a save is needed")
    moves = data["moves"]
    if "decks" in setup:  # sealed beings become known when the decks are opened
        moves = _without_beings(moves, setup["decks"])
    setup = {name: value for name, value in setup.items() if name not in ("names", "decks")}
    parts = [setup, data.get("scenario"), data.get("start"), moves]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:_ID_LENGTH]


def _without_beings(moves: object, decks: object) -> object:
    """Return moves without the beings that are discarded or chosen, which may be unknown."""
    if not isinstance(moves, list) or not isinstance(decks, list):
        return moves
    beings = {str(card) for deck in decks if isinstance(deck, list) for card in deck}
    return [
        " ".join("" if code.removeprefix("~") in beings else code for code in str(move).split())
        for move in moves
    ]


def _seat_counts(form: str) -> set[int]:
    rules = FORMS[form]
    return {*rules.seat_counts(), *(rules.seat_counts(teams=True) if rules.teams else ())}


def _is_school(id: str) -> bool:
    # The pack of a school may be missing at the moment.
    return id in cards.SCHOOLS or packs.is_pack_id(id)


def _list_at(data: Mapping[str, object], key: str) -> list[object]:
    value = data.get(key)
    return value if isinstance(value, list) else []


def is_integer_in_range(value: object, lowest: int, highest: int) -> TypeGuard[int]:
    """Tell whether a value is an integer in a range, and no bool."""
    return type(value) is int and lowest <= value <= highest


def _integer_or_zero(value: object) -> int:
    return value if type(value) is int and -HIGHEST_SCORE <= value <= MAX_DATE_MS else 0


def _tidy_line(text: str | None, longest: int) -> str:
    """Return a text as one tidy line without control characters."""
    safe = replace_unsafe_signs((text or "")[: 10 * longest])
    return cut_text(" ".join(safe.split()), longest).strip()


def tidy_title(text: str | None) -> str | None:
    """Return a title as stored and shown, None for an empty title."""
    return _tidy_line(text, LONGEST_TITLE) or None


def slug(text: str) -> str:
    """Return a text as a part of a file name."""
    plain = "".join(c if c.isalnum() else " " for c in text.lower())
    return "-".join(plain.split())[:50].strip("-") or "game"
