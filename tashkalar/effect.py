"""`Effect`: the verbs and questions that card texts are written with (R10-R12).

A card's effect is a plain function that is *re-executed with the answers so far*. It runs on a
copy of the state made before the move; each question takes the next answer, and when none is left
it raises `NeedDecision`. The half-done copy is then exactly the board to show. So "state before,
move, answers" is all that is stored, and undo, save, copy and search work in mid-effect.

What an effect may rely on, and must keep to:

* It touches the game through `e` only. Run twice with the same answers it does the same.
* The options of a question are computed only when it is really asked, so pass masks.
* Nothing legal: not asked, the answer is None. One mandatory option: answered at once; it is kept
  among the answers as *forced*, and undo skips it.
* ``may_...`` questions are optional (R10.2) and return None for "no"; ``must_...`` ones are not,
  and return None only when there was nothing to choose (R10.4).
* A square is never falsy: a1, number 0, is cut off the board.
* A verb that cannot be done changes nothing and says so: "if you do" asks its answer (R10.5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tashkalar.board import (
    ARENA,
    BIT,
    COMMON,
    DIAGONAL,
    DIRECTION_OF,
    DIRECTIONS,
    HEROIC,
    LEGENDARY,
    NAMES,
    NEAR,
    ORTHOGONAL,
    RANKS,
    RAYS,
    SQUARE_OF,
    WITHIN,
    Colour,
    Mask,
    Square,
    direction_between,
    squares,
)
from tashkalar.move import (
    CHOOSE,
    PASS_CONTROL,
    SKIP,
    Event,
    Message,
    Move,
    card_choice,
    option_choice,
    step_choice,
)
from tashkalar.pattern import Placement
from tashkalar.state import SIDEWAYS, Cards, GameState


class Question(NamedTuple):
    """What an effect wants to know: a short kind, the legal answers, whose card asks."""

    kind: str
    moves: tuple[Move, ...]
    optional: bool
    card: str | None


class NeedDecision(BaseException):
    """Raised by a question that has no answer yet. Not an `Exception`: cards cannot catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question


class Impossible(BaseException):
    """Raised inside a linked effect by a part that cannot be done (R22.10)."""


class Tracked:
    """A piece that is followed wherever it goes; gone when destroyed, converted or picked up."""

    __slots__ = ("square",)

    def __init__(self, square: Square) -> None:
        self.square = square  # -1 when gone

    @property
    def bit(self) -> Mask:
        """The mask of its square, 0 when gone (R10.7)."""
        return BIT[self.square] if self.square >= 0 else 0

    @property
    def near(self) -> Mask:
        """The squares adjacent to where it stands now (R10.8)."""
        return NEAR[self.square] if self.square >= 0 else 0

    @property
    def orthogonal(self) -> Mask:
        """The orthogonally adjacent squares."""
        return ORTHOGONAL[self.square] if self.square >= 0 else 0

    @property
    def diagonal(self) -> Mask:
        """The diagonally adjacent squares."""
        return DIAGONAL[self.square] if self.square >= 0 else 0

    def within(self, steps: int) -> Mask:
        """The squares at distance 1 to `steps` (at most 3)."""
        return WITHIN[steps][self.square] if self.square >= 0 else 0

    def ray(self, direction: int) -> tuple[Square, ...]:
        """The squares in a direction, nearest first; none when gone."""
        return RAYS[self.square][direction] if self.square >= 0 else ()


class Moves(NamedTuple):
    """Which pieces may move, and how; made by `standard`, `combat` and their leaps."""

    pieces: Mask
    combat: bool
    leap: bool
    to: Mask


def standard(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A step onto an adjacent square that is empty or holds a lower rank (R11.5)."""
    return Moves(pieces, False, False, to)


def combat(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A step that may run over an equal rank too (R11.5)."""
    return Moves(pieces, True, False, to)


def standard_leap(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A leap to any other square of `to` that is empty or holds a lower rank (R11.6)."""
    return Moves(pieces, False, True, to)


def combat_leap(pieces: Mask, to: Mask = ARENA) -> Moves:
    """A leap that may run over an equal rank too (R11.6)."""
    return Moves(pieces, True, True, to)


class Piece(NamedTuple):
    """A piece as it was when something happened to it."""

    square: Square
    owner: Colour
    rank: int


class Step(NamedTuple):
    """A move or leap that was made: from, to, and the piece it ran over."""

    origin: Square
    target: Square
    victim: Piece | None
    equal: bool  # it ran over a piece of its own rank: only a combat move can

    @property
    def direction(self) -> int:
        """The direction of a step; -1 for a leap that was not along a line."""
        found = direction_between(self.origin, self.target)
        return -1 if found is None else found


class Effect:
    """One move being carried out: a working state, the answers so far, and what happened."""

    __slots__ = (
        "_linked",
        "_next",
        "_tracked",
        "_trial",
        "answers",
        "being",
        "card",
        "events",
        "forced",
        "match",
        "me",
        "resolving",
        "state",
        "stays",
        "summoned_at",
        "summoning_victim",
    )

    def __init__(
        self, state: GameState, answers: Sequence[str] = (), forced: Sequence[bool] = ()
    ) -> None:
        self.state = state
        self.answers = list(answers)
        self.forced = list(forced)
        self.events: list[Event] = []
        self.me = state.colour
        self.card: str | None = None
        self.match = Placement(0, 0, ())
        self.being = Tracked(-1)
        self.summoned_at: Square = -1
        self.summoning_victim: Piece | None = None  # what the summoning destroyed
        self.resolving = False  # a card's effect is being carried out, nothing around it
        self.stays = False  # the card goes somewhere else than to its discard pile
        self._next = 0
        self._tracked: list[Tracked] = []
        self._trial = False  # a rehearsal of a linked effect
        self._linked: tuple[Callable[[Effect], None], Effect, int] | None = None

    # -- what the board looks like now ---------------------------------------------------

    @property
    def own(self) -> Mask:
        """Your pieces: those of your side's colour (R0.5)."""
        return self.state.colours[self.me]

    @property
    def enemies(self) -> Mask:
        """The pieces of every other colour."""
        return self.state.occupied & ~self.state.colours[self.me]

    @property
    def enemy_colours(self) -> tuple[Colour, ...]:
        """The other colours in the game (R23.3)."""
        return tuple(c for c in range(len(self.state.colours)) if c != self.me)

    @property
    def pieces(self) -> Mask:
        """All pieces, whoever owns them (R10.12)."""
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
        found = self.common
        for colour, mask in enumerate(self.state.colours):
            if self.state.supply(colour, LEGENDARY) > 0:
                found |= mask & self.state.heroic
        return found

    @property
    def downgradable(self) -> Mask:
        """All pieces that can be downgraded now (R11.15)."""
        found = self.state.heroic
        for colour, mask in enumerate(self.state.colours):
            if self.state.supply(colour, COMMON) > 0:
                found |= mask & self.state.legendary
        return found

    @property
    def discard_pile(self) -> tuple[str, ...]:
        """The own discard pile, the card being played not among it (R7.20)."""
        return self.state.discards[self.state.seat]

    @property
    def gateway(self) -> Tracked:
        """Where the Gateway stands now; gone when there is none (R21.8)."""
        return Tracked(self.state.gateway or -1)

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand: beings, legends and flares."""
        state, seat = self.state, self.state.seat
        return state.hands[seat] + state.legends[seat] + state.flares[seat]

    @property
    def pending(self) -> str:
        """The own pending being, or "" (R22.5)."""
        return self.state.pending[self.state.seat]

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square, or None."""
        owner = self.state.owner_at(BIT[square])
        return None if owner < 0 else Piece(square, owner, self.state.rank_at(BIT[square]))

    def track(self, square: Square) -> Tracked:
        """Follow the piece on a square from now on."""
        tracked = Tracked(square)
        self._tracked.append(tracked)
        return tracked

    # -- verbs ---------------------------------------------------------------------------

    def note(self, event: Event) -> None:
        """Report something that happened."""
        self.events.append(event)

    def _lift(self, square: Square) -> Piece:
        """Take the piece off an occupied square; whoever tracked it has lost it."""
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
        return Piece(square, owner, rank)

    def _put(self, square: Square, owner: Colour, rank: int) -> None:
        state, bit = self.state, BIT[square]
        colours = list(state.colours)
        colours[owner] |= bit
        state.colours = tuple(colours)
        if rank == HEROIC:
            state.heroic |= bit
        elif rank == LEGENDARY:
            state.legendary |= bit

    def _count_destroyed(self, piece: Piece) -> None:
        """Remember a destroyed piece at the rank it had (R12.2)."""
        counts = list(self.state.destroyed)
        counts[3 * piece.owner + piece.rank] += 1 + self.state.doubled
        self.state.destroyed = tuple(counts)

    def destroy(self, square: Square, *, counts: bool = True) -> Piece | None:
        """Destroy the piece on a square; `counts` False as on the Titan (R12.5)."""
        if not self.state.occupied & BIT[square]:
            return None
        piece = self._lift(square)
        if counts:
            self._count_destroyed(piece)
        self.note(Event("destroy", NAMES[square], piece.owner + 1, RANKS[piece.rank]))
        return piece

    def destroy_all(self, mask: Mask, *, counts: bool = True) -> int:
        """Destroy every piece of a mask at the same time (R10.11); how many there were."""
        hit = mask & self.state.occupied
        for square in squares(hit):
            self.destroy(square, counts=counts)
        return hit.bit_count()

    def place(self, square: Square, rank: int = COMMON, colour: Colour | None = None) -> bool:
        """Put a piece from its colour's supply on an empty square (R11.10, R11.13)."""
        owner = self.me if colour is None else colour
        if self.state.occupied & BIT[square] or self.state.supply(owner, rank) <= 0:
            return False
        self._put(square, owner, rank)
        self.note(Event("place", NAMES[square], owner + 1, RANKS[rank]))
        return True

    def put_being(self, square: Square, rank: int) -> None:
        """Put the piece of a summoned being down; it is `being` from now on (R7.13)."""
        self._put(square, self.me, rank)
        self.being = self.track(square)
        self.summoned_at = square

    def pick_up(self, square: Square) -> Piece:
        """Take a piece back for a shortage; that does not destroy it (R6.6, R7.17c)."""
        piece = self._lift(square)
        self.note(Event("pick-up", NAMES[square], piece.owner + 1, RANKS[piece.rank]))
        return piece

    def convert(self, square: Square, rank: int | None = None) -> bool:
        """Replace an enemy piece by your own, of its rank or of `rank` (R11.12, R11.16)."""
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
            Event("convert", NAMES[square], self.me + 1, RANKS[new_rank], option=RANKS[piece.rank])
        )
        return True

    def upgrade(self, square: Square) -> bool:
        """Raise a piece by one rank; False when it or the supply does not allow it (R11.14)."""
        if not self.upgradable & BIT[square]:
            return False
        return self._turn(square, 1, "upgrade")

    def downgrade(self, square: Square) -> bool:
        """Lower a piece by one rank; False when it or the supply does not allow it (R11.15)."""
        if not self.downgradable & BIT[square]:
            return False
        return self._turn(square, -1, "downgrade")

    def _turn(self, square: Square, by: int, kind: str) -> bool:
        state, bit = self.state, BIT[square]
        rank = state.rank_at(bit) + by
        state.heroic = state.heroic | bit if rank == HEROIC else state.heroic & ~bit
        state.legendary = state.legendary | bit if rank == LEGENDARY else state.legendary & ~bit
        if rank == LEGENDARY and state.gateway == square:
            state.gateway = 0  # R21.7
        self.note(Event(kind, NAMES[square], state.owner_at(bit) + 1, RANKS[rank]))
        return True

    def move(self, origin: Square, target: Square) -> Step:
        """Carry a piece to another square, destroying what stands there (R11.4)."""
        runner = self.piece_at(origin)
        if runner is None:
            raise ValueError(f"no piece on {NAMES[origin]} to move")
        victim = self.destroy(target)
        self._carry(runner, target)
        self.note(
            Event("move", NAMES[target], runner.owner + 1, RANKS[runner.rank], origin=NAMES[origin])
        )
        equal = victim is not None and victim.rank == runner.rank
        return Step(origin, target, victim, equal)

    def _carry(self, piece: Piece, target: Square) -> None:
        """Set a piece down elsewhere; those who track it, and the Gateway marker, go with it."""
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
        self.note(Event("swap", NAMES[b], first.owner + 1, RANKS[first.rank], origin=NAMES[a]))

    def capture(self, square: Square) -> None:
        """Take a piece off the board and keep it on a card; not destroyed (R22.18)."""
        gateway = self.state.gateway == square
        piece = self._lift(square)
        self.state.captive = (piece.owner, piece.rank, int(gateway))
        self.note(Event("capture", NAMES[square], piece.owner + 1, RANKS[piece.rank]))

    def release(self, square: Square) -> None:
        """Put the captive piece down, destroying what stands there (R22.18)."""
        state = self.state
        owner, rank, gateway = state.captive
        marked = gateway and not state.gateway
        self.destroy(square)
        state.captive = ()
        self._put(square, owner, rank)
        if marked:
            state.gateway = square
        self.note(Event("release", NAMES[square], owner + 1, RANKS[rank]))

    def discard_pending(self) -> None:
        """Discard the pending being (R22.8)."""
        card = self._end_pending()
        self.discard(card)
        self.note(Event("discard-pending", card=card, seat=self.state.seat + 1))

    def return_pending(self) -> None:
        """Take the pending being back to the hand (R22.8)."""
        state, seat = self.state, self.state.seat
        card = self._end_pending()
        hands = list(state.hands)
        hands[seat] += (card,)
        state.hands = tuple(hands)
        self.note(Event("return-pending", card=card, seat=seat + 1))

    def _end_pending(self) -> str:
        card, pending = self.pending, list(self.state.pending)
        pending[self.state.seat] = ""
        self.state.pending = tuple(pending)
        return card

    def discard_from_hand(self, card: str) -> None:
        """Discard a card of the hand: a being, a legend or a flare, which is not invoked."""
        state, seat = self.state, self.state.seat
        kind = "discard"
        if card in state.hands[seat]:
            state.hands = _without(state.hands, seat, card)
            self.discard(card)
        elif card in state.legends[seat]:
            state.legends = _without(state.legends, seat, card)
            state.legend_discards += (card,)
            kind = "discard-legend"
        else:
            state.flares = _without(state.flares, seat, card)
            state.flare_discards += (card,)
            kind = "discard-flare"
        self.note(Event(kind, card=card, seat=seat + 1))

    def discard(self, card: str) -> None:
        """Put a being on the discard pile of the player on turn."""
        state, seat = self.state, self.state.seat
        piles = list(state.discards)
        piles[seat] += (card,)
        state.discards = tuple(piles)

    def put_under_deck(self, card: str) -> None:
        """Put a being under its owner's deck; in a team game sideways (R19.9, R19.10)."""
        state, seat = self.state, self.state.seat
        decks = list(state.decks)
        decks[seat] += (card,)
        state.decks = tuple(decks)
        if state.sideways:  # one more lies sideways, unless that makes the topmost straight again
            lying = list(state.sideways)
            lying[seat] = min(SIDEWAYS, lying[seat] + 1)
            state.sideways = tuple(lying)

    def keep_frozen(self, card: str) -> None:
        """Put a frozen effect in play; of two the player keeps one (R20.3, R20.6)."""
        state, seat = self.state, self.state.seat
        kept, other = card, state.frozen[seat]
        if other:
            kept = self.choose_card("keep-frozen", (other, card)) or card
            self.discard(other if kept == card else card)
        in_play = list(state.frozen)
        in_play[seat] = kept
        state.frozen = tuple(in_play)
        if kept == card:
            self.note(Event("freeze", card=kept, seat=seat + 1))

    def freeze_again(self, card: str) -> None:
        """Put a frozen effect in play from the own discard pile (R20.12)."""
        state, seat = self.state, self.state.seat
        place = state.discards[seat].index(card)
        piles = list(state.discards)
        piles[seat] = piles[seat][:place] + piles[seat][place + 1 :]
        state.discards = tuple(piles)
        self.keep_frozen(card)

    def may_discard_flare(self) -> str | None:
        """You may discard a flare from hand: not invoked, nobody scores; the card, or None."""
        flares = self.state.flares[self.state.seat]
        card = self.choose_card("discard-flare", flares, optional=True)
        if card is not None:
            self.discard_from_hand(card)
        return card

    def hinder_opponents(self) -> None:
        """One action less on the next turn of each opponent; of a team only the next (R20.10)."""
        state = self.state
        seats = state.setup.seats
        following = [(state.seat + n) % seats for n in range(1, seats)]
        penalties = list(state.penalties)
        for seat in following[:1] if state.setup.teams else following:
            penalties[seat] = 1  # does not add up
            self.note(Event("lose-action", seat=seat + 1))
        state.penalties = tuple(penalties)

    def remove(self, square: Square) -> Piece | None:
        """Destroy a piece for good: an enemy one counts twice, its supply shrinks (R20.11)."""
        piece = self.destroy(square)
        if piece is None:
            return None
        state = self.state
        if piece.owner != self.me:
            self._count_destroyed(piece)
        removed = list(state.removed or (0,) * (2 * len(state.colours)))
        removed[2 * piece.owner + (piece.rank == LEGENDARY)] += 1
        state.removed = tuple(removed)
        self.note(Event("remove", NAMES[square], piece.owner + 1, RANKS[piece.rank]))
        return piece

    def change_sides(self, square: Square, colour: Colour) -> bool:
        """Replace a piece of yours by a common one of another colour; destroys nothing."""
        if not self.own & BIT[square] or self.state.supply(colour, COMMON) <= 0:
            return False
        self._lift(square)
        self._put(square, colour, COMMON)
        self.note(Event("change-sides", NAMES[square], colour + 1, RANKS[COMMON]))
        return True

    def open_gateway(self, rank: int) -> None:
        """A summoned Nethervoid being may become the Gateway before its effect (R21.4)."""
        state = self.state
        common_gateway = state.gateway and not BIT[state.gateway] & state.heroic
        if not state.gateway or (rank == HEROIC and common_gateway):
            self.become_gateway(self.being.square)

    def become_gateway(self, square: Square) -> None:
        """Make a non-legendary piece of yours the Gateway (R21.6)."""
        self.state.gateway = square
        if self.state.captive:  # it has lost the marker, if it had it (R22.18)
            self.state.captive = (*self.state.captive[:2], 0)
        self.note(Event("gateway", NAMES[square], self.me + 1))

    def gain_action(self, number: int = 1) -> None:
        """One more action this turn, used after the effect (R5.6)."""
        self.state.actions += number
        self.note(Event("gain-action", amount=number))

    def lose_action(self) -> bool:
        """One action less this turn; False when none is left."""
        if self.state.actions <= 0:
            return False
        self.state.actions -= 1
        self.note(Event("waste-action", amount=1))
        return True

    def draw_extra(self, *, beings: int = 0, legends: int = 0) -> None:
        """Owe the player cards on top of the refill at the end of the turn (R11.3)."""
        self.state.extra_beings += beings
        self.state.extra_legends += legends
        self.note(Event("draw-extra", amount=beings + legends))

    def put_on_deck(self, card: str) -> None:
        """Lay a card of the own discard pile on the own deck."""
        state, seat = self.state, self.state.seat
        pile = state.discards[seat]
        place = pile.index(card)
        piles, decks = list(state.discards), list(state.decks)
        piles[seat] = pile[:place] + pile[place + 1 :]
        decks[seat] = (card,) + decks[seat]
        state.discards, state.decks = tuple(piles), tuple(decks)
        self.note(Event("put-on-deck", card=card, seat=seat + 1))

    def take_extra_turn(self) -> None:
        """Another whole turn after this one (R17.8)."""
        self.state.extra_turns += 1
        self.note(Event("extra-turn"))

    def allow_borrowing(self) -> None:
        """One enemy piece may stand in at the next summoning of this turn (R23.4, R23.5)."""
        self.state.borrow += 1
        self.note(Event("borrow"))

    def summon_next_with(self, colour: Colour) -> None:
        """That colour's pieces replace yours at the next summoning of this turn (R21.11)."""
        self.state.summon_with = colour + 1
        self.note(Event("summon-with", owner=colour + 1))

    def count_as_legend(self) -> None:
        """This summoning counts as that of a legend too (R21.10); points come after the effect."""
        *before, this = self.state.summoned
        self.state.summoned = (*before, this._replace(legend=True))
        self.note(Event("count-as-legend", NAMES[this.square], self.me + 1))

    def return_to_deck(self) -> bool:
        """The card being played goes under its deck, if that has cards left (R21.12)."""
        seat = self.state.seat
        if not self.card or not self.state.decks[seat]:
            return False
        self.stays = True
        self.put_under_deck(self.card)
        self.note(Event("under-deck", card=self.card, seat=seat + 1))
        return True

    def allow_empties(self, number: int) -> None:
        """Empty squares may stand in for common pieces at the next summoning (R22.16)."""
        self.state.empties = number
        self.note(Event("empties", amount=number))

    def multiply_destroyed(self) -> None:
        """Each piece destroyed from now on this turn counts once more (R22.15)."""
        self.state.doubled += 1
        self.note(Event("multiply-destroyed", amount=self.state.doubled + 1))

    def score(self, side: int, points: int) -> None:
        """Give a side points for good."""
        if points:
            scores = list(self.state.points)
            scores[side] += points
            self.state.points = tuple(scores)
            self.note(Event("points", owner=side + 1, amount=points))

    # -- questions -----------------------------------------------------------------------

    def _ask(self, kind: str, optional: bool, options: Callable[[], Sequence[Move]]) -> str | None:
        """The code of the next answer; None for "no" or when there is nothing to choose."""
        if self._next == len(self.answers):
            moves = self._possible(tuple(options()))
            if not moves and not optional and self._trial:
                raise Impossible
            if len(moves) > 1 or (moves and optional):
                if optional:
                    moves += (SKIP,)
                if self._may_pass():
                    moves += (PASS_CONTROL,)
                raise NeedDecision(Question(kind, moves, optional, self.card))
            self.answers.append(moves[0].code if moves else SKIP.code)
            self.forced.append(True)
        code = self.answers[self._next]
        self._next += 1
        if code == PASS_CONTROL.code:
            pass_control(self.state)
            self.note(Event("pass-control", seat=self.state.control + 1))
            return self._ask(kind, optional, options)
        return None if code == SKIP.code else code

    def _may_pass(self) -> bool:
        """Whether the teammate may take over in the middle of this effect (R19.11)."""
        state = self.state
        return state.setup.teams and self.resolving and not state.passed and not self._trial

    # -- linked effects ------------------------------------------------------------------

    def linked(self, part: Callable[[Effect], None]) -> bool:
        """Carry out `part` as a whole or not at all (R22.10); whether it was done.

        `part` is rehearsed on copies: a question offers only the answers that can be completed.
        """
        rehearsal = self._fork()
        if not _completable(part, rehearsal, []):
            return False
        self._linked = (part, rehearsal, self._next)
        part(self)
        self._linked = None
        return True

    def _fork(self, answers: Sequence[str] = ()) -> Effect:
        """A rehearsal from here with answers of its own."""
        fork = Effect(self.state.copy(), answers)
        fork.card, fork.match, fork.summoned_at = self.card, self.match, self.summoned_at
        fork.being = fork.track(self.being.square)
        fork.summoning_victim = self.summoning_victim
        fork._trial = True
        return fork

    def _possible(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """In a linked effect, the moves after which the rest can be done."""
        if self._linked is None:
            return moves
        part, rehearsal, start = self._linked
        so_far = self.answers[start:]
        return tuple(m for m in moves if _completable(part, rehearsal, [*so_far, m.code]))

    # -- choosing ------------------------------------------------------------------------

    def choose_square(self, kind: str, mask: Mask, *, optional: bool = False) -> Square | None:
        """Ask for a square of the mask."""
        code = self._ask(kind, optional, lambda: [CHOOSE[s] for s in squares(mask)])
        return None if code is None else SQUARE_OF[code]

    def choose_direction(
        self, directions: Sequence[int] = range(8), *, optional: bool = False
    ) -> int | None:
        """Ask for a direction from where the being stands (numbers into `board.DIRECTIONS`)."""
        origin = NAMES[self.being.square] if self.being.square >= 0 else None
        code = self._ask(
            "direction",
            optional,
            lambda: [option_choice(DIRECTIONS[d], origin) for d in directions],
        )
        return None if code is None else DIRECTION_OF[code]

    def choose_option(
        self, *options: str, kind: str = "option", optional: bool = False
    ) -> str | None:
        """Ask for one of several named alternatives (R10.9): pass only those that are possible."""
        return self._ask(kind, optional, lambda: [option_choice(name) for name in options])

    def choose_colour(self, colours: Sequence[Colour], *, kind: str = "colour") -> Colour | None:
        """Ask for one of these colours, answered by its number from 1."""
        code = self._ask(kind, False, lambda: [option_choice(str(c + 1)) for c in colours])
        return None if code is None else int(code) - 1

    def choose_card(self, kind: str, cards: Sequence[str], *, optional: bool = False) -> str | None:
        """Ask for one of the cards; equal cards are offered once."""

        def options() -> list[Move]:
            state = self.state  # the teammate has got the legends if control was passed just now
            gone = state.legends[state.control] if state.passed else ()
            return [card_choice(c) for c in dict.fromkeys(cards) if c not in gone]

        return self._ask(kind, optional, options)

    def _choose_piece(self, kind: str, mask: Mask, optional: bool) -> Piece | None:
        square = self.choose_square(kind, mask, optional=optional)
        return None if square is None else self.piece_at(square)

    def may_destroy(self, mask: Mask) -> Piece | None:
        """You may destroy one of these pieces; the piece, or None."""
        piece = self._choose_piece("destroy", mask & self.pieces, True)
        return piece and self.destroy(piece.square)

    def must_destroy(self, mask: Mask) -> Piece | None:
        """Destroy one of these pieces if there is one."""
        piece = self._choose_piece("destroy", mask & self.pieces, False)
        return piece and self.destroy(piece.square)

    def may_upgrade(self, mask: Mask) -> Square | None:
        """You may upgrade one of these pieces; its square, or None."""
        return self._change("upgrade", mask & self.upgradable, True)

    def must_upgrade(self, mask: Mask) -> Square | None:
        """Upgrade one of these pieces if it can be done."""
        return self._change("upgrade", mask & self.upgradable, False)

    def _change(self, kind: str, mask: Mask, optional: bool) -> Square | None:
        square = self.choose_square(kind, mask, optional=optional)
        if square is not None:
            self.upgrade(square)
        return square

    def may_convert(self, mask: Mask, rank: int | None = None) -> Square | None:
        """You may convert one of these enemy pieces, to `rank` or keeping its rank (R11.16)."""
        return self._convert_one(mask, rank, True)

    def must_convert(self, mask: Mask, rank: int | None = None) -> Square | None:
        """Convert one of these enemy pieces if your supply allows it."""
        return self._convert_one(mask, rank, False)

    def convertible(self, rank: int | None = None) -> Mask:
        """The enemy pieces your supply can replace, by `rank` or keeping their rank."""
        if rank is not None:
            return self.enemies if self.state.supply(self.me, rank) > 0 else 0
        found = self.enemies & self.nonlegendary if self.state.supply(self.me, COMMON) > 0 else 0
        if self.state.supply(self.me, LEGENDARY) > 0:
            found |= self.enemies & self.legendary
        return found

    def _convert_one(self, mask: Mask, rank: int | None, optional: bool) -> Square | None:
        square = self.choose_square("convert", mask & self.convertible(rank), optional=optional)
        if square is not None:
            self.convert(square, rank)
        return square

    def may_place(self, mask: Mask, rank: int = COMMON) -> Square | None:
        """You may place a piece of yours on one of these squares, if empty."""
        return self._place_one(mask, rank, self.me, True)

    def must_place(
        self, mask: Mask, rank: int = COMMON, colour: Colour | None = None
    ) -> Square | None:
        """Place a piece (yours, or of `colour`) on one of these squares, if it can be done."""
        return self._place_one(mask, rank, self.me if colour is None else colour, False)

    def _place_one(self, mask: Mask, rank: int, colour: Colour, optional: bool) -> Square | None:
        free = mask & self.empty if self.state.supply(colour, rank) > 0 else 0
        square = self.choose_square("place", free, optional=optional)
        if square is not None:
            self.place(square, rank, colour)
        return square

    def may_swap(self, *pairs: tuple[Mask, Mask]) -> Square | None:
        """You may swap a piece of the first mask of a pair with one of the second.

        The square where the first one stands now, or None.
        """
        code = self._ask(
            "swap",
            True,
            lambda: [
                step_choice(a, b) for one, two in pairs for a in squares(one) for b in squares(two)
            ],
        )
        if code is None:
            return None
        origin, target = code.split("-")
        self.swap(SQUARE_OF[origin], SQUARE_OF[target])
        return SQUARE_OF[target]

    def destinations(self, square: Square, how: Moves) -> Mask:
        """Where the piece on a square may go by that kind of move (R11.4-R11.7)."""
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

    def may_move(self, *ways: Moves) -> Step | None:
        """You may make one of these moves or leaps; the step made, or None."""
        return self._move_one(ways, True)

    def must_move(self, *ways: Moves) -> Step | None:
        """Make one of these moves or leaps if there is one."""
        return self._move_one(ways, False)

    def onward(self, step: Step) -> Mask:
        """The next square in the direction of a step, for moves that keep their direction."""
        ray = RAYS[step.target][step.direction]
        return BIT[ray[0]] if ray else 0

    def can_move(self, *ways: Moves) -> bool:
        """Whether one of these moves can be made."""
        return any(
            self.destinations(s, way)
            for way in ways
            for s in squares(way.pieces & self.state.occupied)
        )

    def _move_one(self, ways: Sequence[Moves], optional: bool) -> Step | None:
        def options() -> list[Move]:
            reach: dict[Square, Mask] = {}
            for way in ways:
                for s in squares(way.pieces & self.state.occupied):
                    reach[s] = reach.get(s, 0) | self.destinations(s, way)
            return [step_choice(s, t) for s in sorted(reach) for t in squares(reach[s])]

        code = self._ask("leap" if any(way.leap for way in ways) else "move", optional, options)
        if code is None:
            return None
        origin, target = code.split("-")
        return self.move(SQUARE_OF[origin], SQUARE_OF[target])


def _without(hands: tuple[Cards, ...], seat: int, card: str) -> tuple[Cards, ...]:
    """The hands of all seats with a card taken out of one."""
    rest = tuple(held for held in hands[seat] if held != card)
    return (*hands[:seat], rest, *hands[seat + 1 :])


def pass_control(state: GameState) -> None:
    """The teammate decides for the rest of the turn, and holds the legends (R19.12)."""
    mate = state.teammate(state.seat)
    hands = list(state.legends)
    hands[mate] += hands[state.seat]
    hands[state.seat] = ()
    state.legends = tuple(hands)
    state.passed = True


def _completable(part: Callable[[Effect], None], start: Effect, answers: list[str]) -> bool:
    """Whether a linked effect can be done to its end with answers that begin like this."""
    trial = start._fork(answers)
    try:
        part(trial)
    except Impossible:
        return False
    except NeedDecision as need:
        return any(
            _completable(part, start, [*trial.answers, move.code]) for move in need.question.moves
        )
    return True


def question_message(question: Question) -> Message:
    """The catalogue message of a question: ``ask.<kind>``, or ``ask.<kind>.may``."""
    suffix = ".may" if question.optional else ""
    params = {"card": Message(f"card.{question.card}.name")} if question.card else {}
    return Message(f"ask.{question.kind}{suffix}", params)
