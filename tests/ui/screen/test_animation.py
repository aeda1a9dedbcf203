"""Tests of animations: which pieces move, in which order, and for how long."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.ui.history.timeline import board_of
from tashkalar.ui.screen.animation import (
    Animation,
    Tween,
    animations_since,
    replay_animations,
    time_scale,
)
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import PAIRS, TABLES, positions


def shown(game: Game, *codes: str) -> tuple[Animation, ...]:
    """The scenes of the last of these decisions."""
    play(game, *codes[:-1])
    last = game.last_move
    seen = (last.number, len(last.events)) if last else (0, 0)
    play(game, codes[-1])
    return animations_since(Session(game), seen)


def acts(made: tuple[Animation, ...]) -> list[tuple[str, str | None]]:
    return [(act.kind, act.square) for part in made for act in part.tweens]


def first(made: tuple[Animation, ...], what: str) -> Tween:
    return next(act for part in made for act in part.tweens if act.kind == what)


@pytest.mark.parametrize("table", TABLES)
def test_every_decision_of_a_game_can_be_shown(table: str) -> None:
    """A stand-in is where the board looks otherwise, and every act has its place and time."""
    scenes = 0
    for game in positions(table, PAIRS[0], 3, 25):
        truth, last = board_of(game.state), game.last_move
        for part in animations_since(Session(game), (last.number, 0) if last else (0, 0)):
            assert part.tweens and part.duration_ms == max(
                act.start_ms + act.duration_ms for act in part.tweens
            )
            assert all(act.start_ms >= 0 and act.duration_ms > 0 for act in part.tweens)
            touched = {square for act in part.tweens for square in (act.square, act.origin)}
            for square, look in part.overrides.items():
                if look is None and square not in touched:
                    assert square in truth  # it comes later
            scenes += 1
    assert scenes > 10


class TestOrder:
    def test_a_stone_is_put_down(self) -> None:
        animation = shown(arrange({"e5": "1 common"}), "+a5")
        assert acts(animation) == [("come", "a5")]
        assert animation[0].overrides == {"a5": None}

    def test_the_pattern_lights_before_the_enemy_breaks_and_the_being_rises(self) -> None:
        board = {**pattern_at("knight", "e5"), "e5": "2 common"}
        animation = shown(arrange(board, hand=["knight"]), "knight@e5")
        assert len(animation) == 1
        lit, broken, risen = (first(animation, what) for what in ("ring", "crack", "rise"))
        assert lit.start_ms < broken.start_ms < risen.start_ms
        assert (broken.school, risen.school, risen.card) == ("sylvan", "northern", "knight")
        assert animation[0].overrides == {"e5": None}

    def test_an_own_piece_makes_way_without_breaking(self) -> None:
        board = {**pattern_at("knight", "e5"), "e5": "1 common"}
        animation = shown(arrange(board, hand=["knight"]), "knight@e5")
        assert ("fade", "e5") in acts(animation) and ("rise", "e5") in acts(animation)
        assert "crack" not in [what for what, _ in acts(animation)]

    def test_only_what_is_new_is_shown_inside_an_effect(self) -> None:
        board = {**pattern_at("unicorn", "e5"), "e6": "2 common"}
        game = arrange(board, school="sylvan", other="northern", hand=["unicorn"])
        animation = shown(game, "unicorn@e5", "move", "e5-e6")
        assert acts(animation) == [("crack", "e6"), ("slide", "e6")]
        assert first(animation, "slide").origin == "e5"

    def test_a_leap(self) -> None:
        board = pattern_at("charging-buck", "e5")
        game = arrange(board, school="sylvan", other="northern", hand=["charging-buck"])
        assert acts(shown(game, "charging-buck@e5", "e5-e7")) == [("leap", "e7")]

    def test_nothing_new_shows_nothing(self) -> None:
        game = arrange({"e5": "1 common"})
        assert animations_since(Session(game), (0, 0)) == ()
        play(game, "+a5")
        assert game.last_move is not None
        assert (
            animations_since(Session(game), (game.last_move.number, len(game.last_move.events)))
            == ()
        )


def test_an_earlier_move_is_seen_again() -> None:
    """Over the board as it was then, whatever has come since."""
    game = play(arrange(pattern_at("knight", "e5") | {"e5": "2 common"}, hand=["knight"]), "+a5")
    session = Session(game, curtain=False)
    session.play_code("knight@e5")
    session.show_position_after(1)
    assert acts(replay_animations(session)) == [("come", "a5")]
    session.show_position_after(None)
    assert "e5" in [square for _, square in acts(replay_animations(session))]
    session.show_position_after(0)
    assert replay_animations(session) == ()


@pytest.mark.parametrize(
    ("motion", "reduced", "expected"),
    [("auto", True, 0), ("auto", False, 1), ("off", False, 0), ("normal", True, 1)],
)
def test_whoever_wants_less_motion_gets_none(motion: str, reduced: bool, expected: float) -> None:
    assert time_scale(motion, reduced=reduced) == expected


def test_fast_is_quicker_than_slow() -> None:
    assert 0 < time_scale("fast", reduced=False) < 1 < time_scale("slow", reduced=False)
