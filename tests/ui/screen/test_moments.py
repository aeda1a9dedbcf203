"""Tests of the great moments: a legend, the last round, the score that brings it, and the end."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.ui.screen.animation import animations_since
from tashkalar.ui.screen.moments import FINALE_MS, finale, still_moments, still_pictures
from tashkalar.ui.screen.screen import build_screen, turns_left
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import said

BOARD = {"e5": "1 common", "e6": "2 common"}


SCHOOLS = ("northern", "sylvan", "highland", "southern")


def in_last_round(form: str, seats: int, seat: int, last_turns: int, **more: object) -> Game:
    turn = {"number": 9, "seat": seat, "actions": 2, "last_turns": last_turns}
    schools = [{"school": school} for school in SCHOOLS[:seats]]
    return Game.from_scenario({"form": form, "seats": schools, "board": BOARD, "turn": turn} | more)


class TestLastRound:
    def test_everybody_has_one_more_turn_and_the_trigger_the_last(self) -> None:  # R17.6
        game = in_last_round("duel", 2, 1, 2)
        assert turns_left(game.state) == ((1, 1), (2, 1))
        text = build_screen(Session(game, curtain=False)).ending_text
        assert text and said(text) == "Last round. Turns left – Blue: 1, Green: 1."
        play(game, "+a5", "+a6", ".")
        text = build_screen(Session(game, curtain=False)).ending_text
        assert text and said(text) == "This is the last turn of the game."

    @pytest.mark.parametrize(
        ("form", "seats", "seat", "last_turns", "expected"),
        [
            ("high-form", 2, 2, 2, ((2, 1), (1, 1))),
            ("melee", 3, 2, 2, ((2, 1), (3, 1))),
            ("melee", 4, 4, 3, ((4, 1), (1, 1), (2, 1))),
        ],
    )
    def test_the_turns_go_round(
        self, form: str, seats: int, seat: int, last_turns: int, expected: object
    ) -> None:
        assert turns_left(in_last_round(form, seats, seat, last_turns).state) == expected

    def test_in_teams_each_player_has_a_turn(self) -> None:  # R17.6
        game = in_last_round("high-form", 4, 3, 4, teams=True)
        assert turns_left(game.state) == ((3, 1), (4, 1), (1, 1), (2, 1))

    def test_an_extra_turn_comes_besides(self) -> None:  # R17.8
        state = in_last_round("duel", 2, 1, 2).state.copy()
        state.extra_turns = 1
        assert turns_left(state) == ((1, 2), (2, 1))
        state.extra_turns, state.in_extra_turn = 0, True
        assert turns_left(state) == ((1, 2), (2, 1))  # this one, the other's, and the own last one
        state.last_turns = 0
        assert turns_left(state) == ((1, 1),)

    def test_nothing_is_said_before_the_end_is_triggered(self) -> None:
        game = arrange(BOARD)
        assert turns_left(game.state) == ()
        assert build_screen(Session(game, curtain=False)).ending_text is None


@pytest.mark.parametrize(("score", "needed"), [(17, None), (18, 18), (20, 18)])
def test_the_score_that_brings_the_last_round_is_seen(score: int, needed: int | None) -> None:
    seats = [
        {"school": "northern", "score": score},
        {"school": "sylvan", "score": 3},
    ]
    game = Game.from_scenario({"form": "duel", "seats": seats, "board": BOARD})
    players = build_screen(Session(game, curtain=False)).players
    assert [player.end_score for player in players] == [needed, None]


class TestPictures:
    def test_a_legend_is_announced_by_name(self) -> None:
        game = arrange(pattern_at("titan", "e5"), legends=["titan"])
        session = Session(game, curtain=False)
        session.play_code("titan@e5")
        (picture,) = still_moments(session, (0, 0))
        stand, banner = picture.tweens
        assert (stand.kind, stand.square) == ("stand", "e5")
        assert (banner.kind, banner.card, banner.square) == ("banner", "titan", "e5")
        assert banner.text and said(banner.text) == "Titan"
        moved = animations_since(session, (0, 0), was_previewed=True)
        assert "arrive" in [tween.kind for tween in moved[0].tweens]

    def test_a_usual_move_has_no_picture(self) -> None:
        game = play(arrange(BOARD), "+a5")
        assert still_moments(Session(game, curtain=False), (0, 0)) == ()

    def test_the_winner_rises_and_the_others_grow_dim(self) -> None:
        board = {**BOARD, "d5": "1 heroic"}
        game = play(arrange(board, turn={"number": 9, "actions": 0, "last_turns": 1}), ".")
        session = Session(game, curtain=False)
        assert game.outcome and game.outcome.winners == (1,)
        end = finale(session, game.outcome)
        kinds = {tween.square: tween.kind for tween in end.tweens if tween.square}
        assert kinds == {"d5": "won", "e5": "won", "e6": "lost"}
        assert still_pictures([end]) == (end,) and end.duration_ms == FINALE_MS
        (verdict,) = [tween for tween in end.tweens if tween.kind == "verdict"]
        assert verdict.text and "Blue" in said(verdict.text)
