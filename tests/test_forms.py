"""One description for each form: the reader, the schema and the check in JavaScript agree on it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.cards import SCHOOLS
from tashkalar.errors import ScenarioError
from tashkalar.features.lessons.lesson_form import COURSE, LESSON
from tashkalar.formats.puzzle_form import PUZZLES
from tashkalar.formats.save_form import SAVE
from tashkalar.formats.scenario_form import SCENARIO
from tashkalar.formats.shapes import Scope, ValueShape
from tashkalar.json_reader import Node
from tashkalar.site.bundles import run_esbuild
from tashkalar.site.page_source.board_data import board_data
from tashkalar.site.paths import ROOT
from tests.engine.test_schemas import SCENARIOS
from tests.limits import COMMAND_TIMEOUT_S
from tests.made_forms import Maker
from tools import forms

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from tests.schemas import validator

Json = Any
FORMS: dict[str, ValueShape] = {
    "scenario": SCENARIO,
    "lesson": LESSON,
    "course": COURSE,
    "puzzles": PUZZLES,
    "save": SAVE,
}
IN_JAVASCRIPT = ("scenario", "lesson")
COUNT = 400
KNOWN = {"school": SCHOOLS}
# What depends on how many play, which a schema does not know.
BY_PLAYERS = re.compile(r"is not between|the owner must be|removed\.\d|score\.\d")
# The faults of a form, of which the rules of the game say nothing.
OF_FORM = re.compile(r"unknown key|is missing$|(is|are) needed$|longer than|more than \d+ entries")


def fault_of(form: ValueShape, value: Json) -> str:
    """Return what is wrong with the form of a value, with its place; "" if nothing is."""
    try:
        form.check(Node(value), Scope(known=KNOWN, with_deferred=True))
    except ScenarioError as error:
        return str(error)
    return ""


def made(name: str) -> list[Json]:
    """Return values of a form."""
    return [Maker(seed).make(FORMS[name]) for seed in range(COUNT)]


def spoiled(name: str) -> list[Json]:
    """Return values of a form, most of them with something wrong.

    How many seats are too few is said by the rules of the form that is played.
    """
    values = [Maker(COUNT + seed).spoil(value) for seed, value in enumerate(made(name))]
    return [value for value in values if not has_few_seats(value)]


def has_few_seats(value: Json) -> bool:
    if isinstance(value, list):
        return any(map(has_few_seats, value))
    if not isinstance(value, dict):
        return False
    seats = value.get("seats")
    return (isinstance(seats, list) and len(seats) < 2) or any(map(has_few_seats, value.values()))


def players_fit(fault: str) -> bool:
    return not fault or BY_PLAYERS.search(fault) is not None


@pytest.mark.parametrize("name", FORMS)
def test_a_schema_takes_what_the_form_takes(name: str) -> None:
    schema = validator(name)
    taken = 0
    for value in (*made(name), *spoiled(name)):
        fault = fault_of(FORMS[name], value)
        errors = [error.message for error in schema.iter_errors(value)]
        taken += not fault
        assert not (errors and not fault), (value, errors[0])
        assert errors or players_fit(fault), (value, fault)
    assert COUNT // 4 < taken < 2 * COUNT


def test_the_reader_has_no_fault_of_form_beyond_the_form() -> None:
    read = 0
    whole = [Maker(seed).spoil(value) for seed in range(COUNT // 4) for value in SCENARIOS]
    for value in (*SCENARIOS, *whole, *made("scenario")):
        fault = fault_of(SCENARIO, value)
        try:
            Game.from_scenario(value)
        except ScenarioError as error:
            if "is not a type of JSON" not in str(error):
                assert not fault or str(error) == fault
                assert fault or not OF_FORM.search(str(error)), (value, error)
        else:
            assert not fault
            read += 1
    assert read > len(SCENARIOS)


def place(fault: str) -> str:
    return fault.partition(": ")[0].replace('"', "'")


@pytest.mark.parametrize("name", IN_JAVASCRIPT)
def test_javascript_finds_the_same_fault_at_the_same_place(name: str) -> None:
    values = [*made(name), *spoiled(name)]
    asked = {"forms": board_data()["forms"], "name": name, "values": values}
    asked["known"] = {kind: list(ids) for kind, ids in KNOWN.items()}
    stub = "globalThis.document = { documentElement: { dataset: {} } };"
    script = run_esbuild(ROOT, "tests/frame_forms.mjs", f"--banner:js={stub}", "--platform=node")
    done = subprocess.run(
        [shutil.which("node") or "node", "-e", script],
        input=json.dumps(asked),
        timeout=COMMAND_TIMEOUT_S,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    for value, found in zip(values, json.loads(done.stdout), strict=True):
        fault = fault_of(FORMS[name], value)
        assert place(found) == place(fault), (value, found, fault)


def test_the_tables_of_the_documents_are_those_of_the_forms() -> None:
    """Else run ``python -m tools.forms``."""
    for file in sorted(forms.DOCS.glob("*.md")):
        text = file.read_text(encoding="utf-8")
        assert forms.with_tables(text) == text, file.name
