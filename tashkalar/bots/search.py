"""Planning a whole turn: a beam of positions over actions, free moves, answers and claims.

Nothing hidden comes to light before a turn ends (R25.4), so one plan a turn is enough. The search
looks at positions only: it makes no events, and runs a card's effect without the `Game` around it.
It counts nodes - moves and answers carried out - and stops in the middle of whatever it does when
its budget is spent: the best line so far is the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.evaluation import Judge
from tashkalar.effects.asking import NeedDecision, Question
from tashkalar.effects.effect import Effect
from tashkalar.position.move import END, PASS_CONTROL, Event, Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS

Codes = tuple[str, ...]


class Quiet(Effect):
    """An effect that nobody watches."""

    __slots__ = ()

    def note(self, event: Event) -> None:
        """Nobody reads events here."""


class Line(NamedTuple):
    """Decisions since the plan began, the position they lead to, and what it is worth."""

    state: GameState
    codes: Codes
    worth: int


class Trial(NamedTuple):
    """A move with its answers so far, forced ones too."""

    state: GameState
    answers: Codes
    forced: tuple[bool, ...]
    question: Question | None

    @property
    def decisions(self) -> Codes:
        """The answers that were chosen."""
        return tuple(a for a, f in zip(self.answers, self.forced, strict=True) if not f)


def carry_out(
    state: GameState, move: Move, answers: Codes = (), forced: tuple[bool, ...] = ()
) -> Trial:
    """A move on a copy of the state with these answers, as far as they go."""
    effect = Quiet(state.copy(), answers, forced)
    question = None
    try:
        turn.perform(effect, move)
    except NeedDecision as need:
        question = need.question
    return Trial(effect.state, tuple(effect.answers), tuple(effect.forced), question)


class Limits(NamedTuple):
    """How far a search looks."""

    nodes: int  # the budget
    lines: int  # positions kept after each action
    answers: int  # answers kept at each question


class Search:
    """Plans the turn of the player who decides in a position."""

    def __init__(self, root: GameState, judge: Judge, limits: Limits) -> None:
        self.nodes = 0
        self._judge = judge
        self._limits = limits
        self._pools: dict[int, list[Line]] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._spread: set[Codes] = set()
        self._root = root
        self._keep([Line(root, (), judge.worths([root])[0])])

    def run(self) -> Iterator[int]:
        """Search on; gives the nodes so far now and then, until nothing is left to look at."""
        while (line := self._next()) is not None and self._left > 0:
            self._spread.add(line.codes)
            yield from self._expand(line)

    @property
    def _left(self) -> int:
        return self._limits.nodes - self.nodes

    def _next(self) -> Line | None:
        """The best line that has not been gone on with, of those with the most actions left."""
        for actions in sorted(self._pools, reverse=True):
            for line in self._pools[actions][: self._limits.lines]:
                if line.codes not in self._spread:
                    return line
        return None

    def _keep(self, lines: Sequence[Line]) -> None:
        """Put new lines among those with as many actions left; equal positions count once."""
        for line in lines:
            key = line.state.key()
            if key in self._seen:
                continue
            self._seen.add(key)
            self._pools.setdefault(line.state.actions, []).append(line)
        for pool in self._pools.values():
            pool.sort(key=lambda line: -line.worth)

    def _expand(self, line: Line) -> Iterator[int]:
        """Go on with a line by every move."""
        quick: list[tuple[Codes, GameState]] = []
        asking: list[tuple[Move, Trial]] = []
        for move in turn.legal(line.state):
            if move.kind in ("end", "claim", "pass-control"):
                continue
            trial = carry_out(line.state, move)
            self.nodes += 1
            if trial.question is None:
                quick.append(((*line.codes, move.code, *trial.decisions), trial.state))
            else:
                asking.append((move, trial))
            if self._left <= 0:
                break
        self._keep(self._judged(quick))
        yield self.nodes
        for move, trial in asking:
            if self._left <= 0:
                return
            yield from self._ask(line, move, trial)

    def _judged(self, found: Sequence[tuple[Codes, GameState]]) -> list[Line]:
        if not found:
            return []
        worths = self._judge.worths([state for _, state in found])
        return [Line(s, codes, w) for (codes, s), w in zip(found, worths, strict=True)]

    def _ask(self, line: Line, move: Move, trial: Trial) -> Iterator[int]:
        """Answer the questions of a move, going on with the most promising answers."""
        frontier = [trial]
        while frontier and self._left > 0:
            finished: list[tuple[Codes, GameState]] = []
            asking: list[Trial] = []
            for one in frontier:
                assert one.question is not None
                for answer in one.question.moves:
                    if answer is PASS_CONTROL or self._left <= 0:
                        continue
                    answers, forced = (*one.answers, answer.code), (*one.forced, False)
                    after = carry_out(line.state, move, answers, forced)
                    self.nodes += 1
                    if after.question is None:
                        codes = (*line.codes, move.code, *after.decisions)
                        finished.append((codes, after.state))
                    else:
                        asking.append(after)
                yield self.nodes
            self._keep(self._judged(finished))
            worths = self._judge.worths([t.state for t in asking]) if asking else []
            order = sorted(range(len(asking)), key=lambda i: -worths[i])
            frontier = [asking[i] for i in order[: self._limits.answers]]

    def best(self) -> Codes:
        """The decisions of the best line, to the end of the turn as far as it was found."""
        done = self._pools.get(0, [])[: self._limits.lines]
        if not done:
            return max((line for p in self._pools.values() for line in p), key=_rank).codes
        ends = [end for line in done for end in self._ends(line)]
        return max(ends, key=lambda line: line.worth).codes

    def _ends(self, line: Line) -> list[Line]:
        """The ways to end the turn: with each task that can be claimed, or without."""
        rules = FORMS[line.state.setup.form]
        found = [Line(line.state, (*line.codes, END.code), line.worth)]
        claimed: list[tuple[Codes, GameState]] = []
        for task in rules.claimable(line.state):
            state = line.state.copy()
            rules.claim(Quiet(state), task)
            claimed.append(((*line.codes, f"={task}"), state))
        return found + self._judged(claimed)


def _rank(line: Line) -> tuple[int, int]:
    return (-line.state.actions, line.worth)
