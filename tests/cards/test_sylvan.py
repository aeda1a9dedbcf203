"""The Sylvan beings, each through a game."""

from __future__ import annotations

import json
from typing import ClassVar

from tashkalar import Game
from tashkalar.position.board import NAMES, SQUARES, distance
from tests.cards.helpers import board_after, crowd, destroyed, ready, steps, summoned
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


def empty_within(game: Game, square: str, reach: int) -> set[str]:
    """The empty squares at distance 1 to `reach`."""
    origin = NAMES.index(square)
    near = {NAMES[s] for s in SQUARES if 1 <= distance(s, origin) <= reach}
    return near - set(pieces(game))


def ring(square: str) -> set[str]:
    """The squares at distance exactly 2."""
    origin = NAMES.index(square)
    return {NAMES[s] for s in SQUARES if distance(s, origin) == 2}


class TestSapling:
    def test_is_upgraded_at_once(self) -> None:
        game = summoned("sapling", {})
        assert_idle(game)
        assert pieces(game) == board_after("sapling", {}, e5="1 heroic")

    def test_is_common_when_it_is_summoned(self) -> None:
        game = ready("sapling", "e5", {"e5": "2 heroic", "e2": "2 common"})
        assert "sapling@e5" not in offered(game)
        play(game, "sapling@e2")
        assert pieces(game)["e2"] == "1 heroic"
        assert destroyed(game) == (1, 0, 0)

    def test_is_upgraded_with_the_last_piece_too(self) -> None:
        more = crowd("sapling", "1 common", 16)
        game = summoned("sapling", more)
        assert game.prompt.kind == "pick-up"
        assert offered(game) == set(more)  # not the pattern
        play(game, "a3")
        assert_idle(game)
        assert pieces(game) == board_after("sapling", more, a3=None, e5="1 heroic")


class TestKiskinFarseeders:
    MORE: ClassVar[dict[str, str]] = {"b8": "1 legendary", "h2": "2 common", "e6": "2 common"}

    def test_places_next_to_any_piece_of_yours(self) -> None:
        game = summoned("kiskin-farseeders", self.MORE)
        near = around("e5") | around("f5") | around("d4") | around("b8")
        assert offered(game) == near - set(pieces(game))
        assert optional(game)
        play(game, "a7")
        assert_idle(game)
        after = board_after("kiskin-farseeders", self.MORE, e5="1 common", a7="1 common")
        assert pieces(game) == after
        assert game.state.actions == 1  # it was no place action

    def test_the_farseeders_are_a_piece_of_yours(self) -> None:
        game = summoned("kiskin-farseeders", {})
        assert "d6" in offered(game)  # not adjacent to f5 or d4

    def test_may_be_declined(self) -> None:
        game = summoned("kiskin-farseeders", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("kiskin-farseeders", self.MORE, e5="1 common")

    def test_needs_a_piece_in_supply(self) -> None:
        more = crowd("kiskin-farseeders", "1 common", 15)
        assert_idle(summoned("kiskin-farseeders", more))
        more.popitem()
        assert optional(summoned("kiskin-farseeders", more))


class TestChargingBuck:
    MORE: ClassVar[dict[str, str]] = {
        "c7": "2 heroic",
        "g7": "2 legendary",
        "e7": "1 heroic",
        "g5": "2 common",
    }

    def test_leaps_exactly_two_squares_far(self) -> None:
        game = summoned("charging-buck", self.MORE)
        # Pieces in between do not matter, own common pieces may be run over, no higher ranks.
        assert "e5-d3" in offered(game) and "e5-d7" in offered(game)
        assert offered(game) == steps("e5", ring("e5") - {"c7", "g7", "e7"})
        assert len(offered(game)) == 13
        assert optional(game)

    def test_leaps_twice_and_no_more(self) -> None:
        game = summoned("charging-buck", self.MORE, "e5-g5")
        assert offered(game) == steps("g5", ring("g5") - {"g7", "e7"})
        assert optional(game)
        play(game, "g5-f3")
        assert_idle(game)
        after = board_after("charging-buck", self.MORE, g5=None, f3="1 common", e5=None)
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 0)

    def test_stays_on_the_board(self) -> None:
        game = summoned("charging-buck", {}, "e5-c3")
        assert offered(game) == steps("c3", ring("c3"))
        assert len(offered(game)) == 13  # three squares are cut off

    def test_may_run_over_your_own_piece(self) -> None:
        game = summoned("charging-buck", {}, "e5-d3", "-")
        assert_idle(game)
        assert pieces(game) == board_after("charging-buck", {}, e5=None)  # d3 is another piece now
        assert destroyed(game) == (0, 0, 0)

    def test_either_leap_may_be_declined(self) -> None:
        for answers in (["-"], ["e5-e3", "-"]):
            game = summoned("charging-buck", self.MORE, *answers)
            assert_idle(game)
            stands = "e3" if len(answers) == 2 else "e5"
            after = board_after("charging-buck", self.MORE, **{"e5": None, stands: "1 common"})
            assert pieces(game) == after


class TestForestWardens:
    COMMONS: ClassVar[dict[str, str]] = dict.fromkeys(("b3", "b4", "b5", "b6"), "2 common")

    def test_destroys_a_common_piece_of_whoever_has_more(self) -> None:
        game = summoned("forest-wardens", self.COMMONS)
        assert offered(game) == set(self.COMMONS)  # 4 against 3; anywhere, no piece of yours
        assert not optional(game)
        play(game, "b4")
        assert_idle(game)
        after = board_after("forest-wardens", self.COMMONS, e5="1 common", b4=None)
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 0)

    def test_count_as_a_common_piece_of_yours(self) -> None:
        more = dict.fromkeys(("b3", "b4", "b5"), "2 common")
        game = summoned("forest-wardens", more)
        assert_idle(game)  # 3 against 3 with the Wardens
        assert pieces(game) == board_after("forest-wardens", more, e5="1 common")

    def test_the_comparison_comes_after_the_summoning(self) -> None:
        more = self.COMMONS | {"e5": "2 common"}
        assert offered(summoned("forest-wardens", more)) == set(self.COMMONS)
        del more["b6"]
        assert_idle(summoned("forest-wardens", more))  # 4 before, 3 after

    def test_upgraded_pieces_are_not_common_ones(self) -> None:
        more = {"b3": "2 common", "c5": "1 heroic", "f5": "1 heroic", "b4": "2 common"}
        game = summoned("forest-wardens", more)
        assert offered(game) == {"b3", "b4"}  # 2 against the Wardens alone

    def test_destroys_a_heroic_piece_of_whoever_has_more_upgraded_ones(self) -> None:
        more = {"b3": "2 heroic", "b4": "2 legendary", "b5": "2 heroic", "g7": "1 heroic"}
        more |= {"g8": "1 legendary"}
        game = summoned("forest-wardens", more)
        assert offered(game) == {"b3", "b5"}
        assert not optional(game)
        play(game, "b5")
        assert_idle(game)
        assert pieces(game) == board_after("forest-wardens", more, e5="1 common", b5=None)

    def test_legendary_pieces_count_and_are_safe(self) -> None:
        more = {"b4": "2 legendary"}
        game = summoned("forest-wardens", more)
        assert_idle(game)
        assert pieces(game)["b4"] == "2 legendary"
        more = {"b4": "2 heroic", "g7": "1 legendary"}
        assert pieces(summoned("forest-wardens", more))["b4"] == "2 heroic"  # 1 against 1

    def test_both_steps(self) -> None:
        more = self.COMMONS | {"h5": "2 heroic"}
        game = summoned("forest-wardens", more, "b3")
        assert_idle(game)  # the only heroic piece goes without a question
        after = board_after("forest-wardens", more, e5="1 common", b3=None, h5=None)
        assert pieces(game) == after
        assert destroyed(game) == (1, 1, 0)


class TestNaiad:
    def test_two_adjacent_pieces_make_standard_moves(self) -> None:
        more = {"d6": "1 legendary", "c7": "2 heroic", "d7": "2 legendary", "d5": "2 common"}
        game = summoned("naiad", more)
        from_e4 = steps("e4", {"d3", "e3", "f3", "f4", "f5"})  # nothing of its own rank
        from_d4 = steps("d4", {"c3", "d3", "e3", "c5"})
        from_d6 = steps("d6", {"c5", "c6", "c7", "d5", "e5", "e6", "e7"})  # not onto d7
        assert offered(game) == from_d4 | from_e4 | from_d6  # c4 is not adjacent
        assert counted(game) == (1, 2)
        assert optional(game)
        play(game, "d6-c7")
        assert offered(game) == from_d4 | from_e4
        assert counted(game) == (2, 2)
        assert optional(game)
        play(game, "d4-d3")
        assert_idle(game)
        after = board_after(
            "naiad", more, e5="1 common", d6=None, c7="1 legendary", d4=None, d3="1 common"
        )
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 0)

    def test_no_piece_moves_twice(self) -> None:
        game = summoned("naiad", {}, "e4-f4")  # still adjacent
        assert {code[:2] for code in offered(game)} == {"d4"}

    def test_the_mover_does_not_stand_in_for_a_piece_it_ran_over(self) -> None:
        game = summoned("naiad", {"f4": "1 heroic"}, "f4-e4")
        assert {code[:2] for code in offered(game)} == {"d4"}

    def test_goes_on_when_the_naiad_is_run_over(self) -> None:
        game = summoned("naiad", {"f6": "1 heroic"}, "f6-e5")
        assert {code[:2] for code in offered(game)} == {"d4", "e4"}
        play(game, "e4-e3")
        assert_idle(game)
        after = board_after("naiad", {}, e5="1 heroic", e4=None, e3="1 common")
        assert pieces(game) == after

    def test_may_be_declined_before_each_move(self) -> None:
        game = summoned("naiad", {}, "-")
        assert_idle(game)
        assert pieces(game) == board_after("naiad", {}, e5="1 common")
        game = summoned("naiad", {}, "d4-d5", "-")
        assert_idle(game)
        assert pieces(game) == board_after("naiad", {}, e5="1 common", d4=None, d5="1 common")


class TestKiskinSpirit:
    PILE: ClassVar[list[str]] = ["naiad", "sapling", "dryad"]

    def test_puts_a_card_on_the_deck_and_draws_one_more(self) -> None:
        game = summoned("kiskin-spirit", {}, actions=1, mine={"discards": self.PILE})
        assert offered(game) == set(self.PILE)  # not the Spirit itself
        assert optional(game)
        before = game.state.decks[0]
        play(game, "sapling")
        assert_idle(game)
        assert game.state.decks[0] == ("sapling", *before)
        assert game.state.discards[0] == ("naiad", "dryad", "kiskin-spirit")
        play(game, ".")
        assert game.state.hands[0] == ("sapling", *before[:3])

    def test_the_opponent_does_not_see_the_card(self) -> None:
        game = summoned("kiskin-spirit", {}, "sapling", mine={"discards": self.PILE})
        assert "sapling" not in json.dumps(game.view(2))

    def test_without_putting_back_nothing_is_drawn(self) -> None:
        game = summoned("kiskin-spirit", {}, "-", actions=1, mine={"discards": self.PILE})
        assert_idle(game)
        assert game.state.discards[0] == (*self.PILE, "kiskin-spirit")
        play(game, ".")
        assert len(game.state.hands[0]) == 3

    def test_an_empty_pile_draws_one_more_without_a_question(self) -> None:
        piles = {"legend_discards": ["titan"], "flare_discards": ["flare-01"]}
        game = summoned("kiskin-spirit", {}, actions=1, piles=piles)
        assert_idle(game)  # legends and flares have piles of their own
        assert game.state.discards[0] == ("kiskin-spirit",)
        play(game, ".")
        assert len(game.state.hands[0]) == 4

    def test_may_take_a_card_discarded_this_turn(self) -> None:
        board = pattern_at("kiskin-spirit", "e5")
        game = arrange(board, hand=["kiskin-spirit", "dryad"], school="sylvan", other="northern")
        play(game, "~dryad", "-", "kiskin-spirit@e5")
        assert offered(game) == {"dryad"}
        play(game, "dryad", ".")
        assert game.state.hands[0][0] == "dryad"
        assert len(game.state.hands[0]) == 4

    def test_draws_what_is_left_and_triggers_the_end(self) -> None:
        game = summoned("kiskin-spirit", {}, "dryad", actions=1, mine={"deck": ["naiad"]})
        assert game.state.last_turns == -1
        play(game, ".")
        assert game.state.hands[0] == ("dryad", "naiad")
        assert game.state.decks[0] == ()
        assert game.state.last_turns == 2


class TestDryad:
    MORE: ClassVar[dict[str, str]] = {
        "d5": "2 common",
        "f5": "2 heroic",
        "f6": "2 legendary",
        "g7": "2 common",
        "d4": "1 heroic",
    }

    def test_converts_into_a_common_piece(self) -> None:
        game = summoned("dryad", self.MORE)
        assert offered(game) == {"d5", "f5"}  # not legendary, not distant, not your own
        assert optional(game)
        play(game, "f5")
        assert_idle(game)
        assert pieces(game) == board_after("dryad", self.MORE, e5="1 heroic", f5="1 common")
        assert destroyed(game) == (0, 1, 0)  # as it was

    def test_may_be_declined(self) -> None:
        game = summoned("dryad", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("dryad", self.MORE, e5="1 heroic")

    def test_needs_a_piece_in_supply(self) -> None:  # R11.16
        enemy = {"f5": "2 heroic"}
        more = crowd("dryad", "1 common", 16, enemy)
        game = summoned("dryad", more)
        assert_idle(game)
        assert pieces(game) == board_after("dryad", more, e5="1 heroic")
        more.popitem()
        assert offered(summoned("dryad", more)) == {"f5"}


class TestCentaurSpearman:
    def test_hits_the_next_piece_straight_ahead(self) -> None:
        more = {"e8": "2 common", "e9": "2 common", "d7": "2 common", "f6": "2 legendary"}
        game = summoned("centaur-spearman", more)
        # Equal and lower ranks may be run over, your own too; never a legendary piece.
        assert offered(game) == steps("e5", around("e5") - {"f6"})
        assert optional(game)
        play(game, "e5-e6")
        assert_idle(game)
        after = board_after("centaur-spearman", more, e6="1 heroic", e8=None, e5=None)
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 0)

    def test_runs_over_an_equal_rank_and_hits_behind_it(self) -> None:
        more = {"d6": "2 heroic", "c7": "2 heroic"}
        game = summoned("centaur-spearman", more, "e5-d6")
        assert_idle(game)
        assert pieces(game) == board_after("centaur-spearman", {}, d6="1 heroic", e5=None)
        assert destroyed(game) == (0, 2, 0)

    def test_hits_your_own_piece(self) -> None:
        game = summoned("centaur-spearman", {"e7": "1 heroic", "e8": "2 common"}, "e5-e6")
        after = board_after("centaur-spearman", {"e8": "2 common"}, e6="1 heroic", e5=None)
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 0)

    def test_a_legendary_piece_is_immune_and_shields(self) -> None:
        more = {"e7": "2 legendary", "e8": "2 common"}
        game = summoned("centaur-spearman", more, "e5-e6")
        assert pieces(game) == board_after("centaur-spearman", more, e6="1 heroic", e5=None)

    def test_only_a_move_throws_the_spear(self) -> None:
        more = {"e7": "2 common"}
        game = summoned("centaur-spearman", more, "-")
        assert_idle(game)
        assert pieces(game) == board_after("centaur-spearman", more, e5="1 heroic")

    def test_the_direction_of_the_move_counts(self) -> None:
        more = {"e6": "2 common", "h8": "2 common", "a5": "2 common"}
        game = summoned("centaur-spearman", more, "e5-d5")
        assert pieces(game) == board_after(
            "centaur-spearman", more, d5="1 heroic", a5=None, e5=None
        )


class TestCentaurChieftain:
    def test_others_follow_in_his_direction(self) -> None:
        more = {
            "c7": "2 heroic",  # a common piece cannot run over it
            "d6": "2 common",
            "e9": "1 common",  # nothing beyond
            "h5": "2 common",  # not yours
            "g5": "1 legendary",
            "g6": "2 legendary",
        }
        game = summoned("centaur-chieftain", more)
        assert {code[:2] for code in offered(game)} == {"e5"}
        assert optional(game)
        play(game, "e5-e6")
        assert offered(game) == {"d5-d6", "e4-e5", "f3-f4", "g5-g6"}
        assert optional(game)
        play(game, "g5-g6", "d5-d6")
        assert offered(game) == {"d6-d7", "e4-e5", "f3-f4", "g6-g7"}  # any piece again
        play(game, "d6-d7")
        assert_idle(game)
        after = board_after(
            "centaur-chieftain",
            more,
            e6="1 heroic",
            d5=None,
            d6=None,
            d7="1 common",
            g5=None,
            g6="1 legendary",
            e5=None,
        )
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 1)

    def test_without_his_move_nobody_moves(self) -> None:
        game = summoned("centaur-chieftain", {}, "-")
        assert_idle(game)
        assert pieces(game) == board_after("centaur-chieftain", {}, e5="1 heroic")

    def test_others_may_stay(self) -> None:
        game = summoned("centaur-chieftain", {}, "e5-f6", "c6-d7", "-")
        assert_idle(game)
        after = board_after("centaur-chieftain", {}, f6="1 heroic", c6=None, d7="1 common", e5=None)
        assert pieces(game) == after

    def test_goes_on_when_he_is_run_over(self) -> None:
        game = summoned("centaur-chieftain", {"e4": "1 heroic"}, "e5-e6", "e4-e5", "e5-e6")
        assert "e6-e7" in offered(game)  # another piece stands where he stood
        play(game, "e6-e7")
        assert_idle(game)
        after = board_after("centaur-chieftain", {}, e4=None, e7="1 heroic", e5=None)
        assert pieces(game) == after

    def test_meets_the_rank_of_what_is_in_his_way(self) -> None:
        more = {"d6": "2 heroic", "e6": "2 legendary"}
        assert "e5-e6" not in offered(summoned("centaur-chieftain", more))
        game = summoned("centaur-chieftain", more, "e5-d6")
        assert offered(game) == {"c6-b7", "d5-c6", "e4-d5", "f3-e4"}


class TestUnicorn:
    def test_gains_an_action(self) -> None:
        game = summoned("unicorn", {})
        assert offered(game) == {"gain-action", "move"}
        assert not optional(game)
        play(game, "gain-action")
        assert_idle(game)
        assert game.state.actions == 2
        assert pieces(game) == board_after("unicorn", {}, e5="1 heroic")

    def test_makes_a_combat_move(self) -> None:
        more = {"e6": "2 heroic", "f6": "2 legendary"}
        game = summoned("unicorn", more, "move")
        assert offered(game) == steps("e5", around("e5") - {"f6"})
        assert optional(game)
        play(game, "e5-e6")
        assert_idle(game)
        assert game.state.actions == 1  # never both
        assert pieces(game) == board_after("unicorn", more, e6="1 heroic", e5=None)

    def test_the_move_may_be_declined(self) -> None:
        game = summoned("unicorn", {}, "move", "-")
        assert_idle(game)
        assert game.state.actions == 1
        assert pieces(game) == board_after("unicorn", {}, e5="1 heroic")

    def test_a_blocked_unicorn_gains_the_action(self) -> None:
        board = {
            "d1": "1 legendary",
            "d2": "1 legendary",
            "e2": "1 common",
            "e3": "1 common",
            "b2": "2 legendary",
            "c2": "2 legendary",
        }
        game = arrange(board, hand=["unicorn"], school="sylvan", other="northern")
        play(game, "unicorn@c1")
        assert_idle(game)  # a choice with one alternative is none
        assert game.state.actions == 2


class TestSylvanQueen:
    MORE: ClassVar[dict[str, str]] = {
        "d6": "2 common",
        "f6": "2 heroic",
        "d4": "2 legendary",
        "f4": "1 common",
        "d5": "2 common",
        "g7": "2 common",
    }

    def test_converts_and_keeps_the_rank(self) -> None:
        game = summoned("sylvan-queen", self.MORE)
        assert offered(game) == {"d6", "f6"}
        assert optional(game)
        play(game, "f6")
        assert_idle(game)
        assert pieces(game) == board_after("sylvan-queen", self.MORE, e5="1 heroic", f6="1 heroic")
        assert destroyed(game) == (0, 1, 0)

    def test_a_common_piece_stays_common(self) -> None:
        game = summoned("sylvan-queen", self.MORE, "d6")
        assert pieces(game)["d6"] == "1 common"
        assert destroyed(game) == (1, 0, 0)

    def test_may_be_declined(self) -> None:
        game = summoned("sylvan-queen", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("sylvan-queen", self.MORE, e5="1 heroic")

    def test_needs_a_piece_in_supply(self) -> None:
        more = crowd("sylvan-queen", "1 common", 15, {"f6": "2 heroic"})
        assert_idle(summoned("sylvan-queen", more))
        more.popitem()
        assert offered(summoned("sylvan-queen", more)) == {"f6"}


class TestSylvanPrincess:
    MORE: ClassVar[dict[str, str]] = {
        "d6": "2 common",
        "d4": "2 common",
        "f6": "2 heroic",
        "f4": "1 common",
        "d5": "2 common",
        "c7": "2 common",
    }

    def test_converts_a_common_piece(self) -> None:
        game = summoned("sylvan-princess", self.MORE)
        assert offered(game) == {"d6", "d4"}  # no heroic one, no orthogonal one, none of yours
        assert optional(game)
        play(game, "d4")
        assert_idle(game)
        after = board_after("sylvan-princess", self.MORE, e5="1 heroic", d4="1 common")
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 0)

    def test_may_be_declined(self) -> None:
        game = summoned("sylvan-princess", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("sylvan-princess", self.MORE, e5="1 heroic")

    def test_needs_a_piece_in_supply(self) -> None:
        more = crowd("sylvan-princess", "1 common", 15, {"f6": "2 common"})
        assert_idle(summoned("sylvan-princess", more))
        more.popitem()
        assert offered(summoned("sylvan-princess", more)) == {"f6"}


class TestWoodlandDruid:
    def test_upgrades_a_common_piece_of_each_colour(self) -> None:
        more = {"a5": "2 common", "i5": "2 common", "b5": "2 heroic", "c5": "1 legendary"}
        game = summoned("woodland-druid", more)
        assert offered(game) == {"d6", "f6", "e4"}
        assert counted(game) == (1, 2)
        assert not optional(game)
        play(game, "f6")
        assert offered(game) == {"a5", "i5"}
        assert counted(game) == (2, 2)
        assert not optional(game)
        play(game, "i5")
        assert_idle(game)
        after = board_after("woodland-druid", more, e5="1 heroic", f6="1 heroic", i5="2 heroic")
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 0)

    def test_a_colour_without_common_pieces_is_skipped(self) -> None:
        more = {"b5": "2 heroic"}
        game = summoned("woodland-druid", more, "d6")
        assert_idle(game)
        assert pieces(game) == board_after("woodland-druid", more, e5="1 heroic", d6="1 heroic")

    def test_the_enemy_is_upgraded_even_if_you_cannot(self) -> None:
        more = {"d6": "1 heroic", "f6": "1 heroic", "e4": "1 heroic", "b5": "2 common"}
        game = summoned("woodland-druid", more)
        assert_idle(game)
        assert pieces(game) == board_after("woodland-druid", more, e5="1 heroic", b5="2 heroic")


class TestForestAncient:
    MORE: ClassVar[dict[str, str]] = {
        "h8": "2 common",  # distance 3
        "a5": "2 common",  # distance 4
        "g7": "2 heroic",
        "c7": "2 legendary",
    }

    def test_places_two_enemy_pieces_and_destroys_two(self) -> None:
        game = summoned("forest-ancient", self.MORE)
        assert offered(game) == empty_within(game, "e5", 2)
        assert counted(game) == (1, 2)
        assert not optional(game)
        play(game, "c3")
        assert offered(game) == empty_within(game, "e5", 2)
        assert not optional(game)
        play(game, "e3")
        assert pieces(game) == board_after(
            "forest-ancient", self.MORE, e5="1 heroic", c3="2 common", e3="2 common"
        )
        assert offered(game) == {"c3", "e3", "h8"}  # no heroic or distant ones, none of yours
        assert counted(game) == (1, 2)
        assert not optional(game)
        play(game, "h8")
        assert offered(game) == {"c3", "e3"}
        assert counted(game) == (2, 2)
        assert not optional(game)
        play(game, "e3")
        assert_idle(game)
        after = board_after("forest-ancient", self.MORE, e5="1 heroic", c3="2 common", h8=None)
        assert pieces(game) == after
        assert destroyed(game) == (2, 0, 0)

    def test_places_and_destroys_one_if_the_supply_has_one(self) -> None:
        more = crowd("forest-ancient", "2 common", 15, {"g5": "2 heroic", "h8": "2 common"})
        game = summoned("forest-ancient", more, "e4")
        assert offered(game) == {"e4", "h8"}
        play(game, "e4")
        assert_idle(game)
        assert pieces(game) == board_after("forest-ancient", more, e5="1 heroic")
        assert destroyed(game) == (1, 0, 0)

    def test_does_nothing_if_the_supply_has_none(self) -> None:
        more = crowd("forest-ancient", "2 common", 16, {"g4": "2 common"})
        game = summoned("forest-ancient", more)
        assert_idle(game)
        assert pieces(game) == board_after("forest-ancient", more, e5="1 heroic")

    def test_places_one_if_there_is_room_for_one(self) -> None:
        around_it = sorted(around("e5") | ring("e5"))
        full = [s for s in around_it if s not in (*pattern_at("forest-ancient", "e5"), "g3")]
        more = dict.fromkeys(full[:10], "1 common") | dict.fromkeys(full[10:], "2 heroic")
        game = summoned("forest-ancient", more | {"h5": "2 common"})
        assert pieces(game)["g3"] == "2 common"  # the only square
        assert offered(game) == {"g3", "h5"}
        play(game, "g3")
        assert_idle(game)
        assert destroyed(game) == (1, 0, 0)


class TestForestMystic:
    def test_draws_a_being_and_a_legend_more(self) -> None:
        game = summoned("forest-mystic", {}, actions=1, legends=["titan", "leviathan"])
        assert_idle(game)
        assert pieces(game) == board_after("forest-mystic", {}, e5="1 heroic")
        assert game.state.hands[0] == ()  # not before the end of the turn
        play(game, ".")
        assert len(game.state.hands[0]) == 4
        assert len(game.state.legends[0]) == 3
        assert len(game.state.flares[0]) == 1

    def test_comes_on_top_of_a_refilled_hand(self) -> None:
        game = summoned("forest-mystic", {}, actions=1)  # with no legends in hand
        play(game, ".")
        assert (len(game.state.hands[0]), len(game.state.legends[0])) == (4, 3)

    def test_adds_up_with_another_extra_card(self) -> None:
        board = pattern_at("forest-mystic", "e5") | pattern_at("kiskin-spirit", "f8")
        game = arrange(
            board, hand=["forest-mystic", "kiskin-spirit"], school="sylvan", other="northern"
        )
        play(game, "kiskin-spirit@f8", "forest-mystic@e5", ".")
        assert len(game.state.hands[0]) == 5

    def test_draws_what_is_left(self) -> None:
        deck = ["naiad", "sapling", "dryad"]
        game = summoned("forest-mystic", {}, ".", actions=1, mine={"deck": deck})
        assert game.state.hands[0] == tuple(deck)
        assert game.state.last_turns == 2

    def test_takes_the_last_card(self) -> None:
        deck = ["naiad", "sapling", "dryad", "unicorn"]
        game = summoned("forest-mystic", {}, ".", actions=1, mine={"deck": deck})
        assert game.state.hands[0] == tuple(deck)
        assert game.state.last_turns == 2

    def test_nothing_is_discarded_later(self) -> None:
        game = summoned("forest-mystic", {}, actions=1)
        play(game, ".", "+c3", "+d3", ".")
        hand = game.state.hands[0]
        play(game, "+g7", "+h7", ".")
        assert game.state.hands[0] == hand
        assert len(hand) == 4


class TestKiskinLeafsplitter:
    DIAGONALS: ClassVar[set[str]] = {"ne", "nw", "se", "sw"}

    def test_each_shot_destroys_the_first_piece(self) -> None:
        more = {
            "c7": "2 heroic",
            "b8": "2 legendary",
            "h8": "1 common",
            "c3": "2 common",
            "e8": "2 common",
        }
        game = summoned("kiskin-leafsplitter", more)
        assert offered(game) == self.DIAGONALS
        assert optional(game)
        play(game, "nw")
        assert counted(game) == (2, 2)
        assert pieces(game) == board_after("kiskin-leafsplitter", more, e5="1 heroic", c7=None)
        assert offered(game) == self.DIAGONALS
        assert optional(game)
        play(game, "nw")  # the next piece in the same direction, legendary
        assert_idle(game)
        after = board_after("kiskin-leafsplitter", more, e5="1 heroic", c7=None, b8=None)
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 1)

    def test_hits_your_own_piece(self) -> None:
        more = {"g7": "1 heroic", "h8": "2 common"}
        game = summoned("kiskin-leafsplitter", more, "ne", "-")
        assert_idle(game)
        after = board_after("kiskin-leafsplitter", more, e5="1 heroic", g7=None)
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 0)

    def test_a_shot_may_be_wasted(self) -> None:
        more = {"g7": "2 common", "h8": "2 common"}
        game = summoned("kiskin-leafsplitter", more, "sw", "ne")
        assert_idle(game)
        after = board_after("kiskin-leafsplitter", more, e5="1 heroic", g7=None)
        assert pieces(game) == after

    def test_may_be_declined(self) -> None:
        more = {"g7": "2 common"}
        game = summoned("kiskin-leafsplitter", more, "-")
        assert_idle(game)
        assert pieces(game) == board_after("kiskin-leafsplitter", more, e5="1 heroic")

    def test_a_direction_may_lead_off_the_board(self) -> None:
        board = pattern_at("kiskin-leafsplitter", "c2")
        game = arrange(board, hand=["kiskin-leafsplitter"], school="sylvan", other="northern")
        play(game, "kiskin-leafsplitter@c2")
        assert offered(game) == self.DIAGONALS
        play(game, "sw", "-")
        assert pieces(game) == board | {"c2": "1 heroic"}


class TestKiskinBoughrunner:
    def test_stays_next_to_another_piece_of_yours(self) -> None:
        more = {"f6": "1 common", "d6": "2 common", "g7": "2 common"}
        game = summoned("kiskin-boughrunner", more)
        # On d6 it would be alone, and on f6 too: the piece there would be gone.
        assert offered(game) == steps("e5", {"d4", "e4", "f4", "d5", "f5", "e6"})
        assert optional(game)
        play(game, "e5-e6")
        # Now f6 and the two squares at it; d5 and f5 touch the pattern.
        assert offered(game) == steps("e6", {"e7", "f7", "e5", "d5", "f5"})
        play(game, "e6-f7")
        assert offered(game) == steps("f7", {"e7", "e6", "g6", "g7"})
        assert optional(game)
        play(game, "f7-g7")
        assert_idle(game)
        after = board_after("kiskin-boughrunner", more, g7="1 heroic", e5=None)
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 0)

    def test_ranks_of_combat_moves(self) -> None:
        more = {"d5": "2 heroic", "f5": "2 legendary"}
        game = summoned("kiskin-boughrunner", more)
        assert offered(game) == steps("e5", {"d4", "e4", "f4", "d5"})
        play(game, "e5-d5", "-")
        assert_idle(game)
        assert pieces(game) == board_after("kiskin-boughrunner", more, d5="1 heroic", e5=None)
        assert destroyed(game) == (0, 1, 0)

    def test_may_run_over_your_own_piece_beside_another(self) -> None:
        game = summoned("kiskin-boughrunner", {}, "e5-d4", "-")
        assert_idle(game)
        assert pieces(game) == board_after("kiskin-boughrunner", {}, d4="1 heroic", e5=None)
        assert destroyed(game) == (0, 0, 0)

    def test_may_be_declined(self) -> None:
        game = summoned("kiskin-boughrunner", {}, "-")
        assert_idle(game)
        assert pieces(game) == board_after("kiskin-boughrunner", {}, e5="1 heroic")


class TestTreeShepherd:
    MORE: ClassVar[dict[str, str]] = {
        "b5": "1 heroic",
        "b6": "2 heroic",
        "b7": "1 legendary",
        "c6": "2 legendary",
        "c5": "2 common",
    }

    def test_chooses_any_piece_of_yours(self) -> None:
        game = summoned("tree-shepherd", self.MORE)
        assert offered(game) == {"d5", "f5", "e4", "f4", "b5", "b7", "e5"}
        assert not optional(game)

    def test_a_common_piece_is_upgraded(self) -> None:
        game = summoned("tree-shepherd", self.MORE, "f4")
        assert_idle(game)
        after = board_after("tree-shepherd", self.MORE, e5="1 heroic", f4="1 heroic")
        assert pieces(game) == after

    def test_a_heroic_piece_may_make_a_combat_move(self) -> None:
        game = summoned("tree-shepherd", self.MORE, "b5")
        targets = around("b5") - {"c6"}  # onto the heroic b6, not onto the legendary c6
        assert offered(game) == steps("b5", targets)
        assert optional(game)
        play(game, "b5-b6")
        assert_idle(game)
        after = board_after("tree-shepherd", self.MORE, e5="1 heroic", b5=None, b6="1 heroic")
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 0)

    def test_a_legendary_piece_may_make_a_standard_move(self) -> None:
        game = summoned("tree-shepherd", self.MORE, "b7")
        assert offered(game) == steps("b7", around("b7") - {"c6"})
        assert "b7-b6" in offered(game)
        assert optional(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == board_after("tree-shepherd", self.MORE, e5="1 heroic")

    def test_may_move_itself(self) -> None:
        game = summoned("tree-shepherd", {}, "e5", "e5-e6")
        assert_idle(game)
        assert pieces(game) == board_after("tree-shepherd", {}, e6="1 heroic", e5=None)

    def test_a_heroic_piece_may_stay_or_run_over_the_shepherd(self) -> None:
        more = {"f6": "1 heroic"}
        game = summoned("tree-shepherd", more, "f6", "-")
        assert_idle(game)
        assert pieces(game) == board_after("tree-shepherd", more, e5="1 heroic")
        game = summoned("tree-shepherd", more, "f6", "f6-e5")
        assert_idle(game)
        assert pieces(game) == board_after("tree-shepherd", {}, e5="1 heroic")
