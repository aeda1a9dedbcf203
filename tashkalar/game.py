"""`Game`: the public interface of a whole game - moves, undo, copies, views, texts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tashkalar import cards
from tashkalar.formats import checkpoint, record, save, scenario
from tashkalar.formats.record import Origin, RecordedGame
from tashkalar.formats.recovery import SalvagedGame, SalvageSteps, salvage_in_steps
from tashkalar.history.game_history import GameHistory
from tashkalar.history.kept_moves import SavedGame
from tashkalar.position.board import NAMES, RANKS, SQUARE_OF, squares
from tashkalar.position.ids import (
    ColourNumber,
    SeatNumber,
    colour_number,
    seat_of,
)
from tashkalar.position.move import Match
from tashkalar.position.state import GameState, Setup
from tashkalar.position.unknown import (
    KnownCards,
    replace_in_code,
    replace_in_setup,
    replace_in_state,
)
from tashkalar.rules.deal import check_seed, checked_names, deal, make_setup
from tashkalar.rules.forms import FORMS
from tashkalar.rules.summoning import Explanation, explain, summons
from tashkalar.rules.view import view


class Piece(NamedTuple):
    """A piece on the board: the number of its color (from 1) and its rank."""

    owner: ColourNumber
    rank: str


class Game(GameHistory):
    """A game of Tash-Kalar, made by `new_game`, `from_scenario`, `from_json` or `from_record`."""

    __slots__ = ()

    @classmethod
    def from_scenario(cls, mapping: Mapping[str, object]) -> Game:
        """Return a game from a position set up by hand; ScenarioError names the faulty entry."""
        state, clean = scenario.read(mapping)
        scenario.check_length(clean)
        return cls(state, clean)

    def rename(self, names: Sequence[str]) -> None:
        """Change the players' names everywhere, including past moves; ValueError as in `new_game`.

        Undo does not revert the names; another call can. Copies keep their names.
        """
        setup = self.setup._replace(names=checked_names(names, self.setup.seats))

        def renamed(state: GameState) -> GameState:
            new = state.copy()
            new.setup = setup
            return new

        self._replace_states(renamed)
        if self._scenario is not None:
            self._scenario = scenario.with_names(self._scenario, setup.names)

    def _replace_states(self, change: Callable[[GameState], GameState]) -> None:
        """Replace every position of the game by what `change` makes of it, each once."""
        changed: dict[int, GameState] = {}

        def replaced(state: GameState) -> GameState:
            if id(state) not in changed:
                changed[id(state)] = change(state)
            return changed[id(state)]

        self._set_history(
            [entry._replace(state_before=replaced(entry.state_before)) for entry in self.history()]
        )
        self._state = replaced(self._state)
        if self._start_state is not None:
            self._start_state = replaced(self._start_state)

    def reveal(self, seat: int, cards: KnownCards) -> None:
        """Put known beings in the place of a seat's unknown ones, also in past moves.

        `cards` has the beings by the text of their `UnknownCard`. Undo does not hide them again.
        """
        index = self._index(seat)
        setup = replace_in_setup(self.setup, index, cards)
        self._replace_states(lambda state: replace_in_state(state, setup, index, cards))
        self._set_history([entry.revealed(cards) for entry in self.history()])
        self._redo_codes = tuple(replace_in_code(code, cards) for code in self._redo_codes)
        if self._open_move is not None:
            opened = self._open_move
            self._run(opened.execution, opened.number)  # its question offers the known beings
        self._legal_moves = None

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
        """Open a save as `from_json_in_steps` does, but show a long game before its moves are made.

        A long game opens at the checkpoint of its save; see `save.OpenedGame`.
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
        moves = [(entry.state_before, entry.decisions) for entry in entries]
        return record.write(_record_origin(saved), moves, self.outcome)

    @property
    def record_origin(self) -> Origin:
        """The origin that a record of this game begins with: its agreement, scenario, or save."""
        return _record_origin(self._saved_game_and_moves()[0])

    @classmethod
    def from_record(cls, text: str) -> Game:
        """Return the game of a record; RecordError names the faulty line."""
        return record.read(text, cls._begin)

    @classmethod
    def from_record_in_steps(cls, text: str) -> save.ReplaySteps[Game]:
        """Do the work of `from_record` in steps of a turn: a generator whose value is the game."""
        return record.read_in_steps(text, cls._begin)

    @classmethod
    def from_record_tree_in_steps(
        cls, text: str
    ) -> Generator[save.ReplayStep, None, RecordedGame[Game]]:
        """Read a record with its variations and remarks; see `Study`."""
        return record.read_tree_in_steps(text, cls._begin)

    @property
    def restored_from_checkpoint(self) -> bool:
        """True if the moves before a saved position are lost, because they do not lead to it."""
        return self._start_state is not None and self._pending_history is None

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

    @classmethod
    def _begin(cls, origin: Origin, start: GameState | None = None) -> Game:
        """Return a game from its first decision, or from a later position."""
        if isinstance(origin, str):
            return cls.from_json(origin)
        game = cls(deal(origin)) if isinstance(origin, Setup) else cls(*scenario.read(origin))
        if start is not None:
            game._state = game._start_state = start
        return game

    def keep_redo(self, codes: Sequence[str]) -> None:
        """Offer these codes for redo, the next first, as far as they can be played."""
        save.run_to_end(self.keep_redo_in_steps(codes))


def _record_origin(saved: SavedGame) -> Origin:
    if saved.start is not None:
        return save.write(saved._replace(moves=(), open_move=(), redo=(), state=saved.start))
    return saved.setup if saved.scenario is None else saved.scenario


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
