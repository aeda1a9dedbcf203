"""The values that callers of the engine see: moves, matches, prompts, messages, events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from tashkalar.position.board import NAMES
from tashkalar.position.ids import NO_SEAT, NOBODY, ColourNumber, SeatNumber
from tashkalar.position.literals import EventKind, MoveKind, PromptKind


class Message(NamedTuple):
    """A text, as its catalog id with named parameters; a parameter can be a message too."""

    id: str
    params: Mapping[str, object] = {}


class Match(NamedTuple):
    """One way a card's pattern fits a square: squares used and squares marked (R7.6, R11.8)."""

    used: frozenset[str]
    marked: frozenset[str]
    directions: tuple[str, ...] = ()
    # The used squares whose enemy pieces stand in for own ones (R15.10, R23.4, R21.11).
    foreign: frozenset[str] = frozenset()
    improvised: int | None = None  # the number of the seat whose piece is borrowed (R15)


class Move(NamedTuple):
    """One legal choice. `code` is short stable text; moves are equal when all fields are equal."""

    code: str
    kind: MoveKind
    square: str | None = None
    card: str | None = None
    origin: str | None = None  # the square where a moving piece starts
    option: str | None = None  # a named alternative or a direction
    match: Match | None = None


class Prompt(NamedTuple):
    """The decision that is due: `kind` is a short id, `card` the card whose effect asks.

    For a move or leap, `way` is "standard" or "combat" (R11.5). `number` is the position of the
    question in a series of at most `of` questions of the same effect; both are 0 for a single
    question.
    """

    kind: PromptKind
    message: Message
    card: str | None = None
    optional: bool = False
    way: str = ""
    number: int = 0
    of: int = 0


class Event(NamedTuple):
    """Something that happened, for logs and animation; `EVENT_FIELDS` lists each kind's fields."""

    kind: EventKind
    square: str | None = None  # for a move, the square where the piece arrived
    owner: ColourNumber = NOBODY  # the color of the piece, or of the player who gains
    rank: str | None = None  # the rank of the piece after the event
    card: str | None = None  # the id of a card or a task
    origin: str | None = None  # the square that the piece left
    amount: int = 0
    seat: SeatNumber = NO_SEAT  # whose card, turn or points
    match: Match | None = None
    was: str | None = None  # the rank before the event
    halves: str | None = None  # the halves of a flare: "upper", "lower" or "both"
    drawn: str | None = None  # the kind of the cards drawn: "being", "legend" or "flare"


# Moves that depend only on a square are built once.
PLACE: tuple[Move, ...] = tuple(Move("+" + name, "place", name) for name in NAMES)
# A placement with an empty supply begins with the piece to pick up (R6.3).
PICK_UP: tuple[Move, ...] = tuple(Move("^" + name, "place", origin=name) for name in NAMES)
CHOOSE: tuple[Move, ...] = tuple(Move(name, "choose", name) for name in NAMES)
SKIP = Move("-", "skip")
PASS_CONTROL = Move(">", "pass-control")
END = Move(".", "end")


# Typed, because a card that is not known equals the text of its id.
@lru_cache(maxsize=None, typed=True)
def discard_move(card: str) -> Move:
    """Return the move that discards a being of the player's own deck (R8)."""
    return Move("~" + card, "discard", card=card)


def flare_move(card: str, against: int | None = None) -> Move:
    """Return the move that invokes a flare (R9).

    `against` is the number of the color invoked against, where there are several rivals (R9.9).
    """
    if against is None:
        return Move("!" + card, "flare", card=card)
    return Move(f"!{card}/{against}", "flare", card=card, option=str(against))


def thaw_move(card: str) -> Move:
    """Return the move that uses the frozen effect in play (R20.4)."""
    return Move("*" + card, "thaw", card=card)


def warp_move(card: str) -> Move:
    """Return the move that plays the warp effect of a card in hand (R22.3)."""
    return Move("%" + card, "warp", card=card)


def claim_move(task: str) -> Move:
    """Return the move that ends the turn and claims a task (R13.4)."""
    return Move("=" + task, "claim", card=task)


def summon_move(card: str, square: str, match: Match | None, number: int | None) -> Move:
    """Return the move that summons a card.

    `number` distinguishes placements that the rules keep apart (R7.6); None if there is only one.
    """
    suffix = "" if number is None else f"/{number}"
    option = None if number is None else str(number)
    return Move(f"{card}@{square}{suffix}", "summon", square, card, option=option, match=match)


@lru_cache(maxsize=None, typed=True)
def card_choice(card: str) -> Move:
    """Return the answer that chooses a card inside an effect."""
    return Move(card, "choose", card=card)


def option_choice(option: str, origin: str | None = None) -> Move:
    """Return the answer that chooses a named alternative, or a direction from `origin`."""
    return Move(option, "choose", origin=origin, option=option)


@cache  # a leap has hundreds of options, which searches ask for repeatedly
def step_choice(origin: int, target: int) -> Move:
    """Return the answer that moves the piece on one square to another inside an effect."""
    a, b = NAMES[origin], NAMES[target]
    return Move(f"{a}-{b}", "choose", b, origin=a)
