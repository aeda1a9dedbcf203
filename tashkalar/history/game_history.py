"""A game without its texts: the moves made so far, undo and redo.

A game is its set-up, a list of finished moves (each with the state before it and its answers) and
at most one open move. Copies share the list, which is never changed, so a copy costs the same at
any length.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Self

from tashkalar.cards import packs
from tashkalar.effects.answers import Question, question_message
from tashkalar.errors import IllegalMove, PackError
from tashkalar.history import kept_moves
from tashkalar.history.kept_moves import (
    LONGEST_MOVE,
    PendingHistory,
    SavedGame,
    first_kept_move,
)
from tashkalar.history.played_moves import MoveList, PlayedMove, chosen_codes
from tashkalar.json_reader import quote_for_error
from tashkalar.position.ids import SeatNumber, seat_number, seat_numbers
from tashkalar.position.literals import PromptKind
from tashkalar.position.move import Message, Move, Prompt
from tashkalar.position.state import GameState, Setup
from tashkalar.rules import turn
from tashkalar.rules.execution import Execution, PackResultPending, carry_out
from tashkalar.rules.forms import FORMS
from tashkalar.rules.outcome import Outcome, decide_outcome


class GameHistory:
    """A game that can be played, undone and redone."""

    __slots__ = (
        "_finished",
        "_legal_moves",
        "_open_move",
        "_pending_history",
        "_question",
        "_redo_codes",
        "_scenario",
        "_start_state",
        "_state",
    )

    def __init__(self, state: GameState, scenario: Mapping[str, object] | None = None) -> None:
        self._state = state  # the current position; inside an effect the half-finished copy
        self._finished = MoveList()
        self._open_move: PlayedMove | None = None
        self._question: Question | None = None
        self._legal_moves: tuple[Move, ...] | None = None
        self._redo_codes: tuple[str, ...] = ()  # the next code to redo comes last
        self._scenario = scenario
        self._start_state: GameState | None = None  # the start of the history, if it begins later
        # the moves that a save holds before the history and that are not yet replayed
        self._pending_history: PendingHistory | None = None

    # -- deciding ------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """The agreement of the game."""
        return self._state.setup

    @property
    def scenario(self) -> Mapping[str, object] | None:
        """The scenario that the game began with, None after a deal. Do not modify it."""
        return self._scenario

    @property
    def state(self) -> GameState:
        """The current position, inside an effect the half-finished one. Do not modify it."""
        return self._state

    @property
    def player(self) -> SeatNumber | None:
        """The seat (from 1) that must decide now; None if the game is over."""
        if self.is_over:
            return None
        state = self._state
        # After passing control the teammate plays on, but the player on turn ends the turn (R19.12)
        # and chooses among the cards that the teammate may not see (R19.14).
        question = self._question
        passed_on = not question.owners if question else state.actions > 0
        return seat_number(state.control if passed_on else state.seat)

    @property
    def prompt(self) -> Prompt:
        """The decision that is due now."""
        question = self._question
        if question is not None:
            message = question_message(question)
            q = question
            return Prompt(q.kind, message, q.card, q.optional, q.way, q.number, q.of)
        if self._state.phase == "play":
            if self._state.actions:
                params = {"n": self._state.actions}
                return Prompt("turn", Message("ask.turn", params))
            return Prompt("end", Message("ask.end"))
        kind: PromptKind = "over" if self.is_over else "marks"
        return Prompt(kind, Message(f"ask.{kind}"))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal choice now, in a fixed order; empty only if the game is over."""
        if self._legal_moves is None:
            question = self._question
            self._legal_moves = (
                question.moves if question is not None else turn.legal_moves(self._state)
            )
        return self._legal_moves

    def find_move(self, code: str) -> Move:
        """Return the legal move with this code; raise IllegalMove if there is none."""
        if self._legal_moves is None and self._question is None:
            move = turn.find_move(self._state, code)
        else:
            move = next((m for m in self.legal_moves() if m.code == code), None)
        if move is not None:
            return move
        raise IllegalMove(f"{quote_for_error(code)} is not a legal move now")

    def play(self, move: Move | str) -> None:
        """Make a legal move, given as a `Move` or its code.

        Raise IllegalMove if the move is not legal now; the game is then unchanged.
        """
        if isinstance(move, str):
            chosen = self.find_move(move)
        elif move in self.legal_moves():
            chosen = move
        else:
            raise IllegalMove(f"{quote_for_error(move, 200)} is not a legal move now")
        if self._open_move is None:
            last = self._finished.last
            number = last.number + 1 if last else 1
            self._run(Execution(self._state, chosen, (), ()), number)
        else:
            self._answer(chosen.code)
        if self._redo_codes:
            self._redo_codes = self._redo_codes[:-1] if self._redo_codes[-1] == chosen.code else ()

    def _answer(self, code: str) -> None:
        opened = self._open_move
        assert opened is not None
        answers, forced = (*opened.answers, code), (*opened.forced, False)
        execution = Execution(opened.state_before, opened.move, answers, forced)
        self._run(execution, opened.number)

    def _run(self, execution: Execution, number: int) -> None:
        """Execute a move with its answers on a copy of the state before it.

        Raise PackError if a card of a pack fails, and PackResultPending if the pack runs elsewhere
        and has not answered yet; the game is then unchanged.
        """
        before, move, answers, forced = execution
        pack = packs.pack_of(move.card)
        if pack and len(" ".join(chosen_codes(move, answers, forced))) > LONGEST_MOVE:
            raise PackError(pack.id, f"{move.card}: it asks too much")
        state, answers, forced, events, question = carry_out(execution)
        entry = PlayedMove(before, move, answers, forced, events, number)
        self._state = state
        self._question = question
        self._legal_moves = None
        if question is None:
            self._finished, self._open_move = self._finished.with_move(entry), None
        else:
            self._open_move = entry

    # -- going back ----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if there is a decision to undo."""
        return self.last_move is not None

    @property
    def can_redo(self) -> bool:
        """True if there is a decision to redo."""
        return bool(self._redo_codes)

    def undo(self) -> None:
        """Undo the last decision, also inside an effect, together with its forced answers.

        Raise IllegalMove if there is none.
        """
        last, finished = self.last_move, self._finished
        if last is None:
            raise IllegalMove("there is nothing to undo")
        earlier = finished if self._open_move else finished.without_last()
        real = [i for i, forced in enumerate(last.forced) if not forced]
        previous = earlier.last
        if real:
            self._reopen(
                last._replace(answers=last.answers[: real[-1]], forced=last.forced[: real[-1]]),
                earlier,
            )
            self._redo_codes += (last.answers[real[-1]],)
        elif (
            previous is not None and previous.state_before is last.state_before
        ):  # resigned in mid-effect
            self._reopen(previous, earlier.without_last())
            self._redo_codes += (last.move.code,)
        else:
            self._redo_codes += (last.move.code,)
            self._state = last.state_before
            self._finished, self._open_move = earlier, None
            self._question = self._legal_moves = None

    def _reopen(self, entry: PlayedMove, earlier: MoveList) -> None:
        """Execute a move again as the last of the game, after the `earlier` moves."""
        finished, self._finished = self._finished, earlier
        try:
            self._run(entry.execution, entry.number)
        except (PackError, PackResultPending):
            self._finished = finished
            raise

    def redo(self) -> None:
        """Make the decision again that was undone last; raise IllegalMove if there is none."""
        if not self._redo_codes:
            raise IllegalMove("there is nothing to redo")
        self.decide(self._redo_codes[-1])

    def resign(self, seat: int) -> None:
        """Let a side give up, so that the other wins (R18.6); raise IllegalMove if it cannot."""
        possible = FORMS[self.setup.form].can_resign and not self.is_over
        if not possible or seat not in seat_numbers(self.setup.seats):
            raise IllegalMove(f"seat {quote_for_error(seat)} cannot resign now")
        # Inside an effect the open move stays in the history unfinished, so that undo restores it.
        before, opened = self.settled_state, self._open_move
        if opened is not None:
            self._finished = self._finished.with_move(opened)
        self._open_move = self._question = None
        last = self._finished.last
        number = last.number + 1 if last else 1
        self._run(Execution(before, turn.resign_move(seat), (), ()), number)
        self._redo_codes = ()

    def copy(self) -> Self:
        """Return an independent game, also inside an effect."""
        game_class = self.__class__
        new = game_class.__new__(game_class)
        new._state = self._state
        new._finished = self._finished
        new._open_move = self._open_move
        new._question = self._question
        new._legal_moves = self._legal_moves
        new._redo_codes = self._redo_codes
        new._scenario = self._scenario
        new._start_state = self._start_state
        new._pending_history = self._pending_history
        return new

    # -- the moves -----------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self._state.phase == "over"

    @property
    def outcome(self) -> Outcome | None:
        """The winners, scores and reason; None while the game goes on."""
        return decide_outcome(self._state) if self.is_over else None

    @property
    def open_move(self) -> PlayedMove | None:
        """The move in progress, with a question open; otherwise None."""
        return self._open_move

    @property
    def last_move(self) -> PlayedMove | None:
        """The open move, otherwise the last finished move, otherwise None."""
        return self._open_move or self._finished.last

    def history(self) -> list[PlayedMove]:
        """Return the finished moves, oldest first, followed by the open move if there is one."""
        opened = [self._open_move] if self._open_move else []
        return [*self._finished.moves(), *opened]

    def _set_history(self, entries: list[PlayedMove]) -> None:
        """Replace the finished moves, and the last of the entries is open if a move is open."""
        self._finished = MoveList.of(entries)
        if self._open_move is not None:
            self._open_move, self._finished = self._finished.last, self._finished.without_last()

    @property
    def codes(self) -> tuple[str, ...]:
        """The decisions made so far, in order, without forced answers."""
        return tuple(code for entry in self.history() for code in entry.decisions)

    def defer_history(self, owed: PendingHistory | None) -> None:
        """Write these moves in saves, before the moves made in this game; None for no moves."""
        self._pending_history = owed

    @property
    def settled_state(self) -> GameState:
        """The position after the last finished move, without the open move."""
        return self._open_move.state_before if self._open_move else self._state

    def saved_game(self) -> SavedGame:
        """Return the content of a save; for an endless game only the last moves."""
        saved, pending = self._saved_game_and_moves()[0], self._pending_history
        if pending is None or saved.start is not self._start_state:
            return saved
        return saved._replace(start=pending.start, moves=[*pending.moves, *saved.moves])

    def _saved_game_and_moves(self) -> tuple[SavedGame, list[PlayedMove]]:
        """Return the content of the texts, and the entries of its moves with the open move."""
        entries = self.history()
        moves = [entry.decisions for entry in entries]
        opened = moves.pop() if self._open_move else []
        first = first_kept_move(moves)
        start = entries[first].state_before if first else self._start_state
        saved = SavedGame(
            setup=self.setup,
            scenario=self._scenario,
            start=start,
            moves=moves[first:],
            open_move=opened,
            redo=self._redo_codes[: -kept_moves.MOST_KEPT - 1 : -1],
            state=self.settled_state,
        )
        return saved, entries[first:]

    def kept_history(self) -> tuple[Self, list[PlayedMove]]:
        """Return the game before the moves that its texts keep, without moves, and these moves."""
        saved, entries = self._saved_game_and_moves()
        start = self.copy()
        start._finished, start._open_move, start._redo_codes = MoveList(), None, ()
        start._question = start._legal_moves = start._pending_history = None
        start._start_state = saved.start
        if entries:
            start._state = entries[0].state_before
        return start, entries

    def decide(self, code: str) -> None:
        """Make a decision given by its code; ``resign:2`` is the code of resigning."""
        kind, _, seat = code.partition(":")
        if kind == "resign" and seat in ("1", "2", "3", "4"):
            self.resign(int(seat))
        else:
            self.play(code)

    def keep_redo_in_steps(self, codes: Sequence[str]) -> Generator[PackResultPending, None, None]:
        """Do the work of `keep_redo`, yielding what a remote pack must answer first."""
        redone_game = self.copy()
        kept: list[str] = []
        for code in codes:
            try:
                yield from decide_in_steps(redone_game, code)
            except (IllegalMove, PackError):
                break
            kept.append(code)
        self._redo_codes = tuple(kept[::-1])


def decide_in_steps(game: GameHistory, code: str) -> Generator[PackResultPending, None, None]:
    """Make a decision; yield what a pack that runs elsewhere must answer first."""
    while True:
        try:
            game.decide(code)
            return
        except PackResultPending as wanted:
            yield wanted
