"""Tests of the legality of positions in saves, in scenarios and after the effects of packs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tashkalar import Game, SaveError, ScenarioError, new_game
from tashkalar.formats import checkpoint, scenario
from tashkalar.formats.scenario_form import ScenarioForm, SeatForm, TurnForm
from tashkalar.position.board import BIT, SQUARE_OF
from tashkalar.position.state import GameState, Summoned
from tashkalar.rules.legality import SAVE_LIMITS, SCENARIO_LIMITS, field_limits, problems
from tests.support import arrange, pattern_at, play

SCHOOLS = ("everfrost", "etherweave")

# A number of a scenario: where it stands, and in which field of a position.
NUMBERS: dict[str, str] = {
    "turn.actions": "actions",
    "turn.number": "turn",
    "turn.extra_turns": "extra_turns",
    "turn.extra_beings": "extra_beings",
    "turn.extra_legends": "extra_legends",
    "turn.borrow": "borrow",
    "turn.empties": "empties",
    "turn.doubled": "doubled",
    "turn.destroyed.2.heroic": "destroyed",
    "seats[1].score": "points",
    "seats[1].penalty": "penalties",
}


def arranged(path: str = "", number: int = 0) -> dict[str, Any]:
    """A scenario with a number at a path."""
    data: dict[str, Any] = {
        "form": "high-form",
        "seats": [{"school": school} for school in SCHOOLS],
        "board": {},
        "turn": {},
    }
    if path:
        inner: Any = data
        *way, last = path.replace("[", ".").replace("]", "").split(".")
        for step in way:
            inner = inner[int(step)] if isinstance(inner, list) else inner.setdefault(step, {})
        inner[last] = number
    return data


def saved(field: str, number: int) -> str:
    """A save whose position has a number in a field, in the last entry if it has several."""
    game = new_game("high-form", SCHOOLS, seed=1)
    data = json.loads(game.to_json())
    value = data["checkpoint"][field]
    data["checkpoint"][field] = [*value[:-1], number] if isinstance(value, list) else number
    data["moves"] = ["nonsense"]  # the checkpoint is what counts
    data["hash"] = checkpoint.digest(data["setup"], data["checkpoint"])
    return json.dumps(data)


def accepted(read: Callable[[], Game]) -> bool:
    try:
        game = read()
    except (SaveError, ScenarioError):
        return False
    assert problems(game.state) == []
    return True


@pytest.mark.parametrize("path", NUMBERS)
def test_the_limits_of_scenarios_and_saves(path: str) -> None:
    field, setup = NUMBERS[path], new_game("high-form", SCHOOLS, seed=1).setup
    lowest, most = field_limits(setup, SCENARIO_LIMITS)[field]
    _, most_saved = field_limits(setup, SAVE_LIMITS)[field]
    for number in (lowest - 1, lowest, lowest + 1, most, most + 1, most_saved, most_saved + 1):
        in_scenario, in_save = lowest <= number <= most, lowest <= number <= most_saved
        assert accepted(lambda: Game.from_scenario(arranged(path, number))) == in_scenario  # noqa: B023
        assert accepted(lambda: Game.from_json(saved(field, number))) == in_save  # noqa: B023


def test_every_field_has_a_place_in_a_scenario() -> None:
    """A scenario reports each problem in its own words, except for fields it does not have."""
    untold = {"setup", "rng", "phase", "playing", "resigned"}
    known = set(ScenarioForm.shapes)
    shared = {"legend_deck", "legend_discards", "flare_deck", "flare_discards"}
    for field in set(GameState.__slots__) - untold - shared:
        key, _, below = scenario.scenario_path(field).partition(".")
        assert key.split("[")[0] in known, field
        if key == "turn":
            assert below in TurnForm.shapes, field
        elif key.startswith("seats["):
            assert below in SeatForm.shapes, field
    assert scenario.scenario_path("penalties[1]") == "seats[1].penalty"
    assert scenario.scenario_path("captive[2]") == "captive.gateway"
    assert scenario.scenario_path("summoned[3].legend") == "turn.summoned[3].legend"


WRONG: list[tuple[str, object]] = [
    ("rng", 1.0),
    ("phase", None),
    ("colours", [0, 0]),
    ("colours", (0, True)),
    ("heroic", 1),  # the corner of the board
    ("decks", ((), [])),
    ("hands", (("knight",), (7,))),
    ("legend_deck", ["titan"]),
    ("playing", 0),
    ("points", (0, 0.5)),
    ("turn", "1"),
    ("discarded", 1),
    ("gateway", False),
    ("gateway", 1000),
    ("summoned", (("knight", 40, False),)),
    ("summoned", (Summoned("knight", 0, False),)),
    ("summoned", (Summoned("knight", 40, 1),)),  # type: ignore[arg-type]
    ("summoned", (Summoned("knight", 40, True),)),
    ("summoned", (Summoned("chess", 40, False),)),
    ("summoned", (Summoned("knight", 40, False),) * (SAVE_LIMITS.summoned + 1)),
    ("warped", ("knight",)),
    ("captive", (0, 0)),
    ("removed", (1,)),
    ("frozen", ("knight", "")),
    ("markers", (1, 2)),
]


@pytest.mark.parametrize(("field", "value"), WRONG, ids=lambda value: repr(value))
def test_what_only_a_mistake_in_a_program_can_leave(field: str, value: object) -> None:
    state = new_game("duel", ("northern", "everfrost"), seed=1).state.copy()
    assert problems(state) == []
    setattr(state, field, value)
    problem_list = problems(state)
    assert [problem.path.partition("[")[0] for problem in problem_list] == [field]
    assert all(problem.message for problem in problem_list)


def test_every_kind_of_field_is_measured() -> None:
    state = new_game("melee", ("northern", "everfrost", "nethervoid"), seed=1).state
    for field in GameState.__slots__:
        if field != "setup":
            wrong = state.copy()
            setattr(wrong, field, object())
            assert [problem.path for problem in problems(wrong)] == [field]


def test_what_stands_on_the_board_before_the_marks_are_chosen() -> None:
    """R4.9: the first pieces are set up on an empty board."""
    state = new_game("duel", ("northern", "everfrost"), seed=1).state.copy()
    assert state.phase == "marks" and problems(state) == []
    state.colours = (BIT[SQUARE_OF["e5"]], 0)
    assert [problem.path for problem in problems(state)] == ["phase"]


def test_in_the_middle_of_a_move_a_card_lies_on_the_table() -> None:
    """The card is discarded last, and until then it is in no pile (R7.20)."""
    game = arrange(pattern_at("knight", "e5") | {"e7": "2 common"}, hand=["knight"])
    play(game, "knight@e5")
    assert game.open_move is not None
    assert problems(game.state, mid_move=True) == []
    assert {problem.path for problem in problems(game.state)} == {"playing"}
