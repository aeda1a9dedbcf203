"""What a board inside another page tells that page, and what a replay shows beside the board.

The page around may be anybody's: it is told what lies open on the table, never a hand or a deck.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.board import NAMES, RANKS, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import sentences
from tashkalar.ui.screen.replay_controls import step
from tashkalar.ui.session.goal_panel import progress
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording


class Caption(NamedTuple):
    """Where a replay stands: `step` of `steps` moves, whose turn it was, what the move did."""

    step: int
    steps: int
    turn: Message
    lines: tuple[Message, ...]
    who: Wording = ""  # whom `turn` names


def public_position(session: Session) -> dict[str, object]:
    """The position shown, JSON-ready."""
    game = session.game
    state = session.shown_state
    return {
        "form": game.setup.form,
        "board": _board(state),
        "seat": None if state.phase == "over" else seat_number(state.control),
        "turn": state.turn,
        "actions": state.actions,
        "move": step(session),
        "moves": len(session.history),
        "over": state.phase == "over",
    }


def goal_state(session: Session) -> str | None:
    """How the goal of a lesson stands: ``"open"``, ``"reached"`` or ``"failed"``."""
    found = progress(session.game)
    return found and found.state


def caption(session: Session) -> Caption:
    """What a replay says about the move that is shown last."""
    history, here = session.history, step(session)
    setup = session.game.setup
    if here == 0:
        return Caption(0, len(history), Message("replay.start"), ())
    entry = history[here - 1]
    who = phrases.player(setup, seat_number(entry.before.seat))
    turn = Message("log.turn", {"n": entry.before.turn, "who": who})
    lines = tuple(line for _, line in sentences(entry))
    return Caption(here, len(history), turn, lines, who)


def _board(state: GameState) -> dict[str, str]:
    return {
        NAMES[s]: f"{colour_number(state.owner_at(1 << s))} {RANKS[state.rank_at(1 << s)]}"
        for s in squares(state.occupied)
    }
