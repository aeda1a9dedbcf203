"""The opponent's face beside a game of the tour: when it is shown, in which mood, what it says."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.company import COMPANY
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels

CALM, STIRRED = "calm", "stirred"

_FIRST_TURNS = 2  # the first turn of each player


class TourFace(NamedTuple):
    """An opponent as it looks, and what is said of it."""

    opponent: str
    school: str
    mood: str  # `CALM` or `STIRRED`
    name: Message
    line: Message


def face_of(opponent: str, mood: str = CALM) -> TourFace:
    """Return the face of an opponent, by its id."""
    school = COMPANY[opponent].school
    name, line = Message(f"company.{opponent}"), Message(f"company.{opponent}.line")
    return TourFace(opponent, school, mood, name, line)


def find_face(game: Game, bots: BotLevels) -> TourFace | None:
    """Return the face to show beside a game: at the start, after a legend, and at the end.

    An opponent is stirred by a legend of either side, until the turn after that ends,
    and by its defeat. Return None at other times, and for a game that is not of the tour.
    """
    seats = [seat for seat, level in bots.items() if level in COMPANY]
    if len(seats) != 1:
        return None
    [seat] = seats
    if game.outcome is not None:
        return face_of(bots[seat], CALM if seat in game.outcome.winners else STIRRED)
    if _has_new_legend(game):
        return face_of(bots[seat], STIRRED)
    return face_of(bots[seat]) if game.state.turn <= _FIRST_TURNS else None


def _has_new_legend(game: Game) -> bool:
    """Return whether a legend was summoned in this turn or in the one before."""
    since = game.state.turn - 1
    recent = takewhile(lambda entry: entry.state_before.turn >= since, reversed(game.history()))
    return any(
        event.kind == "summon" and event.rank == "legendary"
        for entry in recent
        for event in entry.events
    )
