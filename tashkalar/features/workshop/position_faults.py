"""Faults of a position of the workshop, each with the place where it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.workshop import position
from tashkalar.features.workshop.position import Scenario, Stone
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases

PLACES = ("board", "hand", "tasks", "turn", "goal")


class PositionFault(NamedTuple):
    """A fault: where the screen shows it, and what to do about it. `seat` is that of a hand."""

    place: str  # one of `PLACES`
    message: Message
    seat: SeatNumber | None = None


def find_faults(scenario: Scenario) -> tuple[PositionFault, ...]:
    """Return what is wrong with a position; nothing if it can be played."""
    if faults := (*_supply_faults(scenario), *_repeated_cards(scenario)):
        return faults
    try:
        game = Game.from_scenario(scenario)
    except ScenarioError as error:
        place, seat = _place_of(error.path)
        return (PositionFault(place, Message("workshop.fault", {"reason": str(error)}), seat),)
    if game.is_over:
        return (PositionFault("turn", Message("workshop.fault.over")),)
    return ()


def _supply_faults(scenario: Scenario) -> Iterator[PositionFault]:
    setup = position.setup_of(scenario)
    for owner in position.colors(scenario):
        for rank in (RANKS[0], RANKS[-1]):
            left = position.pieces_left(scenario, Stone(owner, rank))
            if left < 0:
                kind = "legendary" if rank == RANKS[-1] else "two-sided"
                params = {"n": -left, "who": phrases.color_name(setup, owner)}
                yield PositionFault("board", Message(f"workshop.fault.supply.{kind}", params))


def _repeated_cards(scenario: Scenario) -> Iterator[PositionFault]:
    """Yield a fault for each legend or flare that two hands hold: there is one of each."""
    holders: Counter[str] = Counter()
    for number in range(1, len(scenario["seats"]) + 1):
        seat = SeatNumber(number)
        for key in ("legends", "flare"):
            for id in position.named_cards(scenario, seat, key) or ():
                holders[id] += 1
                if holders[id] == 2:
                    card = phrases.card_name(id)
                    yield PositionFault(
                        "hand", Message("workshop.fault.twice", {"card": card}), seat
                    )


def _place_of(path: str) -> tuple[str, SeatNumber | None]:
    """Return where the screen shows the fault of a path of a scenario."""
    if path.startswith("seats["):
        return "hand", SeatNumber(int(path[6 : path.index("]")]) + 1)
    head = path.partition(".")[0].partition("[")[0]
    return (head if head in PLACES else "turn"), None
