"""What a position is worth to a seat, in thousandths of a point.

A position is judged by named features that a player would name. `Judge.worths` looks at many
positions at once (`many`); everything is whole numbers, so that every platform finds the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.bots.many import STRIDE, Lane, Side, pack, some, unpack
from tashkalar.cards import BEINGS
from tashkalar.position.board import RANK_OF
from tashkalar.position.state import GameState
from tashkalar.rules.deal import HAND_BEINGS, HAND_LEGENDS
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.form import destroyed_points

ByRank = tuple[int, int, int]  # common, heroic, legendary


class Weights(NamedTuple):
    """How much each feature counts."""

    point: int = 1000
    piece: ByRank = (150, 350, 600)  # one's own on the board
    enemy_piece: ByRank = (150, 350, 600)
    ready: ByRank = (250, 400, 900)  # a card in hand that can be summoned now
    one_short: ByRank = (150, 250, 500)  # after placing one common
    two_short: ByRank = (60, 100, 200)
    drawn: int = 80  # per cent of that for cards that will be drawn
    threat: int = 80  # per cent of that for cards that enemies may hold


class Judge:
    """Judges positions of one turn for the seat that plays it."""

    def __init__(self, root: GameState, seat: int, weights: Weights) -> None:
        """`root` is a dealt position; only what the seat knows of it counts."""
        setup = root.setup
        self._weights = weights
        self._seat, self._me = seat, setup.colours[seat]
        self._rules = FORMS[setup.form]
        rivals = [s for s in range(setup.seats) if setup.colours[s] != self._me]
        self._rivals = {
            s: tuple(sorted(root.hands[s] + root.decks[s] + root.dropped[s])) for s in rivals
        }
        mates = [s for s in range(setup.seats) if s not in rivals]
        ours = {card for s in mates for card in root.legends[s]}
        unseen = [*root.legend_deck, *(c for s in rivals for c in root.legends[s])]
        self._unseen_legends = tuple(sorted(c for c in unseen if c not in ours))
        self._own_pool = tuple(sorted(root.decks[seat]))

    def worths(self, states: Sequence[GameState]) -> list[int]:
        """The worth of each position, in order."""
        own = self._side(states, self._me)
        found = self._hand(states, own)
        for state_number, state in enumerate(states):
            found[state_number] += self._material(state)
        for seat in self._rivals:
            against = self._threat(states, seat)
            found = [a - b for a, b in zip(found, against, strict=True)]
        return found

    def quick(self, states: Sequence[GameState]) -> list[int]:
        """A first guess, much cheaper: the pieces, and the cards in hand."""
        found = self._held(states, self._side(states, self._me))
        return [a + self._material(state) for a, state in zip(found, states, strict=True)]

    def _side(self, states: Sequence[GameState], colour: int) -> Side:
        return Side(
            [s.colours[colour] for s in states],
            [s.heroic for s in states],
            [s.legendary for s in states],
            [s.occupied for s in states],
        )

    def _value(self, side: Side, card: str) -> Lane:
        """For each board what a card in hand is worth by how near its pattern is."""
        rank, number, w = RANK_OF[BEINGS[card].rank], side.number, self._weights
        whole, one, two = side.near(card)
        ready, near, far = w.ready[rank], w.one_short[rank], w.two_short[rank]
        return (
            some(whole, number) * (ready - near)
            + some(one, number) * (near - far)
            + some(two, number) * far
        )

    def _held(self, states: Sequence[GameState], own: Side) -> list[int]:
        """The cards in hand, by how near they are to being summoned."""
        seat, number = self._seat, own.number
        held = [s.hands[seat] + s.legends[seat] + (s.pending[seat],) for s in states]
        total = 0
        for card in sorted({card for hand in held for card in hand if card}):
            holds = pack([(card in hand) * ((1 << STRIDE) - 1) for hand in held])
            total += self._value(own, card) & holds
        return unpack(total, number)

    def _hand(self, states: Sequence[GameState], own: Side) -> list[int]:
        """The cards in hand, and the mean worth of those that will be drawn for spent ones."""
        seat, number = self._seat, own.number
        found = self._held(states, own)
        beings = unpack(sum(self._value(own, card) for card in self._own_pool), number)
        legends = unpack(sum(self._value(own, card) for card in self._unseen_legends), number)
        deck, pile = len(self._own_pool), len(self._unseen_legends)
        for i, state in enumerate(states):
            draws = HAND_BEINGS - len(state.hands[seat]) - bool(state.pending[seat])
            draws = min(max(draws, 0) + state.extra_beings, deck)
            if draws:
                found[i] += beings[i] * draws * self._weights.drawn // (100 * deck)
            draws = max(HAND_LEGENDS - len(state.legends[seat]), 0) + state.extra_legends
            draws = min(draws, pile)
            if draws:
                found[i] += legends[i] * draws * self._weights.drawn // (100 * pile)
        return found

    def _threat(self, states: Sequence[GameState], seat: int) -> list[int]:
        """What a rival may hold and summon: the mean over the cards nobody has seen."""
        root = states[0]
        side = self._side(states, root.setup.colours[seat])
        pool, held = self._rivals[seat], len(root.hands[seat])
        beings = unpack(sum(self._value(side, card) for card in pool), side.number)
        legends = unpack(sum(self._value(side, card) for card in self._unseen_legends), side.number)
        w, pile = self._weights.threat, len(self._unseen_legends)
        return [
            (a * held * w // (100 * len(pool)) if pool else 0)
            + (b * len(root.legends[seat]) * w // (100 * pile) if pile else 0)
            for a, b in zip(beings, legends, strict=True)
        ]

    def _material(self, state: GameState) -> int:
        """Points, also those that this turn's destroyed pieces will bring, and pieces."""
        w, me = self._weights, self._me
        total = 0
        for colour in range(len(state.colours)):
            pieces = state.colours[colour]
            top, high = pieces & state.legendary, pieces & state.heroic
            counts = (pieces & ~top & ~high).bit_count(), high.bit_count(), top.bit_count()
            worth = w.piece if colour == me else w.enemy_piece
            sum_ = sum(a * b for a, b in zip(counts, worth, strict=True))
            points = self._rules.score(state, colour) * w.point
            total += sum_ + points if colour == me else -sum_ - points
            if colour != me:
                total += destroyed_points(state, colour)[0] * w.point
        return total
