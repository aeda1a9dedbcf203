"""The tour: the opponents in rising order by form, and which of them a person has beaten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots.company import COMPANY, STYLES, Opponent
from tashkalar.json_reader import parse_json
from tashkalar.position.ids import SeatNumber, seat_numbers, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError, merge_records
from tashkalar.ui.text.catalogue import Catalogue

TOUR_KEY = "tashkalar.tour.v1"
"""The key of the tour in the browser's storage."""

TOUR_FORMS = ("high-form", "duel")
"""The forms for two players, each with a tour of its own."""

TOUR_SCHOOLS = tuple(dict.fromkeys(one.school for one in COMPANY.values()))
"""The schools of the opponents, which are also those that a person may choose."""

_LARGEST_NUMBER = 9999


class Victory(NamedTuple):
    """A person's best victory over an opponent."""

    points: int
    opponent_points: int
    turns: int


class TourRow(NamedTuple):
    """An opponent in the list. `state` is ``open`` or ``done``."""

    id: str
    number: int  # from 1
    school: str
    state: str
    is_next: bool  # the first opponent that is not beaten
    name: Message
    line: Message
    about: Message
    level: Message
    status: Message | None


Tour = Mapping[str, Mapping[str, Victory]]
"""By form and opponent, the best victory."""


def read_tour(store: KeyValueStore) -> Tour:
    """Return what was beaten; leave out what cannot be read. Never raises."""
    try:
        data = parse_json(store.get(TOUR_KEY))
    except (StoreError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {form: _read_victories(data.get(form)) for form in TOUR_FORMS}


def _read_victories(data: Any) -> dict[str, Victory]:
    victories: dict[str, Victory] = {}
    for id in COMPANY:
        row = data.get(id) if isinstance(data, dict) else None
        if (
            isinstance(row, list)
            and len(row) == len(Victory._fields)
            and all(type(n) is int and abs(n) <= _LARGEST_NUMBER for n in row)
        ):
            victories[id] = Victory(*row)
    return victories


def note_victory(store: KeyValueStore, game: Game, bots: BotLevels) -> Message | None:
    """Keep a person's victory over an opponent, if the game is one and none was better.

    Return an error message if it cannot be saved.
    """
    form, people = game.setup.form, [s for s in seat_numbers(game.setup.seats) if s not in bots]
    opponents = [level for level in bots.values() if level in COMPANY]
    outcome = game.outcome
    if outcome is None or form not in TOUR_FORMS or len(opponents) != 1 or len(people) != 1:
        return None
    if outcome.winners != (people[0],):
        return None
    scores = [outcome.scores[seat_of(seat)] for seat in seat_numbers(game.setup.seats)]
    own = scores.pop(seat_of(people[0]))
    victory, tour = Victory(own, scores[0], game.state.turn), read_tour(store)
    changed = merge_tours(tour, {form: {opponents[0]: victory}})
    if changed == tour:
        return None
    try:
        store.set(TOUR_KEY, json.dumps(changed))
    except StoreError:
        return Message("storage.settings")
    return None


def merge_tours(tour: Tour, other: Tour) -> Tour:
    """Return the best victories of two tours; of two that are as good, the one of the first."""
    merged = {form: dict(tour.get(form, {})) for form in TOUR_FORMS}
    for form, best in merged.items():
        for id, victory in other.get(form, {}).items():
            if id not in best or _quality(victory) > _quality(best[id]):
                best[id] = victory
    return merged


def merge_tour_texts(here: str | None, text: str) -> str:
    """Return the best victories over the opponents in two texts."""
    return merge_records(
        TOUR_KEY,
        (here, text),
        read_tour,
        merge_tours,
        lambda store, merged: store.set(TOUR_KEY, json.dumps(merged)),
    )


def _quality(victory: Victory) -> tuple[int, int]:
    return victory.points - victory.opponent_points, -victory.turns


def tour_rows(tour: Tour, form: str) -> tuple[TourRow, ...]:
    """Return the opponents in rising order, with what was beaten in a form."""
    beaten = tour.get(form, {})
    next_id = next((id for id in COMPANY if id not in beaten), "")
    return tuple(
        TourRow(
            id=one.id,
            number=number,
            school=one.school,
            state="done" if one.id in beaten else "open",
            is_next=one.id == next_id,
            name=Message(f"company.{one.id}"),
            line=Message(f"company.{one.id}.line"),
            about=_about(one),
            level=Message(f"bots.{one.level}"),
            status=_status(beaten.get(one.id)),
        )
        for number, one in enumerate(COMPANY.values(), 1)
    )


def _about(opponent: Opponent) -> Message:
    params = {
        "level": Message(f"bots.{opponent.level}"),
        "school": Message(f"page.school.{opponent.school}"),
    }
    if not STYLES[opponent.style]:
        return Message("company.about.plain", params)
    who = Message(f"company.{opponent.id}")
    params["style"] = Message(f"company.style.{opponent.style}", {"who": who})
    return Message("company.about", params)


def _status(victory: Victory | None) -> Message | None:
    return victory and Message(
        "company.beaten",
        {"own": victory.points, "theirs": victory.opponent_points, "turns": victory.turns},
    )


def progress_message(tour: Tour, form: str) -> Message:
    """Return how many opponents are beaten in a form."""
    return Message("company.progress", {"n": len(tour.get(form, {})), "of": len(COMPANY)})


def create_tour_game(
    opponent: str, form: str, school: str, words: Catalogue, seed: str
) -> tuple[Game, BotLevels]:
    """Return a game of a person against an opponent, and its computer player.

    If both want the same school, the opponent has it: the person gets another one.
    """
    theirs = COMPANY[opponent].school
    own = school if school != theirs else next(s for s in TOUR_SCHOOLS if s != theirs)
    names = ("", words.text(f"company.{opponent}"))
    return new_game(form, (own, theirs), seed=seed, names=names), {SeatNumber(2): opponent}
