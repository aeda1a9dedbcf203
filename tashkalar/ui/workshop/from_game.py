"""A position of a game as the start of a puzzle: what the player to move may know, and no more."""

from __future__ import annotations

from typing import Any

from tashkalar.formats import scenario_writer
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.text.refusal import Refusal
from tashkalar.ui.workshop.position import HAND_SIZES, Scenario

_SECRETS = ("deck", "discards", "dropped", "pending", "sideways")


def puzzle_of_game(state: GameState) -> Scenario:
    """Return the position as a scenario; `Refusal` if a move or the set-up is not finished.

    The hands of the others are empty, and no deck has an order: nobody may look into them while
    the game goes on.
    """
    try:
        written = scenario_writer.write(state)
    except ValueError as error:
        raise Refusal(Message("workshop.game.refused"), str(error)) from None
    scenario: Scenario = {
        key: value for key, value in written.items() if key not in ("seed", "piles")
    }
    turn = scenario["turn"]
    scenario["seats"] = [
        _seen_by_mover(seat, is_mover=number == turn["seat"])
        for number, seat in enumerate(scenario["seats"], 1)
    ]
    if "tasks" in scenario:
        scenario["tasks"] = {"current": scenario["tasks"]["current"], "deck": []}
    return scenario


def _seen_by_mover(seat: dict[str, Any], *, is_mover: bool) -> dict[str, Any]:
    kept = {key: value for key, value in seat.items() if key not in _SECRETS and key != "name"}
    if is_mover and "pending" in seat:
        kept["pending"] = seat["pending"]
    return kept if is_mover else {**kept, **{key: [] for key in HAND_SIZES}}
