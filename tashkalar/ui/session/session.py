"""A game that people at one screen play: the game, the selection of the person who acts, the seats.

`Session` turns inputs into moves. It knows no browser: `ui/screen` composes what is shown, `web/`
draws the screen and passes the inputs on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tashkalar import Game
from tashkalar.history.decision_tree import Annotation
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Move
from tashkalar.position.state import GameState
from tashkalar.rules.execution import PackResultPending
from tashkalar.rules.forms import FORMS
from tashkalar.ui.bots.computer_seats import BotLevels, PlanJob
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.bots.hint import gains_of
from tashkalar.ui.bots.hint_line import HintLine
from tashkalar.ui.session import inputs
from tashkalar.ui.session.dry_run import Preview
from tashkalar.ui.session.goal_panel import goal_state, read_goal
from tashkalar.ui.session.hints import Hints
from tashkalar.ui.session.memo import Memo
from tashkalar.ui.session.preview_cache import PreviewCache
from tashkalar.ui.session.seating import Seating
from tashkalar.ui.session.selection import Selection
from tashkalar.ui.session.summon_finder import Threat, find_threats
from tashkalar.ui.session.targets import Choices, SelectionTargets
from tashkalar.ui.text.catalogue import Catalogue


class Session:
    """One game with its selection. Every input returns whether a decision was made."""

    def __init__(
        self,
        game: Game,
        *,
        curtain: bool = True,
        bots: BotLevels | None = None,
        far: FarSeat | None = None,
    ) -> None:
        self.game = game
        self.selection = Selection()
        self.seating = Seating(game, bots or {}, curtain=curtain, far=far)
        self.hints = Hints(game)
        self.is_read_only = False  # a replay, in which no move can be made
        self.has_result = True  # there is a result screen to go back to
        self.has_next_lesson = False  # the end of the game is that of a lesson before another one
        self.is_summon_finder_on = False  # show where any hand card can be summoned
        self.is_threat_view_on = False  # show what the others could summon
        self.is_ending_soon = False  # the turn is about to end automatically
        self.comments: Mapping[int, str] = {}  # of a replayed study, by the number of moves made
        self.remarks = Annotation()  # of a study, on the position before any move here
        # the move after which the remarks are; None for the present position
        self.remarked_move_number: int | None = None
        # In free play of a study and in a puzzle nothing is secret: undo goes over ends of turns,
        # and stops here.
        self.kept_decisions: int | None = None
        # The moves from before, which the people at this table may not have seen.
        self.moves_at_opening = game.last_move.number if game.last_move else 0
        self.is_study = False  # a position of a study, in which nobody resigns
        self.code_awaiting_pack: str | None = None  # the decision that a pack has to answer first
        self._preview_cache = PreviewCache()
        self._choices: Memo[Choices] = Memo()
        self._targets: Memo[SelectionTargets] = Memo()
        self._threats: Memo[tuple[Threat, ...]] = Memo()
        self._attempt_state: Memo[str] = Memo()

    def begin_attempt(self, goal_seat: SeatNumber) -> None:
        """Let the game be an attempt of a seat at the goal of a puzzle."""
        self.seating.attempt_seat = goal_seat
        self.kept_decisions = 0

    @property
    def attempt_state(self) -> str:
        """The state of the goal of a puzzle: ``open``, ``reached`` or ``failed``; else ``""``."""
        if self.seating.attempt_seat is None:
            return ""
        game = self.game
        return self._attempt_state.get((game.state, len(game.codes)), lambda: goal_state(game))

    @property
    def is_attempt_over(self) -> bool:
        """True if the goal of a puzzle is reached, or can no longer be: only undo is left."""
        return self.attempt_state in ("reached", "failed")

    @property
    def is_attempt_looked_at(self) -> bool:
        """True if no move of an attempt at an exercise can be made now."""
        return self.is_read_only and self.seating.attempt_seat is not None

    @property
    def is_reply_due(self) -> bool:
        """True if the other side replies in a puzzle to survive: no person plays for it."""
        goal = read_goal(self.game) if self.seating.is_attempt_opponent_due else None
        return goal is not None and goal.condition.kind == "survive" and not self.is_attempt_over

    # -- what can be chosen --------------------------------------------------------------

    @property
    def is_hand_open(self) -> bool:
        """True if the hand is in view and the present position is shown."""
        return not self.seating.is_covered and self.selection.shown_move_number is None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none while covered, looking back, or someone else decides."""
        if not self.is_hand_open or self.is_read_only or self.seating.is_other_due:
            return ()
        return () if self.is_attempt_over or self.is_reply_due else self.game.legal_moves()

    @property
    def choices(self) -> Choices:
        """The choices of the present position, for any selection."""
        game, moves, is_hand_open = self.game, self.moves, self.is_hand_open
        return self._choices.get(
            (game.state, moves, is_hand_open),
            lambda: Choices(game, moves, is_hand_open=is_hand_open),
        )

    @property
    def targets(self) -> SelectionTargets:
        """The squares and moves that can be chosen with the selection."""
        choices, selection = self.choices, self.selection
        return self._targets.get((choices, selection), lambda: SelectionTargets(choices, selection))

    @property
    def visible_threats(self) -> tuple[Threat, ...]:
        """The beings that the others could summon, by public information; none while not shown."""
        if not self.is_threat_view_on or not self.moves or not self.choices.is_turn_decision:
            return ()
        state, viewer = self.game.state, self.seating.viewer
        return self._threats.get((state, viewer), lambda: find_threats(state, viewer))

    # -- what a choice would do ----------------------------------------------------------

    @property
    def preview(self) -> Preview | None:
        """The effects of the candidate move; None until `preview_steps` has computed them.

        They are open-ended until all steps are done.
        """
        return self._preview_cache.get(self.game.state, self.targets.candidate_move)

    @property
    def partial_preview(self) -> Preview | None:
        """The preview; while it is still being computed, only the part that is already certain."""
        return self._preview_cache.get_partial(self.game.state, self.targets.candidate_move)

    @property
    def is_preview_finished(self) -> bool:
        """True if nothing is left to compute for the preview."""
        return self._preview_cache.is_finished(self.game.state, self.targets.candidate_move)

    def preview_steps(self) -> Iterator[None]:
        """Compute the preview in small steps; it is complete after the last step.

        A caller that stops early can ask again later, and the computation continues.
        """
        move = self.targets.candidate_move
        return iter(()) if move is None else self._preview_cache.compute_steps(self.game, move)

    def prefetch_previews(self) -> Iterator[None]:
        """Compute in small steps what every summoning would do, before one is looked at."""
        return self._preview_cache.prefetch_steps(self.game, self.moves)

    # -- inputs --------------------------------------------------------------------------

    def click_card(self, card: str) -> bool:
        """Take a hand card up, or lay the card down; inside an effect choose the card."""
        return self._apply(inputs.click_card(self.targets, card))

    def click_task(self, code: str) -> bool:
        """Choose the row of a task: show what claiming does, the second time claim (R13.4)."""
        return self._apply(inputs.click_task(self.targets, code))

    def click_square(self, square: str) -> bool:
        """Choose a square: make the move that it stands for, or take up the piece on it."""
        return self._apply(inputs.click_square(self.targets, square))

    def tap_square(self, square: str, *, confirms_all: bool = False) -> bool:
        """Choose a square with a finger: the first tap decides only where nothing is lost.

        With `confirms_all` it decides nowhere.
        """
        return self._apply(inputs.tap_square(self.targets, square, confirms_all=confirms_all))

    def tap_option(self, code: str) -> bool:
        """Choose one of several options with a finger: the first tap on an option shows it."""
        return self._apply(inputs.tap_option(self.targets, code))

    def drop_on_square(self, square: str | None) -> bool:
        """Drop what is dragged, on a square or beside the board (None), and make its move.

        Return whether a move was made.
        """
        return self._apply(inputs.drop_on_square(self.targets, square))

    def _apply(self, outcome: inputs.Outcome) -> bool:
        self.selection, code = outcome
        return code is not None and self.play_code(code)

    def look_at_square(self, square: str | None) -> None:
        """Look at a square, or at none: hover, focus, or the first touch."""
        self.selection = self.selection.look_at_square(square)

    def hover_square(self, square: str | None) -> bool:
        """Look at a square unless a placement is looked at; return whether anything changes."""
        return self._select(inputs.hover_square(self.targets, square))

    def hover_card(self, card: str | None) -> bool:
        """Point at a hand card without taking it up; return whether anything changes."""
        return self._select(self.selection._replace(hovered_card=card))

    def point_at_move(self, code: str | None) -> bool:
        """Point at the button of a move, or at none; return whether anything changes."""
        return self._select(inputs.point_at_move(self.targets, code))

    def _select(self, selection: Selection) -> bool:
        """Take over a selection; return whether more has changed than the move tapped."""
        before, self.selection = self.selection, selection
        return before._replace(tapped_code=None) != selection._replace(tapped_code=None)

    def look_at_placement(self, code: str) -> bool:
        """Look at one of several placements on the square; return whether there is such a one."""
        if not self.targets.has_placement(code):
            return False
        self.selection = self.selection._replace(placement_code=code)
        return True

    def start_drag(self, square: str) -> bool:
        """Take up the piece on a square, to be dragged; return whether it can be moved."""
        if square not in self.targets.origins:
            return False
        self.selection = self.selection._replace(origin=square)
        return True

    def cancel_selection(self) -> None:
        """Lay down the latest thing: the piece, then the square, then the card, then the hint."""
        before, self.selection = self.selection, inputs.cancel(self.targets)
        if self.selection == before:
            self.hints.clear()

    # -- decisions -----------------------------------------------------------------------

    def play_code(self, code: str, *, is_reply: bool = False) -> bool:
        """Make the move with this code, if it can be made now.

        `is_reply` says that it is one of the other side in a puzzle to survive.
        """
        moves = self.game.legal_moves() if is_reply and self.is_reply_due else self.moves
        move = next((move for move in moves if move.code == code), None)
        if move is None:
            return False
        before, hint, state = self.seating.viewer, self.hints.hint, self.game.state
        fills_pattern = move.kind == "place" and move.square in self.targets.placeable_pieces
        card = self.selection.card if fills_pattern else None
        try:
            self.game.play(code)
        except PackResultPending:
            self.code_awaiting_pack = code
            raise
        self._finish_decision(before)
        has_gained = gains_of(state) != gains_of(self.game.state)
        self.hints.hint = hint.advance(code, has_gained=has_gained) if hint else None
        if card and self.moves and self.game.prompt.kind == "turn":
            self.selection = Selection(card=card)
        return True

    def play_for_computer(self) -> bool:
        """Make the next decision of a computer player's plan; False when there is none."""
        opponents = self.seating.opponents
        code = opponents.take_next_code()
        if code is None:
            return False
        before = self.seating.viewer
        try:
            self.game.play(code)
        except PackResultPending:
            opponents.put_back_code(code)
            raise
        opponents.mark_code_played()
        self._finish_decision(before)
        return True

    def give_seat(self, seat: SeatNumber, level: str, words: Catalogue) -> bool:
        """Let a computer player of a level play a seat, or a person if the level is empty.

        Return whether anything changes; KeyError for a level that does not exist.
        """
        if self.is_read_only or not self.seating.assign(seat, level, words):
            return False
        self._clear_selection()
        return True

    def cover_hands(self) -> None:
        """Hide the hands again, for example before a game is left lying."""
        self.seating.cover_hands()
        self._clear_selection()

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

    def undo_without_redo(self) -> None:
        """Take the last decision back, over the end of a turn too, and drop it from redo."""
        self.game.undo()
        self.game.keep_redo(())
        self._clear_selection()
        self.seating.lift_curtain()

    def restart(self) -> bool:
        """Take everything back, to try a lesson once more."""
        if not self.game.can_undo:
            return False
        while self.game.can_undo:
            self.game.undo()
        self._clear_selection()
        self.seating.lift_curtain()
        return True

    def resign(self, seat: int) -> bool:
        """Let a player resign, where a player may."""
        if not self.may_resign:
            return False
        self.game.resign(seat)
        self._clear_selection()
        self.seating.lift_curtain()
        return True

    def _finish_decision(self, viewer_before: SeatNumber) -> None:
        """Clear the selection after a decision; cover a hand that another person would see."""
        self._clear_selection()
        if self.seating.viewer != viewer_before:
            # Both views are those of the player who asked for them.
            self.is_summon_finder_on = self.is_threat_view_on = False
            if self.seating.has_curtain and not self.game.is_over:
                self.seating.is_covered = True

    def _clear_selection(self) -> None:
        self.selection = Selection()
        self.hints.clear()
        self.is_ending_soon = False

    # -- the hint ------------------------------------------------------------------------

    def request_hint(self) -> PlanJob | None:
        """Return the job of finding a hint; None when nobody here decides or may ask for one."""
        may_ask = bool(self.moves) and self.seating.allows_hints
        return self.hints.request(self.seating.seat) if may_ask else None

    def receive_hint(self, answer: Mapping[str, object] | None) -> bool:
        """Take the answer to a job, None for a failure; return whether a hint came of it.

        PackError when a card of a pack fails in what is advised.
        """
        return self.hints.receive(answer if self.moves else None)

    @property
    def hint_line(self) -> HintLine | None:
        """The hint played on a copy of the game; None while something else is looked at."""
        return self.hints.line if self.is_hand_open and not self.selection.card else None

    # -- looking back --------------------------------------------------------------------

    @property
    def history(self) -> list[PlayedMove]:
        """The moves so far."""
        return self.game.history()

    @property
    def shown_state(self) -> GameState:
        """The present position, or the position after the move that is looked back at."""
        number = self.selection.shown_move_number
        if number is not None:
            for entry in self.history[number : number + 1]:
                return entry.state_before
        return self.game.state

    def show_position_after(self, number: int | None) -> None:
        """Show the position after a finished move, or with None the present again."""
        last = self.history[-1].number if self.history else 0
        is_present = number is None or number >= last
        self.selection = self.selection._replace(shown_move_number=None if is_present else number)

    def shift_move_numbers(self, count: int) -> None:
        """Follow the numbers of the moves, when so many earlier moves have been put before them."""
        number = self.selection.shown_move_number
        if number is not None:
            self.selection = self.selection._replace(shown_move_number=number + count)

    # -- limits --------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if a decision of this turn can be taken back.

        Decisions of the turn before cannot, except in a study or puzzle: cards were drawn at its
        end (R25.4).
        """
        is_final = self.game.is_over and self.seating.attempt_seat is None
        if not self.is_hand_open or is_final or self.is_read_only:
            return False
        if self.seating.is_other_due:
            return False
        far = self.seating.far
        if far is not None and len(self.game.codes) <= far.decision_count:
            return False
        if self.kept_decisions is not None:
            return len(self.game.codes) > self.kept_decisions
        last, state = self.game.last_move, self.game.state
        return last is not None and (last.state_before.turn, last.state_before.phase) == (
            state.turn,
            state.phase,
        )

    @property
    def can_redo(self) -> bool:
        """True if a decision was taken back and the hand is in view."""
        return self.game.can_redo and self.is_hand_open

    @property
    def may_resign(self) -> bool:
        """True if a player may resign (R18.6)."""
        is_watching = self.is_read_only or self.is_study or self.seating.is_far_due
        is_playing = not self.game.is_over and not is_watching
        return is_playing and FORMS[self.game.setup.form].can_resign
