"""Plan a whole turn: a beam search over actions, free moves, answers and claims.

Nothing hidden is revealed before a turn ends (R25.4), so one plan per turn is enough. The search
handles positions only: it creates no events, and runs a card's effect without a `Game`. It counts
nodes - moves and answers executed - and stops wherever it is when its budget is used up: the best
line so far is the plan.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from tashkalar.bots.approximate import approximate_answer
from tashkalar.bots.blindness import NOTHING_OVERLOOKED, notice_moves
from tashkalar.bots.evaluation import Evaluator
from tashkalar.bots.position_key import PositionKey, position_key
from tashkalar.cards import packs
from tashkalar.effects.answers import NeedDecision, Question
from tashkalar.effects.effect import Effect
from tashkalar.errors import PackError
from tashkalar.position.board import SQUARE_OF, Colour, Square
from tashkalar.position.literals import EventKind
from tashkalar.position.move import CHOOSE, END, PASS_CONTROL, Event, Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS

Codes = tuple[str, ...]


class SilentEffect(Effect):
    """An effect that discards its events."""

    __slots__ = ()

    def note(self, event: Event) -> None:
        """Discard the event."""

    def _note_piece(
        self, kind: EventKind, square: Square, owner: Colour, rank: int, origin: str | None = None
    ) -> None:
        """Make no event."""


class SearchLine(NamedTuple):
    """Decisions since the start of the plan, the position they lead to, and its worth."""

    state: GameState
    codes: Codes
    worth: int


class PartialMove(NamedTuple):
    """A move with its answers so far, including forced answers."""

    state: GameState
    answers: Codes
    forced: tuple[bool, ...]
    question: Question | None

    @property
    def chosen_answers(self) -> Codes:
        """The answers that were chosen, without forced answers."""
        return tuple(a for a, f in zip(self.answers, self.forced, strict=True) if not f)


def carry_out(
    state: GameState, move: Move, answers: Codes = (), forced: tuple[bool, ...] = ()
) -> PartialMove:
    """Return a move on a copy of the state with these answers, as far as they go.

    Raise PackError if a card of a pack fails, or asks more than a game allows.
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
    """Return a move in progress, with the answers chosen so far.

    Raise ValueError if the move or the answers do not fit the position.
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
    """The limits of a search."""

    nodes: int  # the budget: moves and answers executed
    lines: int  # positions kept after each action
    answers: int  # answers kept at each question of a move
    tried_answers: int = 16  # answers of a wide question that are executed
    evaluated_ends: int = 8  # positions at the turn's end that are evaluated with their claims
    discards: bool = True  # whether the discard action is looked at (R8)


_MIN_FINISHED_MOVES = 4  # moves with many questions that each expansion finishes
_MAX_ANSWERS = 200  # answers of one move; the game's own cards ask less than a tenth of that
_MAX_PICK_UPS = 4  # pieces that are tried as pick-ups in a shortage
_EVALUATION_BATCH = 192  # positions that are collected before they are evaluated together
# Evaluate fully the best third by the fast estimate, and at least 64 positions.
_EVALUATED_DIVISOR, _MIN_EVALUATED = 3, 64
_EVALUATED_IN_STEP = 64  # positions that are evaluated between two yields
STEP_NODES = 48  # nodes between two yields of the search

# An answer to execute: the move, its execution so far, and the answer.
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
        """Begin at a position between moves, or at a question of an opened move."""
        self.nodes = 0
        self._opened_move = opened
        self._evaluator = judge
        self._limits = limits
        # lines by the number of actions left, the best first
        self._lines_by_actions_left: dict[int, list[SearchLine]] = {}
        self._unevaluated: dict[int, list[tuple[Codes, GameState]]] = {}
        self._seen_keys: set[PositionKey] = set()
        self._expanded_codes: set[Codes] = set()
        self.root = root
        self._root_line = SearchLine(root, (), 0)
        if opened is None:
            self._add_positions([((), root)])
            self._prune()

    def run(self) -> Iterator[int]:
        """Search; yield the nodes used, every `STEP_NODES` nodes, until no line is left."""
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
        """Return the moves to try; placements are limited if they would use up the budget."""
        moves = [move for move in turn.legal_moves(state) if move.kind not in _UNPLANNED_KINDS]
        if not self._limits.discards:
            moves = [move for move in moves if move.kind != "discard"]
        if self._evaluator.overlooked != NOTHING_OVERLOOKED:
            moves = notice_moves(state, moves, self._evaluator.overlooked)
        places = [move for move in moves if move.kind == "place"]
        others = [move for move in moves if move.kind != "place"]
        room = max(6, share // 2 - len(others))
        is_pick_up = bool(places) and places[0].origin is not None
        if is_pick_up:  # each pick-up asks for a square (R6.3)
            room = min(room, _MAX_PICK_UPS)
        if len(places) > room:
            if is_pick_up:
                lifted = [CHOOSE[SQUARE_OF[str(move.origin)]] for move in places]
                guesses = [approximate_answer(state, "pick-up", move) for move in lifted]
            else:
                guesses = [approximate_answer(state, "place", move) for move in places]
            worths = self._evaluator.evaluate_fast(guesses)
            order = sorted(range(len(places)), key=lambda i: -worths[i])
            places = [places[i] for i in order[:room]]
        return others + places

    def _reach_turn_end(self) -> None:
        """Find any end of the turn by the quickest way, if the search has not reached one."""
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
        """Return the nodes to use for a line, so that all stages of the turn get some."""
        left = self._limits.nodes - self.nodes
        if line.state.actions > 1:
            return left * 2 // 5
        pool = self._lines_by_actions_left[line.state.actions][: self._limits.lines]
        waiting = sum(other.codes not in self._expanded_codes for other in pool)
        return left // (waiting + 1)

    def _next_line(self) -> SearchLine | None:
        """Return the best line not yet expanded, among those with the most actions left."""
        for actions in sorted(self._lines_by_actions_left, reverse=True):
            for line in self._lines_by_actions_left[actions][: self._limits.lines]:
                if line.codes not in self._expanded_codes:
                    return line
        return None

    def _add_positions(self, positions: Sequence[tuple[Codes, GameState]]) -> None:
        """Collect new positions for evaluation, without duplicates."""
        for codes, state in positions:
            key = position_key(state)
            if key not in self._seen_keys:
                self._seen_keys.add(key)
                self._unevaluated.setdefault(state.actions, []).append((codes, state))

    def _prune(self) -> None:
        """Evaluate the most promising of the collected positions together, and drop the others."""
        for _ in self._prune_in_steps():
            pass

    def _prune_in_steps(self) -> Iterator[int]:
        """Do what `_prune` does; yield the nodes used between parts of the work."""
        for actions, waiting in list(self._unevaluated.items()):
            guesses: list[int] = []
            for at in range(0, len(waiting), _EVALUATED_IN_STEP):
                part = [state for _, state in waiting[at : at + _EVALUATED_IN_STEP]]
                guesses += self._evaluator.evaluate_fast(part)
                yield self.nodes
            order = sorted(range(len(waiting)), key=lambda i: -guesses[i])
            best = [
                waiting[i] for i in order[: max(_MIN_EVALUATED, len(order) // _EVALUATED_DIVISOR)]
            ]
            worths: list[int] = []
            for at in range(0, len(best), _EVALUATED_IN_STEP):
                part = [state for _, state in best[at : at + _EVALUATED_IN_STEP]]
                worths += self._evaluator.evaluate(part)
                yield self.nodes
            if self._unevaluated.get(actions) is not waiting:
                return  # somebody has asked for the plan in between
            del self._unevaluated[actions]
            pool = self._lines_by_actions_left.setdefault(actions, [])
            pool += [SearchLine(s, codes, w) for (codes, s), w in zip(best, worths, strict=True)]
            pool.sort(key=_line_worth, reverse=True)

    def _expand(self, line: SearchLine, options: list[PendingAnswer], limit: int) -> Iterator[int]:
        """Extend a line by these moves, and by the most promising answers to their questions.

        Some nodes are reserved for moves with so many questions that none of their lines has been
        finished. Otherwise the search would see only the moves with few questions.
        """
        spare = _MIN_FINISHED_MOVES * 3 if limit - self.nodes > 30 else 0
        latest: dict[str, tuple[Move, PartialMove]] = {}
        ended: set[str] = set()
        while options:
            unfinished: list[tuple[Move, PartialMove]] = []
            while options and self.nodes < limit - spare:
                step = min(STEP_NODES, limit - spare - self.nodes)
                carried = [
                    (move, _continue_move(line.state, move, trial, answer))
                    for move, trial, answer in options[:step]
                ]
                options = options[step:]
                self.nodes += len(carried)
                self._add_positions(self._finished_positions(line, carried))
                unfinished += [(move, trial) for move, trial in carried if trial.question]
                ended |= {move.code for move, trial in carried if trial.question is None}
                if sum(map(len, self._unevaluated.values())) >= _EVALUATION_BATCH:
                    yield from self._prune_in_steps()
                yield self.nodes
            promising = self._most_promising_answers(unfinished)
            latest |= {move.code: (move, trial) for move, trial in reversed(promising)}
            options = yield from self._answers_in_steps(promising)
        self._finish_moves(line, [one for code, one in latest.items() if code not in ended])
        yield from self._prune_in_steps()

    def _finish_moves(
        self, line: SearchLine, unfinished: Sequence[tuple[Move, PartialMove]]
    ) -> None:
        """Finish the most promising of these moves by the first answers."""
        if not unfinished:
            return
        worths = self._evaluator.evaluate_fast([trial.state for _, trial in unfinished])
        order = sorted(range(len(unfinished)), key=lambda i: -worths[i])
        for i in order[:_MIN_FINISHED_MOVES]:
            move, trial = unfinished[i]
            while trial.question is not None:
                _, _, answer = self._answers_to_try(move, trial)[0]
                trial = _continue_move(line.state, move, trial, answer)
                self.nodes += 1
            self._add_positions(self._finished_positions(line, [(move, trial)]))

    def _finished_positions(
        self, line: SearchLine, carried: Sequence[tuple[Move, PartialMove]]
    ) -> list[tuple[Codes, GameState]]:
        """Return the decisions and positions of finished moves; for an opened move the new ones."""
        given = 0
        if line is self._root_line and self._opened_move is not None:
            given = 1 + len(self._opened_move[1].chosen_answers)
        return [
            (line.codes + (move.code, *trial.chosen_answers)[given:], trial.state)
            for move, trial in carried
            if trial.question is None
        ]

    def _most_promising_answers(
        self, unfinished: Sequence[tuple[Move, PartialMove]]
    ) -> list[tuple[Move, PartialMove]]:
        """Return, for each move with a further question, its most promising executions."""
        if not unfinished:
            return []
        worths = self._evaluator.evaluate_fast([trial.state for _, trial in unfinished])
        kept: list[tuple[Move, PartialMove]] = []
        taken: dict[str, int] = {}
        for i in sorted(range(len(unfinished)), key=lambda i: -worths[i]):
            move = unfinished[i][0]
            taken[move.code] = taken.get(move.code, 0) + 1
            # A discarding player returns the worst cards: their order is no matter (R8).
            if taken[move.code] <= (1 if move.kind == "discard" else self._limits.answers):
                kept.append(unfinished[i])
        return kept

    def _answers_to_try(self, move: Move, trial: PartialMove) -> list[PendingAnswer]:
        """Return the answers to execute for a question: the most promising ones of many."""
        steps = self._answers_in_steps([(move, trial)])
        while True:
            try:
                next(steps)
            except StopIteration as end:
                answers: list[PendingAnswer] = end.value
                return answers

    def _answers_in_steps(
        self, asking: Sequence[tuple[Move, PartialMove]]
    ) -> Generator[int, None, list[PendingAnswer]]:
        """Return the answers to execute for the questions of these moves.

        Yield the nodes used between parts of the work.
        """
        most = self._limits.tried_answers
        guesses: list[GameState] = []
        worths: list[int] = []
        asked = [(move, trial, _planned_answers(trial)) for move, trial in asking]
        for _, trial, answers in asked:
            if len(answers) <= most:
                continue
            assert trial.question is not None
            kind = trial.question.kind
            guesses += [approximate_answer(trial.state, kind, answer) for answer in answers]
            while len(guesses) >= _EVALUATED_IN_STEP:
                worths += self._evaluator.evaluate_fast(guesses[:_EVALUATED_IN_STEP])
                guesses = guesses[_EVALUATED_IN_STEP:]
                yield self.nodes
        worths += self._evaluator.evaluate_fast(guesses) if guesses else []
        pending: list[PendingAnswer] = []
        done = 0
        for move, trial, answers in asked:
            if len(answers) > most:
                own = worths[done : done + len(answers)]
                done += len(answers)
                order = sorted(range(len(answers)), key=lambda i: -own[i])
                answers = [answers[i] for i in order[:most]]
            pending += [(move, trial, answer.code) for answer in answers]
        return pending

    def ranked_ends(self) -> list[SearchLine]:
        """Return the ways to end the turn, with every claimable task; the best first."""
        self._reach_turn_end()
        rules = FORMS[self._root_line.state.setup.form]
        candidates: list[tuple[Codes, GameState]] = []
        for line in self._lines_by_actions_left[0][: self._limits.evaluated_ends]:
            candidates.append(((*line.codes, END.code), line.state))
            for task in rules.claimable_tasks(line.state):
                state = line.state.copy()
                rules.claim(SilentEffect(state), task)
                candidates.append(((*line.codes, f"={task}"), state))
        worths = self._evaluator.evaluate([state for _, state in candidates], is_turn_over=True)
        ends = [SearchLine(s, codes, w) for (codes, s), w in zip(candidates, worths, strict=True)]
        return sorted(ends, key=_line_worth, reverse=True)

    def evaluate_codes(self, codes: Sequence[str]) -> int:
        """Return the worth of a whole turn of decisions, on the scale of `ranked_ends`.

        Raise ValueError if they are not legal here.
        """
        *before, last = codes
        state = replay(self.root, before)
        if last.startswith("="):
            state = state.copy()
            FORMS[state.setup.form].claim(SilentEffect(state), last[1:])
        return self._evaluator.evaluate([state], is_turn_over=True)[0]


def without_missed_claims(ends: Sequence[SearchLine]) -> list[SearchLine]:
    """Return the ways to end the turn but those that leave a task unclaimed."""
    claiming = {end.codes[:-1] for end in ends if end.codes[-1].startswith("=")}
    return [end for end in ends if end.codes[-1].startswith("=") or end.codes[:-1] not in claiming]


def replay(state: GameState, codes: Sequence[str]) -> GameState:
    """Return the position after these decisions; a question without one takes its first answer.

    Raise ValueError if a decision is not legal.
    """
    left = list(codes)
    while left:
        code = left.pop(0)
        move = turn.find_move(state, code)
        if move is None:
            raise ValueError(f"{code} is not a legal move")
        trial = carry_out(state, move)
        while trial.question is not None:
            answer = left.pop(0) if left else trial.question.moves[0].code
            trial = carry_out(state, move, (*trial.answers, answer), (*trial.forced, False))
        state = trial.state
    return state


def _planned_answers(trial: PartialMove) -> list[Move]:
    """Return the answers to a question that a plan may give."""
    assert trial.question is not None
    return [answer for answer in trial.question.moves if answer is not PASS_CONTROL]


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
