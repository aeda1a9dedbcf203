"""The public interface for authors of packs: everything that a school of cards needs.

The modules behind these names may be moved and renamed; the names stay. ``docs/authoring.md``
explains each verb, ``docs/packs.md`` how to make a pack; tests keep both up to date.
"""

from __future__ import annotations

from tashkalar.cards.packs import Pack, read_texts, register, unregister
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import (
    Moves,
    PieceAt,
    Step,
    Tracked,
    combat,
    combat_leap,
    standard,
    standard_leap,
)
from tashkalar.errors import PackError
from tashkalar.position.board import (
    ARENA,
    BIT,
    CENTRAL_NINE,
    CENTRE,
    COLOURED,
    COMMON,
    DIAGONAL,
    DIRECTIONS,
    GREEN,
    HEROIC,
    LEGENDARY,
    NAMES,
    NEAR,
    ORTHOGONAL,
    RANK_OF,
    RANKS,
    RAYS,
    RED,
    SQUARE_OF,
    WITHIN,
    Colour,
    Mask,
    Square,
    direction_between,
    distance,
    mask_of,
    names,
    spread,
    squares,
)
from tashkalar.position.literals import PackKind
from tashkalar.position.pattern import Placement

__all__ = [
    "ARENA",
    "BIT",
    "CENTRAL_NINE",
    "CENTRE",
    "COLOURED",
    "COMMON",
    "DIAGONAL",
    "DIRECTIONS",
    "GREEN",
    "HEROIC",
    "LEGENDARY",
    "NAMES",
    "NEAR",
    "ORTHOGONAL",
    "RANKS",
    "RANK_OF",
    "RAYS",
    "RED",
    "SQUARE_OF",
    "WITHIN",
    "Colour",
    "Effect",
    "Mask",
    "Moves",
    "Pack",
    "PackError",
    "PackKind",
    "PieceAt",
    "Placement",
    "Square",
    "Step",
    "Tracked",
    "combat",
    "combat_leap",
    "direction_between",
    "distance",
    "mask_of",
    "names",
    "read_texts",
    "register",
    "spread",
    "squares",
    "standard",
    "standard_leap",
    "unregister",
]
