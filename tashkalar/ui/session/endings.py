"""The ends of a move that asks questions: every series of answers until no question is left.

The search goes level by level: the answers to the first question, then those to the second. When
more than `MOST_ENDS` ends are sure to follow, the search stops before the next level; then
`EndingSearch.later_results` looks further only where something new can happen, and along some
series of answers that chance chooses.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from tashkalar.cards import packs
from tashkalar.position import rng
from tashkalar.position.board import squares
from tashkalar.position.state import GameState
from tashkalar.rules.execution import Execution, ExecutionResult, PackResultPending, carry_out

MOST_ENDS = 2000  # of a choice with more ends, not all are looked at
MOST_LATER_RESULTS = 2000  # that are looked at beyond
SAMPLED_SERIES = 200  # of answers, chosen by chance up to an end, beyond
_PACK_BATCH = 100  # executions that a pack in another worker is asked for at once


class EndingSearch:
    """Find the ends of an open move, one execution at a time.

    `execution` is the move with its answers so far, which leads to a question. `sees_hand` says
    whether the player who looks may see the cards of the player on turn: after passing control, the
    teammate may not (R19.14).
    """

    def __init__(self, execution: Execution, *, sees_hand: bool) -> None:
        self._execution = execution
        self._sees_hand = sees_hand
        self._level: list[ExecutionResult] = []  # results whose questions are to be answered
        self._end_count = 0

    def levels(self) -> Iterator[Iterator[ExecutionResult]]:
        """Yield for each level the results of all its answers; each must be read to its end.

        A result without a question is an end. PackResultPending with the executions that a pack
        has to do first, PackError when a card of a pack fails.
        """
        self._level = [carry_out(self._execution)]
        while True:
            followers = [follower for result in self._level for follower in self._answer(result)]
            if not followers or self._end_count + len(followers) > MOST_ENDS:
                return
            self._level = []
            yield self._carry_out_all(followers)

    def later_results(self) -> Iterator[ExecutionResult]:
        """Yield results beyond the last level: some if it has too many ends, else none.

        A result is followed up if a square has a new content at its question. The ends of some
        series of answers that chance chooses come after them. Of a pack nothing is looked at: it
        would have to be asked for each result.
        """
        if packs.pack_of(self._execution.move.card):
            return
        waiting, self._level = self._level, []
        if waiting:
            yield from self._new_results(waiting)
            yield from self._sampled_ends(waiting)

    def _new_results(self, waiting: Sequence[ExecutionResult]) -> Iterator[ExecutionResult]:
        """Yield the results of further answers, of which those with something new are followed."""
        position = carry_out(self._execution).state
        seen: set[Hashable] = set()
        count = 0
        while waiting:
            follow_ups: list[ExecutionResult] = []
            for execution in (follower for result in waiting for follower in self._answer(result)):
                if count == MOST_LATER_RESULTS:
                    return
                count += 1
                result = carry_out(execution)
                yield result
                news = _contents(position, result)
                if self.can_be_answered(result) and not news <= seen:
                    seen |= news
                    follow_ups.append(result)
            waiting = follow_ups

    def _sampled_ends(self, waiting: Sequence[ExecutionResult]) -> Iterator[ExecutionResult]:
        """Yield the ends of some series of answers; the same execution gives the same ends."""
        chance = rng.state_from_seed((self._execution.move.code, self._execution.answers))
        for _ in range(SAMPLED_SERIES):
            chance, place = rng.random_below(chance, len(waiting))
            result = waiting[place]
            while followers := list(self._answer(result)):
                chance, place = rng.random_below(chance, len(followers))
                result = carry_out(followers[place])
            yield result

    def can_be_answered(self, result: ExecutionResult) -> bool:
        """Tell whether a result has a question whose answers may be looked at."""
        question = result.question
        return question is not None and (self._sees_hand or not question.owners)

    def _carry_out_all(self, followers: Sequence[Execution]) -> Iterator[ExecutionResult]:
        for number, execution in enumerate(followers):
            if number % _PACK_BATCH == 0:
                _request_results(followers[number : number + _PACK_BATCH])
            result = carry_out(execution)
            if self.can_be_answered(result):
                self._level.append(result)
            else:
                self._end_count += 1
            yield result

    def _answer(self, result: ExecutionResult) -> Iterator[Execution]:
        """Yield the executions with one more answer.

        The answer that passes control is left out: the teammate answers the same questions
        (R19.11).
        """
        if result.question is None or not self.can_be_answered(result):
            return
        for move in result.question.moves:
            if move.kind != "pass-control":
                yield self._execution._replace(
                    answers=(*result.answers, move.code), forced=(*result.forced, False)
                )


def _contents(position: GameState, result: ExecutionResult) -> set[Hashable]:
    """Return the changed squares of a result with their contents, together with its question."""
    state, question = result.state, result.question
    asked = (question.kind, question.number, len(result.answers)) if question else ()
    masks = zip(
        (*position.colours, position.heroic, position.legendary),
        (*state.colours, state.heroic, state.legendary),
        strict=True,
    )
    return {asked}.union(
        (asked, layer, square, bool(after >> square & 1))
        for layer, (before, after) in enumerate(masks)
        for square in squares(before ^ after)
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
