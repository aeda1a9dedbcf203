"""The position: everything the rules need to know, as ints, strings and tuples.

All fields are immutable values, so a shallow copy is a deep copy. Callers treat a state as
immutable: only `Effect` and the set-up write, on a fresh copy. Seats and colors count from 0 here
and from 1 outside (`position.ids`). A seat is not a color: teammates share a color (R0.5).
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from tashkalar.position.board import ARENA, LEGENDARY, Colour, Mask, Square

Cards = tuple[str, ...]

LEGENDARY_PIECES = 3  # per colour (R1.1)
SIDEWAYS = 6  # cards at the bottom of a team player's deck (R19.3)


class Setup(NamedTuple):
    """The agreements before the game; only the names can change later (`Game.rename`)."""

    form: str
    schools: tuple[str, ...]  # one a seat, in turn order
    teams: bool
    seed: str
    names: tuple[str, ...]
    legends: bool  # False: the first-game preset of R24.2
    two_sided: int  # usable two-sided pieces of each color (R1.7)
    colours: tuple[Colour, ...]  # the colour of each seat
    # Per seat the beings as they were shuffled, if not the seed decides it (`position.unknown`).
    decks: tuple[Cards, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.schools)


def removal_limits(setup: Setup) -> tuple[int, int]:
    """Return how many two-sided and legendary pieces of a color a text may declare removed.

    Two two-sided pieces always stay: one for a captive and one to place, so that there is a move
    (R5.3).
    """
    return setup.two_sided - 2, LEGENDARY_PIECES


T = TypeVar("T")


def replace_entry(entries: tuple[T, ...], number: int, entry: T) -> tuple[T, ...]:
    """Return the entries of all seats or colors with one entry replaced."""
    return (*entries[:number], entry, *entries[number + 1 :])


class Summoned(NamedTuple):
    """A being summoned this turn (R5.9)."""

    card: str
    square: int
    legend: bool


class GameState:
    """A position with hands, decks, scores and the memory of the current turn (R5.9)."""

    __slots__ = (
        "actions",
        "borrow",
        "captive",
        "colours",
        "current_tasks",
        "deck_out",
        "decks",
        "destroyed",
        "discarded",
        "discards",
        "doubled",
        "dropped",
        "early_extras",
        "empties",
        "extra_beings",
        "extra_legends",
        "extra_turns",
        "flare_deck",
        "flare_discards",
        "flares",
        "frozen",
        "gateway",
        "hands",
        "heroic",
        "in_extra_turn",
        "last_turns",
        "legend_deck",
        "legend_discards",
        "legendary",
        "legends",
        "markers",
        "passed",
        "penalties",
        "pending",
        "phase",
        "playing",
        "points",
        "removed",
        "resigned",
        "rng",
        "seat",
        "setup",
        "sideways",
        "summon_with",
        "summoned",
        "task_deck",
        "turn",
        "warped",
    )

    setup: Setup
    rng: int
    phase: str  # "marks" (set-up of a deathmatch), "play" or "over"
    # the board
    colours: tuple[Mask, ...]  # the pieces of each colour
    heroic: Mask
    legendary: Mask
    # cards; index 0 of a deck is its top
    decks: tuple[Cards, ...]
    hands: tuple[Cards, ...]  # beings of the player's own deck
    discards: tuple[Cards, ...]
    dropped: tuple[Cards, ...]  # the discards that only their owner has seen (R25.3)
    legend_deck: Cards
    legend_discards: Cards
    legends: tuple[Cards, ...]  # legends in hand
    flare_deck: Cards
    flare_discards: Cards
    flares: tuple[Cards, ...]  # flares in hand
    playing: str | None  # the card whose effect is being resolved
    current_tasks: Cards
    task_deck: Cards  # index 0 lies open: the next task
    # fields used only by some schools and forms
    # per seat: bits of the colors whose improvised summoning is left (R15.9)
    markers: tuple[int, ...]
    # per seat: how many cards at the bottom of the deck lie sideways (R19.3)
    sideways: tuple[int, ...]
    frozen: tuple[str, ...]  # per seat: the card whose frozen effect is in play, or "" (R20.6)
    pending: tuple[str, ...]  # per seat: the pending being, or "" (R22.5)
    gateway: Square  # where the Gateway stands, 0 for nowhere (R21)
    captive: tuple[int, ...]  # the piece held on a card: owner, rank, was the Gateway (R22.18)
    removed: tuple[int, ...]  # per color: two-sided and legendary pieces removed (R20.11)
    # scores and the course of the game
    points: tuple[int, ...]  # per side: task or deathmatch points; melee: per seat and color
    turn: int  # 1 for the first turn of the game
    seat: int  # whose turn it is
    last_turns: int  # -1 until the end is triggered, then the ordinary turns still to come
    deck_out: bool  # the last card of a deck has been drawn
    in_extra_turn: bool
    early_extras: int  # extra turns so far; 0 again when the first round is over (R22.4)
    resigned: int  # the side that resigned, or -1
    passed: bool  # control was passed this turn: the teammate decides (R19.12)
    penalties: tuple[int, ...]  # per seat: actions lost on the next turn (R20.10)
    # the turn's memory
    actions: int
    discarded: bool
    destroyed: tuple[int, ...]  # by the player on turn; per color three counts, by rank
    summoned: tuple[Summoned, ...]
    extra_beings: int
    extra_legends: int
    extra_turns: int
    borrow: int  # number of enemy pieces that may stand in at the next summoning (R23.4)
    empties: int  # number of empty squares that may stand in at the next summoning (R22.16)
    summon_with: int  # number of the color that replaces yours at the next summoning, or 0 (R21.11)
    doubled: int  # how many times more each destroyed piece counts this turn (R22.15)
    warped: Cards  # cards whose warp effect was played from hand this turn

    def copy(self) -> GameState:
        """Return an independent state.

        The fields are copied one by one because this is the inner loop of every search.
        """
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
        new.dropped = self.dropped
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
        new.early_extras = self.early_extras
        new.resigned = self.resigned
        new.actions = self.actions
        new.discarded = self.discarded
        new.destroyed = self.destroyed
        new.summoned = self.summoned
        new.extra_beings = self.extra_beings
        new.extra_legends = self.extra_legends
        new.extra_turns = self.extra_turns
        new.borrow = self.borrow
        new.passed = self.passed
        new.markers = self.markers
        new.sideways = self.sideways
        new.frozen = self.frozen
        new.pending = self.pending
        new.gateway = self.gateway
        new.captive = self.captive
        new.removed = self.removed
        new.penalties = self.penalties
        new.empties = self.empties
        new.summon_with = self.summon_with
        new.doubled = self.doubled
        new.warped = self.warped
        return new

    def key(self) -> tuple[object, ...]:
        """Return all fields of the state as one comparable value."""
        return tuple(getattr(self, name) for name in self.__slots__)

    # -- questions about the board -------------------------------------------------------

    @property
    def control(self) -> int:
        """The seat that decides: the player on turn, or the teammate after passing (R19.12)."""
        return self.teammate(self.seat) if self.passed else self.seat

    def teammate(self, seat: int) -> int:
        """Return the opposite seat of a game with four seats, which is the teammate's (R19.1)."""
        return (seat + 2) % 4

    @property
    def is_first_turn(self) -> bool:
        """True if this is the first turn of the player on turn (R22.4)."""
        return not self.in_extra_turn and self.turn - self.early_extras <= self.setup.seats

    @property
    def colour(self) -> Colour:
        """The color of the player on turn."""
        return self.setup.colours[self.seat]

    @property
    def occupied(self) -> Mask:
        """The mask of all pieces."""
        occupied_squares = 0
        for mask in self.colours:
            occupied_squares |= mask
        return occupied_squares

    @property
    def empty(self) -> Mask:
        """The mask of all squares without a piece."""
        return ARENA & ~self.occupied

    def rank_at(self, bit: Mask) -> int:
        """Return the rank of the piece on an occupied square, given as a one-bit mask."""
        return 2 if self.legendary & bit else 1 if self.heroic & bit else 0

    def owner_at(self, bit: Mask) -> Colour:
        """Return the color of the piece on a square, given as a one-bit mask; -1 if empty."""
        for colour, mask in enumerate(self.colours):
            if mask & bit:
                return colour
        return -1

    def masks_by_rank(self, mask: Mask) -> tuple[Mask, Mask, Mask]:
        """Return the pieces of a mask by lowest rank: all, upgraded, legendary."""
        legendary = mask & self.legendary
        return mask, mask & self.heroic | legendary, legendary

    def upgraded_pieces(self, colour: Colour) -> Mask:
        """Return the mask of a color's heroic and legendary pieces."""
        return self.colours[colour] & (self.heroic | self.legendary)

    def supply(self, colour: Colour, rank: int) -> int:
        """Return how many pieces for that rank the color has in supply (R1.7, R1.8)."""
        own = self.colours[colour]
        if rank == LEGENDARY:
            left = LEGENDARY_PIECES - (own & self.legendary).bit_count()
        else:
            left = self.setup.two_sided - (own & ~self.legendary).bit_count()
        if self.removed or self.captive:
            left -= self._out_of_play(colour, rank == LEGENDARY)
        return left

    def _out_of_play(self, colour: Colour, legendary: bool) -> int:
        """Return how many pieces of a kind are removed or held on a card (R20.11, R22.18)."""
        out = self.removed[2 * colour + legendary] if self.removed else 0
        if self.captive:
            owner, rank, _ = self.captive
            out += owner == colour and (rank == LEGENDARY) == legendary
        return out
