"""The ends of a move that asks questions: every series of answers until no question is left.

The search goes level by level: the answers to the first question, then those to the second. When
more than `MOST_ENDS` ends are sure to follow, the search stops before the next level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tashkalar.cards import packs
from tashkalar.rules.execution import Execution, ExecutionResult, PackResultPending, carry_out

MOST_ENDS = 2000  # of a choice with more ends, not all are looked at
_PACK_BATCH = 100  # executions that a pack in another worker is asked for at once


def levels_of_answers(execution: Execution) -> Iterator[Iterator[ExecutionResult]]:
    """Yield for each level the results of all its answers; each must be read to its end.

    `execution` is the move with its answers so far, which leads to a question. A result without a
    question is an end; the other results that can be answered lead to the next level.
    PackResultPending with the executions that the pack has to do first, PackError when a card of a
    pack fails.
    """
    level, end_count = [carry_out(execution)], 0
    while True:
        followers = [follower for result in level for follower in _followers(execution, result)]
        if not followers or end_count + len(followers) > MOST_ENDS:
            return
        level = []
        yield _results(followers, level)
        end_count += len(followers) - len(level)


def can_be_answered(result: ExecutionResult) -> bool:
    """Tell whether a result has a question that the player at the board may look at.

    After passing control, the teammate may not see the cards of the player on turn (R19.14).
    """
    question = result.question
    return question is not None and not (question.owners and result.state.passed)


def _results(
    followers: Sequence[Execution], level: list[ExecutionResult]
) -> Iterator[ExecutionResult]:
    """Yield the results of executions; add those that can be answered to `level`."""
    for number, execution in enumerate(followers):
        if number % _PACK_BATCH == 0:
            _request_results(followers[number : number + _PACK_BATCH])
        result = carry_out(execution)
        if can_be_answered(result):
            level.append(result)
        yield result


def _followers(execution: Execution, result: ExecutionResult) -> Iterator[Execution]:
    """Yield the executions with one more answer.

    The answer that passes control is left out: the teammate answers the same questions (R19.11).
    """
    if result.question is None or not can_be_answered(result):
        return
    for move in result.question.moves:
        if move.kind != "pass-control":
            yield execution._replace(
                answers=(*result.answers, move.code), forced=(*result.forced, False)
            )


def _request_results(executions: Sequence[Execution]) -> None:
    """Ask a pack in another worker about several executions at once.

    PackResultPending with all executions that the pack has to do first.
    """
    if not executions or not packs.pack_of(executions[0].move.card):
        return
    wanted: list[Execution] = []
    for execution in executions:
        try:
            carry_out(execution)
        except PackResultPending as pending:
            wanted += pending.executions
    if wanted:
        raise PackResultPending(tuple(wanted))
