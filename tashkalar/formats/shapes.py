"""Shapes of JSON values, from which the form of a whole text is put together once.

The readers check a value with its form before they read it, and so does the workshop. The check in
JavaScript (`site/page_source/form_data.py`), the JSON Schemas and the tables of the documentation
(`tools/forms.py`) are made of the same forms. What depends on the rules is left to the readers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

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
    """What a check knows beside the value.

    A draft is the work of somebody who has not finished: it may have unknown keys, and too few or
    too many entries. `known` has the ids of the catalogue by the kinds of `CardId`; ids of other
    kinds are not looked up.
    """

    seats: int = MOST_PLAYERS
    colors: int = MOST_PLAYERS
    is_draft: bool = False
    known: Mapping[str, Collection[str]] = {}


class Shape:
    """A set of JSON values. `shape_id` is the name of a shape that other forms use."""

    shape_id = ""
    types: tuple[type, ...] = (dict,)  # of JSON
    wanted = "an object"  # for messages

    def check(self, node: Node, scope: Scope) -> None:
        """Raise ScenarioError, which names the path and the fault, for another value."""
        raise NotImplementedError


class Flag(Shape):
    """True or false."""

    types, wanted = (bool,), "true or false"

    def check(self, node: Node, scope: Scope) -> None:
        node.flag()


class Constant(Shape):
    """A single value."""

    def __init__(self, value: bool | str, fault: str) -> None:
        self.value, self.fault = value, fault
        self.types = (type(value),)
        self.wanted = Flag.wanted if value is True else Text.wanted

    def check(self, node: Node, scope: Scope) -> None:
        if type(node.value) is not type(self.value):
            raise node.fail(f"{self.wanted} is needed")
        if node.value != self.value:
            raise node.fail(self.fault)


class Number(Shape):
    """A whole number."""

    types, wanted = (int,), "a whole number"

    def __init__(self, lowest: int, highest: int) -> None:
        self.lowest, self.highest = lowest, highest

    def check(self, node: Node, scope: Scope) -> None:
        if scope.is_draft:
            node.number(min(0, self.lowest), max(HIGHEST_IN_DRAFT, self.highest))
        else:
            node.number(self.lowest, self.highest)


class Version(Number):
    """The version of a format."""

    def check(self, node: Node, scope: Scope) -> None:
        if node.number(self.lowest) > self.highest:
            raise node.fail("this file was written for a newer version of the page")


class Ordinal(Number):
    """The number of a seat or of a color, from `lowest` to as many as play."""

    def __init__(self, of: str, lowest: int = 1, fault: str = UNKNOWN_KEY) -> None:
        super().__init__(lowest, MOST_PLAYERS)
        self.of = of  # "seats" or "colors"
        self.fault = fault  # of other keys of an object

    def check(self, node: Node, scope: Scope) -> None:
        node.number(self.lowest, getattr(scope, self.of))

    def fault_of_key(self, key: str, scope: Scope) -> str:
        """Return the fault of a key of an object; "" for one of the numbers."""
        known = map(str, range(self.lowest, getattr(scope, self.of) + 1))
        return "" if key in known else self.fault


class Text(Shape):
    """A text of at most `longest` characters, which a pattern may describe as a whole."""

    types, wanted = (str,), "a text"

    def __init__(self, longest: int = MOST_VALUES, pattern: str = "", fault: str = "") -> None:
        self.longest, self.pattern, self.fault = longest, pattern, fault
        self._is_fitting = re.compile(pattern).fullmatch

    def check(self, node: Node, scope: Scope) -> None:
        if scope.is_draft:
            node.text(max(LONGEST_IN_DRAFT, self.longest))
        elif self.pattern and not self._is_fitting(node.text(self.longest)):
            raise node.fail(self.fault)
        else:
            node.text(self.longest)

    def fault_of_key(self, key: str, scope: Scope) -> str:
        """Return the fault of a key of an object; "" for one that is such a text."""
        is_fitting = scope.is_draft or (len(key) <= self.longest and self._is_fitting(key))
        return "" if is_fitting else self.fault


class Choice(Shape):
    """One of the words; `fault` is that of other keys of an object."""

    types, wanted = (str,), "a text"

    def __init__(self, words: Sequence[str], fault: str = UNKNOWN_KEY) -> None:
        self.words, self.fault = tuple(words), fault

    def check(self, node: Node, scope: Scope) -> None:
        node.choice(self.words)

    def fault_of_key(self, key: str, scope: Scope) -> str:
        """Return the fault of a key of an object; "" for one of the words."""
        return "" if key in self.words else self.fault


class CardId(Shape):
    """The id of a card or task; `of` is ``being``, ``flare``, ``task`` or ``school``."""

    types, wanted = (str,), "a text"

    def __init__(self, of: str, pattern: str = "") -> None:
        self.of = of
        self._is_other = re.compile(pattern).fullmatch if pattern else None
        self.pattern = pattern  # of ids that no catalogue has, because they come from packs

    def check(self, node: Node, scope: Scope) -> None:
        id = node.text()
        if self.of in scope.known and not (self._is_other and self._is_other(id)):
            node.choice(tuple(scope.known[self.of]))


class Piece(Shape):
    """The number of a color and a rank, such as ``1 heroic``, or one of the other `words`."""

    types, wanted = (str,), "a text"

    def __init__(self, *words: str) -> None:
        self.words = words

    def check(self, node: Node, scope: Scope) -> None:
        piece = node.text(20)
        if piece in self.words:
            return
        piece = piece if scope.is_draft else replace_spaces(piece)
        owner, _, rank = piece.partition(" ")
        is_number = owner.isascii() and owner.isdigit() and (len(owner) == 1 or not scope.is_draft)
        if not (is_number and 1 <= int(owner) <= scope.colors):
            others = "".join(f", or say {word!r}" for word in self.words)
            raise node.fail(f"the owner must be a number from 1 to {scope.colors}{others}")
        if rank not in RANKS:
            raise node.fail(f"the rank must be one of {', '.join(RANKS)}")


class List(Shape):
    """A list of `least` to `most` entries; `few` and `many` are the faults of other lists.

    With an empty `few` only the reader knows how many entries there must be.
    """

    types, wanted = (list, tuple), "a list"

    def __init__(
        self,
        item: Shape,
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

    def check(self, node: Node, scope: Scope) -> None:
        items = node.items(max(MOST_IN_DRAFT, self.most) if scope.is_draft else MOST_VALUES)
        if not scope.is_draft and len(items) > self.most:
            raise node.fail(self.many or f"more than {self.most} entries")
        if not scope.is_draft and self.few and self._has_few(items):
            raise node.fail(self.few)
        for place, item in enumerate(items):
            self.item.check(item, scope)
            if self.is_set and any(item.value == other.value for other in items[:place]):
                raise item.fail(f"{quote_for_error(item.value)} is named twice")

    def _has_few(self, items: Sequence[Node]) -> bool:
        first = self.first and items and items[0].value
        has_key = not isinstance(first, Mapping) or any(key in first for key in self.first)
        return len(items) < self.least or not has_key


class OneOrMany(List):
    """A list of texts, of which a single one may stand without brackets."""

    def check(self, node: Node, scope: Scope) -> None:
        if isinstance(node.value, str):
            self.item.check(node, scope)
        else:
            super().check(node, scope)


class Map(Shape):
    """An object whose keys are data. `fault` is that of an object with too few or too many."""

    def __init__(
        self,
        key: Text | Choice | Ordinal,
        value: Shape,
        least: int = 0,
        most: int = MOST_VALUES,
        fault: str = "",
    ) -> None:
        self.key, self.value = key, value
        self.least, self.most, self.fault = least, most, fault

    def check(self, node: Node, scope: Scope) -> None:
        entries = list(node.entries())
        if not scope.is_draft and not self.least <= len(entries) <= self.most:
            raise node.fail(self.fault)
        for key, child in entries:
            fault = self.key.fault_of_key(key, scope)
            if fault and not (scope.is_draft and fault == UNKNOWN_KEY):
                raise child.fail(fault)
            self.value.check(child, scope)


class Form(Shape):
    """An object with keys of its own.

    The attributes of a subclass that are shapes are its entries, in their order; the text below an
    attribute, or below several, is their meaning in the documentation. `needed` are those that must
    be there, those of `together` if one of them is. `apart` are two of which only one may be there,
    and the fault of the second.
    """

    shapes: Mapping[str, Shape] = _NOTHING
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
    ) -> None:
        own = {key: shape for key, shape in vars(cls).items() if isinstance(shape, Shape)}
        cls.shapes = {**cls.shapes, **{names.get(key, key): own[key] for key in own}}
        cls.needed, cls.apart, cls.together = (*cls.needed, *needed), apart, together

    def check(self, node: Node, scope: Scope) -> None:
        fields = dict(node.entries())
        for key, child in () if scope.is_draft else fields.items():
            if key not in self.shapes:
                raise child.fail(self.faults.get(key, UNKNOWN_KEY))
        needed = (*self.needed, *self.together) if fields.keys() & {*self.together} else self.needed
        for key in needed:
            if key not in fields:
                raise node.child(key).fail("is missing")
        one, other, fault = self.apart
        if one in fields and other in fields:
            raise fields[other].fail(fault)
        inner = self.scope_inside(fields, scope)
        for key, shape in self.shapes.items():
            if key in fields:
                shape.check(fields[key], inner)

    def scope_inside(self, fields: Mapping[str, Node], scope: Scope) -> Scope:
        """Return what the checks of the entries know."""
        return scope


class FileForm(Form):
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


class Kinds(Shape):
    """An object with exactly one of some keys, its kind, and with others beside it.

    `only` has the keys that have their place beside some kinds only, and `never` those that have
    no place beside a kind, with the fault. `forms` are the forms of each kind, for each type that
    its value may have.
    """

    def __init__(
        self,
        kinds: Mapping[str, Shape],
        fault: str,
        beside: type[Form] | None = None,
        *,
        only: Mapping[str, Only] = _NOTHING,
        never: Mapping[str, tuple[str, str]] = _NOTHING,
        barred: Mapping[str, Barred] = _NOTHING,
    ) -> None:
        self.kinds, self.fault, self.barred = kinds, fault, barred
        self.beside, self.only, self.never = beside or Form, only, never
        self.forms = {
            kind: [
                self._form(kind, value)
                for value in (shape.shapes if isinstance(shape, Either) else (shape,))
            ]
            for kind, shape in kinds.items()
        }

    def _form(self, kind: str, value: Shape) -> Form:
        beside = self.beside
        faults = dict([self.never[kind]]) if kind in self.never else {}
        for key, only in self.only.items():
            if only.kind != kind or only.type not in value.types:
                faults[key] = only.fault
        form = Form()
        form.shapes = {kind: value, **{k: v for k, v in beside.shapes.items() if k not in faults}}
        form.needed, form.apart, form.faults = (kind, *beside.needed), beside.apart, faults
        return form

    def check(self, node: Node, scope: Scope) -> None:
        fields = dict(node.entries())
        kinds = [key for key in fields if key in self.kinds or key in self.barred]
        if len(kinds) != 1:
            raise node.fail(self.fault)
        (kind,) = kinds
        barred = self.barred.get(kind)
        if barred and (barred.in_draft or not scope.is_draft):
            raise (fields[kind] if barred.of_key else node).fail(barred.fault)
        for form in self.forms[kind]:
            if type(fields[kind].value) in form.shapes[kind].types:
                return form.check(node, scope)
        raise fields[kind].fail(f"{self.kinds[kind].wanted} is needed")


class Either(Shape):
    """A value of one of several shapes, which have different types of JSON."""

    def __init__(self, *shapes: Shape) -> None:
        self.shapes = shapes
        self.types = tuple(type for shape in shapes for type in shape.types)
        self.wanted = " or ".join(dict.fromkeys(shape.wanted for shape in shapes))

    def check(self, node: Node, scope: Scope) -> None:
        for shape in self.shapes:
            if type(node.value) in shape.types:
                shape.check(node, scope)
                return
        raise node.fail(f"{self.wanted} is needed")


# -- what several forms hold ---------------------------------------------------------------------

SQUARE = Choice([NAMES[square] for square in SQUARES], "is not a square of the board")
RANK = Choice(RANKS)
PIECE = Piece()
SQUARE.shape_id, RANK.shape_id, PIECE.shape_id = "square", "rank", "piece"
LANGUAGE = Text(12, "[a-z]{2,3}(-[A-Za-z0-9]{2,8})?", "is not a language such as en or it")
