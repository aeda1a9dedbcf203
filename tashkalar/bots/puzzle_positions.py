"""Make the positions of puzzles: a turn of a game, shortened, with other cards and other stakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tashkalar.cards import by_school, legend_deck
from tashkalar.formats import scenario_writer
from tashkalar.json_reader import to_plain_json
from tashkalar.position import rng
from tashkalar.position.ids import colour_number, seat_of
from tashkalar.position.state import GameState
from tashkalar.rules.deal import HAND_BEINGS, HAND_LEGENDS
from tashkalar.rules.forms import FORMS

Scenario = dict[str, object]


def puzzle_scenario(state: GameState) -> Scenario:
    """Return a turn's position as short as possible: what is hidden is dealt from a seed.

    The seat to move becomes the first one.
    """
    scenario = to_plain_json(scenario_writer.write(state)) | {"seed": 1}
    for seat in seats_in(scenario):
        for key in ("deck", "dropped", "name"):
            seat.pop(key, None)
    del scenario["piles"]
    if isinstance(tasks := scenario.get("tasks"), dict):
        del tasks["deck"]
    _move_first(scenario, state)
    return scenario


def seats_in(scenario: Scenario) -> list[dict[str, object]]:
    """Return the seats of a scenario."""
    seats = scenario["seats"]
    assert isinstance(seats, list)
    return seats


def turn_in(scenario: Scenario) -> dict[str, Any]:
    """Return the turn of a scenario."""
    turn = scenario["turn"]
    assert isinstance(turn, dict)
    return turn


def _move_first(scenario: Scenario, state: GameState) -> None:
    """Let the seats of a scenario begin with the one to move, in the order of their turns.

    `state` is the scenario's position at the start of a turn.
    """
    board, first = scenario["board"], state.seat
    assert isinstance(board, dict)
    if not first:
        return
    colours = state.setup.colours
    # A color by its number in a text, before and after; teammates share one.
    new_colours = {
        str(colour_number(colour)): str(colour_number(colours[seat - first]))
        for seat, colour in enumerate(colours)
    }
    seats = seats_in(scenario)
    scenario["seats"] = [*seats[first:], *seats[:first]]
    for seat in seats_in(scenario):
        if isinstance(score := seat.get("score"), dict):
            seat["score"] = {new_colours[enemy]: points for enemy, points in score.items()}
        if isinstance(enemies := seat.get("improvised"), list):
            seat["improvised"] = sorted(int(new_colours[str(enemy)]) for enemy in enemies)
    ranked = sorted(board.items(), key=lambda item: str(item[1]), reverse=True)
    pieces = [(square, new_colours[piece[0]] + piece[1:]) for square, piece in ranked]
    scenario["board"] = dict(sorted(pieces, key=lambda item: item[1][0]))
    turn_in(scenario)["seat"] = 1
    if isinstance(captive := scenario.get("captive"), dict):
        captive["owner"] = int(new_colours[str(captive["owner"])])
    if isinstance(removed := scenario.get("removed"), dict):
        scenario["removed"] = {new_colours[owner]: kinds for owner, kinds in removed.items()}


def deal_other_cards(scenario: Scenario, number: int) -> None:
    """Give the player other beings of the school and no flare, and all hands other legends.

    Odd numbers deal two beings, and leave the others legends alone: a turn and its replies have
    fewer ways then. Even numbers deal three beings and leave the others all they have.
    Beings that lie elsewhere, such as one whose frozen effect is in play, are not dealt.
    """
    seat = seats_in(scenario)[seat_of(turn_in(scenario)["seat"])]
    named = set(_texts_in(_without(seat, "hand")))
    deck = tuple(card.id for card in by_school(str(seat["school"])) if card.id not in named)
    _, cards = rng.shuffle(rng.state_from_seed(f"hand {number}"), deck)
    seat["hand"] = list(cards[: HAND_BEINGS - number % 2])
    seat["flare"] = []
    for other in seats_in(scenario):
        if number % 2 and other is not seat:
            other["hand"], other["flare"] = [], []
    _deal_other_legends(scenario, number)


def _deal_other_legends(scenario: Scenario, number: int) -> None:
    """Give each hand that holds legends two others."""
    _, legends = rng.shuffle(
        rng.state_from_seed(f"legends {number}"), tuple(card.id for card in legend_deck())
    )
    holders = [seat for seat in seats_in(scenario) if seat.get("legends")]
    named = set(_texts_in([value for seat in holders for value in _without(seat, "legends")]))
    free = [id for id in legends if id not in named]
    for place, seat in enumerate(holders):
        seat["legends"] = free[HAND_LEGENDS * place : HAND_LEGENDS * (place + 1)]


def _without(seat: Mapping[str, object], left_out: str) -> list[object]:
    return [value for key, value in seat.items() if key != left_out]


def _texts_in(value: object) -> Iterator[str]:
    """Yield all texts in a value of a scenario, such as the ids of cards."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts_in(item)


def open_task(scenario: Scenario, task: str) -> None:
    """Let a task lie open, in the place of another one if it does not."""
    tasks = scenario["tasks"]
    assert isinstance(tasks, dict)
    current = list(tasks["current"])
    if task in current:
        return
    if task in tasks["next"]:
        tasks["next"] = [current[0]]
    tasks["current"] = [task, *current[1:]]


def make_last_turn(scenario: Scenario, state: GameState, margin: int) -> None:
    """Make this turn of two seats the last one, which needs this margin to win.

    `state` is the scenario's position; `margin` are the points of the player above those of the
    other side. The player has reached the end's score, as the player who has the last turn (R17.6).
    """
    rules, setup = FORMS[state.setup.form], state.setup
    missing = rules.end_score(setup.seats) - rules.tally(state, setup.colours[0])
    mine, theirs = seats_in(scenario)
    shift = margin - 1  # of the other side's points, which leaves the player a margin of one
    both = max(0, missing, -_points(theirs) - shift)
    mine["score"] = _points(mine) + both
    theirs["score"] = _points(theirs) + both + shift
    turn_in(scenario)["last_turns"] = 1


def _points(seat: Mapping[str, object]) -> int:
    points = seat.get("score", 0)
    assert isinstance(points, int)
    return points
