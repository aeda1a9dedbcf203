"""What a position is worth to a seat, in thousandths of a point.

A position is judged by named features that a player would name, each with weights. `Judge` looks at
many positions at once (`many`); everything is whole numbers, so that every platform finds the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tashkalar.bots.batch import STRIDE, Lane, Side, pack, some, unpack
from tashkalar.bots.progress import OF_A_TURN
from tashkalar.bots.progress import missing as missing_for
from tashkalar.cards import BEINGS, TASKS
from tashkalar.cards.tasks import Task
from tashkalar.position.board import COMMON, RANK_OF
from tashkalar.position.state import GameState
from tashkalar.rules.deal import HAND_BEINGS, HAND_LEGENDS
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.form import destroyed_points

ByRank = tuple[int, int, int]  # common, heroic, legendary


class Weights(NamedTuple):
    """How much each feature counts, in thousandths of a point or per cent."""

    point: int = 1000
    piece: ByRank = (150, 350, 600)  # one's own on the board
    enemy_piece: ByRank = (150, 350, 600)
    ready: ByRank = (250, 400, 900)  # a card in hand that can be summoned now
    one_short: ByRank = (150, 250, 500)  # after placing one common
    two_short: ByRank = (60, 100, 200)
    strike: ByRank = (60, 150, 300)  # it can be summoned onto an enemy: by that one's rank
    drawn: int = 80  # per cent of that for cards that will be drawn
    threat: int = 80  # per cent of that for cards that enemies may hold
    # Per cent of a task's points by how many pieces are missing: one's own, an enemy's.
    task: tuple[int, ...] = (75, 45, 25, 13, 6)
    enemy_task: tuple[int, ...] = (95, 45, 22, 11, 5)
    next_task: int = 40  # per cent of that for the next task
    idle: int = 800  # no piece left and no card spent: the turn has led nowhere
    pending: int = 300  # what a pending being is feared to cost
    frozen: int = 250  # a frozen effect in play
    hindered: int = 400  # an action that an enemy lacks
    extra_turn: int = 1500
    # Melee: per cent of a point above the lowest colour, for the first such point, the second...
    above: tuple[int, ...] = (35, 25, 15, 8, 4)
    enemy_colours: int = 40  # melee: per cent of what the leading enemy has
    marker: int = 250  # melee: an improvised summoning that is left
    mate: int = 40  # teams: per cent of the worth of the cards that the teammate may hold


class Judge:
    """Judges positions of one turn for a seat on the side that plays it."""

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
        self._mates = {
            s: tuple(sorted(root.hands[s] + root.decks[s] + root.dropped[s]))
            for s in mates
            if s != seat and self._still_moves(root, s)
        }
        ours = {card for s in mates for card in root.legends[s]}
        unseen = [*root.legend_deck, *(c for s in rivals for c in root.legends[s])]
        self._unseen_legends = tuple(sorted(c for c in unseen if c not in ours))
        self._own_pool = tuple(sorted(root.decks[seat]))
        # After the end has been triggered this is the seat's last turn (R17.6).
        self._is_last = root.last_turns >= 0 and (
            seat == root.seat or not self._still_moves(root, seat)
        )
        self._moving_rivals = tuple(s for s in rivals if self._still_moves(root, s))

    def _still_moves(self, root: GameState, seat: int) -> bool:
        """Whether a rival has a turn after this one."""
        if root.last_turns < 0:
            return True
        return (seat - root.seat) % root.setup.seats < root.last_turns

    # -- all together ----------------------------------------------------------------------------

    def worths(self, states: Sequence[GameState], *, ended: bool = False) -> list[int]:
        """The worth of each position, in order; `ended` says that nothing more is claimed."""
        features = self.features(states, ended=ended)
        return [sum(column) for column in zip(*features.values(), strict=True)]

    def quick(self, states: Sequence[GameState]) -> list[int]:
        """A first guess, much cheaper: points, pieces, tasks and the cards in hand."""
        found = [self._points(state) + self._pieces(state) for state in states]
        if self._rules.has_tasks:
            tasks = [self._tasks(state, ended=False) for state in states]
            found = [a + b for a, b in zip(found, tasks, strict=True)]
        if self._is_last:
            return found
        held = self._held(states, self._side(states, self._me))
        return [a + b for a, b in zip(found, held, strict=True)]

    def features(self, states: Sequence[GameState], *, ended: bool = False) -> dict[str, list[int]]:
        """What each position's worth is made of."""
        found = {
            "points": [self._points(state) for state in states],
            "pieces": [self._pieces(state) for state in states],
            "schools": [self._schools(state) for state in states],
        }
        if not self._is_last:
            own = self._side(states, self._me)
            found["hand"] = self._held(states, own)
            found["drawn"] = self._drawn(states, own)
        if self._weights.mate:
            for mate, pool in self._mates.items():
                found[f"mate-{mate}"] = self._mate(states, mate, pool)
        for seat in self._moving_rivals:
            found[f"threat-{seat}"] = self._threat(states, seat)
        if self._rules.has_tasks:
            found["tasks"] = [self._tasks(state, ended=ended) for state in states]
            if self._moving_rivals:
                found["enemy-tasks"] = [self._enemy_tasks(state) for state in states]
        return found

    def _side(self, states: Sequence[GameState], colour: int) -> Side:
        return Side(
            [s.colours[colour] for s in states],
            [s.heroic for s in states],
            [s.legendary for s in states],
            [s.occupied for s in states],
        )

    # -- patterns --------------------------------------------------------------------------------

    def _value(self, side: Side, card: str) -> Lane:
        """For each board what a card in hand is worth by how near its pattern is."""
        rank, number, w = RANK_OF[BEINGS[card].rank], side.number, self._weights
        whole, one, two = side.near(card)
        ready, near, far = w.ready[rank], w.one_short[rank], w.two_short[rank]
        value = some(two, number) * far
        if one:
            value += some(one, number) * (near - far)
        if whole:
            value += some(whole, number) * (ready - near)
            for lane, weight in zip(side.enemies, w.strike, strict=True):
                if weight and (hit := whole & lane):
                    value += some(hit, number) * weight
        return value

    def hand_worth(self, state: GameState, card: str) -> int:
        """What it is worth to hold a card in a position, by how near its pattern is."""
        return unpack(self._value(self._side([state], self._me), card), 1)[0]

    def _held(self, states: Sequence[GameState], own: Side) -> list[int]:
        """The cards in hand, by how near they are to being summoned."""
        seat, number = self._seat, own.number
        held = [s.hands[seat] + s.legends[seat] + (s.pending[seat],) for s in states]
        total = 0
        for card in sorted({card for hand in held for card in hand if card}):
            holds = pack([(card in hand) * ((1 << STRIDE) - 1) for hand in held])
            total += self._value(own, card) & holds
        return unpack(total, number)

    def _drawn(self, states: Sequence[GameState], own: Side) -> list[int]:
        """The mean worth of the cards that will be drawn for spent ones."""
        seat, number, w = self._seat, own.number, self._weights
        beings = legends = [0] * number
        deck, pile = len(self._own_pool), len(self._unseen_legends)
        if deck:
            beings = unpack(sum(self._value(own, card) for card in self._own_pool), number)
        if pile:
            legends = unpack(sum(self._value(own, card) for card in self._unseen_legends), number)
        found: list[int] = []
        for i, state in enumerate(states):
            draws = HAND_BEINGS - len(state.hands[seat]) - bool(state.pending[seat])
            idle = draws <= 0 and state.supply(self._me, COMMON) <= 0
            worth = -w.idle if idle else 0
            draws = min(max(draws, 0) + state.extra_beings, deck)
            if draws:
                worth += beings[i] * draws * w.drawn // (100 * deck)
            draws = max(HAND_LEGENDS - len(state.legends[seat]), 0) + state.extra_legends
            draws = min(draws, pile)
            if draws:
                worth += legends[i] * draws * w.drawn // (100 * pile)
            found.append(worth)
        return found

    def _threat(self, states: Sequence[GameState], seat: int) -> list[int]:
        """What a rival may hold and summon: the mean over the cards nobody has seen."""
        root = states[0]
        side = self._side(states, root.setup.colours[seat])
        pool, held = self._rivals[seat], len(root.hands[seat])
        pile, legends = len(self._unseen_legends), len(root.legends[seat])
        zeros = [0] * side.number
        first = second = zeros
        if pool:
            first = unpack(sum(self._value(side, card) for card in pool), side.number)
        if pile and legends:
            second = unpack(
                sum(self._value(side, card) for card in self._unseen_legends), side.number
            )
        # Of several rivals each turns on somebody else too.
        w = self._weights.threat // (len(root.colours) - 1)
        return [
            -(a * held * w // (100 * len(pool) or 1)) - b * legends * w // (100 * pile or 1)
            for a, b in zip(first, second, strict=True)
        ]

    def _mate(self, states: Sequence[GameState], mate: int, pool: Sequence[str]) -> list[int]:
        """What the teammate may hold and summon: the mean over the cards that it may be."""
        side = self._side(states, self._me)
        held, w = len(states[0].hands[mate]), self._weights.mate
        total = unpack(sum(self._value(side, card) for card in pool), side.number)
        return [worth * held * w // (100 * len(pool) or 1) for worth in total]

    def mate_holds(self, state: GameState, mate: int, cards: Sequence[str]) -> int:
        """How much more it is worth that the teammate holds these cards, and not any it may."""
        if mate not in self._mates:
            return 0
        side = self._side([state], self._me)
        worth = sum(unpack(self._value(side, card), 1)[0] for card in cards)
        return worth * self._weights.mate // 100 - self._mate([state], mate, self._mates[mate])[0]

    # -- one by one ------------------------------------------------------------------------------

    def _points(self, state: GameState) -> int:
        """Points, also those that this turn's destroyed pieces will bring."""
        w, me, rules = self._weights, self._me, self._rules
        if rules.scores_by_colour:
            return self._melee_points(state)
        total, mover, tasks = 0, state.colour, rules.has_tasks
        for colour, points in enumerate(state.points):
            if tasks:
                points += (state.colours[colour] & state.legendary).bit_count()
            total += points if colour == me else -points
            if colour != mover and not tasks:
                points, _ = destroyed_points(state, colour)
                total += points if mover == me else -points
        return total * w.point

    def _melee_points(self, state: GameState) -> int:
        """The lowest colour counts (R15.8), what is above it the less the higher it is.

        Odd commons bring a point (R15.3); an improvised summoning is worth something (R15.9).
        """
        w, me, seats = self._weights, self._me, state.setup.seats
        rows = [[state.points[s * seats + c] for c in range(seats)] for s in range(seats)]
        odd: list[int] = []
        scoring = rows[state.seat]
        for colour in range(seats):
            if colour != state.seat:
                points, left_over = destroyed_points(state, colour)
                scoring[colour] += points
                if left_over:
                    odd.append(colour)
        if len(odd) > 1:
            scoring[min(odd, key=lambda c: scoring[c])] += 1
        shares = [
            self._by_colour([row[c] for c in range(seats) if c != s]) for s, row in enumerate(rows)
        ]
        theirs = max(share for seat, share in enumerate(shares) if seat != me)
        left = 0 if self._is_last else state.markers[me].bit_count() * w.marker
        return (shares[me] - theirs * w.enemy_colours // 100) * w.point // 100 + left

    def _by_colour(self, points: Sequence[int]) -> int:
        """What points by colour are worth together, in per cent of a point of the final score."""
        steps, lowest = self._weights.above, min(points)
        return 100 * lowest + sum(sum(steps[: p - lowest]) for p in points)

    def _pieces(self, state: GameState) -> int:
        """The pieces on the board; of several rivals' each counts less."""
        w, me = self._weights, self._me
        mine = theirs = 0
        for colour, pieces in enumerate(state.colours):
            top, high = (pieces & state.legendary).bit_count(), (pieces & state.heroic).bit_count()
            low = pieces.bit_count() - top - high
            if colour == me:
                mine = low * w.piece[0] + high * w.piece[1] + top * w.piece[2]
            else:
                a, b, c = w.enemy_piece
                theirs += low * a + high * b + top * c
        if self._is_last:  # they only break ties now
            mine, theirs = mine // 20, theirs // 20
        return mine - theirs // (len(state.colours) - 1)

    def _schools(self, state: GameState) -> int:
        """Frozen effects, pending beings, lost actions and extra turns (R20, R22, R17.8)."""
        w, total = self._weights, 0
        for seat, colour in enumerate(state.setup.colours):
            sign = 1 if colour == self._me else -1
            if state.pending[seat]:
                cost = 2 * w.point if self._is_last else w.pending
                total -= sign * cost
            if state.frozen[seat] and not self._is_last:
                total += sign * w.frozen
            if colour != self._me:
                total += state.penalties[seat] * w.hindered
        return total + state.extra_turns * w.extra_turn

    # -- tasks -----------------------------------------------------------------------------------

    def _tasks(self, state: GameState, *, ended: bool) -> int:
        """How near the open tasks are; the best one that can be claimed now counts in full."""
        w = self._weights
        claimed = total = 0
        going_on = not ended and state.actions > 0
        for task, share in _open_tasks(state.current_tasks, state.task_deck[:1], w.next_task):
            if task.type in OF_A_TURN and ended:
                continue
            missing = missing_for(state, task.id, self._me)
            if missing == 0 and share == 100 and not ended:
                claimed = max(claimed, task.points * w.point)
            if task.type in OF_A_TURN and not going_on:
                continue
            if self._is_last and ended:
                continue
            scale = w.task[min(missing, len(w.task) - 1)]
            total += task.points * w.point * scale * share // 10_000
        return total + claimed

    def _enemy_tasks(self, state: GameState) -> int:
        """How near they are for the other side, which moves next."""
        w, total = self._weights, 0
        colour = 1 - self._me
        for task, share in _open_tasks(state.current_tasks, state.task_deck[:1], w.next_task):
            if task.type not in OF_A_TURN:
                missing = missing_for(state, task.id, colour)
                scale = w.enemy_task[min(missing, len(w.enemy_task) - 1)]
                total += task.points * w.point * scale * share // 10_000
        return -total


@lru_cache(maxsize=64)
def _open_tasks(
    current: tuple[str, ...], following: tuple[str, ...], share: int
) -> tuple[tuple[Task, int], ...]:
    """The current tasks and the next one, with how many per cent they count."""
    found = [(TASKS[task], 100) for task in current]
    return (*found, *((TASKS[task], share) for task in following))
