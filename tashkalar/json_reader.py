"""Read untrusted JSON data and report errors with the path of the faulty value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from tashkalar.errors import ScenarioError
from tashkalar.pasted_text import json_readings
from tashkalar.plain_text import describe_sign, remove_break_hints

LONGEST_TEXT = 2_000_000  # characters of a save, a record or a scenario
DEEPEST_NESTING = 32  # lists and objects inside each other
MOST_BRACKETS = 50_000  # lists and objects of a text
MOST_COMMAS = 400_000  # of a text
MOST_VALUES = 200_000  # entries of a scenario in all
LONGEST_NUMBER = 20  # digits

# A string (closed or not, so that the search is linear), or a bracket outside strings.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def parse_json(
    text: object,
    *,
    longest: int = LONGEST_TEXT,
    deepest: int = DEEPEST_NESTING,
    is_own: bool = False,
) -> object:
    """Return the value of a JSON text; raise ValueError with a one-line reason otherwise.

    A text that `is_own` has come through no other program: its invisible signs stay.

    The function is stricter than `json.loads`: duplicate keys, NaN and Infinity are refused, and a
    text that is too long or nested too deep is refused before parsing.
    """
    if not isinstance(text, str):
        raise ValueError("a text is needed")
    if len(text) > longest:
        raise ValueError(f"longer than {longest} characters")
    if text.count(",") > MOST_COMMAS and _STRING.sub("", text).count(",") > MOST_COMMAS:
        raise ValueError(f"more than {MOST_COMMAS} values")
    text = text.removeprefix("\ufeff") if is_own else remove_break_hints(text)
    _check_nesting(text, deepest)
    try:
        return _load(text)
    except json.JSONDecodeError as error:
        wrong = error
    for reading in json_readings(text):
        _check_nesting(reading, deepest)
        try:
            return _load(reading)
        except json.JSONDecodeError:
            continue
    raise ValueError(f"not JSON: {wrong.msg} ({_place(wrong)})")


def _load(text: str) -> object:
    return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_int)


def _place(error: json.JSONDecodeError) -> str:
    """Return the place of an error and the sign there, unless the text ends there."""
    place = f"line {error.lineno}, column {error.colno}"
    sign = error.doc[error.pos : error.pos + 1]
    return f"{place}: {describe_sign(sign)}" if sign else place


def first_value(text: str, start: int = 0) -> object:
    """Return the JSON value that begins at index `start`, ignoring the text after the value.

    Raise ValueError if no value begins there. The limits on nesting and brackets are those of
    `parse_json`.
    """
    if text[start : start + 1] in ("[", "{"):
        _check_nesting(text, DEEPEST_NESTING, start)
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_int
    )
    return decoder.raw_decode(text, start)[0]


def _check_nesting(text: str, deepest: int, start: int = 0) -> None:
    """Refuse a text whose first value is nested too deep, because deep nesting crashes Pyodide."""
    depth = brackets = 0
    for token in _TOKEN.finditer(text, start):
        first = token[0][0]
        if first in "[{":
            depth += 1
            brackets += 1
            if brackets > MOST_BRACKETS:
                raise ValueError(f"more than {MOST_BRACKETS} lists and objects")
            if depth > deepest:
                raise ValueError(f"more than {deepest} lists and objects inside each other")
        elif first in "]}":
            depth -= 1
            if depth <= 0:
                return


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries: dict[str, object] = {}
    for key, value in pairs:
        if key in entries:
            raise ValueError(f"the key {quote_for_error(key)} is given twice")
        entries[key] = value
    return entries


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number of JSON")


def _int(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(digits)} digits is too long")
    return int(digits)


def to_plain_json(value: object) -> dict[str, object]:
    """Return a deep copy of an object in plain JSON types.

    Raise ScenarioError for a value that JSON does not have, or for too many values.
    """
    copy = _to_plain_json(Node(value), [MOST_VALUES], 0)
    if not isinstance(copy, dict):
        raise Node(value).fail("an object is needed")
    return copy


def _to_plain_json(node: Node, left: list[int], depth: int) -> object:
    value = node.value
    left[0] -= 1
    if depth > DEEPEST_NESTING:
        raise node.fail(f"more than {DEEPEST_NESTING} lists and objects inside each other")
    if left[0] < 0:
        raise node.fail(f"more than {MOST_VALUES} values in all")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        if abs(value) >= 10**LONGEST_NUMBER:
            raise node.fail("the number is too long")
        return int(value)
    if isinstance(value, Mapping):
        return {key: _to_plain_json(child, left, depth + 1) for key, child in node.entries()}
    if isinstance(value, list | tuple):
        return [_to_plain_json(child, left, depth + 1) for child in node.items()]
    raise node.fail(f"{type(value).__name__} is not a type of JSON that is used here")


def is_encodable(text: str) -> bool:
    """Return whether a text can be encoded: JSON escapes can produce lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def quote_for_error(value: object, longest: int = 40) -> str:
    """Return a value as error messages show it: one line of ASCII, at most `longest` characters."""
    text = ascii(value)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


class Node:
    """A value together with its path in the data, for example ``seats[1].hand[0]``."""

    __slots__ = ("_parent", "_place", "value")

    def __init__(self, value: object, place: str | int = "", parent: Node | None = None) -> None:
        self.value = value
        self._place = place  # a key or an index in `parent`, or a path
        self._parent = parent

    @property
    def path(self) -> str:
        """The path of the value; "" for the whole."""
        place = self._place
        if self._parent is None:
            return str(place)
        before = self._parent.path
        if isinstance(place, int):
            return f"{before}[{place}]"
        name = place if _NAME.fullmatch(place) else quote_for_error(place)
        return f"{before}.{name}" if before else name

    def fail(self, message: str) -> ScenarioError:
        """Return the error to raise for this value."""
        return ScenarioError(self.path or "scenario", message)

    def child(self, key: str) -> Node:
        """Return the entry of an object, or the place of an entry that is missing."""
        value = self.value.get(key) if isinstance(self.value, Mapping) else None
        return Node(value, key, self)

    def fields(self, *known: str, needed: Sequence[str] = ()) -> Mapping[str, Node]:
        """Return an object's entries; refuse keys not in `known`, require those in `needed`."""
        entries = dict(self.entries())
        for key, child in entries.items():
            if key not in known:
                raise child.fail("unknown key")
        for key in needed:
            if key not in entries:
                raise self.child(key).fail("is missing")
        return entries

    def fields_of_file(
        self, format: str, version: int, *needed: str, optional: Sequence[str] = ()
    ) -> Mapping[str, Node]:
        """Return the entries of a file that says its format and its version.

        Refuse another format, a version later than `version`, and keys that are not named here.
        """
        head = ("format", "v")
        entries = self.fields(*head, *needed, *optional, needed=(*head, *needed))
        if entries["format"].value != format:
            raise entries["format"].fail(f"is not {format!r}")
        if entries["v"].number(1) > version:
            raise entries["v"].fail("this file was written for a newer version of the page")
        return entries

    def entries(self) -> Iterator[tuple[str, Node]]:
        """Yield the entries of an object whose keys are data; any text is a valid key."""
        if not isinstance(self.value, Mapping):
            raise self.fail("an object is needed")
        for key, value in self.value.items():
            if not isinstance(key, str):
                raise self.fail(f"the key {quote_for_error(key)} is not a text")
            yield str(key), Node(value, str(key), self)

    def items(self, most: int = MOST_VALUES) -> list[Node]:
        """Return the items of a list of at most `most` entries."""
        if isinstance(self.value, str) or not isinstance(self.value, Sequence):
            raise self.fail("a list is needed")
        if len(self.value) > most:
            raise self.fail(f"more than {most} entries")
        return [Node(item, place, self) for place, item in enumerate(self.value)]

    def number(self, lowest: int = 0, highest: int = 10_000) -> int:
        """Return the value, which must be a whole number between `lowest` and `highest`."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail("a whole number is needed")
        if not lowest <= value <= highest:
            raise self.fail(f"{quote_for_error(value)} is not between {lowest} and {highest}")
        return value

    def flag(self) -> bool:
        """Return the value, which must be true or false."""
        if not isinstance(self.value, bool):
            raise self.fail("true or false is needed")
        return self.value

    def text(self, longest: int = 10_000) -> str:
        """Return the value, which must be a text of at most `longest` characters."""
        if not isinstance(self.value, str):
            raise self.fail("a text is needed")
        if len(self.value) > longest:
            raise self.fail(f"longer than {longest} characters")
        return self.value

    def choice(self, known: Sequence[str]) -> str:
        """Return the value, which must be one of the known words."""
        word = self.text()
        if word not in known:
            listed = ", ".join(known) if len(known) <= 12 else "see the catalogue"
            raise self.fail(f"{quote_for_error(word)} is not known ({listed})")
        return word
