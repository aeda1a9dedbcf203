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
from tashkalar.rules.execution import Deed, Unanswered, carry_out
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import LOST, Beat, film, told_since
from tashkalar.ui.text import phrases

_NOT_YET = frozenset({"pick-up"})  # questions that a summoning asks before its being stands
MOST_ANSWERS = 48  # of a question, that are tried; of more, a part would be told as if it were all


class Chance(NamedTuple):
    """One thing that an answer to the open question would bring about, with what it leads to."""

    beat: Beat  # perhaps without its boards and its words
    tasks: tuple[str, ...]  # fulfilled then, but not without it
    points: int  # more than what is certain
    costs: bool  # a piece of one's own is lost in it


class Foresight(NamedTuple):
    """What a choice would do.

    `certain` happens whatever is answered later, `possible` is what single answers to the question
    `then` would add, `open_ended` says that there are more questions, or more answers than were
    tried, so that nothing may be said about what will not happen. `spared` says that there is an
    answer, or none, with which no piece of one's own is lost. `points` counts for the side on turn,
    what the turn has earned by destroying included.
    """

    certain: tuple[Beat, ...]
    possible: tuple[Chance, ...]
    then: Message | None
    optional: bool
    open_ended: bool
    spared: bool
    points: int
    tasks: tuple[str, ...]

    @property
    def offered(self) -> tuple[Chance, ...]:
        """What is possible, without losses of one's own that nobody has to choose."""
        return tuple(chance for chance in self.possible if not (chance.costs and self.spared))

    @property
    def harmless(self) -> bool:
        """Whether it is sure that no piece is destroyed."""
        beats = (*self.certain, *(chance.beat for chance in self.possible))
        return not self.open_ended and not any(beat.kind in _HARM for beat in beats)


_HARM = LOST | {"convert"}


def foresee(game: Game, move: Move) -> Foresight:
    """What a legal move would do; the game itself is left alone.

    IllegalMove when the move is not legal now, PackError when a card of a pack fails.
    """
    *_, found = foreseeing(game, move)
    return found


def foreseeing(game: Game, move: Move) -> Iterator[Foresight]:
    """The same bit by bit, for whoever must not wait: the last is the whole.

    What has been found so far comes after the move and after each answer that is tried; until the
    last, `open_ended` says that there is more.
    """
    seat, seen = game.state.seat, _told(game)
    trial = game.copy()
    trial.play(move)
    certain = _slides(_beats(trial)[seen:])
    before, after = game.state, trial.state
    points = _worth(after, seat) - _worth(before, seat)
    tasks = _fulfilled(after, seat) - _fulfilled(before, seat)
    found = Foresight(certain, (), None, False, False, False, points, _in_order(after, tasks))
    if trial.open_move is not None:
        prompt = trial.prompt
        found = found._replace(then=prompt.message, optional=prompt.optional)
        for possible, open_ended, spared in _answers(trial, seat):
            yield found._replace(open_ended=True)
            spared = spared or prompt.optional
            found = found._replace(possible=possible, open_ended=open_ended, spared=spared)
    yield found


def _answers(game: Game, seat: int) -> Iterator[tuple[tuple[Chance, ...], bool, bool]]:
    """What single answers to the open question bring, and whether there may be more to it.

    The last says whether one of them costs no piece of one's own.
    """
    moves = [m for m in game.legal_moves() if m.kind not in ("skip", "pass-control")]
    found: dict[tuple[str, str | None, str | None], Chance] = {}
    open_ended = len(moves) > MOST_ANSWERS
    _have_answered(game, moves[:MOST_ANSWERS])
    state, entry, seen = game.state, game.open_move, _told(game)
    assert entry is not None
    before, worth = _fulfilled(state, seat), _worth(state, seat)
    own = phrases.school_of(state.setup, colour_number(state.setup.colours[seat]))
    spared = False
    stands = entry.move.kind != "summon" or game.prompt.kind not in _NOT_YET
    for move in moves[:MOST_ANSWERS]:
        beats: Sequence[Beat]
        if stands:
            answers, forced = (*entry.answers, move.code), (*entry.forced, False)
            done = carry_out(Deed(entry.before, entry.move, answers, forced))
            asked, after = done.question is not None, done.state
            beats = told_since(state.setup, done.events, seen)
        else:
            trial = game.copy()
            trial.play(move)
            asked, after = trial.open_move is not None, trial.state
            beats = _beats(trial)[seen:]
        open_ended = open_ended or asked
        tasks = _in_order(after, _fulfilled(after, seat) - before)
        points = _worth(after, seat) - worth
        costs = [beat.kind in LOST and beat.school == own for beat in beats]
        spared = spared or not any(costs)
        for beat, cost in zip(beats, costs, strict=True):
            chance = Chance(beat, tasks, points, cost)
            found.setdefault((beat.kind, beat.square, beat.origin), chance)
        yield tuple(found.values()), open_ended, spared


def _have_answered(game: Game, moves: Sequence[Move]) -> None:
    """Let a pack that runs elsewhere answer all that will be tried at once, if it is one's turn."""
    if game.open_move is None or not packs.pack_of(game.open_move.move.card):
        return
    deeds: list[Deed] = []
    for move in moves:
        try:
            game.copy().play(move)
        except Unanswered as wanted:
            deeds += wanted.deeds
    if deeds:
        raise Unanswered(tuple(deeds))


def _told(game: Game) -> int:
    """How much of the open move has happened already."""
    return len(game.open_move.events) if game.open_move else 0


def _beats(game: Game) -> tuple[Beat, ...]:
    """Everything in the last move; an event is a beat."""
    last = game.last
    assert last is not None
    return film([last], game.state).beats


def _slides(beats: Sequence[Beat]) -> tuple[Beat, ...]:
    """The beats, with moves of one piece that follow each other as a single one, told as such."""
    found: list[Beat] = []
    for beat in beats:
        last = found[-1] if found else None
        if last and last.kind == beat.kind == "move" and last.square == beat.origin:
            found.pop()
            told = beat.caption
            if told:
                told = told._replace(params={**told.params, "origin": last.origin})
            beat = beat._replace(origin=last.origin, before=last.before, caption=told)
        found.append(beat)
    return tuple(found)


def _worth(state: GameState, seat: int) -> int:
    """The points of a seat's side (from 0), with those that its turn has earned so far."""
    return FORMS[state.setup.form].tally(state, state.setup.colours[seat])


def _fulfilled(state: GameState, seat: int) -> set[str]:
    """The current tasks that the side on turn could claim."""
    if state.seat != seat or state.phase != "play":
        return set()
    return set(FORMS[state.setup.form].claimable(state))


def _in_order(state: GameState, tasks: set[str]) -> tuple[str, ...]:
    return tuple(task for task in state.current_tasks if task in tasks)
