"""The legends, each through a game."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tashkalar import Game, cards
from tashkalar.position.board import NAMES, SQUARES, distance
from tests.cards.helpers import board_after, crowd, destroyed, ready, steps, summoned
from tests.support import (
    around,
    arrange,
    assert_idle,
    counted,
    finish_turn,
    offered,
    optional,
    pattern_at,
    pieces,
    play,
    turns_to_come,
)


def placements(game: Game, card: str) -> dict[str, tuple[set[str], set[str]]]:
    """The summon moves of a card: code, then the marked squares and the arrows."""
    return {
        move.code: (set(move.match.marked), set(move.match.directions))
        for move in game.legal_moves()
        if move.card == card and move.match
    }


@pytest.mark.parametrize("card", [card.id for card in cards.legend_deck()])
def test_a_legend_scores_at_once_in_a_duel(card: str) -> None:
    game = summoned(card, {})
    assert game.score(1) == 1  # before its effect has been resolved
    assert game.score(2) == 0
    high = summoned(card, {}, form="high-form")
    assert high.state.points == (0, 0)
    assert high.score(1) == 1  # for the piece on the board


def test_a_legend_goes_to_its_own_pile_after_its_effect() -> None:
    game = summoned("fire-dragon", {})
    assert "fire-dragon" not in game.state.legend_discards
    play(game, "s")
    assert game.state.legend_discards == ("fire-dragon",)
    assert game.state.discards == ((), ())


class TestFireDragon:
    MORE: ClassVar[dict[str, str]] = {
        "d5": "2 legendary",  # immune, and no shelter
        "c5": "2 common",
        "d4": "1 common",
        "c3": "2 heroic",
        "d6": "2 common",
        "c7": "1 heroic",
        "b5": "2 common",  # distance 3
        "b8": "2 common",
        "c6": "2 common",  # between two directions
        "f5": "2 common",
        "e4": "2 common",
    }

    def test_burns_an_arrow_and_both_directions_beside_it(self) -> None:
        game = summoned("fire-dragon", self.MORE)
        assert offered(game) == {"w", "sw", "s", "se", "e"}
        assert not optional(game)
        play(game, "w")
        assert_idle(game)
        burnt = dict.fromkeys(("c5", "d4", "c3", "d6", "c7"))
        assert pieces(game) == board_after("fire-dragon", self.MORE, **burnt)
        assert destroyed(game) == (2, 1, 0)  # your own count for nothing

    def test_the_last_arrow_reaches_to_its_other_side(self) -> None:
        game = summoned("fire-dragon", self.MORE, "e")
        assert pieces(game) == board_after("fire-dragon", self.MORE, f5=None)
        game = summoned("fire-dragon", self.MORE, "se")
        assert pieces(game) == board_after("fire-dragon", self.MORE, f5=None, e4=None)

    def test_an_arrow_must_be_chosen_even_if_only_you_are_hurt(self) -> None:
        more = dict.fromkeys(("d5", "f5", "e4"), "1 common")
        game = summoned("fire-dragon", more)
        assert not optional(game)
        play(game, "s")
        assert pieces(game) == board_after("fire-dragon", more, e4=None)

    def test_an_arrow_may_lead_off_the_board(self) -> None:
        more = {"d1": "2 common", "f1": "2 common"}
        game = ready("fire-dragon", "e1", more)
        board = pieces(game)
        play(game, "fire-dragon@e1")
        assert offered(game) == {"w", "sw", "s", "se", "e"}
        play(game, "s")
        assert_idle(game)
        assert pieces(game) == board | {"e1": "1 legendary"}

    def test_at_the_border_the_rest_is_burnt(self) -> None:
        more = {"d1": "2 common", "c1": "2 heroic", "f1": "2 common"}
        game = ready("fire-dragon", "e1", more)
        play(game, "fire-dragon@e1", "sw")
        assert {"d1", "c1", "f1"} & set(pieces(game)) == {"f1"}

    def test_the_arrows_turn_with_the_placement(self) -> None:
        more = {"d2": "1 heroic", "f2": "1 heroic", "e3": "1 common", "e4": "1 heroic"}
        game = ready("fire-dragon", "e5", more)
        arrows = {code: found for code, (_, found) in placements(game, "fire-dragon").items()}
        assert set(arrows) == {"fire-dragon@e5/1", "fire-dragon@e5/2"}
        south, north = {"w", "sw", "s", "se", "e"}, {"w", "nw", "n", "ne", "e"}
        assert sorted(arrows.values(), key=sorted) == sorted((south, north), key=sorted)
        for code, found in arrows.items():
            assert offered(play(ready("fire-dragon", "e5", more), code)) == found

    def test_the_placement_burns_its_own_side(self) -> None:
        more = {"d2": "1 heroic", "f2": "1 heroic", "e3": "1 common", "e4": "1 heroic"}
        game = ready("fire-dragon", "e5", more)
        arrows = placements(game, "fire-dragon")
        code = next(code for code, (_, found) in arrows.items() if "n" in found)
        play(game, code, "n")
        assert pieces(game) == board_after("fire-dragon", more, e6=None, e7=None)


class TestHellBull:
    def test_charges_through_everything_in_one_direction(self) -> None:
        more = {"e6": "2 common", "e7": "1 heroic", "e8": "2 heroic", "d7": "2 common"}
        game = summoned("hell-bull", more)
        assert offered(game) == steps("e5", around("e5"))
        assert optional(game)
        play(game, "e5-e6")
        assert offered(game) == {"e6-e7"}
        assert optional(game)
        play(game, "e6-e7", "e7-e8")
        assert offered(game) == {"e8-e9"}
        play(game, "e8-e9")
        assert_idle(game)  # the end of the board
        gone = dict.fromkeys(("e5", "e6", "e7", "e8"))
        assert pieces(game) == board_after("hell-bull", more, **gone, e9="1 legendary")
        assert destroyed(game) == (1, 1, 0)

    def test_a_legendary_piece_ends_the_charge(self) -> None:
        more = {"g7": "2 legendary", "h8": "2 common"}
        game = summoned("hell-bull", more, "e5-f6", "f6-g7")
        assert_idle(game)
        after = board_after("hell-bull", more, e5=None, f6=None, g7="1 legendary")
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 1)

    def test_so_does_a_legendary_piece_of_yours(self) -> None:
        more = {"d5": "1 legendary"}  # in the place of a heroic one of the pattern
        game = summoned("hell-bull", more, "e5-d5")
        assert_idle(game)
        assert pieces(game) == board_after("hell-bull", {}, e5=None, d5="1 legendary")
        assert destroyed(game) == (0, 0, 0)

    def test_may_stop_or_stay(self) -> None:
        more = {"e7": "2 common"}
        game = summoned("hell-bull", more, "-")
        assert_idle(game)
        assert pieces(game) == board_after("hell-bull", more)
        game = summoned("hell-bull", more, "e5-e6", "-")
        assert_idle(game)
        assert pieces(game) == board_after("hell-bull", more, e5=None, e6="1 legendary")

    def test_needs_your_piece_on_its_square(self) -> None:
        assert "hell-bull@e5" not in offered(ready("hell-bull", "e5", {"e5": "2 common"}))
        game = summoned("hell-bull", {"e5": "1 heroic"}, "-")
        assert destroyed(game) == (0, 0, 0)


class TestAngelOfDeath:
    def test_leaps_onto_an_upgraded_piece(self) -> None:
        more = {"a5": "2 heroic", "i5": "2 common", "e9": "2 legendary", "e1": "1 legendary"}
        game = summoned("angel-of-death", more)
        assert offered(game) == set(pieces(game)) - {"e5"}  # any piece but itself
        assert optional(game)
        play(game, "a5")
        assert_idle(game)
        after = board_after("angel-of-death", more, e5=None, a5="1 legendary")
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 1)  # at the rank it had been raised to

    def test_a_common_victim_counts_as_heroic(self) -> None:
        game = summoned("angel-of-death", {"i5": "2 common"}, "i5")
        assert destroyed(game) == (0, 1, 0)

    def test_a_legendary_victim_cannot_be_upgraded(self) -> None:
        game = summoned("angel-of-death", {"e9": "2 legendary"}, "e9")
        assert pieces(game) == board_after("angel-of-death", {}, e5=None, e9="1 legendary")
        assert destroyed(game) == (0, 0, 1)

    def test_a_heroic_victim_stays_heroic_without_a_piece_in_supply(self) -> None:  # R11.18
        more = dict.fromkeys(("a3", "a4", "a5"), "2 legendary") | {"i5": "2 heroic"}
        game = summoned("angel-of-death", more, "i5")
        assert pieces(game) == board_after("angel-of-death", more, e5=None, i5="1 legendary")
        assert destroyed(game) == (0, 1, 0)

    def test_may_strike_your_own_piece(self) -> None:
        game = summoned("angel-of-death", {}, "e4")
        assert pieces(game) == board_after("angel-of-death", {}, e5=None, e4="1 legendary")
        assert destroyed(game) == (0, 0, 0)

    def test_may_be_declined(self) -> None:
        more = {"a5": "2 heroic"}
        game = summoned("angel-of-death", more, "-")
        assert_idle(game)
        assert pieces(game) == board_after("angel-of-death", more)

    def test_needs_an_upgraded_piece_on_its_square(self) -> None:
        game = ready("angel-of-death", "e5", {"e5": "1 common"})
        assert "angel-of-death@e5" not in offered(game)


class TestTheEldestTree:
    MORE: ClassVar[dict[str, str]] = {
        "d6": "2 common",
        "e6": "2 heroic",
        "f5": "2 legendary",
        "e4": "1 common",
        "e7": "2 common",
    }

    def test_does_what_fits_on_three_squares(self) -> None:
        game = summoned("the-eldest-tree", self.MORE)
        # Neither your heroic f6 and d4 nor the legendary f5.
        assert offered(game) == {"d6", "e6", "e4", "d5", "f4"}
        assert optional(game)
        play(game, "e6")
        assert counted(game) == (2, 3)
        assert offered(game) == {"d6", "e4", "d5", "f4"}  # a square is treated once
        assert optional(game)
        play(game, "d5")
        assert offered(game) == {"d6", "e4", "f4"}
        assert optional(game)
        play(game, "e4")
        assert_idle(game)
        after = board_after("the-eldest-tree", self.MORE, e6=None, d5="1 common", e4="1 heroic")
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 0)

    def test_may_be_declined_each_time(self) -> None:
        game = summoned("the-eldest-tree", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("the-eldest-tree", self.MORE)
        game = summoned("the-eldest-tree", self.MORE, "d6", "-")
        assert_idle(game)
        assert pieces(game) == board_after("the-eldest-tree", self.MORE, d6=None)

    def test_placing_needs_a_piece_in_supply(self) -> None:
        more = crowd("the-eldest-tree", "1 common", 16, self.MORE)
        assert offered(summoned("the-eldest-tree", more)) == {"d6", "e6", "e4"}

    def test_the_last_piece_is_placed_once(self) -> None:
        more = crowd("the-eldest-tree", "1 common", 15, self.MORE)
        game = summoned("the-eldest-tree", more, "d5")
        assert offered(game) == {"d6", "e6", "e4"}


class TestBoneCatapult:
    MORE: ClassVar[dict[str, str]] = {
        "e7": "2 common",
        "e9": "2 legendary",
        "d9": "2 common",
        "f8": "1 common",
        "d8": "2 heroic",
        "g7": "1 common",
        "b5": "2 heroic",
        "e2": "2 common",  # no arrow
        "b2": "2 common",
        "b8": "2 common",
    }

    def test_shoots_over_pieces_and_hits_the_commons_around(self) -> None:
        game = summoned("bone-catapult", self.MORE)
        assert offered(game) == {"e7", "e9", "g7", "b5"}
        assert optional(game)
        play(game, "e9")
        assert_idle(game)
        gone = dict.fromkeys(("e9", "d9", "f8"))  # not the heroic d8, not the distant e7
        assert pieces(game) == board_after("bone-catapult", self.MORE, **gone)
        assert destroyed(game) == (1, 0, 1)

    def test_common_pieces_next_to_a_common_target(self) -> None:
        game = summoned("bone-catapult", self.MORE, "e7")
        assert pieces(game) == board_after("bone-catapult", self.MORE, e7=None, f8=None, d6=None)
        assert destroyed(game) == (1, 0, 0)

    def test_may_hit_your_own_piece(self) -> None:
        game = summoned("bone-catapult", self.MORE, "g7")
        assert pieces(game) == board_after("bone-catapult", self.MORE, g7=None, f8=None)
        assert destroyed(game) == (0, 0, 0)

    def test_may_be_declined(self) -> None:
        game = summoned("bone-catapult", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("bone-catapult", self.MORE)

    def test_without_a_target_nothing_is_asked(self) -> None:
        game = summoned("bone-catapult", {"e2": "2 common"})
        assert_idle(game)
        assert pieces(game) == board_after("bone-catapult", {"e2": "2 common"})

    def test_the_arrows_turn_with_the_placement(self) -> None:
        more = {"f6": "1 common", "c7": "2 heroic", "g7": "2 heroic", "e9": "2 heroic"}
        game = ready("bone-catapult", "e5", more)
        arrows = {code: found for code, (_, found) in placements(game, "bone-catapult").items()}
        assert set(arrows) == {"bone-catapult@e5/1", "bone-catapult@e5/2"}
        assert {frozenset(found) for found in arrows.values()} == {
            frozenset({"n", "ne", "w", "e"}),
            frozenset({"n", "nw", "w", "e"}),
        }
        for code, found in arrows.items():
            targets = {"e9", "f6", "g7"} if "ne" in found else {"e9", "d6", "c7"}
            assert offered(play(ready("bone-catapult", "e5", more), code)) == targets


class TestFireElemental:
    MORE: ClassVar[dict[str, str]] = {
        "e6": "2 common",
        "d5": "2 heroic",
        "f5": "2 legendary",
        "f6": "1 common",
        "g7": "2 common",
        "c7": "2 heroic",
        "c5": "1 common",
        "h8": "2 common",  # distance 3
    }

    def test_burns_what_is_adjacent(self) -> None:
        game = summoned("fire-elemental", self.MORE)
        assert offered(game) == {"adjacent", "distance-2"}
        assert not optional(game)
        play(game, "adjacent")
        assert_idle(game)
        assert pieces(game) == board_after("fire-elemental", self.MORE, e6=None, d5=None)
        assert destroyed(game) == (1, 1, 0)

    def test_burns_common_pieces_up_to_distance_two(self) -> None:
        game = summoned("fire-elemental", self.MORE, "distance-2")
        assert_idle(game)
        assert pieces(game) == board_after("fire-elemental", self.MORE, e6=None, g7=None)
        assert destroyed(game) == (2, 0, 0)

    def test_the_squares_of_the_shading_do_not_matter(self) -> None:
        # Where the pattern stands the card shows no shading; c3 is at distance 2.
        more = {"e4": "2 common", "d3": "2 common", "g4": "2 common"}
        game = summoned("fire-elemental", more, "distance-2")
        assert destroyed(game) == (3, 0, 0)

    def test_either_may_be_chosen_even_if_nothing_burns(self) -> None:
        for more in ({}, {"g7": "2 common"}, {"d5": "2 heroic"}):
            game = summoned("fire-elemental", more)
            assert offered(game) == {"adjacent", "distance-2"}
            play(game, "adjacent" if "g7" in more else "distance-2")
            assert_idle(game)
            assert pieces(game) == board_after("fire-elemental", more)


class TestLeviathan:
    MORE: ClassVar[dict[str, str]] = {
        "f6": "2 legendary",
        "i5": "2 heroic",
        "e6": "2 common",
        "e7": "1 common",
        "e8": "2 common",
        "d9": "2 common",
        "c9": "2 common",
        "h2": "2 common",
    }

    def test_downgrades_a_connected_group(self) -> None:  # R2.9, R11.15
        game = summoned("leviathan", self.MORE)
        assert offered(game) == {"downgrade", "destroy"}
        assert not optional(game)
        play(game, "downgrade")
        assert offered(game) == {"a3", "c4", "d4", "e5", "f6", "i5"}  # every upgraded piece
        assert optional(game)
        assert counted(game) == (1, 3)
        play(game, "f6")
        assert counted(game) == (2, 3)
        assert offered(game) == {"e5"}  # the Leviathan itself is next to it
        assert optional(game)
        play(game, "e5")
        assert offered(game) == {"d4"}  # f6 has had its turn
        play(game, "d4")
        assert_idle(game)  # three at most
        after = board_after("leviathan", self.MORE, f6="2 heroic", e5="1 heroic", d4="1 common")
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 0)

    def test_any_piece_of_the_group_may_be_the_next(self) -> None:
        game = summoned("leviathan", {}, "downgrade", "d4")
        assert offered(game) == {"c4", "e5"}
        play(game, "e5")
        assert offered(game) == {"c4"}  # next to the first piece

    def test_a_common_piece_is_no_link(self) -> None:
        game = summoned("leviathan", {}, "downgrade", "a3")
        assert_idle(game)  # a3 and c4 touch the common b3 only
        assert pieces(game) == board_after("leviathan", {}, a3="1 common")

    def test_a_legendary_piece_needs_one_in_supply(self) -> None:  # R11.15
        both = {"f6": "2 legendary", "g7": "2 legendary"}
        game = summoned("leviathan", crowd("leviathan", "2 common", 16, both), "downgrade")
        assert offered(game) == {"a3", "c4", "d4", "e5"}
        game = summoned("leviathan", crowd("leviathan", "2 common", 15, both), "downgrade", "f6")
        assert offered(game) == {"e5"}  # not g7 as well
        game = summoned("leviathan", crowd("leviathan", "2 common", 14, both), "downgrade", "f6")
        assert offered(game) == {"e5", "g7"}

    def test_a_heroic_piece_needs_none(self) -> None:
        more = crowd("leviathan", "1 common", 16)
        game = summoned("leviathan", more, "downgrade")
        assert offered(game) == {"a3", "c4", "d4"}  # the Leviathan cannot
        play(game, "d4")
        assert offered(game) == {"c4"}

    def test_destroys_a_connected_group_of_common_pieces(self) -> None:
        game = summoned("leviathan", self.MORE, "destroy")
        assert offered(game) == {"b3", "e6", "e7", "e8", "d9", "c9", "h2"}
        assert optional(game)
        play(game, "e7")
        assert offered(game) == {"e6", "e8"}
        play(game, "e8")
        assert offered(game) == {"e6", "d9"}
        play(game, "d9")
        assert offered(game) == {"e6", "c9"}
        assert optional(game)
        play(game, "e6")
        assert_idle(game)  # four at most
        gone = dict.fromkeys(("e6", "e7", "e8", "d9"))
        assert pieces(game) == board_after("leviathan", self.MORE, **gone)
        assert destroyed(game) == (3, 0, 0)

    def test_may_stop_at_any_time(self) -> None:
        for answers in (["downgrade", "-"], ["destroy", "-"]):
            game = summoned("leviathan", self.MORE, *answers)
            assert_idle(game)
            assert pieces(game) == board_after("leviathan", self.MORE)
        game = summoned("leviathan", self.MORE, "destroy", "h2")
        assert_idle(game)  # nothing is connected to it
        assert pieces(game) == board_after("leviathan", self.MORE, h2=None)
        game = summoned("leviathan", self.MORE, "downgrade", "e5", "-")
        assert pieces(game) == board_after("leviathan", self.MORE, e5="1 heroic")

    def test_without_common_pieces_the_choice_is_made(self) -> None:
        game = summoned("leviathan", {"b3": "1 heroic"})
        assert game.prompt.kind == "downgrade"
        play(game, "b3")
        assert offered(game) == {"a3", "c4"}


class TestTwoHeadedDragon:
    MORE: ClassVar[dict[str, str]] = {
        "f6": "1 heroic",  # not marked
        "g4": "2 heroic",
        "f3": "2 common",
        "e4": "2 legendary",
        "d4": "2 heroic",
    }

    def test_upgrades_a_piece_that_summoned_it_and_destroys_beside_it(self) -> None:
        game = summoned("two-headed-dragon", self.MORE)
        assert offered(game) == {"g5", "f4", "e3", "g3", "h2"}
        assert optional(game)
        play(game, "f4")
        assert pieces(game)["f4"] == "1 legendary"
        assert offered(game) == {"g5", "e3", "g4"}  # heroic, of any colour, adjacent
        assert optional(game)
        play(game, "g4")
        assert_idle(game)
        after = board_after("two-headed-dragon", self.MORE, f4="1 legendary", g4=None)
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 0)

    def test_the_upgraded_piece_is_no_target(self) -> None:
        game = summoned("two-headed-dragon", {}, "h2")
        assert_idle(game)  # h2 is heroic now, but not adjacent to itself
        assert pieces(game) == board_after("two-headed-dragon", {}, h2="1 heroic")

    def test_may_destroy_your_own_piece(self) -> None:
        game = summoned("two-headed-dragon", {}, "g3", "f4")
        assert_idle(game)
        assert pieces(game) == board_after("two-headed-dragon", {}, g3="1 heroic", f4=None)
        assert destroyed(game) == (0, 0, 0)

    def test_may_be_declined(self) -> None:
        game = summoned("two-headed-dragon", self.MORE, "-")
        assert_idle(game)  # without an upgrade nothing is destroyed
        assert pieces(game) == board_after("two-headed-dragon", self.MORE)
        game = summoned("two-headed-dragon", self.MORE, "f4", "-")
        assert_idle(game)
        assert pieces(game) == board_after("two-headed-dragon", self.MORE, f4="1 legendary")

    def test_a_legendary_piece_cannot_be_upgraded(self) -> None:
        game = summoned("two-headed-dragon", {"g5": "1 legendary"})
        assert offered(game) == {"f4", "e3", "g3", "h2"}

    def test_a_heroic_piece_needs_a_legendary_one_in_supply(self) -> None:  # R11.14
        more = {"a5": "1 legendary", "a6": "1 legendary"}
        game = summoned("two-headed-dragon", more)
        assert offered(game) == {"g3", "h2"}

    def test_the_marks_turn_with_the_placement(self) -> None:
        other = {
            "c5": "1 heroic",
            "d4": "1 heroic",
            "e3": "1 heroic",
            "c3": "1 common",
            "b2": "1 common",
        }
        game = ready("two-headed-dragon", "e5", other)
        marks = {code: found for code, (found, _) in placements(game, "two-headed-dragon").items()}
        assert set(marks) == {"two-headed-dragon@e5/1", "two-headed-dragon@e5/2"}
        printed = set(pattern_at("two-headed-dragon", "e5"))
        assert {frozenset(found) for found in marks.values()} == {
            frozenset(printed),
            frozenset(other),
        }
        for code, found in marks.items():
            assert offered(play(ready("two-headed-dragon", "e5", other), code)) == found


class TestEarthElemental:
    MORE: ClassVar[dict[str, str]] = {
        "d8": "2 legendary",
        "d9": "2 heroic",  # next to d8
        "c2": "2 common",
        "a7": "2 common",  # next to nothing
        "f1": "2 common",  # next to f2
        "b7": "1 common",  # next to c7
        "g7": "2 heroic",
    }

    def test_destroys_at_red_and_upgrades_at_green(self) -> None:
        game = summoned("earth-elemental", self.MORE)
        # On or next to c2, d8, e5 and h4; no legendary piece, but your own.
        assert offered(game) == {"d9", "c2", "f5", "e4", "f4", "d3", "g3"}
        assert not optional(game)
        play(game, "d9")
        # On or next to a5, c7, f2, g7 and i6.
        assert offered(game) == {"f1", "b7"}
        assert not optional(game)
        play(game, "f1")
        assert_idle(game)  # no coloured square is adjacent to e5
        after = board_after("earth-elemental", self.MORE, d9=None, f1="2 heroic")
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 0)

    def test_only_your_own_pieces_qualify(self) -> None:
        game = summoned("earth-elemental", {"b7": "1 common"})
        assert offered(game) == {"f5", "e4", "f4", "d3", "g3"}
        assert not optional(game)
        play(game, "f5")
        assert_idle(game)  # b7 was upgraded without a question
        after = board_after("earth-elemental", {}, f5=None, b7="1 heroic")
        assert pieces(game) == after
        assert destroyed(game) == (0, 0, 0)

    def test_a_piece_destroyed_first_is_not_upgraded(self) -> None:
        game = summoned("earth-elemental", {"g3": "1 heroic"}, "g3")
        assert_idle(game)
        assert pieces(game) == board_after("earth-elemental", {}, g3=None)

    def test_moves_onto_a_coloured_square(self) -> None:
        more = {"g7": "2 legendary", "f2": "2 common"}
        game = ready("earth-elemental", "f6", more)
        play(game, "earth-elemental@f6", "f5")
        assert offered(game) == {"g6", "f2"}  # g6 is next to g7
        play(game, "f2")
        assert offered(game) == {"f6-e5", "f6-g7"}  # red, and green under a legendary piece
        assert optional(game)
        play(game, "f6-g7")
        assert_idle(game)
        assert pieces(game)["g7"] == "1 legendary"
        assert "f6" not in pieces(game)
        assert destroyed(game) == (0, 0, 1)

    def test_the_move_may_be_declined(self) -> None:
        game = ready("earth-elemental", "f6", {})
        play(game, "earth-elemental@f6", "f5", "-")
        assert_idle(game)
        assert pieces(game)["f6"] == "1 legendary"

    def test_goes_on_without_a_piece_at_red(self) -> None:
        more = {"d4": "1 legendary"}
        game = ready("earth-elemental", "b6", more)
        play(game, "earth-elemental@b6")
        assert offered(game) == {"b5", "c6"}  # at a5 and c7: the second part already
        assert game.prompt.kind == "upgrade"
        play(game, "c6")
        assert offered(game) == {"b6-a5", "b6-c7"}


class TestTimeElemental:
    def test_takes_another_whole_turn(self) -> None:
        game = summoned("time-elemental", {"e5": "2 heroic"}, actions=1)
        assert_idle(game)
        assert pieces(game) == board_after("time-elemental", {})
        play(game, ".")
        assert game.player == 1
        assert game.state.actions == 2
        assert destroyed(game) == (0, 0, 0)  # counted anew
        assert game.score(1) == 2  # the legend, and the heroic piece of the first turn
        assert len(game.state.hands[0]) == 3
        assert len(game.state.legends[0]) == 2
        finish_turn(game)
        assert game.player == 2
        finish_turn(game)
        assert game.player == 1
        finish_turn(game)
        assert game.player == 2  # one extra turn only

    def test_comes_before_the_final_round(self) -> None:
        # end-08: the turn that triggers the end also earns an extra turn.
        game = summoned("time-elemental", {}, actions=1, mine={"score": 17})
        play(game, ".")
        assert turns_to_come(game) == [1, 2, 1]

    def test_comes_after_the_last_turn_of_the_game(self) -> None:
        # end-09: it is earned in the last turn.
        game = summoned("time-elemental", {}, actions=1, turn={"last_turns": 1})
        play(game, ".")
        assert turns_to_come(game) == [1]

    def test_is_additional_within_the_final_round(self) -> None:
        game = summoned("time-elemental", {}, actions=1, turn={"last_turns": 2})
        play(game, ".")
        assert turns_to_come(game) == [1, 2]

    def test_the_end_may_be_triggered_in_the_extra_turn(self) -> None:
        hand = ["time-elemental", "titan"]
        board = pattern_at("time-elemental", "e5") | pattern_at("titan", "g8")
        game = arrange(board, legends=hand, actions=1, mine={"score": 16})
        play(game, "time-elemental@e5", ".")
        assert game.state.last_turns == -1  # 17 points
        play(game, "titan@g8")
        finish_turn(game)
        assert turns_to_come(game) == [2, 1]


class TestStormElemental:
    MORE: ClassVar[dict[str, str]] = {
        "h3": "2 common",
        "h5": "1 common",
        "h7": "2 heroic",
        "h8": "2 common",
    }

    def near(self, game: Game) -> set[str]:
        """The empty squares at distance 1 to 3 from e5."""
        origin = NAMES.index("e5")
        reach = {NAMES[s] for s in SQUARES if 1 <= distance(s, origin) <= 3}
        return reach - set(pieces(game))

    def test_a_common_piece_runs_five_squares(self) -> None:
        game = summoned("storm-elemental", self.MORE)
        assert offered(game) == self.near(game)
        assert optional(game)
        play(game, "h2")
        assert offered(game) == {"common", "heroic", "legendary"}
        assert not optional(game)
        play(game, "common")
        assert offered(game) == steps("h2", around("h2"))
        assert optional(game)
        play(game, "h2-h3")
        assert offered(game) == {"h3-h4"}  # the direction stays
        assert optional(game)
        play(game, "h3-h4", "h4-h5", "h5-h6")
        assert_idle(game)  # the heroic h7 stops it, and it is gone
        after = board_after("storm-elemental", self.MORE, h3=None, h5=None)
        assert pieces(game) == after
        assert destroyed(game) == (1, 0, 0)

    def test_a_common_piece_runs_no_sixth_square(self) -> None:
        game = summoned("storm-elemental", {"h8": "2 common"})
        play(game, "h2", "common", "h2-h3", "h3-h4", "h4-h5", "h5-h6", "h6-h7")
        assert_idle(game)
        assert pieces(game) == board_after("storm-elemental", {"h8": "2 common"})

    def test_a_heroic_piece_runs_three_squares(self) -> None:
        game = summoned("storm-elemental", self.MORE, "h4", "heroic")
        play(game, "h4-h5", "h5-h6", "h6-h7")
        assert_idle(game)
        after = board_after("storm-elemental", self.MORE, h5=None, h7=None)
        assert pieces(game) == after
        assert destroyed(game) == (0, 1, 0)

    def test_a_legendary_piece_runs_one_square_even_over_the_elemental(self) -> None:
        more = {"f5": "2 common"}
        game = summoned("storm-elemental", more, "d5", "legendary", "d5-e5")
        assert_idle(game)
        assert pieces(game) == board_after("storm-elemental", more, e5=None)
        assert destroyed(game) == (0, 0, 0)
        assert game.score(1) == 1  # one legend was summoned, not two

    def test_may_not_run_but_is_destroyed(self) -> None:
        game = summoned("storm-elemental", self.MORE, "h4", "heroic", "-")
        assert_idle(game)
        assert pieces(game) == board_after("storm-elemental", self.MORE)
        game = summoned("storm-elemental", self.MORE, "h4", "heroic", "h4-h5", "-")
        assert_idle(game)
        assert pieces(game) == board_after("storm-elemental", self.MORE, h5=None)
        assert destroyed(game) == (0, 0, 0)

    def test_may_be_declined(self) -> None:
        game = summoned("storm-elemental", self.MORE, "-")
        assert_idle(game)
        assert pieces(game) == board_after("storm-elemental", self.MORE)

    def test_offers_the_ranks_in_supply(self) -> None:
        legends = {"a5": "1 legendary", "a6": "1 legendary"}
        game = summoned("storm-elemental", legends, "h4")
        assert offered(game) == {"common", "heroic"}
        game = summoned("storm-elemental", crowd("storm-elemental", "1 common", 16), "h4")
        # The piece on e5 went back to the supply: one is left.
        assert offered(game) == {"common", "heroic", "legendary"}

    def test_a_single_rank_is_not_asked(self) -> None:
        more = crowd("storm-elemental", "1 common", 16, {"e5": "1 legendary"})
        game = summoned("storm-elemental", more, "h4")
        assert pieces(game)["h4"] == "1 legendary"
        assert offered(game) == steps("h4", around("h4"))

    def test_nothing_is_asked_without_a_piece_in_supply(self) -> None:
        legends = {"e5": "1 legendary", "d6": "1 legendary", "f6": "1 legendary"}
        more = crowd("storm-elemental", "1 common", 16, legends)
        game = summoned("storm-elemental", more)
        assert_idle(game)
        assert pieces(game) == board_after("storm-elemental", more)


class TestTitan:
    MORE: ClassVar[dict[str, str]] = {
        "e6": "2 legendary",
        "d5": "1 legendary",
        "f5": "2 common",
        "d6": "2 common",
        "f6": "2 legendary",
        "d4": "1 heroic",
        "f4": "2 heroic",
        "e7": "2 common",
        "g5": "2 common",
        "g7": "2 common",
    }

    def test_destroys_around_it_without_counting(self) -> None:
        game = summoned("titan", self.MORE, actions=1)
        assert_idle(game)
        gone = dict.fromkeys(("e4", "e6", "d5", "f5", "d6", "d4", "f4"))
        assert pieces(game) == board_after("titan", self.MORE, **gone)
        assert destroyed(game) == (0, 0, 0)
        play(game, ".")
        assert game.score(1) == 1  # for the legend alone

    def test_a_legendary_piece_of_yours_is_spared_on_the_diagonal_only(self) -> None:
        more = {"d6": "1 legendary", "f5": "1 legendary"}
        game = summoned("titan", more)
        assert pieces(game) == board_after("titan", more, e4=None, f5=None)

    def test_what_it_is_summoned_onto_counts(self) -> None:
        game = summoned("titan", {"e5": "2 legendary", "e6": "2 heroic"}, actions=1)
        assert destroyed(game) == (0, 0, 1)
        play(game, ".")
        assert game.score(1) == 3

    def test_its_victims_do_not_help_a_task(self) -> None:
        tasks = {"current": ["destruction"]}
        game = summoned("titan", self.MORE, actions=1, form="high-form", tasks=tasks)
        assert "=destruction" not in offered(game)

    def test_at_the_border_of_the_board(self) -> None:
        board = {"e8": "1 heroic", "e7": "1 heroic", "d6": "1 common", "e6": "1 common"}
        board |= {"f6": "1 common", "d9": "2 legendary", "f8": "2 heroic"}
        game = play(arrange(board, legends=["titan"]), "titan@e9")
        gone = ("e8", "d9", "f8")
        after = {square: piece for square, piece in board.items() if square not in gone}
        assert pieces(game) == after | {"e9": "1 legendary"}
