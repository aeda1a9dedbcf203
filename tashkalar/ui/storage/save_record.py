"""The text of one saved game on the shelf: written whole, read however much of it can be read.

Reading never raises, for a text may have been cut off, edited, or written by a newer version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple, TypeGuard

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.json_reader import LONGEST_TEXT, parse_json
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import LONGEST_NAME
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import LAST_TURN
from tashkalar.ui.bots.computer_seats import read_bots

VERSION = 1
GAME = f"tashkalar.game.v{VERSION}."
"""The keys of games: this and an id."""

ANY_GAME = re.compile(r"tashkalar\.game\.v([1-9][0-9]{0,8})\.")
"""The keys of games of any version."""

LONGEST_FILE = 2 * LONGEST_TEXT
"""Characters of a file, or of a game on the shelf: a save with every second one escaped."""

LONGEST_TITLE = 60
LATEST = 8_640_000_000_000_000
"""The last date that JavaScript has, in milliseconds since 1970."""

HIGHEST = 2**53 - 1
"""The largest whole number that JavaScript is sure of."""


class Summary(NamedTuple):
    """What the list tells of a game without loading it; one name, school and score a seat."""

    form: str
    turn: int
    schools: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    over: bool


class Sheet(NamedTuple):
    """The text of a game taken apart. What could not be read has the value of a new game."""

    status: str  # "game", "damaged" or "newer" (made by a newer version)
    title: str | None = None
    started: int = 0  # dates are milliseconds since 1970, 0 if unknown
    saved: int = 0
    curtain: bool = True
    summary: Summary | None = None
    game: str | None = None
    order: int = 0  # higher than that of every game saved before: clocks jump, this does not
    bots: Mapping[SeatNumber, str] = {}  # the seats that the computer plays, with its levels


def encode(id: str, sheet: Sheet, more: Mapping[str, str] | None = None) -> str:
    """The one text of a game; plain ASCII, so that every storage and file can hold it."""
    data = {
        **(more or {}),
        "v": VERSION,
        "id": id,
        "title": sheet.title,
        "started": sheet.started,
        "saved": sheet.saved,
        "order": sheet.order,
        "curtain": sheet.curtain,
        **({"bots": {str(s): level for s, level in sheet.bots.items()}} if sheet.bots else {}),
        "summary": sheet.summary._asdict() if sheet.summary else None,
        "game": sheet.game,
    }
    return json.dumps(data, separators=(",", ":"))


def read_sheet(key: str, text: str) -> Sheet:
    """What can be read of the text under a key; never raises."""
    version = ANY_GAME.match(key)
    if version and int(version[1]) > VERSION:
        return Sheet("newer")
    try:
        return decode(parse_json(text, longest=LONGEST_FILE))
    except ValueError:
        return Sheet("damaged")


def decode(data: object) -> Sheet:
    """What can be read of the data of a game; never raises."""
    if not isinstance(data, dict):
        return Sheet("damaged")
    version, title, game = data.get("v"), data.get("title"), data.get("game")
    if is_number(version, VERSION + 1, 10**9):
        return Sheet("newer")
    started, saved, curtain = data.get("started"), data.get("saved"), data.get("curtain")
    order = data.get("order", saved)  # the first saves had none
    summary = _summary(data.get("summary"))
    whole = (
        is_number(version, VERSION, VERSION)
        and (title is None or isinstance(title, str))
        and is_number(started, 0, LATEST)
        and is_number(saved, 0, LATEST)
        and is_number(order, 0, HIGHEST)
        and isinstance(curtain, bool)
        and summary is not None
        and isinstance(game, str)
    )
    return Sheet(
        status="game" if whole else "damaged",
        title=tidy_title(title) if isinstance(title, str) else None,
        started=_number(started),
        saved=_number(saved),
        curtain=curtain if isinstance(curtain, bool) else True,  # rather hide too much
        summary=summary,
        game=game if isinstance(game, str) else None,
        order=order if is_number(order, 0, HIGHEST) else _number(saved),
        bots=read_bots(data.get("bots"), len(summary.schools)) if summary else {},
    )


def _summary(data: object) -> Summary | None:
    if not isinstance(data, dict):
        return None
    form, turn, over = data.get("form"), data.get("turn"), data.get("over")
    schools, names, scores = _list(data, "schools"), _list(data, "names"), _list(data, "scores")
    fits = (
        isinstance(form, str)
        and form in FORMS
        and is_number(turn, 1, LAST_TURN)
        and isinstance(over, bool)
        and len(schools) in _seat_counts(str(form))
        and all(isinstance(school, str) and _is_school(school) for school in schools)
        and len(names) == len(scores) == len(schools)
        and all(isinstance(name, str) for name in names)
        and all(is_number(score, -9999, 9999) for score in scores)
    )
    if not fits:
        return None
    return Summary(
        form=str(form),
        turn=_number(turn),
        schools=tuple(map(str, schools)),
        names=tuple(_line(str(name), LONGEST_NAME) for name in names),
        scores=tuple(map(_number, scores)),
        over=over is True,
    )


def _seat_counts(form: str) -> set[int]:
    rules = FORMS[form]
    return {*rules.seat_counts(), *(rules.seat_counts(teams=True) if rules.teams else ())}


def _is_school(id: str) -> bool:
    # The pack of a school may not be there at the moment.
    return id in cards.SCHOOLS or packs.is_id(id)


def _list(data: Mapping[str, object], key: str) -> list[object]:
    value = data.get(key)
    return value if isinstance(value, list) else []


def is_number(value: object, lowest: int, highest: int) -> TypeGuard[int]:
    """Whether this is a whole number in a range, and no truth value."""
    return type(value) is int and lowest <= value <= highest


def _number(value: object) -> int:
    return value if type(value) is int and -9999 <= value <= LATEST else 0


def _line(text: str | None, longest: int) -> str:
    """A text as one tidy line without control characters."""
    shown = "".join(c if c.isprintable() else " " for c in (text or "")[: 10 * longest])
    return " ".join(shown.split())[:longest].strip()


def tidy_title(text: str | None) -> str | None:
    """A title as it is stored and shown, None for an empty one."""
    return _line(text, LONGEST_TITLE) or None


def slug(text: str) -> str:
    """A text as a part of a file name."""
    plain = "".join(c if c.isalnum() else " " for c in text.lower())
    return "-".join(plain.split())[:50].strip("-") or "game"
