"""What a board inside another page tells that page, and what a replay shows beside the board.

The page around may be anybody's: it is told what lies open on the table, never a hand or a deck.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.board import NAMES, RANKS, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import event_sentences
from tashkalar.ui.screen.replay_controls import shown_move_count
from tashkalar.ui.session.goal_panel import goal_progress
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording


class ReplayCaption(NamedTuple):
    """Where a replay stands: `step` of `step_count` moves, whose turn it was, what the move did."""

    step: int
    step_count: int
    turn_title: Message
    lines: tuple[Message, ...]
    named_player: Wording = ""  # whom `turn_title` names


def public_position(session: Session) -> dict[str, object]:
    """The position shown, JSON-ready."""
    game = session.game
    state = session.shown_state
    return {
        "form": game.setup.form,
        "board": _public_board(state),
        "seat": None if state.phase == "over" else seat_number(state.control),
        "turn": state.turn,
        "actions": state.actions,
        "move": shown_move_count(session),
        "moves": len(session.history),
        "over": state.phase == "over",
    }


def goal_state(session: Session) -> str | None:
    """How the goal of a lesson stands: ``"open"``, ``"reached"`` or ``"failed"``."""
    found = goal_progress(session.game)
    return found and found.state


def replay_caption(session: Session) -> ReplayCaption:
    """What a replay says about the move that is shown last."""
    history, here = session.history, shown_move_count(session)
    setup = session.game.setup
    if here == 0:
        return ReplayCaption(0, len(history), Message("replay.start"), ())
    entry = history[here - 1]
    who = phrases.player_name(setup, seat_number(entry.state_before.seat))
    turn = Message("log.turn", {"n": entry.state_before.turn, "who": who})
    lines = tuple(line for _, line in event_sentences(entry))
    return ReplayCaption(here, len(history), turn, lines, who)


def _public_board(state: GameState) -> dict[str, str]:
    return {
        NAMES[s]: f"{colour_number(state.owner_at(1 << s))} {RANKS[state.rank_at(1 << s)]}"
        for s in squares(state.occupied)
    }
