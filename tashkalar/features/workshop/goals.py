"""The goal of a position of the workshop: a list of conditions, all or one of which must hold.

A goal of the workshop's menu has one level of conditions. A goal that is nested deeper stays as it
was read, and is only shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tashkalar.cards import BEINGS, by_school, legend_deck
from tashkalar.cards.tasks import TASKS
from tashkalar.features.workshop import position
from tashkalar.features.workshop.position import Scenario
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.rules.forms import FORMS

Condition = dict[str, Any]

MENU = ("summon", "beings", "legend", "gain", "score", "destroy", "destroy-on", "piece", "claim")
"""The kinds of conditions in the order of the menu; `win` and `survive` come last."""
NUMBERED = ("beings", "legend", "gain", "score", "destroy")
FEARED = ("legend", "beings", "destroy", "gain", "score", "win")
"""The conditions that a goal to survive can name: the other side must not reach them."""
ON_SQUARES = ("summon", "destroy-on", "piece")  # kinds for which squares of the board are chosen
DESTROYED = ("any", *RANKS, "upgraded")
JOINS = ("all", "any")
MOST_NUMBER = 20
MOST_CONDITIONS = 8


def menu(scenario: Scenario) -> tuple[str, ...]:
    """Return the kinds of conditions that can be added: a goal to survive stands alone."""
    can_survive = not conditions(scenario) and len(scenario["seats"]) == 2
    kinds = (*MENU, "win", *(("survive",) if can_survive else ()))
    return kinds if FORMS[scenario["form"]].has_tasks else tuple(k for k in kinds if k != "claim")


def conditions(scenario: Scenario) -> tuple[Condition, ...]:
    """Return the conditions of the goal; nothing without a goal, or if the goal is a text."""
    goal = scenario.get("goal")
    if not isinstance(goal, Mapping):
        return ()
    for join in JOINS:
        if join in goal:
            return tuple(dict(part) for part in goal[join])
    return ({key: value for key, value in goal.items() if key not in ("seat", "within")},)


def join_of(scenario: Scenario) -> str:
    """Return whether ``all`` or ``any`` one of the conditions must hold."""
    goal = scenario.get("goal")
    return "any" if isinstance(goal, Mapping) and "any" in goal else "all"


def is_one_turn(scenario: Scenario) -> bool:
    """Tell whether the goal must be reached in the turn that is being played."""
    goal = scenario.get("goal")
    return isinstance(goal, Mapping) and goal.get("within") == {"turns": 1}


def is_survival(scenario: Scenario) -> bool:
    """Tell whether the goal is to survive the next turn of the other side."""
    return any("survive" in condition for condition in conditions(scenario))


def is_nested(scenario: Scenario) -> bool:
    """Tell whether a condition consists of others, so that the menu cannot change the goal."""
    return any(
        kind in part
        for condition in conditions(scenario)
        for part in (condition, feared_condition(condition))
        for kind in JOINS
    )


def feared_condition(condition: Condition) -> Condition:
    """Return what the other side must not reach; the condition itself of another kind."""
    return dict(condition.get("survive", condition))


def kind_of_condition(condition: Condition) -> str:
    """Return the kind of a condition in the menu."""
    kind = next(key for key in condition if key not in ("at", "rank", "upgraded"))
    return "destroy-on" if kind == "destroy" and not isinstance(condition[kind], int) else kind


def destroyed_ranks(condition: Condition) -> str:
    """Return which pieces a condition wants destroyed, one of `DESTROYED`."""
    return "upgraded" if condition.get("upgraded") else condition.get("rank", "any")


def squares_of(condition: Condition) -> tuple[str, ...]:
    """Return the squares that a condition names."""
    kind = kind_of_condition(condition)
    if kind == "summon":
        return (condition["at"],) if "at" in condition else ()
    return tuple(condition["destroy"] if kind == "destroy-on" else condition.get("piece", ()))


def cards_to_choose(scenario: Scenario, seat: SeatNumber) -> tuple[str, ...]:
    """Return the beings and legends that a seat could summon: those in its hands first."""
    held = [
        id
        for key in ("hand", "legends")
        for id in position.named_cards(scenario, seat, key) or ()
        if id in BEINGS
    ]
    school = scenario["seats"][seat_of(seat)]["school"]
    others = [card.id for card in (*by_school(school), *legend_deck())]
    return tuple(dict.fromkeys((*held, *others)))


# -- edits ---------------------------------------------------------------------------------------


def new_condition(scenario: Scenario, kind: str) -> Condition:
    """Return a condition of a kind with what is most likely wanted."""
    seat, own = position.turn_of(scenario)[0], position.color_of_turn(scenario)
    if kind == "summon":
        return {"summon": cards_to_choose(scenario, seat)[0]}
    if kind == "destroy-on":
        pieces = position.stones(scenario).items()
        enemy = [square for square, stone in pieces if stone.owner != own]
        return {"destroy": [*enemy, "e5"][:1]}
    if kind == "piece":
        return {"piece": {"e5": f"{own} {RANKS[1]}"}}
    if kind == "claim":
        return {"claim": next(iter(position.current_tasks(scenario) or TASKS))}
    if kind == "survive":
        return {"survive": new_condition(scenario, FEARED[0])}
    return {kind: True} if kind == "win" else {kind: 2 if kind == "beings" else 1}


def set_conditions(
    scenario: Scenario,
    wanted: Sequence[Condition],
    *,
    join: str | None = None,
    one_turn: bool | None = None,
) -> Scenario:
    """Return the scenario with these conditions as its goal; without any it has no goal."""
    rest = {key: value for key, value in scenario.items() if key != "goal"}
    if not wanted:
        return rest
    before = scenario.get("goal")
    kept = {
        key: value
        for key, value in (before.items() if isinstance(before, Mapping) else ())
        if key in ("seat", "within")
    }
    if any("survive" in one for one in wanted) or one_turn is False:
        kept.pop("within", None)  # the next turn of the other side decides whether one survives
    elif one_turn or not isinstance(before, Mapping):
        kept["within"] = {"turns": 1}
    goal = wanted[0] if len(wanted) == 1 else {join or join_of(scenario): list(wanted)}
    return {**rest, "goal": {**goal, **kept}}


def change_condition(scenario: Scenario, condition: Condition, part: str, value: str) -> Condition:
    """Return a condition with another ``card``, ``number`` or ``rank``, or with what is `FEARED`.

    Of a goal to survive, the number and the rank are those of what is feared.
    """
    kind = kind_of_condition(condition)
    if part == "feared":
        return {"survive": new_condition(scenario, value)}
    if kind == "survive":
        return {"survive": change_condition(scenario, feared_condition(condition), part, value)}
    if part == "rank":
        return set_destroyed_ranks(condition, value)
    if part == "number":
        number = int(value) if value.isdecimal() else 1
        return {**condition, kind: max(1, min(MOST_NUMBER, number))}
    return {**condition, kind: value}


def set_destroyed_ranks(condition: Condition, ranks: str) -> Condition:
    """Let only pieces of some ranks count, one of `DESTROYED`."""
    bare = {"destroy": condition["destroy"]}
    if ranks == "any":
        return bare
    return bare | ({"upgraded": True} if ranks == "upgraded" else {"rank": ranks})


def toggle_square(scenario: Scenario, condition: Condition, square: str) -> Condition:
    """Return the condition after a person has chosen a square of the board for it.

    For pieces, each choice turns what shall stand there: the pieces in turn, then nothing, then
    the square is left out.
    """
    kind = kind_of_condition(condition)
    if kind == "summon":
        bare = {"summon": condition["summon"]}
        return bare if condition.get("at") == square else {**bare, "at": square}
    if kind == "destroy-on":
        before = list(condition["destroy"])
        after = [one for one in before if one != square] if square in before else [*before, square]
        return {"destroy": after or before}
    pieces = dict(condition["piece"])
    order = [f"{color} {rank}" for color in position.colors(scenario) for rank in RANKS]
    order.append("empty")
    if square not in pieces:
        standing = scenario["board"].get(square)
        pieces[square] = order[0] if standing is None else standing
    elif pieces[square] == order[-1]:
        if len(pieces) == 1:
            pieces[square] = order[0]
        else:
            del pieces[square]
    else:
        pieces[square] = order[order.index(pieces[square]) + 1]
    return {"piece": pieces}
