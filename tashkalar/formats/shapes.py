"""Shapes of JSON values, from which the form of a whole text is put together once.

The readers check a value with its form before they read it, and so does the workshop. The check in
JavaScript (`site/page_source/form_data.py`), the JSON Schemas and the tables of the documentation
(`tools/forms.py`) are made of the same forms. What depends on the rules is left to the readers.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tashkalar.errors import ScenarioError
from tashkalar.json_reader import MOST_VALUES, Node, quote_for_error
from tashkalar.pasted_text import replace_spaces
from tashkalar.position.board import NAMES, RANKS, SQUARES

MOST_PLAYERS = 4  # seats, and so colors
UNKNOWN_KEY = "unknown key"
# A draft may hold more than a finished work, up to these.
MOST_IN_DRAFT = 500  # entries of a list
HIGHEST_IN_DRAFT = 999
LONGEST_IN_DRAFT = 4000  # characters of a text


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Scope(NamedTuple):
    """The knowledge of a check beside the value.

    A draft is the work of somebody who has not finished: it may have unknown keys, and too few or
    too many entries. `known` has the ids of the catalogue by the kinds of `CardId`; ids of other
    kinds are not looked up. `with_deferred` checks what else is left to other readers.
    """

    seats: int = MOST_PLAYERS
    colors: int = MOST_PLAYERS
    is_draft: bool = False
    with_deferred: bool = False
    known: Mapping[str, Collection[str]] = {}


class Fault(Exception):
    """A fault of a value; `steps` lead to it, the last one first."""

    def __init__(self, message: str, *steps: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.steps = [*steps]


def _refuse(read: Callable[..., object], value: object, *limits: Any) -> None:
    """Raise the fault that a reader of `Node` finds in a value, if there is one."""
    try:
        read(Node(value), *limits)
    except ScenarioError as error:
        raise Fault(str(error).removeprefix(f"{error.path}: ")) from None


class ValueShape(ABC):
    """A set of JSON values. `shape_id` is the name of a shape that other forms use."""

    shape_id = ""
    types: tuple[type, ...] = (dict,)  # of JSON
    wanted = "an object"  # for messages

    def check(self, node: Node, scope: Scope) -> None:
        """Raise ScenarioError, which names the path and the fault, for another value."""
        try:
            self.walk(node.value, scope)
        except Fault as fault:
            for step in reversed(fault.steps):
                node = Node(None, step, node)
            raise node.fail(fault.message) from None

    @abstractmethod
    def walk(self, value: Any, scope: Scope) -> None:
        """Raise `Fault` for another value."""


class Flag(ValueShape):
    """True or false."""

    types, wanted = (bool,), "true or false"

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, bool):
            raise Fault("true or false is needed")


class Constant(ValueShape):
    """A single value."""

    def __init__(self, value: bool | str | None, fault: str) -> None:
        self.value, self.fault = value, fault
        self.types = (type(value),)
        self.wanted = Flag.wanted if value is True else Text.wanted

    def walk(self, value: Any, scope: Scope) -> None:
        if type(value) is not type(self.value):
            raise Fault(f"{self.wanted} is needed")
        if value != self.value:
            raise Fault(self.fault)


class Number(ValueShape):
    """A whole number."""

    types, wanted = (int,), "a whole number"

    def __init__(self, lowest: int, highest: int) -> None:
        self.lowest, self.highest = lowest, highest

    def walk(self, value: Any, scope: Scope) -> None:
        if type(value) is not int or not self.lowest <= value <= self.highest:
            highest = max(HIGHEST_IN_DRAFT, self.highest) if scope.is_draft else self.highest
            _refuse(Node.number, value, 0 if scope.is_draft else self.lowest, highest)


class Version(Number):
    """The version of a format."""

    def walk(self, value: Any, scope: Scope) -> None:
        _refuse(Node.number, value, self.lowest)
        if value > self.highest:
            raise Fault("this file was written for a newer version of the page")


class Ordinal(Number):
    """The number of a seat or of a color, from `lowest` to as many as play."""

    def __init__(self, of: str, lowest: int = 1, fault: str = UNKNOWN_KEY) -> None:
        super().__init__(lowest, MOST_PLAYERS)
        self.of = of  # "seats" or "colors"
        self.fault = fault  # of other keys of an object

    def walk(self, value: Any, scope: Scope) -> None:
        _refuse(Node.number, value, self.lowest, getattr(scope, self.of))

    def fault_of_key(self, key: str, scope: Scope) -> str:
        """Return the fault of a key of an object; "" for one of the numbers."""
        known = map(str, range(self.lowest, getattr(scope, self.of) + 1))
        return "" if key in known else self.fault


class Text(ValueShape):
    """A text of at most `longest` characters, which a pattern may describe as a whole."""

    types, wanted = (str,), "a text"

    def __init__(self, longest: int = MOST_VALUES, pattern: str = "", fault: str = "") -> None:
        self.longest, self.pattern, self.fault = longest, pattern, fault
        self._is_fitting = re.compile(pattern).fullmatch

    def walk(self, value: Any, scope: Scope) -> None:
        longest = max(LONGEST_IN_DRAFT, self.longest) if scope.is_draft else self.longest
        if not isinstance(value, str) or len(value) > longest:
            _refuse(Node.text, value, longest)
        if self.pattern and not scope.is_draft and not self._is_fitting(value):
            raise Fault(self.fault)

    def fault_of_key(self, key: str, scope: Scope) -> str:
        """Return the fault of a key of an object; "" for one that is such a text."""
        is_fitting = scope.is_draft or (len(key) <= self.longest and self._is_fitting(key))
        return "" if is_fitting else self.fault


class Choice(ValueShape):
    """One of the words; `fault` is that of other keys of an object."""

    types, wanted = (str,), "a text"

    def __init__(self, words: Collection[str], fault: str = UNKNOWN_KEY) -> None:
        self._words, self.fault = words, fault

    @property
    def words(self) -> tuple[str, ...]:
        """The words, which may be more by now: a form of the game may have been added."""
        return tuple(self._words)

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, str) or value not in self._words:
            _refuse(Node.choice, value, self.words)

    def fault_of_key(self, key: str, scope: Scope) -> str:
        """Return the fault of a key of an object; "" for one of the words."""
        return "" if key in self._words else self.fault


class CardId(ValueShape):
    """The id of a card or task; `of` is ``being``, ``flare``, ``task`` or ``school``."""

    types, wanted = (str,), "a text"

    def __init__(self, of: str, pattern: str = "") -> None:
        self.of = of
        self._is_other = re.compile(pattern).fullmatch if pattern else None
        self.pattern = pattern  # of ids that no catalogue has, because they come from packs

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, str):
            raise Fault("a text is needed")
        if self.of in scope.known and not (self._is_other and self._is_other(value)):
            _refuse(Node.choice, value, tuple(scope.known[self.of]))


class PieceText(ValueShape):
    """The number of a color and a rank, such as ``1 heroic``, or one of the other `words`."""

    types, wanted = (str,), "a text"

    def __init__(self, *words: str) -> None:
        self.words = words

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, str) or len(value) > 20:
            _refuse(Node.text, value, 20)
        if value in self.words:
            return
        piece = value if scope.is_draft else replace_spaces(value)
        owner, _, rank = piece.partition(" ")
        is_number = owner.isascii() and owner.isdigit() and (len(owner) == 1 or not scope.is_draft)
        if not (is_number and 1 <= int(owner) <= scope.colors):
            others = "".join(f", or say {word!r}" for word in self.words)
            raise Fault(f"the owner must be a number from 1 to {scope.colors}{others}")
        if rank not in RANKS:
            raise Fault(f"the rank must be one of {', '.join(RANKS)}")


class List(ValueShape):
    """A list of `least` to `most` entries; `few` and `many` are the faults of other lists.

    With an empty `few` only the reader knows how many entries there must be.
    """

    types, wanted = (list, tuple), "a list"

    def __init__(
        self,
        item: ValueShape,
        most: int = MOST_VALUES,
        least: int = 0,
        *,
        few: str = "",
        many: str = "",
        is_set: bool = False,
        first: tuple[str, ...] = (),
    ) -> None:
        self.item, self.most, self.least = item, most, least
        self.few, self.many = few, many
        self.is_set = is_set
        self.first = first  # keys of which the first entry needs one

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, list | tuple):
            raise Fault("a list is needed")
        if len(value) > (max(MOST_IN_DRAFT, self.most) if scope.is_draft else self.most):
            raise Fault(self.many or f"more than {self.most} entries")
        if not scope.is_draft and self.few and self._has_few(value):
            raise Fault(self.few)
        for place, item in enumerate(value):
            try:
                self.item.walk(item, scope)
                if self.is_set and item in value[:place]:
                    raise Fault(f"{quote_for_error(item)} is named twice")
            except Fault as fault:
                fault.steps.append(place)
                raise

    def _has_few(self, items: Sequence[object]) -> bool:
        first = self.first and items and items[0]
        has_key = not isinstance(first, Mapping) or any(key in first for key in self.first)
        return len(items) < self.least or not has_key


class OneOrMany(List):
    """A list of texts, of which a single one may stand without brackets."""

    def walk(self, value: Any, scope: Scope) -> None:
        if isinstance(value, str):
            self.item.walk(value, scope)
        else:
            super().walk(value, scope)


class Map(ValueShape):
    """An object whose keys are data. `fault` is that of an object with too few or too many."""

    def __init__(
        self,
        key: Text | Choice | Ordinal,
        value: ValueShape,
        least: int = 0,
        most: int = MOST_VALUES,
        fault: str = "",
    ) -> None:
        self.key, self.value = key, value
        self.least, self.most, self.fault = least, most, fault

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, Mapping):
            raise Fault("an object is needed")
        if not scope.is_draft and not self.least <= len(value) <= self.most:
            raise Fault(self.fault)
        for key, child in value.items():
            fault_of_key = self.key.fault_of_key(key, scope)
            if fault_of_key and not (scope.is_draft and fault_of_key == UNKNOWN_KEY):
                raise Fault(fault_of_key, key)
            _walk_child(self.value, child, key, scope)


def _walk_child(shape: ValueShape, value: object, key: str, scope: Scope) -> None:
    try:
        shape.walk(value, scope)
    except Fault as fault:
        fault.steps.append(key)
        raise


class Fields(ValueShape):
    """An object with keys of its own.

    The attributes of a subclass that are shapes are its entries, in their order; the text below an
    attribute, or below several, is their meaning in the documentation. `needed` are those that must
    be there, those of `together` if one of them is. `apart` are two of which only one may be there,
    and the fault of the second.
    """

    shapes: Mapping[str, ValueShape] = _NOTHING
    needed: tuple[str, ...] = ()
    apart: tuple[str, str, str] = ("", "", "")
    together: tuple[str, ...] = ()
    faults: Mapping[str, str] = _NOTHING  # of keys that have their place elsewhere

    def __init_subclass__(
        cls,
        needed: Sequence[str] = (),
        apart: tuple[str, str, str] = ("", "", ""),
        together: tuple[str, ...] = (),
        names: Mapping[str, str] = _NOTHING,
        is_whole: bool = False,  # all are needed
    ) -> None:
        own = {key: shape for key, shape in vars(cls).items() if isinstance(shape, ValueShape)}
        cls.shapes = {**cls.shapes, **{names.get(key, key): own[key] for key in own}}
        cls.needed = tuple(cls.shapes) if is_whole else (*cls.needed, *needed)
        cls.apart, cls.together = apart, together

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, Mapping):
            raise Fault("an object is needed")
        for key in () if scope.is_draft else value:
            if key not in self.shapes:
                raise Fault(self.faults.get(key, UNKNOWN_KEY), key)
        for key in self.needed:
            if key not in value:
                raise Fault("is missing", key)
        if self.together and value.keys() & {*self.together}:
            for key in self.together:
                if key not in value:
                    raise Fault("is missing", key)
        one, other, fault = self.apart
        if one in value and other in value:
            raise Fault(fault, other)
        inner = self.scope_inside(value, scope)
        for key, shape in self.shapes.items():
            if key in value:
                _walk_child(shape, value[key], key, inner)

    def scope_inside(self, fields: Mapping[str, Any], scope: Scope) -> Scope:
        """Return what the checks of the entries know."""
        return scope


class FileForm(Fields):
    """The form of a file that says its format and its version."""

    def __init_subclass__(cls, format: str, version: int, **more: Any) -> None:
        cls.shapes = {"format": Constant(format, f"is not {format!r}"), "v": Version(1, version)}
        super().__init_subclass__(**more)
        cls.needed = ("format", "v", *cls.needed)


class Only(NamedTuple):
    """The kind, and the type of its value, beside which a key has its place; else the fault."""

    kind: str
    type: type
    fault: str


class Barred(NamedTuple):
    """The fault of a kind that has its place elsewhere: of its key, or of the whole object."""

    fault: str
    of_key: bool
    in_draft: bool  # whether it is barred there too


class Kinds(ValueShape):
    """An object with exactly one of some keys, its kind, and with others beside it.

    `only` has the keys that have their place beside some kinds only, and `never` those that have
    no place beside a kind, with the fault. `forms` are the forms of each kind, for each type that
    its value may have.
    """

    def __init__(
        self,
        kinds: Mapping[str, ValueShape],
        fault: str,
        beside: type[Fields] | None = None,
        *,
        only: Mapping[str, Only] = _NOTHING,
        never: Mapping[str, tuple[str, str]] = _NOTHING,
        barred: Mapping[str, Barred] = _NOTHING,
    ) -> None:
        self.kinds, self.fault, self.barred = kinds, fault, barred
        self.beside, self.only, self.never = beside or Fields, only, never
        self.forms = {
            kind: [
                self._form(kind, value)
                for value in (shape.shapes if isinstance(shape, Either) else (shape,))
            ]
            for kind, shape in kinds.items()
        }

    def _form(self, kind: str, value: ValueShape) -> Fields:
        beside = self.beside
        faults = dict([self.never[kind]]) if kind in self.never else {}
        for key, only in self.only.items():
            if only.kind != kind or only.type not in value.types:
                faults[key] = only.fault
        form = Fields()
        form.shapes = {kind: value, **{k: v for k, v in beside.shapes.items() if k not in faults}}
        form.needed, form.apart, form.faults = (kind, *beside.needed), beside.apart, faults
        return form

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, Mapping):
            raise Fault("an object is needed")
        kinds = [key for key in value if key in self.kinds or key in self.barred]
        if len(kinds) != 1:
            raise Fault(self.fault)
        (kind,) = kinds
        barred = self.barred.get(kind)
        if barred and (barred.in_draft or not scope.is_draft):
            raise Fault(barred.fault, *([kind] if barred.of_key else []))
        for form in self.forms[kind]:
            if type(value[kind]) in form.shapes[kind].types:
                form.walk(value, scope)
                return
        raise Fault(f"{self.kinds[kind].wanted} is needed", kind)


class Either(ValueShape):
    """A value of one of several shapes, which have different types of JSON."""

    def __init__(self, *shapes: ValueShape) -> None:
        self.shapes = shapes
        self.types = tuple(type for shape in shapes for type in shape.types)
        self.wanted = " or ".join(dict.fromkeys(shape.wanted for shape in shapes))

    def walk(self, value: Any, scope: Scope) -> None:
        for shape in self.shapes:
            if type(value) in shape.types:
                shape.walk(value, scope)
                return
        raise Fault(f"{self.wanted} is needed")


class Deferred(ValueShape):
    """An object that has its own reader, which checks it when it is needed.

    Here it must only have an object at a key, if one is named; else the fault.
    """

    def __init__(
        self, shape: ValueShape, key: str = "", fault: str = "an object is needed"
    ) -> None:
        self.shape, self.key, self.fault = shape, key, fault

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, Mapping) or not isinstance(value.get(self.key, {}), Mapping):
            raise Fault(self.fault)
        if self.key and self.key not in value:
            raise Fault(self.fault)
        if scope.with_deferred or scope.is_draft:
            self.shape.walk(value, scope)


# -- what several forms hold ---------------------------------------------------------------------

SQUARE = Choice([NAMES[square] for square in SQUARES], "is not a square of the board")
RANK = Choice(RANKS)
PIECE = PieceText()
SQUARE.shape_id, RANK.shape_id, PIECE.shape_id = "square", "rank", "piece"
LANGUAGE = Text(12, "[a-z]{2,3}(-[A-Za-z0-9]{2,8})?", "is not a language such as en or it")
