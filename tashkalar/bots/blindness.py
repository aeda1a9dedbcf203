"""Cards and patterns that easy levels overlook, in place of moves at random.

A player that overlooks a card, or how its pattern lies, neither builds nor summons that way. All
that it does see, it judges and plays as the other levels do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.bots.batch import ALL_WAYS, PackedSide
from tashkalar.position import rng
from tashkalar.position.board import BIT, NEAR, SQUARE_OF, Mask, squares
from tashkalar.position.move import Move
from tashkalar.position.state import GameState


class Overlooked(NamedTuple):
    """The cards and patterns that a player overlooks during one turn."""

    cards: frozenset[str] = frozenset()  # beings in hand that it does not think of
    way_count: int = ALL_WAYS  # in how many ways it turns and mirrors a pattern (`PackedSide`)
    chance: int = 0  # the random state that orders placings: of equal ones the first is played


NOTHING_OVERLOOKED = Overlooked()


class Blindness(NamedTuple):
    """The number of cards, and the patterns, that a level overlooks in every turn."""

    card_count: int  # beings in hand, others in each turn
    way_count: int  # in how many ways it turns and mirrors a pattern (`PackedSide`)

    def choose_overlooked(self, hand: Sequence[str], chance: int) -> Overlooked:
        """Return what is overlooked in a turn with these cards, but never all of them.

        `chance` is a random state.
        """
        chance, shuffled = rng.shuffle(chance, sorted(hand))
        return Overlooked(frozenset(shuffled[1 : 1 + self.card_count]), self.way_count, chance)


def notice_moves(state: GameState, moves: Sequence[Move], overlooked: Overlooked) -> list[Move]:
    """Return the moves that a player notices in a position of its turn.

    Placings come in another order in each turn, those beside own pieces first.
    """
    own = state.colours[state.colour]
    side = PackedSide(
        [own],
        [state.heroic],
        [state.legendary],
        [state.occupied],
        way_count=overlooked.way_count,
    )
    seen: dict[str, int] = {}  # the squares where each card is seen to fit
    noticed: list[Move] = []
    for move in moves:
        card = move.card or ""
        if card in overlooked.cards:  # neither summoned nor discarded
            continue
        if move.kind == "summon":
            if card not in seen:
                seen[card] = side.squares_by_missing(card)[0]
            if not seen[card] & BIT[SQUARE_OF[str(move.square)]]:
                continue
        noticed.append(move)
    _, places = rng.shuffle(overlooked.chance, [m for m in noticed if m.kind == "place"])
    near = _squares_beside(own)
    return [m for m in noticed if m.kind != "place"] + sorted(
        places, key=lambda m: not (m.square and near & BIT[SQUARE_OF[m.square]])
    )


def _squares_beside(pieces: Mask) -> Mask:
    """Return the squares beside these pieces."""
    beside = 0
    for square in squares(pieces):
        beside |= NEAR[square]
    return beside
