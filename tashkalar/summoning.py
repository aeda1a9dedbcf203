"""Where and how a being can be summoned (R7), and why not elsewhere."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from tashkalar.board import (
    ARENA,
    BIT,
    DIRECTIONS,
    HEROIC,
    LEGENDARY,
    NAMES,
    RANK_OF,
    RANKS,
    Colour,
    Mask,
    Square,
    names,
    squares,
)
from tashkalar.cards.catalogue import Being
from tashkalar.move import Match, Message, Move, summon_move
from tashkalar.pattern import Placement, find, find_with_borrowed, matches
from tashkalar.state import GameState


def _own_and_foreign(
    state: GameState, colour: Colour
) -> tuple[tuple[Mask, Mask, Mask], tuple[Mask, Mask, Mask] | None]:
    """Usable pieces by lowest rank: own ones, and enemy ones while a bonus lends one (R23.4)."""
    own = state.at_least(state.colours[colour])
    if not state.borrow or colour != state.colour:
        return own, None
    return own, state.at_least(state.occupied & ~state.colours[colour])


def _of_type(state: GameState, colour: Colour, rank: int) -> Mask:
    """The colour's pieces on the board of the type that a being of `rank` needs (R1.8)."""
    own = state.colours[colour]
    return own & state.legendary if rank == LEGENDARY else own & ~state.legendary


def _not_higher(state: GameState, rank: int) -> Mask:
    """The squares not barred by a higher-ranked piece (R7.9, R7.10)."""
    if rank == LEGENDARY:
        return ARENA
    return ARENA & ~(state.legendary if rank == HEROIC else state.heroic | state.legendary)


def pick_ups(
    state: GameState, colour: Colour, rank: int, square: Square, placement: Placement
) -> Mask | None:
    """The pieces one of which must be picked up for a shortage (R7.14-R7.17).

    None when no piece is needed: there is no shortage, or the piece on the square itself turns
    into the new being. An empty mask means that the being cannot be summoned (R7.18).
    """
    if state.supply(colour, rank) > 0:
        return None
    stock = _of_type(state, colour, rank)
    if stock & BIT[square]:
        return None
    return stock & ~placement.used


def search(state: GameState, card: Being, colour: Colour) -> Mask:
    """The squares where the card's pattern fits and no higher rank stands in the way.

    The inner loop of every search; shortage is left to `placements`.
    """
    own, foreign = _own_and_foreign(state, colour)
    found = (
        find(card.shape, own) if foreign is None else find_with_borrowed(card.shape, own, foreign)
    )
    return found & _not_higher(state, RANK_OF[card.rank])


def placements(state: GameState, card: Being, colour: Colour, square: Square) -> list[Placement]:
    """The placements by which the card can be summoned on a square that `search` found."""
    own, foreign = _own_and_foreign(state, colour)
    rank = RANK_OF[card.rank]
    found = matches(card.shape, square, own, foreign or (0, 0, 0))
    if state.supply(colour, rank) > 0:
        return found
    return [p for p in found if pick_ups(state, colour, rank, square, p) != 0]


def outcomes(state: GameState, card: Being, colour: Colour, square: Square) -> list[Placement]:
    """One placement for every outcome that the rules keep apart (R7.6)."""
    # A pattern that fits without a borrowed piece is as good as one with it, and plainer.
    found = sorted(placements(state, card, colour, square), key=lambda p: p.borrowed != 0)
    picks = state.supply(colour, RANK_OF[card.rank]) <= 0 and not _turns(
        state, card, colour, square
    )
    kept: dict[object, Placement] = {}
    for placement in found:
        marks = (placement.marked, placement.directions) if card.placement_matters else ()
        protects = placement.used & ~placement.borrowed if picks else 0
        kept.setdefault((marks, protects), placement)
    return list(kept.values())


def _turns(state: GameState, card: Being, colour: Colour, square: Square) -> bool:
    """Whether in a shortage the piece on the square itself would turn (R7.15)."""
    return bool(_of_type(state, colour, RANK_OF[card.rank]) & BIT[square])


@cache
def _plain_move(card: str, square: Square) -> Move:
    return summon_move(card, NAMES[square], None, None)


def moves(state: GameState, card: Being) -> list[Move]:
    """The summon moves of a card for the player on turn, square by square."""
    colour = state.colour
    found = search(state, card, colour)
    if not found:
        return []
    if not card.placement_matters and state.supply(colour, RANK_OF[card.rank]) > 0:
        return [_plain_move(card.id, s) for s in squares(found)]
    result: list[Move] = []
    for square in squares(found):
        kept = outcomes(state, card, colour, square)
        for number, placement in enumerate(kept, 1):
            match = match_of(placement)
            result.append(
                summon_move(card.id, NAMES[square], match, number if len(kept) > 1 else None)
            )
    return result


@lru_cache(maxsize=4096)
def match_of(placement: Placement) -> Match:
    """A placement as the public interface shows it."""
    return Match(
        frozenset(names(placement.used)),
        frozenset(names(placement.marked)),
        tuple(DIRECTIONS[d] for d in placement.directions),
        names(placement.borrowed)[0] if placement.borrowed else None,
    )


def summons(state: GameState, card: Being, colour: Colour) -> dict[str, tuple[Match, ...]]:
    """For each square where the card can be summoned now, the ways its pattern matches."""
    result: dict[str, tuple[Match, ...]] = {}
    for square in squares(search(state, card, colour)):
        found = placements(state, card, colour, square)
        if found:
            result[NAMES[square]] = tuple(match_of(p) for p in found)
    return result


class Lack(NamedTuple):
    """A pattern square that holds too little: the rank it needs and what is there.

    `there` is ``"empty"``, ``"enemy"``, ``"common"`` or ``"heroic"`` (your own, too low).
    """

    square: str
    needs: str
    there: str


class Explanation(NamedTuple):
    """Why a card cannot be summoned on a square.

    `possible` is True when it can. `reason` is None then, else a message id with parameters.
    `nearest` lists, for the orientations that lack least, the squares that hold too little;
    it is empty when the pattern itself fits.
    """

    possible: bool
    reason: Message | None
    nearest: tuple[tuple[Lack, ...], ...]


def explain(state: GameState, card: Being, colour: Colour, square: Square) -> Explanation:
    """What a summoning of the card on the square lacks (R7.2, R7.5, R7.10, R7.18)."""
    rank = RANK_OF[card.rank]
    params: dict[str, object] = {"card": Message(card.name_id), "square": NAMES[square]}
    bit = BIT[square]
    nearest = _nearest(state, card, colour, square)
    if not _not_higher(state, rank) & bit:
        standing = Message(f"rank.{RANKS[state.rank_at(bit)]}")
        return Explanation(False, Message("why.higher-rank", params | {"rank": standing}), nearest)
    if not search(state, card, colour) & bit:
        if not nearest:
            return Explanation(False, Message("why.off-board", params), ())
        missing = Message("why.missing", params | {"n": len(nearest[0])})
        return Explanation(False, missing, nearest)
    if not placements(state, card, colour, square):
        kind = "legendary" if rank == LEGENDARY else "two-sided"
        return Explanation(False, Message(f"why.shortage.{kind}", params), ())
    return Explanation(True, None, ())


def _nearest(
    state: GameState, card: Being, colour: Colour, square: Square
) -> tuple[tuple[Lack, ...], ...]:
    """The smallest sets of squares that hold too little; empty when the pattern fits."""
    own = state.at_least(state.colours[colour])
    best: dict[tuple[Lack, ...], None] = {}
    fewest = 99
    for orientation in card.shape.orientations:
        if not orientation.fits & BIT[square]:
            continue
        lacking = sorted(
            (square + shift, rank)
            for shift, rank in orientation.shifts
            if not own[rank] & BIT[square + shift]
        )
        if len(lacking) > fewest:
            continue
        if len(lacking) < fewest:
            fewest, best = len(lacking), {}
        best[tuple(_lack(state, colour, s, rank) for s, rank in lacking)] = None
    return () if fewest in (0, 99) else tuple(best)


def _lack(state: GameState, colour: Colour, square: Square, rank: int) -> Lack:
    owner = state.owner_at(BIT[square])
    if owner < 0:
        there = "empty"
    elif owner != colour:
        there = "enemy"
    else:
        there = RANKS[state.rank_at(BIT[square])]
    return Lack(NAMES[square], RANKS[rank], there)
