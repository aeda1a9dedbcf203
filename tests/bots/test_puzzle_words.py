"""Puzzles without words get a title and a text in all languages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tashkalar.formats import puzzle
from tashkalar.formats.puzzle import Puzzle
from tashkalar.formats.puzzle_form import THEMES
from tashkalar.ui.text.catalogue import LANGUAGES
from tools.puzzle_words import PHRASES, task_words, with_words

FOLDER = Path(__file__).parents[2] / "static/puzzles"
SHIPPED = [
    one
    for file in sorted(FOLDER.glob("puzzles-*.json"))
    for one in puzzle.read(file.read_text(encoding="utf-8"))
]
FIRST = SHIPPED[0]


def unnamed(id: str, goal: dict[str, Any], theme: str = "destroy") -> Puzzle:
    scenario = {key: value for key, value in FIRST.scenario.items() if key != "text"}
    return FIRST._replace(id=id, theme=theme, title={}, scenario={**scenario, "goal": goal})


def test_two_puzzles_of_a_theme_have_different_titles() -> None:
    named = with_words([FIRST, *(unnamed(f"p-{n}", {"destroy": 3}) for n in range(9))])
    assert named[0] == FIRST
    assert len({one.title["en"] for one in named}) == len(named)
    for one in named[1:]:
        text: Any = one.scenario["text"]
        assert set(one.title) == set(text) == set(LANGUAGES)
        assert text["fr"] == "Détruisez trois pièces ennemies pendant ce tour."


def test_numbers_continue_after_the_titles_of_other_files() -> None:
    elsewhere = [
        {language: f"{phrase[language]} {number}" for language in LANGUAGES}
        for phrase in PHRASES["titles"]["gain"]
        for number in (1, 2)
    ]
    [named] = with_words([unnamed("p", {"gain": 4}, "gain")], elsewhere)
    phrase = PHRASES["titles"]["gain"][0]
    assert named.title == {language: f"{phrase[language]} 3" for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_puzzles_of_the_page_have_one_title(language: str) -> None:
    titles = Counter(one.title[language] for one in SHIPPED)
    assert len(SHIPPED) > 950
    assert [title for title, times in titles.items() if times > 1] == []


def test_the_texts_of_the_page_are_those_of_the_phrases() -> None:
    """A mended phrase is mended in every puzzle, too."""
    assert [one.id for one in SHIPPED if one.scenario["text"] != task_words(one)] == []


@pytest.mark.parametrize(
    ("goal", "english", "greek"),
    [
        ({"gain": 4}, "Gain four points this turn.", "τέσσερις πόντους"),
        ({"legend": 1, "within": {"turns": 1}}, "Summon a legend this turn.", "έναν θρύλο"),
        ({"claim": "red-conquest"}, "Claim Red Conquest this turn.", "«Κόκκινη κατάκτηση»"),
        ({"destroy": 2, "upgraded": True}, "Destroy two upgraded", "δύο αναβαθμισμένα"),
    ],
)
def test_the_text_says_what_the_goal_asks(goal: dict[str, Any], english: str, greek: str) -> None:
    words = task_words(unnamed("p", goal))
    assert words["en"].startswith(english)
    assert greek in words["el"]


def test_the_text_says_who_else_plays() -> None:
    def text(theme: str, goal: dict[str, Any], **change: Any) -> str:
        one = unnamed("p", goal, theme)
        return task_words(one._replace(scenario={**one.scenario, **change}))["en"]

    four = [{"school": school} for school in ("northern", "sylvan", "highland", "everfrost")]
    assert text("destroy", {"destroy": 2}, form="melee", seats=four[:3]) == (
        "Destroy two enemy pieces this turn. Pieces of all opponents count."
    )
    assert text("legend", {"legend": 1}, form="melee", seats=four) == "Summon a legend this turn."
    assert text("legend", {"legend": 1}, teams=True, seats=four) == (
        "Summon a legend this turn. The third player is your teammate."
    )
    assert set(PHRASES["sides"]["melee"]) == set(PHRASES["sides"]["teams"]) == set(LANGUAGES)


def test_every_theme_has_titles_in_all_languages() -> None:
    assert set(PHRASES["titles"]) == set(THEMES)
    for titles in PHRASES["titles"].values():
        assert all(set(title) == set(LANGUAGES) for title in titles)
