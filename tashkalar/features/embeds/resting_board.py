"""A board inside another page that rests as a picture, without Python, until it is touched again.

The text that the board hands over says what the picture shows and where the game goes on. It stands
in the address of the picture, so it may come from anybody.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple

from tashkalar import Game
from tashkalar.features.embeds.public_position import public_position
from tashkalar.json_reader import parse_json
from tashkalar.position.board import NAMES
from tashkalar.position.ids import seat_of
from tashkalar.ui.screen.hand import hand_views
from tashkalar.ui.session.session import Session

MOST_DECISIONS = 1_000_000


class ReplayPlace(NamedTuple):
    """The move that a replay shows: `number` moves of a line of a study have been made.

    `branch` is the position that begins the line, None for the main line.
    """

    number: int
    branch: int | None


class FramedPlace(NamedTuple):
    """The place where the content of a feature goes on."""

    kind: str  # the parameter of the address that asks for it
    place: Mapping[str, object]


Place = Game | FramedPlace | ReplayPlace


def resting_text(session: Session, place: Place) -> str:
    """Return what a board that shows a session hands over, as JSON."""
    data: dict[str, object] = {"position": _shown_scenario(session)}
    match place:
        case Game():
            data["game"] = place.to_json()
        case FramedPlace():
            data[place.kind] = dict(place.place)
        case ReplayPlace():
            data["replay"] = place._asdict()
    return json.dumps(data)


def _shown_scenario(session: Session) -> dict[str, object]:
    """Return the shown position as a scenario, with the hand that is open."""
    shown, state = public_position(session), session.shown_state
    seat = session.seating.viewer
    seats: list[dict[str, object]] = [{"school": school} for school in session.game.setup.schools]
    cards = hand_views(session) if session.selection.shown_move_number is None else ()
    seats[seat_of(seat)]["hand"] = [card.id for card in cards]
    scenario: dict[str, object] = {
        "form": shown["form"],
        "seats": seats,
        "board": shown["board"],
        "turn": {"seat": seat, "actions": state.actions},
    }
    if session.game.setup.teams:
        scenario["teams"] = True
    if state.gateway:
        scenario["gateway"] = NAMES[state.gateway]
    return scenario


def read_resting_place(text: str, kinds: Collection[str] = ()) -> Place:
    """Return the place where a board goes on; raise ValueError if there is none.

    `kinds` are those of the places that features read.
    """
    data = parse_json(text)
    if not isinstance(data, Mapping):
        raise ValueError("resting: an object is needed")
    if isinstance(game := data.get("game"), str):
        return Game.from_json(game)
    for kind in kinds:
        if isinstance(framed := data.get(kind), Mapping):
            return FramedPlace(kind, framed)
    if isinstance(replay := data.get("replay"), Mapping):
        branch = None if replay.get("branch") is None else read_count(replay, "branch")
        return ReplayPlace(read_count(replay, "number"), branch)
    raise ValueError("resting: a game, a replay or another place is needed")


def read_count(data: Mapping[str, object], name: str) -> int:
    """Return a number of moves or positions; raise ValueError if it is none."""
    number = data.get(name)
    if type(number) is not int or not 0 <= number <= MOST_DECISIONS:
        raise ValueError(f"resting: {name} is no number of moves")
    return number
