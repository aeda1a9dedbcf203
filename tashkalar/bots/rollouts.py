"""Rollouts: play the best plans of a turn on in dealt worlds, to the end of the next own turn.

Each world deals the hidden cards differently, consistent with the view. The rival plans a short
turn there with the cards dealt to it, then the player does. The position after that is judged. All
plans are played on in the same worlds, so that luck that they share cancels out. After some worlds
only the best plans are played on in more.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.search import Search, SearchLimits, SearchLine, replay
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS

_MOST_TURNS = 6  # turns of a rollout, should a school's extra turns follow each other
SHORT_TURN = SearchLimits(
    nodes=25, lines=1, answers=1, tried_answers=8, evaluated_ends=4, discards=False
)


class RolloutLimits(NamedTuple):
    """The limits of the rollouts of a turn."""

    plan_count: int  # plans in the first worlds
    world_count: int  # the first worlds
    kept_plan_count: int  # plans in the further worlds
    further_world_count: int
    percent: int  # per cent of a plan's worth that come from the rollouts
    evaluated_ends: int = 40  # positions at the turn's end that the plans are chosen from
    turn: SearchLimits = SHORT_TURN

    @property
    def nodes(self) -> int:
        """The number of nodes that the rollouts may use: two turns each."""
        first = self.plan_count * self.world_count
        return 2 * self.turn.nodes * (first + self.kept_plan_count * self.further_world_count)

    def scale(self, nodes: int, whole: int) -> RolloutLimits | None:
        """Return the limits with fewer or more worlds, as `nodes` to `whole`; None below half."""
        if 2 * nodes < whole:
            return None
        return self._replace(
            world_count=max(1, self.world_count * nodes // whole),
            further_world_count=self.further_world_count * nodes // whole,
        )


def spread_plans(ends: Sequence[SearchLine], number: int) -> list[SearchLine]:
    """Return half of the plans from the best ones, and others at growing distances.

    Neighbors in the order are often nearly the same.
    """
    ranks, step = list(range((number + 1) // 2)), 3
    while len(ranks) < number:
        ranks.append(ranks[-1] + step)
        step *= 2
    chosen = [ends[rank] for rank in ranks if rank < len(ends)]
    return chosen + [end for end in ends if end not in chosen][: number - len(chosen)]


def roll_out(
    world: GameState, codes: Sequence[str], seat: int, weights: Weights, turn: SearchLimits
) -> Generator[int, None, int]:
    """Play on after a turn with these codes; return the worth to a seat after its next turn.

    Yield the nodes used so far. The unit of the worth is thousandths of a point.
    """
    state, used = replay(world, codes), 0
    has_rival_moved = False
    for _ in range(_MOST_TURNS):
        if state.phase != "play":
            break
        # A short plan looks at its own cards.
        own = weights._replace(threat=0, learned=0, terms=None, end_terms=None)
        search = Search(state, Evaluator(state, state.seat, own), turn)
        for nodes in search.run():
            yield used + nodes
        used += search.nodes
        yield used  # finding the end of the turn is a step of its own
        best = search.ranked_ends()[0]
        if state.seat == seat and has_rival_moved:
            return Evaluator(state, seat, weights).evaluate([best.state], is_turn_over=True)[0]
        has_rival_moved = has_rival_moved or state.seat != seat
        yield used
        state = replay(state, best.codes)
    rules, own_color = FORMS[state.setup.form], state.setup.colours[seat]
    scores = [rules.score(state, color) for color in range(len(state.colours))]
    return 1000 * (2 * scores[own_color] - sum(scores))


class RolloutComparison:
    """Rollouts of the best plans of a turn."""

    def __init__(
        self,
        plans: Sequence[SearchLine],
        worlds: Sequence[GameState],
        weights: Weights,
        limits: RolloutLimits,
    ) -> None:
        """Prepare; `worlds` are those of the first plans, then the further ones."""
        self.nodes = 0
        self._plans = list(plans)
        self._worlds = worlds
        self._weights = weights
        self._limits = limits
        self._worth_sums = [0] * len(plans)
        self._worlds_done = 0  # worlds in which all plans left have been played on

    def run(self) -> Iterator[int]:
        """Play on in each world; yield the nodes used so far."""
        for number, world in enumerate(self._worlds):
            if number == self._limits.world_count:
                self._keep_best_plans()
            worths: list[int] = []
            for plan in self._plans:
                worths.append((yield from self._play_on(world, plan)))
            self._worth_sums = [a + b for a, b in zip(self._worth_sums, worths, strict=True)]
            self._worlds_done += 1

    def _play_on(self, world: GameState, plan: SearchLine) -> Generator[int, None, int]:
        """Return the worth of a plan in a world; yield the nodes used so far."""
        before = self.nodes
        rollout = roll_out(world, plan.codes, world.seat, self._weights, self._limits.turn)
        while True:
            try:
                self.nodes = before + next(rollout)
            except StopIteration as end:
                worth: int = end.value
                return worth
            yield self.nodes

    def _keep_best_plans(self) -> None:
        """Drop all but the best plans."""
        worths = self._mixed_worths()
        order = sorted(range(len(worths)), key=lambda i: -worths[i])
        kept = sorted(order[: self._limits.kept_plan_count])
        self._plans = [self._plans[i] for i in kept]
        self._worth_sums = [self._worth_sums[i] for i in kept]

    def _mixed_worths(self) -> list[int]:
        """Return the plans' worths, by the judge and by the rollouts, times the worlds."""
        share, world_count = self._limits.percent, self._worlds_done
        return [
            plan.worth * (100 - share) * world_count + worth * share
            for plan, worth in zip(self._plans, self._worth_sums, strict=True)
        ]

    def best_line(self) -> SearchLine:
        """Return the best plan by the rollouts known so far."""
        if not self._worlds_done:
            return self._plans[0]
        worths = self._mixed_worths()
        return self._plans[max(range(len(worths)), key=worths.__getitem__)]
