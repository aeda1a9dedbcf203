"""The lens over the board: where a card can be summoned, and where it is one piece away."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar import cards
from tashkalar.position.board import BIT, NAMES, RANK_OF, RANKS, names, squares
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.position.pattern import find_near_matches
from tashkalar.position.state import GameState
from tashkalar.rules.summoning import find_candidate_squares, unbarred_squares


class MissingPiece(NamedTuple):
    """A piece that is missing for a summoning: where, of what rank, and what is there now.

    `occupant` is ``"empty"``, ``"enemy"``, or the rank of an own piece that is too low.
    `summon_squares` are the squares on which the card could be summoned if the piece stood there
    (none named for a pattern that lies anywhere, R22.17), `used_squares` the pieces that wait for
    it.
    """

    square: str
    rank: str
    occupant: str
    summon_squares: tuple[str, ...]
    used_squares: tuple[str, ...]


class SummonOptions(NamedTuple):
    """A card seen through the lens; nothing of it for flares, which have no pattern."""

    card: str
    summon_squares: tuple[str, ...]
    missing_pieces: tuple[MissingPiece, ...]


MAX_MISSING_PIECES = 12  # of more, the board would be full of them
PLACEABLE = ("empty", "common")  # where an action places a piece, and of what rank (R6.1)


def shown_missing_pieces(lens: SummonOptions) -> tuple[MissingPiece, ...]:
    """The ghosts that are drawn: none while the card can be summoned somewhere.

    Those that an action can place are enough where there are any.
    """
    if lens.summon_squares:
        return ()
    plain = [ghost for ghost in lens.missing_pieces if (ghost.occupant, ghost.rank) == PLACEABLE]
    ghosts = sorted(
        plain or lens.missing_pieces, key=lambda g: (g.occupant != "empty", RANK_OF[g.rank])
    )
    return tuple(ghosts[:MAX_MISSING_PIECES])


def find_summon_options(state: GameState, card: str) -> SummonOptions:
    """Where the player on turn can summon a card, and where one piece more would do."""
    being = cards.BEINGS.get(card)
    if being is None:
        return SummonOptions(card, (), ())
    colour = state.colour
    ready = find_candidate_squares(state, being, colour)
    wanted = unbarred_squares(state, RANK_OF[being.rank]) & ~ready
    found: dict[tuple[int, int], tuple[int, int]] = {}  # by square and rank: anchors, pieces used
    for short in find_near_matches(being.shape, state.masks_by_rank(state.colours[colour])):
        if being.shape.is_detached or BIT[short.anchor] & wanted:
            anchors, used = found.get((short.square, short.rank), (0, 0))
            key = short.square, short.rank
            found[key] = anchors | BIT[short.anchor], used | short.used
    ghosts = tuple(
        MissingPiece(
            NAMES[square],
            RANKS[rank],
            _occupant(state, square),
            () if being.shape.is_detached else tuple(names(anchors)),
            tuple(names(used)),
        )
        for (square, rank), (anchors, used) in sorted(found.items())
    )
    return SummonOptions(card, tuple(NAMES[s] for s in squares(ready)), ghosts)


def _occupant(state: GameState, square: int) -> str:
    bit = BIT[square]
    owner = state.owner_at(bit)
    if owner < 0:
        return "empty"
    return RANKS[state.rank_at(bit)] if owner == state.colour else "enemy"


class Threat(NamedTuple):
    """What opponents could summon on a square if it were their turn, by what everybody knows."""

    square: str
    cards: tuple[tuple[SeatNumber, str], ...]  # the seat and the card, seat by seat


def find_threats(state: GameState, seat: SeatNumber) -> tuple[Threat, ...]:
    """The squares on which opponents of a seat could summon a being of their decks now.

    Beings that were seen to be played are gone (R25.1), so are those in play by an effect; which of
    the others an opponent holds is not looked at. Legends are left out: anybody may hold them.
    """
    setup = state.setup
    found: dict[int, list[tuple[SeatNumber, str]]] = {}
    for other in range(setup.seats):
        if setup.colours[other] == setup.colours[seat_of(seat)]:
            continue
        seen = {c for c in state.discards[other] if c not in state.dropped[other]}
        seen |= {state.frozen[other], state.playing or ""}
        for being in cards.by_school(setup.schools[other]):
            if being.id not in seen:
                for square in squares(find_candidate_squares(state, being, setup.colours[other])):
                    found.setdefault(square, []).append((seat_number(other), being.id))
    return tuple(Threat(NAMES[s], tuple(who)) for s, who in sorted(found.items()))
