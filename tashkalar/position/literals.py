"""The kinds of moves, questions and events, and the fields that an event of each kind fills.

``docs/events.md`` explains the kinds one by one, and a test compares its tables with this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NewType

MoveKind = Literal[
    "place",
    "summon",
    "discard",
    "flare",
    "thaw",
    "warp",
    "claim",
    "end",
    "pass-control",
    "choose",
    "skip",
    "resign",
]

QuestionKind = Literal[
    "capture",
    "colour",
    "convert",
    "copy-warp",
    "destroy",
    "direction",
    "discard-card",
    "discard-flare",
    "discard-pending",
    "downgrade",
    "fetch-frozen",
    "gateway",
    "keep-frozen",
    "leap",
    "leap-onto",
    "legend-colour",
    "marks",
    "mirror",
    "move",
    "odd-commons",
    "option",
    "pick-up",
    "piece",
    "place",
    "put-on-deck",
    "rank",
    "release",
    "return",
    "smash",
    "square",
    "swap",
    "upgrade",
    "upgrade-or-place",
]

PackKind = NewType("PackKind", str)
"""The kind of a question whose text, ``ask.<kind>``, a pack provides."""

AskedKind = QuestionKind | PackKind
"""The kind of a question that an effect can ask."""

PromptKind = AskedKind | Literal["turn", "end", "over"]
"""The kind of a prompt: a question, an action ("turn"), the end of the turn, or the game's end."""

EventKind = Literal[
    "place",
    "destroy",
    "pick-up",
    "move",
    "swap",
    "upgrade",
    "downgrade",
    "convert",
    "remove",
    "change-sides",
    "capture",
    "release",
    "gateway",
    "summon",
    "count-as-legend",
    "flare",
    "thaw",
    "warp",
    "freeze",
    "discard",
    "discard-legend",
    "discard-flare",
    "discard-pending",
    "return-pending",
    "return",
    "put-on-deck",
    "under-deck",
    "draw",
    "draw-extra",
    "gain-action",
    "waste-action",
    "lose-action",
    "pass-control",
    "extra-turn",
    "borrow",
    "summon-with",
    "empties",
    "multiply-destroyed",
    "points",
    "points-in",
    "claim",
    "turn",
    "end-triggered",
    "over",
    "resign",
]

_PIECE = ("square", "owner", "rank")
_CARD = ("card", "seat")

EVENT_FIELDS: Mapping[EventKind, tuple[str, ...]] = {
    "place": _PIECE,
    "destroy": _PIECE,
    "pick-up": _PIECE,
    "move": (*_PIECE, "origin"),
    "swap": (*_PIECE, "origin"),
    "upgrade": _PIECE,
    "downgrade": _PIECE,
    "convert": (*_PIECE, "was"),
    "remove": _PIECE,
    "change-sides": _PIECE,
    "capture": _PIECE,
    "release": _PIECE,
    "gateway": ("square", "owner"),
    "summon": (*_PIECE, "card", "seat", "match"),
    "count-as-legend": ("square", "owner"),
    "flare": ("owner", "card", "seat", "halves"),
    "thaw": _CARD,
    "warp": _CARD,
    "freeze": _CARD,
    "discard": _CARD,
    "discard-legend": _CARD,
    "discard-flare": _CARD,
    "discard-pending": _CARD,
    "return-pending": _CARD,
    "return": _CARD,
    "put-on-deck": _CARD,
    "under-deck": _CARD,
    "draw": ("amount", "seat", "drawn"),
    "draw-extra": ("amount",),
    "gain-action": ("amount",),
    "waste-action": ("amount",),
    "lose-action": ("seat",),
    "pass-control": ("seat",),
    "extra-turn": (),
    "borrow": (),
    "summon-with": ("owner",),
    "empties": ("amount",),
    "multiply-destroyed": ("amount",),
    "points": ("owner", "amount"),
    "points-in": ("owner", "amount", "seat"),
    "claim": ("owner", "card", "amount"),
    "turn": ("amount", "seat"),
    "end-triggered": ("seat",),
    "over": (),
    "resign": ("seat",),
}
"""The fields of `Event` that each kind fills, in the order of the event; all others are empty."""
