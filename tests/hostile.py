"""Inputs that an attacker, or a broken disk, may give to the game.

Each has a name that says what it tries. The engine's tests and those of the page take the same
ones. None may do anything but be refused in one clear line, or be what it is: text, or a game.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from tashkalar import Game, new_game
from tashkalar.bots.simple import RandomPlayer, take_decision

Json = Any

MARKUP = {
    "a script": "<script>window.pwned=1</script>",
    "an image that fails": "<img src=x onerror=pwned=1>",
    "an image, closing an attribute": '"><img src=x onerror=pwned=1>',
    "an event in an attribute": "' onmouseover='window.pwned=1",
    "a drawing with a script": "<svg onload=window.pwned=1>",
    "a frame": "<iframe srcdoc=<script>parent.pwned=1</script>>",
    "an address that is a program": "javascript:window.pwned=1",
    "entities": "&lt;script&gt;&#60;b&#62;",
    "the end of a comment": "--><b>pwned</b>",
    "the end of a title": "</title></textarea></style><b>pwned</b>",
    "a template of another engine": "{{constructor.constructor('pwned=1')()}}",
    "a placeholder of our own": "{who} {0} {__class__} %s ${pwned}",
}
CHARACTERS = {
    "nothing": "",
    "blanks": "   ",
    "a null": "a\0b",
    "a line end": "one\ntwo\r\nthree",
    "a bell and an escape": "\x07\x1b[31mred\x1b[0m",
    "delete": "\x7f\x80\x9f",
    "right to left, set by force": "two\u202eeman",
    "an isolate that is never closed": "\u2067abc",
    "right to left, by its letters": "שלום",
    "no width": "\u200b\u200d\ufeff",
    "a line separator": "a\u2028b\u2029c",
    "tags": "\U000e0041\U000e0042",
    "a tower of accents": "e" + "\u0301" * 30,
    "half a character": "\ud83d",
    "a noncharacter": "\uffff\ufdd0",
    "private use": "\ue000\U0010ffff",
}
KEYS = {
    "the prototype": "__proto__",
    "the constructor": "constructor",
    "a method of objects": "toString",
    "the class": "__class__",
    "the globals": "__globals__",
    "a path upwards": "../../../etc/passwd",
    "a path of Windows": "..\\..\\con",
    "a key of the storage": "tashkalar.settings.v1",
    "a query": "' OR 1=1 --",
}
LONG = {
    "long": "x" * 5_000,
    "long and wide": "🜁" * 5_000,
}
TEXTS = MARKUP | CHARACTERS | KEYS | LONG

VALUES: dict[str, Json] = {
    "null": None,
    "true": True,
    "zero": 0,
    "minus one": -1,
    "more than 32 bits": 2**40,
    "more than 64 bits": 10**19,
    "a fraction": 0.5,
    "an empty list": [],
    "an empty object": {},
    "a list in a list": [[[[]]]],
    "an object that names itself": {"$ref": "#", "self": "$"},
    "a prototype": {"__proto__": {"pwned": 1}, "constructor": {"prototype": {"pwned": 1}}},
    "markup": MARKUP["an image that fails"],
    "a null character": CHARACTERS["a null"],
    "half a character": CHARACTERS["half a character"],
    "a long text": "9" * 5_000,
}

# Texts that are no JSON of ours, whatever they are read as.
DOCUMENTS: dict[str, str] = {
    "an empty file": "",
    "a blank": " ",
    "a null character": "\0",
    "only a byte order mark": "\ufeff",
    "a word": "tash-kalar",
    "null": "null",
    "true": "true",
    "a number": "1",
    "a text": '"{}"',
    "an empty list": "[]",
    "an empty object": "{}",
    "a web page": "<!doctype html><html><script>window.pwned=1</script></html>",
    "a drawing": '<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"/>',
    "a program of Python": "__import__('os').system('echo pwned')",
    "a pickle": "cos\nsystem\n(S'echo pwned'\ntR.",
    "YAML that makes an object": "!!python/object/apply:os.system ['echo pwned']",
    "an XML bomb": "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>",
    "a comment in JSON": '{"a": 1 /* no */}',
    "a trailing comma": '{"a": 1,}',
    "not a number": '{"form": NaN}',
    "infinity": '{"form": -Infinity}',
    "a number of a million digits": '{"seed": ' + "9" * 1_000_000 + "}",
    "an exponent": '{"version": 1e999}',
    "a key twice": '{"form": "duel", "form": "melee"}',
    "a prototype": '{"__proto__": {"pwned": 1}}',
    "lists, 100,000 deep": "[" * 100_000,
    "lists, deep and closed": "[" * 50_000 + "]" * 50_000,
    "objects, 100,000 deep": '{"a":' * 100_000,
    "brackets in a text": json.dumps({"a": "[" * 100_000}),
    "a text that never ends": '{"a": "' + "x" * 100_000,
    "backslashes that never end": '{"a": "' + "\\" * 100_001,
    "escapes of half a character": '{"a": "\\ud83d", "\\udc00": 1}',
    "a million commas": "[" + "," * 1_000_000,
    "a list of 300,000 numbers": json.dumps([0] * 300_000),
    "an object of 100,000 keys": json.dumps({str(n): n for n in range(100_000)}),
    "longer than a file may be": json.dumps({"a": "x" * 2_100_000}),
    "a line of 100,000 headers": "[Form " * 100_000,
    "headers without end": '[Form "duel"\n' * 10_000,
    "a record without moves": '[Form "duel"]\n',
    "a record of another game": '[Event "x"]\n[White "a"]\n\n1. e4 e5 2. Nf3',
}


def played() -> Game:
    """A game in its fifth turn or so, with answers in its moves."""
    game = new_game("duel", ["northern", "sylvan"], seed="hostile", names=["Ann", "Bo"])
    player = RandomPlayer("hostile")
    for _ in range(40):
        take_decision(game, player)
    return game


def arranged() -> dict[str, Json]:
    """A scenario that uses every part of the format that a person writes by hand."""
    return {
        "form": "duel",
        "seed": 1,
        "seats": [
            {
                "school": "northern",
                "hand": ["swordmaster", "bomb", "knight"],
                "legends": ["titan", "leviathan"],
                "flare": "flare-03",
                "score": 4,
            },
            {"school": "sylvan", "score": 2},
        ],
        "board": {"e5": "1 heroic", "e6": "2 common"},
        "turn": {"seat": 1, "actions": 2},
    }


def paths(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of every value in the data; of a long list only the first and the last entry."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, child in value.items():
            yield from paths(child, (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, len(value) - 1} & set(range(len(value)))):
            yield from paths(value[index], (*path, index))


def replaced(data: Json, path: tuple[str | int, ...], value: Json) -> Json:
    """A copy of the data with another value in one place."""
    changed = copy.deepcopy(data)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def spoilt(data: Json) -> Iterator[tuple[str, Json]]:
    """Yield copies with one wrong value: every place once, the kinds of wrong values in turn."""
    kinds = list(VALUES.items())
    for number, path in enumerate(paths(data)):
        for shift in (0, 5, 10):  # three of the kinds for every place
            kind, value = kinds[(number + shift) % len(kinds)]
            name = ".".join(map(str, path))
            yield f"{name} is {kind}", replaced(data, path, value)
    for kind, key in KEYS.items():
        yield f"a key too many: {kind}", {**data, key: {"pwned": 1}}


def saves() -> dict[str, str]:
    """Return files that look like a save."""
    text = played().to_json()
    data = json.loads(text)
    found = {f"save: {name}": json.dumps(value) for name, value in spoilt(data)}
    for part in (1, 10, 100, len(text) // 2, len(text) - 1):
        found[f"save: cut off after {part} characters"] = text[:part]
    found["save: another game's moves behind it"] = text + text
    found["save: one letter changed"] = text.replace("sylvan", "sylvaM", 1)
    found["save: of the year 3000"] = json.dumps({**data, "version": 999})
    for kind, words in TEXTS.items():
        changed = replaced(data, ("setup", "names", 0), words)
        found[f"save: a player is called {kind}"] = json.dumps(changed)
    return found


def scenarios() -> dict[str, Json]:
    """Return scenarios, as data."""
    found = dict(spoilt(arranged()))
    for kind, words in TEXTS.items():
        found[f"a school is {kind}"] = replaced(arranged(), ("seats", 0, "school"), words)
        found[f"a square is {kind}"] = replaced(arranged(), ("board",), {words: "1 common"})
        found[f"the lesson's text is {kind}"] = {**arranged(), "text": words}
    return found


def records() -> dict[str, str]:
    """Return texts that look like a record."""
    text = played().record()
    lines = text.splitlines()
    found = {}
    for number in range(len(lines)):
        for kind in ("a script", "a null", "half a character", "the prototype", "long"):
            changed = [*lines[:number], lines[number] + " " + TEXTS[kind], *lines[number + 1 :]]
            found[f"line {number + 1} goes on with {kind}"] = "\n".join(changed)
    for kind, words in TEXTS.items():
        found[f"a player is called {kind}"] = text.replace("Ann", words, 1)
    return found


def files() -> dict[str, str]:
    """Files that look like a save, and documents that look like nothing."""
    return saves() | {f"document: {name}": text for name, text in DOCUMENTS.items()}
