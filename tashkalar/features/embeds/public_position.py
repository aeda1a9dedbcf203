"""The values that an embedded board reports to the page around it, and the replay's caption.

The page around is not trusted: it learns only the public position, never a hand or a deck.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.features.embeds.replay_controls import shown_move_count
from tashkalar.position.board import NAMES, RANKS, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.history.timeline import event_sentences
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording


class ReplayCaption(NamedTuple):
    """The caption of a replay: the number of the shown move, its turn, and its sentences."""

    step: int
    turn_title: Message
    lines: tuple[Message, ...]
    named_player: Wording = ""  # the player named in `turn_title`
    comment: str = ""  # of a study


def public_position(session: Session) -> dict[str, object]:
    """Return the shown position as a JSON-ready object."""
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


def replay_caption(session: Session) -> ReplayCaption:
    """Return the caption about the last shown move."""
    history, shown_count = session.history, shown_move_count(session)
    setup = session.game.setup
    if shown_count == 0:
        start, comment = Message("replay.start"), session.comments.get(0, "")
        return ReplayCaption(0, start, (), comment=comment)
    entry = history[shown_count - 1]
    name = phrases.player_name(setup, seat_number(entry.state_before.seat))
    turn = Message("log.turn", {"n": entry.state_before.turn, "who": name})
    lines = tuple(line for _, line in event_sentences(entry))
    comment = session.comments.get(shown_count, "")
    return ReplayCaption(shown_count, turn, lines, name, comment)


def _public_board(state: GameState) -> dict[str, str]:
    return {
        NAMES[s]: f"{colour_number(state.owner_at(1 << s))} {RANKS[state.rank_at(1 << s)]}"
        for s in squares(state.occupied)
    }
