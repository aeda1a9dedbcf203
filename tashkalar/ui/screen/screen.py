"""The whole screen for a session, put together from its parts."""

from __future__ import annotations

from functools import cached_property

from tashkalar.position.ids import seat_numbers
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.ui.screen.action_panel import stage_view
from tashkalar.ui.screen.hand import hand_views
from tashkalar.ui.screen.log import log_views, news
from tashkalar.ui.screen.marks import mark_views, trail_views
from tashkalar.ui.screen.players import pips, player_view
from tashkalar.ui.screen.prompt import prompt_view
from tashkalar.ui.screen.result import result_view
from tashkalar.ui.screen.squares import arrows, lines, square_views
from tashkalar.ui.screen.tasks import tally_views, task_views
from tashkalar.ui.screen.threats import threat_marks
from tashkalar.ui.screen.turn_replay import meanwhile, others_have_played
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CurtainView, OnBoard, Screen, StepView


def draw(session: Session, board: OnBoard | None = None) -> Screen:
    """The screen for a session as it is now; `board`: what `draw_board` has just made of it."""
    game = session.game
    setup = game.setup
    history = session.history
    state = session.shown_state
    seat = session.seat
    outcome = game.outcome
    hand, prompt = hand_views(session), prompt_view(session)
    return Screen(
        *(board or draw_board(session)),
        title=Message(f"form.{setup.form}.name"),
        to_act=_to_act(session),
        seat=seat,
        school=phrases.stones(setup, seat),
        pips=pips(game, game.state),
        turn=state.turn,
        hand=hand,
        prompt=prompt,
        stage=stage_view(session, prompt, hand, history),
        players=tuple(player_view(session, state, s) for s in seat_numbers(setup.seats)),
        tasks=task_views(session, state),
        tally=tally_views(state),
        log=log_views(session, history),
        news=news(session, history),
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        can_watch=others_have_played(session),
        may_resign=session.may_resign,
        counts_destroyed=not FORMS[setup.form].has_tasks,
        looking_back=session.looking_at is not None,
        ending=_ending(state),
        result=result_view(session, outcome) if outcome else None,
    )


def draw_board(session: Session) -> OnBoard:
    """What is on the board, which is drawn before what is around it."""
    state, history = session.shown_state, session.history
    marks = (*threat_marks(session), *mark_views(session))
    trail = trail_views(session, history)
    return OnBoard(
        kind="curtain" if session.covered else "result" if session.game.outcome else "game",
        form=session.game.setup.form,
        squares=square_views(session, state, history, (*trail, *marks)),
        lines=lines(session),
        arrows=arrows(session),
        marks=marks,
        trail=trail,
        curtain=_curtain(session) if session.covered else None,
    )


class Drawing:
    """A session as it is now, drawn in two steps: what is around the board when it is asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.board = draw_board(session)

    @cached_property
    def screen(self) -> Screen:
        """The whole; what is around the board is that of the session when it is asked for."""
        return draw(self._session, self.board)


def _curtain(session: Session) -> CurtainView:
    told, setup = meanwhile(session), session.game.setup
    return CurtainView(
        title=prompt_view(session).title,
        who=phrases.player(setup, session.seat),
        school=phrases.stones(setup, session.seat),
        told=told.title if told else None,
        whose=told.who if told else "",
        steps=tuple(StepView(s.number, s.school, s.text, s.lost) for s in told.steps)
        if told
        else (),
    )


def _to_act(session: Session) -> Message:
    if session.game.is_over:
        return Message("prompt.over")
    return Message("game.to-act", {"who": phrases.player(session.game.setup, session.seat)})


def _ending(state: GameState) -> Message | None:
    if state.last_turns < 0 or state.phase == "over":
        return None
    left = state.last_turns + state.extra_turns + state.in_extra_turn  # R17.8
    return Message("game.last-turns", {"n": left})
