"""The others' last turn in a few words."""

from __future__ import annotations

import pytest

import tashkalar
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests import golden
from tests.ui.table import english


def last_turns(form: str) -> dict[int, tuple[str, ...]]:
    """Return the last turn as the stage tells it at the beginning of each turn of a game."""
    summaries: dict[int, tuple[str, ...]] = {}
    for before, _ in golden.decisions(golden.load(form).game):
        last = build_screen(Session(before, curtain=False)).action_panel.last_turn
        if last and before.prompt.kind == "turn" and before.state.turn not in summaries:
            summaries[before.state.turn] = tuple(
                english().translate_under_heading(line, last.named_player) for line in last.lines
            )
    return summaries


class TestLastTurn:
    def test_a_long_turn_is_what_was_played_and_what_it_changed(self) -> None:
        summaries = last_turns("duel")
        assert summaries[12] == (
            "Tree Shepherd on c4",
            "Kiskin Leafsplitter on b4",
            "1 of your upgraded pieces destroyed",
            "2 other pieces destroyed",
        )
        assert summaries[10][2:] == ("2 other pieces destroyed", "1 piece upgraded")

    def test_of_many_plays_three_are_named(self) -> None:
        summaries = last_turns("expansions")[4]
        assert summaries == ("Translocationist", "piece on i7", "Time Traveler on f3", "and 1 more")

    @pytest.mark.parametrize("form", ["melee", "teams"])
    def test_each_of_several_players_has_one_line(self, form: str) -> None:
        for turn, lines in last_turns(form).items():
            assert len(lines) <= 3, turn

    def test_a_turn_without_a_play_is_told_too(self) -> None:
        schools = ["northern", "southern", "sylvan", "highland"]
        game = tashkalar.new_game("high-form", schools, seed=1, teams=True)
        told: list[str] = []
        while game.state.turn < 5:  # who passes control plays nothing
            moves = game.legal_moves()
            game.play(next((m.code for m in moves if m.kind == "pass-control"), moves[0].code))
            last = build_screen(Session(game, curtain=False)).action_panel.last_turn
            told += map(english().translate, last.lines) if last else ()
        assert "Red 1: Red 2 takes over" in told
        assert [line for line in told if line.endswith(":")] == []
