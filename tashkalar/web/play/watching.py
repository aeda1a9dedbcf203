"""Watching: animations, the others' turn, past positions, and turns that end by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pyscript import document

from tashkalar.ui.screen import animation, moments, sounds
from tashkalar.ui.screen.animation import Animation
from tashkalar.ui.screen.sounds import Cue
from tashkalar.ui.screen.squares import being_note
from tashkalar.ui.screen.turn_replay import (
    TurnReplay,
    board_before_others,
    turn_replay,
    was_seen_at_table,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.timers import Timer
from tashkalar.web.play import log_panel
from tashkalar.web.play.animation import AnimationPlayer, SoundPlayer
from tashkalar.web.play.game_on_table import GameOnTable, with_session
from tashkalar.web.play.rendering import EventCount, TableRenderer

AUTO_END_DELAY_S = 4.0  # before an automatic end of the turn, which is a setting


class TurnPanel:
    """Show the others' turn step by step, for a feature to replace: this one is never open."""

    holds_back_computers = False  # their turns are seen when they are complete

    @property
    def is_open(self) -> bool:
        """Return whether the others' turn is being shown."""
        return False

    def show(
        self,
        view: TurnReplay,
        *,
        focus: bool = False,
        end_cues: tuple[Cue, ...] = sounds.YOUR_TURN_CUES,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """Begin with the first step, and call `on_end` after the last one."""
        if on_end:
            on_end()

    def cancel(self) -> None:
        """Return to the game without calling `on_end`."""

    def close(self) -> None:
        """Return to the game: show the board as it is, and call `on_end`."""


class Watching:
    """Show what happens without an input. `end_turn` plays the move that ends a turn."""

    def __init__(
        self,
        table: GameOnTable,
        words: Catalogue,
        rendering: TableRenderer,
        end_turn: Callable[[], None],
    ) -> None:
        self._table, self._words, self._rendering = table, words, rendering
        self._play_end_move = end_turn
        self.sound = SoundPlayer()
        self.animations = AnimationPlayer(words, self.sound)
        self._after_film: Callable[[], None] | None = None  # called when the animations are over
        self._after_end: Callable[[], None] | None = None  # called when the end has been seen
        self.shows_moment = False  # a great moment is shown, for which computer players wait
        listen(document, "tashkalar-scene", self._on_film_end)  # before the replay of a turn does
        self.turn_panel = TurnPanel()
        self._was_other_due = False  # before the last decision: see `sounds.turn_cues`
        self.ends_turns_automatically = False  # when a player has nothing left to do
        self._end_timer = Timer()

    @property
    def session(self) -> Session | None:
        """Return the session on the table."""
        return self._table.session

    def stop(self) -> None:
        """Show the board as it is."""
        self._after_film, self.shows_moment = None, False
        document.body.removeAttribute("data-finale")
        self.turn_panel.cancel()
        self.animations.stop()
        self._call_after_end()

    def when_end_is_seen(self, then: Callable[[], None]) -> None:
        """Call a function when nothing is shown any more, such as the end of a game; or at once."""
        self._after_end = then
        if not self.turn_panel.is_open and self._after_film is None:
            self._call_after_end()

    def _call_after_end(self) -> None:
        then, self._after_end = self._after_end, None
        if then:
            then()

    # -- a decision ----------------------------------------------------------------------

    def follow_decision(
        self, session: Session, since: EventCount | None
    ) -> Callable[[], None] | None:
        """Show what has happened `since` then, and return a function that lets it be heard.

        With None, nothing is shown or heard.
        """
        if session.is_ending_soon:
            self._end_timer.start(AUTO_END_DELAY_S, self._end_turn)
        play_sounds = None
        if since is not None and since != self._rendering.announced_until:
            play_sounds = self._animate_events(session, since)
        else:
            self.animations.stop()  # it may hold the board as it was before the computer began
        self._was_other_due = session.seating.is_other_due
        return play_sounds

    def _animate_events(self, session: Session, since: EventCount) -> Callable[[], None]:
        waited = self._was_other_due
        animations = (
            animation.animations_since(session, since, was_previewed=not waited)
            if self.animations.time_scale
            else None
        )
        speed = session.seating.opponents.speed
        self._show_film(session, since, animations)

        def play_sounds() -> None:
            if self.sound.is_on:
                shown_animations = (
                    animation.animations_since(session, since) if animations is None else animations
                )
                cues = sounds.turn_cues(session, has_waited=waited)
                if self.shows_finale(session):  # the end is heard when it is seen
                    duration_ms = sum(shown.duration_ms for shown in shown_animations)
                    delay_s = duration_ms * self.animations.time_scale / speed / 1000
                    cues = tuple(cue._replace(delay_s=delay_s) for cue in cues)
                self.animations.play_sounds(shown_animations, cues, speed=speed)

        return play_sounds

    def _show_film(
        self, session: Session, since: EventCount, animations: Sequence[Animation] | None
    ) -> None:
        """Show animations, without motion (None) only the great moments; then the result."""
        ends = self.shows_finale(session)
        outcome = session.game.outcome if ends else None
        end = (moments.finale(session, outcome),) if outcome else ()
        self._after_film = None
        if animations is None:
            is_shown = self.animations.show_pictures(
                (*moments.still_moments(session, since), *moments.still_pictures(end))
            )
        else:
            speed = session.seating.opponents.speed
            is_shown = self.animations.show((*animations, *end), speed=speed)
        self.shows_moment = is_shown and moments.has_moment(session, since)
        document.body.toggleAttribute("data-finale", ends and is_shown)
        if ends and is_shown:
            self._after_film = self.show_result
        elif ends:
            self.show_result()

    def _on_film_end(self, event: PageEvent) -> None:
        """Go on when the last animation (-1) has ended, or was skipped."""
        if not isinstance(event.detail, int) or event.detail >= 0:
            return
        document.body.removeAttribute("data-finale")
        then, self._after_film, self.shows_moment = self._after_film, None, False
        if then:
            then()

    def shows_finale(self, session: Session) -> bool:
        """Return whether the end of the game is seen on the board before the result."""
        return session.game.is_over and session.has_result and self._table.activity.is_played

    def _show_end(self, session: Session) -> None:
        """Show the end of the game on the board, then the result."""
        if self.shows_finale(session):
            nothing = () if self.animations.time_scale else None
            self._show_film(session, self._rendering.announced_until, nothing)
        else:
            self.show_result()

    # -- the automatic end of a turn -----------------------------------------------------

    def plan_auto_end(self, session: Session) -> None:
        """Let the turn end by itself if a person wants that and nothing is left to do."""
        if self.ends_turns_automatically:
            session.is_ending_soon = session.choices.turn_is_spent

    @with_session
    def _end_turn(self, session: Session) -> None:
        if session.is_ending_soon and session.choices.turn_is_spent:
            self._play_end_move()

    @with_session
    def cancel_auto_end(self, session: Session) -> None:
        """Do not let the turn end by itself: a person has touched something."""
        if session.is_ending_soon:
            self._end_timer.cancel()
            session.is_ending_soon = False
            self._rendering.redraw()

    # -- the others' turn ----------------------------------------------------------------

    def holds_back_computer_turn(self, session: Session) -> bool:
        """Return whether a computer's turn is only shown when complete, and then step by step."""
        alone = session.seating.is_human_versus_computer
        moves = self.turn_panel.holds_back_computers and bool(self.animations.time_scale)
        return alone and moves and not self._table.activity.is_coached

    def follow_held_back_decision(self, session: Session) -> None:
        """Keep the board as it was before the computer's turn, or show the turn that is whole."""
        if session.seating.is_computer_due:
            self.animations.show_still(board_before_others(session))
        else:
            self.show_turn_replay(session)

    def show_turn_replay(self, session: Session) -> None:
        """Announce and show what happened meanwhile: a player comes back to the board.

        People at one table have seen it: for them it is only announced.
        """
        then = partial(self._show_end, session) if session.game.is_over else None
        view = turn_replay(session)
        if view:
            who = view.named_player  # the title names the player once for all lines
            said = (self._words.translate_under_heading(line, who) for line in view.summary)
            by_id("announcer").textContent = self._words.join(said, "sentence")
        if view and self.animations.time_scale and not was_seen_at_table(session):
            self.turn_panel.show(
                view, end_cues=sounds.turn_cues(session, has_waited=True), on_end=then
            )
        elif then:
            then()

    def close_turn_panel(self) -> bool:
        """Stop showing the others' turn; return whether it was shown."""
        was_open = self.turn_panel.is_open
        self.turn_panel.close()
        return was_open

    def explain_being(self, session: Session, square: str) -> None:
        """Say what the emblem on a square's piece means, if emblems are shown."""
        note = being_note(session, square)
        if note and not document.documentElement.hasAttribute("data-emblems"):
            dialogs.show_toast(self._words.translate(note), click_through=True)

    # -- past positions and the result ---------------------------------------------------

    @with_session
    def show_past_position(self, session: Session, number: int) -> None:
        """Show the position after a move of the log."""
        if not session.seating.is_covered:
            self.stop()
            session.seating.pause()
            session.show_position_after(number)
            self._rendering.refresh()

    def replay_move(self, session: Session, number: int) -> float:
        """Show the position after a move and play the move; return its duration in seconds."""
        self.show_past_position(number)
        animations = animation.replay_animations(session) if self.animations.time_scale else ()
        self.animations.play(animations)
        duration_ms = sum(shown.duration_ms for shown in animations)
        return duration_ms * self.animations.time_scale / 1000

    def leave_result_for_move(self, session: Session, move: int) -> None:
        """Leave the result for the board as it was after a move; 0 is the beginning."""
        self._rendering.shows_final_board = True
        self.replay_move(session, move)

    def show_last_position(self) -> None:
        """Leave the result for the board."""
        self._rendering.shows_final_board = True
        self._rendering.refresh()

    def show_result(self) -> None:
        """Leave the board for the result."""
        self._rendering.shows_final_board = False
        self._rendering.refresh()
        self._call_after_end()

    @with_session
    def on_log_opened(self, session: Session) -> None:
        """Scroll the log, which has been opened as a drawer, to what happened last."""
        if session.selection.shown_move_number is None:
            log_panel.scroll_to_latest()
