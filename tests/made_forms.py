"""Values made by the shapes of forms, and such values with something wrong in them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any

from tashkalar.cards import BEINGS, FLARES, SCHOOLS, TASKS
from tashkalar.formats.save_form import _MASK, Row
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
    PieceText,
    Text,
    ValueShape,
)
from tashkalar.position.board import RANKS

Json = Any
# Texts for each pattern of a form; a new pattern needs some here.
TEXTS = {
    "": ["", "One.", "+e5 .", "*"],
    "[a-z0-9]+(?:-[a-z0-9]+)*": ["one", "line-2", "title"],
    "[^ ]+(?: [^ ]+)*": ["+e5", "knight@d6 d6-d7 -"],
    _MASK.pattern: ["", "e5", "e5 d6"],
    "[a-z][a-z0-9-]*": ["knight", "unknown-2-07"],
    "[0-9a-f]{32}": ["0123456789abcdef" * 2],
    "[a-z]{2,3}": ["en", "el"],
    "20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])": ["2026-11-26"],
    "[a-z]{2,3}(-[A-Za-z0-9]{2,8})?": ["en", "it", "el", "pt-BR"],
    "x-[a-z0-9]+(?:-[a-z0-9]+)*": ["x-emberfall", "x-a-1"],
    r"[0-9]+(?:\.[0-9]+){0,3}(?:[a-z][a-z0-9.]*)?": ["1", "1.0", "2.1b3"],
}
IDS: dict[str, Mapping[str, object]] = {
    "being": BEINGS,
    "flare": FLARES,
    "task": TASKS,
    "school": SCHOOLS,
}
WRONG: tuple[Json, ...] = (
    *(None, True, False, 0, 1, 2, 5, -1, 0.5, 999, 10**6, "", "e5", "a1", "1 heroic", "3 common"),
    *("empty", "knight", "northern", "x-emberfall", "1.0", "en", "x" * 5000, [], {}, [[]], ["e5"]),
    *([1, 1], ["e5", "e5"], {"e5": "1 common"}, {"1": 1}, {"en": "One."}, {"win": True}),
)
KEYS = ("other", "1", "7", "e7", "score", "__proto__", "a b", "win", "rank", "within", "")


class Maker:
    """Makes values by chance; equal seeds make equal values."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def make(self, shape: ValueShape) -> Json:
        """Return a value of a shape."""
        chance = self._random
        match shape:
            case Flag():
                return chance.random() < 0.5
            case Constant():
                return shape.value
            case Number():
                return chance.choice([shape.lowest, min(2, shape.highest), shape.highest])
            case Text():
                return chance.choice(TEXTS[shape.pattern])
            case Choice():
                return chance.choice(shape.words)
            case CardId():
                return chance.choice(list(IDS[shape.of]))
            case PieceText():
                number = chance.randint(1, 2)
                return chance.choice([*shape.words, f"{number} {chance.choice(RANKS)}"])
            case Row():
                return [self.make(one) for one in shape.shapes][: chance.choice([-1, None])]
            case OneOrMany() if chance.random() < 0.3:
                return self.make(shape.item)
            case List():
                items = [self.make(shape.item) for _ in range(self._count(shape.least, shape.most))]
                return list(dict.fromkeys(items)) if shape.is_set else items
            case Map():
                count = self._count(shape.least, shape.most)
                return {str(self.make(shape.key)): self.make(shape.value) for _ in range(count)}
            case Kinds():
                kinds = [kind for kind in shape.forms if kind not in shape.barred]
                return self.make(chance.choice(shape.forms[chance.choice(kinds)]))
            case Either():
                return self.make(chance.choice(shape.shapes))
            case Deferred():
                value = self.make(shape.shape)
                return value | ({shape.key: {"win": True}} if shape.key else {})
            case Fields():
                return self._fields(shape)
        raise TypeError(f"{shape!r} is not known")

    def _count(self, least: int, most: int) -> int:
        return min(most, least + self._random.choice([0, 0, 1, 2]))

    def _fields(self, form: Fields) -> dict[str, Json]:
        chance = self._random
        found = {
            key: self.make(shape)
            for key, shape in form.shapes.items()
            if key in form.needed or chance.random() < 0.4
        }
        one, other, _ = form.apart
        if one in found and other in found:
            del found[chance.choice([one, other])]
        return found

    def spoil(self, value: Json) -> Json:
        """Return the value with one or two places replaced, removed or added."""
        spoiled = copy.deepcopy(value)
        for _ in range(self._random.randint(1, 2)):
            self._spoil_once(spoiled)
        return spoiled

    def _spoil_once(self, value: Json) -> None:
        chance = self._random
        place = chance.choice([one for one in _containers(value)])
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        how = chance.choice(["replace", "replace", "remove", "add"])
        wrong = copy.deepcopy(chance.choice(WRONG))
        if how == "add" or not keys:
            if isinstance(place, dict):
                place[chance.choice(KEYS)] = wrong
            else:
                place.append(chance.choice([wrong, *place]))
        elif how == "remove":
            del place[chance.choice(keys)]
        else:
            place[chance.choice(keys)] = wrong


def _containers(value: Json) -> list[Json]:
    """Return the objects and lists of a value, the value itself first."""
    inside = value.values() if isinstance(value, dict) else value
    found = [
        one for child in inside if isinstance(child, dict | list) for one in _containers(child)
    ]
    return [value, *found]
