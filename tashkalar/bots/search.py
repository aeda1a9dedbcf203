"""Planning a whole turn: a beam of positions over actions, free moves, answers and claims.

Nothing hidden comes to light before a turn ends (R25.4), so one plan a turn is enough. The search
looks at positions only: it makes no events, and runs a card's effect without the `Game` around it.
It counts nodes - moves and answers carried out - and stops in the middle of whatever it does when
its budget is spent: the best line so far is the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.approximate import guess
from tashkalar.bots.evaluation import Judge
from tashkalar.cards import packs
from tashkalar.effects.answers import NeedDecision, Question
from tashkalar.effects.effect import Effect
from tashkalar.errors import PackError
from tashkalar.position.board import SQUARE_OF
from tashkalar.position.move import CHOOSE, END, PASS_CONTROL, Event, Move
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
    """A move on a copy of the state with these answers, as far as they go.

    PackError when a card of a pack fails, or asks more than a game lets it.
    """
    if len(answers) > _MANY and (pack := packs.pack_of(move.card)):
        raise PackError(pack.id, f"{move.card}: it asks too much")
    effect = Quiet(state.copy(), answers, forced)
    question = None
    try:
        turn.perform(effect, move)
    except NeedDecision as need:
        question = need.question
    return Trial(effect.state, tuple(effect.answers), tuple(effect.forced), question)


def opened(state: GameState, code: str, answers: Sequence[str]) -> tuple[Move, Trial]:
    """A move that is being carried out, with the answers that were chosen so far.

    ValueError when they do not fit the position.
    """
    moves = [move for move in turn.legal(state) if move.code == code]
    if not moves:
        raise ValueError(f"{code} is not a legal move")
    trial = carry_out(state, moves[0])
    for answer in answers:
        trial = carry_out(state, moves[0], (*trial.answers, answer), (*trial.forced, False))
    if trial.question is None:
        raise ValueError(f"{code} asks nothing more")
    return moves[0], trial


class Limits(NamedTuple):
    """How far a search looks."""

    nodes: int  # the budget
    lines: int  # positions kept after each action
    answers: int  # answers kept at each question of a move
    tried: int = 16  # answers of a wide question that are carried out
    ends: int = 8  # positions at the end of the turn that are judged with their claims


_FINISHED_AT_LEAST = 4  # moves that ask much, at each expansion
_MANY = 200  # answers to one move; none of the game's own cards asks a tenth of that
_PICKED_UP = 4  # pieces that are picked up in a shortage, of many
_TOGETHER = 192  # positions that wait to be judged, before they are
_JUDGED_OF, _JUDGED_AT_LEAST = 3, 64  # one of three of them by the first guess, but so many
STEP = 48  # nodes between two looks at whether to go on

# An answer to be carried out: the move, what is known of it so far, and the answer.
Option = tuple[Move, "Trial | None", str]


class Search:
    """Plans the turn of the player who decides in a position."""

    def __init__(
        self,
        root: GameState,
        judge: Judge,
        limits: Limits,
        opened: tuple[Move, Trial] | None = None,
    ) -> None:
        """From a position between moves, or from a question of an opened move."""
        self.nodes = 0
        self._opened = opened
        self._judge = judge
        self._limits = limits
        self._pools: dict[int, list[Line]] = {}  # by the actions left, the best first
        self._waiting: dict[int, list[tuple[Codes, GameState]]] = {}  # not judged yet
        self._seen: set[tuple[object, ...]] = set()
        self._spread: set[Codes] = set()
        self.root = root
        self._root = Line(root, (), 0)
        if opened is None:
            self._keep([((), root)])
            self._sift()

    def run(self) -> Iterator[int]:
        """Search on; gives the nodes so far every `STEP` nodes, until nothing is left to do."""
        if self._opened is not None and not self._pools:
            move, trial = self._opened
            options = self._tried(move, trial)
            yield from self._expand(self._root, options, self._limits.nodes // 2)
        while (line := self._next()) is not None and self.nodes < self._limits.nodes:
            self._spread.add(line.codes)
            share = self._share(line)
            options = [(move, None, "") for move in self._moves(line.state, share)]
            yield from self._expand(line, options, self.nodes + share)

    def _moves(self, state: GameState, share: int) -> list[Move]:
        """The moves to go on with; placings are sieved when they would take up the budget."""
        moves = [move for move in turn.legal(state) if move.kind not in _NOT_PLANNED]
        places = [move for move in moves if move.kind == "place"]
        others = [move for move in moves if move.kind != "place"]
        room = max(6, share // 2 - len(others))
        guesses = [guess(state, "place", move) for move in places]
        if places and places[0].origin is not None:  # each asks for a square (R6.3)
            room = min(room, _PICKED_UP)
            lifted = [CHOOSE[SQUARE_OF[str(move.origin)]] for move in places]
            guesses = [guess(state, "pick-up", move) for move in lifted]
        if len(places) > room:
            worths = self._judge.quick(guesses)
            order = sorted(range(len(places)), key=lambda i: -worths[i])
            places = [places[i] for i in order[:room]]
        return others + places

    def _complete(self) -> None:
        """Come to the end of the turn in the quickest way, if the search has not been there."""
        self._sift()
        if not self._pools and self._opened is not None:
            move, trial = self._opened
            while trial.question is not None:
                _, _, answer = self._tried(move, trial)[0]
                trial = _after(self._root.state, move, trial, answer)
            self._keep(self._carried(self._root, [(move, trial)]))
            self._sift()
        while 0 not in self._pools:
            best = max((line for pool in self._pools.values() for line in pool), key=_nearest_end)
            carried: list[tuple[Move, Trial]] = []
            for move in turn.legal(best.state):
                if move.kind == "place":
                    trial = carry_out(best.state, move)
                    while trial.question is not None:
                        trial = _after(best.state, move, trial, trial.question.moves[0].code)
                    carried.append((move, trial))
            self._keep(self._carried(best, carried))
            self._sift()

    def _share(self, line: Line) -> int:
        """How many nodes to spend on a line, so that all stages of the turn get some."""
        left = self._limits.nodes - self.nodes
        if line.state.actions > 1:
            return left * 2 // 5
        pool = self._pools[line.state.actions][: self._limits.lines]
        waiting = sum(other.codes not in self._spread for other in pool)
        return left // (waiting + 1)

    def _next(self) -> Line | None:
        """The best line that has not been gone on with, of those with the most actions left."""
        for actions in sorted(self._pools, reverse=True):
            for line in self._pools[actions][: self._limits.lines]:
                if line.codes not in self._spread:
                    return line
        return None

    def _keep(self, found: Sequence[tuple[Codes, GameState]]) -> None:
        """Put new positions among those to be judged; equal ones count once."""
        for codes, state in found:
            key = _key(state)
            if key not in self._seen:
                self._seen.add(key)
                self._waiting.setdefault(state.actions, []).append((codes, state))

    def _sift(self) -> None:
        """Judge the most promising of what waits, many together; the others are let go."""
        for actions, waiting in self._waiting.items():
            guesses = self._judge.quick([state for _, state in waiting])
            order = sorted(range(len(waiting)), key=lambda i: -guesses[i])
            best = [waiting[i] for i in order[: max(_JUDGED_AT_LEAST, len(order) // _JUDGED_OF)]]
            worths = self._judge.worths([state for _, state in best])
            pool = self._pools.setdefault(actions, [])
            pool += [Line(s, codes, w) for (codes, s), w in zip(best, worths, strict=True)]
            pool.sort(key=_worth, reverse=True)
        self._waiting.clear()

    def _expand(self, line: Line, options: list[Option], limit: int) -> Iterator[int]:
        """Go on with a line by these moves, and by the most promising answers to its questions.

        At the end some nodes are kept for moves whose effects ask so much that none of their lines
        has come to an end: otherwise those that ask little would be all that is seen.
        """
        spare = _FINISHED_AT_LEAST * 3 if limit - self.nodes > 30 else 0
        latest: dict[str, tuple[Move, Trial]] = {}
        ended: set[str] = set()
        while options:
            asking: list[tuple[Move, Trial]] = []
            while options and self.nodes < limit - spare:
                step = min(STEP, limit - spare - self.nodes)
                carried = [
                    (move, _after(line.state, move, trial, answer))
                    for move, trial, answer in options[:step]
                ]
                options = options[step:]
                self.nodes += len(carried)
                self._keep(self._carried(line, carried))
                asking += [(move, trial) for move, trial in carried if trial.question]
                ended |= {move.code for move, trial in carried if trial.question is None}
                if sum(map(len, self._waiting.values())) >= _TOGETHER:
                    self._sift()
                yield self.nodes
            promising = self._promising(asking)
            latest |= {move.code: (move, trial) for move, trial in reversed(promising)}
            options = [o for move, trial in promising for o in self._tried(move, trial)]
        self._finish(line, [one for code, one in latest.items() if code not in ended])
        self._sift()

    def _finish(self, line: Line, asking: Sequence[tuple[Move, Trial]]) -> None:
        """Come to the end of the most promising of these moves, by the first answers."""
        if not asking:
            return
        worths = self._judge.quick([trial.state for _, trial in asking])
        order = sorted(range(len(asking)), key=lambda i: -worths[i])
        for i in order[:_FINISHED_AT_LEAST]:
            move, trial = asking[i]
            while trial.question is not None:
                _, _, answer = self._tried(move, trial)[0]
                trial = _after(line.state, move, trial, answer)
                self.nodes += 1
            self._keep(self._carried(line, [(move, trial)]))

    def _carried(
        self, line: Line, carried: Sequence[tuple[Move, Trial]]
    ) -> list[tuple[Codes, GameState]]:
        """The decisions and positions of finished moves; of an opened move those to come."""
        given = 0
        if line is self._root and self._opened is not None:
            given = 1 + len(self._opened[1].decisions)
        return [
            (line.codes + (move.code, *trial.decisions)[given:], trial.state)
            for move, trial in carried
            if trial.question is None
        ]

    def _promising(self, asking: Sequence[tuple[Move, Trial]]) -> list[tuple[Move, Trial]]:
        """Of the moves that ask on, for each the most promising answers so far."""
        if not asking:
            return []
        worths = self._judge.quick([trial.state for _, trial in asking])
        kept: list[tuple[Move, Trial]] = []
        taken: dict[str, int] = {}
        for i in sorted(range(len(asking)), key=lambda i: -worths[i]):
            code = asking[i][0].code
            taken[code] = taken.get(code, 0) + 1
            if taken[code] <= self._limits.answers:
                kept.append(asking[i])
        return kept

    def _tried(self, move: Move, trial: Trial) -> list[Option]:
        """The answers to a question that are carried out: of very many the most promising ones."""
        question = trial.question
        assert question is not None
        answers = [answer for answer in question.moves if answer is not PASS_CONTROL]
        if len(answers) > self._limits.tried:
            guesses = [guess(trial.state, question.kind, answer) for answer in answers]
            worths = self._judge.quick(guesses)
            order = sorted(range(len(answers)), key=lambda i: -worths[i])
            answers = [answers[i] for i in order[: self._limits.tried]]
        return [(move, trial, answer.code) for answer in answers]

    def ends(self) -> list[Line]:
        """The ways to end the turn, each with every task that can be claimed; the best first."""
        self._complete()
        rules = FORMS[self._root.state.setup.form]
        found: list[tuple[Codes, GameState]] = []
        for line in self._pools[0][: self._limits.ends]:
            found.append(((*line.codes, END.code), line.state))
            for task in rules.claimable(line.state):
                state = line.state.copy()
                rules.claim(Quiet(state), task)
                found.append(((*line.codes, f"={task}"), state))
        worths = self._judge.worths([state for _, state in found], ended=True)
        ends = [Line(s, codes, w) for (codes, s), w in zip(found, worths, strict=True)]
        return sorted(ends, key=_worth, reverse=True)

    def worth(self, codes: Sequence[str]) -> int:
        """What a whole turn of decisions leads to, judged like the ends that were found.

        ValueError when they are not legal here.
        """
        *before, last = codes
        state = replay(self.root, before)
        if last.startswith("="):
            state = state.copy()
            FORMS[state.setup.form].claim(Quiet(state), last[1:])
        return self._judge.worths([state], ended=True)[0]


def replay(state: GameState, codes: Sequence[str]) -> GameState:
    """The position after these decisions; a question without one takes its first answer.

    ValueError when one of them is not legal.
    """
    left = list(codes)
    while left:
        code = left.pop(0)
        move = next((move for move in turn.legal(state) if move.code == code), None)
        if move is None:
            raise ValueError(f"{code} is not a legal move")
        trial = carry_out(state, move)
        while trial.question is not None:
            answer = left.pop(0) if left else trial.question.moves[0].code
            trial = carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))
        state = trial.state
    return state


_NOT_PLANNED = frozenset({"end", "claim", "pass-control"})


def _after(state: GameState, move: Move, trial: Trial | None, answer: str) -> Trial:
    if trial is None:
        return carry_out(state, move)
    return carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))


def _worth(line: Line) -> int:
    return line.worth


def _nearest_end(line: Line) -> tuple[int, int]:
    return -line.state.actions, line.worth


def _key(state: GameState) -> tuple[object, ...]:
    """What tells positions within a turn apart."""
    seat = state.seat
    return (
        state.actions,
        state.colours,
        state.heroic,
        state.legendary,
        state.hands[seat],
        state.legends,
        state.flares[seat],
        state.frozen,
        state.pending,
        state.discards[seat],
        state.destroyed,
        state.points,
        state.summoned,
        state.gateway,
        state.captive,
        state.removed,
        state.discarded,
        state.markers,
        state.penalties,
        (state.borrow, state.empties, state.summon_with, state.doubled),
        (state.extra_beings, state.extra_legends, state.extra_turns),
    )
