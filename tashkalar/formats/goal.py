"""Goals of lessons and puzzles: what a scenario asks of a seat, and the seat's progress.

The format is described in ``docs/formats.md``. A goal considers finished moves only, so that a
half-finished effect reaches nothing yet and undo takes a reached goal back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from tashkalar.cards import BEINGS, TASKS
from tashkalar.formats import goal_form
from tashkalar.formats.goal_form import EMPTY_SQUARE, GOAL
from tashkalar.formats.shapes import Scope
from tashkalar.history.played_moves import PlayedMove
from tashkalar.json_reader import Node
from tashkalar.pasted_text import replace_spaces
from tashkalar.position.board import BIT, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import (
    NOBODY,
    ColourNumber,
    SeatNumber,
    colour_number,
    seat_number,
    seat_of,
)
from tashkalar.position.move import Event
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.outcome import decide_outcome

KINDS = tuple(goal_form.GoalForm.shapes)
UPGRADED = RANKS[1:]


class Condition(NamedTuple):
    """One condition to meet. `kind`, one of `KINDS`, decides which fields are used."""

    kind: str
    card: str = ""  # summon: a being or legend; claim: a task
    number: int = 0  # beings, legend, score, gain, destroy
    ranks: tuple[str, ...] = RANKS  # destroy: pieces of these ranks only
    squares: tuple[str, ...] = ()  # summon: the square, if given; destroy: all of these
    pieces: tuple[tuple[str, ColourNumber, str], ...] = ()  # piece: square, owner or `NOBODY`, rank
    parts: tuple[Condition, ...] = ()  # all, any; survive: what the other side must not reach


class Goal(NamedTuple):
    """A condition for a seat (from 1), with an optional limit of ``"turns"`` or ``"moves"``."""

    seat: SeatNumber
    condition: Condition
    limit: str | None = None
    amount: int = 0


class GoalProgress(NamedTuple):
    """The progress of a seat: `state` is ``"open"``, ``"reached"`` or ``"failed"``.

    `remaining` is the rest of the limit, including the current turn; None without a limit.
    `parts_met` says for each part of the condition (or for the only one) whether it holds.
    """

    state: str
    remaining: int | None
    parts_met: tuple[bool, ...]


# -- reading -------------------------------------------------------------------------------------


def read(node: Node, start: GameState) -> Goal:
    """Return the goal of a scenario whose position is `start`; ScenarioError if it is wrong."""
    GOAL.check(node, Scope(start.setup.seats, len(start.colours)))
    return read_checked(node, start)


def read_checked(node: Node, start: GameState) -> Goal:
    """Return the goal of a scenario whose form has been checked."""
    given = dict(node.entries())
    seat = SeatNumber(given["seat"].number()) if "seat" in given else seat_number(start.seat)
    condition = _condition(node, start)
    if "within" not in given:
        return Goal(seat, condition)
    ((limit, amount),) = given["within"].entries()
    return Goal(seat, condition, limit, amount.number())


def read_from(scenario: Mapping[str, object], start: GameState) -> Goal:
    """Return the goal in a scenario whose position is `start`; ScenarioError if it is wrong."""
    return read(Node(scenario["goal"], "goal"), start)


def _condition(node: Node, start: GameState) -> Condition:
    given = dict(node.entries())
    kind = next(name for name in given if name in KINDS)
    value = given[kind]
    if kind == "summon":
        at = (given["at"].text(),) if "at" in given else ()
        return Condition(kind, card=value.choice(tuple(BEINGS)), squares=at)
    if kind == "destroy":
        if isinstance(value.value, int):
            return Condition(kind, number=value.number(), ranks=_destroyed_ranks(given))
        return Condition(kind, squares=tuple(item.text() for item in value.items()))
    if kind == "piece":
        return Condition(kind, pieces=tuple(_pieces(value)))
    if kind == "claim":
        if not FORMS[start.setup.form].has_tasks:
            raise value.fail(f"there are no tasks in the {start.setup.form}")
        return Condition(kind, card=value.choice(tuple(TASKS)))
    if kind == "win":
        return Condition(kind)
    if kind == "survive":
        if start.setup.seats != 2:
            raise value.fail("only in a game for two")
        return Condition(kind, parts=(_condition(value, start),))
    if kind in ("all", "any"):
        return Condition(kind, parts=tuple(_condition(item, start) for item in value.items()))
    return Condition(kind, number=value.number())


def _destroyed_ranks(given: Mapping[str, Node]) -> tuple[str, ...]:
    """Return the ranks of the pieces to destroy: one rank, the upper two, or all."""
    if "upgraded" in given:
        return UPGRADED
    return (given["rank"].text(),) if "rank" in given else RANKS


def _pieces(node: Node) -> Iterable[tuple[str, ColourNumber, str]]:
    for square, piece in node.entries():
        owner, _, rank = replace_spaces(piece.text()).partition(" ")
        yield square, NOBODY if owner == EMPTY_SQUARE else ColourNumber(int(owner)), rank


# -- following a game ----------------------------------------------------------------------------


class GoalTracker:
    """The achievements of a seat so far, and the current position."""

    def __init__(self, goal: Goal, start: GameState) -> None:
        self.seat = seat_of(goal.seat)
        self.colour = start.setup.colours[self.seat]
        self.state = start
        self.first_score = FORMS[start.setup.form].score(start, self.colour)
        self.summoned: tuple[tuple[str, str], ...] = ()  # card and square
        self.legends = 0  # beings among them that are legends or counted as such
        self.claimed: tuple[str, ...] = ()
        self.destroyed: tuple[tuple[str, str], ...] = ()  # square and rank of enemy pieces
        self.turns: frozenset[int] = frozenset()  # numbers of the seat's turns that have ended
        self.moves = 0
        self.last_move_turn = 0  # the number of the turn of the last move
        self.has_survived: bool | None = None  # None until the other side's turn has decided it
        self._feared = goal.condition.parts[0] if goal.condition.kind == "survive" else None
        self._reply: GoalTracker | None = None  # of the other side, in its turn

    def copy(self) -> GoalTracker:
        """Return an independent tracker."""
        return copy(self)  # no field is changed in place

    def add(self, step: PlayedMove, after: GameState) -> None:
        """Record a finished move."""
        before = step.state_before
        mine = before.phase == "play" and before.setup.colours[before.seat] == self.colour
        for event in step.events if mine else ():
            self._add_event(event)
        if mine and step.move.kind == "summon":
            new = after.summoned[len(before.summoned) :]
            self.legends += sum(summoned.legend for summoned in new)
        if before.phase == "play" and before.seat == self.seat:
            if step.move.kind not in ("end", "claim", "pass-control"):
                self.moves += 1
                self.last_move_turn = before.turn
            if after.turn != before.turn or after.phase == "over":
                self.turns |= {before.turn}
        self.state = after
        if self._feared is not None:
            self._follow_reply(step, after, self._feared)

    def _follow_reply(self, step: PlayedMove, after: GameState, feared: Condition) -> None:
        """Decide whether the other side reaches what must not happen in its turn."""
        if self.has_survived is not None or not self.turns:
            return
        if self._reply is None:
            if after.phase == "over":
                self.has_survived = True
            elif after.seat != self.seat:
                self._reply = GoalTracker(Goal(seat_number(after.seat), feared), after)
            return
        self._reply = self._reply.copy()
        self._reply.add(step, after)
        if self._reply.holds(feared):
            self.has_survived = False
        elif self._reply.turns or after.phase == "over":
            self.has_survived = True

    def _add_event(self, event: Event) -> None:
        square = event.square or ""
        if event.kind == "summon" and event.owner == colour_number(self.colour):
            self.summoned += ((event.card or "", square),)
        elif event.kind == "claim":
            self.claimed += (event.card or "",)
        elif event.kind == "destroy" and event.owner != colour_number(self.colour):
            self.destroyed += ((square, event.rank or ""),)
        elif event.kind == "convert" and event.owner == colour_number(self.colour):  # R11.12
            self.destroyed += ((square, event.was or ""),)

    def holds(self, condition: Condition) -> bool:
        """Return whether a condition is met now."""
        kind, state = condition.kind, self.state
        if kind == "all":
            return all(self.holds(part) for part in condition.parts)
        if kind == "any":
            return any(self.holds(part) for part in condition.parts)
        if kind == "survive":
            return self.has_survived is True
        if kind == "summon":
            squares = {square for card, square in self.summoned if card == condition.card}
            return bool(squares) and squares.issuperset(condition.squares)
        if kind == "beings":
            return len(self.summoned) >= condition.number
        if kind == "legend":
            return self.legends >= condition.number
        if kind in ("score", "gain"):
            score = FORMS[state.setup.form].score(state, self.colour)
            return score - (kind == "gain") * self.first_score >= condition.number
        if kind == "destroy":
            if condition.squares:
                return {square for square, _ in self.destroyed}.issuperset(condition.squares)
            ranks = [rank for _, rank in self.destroyed if rank in condition.ranks]
            return len(ranks) >= condition.number
        if kind == "piece":
            return all(self._has_piece(*piece) for piece in condition.pieces)
        if kind == "claim":
            return condition.card in self.claimed
        return state.phase == "over" and seat_number(self.seat) in decide_outcome(state).winners

    def _has_piece(self, square: str, owner: ColourNumber, rank: str) -> bool:
        bit = BIT[SQUARE_OF[square]]
        if colour_number(self.state.owner_at(bit)) != owner:
            return False
        return not owner or self.state.rank_at(bit) == RANK_OF[rank]

    def remaining(self, goal: Goal) -> int | None:
        """Return the rest of the limit; None without a limit."""
        if goal.limit is None:
            return None
        return max(0, goal.amount - (len(self.turns) if goal.limit == "turns" else self.moves))

    def is_unreachable(self, goal: Goal) -> bool:
        """Return whether the goal can no longer be reached."""
        if self.state.phase == "over" or self.has_survived is False:
            return True
        if self.remaining(goal) != 0:
            return False
        # Ending the turn does not count as a move, but it scores.
        still_to_end = goal.limit == "moves" and self.state.turn == self.last_move_turn
        return not (still_to_end and can_hold_at_turn_end(goal.condition))

    def progress(self, goal: Goal, state: str) -> GoalProgress:
        """Return the progress in this state."""
        parts = conditions_to_show(goal)
        return GoalProgress(state, self.remaining(goal), tuple(self.holds(part) for part in parts))


def conditions_to_show(goal: Goal) -> tuple[Condition, ...]:
    """Return the parts of a goal of several conditions, else its only condition."""
    condition = goal.condition
    return condition.parts if condition.kind in ("all", "any") else (condition,)


def can_hold_at_turn_end(condition: Condition) -> bool:
    """Return whether ending the turn can meet a condition (R5.8)."""
    return condition.kind in ("score", "gain", "claim", "win", "survive") or any(
        map(can_hold_at_turn_end, condition.parts)
    )


def progress(goal: Goal, steps: Sequence[PlayedMove], now: GameState) -> GoalProgress:
    """Return the seat's progress after these finished moves, which lead to the position `now`.

    Once reached, a goal stays reached. Once its limit is used up, it can no longer be reached.
    """
    states = [*(step.state_before for step in steps), now]
    tracker = GoalTracker(goal, states[0])
    if tracker.holds(goal.condition):
        return tracker.progress(goal, "reached")
    for step, after in zip(steps, states[1:], strict=True):
        tracker.add(step, after)
        if goal.limit == "moves" and tracker.moves > goal.amount:
            return tracker.progress(goal, "failed")
        if tracker.holds(goal.condition):
            return tracker.progress(goal, "reached")
        if tracker.is_unreachable(goal):
            return tracker.progress(goal, "failed")
    return tracker.progress(goal, "open")
