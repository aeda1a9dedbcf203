"""The types of cards, and the registers that the deck modules fill at import.

The order in a register is the order of the deck module, so that everything built on the register
(decks before shuffling, lists on the screen) is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tashkalar.effects.effect import Effect
from tashkalar.position.board import RANKS
from tashkalar.position.pattern import Pattern

EffectFunction = Callable[[Effect], None]


class Being(NamedTuple):
    """A being or legend. The catalogs hold its texts, under `name_id` and `text_id`."""

    id: str
    name: str  # as printed
    rank: str
    deck: str
    shape: Pattern
    effect: EffectFunction
    recalls: bool = False  # the effect reads which pieces were used, without marked squares
    may_count_as_legend: bool = False  # its summoning may count as that of a legend (R21.10)
    frozen: EffectFunction | None = None  # R20.2
    thaws_to_summon: bool = False  # the frozen effect helps the next summoning (R20.9)
    warp: EffectFunction | None = None  # R22.2

    @property
    def pattern(self) -> tuple[tuple[int, int, str], ...]:
        """The required pieces as (dx, dy, rank): dx to the right, dy downwards."""
        return tuple((x, -y, RANKS[rank]) for (x, y), rank in self.shape.pieces)

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        """The marked squares as (dx, dy)."""
        return tuple((x, -y) for x, y in self.shape.marked)

    @property
    def placement_matters(self) -> bool:
        """True if the effect reads the placement, so that the rules keep matches apart (R7.6)."""
        return self.shape.has_marks or self.recalls

    @property
    def name_id(self) -> str:
        """The message id of the name."""
        return f"card.{self.id}.name"

    @property
    def text_id(self) -> str:
        """The message id of the rules text."""
        return f"card.{self.id}.text"


class FlareHalf(NamedTuple):
    """One half of a flare: how far the player must be behind, and the effect."""

    difference: int
    effect: EffectFunction


class Flare(NamedTuple):
    """A flare: the upper half counts upgraded pieces, the lower half all pieces (R9.2)."""

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
    """Return the id of a printed name: ``Two-Headed Dragon`` gives ``two-headed-dragon``."""
    return name.lower().replace(" ", "-")


def being(
    deck: str,
    name: str,
    rank: int,
    art: str,
    *,
    recalls: bool = False,
    may_count_as_legend: bool = False,
) -> Callable[[EffectFunction], EffectFunction]:
    """Register the decorated effect as a being of a deck, with its pattern as drawn.

    `recalls` is for an effect that reads which pieces were used without marking them,
    `may_count_as_legend` for an effect that calls `Effect.count_as_legend`.
    """

    def register(effect: EffectFunction) -> EffectFunction:
        card = Being(
            slug(name),
            name,
            RANKS[rank],
            deck,
            Pattern(art),
            effect,
            recalls,
            may_count_as_legend,
        )
        if card.id in BEINGS:
            raise ValueError(f"two cards are called {card.id}")
        BEINGS[card.id] = card
        return effect

    return register


def frozen(
    name: str, *, thaws_to_summon: bool = False
) -> Callable[[EffectFunction], EffectFunction]:
    """Register the decorated effect as the frozen effect of a being (R20.2)."""

    def register(effect: EffectFunction) -> EffectFunction:
        card = BEINGS[slug(name)]
        BEINGS[card.id] = card._replace(frozen=effect, thaws_to_summon=thaws_to_summon)
        return effect

    return register


def warp(name: str) -> Callable[[EffectFunction], EffectFunction]:
    """Register the decorated effect as the warp effect of a being (R22.2)."""

    def register(effect: EffectFunction) -> EffectFunction:
        card = BEINGS[slug(name)]
        BEINGS[card.id] = card._replace(warp=effect)
        return effect

    return register


def no_effect(e: Effect) -> None:
    """No effect when summoned.

    The effect of a being that has no normal one.
    """


def flare(id: str, *, upper: tuple[int, EffectFunction], lower: tuple[int, EffectFunction]) -> None:
    """Register a flare."""
    FLARES[id] = Flare(id, FlareHalf(*upper), FlareHalf(*lower))
