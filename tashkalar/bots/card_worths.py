"""The worth of cards to a color, by how nearly their patterns are complete.

A search meets most of its boards several times: with other cards in hand, at another stage, or once
more at the end of the turn. So the worth of a card on a board is computed once and then looked up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.bots.batch import ALL_WAYS, Packed, PackedSide, nonempty, unpack
from tashkalar.cards import BEINGS
from tashkalar.position.board import RANK_OF, Colour, Mask
from tashkalar.position.state import Cards, GameState

RankWeights = tuple[int, int, int]  # common, heroic, legendary
BoardKey = tuple[tuple[Mask, ...], Mask, Mask]  # the pieces of each color, heroic, legendary


class CardWeights(NamedTuple):
    """The worth of a card by its rank, in thousandths of a point."""

    ready: RankWeights  # it can be summoned now
    one_short: RankWeights  # after placing one common
    two_short: RankWeights  # after placing two
    strike: RankWeights  # more if it can be summoned onto an enemy piece of that rank


class Boards:
    """The boards of some positions of a game, each with a number that equal boards share."""

    __slots__ = ("_sides", "_way_count", "numbers", "states")

    def __init__(
        self,
        states: Sequence[GameState],
        known_numbers: dict[BoardKey, int],
        way_count: int = ALL_WAYS,
    ) -> None:
        """Give each board a number: from `known_numbers`, or a new one that is added to it."""
        self.states = states
        self.numbers = [
            known_numbers.setdefault((s.colours, s.heroic, s.legendary), len(known_numbers))
            for s in states
        ]
        self._way_count = way_count
        self._sides: dict[Colour, PackedSide] = {}

    def side(self, colour: Colour) -> PackedSide:
        """Return the color's pieces on all boards, which are packed when first needed."""
        side = self._sides.get(colour)
        if side is None:
            side = self._sides[colour] = pack_side(self.states, colour, self._way_count)
        return side


def pack_side(states: Sequence[GameState], colour: Colour, way_count: int) -> PackedSide:
    """Return the color's pieces in these positions, side by side."""
    return PackedSide(
        [s.colours[colour] for s in states],
        [s.heroic for s in states],
        [s.legendary for s in states],
        [s.occupied for s in states],
        way_count=way_count,
    )


class CardWorths:
    """The worth of cards to a color on the boards of a search, in thousandths of a point."""

    def __init__(self, colour: Colour, weights: CardWeights, way_count: int = ALL_WAYS) -> None:
        self._colour = colour
        self._weights = weights
        self._way_count = way_count
        self._by_card: defaultdict[str, dict[int, int]] = defaultdict(dict)  # by board number
        self._by_hand: dict[tuple[int, Cards], int] = {}
        self._by_pool: defaultdict[Hashable, dict[int, int]] = defaultdict(dict)

    def of_hands(self, boards: Boards, hands: Sequence[Cards]) -> list[int]:
        """Return the worth of a hand of cards on each board, in order."""
        known = self._by_hand
        keys = list(zip(boards.numbers, hands, strict=True))
        new = {key: s for key, s in zip(keys, boards.states, strict=True) if key not in known}
        if new:
            self._add_hands(new)
        return [known[key] for key in keys]

    def _add_hands(self, new: Mapping[tuple[int, Cards], GameState]) -> None:
        """Compute the worth of hands on boards, by number and hand."""
        by_card = self._by_card
        lacking: dict[int, GameState] = {}
        cards: dict[str, None] = {}
        for (number, hand), state in new.items():
            for card in hand:
                if number not in by_card[card]:
                    lacking[number] = state
                    cards[card] = None
        if lacking:
            side = pack_side(list(lacking.values()), self._colour, self._way_count)
            for card in cards:
                values = unpack(card_values(side, card, self._weights), side.board_count)
                by_card[card].update(zip(lacking, values, strict=True))
        for key in new:
            number, hand = key
            self._by_hand[key] = sum([by_card[card][number] for card in hand])

    def of_pool(self, boards: Boards, name: Hashable, pool: Cards) -> list[int]:
        """Return the worth of all cards of a pool together, on each board.

        A name always stands for the same pool.
        """
        known = self._by_pool[name]
        if any(number not in known for number in boards.numbers):
            side = boards.side(self._colour)
            total = sum(card_values(side, card, self._weights) for card in pool)
            known.update(zip(boards.numbers, unpack(total, side.board_count), strict=True))
        return [known[number] for number in boards.numbers]


def card_values(side: PackedSide, card: str, weights: CardWeights) -> Packed:
    """Return, per board, the worth of holding a card, by how nearly complete its pattern is."""
    rank, number = RANK_OF[BEINGS[card].rank], side.board_count
    whole, one, two = side.squares_by_missing(card)
    ready, near, far = weights.ready[rank], weights.one_short[rank], weights.two_short[rank]
    value = nonempty(two, number) * far
    if one:
        value += nonempty(one, number) * (near - far)
    if whole:
        value += nonempty(whole, number) * (ready - near)
        for lane, weight in zip(side.enemies_by_rank, weights.strike, strict=True):
            if weight and (hit := whole & lane):
                value += nonempty(hit, number) * weight
    return value
