"""The sum of several ends of a move: what happens at all of them, and what at some."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tashkalar.position.state import GameState
from tashkalar.rules.execution import ExecutionResult
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import TimelineEvent

EffectKey = tuple[str, str | None, str | None, str | None, str | None, str | None, int]
"""Two events with the same key are the same effect."""


def effect_key(event: TimelineEvent) -> EffectKey:
    """Return what tells an effect from others: not its step, its boards or its caption."""
    origin, school, rank = event.origin, event.school, event.rank
    return event.kind, event.square, origin, school, rank, event.card, event.amount


class Standing(NamedTuple):
    """The points of a side, with those earned in this turn, and the tasks that it could claim."""

    points: int
    tasks: frozenset[str]

    @classmethod
    def of(cls, state: GameState, seat: int) -> Standing:
        """Return the standing of the side of a seat (from 0), which is on turn."""
        form = FORMS[state.setup.form]
        is_on_turn = state.seat == seat and state.phase == "play"
        tasks = frozenset(form.claimable_tasks(state)) if is_on_turn else frozenset[str]()
        return cls(form.tally(state, state.setup.colours[seat]), tasks)

    def since(self, start: Standing) -> Standing:
        """Return what has been gained since an earlier standing."""
        return Standing(self.points - start.points, self.tasks - start.tasks)


class SummedEffect(NamedTuple):
    """One event, with the most that is gained at any end with this event."""

    event: TimelineEvent
    gain: Standing


class EndSummary(NamedTuple):
    """The sum of several ends."""

    effects: Mapping[EffectKey, SummedEffect]  # at some ends, in the order of finding
    certain_keys: frozenset[EffectKey]  # of the effects at all ends
    worst_gain: Standing  # what is gained at all ends
    possible_tasks: frozenset[str]  # gained at some ends
    first: ExecutionResult  # one of the ends
    is_unfinished: bool  # some of the ends are only the ends of what is known

    @classmethod
    def of(
        cls, result: ExecutionResult, events: Sequence[TimelineEvent], gain: Standing
    ) -> EndSummary:
        """Return the summary of one end with its events and what is gained at it."""
        effects = {effect_key(event): SummedEffect(event, gain) for event in events}
        is_unfinished = result.question is not None
        return cls(effects, frozenset(effects), gain, gain.tasks, result, is_unfinished)

    def with_possible(self, later: EndSummary) -> EndSummary:
        """Return this summary with what is possible after later ends, which are not all known."""
        return self._replace(
            effects=join_summaries([self, later]).effects,
            possible_tasks=self.possible_tasks | later.possible_tasks,
        )


def join_summaries(summaries: Collection[EndSummary]) -> EndSummary:
    """Return the summary of all ends of several summaries, of at least one."""
    effects: dict[EffectKey, SummedEffect] = {}
    for summary in summaries:
        for key, effect in summary.effects.items():
            known = effects.get(key)
            effects[key] = effect if known is None else _join_effects(known, effect)
    gains = [summary.worst_gain for summary in summaries]
    return EndSummary(
        effects,
        frozenset.intersection(*(summary.certain_keys for summary in summaries)),
        Standing(
            min(gain.points for gain in gains),
            frozenset.intersection(*(gain.tasks for gain in gains)),
        ),
        frozenset[str]().union(*(summary.possible_tasks for summary in summaries)),
        next(iter(summaries)).first,
        any(summary.is_unfinished for summary in summaries),
    )


def _join_effects(known: SummedEffect, other: SummedEffect) -> SummedEffect:
    if known.gain == other.gain:
        return known
    points = max(known.gain.points, other.gain.points)
    return known._replace(gain=Standing(points, known.gain.tasks | other.gain.tasks))
