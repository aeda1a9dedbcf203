"""A game at the table: what the people in front of the screen have in hand right now.

`Session` owns everything between two decisions - the card taken up, the square looked at, the
piece to be moved, the curtain, the earlier position shown - and turns clicks into moves. It knows
no browser: `screen.draw` shows it, the browser layer feeds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tashkalar import Game
from tashkalar.game import PlayedMove
from tashkalar.position.board import Square
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Match, Move
from tashkalar.position.pattern import Orientation
from tashkalar.position.state import GameState
from tashkalar.rules.execution import PackResultPending
from tashkalar.rules.forms import FORMS
from tashkalar.rules.summoning import Explanation
from tashkalar.ui.bots.computer_seats import BotLevels, ComputerSeats, PlanJob
from tashkalar.ui.bots.hint_line import HintLine
from tashkalar.ui.session.dry_run import Preview
from tashkalar.ui.session.hints import Hints
from tashkalar.ui.session.preview_cache import PreviewCache
from tashkalar.ui.session.seating import Seating
from tashkalar.ui.session.summon_finder import (
    PLACEABLE,
    MissingPiece,
    SummonOptions,
    Threat,
    find_summon_options,
    find_threats,
    shown_missing_pieces,
)
from tashkalar.ui.session.targets import SelectionTargets
from tashkalar.ui.text.catalogue import Catalogue


class Session:
    """One game with its selection. Every input returns True when a decision was made."""

    def __init__(self, game: Game, *, curtain: bool = True, bots: BotLevels | None = None) -> None:
        self.game = game
        self.seating = Seating(game, bots or {}, curtain=curtain)
        self.selected_card: str | None = None  # the hand card taken up
        self._looked_square: str | None = None  # see `target_square`
        self._selected_origin: str | None = None  # the piece taken up to be moved, of several
        self.placement_code: str | None = None  # the code of the placement looked at
        self.shown_move_number: int | None = (
            None  # number of the finished move whose result is shown
        )
        self.is_read_only = False  # a replay, which nobody plays on
        self.has_result = True  # there is a result screen to go back to
        self.is_summon_finder_on = False  # show where any hand card can be summoned
        self.is_ending_soon = False  # the turn ends by itself in a moment
        self.is_threat_view_on = False  # show what the others could summon
        self.code_awaiting_pack: str | None = None  # the decision that a pack has to answer first
        self.hints = Hints(game)
        self.hovered_card: str | None = None  # the hand card pointed at, without taking it up
        self.pointed_code: str | None = None  # the code of the move whose button is pointed at
        self.tapped_code: str | None = None  # the code of the move that a first tap has shown
        self._preview_cache = PreviewCache()
        self._summon_options_cache: tuple[GameState, SummonOptions] | None = None
        self._placeable_pieces_cache: tuple[SummonOptions, Mapping[str, MissingPiece]] | None = None
        self._sole_square_cache: tuple[object, str | None] = (None, None)
        self._threats_cache: tuple[object, tuple[Threat, ...]] = (None, ())
        self._targets_cache: tuple[object, SelectionTargets] | None = None

    # -- what can be chosen --------------------------------------------------------------

    @property
    def target_square(self) -> str | None:
        """The square looked at, else the only one on which the card taken up can be summoned."""
        if self._looked_square is not None or self.selected_card is None:
            return self._looked_square
        key = (self.selected_card, self.moves)
        if self._sole_square_cache[0] != key:
            on = {
                m.square for m in self.moves if m.card == self.selected_card and m.kind == "summon"
            }
            self._sole_square_cache = key, next(iter(on)) if len(on) == 1 else None
        return self._sole_square_cache[1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, none while covered or looking back."""
        if (
            self.seating.is_covered
            or self.shown_move_number is not None
            or self.is_read_only
            or self.seating.is_computer_due
        ):
            return ()
        return self.game.legal_moves()

    @property
    def _targets(self) -> SelectionTargets:
        """What follows from the selection, kept as long as nothing changes: moves may be many."""
        game, moves = self.game, self.moves
        taken_up = (
            self.selected_card,
            self.target_square,
            self._selected_origin,
            self.placement_code,
        )
        key = (game.state, moves, taken_up)
        if self._targets_cache is None or self._targets_cache[0] != key:
            self._targets_cache = key, SelectionTargets(game, moves, *taken_up)
        return self._targets_cache[1]

    @property
    def is_turn_decision(self) -> bool:
        """Whether a turn decision is due, not one inside an effect."""
        return self._targets.is_turn_decision

    def moves_for_square(self, square: str) -> list[Move]:
        """The moves that choosing this square stands for now."""
        return self._targets.moves_for_square(square)

    @property
    def origins(self) -> frozenset[str]:
        """The pieces that may be taken up to be moved."""
        return self._targets.origins

    @property
    def origin(self) -> str | None:
        """The piece taken up to be moved; the only one that can move need not be taken up."""
        return self._targets.origin

    @property
    def selectable_squares(self) -> frozenset[str]:
        """The squares that can be chosen now, those of pieces that the card lacks included."""
        return self._targets.selectable_squares.union(self.placeable_pieces)

    @property
    def shown_match(self) -> Match | None:
        """The placement to draw over the board, for the square looked at."""
        return self._targets.shown_match

    @property
    def explanation(self) -> Explanation | None:
        """Why the card taken up cannot be summoned on the square looked at; None if it can."""
        looks_on = self.seating.is_covered or self.shown_move_number is not None
        return None if looks_on else self._targets.explanation

    @property
    def nearest_fit(self) -> tuple[Square, Orientation] | None:
        """How the pattern lies there where it lacks least, see `SelectionTargets.nearest_fit`."""
        return self._targets.nearest_fit if self.explanation else None

    @property
    def candidate_move(self) -> Move | None:
        """The move that the button, card or square looked at stands for.

        Without any it is the one act that there is: a flare taken up, a task to be claimed, the
        only answer beside "no".
        """
        code = (
            self.pointed_code if self.is_turn_decision or self.pointed_code else self.hovered_card
        )
        if code is not None:
            return next((move for move in self.moves if move.code == code), None)
        if self.target_square is None:
            kind, card = ("flare", self.selected_card) if self.selected_card else ("claim", None)
            if not self.is_turn_decision:
                return self.sole_answer
            acts = [m for m in self.moves if m.kind == kind and card in (m.card, None)]
            return acts[0] if len(acts) == 1 else None
        if self.placeable_piece is not None:
            return self._place_move_on(self.target_square)
        moves = self._targets.target_moves
        if len(moves) == 1:
            return moves[0]
        return next((move for move in moves if move.code == self.placement_code), None)

    @property
    def sole_answer(self) -> Move | None:
        """The only answer to a question beside "no", where a button gives it.

        None for one of several questions of a kind, whose answers become fewer.
        """
        prompt = self.game.prompt
        answers = [move for move in self.moves if move.kind == "choose"]
        if self.is_turn_decision or prompt.of > 1 or prompt.kind == "return" or len(answers) != 1:
            return None
        return answers[0] if not answers[0].square else None

    @property
    def preview(self) -> Preview | None:
        """What the move considered would do, once `compute_preview` has found it out."""
        return self._preview_cache.get(self.game.state, self.candidate_move)

    @property
    def partial_preview(self) -> Preview | None:
        """The same, or as long as it is being found out what is certain of it."""
        return self._preview_cache.get_partial(self.game.state, self.candidate_move)

    def compute_preview(self) -> bool:
        """Find out what the move considered would do; whether there is anything new to tell.

        PackError when a card of a pack fails.
        """
        return any([True for _ in self.preview_steps()])

    def preview_steps(self) -> Iterator[None]:
        """The same in small steps, between which other things may happen; told at the end.

        Whoever stops may ask again, and it goes on from there.
        """
        move = self.candidate_move
        return iter(()) if move is None else self._preview_cache.compute_steps(self.game, move)

    def prefetch_previews(self) -> Iterator[None]:
        """Find out in small steps what every summoning would do, before one is looked at."""
        return self._preview_cache.prefetch_steps(self.game, self.moves)

    @property
    def summon_options(self) -> SummonOptions | None:
        """The hand card pointed at or taken up, seen through the lens; None without one."""
        card = self.hovered_card or self.selected_card
        if card is None or not self.is_turn_decision or not self.moves:
            return None
        if (
            self._summon_options_cache is None
            or self._summon_options_cache[0] is not self.game.state
            or self._summon_options_cache[1].card != card
        ):
            self._summon_options_cache = self.game.state, find_summon_options(self.game.state, card)
        return self._summon_options_cache[1]

    @property
    def turn_is_spent(self) -> bool:
        """Whether nothing is left in this turn but to end it."""
        return [move.kind for move in self.moves] == ["end"] and not self.game.state.actions

    @property
    def visible_threats(self) -> tuple[Threat, ...]:
        """What the others could summon, by what everybody knows; none while not shown."""
        if not self.is_threat_view_on or not self.moves or not self.is_turn_decision:
            return ()
        key = self.game.state, self.seating.viewer
        if self._threats_cache[0] != key:
            self._threats_cache = key, find_threats(self.game.state, self.seating.viewer)
        return self._threats_cache[1]

    @property
    def placeable_pieces(self) -> Mapping[str, MissingPiece]:
        """The pieces, by square, that the card taken up lacks and that can be placed at once."""
        lens = self.summon_options
        if lens is None or lens.card != self.selected_card:
            return {}
        if self._placeable_pieces_cache is None or self._placeable_pieces_cache[0] is not lens:
            plain = [g for g in shown_missing_pieces(lens) if (g.occupant, g.rank) == PLACEABLE]
            self._placeable_pieces_cache = (
                lens,
                {g.square: g for g in plain if self._place_move_on(g.square)},
            )
        return self._placeable_pieces_cache[1]

    @property
    def placeable_piece(self) -> MissingPiece | None:
        """The ghost on the square looked at that can be placed."""
        return self.placeable_pieces.get(self.target_square) if self.target_square else None

    def _place_move_on(self, square: str) -> Move | None:
        """The move that puts a piece on a square, where there is one."""
        return next((m for m in self.moves if m.kind == "place" and m.square == square), None)

    # -- inputs --------------------------------------------------------------------------

    def click_card(self, card: str) -> bool:
        """Take a hand card up, or lay it down; inside an effect choose it if it is asked for."""
        if self.seating.is_covered or self.shown_move_number is not None:
            return False
        if not self.is_turn_decision:
            return card in [m.code for m in self.moves] and self.play_code(card)
        self.selected_card = None if card == self.selected_card else card
        self._looked_square = self.placement_code = None
        return False

    def click_task(self, code: str) -> bool:
        """Choose the row of a task: once shows what claiming it does, once more claims it (R13.4).

        It cannot be taken back, since cards are drawn then.
        """
        if code == self.tapped_code:
            return self.play_code(code)
        if code in [move.code for move in self.moves]:
            self.selected_card = self._looked_square = self.placement_code = None
            self.pointed_code = self.tapped_code = code
        return False

    def look_at_square(self, square: str | None) -> None:
        """Look at a square: hover, focus, or the first touch."""
        self.pointed_code = self.tapped_code = None
        if square != self._looked_square:
            self._looked_square, self.placement_code = square, None

    def hover_square(self, square: str | None) -> bool:
        """Look at a square unless a placement is being looked at; whether that changes anything.

        On the way from a square where the card can go to the button that says so, it stays.
        """
        if square is None and self.selected_card and self._targets.target_moves:
            return False
        pointed, self.pointed_code, self.tapped_code = self.pointed_code, None, None
        if square == self._looked_square or self.placement_code is not None:
            return pointed is not None
        self.look_at_square(square)
        return True

    def look_at_placement(self, code: str) -> bool:
        """Look at one of several placements on the square; whether it is one."""
        if not (self.is_turn_decision and self.selected_card and self.target_square):
            return False
        if code not in [move.code for move in self.moves_for_square(self.target_square)]:
            return False
        self.placement_code = code
        return True

    def point_at_move(self, code: str | None) -> bool:
        """Point at the button of a move, or at none; whether that changes anything."""
        if (
            self.selected_card
            and self.is_turn_decision
            and code in [move.code for move in self._targets.target_moves]
        ):
            code = None  # the button of a placement: `look_at_placement`
        if code == self.pointed_code:
            return False
        self.pointed_code = code
        return True

    def hover_card(self, card: str | None) -> bool:
        """Point at a hand card without taking it up; whether that changes anything."""
        if card == self.hovered_card:
            return False
        self.hovered_card = card
        return True

    def tap_square(self, square: str) -> bool:
        """Choose a square with a finger, which cannot hover: the first tap on one only shows it.

        A plain piece is put down at once, and so is a piece taken up.
        """
        if self.target_square == square or (self.is_turn_decision and not self.selected_card):
            return self.click_square(square)
        if not self.selected_card and square in self.origins and not self.moves_for_square(square):
            self.look_at_square(None)
            return self.click_square(square)
        self.look_at_square(square)
        self.tapped_code = (
            self.candidate_move.code if self.candidate_move and not self.selected_card else None
        )
        return False

    def tap_option(self, code: str) -> bool:
        """Choose one of several options with a finger: the first tap on one only shows it."""
        if code == self.tapped_code:
            return self.play_code(code)
        if not self.look_at_placement(code):
            self._looked_square, self.pointed_code = None, code
        self.tapped_code = code
        return False

    def click_square(self, square: str) -> bool:
        """Choose a square: make the move it stands for, or take up the piece on it.

        Of several placements the first click shows one, the next makes the one that is shown.
        """
        codes = [move.code for move in self.moves_for_square(square)]
        if len(codes) == 1:
            return self.play_code(codes[0])
        if square in self.placeable_pieces and (missing := self._place_move_on(square)):
            return self.play_code(missing.code)
        if codes and square == self.target_square and self.placement_code in codes:
            return self.play_code(self.placement_code)
        if codes:
            self.look_at_square(square)
            self.placement_code = codes[0]
        elif square in self.origins:
            self._selected_origin = None if square == self._selected_origin else square
        elif self.selected_card is not None:
            self.look_at_square(square)
        return False

    def start_drag(self, square: str) -> bool:
        """Take up the piece on a square, to be dragged; whether it can be moved."""
        if square not in self.origins:
            return False
        self._selected_origin = square
        return True

    def drop_on_square(self, square: str | None) -> bool:
        """Let go of what is dragged, over a square or beside the board: make its move.

        Of several placements one is shown, as by a click.
        """
        if square is None or not self.moves_for_square(square):
            return False
        return self.click_square(square)

    def play_for_computer(self) -> bool:
        """Make the next decision of a computer player's plan; False when there is none."""
        code = self.seating.opponents.take_next_code()
        if code is None:
            return False
        before = self.seating.viewer
        try:
            self.game.play(code)
        except PackResultPending:
            self.seating.opponents.put_back_code(code)
            raise
        self.seating.opponents.mark_code_played()
        self._finish_decision(before)
        return True

    def play_code(self, code: str) -> bool:
        """Make the move with this code, if it can be made now."""
        chosen = next((move for move in self.moves if move.code == code), None)
        if chosen is None:
            return False
        before, hint = self.seating.viewer, self.hints.hint
        # a piece that the card taken up lacks: the card stays up
        kept = (
            self.selected_card
            if chosen.kind == "place" and chosen.square in self.placeable_pieces
            else None
        )
        try:
            self.game.play(code)
        except PackResultPending:
            self.code_awaiting_pack = code
            raise
        self._finish_decision(before)
        self.hints.hint = hint.advance(code) if hint else None
        if kept and self.moves and self.game.prompt.kind == "turn":
            self.selected_card = kept
        return True

    def give_seat(self, seat: SeatNumber, level: str, words: Catalogue) -> bool:
        """Let a computer player of a level play a seat, or a person if the level is empty.

        Return whether anything changes; KeyError for a level that does not exist.
        """
        if self.is_read_only or not self.seating.assign(seat, level, words):
            return False
        self._clear_selection()
        return True

    def request_hint(self) -> PlanJob | None:
        """Return the job of finding a hint; None when nobody here decides."""
        return self.hints.request(self.seating.seat) if self.moves else None

    def receive_hint(self, answer: Mapping[str, object] | None) -> bool:
        """Take the answer to a job, None for a failure; return whether a hint came of it.

        PackError when a card of a pack fails in what is advised.
        """
        return self.hints.receive(answer if self.moves else None)

    @property
    def hint_line(self) -> HintLine | None:
        """The hint played on a copy of the game; None while something else is looked at."""
        if self.selected_card or self.seating.is_covered or self.shown_move_number is not None:
            return None
        return self.hints.line

    def cancel_selection(self) -> None:
        """Lay down what is up: the piece, then the square, then the card."""
        if self.shown_move_number is not None:
            self.shown_move_number = None
        elif self.origin is not None and len(self.origins) > 1:
            self._selected_origin = None
        elif self.tapped_code is not None and self.tapped_code == self.pointed_code:
            self.pointed_code = self.tapped_code = None
        elif self.placement_code is not None:
            self._looked_square = self.placement_code = None
        else:
            self.selected_card = self._looked_square = None

    def cover_hands(self) -> None:
        """Hide the hands again, for example before a game is left lying."""
        self.seating.cover_hands()
        self._clear_selection()

    def shift_move_numbers(self, moves: int) -> None:
        """So many moves stand before those that were there."""
        if self.shown_move_number is not None:
            self.shown_move_number += moves

    def show_position_after(self, number: int | None) -> None:
        """Show the position after a finished move, or with None the present again."""
        last = self.history[-1].number if self.history else 0
        self.shown_move_number = None if number is None or number >= last else number

    def undo(self) -> bool:
        """Take back the last decision of this turn."""
        if not self.can_undo:
            return False
        before = self.seating.viewer
        self.game.undo()
        self._finish_decision(before)
        return True

    def redo(self) -> bool:
        """Make the decision again that was taken back last."""
        if not self.can_redo:
            return False
        before = self.seating.viewer
        self.game.redo()
        self._finish_decision(before)
        return True

    def restart(self) -> bool:
        """Take everything back, to try a lesson once more."""
        if not self.game.can_undo:
            return False
        while self.game.can_undo:
            self.game.undo()
        self._clear_selection()
        self.seating.is_covered = False
        return True

    def undo_without_redo(self) -> None:
        """Take the last decision back, over the end of a turn too; it is not offered again."""
        self.game.undo()
        self.game.keep_redo(())
        self._clear_selection()
        self.seating.is_covered = False

    def resign(self, seat: int) -> bool:
        """A player gives up, where one may."""
        if not self.may_resign:
            return False
        self.game.resign(seat)
        self._clear_selection()
        self.seating.is_covered = False
        return True

    # -- limits --------------------------------------------------------------------------

    @property
    def history(self) -> list[PlayedMove]:
        """The moves so far."""
        return self.game.history()

    @property
    def shown_state(self) -> GameState:
        """The present, or the position after the move that is looked back at."""
        if self.shown_move_number is not None:
            for entry in self.history[self.shown_move_number : self.shown_move_number + 1]:
                return entry.state_before
        return self.game.state

    @property
    def can_undo(self) -> bool:
        """Undo goes back to the start of the turn: then cards were drawn (R25.4)."""
        if (
            self.seating.is_covered
            or self.shown_move_number is not None
            or self.game.is_over
            or self.is_read_only
        ):
            return False
        if self.seating.is_computer_due:
            return False
        last = self.game.last_move
        state = self.game.state
        return last is not None and (last.state_before.turn, last.state_before.phase) == (
            state.turn,
            state.phase,
        )

    @property
    def may_resign(self) -> bool:
        """Whether anybody may give up (R18.6)."""
        over = self.game.is_over or self.is_read_only
        return not over and FORMS[self.game.setup.form].can_resign

    @property
    def can_redo(self) -> bool:
        """Whether a decision was taken back, and the curtain is up."""
        return self.game.can_redo and not self.seating.is_covered and self.shown_move_number is None

    def _finish_decision(self, before: SeatNumber) -> None:
        """Somebody has decided: lay everything down, and hide a hand that `before` may not see."""
        self._clear_selection()
        if self.seating.viewer != before:
            self.is_summon_finder_on = self.is_threat_view_on = (
                False  # they are the player's who asked for them
            )
        if self.seating.has_curtain and not self.game.is_over and self.seating.viewer != before:
            self.seating.is_covered = True

    def _clear_selection(self) -> None:
        self.selected_card = self._looked_square = self.placement_code = self._selected_origin = (
            None
        )
        self.hovered_card = self.pointed_code = self.tapped_code = None
        self.shown_move_number = None
        self.hints.clear()
        self.is_ending_soon = False

    # -- what web/ still asks the session for --------------------------------------------

    @property
    def opponents(self) -> ComputerSeats:
        """See `Seating.opponents`."""
        return self.seating.opponents

    @property
    def seat(self) -> SeatNumber:
        """See `Seating.seat`."""
        return self.seating.seat

    @property
    def is_computer_due(self) -> bool:
        """See `Seating.is_computer_due`."""
        return self.seating.is_computer_due

    @property
    def has_human_opponent(self) -> bool:
        """See `Seating.has_human_opponent`."""
        return self.seating.has_human_opponent

    @property
    def is_human_versus_computer(self) -> bool:
        """See `Seating.is_human_versus_computer`."""
        return self.seating.is_human_versus_computer

    @property
    def is_spectated(self) -> bool:
        """See `Seating.is_spectated`."""
        return self.seating.is_spectated

    @property
    def is_paused(self) -> bool:
        """See `Seating.is_paused`."""
        return self.seating.is_paused

    @property
    def is_covered(self) -> bool:
        """See `Seating.is_covered`."""
        return self.seating.is_covered

    @is_covered.setter
    def is_covered(self, on: bool) -> None:
        self.seating.is_covered = on

    @property
    def has_curtain(self) -> bool:
        """See `Seating.has_curtain`."""
        return self.seating.has_curtain

    @has_curtain.setter
    def has_curtain(self, on: bool) -> None:
        self.seating.has_curtain = on

    def pause(self) -> None:
        """See `Seating.pause`."""
        self.seating.pause()

    def lift_curtain(self) -> None:
        """See `Seating.lift_curtain`."""
        self.seating.lift_curtain()
