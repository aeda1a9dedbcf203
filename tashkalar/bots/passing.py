"""Passing control in a team (R19.11): what is left of a turn to a teammate who knows its own cards.

The pieces that a plan places at its end could be placed by the teammate, for the patterns of its
own hand. What that hand is nobody else sees: the cards are dealt anew a few times, and in each
world the teammate plans with those dealt to it. Both ways are judged in the same worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tashkalar.bots.evaluation import Judge, Weights
from tashkalar.bots.search import Codes, Limits, Line, Search, carry_out, replay
from tashkalar.position.move import PASS_CONTROL
from tashkalar.position.state import GameState

WORLDS = 3  # deals that are looked at
LEAST = 400  # nodes of a search that can spare some for this
_LIMITS = Limits(nodes=60, lines=2, answers=1, tried=8)  # of the teammate's search


class Passing:
    """Compares the end of a plan with leaving it to the teammate."""

    def __init__(
        self, plan: Line, judge: Judge, weights: Weights, worlds: Sequence[GameState]
    ) -> None:
        self.nodes = 0
        self._plan = plan
        self._judge = judge
        self._weights = weights
        self._worlds = worlds
        self._kept = _before_the_last_pieces(plan.codes)
        self._gain = 0

    def run(self) -> Iterator[int]:
        """Look at one world after the other; gives the nodes so far."""
        if self._kept is None:
            return
        for world in self._worlds:
            before = replay(world, self._kept)
            passed = carry_out(before, PASS_CONTROL).state
            mate = passed.control
            search = Search(passed, Judge(passed, mate, self._weights), _LIMITS)
            spent = self.nodes
            for nodes in search.run():
                self.nodes = spent + nodes
                yield self.nodes
            left = search.ends()[0].state.copy()
            left.legends = before.legends  # they change hands at the turn's end anyway (R19.15)
            cards = before.hands[mate]
            self._gain += self._worth(left, mate, cards) - self._worth(
                self._plan.state, mate, cards
            )

    def _worth(self, state: GameState, mate: int, cards: Sequence[str]) -> int:
        """What a position is worth when these are the teammate's cards."""
        known = self._judge.mate_holds(state, mate, cards)
        return self._judge.worths([state], ended=True)[0] + known

    def best(self) -> Line:
        """The plan, or as much of it as comes before passing control where that is better."""
        if self._gain <= 0 or self._kept is None:
            return self._plan
        return self._plan._replace(codes=(*self._kept, PASS_CONTROL.code))


def _before_the_last_pieces(codes: Codes) -> Codes | None:
    """What a plan does before the pieces that it places last; None when it places none then."""
    kept = codes[:-1]
    while kept and kept[-1].startswith("+"):
        kept = kept[:-1]
    return kept if len(kept) < len(codes) - 1 else None
