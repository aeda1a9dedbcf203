"""Search for a turn that reaches a goal, with a limited number of nodes.

The levels of computer players know no goals. Here a goal is a wrapper beside the evaluator: the
progress towards the goal outweighs everything else, and the position decides between equals.
"""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.bots.blindness import NOTHING_OVERLOOKED, Overlooked
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import LEVELS
from tashkalar.bots.search import Search
from tashkalar.cards import TASKS
from tashkalar.formats.goal import Condition, Goal
from tashkalar.position import rng
from tashkalar.position.board import BIT, NAMES, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import colour_number, seat_of
from tashkalar.position.state import GameState, Summoned
from tashkalar.rules.forms import FORMS

PROGRESS_WORTH = 20_000  # of a goal that is reached, in thousandths of a point
NOISE = 400  # the most that chance adds to a worth, so that runs differ


class GoalEvaluator(Evaluator):
    """Adds the progress towards a goal, and some chance, to the worth of positions."""

    def __init__(
        self, root: GameState, goal: Goal, seed: object, weights: Weights, overlooked: Overlooked
    ) -> None:
        super().__init__(root, seat_of(goal.seat), weights, overlooked)
        self._root = root
        self._goal = goal
        self._chance = rng.state_from_seed(seed)

    def evaluate(self, states: Sequence[GameState], *, is_turn_over: bool = False) -> list[int]:
        """Return the worth of each position, with its progress."""
        return self._with_progress(states, super().evaluate(states, is_turn_over=is_turn_over))

    def evaluate_fast(self, states: Sequence[GameState]) -> list[int]:
        """Return a cheap first estimate, with the progress."""
        return self._with_progress(states, super().evaluate_fast(states))

    def _with_progress(self, states: Sequence[GameState], worths: Sequence[int]) -> list[int]:
        return [
            worth
            + goal_progress(self._goal.condition, self._root, state) * PROGRESS_WORTH // 100
            + self._noise()
            for state, worth in zip(states, worths, strict=True)
        ]

    def _noise(self) -> int:
        self._chance, number = rng.random_below(self._chance, NOISE)
        return number


def goal_progress(condition: Condition, root: GameState, state: GameState) -> int:
    """Return in per cent how far a turn from `root` to `state` has come, as the position shows."""
    kind = condition.kind
    if kind in ("all", "any"):
        parts = [goal_progress(part, root, state) for part in condition.parts]
        return sum(parts) // len(parts) if kind == "all" else max(parts)
    if kind == "summon":
        return 100 * any(_is_wanted(condition, one) for one in state.summoned)
    if kind == "beings":
        return _share(len(state.summoned), condition.number)
    if kind == "legend":
        return _share(sum(one.legend for one in state.summoned), condition.number)
    if kind == "destroy":
        return _destroyed(condition, state)
    if kind == "piece":
        met = sum(_has_piece(state, *piece) for piece in condition.pieces)
        return _share(met, len(condition.pieces))
    if kind == "claim":
        return _task_progress(condition.card, state)
    tally = FORMS[state.setup.form].tally
    if kind in ("win", "survive"):  # what decides them does not show before the end
        return 0
    before = tally(root, root.colour) if kind == "gain" else 0
    return _share(tally(state, root.colour) - before, condition.number)


def _is_wanted(condition: Condition, summoned: Summoned) -> bool:
    at = not condition.squares or NAMES[summoned.square] in condition.squares
    return at and summoned.card == condition.card


def _share(have: int, need: int) -> int:
    return 100 * min(max(have, 0), need) // need


def _destroyed(condition: Condition, state: GameState) -> int:
    enemies = [c for c in range(len(state.colours)) if c != state.colour]
    if condition.squares:
        standing = sum(state.colours[c] for c in enemies)
        met = sum(not standing & BIT[SQUARE_OF[square]] for square in condition.squares)
        return _share(met, len(condition.squares))
    counts = sum(state.destroyed[3 * c + RANK_OF[r]] for c in enemies for r in condition.ranks)
    return _share(counts, condition.number)


def _has_piece(state: GameState, square: str, owner: int, rank: str) -> bool:
    bit = BIT[SQUARE_OF[square]]
    if colour_number(state.owner_at(bit)) != owner:
        return False
    return not owner or RANKS[state.rank_at(bit)] == rank


def _task_progress(task: str, state: GameState) -> int:
    """Return the progress of a task: 100 if it has been claimed, less if it only could be."""
    if task not in state.current_tasks:
        return 100
    ways = TASKS[task].ways(state, state.colour)
    return max((_way_progress([need.missing for need in way]) for way in ways), default=0)


def _way_progress(missing: Sequence[int]) -> int:
    return max(0, 90 - 15 * sum(missing))


def overlooked_in(start: GameState, seed: object, level: str) -> Overlooked:
    """Return what a level overlooks in a search with this seed."""
    blindness = LEVELS[level].blindness
    if blindness is None:
        return NOTHING_OVERLOOKED
    hand = start.hands[start.seat] + start.legends[start.seat]
    return blindness.choose_overlooked(hand, rng.state_from_seed(seed))


def search_goal(
    start: GameState, goal: Goal, nodes: int, seed: object, level: str = "adept"
) -> tuple[str, ...]:
    """Return the decisions of the best turn found with these nodes; the seed varies the search.

    The level says how wide the search is, and which cards and patterns it overlooks.
    """
    settings = LEVELS[level]
    overlooked = overlooked_in(start, seed, level)
    evaluator = GoalEvaluator(start, goal, seed, settings.weights, overlooked)
    search = Search(start, evaluator, settings.limits._replace(nodes=nodes))
    for _ in search.run():
        pass
    return search.ranked_ends()[0].codes
