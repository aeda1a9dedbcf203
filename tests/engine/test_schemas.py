"""The public schemas take what the readers take, and refuse what these refuse by its shape."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, RecordError, SaveError, ScenarioError
from tashkalar.formats import record, record_tree
from tashkalar.formats.scenario_form import ScenarioForm, SeatForm, TurnForm
from tashkalar.position.state import GameState
from tests import golden
from tests.support import arrange, pattern_at

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from jsonschema import Draft202012Validator

from tests.schemas import SCHEMAS, validator

Json = Any
DOCS = Path(__file__).parents[2] / "docs"
SCENARIO, SAVE = validator("scenario"), validator("save")


# What readers say of a wrong shape. Which scores and colours there are depends on the form.
SHAPE = re.compile(
    "unknown key|is missing|is needed$|(?<!entries )are needed$|longer than"
    "|more than [0-9]+ (entries|values)"
    "|is not a square of the board|is not the id of a pack|is not a version|is not a type of JSON"
    "|exactly one of|is not a language|this is not a saved game"
)
BY_FORM = re.compile(r"(^|\.)(score|removed|destroyed|improvised)\b|seats are|schools:|names")


def scenarios() -> Iterator[Json]:
    """Scenarios in which every key is used somewhere."""
    goal = {"all": [{"summon": "knight", "at": "e5"}, {"any": [{"score": 5}, {"win": True}]}]}
    yield {
        "form": "duel",
        "seed": "a text",
        "options": {"legends": True},
        "seats": [
            {"school": "northern", "name": "Ann", "hand": ["knight"], "legends": [], "score": 4},
            {"school": "nethervoid", "flare": "flare-03", "discards": [], "penalty": 1},
        ],
        "board": {"e5": "1 heroic", "e6": "2 common"},
        "gateway": "e6",
        "turn": {
            "seat": 1,
            "actions": 2,
            "number": 7,
            "discarded": True,
            "destroyed": {"2": {"common": 1, "heroic": 2}},
            "summoned": [{"card": "bomb", "square": "e5", "legend": False}],
            "last_turns": 2,
            "deck_out": False,
            "extra_turns": 1,
            "extra_beings": 1,
            "extra_legends": 0,
            "borrow": 1,
            "doubled": 1,
            "summon_with": 2,
        },
        "piles": {"legend_discards": ["titan"], "flare_discards": "flare-01"},
        "goal": {**goal, "seat": 1, "within": {"turns": 2}},
        "text": {"en": "Do it.", "it": "Fallo."},
    }
    yield {
        "form": "high-form",
        "teams": True,
        "seats": [
            {"school": "everfrost", "sideways": 3},
            {"school": "etherweave", "legends": ["titan"]},
            {"school": "highland"},
            {"school": "sylvan"},
        ],
        "board": {"e5": "1 legendary"},
        "tasks": {"current": ["red-conquest"], "next": "destruction"},
        "captive": {"owner": 1, "rank": "common", "gateway": False},
        "removed": {"2": {"two-sided": 1, "legendary": 0}},
        "turn": {"passed": True, "extra": False, "early_extras": 0, "warped": [], "empties": 1},
        "goal": {"claim": "destruction"},
        "text": "Three of them.",
    }
    yield {
        "form": "melee",
        "seats": [
            {"school": "northern", "score": {"2": 4, "3": 0}, "improvised": [2]},
            {"school": "southern"},
            {"school": "sylvan"},
        ],
        "board": {},
        "goal": {"piece": {"e5": "1 heroic", "e6": "empty"}},
    }
    yield {
        "form": "duel",
        "seats": [{"school": "everfrost"}, {"school": "sylvan"}],
        "board": {"e5": "2 common", "d4": "2 heroic"},
        "goal": {
            "any": [
                {"destroy": 1, "rank": "heroic"},
                {"destroy": ["e5", "d4"]},
                {"destroy": 2, "upgraded": True},
                {"all": [{"beings": 2}, {"legend": 1}, {"gain": 5}]},
            ]
        },
    }


@cache
def saves() -> list[Json]:
    """Saves of finished and unfinished games, in mid-effect, of a scenario, with redo."""
    found = []
    for name, number in (("high-form", 40), ("melee", 9), ("teams", 30), ("expansions", 61)):
        stored = golden.load(name)
        game = stored.start()
        for code in stored.game.codes[:number]:
            game.play(code)
        game.undo()
        found.append(json.loads(game.to_json()))
    game = arrange(pattern_at("knight", "e5") | {"d6": "2 common"}, hand=["knight"])
    game.play("knight@e5")
    return [*found, json.loads(game.to_json())]


SCENARIOS = list(scenarios())


def why_not(read: Callable[[Json], object], value: Json) -> str | None:
    """Return the objection of a reader to a value; None if the reader accepts the value."""
    try:
        read(value)
    except (ScenarioError, SaveError) as error:
        return str(error)
    return None


def read_save(value: Json) -> Game:
    return Game.from_json(json.dumps(value))


def agree(schema: Draft202012Validator, read: Callable[[Json], object], value: Json) -> None:
    """A value that the reader takes is one of the schema's; one of a wrong shape is not."""
    error = why_not(read, value)
    errors = [f"{'/'.join(map(str, e.path))}: {e.message}" for e in schema.iter_errors(value)]
    if error is None:
        assert not errors, f"the reader takes it, the schema says {errors}"
    elif SHAPE.search(error) and not BY_FORM.search(error):
        assert errors, f"the schema takes it, the reader says {error!r}"


def places(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a value."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


WORDS = ["", "e5", "a1", "e5 e6", "1 heroic", "3 common", "empty", "knight", "titan", "duel"]
WORDS += ["northern", "x-emberfall", "1.0", "en", "x" * 100, "x" * 5000, "+e5 .", "two  blanks"]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([100, 1000, 10**6, 10**19, -(10**19), 0.5, -2.5]),
    st.sampled_from(WORDS),
)
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.dictionaries(st.sampled_from([*WORDS[:12], "1", "2", "seat", "card"]), SCALARS, max_size=2),
)


def changed(base: Json, data: st.DataObject) -> Json:
    """The value with one or two places replaced, taken away or with something beside them."""
    value = copy.deepcopy(base)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(places(value))))
        inside = value
        for step in path[:-1]:
            inside = inside[step]
        how = data.draw(st.sampled_from(["replace", "replace", "take", "add"]))
        if how == "replace":
            inside[path[-1]] = data.draw(VALUES)
        elif how == "take":
            del inside[path[-1]]
        elif isinstance(inside, dict):
            inside[data.draw(st.sampled_from(["other", "1", "e7", "score", "names"]))] = data.draw(
                VALUES
            )
        else:
            inside.append(data.draw(VALUES))
        if not list(places(value)):
            break
    return value


@pytest.mark.parametrize("value", SCENARIOS)
def test_whole_scenarios_are_taken_by_both(value: Json) -> None:
    assert why_not(Game.from_scenario, value) is None
    assert [error.message for error in SCENARIO.iter_errors(value)] == []


def test_these_scenarios_use_every_key() -> None:
    used = {key for value in SCENARIOS for key in value}
    assert used == set(ScenarioForm.shapes) - {"packs"}
    used = {key for value in SCENARIOS for seat in value["seats"] for key in seat}
    assert used >= set(SeatForm.shapes) - {"deck", "dropped", "frozen", "pending"}
    used = {key for value in SCENARIOS for key in value.get("turn", {})}
    assert used == set(TurnForm.shapes)
    schema = SCHEMAS["scenario"]["properties"]
    assert set(schema) == set(ScenarioForm.shapes)
    assert set(schema["seats"]["items"]["properties"]) == set(SeatForm.shapes)
    assert set(schema["turn"]["properties"]) == set(TurnForm.shapes)


def test_whole_saves_are_taken_by_both_old_ones_too() -> None:
    old = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((Path(__file__).parent / "data").glob("save-v*.json"))
    ]
    assert len(old) >= 5
    for value in saves() + old:
        assert why_not(read_save, value) is None
        assert [error.message for error in SAVE.iter_errors(value)] == []
    fields = set(GameState.__annotations__) - {"setup"}
    assert set(SCHEMAS["save"]["$defs"]["position"]["properties"]) == fields


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_changed_scenario_is_judged_alike(data: st.DataObject) -> None:
    agree(SCENARIO, Game.from_scenario, changed(data.draw(st.sampled_from(SCENARIOS)), data))


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_a_changed_save_is_judged_alike(data: st.DataObject) -> None:
    agree(SAVE, read_save, changed(data.draw(st.sampled_from(saves())), data))


# -- the record ----------------------------------------------------------------------------------


def grammar() -> dict[str, str]:
    """The rules of the record's grammar in docs/tkr.md; a line with a blank first goes on."""
    text = (DOCS / "tkr.md").read_text(encoding="utf-8").split("## Grammar")[1]
    block = re.sub(r"\n +", " ", text.split("```")[1])
    return dict(re.findall(r"^(\w+) += (.*)$", block, re.MULTILINE))


def test_the_grammar_of_a_record_has_its_headers_and_its_letters() -> None:
    rules = grammar()
    assert re.findall(r'"(\w+):', rules["header"]) == list(record._HEADERS)
    assert rules["code"] == f"/{record_tree._CODE.pattern}/"
    assert rules["arrow"] == f"/{record_tree._ARROW.pattern}/"
    body = " ".join(rules[name] for name in ("note", "arrows", "marks", "branch"))
    assert re.findall(r'"(\w+):', body) == list(record_tree.BODY_LINES)
    assert rules["seed"].startswith(f"/{record._PLAIN_SEED.pattern}/")


LINES = [r"#.*|", r"(Record|Form|Schools|Names|Seed|Options|Packs|Scenario|Save|Result): .*"]
TURN = r"[0-9]{1,6}\. seat [1-4]:( [!-'*-~]{1,80}( \([!-'*-~]{1,80}( [!-'*-~]{1,80})*\))?)+"


@pytest.mark.parametrize("name", golden.NAMES)
def test_records_are_written_by_that_grammar(name: str) -> None:
    written = golden.load(name).game.record()
    assert all(re.fullmatch("|".join([*LINES, TURN]), line) for line in written.split("\n"))
    assert Game.from_record(written).record() == written


@pytest.mark.parametrize("line", ["Form duel", "1. seat x: +e5", "form: duel", "1 seat 1: +e5"])
def test_what_the_grammar_does_not_know_is_refused(line: str) -> None:
    written = golden.load("duel").game.record()
    assert not re.fullmatch("|".join([*LINES, TURN]), line)
    with pytest.raises(RecordError):
        Game.from_record(written + line + "\n")
