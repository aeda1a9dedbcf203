"""Planning a whole turn: a beam of positions over actions, free moves, answers and claims.

Nothing hidden comes to light before a turn ends (R25.4), so one plan a turn is enough. The search
looks at positions only: it makes no events, and runs a card's effect without the `Game` around it.
It counts nodes - moves and answers carried out - and stops in the middle of whatever it does when
its budget is spent: the best line so far is the plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.approximate import approximate_answer
from tashkalar.bots.evaluation import Evaluator
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


class SilentEffect(Effect):
    """An effect that nobody watches."""

    __slots__ = ()

    def note(self, event: Event) -> None:
        """Nobody reads events here."""


class SearchLine(NamedTuple):
    """Decisions since the plan began, the position they lead to, and what it is worth."""

    state: GameState
    codes: Codes
    worth: int


class PartialMove(NamedTuple):
    """A move with its answers so far, forced ones too."""

    state: GameState
    answers: Codes
    forced: tuple[bool, ...]
    question: Question | None

    @property
    def chosen_answers(self) -> Codes:
        """The answers that were chosen."""
        return tuple(a for a, f in zip(self.answers, self.forced, strict=True) if not f)


def carry_out(
    state: GameState, move: Move, answers: Codes = (), forced: tuple[bool, ...] = ()
) -> PartialMove:
    """A move on a copy of the state with these answers, as far as they go.

    PackError when a card of a pack fails, or asks more than a game lets it.
    """
    if len(answers) > _MAX_ANSWERS and (pack := packs.pack_of(move.card)):
        raise PackError(pack.id, f"{move.card}: it asks too much")
    effect = SilentEffect(state.copy(), answers, forced)
    question = None
    try:
        turn.perform(effect, move)
    except NeedDecision as need:
        question = need.question
    return PartialMove(effect.state, tuple(effect.answers), tuple(effect.forced), question)


def resume_move(state: GameState, code: str, answers: Sequence[str]) -> tuple[Move, PartialMove]:
    """A move that is being carried out, with the answers that were chosen so far.

    ValueError when they do not fit the position.
    """
    moves = [move for move in turn.legal_moves(state) if move.code == code]
    if not moves:
        raise ValueError(f"{code} is not a legal move")
    trial = carry_out(state, moves[0])
    for answer in answers:
        trial = carry_out(state, moves[0], (*trial.answers, answer), (*trial.forced, False))
    if trial.question is None:
        raise ValueError(f"{code} asks nothing more")
    return moves[0], trial


class SearchLimits(NamedTuple):
    """How far a search looks."""

    nodes: int  # the budget
    lines: int  # positions kept after each action
    answers: int  # answers kept at each question of a move
    tried_answers: int = 16  # answers of a wide question that are carried out
    evaluated_ends: int = 8  # positions at the end of the turn that are judged with their claims


_MIN_FINISHED_MOVES = 4  # moves that ask much, at each expansion
_MAX_ANSWERS = 200  # answers to one move; none of the game's own cards asks a tenth of that
_MAX_PICK_UPS = 4  # pieces that are picked up in a shortage, of many
_EVALUATION_BATCH = 192  # positions that wait to be judged, before they are
_EVALUATED_DIVISOR, _MIN_EVALUATED = 3, 64  # one of three of them by the first guess, but so many
STEP_NODES = 48  # nodes between two looks at whether to go on

# An answer to be carried out: the move, what is known of it so far, and the answer.
PendingAnswer = tuple[Move, "PartialMove | None", str]


class Search:
    """Plans the turn of the player who decides in a position."""

    def __init__(
        self,
        root: GameState,
        judge: Evaluator,
        limits: SearchLimits,
        opened: tuple[Move, PartialMove] | None = None,
    ) -> None:
        """From a position between moves, or from a question of an opened move."""
        self.nodes = 0
        self._opened_move = opened
        self._evaluator = judge
        self._limits = limits
        self._lines_by_actions_left: dict[
            int, list[SearchLine]
        ] = {}  # by the actions left, the best first
        self._unevaluated: dict[int, list[tuple[Codes, GameState]]] = {}  # not judged yet
        self._seen_keys: set[tuple[object, ...]] = set()
        self._expanded_codes: set[Codes] = set()
        self.root = root
        self._root_line = SearchLine(root, (), 0)
        if opened is None:
            self._add_positions([((), root)])
            self._prune()

    def run(self) -> Iterator[int]:
        """Search on; gives the nodes so far every `STEP_NODES` nodes, until nothing is left to
        do."""
        if self._opened_move is not None and not self._lines_by_actions_left:
            move, trial = self._opened_move
            options = self._answers_to_try(move, trial)
            yield from self._expand(self._root_line, options, self._limits.nodes // 2)
        while (line := self._next_line()) is not None and self.nodes < self._limits.nodes:
            self._expanded_codes.add(line.codes)
            share = self._node_share(line)
            options = [(move, None, "") for move in self._candidate_moves(line.state, share)]
            yield from self._expand(line, options, self.nodes + share)

    def _candidate_moves(self, state: GameState, share: int) -> list[Move]:
        """The moves to go on with; placings are sieved when they would take up the budget."""
        moves = [move for move in turn.legal_moves(state) if move.kind not in _UNPLANNED_KINDS]
        places = [move for move in moves if move.kind == "place"]
        others = [move for move in moves if move.kind != "place"]
        room = max(6, share // 2 - len(others))
        guesses = [approximate_answer(state, "place", move) for move in places]
        if places and places[0].origin is not None:  # each asks for a square (R6.3)
            room = min(room, _MAX_PICK_UPS)
            lifted = [CHOOSE[SQUARE_OF[str(move.origin)]] for move in places]
            guesses = [approximate_answer(state, "pick-up", move) for move in lifted]
        if len(places) > room:
            worths = self._evaluator.evaluate_fast(guesses)
            order = sorted(range(len(places)), key=lambda i: -worths[i])
            places = [places[i] for i in order[:room]]
        return others + places

    def _reach_turn_end(self) -> None:
        """Come to the end of the turn in the quickest way, if the search has not been there."""
        self._prune()
        if not self._lines_by_actions_left and self._opened_move is not None:
            move, trial = self._opened_move
            while trial.question is not None:
                _, _, answer = self._answers_to_try(move, trial)[0]
                trial = _continue_move(self._root_line.state, move, trial, answer)
            self._add_positions(self._finished_positions(self._root_line, [(move, trial)]))
            self._prune()
        while 0 not in self._lines_by_actions_left:
            best = max(
                (line for pool in self._lines_by_actions_left.values() for line in pool),
                key=_turn_end_key,
            )
            carried: list[tuple[Move, PartialMove]] = []
            for move in turn.legal_moves(best.state):
                if move.kind == "place":
                    trial = carry_out(best.state, move)
                    while trial.question is not None:
                        trial = _continue_move(
                            best.state, move, trial, trial.question.moves[0].code
                        )
                    carried.append((move, trial))
            self._add_positions(self._finished_positions(best, carried))
            self._prune()

    def _node_share(self, line: SearchLine) -> int:
        """How many nodes to spend on a line, so that all stages of the turn get some."""
        left = self._limits.nodes - self.nodes
        if line.state.actions > 1:
            return left * 2 // 5
        pool = self._lines_by_actions_left[line.state.actions][: self._limits.lines]
        waiting = sum(other.codes not in self._expanded_codes for other in pool)
        return left // (waiting + 1)

    def _next_line(self) -> SearchLine | None:
        """The best line that has not been gone on with, of those with the most actions left."""
        for actions in sorted(self._lines_by_actions_left, reverse=True):
            for line in self._lines_by_actions_left[actions][: self._limits.lines]:
                if line.codes not in self._expanded_codes:
                    return line
        return None

    def _add_positions(self, found: Sequence[tuple[Codes, GameState]]) -> None:
        """Put new positions among those to be judged; equal ones count once."""
        for codes, state in found:
            key = _position_key(state)
            if key not in self._seen_keys:
                self._seen_keys.add(key)
                self._unevaluated.setdefault(state.actions, []).append((codes, state))

    def _prune(self) -> None:
        """Judge the most promising of what waits, many together; the others are let go."""
        for actions, waiting in self._unevaluated.items():
            guesses = self._evaluator.evaluate_fast([state for _, state in waiting])
            order = sorted(range(len(waiting)), key=lambda i: -guesses[i])
            best = [
                waiting[i] for i in order[: max(_MIN_EVALUATED, len(order) // _EVALUATED_DIVISOR)]
            ]
            worths = self._evaluator.evaluate([state for _, state in best])
            pool = self._lines_by_actions_left.setdefault(actions, [])
            pool += [SearchLine(s, codes, w) for (codes, s), w in zip(best, worths, strict=True)]
            pool.sort(key=_line_worth, reverse=True)
        self._unevaluated.clear()

    def _expand(self, line: SearchLine, options: list[PendingAnswer], limit: int) -> Iterator[int]:
        """Go on with a line by these moves, and by the most promising answers to its questions.

        At the end some nodes are kept for moves whose effects ask so much that none of their lines
        has come to an end: otherwise those that ask little would be all that is seen.
        """
        spare = _MIN_FINISHED_MOVES * 3 if limit - self.nodes > 30 else 0
        latest: dict[str, tuple[Move, PartialMove]] = {}
        ended: set[str] = set()
        while options:
            asking: list[tuple[Move, PartialMove]] = []
            while options and self.nodes < limit - spare:
                step = min(STEP_NODES, limit - spare - self.nodes)
                carried = [
                    (move, _continue_move(line.state, move, trial, answer))
                    for move, trial, answer in options[:step]
                ]
                options = options[step:]
                self.nodes += len(carried)
                self._add_positions(self._finished_positions(line, carried))
                asking += [(move, trial) for move, trial in carried if trial.question]
                ended |= {move.code for move, trial in carried if trial.question is None}
                if sum(map(len, self._unevaluated.values())) >= _EVALUATION_BATCH:
                    self._prune()
                yield self.nodes
            promising = self._most_promising_answers(asking)
            latest |= {move.code: (move, trial) for move, trial in reversed(promising)}
            options = [o for move, trial in promising for o in self._answers_to_try(move, trial)]
        self._finish_moves(line, [one for code, one in latest.items() if code not in ended])
        self._prune()

    def _finish_moves(self, line: SearchLine, asking: Sequence[tuple[Move, PartialMove]]) -> None:
        """Come to the end of the most promising of these moves, by the first answers."""
        if not asking:
            return
        worths = self._evaluator.evaluate_fast([trial.state for _, trial in asking])
        order = sorted(range(len(asking)), key=lambda i: -worths[i])
        for i in order[:_MIN_FINISHED_MOVES]:
            move, trial = asking[i]
            while trial.question is not None:
                _, _, answer = self._answers_to_try(move, trial)[0]
                trial = _continue_move(line.state, move, trial, answer)
                self.nodes += 1
            self._add_positions(self._finished_positions(line, [(move, trial)]))

    def _finished_positions(
        self, line: SearchLine, carried: Sequence[tuple[Move, PartialMove]]
    ) -> list[tuple[Codes, GameState]]:
        """The decisions and positions of finished moves; of an opened move those to come."""
        given = 0
        if line is self._root_line and self._opened_move is not None:
            given = 1 + len(self._opened_move[1].chosen_answers)
        return [
            (line.codes + (move.code, *trial.chosen_answers)[given:], trial.state)
            for move, trial in carried
            if trial.question is None
        ]

    def _most_promising_answers(
        self, asking: Sequence[tuple[Move, PartialMove]]
    ) -> list[tuple[Move, PartialMove]]:
        """Of the moves that ask on, for each the most promising answers so far."""
        if not asking:
            return []
        worths = self._evaluator.evaluate_fast([trial.state for _, trial in asking])
        kept: list[tuple[Move, PartialMove]] = []
        taken: dict[str, int] = {}
        for i in sorted(range(len(asking)), key=lambda i: -worths[i]):
            code = asking[i][0].code
            taken[code] = taken.get(code, 0) + 1
            if taken[code] <= self._limits.answers:
                kept.append(asking[i])
        return kept

    def _answers_to_try(self, move: Move, trial: PartialMove) -> list[PendingAnswer]:
        """The answers to a question that are carried out: of very many the most promising ones."""
        question = trial.question
        assert question is not None
        answers = [answer for answer in question.moves if answer is not PASS_CONTROL]
        if len(answers) > self._limits.tried_answers:
            guesses = [approximate_answer(trial.state, question.kind, answer) for answer in answers]
            worths = self._evaluator.evaluate_fast(guesses)
            order = sorted(range(len(answers)), key=lambda i: -worths[i])
            answers = [answers[i] for i in order[: self._limits.tried_answers]]
        return [(move, trial, answer.code) for answer in answers]

    def ranked_ends(self) -> list[SearchLine]:
        """The ways to end the turn, each with every task that can be claimed; the best first."""
        self._reach_turn_end()
        rules = FORMS[self._root_line.state.setup.form]
        found: list[tuple[Codes, GameState]] = []
        for line in self._lines_by_actions_left[0][: self._limits.evaluated_ends]:
            found.append(((*line.codes, END.code), line.state))
            for task in rules.claimable_tasks(line.state):
                state = line.state.copy()
                rules.claim(SilentEffect(state), task)
                found.append(((*line.codes, f"={task}"), state))
        worths = self._evaluator.evaluate([state for _, state in found], is_turn_over=True)
        ends = [SearchLine(s, codes, w) for (codes, s), w in zip(found, worths, strict=True)]
        return sorted(ends, key=_line_worth, reverse=True)

    def evaluate_codes(self, codes: Sequence[str]) -> int:
        """What a whole turn of decisions leads to, judged like the ends that were found.

        ValueError when they are not legal here.
        """
        *before, last = codes
        state = replay(self.root, before)
        if last.startswith("="):
            state = state.copy()
            FORMS[state.setup.form].claim(SilentEffect(state), last[1:])
        return self._evaluator.evaluate([state], is_turn_over=True)[0]


def replay(state: GameState, codes: Sequence[str]) -> GameState:
    """The position after these decisions; a question without one takes its first answer.

    ValueError when one of them is not legal.
    """
    left = list(codes)
    while left:
        code = left.pop(0)
        move = next((move for move in turn.legal_moves(state) if move.code == code), None)
        if move is None:
            raise ValueError(f"{code} is not a legal move")
        trial = carry_out(state, move)
        while trial.question is not None:
            answer = left.pop(0) if left else trial.question.moves[0].code
            trial = carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))
        state = trial.state
    return state


_UNPLANNED_KINDS = frozenset({"end", "claim", "pass-control"})


def _continue_move(
    state: GameState, move: Move, trial: PartialMove | None, answer: str
) -> PartialMove:
    if trial is None:
        return carry_out(state, move)
    return carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))


def _line_worth(line: SearchLine) -> int:
    return line.worth


def _turn_end_key(line: SearchLine) -> tuple[int, int]:
    return -line.state.actions, line.worth


def _position_key(state: GameState) -> tuple[object, ...]:
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
