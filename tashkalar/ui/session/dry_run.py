"""The dry run: what a choice would do, played on a copy of the game.

Nothing is guessed: the move is made, forced answers follow by themselves, and an open question ends
what is certain. The answers to that question are tried one by one for what is possible. Cards that
the turn's end would draw are never told.
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

_PRE_SUMMON_QUESTIONS = frozenset(
    {"pick-up"}
)  # questions that a summoning asks before its being stands
MOST_ANSWERS = 48  # of a question, that are tried; of more, a part would be told as if it were all


class PossibleEffect(NamedTuple):
    """One thing that an answer to the open question would bring about, with what it leads to."""

    event: TimelineEvent  # perhaps without its boards and its words
    tasks: tuple[str, ...]  # fulfilled then, but not without it
    points: int  # more than what is certain
    costs_own_piece: bool  # a piece of one's own is lost in it


class Preview(NamedTuple):
    """What a choice would do.

    `certain_events` happens whatever is answered later, `possible_effects` is what single answers
    to the question `next_question` would add, `is_open_ended` says that there are more questions,
    or more answers than were tried, so that nothing may be said about what will not happen.
    `is_loss_avoidable` says that there is an answer, or none, with which no piece of one's own is
    lost. `points` counts for the side on turn, what the turn has earned by destroying included.
    """

    certain_events: tuple[TimelineEvent, ...]
    possible_effects: tuple[PossibleEffect, ...]
    next_question: Message | None
    is_optional: bool
    is_open_ended: bool
    is_loss_avoidable: bool
    points: int
    tasks: tuple[str, ...]

    @property
    def shown_effects(self) -> tuple[PossibleEffect, ...]:
        """What is possible, without losses of one's own that nobody has to choose."""
        return tuple(
            chance
            for chance in self.possible_effects
            if not (chance.costs_own_piece and self.is_loss_avoidable)
        )

    @property
    def is_harmless(self) -> bool:
        """Whether it is sure that no piece is destroyed."""
        beats = (*self.certain_events, *(chance.event for chance in self.possible_effects))
        return not self.is_open_ended and not any(beat.kind in _HARMFUL_KINDS for beat in beats)


_HARMFUL_KINDS = LOSS_KINDS | {"convert"}


def preview_move(game: Game, move: Move) -> Preview:
    """What a legal move would do; the game itself is left alone.

    IllegalMove when the move is not legal now, PackError when a card of a pack fails.
    """
    *_, found = preview_steps(game, move)
    return found


def preview_steps(game: Game, move: Move) -> Iterator[Preview]:
    """The same bit by bit, for whoever must not wait: the last is the whole.

    What has been found so far comes after the move and after each answer that is tried; until the
    last, `is_open_ended` says that there is more.
    """
    seat, seen = game.state.seat, _open_event_count(game)
    trial = game.copy()
    trial.play(move)
    certain = _join_consecutive_moves(_last_move_events(trial)[seen:])
    before, after = game.state, trial.state
    points = _side_points(after, seat) - _side_points(before, seat)
    tasks = _fulfilled_tasks(after, seat) - _fulfilled_tasks(before, seat)
    found = Preview(certain, (), None, False, False, False, points, _tasks_in_order(after, tasks))
    if trial.open_move is not None:
        prompt = trial.prompt
        found = found._replace(next_question=prompt.message, is_optional=prompt.optional)
        for possible, open_ended, spared in _try_answers(trial, seat):
            yield found._replace(is_open_ended=True)
            spared = spared or prompt.optional
            found = found._replace(
                possible_effects=possible, is_open_ended=open_ended, is_loss_avoidable=spared
            )
    yield found


def _try_answers(game: Game, seat: int) -> Iterator[tuple[tuple[PossibleEffect, ...], bool, bool]]:
    """What single answers to the open question bring, and whether there may be more to it.

    The last says whether one of them costs no piece of one's own.
    """
    moves = [m for m in game.legal_moves() if m.kind not in ("skip", "pass-control")]
    found: dict[tuple[str, str | None, str | None], PossibleEffect] = {}
    open_ended = len(moves) > MOST_ANSWERS
    _request_pack_answers(game, moves[:MOST_ANSWERS])
    state, entry, seen = game.state, game.open_move, _open_event_count(game)
    assert entry is not None
    before, worth = _fulfilled_tasks(state, seat), _side_points(state, seat)
    own = phrases.school_of_color(state.setup, colour_number(state.setup.colours[seat]))
    spared = False
    stands = entry.move.kind != "summon" or game.prompt.kind not in _PRE_SUMMON_QUESTIONS
    for move in moves[:MOST_ANSWERS]:
        beats: Sequence[TimelineEvent]
        if stands:
            answers, forced = (*entry.answers, move.code), (*entry.forced, False)
            done = carry_out(Execution(entry.state_before, entry.move, answers, forced))
            asked, after = done.question is not None, done.state
            beats = events_since(state.setup, done.events, seen)
        else:
            trial = game.copy()
            trial.play(move)
            asked, after = trial.open_move is not None, trial.state
            beats = _last_move_events(trial)[seen:]
        open_ended = open_ended or asked
        tasks = _tasks_in_order(after, _fulfilled_tasks(after, seat) - before)
        points = _side_points(after, seat) - worth
        costs = [beat.kind in LOSS_KINDS and beat.school == own for beat in beats]
        spared = spared or not any(costs)
        for beat, cost in zip(beats, costs, strict=True):
            chance = PossibleEffect(beat, tasks, points, cost)
            found.setdefault((beat.kind, beat.square, beat.origin), chance)
        yield tuple(found.values()), open_ended, spared


def _request_pack_answers(game: Game, moves: Sequence[Move]) -> None:
    """Let a pack that runs elsewhere answer all that will be tried at once, if it is one's turn."""
    if game.open_move is None or not packs.pack_of(game.open_move.move.card):
        return
    deeds: list[Execution] = []
    for move in moves:
        try:
            game.copy().play(move)
        except PackResultPending as wanted:
            deeds += wanted.executions
    if deeds:
        raise PackResultPending(tuple(deeds))


def _open_event_count(game: Game) -> int:
    """How much of the open move has happened already."""
    return len(game.open_move.events) if game.open_move else 0


def _last_move_events(game: Game) -> tuple[TimelineEvent, ...]:
    """Everything in the last move; an event is a beat."""
    last = game.last_move
    assert last is not None
    return build_timeline([last], game.state).events


def _join_consecutive_moves(beats: Sequence[TimelineEvent]) -> tuple[TimelineEvent, ...]:
    """The beats, with moves of one piece that follow each other as a single one, told as such."""
    found: list[TimelineEvent] = []
    for beat in beats:
        last = found[-1] if found else None
        if last and last.kind == beat.kind == "move" and last.square == beat.origin:
            found.pop()
            told = beat.caption
            if told:
                told = told._replace(params={**told.params, "origin": last.origin})
            beat = beat._replace(origin=last.origin, board_before=last.board_before, caption=told)
        found.append(beat)
    return tuple(found)


def _side_points(state: GameState, seat: int) -> int:
    """The points of a seat's side (from 0), with those that its turn has earned so far."""
    return FORMS[state.setup.form].tally(state, state.setup.colours[seat])


def _fulfilled_tasks(state: GameState, seat: int) -> set[str]:
    """The current tasks that the side on turn could claim."""
    if state.seat != seat or state.phase != "play":
        return set()
    return set(FORMS[state.setup.form].claimable_tasks(state))


def _tasks_in_order(state: GameState, tasks: set[str]) -> tuple[str, ...]:
    return tuple(task for task in state.current_tasks if task in tasks)
