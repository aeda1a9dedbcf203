"""Tests that a board without Python says goals in the words of the page, and faults at once.

The scripts run in Node with the words that the build writes for them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

import pytest

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.site.bundles import run_esbuild
from tashkalar.site.page_source.board_data import board_data
from tashkalar.site.page_source.page import LOCALE_FOLDER, make_board_page
from tashkalar.site.paths import ROOT
from tashkalar.ui.session.goal_panel import goal_panel_view
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests.limits import COMMAND_TIMEOUT_S

BASE: dict[str, Any] = {
    "form": "high-form",
    "seats": [{"school": "northern", "hand": ["knight"]}, {"school": "sylvan", "name": "Ada"}],
    "board": {"e5": "2 heroic", "i4": "1 common"},
}
GOALS: list[Mapping[str, Any]] = [
    {"summon": "knight"},
    {"summon": "knight", "at": "e5"},
    {"beings": 1},
    {"beings": 3},
    {"legend": 1},
    {"score": 1},
    {"gain": 5, "within": {"turns": 1}},
    {"destroy": 1},
    {"destroy": 2, "rank": "heroic"},
    {"destroy": 3, "upgraded": True},
    {"destroy": ["e5", "i4"]},
    {"piece": {"f5": "1 common", "e5": "empty", "g5": "2 legendary"}},
    {"claim": "red-conquest", "seat": 2},
    {"win": True},
    {"survive": {"destroy": 1}},
    {"all": [{"beings": 2}, {"any": [{"claim": "destruction"}, {"summon": "titan"}]}]},
    {"any": [{"score": 3}, {"legend": 1}]},
]
TEAMS: dict[str, Any] = {
    **BASE,
    "teams": True,
    "seats": [{"school": school} for school in ("northern", "sylvan", "highland", "southern")],
}
FAULTS: list[tuple[Mapping[str, Any], str]] = [
    ({}, ""),
    ({"boards": {}}, "boards: is not known"),
    ({"seats": [{"school": "northerns"}, {"school": "sylvan"}]}, "seats[0].school"),
    ({"seats": [{"school": "northern", "hands": []}, {"school": "sylvan"}]}, "seats[0].hands"),
    (
        {"seats": [{"school": "northern"}, {"school": "sylvan", "hand": ["kngiht"]}]},
        "seats[1].hand",
    ),
    ({"goal": {"summon": "nobody"}}, "goal.summon"),
    ({"goal": {"all": [{"beings": 1}, {"claim": "nothing"}]}}, "goal.all[1].claim"),
    ({"goal": {"piece": {"a1": "1 common"}}}, "goal.piece.a1: is not a square"),
    ({"goal": {"survives": {}}}, "goal: exactly one"),
    ({"goal": {"destroy": 1, "rank": "big"}}, "goal.rank"),
    ({"tasks": {"current": ["red-conquest", "x"]}}, "tasks"),
    # Before, a goal of another form ended the page with an error of JavaScript.
    ({"goal": {"all": 5}}, "goal.all: a list"),
    ({"goal": {"any": [None, 1]}}, "goal.any[0]: an object"),
    ({"goal": {"destroy": {}}}, "goal.destroy"),
    ({"goal": {"piece": None}}, "goal.piece"),
    ({"goal": {"piece": {"e5": 1}}}, "goal.piece"),
    ({"goal": {"survive": None}}, "goal.survive"),
    ({"goal": {"summon": {}}}, "goal.summon"),
    ({"goal": {"beings": "2"}}, "goal.beings"),
    ({"goal": {"beings": 1, "within": {}}}, "goal.within"),
    ({"goal": {"win": True, "score": 1}}, "goal: exactly one"),
    ({"goal": 5}, "goal: a text or an object"),
    ({"tasks": 5}, "tasks"),
    ({"turn": None}, "turn: an object"),
    ({"turn": {"seat": "constructor"}}, "turn.seat"),
    ({"turn": {"seat": 3}}, "turn.seat"),
    ({"turn": {"actions": -1}}, "turn.actions"),
    ({"gateway": {}}, "gateway"),
    ({"teams": "x"}, "teams"),
]
LESSON: dict[str, Any] = {"format": "tashkalar-lesson", "v": 2, "id": "own"}
PART: dict[str, Any] = {"scenario": BASE, "coach": [{"say": "first"}]}
LESSON_FAULTS: list[tuple[Mapping[str, Any], str]] = [
    ({"parts": [PART]}, ""),
    ({"parts": [PART], "words": {"en": {"first": "Begin."}}}, ""),
    ({"parts": [PART], "words": {"en": {"title": "Own"}}}, 'the line "first" has no words'),
    ({"parts": []}, "parts"),
    ({"parts": [{**PART, "coahc": []}]}, "parts[0].coahc"),
    ({"parts": [PART], "format": "lesson"}, "format"),
]


@cache
def answers() -> dict[str, Any]:
    """Return what the scripts say of all goals, scenarios and lessons."""
    files = board_data()
    lessons = sorted((ROOT / "static/lessons").glob("*.json"))
    own = [json.loads(file.read_text("utf-8")) for file in lessons]
    asked = {
        "words": {language: files[language] for language in LANGUAGES},
        "data": files["cards"],
        "forms": files["forms"],
        "goals": [(scenario["goal"], scenario) for scenario in goal_scenarios()],
        "scenarios": [
            *({**BASE, **change} for change, _ in FAULTS),
            *puzzle_scenarios(),
        ],
        "lessons": [
            *({**LESSON, **change} for change, _ in LESSON_FAULTS),
            *(lesson for lesson in own if lesson.get("format") == "tashkalar-lesson"),
        ],
    }
    stub = "globalThis.document = { documentElement: { dataset: {}, lang: '' } };"
    script = run_esbuild(ROOT, "tests/frame_words.mjs", f"--banner:js={stub}", "--platform=node")
    done = subprocess.run(
        [shutil.which("node") or "node", "-e", script],
        input=json.dumps(asked),
        timeout=COMMAND_TIMEOUT_S,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@cache
def puzzle_scenarios() -> list[dict[str, Any]]:
    found = []
    for name, puzzles in board_data().items():
        if name.startswith("puzzles-") and isinstance(puzzles, dict):
            found += [puzzle["scenario"] for puzzle in puzzles.values()]
    return found


@cache
def goal_scenarios() -> list[dict[str, Any]]:
    own = [{**BASE, "goal": goal} for goal in GOALS]
    return [*own, {**TEAMS, "goal": {"piece": {"e5": "2 heroic"}}}, *puzzle_scenarios()[:20]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_goals_are_said_as_the_page_says_them(language: str) -> None:
    words = Catalogue(language=language)
    for file in sorted((ROOT / LOCALE_FOLDER / language).glob("*.json")):
        words.load(language, file.read_text(encoding="utf-8"))
    for scenario, said in zip(goal_scenarios(), answers()["said"][language], strict=True):
        view = goal_panel_view(Game.from_scenario(scenario), language)
        assert view is not None and view.title is not None
        expected = [view.title, *(part.text for part in view.parts)]
        assert said == [words.translate(text) for text in expected]


def test_faults_are_told_without_python() -> None:
    """Python refuses each of these too; nothing of ours is refused."""
    faults = answers()["faults"]
    for (change, place), fault in zip(FAULTS, faults, strict=False):
        assert fault.startswith(place) and bool(fault) == bool(place), (place, fault)
        if place:
            with pytest.raises(ScenarioError):
                Game.from_scenario({**BASE, **change})
    assert set(faults[len(FAULTS) :]) == {""}


def test_faults_of_lessons_are_told_without_python() -> None:
    faults = answers()["lessonFaults"]
    for (_, place), fault in zip(LESSON_FAULTS, faults, strict=False):
        assert place in fault and bool(fault) == bool(place), (place, fault)
    assert set(faults[len(LESSON_FAULTS) :]) == {""}


def test_the_words_of_the_board_page_are_among_those_that_it_loads() -> None:
    words = cast("dict[str, Any]", board_data()["el"])["words"]
    page = make_board_page()
    ids = {part.partition('"')[2].partition('"')[0] for part in page.split(" data-i18n")[1:]}
    assert ids and ids <= set(words)
