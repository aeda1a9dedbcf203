"""A board inside another page that rests as a picture, without Python, until it is touched again.

The text that the board hands over says what the picture shows and where the game goes on. It stands
in the address of the picture, so it may come from anybody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar import Game
from tashkalar.json_reader import parse_json
from tashkalar.position.board import NAMES
from tashkalar.position.ids import seat_of
from tashkalar.ui.lessons.lesson_runner import LessonPlace
from tashkalar.ui.screen.embed import public_position
from tashkalar.ui.screen.hand import hand_views
from tashkalar.ui.session.session import Session

MOST_DECISIONS = 1_000_000


class ReplayPlace(NamedTuple):
    """The move that a replay shows: `number` moves of a line of a study have been made.

    `branch` is the position that begins the line, None for the main line.
    """

    number: int
    branch: int | None


Place = Game | LessonPlace | ReplayPlace


def resting_text(session: Session, place: Place) -> str:
    """Return what a board that shows a session hands over, as JSON."""
    data: dict[str, object] = {"position": _shown_scenario(session)}
    match place:
        case Game():
            data["game"] = place.to_json()
        case LessonPlace():
            data["lesson"] = place._asdict()
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


def read_resting_place(text: str) -> Place:
    """Return the place where a board goes on; raise ValueError if there is none."""
    data = parse_json(text)
    if not isinstance(data, Mapping):
        raise ValueError("resting: an object is needed")
    if isinstance(game := data.get("game"), str):
        return Game.from_json(game)
    if isinstance(lesson := data.get("lesson"), Mapping):
        return _lesson_place(lesson)
    if isinstance(replay := data.get("replay"), Mapping):
        branch = None if replay.get("branch") is None else _count(replay, "branch")
        return ReplayPlace(_count(replay, "number"), branch)
    raise ValueError("resting: a game, a lesson or a replay is needed")


def _lesson_place(data: Mapping[str, object]) -> LessonPlace:
    said, game = data.get("said"), data.get("game")
    if not isinstance(said, list) or not isinstance(game, str):
        raise ValueError("resting.lesson: a game and the lines said are needed")
    return LessonPlace(
        _count(data, "part"),
        game,
        tuple(map(str, said)),
        _count(data, "earlier_decision_count"),
        _count(data, "earlier_move_count"),
    )


def _count(data: Mapping[str, object], name: str) -> int:
    number = data.get(name)
    if type(number) is not int or not 0 <= number <= MOST_DECISIONS:
        raise ValueError(f"resting: {name} is no number of moves")
    return number
