"""The Highland beings, each through a game."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tashkalar import Game
from tashkalar.position.board import SQUARE_OF, mask_of, names
from tests.cards.helpers import Board, assert_declined, board, filled, movers, ready, steps, summon
from tests.support import (
    around,
    arrange,
    assert_idle,
    counted,
    offered,
    optional,
    pattern_at,
    pieces,
    play,
)


class TestWildEagle:
    card = "wild-eagle"
    more: ClassVar[Board] = {
        "a5": "2 common",
        "i5": "2 heroic",
        "b2": "2 legendary",
        "c7": "1 common",
        "h7": "1 heroic",
    }

    def test_leaps_to_any_square_that_holds_no_higher_piece(self) -> None:  # R11.6
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", set(SQUARE_OF) - {"e5", "i5", "b2", "h7"})
        play(game, "e5-a5")
        assert_idle(game)  # once only
        assert pieces(game) == board(self.card, "e5", self.more, a5="1 common", e5=None)

    def test_leaps_onto_your_own_common_piece(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-d4")
        assert pieces(game) == board(self.card, "e5", self.more, d4="1 common", e5=None)
        assert sum(game.state.destroyed[3:]) == 0  # no enemy piece

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))


class TestClanAxeman:
    card = "clan-axeman"
    more: ClassVar[Board] = {
        "e6": "2 common",
        "d5": "2 heroic",
        "f5": "1 common",
        "e4": "2 legendary",
        "d6": "2 common",
        "f4": "2 heroic",
        "e7": "2 common",
    }

    def test_destroys_one_orthogonal_piece_that_is_not_legendary(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"e6", "d5", "f5"}
        play(game, "d5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, d5=None)

    def test_your_own_piece_may_be_the_victim(self) -> None:  # R10.12
        game = play(summon(self.card, "e5", self.more), "f5")
        assert pieces(game) == board(self.card, "e5", self.more, f5=None)

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))

    def test_asks_nothing_beside_legendary_pieces_only(self) -> None:
        assert_idle(summon(self.card, "e5", {"e4": "2 legendary", "d5": "1 legendary"}))


class TestClanHealer:
    card = "clan-healer"
    # The squares next to green ones, none of them green itself.
    next_to_green = frozenset(
        names(
            mask_of("a4 a6 b4 b5 b6 b7 b8 c6 c8 d6 d7 d8 e1 e2 e3 f1 f3 g1 g2 g3")
            | mask_of("f6 f7 f8 g6 g8 h6 h7 h8 h5 i5 i7")
        )
    )

    def test_places_two_pieces_next_to_green_squares(self) -> None:
        more = {"d7": "2 common"}
        game = summon(self.card, "e5", more)
        free = self.next_to_green - {"d7", "f6"}  # f6 holds a piece of the pattern
        assert offered(game) == free
        assert counted(game) == (1, 2)
        play(game, "i7")
        assert offered(game) == free - {"i7"}
        assert counted(game) == (2, 2)
        play(game, "e1")
        assert_idle(game)  # two, not three
        assert pieces(game) == board(self.card, "e5", more, i7="1 common", e1="1 common")

    def test_either_piece_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5"), board(self.card, "e5"))
        assert_declined(play(summon(self.card, "e5"), "g6"), board(self.card, "e5", g6="1 common"))

    def test_places_only_what_the_supply_has(self) -> None:
        pattern = pattern_at(self.card, "e5")
        more = filled(11, pattern | {"e5": ""})
        game = summon(self.card, "e5", more)  # 15 of 16 pieces are on the board now
        square = sorted(offered(game))[0]
        play(game, square)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, **{square: "1 common"})
        more = filled(12, pattern | {"e5": ""})
        assert_idle(summon(self.card, "e5", more))


class TestDireWolf:
    card = "dire-wolf"
    more: ClassVar[Board] = {
        "e6": "2 common",
        "f5": "2 heroic",
        "d5": "1 heroic",
        "e7": "2 common",
        "e8": "2 common",
    }

    def test_makes_two_combat_moves(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", around("e5") - {"f5", "d5"})
        play(game, "e5-e6")
        assert offered(game) == steps("e6", around("e6") - {"f5", "d5"})
        play(game, "e6-e7")
        assert_idle(game)  # not a third
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6=None, e7="1 common")

    def test_may_run_over_your_own_common_piece(self) -> None:
        game = play(summon(self.card, "e5"), "e5-d4", "-")
        assert pieces(game) == board(self.card, "e5", e5=None, d4="1 common")

    def test_each_move_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))
        assert_declined(
            play(summon(self.card, "e5"), "e5-f6"), board(self.card, "e5", e5=None, f6="1 common")
        )


class TestRitualKeeper:
    card = "ritual-keeper"

    def test_on_green_one_of_your_common_pieces_must_be_upgraded(self) -> None:
        more = {
            "b3": "1 common",
            "c3": "1 heroic",
            "d3": "1 legendary",
            "e3": "2 common",
            "f3": "2 heroic",
        }
        game = summon(self.card, "g7", more)
        assert offered(game) == {"g8", "f7", "g7", "b3"}  # itself too
        assert not optional(game)
        play(game, "b3")
        assert_idle(game)
        assert pieces(game) == board(self.card, "g7", more, b3="1 heroic")

    def test_on_green_it_upgrades_itself_when_it_is_the_only_common_piece(self) -> None:
        more = {"g8": "1 heroic", "f7": "1 heroic", "a4": "2 common"}
        game = summon(self.card, "g7", more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "g7", more, g7="1 heroic")

    @pytest.mark.parametrize("square", ["e5", "d8"])
    def test_on_red_one_piece_of_any_rank_may_make_a_combat_move(self, square: str) -> None:
        more = {
            "b4": "1 legendary",
            "b5": "2 legendary",
            "h3": "1 heroic",
            "h2": "2 heroic",
            "i3": "2 legendary",
        }
        game = summon(self.card, square, more)
        assert optional(game)
        assert movers(game) == set(pattern_at(self.card, square)) | {square, "b4", "h3"}
        assert {"b4-b5", "h3-h2"} < offered(game)
        assert "h3-i3" not in offered(game)
        play(game, "b4-b5")
        assert_idle(game)  # one move
        assert pieces(game) == board(self.card, square, more, b4=None, b5="1 legendary")

    def test_the_keeper_itself_may_make_the_move(self) -> None:
        game = play(summon(self.card, "e5"), "e5-e6")
        assert_idle(game)
        assert pieces(game) == {"d5": "1 common", "e6": "1 common"}

    def test_the_move_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5"), board(self.card, "e5"))

    def test_does_nothing_elsewhere(self) -> None:
        game = summon(self.card, "e4", {"b3": "1 common", "b4": "2 common"})
        assert_idle(game)
        assert pieces(game) == board(self.card, "e4", {"b3": "1 common", "b4": "2 common"})


class TestEagleLord:
    card = "eagle-lord"
    more: ClassVar[Board] = {
        "a5": "2 common",
        "i5": "2 heroic",
        "b2": "2 legendary",
        "c7": "1 heroic",
        "h7": "1 legendary",
    }

    def test_leaps_to_any_square_without_a_legendary_piece(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", set(SQUARE_OF) - {"e5", "b2", "h7"})
        play(game, "e5-i5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, i5="1 heroic", e5=None)
        assert game.state.destroyed[3:] == (0, 1, 0)

    def test_leaps_onto_your_own_piece(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-c7")
        assert pieces(game) == board(self.card, "e5", self.more, e5=None)

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))


class TestWolfRider:
    card = "wolf-rider"
    more: ClassVar[Board] = {
        "d6": "2 heroic",
        "e5": "2 legendary",
        "c5": "1 heroic",
        "d7": "2 common",
        "d8": "2 common",
    }

    def test_makes_two_combat_moves(self) -> None:
        game = summon(self.card, "d5", self.more)
        assert offered(game) == steps("d5", around("d5") - {"e5"})  # d4 and c5 are yours
        play(game, "d5-d6")
        assert offered(game) == steps("d6", around("d6") - {"e5"})
        play(game, "d6-d7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "d5", self.more, d5=None, d6=None, d7="1 heroic")

    def test_each_move_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "d5", self.more), board(self.card, "d5", self.more))
        assert_declined(
            play(summon(self.card, "d5", self.more), "d5-c5"),
            board(self.card, "d5", self.more, d5=None, c5="1 heroic"),
        )


class TestBloodShaman:
    card = "blood-shaman"
    round_d8: ClassVar[Board] = {
        "c9": "2 legendary",
        "c8": "2 common",
        "e9": "1 common",
        "d7": "2 heroic",
        "e7": "1 heroic",
        "b8": "2 common",
        "d6": "2 common",
    }

    def test_must_destroy_a_piece_that_is_not_legendary(self) -> None:
        more = {"a5": "2 common", "b5": "2 heroic", "h5": "2 legendary", "h6": "1 legendary"}
        game = summon(self.card, "e5", more)
        assert offered(game) == {"f6", "f5", "d4", "e4", "e5", "a5", "b5"}
        assert not optional(game)
        play(game, "b5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, b5=None)  # b5 is not red

    def test_on_red_the_common_pieces_around_die_too(self) -> None:
        more = {**self.round_d8, "d8": "2 heroic"}
        game = play(summon(self.card, "e4", more), "d8")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e4", more, d8=None, c8=None, e9=None)

    def test_on_green_and_colourless_squares_they_do_not(self) -> None:
        more = {"c7": "2 heroic", "c8": "2 common", "h7": "2 common", "h8": "2 common"}
        game = play(summon(self.card, "e4", more), "c7")
        assert pieces(game) == board(self.card, "e4", more, c7=None)
        game = play(summon(self.card, "e4", more), "h7")
        assert pieces(game) == board(self.card, "e4", more, h7=None)

    def test_may_destroy_itself_on_the_red_centre(self) -> None:
        more = {"a5": "2 common"}
        game = play(summon(self.card, "e5", more), "e5")
        assert_idle(game)
        assert pieces(game) == more

    def test_must_destroy_itself_when_all_others_are_legendary(self) -> None:
        more = {
            "f6": "1 legendary",
            "f5": "1 legendary",
            "d4": "1 legendary",
            "e4": "2 legendary",
        }
        game = summon(self.card, "e5", more, turn={"borrow": 1})
        assert_idle(game)
        assert pieces(game) == more


class TestWarDrummer:
    card = "war-drummer"

    def test_needs_your_own_piece_on_the_summoning_square(self) -> None:
        assert "war-drummer@e5" in offered(ready(self.card, "e5"))
        for piece in ("2 common", "1 legendary"):  # an enemy's, and one of a higher rank
            game = ready(self.card, "e5", {"e5": piece})
            assert "war-drummer@e5" not in offered(game)

    def test_moves_any_piece_but_the_drummer(self) -> None:
        more = {"b4": "1 heroic", "h4": "1 legendary", "c4": "2 common"}
        game = summon(self.card, "e5", more)
        assert movers(game) == {"f5", "e4", "f4", "b4", "h4"}
        assert optional(game)
        assert_idle(play(game, "-"))
        assert pieces(game) == board(self.card, "e5", more)

    @pytest.mark.parametrize(
        ("piece", "other"), [("1 common", "2 common"), ("1 heroic", "2 heroic")]
    )
    def test_a_move_onto_an_equal_rank_is_the_only_one(self, piece: str, other: str) -> None:
        more = {"b4": piece, "c4": other}
        game = play(summon(self.card, "e5", more), "b4-c4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, b4=None, c4=piece)

    @pytest.mark.parametrize("first", ["b4-b5", "b4-c4", "f4-g3"])
    def test_after_another_move_a_second_standard_move_may_follow(self, first: str) -> None:
        more = {"b4": "1 heroic", "c4": "2 common", "c5": "2 heroic", "h3": "2 common"}
        game = play(summon(self.card, "e5", more), first)
        assert optional(game)
        origin, target = first.split("-")
        moved = {"b4", "f4", "f5", "e4"} - {origin} | {target}
        assert movers(game) == moved  # the same piece or another, not the Drummer
        assert counted(game) == (2, 2)
        assert not {"b4-c5", "b5-c5", "c4-c5", "g3-h3"} & offered(game)  # no equal rank
        assert "e4-d4" in offered(game)
        play(game, "e4-d4")
        assert_idle(game)  # not a third
        piece = "1 common" if origin == "f4" else "1 heroic"
        changes = {origin: None, target: piece, "e4": None, "d4": "1 common"}
        assert pieces(game) == board(self.card, "e5", more, **changes)

    def test_the_same_piece_may_move_twice(self) -> None:
        game = play(summon(self.card, "e5"), "f4-g3", "g3-h3")
        assert pieces(game) == board(self.card, "e5", f4=None, h3="1 common")

    def test_the_second_move_may_be_declined(self) -> None:
        game = play(summon(self.card, "e5"), "f4-g3", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", f4=None, g3="1 common")

    def test_goes_on_when_your_legendary_piece_runs_over_the_drummer(self) -> None:
        more = {"e6": "1 legendary"}
        game = play(summon(self.card, "e5", more), "e6-e5")
        assert movers(game) == {"e5", "f5", "e4", "f4"}  # the piece on e5 is not the Drummer
        play(game, "e5-d5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, e6=None, e5=None, d5="1 legendary")

    def test_ends_when_your_heroic_piece_runs_over_the_drummer(self) -> None:
        game = play(summon(self.card, "e5", {"e6": "1 heroic"}), "e6-e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5")


class TestHillGiant:
    card = "hill-giant"
    more: ClassVar[Board] = {
        "e6": "2 common",
        "d5": "2 heroic",
        "f5": "2 legendary",
        "d6": "2 common",
        "f4": "1 common",
        "e7": "2 common",
    }

    def test_destroys_all_orthogonal_pieces_that_are_not_legendary(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e6=None, d5=None, e4=None)
        assert game.state.destroyed[3:] == (1, 1, 0)

    def test_spares_a_legendary_pattern_piece_and_destroys_a_heroic_one(self) -> None:
        game = summon(self.card, "e5", {"e4": "1 legendary"})
        assert pieces(game) == board(self.card, "e5", {"e4": "1 legendary"})
        game = summon(self.card, "e5", {"e4": "1 heroic"})
        assert pieces(game) == board(self.card, "e5", e4=None)


class TestWarlord:
    card = "warlord"
    others = frozenset({"d4", "e4", "f4", "c3", "g3"})

    def test_makes_combat_moves_with_pieces_of_any_rank(self) -> None:
        more = {
            "a4": "1 legendary",
            "a5": "2 legendary",
            "e6": "2 heroic",
            "d3": "2 common",
            "f3": "2 heroic",
        }
        game = summon(self.card, "e5", more)
        assert optional(game)
        assert movers(game) == self.others | {"e5", "a4"}
        assert {"a4-a5", "e5-e6", "d4-d3", "e5-e4"} < offered(game)
        assert "f4-f3" not in offered(game)
        play(game, "a4-a5", "e5-e6", "d4-d3")
        assert_idle(game)
        changes = {"a4": None, "a5": "1 legendary", "e5": None, "e6": "1 heroic"}
        changes |= {"d4": None, "d3": "1 common"}
        assert pieces(game) == board(self.card, "e5", more, **changes)

    def test_the_third_move_is_his_when_he_made_neither_of_the_first_two(self) -> None:
        game = play(summon(self.card, "e5"), "c3-b3", "g3-h3")
        assert offered(game) == steps("e5", around("e5"))
        assert optional(game)
        play(game, "e5-e6")
        assert_idle(game)  # not a fourth
        changes = {"c3": None, "b3": "1 common", "g3": None, "h3": "1 common"}
        assert pieces(game) == board(self.card, "e5", e5=None, e6="1 heroic", **changes)

    @pytest.mark.parametrize(("first", "second"), [("e5-e6", "c3-b3"), ("c3-b3", "e5-e6")])
    def test_anybody_may_make_the_third_when_he_moved_before(self, first: str, second: str) -> None:
        game = play(summon(self.card, "e5"), first, second)
        assert movers(game) == self.others - {"c3"} | {"b3", "e6"}
        play(game, "b3-b2")
        assert_idle(game)

    def test_a_piece_on_the_square_he_left_is_not_the_warlord(self) -> None:
        game = play(summon(self.card, "e5"), "d4-d5", "c3-c4")
        assert movers(game) == {"e5"}

    @pytest.mark.parametrize("moves", [(), ("c3-b3",), ("c3-b3", "g3-h3")])
    def test_may_stop_after_any_number_of_moves(self, moves: tuple[str, ...]) -> None:
        game = play(summon(self.card, "e5"), *moves)
        assert optional(game)
        assert_idle(play(game, "-"))
        done = {square: None for square in self.others | {"e5"}}
        moved = dict(move.split("-") for move in moves)
        expected: dict[str, str | None] = {
            moved.get(square, square): "1 heroic" if square == "e5" else "1 common"
            for square in done
        }
        assert pieces(game) == expected

    def test_only_two_moves_when_he_is_run_over_before_moving(self) -> None:
        more = {"e6": "1 heroic"}
        game = play(summon(self.card, "e5", more), "e6-e5", "c3-b3")
        assert_idle(game)
        game = play(summon(self.card, "e5", more), "c3-b3", "e6-e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", c3=None, b3="1 common")
        game = play(summon(self.card, "e5", more), "e6-e5", "e5-e4")
        assert_idle(game)  # it was not he who moved away from e5

    def test_a_third_move_when_he_is_run_over_after_moving(self) -> None:
        game = play(summon(self.card, "e5", {"d7": "1 heroic"}), "e5-e6", "d7-e6")
        assert movers(game) == self.others | {"e6"}
        play(game, "e6-e7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", e5=None, e7="1 heroic")


class TestWarSummoner:
    card = "war-summoner"
    # The Eagle on h4 needs g3 and i3, the Bear on g8 needs g7, h7 and h8.
    eagle: ClassVar[Board] = {"g3": "1 common", "i3": "2 common"}
    bear: ClassVar[Board] = {"g7": "1 common", "h7": "1 common", "h8": "2 common"}

    def ready(self, hand: str, more: Board, **rest: object) -> Game:
        return arrange(
            pattern_at(self.card, "c6") | dict(more),
            hand=["war-summoner", *hand.split()],
            school="highland",
            other="northern",
            **rest,  # type: ignore[arg-type]
        )

    def test_gains_an_action(self) -> None:
        game = summon(self.card, "e5", actions=1)
        assert_idle(game)
        assert game.state.actions == 1
        assert pieces(game) == board(self.card, "e5")

    def test_an_enemy_piece_serves_in_the_next_summoning(self) -> None:
        game = self.ready("wild-eagle", self.eagle)
        assert "wild-eagle@h4" not in offered(game)
        play(game, "war-summoner@c6", "wild-eagle@h4", "-")
        assert game.board["h4"] == (1, "common")
        assert game.board["i3"] == (2, "common")  # it stays, and stays the enemy's
        assert game.state.destroyed[3:] == (0, 0, 0)

    def test_two_enemy_pieces_are_too_many(self) -> None:
        game = self.ready("wild-eagle", {"g3": "2 common", "i3": "2 common"})
        assert "wild-eagle@h4" not in offered(play(game, "war-summoner@c6"))

    def test_your_own_pieces_alone_still_serve(self) -> None:
        game = self.ready("wild-eagle", {"g3": "1 common", "i3": "1 common"})
        play(game, "war-summoner@c6", "wild-eagle@h4", "-")
        assert game.board["h4"] == (1, "common")

    @pytest.mark.parametrize("piece", ["2 common", "2 heroic"])
    def test_serves_on_the_summoning_square_and_is_destroyed_there(self, piece: str) -> None:
        more = {"g3": piece, "h3": "1 common", "g2": "1 common", "h2": "1 common"}
        game = self.ready("war-drummer", more)
        assert "war-drummer@g3" not in offered(game)
        play(game, "war-summoner@c6", "war-drummer@g3", "-")
        assert game.board["g3"] == (1, "heroic")
        assert sum(game.state.destroyed[3:]) == 1

    def test_not_when_it_outranks_the_being_it_makes_room_for(self) -> None:
        more = {"g3": "2 legendary", "h3": "1 common", "g2": "1 common", "h2": "1 common"}
        game = play(self.ready("war-drummer", more), "war-summoner@c6")
        assert "war-drummer@g3" not in offered(game)

    @pytest.mark.parametrize(("rank", "serves"), [("common", False), ("heroic", True)])
    def test_serves_for_a_legend_with_sufficient_rank(self, rank: str, serves: bool) -> None:
        more = pattern_at("titan", "g6")
        stands_in = next(square for square, piece in more.items() if piece == "1 heroic")
        more[stands_in] = f"2 {rank}"
        game = play(self.ready("", more, legends=["titan"]), "war-summoner@c6")
        assert ("titan@g6" in offered(game)) is serves

    @pytest.mark.parametrize("used", [True, False])
    def test_lost_after_the_next_summoning_whether_used_or_not(self, used: bool) -> None:
        more = {**self.eagle, **self.bear, "i3": "2 common" if used else "1 common"}
        game = play(self.ready("wild-eagle hungry-bear", more), "war-summoner@c6")
        assert "hungry-bear@g8" in offered(game)
        play(game, "wild-eagle@h4", "-")
        assert "hungry-bear@g8" not in offered(game)

    def test_lost_at_the_end_of_the_turn(self) -> None:
        game = play(self.ready("wild-eagle", self.eagle), "war-summoner@c6", "+a3")
        assert "wild-eagle@h4" in offered(game)
        play(game, "+a4", ".", "+a5", "+a6", ".")
        assert game.player == 1
        assert "wild-eagle@h4" not in offered(game)

    def test_survives_a_flare_and_a_placed_piece(self) -> None:
        enemies = {square: "2 common" for square in names(mask_of("f9 e9 d9 c9 f8 e8 d8 g8 g9"))}
        game = self.ready("wild-eagle", {**self.eagle, **enemies}, flare="flare-02")
        play(game, "war-summoner@c6", "!flare-02", "a4", "+a3")
        assert_idle(game)
        assert "wild-eagle@h4" in offered(game)


class TestRitualMaster:
    card = "ritual-master"
    more: ClassVar[Board] = {
        "a4": "2 heroic",
        "b4": "1 heroic",
        "h4": "2 common",
        "i4": "2 legendary",
        "i5": "1 legendary",
    }

    def test_on_green_gains_two_actions(self) -> None:
        game = summon(self.card, "c7", self.more)
        assert_idle(game)
        assert game.state.actions == 3
        assert pieces(game) == board(self.card, "c7", self.more)

    @pytest.mark.parametrize("square", ["d8", "e5"])
    def test_on_red_destroys_a_heroic_and_a_common_piece(self, square: str) -> None:
        game = summon(self.card, square, self.more)
        assert game.state.actions == 1
        assert offered(game) == {"a4", "b4", square}
        assert counted(game) == (1, 2)
        assert optional(game)
        play(game, "a4")
        assert offered(game) == {"h4", *pattern_at(self.card, square)}
        assert counted(game) == (2, 2)
        assert optional(game)
        play(game, "h4")
        assert_idle(game)
        assert pieces(game) == board(self.card, square, self.more, a4=None, h4=None)

    def test_either_may_be_declined(self) -> None:
        game = play(summon(self.card, "e5", self.more), "-", "h4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h4=None)
        game = play(summon(self.card, "e5", self.more), "a4", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, a4=None)
        game = play(summon(self.card, "e5", self.more), "-", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)

    def test_may_destroy_itself_and_then_your_own_common_piece(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5", "d6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, d6=None)

    def test_does_nothing_elsewhere(self) -> None:
        game = summon(self.card, "e4", self.more)
        assert_idle(game)
        assert game.state.actions == 1
        assert pieces(game) == board(self.card, "e4", self.more)


class TestLegendSlayer:
    card = "legend-slayer"
    more: ClassVar[Board] = {
        "c6": "2 legendary",
        "e6": "2 heroic",
        "c4": "2 common",
        "d6": "2 common",
        "c5": "2 legendary",
        "f7": "2 legendary",
    }

    def test_destroys_one_legendary_piece_and_no_more(self) -> None:
        game = summon(self.card, "d5", self.more)
        assert offered(game) == {"c6", "e6", "c4", "e4"}  # e4 is your own
        assert optional(game)
        play(game, "c6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "d5", self.more, c6=None)

    def test_or_two_pieces_that_are_not(self) -> None:
        game = play(summon(self.card, "d5", self.more), "e6")
        assert offered(game) == {"c4", "e4"}  # not the legendary one
        assert counted(game) == (2, 2)
        assert optional(game)
        play(game, "e4")
        assert_idle(game)  # not a third
        assert pieces(game) == board(self.card, "d5", self.more, e6=None, e4=None)

    def test_may_be_declined_at_once_or_after_one(self) -> None:
        assert_declined(summon(self.card, "d5", self.more), board(self.card, "d5", self.more))
        game = play(summon(self.card, "d5", self.more), "c4", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "d5", self.more, c4=None)

    def test_your_own_legendary_piece_may_be_the_victim(self) -> None:
        more = {"e4": "1 legendary"}
        game = play(summon(self.card, "d5", more), "e4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "d5", more, e4=None)


class TestMountainTroll:
    card = "mountain-troll"

    def test_destroys_all_adjacent_common_enemies_and_gains_one_action(self) -> None:
        more = {
            "d6": "2 common",
            "f5": "2 common",
            "f4": "2 common",
            "e6": "2 heroic",
            "f6": "2 legendary",
            "d5": "1 common",
            "g7": "2 common",
        }
        game = summon(self.card, "e5", more)
        assert_idle(game)
        assert game.state.actions == 2  # three destroyed, but only one action
        assert pieces(game) == board(self.card, "e5", more, d6=None, f5=None, f4=None)

    def test_two_are_enough_for_the_action_and_one_is_not(self) -> None:
        assert summon(self.card, "e5", {"d6": "2 common", "f5": "2 common"}).state.actions == 2
        game = summon(self.card, "e5", {"d6": "2 common"})
        assert game.state.actions == 1
        assert pieces(game) == board(self.card, "e5")

    def test_the_piece_it_was_summoned_onto_does_not_count(self) -> None:
        game = summon(self.card, "e5", {"e5": "2 common", "d6": "2 common"})
        assert game.state.actions == 1
        assert game.state.destroyed[3:] == (2, 0, 0)


class TestHungryBear:
    card = "hungry-bear"
    more: ClassVar[Board] = {"e6": "2 common", "d5": "2 heroic", "e7": "2 common", "e8": "2 common"}

    def test_the_first_move_onto_a_piece_allows_a_second(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", around("e5") - {"d5"})  # no equal rank
        assert optional(game)
        play(game, "e5-e6")
        assert offered(game) == steps("e6", around("e6") - {"d5"})
        assert optional(game)
        play(game, "e6-e7")
        assert_idle(game)  # not a third, though a piece was destroyed
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6=None, e7="1 heroic")

    def test_the_first_move_into_an_empty_square_is_the_last(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-d6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, d6="1 heroic")

    def test_your_own_piece_counts_as_destroyed_and_the_second_may_enter_an_empty_square(
        self,
    ) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-f5", "f5-g5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, f5=None, g5="1 heroic")

    def test_each_move_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))
        game = play(summon(self.card, "e5", self.more), "e5-e6", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6="1 heroic")


class TestWerewolf:
    card = "werewolf"

    @pytest.mark.parametrize("square", ["g7", "h4"])
    def test_on_a_coloured_square_makes_three_combat_moves(self, square: str) -> None:
        file, rank = square[0], square[1]
        above = [f"{file}{int(rank) + n}" for n in (1, 2)]
        more = {above[0]: "2 heroic", above[1]: "2 common", f"{file}{int(rank) - 1}": "1 legendary"}
        game = summon(self.card, square, more)
        assert offered(game) == steps(square, around(square) - {f"{file}{int(rank) - 1}"})
        assert optional(game)
        play(game, f"{square}-{above[0]}")
        assert optional(game)
        play(game, f"{above[0]}-{above[1]}", f"{above[1]}-{above[0]}")
        assert_idle(game)  # not a fourth
        changes: dict[str, str | None] = {square: None, above[0]: "1 heroic", above[1]: None}
        assert pieces(game) == board(self.card, square, more, **changes)

    @pytest.mark.parametrize("square", ["e5", "f4"])
    def test_elsewhere_and_in_the_centre_makes_one_standard_move(self, square: str) -> None:
        near = {"e5": ("e6", "f6"), "f4": ("f5", "e5")}[square]
        more = {near[0]: "2 heroic", near[1]: "2 common"}
        game = summon(self.card, square, more)
        assert offered(game) == steps(square, around(square) - {near[0]})
        assert optional(game)
        play(game, f"{square}-{near[1]}")  # from f4 onto the red e5
        assert_idle(game)
        changes: dict[str, str | None] = {square: None, near[1]: "1 heroic"}
        assert pieces(game) == board(self.card, square, more, **changes)

    @pytest.mark.parametrize("square", ["g7", "e5"])
    def test_may_be_declined(self, square: str) -> None:
        assert_declined(summon(self.card, square), board(self.card, square))

    def test_may_stop_after_two_moves_over_colourless_squares(self) -> None:
        assert_declined(
            play(summon(self.card, "g7"), "g7-g6", "g6-g5"),
            board(self.card, "g7", g7=None, g5="1 heroic"),
        )


class TestClanGuardian:
    card = "clan-guardian"

    def test_upgrades_a_common_piece_that_was_used(self) -> None:
        more = {"d5": "1 heroic", "e4": "1 common", "e6": "2 common"}
        game = summon(self.card, "e5", more)
        assert offered(game) == {"c5", "f5"}
        assert optional(game)
        play(game, "f5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, f5="1 heroic")

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5"), board(self.card, "e5"))

    def test_asks_nothing_when_no_used_piece_is_common(self) -> None:
        more = {"c5": "1 heroic", "d5": "1 legendary", "f5": "1 heroic", "e4": "1 common"}
        assert_idle(summon(self.card, "e5", more))

    def test_the_marks_turn_with_the_placement(self) -> None:
        upright = {"e3": "1 common", "e4": "1 common", "e6": "1 common"}
        game = arrange(upright, hand=[self.card], school="highland", other="northern")
        play(game, "clan-guardian@e5")
        assert offered(game) == set(upright)

    def test_two_placements_on_one_square_are_two_moves(self) -> None:
        game = ready(self.card, "e5", {"g5": "1 common"})
        codes = {code for code in offered(game) if code.startswith("clan-guardian@e5")}
        assert codes == {"clan-guardian@e5/1", "clan-guardian@e5/2"}
        marked = []
        for code in sorted(codes):
            chosen = game.copy()
            match = chosen.find_move(code).match
            assert match is not None
            play(chosen, code)
            assert offered(chosen) == match.marked
            marked.append(match.marked)
        assert set(map(frozenset, marked)) == {
            frozenset({"c5", "d5", "f5"}),
            frozenset({"d5", "f5", "g5"}),
        }

    def test_an_enemy_piece_that_stood_in_may_be_upgraded(self) -> None:
        more = {"d5": "2 common"}
        game = summon(self.card, "e5", more, turn={"borrow": 1})
        assert offered(game) == {"c5", "d5", "f5"}
        play(game, "d5")
        assert pieces(game) == board(self.card, "e5", d5="2 heroic")
