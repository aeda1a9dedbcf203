"""The ratings of the levels: their file and the tables in the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tashkalar.bots import PLANNING_LEVELS, arena
from tashkalar.bots.arena import BoutResult
from tashkalar.site.paths import ROOT
from tools.ratings import __main__ as ratings

FORMS = ("duel", "high-form")


def test_the_tables_in_the_documents_are_those_of_the_file() -> None:
    data, page = ratings.load_data(), (ROOT / "docs/measurements/bots.md").read_text("utf-8")
    (shown,) = re.findall(r"<!-- ratings -->\n(.*)\n<!-- /ratings -->", page, re.DOTALL)
    assert shown.strip() == f"{ratings.format_ratings(data)}\n\n{ratings.format_results(data)}"


def test_the_page_rates_persons_with_the_ratings_of_the_file() -> None:
    written = ratings.PAGE_RATINGS.read_text(encoding="utf-8")
    assert written == ratings.format_page_ratings(ratings.load_data())
    assert "(-934, 75)" in written  # from -1035 to -740: 1.96 deviations to each side


@pytest.mark.parametrize("form", FORMS)
def test_every_level_is_rated_in_rising_order(form: str) -> None:
    rows = ratings.load_data()["ratings"][form]
    assert tuple(rows) == PLANNING_LEVELS
    rated = [rating for rating, *_ in rows.values()]
    assert rated == sorted(rated) and rows["adept"][0] == 0
    for level, (rating, low, high, games) in rows.items():
        assert low <= rating <= high and games, level


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
