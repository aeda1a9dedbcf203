"""The worth of a position to a seat, in thousandths of a point.

A position is evaluated by features that a player would name, each with weights. `Evaluator`
evaluates many positions at once. All numbers are integers, so that every platform computes the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from tashkalar.bots.blindness import NOTHING_OVERLOOKED, Overlooked
from tashkalar.bots.board_terms import (
    STATE_TERMS,
    TermBlock,
    TermContext,
    compute_blocks,
    weigh_blocks,
)
from tashkalar.bots.card_worths import BoardKey, Boards, CardWeights, CardWorths, RankWeights
from tashkalar.bots.learned_terms import learned_weights
from tashkalar.bots.progress import SINGLE_TURN_TASK_TYPES, count_chains
from tashkalar.bots.progress import count_missing_pieces as missing_for
from tashkalar.cards import TASKS
from tashkalar.cards.tasks import Task
from tashkalar.position.board import BIT, CENTRE, COMMON, WITHIN, Mask
from tashkalar.position.state import Cards, GameState
from tashkalar.rules.deal import HAND_BEINGS, HAND_LEGENDS
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.form import destroyed_points

# The squares at most 0, 1, 2 and 3 king's steps from e5: a piece lies in one more for each step.
_CENTER_AREAS: tuple[Mask, ...] = tuple(BIT[CENTRE] | area[CENTRE] for area in WITHIN)


class Weights(NamedTuple):
    """The weight of each feature, in thousandths of a point or per cent."""

    point: int = 1000
    piece: RankWeights = (150, 350, 600)  # own pieces on the board
    enemy_piece: RankWeights = (150, 350, 600)
    ready: RankWeights = (250, 400, 900)  # a card in hand that can be summoned now
    one_short: RankWeights = (150, 250, 500)  # after placing one common
    two_short: RankWeights = (60, 100, 200)
    strike: RankWeights = (60, 150, 300)  # it can be summoned onto an enemy piece of that rank
    drawn: int = 80  # per cent of a card's worth, for cards that will be drawn
    threat: int = 80  # per cent of a card's worth, for cards that enemies may hold
    # Per cent of a task's points by the number of missing pieces: for the player, for an enemy.
    task: tuple[int, ...] = (75, 45, 25, 13, 6)
    enemy_task: tuple[int, ...] = (95, 45, 22, 11, 5)
    next_task: int = 40  # per cent of a task's worth, for the next task
    idle: int = 800  # cost of a turn without a piece left and without a card spent
    pending: int = 300  # expected cost of a pending being
    frozen: int = 250  # a frozen effect in play
    hindered: int = 400  # an action that an enemy loses
    extra_turn: int = 1500
    # Melee: per cent of a point above the lowest colour, for the first such point, the second...
    above: tuple[int, ...] = (35, 25, 15, 8, 4)
    enemy_colours: int = 40  # melee: per cent of the leading enemy's worth
    marker: int = 250  # melee: an improvised summoning not yet used
    mate: int = 40  # teams: per cent of the worth of the cards that the teammate may hold
    learned: int = 0  # per cent of the learned terms of the form (`bots/learned_terms.py`)
    terms: Mapping[str, int] | None = None  # weights of learned terms instead of the form's
    end_terms: Mapping[str, int] | None = None  # at the ends of turns, instead of the others
    center: int = 0  # an own piece, for each king's step that it is nearer to e5 than row 1 is


def _look_up(
    known: dict[Any, int],
    keys: Sequence[Hashable],
    states: Sequence[GameState],
    worth_of: Callable[[GameState], int],
) -> list[int]:
    """Return the worth of each state by its key; add to `known` what is not there yet."""
    worths: list[int] = []
    for key, state in zip(keys, states, strict=True):
        worth = known.get(key)
        if worth is None:
            worth = known[key] = worth_of(state)
        worths.append(worth)
    return worths


class Evaluator:
    """Evaluates the positions of one turn, for a seat on the side that plays the turn."""

    def __init__(
        self,
        root: GameState,
        seat: int,
        weights: Weights,
        overlooked: Overlooked = NOTHING_OVERLOOKED,
    ) -> None:
        """Prepare for a turn from `root`, a dealt position; only what the seat knows counts.

        Cards and patterns that are overlooked are worth nothing.
        """
        setup = root.setup
        self.overlooked = overlooked
        self._weights = weights
        self._seat, self._own_color = seat, setup.colours[seat]
        self._rules = FORMS[setup.form]
        rivals = [s for s in range(setup.seats) if setup.colours[s] != self._own_color]
        self._rival_pools = {
            s: tuple(sorted(root.hands[s] + root.decks[s] + root.dropped[s])) for s in rivals
        }
        mates = [s for s in range(setup.seats) if s not in rivals]
        self._mate_pools = {
            s: tuple(sorted(root.hands[s] + root.decks[s] + root.dropped[s]))
            for s in mates
            if s != seat and self._has_later_turn(root, s)
        }
        ours = {card for s in mates for card in root.legends[s]}
        unseen = [*root.legend_deck, *(c for s in rivals for c in root.legends[s])]
        self._unseen_legends = tuple(sorted(c for c in unseen if c not in ours))
        self._own_pool = tuple(sorted(root.decks[seat]))
        # After the end has been triggered this is the seat's last turn (R17.6).
        self._is_last_turn = root.last_turns >= 0 and (
            seat == root.seat or not self._has_later_turn(root, seat)
        )
        self._rivals_with_turn = tuple(s for s in rivals if self._has_later_turn(root, s))
        self._values_center = bool(weights.center) and not self._is_last_turn
        # Within the turn, and at its end.
        self._term_weights = self._choose_term_weights(root)
        self._weighs_state = [
            any(name in chosen for name in STATE_TERMS) for chosen in self._term_weights
        ]
        self._values_threats = bool(weights.threat or any(self._term_weights))
        self._prepare_known_worths(root)

    def _prepare_known_worths(self, root: GameState) -> None:
        """Prepare to keep worths that depend on the board alone, or on little else."""
        w = self._weights
        card_weights = CardWeights(w.ready, w.one_short, w.two_short, w.strike)
        self._card_worths = [
            CardWorths(color, card_weights, self.overlooked.way_count)
            for color in range(len(root.colours))
        ]
        self._points_known: dict[Hashable, int] = {}
        self._board_numbers: dict[BoardKey, int] = {}
        self._pieces_by_board: dict[int, int] = {}
        self._center_by_board: dict[int, int] = {}
        self._tasks = (*root.current_tasks, *root.task_deck[:1])
        self._has_single_turn_task = any(
            TASKS[task].type in SINGLE_TURN_TASK_TYPES for task in self._tasks
        )
        # By board, and by whether no task can be claimed any more in this turn.
        self._tasks_by_board: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
        self._enemy_tasks_by_board: dict[tuple[int, Cards], int] = {}
        self._known_hands: dict[tuple[Cards, Cards, str], Cards] = {}

    def _has_later_turn(self, root: GameState, seat: int) -> bool:
        """Return whether a seat has a turn after this one."""
        if root.last_turns < 0:
            return True
        return (seat - root.seat) % root.setup.seats < root.last_turns

    def _choose_term_weights(self, root: GameState) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return the weights of the learned terms within the turn, and at its end.

        There are none where they were not learned.
        """
        if root.setup.seats != 2 or root.last_turns >= 0:
            return {}, {}
        w = self._weights
        within = w.terms if w.terms is not None else learned_weights(root.setup.form, w.learned)
        return within, w.end_terms if w.end_terms is not None else within

    # -- many positions at once ------------------------------------------------------------------

    def evaluate(self, states: Sequence[GameState], *, is_turn_over: bool = False) -> list[int]:
        """Return the worth of each position, in order.

        `is_turn_over` says that no task can be claimed any more in this turn.
        """
        features = self.features(states, is_turn_over=is_turn_over)
        return [sum(column) for column in zip(*features.values(), strict=True)]

    def evaluate_fast(self, states: Sequence[GameState]) -> list[int]:
        """Return a cheap first estimate from points, pieces, tasks and the cards in hand."""
        boards = self._number_boards(states)
        worths = [
            points + pieces
            for points, pieces in zip(
                self._points_worths(boards), self._pieces_worths(boards), strict=True
            )
        ]
        if self._values_center:
            worths = [a + b for a, b in zip(worths, self._center_worths(boards), strict=True)]
        if self._rules.has_tasks:
            tasks = self._tasks_worths(boards, is_turn_over=False)
            worths = [a + b for a, b in zip(worths, tasks, strict=True)]
        if self._is_last_turn:
            return worths
        return [a + b for a, b in zip(worths, self._hand_worths(boards), strict=True)]

    def features(
        self, states: Sequence[GameState], *, is_turn_over: bool = False
    ) -> dict[str, list[int]]:
        """Return the features that make up each position's worth."""
        boards = self._number_boards(states)
        worths = {
            "points": self._points_worths(boards),
            "pieces": self._pieces_worths(boards),
            "schools": [self._school_effects_worth(state) for state in states],
        }
        if self._values_center:
            worths["center"] = self._center_worths(boards)
        if not self._is_last_turn:
            worths["hand"] = self._hand_worths(boards)
            worths["drawn"] = self._draw_worths(boards)
        if self._weights.mate:
            for mate, pool in self._mate_pools.items():
                worths[f"mate-{mate}"] = self._mate_hand_worths(boards, mate, pool)
        for seat in self._rivals_with_turn if self._values_threats else ():
            worths[f"threat-{seat}"] = self._threat_worths(boards, seat)
            if term_weights := self._term_weights[is_turn_over]:
                has_state_terms = self._weighs_state[is_turn_over]
                blocks = self._term_blocks(boards, seat, has_state_terms=has_state_terms)
                worths["learned"] = weigh_blocks(blocks, len(states), term_weights)
        if self._rules.has_tasks:
            worths["tasks"] = self._tasks_worths(boards, is_turn_over=is_turn_over)
            if self._rivals_with_turn:
                worths["enemy-tasks"] = self._enemy_tasks_worths(boards)
        return worths

    def _number_boards(self, states: Sequence[GameState]) -> Boards:
        return Boards(states, self._board_numbers, self.overlooked.way_count)

    # -- patterns --------------------------------------------------------------------------------

    def card_worth_in_hand(self, state: GameState, card: str) -> int:
        """Return the worth of holding a card in a position."""
        return self._card_worths[self._own_color].of_hands(self._number_boards([state]), [(card,)])[
            0
        ]

    def _hand_worths(self, boards: Boards) -> list[int]:
        """Return the worth of the cards in hand."""
        hands = [self._known_hand(state) for state in boards.states]
        return self._card_worths[self._own_color].of_hands(boards, hands)

    def _known_hand(self, state: GameState) -> Cards:
        """Return the different cards in hand, and the pending being, that are not overlooked."""
        seat = self._seat
        key = state.hands[seat], state.legends[seat], state.pending[seat]
        hand = self._known_hands.get(key)
        if hand is None:
            cards = {*key[0], *key[1], key[2]} - self.overlooked.cards
            hand = self._known_hands[key] = tuple(sorted(card for card in cards if card))
        return hand

    def _draw_worths(self, boards: Boards) -> list[int]:
        """Return the mean worth of the cards that will be drawn for spent cards."""
        seat, w = self._seat, self._weights
        worths: list[int] = []
        being_draws: list[int] = []
        legend_draws: list[int] = []
        for state in boards.states:
            draws = HAND_BEINGS - len(state.hands[seat]) - bool(state.pending[seat])
            idle = draws <= 0 and state.supply(self._own_color, COMMON) <= 0
            worths.append(-w.idle if idle else 0)
            being_draws.append(max(draws, 0) + state.extra_beings)
            draws = max(HAND_LEGENDS - len(state.legends[seat]), 0) + state.extra_legends
            legend_draws.append(draws)
        for name, pool, all_draws in (
            ("beings", self._own_pool, being_draws),
            ("legends", self._unseen_legends, legend_draws),
        ):
            if not pool or not any(all_draws):
                continue
            values = self._card_worths[self._own_color].of_pool(boards, name, pool)
            for i, (value, draws) in enumerate(zip(values, all_draws, strict=True)):
                worths[i] += value * min(draws, len(pool)) * w.drawn // (100 * len(pool))
        return worths

    def term_blocks(self, states: Sequence[GameState]) -> list[TermBlock]:
        """Return the terms that a judge can learn, for positions of a game of two seats."""
        boards = self._number_boards(states)
        return self._term_blocks(boards, self._rivals_with_turn[0], has_state_terms=True)

    def _term_blocks(self, boards: Boards, rival: int, *, has_state_terms: bool) -> list[TermBlock]:
        context = TermContext(
            self._seat,
            rival,
            self._own_pool,
            self._rival_pools[rival],
            self._unseen_legends,
            has_state_terms,
        )
        rival_color = boards.states[0].setup.colours[rival]
        return compute_blocks(
            boards.states, boards.side(self._own_color), boards.side(rival_color), context
        )

    def _threat_worths(self, boards: Boards, seat: int) -> list[int]:
        """Return the threat of a rival's cards: minus the mean worth over all unseen cards."""
        root = boards.states[0]
        cards = self._card_worths[root.setup.colours[seat]]
        pool, held = self._rival_pools[seat], len(root.hands[seat])
        pile, legends = len(self._unseen_legends), len(root.legends[seat])
        first = second = [0] * len(boards.states)
        if pool:
            first = cards.of_pool(boards, seat, pool)
        if pile and legends:
            second = cards.of_pool(boards, "legends", self._unseen_legends)
        # Each of several rivals also attacks the others.
        w = self._weights.threat // (len(root.colours) - 1)
        return [
            -(a * held * w // (100 * len(pool) or 1)) - b * legends * w // (100 * pile or 1)
            for a, b in zip(first, second, strict=True)
        ]

    def _mate_hand_worths(self, boards: Boards, mate: int, pool: Cards) -> list[int]:
        """Return the expected worth of the teammate's hand: the mean over its possible cards."""
        held, w = len(boards.states[0].hands[mate]), self._weights.mate
        total = self._card_worths[self._own_color].of_pool(boards, mate, pool)
        return [worth * held * w // (100 * len(pool) or 1) for worth in total]

    def mate_hand_gain(self, state: GameState, mate: int, cards: Sequence[str]) -> int:
        """Return by how much these cards of the teammate are worth more than its expected hand."""
        if mate not in self._mate_pools:
            return 0
        boards = self._number_boards([state])
        worth = self._card_worths[self._own_color].of_hands(boards, [tuple(cards)])[0]
        return (
            worth * self._weights.mate // 100
            - self._mate_hand_worths(boards, mate, self._mate_pools[mate])[0]
        )

    # -- one position at a time ------------------------------------------------------------------

    def _points_worths(self, boards: Boards) -> list[int]:
        """Return the worth of points in each position; equal cases are computed once."""
        has_tasks = self._rules.has_tasks  # then legendary pieces on the board are points
        keys = [
            (s.points, s.destroyed, s.markers, s.seat, has_tasks and number)
            for number, s in zip(boards.numbers, boards.states, strict=True)
        ]
        return _look_up(self._points_known, keys, boards.states, self._points_worth)

    def _points_worth(self, state: GameState) -> int:
        """Return the worth of points, including those for the pieces destroyed this turn."""
        w, me, rules = self._weights, self._own_color, self._rules
        if rules.scores_by_colour:
            return self._melee_points_worth(state)
        total, mover, tasks = 0, state.colour, rules.has_tasks
        for colour, points in enumerate(state.points):
            if tasks:
                points += (state.colours[colour] & state.legendary).bit_count()
            total += points if colour == me else -points
            if colour != mover and not tasks:
                points, _ = destroyed_points(state, colour)
                total += points if mover == me else -points
        return total * w.point

    def _melee_points_worth(self, state: GameState) -> int:
        """Return the worth of melee points: the lowest color counts most (R15.8).

        Points above the lowest color count less, the higher they are. Odd commons give a point
        (R15.3), and an improvised summoning not yet used is worth something (R15.9).
        """
        w, me, seats = self._weights, self._own_color, state.setup.seats
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
            self._color_points_worth([row[c] for c in range(seats) if c != s])
            for s, row in enumerate(rows)
        ]
        theirs = max(share for seat, share in enumerate(shares) if seat != me)
        left = 0 if self._is_last_turn else state.markers[me].bit_count() * w.marker
        return (shares[me] - theirs * w.enemy_colours // 100) * w.point // 100 + left

    def _color_points_worth(self, points: Sequence[int]) -> int:
        """Return the joint worth of points by color, in per cent of a point of the final score."""
        steps, lowest = self._weights.above, min(points)
        return 100 * lowest + sum(sum(steps[: p - lowest]) for p in points)

    def _pieces_worth(self, state: GameState) -> int:
        """Return the worth of the pieces on the board; pieces of several rivals count less."""
        w, me = self._weights, self._own_color
        mine = theirs = 0
        for colour, pieces in enumerate(state.colours):
            top, high = (pieces & state.legendary).bit_count(), (pieces & state.heroic).bit_count()
            low = pieces.bit_count() - top - high
            if colour == me:
                mine = low * w.piece[0] + high * w.piece[1] + top * w.piece[2]
            else:
                a, b, c = w.enemy_piece
                theirs += low * a + high * b + top * c
        if self._is_last_turn:  # pieces only break ties now
            mine, theirs = mine // 20, theirs // 20
        return mine - theirs // (len(state.colours) - 1)

    def _pieces_worths(self, boards: Boards) -> list[int]:
        """Return the worth of the pieces on each board."""
        return _look_up(self._pieces_by_board, boards.numbers, boards.states, self._pieces_worth)

    def _center_worths(self, boards: Boards) -> list[int]:
        """Return the worth of the own pieces' places on each board."""
        return _look_up(self._center_by_board, boards.numbers, boards.states, self._center_worth)

    def _center_worth(self, state: GameState) -> int:
        """Return the worth of the own pieces' places: the nearer to e5, the more."""
        own = state.colours[self._own_color]
        return self._weights.center * sum([(own & area).bit_count() for area in _CENTER_AREAS])

    def _school_effects_worth(self, state: GameState) -> int:
        """Return the worth of frozen effects, pending beings, lost actions and extra turns."""
        w, total = self._weights, 0
        for seat, colour in enumerate(state.setup.colours):
            sign = 1 if colour == self._own_color else -1
            if state.pending[seat]:
                cost = 2 * w.point if self._is_last_turn else w.pending
                total -= sign * cost
            if state.frozen[seat] and not self._is_last_turn:
                total += sign * w.frozen
            if colour != self._own_color:
                total += state.penalties[seat] * w.hindered
        return total + state.extra_turns * w.extra_turn

    # -- tasks -----------------------------------------------------------------------------------

    def _tasks_worths(self, boards: Boards, *, is_turn_over: bool) -> list[int]:
        """Return the worth of the open tasks in each position; equal cases are computed once."""
        count_chains(boards.states, self._tasks, self._own_color)
        keys: list[Hashable] = []
        for number, state in zip(boards.numbers, boards.states, strict=True):
            key: Hashable = (number, state.current_tasks)
            if self._has_single_turn_task:
                key = (key, state.actions > 0, state.destroyed, state.summoned)
            keys.append(key)
        worth_of = partial(self._tasks_worth, is_turn_over=is_turn_over)
        return _look_up(self._tasks_by_board[is_turn_over], keys, boards.states, worth_of)

    def _enemy_tasks_worths(self, boards: Boards) -> list[int]:
        """Return minus the worth of the open tasks for the enemy, on each board."""
        count_chains(boards.states, self._tasks, 1 - self._own_color)
        keys = [(n, s.current_tasks) for n, s in zip(boards.numbers, boards.states, strict=True)]
        return _look_up(self._enemy_tasks_by_board, keys, boards.states, self._enemy_tasks_worth)

    def _tasks_worth(self, state: GameState, *, is_turn_over: bool) -> int:
        """Return the worth of the open tasks; the best claimable task counts in full."""
        w = self._weights
        claimed = total = 0
        going_on = not is_turn_over and state.actions > 0
        for task, share in _weighted_tasks(state.current_tasks, state.task_deck[:1], w.next_task):
            if task.type in SINGLE_TURN_TASK_TYPES and is_turn_over:
                continue
            missing = missing_for(state, task.id, self._own_color)
            if missing == 0 and share == 100 and not is_turn_over:
                claimed = max(claimed, task.points * w.point)
            if task.type in SINGLE_TURN_TASK_TYPES and not going_on:
                continue
            if self._is_last_turn and is_turn_over:
                continue
            scale = w.task[min(missing, len(w.task) - 1)]
            total += task.points * w.point * scale * share // 10_000
        return total + claimed

    def _enemy_tasks_worth(self, state: GameState) -> int:
        """Return minus the worth of the open tasks for the enemy, who moves next."""
        w, total = self._weights, 0
        colour = 1 - self._own_color
        for task, share in _weighted_tasks(state.current_tasks, state.task_deck[:1], w.next_task):
            if task.type not in SINGLE_TURN_TASK_TYPES:
                missing = missing_for(state, task.id, colour)
                scale = w.enemy_task[min(missing, len(w.enemy_task) - 1)]
                total += task.points * w.point * scale * share // 10_000
        return -total


@lru_cache(maxsize=64)
def _weighted_tasks(
    current: tuple[str, ...], following: tuple[str, ...], share: int
) -> tuple[tuple[Task, int], ...]:
    """Return the current tasks and the next one, each with its weight in per cent."""
    weighted = [(TASKS[task], 100) for task in current]
    return (*weighted, *((TASKS[task], share) for task in following))
