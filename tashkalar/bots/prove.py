"""Prove whether a goal can be reached in a turn: search all ways to play the turn.

Three decisions are left out. The discard action costs four to thirty times the nodes and has given
no other solutions; ask for it with `with_discards`. A last action that only places a piece is left
out where it can neither reach the goal nor make another move possible. In a team the player never
passes control: the teammate could only finish the effect and place pieces (R19.12), as the player
can, so no position is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from tashkalar.bots.position_key import PositionKey, position_key
from tashkalar.formats.goal import Condition, Goal, GoalTracker, can_hold_at_turn_end
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import COMMON, NAMES
from tashkalar.position.ids import seat_number, seat_of
from tashkalar.position.move import Move
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.execution import Execution, ExecutionResult, carry_out
from tashkalar.rules.forms import FORMS

MOST_NODES = 60_000

ResultT = TypeVar("ResultT")
Codes = tuple[str, ...]
Summonings = tuple[tuple[str, str], ...]

_FREE_KINDS = frozenset({"flare", "thaw", "warp"})
_ENDING_KINDS = frozenset({"end", "claim"})
_PASS = "pass-control"
_REPLIES_KEPT = 12


class Solution(NamedTuple):
    """A way to reach the goal: the first one found to its position, which has the fewest moves."""

    codes: Codes  # the decisions, without forced answers
    moves: int  # the moves among them, without the end of the turn
    summonings: Summonings  # cards and squares of the beings summoned this turn, sorted
    board: PositionKey  # the pieces on the board


class Proof(NamedTuple):
    """The result of a search."""

    is_complete: bool  # the turn was searched to its end within the nodes
    nodes: int  # moves and answers executed
    ends: int  # different positions in which the goal is reached, or the turn has ended without it
    solutions: tuple[Solution, ...]

    @property
    def summonings(self) -> frozenset[Summonings]:
        """The sets of beings that solutions summon."""
        return frozenset(solution.summonings for solution in self.solutions)

    @property
    def boards(self) -> frozenset[PositionKey]:
        """The boards on which the goal is reached."""
        return frozenset(solution.board for solution in self.solutions)

    @property
    def fewest_moves(self) -> int:
        """The moves of the shortest solution; 0 without a solution."""
        return min((solution.moves for solution in self.solutions), default=0)


class ProofProgress(NamedTuple):
    """The progress of a search."""

    nodes: int  # moves and answers executed
    solutions: int


class GoalLine(NamedTuple):
    """A position between two moves of the turn, and how it was reached."""

    state: GameState
    tracker: GoalTracker
    codes: Codes
    turn_moves: Codes = ()  # those of the codes that answer no effect's question


def prove(
    start: GameState,
    goal: Goal,
    *,
    most_nodes: int = MOST_NODES,
    with_discards: bool = False,
    first_move: str | None = None,
    on_position: Callable[[GoalLine], None] | None = None,
) -> Proof:
    """Return all ways to reach the goal in the turn that is being played.

    `first_move` is the code that the turn must begin with. `on_position` is called for each new
    position. Raise ValueError if the goal is not that of the seat to move.
    """
    steps = prove_in_steps(
        start,
        goal,
        most_nodes=most_nodes,
        with_discards=with_discards,
        first_move=first_move,
        on_position=on_position,
    )
    return run_search(steps)


def run_search(steps: Generator[object, None, ResultT]) -> ResultT:
    """Return the result at the end of a search that is made in steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: ResultT = end.value
            return result


def prove_in_steps(
    start: GameState,
    goal: Goal,
    *,
    most_nodes: int = MOST_NODES,
    with_discards: bool = False,
    first_move: str | None = None,
    on_position: Callable[[GoalLine], None] | None = None,
) -> Generator[ProofProgress, None, Proof]:
    """Return a generator that proves as `prove` does, and yields its progress again and again."""
    if start.phase != "play" or start.playing is not None:
        raise ValueError("a proof begins between two moves of a running game")
    if seat_of(goal.seat) != start.seat:
        raise ValueError("the goal must be that of the seat to move")
    search = _ExhaustiveSearch(
        goal,
        most_nodes,
        with_discards=with_discards,
        first_move=first_move,
        on_position=on_position,
    )
    return search.run_in_steps(start)


def reaches(start: GameState, goal: Goal, codes: Codes) -> bool:
    """Return whether these decisions reach the goal; ValueError if one of them is not legal.

    Decisions after the goal is reached are not looked at.
    """
    line, left = GoalLine(start, GoalTracker(goal, start), ()), list(codes)
    while left and not line.tracker.holds(goal.condition):
        move = _legal(turn.legal_moves(line.state), left.pop(0))
        after = carry_out(Execution(line.state, move, (), ()))
        while after.question is not None:
            if not left:
                return False
            answer = _legal(after.question.moves, left.pop(0)).code
            answers, forced = (*after.answers, answer), (*after.forced, False)
            after = carry_out(Execution(line.state, move, answers, forced))
        line = _after(line, move, after)
    if goal.condition.kind == "survive":
        is_turn_over = line.state.turn != start.turn or line.state.phase == "over"
        return is_turn_over and find_reply(line.state, goal) is None
    return line.tracker.holds(goal.condition)


def line_of_moves(start: GameState, goal: Goal, played: Sequence[PlayedMove]) -> GoalLine:
    """Return the line of some finished moves of a turn; `start` is the position before them."""
    tracker, state = GoalTracker(goal, start), start
    for entry in played:
        after = carry_out(entry.execution)
        tracker.add(entry, after.state)
        state = after.state
    return GoalLine(state, tracker, ())


def find_way_in_steps(
    line: GoalLine,
    goal: Goal,
    *,
    begun: Execution | None = None,
    most_nodes: int = MOST_NODES,
) -> Generator[object, None, Codes | None]:
    """Return a generator that finds a way with few moves from a position of the turn to the goal.

    Its result is the decisions, or None if no way is left. `begun` is a move that waits for an
    answer; the decisions go on with that answer. Raise ValueError if the search needs more nodes.
    """
    search = _ExhaustiveSearch(goal, most_nodes, is_one_enough=True)
    proof = yield from search.run_from(line, begun)
    if not proof.solutions:
        if not proof.is_complete:
            raise ValueError("the turn can be played on in too many ways")
        return None
    given = 0
    if begun is not None:
        given = 1 + sum(not forced for forced in begun.forced)
    return proof.solutions[0].codes[given:]


def find_reply(state: GameState, goal: Goal, most_nodes: int = MOST_NODES) -> Codes | None:
    """Return how the other side reaches what a goal to survive is about; None if it cannot.

    `state` is the position in which the turn of the other side begins. Raise ValueError if the
    search needs more nodes.
    """
    return run_search(find_reply_in_steps(state, goal, most_nodes))


def find_reply_in_steps(
    state: GameState, goal: Goal, most_nodes: int = MOST_NODES
) -> Generator[object, None, Codes | None]:
    """Do what `find_reply` does, with a pause after each position."""
    if state.phase == "over":
        return None
    search = _ExhaustiveSearch(_reply_goal(state, goal), most_nodes, is_one_enough=True)
    proof = yield from search.run_in_steps(state)
    if not proof.is_complete:
        raise ValueError("the other side has too many ways to reply")
    return proof.solutions[0].codes if proof.solutions else None


def _reply_goal(state: GameState, goal: Goal) -> Goal:
    return Goal(seat_number(state.seat), goal.condition.parts[0], "turns", 1)


def _legal(moves: Iterable[Move], code: str) -> Move:
    for move in moves:
        if move.code == code:
            return move
    raise ValueError(f"{code} is not legal here")


def _after(line: GoalLine, move: Move, after: ExecutionResult) -> GoalLine:
    """Return the line after a finished move."""
    chosen = zip(after.answers, after.forced, strict=True)
    codes = (*line.codes, move.code, *(code for code, forced in chosen if not forced))
    tracker = line.tracker.copy()
    number = tracker.moves + 1
    tracker.add(
        PlayedMove(line.state, move, after.answers, after.forced, after.events, number), after.state
    )
    return GoalLine(after.state, tracker, codes, (*line.turn_moves, move.code))


class _NodesExceededError(Exception):
    """The search needs more nodes than allowed."""


class _ExhaustiveSearch:
    """Searches a turn, the lines with the fewest moves first."""

    def __init__(
        self,
        goal: Goal,
        most_nodes: int,
        *,
        with_discards: bool = False,
        first_move: str | None = None,
        on_position: Callable[[GoalLine], None] | None = None,
        is_one_enough: bool = False,
    ) -> None:
        self._goal = goal
        self._first_move = first_move
        self._on_position = on_position
        self._most_nodes = most_nodes
        self._with_discards = with_discards
        self._is_one_enough = is_one_enough
        # The moves of the replies that were found last, without answers.
        self._replies: deque[Codes] = deque(maxlen=_REPLIES_KEPT)
        self.last_solution: GoalLine | None = None
        self._can_end_reach_goal = can_hold_at_turn_end(goal.condition)
        self._nodes = 0
        self._seen_keys: set[object] = set()
        self._waiting: deque[GoalLine] = deque()
        self._end_keys: set[object] = set()
        self._solutions: list[Solution] = []

    def run_in_steps(self, start: GameState) -> Generator[ProofProgress, None, Proof]:
        """Return the proof, after a progress for each line whose moves were carried out."""
        result = yield from self.run_from(GoalLine(start, GoalTracker(self._goal, start), ()))
        return result

    def run_from(
        self, line: GoalLine, begun: Execution | None = None
    ) -> Generator[ProofProgress, None, Proof]:
        """Do what `run_in_steps` does, from a position of the turn or of an open move."""
        if line.tracker.holds(self._goal.condition):
            return Proof(True, 0, 1, (_solution(line, line.state),))
        is_complete = True
        try:
            if begun is None:
                self._waiting.append(line)
            else:
                for after in self._carry_out(line.state, begun.move, begun):
                    self._add(line, begun.move, _after(line, begun.move, after))
            while self._waiting and not (self._is_one_enough and self._solutions):
                self._expand(self._waiting.popleft())
                yield ProofProgress(self._nodes, len(self._solutions))
        except _NodesExceededError:
            is_complete = False
        return Proof(is_complete, self._nodes, len(self._end_keys), tuple(self._solutions))

    def _expand(self, line: GoalLine) -> None:
        """Carry out every move of a line; keep the lines that go on."""
        for move in self._moves_to_try(line):
            for after in self._carry_out(line.state, move):
                self._add(line, move, _after(line, move, after))

    def _add(self, before: GoalLine, move: Move, line: GoalLine) -> None:
        """Count a line as a solution or as an end without one, or keep it to go on."""
        is_end = move.kind in _ENDING_KINDS
        key: object = (
            (position_key(before.state), move.code)
            if is_end
            else (position_key(line.state), _memory(self._goal.condition, line.tracker))
        )
        if key in self._seen_keys:
            return
        self._seen_keys.add(key)
        if self._on_position is not None:
            self._on_position(line)
        if self._is_solution(line, is_end=is_end):
            self._end_keys.add(key)
            state = before.state if is_end else line.state
            self.last_solution = line
            self._solutions.append(_solution(line, state))
        elif is_end or line.tracker.is_unreachable(self._goal):
            self._end_keys.add(key)
        else:
            self._waiting.append(line)

    def _is_solution(self, line: GoalLine, *, is_end: bool) -> bool:
        if self._goal.condition.kind != "survive":
            return line.tracker.holds(self._goal.condition)
        return is_end and not self._has_reply(line.state)

    def _has_reply(self, state: GameState) -> bool:
        """Return whether the other side has a reply: first try those found to other ends."""
        if state.phase == "over":
            return False
        goal = _reply_goal(state, self._goal)
        if any(self._is_reply(state, goal, moves) for moves in self._replies):
            return True
        search = _ExhaustiveSearch(goal, self._most_nodes - self._nodes, is_one_enough=True)
        proof = run_search(search.run_in_steps(state))
        self._nodes += proof.nodes
        if not proof.is_complete:
            raise _NodesExceededError
        if search.last_solution is not None:
            self._replies.appendleft(search.last_solution.turn_moves)
        return bool(proof.solutions)

    def _is_reply(self, state: GameState, goal: Goal, moves: Codes) -> bool:
        """Return whether these moves of the other side reach the goal, with any answers."""
        lines = [GoalLine(state, GoalTracker(goal, state), ())]
        for code in moves:
            following: list[GoalLine] = []
            for line in lines:
                for move in turn.legal_moves(line.state):
                    if move.code != code:
                        continue
                    for after in self._carry_out(line.state, move):
                        following.append(_after(line, move, after))
                        if following[-1].tracker.holds(goal.condition):
                            return True
            lines = following
        return False

    def _moves_to_try(self, line: GoalLine) -> list[Move]:
        """Return the moves that can matter; an end that cannot reach the goal is only counted."""
        state = line.state
        moves = [move for move in turn.legal_moves(state) if self._is_searched(move)]
        if self._first_move is not None and not line.codes:
            return [move for move in moves if move.code == self._first_move]
        if state.actions == 1 and not any(move.kind in _FREE_KINDS for move in moves):
            places = [move for move in moves if move.kind == "place"]
            kept = self._last_placements(state, places)
            if len(kept) < len(places):
                self._end_keys.add((position_key(state), "place"))
                moves = [*kept, *(move for move in moves if move.kind != "place")]
        if not self._can_end_reach_goal and any(move.kind in _ENDING_KINDS for move in moves):
            self._end_keys.add((position_key(state), "end"))
            moves = [move for move in moves if move.kind not in _ENDING_KINDS]
        return moves

    def _is_searched(self, move: Move) -> bool:
        return move.kind != _PASS and (self._with_discards or move.kind != "discard")

    def _last_placements(self, state: GameState, places: list[Move]) -> list[Move]:
        """Return the placements to try as the last action.

        Placing makes no flare possible, as it makes the lead of no enemy larger. So without a free
        move now, only the end of the turn follows: a placement must reach the goal by itself, make
        a task possible, or, as one of many that are equal, let the turn end.
        """
        is_shortage = state.supply(state.colour, COMMON) <= 0
        has_tasks = self._can_end_reach_goal and FORMS[state.setup.form].has_tasks
        if is_shortage or has_tasks or _needs_pieces(self._goal.condition):
            return places
        return places[:1] if self._can_end_reach_goal else []

    def _carry_out(
        self, state: GameState, move: Move, begun: Execution | None = None
    ) -> Iterator[ExecutionResult]:
        """Yield the results of a move with every sequence of answers, after those of `begun`."""
        given = (begun.answers, begun.forced) if begun else ((), ())
        trials: list[tuple[Codes, tuple[bool, ...]]] = [given]
        while trials:
            if self._nodes >= self._most_nodes:
                raise _NodesExceededError
            self._nodes += 1
            after = carry_out(Execution(state, move, *trials.pop()))
            if after.question is None:
                yield after
                continue
            trials += [
                ((*after.answers, answer.code), (*after.forced, False))
                for answer in reversed(after.question.moves)
                if answer.kind != _PASS
            ]


def _solution(line: GoalLine, state: GameState) -> Solution:
    """Return the solution of a line whose turn has come to this position."""
    summoned = sorted((one.card, NAMES[one.square]) for one in state.summoned)
    board = (state.colours, state.heroic, state.legendary)
    return Solution(line.codes, line.tracker.moves, tuple(summoned), board)


def _needs_pieces(condition: Condition) -> bool:
    """Return whether a placed piece can meet a condition."""
    return condition.kind in ("piece", "survive") or any(map(_needs_pieces, condition.parts))


def _memory(condition: Condition, tracker: GoalTracker) -> object:
    """Return what a condition remembers of the turn beyond the position."""
    if condition.kind == "survive":  # the turn of the other side begins anew
        return None
    if condition.parts:
        return tuple(_memory(part, tracker) for part in condition.parts)
    if condition.kind != "destroy":
        return None
    if condition.squares:
        return frozenset(square for square, _ in tracker.destroyed).intersection(condition.squares)
    return sum(rank in condition.ranks for _, rank in tracker.destroyed)
