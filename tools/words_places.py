"""The places of the lines of lessons in words: the lesson, its part, and when the line comes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tashkalar.features.lessons.lesson_file import COMMON_LINES
from tools.translated import ROOT

_MOVES = {
    "+": "places a piece",
    "~": "discards a card",
    "-": "skips what may be skipped",
    ".": "ends the turn",
    "=": "claims a task",
    "!": "invokes a flare",
    "%": "plays a warp effect",
}
_HINTS = ("the first hint", "the second hint", "the third hint")


class LinePlace(NamedTuple):
    """The place of a line of the coach."""

    lesson: str
    part: int  # from 1
    when: str


def lesson_places() -> dict[str, LinePlace]:
    """Return for the key of each line of a lesson the first place where it stands."""
    places: dict[str, LinePlace] = {}
    for path in sorted((ROOT / "static" / "lessons").glob("*.json")):
        parts = json.loads(path.read_text(encoding="utf-8")).get("parts", ())
        for number, part in enumerate(parts, 1):
            for say, when in _lines(part):
                key = f"learn.{path.stem}.{say}"
                if say.startswith(COMMON_LINES):
                    key = f"learn.common.{say.removeprefix(COMMON_LINES)}"
                places.setdefault(key, LinePlace(path.stem, number, when))
    return places


def _lines(part: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the lines of a part, each with when it comes."""
    for line in part.get("coach", ()):
        yield line["say"], f"the coach says it {_condition(line.get('when', {}))}"
    for line in part.get("mistakes", ()):
        yield line["say"], f"the answer when the player {_mistake(line)}"
    for line, name in zip(part.get("hint", ()), _HINTS, strict=False):
        yield line, name
    if "done" in part:
        yield part["done"], "at the end of the part"


def _condition(when: Mapping[str, Any]) -> str:
    if not when:
        return "when nothing more special fits"
    if when == {"done": 0}:
        return "at the start"
    return "when " + ", ".join(_fact(name, value) for name, value in when.items())


def _fact(name: str, value: object) -> str:
    if name == "done":
        return f"{value} steps are made" if value != 1 else "1 step is made"
    if name == "card":
        return f"{value} is selected" if value else "no card is selected"
    if name == "asks":
        return f"the question is about: {value}"
    return f"{name} is {value}"


def _mistake(line: Mapping[str, Any]) -> str:
    """Return what a player does to get an answer."""
    if "move" not in line:
        card = f" for {line['card']}" if "card" in line else ""
        square = "a square that cannot be chosen" if line["square"] == "*" else line["square"]
        done = f"chooses {square}{card}"
    else:
        done = _move(line["move"])
    after = _condition(line["when"]) if line.get("when") else ""
    return f"{done} ({after.removeprefix('when ')})" if after else done


def _move(code: str) -> str:
    if "@" in code:
        return f"summons {code.partition('@')[0]}".replace("summons *", "summons another being")
    if code[0] in _MOVES and code[:2] != "*-":
        rest = code[1:].strip("*")
        return _MOVES[code[0]] + (f": {rest}" if rest else "")
    return "plays something else" if code == "*" else f"plays {code}"
