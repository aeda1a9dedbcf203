"""The summon finder: where a card can be summoned, and where the card lacks one piece."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.position.board import BIT, NAMES, RANK_OF, RANKS, names, squares
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.position.pattern import find_near_matches
from tashkalar.position.state import GameState
from tashkalar.rules.summoning import find_candidate_squares, unbarred_squares


class MissingPiece(NamedTuple):
    """A piece that is missing for a summoning."""

    square: str
    rank: str
    occupant: str  # ``"empty"``, ``"enemy"``, or the rank of an own piece that is too low
    # The squares where the card could be summoned if the piece stood there; none are named for a
    # pattern that lies anywhere (R22.17).
    summon_squares: tuple[str, ...]
    used_squares: tuple[str, ...]  # the squares of the other pieces of the pattern


class SummonOptions(NamedTuple):
    """The squares where a card can be summoned, and the pieces it lacks; empty for a flare."""

    card: str
    summon_squares: tuple[str, ...]
    missing_pieces: tuple[MissingPiece, ...]


MAX_MISSING_PIECES = 12  # drawn at most, so that the board stays readable
PLACEABLE = ("empty", "common")  # where an action places a piece, and of what rank (R6.1)


def shown_missing_pieces(options: SummonOptions) -> tuple[MissingPiece, ...]:
    """Return the missing pieces to draw: none while the card can be summoned somewhere.

    If an action can place some of the pieces, only those are drawn.
    """
    if options.summon_squares:
        return ()
    pieces = options.missing_pieces
    placeable = [piece for piece in pieces if (piece.occupant, piece.rank) == PLACEABLE]
    ordered = sorted(placeable or pieces, key=lambda p: (p.occupant != "empty", RANK_OF[p.rank]))
    return tuple(ordered[:MAX_MISSING_PIECES])


def find_summon_options(state: GameState, card: str) -> SummonOptions:
    """Find where the player on turn can summon a card, and where the card lacks one piece."""
    being = cards.BEINGS.get(card)
    if being is None:
        return SummonOptions(card, (), ())
    colour = state.colour
    ready = find_candidate_squares(state, being, colour)
    wanted = unbarred_squares(state, RANK_OF[being.rank]) & ~ready
    # By the square and rank of a missing piece: the masks of the anchors and of the pieces used.
    masks: dict[tuple[int, int], tuple[int, int]] = {}
    for match in find_near_matches(being.shape, state.masks_by_rank(state.colours[colour])):
        if being.shape.is_detached or BIT[match.anchor] & wanted:
            key = match.square, match.rank
            anchors, used = masks.get(key, (0, 0))
            masks[key] = anchors | BIT[match.anchor], used | match.used
    pieces = tuple(
        MissingPiece(
            NAMES[square],
            RANKS[rank],
            _occupant(state, square),
            () if being.shape.is_detached else tuple(names(anchors)),
            tuple(names(used)),
        )
        for (square, rank), (anchors, used) in sorted(masks.items())
    )
    return SummonOptions(card, tuple(NAMES[s] for s in squares(ready)), pieces)


def _occupant(state: GameState, square: int) -> str:
    bit = BIT[square]
    owner = state.owner_at(bit)
    if owner < 0:
        return "empty"
    return RANKS[state.rank_at(bit)] if owner == state.colour else "enemy"


def find_unseen_beings(state: GameState, seat: int) -> tuple[Being, ...]:
    """Return the beings of a seat (from 0) that may be in its hand, as far as everybody knows.

    Beings that were seen to be played are out (R25.1), and so are beings that are frozen or being
    played.
    """
    seen = {c for c in state.discards[seat] if c not in state.dropped[seat]}
    seen |= {state.frozen[seat], state.playing or ""}
    school = state.setup.schools[seat]
    return tuple(being for being in cards.by_school(school) if being.id not in seen)


def can_summon_somewhere(state: GameState, being: Being, seat: int) -> bool:
    """Tell whether a seat (from 0) could summon a being somewhere if it were on turn."""
    return bool(find_candidate_squares(state, being, state.setup.colours[seat]))


class Threat(NamedTuple):
    """The beings that opponents could summon on a square if they were on turn."""

    square: str
    cards: tuple[tuple[SeatNumber, str], ...]  # the seat and the card, seat by seat


def find_threats(state: GameState, seat: SeatNumber) -> tuple[Threat, ...]:
    """Return the squares on which opponents of a seat could summon a being of their decks now.

    Only public knowledge counts. Legends are left out: every player may hold them.
    """
    setup = state.setup
    cards_by_square: dict[int, list[tuple[SeatNumber, str]]] = {}
    for other in range(setup.seats):
        if setup.colours[other] == setup.colours[seat_of(seat)]:
            continue
        for being in find_unseen_beings(state, other):
            for square in squares(find_candidate_squares(state, being, setup.colours[other])):
                cards_by_square.setdefault(square, []).append((seat_number(other), being.id))
    return tuple(Threat(NAMES[s], tuple(held)) for s, held in sorted(cards_by_square.items()))
