"""The dry run: what a choice would do, played on a copy of the game.

Nothing is guessed. The move is made, and the engine gives forced answers. What happens before the
first open question is certain. The answers to that question are tried one by one: what they do is
possible. The cards drawn at the end of the turn are never shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar import Game, Move
from tashkalar.cards import packs
from tashkalar.position.ids import colour_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.execution import Execution, PackResultPending, carry_out
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import LOSS_KINDS, TimelineEvent, build_timeline, events_since
from tashkalar.ui.text import phrases

# Questions that a summoning asks before its being stands on the board.
_PRE_SUMMON_QUESTIONS = frozenset({"pick-up"})
MOST_ANSWERS = 48  # tried of one question; of more, `Preview.is_open_ended` says so


class PossibleEffect(NamedTuple):
    """One event that an answer to the open question would cause, and its consequences."""

    event: TimelineEvent  # perhaps without its boards and its caption
    tasks: tuple[str, ...]  # fulfilled after the answer, but not without the answer
    points: int  # in addition to the certain points
    costs_own_piece: bool  # a piece of the player's own side is lost


class Preview(NamedTuple):
    """The effects of a choice, as seen by the player on turn."""

    certain_events: tuple[TimelineEvent, ...]  # happen with every later answer
    possible_effects: tuple[PossibleEffect, ...]  # of single answers to `next_question`
    next_question: Message | None
    is_optional: bool  # the question may be declined
    # More questions follow, or there are more answers than were tried: more may happen.
    is_open_ended: bool
    is_loss_avoidable: bool  # with some answer, or with none, no own piece is lost
    points: int  # for the side on turn, with those for pieces destroyed in this turn
    tasks: tuple[str, ...]  # that the choice fulfills

    @property
    def shown_effects(self) -> tuple[PossibleEffect, ...]:
        """The possible effects without avoidable losses of own pieces."""
        return tuple(
            effect
            for effect in self.possible_effects
            if not (effect.costs_own_piece and self.is_loss_avoidable)
        )

    @property
    def is_harmless(self) -> bool:
        """True if it is certain that no piece is destroyed."""
        events = (*self.certain_events, *(effect.event for effect in self.possible_effects))
        return not self.is_open_ended and not any(event.kind in _HARMFUL_KINDS for event in events)


_HARMFUL_KINDS = LOSS_KINDS | {"convert"}


def preview_move(game: Game, move: Move) -> Preview:
    """Return what a legal move would do; the game itself does not change.

    IllegalMove when the move is not legal now, PackError when a card of a pack fails.
    """
    *_, preview = preview_steps(game, move)
    return preview


def preview_steps(game: Game, move: Move) -> Iterator[Preview]:
    """Compute a preview in small steps, for a caller that must not block.

    A preview of the part computed so far comes after the move and after each answer that is tried.
    The last preview is complete; `is_open_ended` is set on all before it.
    """
    seat, seen_count = game.state.seat, _open_event_count(game)
    trial = game.copy()
    trial.play(move)
    certain = _join_consecutive_moves(_last_move_events(trial)[seen_count:])
    before, after = game.state, trial.state
    points = _side_points(after, seat) - _side_points(before, seat)
    tasks = _fulfilled_tasks(after, seat) - _fulfilled_tasks(before, seat)
    preview = Preview(certain, (), None, False, False, False, points, _tasks_in_order(after, tasks))
    if trial.open_move is not None:
        prompt = trial.prompt
        preview = preview._replace(next_question=prompt.message, is_optional=prompt.optional)
        for effects, is_open_ended, is_spared in _try_answers(trial, seat):
            yield preview._replace(is_open_ended=True)
            preview = preview._replace(
                possible_effects=effects,
                is_open_ended=is_open_ended,
                is_loss_avoidable=is_spared or prompt.optional,
            )
    yield preview


def _try_answers(game: Game, seat: int) -> Iterator[tuple[tuple[PossibleEffect, ...], bool, bool]]:
    """Try the answers to the open question one by one.

    Yield after each answer: the possible effects so far, whether more may happen, and whether an
    answer costs no own piece.
    """
    moves = [m for m in game.legal_moves() if m.kind not in ("skip", "pass-control")]
    effects: dict[tuple[str, str | None, str | None], PossibleEffect] = {}
    is_open_ended = len(moves) > MOST_ANSWERS
    _request_pack_answers(game, moves[:MOST_ANSWERS])
    state, entry, seen_count = game.state, game.open_move, _open_event_count(game)
    assert entry is not None
    tasks_before, points_before = _fulfilled_tasks(state, seat), _side_points(state, seat)
    own = phrases.school_of_color(state.setup, colour_number(state.setup.colours[seat]))
    is_spared = False
    being_stands = entry.move.kind != "summon" or game.prompt.kind not in _PRE_SUMMON_QUESTIONS
    for move in moves[:MOST_ANSWERS]:
        events: Sequence[TimelineEvent]
        if being_stands:
            answers, forced = (*entry.answers, move.code), (*entry.forced, False)
            result = carry_out(Execution(entry.state_before, entry.move, answers, forced))
            has_question, after = result.question is not None, result.state
            events = events_since(state.setup, result.events, seen_count)
        else:
            trial = game.copy()
            trial.play(move)
            has_question, after = trial.open_move is not None, trial.state
            events = _last_move_events(trial)[seen_count:]
        is_open_ended = is_open_ended or has_question
        tasks = _tasks_in_order(after, _fulfilled_tasks(after, seat) - tasks_before)
        points = _side_points(after, seat) - points_before
        own_losses = [event.kind in LOSS_KINDS and event.school == own for event in events]
        is_spared = is_spared or not any(own_losses)
        for event, is_own_loss in zip(events, own_losses, strict=True):
            effect = PossibleEffect(event, tasks, points, is_own_loss)
            effects.setdefault((event.kind, event.square, event.origin), effect)
        yield tuple(effects.values()), is_open_ended, is_spared


def _request_pack_answers(game: Game, moves: Sequence[Move]) -> None:
    """Ask a pack in another worker about all answers at once, if a card of a pack is played.

    PackResultPending with all executions that the pack has to do first.
    """
    if game.open_move is None or not packs.pack_of(game.open_move.move.card):
        return
    executions: list[Execution] = []
    for move in moves:
        try:
            game.copy().play(move)
        except PackResultPending as pending:
            executions += pending.executions
    if executions:
        raise PackResultPending(tuple(executions))


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


def _side_points(state: GameState, seat: int) -> int:
    """Return the points of the side of a seat (from 0), with those earned in this turn."""
    return FORMS[state.setup.form].tally(state, state.setup.colours[seat])


def _fulfilled_tasks(state: GameState, seat: int) -> set[str]:
    """Return the current tasks that the side on turn could claim."""
    if state.seat != seat or state.phase != "play":
        return set()
    return set(FORMS[state.setup.form].claimable_tasks(state))


def _tasks_in_order(state: GameState, tasks: set[str]) -> tuple[str, ...]:
    return tuple(task for task in state.current_tasks if task in tasks)
