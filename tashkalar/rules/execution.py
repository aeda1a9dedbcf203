"""Execute a move with its answers, here or wherever a pack's program runs.

An `Execution` holds everything that is needed, and an `ExecutionResult` everything that the game
needs to know. So a pack need not run where its game is played: `Pack.execute_remotely` can send
executions elsewhere, and may have no result yet.
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
from tashkalar.rules.legality import PACK_LIMITS, problems


class Execution(NamedTuple):
    """A move and the answers inside it, together with the position before the move."""

    state_before: GameState
    move: Move
    answers: tuple[str, ...]
    forced: tuple[bool, ...]  # for each answer, whether the engine gave it


class ExecutionResult(NamedTuple):
    """The result of an execution: the position, finished or at the next question."""

    state: GameState
    answers: tuple[str, ...]
    forced: tuple[bool, ...]
    events: tuple[Event, ...]
    question: Question | None


class PackResultPending(BaseException):
    """A pack that runs elsewhere must execute these moves first; nothing has changed.

    Not an `Exception`: the move is not at fault, and code that handles errors must not catch it.
    """

    def __init__(self, executions: tuple[Execution, ...]) -> None:
        super().__init__(", ".join(execution.move.code for execution in executions))
        self.executions = executions


def carry_out(execution: Execution) -> ExecutionResult:
    """Execute a move on a copy of the position.

    Raise PackError if a card of a pack fails, and PackResultPending if its pack runs elsewhere and
    has not answered yet.
    """
    pack = packs.pack_of(execution.move.card)
    if pack is None:
        return _execute(execution)
    if pack.execute_remotely:
        remote_result: ExecutionResult = pack.execute_remotely(execution)
        return remote_result
    try:
        return _execute(execution, checked=True)
    except PackError:
        raise
    except Exception as error:  # a pack's effect can leave the state in any condition
        message = f"{execution.move.card}: {type(error).__name__}: {error}"
        raise PackError(pack.id, message) from error


def _execute(execution: Execution, *, checked: bool = False) -> ExecutionResult:
    effect = Effect(execution.state_before.copy(), execution.answers, execution.forced)
    question = None
    try:
        turn.perform(effect, execution.move)
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
    """Refuse a state or event that only a pack can leave and that could not be saved or shown."""
    if state_problems := problems(effect.state, limits=PACK_LIMITS):
        raise ScenarioError(f"position.{state_problems[0].path}", state_problems[0].message)
    for event in effect.events:
        if not isinstance(event, Event):
            raise TypeError(f"{type(event).__name__} is no event")
