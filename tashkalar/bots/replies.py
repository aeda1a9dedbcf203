"""Possible replies of the next player: try the best plans of a turn in dealt worlds.

Each world deals the hidden cards differently, consistent with the view. The next player plans a
short turn there with the cards dealt to it. The best plan is the one with the highest worth after
the reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.search import Search, SearchLimits, SearchLine, replay
from tashkalar.position.state import GameState


class ReplyLimits(NamedTuple):
    """The limits of the search for replies."""

    plan_count: int  # how many of the best plans
    world_count: int
    limits: SearchLimits  # of the next player's search
    reply_percent: int  # per cent of a plan's worth that comes from the replies


class ReplyComparison:
    """Compares the best plans by what the next player can do about them."""

    def __init__(
        self,
        plans: Sequence[SearchLine],
        worlds: Sequence[GameState],
        judge: Evaluator,
        weights: Weights,
        reply_limits: ReplyLimits,
    ) -> None:
        self.nodes = 0
        self._plans = plans
        self._worlds = worlds
        self._evaluator = judge
        self._weights = weights._replace(threat=0)  # the next player considers its own cards only
        self._reply_limits = reply_limits
        self._worth_sums = [0] * len(plans)
        self._worlds_done = 0  # worlds in which all plans have been tried

    def run(self) -> Iterator[int]:
        """Search the replies in each world; yield the nodes used so far."""
        for world in self._worlds:
            worths: list[int] = []
            for plan in self._plans:
                after = replay(world, plan.codes)
                if after.phase != "play" or after.seat == world.seat:
                    worths.append(plan.worth)  # nobody replies
                    continue
                reply = Search(
                    after, Evaluator(after, after.seat, self._weights), self._reply_limits.limits
                )
                before = self.nodes
                for nodes in reply.run():
                    self.nodes = before + nodes
                    yield self.nodes
                left = reply.ranked_ends()[0].state
                worths.append(self._evaluator.evaluate([left], is_turn_over=True)[0])
            self._worth_sums = [a + b for a, b in zip(self._worth_sums, worths, strict=True)]
            self._worlds_done += 1

    def best_line(self) -> SearchLine:
        """Return the best plan by the replies known so far."""
        if not self._worlds_done:
            return self._plans[0]
        share, world_count = self._reply_limits.reply_percent, self._worlds_done
        return max(
            zip(self._plans, self._worth_sums, strict=True),
            key=lambda pair: pair[0].worth * (100 - share) * world_count + pair[1] * share,
        )[0]
