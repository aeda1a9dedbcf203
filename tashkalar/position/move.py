"""The values that cross the border of the engine: moves, matches, prompts, messages, events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tashkalar.position.board import NAMES
from tashkalar.position.ids import NO_SEAT, NOBODY, ColourNumber, SeatNumber
from tashkalar.position.literals import EventKind, MoveKind, PromptKind


class Message(NamedTuple):
    """A text by its catalogue id with named parameters; a parameter may be a message too."""

    id: str
    params: Mapping[str, object] = {}


class Match(NamedTuple):
    """One way a card's pattern fits a square: squares used, squares marked (R7.6, R11.8)."""

    used: frozenset[str]
    marked: frozenset[str]
    directions: tuple[str, ...] = ()
    # Squares used whose pieces are enemy ones: they stand in (R15.10, R23.4, R21.11).
    foreign: frozenset[str] = frozenset()
    improvised: int | None = None  # the seat whose piece is borrowed by improvising (R15)


class Move(NamedTuple):
    """One legal choice. `code` is short stable text; moves are equal when all fields are."""

    code: str
    kind: MoveKind
    square: str | None = None
    card: str | None = None
    origin: str | None = None  # where a moving piece starts
    option: str | None = None  # a named alternative or a direction
    match: Match | None = None


class Prompt(NamedTuple):
    """What is being decided now: `kind` is a short id, `card` the card whose effect asks.

    Of a move or leap `way` is "standard" or "combat" (R11.5), and `number` which of at most `of`
    such questions of the effect it is; 0 where they are not counted.
    """

    kind: PromptKind
    message: Message
    card: str | None = None
    optional: bool = False
    way: str = ""
    number: int = 0
    of: int = 0


class Event(NamedTuple):
    """Something that happened, for logs and animation; `EVENT_FIELDS` says what a kind fills."""

    kind: EventKind
    square: str | None = None  # where; of a move the square it ended on
    owner: ColourNumber = NOBODY  # the colour it is about
    rank: str | None = None  # of the piece, afterwards
    card: str | None = None  # a task too
    origin: str | None = None  # where a piece came from
    amount: int = 0
    seat: SeatNumber = NO_SEAT  # whose card, turn or points
    match: Match | None = None
    was: str | None = None  # the rank before
    halves: str | None = None  # of a flare: "upper", "lower" or "both"
    drawn: str | None = None  # the kind of cards: "being", "legend" or "flare"


# Moves that depend on nothing but a square are made once.
PLACE: tuple[Move, ...] = tuple(Move("+" + name, "place", name) for name in NAMES)
# Place with an empty supply: pick up this piece first (R6.3).
PICK_UP: tuple[Move, ...] = tuple(Move("^" + name, "place", origin=name) for name in NAMES)
CHOOSE: tuple[Move, ...] = tuple(Move(name, "choose", name) for name in NAMES)
SKIP = Move("-", "skip")
PASS_CONTROL = Move(">", "pass-control")
END = Move(".", "end")


def discard_move(card: str) -> Move:
    """Discard a being of your own deck (R8)."""
    return Move("~" + card, "discard", card=card)


def flare_move(card: str, against: int | None = None) -> Move:
    """Invoke a flare (R9); among several rivals against a colour, given from 1 (R9.9)."""
    if against is None:
        return Move("!" + card, "flare", card=card)
    return Move(f"!{card}/{against}", "flare", card=card, option=str(against))


def thaw_move(card: str) -> Move:
    """Use the frozen effect in play (R20.4)."""
    return Move("*" + card, "thaw", card=card)


def warp_move(card: str) -> Move:
    """Play the warp effect of a card in hand (R22.3)."""
    return Move("%" + card, "warp", card=card)


def claim_move(task: str) -> Move:
    """End the turn claiming a task (R13.4)."""
    return Move("=" + task, "claim", card=task)


def summon_move(card: str, square: str, match: Match | None, number: int | None) -> Move:
    """Summon a card; `number` tells placements apart that the rules keep apart (R7.6)."""
    suffix = "" if number is None else f"/{number}"
    option = None if number is None else str(number)
    return Move(f"{card}@{square}{suffix}", "summon", square, card, option=option, match=match)


def card_choice(card: str) -> Move:
    """Choose a card inside an effect."""
    return Move(card, "choose", card=card)


def option_choice(option: str, origin: str | None = None) -> Move:
    """Choose a named alternative, or a direction from a square, inside an effect."""
    return Move(option, "choose", origin=origin, option=option)


@cache  # a leap has hundreds of options, asked for again and again
def step_choice(origin: int, target: int) -> Move:
    """Move the piece on one square to another inside an effect."""
    a, b = NAMES[origin], NAMES[target]
    return Move(f"{a}-{b}", "choose", b, origin=a)
