"""What a card is, and the registers that the deck modules fill at import.

Order in a register is the order of the deck module, so that everything built on it (decks before
shuffling, lists on the screen) is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tashkalar.board import RANKS
from tashkalar.effect import Effect
from tashkalar.pattern import Pattern

EffectFunction = Callable[[Effect], None]


class Being(NamedTuple):
    """A being or legend. Its words are in the catalogues, under `name_id` and `text_id`."""

    id: str
    name: str  # as printed
    rank: str
    deck: str
    shape: Pattern
    effect: EffectFunction

    @property
    def pattern(self) -> tuple[tuple[int, int, str], ...]:
        """Required pieces as (dx, dy, rank): dx to the right, dy downwards."""
        return tuple((x, -y, RANKS[rank]) for (x, y), rank in self.shape.pieces)

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        """Marked squares as (dx, dy)."""
        return tuple((x, -y) for x, y in self.shape.marked)

    @property
    def placement_matters(self) -> bool:
        """Whether the effect reads the placement, so that the rules keep matches apart (R7.6)."""
        return bool(self.shape.marked or self.shape.directions)

    @property
    def name_id(self) -> str:
        """The message id of the name."""
        return f"card.{self.id}.name"

    @property
    def text_id(self) -> str:
        """The message id of the rules text."""
        return f"card.{self.id}.text"


class FlareHalf(NamedTuple):
    """One half of a flare: how far behind you must be, and what happens."""

    difference: int
    effect: EffectFunction


class Flare(NamedTuple):
    """A flare: the upper half looks at upgraded pieces, the lower one at all (R9.2)."""

    id: str
    upper: FlareHalf
    lower: FlareHalf

    @property
    def name_id(self) -> str:
        """The message id of the name."""
        return f"card.{self.id}.name"

    @property
    def text_ids(self) -> tuple[str, str]:
        """The message ids of the upper and the lower text."""
        return f"card.{self.id}.upper", f"card.{self.id}.lower"


BEINGS: dict[str, Being] = {}
FLARES: dict[str, Flare] = {}


def slug(name: str) -> str:
    """The id of a printed name: ``Two-Headed Dragon`` -> ``two-headed-dragon``."""
    return name.lower().replace(" ", "-")


def being(deck: str, name: str, rank: int, art: str) -> Callable[[EffectFunction], EffectFunction]:
    """Register the decorated effect as a being of a deck, with its pattern as drawn."""

    def register(effect: EffectFunction) -> EffectFunction:
        card = Being(slug(name), name, RANKS[rank], deck, Pattern(art), effect)
        if card.id in BEINGS:
            raise ValueError(f"two cards are called {card.id}")
        BEINGS[card.id] = card
        return effect

    return register


def flare(id: str, *, upper: tuple[int, EffectFunction], lower: tuple[int, EffectFunction]) -> None:
    """Register a flare."""
    FLARES[id] = Flare(id, FlareHalf(*upper), FlareHalf(*lower))
