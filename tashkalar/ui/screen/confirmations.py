"""What is asked before something that cannot be taken back, or that needs a word of its own."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases


class Confirmation(NamedTuple):
    """A question with a button to agree; the other one always cancels."""

    title: Message
    text: Message
    agree_label: Message


def _build_confirmation(what: str, **params: object) -> Confirmation:
    return Confirmation(
        Message(f"confirm.{what}.title"),
        Message(f"confirm.{what}.text", params),
        Message(f"confirm.{what}.ok"),
    )


def confirm_move(asks: str) -> Confirmation:
    """Before a move that is explained first; `asks` is that of its `ChoiceView`."""
    return _build_confirmation(asks)


def confirm_resignation(session: Session) -> Confirmation | None:
    """Before the player on turn gives up; None where nobody may (R18.6)."""
    seat = session.game.player
    if seat is None or not session.may_resign:
        return None
    return _build_confirmation("resign", who=phrases.player_name(session.game.setup, seat))


def ask_for_name() -> Confirmation:
    """For the name of the game on the table."""
    return _build_confirmation("name")


def confirm_deletion(title: Message | str) -> Confirmation:
    """Before a saved game is deleted."""
    return _build_confirmation("delete", title=title)
