"""Tests of the sounds: every act has its sound at its time, and every sound has sensible tones."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.screen.animation import Animation, Tween, animations_since
from tashkalar.ui.screen.sounds import (
    LOUDNESS,
    MAX_REPEATS,
    SOUND_GAP_S,
    SOUNDS,
    Cue,
    animation_cues,
    tones,
    turn_cues,
    vibration_pattern,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.settings import SETTING_CHOICES
from tests.support import arrange, pattern_at, play


def heard(game: Game, code: str, stretch: float = 1.0) -> list[tuple[str, float]]:
    """The sounds of one decision."""
    last = game.last_move
    seen = (last.number, len(last.events)) if last else (0, 0)
    play(game, code)
    return [
        (cue.sound, round(cue.delay_s, 3))
        for cue in animation_cues(animations_since(Session(game), seen), stretch)
    ]


def knight() -> Game:
    board = {**pattern_at("knight", "e5"), "e6": "2 heroic"}
    return arrange(board, hand=["knight"])


class TestCues:
    def test_a_stone_is_heard_when_it_has_dropped(self) -> None:
        assert heard(arrange({}), "+e5") == [("stone", 0.09)]
        assert heard(arrange({}), "+e5", 2.0) == [("stone", 0.18)]

    def test_a_placed_stone_sounds_by_its_rank(self) -> None:
        ranks = ("common", "heroic", "legendary")
        acts = tuple(Tween("come", 0, 260, "e5", rank=rank) for rank in ranks)
        heard_sounds = [cue.sound for cue in animation_cues((Animation(1, {}, acts, 260),), 1.0)]
        assert heard_sounds == ["stone", "stone-heroic", "stone-legendary"]
        lowest = [min(tone.end for tone in SOUNDS[sound]) for sound in heard_sounds]
        assert lowest == sorted(lowest, reverse=True), "the higher the rank, the deeper"

    def test_a_being_sounds_by_its_rank_when_it_rises(self) -> None:
        assert heard(knight(), "knight@e5") == [("summon-heroic", 0.2)]
        assert heard(knight(), "knight@e5", 2.0) == [("summon-heroic", 0.4)]

    def test_what_a_move_runs_over_cracks(self) -> None:
        game = knight()
        play(game, "knight@e5")
        sounds = [sound for sound, _ in heard(game, "e5-e6")]
        assert sorted(sounds) == ["crack", "slide"]

    def test_without_motion_sounds_follow_each_other(self) -> None:
        animation = Animation(
            1, {}, (Tween("come", 500, 100, "e5"), Tween("crack", 0, 100, "d5")), 600
        )
        assert animation_cues((animation, animation), 0) == tuple(
            Cue(sound, SOUND_GAP_S * n)
            for n, sound in enumerate(["crack", "stone", "crack", "stone"])
        )

    def test_scenes_are_heard_one_after_the_other(self) -> None:
        animation = Animation(1, {}, (Tween("come", 100, 100, "e5"),), 600)
        assert [
            cue.delay_s for cue in animation_cues((animation, animation), 1.0)
        ] == pytest.approx([0.19, 0.79])

    def test_many_of_a_kind_are_not_all_heard(self) -> None:
        acts = tuple(Tween("crack", 100 * n, 100, "e5") for n in range(9))
        assert len(animation_cues((Animation(1, {}, acts, 1000),), 1.0)) == MAX_REPEATS


class TestTurning:
    def test_the_end_and_the_return_of_the_turn(self) -> None:
        game = arrange({"e5": "1 common"}, form="duel")
        session = Session(game)
        assert turn_cues(session, has_waited=True) == (Cue("your-turn", 0),)
        assert turn_cues(session, has_waited=False) == ()
        game.resign(1)
        assert turn_cues(session, has_waited=False) == (Cue("end", 0),)

    def test_not_while_a_computer_player_goes_on(self) -> None:
        game = arrange({"e5": "1 common"})
        session = Session(game, bots={SeatNumber(1): "adept"})
        assert turn_cues(session, has_waited=True) == ()


class TestTones:
    @pytest.mark.parametrize("sound", SOUNDS)
    def test_can_be_made(self, sound: str) -> None:
        """Pitches glide exponentially, so none may be 0; together they do not overdrive."""
        for tone in SOUNDS[sound]:
            assert 20 <= tone.start <= 8000 and 20 <= tone.end <= 8000
            assert 0 < tone.loud <= 1 and 0.03 < tone.lasts <= 1
        assert sum(tone.loud for tone in SOUNDS[sound] if tone.at == 0) <= 1.4

    def test_each_act_that_sounds_has_a_sound(self) -> None:
        named = [cue for cue in SOUNDS if tones([Cue(cue, 1.0)])]
        assert len(named) == len(SOUNDS) >= 10
        assert tones([Cue("stone", 1.0)])[0].at == 1.0
        for sound, made in SOUNDS.items():  # a melody goes on from its cue
            assert [tone.at for tone in tones([Cue(sound, 1.0)])] == [
                pytest.approx(1.0 + tone.at, abs=0.001) for tone in made
            ]

    def test_the_weightiest_is_felt(self) -> None:
        assert vibration_pattern([Cue("stone", 0), Cue("crack", 1)]) == [22]
        assert vibration_pattern([Cue("slide", 0)]) == []
        assert vibration_pattern([]) == []

    def test_every_setting_is_a_loudness(self) -> None:
        assert set(LOUDNESS) == set(SETTING_CHOICES["sound"])
        assert LOUDNESS["off"] == 0
