"""The whole screen for a session, put together from its parts."""

from __future__ import annotations

from functools import cached_property

from tashkalar.position.ids import SeatNumber, seat_number, seat_numbers
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.ui.screen.action_panel import action_panel_view
from tashkalar.ui.screen.hand import hand_views
from tashkalar.ui.screen.log import last_move_lines, log_views
from tashkalar.ui.screen.marks import mark_views, scorched_squares, trail_marks
from tashkalar.ui.screen.players import action_pips, player_view
from tashkalar.ui.screen.prompt import prompt_view
from tashkalar.ui.screen.result import result_view
from tashkalar.ui.screen.squares import arrow_views, pattern_lines, square_views
from tashkalar.ui.screen.tasks import earned_message, tally_views, task_views
from tashkalar.ui.screen.threats import threat_marks
from tashkalar.ui.screen.turn_replay import has_others_moves, turn_replay
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import BoardContents, CurtainStepView, CurtainView, Pips, Screen


def build_screen(session: Session, board: BoardContents | None = None) -> Screen:
    """Return the screen for a session; `board` is the result of `build_board`, if already built."""
    game = session.game
    setup = game.setup
    history = session.history
    state = session.shown_state
    seat = session.seating.seat
    outcome = game.outcome
    hand, prompt = hand_views(session), prompt_view(session)
    return Screen(
        *(board or build_board(session)),
        title=Message(f"form.{setup.form}.name"),
        to_act_text=_to_act_message(session),
        seat=seat,
        school=phrases.school_of_stones(setup, seat),
        pips=Pips(0, 0) if session.is_attempt_over else action_pips(game, game.state),
        turn=state.turn,
        hand=hand,
        prompt=prompt,
        action_panel=action_panel_view(session, prompt, hand, history),
        players=tuple(player_view(session, state, s) for s in seat_numbers(setup.seats)),
        tasks=task_views(session, state),
        tally=tally_views(state),
        earned_text=earned_message(state, history),
        log=log_views(session, history),
        last_move_lines=last_move_lines(session, history),
        own_name=""
        if session.seating.is_spectated
        else phrases.player_name(setup, session.seating.viewer),
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        can_watch=has_others_moves(session),
        may_resign=session.may_resign,
        counts_destroyed=not FORMS[setup.form].has_tasks,
        is_looking_back=session.selection.shown_move_number is not None,
        ending_text=_ending_message(state),
        result=result_view(session, outcome) if outcome else None,
    )


def build_board(session: Session) -> BoardContents:
    """Return the contents of the board, which is drawn before everything around it."""
    state, history = session.shown_state, session.history
    # The threats are of the position before the choice that is being previewed.
    threats = () if session.partial_preview else threat_marks(session)
    marks = (*threats, *mark_views(session))
    trail = trail_marks(session, history)
    return BoardContents(
        kind="curtain"
        if session.seating.is_covered
        else "result"
        if session.game.outcome
        else "game",
        form=session.game.setup.form,
        squares=square_views(session, state, history, (*trail, *marks)),
        lines=pattern_lines(session),
        arrows=arrow_views(session),
        marks=marks,
        trail=trail,
        scorches=scorched_squares(session, history),
        curtain=_curtain_view(session) if session.seating.is_covered else None,
    )


class DeferredScreen:
    """The screen of a session in two steps: the board at once, everything else on demand."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.board = build_board(session)

    @cached_property
    def screen(self) -> Screen:
        """The whole screen; everything around the board is built on first access."""
        return build_screen(self._session, self.board)


def _curtain_view(session: Session) -> CurtainView:
    replay, setup = turn_replay(session), session.game.setup
    return CurtainView(
        title=prompt_view(session).title,
        player_name=phrases.player_name(setup, session.seating.seat),
        school=phrases.school_of_stones(setup, session.seating.seat),
        others_title=replay.title if replay else None,
        others_name=replay.named_player if replay else "",
        steps=tuple(
            CurtainStepView(step.number, step.school, step.text, step.lost_pieces)
            for step in replay.steps
        )
        if replay
        else (),
    )


def _to_act_message(session: Session) -> Message:
    if session.game.is_over:
        return Message("prompt.over")
    if session.is_attempt_over:
        is_solved = session.attempt_state == "reached"
        return Message("prompt.solved" if is_solved else "prompt.failed")
    return Message(
        "game.to-act", {"who": phrases.player_name(session.game.setup, session.seating.seat)}
    )


def _ending_message(state: GameState) -> Message | None:
    """Return a sentence about the turns left after the end was triggered, else None."""
    turns = turns_left(state)
    if not turns:
        return None
    if sum(count for _, count in turns) == 1:
        return Message("game.last-turn")
    names = tuple(
        Message("game.turns-of", {"who": phrases.player_name(state.setup, seat), "n": count})
        for seat, count in turns
    )
    return Message("game.last-round", {"turns": names})


def turns_left(state: GameState) -> tuple[tuple[SeatNumber, int], ...]:
    """Return how many turns each seat has left in the last round, in the order of play.

    The turn that is being played counts. Empty unless the end was triggered (R17.6, R17.8).
    """
    if state.last_turns < 0 or state.phase == "over":
        return ()
    own_extra = state.extra_turns + state.in_extra_turn
    # An extra turn is none of the ordinary ones, which begin with the next seat then.
    first = state.seat + state.in_extra_turn
    counts: dict[int, int] = {state.seat: own_extra} if own_extra else {}
    for number in range(state.last_turns):
        seat = (first + number) % state.setup.seats
        counts[seat] = counts.get(seat, 0) + 1
    return tuple((seat_number(seat), count) for seat, count in counts.items())
