"""Passing control in a team (R19.11): what is left of a turn to a teammate who knows its own cards.

The pieces that a plan places at its end could be placed by the teammate, for the patterns of its
own hand, and so could the last effect be finished by it. What that hand is nobody else sees: the
cards are dealt anew a few times, and in each world the teammate plans with those dealt to it. All
ways are judged in the same worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.evaluation import Judge, Weights
from tashkalar.bots.search import Codes, Limits, Line, Search, Trial, carry_out, replay
from tashkalar.position.move import PASS_CONTROL, Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn

WORLDS = 3  # deals that are looked at
LEAST = 400  # nodes of a search that can spare some for this
_SHARE = 15  # per cent of its budget, for all ways and worlds together
_LIMITS = Limits(nodes=60, lines=2, answers=1, tried=8)  # of the teammate's search


class Way(NamedTuple):
    """Where control may be passed: after these decisions, in the middle of a move if there is one.

    `before` are the decisions up to that move.
    """

    kept: Codes
    before: Codes
    inside: bool


class Passing:
    """Compares the end of a plan with leaving it to the teammate."""

    def __init__(
        self,
        plan: Line,
        judge: Judge,
        weights: Weights,
        worlds: Sequence[GameState],
        budget: int = 10_000,
    ) -> None:
        """`budget` is that of the whole plan, in nodes."""
        self.nodes = 0
        self._plan = plan
        self._judge = judge
        self._weights = weights
        self._worlds = worlds
        self._ways = ways(worlds[0], plan.codes) if worlds else []
        self._gains = [0] * len(self._ways)
        share = budget * _SHARE // (100 * max(1, len(worlds) * len(self._ways)))
        self._limits = _LIMITS._replace(nodes=max(1, min(_LIMITS.nodes, share)))

    def run(self) -> Iterator[int]:
        """Look at one world after the other; gives the nodes so far."""
        for world in self._worlds:
            for number, way in enumerate(self._ways):
                before = replay(world, way.before)
                mate, search = self._search(before, way)
                spent = self.nodes
                for nodes in search.run():
                    self.nodes = spent + nodes
                    yield self.nodes
                left = search.ends()[0].state.copy()
                left.legends = before.legends  # they change hands at the turn's end anyway (R19.15)
                cards = before.hands[mate]
                self._gains[number] += self._worth(left, mate, cards)
                self._gains[number] -= self._worth(self._plan.state, mate, cards)

    def _search(self, before: GameState, way: Way) -> tuple[int, Search]:
        """Who goes on when control is passed, and how."""
        if not way.inside:
            passed = carry_out(before, PASS_CONTROL).state
            judge = Judge(passed, passed.control, self._weights)
            return passed.control, Search(passed, judge, self._limits)
        move, trial = _passed_inside(before, way.kept[-1])
        judge = Judge(trial.state, trial.state.control, self._weights)
        return trial.state.control, Search(before, judge, self._limits, (move, trial))

    def _worth(self, state: GameState, mate: int, cards: Sequence[str]) -> int:
        """What a position is worth when these are the teammate's cards."""
        known = self._judge.mate_holds(state, mate, cards)
        return self._judge.worths([state], ended=True)[0] + known

    def best(self) -> Line:
        """The plan, or as much of it as comes before passing control where that is better."""
        gain, number = max(((g, -n) for n, g in enumerate(self._gains)), default=(0, 0))
        if gain <= 0:
            return self._plan
        return self._plan._replace(codes=(*self._ways[-number].kept, PASS_CONTROL.code))


def ways(root: GameState, codes: Codes) -> list[Way]:
    """Before the pieces that a plan places last, and inside the effect that comes before them."""
    kept = codes[:-1]
    while kept and kept[-1].startswith("+"):
        kept = kept[:-1]
    found = [Way(kept, kept, inside=False)] if len(kept) < len(codes) - 1 else []
    if kept and (number := _last_move(root, kept)) is not None:
        before = kept[:number]
        if len(kept) > number + 1 and _asks_the_team(replay(root, before), kept[number]):
            found.append(Way(kept[: number + 1], before, inside=True))
    return found


def _last_move(root: GameState, codes: Codes) -> int | None:
    """The place among these decisions where their last move begins; None when they do not fit."""
    state, place, number = root, 0, None
    while place < len(codes):
        number = place
        move = _named(state, codes[place])
        if move is None:
            return None
        trial, place = carry_out(state, move), place + 1
        while trial.question is not None and place < len(codes):
            trial = _answered(state, move, trial, codes[place])
            place += 1
        state = trial.state
    return number


def _asks_the_team(state: GameState, code: str) -> bool:
    """Whether control can be passed at the first question of a move."""
    move = _named(state, code)
    question = carry_out(state, move).question if move else None
    return question is not None and PASS_CONTROL in question.moves


def _passed_inside(state: GameState, code: str) -> tuple[Move, Trial]:
    """A move whose first question the teammate answers."""
    move = _named(state, code)
    assert move is not None
    return move, _answered(state, move, carry_out(state, move), PASS_CONTROL.code)


def _named(state: GameState, code: str) -> Move | None:
    return next((move for move in turn.legal(state) if move.code == code), None)


def _answered(state: GameState, move: Move, trial: Trial, answer: str) -> Trial:
    return carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))
