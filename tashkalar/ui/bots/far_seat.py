"""The seat of this device in a game with someone far away."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import SeatNumber


class FarSeat(NamedTuple):
    """The seat that this device plays in a game with someone far away."""

    seat: SeatNumber
    has_begun: bool = True  # all seats are taken
    decision_count: int = 0  # decisions that are in the log, so they cannot be undone here
