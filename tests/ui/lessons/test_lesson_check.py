"""Tests of `tashkalar teach check`: the problems in a lesson file, with their places."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tashkalar.features.lessons.lesson_check import language_gaps, lesson_problems, reply_problems
from tests.ui.lessons.files import COURSE, lesson_text

STATIC = Path(__file__).resolve().parents[3] / "static"
KNOWN = json.loads((STATIC / "locale/en/lessons.json").read_text(encoding="utf-8"))

GOOD: dict[str, Any] = {
    "format": "tashkalar-lesson",
    "v": 2,
    "id": "mine",
    "parts": [
        {
            "scenario": {
                "form": "duel",
                "seed": 2,
                "seats": [
                    {"school": "northern", "hand": ["swordmaster"], "legends": [], "flare": []},
                    {"school": "sylvan", "hand": [], "legends": [], "flare": []},
                ],
                "board": {"e4": "1 common", "e6": "1 common", "g6": "2 common"},
            },
            "goal": {"summon": "swordmaster"},
            "coach": [{"say": "card", "when": {"asks": "turn"}, "at": ["swordmaster", "e5"]}],
            "mistakes": [{"move": "+*", "say": "no-stone"}],
            "ways": [["swordmaster@e5"]],
        }
    ],
    "words": {
        "en": {
            "title": "Mine",
            "about": "A lesson.",
            "card": "Summon him.",
            "no-stone": "No piece is needed.",
        }
    },
}

Change = Callable[[dict[str, Any]], object]


def part(lesson: dict[str, Any]) -> dict[str, Any]:
    first: dict[str, Any] = lesson["parts"][0]
    return first


def continue_with(**later: Any) -> Change:
    return lambda lesson: lesson["parts"].append({"coach": [{"say": "card"}], **later})


FAULTS: list[tuple[Change, str]] = [
    # the four that a page only shows to its learner
    (lambda it: part(it).update(ways=[["swordmaster@e7"]]), "parts[0].ways[0][0]: no decision"),
    (lambda it: it["words"]["en"].pop("card"), "words.en.card: the line has no words"),
    (lambda it: part(it)["coach"][0]["when"].update(asks="sing"), "parts[0].coach[0].when.asks"),
    (lambda it: part(it)["coach"][0].update(at=["kinght"]), "parts[0].coach[0].at[0]: 'kinght'"),
    # what else would be found out late
    (lambda it: part(it).update(ways=[["swordmaster@e5", "."]]), "parts[0].ways[0][1]: the part"),
    (lambda it: part(it).update(until={"done": 3}), "parts[0].ways[0]: the part is not done"),
    (lambda it: part(it)["coach"][0].update(when={"can": "fly"}), "parts[0].coach[0].when.can"),
    (lambda it: part(it)["coach"][0].update(when={"event": "rain"}), "coach[0].when.event"),
    (lambda it: part(it)["coach"][0].update(when={"card": "kinght"}), "coach[0].when.card"),
    (lambda it: part(it)["mistakes"][0].update(move="knight@*"), "parts[0].mistakes[0].move"),
    (lambda it: part(it)["mistakes"][0].update(after=["!x"]), "parts[0].mistakes[0].after"),
    (
        lambda it: part(it)["mistakes"].append({"square": "e5", "say": "card", "card": "it"}),
        ".card",
    ),
    (lambda it: it["words"]["en"].update(lost="Never said."), "words.en.lost: no part"),
    (lambda it: it["words"]["en"].update(card="x" * 141), "words.en.card: has 141 letters"),
    (lambda it: part(it).pop("coach"), "parts[0].coach: the coach says nothing"),
    (continue_with(until={"done": 1}, ways=[["+e5"]]), "parts[1].ways[0][0]: no decision"),
    # and the reader's own
    (lambda it: part(it)["scenario"].update(form="chess"), "parts[0].scenario.form"),
    (lambda it: part(it).update(goal={"summon": "kinght"}), "goal.summon"),
    (lambda it: part(it).update(show=["kinght"]), "show[0]"),
    (lambda it: part(it).update(hint=["a", "b", "c", "d"]), "hint"),
    (
        lambda it: part(it)["mistakes"].append({"square": "e5", "say": "card", "after": ["."]}),
        "after",
    ),
]


@pytest.mark.parametrize("id", COURSE)
def test_a_lesson_of_the_course_has_no_problems(id: str) -> None:
    assert lesson_problems(lesson_text(id), KNOWN) == []


def test_a_good_lesson_has_no_problems() -> None:
    assert lesson_problems(json.dumps(GOOD)) == []
    longer = copy.deepcopy(GOOD)
    longer["parts"].append({"coach": [{"say": "card"}], "until": {"done": 1}, "ways": [["+a5"]]})
    assert lesson_problems(json.dumps(longer)) == []


def test_any_one_language_will_do_and_the_others_are_told() -> None:
    lesson = copy.deepcopy(GOOD)
    italian = lesson["words"].pop("en")
    lesson["words"]["it"] = italian
    assert lesson_problems(json.dumps(lesson)) == []
    assert language_gaps(json.dumps(lesson)) == ["words: none in en, es, fr, el"]
    lesson["words"]["el"] = {"title": "Δικό μου"}
    gaps = language_gaps(json.dumps(lesson))
    assert gaps == ["words: none in en, es, fr", "words.el: lacks about, card, no-stone"]
    del italian["card"]
    problems = lesson_problems(json.dumps(lesson))
    assert problems == ["words.it.card: the line has no words"]
    assert language_gaps(lesson_text("pattern")) == []  # its words are in the catalogues
    assert lesson_problems(json.dumps(lesson | {"words": {}}))[0].startswith("words: a language")


@pytest.mark.parametrize(("change", "place"), FAULTS, ids=[place for _, place in FAULTS])
def test_a_deliberate_mistake_is_found_at_its_place(change: Change, place: str) -> None:
    lesson = copy.deepcopy(GOOD)
    change(lesson)
    problems = lesson_problems(json.dumps(lesson))
    assert [problem for problem in problems if place in problem], problems


def test_a_part_that_cannot_be_reached_is_told() -> None:
    lesson = copy.deepcopy(GOOD)
    lesson["parts"][0]["ways"] = [["swordmaster@e7"]]
    lesson["parts"].append({"coach": [{"say": "card"}], "until": {"done": 1}, "ways": [["+a5"]]})
    problems = lesson_problems(json.dumps(lesson))
    assert [problem for problem in problems if problem.startswith("parts[1].scenario: ")]


def test_what_is_no_json_is_one_problem() -> None:
    assert len(lesson_problems("{")) == 1


@pytest.mark.parametrize(
    ("codes", "is_what_adept_plays"),
    [
        ([".", "assassin@f5"], True),
        ([".", "assassin@*", "+*"], True),
        ([".", "+*"], False),
        ([".", "assassin@f5", "+*", ".", "."], False),
    ],
)
def test_a_recorded_reply_is_played_again_by_its_level(
    codes: list[str], is_what_adept_plays: bool
) -> None:
    lesson = json.loads(lesson_text("sylvan-2"))
    [mistake] = [mistake for mistake in lesson["parts"][0]["mistakes"] if "after" in mistake]
    mistake["after"]["codes"] = codes
    problems = reply_problems(json.dumps(lesson))
    assert (problems == []) is is_what_adept_plays
    assert all(
        "after: adept plays otherwise now: ., assassin@f5, " in problem for problem in problems
    )
