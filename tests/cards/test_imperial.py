"""The Imperial beings, each through a game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tashkalar import IllegalMove
from tashkalar.position.board import SQUARE_OF
from tests.cards.helpers import changed, destroyed, placements, steps_over, summon
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

# Twelve squares far from e5, for filling a supply.
FAR = [f + "1" for f in "cdefg"] + [f + "2" for f in "bcdefgh"]


class TestSwordmaster:
    def test_destroys_a_diagonal_common_enemy_and_is_upgraded(self) -> None:  # R11.11
        board = pattern_at("swordmaster", "e5") | {
            "d6": "2 common",
            "f4": "2 common",
            "f6": "2 heroic",
            "d5": "2 common",
            "d4": "1 common",
        }
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        assert offered(game) == {"d6", "f4"}  # not heroic, not orthogonal, not your own
        assert optional(game)
        play(game, "d6")
        assert_idle(game)
        assert pieces(game) == changed(board, d6=None, e5="1 heroic")
        assert destroyed(game) == (1, 0, 0)

    def test_may_be_declined_and_stays_common(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5", "-")
        assert_idle(game)
        assert pieces(game) == board | {"e5": "1 common"}

    def test_is_not_upgraded_for_a_piece_it_was_summoned_onto(self) -> None:  # R10.5
        board = pattern_at("swordmaster", "e5") | {"e5": "2 common", "d6": "2 legendary"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        assert_idle(game)  # nothing to destroy: nothing is asked
        assert pieces(game)["e5"] == "1 common"
        assert destroyed(game) == (1, 0, 0)

    def test_looks_over_the_edge_of_the_board(self) -> None:
        board = {"a4": "1 common", "a6": "1 common", "b4": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@a5")
        assert offered(game) == {"b4"}
        play(game, "b4")
        assert pieces(game) == changed(board, b4=None, a5="1 heroic")


class TestMessenger:
    def test_a_heroic_piece_runs_over_common_ones_and_stops_at_an_equal_rank(self) -> None:
        others = {
            "b8": "1 heroic",
            "c8": "2 common",
            "d8": "1 common",
            "f8": "2 heroic",
            "c9": "2 common",
        }
        game = summon("messenger", "e5", others)
        assert {"b8-c8", "b8-c9", "b8-b7"} <= offered(game)
        play(game, "b8-c8")
        assert offered(game) == {"c8-d8"}  # only straight on, and your own piece is no obstacle
        assert optional(game)
        play(game, "c8-d8", "d8-e8")
        assert_idle(game)  # before the heroic piece it ends by itself
        assert pieces(game) == pattern_at("messenger", "e5") | {
            "e5": "1 common",
            "e8": "1 heroic",
            "f8": "2 heroic",
            "c9": "2 common",
        }
        assert destroyed(game) == (1, 0, 0)

    def test_common_pieces_enter_empty_squares_and_the_rest_may_not_move(self) -> None:
        others = {"e6": "2 common", "f5": "1 legendary", "h4": "2 heroic"}
        game = summon("messenger", "e5", others)
        assert offered(game) == steps_over(pieces(game), "e5", "f4", "g3")
        assert optional(game)

    def test_may_be_declined(self) -> None:
        game = summon("messenger", "e5", {"b8": "1 heroic"})
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before

    def test_itself_moves_to_the_edge_of_the_board(self) -> None:
        game = play(summon("messenger", "e5"), "e5-e6", "e6-e7", "e7-e8", "e8-e9")
        assert_idle(game)
        assert pieces(game) == pattern_at("messenger", "e5") | {"e9": "1 common"}

    def test_may_stop_after_any_move(self) -> None:
        game = play(summon("messenger", "e5"), "g3-g4", "g4-g5", "-")
        assert_idle(game)
        assert pieces(game) == {"e5": "1 common", "f4": "1 common", "g5": "1 common"}

    def test_may_be_run_over_by_the_moving_piece_which_goes_on(self) -> None:
        game = play(summon("messenger", "e5", {"c5": "1 heroic"}), "c5-d5", "d5-e5")
        assert offered(game) == {"e5-f5"}
        play(game, "e5-f5", "-")
        assert pieces(game) == pattern_at("messenger", "e5") | {"f5": "1 heroic"}
        assert destroyed(game, 1) == (1, 0, 0)


class TestHerald:
    OTHERS: Mapping[str, str] = {"d6": "1 legendary", "e6": "2 common", "c5": "1 heroic"}

    def test_moves_pieces_of_any_rank_onto_empty_squares_only(self) -> None:
        game = summon("herald", "e5", self.OTHERS)
        mine = ("e5", "f4", "g4", "f3", "d6", "c5")
        assert offered(game) == steps_over(pieces(game), *mine)
        assert optional(game)
        play(game, "d6-d7")
        assert offered(game) == steps_over(pieces(game), "d7", *(s for s in mine if s != "d6"))
        assert optional(game)
        play(game, "d7-d8")  # the same piece again
        assert_idle(game)  # two moves at most
        assert pieces(game) == pattern_at("herald", "e5") | {
            "e5": "1 common",
            "d8": "1 legendary",
            "e6": "2 common",
            "c5": "1 heroic",
        }
        assert destroyed(game) == (0, 0, 0)

    def test_moves_two_pieces_the_herald_included(self) -> None:
        game = play(summon("herald", "e5", self.OTHERS), "e5-f5", "c5-c6")
        assert_idle(game)
        now = pieces(game)
        assert now["f5"] == "1 common" and now["c6"] == "1 heroic"
        assert "e5" not in now and "c5" not in now

    def test_may_be_declined_at_once(self) -> None:
        game = summon("herald", "e5", self.OTHERS)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before

    def test_may_make_one_move_only(self) -> None:
        game = play(summon("herald", "e5"), "e5-e6", "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("herald", "e5") | {"e6": "1 common"}


class TestBomb:
    OTHERS: Mapping[str, str] = {
        "d4": "2 common",
        "e6": "2 common",
        "d6": "1 common",
        "f6": "2 heroic",
        "d5": "1 heroic",
        "f5": "2 legendary",
        "e7": "2 common",
    }

    def test_blows_up_with_the_adjacent_common_pieces_of_any_colour(self) -> None:  # R10.11
        game = summon("bomb", "e5", self.OTHERS)
        assert_idle(game)  # nothing is asked
        assert pieces(game) == {
            "f3": "1 common",  # of the pattern, but not adjacent
            "f6": "2 heroic",
            "d5": "1 heroic",
            "f5": "2 legendary",
            "e7": "2 common",
        }
        assert destroyed(game) == (2, 0, 0)
        assert destroyed(game, 1) == (3, 0, 0)
        play(game, "+a5", ".")
        assert (game.score(1), game.score(2)) == (1, 0)  # own pieces count for nobody

    def test_does_nothing_with_the_last_action(self) -> None:
        game = summon("bomb", "e5", self.OTHERS, actions=1)
        assert_idle(game)
        assert pieces(game) == pattern_at("bomb", "e5") | dict(self.OTHERS) | {"e5": "1 common"}

    def test_an_action_gained_earlier_is_an_action_left(self) -> None:
        board = pattern_at("bomb", "e5") | {f"{f}9": "2 common" for f in "cdefg"}
        board |= {"e6": "2 common", "b8": "2 common", "c8": "2 common"}
        game = arrange(board, hand=["bomb"], flare="flare-12", actions=1)
        play(game, "!flare-12", "bomb@e5")
        assert "e5" not in pieces(game) and "e6" not in pieces(game)

    def test_an_action_gained_later_does_not_set_it_off(self) -> None:
        board = pattern_at("bomb", "e5") | {f"{f}9": "2 common" for f in "cdefg"}
        board |= {"e6": "2 common", "b8": "2 common", "c8": "2 common"}
        game = arrange(board, hand=["bomb"], flare="flare-12", actions=1)
        play(game, "bomb@e5", "!flare-12")
        assert_idle(game)
        assert game.state.actions == 1
        assert pieces(game) == board | {"e5": "1 common"}

    def test_at_the_edge_of_the_board(self) -> None:
        others = {"a6": "2 common", "b6": "2 common", "a4": "2 common", "c5": "2 common"}
        game = summon("bomb", "a5", others)
        assert pieces(game) == {"b3": "1 common", "c5": "2 common"}


class TestChronicler:
    OTHERS: Mapping[str, str] = {
        "c3": "1 common",
        "c4": "2 common",
        "d3": "1 common",
        "b3": "2 heroic",
        "a5": "1 heroic",
        "a6": "1 legendary",
    }

    def test_upgrades_another_common_piece_which_may_then_move(self) -> None:  # R11.7
        game = summon("chronicler", "e5", self.OTHERS)
        assert offered(game) == {"e6", "d5", "f5", "c3", "d3"}
        assert not optional(game)
        play(game, "c3")
        now = pieces(game)
        assert now["c3"] == "1 heroic"
        assert offered(game) == steps_over(now, "c3", over=("common",))
        assert {"c3-c4", "c3-d3"} <= offered(game)  # heroic now; your own piece too
        assert "c3-b3" not in offered(game)
        assert optional(game)
        play(game, "c3-c4")
        assert_idle(game)
        assert pieces(game) == changed(now, c3=None, c4="1 heroic")
        assert destroyed(game) == (1, 0, 0)

    def test_the_move_may_be_declined(self) -> None:
        game = play(summon("chronicler", "e5", self.OTHERS), "d5", "-")
        assert_idle(game)
        expected = pattern_at("chronicler", "e5") | dict(self.OTHERS)
        assert pieces(game) == changed(expected, d5="1 heroic", e5="1 common")

    def test_the_only_other_common_piece_is_upgraded_unasked(self) -> None:
        board = {"e6": "1 heroic", "d5": "1 legendary", "f5": "1 common", "h5": "2 common"}
        game = play(arrange(board, hand=["chronicler"]), "chronicler@e5")
        assert pieces(game)["f5"] == "1 heroic"
        assert offered(game) == steps_over(pieces(game), "f5", over=("common",))
        play(game, "f5-e5")  # even over the Chronicler
        assert_idle(game)
        assert pieces(game) == changed(board, f5=None, e5="1 heroic")

    def test_does_nothing_when_it_is_the_only_common_piece(self) -> None:
        board = {"e6": "1 heroic", "d5": "1 legendary", "f5": "1 heroic", "h5": "2 common"}
        game = play(arrange(board, hand=["chronicler"]), "chronicler@e5")
        assert_idle(game)
        assert pieces(game) == board | {"e5": "1 common"}


class TestAssassin:
    def test_destroys_a_piece_of_any_rank_on_the_marked_square_and_stays(self) -> None:
        game = summon("assassin", "e5", {"d6": "2 legendary", "f6": "2 common"})
        assert_idle(game)  # neither asked before nor moving after
        assert pieces(game) == pattern_at("assassin", "e5") | {"e5": "1 heroic", "f6": "2 common"}
        play(game, "+a5", ".")
        assert game.score(1) == 2

    @pytest.mark.parametrize("rank", ["common", "heroic", "legendary"])
    def test_must_destroy_your_own_piece_there(self, rank: str) -> None:
        game = summon("assassin", "e5", {"d6": f"1 {rank}"})
        assert_idle(game)
        assert pieces(game) == pattern_at("assassin", "e5") | {"e5": "1 heroic"}
        assert sum(destroyed(game, 1)) == 1

    def test_may_move_to_the_marked_square_when_it_was_empty(self) -> None:
        game = summon("assassin", "e5", {"d5": "2 common"})
        assert offered(game) == {"e5-d6"}
        assert optional(game)
        play(game, "e5-d6")
        assert_idle(game)
        assert pieces(game) == pattern_at("assassin", "e5") | {"d5": "2 common", "d6": "1 heroic"}

    def test_may_move_to_the_marked_square_that_a_shortage_emptied(self) -> None:  # R7.17c
        pattern = pattern_at("assassin", "e5")
        far = [s for s in SQUARE_OF if s[0] in "ghi" and s not in pattern][:12]
        board = pattern | {"d6": "1 common"} | dict.fromkeys(far, "1 common")
        game = summon("assassin", "e5", {**dict.fromkeys(far, "1 common"), "d6": "1 common"})
        assert offered(game) == {"d6", *far}
        play(game, "d6")
        assert offered(game) == {"e5-d6"}
        assert optional(game)
        play(game, "e5-d6")
        assert pieces(game) == changed(board, d6="1 heroic")
        assert destroyed(game, 1) == (0, 0, 0)

    def test_may_stay(self) -> None:
        game = play(summon("assassin", "e5"), "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("assassin", "e5") | {"e5": "1 heroic"}

    def test_a_mirrored_placement_has_the_mark_on_the_other_side(self) -> None:
        board = {"f8": "1 common", "g7": "1 common", "h6": "1 common"}
        board |= {"f6": "2 common", "d6": "2 common"}
        game = play(arrange(board, hand=["assassin"]), "assassin@e5")
        assert_idle(game)
        assert pieces(game) == changed(board, f6=None, e5="1 heroic")

    @pytest.mark.parametrize(("mark", "spared"), [("d6", "f6"), ("f6", "d6")])
    def test_only_the_chosen_placement_counts(self, mark: str, spared: str) -> None:
        board = pattern_at("assassin", "e5")
        board |= {"f8": "1 common", "g7": "1 common", "h6": "1 common"}
        board |= {"d6": "2 common", "f6": "1 common"}
        game = arrange(board, hand=["assassin"])
        codes = placements(game, "assassin", "e5")
        assert set(codes) == {frozenset({"d6"}), frozenset({"f6"})}
        assert set(codes.values()) == {"assassin@e5/1", "assassin@e5/2"}
        play(game, codes[frozenset({mark})])
        assert_idle(game)
        assert pieces(game) == changed(board, **{mark: None, "e5": "1 heroic"})
        assert spared in pieces(game)


class TestTimeMage:
    def test_gains_an_action_and_destroys_only_an_enemy_on_the_marked_square(self) -> None:
        board = pattern_at("time-mage", "e5") | {"d4": "2 legendary", "c5": "2 common"}
        game = play(arrange(board, hand=["time-mage"]), "time-mage@e5")
        assert_idle(game)
        assert game.state.actions == 2
        assert pieces(game) == pattern_at("time-mage", "e5") | {
            "e5": "1 heroic",
            "c5": "2 common",
        }
        assert destroyed(game) == (0, 0, 1)

    @pytest.mark.parametrize("rank", ["common", "heroic", "legendary"])
    def test_spares_your_own_piece_on_the_marked_square(self, rank: str) -> None:
        game = summon("time-mage", "e5", {"d4": f"1 {rank}"})
        assert_idle(game)
        assert pieces(game)["d4"] == f"1 {rank}"
        assert game.state.actions == 2

    def test_gains_an_action_after_the_last_one_too(self) -> None:
        game = summon("time-mage", "e5", actions=1)
        assert_idle(game)
        assert game.state.actions == 1

    @pytest.mark.parametrize(("mark", "spared"), [("d4", "f4"), ("f4", "d4")])
    def test_only_the_chosen_placement_counts(self, mark: str, spared: str) -> None:
        board = pattern_at("time-mage", "e5") | {"f5": "1 common", "g4": "1 common"}
        board |= {"f3": "1 common", "d4": "2 common", "f4": "2 heroic"}
        game = arrange(board, hand=["time-mage"])
        codes = placements(game, "time-mage", "e5")
        assert set(codes) == {frozenset({"d4"}), frozenset({"f4"})}
        assert set(codes.values()) == {"time-mage@e5/1", "time-mage@e5/2"}
        play(game, codes[frozenset({mark})])
        assert_idle(game)
        assert pieces(game) == changed(board, **{mark: None, "e5": "1 heroic"})
        assert spared in pieces(game)


class TestSummoner:
    MARKED = frozenset({"c7", "e7", "g7", "d6", "e6", "f6", "c5", "d5", "f5", "g5"})

    def test_places_up_to_two_common_pieces_on_empty_marked_squares(self) -> None:  # R11.10
        others = {"d6": "2 common", "e6": "1 common", "f5": "2 legendary"}
        game = summon("summoner", "e5", others)
        free = self.MARKED - set(others)
        assert offered(game) == free  # c7, e7 and g5 behind occupied squares too
        assert counted(game) == (1, 2)
        assert optional(game)
        play(game, "c7")
        assert offered(game) == free - {"c7"}
        assert counted(game) == (2, 2)
        assert optional(game)
        play(game, "g5")
        assert_idle(game)
        assert pieces(game) == pattern_at("summoner", "e5") | others | {
            "e5": "1 heroic",
            "c7": "1 common",
            "g5": "1 common",
        }

    def test_may_be_declined_at_once(self) -> None:
        game = play(summon("summoner", "e5"), "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("summoner", "e5") | {"e5": "1 heroic"}

    def test_may_place_one_only(self) -> None:
        game = play(summon("summoner", "e5"), "e6", "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("summoner", "e5") | {"e5": "1 heroic", "e6": "1 common"}

    def test_places_one_when_only_one_is_left_in_the_supply(self) -> None:  # R10.4
        game = summon("summoner", "e5", dict.fromkeys(FAR[:11], "1 common"))
        assert offered(game) == self.MARKED
        play(game, "e7")
        assert_idle(game)

    def test_places_none_with_an_empty_supply(self) -> None:
        game = summon("summoner", "e5", dict.fromkeys(FAR[:12], "1 common"))
        assert_idle(game)
        assert not self.MARKED & set(pieces(game))

    def test_marked_squares_off_the_board_do_not_exist(self) -> None:
        game = summon("summoner", "e8")
        assert offered(game) == {"d9", "e9", "f9", "c8", "d8", "f8", "g8"}

    def test_only_the_chosen_placement_counts(self) -> None:
        board = pattern_at("summoner", "e5")
        board |= {"d6": "1 common", "e6": "1 common", "f6": "1 common"}
        game = arrange(board, hand=["summoner"])
        turned = frozenset({"c3", "e3", "g3", "d4", "e4", "f4", "c5", "d5", "f5", "g5"})
        codes = placements(game, "summoner", "e5")
        assert set(codes) == {self.MARKED, turned}
        assert set(codes.values()) == {"summoner@e5/1", "summoner@e5/2"}
        play(game, codes[turned])
        assert offered(game) == turned - set(board)


class TestHypnotist:
    OTHERS: Mapping[str, str] = {
        "c8": "2 common",
        "d8": "2 common",
        "e8": "2 common",
        "g8": "2 common",
        "d7": "2 heroic",
        "f7": "2 heroic",
        "e7": "2 legendary",
        "g7": "1 common",
        "h7": "1 heroic",
    }

    def test_offers_common_and_heroic_enemies_with_combat_moves(self) -> None:
        game = summon("hypnotist", "e5", self.OTHERS)
        now = pieces(game)
        assert offered(game) == (
            steps_over(now, "c8", "d8", "e8", "g8", over=("common",))
            | steps_over(now, "d7", "f7", over=("common", "heroic"))
        )
        assert optional(game)

    def test_three_common_pieces_move_once_each(self) -> None:
        game = play(summon("hypnotist", "e5", self.OTHERS), "g8-g7")  # over your own piece
        now = pieces(game)
        assert now["g7"] == "2 common"
        assert offered(game) == steps_over(now, "c8", "d8", "e8", over=("common",))
        assert optional(game)
        play(game, "c8-d8")  # over one that has not moved
        now = pieces(game)
        assert offered(game) == steps_over(now, "e8", over=("common",))  # not the one on d8
        play(game, "e8-d8")
        assert_idle(game)
        assert pieces(game) == changed(now, e8=None, d8="2 common")
        assert destroyed(game) == (2, 0, 0)  # of the colour that moved, yet destroyed by you
        assert destroyed(game, 1) == (1, 0, 0)

    def test_ends_after_three_common_pieces(self) -> None:
        game = summon("hypnotist", "e5", self.OTHERS)
        play(game, "c8-c9", "d8-d9", "e8-e9")
        assert_idle(game)  # g8 stays
        assert pieces(game)["g8"] == "2 common"

    def test_ends_after_two_heroic_pieces(self) -> None:
        game = summon("hypnotist", "e5", {**self.OTHERS, "b5": "2 heroic"})
        play(game, "d7-d8")
        now = pieces(game)
        assert offered(game) == steps_over(now, "f7", "b5", over=("common", "heroic"))
        assert optional(game)
        play(game, "b5-b6")
        assert_idle(game)  # f7 stays
        assert pieces(game) == changed(now, b5=None, b6="2 heroic")

    @pytest.mark.parametrize(("first", "most"), [("g8-g7", 3), ("b5-b4", 2)])
    def test_says_which_move_of_how_many(self, first: str, most: int) -> None:
        game = summon("hypnotist", "e5", {**self.OTHERS, "b5": "2 heroic", "c8": "2 heroic"})
        assert counted(game) == (0, 0)  # the rank is not chosen yet
        assert counted(play(game, first)) == (2, most)

    def test_goes_on_when_a_moved_piece_runs_over_the_hypnotist(self) -> None:  # R10.7
        game = summon("hypnotist", "e5", {"e6": "2 heroic", "c8": "2 heroic", "d8": "2 common"})
        play(game, "e6-e5")
        now = pieces(game)
        assert now["e5"] == "2 heroic"
        assert offered(game) == steps_over(now, "c8", over=("common", "heroic"))
        play(game, "c8-d8")
        assert_idle(game)
        assert destroyed(game, 1) == (0, 1, 0)
        assert destroyed(game) == (1, 0, 0)

    def test_may_be_declined_or_stopped(self) -> None:
        game = summon("hypnotist", "e5", self.OTHERS)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before
        game = play(summon("hypnotist", "e5", self.OTHERS), "c8-c9", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, c8=None, c9="2 common")


class TestCannon:
    def test_destroys_every_common_piece_along_the_arrow(self) -> None:
        others = {
            "e6": "2 heroic",
            "e7": "2 common",
            "e8": "1 common",
            "e9": "2 common",
            "f6": "2 common",
            "c5": "2 common",
        }
        game = summon("cannon", "e5", others)
        assert offered(game) == {"n", "ne"}
        assert optional(game)
        play(game, "n")
        assert_idle(game)
        expected = pattern_at("cannon", "e5") | others
        assert pieces(game) == changed(expected, e5="1 heroic", e7=None, e8=None, e9=None)
        assert destroyed(game) == (2, 0, 0)
        assert destroyed(game, 1) == (2, 0, 0)  # one was on the summoning square

    def test_heroic_and_legendary_pieces_neither_fall_nor_stop_the_shot(self) -> None:
        others = {"f5": "1 heroic", "g5": "2 legendary", "i5": "2 common"}
        game = play(summon("cannon", "e5", others), "e")
        assert_idle(game)
        expected = pattern_at("cannon", "e5") | others
        assert pieces(game) == changed(expected, e5="1 heroic", i5=None)

    def test_has_seven_arrows_that_must_point_at_a_piece(self) -> None:
        game = summon("cannon", "e5", dict.fromkeys(["f6", "f5", "f4", "e4"], "2 common"))
        assert offered(game) == {"ne", "e", "se", "s"}
        everywhere = dict.fromkeys(around("e5") - {"d5"}, "2 common")
        game = summon("cannon", "e5", everywhere)
        assert offered(game) == {"n", "ne", "e", "se", "s", "sw", "nw"}
        assert_idle(summon("cannon", "e5"))

    def test_may_be_declined(self) -> None:
        game = play(summon("cannon", "e5", {"e6": "2 common"}), "-")
        assert_idle(game)
        expected = pattern_at("cannon", "e5") | {"e6": "2 common"}
        assert pieces(game) == changed(expected, e5="1 heroic")

    def test_destroys_an_enemy_piece_that_fills_its_pattern(self) -> None:
        board = pattern_at("cannon", "e5") | {"e5": "2 heroic"}
        game = arrange(board, hand=["cannon"], turn={"borrow": 1})
        play(game, "cannon@e5")
        assert_idle(game)
        assert destroyed(game) == (0, 1, 0)

    def test_at_the_edge_of_the_board(self) -> None:
        game = summon("cannon", "d9", {"e9": "2 common", "f7": "2 common"})
        assert offered(game) == {"e", "se"}
        play(game, "e")
        assert_idle(game)
        assert "e9" not in pieces(game) and "f7" in pieces(game)

    def test_arrows_turn_with_the_placement(self) -> None:
        board = {"e5": "1 common", "e6": "1 common", "f7": "1 common"}  # missing arrow: north
        board |= dict.fromkeys(around("e5") - {"e6"}, "2 common")
        game = play(arrange(board, hand=["cannon"]), "cannon@e5")
        assert offered(game) == {"ne", "e", "se", "s", "sw", "w", "nw"}

    @pytest.mark.parametrize(("pattern", "missing"), [("d5", "w"), ("f5", "e")])
    def test_only_the_chosen_placement_counts(self, pattern: str, missing: str) -> None:
        board = pattern_at("cannon", "e5") | {"f5": "1 common", "g4": "1 common"}
        board |= {"b5": "2 common", "h5": "2 common"}
        game = arrange(board, hand=["cannon"])
        codes = placements(game, "cannon", "e5")
        assert set(codes.values()) == {"cannon@e5/1", "cannon@e5/2"}
        (code,) = (code for arrows, code in codes.items() if missing not in arrows)
        play(game, code)
        assert offered(game) == {"e", "w"} - {missing}
        play(game, *offered(game))
        assert_idle(game)
        line = {"d5", "b5"} if missing == "e" else {"f5", "h5"}
        assert set(board) - set(pieces(game)) == line


class TestChampion:
    def test_destroys_an_adjacent_enemy_and_stays(self) -> None:
        others = {
            "d6": "2 common",
            "e6": "2 heroic",
            "f6": "2 legendary",
            "f5": "1 common",
            "f4": "2 common",
            "g5": "2 common",
        }
        game = summon("champion", "e5", others)
        assert offered(game) == {"d6", "e6", "f6", "f4"}  # not your own, not at distance 2
        assert optional(game)
        play(game, "e6")
        assert_idle(game)
        expected = pattern_at("champion", "e5") | others
        assert pieces(game) == changed(expected, e5="1 heroic", e6=None)
        assert game.state.actions == 1  # none gained
        assert destroyed(game) == (0, 1, 0)

    def test_falls_with_a_legendary_piece_and_you_gain_an_action(self) -> None:
        game = play(summon("champion", "e5", {"f6": "2 legendary"}), "f6")
        assert_idle(game)
        assert pieces(game) == pattern_at("champion", "e5")
        assert game.state.actions == 2
        assert destroyed(game) == (0, 0, 1)
        assert destroyed(game, 1) == (0, 1, 0)
        play(game, "+a5", "+a6", ".")
        assert (game.score(1), game.score(2)) == (2, 0)

    def test_reaches_all_adjacent_squares(self) -> None:
        others = dict.fromkeys(around("e5"), "2 common")
        game = summon("champion", "e5", others | pattern_at("champion", "e5"))
        assert offered(game) == {"d6", "e6", "f6", "f5", "f4"}

    def test_may_destroy_an_enemy_piece_of_its_own_pattern(self) -> None:
        board = pattern_at("champion", "e5") | {"d4": "2 heroic"}
        game = arrange(board, hand=["champion"], turn={"borrow": 1})
        play(game, "champion@e5")
        assert offered(game) == {"d4"}
        play(game, "d4")
        assert_idle(game)
        assert destroyed(game) == (0, 1, 0)

    def test_stands_at_the_edge_of_the_board(self) -> None:
        board = {"f9": "1 common", "f8": "1 common", "g8": "1 common", "g7": "1 common"}
        board |= {"e9": "2 common", "h8": "2 common", "h7": "2 common"}
        game = play(arrange(board, hand=["champion"]), "champion@g9")
        assert offered(game) == {"h8"}

    def test_may_be_declined(self) -> None:
        game = play(summon("champion", "e5", {"f6": "2 legendary"}), "-")
        assert_idle(game)
        expected = pattern_at("champion", "e5") | {"f6": "2 legendary", "e5": "1 heroic"}
        assert pieces(game) == expected
        assert game.state.actions == 1

    def test_a_piece_it_was_summoned_onto_costs_nothing(self) -> None:
        game = summon("champion", "e5", {"e5": "2 heroic", "f6": "1 legendary"})
        assert_idle(game)
        assert pieces(game)["e5"] == "1 heroic"
        assert game.state.actions == 1


class TestInfantryCaptain:
    OTHERS: Mapping[str, str] = {
        "d6": "1 heroic",
        "e6": "2 heroic",
        "d7": "2 legendary",
        "c5": "2 common",
        "h7": "1 legendary",
        "h8": "2 legendary",
    }

    def test_offers_combat_moves_of_all_your_other_pieces(self) -> None:
        game = summon("infantry-captain", "e5", self.OTHERS)
        now = pieces(game)
        assert offered(game) == (
            steps_over(now, "c4", "d4", "f4", "g4", over=("common",))
            | steps_over(now, "d6", over=("common", "heroic"))
            | steps_over(now, "h7", over=("common", "heroic", "legendary"))
        )
        assert {"d6-e5", "c4-d4", "h7-h8"} <= offered(game)
        assert optional(game)

    def test_makes_two_moves_with_the_same_piece(self) -> None:
        game = play(summon("infantry-captain", "e5", self.OTHERS), "d6-e6")
        before = pieces(game)
        assert offered(game) == (
            steps_over(before, "c4", "d4", "f4", "g4", over=("common",))
            | steps_over(before, "e6", over=("common", "heroic"))
            | steps_over(before, "h7", over=("common", "heroic", "legendary"))
        )
        assert optional(game)
        play(game, "e6-f7")
        assert_idle(game)
        assert pieces(game) == changed(before, e6=None, f7="1 heroic")
        assert destroyed(game) == (0, 1, 0)

    def test_makes_two_moves_with_different_pieces(self) -> None:
        game = play(summon("infantry-captain", "e5", self.OTHERS), "h7-h8", "d4-c5")
        assert_idle(game)
        assert destroyed(game) == (1, 0, 1)

    def test_a_piece_that_ran_over_the_captain_may_move_on(self) -> None:  # R10.10
        game = play(summon("infantry-captain", "e5", {"d6": "1 heroic"}), "d6-e5")
        assert destroyed(game, 1) == (0, 1, 0)
        assert steps_over(pieces(game), "e5") <= offered(game)
        play(game, "e5-e6")
        assert_idle(game)
        assert pieces(game) == pattern_at("infantry-captain", "e5") | {"e6": "1 heroic"}

    def test_may_be_declined_or_stopped(self) -> None:
        game = summon("infantry-captain", "e5", self.OTHERS)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before
        game = play(summon("infantry-captain", "e5", self.OTHERS), "c4-c5", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, c4=None, c5="1 common")


class TestCavalryCaptain:
    def test_offers_all_your_pieces_but_the_captain(self) -> None:
        others = {"d6": "1 heroic", "e6": "2 heroic", "h7": "1 legendary", "h8": "2 legendary"}
        game = summon("cavalry-captain", "e5", others)
        now = pieces(game)
        assert offered(game) == (
            steps_over(now, "d4", "f4", "d3", "f3", over=("common",))
            | steps_over(now, "d6", over=("common", "heroic"))
            | steps_over(now, "h7", over=("common", "heroic", "legendary"))
        )
        assert optional(game)

    def test_only_one_of_the_three_moves_may_be_onto_an_equal_rank(self) -> None:
        others = {"b4": "1 heroic", "b5": "2 heroic", "c6": "2 heroic", "b6": "2 common"}
        game = play(summon("cavalry-captain", "e5", others), "b4-b5")
        now = pieces(game)
        assert offered(game) == steps_over(now, "b5", over=("common",))  # not onto c6
        assert optional(game)
        play(game, "b5-b6")  # over a lower rank
        assert offered(game) == steps_over(pieces(game), "b6", over=("common",))
        play(game, "b6-b7")
        assert_idle(game)  # three moves
        assert pieces(game) == pattern_at("cavalry-captain", "e5") | {
            "e5": "1 heroic",
            "b7": "1 heroic",
            "c6": "2 heroic",
        }
        assert destroyed(game) == (1, 1, 0)

    def test_the_combat_move_may_be_the_last_one(self) -> None:
        others = {"b3": "1 heroic", "b4": "2 common", "b6": "2 heroic"}
        game = play(summon("cavalry-captain", "e5", others), "b3-b4", "b4-b5")
        assert "b5-b6" in offered(game)
        play(game, "b5-b6")
        assert_idle(game)
        assert destroyed(game) == (1, 1, 0)

    def test_the_combat_move_may_be_in_the_middle(self) -> None:
        others = {"b3": "1 common", "b5": "2 common", "c6": "2 common"}
        game = play(summon("cavalry-captain", "e5", others), "b3-b4", "b4-b5")
        assert offered(game) == steps_over(pieces(game), "b5")
        play(game, "b5-b6")
        assert_idle(game)

    def test_its_own_captain_may_be_run_over(self) -> None:
        game = play(summon("cavalry-captain", "e5", {"d6": "1 heroic"}), "d6-e5")
        assert offered(game) == steps_over(pieces(game), "e5", over=("common",))
        play(game, "e5-f6", "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("cavalry-captain", "e5") | {"f6": "1 heroic"}

    def test_may_be_declined_or_stopped(self) -> None:
        game = play(summon("cavalry-captain", "e5"), "-")
        assert_idle(game)
        before = pieces(game)
        assert before == pattern_at("cavalry-captain", "e5") | {"e5": "1 heroic"}
        game = play(summon("cavalry-captain", "e5"), "d4-c5", "c5-c6", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, d4=None, c6="1 common")


class TestGryphonRider:
    def test_leaps_to_any_square_without_a_legendary_piece(self) -> None:
        others = {"a5": "2 legendary", "i5": "1 legendary", "e9": "2 heroic", "b8": "1 heroic"}
        game = summon("gryphon-rider", "e5", others)
        reach = {target for target in offered(game) if target.startswith("e5-")}
        assert offered(game) == reach
        assert len(reach) == 69 - 3  # not her own square, not the legendary pieces
        assert {"e5-e9", "e5-b8", "e5-d5", "e5-g1"} <= reach
        assert not {"e5-a5", "e5-i5", "e5-e5"} & reach
        assert optional(game)

    def test_is_downgraded_and_places_a_piece_next_to_where_she_is(self) -> None:  # R10.6
        others = {"e9": "2 heroic", "d8": "2 common"}
        game = play(summon("gryphon-rider", "e5", others), "e5-e9")
        assert destroyed(game) == (0, 1, 0)
        assert offered(game) == {"e9"}
        assert optional(game)
        play(game, "e9")
        assert offered(game) == {"d9", "f9", "e8", "f8"}
        assert not optional(game)  # the placement belongs to the downgrade
        play(game, "f8")
        assert_idle(game)
        assert pieces(game) == pattern_at("gryphon-rider", "e5") | {
            "e9": "1 common",
            "f8": "1 common",
            "d8": "2 common",
        }

    def test_may_stay_heroic_after_the_leap(self) -> None:
        game = play(summon("gryphon-rider", "e5"), "e5-e9", "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("gryphon-rider", "e5") | {"e9": "1 heroic"}

    def test_without_a_leap_nothing_more_happens(self) -> None:
        game = play(summon("gryphon-rider", "e5"), "-")
        assert_idle(game)
        assert pieces(game) == pattern_at("gryphon-rider", "e5") | {"e5": "1 heroic"}

    def test_places_on_the_only_empty_square_unasked(self) -> None:
        others = {"d9": "2 common", "f9": "2 heroic", "d8": "1 heroic", "e8": "2 common"}
        game = play(summon("gryphon-rider", "e5", others), "e5-e9", "e9")
        assert_idle(game)
        assert pieces(game)["f8"] == "1 common"

    def test_is_downgraded_even_without_an_empty_square(self) -> None:
        others = dict.fromkeys(around("e9"), "2 common")
        game = play(summon("gryphon-rider", "e5", others), "e5-e9", "e9")
        assert_idle(game)
        assert pieces(game) == pattern_at("gryphon-rider", "e5") | others | {"e9": "1 common"}

    def test_is_downgraded_even_with_an_empty_supply(self) -> None:
        others = dict.fromkeys(FAR[:11], "1 common")
        game = play(summon("gryphon-rider", "e5", others), "e5-e9", "e9")
        assert_idle(game)
        assert pieces(game) == pattern_at("gryphon-rider", "e5") | others | {"e9": "1 common"}


class TestKnight:
    OTHERS: Mapping[str, str] = {
        "d6": "2 heroic",
        "e6": "2 common",
        "f6": "1 heroic",
        "d5": "2 legendary",
        "f5": "1 common",
    }

    def test_moves_onto_empty_squares_and_heroic_pieces_only(self) -> None:  # R11.4
        game = summon("knight", "e5", self.OTHERS)
        assert offered(game) == {"e5-d6", "e5-f6"}
        assert optional(game)
        play(game, "e5-d6")
        assert offered(game) == steps_over(pieces(game), "d6", over=("heroic",))
        assert optional(game)
        play(game, "d6-d7", "d7-d8")
        assert_idle(game)  # three moves at most
        expected = pattern_at("knight", "e5") | dict(self.OTHERS)
        assert pieces(game) == changed(expected, d6=None, d8="1 heroic")
        assert destroyed(game) == (0, 1, 0)

    def test_runs_over_its_own_side_too(self) -> None:
        game = play(summon("knight", "e5", self.OTHERS), "e5-f6", "-")
        assert_idle(game)
        assert destroyed(game, 1) == (0, 1, 0)
        assert destroyed(game) == (0, 0, 0)

    def test_may_be_declined(self) -> None:
        game = play(summon("knight", "e5", self.OTHERS), "-")
        assert_idle(game)
        assert pieces(game)["e5"] == "1 heroic"

    def test_may_be_summoned_onto_a_common_piece(self) -> None:
        game = play(summon("knight", "e5", {"e5": "2 common"}), "-")
        assert_idle(game)
        assert destroyed(game) == (1, 0, 0)


class TestHighPriestess:
    OTHERS: Mapping[str, str] = {
        "d6": "2 common",
        "e6": "2 heroic",
        "f6": "1 common",
        "f5": "1 heroic",
        "d4": "2 common",
        "g7": "2 common",
        "h5": "2 legendary",
    }

    def test_moves_and_then_upgrades_where_she_stands_now(self) -> None:
        game = summon("high-priestess", "e5", self.OTHERS)
        now = pieces(game)
        assert offered(game) == steps_over(now, "e5", over=("common",))
        assert "e5-f6" in offered(game) and "e5-e6" not in offered(game)
        assert optional(game)
        play(game, "e5-f6")  # over your own piece
        assert offered(game) == {"g7"}  # not d6 or d4, which were next to her before
        assert optional(game)
        play(game, "g7")
        assert_idle(game)
        assert pieces(game) == changed(now, e5=None, f6="1 heroic", g7="2 heroic")

    def test_upgrades_without_moving_a_common_piece_of_any_colour(self) -> None:
        game = play(summon("high-priestess", "e5", self.OTHERS), "-")
        assert offered(game) == {"d6", "f6", "d4"}  # not the heroic ones
        assert optional(game)
        play(game, "f6")
        assert_idle(game)
        assert pieces(game)["f6"] == "1 heroic"

    def test_both_parts_may_be_declined(self) -> None:
        game = play(summon("high-priestess", "e5", self.OTHERS), "-", "-")
        assert_idle(game)
        expected = pattern_at("high-priestess", "e5") | dict(self.OTHERS)
        assert pieces(game) == changed(expected, e5="1 heroic")

    def test_nothing_is_asked_without_a_common_neighbour(self) -> None:
        game = play(summon("high-priestess", "e5", {"e6": "2 heroic"}), "e5-d5")
        assert_idle(game)
        assert pieces(game)["d5"] == "1 heroic"
        assert destroyed(game, 1) == (1, 0, 0)  # the piece on the summoning square


class TestMasterOfIntrigue:
    def test_he_makes_standard_moves_and_his_helpers_combat_moves(self) -> None:
        others = {"e6": "2 common", "e4": "2 heroic", "d7": "2 common", "h5": "1 heroic"}
        board = {"d6": "1 heroic", "f6": "1 common", "d4": "1 common", "f4": "1 legendary"} | others
        game = play(arrange(board, hand=["master-of-intrigue"]), "master-of-intrigue@e5")
        now = pieces(game)
        assert offered(game) == (
            steps_over(now, "e5", over=("common",))
            | steps_over(now, "d6", over=("common", "heroic"))
            | steps_over(now, "f6", "d4", over=("common",))
        )  # not the legendary helper, not h5
        assert not {"e5-e4", "e5-f4"} & offered(game)
        assert optional(game)

    def test_pieces_are_followed_and_squares_are_not(self) -> None:
        others = {"c7": "2 heroic", "e7": "2 common", "c8": "2 common"}
        game = play(summon("master-of-intrigue", "e5", others), "d6-c6", "e5-d6")
        now = pieces(game)
        # He stands on a marked square now and still makes standard moves only.
        assert offered(game) == steps_over(now, "d6", over=("common",)) | steps_over(
            now, "c6", "f6", "d4", "f4", over=("common",)
        )
        assert "d6-c7" not in offered(game)
        assert optional(game)
        play(game, "c6-b7")
        assert_idle(game)  # three moves in all
        assert pieces(game) == changed(now, c6=None, b7="1 common")

    def test_the_same_piece_may_make_all_moves(self) -> None:
        others = {"d7": "2 common", "d8": "2 common", "d9": "2 common"}
        game = play(summon("master-of-intrigue", "e5", others), "d6-d7", "d7-d8", "d8-d9")
        assert_idle(game)
        assert destroyed(game) == (3, 0, 0)

    def test_a_helper_that_was_run_over_is_out(self) -> None:
        game = play(summon("master-of-intrigue", "e5", {"d7": "2 heroic"}), "e5-e6", "e6-d6")
        now = pieces(game)
        assert offered(game) == steps_over(now, "d6", "f6", "d4", "f4", over=("common",))
        assert "d6-d7" not in offered(game)
        play(game, "-")
        assert_idle(game)
        assert destroyed(game, 1) == (1, 0, 0)

    def test_an_enemy_piece_that_helped_is_moved_too(self) -> None:
        board = pattern_at("master-of-intrigue", "e5") | {"d6": "2 heroic", "c6": "2 heroic"}
        game = arrange(board, hand=["master-of-intrigue"], turn={"borrow": 1})
        play(game, "master-of-intrigue@e5")
        now = pieces(game)
        assert steps_over(now, "d6", over=("common", "heroic")) <= offered(game)
        assert not {move for move in offered(game) if move.startswith("c6-")}
        play(game, "d6-c6", "-")
        assert_idle(game)
        assert pieces(game) == changed(now, d6=None)
        assert destroyed(game) == (0, 1, 0)

    def test_goes_on_when_a_helper_runs_over_him(self) -> None:
        board = pattern_at("master-of-intrigue", "e5") | {"d6": "1 heroic", "e6": "2 heroic"}
        game = play(arrange(board, hand=["master-of-intrigue"]), "master-of-intrigue@e5", "d6-e5")
        now = pieces(game)
        assert offered(game) == (
            steps_over(now, "e5", over=("common", "heroic"))  # the helper, not the Master
            | steps_over(now, "f6", "d4", "f4", over=("common",))
        )
        play(game, "e5-e6", "e6-e7")
        assert_idle(game)
        assert pieces(game) == changed(now, e5=None, e6=None, e7="1 heroic")
        assert destroyed(game, 1) == (0, 1, 0)

    def test_may_be_declined_or_stopped(self) -> None:
        game = play(summon("master-of-intrigue", "e5"), "-")
        assert_idle(game)
        before = pieces(game)
        assert before == pattern_at("master-of-intrigue", "e5") | {"e5": "1 heroic"}
        game = play(summon("master-of-intrigue", "e5"), "d4-d3", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, d4=None, d3="1 common")


class TestGunTower:
    def test_destroys_the_first_two_pieces_of_any_colour_along_the_arrow(self) -> None:
        others = {"f5": "2 heroic", "h5": "1 common", "i5": "2 common", "c5": "2 common"}
        game = summon("gun-tower", "e5", others)
        assert offered(game) == {"w", "e"}
        assert optional(game)
        play(game, "e")
        assert_idle(game)
        expected = pattern_at("gun-tower", "e5") | others
        assert pieces(game) == changed(expected, e5="1 heroic", f5=None, h5=None)
        assert destroyed(game) == (0, 1, 0)
        assert destroyed(game, 1) == (1, 0, 0)

    def test_destroys_one_when_there_is_one(self) -> None:
        game = play(summon("gun-tower", "e5", {"a5": "2 common"}), "w")
        assert_idle(game)
        assert pieces(game) == pattern_at("gun-tower", "e5") | {"e5": "1 heroic"}

    @pytest.mark.parametrize("owner", [1, 2])
    def test_a_legendary_piece_stops_the_shot(self, owner: int) -> None:
        others = {"d5": f"{owner} legendary", "c5": "2 common"}
        others |= {"g5": "2 common", "h5": f"{owner} legendary", "i5": "2 common"}
        expected = changed(pattern_at("gun-tower", "e5") | others, e5="1 heroic")
        game = play(summon("gun-tower", "e5", others), "w")
        assert_idle(game)
        assert pieces(game) == expected
        game = play(summon("gun-tower", "e5", others), "e")
        assert_idle(game)
        assert pieces(game) == changed(expected, g5=None)

    def test_may_be_declined(self) -> None:
        game = play(summon("gun-tower", "e5", {"f5": "2 common"}), "-")
        assert_idle(game)
        expected = pattern_at("gun-tower", "e5") | {"f5": "2 common", "e5": "1 heroic"}
        assert pieces(game) == expected

    def test_shoots_along_the_arrows_only_and_at_pieces_only(self) -> None:
        assert_idle(summon("gun-tower", "e5", {"e6": "2 common", "f6": "2 common"}))
        game = summon("gun-tower", "a5", {"e5": "2 common"})  # the other arrow leaves the board
        assert offered(game) == {"e"}

    def test_only_the_chosen_placement_counts(self) -> None:
        board = pattern_at("gun-tower", "e5")
        board |= {"f5": "1 common", "g5": "1 common", "g4": "1 common", "e9": "2 common"}
        game = arrange(board, hand=["gun-tower"])
        codes = placements(game, "gun-tower", "e5")
        assert set(codes) == {frozenset({"w", "e"}), frozenset({"n", "s"})}
        assert set(codes.values()) == {"gun-tower@e5/1", "gun-tower@e5/2"}
        play(game, codes[frozenset({"n", "s"})])
        assert offered(game) == {"n", "s"}
        play(game, "n")
        assert_idle(game)
        assert pieces(game) == changed(board, e5="1 heroic", e9=None)

    def test_arrows_turn_with_the_placement(self) -> None:
        board = {"f5": "1 common", "g5": "1 common", "f4": "1 common", "g4": "1 common"}
        board |= {"e7": "2 common", "e2": "2 common", "b5": "2 common"}
        game = play(arrange(board, hand=["gun-tower"]), "gun-tower@e5")
        assert offered(game) == {"n", "s"}
        with pytest.raises(IllegalMove):
            game.play("w")
