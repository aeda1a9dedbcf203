"""What is asked before something that cannot be taken back, or that needs a word of its own."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases


class Question(NamedTuple):
    """A question with a button to agree; the other one always cancels."""

    title: Message
    text: Message
    ok: Message


def _about(what: str, **params: object) -> Question:
    return Question(
        Message(f"confirm.{what}.title"),
        Message(f"confirm.{what}.text", params),
        Message(f"confirm.{what}.ok"),
    )


def before_move(asks: str) -> Question:
    """Before a move that is explained first; `asks` is that of its `ChoiceView`."""
    return _about(asks)


def resigning(session: Session) -> Question | None:
    """Before the player on turn gives up; None where nobody may (R18.6)."""
    seat = session.game.player
    if seat is None or not session.may_resign:
        return None
    return _about("resign", who=phrases.player(session.game.setup, seat))


def naming() -> Question:
    """For the name of the game on the table."""
    return _about("name")


def deleting(title: Message | str) -> Question:
    """Before a saved game is deleted."""
    return _about("delete", title=title)
