"""Confirmations: the questions before a step that cannot be undone or needs an explanation."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases


class Confirmation(NamedTuple):
    """A question with a button to agree; the other button always cancels."""

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
    """Return the question before a move; `asks` is the `confirmation_id` of its `ChoiceView`."""
    return _build_confirmation(asks)


def confirm_resignation(session: Session) -> Confirmation | None:
    """Return the question before the player on turn resigns; None if not allowed (R18.6)."""
    seat = session.game.player
    if seat is None or not session.may_resign:
        return None
    return _build_confirmation("resign", who=phrases.player_name(session.game.setup, seat))


def ask_for_name() -> Confirmation:
    """Return the question for the name of the game on the table."""
    return _build_confirmation("name")


def confirm_secret_file() -> Confirmation:
    """Return the question before a file is made that holds the secret of its player."""
    return _build_confirmation("secret")


def confirm_deletion(title: Message | str) -> Confirmation:
    """Return the question before a saved game is deleted."""
    return _build_confirmation("delete", title=title)
