"""Scenarios: positions set up by hand, for lessons, puzzles, tests and bug reports.

The format is described in ``docs/formats.md``. Everything that is left out is dealt from the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.errors import ScenarioError
from tashkalar.formats import goal, scenario_turn
from tashkalar.formats.scenario_cards import deal_beings, deal_shared, deal_tasks
from tashkalar.formats.scenario_form import SCENARIO
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, to_plain_json
from tashkalar.pasted_text import replace_spaces
from tashkalar.position.board import BIT, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import (
    ColourNumber,
    SeatNumber,
    colour_number,
    colour_of,
    seat_number,
    seat_of,
)
from tashkalar.position.state import GameState, Setup, removal_limits
from tashkalar.rules.deal import empty_state, make_setup, name_fault
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import SCENARIO_LIMITS, most_sideways, problems

# The paths of the fields that do not belong to the turn; ``{}`` is the seat.
_SCENARIO_PATHS = {
    "colours": "board",
    "heroic": "board",
    "legendary": "board",
    "hands": "seats[{}].hand",
    "decks": "seats[{}].deck",
    "discards": "seats[{}].discards",
    "dropped": "seats[{}].dropped",
    "frozen": "seats[{}].frozen",
    "pending": "seats[{}].pending",
    "penalties": "seats[{}].penalty",
    "markers": "seats[{}].improvised",
    "sideways": "seats[{}].sideways",
    "points": "seats",
    "legends": "piles",
    "flares": "piles",
    "current_tasks": "tasks.current",
    "task_deck": "tasks.deck",
    "removed": "removed",
    "gateway": "gateway",
}
_CAPTIVE = ("owner", "rank", "gateway")
LONGEST_SCENARIO = 500_000  # characters of JSON, which leaves room for the moves in a save
_PATH = re.compile(r"([a-z_]+)(?:\[([0-9]+)\])?(.*)")


def check_length(clean: Mapping[str, object]) -> None:
    """Raise ScenarioError if no save could hold the scenario together with a game."""
    if len(json.dumps(clean)) > LONGEST_SCENARIO:
        raise ScenarioError("scenario", f"longer than {LONGEST_SCENARIO} characters")


def read(mapping: Mapping[str, object]) -> tuple[GameState, dict[str, object]]:
    """Return the state of a scenario, and a copy of the scenario in plain JSON types.

    ScenarioError names the path of the faulty entry.
    """
    clean = to_plain_json(mapping)
    SCENARIO.check(Node(clean), Scope(known={"school": cards.SCHOOLS}))
    top = dict(Node(clean).entries())
    if "packs" in top and (lacking := packs.missing_packs(packs.read_versions(top["packs"]))):
        raise top["packs"].fail(packs.missing_packs_message(lacking))
    seats: list[Mapping[str, Node]] = [dict(seat.entries()) for seat in top["seats"].items()]
    state = empty_state(_setup(top, seats))
    if "removed" in top:
        state.removed = _read_removed(state, top["removed"])
    if "captive" in top:
        state.captive = _read_captive(state, top["captive"])
    _read_board(state, top["board"])
    if "gateway" in top:
        state.gateway = SQUARE_OF[top["gateway"].text()]
    scenario_turn.read(state, top.get("turn", Node({}, "turn")))
    deal_beings(state, seats)
    deal_shared(state, top, seats)
    state.points = _read_points(state, seats)
    _read_seats(state, seats)
    deal_tasks(state, top.get("tasks"))
    if failed := problems(state, limits=SCENARIO_LIMITS):
        raise ScenarioError(scenario_path(failed[0].path), failed[0].message)
    if "goal" in top and isinstance(top["goal"].value, dict):
        goal.read_checked(top["goal"], state)
    return state, with_turn_number(clean, state.turn)


def with_turn_number(scenario: dict[str, object], number: int) -> dict[str, object]:
    """Return the scenario with the number of its turn, added if it is missing.

    Saves and records store scenarios with the number, so that a changed default does not affect
    them.
    """
    turn = scenario.setdefault("turn", {})
    if isinstance(turn, dict):
        turn.setdefault("number", number)
    return scenario


def with_names(scenario: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    """Return a valid scenario with other names for its players; empty names are left out."""
    seats = scenario["seats"]
    assert isinstance(seats, list)
    bare = [{key: value for key, value in seat.items() if key != "name"} for seat in seats]
    pairs = zip(bare, names, strict=True)
    return {**scenario, "seats": [{**seat, "name": name} if name else seat for seat, name in pairs]}


def scenario_path(path: str) -> str:
    """Return the path in a scenario of a path in a position (`legality.Problem`)."""
    field, number, rest = _PATH.fullmatch(path).groups()  # type: ignore[union-attr]
    if field == "captive":
        return f"captive.{_CAPTIVE[int(number)]}" if number else field
    if field in _SCENARIO_PATHS:
        return _SCENARIO_PATHS[field].format(number or 0)
    key = scenario_turn.KEY_BY_FIELD.get(field, field)
    return f"turn.{key}" + (f"[{number}]" if number else "") + rest


def _setup(top: Mapping[str, Node], seats: list[Mapping[str, Node]]) -> Setup:
    schools: list[str] = []
    for seat in seats:
        school = seat["school"].text()
        if school not in cards.SCHOOLS and packs.is_pack_id(school):
            raise seat["school"].fail(packs.missing_packs_message({school: ""}))
        if school in schools:
            raise seat["school"].fail(f"{school!r} is used twice")
        schools.append(school)
    options = top["options"].entries() if "options" in top else ()
    try:
        return make_setup(
            top["form"].text(),
            schools,
            teams=top["teams"].flag() if "teams" in top else False,
            seed=_seed(top["seed"]) if "seed" in top else 0,
            names=[_name(seat["name"]) if "name" in seat else "" for seat in seats],
            options={key: node.flag() for key, node in options},
        )
    except ScenarioError:
        raise
    except ValueError as error:  # a fault of the whole agreement, such as too few seats
        place, _, message = str(error).partition(": ")
        raise ScenarioError("seats" if place == "schools" else place, message) from None


def _seed(node: Node) -> int | str:
    seed = node.value
    assert isinstance(seed, int | str)
    if isinstance(seed, str) and not seed.isprintable():
        raise node.fail("control characters are not allowed")
    return seed


def _name(node: Node) -> str:
    name = node.text()
    if fault := name_fault(name):
        raise node.fail(fault)
    return name


def _read_board(state: GameState, node: Node) -> None:
    for name, piece in node.entries():
        owner, _, rank = replace_spaces(piece.text()).partition(" ")
        bit, colour = BIT[SQUARE_OF[name]], colour_of(ColourNumber(int(owner)))
        if state.supply(colour, RANK_OF[rank]) <= 0:
            raise piece.fail(f"colour {owner} has no piece left for a {rank} one")
        colours_now = list(state.colours)
        colours_now[colour] |= bit
        state.colours = tuple(colours_now)
        state.heroic |= bit if rank == "heroic" else 0
        state.legendary |= bit if rank == "legendary" else 0


def _read_points(state: GameState, seats: list[Mapping[str, Node]]) -> tuple[int, ...]:
    """Return the points so far, including those of tasks but not of legendary pieces (R13.1)."""
    if FORMS[state.setup.form].scores_by_colour:
        return _read_colour_points(state, seats)
    points = [0] * len(state.colours)
    for colour, seat in zip(state.setup.colours, seats, strict=True):
        if "score" in seat:
            if isinstance(seat["score"].value, dict):
                raise seat["score"].fail("a whole number is needed: there is one enemy only")
            points[colour] += seat["score"].number()
    return tuple(points)


def _read_colour_points(state: GameState, seats: list[Mapping[str, Node]]) -> tuple[int, ...]:
    """Return the points by enemy seat, counted from 1 (R15.1)."""
    number = state.setup.seats
    points = [0] * (number * number)
    for me, seat in enumerate(seats):
        if "score" in seat:
            known = [str(seat_number(other)) for other in range(number) if other != me]
            for enemy, score in seat["score"].fields(*known).items():
                other = seat_of(SeatNumber(int(enemy)))
                points[me * number + other] = score.number()
    return tuple(points)


def _read_seats(state: GameState, seats: list[Mapping[str, Node]]) -> None:
    """Read what forms and teams add to a seat."""
    markers, sideways, penalties = list(state.markers), [], []
    for me, seat in enumerate(seats):
        if "improvised" in seat:
            if not markers:
                raise seat["improvised"].fail("only in a melee one improvises")
            markers[me] = _read_improvised(seat["improvised"], me)
        if "sideways" in seat and not state.setup.teams:
            raise seat["sideways"].fail("cards lie sideways in team games only")
        most = most_sideways(state, me)
        sideways.append(seat["sideways"].number(0, most) if "sideways" in seat else most)
        penalties.append(seat["penalty"].number() if "penalty" in seat else 0)
    state.markers, state.penalties = tuple(markers), tuple(penalties)
    state.sideways = tuple(sideways) if state.setup.teams else ()


def _read_improvised(node: Node, me: int) -> int:
    """Return as bits the colors with which a seat can still improvise (R15.9)."""
    left = 0
    for item in node.items():
        colour = colour_of(ColourNumber(item.number()))
        if colour == me:
            raise item.fail("that is the seat's own colour")
        left |= 1 << colour
    return left


def _read_captive(state: GameState, node: Node) -> tuple[int, ...]:
    """Return the piece held on a card (R22.18)."""
    given = dict(node.entries())
    owner = colour_of(ColourNumber(given["owner"].number()))
    rank = RANK_OF[given["rank"].text()]
    if state.supply(owner, rank) <= 0:
        message = f"colour {colour_number(owner)} has no piece left for a {RANKS[rank]} one"
        raise given["rank"].fail(message)
    return owner, rank, int("gateway" in given and given["gateway"].flag())


def _read_removed(state: GameState, node: Node) -> tuple[int, ...]:
    """Return the removed two-sided and legendary pieces by color (R20.11)."""
    counts = [0] * (2 * len(state.colours))
    most = dict(zip(("two-sided", "legendary"), removal_limits(state.setup), strict=True))
    for owner, kinds in node.entries():
        for kind, number in kinds.entries():
            place = 2 * colour_of(ColourNumber(int(owner))) + (kind == "legendary")
            counts[place] = number.number(0, most[kind])
    return tuple(counts)
