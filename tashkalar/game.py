"""`Game`: the public interface of a whole game - moves, undo, copies, views, texts.

A game is its set-up, a list of finished moves (each with the state before it and its answers) and
at most one open move. Copies share the list, which is never changed, so a copy costs the same at
any length.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.effects.answers import Question, question_message
from tashkalar.errors import IllegalMove, PackError
from tashkalar.formats import checkpoint, record, save, scenario
from tashkalar.formats.record import Origin
from tashkalar.formats.recovery import SalvagedGame, SalvageSteps, salvage_in_steps
from tashkalar.history.played_moves import MoveList, PlayedMove
from tashkalar.json_reader import quote_for_error
from tashkalar.position.board import NAMES, RANKS, SQUARE_OF, squares
from tashkalar.position.ids import (
    ColourNumber,
    SeatNumber,
    colour_number,
    seat_number,
    seat_numbers,
    seat_of,
)
from tashkalar.position.literals import PromptKind
from tashkalar.position.move import Match, Message, Move, Prompt
from tashkalar.position.state import GameState, Setup
from tashkalar.rules import turn
from tashkalar.rules.deal import check_seed, checked_names, deal, make_setup
from tashkalar.rules.execution import Execution, PackResultPending, carry_out
from tashkalar.rules.forms import FORMS
from tashkalar.rules.outcome import Outcome, decide_outcome
from tashkalar.rules.summoning import Explanation, explain, summons
from tashkalar.rules.view import view


class Piece(NamedTuple):
    """A piece on the board: the number of its color (from 1) and its rank."""

    owner: ColourNumber
    rank: str


class Game:
    """A game of Tash-Kalar, made by `new_game`, `from_scenario`, `from_json` or `from_record`."""

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
        self._pending_history: save.PendingHistory | None = None

    @classmethod
    def from_scenario(cls, mapping: Mapping[str, object]) -> Game:
        """Return a game from a position set up by hand; ScenarioError names the faulty entry."""
        state, clean = scenario.read(mapping)
        scenario.check_length(clean)
        return cls(state, clean)

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
        for move in self.legal_moves():
            if move.code == code:
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
            self._run(PlayedMove(self._state, chosen, (), (), (), number))
        else:
            self._answer(chosen.code)
        if self._redo_codes:
            self._redo_codes = self._redo_codes[:-1] if self._redo_codes[-1] == chosen.code else ()

    def _answer(self, code: str) -> None:
        opened = self._open_move
        assert opened is not None
        self._run(opened._replace(answers=(*opened.answers, code), forced=(*opened.forced, False)))

    def _run(self, entry: PlayedMove) -> None:
        """Execute a move with its answers on a copy of the state before it.

        Raise PackError if a card of a pack fails, and PackResultPending if the pack runs elsewhere
        and has not answered yet; the game is then unchanged.
        """
        pack = packs.pack_of(entry.move.card)
        if pack and len(" ".join(entry.decisions)) > save.LONGEST_MOVE:
            raise PackError(pack.id, f"{entry.move.card}: it asks too much")
        execution_result = carry_out(
            Execution(entry.state_before, entry.move, entry.answers, entry.forced)
        )
        entry = entry._replace(
            answers=execution_result.answers,
            forced=execution_result.forced,
            events=execution_result.events,
        )
        self._state = execution_result.state
        self._question = execution_result.question
        self._legal_moves = None
        if execution_result.question is None:
            self._finished, self._open_move = self._finished.with_move(entry), None
        else:
            self._open_move = entry

    # -- going back ----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to undo."""
        return self.last_move is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a decision to redo."""
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
            self._run(entry)
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
        self._run(PlayedMove(before, turn.resign_move(seat), (), (), (), number))
        self._redo_codes = ()

    def copy(self) -> Game:
        """Return an independent game, also inside an effect."""
        new = Game.__new__(Game)
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

    def rename(self, names: Sequence[str]) -> None:
        """Change the players' names everywhere, including past moves; ValueError as in `new_game`.

        Undo does not revert the names; another call can. Copies keep their names.
        """
        setup = self.setup._replace(names=checked_names(names, self.setup.seats))
        known: dict[int, GameState] = {}

        def renamed(state: GameState) -> GameState:
            if id(state) not in known:
                known[id(state)] = new = state.copy()
                new.setup = setup
            return known[id(state)]

        self._set_history(
            [entry._replace(state_before=renamed(entry.state_before)) for entry in self.history()]
        )
        self._state = renamed(self._state)
        if self._start_state is not None:
            self._start_state = renamed(self._start_state)
        if self._scenario is not None:
            self._scenario = scenario.with_names(self._scenario, setup.names)

    # -- looking -------------------------------------------------------------------------

    @property
    def board(self) -> Mapping[str, Piece]:
        """The pieces on the occupied squares."""
        state = self._state
        return MappingProxyType(
            {
                NAMES[s]: Piece(colour_number(state.owner_at(1 << s)), RANKS[state.rank_at(1 << s)])
                for s in squares(state.occupied)
            }
        )

    def summons(self, card_id: str, seat: int | None = None) -> Mapping[str, tuple[Match, ...]]:
        """Return the ways the card's pattern matches, for each square where it could be summoned.

        Only the board is considered. Raise KeyError for an unknown card, ValueError for an unknown
        seat.
        """
        return summons(self._state, cards.BEINGS[card_id], self._colour(seat))

    def explain(self, card_id: str, square: str, seat: int | None = None) -> Explanation:
        """Return what a summoning of the card on the square lacks.

        Raise KeyError for an unknown card or square, ValueError for an unknown seat.
        """
        colour = self._colour(seat)
        return explain(self._state, cards.BEINGS[card_id], colour, SQUARE_OF[square])

    def _colour(self, seat: int | None) -> int:
        return self._state.colour if seat is None else self.setup.colours[self._index(seat)]

    def _index(self, seat: int) -> int:
        """Return a seat counted from 0; raise ValueError if there is none with this number."""
        if not 1 <= seat <= self.setup.seats:
            raise ValueError(f"seat: {seat} is not a number from 1 to {self.setup.seats}")
        return seat_of(SeatNumber(seat))

    def score(self, seat: int) -> int:
        """Return the current points of a seat's side; raise ValueError for an unknown seat."""
        return FORMS[self.setup.form].score(self._state, self._colour(seat))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == "over"

    @property
    def outcome(self) -> Outcome | None:
        """The winners, scores and reason; None while the game goes on."""
        return decide_outcome(self._state) if self.is_over else None

    def view(self, seat: int) -> dict[str, object]:
        """Return all that a seat may know, JSON-ready: no hidden card, no seed (R25).

        The seat that answers a question also gets the question's origin under ``"open"``: the view
        before the move, the move's code and the answers so far. Raise ValueError for an unknown
        seat.
        """
        number = self._index(seat)
        shown = view(self._state, number)
        shown["open"] = None
        if self._open_move is not None and seat == self.player:
            before = view(self._open_move.state_before, number)
            code, *answers = self._open_move.decisions
            shown["open"] = {"before": before, "move": code, "answers": answers}
        return shown

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

    # -- texts ---------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the game as a save: all decisions, those to redo, and the position."""
        return save.write(self.saved_game())

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Return a saved game; raise SaveError for any fault of the text."""
        return save.read(text, cls._begin)

    @classmethod
    def from_json_in_steps(cls, text: str) -> save.ReplaySteps[Game]:
        """Do the work of `from_json` in steps of a move: a generator whose value is the game."""
        return save.read_in_steps(text, cls._begin)

    @classmethod
    def open_in_steps(cls, text: str) -> Generator[save.ReplayStep, None, save.OpenedGame[Game]]:
        """Do the work of `from_json_in_steps`, but open a long game at once, from its checkpoint.

        See `save.OpenedGame`.
        """
        return save.open_in_steps(text, cls._begin)

    @classmethod
    def standing(cls, text: str) -> Game:
        """Return a saved game after its last finished move, without history: for display only."""
        return save.read_position(text, cls._begin)

    @classmethod
    def salvage(cls, text: str) -> SalvagedGame[Game] | None:
        """Return the game as far as a damaged save still holds it; None if it holds none."""
        return save.run_to_end(cls.salvage_in_steps(text))

    @classmethod
    def salvage_in_steps(cls, text: str) -> SalvageSteps[Game]:
        """Do the work of `salvage` in steps of a decision."""
        return salvage_in_steps(text, cls._begin)

    def record(self) -> str:
        """Return the game as readable text, one turn per line."""
        saved, entries = self._saved_game_and_moves()
        origin: Origin = saved.setup if saved.scenario is None else saved.scenario
        if saved.start is not None:
            origin = save.write(saved._replace(moves=(), open_move=(), redo=(), state=saved.start))
        moves = [(entry.state_before, entry.decisions) for entry in entries]
        return record.write(origin, moves, self.outcome)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """Return the game of a record; RecordError names the faulty line."""
        return record.read(text, cls._begin)

    @classmethod
    def from_record_in_steps(cls, text: str) -> save.ReplaySteps[Game]:
        """Do the work of `from_record` in steps of a turn: a generator whose value is the game."""
        return record.read_in_steps(text, cls._begin)

    @property
    def restored_from_checkpoint(self) -> bool:
        """Whether the moves before a saved position are lost, because they do not lead to it."""
        return self._start_state is not None and self._pending_history is None

    def defer_history(self, owed: save.PendingHistory | None) -> None:
        """Write these moves in saves, before the moves made in this game; None for no moves."""
        self._pending_history = owed

    def attach_history(self, earlier: Game) -> None:
        """Take over the history of a game that ends where the history of this game begins.

        The moves of this game stay as they are. Raise ValueError if `earlier` ends elsewhere.
        """
        start, end = self._start_state, earlier.settled_state
        if start is None or checkpoint.state_hash(start) != checkpoint.state_hash(end):
            raise ValueError("the earlier game ends in another position")
        if earlier.setup.names != self.setup.names:  # changed meanwhile
            earlier.rename(self.setup.names)
        self._set_history([*earlier._finished.moves(), *self.history()])
        self._start_state, self._pending_history = earlier._start_state, None

    @property
    def settled_state(self) -> GameState:
        """The position after the last finished move, without the open move."""
        return self._open_move.state_before if self._open_move else self._state

    def saved_game(self) -> save.SavedGame:
        """Return the content of a save; for an endless game only the last moves."""
        saved, pending = self._saved_game_and_moves()[0], self._pending_history
        if pending is None or saved.start is not self._start_state:
            return saved
        return saved._replace(start=pending.start, moves=[*pending.moves, *saved.moves])

    def _saved_game_and_moves(self) -> tuple[save.SavedGame, list[PlayedMove]]:
        """Return the content of the texts, and the entries of its moves with the open move."""
        entries = self.history()
        moves = [entry.decisions for entry in entries]
        opened = moves.pop() if self._open_move else []
        first = save.first_kept_move(moves)
        start = entries[first].state_before if first else self._start_state
        saved = save.SavedGame(
            setup=self.setup,
            scenario=self._scenario,
            start=start,
            moves=moves[first:],
            open_move=opened,
            redo=self._redo_codes[: -save.MOST_KEPT - 1 : -1],
            state=self.settled_state,
        )
        return saved, entries[first:]

    @classmethod
    def _begin(cls, origin: Origin, start: GameState | None = None) -> Game:
        """Return a game from its first decision, or from a later position."""
        if isinstance(origin, str):
            return cls.from_json(origin)
        game = cls(deal(origin)) if isinstance(origin, Setup) else cls(*scenario.read(origin))
        if start is not None:
            game._state = game._start_state = start
        return game

    def decide(self, code: str) -> None:
        """Make a decision given by its code; ``resign:2`` is the code of resigning."""
        kind, _, seat = code.partition(":")
        if kind == "resign" and seat in ("1", "2", "3", "4"):
            self.resign(int(seat))
        else:
            self.play(code)

    def keep_redo(self, codes: Sequence[str]) -> None:
        """Offer these codes for redo, the next first, as far as they can be played."""
        save.run_to_end(self.keep_redo_in_steps(codes))

    def keep_redo_in_steps(self, codes: Sequence[str]) -> Generator[PackResultPending, None, None]:
        """Do the work of `keep_redo`, yielding what a remote pack must answer first."""
        ahead = self.copy()
        kept: list[str] = []
        for code in codes:
            try:
                yield from save.decide_in_steps(ahead, code)
            except (IllegalMove, PackError):
                break
            kept.append(code)
        self._redo_codes = tuple(kept[::-1])


def new_game(
    form: str,
    schools: Sequence[str],
    *,
    teams: bool = False,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Return a new game; the same arguments and seed give the same game everywhere.

    `form` is ``"high-form"``, ``"duel"`` or ``"melee"``. `schools` has one school id per seat in
    turn order. With `teams`, seats 1 and 3 play against 2 and 4. `names` are the players' names.
    `options` may contain ``"legends": False`` (the learning game of R24.2). Raise ValueError that
    names the wrong argument.
    """
    check_seed(seed)
    setup = make_setup(form, schools, teams=teams, seed=seed, names=names, options=options)
    return Game(deal(setup))
