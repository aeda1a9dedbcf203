"""The dry run: what a choice would do, played on a copy of the game.

Nothing is guessed. The move is made, and every series of answers to its questions is tried: what
happens after all of them is certain, what happens after some of them is possible. Of a choice with
very many ends, not everything that is possible is known. The cards drawn at the end of the turn
are never shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tashkalar import Game, Move
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.execution import Execution, ExecutionResult
from tashkalar.ui.history.timeline import LOSS_KINDS, TimelineEvent, build_timeline, events_since
from tashkalar.ui.session.end_summary import (
    EffectKey,
    EndSummary,
    Standing,
    effect_key,
    join_summaries,
)
from tashkalar.ui.session.endings import EndingSearch
from tashkalar.ui.text import phrases

_SUMMED_AT_ONCE = 50  # ends: more of them would keep an input waiting


class PossibleEffect(NamedTuple):
    """One event that some answers to the open questions would cause, and what comes with it."""

    event: TimelineEvent  # without its boards and its caption
    tasks: tuple[str, ...]  # fulfilled at an end with this event, but not at every end
    points: int  # the most at an end with this event, in addition to the certain points
    is_own_loss: bool  # a piece of the player's own side is lost
    is_next: bool  # an answer to the next question causes the event

    @property
    def is_avoidable(self) -> bool:
        """True if a later choice of a square runs over a piece of the player's own side.

        Before that choice is due, it is no danger: the player chooses the square.
        """
        return self.is_own_loss and self.event.kind == "run-over" and not self.is_next


class Preview(NamedTuple):
    """The effects of a choice, as seen by the player on turn."""

    certain_events: tuple[TimelineEvent, ...]  # happen with every answer
    possible_effects: tuple[PossibleEffect, ...]  # happen with some answers
    next_question: Message | None
    is_optional: bool  # the question may be declined
    is_open_ended: bool  # not all ends are known: more may happen
    points: int  # for the side on turn, with those for pieces destroyed in this turn
    tasks: tuple[str, ...]  # that the choice fulfills
    possible_tasks: tuple[str, ...]  # that some answers fulfill

    @property
    def is_harmless(self) -> bool:
        """True if it is certain that no piece is destroyed."""
        events = (*self.certain_events, *(effect.event for effect in self.possible_effects))
        return not self.is_open_ended and not any(event.kind in _HARMFUL_KINDS for event in events)


_HARMFUL_KINDS = LOSS_KINDS | {"convert"}


def is_own_loss(setup: Setup, seat: int, event: TimelineEvent) -> bool:
    """Tell whether an event takes a piece of the side of a seat (from 0) off the board."""
    own_school = phrases.school_of_color(setup, colour_number(setup.colours[seat]))
    return event.kind in LOSS_KINDS and event.school == own_school


def loses_nothing(game: Game, move: Move) -> bool:
    """Tell whether a legal move only moves, places or upgrades pieces, up to the next question.

    PackResultPending when the pack of its card has to answer first, PackError when the card fails.
    """
    trial = game.copy()
    trial.play(move)
    last = trial.last_move
    assert last is not None
    events = last.events[_open_event_count(game) :]
    return all(event.kind in _HARMLESS_KINDS for event in events)


# Kinds of events that neither take, change nor spend anything.
_HARMLESS_KINDS = frozenset({"move", "place", "upgrade", "gain-action", "draw-extra"})


def preview_steps(game: Game, move: Move) -> Iterator[Preview | None]:
    """Compute a preview in small steps, for a caller that must not block.

    A preview comes whenever more is known: after the move, then after all answers to a question.
    Every other step gives None. `is_open_ended` is set while not all ends are known.
    """
    trial = game.copy()
    trial.play(move)
    entry = trial.open_move
    seat, seen_count = game.state.seat, _open_event_count(game)
    certain = _join_consecutive_moves(_last_move_events(trial)[seen_count:])
    preview = Preview(certain, (), None, False, False, 0, (), ())
    start = Standing.of(game.state, seat)
    if entry is None:
        gain = Standing.of(trial.state, seat).since(start)
        tasks = _tasks_in_order(trial.state, gain.tasks)
        yield preview._replace(points=gain.points, tasks=tasks)
        return
    prompt = trial.prompt
    preview = preview._replace(
        next_question=prompt.message, is_optional=prompt.optional, is_open_ended=True
    )
    yield preview
    execution = Execution(entry.state_before, entry.move, entry.answers, entry.forced)
    search = EndingSearch(execution, sees_hand=game.player == seat_number(seat))
    yield from _preview_answers(preview, entry, start, search)


def _preview_answers(
    preview: Preview, entry: PlayedMove, start: Standing, search: EndingSearch
) -> Iterator[Preview | None]:
    """Try the answers to the open questions; yield the preview after each level of them."""

    def summarize(result: ExecutionResult) -> EndSummary:
        events = events_since(entry.state_before, result.events, len(entry.events))
        gain = Standing.of(result.state, entry.state_before.seat).since(start)
        return EndSummary.of(result, events, gain)

    ends: list[EndSummary] = []
    known: EndSummary | None = None
    next_keys: Collection[EffectKey] | None = None
    for results in search.levels():
        unfinished: list[EndSummary] = []  # beyond their questions the ends are unknown
        for result in results:
            summaries = unfinished if search.can_be_answered(result) else ends
            summaries.append(summarize(result))
            if len(summaries) > _SUMMED_AT_ONCE:
                summaries[:] = [join_summaries(summaries)]
            yield None
        known = join_summaries([*ends, *unfinished])
        next_keys = frozenset(known.effects) if next_keys is None else next_keys
        yield _preview_with_ends(preview, entry, known, next_keys)
    if known is None or next_keys is None:
        return
    later: EndSummary | None = None
    for result in search.later_results():
        summary = summarize(result)
        later = join_summaries([later, summary]) if later else summary
        yield None
    if later:
        yield _preview_with_ends(preview, entry, known.with_possible(later), next_keys)


def _preview_with_ends(
    preview: Preview, entry: PlayedMove, ends: EndSummary, next_keys: Collection[EffectKey]
) -> Preview:
    """Return a preview with what happens at the known ends of an open move.

    `next_keys` are the effects of answers to the next question. Points of an effect are those above
    the certain ones, and above none where the worst end loses points.
    """
    state = entry.state_before
    certain_gain = Standing(0, frozenset()) if ends.is_unfinished else ends.worst_gain
    certain_keys = ends.certain_keys | set(map(effect_key, preview.certain_events))
    return preview._replace(
        certain_events=(*preview.certain_events, *_certain_events_at_ends(entry, ends)),
        possible_effects=tuple(
            PossibleEffect(
                event,
                _tasks_in_order(state, gain.tasks - certain_gain.tasks),
                gain.points - max(0, certain_gain.points),
                is_own_loss(state.setup, state.seat, event),
                key in next_keys,
            )
            for key, (event, gain) in ends.effects.items()
            if key not in certain_keys
        ),
        is_open_ended=ends.is_unfinished,
        points=certain_gain.points,
        tasks=_tasks_in_order(state, certain_gain.tasks),
        possible_tasks=_tasks_in_order(state, ends.possible_tasks - certain_gain.tasks),
    )


def _certain_events_at_ends(entry: PlayedMove, ends: EndSummary) -> Iterator[TimelineEvent]:
    """Return the events after an open question that happen at all ends, in the order of one end."""
    if not ends.certain_keys:
        return
    ended_move = entry._replace(events=ends.first.events)
    timeline = build_timeline([ended_move], ends.first.state)
    for event in timeline.events[len(entry.events) :]:
        if effect_key(event) in ends.certain_keys:
            yield event


def _open_event_count(game: Game) -> int:
    """Return the number of events that have happened in the open move."""
    return len(game.open_move.events) if game.open_move else 0


def _last_move_events(game: Game) -> tuple[TimelineEvent, ...]:
    """Return all events of the last move."""
    last = game.last_move
    assert last is not None
    return build_timeline([last], game.state).events


def _join_consecutive_moves(events: Sequence[TimelineEvent]) -> tuple[TimelineEvent, ...]:
    """Join consecutive moves of one piece into one event, with one caption."""
    joined: list[TimelineEvent] = []
    for event in events:
        last = joined[-1] if joined else None
        if last and last.kind == event.kind == "move" and last.square == event.origin:
            joined.pop()
            caption = event.caption
            if caption:
                caption = caption._replace(params={**caption.params, "origin": last.origin})
            event = event._replace(
                origin=last.origin, board_before=last.board_before, caption=caption
            )
        joined.append(event)
    return tuple(joined)


def _tasks_in_order(state: GameState, tasks: Collection[str]) -> tuple[str, ...]:
    return tuple(task for task in state.current_tasks if task in tasks)
