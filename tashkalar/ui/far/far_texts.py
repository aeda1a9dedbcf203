"""The words of the page about games with someone far away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import Entry, FarError
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording

LONGEST_QR_LINK = 1_400  # characters; a longer one needs more than 125 x 125 modules


class SendView(NamedTuple):
    """The words above a message to send."""

    title: Message
    text: Message


def player(far: FarGame, seat: SeatNumber) -> Wording:
    """Return the name of a player, or the color that stands for it."""
    setup = far.game.setup if far.game else far.setup
    assert setup is not None  # every log begins with an invitation
    name = far.seat_names.get(seat, "").strip()
    return name or phrases.player_name(setup, seat)


def send_view(far: FarGame, seat: SeatNumber) -> SendView:
    """Return the words above the message of a seat."""
    if far.game is None:
        return SendView(Message("far.send.invitation"), Message("far.send.invitation.text"))
    others = [other for other in far.seats if other != seat]
    due = [other for other in far.due_seats if other != seat]
    who = {"who": player(far, (due or others)[0])}
    if far.game.is_over:
        return SendView(Message("far.send.over"), Message("far.send.text", who))
    title = Message("far.send.title", who) if due else Message("far.send.again")
    return SendView(title, Message("far.send.text", who))


def invitation_text(far: FarGame, seat: SeatNumber) -> Message:
    """Return one paragraph about an invitation, for the player who would get a seat."""
    setup, inviter = far.setup, far.log[0].by
    assert setup is not None
    return Message(
        "far.join.text",
        {
            "form": Message(f"form.{setup.form}.name"),
            "school": Message(f"school.{setup.schools[seat_of(seat)]}.name"),
            "who": player(far, inviter),
            "other": Message(f"school.{setup.schools[seat_of(inviter)]}.name"),
            "first": Message("far.join.you-begin" if seat == 1 else "far.join.other-begins"),
        },
    )


def fits_qr_code(link: str) -> bool:
    """Return whether cameras of phones read the QR code of a link well."""
    return len(link) <= LONGEST_QR_LINK


def entry_texts(far: FarGame, entries: Sequence[Entry]) -> tuple[Message, ...]:
    """Return what the entries of a log say, each in one sentence."""
    return tuple(
        Message(f"far.entry.{entry.kind}", {"who": player(far, entry.by)}) for entry in entries
    )


def greeting_texts(far: FarGame, entries: Sequence[Entry], seat: SeatNumber) -> list[Message]:
    """Return the greetings of the others among the entries."""
    return [
        Message(f"far.greeting.{entry.data['word']}", {"who": player(far, entry.by)})
        for entry in entries
        if entry.kind == "greeting" and entry.by != seat
    ]


def error_message(error: FarError) -> Message:
    """Return why a message was not taken, and what the person can do."""
    return Message(f"far.error.{error.fault}", {"reason": str(error)})
