"""The part of `Effect` that reads the board and changes pieces without a question (R11, R12)."""

from __future__ import annotations

from tashkalar.effects.piece import Moves, PieceAt, Step, Tracked
from tashkalar.position.board import (
    ARENA,
    BIT,
    COMMON,
    HEROIC,
    LEGENDARY,
    NAMES,
    NEAR,
    RANKS,
    RAYS,
    Colour,
    Mask,
    Square,
    squares,
)
from tashkalar.position.ids import colour_number
from tashkalar.position.literals import EventKind
from tashkalar.position.move import Event
from tashkalar.position.pattern import Placement
from tashkalar.position.state import GameState

_NO_PLACEMENT = Placement(0, 0, ())
_NO_BEING = Tracked(-1)


class BoardVerbs:
    """The working position of one move, and the being that the move summons.

    A verb that cannot be done changes nothing and reports it.
    """

    __slots__ = (
        "_tracked",
        "being",
        "events",
        "match",
        "me",
        "state",
        "summoned_at",
        "summoning_victim",
    )

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[Event] = []
        self.me = state.colour
        self.match = _NO_PLACEMENT
        self.being = _NO_BEING
        self.summoned_at: Square = -1
        self.summoning_victim: PieceAt | None = None  # the piece that the summoning destroyed
        self._tracked: list[Tracked] = []

    # -- what the board looks like now ---------------------------------------------------

    @property
    def own(self) -> Mask:
        """The player's pieces: those of the side's color (R0.5)."""
        return self.state.colours[self.me]

    @property
    def enemies(self) -> Mask:
        """The pieces of all other colors."""
        return self.state.occupied & ~self.state.colours[self.me]

    @property
    def enemy_colours(self) -> tuple[Colour, ...]:
        """The other colors in the game (R23.3)."""
        return tuple(c for c in range(len(self.state.colours)) if c != self.me)

    @property
    def pieces(self) -> Mask:
        """All pieces of all colors (R10.12)."""
        return self.state.occupied

    @property
    def empty(self) -> Mask:
        """All empty squares."""
        return self.state.empty

    @property
    def common(self) -> Mask:
        """All common pieces."""
        return self.state.occupied & ~(self.state.heroic | self.state.legendary)

    @property
    def heroic(self) -> Mask:
        """All heroic pieces."""
        return self.state.heroic

    @property
    def legendary(self) -> Mask:
        """All legendary pieces."""
        return self.state.legendary

    @property
    def nonlegendary(self) -> Mask:
        """All common and heroic pieces."""
        return self.state.occupied & ~self.state.legendary

    @property
    def upgradable(self) -> Mask:
        """All pieces that can be upgraded now (R11.14)."""
        upgradable = self.common
        for colour, mask in enumerate(self.state.colours):
            if self.state.supply(colour, LEGENDARY) > 0:
                upgradable |= mask & self.state.heroic
        return upgradable

    @property
    def downgradable(self) -> Mask:
        """All pieces that can be downgraded now (R11.15)."""
        downgradable = self.state.heroic
        for colour, mask in enumerate(self.state.colours):
            if self.state.supply(colour, COMMON) > 0:
                downgradable |= mask & self.state.legendary
        return downgradable

    def convertible(self, rank: int | None = None) -> Mask:
        """Return the enemy pieces that the player can convert, to `rank` or keeping their rank."""
        if rank is not None:
            return self.enemies if self.state.supply(self.me, rank) > 0 else 0
        enemies = self.enemies & self.nonlegendary if self.state.supply(self.me, COMMON) > 0 else 0
        if self.state.supply(self.me, LEGENDARY) > 0:
            enemies |= self.enemies & self.legendary
        return enemies

    @property
    def gateway(self) -> Tracked:
        """The piece that is the Gateway now; gone if there is none (R21.8)."""
        return Tracked(self.state.gateway or -1)

    def piece_at(self, square: Square) -> PieceAt | None:
        """Return the piece on a square, or None."""
        owner = self.state.owner_at(BIT[square])
        return None if owner < 0 else PieceAt(square, owner, self.state.rank_at(BIT[square]))

    def track(self, square: Square) -> Tracked:
        """Follow the piece on a square from now on."""
        tracked = Tracked(square)
        self._tracked.append(tracked)
        return tracked

    # -- destroying, placing, changing ---------------------------------------------------

    def note(self, event: Event) -> None:
        """Add an event to the report of the move."""
        self.events.append(event)

    def _note_piece(
        self, kind: EventKind, square: Square, owner: Colour, rank: int, origin: str | None = None
    ) -> None:
        """Add an event about a piece: its square, owner and rank, and the square that it left."""
        self.note(Event(kind, NAMES[square], colour_number(owner), RANKS[rank], None, origin))

    def _lift(self, square: Square) -> PieceAt:
        """Take the piece off an occupied square; trackers of the piece lose it."""
        state, bit = self.state, BIT[square]
        owner, rank = state.owner_at(bit), state.rank_at(bit)
        colours = list(state.colours)
        colours[owner] &= ~bit
        state.colours = tuple(colours)
        state.heroic &= ~bit
        state.legendary &= ~bit
        for tracked in self._tracked:
            if tracked.square == square:
                tracked.square = -1
        if state.gateway == square:
            state.gateway = 0  # R21.7
        return PieceAt(square, owner, rank)

    def _put(self, square: Square, owner: Colour, rank: int) -> None:
        state, bit = self.state, BIT[square]
        colours = list(state.colours)
        colours[owner] |= bit
        state.colours = tuple(colours)
        if rank == HEROIC:
            state.heroic |= bit
        elif rank == LEGENDARY:
            state.legendary |= bit

    def _count_destroyed(self, piece: PieceAt) -> None:
        """Count a destroyed piece at the rank it had (R12.2)."""
        counts = list(self.state.destroyed)
        counts[3 * piece.owner + piece.rank] += 1 + self.state.doubled
        self.state.destroyed = tuple(counts)

    def destroy(self, square: Square, *, counts: bool = True) -> PieceAt | None:
        """Destroy the piece on a square; with `counts=False` it is not counted (R12.5)."""
        if not self.state.occupied & BIT[square]:
            return None
        piece = self._lift(square)
        if counts:
            self._count_destroyed(piece)
        self._note_piece("destroy", square, piece.owner, piece.rank)
        return piece

    def destroy_all(self, mask: Mask, *, counts: bool = True) -> int:
        """Destroy every piece of a mask at once; return how many there were (R10.11)."""
        hit = mask & self.state.occupied
        for square in squares(hit):
            self.destroy(square, counts=counts)
        return hit.bit_count()

    def place(self, square: Square, rank: int = COMMON, colour: Colour | None = None) -> bool:
        """Put a piece from its color's supply on an empty square (R11.10, R11.13)."""
        owner = self.me if colour is None else colour
        if self.state.occupied & BIT[square] or self.state.supply(owner, rank) <= 0:
            return False
        self._put(square, owner, rank)
        self._note_piece("place", square, owner, rank)
        return True

    def put_being(self, square: Square, rank: int) -> None:
        """Put down the piece of a summoned being; `being` tracks it from now on (R7.13)."""
        self._put(square, self.me, rank)
        self.being = self.track(square)
        self.summoned_at = square

    def pick_up(self, square: Square) -> PieceAt:
        """Take a piece back for a shortage, without destroying it (R6.6, R7.17c)."""
        piece = self._lift(square)
        self._note_piece("pick-up", square, piece.owner, piece.rank)
        return piece

    def convert(self, square: Square, rank: int | None = None) -> bool:
        """Replace an enemy piece by the player's, of its rank or of `rank` (R11.12, R11.16)."""
        piece = self.piece_at(square)
        if piece is None or piece.owner == self.me:
            return False
        new_rank = piece.rank if rank is None else rank
        if self.state.supply(self.me, new_rank) <= 0:
            return False
        self._lift(square)
        self._count_destroyed(piece)
        self._put(square, self.me, new_rank)
        self.note(
            Event(
                "convert",
                NAMES[square],
                colour_number(self.me),
                RANKS[new_rank],
                was=RANKS[piece.rank],
            )
        )
        return True

    def upgrade(self, square: Square) -> bool:
        """Raise a piece by one rank; return False if piece or supply do not allow it (R11.14)."""
        if not self.upgradable & BIT[square]:
            return False
        return self._change_rank(square, 1, "upgrade")

    def downgrade(self, square: Square) -> bool:
        """Lower a piece by one rank; return False if piece or supply do not allow it (R11.15)."""
        if not self.downgradable & BIT[square]:
            return False
        return self._change_rank(square, -1, "downgrade")

    def _change_rank(self, square: Square, by: int, kind: EventKind) -> bool:
        state, bit = self.state, BIT[square]
        rank = state.rank_at(bit) + by
        state.heroic = state.heroic | bit if rank == HEROIC else state.heroic & ~bit
        state.legendary = state.legendary | bit if rank == LEGENDARY else state.legendary & ~bit
        if rank == LEGENDARY and state.gateway == square:
            state.gateway = 0  # R21.7
        self._note_piece(kind, square, state.owner_at(bit), rank)
        return True

    def remove(self, square: Square) -> PieceAt | None:
        """Destroy a piece and remove it from the game; an enemy piece counts twice (R20.11)."""
        piece = self.destroy(square)
        if piece is None:
            return None
        state = self.state
        if piece.owner != self.me:
            self._count_destroyed(piece)
        removed = list(state.removed or (0,) * (2 * len(state.colours)))
        removed[2 * piece.owner + (piece.rank == LEGENDARY)] += 1
        state.removed = tuple(removed)
        self._note_piece("remove", square, piece.owner, piece.rank)
        return piece

    def change_sides(self, square: Square, colour: Colour) -> bool:
        """Replace a piece of the player's by a common one of another color; destroy nothing."""
        if not self.own & BIT[square] or self.state.supply(colour, COMMON) <= 0:
            return False
        self._lift(square)
        self._put(square, colour, COMMON)
        self._note_piece("change-sides", square, colour, COMMON)
        return True

    # -- moving ----------------------------------------------------------------------------

    def destinations(self, square: Square, how: Moves) -> Mask:
        """Return where the piece on a square can go by that kind of move (R11.4-R11.7)."""
        state = self.state
        barred = state.rank_at(BIT[square]) + (1 if how.combat else 0)  # this rank and above
        reach = ARENA & ~BIT[square] if how.leap else NEAR[square]
        if barred == COMMON:
            reach &= ~state.occupied
        elif barred == HEROIC:
            reach &= ~(state.heroic | state.legendary)
        elif barred == LEGENDARY:
            reach &= ~state.legendary
        return reach & how.to

    def onward(self, step: Step) -> Mask:
        """Return the next square in the direction of a step, as a mask; 0 at the edge."""
        ray = RAYS[step.target][step.direction]
        return BIT[ray[0]] if ray else 0

    def can_move(self, *ways: Moves) -> bool:
        """Return whether one of these moves can be made."""
        return any(
            self.destinations(s, way)
            for way in ways
            for s in squares(way.pieces & self.state.occupied)
        )

    def move(self, origin: Square, target: Square) -> Step:
        """Move a piece to another square, destroying the piece that stands there (R11.4)."""
        runner = self.piece_at(origin)
        if runner is None:
            raise ValueError(f"no piece on {NAMES[origin]} to move")
        victim = self.destroy(target)
        self._move_with_followers(runner, target)
        self._note_piece("move", target, runner.owner, runner.rank, NAMES[origin])
        equal = victim is not None and victim.rank == runner.rank
        return Step(origin, target, victim, equal)

    def _move_with_followers(self, piece: PieceAt, target: Square) -> None:
        """Set a piece down elsewhere, together with its trackers and the Gateway marker."""
        followers = [t for t in self._tracked if t.square == piece.square]
        gateway = self.state.gateway == piece.square
        self._lift(piece.square)
        self._put(target, piece.owner, piece.rank)
        for tracked in followers:
            tracked.square = target
        if gateway:
            self.state.gateway = target

    def swap(self, a: Square, b: Square) -> None:
        """Exchange the squares of two pieces; nothing is moved or destroyed (R22.19)."""
        first, second = self.piece_at(a), self.piece_at(b)
        assert first is not None and second is not None
        followers = [(t, a + b - t.square) for t in self._tracked if t.square in (a, b)]
        gateway = self.state.gateway
        self._lift(a)
        self._lift(b)
        self._put(b, first.owner, first.rank)
        self._put(a, second.owner, second.rank)
        for tracked, square in followers:
            tracked.square = square
        if gateway in (a, b):
            self.state.gateway = a + b - gateway
        self._note_piece("swap", b, first.owner, first.rank, NAMES[a])

    # -- captives and the Gateway ----------------------------------------------------------

    def capture(self, square: Square) -> None:
        """Take a piece off the board and keep it on a card, without destroying it (R22.18)."""
        gateway = self.state.gateway == square
        piece = self._lift(square)
        self.state.captive = (piece.owner, piece.rank, int(gateway))
        self._note_piece("capture", square, piece.owner, piece.rank)

    def release(self, square: Square) -> None:
        """Put the captive piece down, destroying the piece that stands there (R22.18)."""
        state = self.state
        owner, rank, gateway = state.captive
        marked = gateway and not state.gateway
        self.destroy(square)
        state.captive = ()
        self._put(square, owner, rank)
        if marked:
            state.gateway = square
        self._note_piece("release", square, owner, rank)

    def open_gateway(self, rank: int) -> None:
        """Make a summoned Nethervoid being the Gateway before its effect, if allowed (R21.4)."""
        state = self.state
        common_gateway = state.gateway and not BIT[state.gateway] & state.heroic
        if not state.gateway or (rank == HEROIC and common_gateway):
            self.become_gateway(self.being.square)

    def become_gateway(self, square: Square) -> None:
        """Make a non-legendary piece of the player's the Gateway (R21.6)."""
        self.state.gateway = square
        if self.state.captive:  # the captive loses the marker, if it had it (R22.18)
            self.state.captive = (*self.state.captive[:2], 0)
        self.note(Event("gateway", NAMES[square], colour_number(self.me)))
