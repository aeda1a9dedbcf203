"""The levels of computer players: how far each searches, and which weights it uses.

`player` is the entry point for the page and all other callers; `docs/bots.md` explains its use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tashkalar.bots import passing
from tashkalar.bots.blindness import NOTHING_OVERLOOKED, Blindness
from tashkalar.bots.company import COMPANY, STYLE_MINIMUMS, STYLES, level_of
from tashkalar.bots.determinize import View, determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.passing import PassComparison
from tashkalar.bots.reasons import Reason, find_reasons
from tashkalar.bots.replies import ReplyComparison, ReplyLimits
from tashkalar.bots.rollouts import RolloutComparison, RolloutLimits, spread_plans
from tashkalar.bots.search import (
    PartialMove,
    Search,
    SearchLimits,
    SearchLine,
    resume_move,
    without_missed_claims,
)
from tashkalar.bots.simple import GoalessPlayer, GreedyPlayer, Player, RandomPlayer
from tashkalar.bots.steps import read_step
from tashkalar.bots.tuned_weights import TUNED_WEIGHTS
from tashkalar.position import rng
from tashkalar.position.ids import seat_of
from tashkalar.position.move import PASS_CONTROL, Move, Prompt
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.high_form import HighForm


class Level(NamedTuple):
    """The settings of a planning player."""

    limits: SearchLimits
    weights: Weights
    margin: int = 0  # a plan may be chosen if its worth is at most this much below the best
    # The search of the next player's replies, in forms with tasks only: without tasks to take from
    # each other, this search has lost games (docs/measurements/bots.md).
    reply_limits: ReplyLimits | None = None
    tuned_weights: Mapping[str, Weights] | None = None  # special weights for some forms
    # Rollouts take the place of replies, in these forms and between two seats.
    rollout_limits: RolloutLimits | None = None
    rollout_forms: tuple[str, ...] = ()
    blindness: Blindness | None = None  # what the level overlooks; None for nothing

    def resolve_for_form(self, form: str, seats: int = 2) -> Level:
        """Return the level for a form, with its weights and its way to look further ahead."""
        has_rollouts = form in self.rollout_forms and seats == 2
        has_replies = FORMS[form].has_tasks and not has_rollouts
        return self._replace(
            weights=(self.tuned_weights or {}).get(form, self.weights),
            tuned_weights=None,
            reply_limits=self.reply_limits if has_replies else None,
            rollout_limits=self.rollout_limits if has_rollouts else None,
        )

    @property
    def search_limits(self) -> SearchLimits:
        """The limits of the search for plans; rollouts need more of them to choose from."""
        rollouts = self.rollout_limits
        if rollouts is None:
            return self.limits
        return self.limits._replace(evaluated_ends=rollouts.evaluated_ends)

    @property
    def budget(self) -> int:
        """The number of nodes that a plan may use, including replies and rollouts."""
        seen, rollouts = self.reply_limits, self.rollout_limits
        nodes = seen.plan_count * seen.world_count * seen.limits.nodes if seen else 0
        return self.limits.nodes + nodes + (rollouts.nodes if rollouts else 0)


def _with_center(weights: Weights, worth: int) -> dict[str, Weights]:
    """Return the weights of the High Form, in which a piece counts more near the middle.

    In the duel that has won nothing, and in the melee it loses (docs/measurements/bots.md).
    """
    return {HighForm.id: weights._replace(center=worth)}


_CENTER_TIE_BREAK = 1  # only decides between placings that are worth the same
_OWN_CARDS_WEIGHTS = Weights(threat=0)
# *First steps* sees what it can do now, and tasks that are fulfilled. No gain in
# sight is worth a piece of its own.
_FIRST_STEPS_WEIGHTS = _OWN_CARDS_WEIGHTS._replace(
    ready=(60, 100, 140),
    one_short=(0, 0, 0),
    two_short=(0, 0, 0),
    strike=(0, 0, 0),
    drawn=0,
    task=(75, 0),
    enemy_task=(0,),
    idle=100,
)
_EXPERT = Level(
    SearchLimits(nodes=4000, lines=8, answers=4, tried_answers=20),
    Weights(),
    reply_limits=ReplyLimits(
        4, 2, SearchLimits(nodes=150, lines=1, answers=1, tried_answers=8, discards=False), 50
    ),
    tuned_weights={fit.form: fit.weights for fit in TUNED_WEIGHTS},
)

LEVELS: dict[str, Level] = {
    "firststeps": Level(
        SearchLimits(nodes=250, lines=2, answers=2),
        _FIRST_STEPS_WEIGHTS,
        blindness=Blindness(card_count=4, way_count=4),
    ),
    "beginner": Level(
        SearchLimits(nodes=250, lines=2, answers=2),
        _FIRST_STEPS_WEIGHTS,
        blindness=Blindness(card_count=3, way_count=3),
    ),
    "learner": Level(
        SearchLimits(nodes=300, lines=2, answers=2),
        _FIRST_STEPS_WEIGHTS._replace(one_short=(40, 60, 90)),  # what lacks one piece
        blindness=Blindness(card_count=1, way_count=3),
    ),
    "novice": Level(
        SearchLimits(nodes=500, lines=4, answers=2),
        _OWN_CARDS_WEIGHTS,
        margin=900,
        tuned_weights=_with_center(_OWN_CARDS_WEIGHTS, _CENTER_TIE_BREAK),
    ),
    "adept": Level(
        SearchLimits(nodes=2000, lines=3, answers=3),
        _OWN_CARDS_WEIGHTS,
        tuned_weights=_with_center(_OWN_CARDS_WEIGHTS, _CENTER_TIE_BREAK),
    ),
    "expert": _EXPERT,
    "master": _EXPERT._replace(
        tuned_weights={
            **_with_center(Weights(learned=100), 60),
            Duel.id: _EXPERT.resolve_for_form(Duel.id).weights._replace(learned=100),
        },
        # In the High Form rollouts have won nothing, and would take too long.
        rollout_limits=RolloutLimits(6, 2, 2, 6, percent=70),
        rollout_forms=(Duel.id,),
    ),
}


class Thinking:
    """A plan in progress: iterate to search, a few milliseconds per step; stop at any time.

    Iteration yields the nodes used so far. `codes` is the best plan at any time; closing is not
    needed.
    """

    def __init__(
        self,
        level: Level,
        random_state: int,
        view: View,
        *,
        nodes: int | None = None,
        may_pass_inside: bool = True,
    ) -> None:
        """Prepare to plan from a view; `nodes` replaces the level's own budget.

        Without `may_pass_inside` the plan never passes control inside an effect.
        """
        level = level.resolve_for_form(view["form"], len(view["seats"]))
        if nodes is not None:
            level = with_budget(level, nodes)
        self._level = level
        self._view = view
        self._setup_codes: tuple[str, ...] = ()
        self._search: Search | None = None
        self._reply_comparison: ReplyComparison | None = None
        self._rollout_comparison: RolloutComparison | None = None
        self._may_pass_inside = may_pass_inside
        self._pass_comparison: PassComparison | None = None
        opening = view["open"]
        if opening:  # the card being played was in hand before, even after passing control (R19.12)
            self._random_state, state = determinize(
                opening["before"], random_state, view["playing"] or ""
            )
        else:
            self._random_state, state = determinize(view, random_state)
        overlooked = NOTHING_OVERLOOKED
        if level.blindness is not None:
            hand = view["hand"]["beings"] + view["hand"]["legends"]
            overlooked = level.blindness.choose_overlooked(hand, random_state)
        self._evaluator = Evaluator(state, seat_of(view["seat"]), level.weights, overlooked)
        if not view["open"] and view["phase"] == "play":
            self._search = Search(state, self._evaluator, level.search_limits)
            return
        trial = None
        if view["open"]:
            move, trial = resume_move(state, view["open"]["move"], view["open"]["answers"])
            if view["phase"] == "play" and move.kind not in ("end", "claim"):
                self._search = Search(state, self._evaluator, level.search_limits, (move, trial))
                return
        self._setup_codes = (_choose_outside_turn(view, state, trial, self._random_state),)

    def __iter__(self) -> Iterator[int]:
        if self._search is None:
            return
        yield from self._search.run()
        if self._view["open"] or self._view["turn"]["passed"]:
            return
        yield from self._compare_with_passing(self._search)
        if self._should_pass:
            return
        if self._level.rollout_limits is not None:
            yield from self._compare_by_rollouts(self._search, self._level.rollout_limits)
        if self._level.reply_limits is not None:
            yield from self._compare_by_replies(self._search, self._level.reply_limits)

    def _compare_by_replies(self, search: Search, reply_limits: ReplyLimits) -> Iterator[int]:
        """Search the next player's replies to the best plans."""
        plans = search.ranked_ends()[: reply_limits.plan_count]
        worlds = self._deal_worlds(reply_limits.world_count)
        self._reply_comparison = ReplyComparison(
            plans, worlds, self._evaluator, self._level.weights, reply_limits
        )
        for nodes in self._reply_comparison.run():
            yield search.nodes + nodes

    def _compare_by_rollouts(self, search: Search, limits: RolloutLimits) -> Iterator[int]:
        """Compare the best plans by playing on after each, in worlds that deal the hidden cards."""
        ends = without_missed_claims(search.ranked_ends())
        plans = spread_plans(ends, limits.plan_count)
        if len(plans) < 2:
            return
        worlds = self._deal_worlds(limits.world_count + limits.further_world_count)
        self._rollout_comparison = RolloutComparison(plans, worlds, self._level.weights, limits)
        for nodes in self._rollout_comparison.run():
            yield search.nodes + nodes

    def _deal_worlds(self, number: int) -> list[GameState]:
        """Return positions that deal the hidden cards differently."""
        worlds: list[GameState] = []
        for _ in range(number):
            self._random_state, world = determinize(self._view, self._random_state)
            worlds.append(world)
        return worlds

    def _compare_with_passing(self, search: Search) -> Iterator[int]:
        """Check, in a team, whether the teammate should place the last pieces of the plan."""
        level = self._level
        if not self._view["teams"] or not level.weights.mate or level.margin:
            return
        if level.limits.nodes < passing.MIN_NODES:
            return
        worlds = self._deal_worlds(passing.WORLD_COUNT)
        plan = search.ranked_ends()[0]
        self._pass_comparison = PassComparison(
            plan,
            self._evaluator,
            level.weights,
            worlds,
            level.limits.nodes,
            may_pass_inside=self._may_pass_inside,
        )
        for nodes in self._pass_comparison.run():
            yield search.nodes + nodes

    @property
    def _should_pass(self) -> bool:
        return (
            self._pass_comparison is not None
            and self._pass_comparison.best_line().codes[-1] == PASS_CONTROL.code
        )

    @property
    def budget(self) -> int:
        """The number of nodes that may be used."""
        return self._level.budget

    @property
    def nodes(self) -> int:
        """The number of nodes used so far."""
        parts = (
            self._search,
            self._pass_comparison,
            self._reply_comparison,
            self._rollout_comparison,
        )
        return sum(part.nodes for part in parts if part is not None)

    def codes(self) -> list[str]:
        """Return the best decisions found so far, from now to the end of the turn."""
        best = self._best_line()
        return list(best.codes if best is not None else self._setup_codes)

    def reasons(self) -> list[Reason]:
        """Return why these decisions are good, the weightiest reason first; none for the set-up."""
        best = self._best_line()
        if best is None or self._search is None:
            return []
        seat = seat_of(self._view["seat"])
        return find_reasons(self._search.root, best.state, list(best.codes), self._evaluator, seat)

    @property
    def worth(self) -> int:
        """The worth of the best plan so far, in thousandths of a point; 0 for the set-up."""
        best = self._best_line()
        return best.worth if best is not None else 0

    def compute_loss(self, played: Sequence[str]) -> int:
        """Return by how much other decisions to the turn's end are worth less than the best plan.

        The unit is thousandths of a point; 0 for decisions that are as good or better, and for the
        set-up. Raise ValueError if they are no legal decisions of this seat alone.
        """
        best = self._best_line()
        if best is None or self._search is None or self._view["open"]:
            return 0
        return max(0, best.worth - self._search.evaluate_codes(played))

    def _best_line(self) -> SearchLine | None:
        """Return the plan to play: one of the good plans, or the best after the replies."""
        if self._search is None:
            return None
        if self._pass_comparison is not None and self._should_pass:
            return self._pass_comparison.best_line()
        if self._rollout_comparison is not None:
            return self._rollout_comparison.best_line()
        if self._reply_comparison is not None:
            return self._reply_comparison.best_line()
        ends = self._search.ranked_ends()
        if not self._level.margin:
            return ends[0]
        good = without_missed_claims(ends)
        good = [end for end in good if end.worth >= good[0].worth - self._level.margin]
        return good[rng.random_below(self._random_state, len(good))[1]]


def _choose_outside_turn(
    view: View, state: GameState, trial: PartialMove | None, random_state: int
) -> str:
    """Choose a set-up move at random, or the lowest color for the point of odd commons."""
    question = trial.question if trial is not None else None
    moves = question.moves if question is not None else turn.legal_moves(state)
    if question is not None and question.kind == "odd-commons":
        scores = view["seats"][seat_of(view["seat"])]["scores"]
        return min(moves, key=lambda move: scores[str(move.option)]).code
    return moves[rng.random_below(random_state, len(moves))[1]].code


class Planner:
    """A player that plans a whole turn at its first decision, then follows the plan.

    The same seed and view give the same plan: nothing else is remembered from turn to turn.
    """

    def __init__(
        self,
        level: Level,
        seed: object = 0,
        *,
        nodes: int | None = None,
        above: Level | None = None,
        percent: int = 0,
    ) -> None:
        """Create a player; `nodes` replaces the level's own budget.

        So many percent of the turns are played as by the level above.
        """
        self._level, self._above, self._percent_above = level, above, percent
        self._seed = seed
        self._nodes = nodes
        self._plan: list[str] = []
        self._planned_turn: object = None
        self.nodes_per_plan: list[int] = []  # the nodes of each plan, for measurements
        self._fallback_player = GreedyPlayer(seed)

    def think(self, view: View, *, may_pass_inside: bool = True) -> Thinking:
        """Begin to plan the rest of the turn, for a seat that must decide now.

        Without `may_pass_inside` the plan never passes control inside an effect.
        """
        random_state = rng.state_from_seed(f"{self._seed}/{view['turn']['number']}")
        level = self._level
        if self._above is not None:
            random_state, drawn = rng.random_below(random_state, 100)
            if drawn < self._percent_above:
                level = self._above
        return Thinking(
            level, random_state, view, nodes=self._nodes, may_pass_inside=may_pass_inside
        )

    def plan(self, view: View) -> list[str]:
        """Return the codes of the decisions from now to the end of the turn."""
        thinking = self.think(view)
        for _ in thinking:
            pass
        self.nodes_per_plan.append(thinking.nodes)
        return thinking.codes()

    def choose(self, view: View, prompt: Prompt, moves: Sequence[Move]) -> Move:
        """Return the next move of the plan; plan anew in a new turn or if the plan does not fit."""
        known = {move.code: move for move in moves}
        if (
            view["turn"]["number"] != self._planned_turn
            or not self._plan
            or self._plan[0] not in known
        ):
            self._planned_turn = view["turn"]["number"]
            self._plan = self.plan(view)
        if self._plan and self._plan[0] in known:
            return known[self._plan.pop(0)]
        self._plan = []
        return self._fallback_player.choose(view, prompt, moves)


def player(level: str, seed: object = 0, *, nodes: int | None = None) -> Planner:
    """Return a planning player of a level; `nodes` replaces the level's own budget.

    An opponent of `company.COMPANY` is a level too, and so is a step of `steps.read_step`. Raise
    ValueError for an unknown level, or a budget that is not positive.
    """
    if nodes is not None and nodes < 1:
        raise ValueError("nodes: at least 1 is needed")
    if step := read_step(level):
        lower, above = LEVELS[step.level], LEVELS[step.above]
        return Planner(lower, seed, nodes=nodes, above=above, percent=step.percent)
    if level_of(level) not in LEVELS:
        raise ValueError(f"level: unknown level {level!r}; known are {', '.join(LEVELS)}")
    settings = LEVELS[level_of(level)]
    if level in COMPANY:
        settings = with_style(settings, COMPANY[level].style)
    return Planner(settings, seed, nodes=nodes)


def with_style(level: Level, style: str) -> Level:
    """Return the same level with the weights of a style of `company.STYLES`."""
    tuned = {form: _styled(weights, style) for form, weights in (level.tuned_weights or {}).items()}
    return level._replace(weights=_styled(level.weights, style), tuned_weights=tuned)


def _styled(weights: Weights, style: str) -> Weights:
    changed: dict[str, int | tuple[int, ...]] = {}
    for name, percent in STYLES[style].items():
        weight = getattr(weights, name)
        changed[name] = (
            tuple(one * percent // 100 for one in weight)
            if isinstance(weight, tuple)
            else weight * percent // 100
        )
    for name, minimum in STYLE_MINIMUMS.get(style, {}).items():
        weight = changed.get(name, getattr(weights, name))
        changed[name] = tuple(max(pair) for pair in zip(weight, minimum, strict=True))
    return weights._replace(**changed)  # type: ignore[arg-type]


def budget(level: str, form: str, seats: int = 2) -> int:
    """Return the default number of nodes that a level or an opponent uses for a plan in a form.

    A step between two levels may use as many as the one above it. Raise KeyError if the level or
    the form is unknown.
    """
    step = read_step(level)
    known = step.above if step else level_of(level)
    return LEVELS[known].resolve_for_form(form, seats).budget


def with_budget(level: Level, nodes: int) -> Level:
    """Return the same level with this many nodes in all, including replies and rollouts."""
    if level.rollout_limits is not None:
        rollouts = level.rollout_limits.scale(nodes, level.budget)
        nodes -= rollouts.nodes if rollouts else 0
        return level._replace(
            limits=level.limits._replace(nodes=nodes), rollout_limits=rollouts, reply_limits=None
        )
    reply_limits = level.reply_limits
    if reply_limits is not None:
        reply_nodes = nodes * 2 // 7 // (reply_limits.plan_count * reply_limits.world_count)
        limits = reply_limits.limits._replace(nodes=reply_nodes)
        level = level._replace(
            reply_limits=reply_limits._replace(limits=limits) if reply_nodes > 9 else None
        )
        nodes = nodes * 5 // 7 if reply_nodes > 9 else nodes
    return level._replace(limits=level.limits._replace(nodes=nodes))


def _planner_factory(name: str) -> Callable[[object], Player]:
    return lambda seed: player(name, seed)


PLAYERS: dict[str, Callable[[object], Player]] = {
    "random": RandomPlayer,
    "keen": GreedyPlayer,
    "goalless": GoalessPlayer,
    **{name: _planner_factory(name) for name in (*LEVELS, *COMPANY)},
}
