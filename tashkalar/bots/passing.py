"""Passing control in a team (R19.11): what is left of a turn to a teammate who knows its own cards.

The pieces that a plan places at its end could be placed by the teammate, for the patterns of its
own hand, and so could the last effect be finished by it. What that hand is nobody else sees: the
cards are dealt anew a few times, and in each world the teammate plans with those dealt to it. All
ways are judged in the same worlds.
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

WORLD_COUNT = 3  # deals that are looked at
MIN_NODES = 400  # nodes of a search that can spare some for this
_BUDGET_SHARE_PERCENT = 15  # per cent of its budget, for all ways and worlds together
_TEAMMATE_LIMITS = SearchLimits(
    nodes=60, lines=2, answers=1, tried_answers=8
)  # of the teammate's search


class PassPoint(NamedTuple):
    """Where control may be passed: after these decisions, in the middle of a move if there is one.

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
    ) -> None:
        """`budget` is that of the whole plan, in nodes."""
        self.nodes = 0
        self._plan = plan
        self._evaluator = judge
        self._weights = weights
        self._worlds = worlds
        self._pass_points = find_pass_points(worlds[0], plan.codes) if worlds else []
        self._gains = [0] * len(self._pass_points)
        share = (
            budget * _BUDGET_SHARE_PERCENT // (100 * max(1, len(worlds) * len(self._pass_points)))
        )
        self._limits = _TEAMMATE_LIMITS._replace(nodes=max(1, min(_TEAMMATE_LIMITS.nodes, share)))

    def run(self) -> Iterator[int]:
        """Look at one world after the other; gives the nodes so far."""
        for world in self._worlds:
            for number, way in enumerate(self._pass_points):
                before = replay(world, way.codes_before_move)
                mate, search = self._search_for_teammate(before, way)
                spent = self.nodes
                for nodes in search.run():
                    self.nodes = spent + nodes
                    yield self.nodes
                left = search.ranked_ends()[0].state.copy()
                left.legends = before.legends  # they change hands at the turn's end anyway (R19.15)
                cards = before.hands[mate]
                self._gains[number] += self._evaluate_with_hand(left, mate, cards)
                self._gains[number] -= self._evaluate_with_hand(self._plan.state, mate, cards)

    def _search_for_teammate(self, before: GameState, way: PassPoint) -> tuple[int, Search]:
        """Who goes on when control is passed, and how."""
        if not way.is_inside_effect:
            passed = carry_out(before, PASS_CONTROL).state
            judge = Evaluator(passed, passed.control, self._weights)
            return passed.control, Search(passed, judge, self._limits)
        move, trial = _pass_at_first_question(before, way.codes_before_pass[-1])
        judge = Evaluator(trial.state, trial.state.control, self._weights)
        return trial.state.control, Search(before, judge, self._limits, (move, trial))

    def _evaluate_with_hand(self, state: GameState, mate: int, cards: Sequence[str]) -> int:
        """What a position is worth when these are the teammate's cards."""
        known = self._evaluator.mate_hand_gain(state, mate, cards)
        return self._evaluator.evaluate([state], is_turn_over=True)[0] + known

    def best_line(self) -> SearchLine:
        """The plan, or as much of it as comes before passing control where that is better."""
        gain, number = max(((g, -n) for n, g in enumerate(self._gains)), default=(0, 0))
        if gain <= 0:
            return self._plan
        return self._plan._replace(
            codes=(*self._pass_points[-number].codes_before_pass, PASS_CONTROL.code)
        )


def find_pass_points(root: GameState, codes: Codes) -> list[PassPoint]:
    """Before the pieces that a plan places last, and inside the effect that comes before them."""
    kept = codes[:-1]
    while kept and kept[-1].startswith("+"):
        kept = kept[:-1]
    found = [PassPoint(kept, kept, is_inside_effect=False)] if len(kept) < len(codes) - 1 else []
    if kept and (number := _last_move_index(root, kept)) is not None:
        before = kept[:number]
        if len(kept) > number + 1 and _can_pass_inside(replay(root, before), kept[number]):
            found.append(PassPoint(kept[: number + 1], before, is_inside_effect=True))
    return found


def _last_move_index(root: GameState, codes: Codes) -> int | None:
    """The place among these decisions where their last move begins; None when they do not fit."""
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
    """Whether control can be passed at the first question of a move."""
    move = _find_move(state, code)
    question = carry_out(state, move).question if move else None
    return question is not None and PASS_CONTROL in question.moves


def _pass_at_first_question(state: GameState, code: str) -> tuple[Move, PartialMove]:
    """A move whose first question the teammate answers."""
    move = _find_move(state, code)
    assert move is not None
    return move, _apply_answer(state, move, carry_out(state, move), PASS_CONTROL.code)


def _find_move(state: GameState, code: str) -> Move | None:
    return next((move for move in turn.legal_moves(state) if move.code == code), None)


def _apply_answer(state: GameState, move: Move, trial: PartialMove, answer: str) -> PartialMove:
    return carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))
