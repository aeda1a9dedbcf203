"""Reasons why a game in progress cannot be reviewed now."""

from __future__ import annotations

from tashkalar.features.studies.finished_turns import finished_part, finished_turns
from tashkalar.position.ids import seat_numbers
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session


def review_obstacle(session: Session, *, is_puzzle: bool) -> Message | None:
    """Return why a game in progress cannot be reviewed now; None if it can be.

    A review opens the hands of all seats. So there is none of a game with someone far away, whose
    cards nobody here may see, and none of a puzzle, whose solution it would tell.
    """
    game = session.game
    if session.seating.far is not None:
        return Message("review.going.far")
    if is_puzzle:
        return Message("review.going.puzzle")
    if not finished_turns(finished_part(game), list(seat_numbers(game.setup.seats))):
        return Message("review.going.nothing")
    return None
