"""The recovery text of a player: what a device has beside the log, to go on after it is lost.

It holds the log of the time when it was written, the secret and the private key, so it is for the
player only. The newest log comes with the next message of somebody else.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import FarError
from tashkalar.far.message import LONGEST_MESSAGE, read_signed_message, write_text
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.signatures import SignedLog
from tashkalar.position.ids import SeatNumber

PREFIX = "tashkalar-keep"
_CHECK_DIGITS = 8
_LOST = re.compile(r"[\s>*=]+")  # what mail and chats put into a long word
_TEXT = re.compile(
    rf"{PREFIX}\.([1-4])\.([0-9a-f]{{0,64}})\.([A-Za-z0-9_-]{{0,400}})\.([A-Za-z0-9_-]+)"
    rf"\.([0-9a-f]{{{_CHECK_DIGITS}}})"
)


class Recovery(NamedTuple):
    """The content of a recovery text."""

    seat: SeatNumber
    secret: str  # "" without one
    key: str  # private, "" without one
    signed: SignedLog


def write_recovery(far: FarGame) -> str:
    """Return the recovery text of the player of this device; "" if there is nothing to keep.

    Never send it to anybody.
    """
    secret = far.hand.secret if far.hand and far.has_secret else ""
    is_over = far.game is not None and far.game.is_over
    if not far.own_seat or not (secret or (far.signing_key and not is_over)):
        return ""
    log = write_text(far.log, far.signatures)
    body = f"{PREFIX}.{far.own_seat}.{secret}.{far.signing_key}.{log}"
    return f"{body}.{_check(body)}"


def holds_recovery(text: str) -> bool:
    """Tell whether a text is meant as a recovery text."""
    return PREFIX in _LOST.sub("", text[:LONGEST_MESSAGE])


def read_recovery(text: str) -> Recovery:
    """Return what a recovery text holds; raise FarError ("text") if it is damaged."""
    if len(text) > LONGEST_MESSAGE:
        raise FarError("text", f"the recovery text is longer than {LONGEST_MESSAGE} characters")
    found = _TEXT.search(_LOST.sub("", text))
    if not found:
        raise FarError("text", "the recovery text is cut off")
    seat, secret, key, log, check = found.groups()
    if _check(found[0][: -len(check) - 1]) != check:
        raise FarError("text", "the recovery text is damaged")
    return Recovery(SeatNumber(int(seat)), secret, key, read_signed_message(log))


def recover(far: FarGame, recovery: Recovery) -> None:
    """Let a device play the seat of a recovery text in its game; FarError if it does not fit."""
    if recovery.seat not in far.seat_names:
        raise FarError("sealed", f"nobody has seat {recovery.seat}")
    if not (recovery.secret or recovery.key):
        raise FarError("sealed", "the recovery text holds neither a secret nor a key")
    if recovery.key and recovery.seat not in far.keys:
        raise FarError("signed", f"seat {recovery.seat} has no key in this game")
    if recovery.secret:
        far.use_hand(SealedHand(recovery.seat, recovery.secret))
    elif far.seals:
        raise FarError("sealed", "the recovery text holds no secret")
    far.own_seat, far.signing_key = recovery.seat, recovery.key


def _check(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:_CHECK_DIGITS]
