"""The forms of texts as data for the check in JavaScript (`static/js/picture/check.js`).

A shape is a list: its kind, then what the check of that kind needs, in the order of `_encode`.
A shape with an id stands once, in ``shapes``; elsewhere its id stands instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tashkalar.formats.scenario_form import PLAYERS, SCENARIO
from tashkalar.formats.shapes import (
    CardId,
    Choice,
    Constant,
    Deferred,
    Either,
    Fields,
    Flag,
    Kinds,
    List,
    Map,
    Number,
    OneOrMany,
    Ordinal,
    PieceText,
    Text,
    ValueShape,
)

Data = list[object] | str
_TYPES = {bool: "boolean", int: "number", str: "string", list: "list", dict: "object"}


def form_data(of_features: Iterable[ValueShape]) -> dict[str, object]:
    """Return the shapes that have an id, and how many may play each form."""
    encoder = _Encoder()
    for text in (SCENARIO, *of_features):
        encoder.encode(text)
    return {"shapes": encoder.shapes, "players": PLAYERS}


class _Encoder:
    """The shapes with an id that have been met."""

    def __init__(self) -> None:
        self.shapes: dict[str, Data] = {}

    def encode(self, shape: ValueShape) -> Data:
        """Return a shape as data."""
        if not shape.shape_id:
            return self._encode(shape)
        if shape.shape_id not in self.shapes:
            self.shapes[shape.shape_id] = self._encode(shape)
        return shape.shape_id

    def _encode(self, shape: ValueShape) -> Data:
        match shape:
            case Flag():
                return ["flag"]
            case Constant():
                return ["constant", shape.value, shape.wanted, shape.fault]
            case Ordinal():
                return ["ordinal", shape.of, shape.lowest]
            case Number():
                return ["number", shape.lowest, shape.highest]
            case Text():
                return ["text", shape.longest, _whole(shape.pattern), shape.fault]
            case Choice():
                return ["choice", shape.words]
            case CardId():
                return ["card", shape.of, _whole(shape.pattern)]
            case PieceText():
                return ["piece", shape.words]
            case List():
                limits = [shape.least if shape.few else 0, shape.most, shape.few, shape.many]
                kind = [shape.is_set, isinstance(shape, OneOrMany), shape.first]
                return ["list", self.encode(shape.item), *limits, *kind]
            case Map():
                limits = [shape.least, shape.most, shape.fault]
                return ["map", *_key(shape.key), self.encode(shape.value), *limits]
            case Kinds():
                only = {k: [one.kind, _TYPES[one.type], one.fault] for k, one in shape.only.items()}
                return [
                    *("kinds", self._shapes(shape.kinds, shape.barred), shape.fault),
                    *(self._shapes(shape.beside.shapes), shape.beside.needed, shape.beside.apart),
                    *(only, dict(shape.never)),
                    {kind: (one.fault, one.of_key) for kind, one in shape.barred.items()},
                ]
            case Either():
                return ["either", [(*_type(one), self.encode(one)) for one in shape.shapes]]
            case Deferred():
                return self.encode(shape.shape)
            case Fields():
                return ["form", self._shapes(shape.shapes), shape.needed, shape.apart]
        raise TypeError(f"there are no data for {shape!r}")

    def _shapes(
        self, shapes: Mapping[str, ValueShape], without: Collection[str] = ()
    ) -> dict[str, Data]:
        return {key: self.encode(one) for key, one in shapes.items() if key not in without}


def _type(shape: ValueShape) -> tuple[str, str]:
    """Return the type of the values in JavaScript, and the words for it."""
    return _TYPES[shape.types[0]], shape.wanted


def _whole(pattern: str) -> str:
    return f"^(?:{pattern})$" if pattern else ""


def _key(shape: Text | Choice | Ordinal) -> list[str]:
    """Return what numbers the keys of an object are, or else their pattern, and another's fault."""
    if isinstance(shape, Ordinal):
        return [shape.of, "", shape.fault]
    pattern = "|".join(shape.words) if isinstance(shape, Choice) else shape.pattern
    return ["", _whole(pattern), shape.fault]
