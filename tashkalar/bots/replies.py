"""What the next player may answer: the best plans of a turn, tried out in dealt worlds.

In each world the hidden cards lie otherwise, all of it from what the view leaves possible. The
next player plans a short turn there with the cards dealt to it, and the plan that leaves most after
that is the best one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.evaluation import Judge, Weights
from tashkalar.bots.search import Limits, Line, Search, replay
from tashkalar.position.state import GameState


class Foresight(NamedTuple):
    """How far replies are looked at."""

    plans: int  # how many of the best plans
    worlds: int
    limits: Limits  # of the next player's search
    share: int  # per cent of the judgement that the replies make


class Replies:
    """Compares the best plans by what the next player can do about them."""

    def __init__(
        self,
        plans: Sequence[Line],
        worlds: Sequence[GameState],
        judge: Judge,
        weights: Weights,
        foresight: Foresight,
    ) -> None:
        self.nodes = 0
        self._plans = plans
        self._worlds = worlds
        self._judge = judge
        self._weights = weights._replace(threat=0)  # the next player looks at its own cards
        self._foresight = foresight
        self._sums = [0] * len(plans)
        self._looked = 0  # worlds in which all plans have been tried

    def run(self) -> Iterator[int]:
        """Look on; gives the nodes so far now and then."""
        for world in self._worlds:
            worths: list[int] = []
            for plan in self._plans:
                after = replay(world, plan.codes)
                if after.phase != "play" or after.seat == world.seat:
                    worths.append(plan.worth)  # nobody replies
                    continue
                reply = Search(
                    after, Judge(after, after.seat, self._weights), self._foresight.limits
                )
                before = self.nodes
                for nodes in reply.run():
                    self.nodes = before + nodes
                    yield self.nodes
                left = reply.ends()[0].state
                worths.append(self._judge.worths([left], ended=True)[0])
            self._sums = [a + b for a, b in zip(self._sums, worths, strict=True)]
            self._looked += 1

    def best(self) -> Line:
        """The best plan, as far as the replies are known."""
        if not self._looked:
            return self._plans[0]
        share, looked = self._foresight.share, self._looked
        return max(
            zip(self._plans, self._sums, strict=True),
            key=lambda one: one[0].worth * (100 - share) * looked + one[1] * share,
        )[0]
