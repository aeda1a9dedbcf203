"""A position that a person sets up: edits of a scenario, each of which returns a new one.

A scenario stays as it was read, except for what an edit changes: so what is read and written again
is the same text. `docs/formats.md` describes scenarios.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tashkalar.cards.schools import built_in_schools, gateway_seat
from tashkalar.position.board import RANKS
from tashkalar.position.ids import ColourNumber, SeatNumber, colour_number, colour_of, seat_of
from tashkalar.position.state import LEGENDARY_PIECES, Setup
from tashkalar.rules.deal import ACTIONS, HAND_BEINGS, HAND_FLARES, HAND_LEGENDS, make_setup
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import MOST_CURRENT

Scenario = dict[str, Any]

MOST_ACTIONS = 6  # that the workshop offers; a scenario may have more
HAND_SIZES = {"hand": HAND_BEINGS, "legends": HAND_LEGENDS, "flare": HAND_FLARES}
"""The cards of a hand by the key of a seat; a hand in play may have more of them for a while."""
_MOST_IN_HAND = {"hand": 6, "legends": 6, "flare": 4}


class Stone(NamedTuple):
    """A piece: its color and rank."""

    owner: ColourNumber
    rank: str


# -- reading -------------------------------------------------------------------------------------


def setup_of(scenario: Scenario) -> Setup:
    """Return the set-up of a scenario that can be read."""
    return make_setup(
        scenario["form"],
        [seat["school"] for seat in scenario["seats"]],
        teams=bool(scenario.get("teams")),
        seed=scenario.get("seed", 0),
        names=[seat.get("name", "") for seat in scenario["seats"]],
        options=scenario.get("options", {}),
    )


def stones(scenario: Scenario) -> dict[str, Stone]:
    """Return the pieces by square."""
    parts = {square: piece.partition(" ") for square, piece in scenario["board"].items()}
    return {
        square: Stone(ColourNumber(int(owner)), rank) for square, (owner, _, rank) in parts.items()
    }


def colors(scenario: Scenario) -> tuple[ColourNumber, ...]:
    """Return the colors that play."""
    return tuple(map(colour_number, range(max(setup_of(scenario).colours) + 1)))


def players(scenario: Scenario) -> tuple[int, bool]:
    """Return how many play, and whether they do so in two teams."""
    return len(scenario["seats"]), bool(scenario.get("teams"))


def players_to_choose(scenario: Scenario) -> tuple[tuple[int, bool], ...]:
    """Return the numbers of players of the form, and the four of a team game."""
    form = FORMS[scenario["form"]]
    return (*((count, False) for count in form.seats), *(((4, True),) if form.teams else ()))


def color_of_turn(scenario: Scenario) -> ColourNumber:
    """Return the color of the player whose turn it is."""
    seat, _ = turn_of(scenario)
    return colour_number(setup_of(scenario).colours[seat_of(seat)])


def gateway_color(scenario: Scenario) -> ColourNumber | None:
    """Return the color whose pieces can be the Gateway; None if nobody's can."""
    seat = gateway_seat([seat["school"] for seat in scenario["seats"]])
    return None if seat is None else colour_number(setup_of(scenario).colours[seat])


def can_be_gateway(scenario: Scenario, square: str) -> bool:
    """Tell whether the piece on a square may be the Gateway."""
    stone = stones(scenario).get(square)
    return stone is not None and stone.owner == gateway_color(scenario) and stone.rank != RANKS[-1]


def pieces_left(scenario: Scenario, stone: Stone) -> int:
    """Return how many pieces for a rank the color has in supply, without those out of the game."""
    setup = setup_of(scenario)
    on_board = [one.rank for one in stones(scenario).values() if one.owner == stone.owner]
    removed = scenario.get("removed", {}).get(str(stone.owner), {})
    captive = scenario.get("captive")
    if captive and captive["owner"] == stone.owner:
        on_board.append(captive["rank"])
    legendary = on_board.count(RANKS[-1])
    if stone.rank == RANKS[-1]:
        return LEGENDARY_PIECES - legendary - int(removed.get("legendary", 0))
    return setup.two_sided - (len(on_board) - legendary) - int(removed.get("two-sided", 0))


def named_cards(scenario: Scenario, seat: SeatNumber, key: str) -> tuple[str, ...] | None:
    """Return the cards in a hand; None if they are dealt. `key` is one of `HAND_SIZES`."""
    cards = scenario["seats"][seat_of(seat)].get(key)
    if cards is None:
        return None
    return (cards,) if isinstance(cards, str) else tuple(cards)


def current_tasks(scenario: Scenario) -> tuple[str, ...] | None:
    """Return the tasks that can be claimed; None if they are dealt."""
    current = scenario.get("tasks", {}).get("current")
    if current is None:
        return None
    return (current,) if isinstance(current, str) else tuple(current)


def score_of(scenario: Scenario, seat: SeatNumber) -> int | None:
    """Return the points of a seat; None where they are counted by enemy."""
    score = scenario["seats"][seat_of(seat)].get("score", 0)
    return score if isinstance(score, int) else None


def turn_of(scenario: Scenario) -> tuple[SeatNumber, int]:
    """Return the seat whose turn it is, and its actions."""
    turn = scenario.get("turn", {})
    return SeatNumber(turn.get("seat", 1)), turn.get("actions", ACTIONS)


def most_cards(scenario: Scenario, key: str) -> int:
    """Return how many cards the workshop lets a person put into a hand, or tasks in a row."""
    return MOST_CURRENT if key == "tasks" else _MOST_IN_HAND[key]


# -- edits ---------------------------------------------------------------------------------------


def new_position(form: str = "duel", schools: Sequence[str] = ("northern", "sylvan")) -> Scenario:
    """Return an empty board where nobody holds a card, so that only what is put there counts."""
    position: Scenario = {
        "form": form,
        "seats": [_empty_seat(school) for school in schools],
        "board": {},
        "turn": {"seat": 1, "actions": ACTIONS},
    }
    if FORMS[form].has_tasks:
        position["tasks"] = {"current": [], "deck": []}
    return position


def _empty_seat(school: str) -> dict[str, Any]:
    return {"school": school, **{key: [] for key in HAND_SIZES}}


def put_stone(scenario: Scenario, square: str, stone: Stone | None) -> Scenario:
    """Put a piece on a square, or with None take away the piece that stands there."""
    board = {key: value for key, value in scenario["board"].items() if key != square}
    if stone is not None:
        board[square] = f"{stone.owner} {stone.rank}"
    changed = {**scenario, "board": board}
    if scenario.get("gateway") == square:
        del changed["gateway"]
    return changed


def move_stone(scenario: Scenario, start: str, end: str) -> Scenario:
    """Move a piece to another square; a piece there is taken away. A Gateway stays the Gateway."""
    moved = put_stone(put_stone(scenario, start, None), end, stones(scenario)[start])
    return {**moved, "gateway": end} if scenario.get("gateway") == start else moved


def turn_stone(scenario: Scenario, square: str) -> Scenario:
    """Turn a piece into the next one; a Gateway stays one while it may: legendary it may not."""
    before = stones(scenario)[square]
    after = next_stone(scenario, before)
    turned = put_stone(scenario, square, after)
    may_stay = after.owner == before.owner and after.rank != RANKS[-1]
    is_gateway = may_stay and scenario.get("gateway") == square
    return {**turned, "gateway": square} if is_gateway else turned


def next_stone(scenario: Scenario, stone: Stone) -> Stone:
    """Return what a piece turns into: the next rank, then the common piece of the next color.

    Ranks of which the supply has no piece left are passed over.
    """
    order = [Stone(color, rank) for color in colors(scenario) for rank in RANKS]
    start = order.index(stone)
    for following in (*order[start + 1 :], *order[:start]):
        same_pool = following.owner == stone.owner and RANKS[-1] not in (
            following.rank,
            stone.rank,
        )
        if same_pool or pieces_left(scenario, following) > 0:
            return following
    return stone


def toggle_gateway(scenario: Scenario, square: str) -> Scenario:
    """Make the piece on a square the Gateway, or no longer."""
    rest = {key: value for key, value in scenario.items() if key != "gateway"}
    return rest if scenario.get("gateway") == square else {**rest, "gateway": square}


def set_cards(scenario: Scenario, seat: SeatNumber, key: str, ids: Sequence[str]) -> Scenario:
    """Give a seat these cards in place of the ones in its hand."""
    return _change_seat(scenario, seat, lambda one: {**one, key: list(ids)})


def set_tasks(scenario: Scenario, ids: Sequence[str]) -> Scenario:
    """Lay out these tasks in place of the ones that can be claimed."""
    tasks = scenario.get("tasks", {})
    kept = [id for id in tasks.get("deck", ()) if id not in ids]
    changed = {**tasks, "current": list(ids), "deck": kept}
    if changed.get("next") in ids:
        del changed["next"]
    return {**scenario, "tasks": changed}


def set_school(scenario: Scenario, seat: SeatNumber, school: str) -> Scenario:
    """Give a seat another school, whose cards are others; a seat with that school gets the old."""
    before = scenario["seats"][seat_of(seat)]["school"]
    changed = scenario
    for number, one in enumerate(scenario["seats"], 1):
        other = school if number == seat else before
        if number == seat or one["school"] == school:
            changed = _change_seat(changed, SeatNumber(number), _with_school(other))
    if "gateway" in changed and not can_be_gateway(changed, changed["gateway"]):
        return {key: value for key, value in changed.items() if key != "gateway"}
    return changed


def _with_school(school: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    own = ("hand", "deck", "discards", "dropped", "frozen", "pending")

    def change(seat: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in seat.items() if key not in own}
        return {**kept, "school": school, "hand": []}

    return change


def set_score(scenario: Scenario, seat: SeatNumber, points: int) -> Scenario:
    """Give a seat points."""

    def change(one: Mapping[str, Any]) -> dict[str, Any]:
        rest = {key: value for key, value in one.items() if key != "score"}
        return {**rest, "score": points} if points else rest

    return _change_seat(scenario, seat, change)


def set_turn(
    scenario: Scenario, seat: SeatNumber | None = None, actions: int | None = None
) -> Scenario:
    """Set whose turn it is, or how many actions are left."""
    turn = dict(scenario.get("turn", {}))
    if seat is not None:
        turn["seat"] = seat
        turn.pop("number", None)
    if actions is not None:
        turn["actions"] = actions
    return {**scenario, "turn": turn}


def set_form(scenario: Scenario, form: str) -> Scenario:
    """Change the form: its players, tasks and points; what stands of colors that play stays."""
    if form == scenario["form"]:
        return scenario
    changed = {key: value for key, value in scenario.items() if key not in ("tasks", "goal")}
    if FORMS[form].has_tasks:
        changed["tasks"] = {"current": [], "deck": []}
    return _with_players({**changed, "form": form}, FORMS[form].seats[0], is_team=False)


def set_players(scenario: Scenario, count: int, *, is_team: bool) -> Scenario:
    """Change how many play, or let four play in two teams; a goal would be that of another seat."""
    if (count, is_team) == players(scenario):
        return scenario
    changed = {key: value for key, value in scenario.items() if key != "goal"}
    return _with_players(changed, count, is_team=is_team)


def _with_players(scenario: Scenario, count: int, *, is_team: bool) -> Scenario:
    seats = [dict(seat) for seat in scenario["seats"]]
    used = [seat["school"] for seat in seats]
    spare = [school for school in built_in_schools() if school not in used]
    while len(seats) < count:
        seats.append(_empty_seat(spare.pop(0)))
    left_out = ("teams", "removed", "captive", "gateway")
    changed = {key: value for key, value in scenario.items() if key not in left_out}
    if is_team:
        changed["teams"] = True
    colors_left = 2 if is_team else count
    return {
        **changed,
        "seats": [_without_points(seat) for seat in seats[:count]],
        "turn": {"seat": 1, "actions": ACTIONS},
        "board": {
            square: piece
            for square, piece in scenario["board"].items()
            if colour_of(ColourNumber(int(piece[0]))) < colors_left
        },
    }


def _without_points(seat: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in seat.items() if key not in ("score", "improvised")}


def _change_seat(
    scenario: Scenario, seat: SeatNumber, change: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> Scenario:
    seats = [
        change(one) if number == seat else one for number, one in enumerate(scenario["seats"], 1)
    ]
    return {**scenario, "seats": seats}
