"""The ratings of the levels: their file, the tables in the documents, and the start screen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tashkalar.bots import PLANNING_LEVELS, arena
from tashkalar.bots.arena import BoutResult
from tashkalar.site.page_source.page import RATINGS_FILE
from tashkalar.site.paths import ROOT
from tests.test_page_source import TEXT
from tools.ratings import __main__ as ratings

FORMS = ("duel", "high-form")


def test_the_tables_in_the_documents_are_those_of_the_file() -> None:
    data, page = ratings.load_data(), (ROOT / "docs/measurements/bots.md").read_text("utf-8")
    (shown,) = re.findall(r"<!-- ratings -->\n(.*)\n<!-- /ratings -->", page, re.DOTALL)
    assert shown.strip() == f"{ratings.format_ratings(data)}\n\n{ratings.format_results(data)}"


@pytest.mark.parametrize("form", FORMS)
def test_every_level_is_rated_in_rising_order(form: str) -> None:
    rows = ratings.load_data()["ratings"][form]
    assert tuple(rows) == PLANNING_LEVELS
    rated = [rating for rating, *_ in rows.values()]
    assert rated == sorted(rated) and rows["adept"][0] == 0
    for level, (rating, low, high, games) in rows.items():
        assert low <= rating <= high and games, level


@pytest.mark.parametrize("form", FORMS)
def test_the_start_screen_shows_the_ratings_as_bars(form: str) -> None:
    rated = [
        row[0] for row in json.loads((ROOT / RATINGS_FILE).read_text())["ratings"][form].values()
    ]
    widths = [int(w) for w in re.findall(rf'<rect data-form="{form}" width="(\d+)"', TEXT)]
    assert len(widths) == len(PLANNING_LEVELS) and widths == sorted(widths)
    assert widths[-1] == 100 and 0 < widths[0] < 20
    middle = (rated[3] - rated[0]) / (rated[-1] - rated[0])
    assert widths[3] == pytest.approx(widths[0] + (100 - widths[0]) * middle, abs=1)


def test_a_round_robin_goes_on_where_it_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played: list[arena.Bout] = []

    def play_bout(bout: arena.Bout) -> BoutResult:
        played.append(bout)
        if len(played) == 3:
            raise KeyboardInterrupt
        return BoutResult(float(bout.players[0] == "adept"), 20, True, (), ())

    monkeypatch.setattr(ratings, "DATA", tmp_path / "ratings.json")
    monkeypatch.setattr(arena, "play_bout", play_bout)
    pairs = [("adept", "novice"), ("novice", "learner")]
    with pytest.raises(KeyboardInterrupt):
        ratings.play("duel", 2, pairs)
    ratings.play("duel", 2, pairs)
    ratings.play("duel", 2, pairs)
    assert ratings.load_data()["games"]["duel"] == {
        "adept novice": [2, 0, 0],
        "novice learner": [0, 2, 0],
    }
    assert len(played) == 5 and played[2] == played[3], "the ended game is played again"
