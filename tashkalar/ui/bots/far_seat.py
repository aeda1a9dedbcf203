"""The seat of this device in a game with someone far away."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message


class FarSeat(NamedTuple):
    """The seat that this device plays in a game with someone far away; `NO_SEAT` if it watches."""

    seat: SeatNumber
    has_begun: bool = True  # all seats are taken
    decision_count: int = 0  # decisions that are in the log, so they cannot be undone here
    note: Message | None = None  # what the prompt says while others play and devices are connected
    refusal: Message | None = None  # why the own turn was taken back, until the next decision
    is_asked: bool = False  # others ask whether a turn may be taken back
    allows_hints: bool = True  # the players may ask a computer player for advice
    is_ended: bool = False  # the game is not over, but waits for nobody any more
    dealer: SeatNumber = NO_SEAT  # that has to deal the cards, once all seats are taken

    @property
    def is_watching(self) -> bool:
        """True if this device only watches: it shows no hand."""
        return self.seat == NO_SEAT
