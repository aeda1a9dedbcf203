"""The game on the table: inputs become moves, and the screen follows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import document, window

from tashkalar import Game
from tashkalar.errors import PackError, PackStopped
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import END
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.lessons.lesson_runner import LessonRunner
from tashkalar.ui.screen import animation, confirmations, sounds
from tashkalar.ui.screen.screen import DeferredScreen, build_board
from tashkalar.ui.screen.turn_replay import board_before_others, turn_replay
from tashkalar.ui.session.goal_panel import goal_panel_view
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.game_choices import empty_game
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.phrases import school_of_stones
from tashkalar.ui.views import BoardContents, Screen
from tashkalar.web.board.board import BoardRenderer
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.frames import AfterPaint, OncePerFrame
from tashkalar.web.browser.time_slices import run_for
from tashkalar.web.play import log_panel
from tashkalar.web.play.animation import AnimationPlayer
from tashkalar.web.play.goal_panel import GoalPanel
from tashkalar.web.play.pack_requests import PackRetry, retry_after_pack_answer
from tashkalar.web.play.panels import Panels
from tashkalar.web.play.preview_prefetch import PreviewPrefetch
from tashkalar.web.play.sounds import SoundPlayer
from tashkalar.web.play.turn_replay import TurnReplayPanel

LEAVE_DELAY_S = 0.12  # seconds until a card that was only pointed at is gone again
# Milliseconds of finding out what a choice would do: before the board is drawn, then at a time.
FIRST_SLICE_MS, SLICE_MS = 8.0, 20.0
AUTO_END_DELAY_S = 4.0  # seconds after which a turn ends by itself, where a person wants that


class Table:
    """The session that is shown, and everything that a player can do in it.

    What a person chooses shows on the board first; the panels around it follow when that is painted
    (`AfterPaint`). `decided` is called after every decision, when the board shows it.
    """

    def __init__(
        self, words: Catalogue, decided: Callable[[], None], *, embedded: bool = False
    ) -> None:
        self._words = words
        self._on_decision = decided
        self._is_embedded = embedded  # a board inside another page
        self.session: Session | None = None
        self.game_id = ""  # of the game, on the shelf; empty while there is none
        self.other_tab_state: str | None = None  # another tab plays the game: "open" or "taken"
        self.on_shown: Callable[[Session], None] | None = None  # told whenever the screen is drawn
        self.lesson_runner: LessonRunner | None = None  # of the lesson that is on the table
        self.pack_retry: PackRetry | None = None  # waits for packs
        self.on_pack_stopped: Callable[[PackStopped], None] = lambda error: None  # one was too slow
        self.on_result_shown: Callable[[], None] | None = None  # told when the result comes up
        self.on_lesson_shown: Callable[[], None] | None = None  # told whenever a lesson is drawn
        self.board = BoardRenderer()
        self.sound = SoundPlayer()
        self.animations = AnimationPlayer(words, self.sound)
        self._was_waiting = False  # a computer player decided last: see `sounds.turning`
        self.turn_replay = TurnReplayPanel(words, self.animations)
        self._panels = Panels()
        self._goal_panel = GoalPanel()
        self._uses_curtain = True
        self._thinks_long = False
        self.ends_turns_automatically = False  # a turn ends by itself when nothing is left to do
        self._shows_final_board = False  # the result has been read, the last position is looked at
        self._announced_until = (0, 0)  # how far the announcements have come
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._needs_focus = self._needs_scroll = False  # see `_restore_focus`
        self._needs_announcement = False  # something has happened that was not announced yet
        self._after_paint = AfterPaint()
        self._preview_prefetch = PreviewPrefetch()
        self._is_flushing = False  # somebody waits for what is drawn afterwards
        # At something else, perhaps at many in a row.
        self._redraw_request = OncePerFrame(lambda: self._redraw(in_frame=True))

    # -- laying and clearing -------------------------------------------------------------

    def load(
        self,
        game: Game,
        *,
        covered: bool | None = None,
        other_tab_state: str | None = None,
        bots: BotLevels | None = None,
    ) -> None:
        """Make this the game on the table, not shown yet; see `App.put_on_table`."""
        self.clear()
        session = Session(game, bots=bots)
        self.session, self._shows_final_board = session, self._is_embedded
        session.has_result = not self._is_embedded
        self.set_curtain(self._uses_curtain)
        self.set_long_thinking(self._thinks_long)
        session.is_covered = (
            session.has_curtain if covered is None else covered
        ) and not game.is_over
        self.other_tab_state = None if game.is_over else other_tab_state
        if self.other_tab_state:
            session.is_covered = True
        self._announced_until = self._event_count()

    def on_history_attached(self) -> None:
        """The game has its history now, which was there before anything that is to be told."""
        before, after = self._announced_until[0], self._event_count()
        if session := self.session:
            self.finish_drawing()  # it counts from a number that another move has now
            session.shift_move_numbers(after[0] - before)
            self._announced_until = after
            self.refresh()

    def load_lesson(self, tutor: LessonRunner) -> None:
        """Put a part of a lesson on the table; it is kept nowhere."""
        self.clear()
        self.lesson_runner, self.session, self._shows_final_board = tutor, tutor.session, True
        self._announced_until = self._event_count()

    def clear(self) -> None:
        """Take the game off."""
        self.finish_drawing()
        self._redraw_request.cancel()
        self._preview_prefetch.stop()
        self.turn_replay.cancel()
        self.animations.stop()
        self.session = self.other_tab_state = self.lesson_runner = None
        self.game_id = ""

    def show_idle(self, game: Game | None) -> None:
        """With nothing on the table: show a position on the board, or none, to be looked at."""
        if game is None and self.board.is_empty:
            return
        session = Session(game or empty_game(), curtain=False)
        session.is_read_only = True
        self.board.show(build_board(session), self._words)
        self.board.write_labels(self._words)

    def set_curtain(self, on: bool) -> None:
        """Whether the hands are hidden when the device changes hands."""
        self._uses_curtain = on
        if self.session:
            opposite = self.session.has_human_opponent and self.lesson_runner is None
            self.session.has_curtain = on and opposite

    def set_long_thinking(self, on: bool) -> None:
        """Whether computer players think longer."""
        self._thinks_long = on
        if self.session:
            self.session.opponents.has_long_thinking = on

    @property
    def active_school(self) -> str | None:
        """The school whose stones the player to act plays with."""
        return (
            school_of_stones(self.session.game.setup, self.session.seat) if self.session else None
        )

    @property
    def schools(self) -> tuple[str, ...]:
        """The schools in the game, none without one."""
        return self.session.game.setup.schools if self.session else ()

    # -- showing -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session as it is now; without one the start screen, or the list of lessons."""
        self.finish_drawing()
        if self.session is None:
            if document.body.dataset.screen != "learn":
                document.body.dataset.screen = "start"
            return
        self._draw_panels(self._draw_board(self.session).screen)
        self._restore_focus()

    def finish_drawing(self) -> None:
        """Draw now what waits until the board is painted: an input may be meant for it."""
        self._is_flushing = True
        try:
            self._after_paint.flush()
        finally:
            self._is_flushing = False

    def run_after_paint(self, act: Callable[[], None]) -> bool:
        """Do something when the board is painted; False, and nothing is done, if it is."""
        return self._after_paint.append_if_pending(act)

    def _redraw(self, *, in_frame: bool = False) -> None:
        """Show the session as it is now, the board before what is around it.

        With what the choice looked at would do, as far as that is found out soon; `in_frame`: this
        is part of a frame.
        """
        self.finish_drawing()
        if session := self.session:
            self._try_preview(session, FIRST_SLICE_MS)
            self._schedule_panels(session, self._draw_board_first(session), in_frame=in_frame)

    def _draw_board_first(self, session: Session) -> DeferredScreen | None:
        """Draw the board, and give what is still to be drawn around it.

        The curtain falls and rises with the board: behind it the hands are cleared when it is seen.
        Another kind of screen is drawn whole, and nothing is left.
        """
        drawing = self._draw_board(session)
        shown, kind = document.body.dataset.screen, self._screen_kind(drawing.board)
        if {shown, kind} == {"curtain", "game"}:
            self._panels.show_curtain(drawing.board.curtain)
            self._show_other_tab_notice()
            document.body.dataset.screen = kind
            self._needs_focus = self._needs_scroll = True
        elif shown != kind:
            self._draw_panels(drawing.screen)
            return None
        return drawing

    def _schedule_panels(
        self,
        session: Session,
        drawing: DeferredScreen | None,
        first: Callable[[], None] | None = None,
        *,
        in_frame: bool = False,
    ) -> None:
        """When the board is painted, do something `first`, then draw what is left."""

        def follow() -> None:
            if self.session is not session:
                return
            if drawing and not first and self._try_preview(session, SLICE_MS):
                self._schedule_panels(session, self._draw_board(session))
                return
            try:
                if first:
                    first()
            finally:
                if drawing:
                    self._draw_panels(drawing.screen)
                self._restore_focus()

        if drawing is None:
            follow()
        else:
            self._panels.set_busy(True)
            self._after_paint.schedule(follow, in_frame=in_frame)

    def _request_redraw(self) -> None:
        """Show the session with the next frame; a choice before that shows it too."""
        self._panels.set_busy(True)
        self._redraw_request.request()

    def _draw_board(self, session: Session) -> DeferredScreen:
        self._redraw_request.cancel()
        self._preview_prefetch.stop()
        drawing = DeferredScreen(session)
        self.board.show(drawing.board, self._words)
        happened = self._event_count()
        self._needs_announcement |= happened != self._announced_until
        self._announced_until = happened
        return drawing

    def _screen_kind(self, drawn: BoardContents | Screen) -> str:
        return "game" if drawn.kind == "result" and self._shows_final_board else drawn.kind

    def _draw_panels(self, screen: Screen) -> None:
        """Draw everything but the board."""
        assert self.session is not None
        self.board.write_labels(self._words)
        more_told = self._panels.show(screen, self._words)
        self._show_summon_finder(self.session.is_summon_finder_on)
        self._goal_panel.show(goal_panel_view(self.session.game, self._words.language), self._words)
        kind = self._screen_kind(screen)
        changed = document.body.dataset.screen != kind
        document.body.dataset.screen = kind
        document.body.toggleAttribute("data-covered", kind == "curtain")
        if kind == "result" and self.on_result_shown:
            self.on_result_shown()
        self._show_other_tab_notice()
        if self._needs_announcement:
            self._needs_announcement = False
            by_id("announcer").textContent = ". ".join(
                map(self._words.translate, screen.last_move_lines)
            )
        self._needs_focus |= changed
        self._needs_scroll |= changed or more_told
        if self.lesson_runner and self.on_lesson_shown:
            self.on_lesson_shown()
        if self.session.candidate_move and not self.session.preview:
            self._start_timer("foresee", 0, self._compute_preview)
        else:
            self._cancel_timer("foresee")  # what was begun is stale
        if self.on_shown:
            self.on_shown(self.session)

    def _restore_focus(self) -> None:
        """Put the keyboard where the next decision is, and the log at its end.

        Both make the browser lay the page out: once, after all is written.
        """
        self._panels.set_busy(False)
        active = document.activeElement
        if self._needs_focus or active is None or active == document.body:
            self._focus_screen(str(document.body.dataset.screen))
        if self._needs_scroll:
            log_panel.scroll_to_latest()
        self._needs_focus = self._needs_scroll = False
        if self.session and not self.other_tab_state:
            self._preview_prefetch.start(self.session)

    def _event_count(self) -> tuple[int, int]:
        """The number of the last move, and how much has happened in it so far."""
        last = self.session.game.last_move if self.session else None
        return (last.number, len(last.events)) if last else (0, 0)

    def _show_other_tab_notice(self) -> None:
        """In the place of the curtain stands that another tab plays the game, if one does."""
        document.body.toggleAttribute("data-elsewhere", self.other_tab_state is not None)
        if self.other_tab_state:
            for part in ("title", "text", "take"):
                text = self._words.text(f"elsewhere.{self.other_tab_state}.{part}")
                by_id(f"elsewhere-{part}").textContent = text

    def focus_curtain(self) -> None:
        """Put the keyboard on the curtain, or on what stands in its place."""
        self._focus_screen("curtain")

    def _focus_screen(self, kind: str) -> None:
        """Put the keyboard where the next decision is."""
        if self._is_embedded and not document.hasFocus():
            return  # whoever reads the page around must not be torn away from there
        if self.other_tab_state:
            by_id("elsewhere-title").focus()
        elif kind == "curtain":
            by_id("curtain-open").focus()
        elif kind == "result":
            by_id("result-title").focus()
        elif not (window.matchMedia("(pointer: coarse)").matches and _is_page_untouched()):
            self.board.focus(self.board.cursor)

    # -- looking -------------------------------------------------------------------------

    def hover_square(self, square: str | None) -> None:
        """Look at a square: hover or focus."""
        if self.session and self.session.hover_square(square):
            self._request_redraw()

    def hover_card(self, card: str | None) -> None:
        """Look at a hand card without taking it up: hover or focus."""
        self._cancel_timer("glance")
        if self.session and self.session.hover_card(card):
            self._request_redraw()

    def leave_card(self) -> None:
        """The pointer or the focus has left the hand: wait a moment, it may only cross a gap."""
        self._start_timer("glance", LEAVE_DELAY_S, lambda: self.hover_card(None))

    def _compute_preview(self) -> None:
        """Find out what the choice looked at would do, and say it; a click need not wait for it."""
        session = self.session
        if session is None:
            return
        try:
            done = run_for(session.preview_steps(), SLICE_MS)
        except PackResultPending as wanted:
            if self.pack_retry:
                self.pack_retry.retry_preview(
                    wanted, lambda: self._start_timer("foresee", 0, self._compute_preview)
                )
            return
        except PackError:
            return  # whoever makes the move is told
        if not done:
            self._start_timer("foresee", 0, self._compute_preview)
        elif session.preview:
            self.refresh()

    def _try_preview(self, session: Session, milliseconds: float) -> bool:
        """Find that out for so long; whether it is known since now. Nobody is asked."""
        if self._is_flushing or session.preview or not session.candidate_move:
            return False
        try:
            return run_for(session.preview_steps(), milliseconds) and session.preview is not None
        except (PackResultPending, PackError):
            return False  # see `_compute_preview`

    def _cancel_timer(self, what: str) -> None:
        if waiting := self._timers.pop(what, None):
            waiting.cancel()

    def _start_timer(self, what: str, seconds: float, act: Callable[[], None]) -> None:
        """Do something in a moment, unless the same is wanted again before."""
        self._cancel_timer(what)
        self._timers[what] = asyncio.get_event_loop().call_later(seconds, act)

    def hover_placement(self, code: str) -> None:
        """Look at the button of a placement: hover or focus."""
        if self.session and self.session.look_at_placement(code):
            self._request_redraw()

    def hover_move(self, code: str | None) -> None:
        """Look at the button of any move, or away from it: hover or focus."""
        self._cancel_timer("point")
        if self.session and self.session.point_at_move(code):
            self._request_redraw()

    def leave_move(self) -> None:
        """The focus leaves a button: a redraw has to wait until it has arrived elsewhere."""
        self._start_timer("point", LEAVE_DELAY_S, lambda: self.hover_move(None))

    def toggle_summon_finder(self) -> None:
        """Show, or stop showing, where any card in hand can be summoned."""
        if self.session:
            self.session.is_summon_finder_on = not self.session.is_summon_finder_on
            self._redraw()

    def toggle_threats(self) -> None:
        """Show, or stop showing, what the others could summon."""
        if self.session:
            self.session.is_threat_view_on = not self.session.is_threat_view_on
            self._redraw()

    def _show_summon_finder(self, on: bool) -> None:
        button = document.querySelector('.bar [data-action="hint"]')
        button.setAttribute("aria-pressed", str(on).lower())

    def on_log_opened(self) -> None:
        """The log has been opened as a drawer: begin with what happened last."""
        if self.session and self.session.shown_move_number is None:
            log_panel.scroll_to_latest()

    def show_past_position(self, number: int) -> None:
        """Show the position after a move of the log."""
        if self.session and not self.session.is_covered:
            self.turn_replay.cancel()
            self.animations.stop()
            self.session.pause()
            self.session.show_position_after(number)
            self.refresh()

    def replay_move(self, number: int) -> float:
        """The same, with the move as it was made; the seconds that it takes."""
        self.show_past_position(number)
        scenes = (
            animation.replay_animations(self.session)
            if self.session and self.animations.time_scale
            else ()
        )
        self.animations.play(scenes)
        return sum(scene.duration_ms for scene in scenes) * self.animations.time_scale / 1000

    def leave_result_for_move(self, move: int) -> None:
        """Leave the result for the board as it was after a move; 0 is the beginning."""
        self._shows_final_board = True
        self.replay_move(move)

    def show_result(self) -> None:
        """Back from the board to the result."""
        self._shows_final_board = False
        self.refresh()

    def scroll_to_log_line(self, number: int) -> None:
        """Bring the line of a move into view in the log."""
        if line := document.querySelector(f'#log [data-log="{number}"]'):
            line.scrollIntoView({"block": "nearest"})

    def show_last_position(self) -> None:
        """Leave the result for the board."""
        self._shows_final_board = True
        self.refresh()

    # -- deciding ------------------------------------------------------------------------

    def _show_decision(self, *, silent: bool = False) -> None:
        if self.lesson_runner:
            self.lesson_runner.clear_mistake_answer()
            self.lesson_runner.check_decision()
        session = self.session
        assert session is not None
        self.finish_drawing()
        self.turn_replay.cancel()
        if not session.game.is_over and self.lesson_runner is None:
            self._shows_final_board = self._is_embedded  # the next result is read again
        seen = self._announced_until
        if self.ends_turns_automatically and not silent and self.lesson_runner is None:
            session.is_ending_soon = session.turn_is_spent
        drawing = self._draw_board_first(session)
        if session.is_ending_soon:
            self._start_timer("end", AUTO_END_DELAY_S, self._end_turn)
        hear = None
        if seen != self._announced_until and not silent:
            hear = self._animate_events(session, seen)
        else:
            self.animations.stop()  # it may hold the board as it was before the computer began
        self._was_waiting = session.is_computer_due

        self._schedule_panels(session, drawing, hear)
        self._on_decision()  # saving waits for nothing

    def _animate_events(self, session: Session, seen: tuple[int, int]) -> Callable[[], None]:
        """Let what has happened since be seen, and give what lets it be heard."""
        waited = self._was_waiting
        scenes = animation.animations_since(session, seen) if self.animations.time_scale else None
        speed = session.opponents.speed
        self.animations.show(scenes or (), speed=speed)

        def hear() -> None:
            if self.sound.is_on:
                happened = animation.animations_since(session, seen) if scenes is None else scenes
                self.animations.play_sounds(
                    happened, sounds.turn_cues(session, has_waited=waited), speed=speed
                )

        return hear

    @retry_after_pack_answer
    def choose_square(self, name: str, *, by_touch: bool) -> None:
        """Choose a square, with a finger or otherwise."""
        session = self.session
        if session is None or self._close_turn_replay():
            return
        self.board.set_cursor(name)
        decided = session.tap_square(name) if by_touch else session.click_square(name)
        if decided:
            self._show_decision()
        else:
            self._report_to_lesson(name)
            self._redraw()

    def _report_to_lesson(self, square: str) -> None:
        """A square was chosen that decides nothing: perhaps there is something to say to it."""
        session = self.session
        if self.lesson_runner and session and not session.is_read_only:
            if not session.moves_for_square(square) and square not in session.origins:
                self.lesson_runner.explain_rejected_square(square)
            else:
                self.lesson_runner.clear_mistake_answer()

    @retry_after_pack_answer
    def choose_card(self, id: str) -> None:
        """Choose a hand card."""
        if self._close_turn_replay():
            return
        if self.session and self.session.click_card(id):
            self._show_decision()
        else:
            if self.lesson_runner:
                self.lesson_runner.clear_mistake_answer()
            self._redraw()

    def pick_up_card(self, card: str) -> bool:
        """Take a hand card up, to be dragged; whether it is up."""
        session = self.session
        if (
            session is None
            or not session.is_turn_decision
            or not session.moves
            or self.turn_replay.is_open
        ):
            return False
        if session.selected_card != card:
            self.choose_card(card)
        return session.selected_card == card

    def pick_up_piece(self, square: str | None) -> bool:
        """Take up the piece on a square, to be dragged; whether it can be moved."""
        if self.session is None or square is None or self.turn_replay.is_open:
            return False
        held = self.session.start_drag(square)
        if held:
            self._redraw()
        return held

    @retry_after_pack_answer
    def drop_dragged(self, square: str | None) -> None:
        """Let go of what is dragged."""
        if self.session and self.session.drop_on_square(square):
            self._show_decision()
        else:
            self._redraw()

    def describe_square(self, square: str) -> None:
        """Say what there is about a square, and show what choosing it would do."""
        if self.session is None or self.session.is_covered:
            return
        self.hover_square(square)
        view = next(view for view in build_board(self.session).squares if view.name == square)
        dialogs.show_toast(self._words.translate(view.label), click_through=True)

    @retry_after_pack_answer
    def choose_task(self, code: str) -> None:
        """Choose the row of a task that can be claimed."""
        if self._close_turn_replay() or self.session is None:
            return
        self._cancel_timer("point")
        if self.session.click_task(code):
            self._show_decision()
        else:
            self._redraw()

    @retry_after_pack_answer
    def play_move(self, code: str) -> None:
        """Press the button of a move."""
        if self.session:
            self.session.play_code(code)
            self._show_decision()

    async def confirm_and_play_move(self, code: str, asks: str) -> None:
        """Press the button of a move that is explained and confirmed first."""
        question = confirmations.confirm_move(asks)
        if await dialogs.confirm(*map(self._words.translate, question)) is not None:
            self.play_move(code)

    @retry_after_pack_answer
    def choose_option(self, code: str) -> None:
        """Choose one of several options with a finger."""
        if self.session is None:
            return
        self._cancel_timer("point")  # a tap soon after the focus has left another button stays
        if self.session.tap_option(code):
            self._show_decision()
        else:
            self._redraw()

    def cancel_selection(self) -> None:
        """Lay down what is taken up; leave an earlier position, or the others' turn."""
        if not self._close_turn_replay() and self.session:
            self.session.cancel_selection()
            self._redraw()

    def _end_turn(self) -> None:
        """The turn ends by itself: nothing was left to do, and nobody has touched anything."""
        if self.session and self.session.is_ending_soon and self.session.turn_is_spent:
            self.play_move(END.code)

    def cancel_auto_end(self) -> None:
        """Somebody has touched something: the turn does not end by itself."""
        if self.session and self.session.is_ending_soon:
            self._cancel_timer("end")
            self.session.is_ending_soon = False
            self._redraw()

    @retry_after_pack_answer
    def undo(self) -> None:
        """One decision back."""
        if self.session and self.session.undo():
            self._show_decision(silent=True)

    @retry_after_pack_answer
    def redo(self) -> None:
        """One decision forward."""
        if self.session and self.session.redo():
            self._show_decision(silent=True)

    def play_for_computer(self) -> bool:
        """Make the next decision of a computer player's plan; False when there is none."""
        session, held_back = self.session, self.holds_back_computer_turn
        if session is None or self.other_tab_state or not session.play_for_computer():
            return False
        if held_back and session.game.is_over:
            self._shows_final_board = True  # its last turn is seen before the result
        self._show_decision(silent=held_back)
        if held_back and session.is_computer_due:
            self.animations.show_still(board_before_others(session))
        elif held_back:
            self._show_turn_replay(session)
        return True

    @property
    def holds_back_computer_turn(self) -> bool:
        """Whether a computer's turn is only shown when it is whole, and then step by step."""
        alone = self.session is not None and self.session.is_human_versus_computer
        return alone and self.lesson_runner is None and bool(self.animations.time_scale)

    # -- what the others did -------------------------------------------------------------

    def _show_turn_replay(self, session: Session) -> None:
        """A player comes back to the board: say what happened meanwhile, and show it."""
        view, then = turn_replay(session), self.show_result if session.game.is_over else None
        if view:
            by_id("announcer").textContent = ". ".join(map(self._words.translate, view.summary))
        if view and self.animations.time_scale:
            self.turn_replay.show(
                view, end_cues=sounds.turn_cues(session, has_waited=True), on_end=then
            )
        elif then:
            then()

    def toggle_last_turn(self) -> None:
        """Show the others' last turn again, or stop showing it."""
        session = self.session
        if session is None or session.is_covered or self._close_turn_replay():
            return
        if view := turn_replay(session):
            session.pause()
            self.turn_replay.show(view, focus=True)
        else:
            dialogs.show_toast(self._words.text("meanwhile.none"))

    def _close_turn_replay(self) -> bool:
        """Whether the others' turn was being shown, which ends with this."""
        watched = self.turn_replay.is_open
        self.turn_replay.close()
        return watched

    def take_over_seat(self) -> None:
        """A person plays on for the computer player who has to decide."""
        session = self.session
        if session and session.is_computer_due:
            self.give_seat(session.seat, "")

    def give_seat(self, seat: SeatNumber, level: str) -> None:
        """A computer player of a level, or with none a person, plays a seat from now on."""
        session = self.session
        if (
            session is None
            or self.other_tab_state
            or not session.give_seat(seat, level, self._words)
        ):
            return
        self.set_curtain(self._uses_curtain)
        if not session.is_computer_due:
            session.cover_hands()
        self._show_decision()

    @retry_after_pack_answer
    def restart(self) -> None:
        """Take everything back, to try a lesson once more."""
        if self.session and self.other_tab_state is None and self.session.restart():
            self._show_decision(silent=True)

    def lift_curtain(self) -> None:
        """The player to act is in front of the screen."""
        if self.session and self.other_tab_state is None:
            self.session.lift_curtain()
            self._show_decision()
            if self.lesson_runner is None:
                self._show_turn_replay(self.session)

    async def resign(self) -> None:
        """The player on turn gives up, after a question."""
        session = self.session
        question = (
            confirmations.confirm_resignation(session)
            if session and not self.other_tab_state
            else None
        )
        if session is None or question is None:
            return
        seat = session.seat
        agreed = await dialogs.confirm(*map(self._words.translate, question)) is not None
        if agreed and self.session is session and session.resign(seat):
            self._show_decision()


def _is_page_untouched() -> bool:
    """Whether nobody has touched the page yet: a focus would be framed then, like a target."""
    return not window.navigator.userActivation.hasBeenActive
