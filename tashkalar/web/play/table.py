"""The table: which game is on it, and the inputs that become moves."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import END
from tashkalar.ui.activity import Activities, Activity
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.screen import confirmations
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.phrases import school_of_stones
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id, focus_heading, is_visible
from tashkalar.web.play.card_flight import fly_played_card
from tashkalar.web.play.game_on_table import with_session
from tashkalar.web.play.pack_requests import PackRetry, retry_after_pack_answer
from tashkalar.web.play.pointing import Pointing, PreviewRunner
from tashkalar.web.play.rendering import TableRenderer
from tashkalar.web.play.watching import Watching


class Table:
    """Hold the session that is shown, and turn inputs into decisions.

    `rendering` draws, `pointing` follows the pointer, `watching` shows what happens without an
    input. The activity on the table is told of every decision when the board shows it.
    """

    def __init__(
        self,
        words: Catalogue,
        activities: Activities,
        pack_retry: PackRetry,
        *,
        embedded: bool = False,
    ) -> None:
        self._words = words
        self._activities = activities
        self.pack_retry = pack_retry
        self._is_embedded = embedded  # a board inside another page
        self.session: Session | None = None
        self._uses_curtain = True
        self._thinks_long = False
        self.confirms_taps = False  # no first tap on a square decides
        previews = PreviewRunner(self, pack_retry)
        self.rendering = TableRenderer(self, words, previews, embedded=embedded)
        self.pointing = Pointing(self, words, self.rendering.request_redraw)
        self.watching = Watching(
            self, words, self.rendering, end_turn=lambda: self.play_move(END.code)
        )

    # -- which game is on the table ------------------------------------------------------

    @property
    def activity(self) -> Activity:
        """The activity on the table."""
        return self._activities.current

    @property
    def game_id(self) -> str:
        """The id of the saved game on the table; empty while there is none."""
        return self.activity.game_id

    @property
    def other_tab_state(self) -> str | None:
        """The state of a game that another tab plays: "open" there or "taken" from here."""
        return self.activity.other_tab_state

    def load(
        self,
        game: Game,
        *,
        covered: bool | None = None,
        bots: BotLevels | None = None,
        far: FarSeat | None = None,
    ) -> Session:
        """Put this game on the table, not drawn yet, and return its session.

        `covered` says whether the hands are hidden; None leaves that to the settings. `bots` are
        the seats that the computer plays.
        """
        session = Session(game, bots=bots, far=far)
        session.has_result = not self._is_embedded
        self.put(session, shows_final_board=self._is_embedded)
        self._apply_curtain()
        self.set_long_thinking(self._thinks_long)
        session.seating.is_covered = (
            session.seating.has_curtain if covered is None or far else covered
        ) and not game.is_over
        if self.other_tab_state:
            session.seating.is_covered = True
        return session

    def put(self, session: Session, *, shows_final_board: bool | None = None) -> None:
        """Put a session on the table, not drawn yet.

        `shows_final_board` leaves the end of the game on the board, without a result.
        """
        self.clear()
        self.session = session
        shows = self._is_embedded if shows_final_board is None else shows_final_board
        self.rendering.start(shows_final_board=shows)

    def clear(self) -> None:
        """Take the game off the table."""
        self.rendering.stop()
        self.watching.stop()
        self.session = None

    def on_history_attached(self, session: Session) -> None:
        """Renumber the moves: the game has its history now, which is announced to nobody."""
        rendering = self.rendering
        before, after = rendering.announced_until[0], rendering.event_count()
        rendering.finish_drawing()  # the drawing counts from a number that has changed
        session.shift_move_numbers(after[0] - before)
        rendering.announced_until = after
        rendering.refresh()

    def refresh(self) -> None:
        """Draw the whole screen as it is now."""
        self.rendering.refresh()

    def set_curtain(self, on: bool) -> None:
        """Set whether the hands are hidden when the device changes hands."""
        self._uses_curtain = on
        self._apply_curtain()

    @with_session
    def _apply_curtain(self, session: Session) -> None:
        opposite = session.seating.has_human_opponent and self.activity.is_played
        session.seating.has_curtain = self._uses_curtain and opposite

    def set_long_thinking(self, on: bool) -> None:
        """Set whether computer players think longer."""
        self._thinks_long = on
        if self.session:
            self.session.seating.opponents.has_long_thinking = on

    @property
    def active_school(self) -> str | None:
        """Return the school whose stones the player to act plays with, if there is a game."""
        session = self.session
        return school_of_stones(session.game.setup, session.seating.seat) if session else None

    @property
    def schools(self) -> tuple[str, ...]:
        """Return the schools in the game; none without a game."""
        return self.session.game.setup.schools if self.session else ()

    # -- after a decision ----------------------------------------------------------------

    def _show_decision(self, session: Session, *, silent: bool = False) -> None:
        """Draw the session after a decision; a `silent` one is neither animated nor said."""
        is_coached = self.activity.is_coached
        self.activity.note_decision()
        rendering = self.rendering
        rendering.finish_drawing()
        self.watching.turn_panel.cancel()
        if not session.game.is_over and not is_coached:
            rendering.shows_final_board = self._is_embedded  # the next result is shown again
        since = None if silent else rendering.announced_until
        if silent:
            rendering.announced_until = rendering.event_count()
        if not silent and not is_coached:
            self.watching.plan_auto_end(session)
        if since not in (None, rendering.event_count()) and self.watching.shows_finale(session):
            rendering.shows_final_board = True  # the end is seen on the board before the result
        if not silent and not is_coached:
            fly_played_card(session, self.watching.animations.time_scale)
        drawing = rendering.draw_board_first(session)
        play_sounds = self.watching.follow_decision(session, since)
        rendering.schedule_panels(session, drawing, play_sounds)
        self.activity.decided(session)  # saving waits for nothing

    def _show_input(self, session: Session, *, decided: bool) -> None:
        """Draw the session after an input that may have been a decision."""
        if decided:
            self._show_decision(session)
        else:
            self.rendering.redraw()

    # -- board, hand and tasks -----------------------------------------------------------

    @retry_after_pack_answer
    def choose_square(self, session: Session, name: str, *, by_touch: bool) -> None:
        """Choose a square, with a finger or otherwise."""
        if self.watching.close_turn_panel():
            return
        self.rendering.board.set_cursor(name)
        if self.activity.takes_square(name):
            return
        before = session.selection
        if by_touch:
            decided = session.tap_square(name, confirms_all=self.confirms_taps)
        else:
            decided = session.click_square(name)
        if decided:
            self._show_decision(session)
        else:
            if session.selection == before:
                self.watching.explain_being(session, name)
            self.activity.note_square(name)
            self.rendering.redraw()

    @retry_after_pack_answer
    def choose_card(self, session: Session, id: str) -> None:
        """Choose a hand card."""
        if self.watching.close_turn_panel():
            return
        if session.click_card(id):
            self._show_decision(session)
        else:
            self.activity.note_card()
            self.rendering.redraw()

    @with_session
    def focus_first_square(self, session: Session) -> None:
        """Put the keyboard on the first square of the card that was taken up.

        In a lesson a square that the coach names comes first. A card without a square hides the
        hand on a phone: then the keyboard goes to the name of the card.
        """
        squares = sorted(
            move.square
            for move in session.moves
            if move.square and move.kind == "summon" and move.card == session.selection.card
        )
        self.rendering.finish_drawing()
        if squares:
            named = self.activity.named_squares
            first = next((square for square in squares if square in named), squares[0])
            self.rendering.board.focus(first)
        elif session.selection.card and not is_visible(by_id("hand")):
            focus_heading("stage-title")

    @with_session
    def pick_up_card(self, session: Session, card: str) -> bool:
        """Take up a hand card to drag; return whether the card is up."""
        if (
            not session.choices.is_turn_decision
            or not session.moves
            or self.watching.turn_panel.is_open
        ):
            return False
        if session.selection.card != card:
            self.choose_card(card)
        return session.selection.card == card

    @with_session
    def pick_up_piece(self, session: Session, square: str | None) -> bool:
        """Take up the piece on a square to drag; return whether the piece can be moved."""
        if square is None or self.watching.turn_panel.is_open:
            return False
        held = session.start_drag(square)
        if held:
            self.rendering.redraw()
        return held

    @retry_after_pack_answer
    def drop_dragged(self, session: Session, square: str | None) -> None:
        """Drop what is dragged on a square, or beside the board."""
        self._show_input(session, decided=session.drop_on_square(square))

    @retry_after_pack_answer
    def choose_task(self, session: Session, code: str) -> None:
        """Choose the row of a task that can be claimed."""
        if self.watching.close_turn_panel():
            return
        self.pointing.keep_move()
        self._show_input(session, decided=session.click_task(code))

    # -- buttons -------------------------------------------------------------------------

    @retry_after_pack_answer
    def play_move(self, session: Session, code: str) -> None:
        """Play the move of a button."""
        session.play_code(code)
        self._show_decision(session)

    @with_session
    def play_reply(self, session: Session, code: str) -> None:
        """Play a decision of the other side in a puzzle to survive."""
        session.play_code(code, is_reply=True)
        self._show_decision(session)

    async def confirm_and_play_move(self, code: str, asks: str) -> None:
        """Explain a move and play it if the player confirms."""
        question = confirmations.confirm_move(asks)
        if await dialogs.confirm(*map(self._words.translate, question)) is not None:
            self.play_move(code)

    @retry_after_pack_answer
    def choose_option(self, session: Session, code: str) -> None:
        """Choose one of several options with a finger; the first tap may only show a preview."""
        self.pointing.keep_move()  # a tap soon after the focus has left another button stays
        self._show_input(session, decided=session.tap_option(code))

    @with_session
    def cancel_selection(self, session: Session) -> None:
        """Lay down what is taken up, or leave a past position or the others' turn."""
        if not self.watching.close_turn_panel():
            session.cancel_selection()
            self.rendering.redraw()

    @retry_after_pack_answer
    def undo(self, session: Session) -> None:
        """Take back one decision."""
        if self.activity.undo(session):
            self._show_decision(session, silent=True)

    @retry_after_pack_answer
    def redo(self, session: Session) -> None:
        """Make again one decision that was taken back."""
        if session.redo():
            self._show_decision(session, silent=True)

    @retry_after_pack_answer
    def restart(self, session: Session) -> None:
        """Take back everything, to try a lesson once more."""
        if self.other_tab_state is None and session.restart():
            self._show_decision(session, silent=True)

    async def resign(self, session: Session) -> None:
        """Let the player to act resign, after a question."""
        question = None if self.other_tab_state else confirmations.confirm_resignation(session)
        if question is None:
            return
        seat = session.seating.seat
        agreed = await dialogs.confirm(*map(self._words.translate, question)) is not None
        if agreed and self.session is session and session.resign(seat):
            self._show_decision(session)

    @with_session
    def lift_curtain(self, session: Session) -> None:
        """Show the hands: the player to act is in front of the screen."""
        if self.other_tab_state is None:
            session.seating.lift_curtain()
            self._show_decision(session)
            if not self.activity.is_coached:
                self.watching.show_turn_replay(session)

    @with_session
    def toggle_summon_finder(self, session: Session) -> None:
        """Show, or stop showing, where the cards in hand can be summoned."""
        session.is_summon_finder_on = not session.is_summon_finder_on
        self.rendering.redraw()

    @with_session
    def toggle_threats(self, session: Session) -> None:
        """Show, or stop showing, what the opponents could summon."""
        session.is_threat_view_on = not session.is_threat_view_on
        self.rendering.redraw()

    @with_session
    def close_hint(self, session: Session) -> None:
        """Put the hint away."""
        session.hints.clear()
        self.rendering.redraw()

    # -- computer players ----------------------------------------------------------------

    @with_session
    def play_for_computer(self, session: Session) -> bool:
        """Make the next decision of a computer player's plan; return False when there is none."""
        if self.other_tab_state:
            return False
        held_back = self.watching.holds_back_computer_turn(session)
        if not session.play_for_computer():
            return False
        if held_back and session.game.is_over:
            self.rendering.shows_final_board = True  # its last turn is seen before the result
        self._show_decision(session, silent=held_back)
        if held_back:
            self.watching.follow_held_back_decision(session)
        return True

    @with_session
    def take_over_seat(self, session: Session) -> None:
        """Let a person play on for the computer player to act."""
        if session.seating.is_computer_due:
            self.give_seat(session.seating.seat, "")

    @with_session
    def give_seat(self, session: Session, seat: SeatNumber, level: str) -> None:
        """Give a seat to a computer player of a level, or with an empty level to a person."""
        if self.other_tab_state or not session.give_seat(seat, level, self._words):
            return
        self._apply_curtain()
        if not session.seating.is_computer_due:
            session.cover_hands()
        self._show_decision(session)
