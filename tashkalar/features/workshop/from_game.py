"""A position of a game as the start of a puzzle or a lesson, without what nobody may know."""

from __future__ import annotations

from typing import Any

from tashkalar.features.workshop import lessons
from tashkalar.features.workshop.lessons import LessonContent
from tashkalar.features.workshop.position import HAND_SIZES, Scenario
from tashkalar.formats import scenario_writer
from tashkalar.position.ids import SeatNumber, seat_number, seat_numbers, seat_of
from tashkalar.position.move import Message
from tashkalar.position.unknown import is_deck_known
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.refusal import Refusal

_SECRETS = ("deck", "discards", "dropped", "pending", "sideways")


def puzzle_of_game(session: Session) -> Scenario:
    """Return the position that the board shows as a scenario.

    Only the player to move has a hand, if the person at the screen may see it, and no deck has an
    order: nobody may look into them while the game goes on. `Refusal` if a move or the set-up is
    not finished.
    """
    state = session.shown_state
    is_hand_seen = _is_hand_seen(session, seat_number(state.seat))
    try:
        written = scenario_writer.write(state)
    except ValueError as error:
        raise Refusal(Message("workshop.game.refused"), str(error)) from None
    scenario: Scenario = {
        key: value for key, value in written.items() if key not in ("seed", "piles")
    }
    turn = scenario["turn"]
    scenario["seats"] = [
        _seen_by_mover(seat, is_mover=number == turn["seat"] and is_hand_seen)
        for number, seat in enumerate(scenario["seats"], 1)
    ]
    if "tasks" in scenario:
        scenario["tasks"] = {"current": scenario["tasks"]["current"], "deck": []}
    return scenario


def lesson_of_game(session: Session) -> LessonContent:
    """Return a lesson that begins with the position that the board shows.

    Looked back at, the rest of the turn as it was played becomes the solution, unless that takes
    something which is left out of the position. `Refusal` as for a puzzle.
    """
    lesson = lessons.new_lesson(puzzle_of_game(session))
    codes = _rest_of_turn(session)
    played = lessons.play_way(lessons.scenario_of_part(lesson, 0), codes)
    return lessons.add_way(lesson, 0, codes) if codes and played.is_possible else lesson


def _rest_of_turn(session: Session) -> list[str]:
    """Return the decisions that were made from the position on, without the end of the turn."""
    start, number = session.shown_state, session.selection.shown_move_number
    later = session.history[number:] if number is not None else []
    return [
        code
        for entry in later
        if entry.state_before.turn == start.turn and entry.state_before.seat == start.seat
        if entry.move.kind != "end"
        for code in entry.decisions
    ]


def _is_hand_seen(session: Session, seat: SeatNumber) -> bool:
    """Tell whether the person at the screen may see the hand of a seat in any position."""
    seating = session.seating
    setup = session.game.setup
    if session.game.is_over:
        return is_deck_known(setup, seat_of(seat))
    if not all(is_deck_known(setup, seat_of(other)) for other in seat_numbers(setup.seats)):
        return False  # sealed hands: a puzzle may be sent to the other player
    if seating.is_covered or seating.is_watching_far:
        return False
    is_open_game = not seating.has_curtain and seating.far is None
    is_person = seat not in seating.opponents.level_by_seat
    return seat == seating.viewer or (is_open_game and is_person)


def _seen_by_mover(seat: dict[str, Any], *, is_mover: bool) -> dict[str, Any]:
    kept = {key: value for key, value in seat.items() if key not in _SECRETS and key != "name"}
    if is_mover and "pending" in seat:
        kept["pending"] = seat["pending"]
    return kept if is_mover else {**kept, **{key: [] for key in HAND_SIZES}}
