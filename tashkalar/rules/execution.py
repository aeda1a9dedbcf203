"""Carrying out a move with its answers: here, or wherever a pack's program runs.

A deed is all that is needed for it, and what comes of it is all that the game needs to know: so a
pack need not run where its game is played. Whoever carries out its deeds (`Pack.execute_remotely`)
may have no answer yet.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.cards import packs
from tashkalar.effects.answers import NeedDecision, Question
from tashkalar.effects.effect import Effect
from tashkalar.errors import PackError, ScenarioError
from tashkalar.position.move import Event, Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.legality import problems


class Execution(NamedTuple):
    """A move and the answers inside it, from the position before it."""

    state_before: GameState
    move: Move
    answers: tuple[str, ...]
    forced: tuple[bool, ...]  # which of the answers followed by themselves


class ExecutionResult(NamedTuple):
    """What has come of a deed: the position, finished or at the next question."""

    state: GameState
    answers: tuple[str, ...]
    forced: tuple[bool, ...]
    events: tuple[Event, ...]
    question: Question | None


class PackResultPending(BaseException):
    """A pack that runs elsewhere has to carry out these deeds first; nothing has changed.

    Not an `Exception`: it says nothing against what was asked for, and whoever takes failures for
    answers must not hear of it.
    """

    def __init__(self, deeds: tuple[Execution, ...]) -> None:
        super().__init__(", ".join(deed.move.code for deed in deeds))
        self.executions = deeds


def carry_out(deed: Execution) -> ExecutionResult:
    """Do a deed on a copy of the position.

    PackError when a card of a pack fails, Unanswered when its pack runs elsewhere.
    """
    pack = packs.pack_of(deed.move.card)
    if pack is None:
        return _execute(deed)
    if pack.execute_remotely:
        done: ExecutionResult = pack.execute_remotely(deed)
        return done
    try:
        return _execute(deed, checked=True)
    except PackError:
        raise
    except Exception as error:  # a pack's effect can leave anything behind
        message = f"{deed.move.card}: {type(error).__name__}: {error}"
        raise PackError(pack.id, message) from error


def _execute(deed: Execution, *, checked: bool = False) -> ExecutionResult:
    effect = Effect(deed.state_before.copy(), deed.answers, deed.forced)
    question = None
    try:
        turn.perform(effect, deed.move)
        if checked:
            _check_pack_result(effect)
    except NeedDecision as need:
        question = need.question
    return ExecutionResult(
        effect.state,
        tuple(effect.answers),
        tuple(effect.forced),
        tuple(effect.events),
        question,
    )


def _check_pack_result(effect: Effect) -> None:
    """Refuse what only a pack's effect can have left behind: it could not be saved or shown."""
    if found := problems(effect.state):
        raise ScenarioError(f"position.{found[0].path}", found[0].message)
    for event in effect.events:
        if not isinstance(event, Event):
            raise TypeError(f"{type(event).__name__} is no event")
