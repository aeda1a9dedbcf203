"""The position: everything the rules need to know, as ints, strings and tuples.

No part refers to another, so a shallow copy is a deep copy. Public code treats a state as
immutable: only `Effect` and the set-up write, on a fresh copy. Seats count from 1 in the public
interface and from 0 here; colours likewise. A seat is not a colour: teammates share one (R0.5).
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.board import ARENA, LEGENDARY, Colour, Mask

Cards = tuple[str, ...]

LEGENDARY_PIECES = 3  # per colour (R1.1)


class Setup(NamedTuple):
    """What was agreed before the game; never changes."""

    form: str
    schools: tuple[str, ...]  # one a seat, in turn order
    teams: bool
    seed: str
    names: tuple[str, ...]
    legends: bool  # False: the first-game preset of R24.2
    two_sided: int  # usable two-sided pieces a colour (R1.7)
    colours: tuple[Colour, ...]  # the colour of each seat

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.schools)


class Summoned(NamedTuple):
    """A being summoned this turn (R5.9)."""

    card: str
    square: int
    legend: bool


class GameState:
    """One position with hands, decks, scores and the turn's memory (R5.9)."""

    __slots__ = (
        "actions",
        "borrow",
        "colours",
        "current_tasks",
        "deck_out",
        "decks",
        "destroyed",
        "discarded",
        "discards",
        "extra_beings",
        "extra_legends",
        "extra_turns",
        "flare_deck",
        "flare_discards",
        "flares",
        "hands",
        "heroic",
        "in_extra_turn",
        "last_turns",
        "legend_deck",
        "legend_discards",
        "legendary",
        "legends",
        "phase",
        "playing",
        "points",
        "resigned",
        "rng",
        "seat",
        "setup",
        "summoned",
        "task_deck",
        "turn",
    )

    setup: Setup
    rng: int
    phase: str  # "marks" (duel set-up), "play" or "over"
    # the board
    colours: tuple[Mask, ...]  # the pieces of each colour
    heroic: Mask
    legendary: Mask
    # cards; index 0 of a deck is its top
    decks: tuple[Cards, ...]
    hands: tuple[Cards, ...]  # beings of the own deck
    discards: tuple[Cards, ...]
    legend_deck: Cards
    legend_discards: Cards
    legends: tuple[Cards, ...]  # legends in hand
    flare_deck: Cards
    flare_discards: Cards
    flares: tuple[Cards, ...]  # flares in hand
    playing: str | None  # the card whose effect is being resolved
    current_tasks: Cards
    task_deck: Cards  # index 0 lies open: the next task
    # scores and the course of the game
    points: tuple[int, ...]  # a side: task points or deathmatch points
    turn: int  # 1 for the first turn of the game
    seat: int  # whose turn it is
    last_turns: int  # -1 until the end is triggered, then the ordinary turns still to come
    deck_out: bool  # somebody has drawn the last card of a deck
    in_extra_turn: bool
    resigned: int  # the side that resigned, or -1
    # the turn's memory
    actions: int
    discarded: bool
    destroyed: tuple[int, ...]  # by the player on turn: three counts (by rank) a colour
    summoned: tuple[Summoned, ...]
    extra_beings: int
    extra_legends: int
    extra_turns: int
    borrow: int  # enemy pieces that may stand in at the next summoning (R23.4)

    def copy(self) -> GameState:
        """An independent state; written out because it is the inner loop of every search."""
        new = GameState.__new__(GameState)
        new.setup = self.setup
        new.rng = self.rng
        new.phase = self.phase
        new.colours = self.colours
        new.heroic = self.heroic
        new.legendary = self.legendary
        new.decks = self.decks
        new.hands = self.hands
        new.discards = self.discards
        new.legend_deck = self.legend_deck
        new.legend_discards = self.legend_discards
        new.legends = self.legends
        new.flare_deck = self.flare_deck
        new.flare_discards = self.flare_discards
        new.flares = self.flares
        new.playing = self.playing
        new.current_tasks = self.current_tasks
        new.task_deck = self.task_deck
        new.points = self.points
        new.turn = self.turn
        new.seat = self.seat
        new.last_turns = self.last_turns
        new.deck_out = self.deck_out
        new.in_extra_turn = self.in_extra_turn
        new.resigned = self.resigned
        new.actions = self.actions
        new.discarded = self.discarded
        new.destroyed = self.destroyed
        new.summoned = self.summoned
        new.extra_beings = self.extra_beings
        new.extra_legends = self.extra_legends
        new.extra_turns = self.extra_turns
        new.borrow = self.borrow
        return new

    def key(self) -> tuple[object, ...]:
        """All of the state as one comparable value."""
        return tuple(getattr(self, name) for name in self.__slots__)

    # -- questions about the board -------------------------------------------------------

    @property
    def colour(self) -> Colour:
        """The colour of the player on turn."""
        return self.setup.colours[self.seat]

    @property
    def occupied(self) -> Mask:
        """All pieces."""
        found = 0
        for mask in self.colours:
            found |= mask
        return found

    @property
    def empty(self) -> Mask:
        """All squares without a piece."""
        return ARENA & ~self.occupied

    def rank_at(self, bit: Mask) -> int:
        """The rank of the piece on an occupied square, given as a one-bit mask."""
        return 2 if self.legendary & bit else 1 if self.heroic & bit else 0

    def owner_at(self, bit: Mask) -> Colour:
        """The colour of the piece on a square, given as a one-bit mask; -1 when empty."""
        for colour, mask in enumerate(self.colours):
            if mask & bit:
                return colour
        return -1

    def at_least(self, mask: Mask) -> tuple[Mask, Mask, Mask]:
        """The pieces of a mask by lowest rank: all, upgraded, legendary."""
        legendary = mask & self.legendary
        return mask, mask & self.heroic | legendary, legendary

    def upgraded(self, colour: Colour) -> Mask:
        """A colour's heroic and legendary pieces."""
        return self.colours[colour] & (self.heroic | self.legendary)

    def supply(self, colour: Colour, rank: int) -> int:
        """How many pieces for that rank the colour has in supply (R1.7, R1.8)."""
        own = self.colours[colour]
        if rank == LEGENDARY:
            return LEGENDARY_PIECES - (own & self.legendary).bit_count()
        return self.setup.two_sided - (own & ~self.legendary).bit_count()
