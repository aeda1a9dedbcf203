"""Passing control in a team (R19.11): leave the rest of a turn to the teammate.

The teammate could place the last pieces of a plan for the patterns of its own hand, and could
finish the last effect. Nobody else sees that hand, so the cards are dealt several times, and in
each of these worlds the teammate plans with the cards dealt to it. All ways are evaluated in the
same worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.search import (
    Codes,
    PartialMove,
    Search,
    SearchLimits,
    SearchLine,
    carry_out,
    replay,
)
from tashkalar.position.move import PASS_CONTROL, Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn

WORLD_COUNT = 3  # deals that are compared
MIN_NODES = 400  # the smallest budget that can spare nodes for this comparison
_BUDGET_SHARE_PERCENT = 15  # per cent of the budget, for all ways and worlds together
_TEAMMATE_LIMITS = SearchLimits(
    nodes=60, lines=2, answers=1, tried_answers=8
)  # of the teammate's search


class PassPoint(NamedTuple):
    """A point where control may be passed: after these decisions, perhaps inside a move.

    `codes_before_move` are the decisions up to that move.
    """

    codes_before_pass: Codes
    codes_before_move: Codes
    is_inside_effect: bool


class PassComparison:
    """Compares the end of a plan with leaving it to the teammate."""

    def __init__(
        self,
        plan: SearchLine,
        judge: Evaluator,
        weights: Weights,
        worlds: Sequence[GameState],
        budget: int = 10_000,
        *,
        may_pass_inside: bool = True,
    ) -> None:
        """Prepare the comparison; `budget` is the number of nodes of the whole plan.

        Without `may_pass_inside` no way passes control inside an effect.
        """
        self.nodes = 0
        self._plan = plan
        self._evaluator = judge
        self._weights = weights
        self._worlds = worlds
        points = find_pass_points(worlds[0], plan.codes) if worlds else []
        self._pass_points = [p for p in points if may_pass_inside or not p.is_inside_effect]
        self._gains = [0] * len(self._pass_points)
        share = (
            budget * _BUDGET_SHARE_PERCENT // (100 * max(1, len(worlds) * len(self._pass_points)))
        )
        self._limits = _TEAMMATE_LIMITS._replace(nodes=max(1, min(_TEAMMATE_LIMITS.nodes, share)))

    def run(self) -> Iterator[int]:
        """Compare in one world after the other; yield the nodes used so far."""
        for world in self._worlds:
            for number, way in enumerate(self._pass_points):
                before = replay(world, way.codes_before_move)
                mate, search = self._search_for_teammate(before, way)
                nodes_before = self.nodes
                for nodes in search.run():
                    self.nodes = nodes_before + nodes
                    yield self.nodes
                left = search.ranked_ends()[0].state.copy()
                left.legends = before.legends  # legends change hands at the turn's end (R19.15)
                cards = before.hands[mate]
                self._gains[number] += self._evaluate_with_hand(left, mate, cards)
                self._gains[number] -= self._evaluate_with_hand(self._plan.state, mate, cards)

    def _search_for_teammate(self, before: GameState, way: PassPoint) -> tuple[int, Search]:
        """Return the seat that continues after passing, and its search."""
        if not way.is_inside_effect:
            passed = carry_out(before, PASS_CONTROL).state
            judge = Evaluator(passed, passed.control, self._weights)
            return passed.control, Search(passed, judge, self._limits)
        move, trial = _pass_at_first_question(before, way.codes_before_pass[-1])
        judge = Evaluator(trial.state, trial.state.control, self._weights)
        return trial.state.control, Search(before, judge, self._limits, (move, trial))

    def _evaluate_with_hand(self, state: GameState, mate: int, cards: Sequence[str]) -> int:
        """Return the worth of a position if these are the teammate's cards."""
        known = self._evaluator.mate_hand_gain(state, mate, cards)
        return self._evaluator.evaluate([state], is_turn_over=True)[0] + known

    def best_line(self) -> SearchLine:
        """Return the plan, or its part before passing control if that is better."""
        gain, number = max(((g, -n) for n, g in enumerate(self._gains)), default=(0, 0))
        if gain <= 0:
            return self._plan
        return self._plan._replace(
            codes=(*self._pass_points[-number].codes_before_pass, PASS_CONTROL.code)
        )


def find_pass_points(root: GameState, codes: Codes) -> list[PassPoint]:
    """Return the points before the last placements of a plan and inside the effect before."""
    kept = codes[:-1]
    while kept and kept[-1].startswith("+"):
        kept = kept[:-1]
    pass_points = (
        [PassPoint(kept, kept, is_inside_effect=False)] if len(kept) < len(codes) - 1 else []
    )
    if kept and (number := _last_move_index(root, kept)) is not None:
        before = kept[:number]
        if len(kept) > number + 1 and _can_pass_inside(replay(root, before), kept[number]):
            pass_points.append(PassPoint(kept[: number + 1], before, is_inside_effect=True))
    return pass_points


def _last_move_index(root: GameState, codes: Codes) -> int | None:
    """Return the index where the last move of these decisions begins; None if illegal."""
    state, place, number = root, 0, None
    while place < len(codes):
        number = place
        move = _find_move(state, codes[place])
        if move is None:
            return None
        trial, place = carry_out(state, move), place + 1
        while trial.question is not None and place < len(codes):
            trial = _apply_answer(state, move, trial, codes[place])
            place += 1
        state = trial.state
    return number


def _can_pass_inside(state: GameState, code: str) -> bool:
    """Return whether control can be passed at the first question of a move."""
    move = _find_move(state, code)
    question = carry_out(state, move).question if move else None
    return question is not None and PASS_CONTROL in question.moves


def _pass_at_first_question(state: GameState, code: str) -> tuple[Move, PartialMove]:
    """Return a move whose first question the teammate answers."""
    move = _find_move(state, code)
    assert move is not None
    return move, _apply_answer(state, move, carry_out(state, move), PASS_CONTROL.code)


def _find_move(state: GameState, code: str) -> Move | None:
    return next((move for move in turn.legal_moves(state) if move.code == code), None)


def _apply_answer(state: GameState, move: Move, trial: PartialMove, answer: str) -> PartialMove:
    return carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))
