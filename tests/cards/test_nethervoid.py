"""The Nethervoid beings and their Gateway (R21), each through a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from tashkalar import Game
from tashkalar.position.board import NAMES
from tests.cards.helpers import (
    Board,
    assert_declined,
    board,
    empty,
    filled,
    movers,
    ready,
    seated,
    steps,
    summon,
)
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


def gate(game: Game) -> str:
    """The square of the Gateway, "" when there is none."""
    return NAMES[game.state.gateway] if game.state.gateway else ""


def melee(
    card: str, square: str, more: Board, *, improvised: Sequence[int] = (), **turn: int
) -> Game:
    """Three players, seat 1 with the card and the markers named."""
    return seated(
        pattern_at(card, square) | dict(more),
        {"school": "nethervoid", "hand": [card]},
        "northern",
        "sylvan",
        improvised={1: list(improvised)},
        turn=turn,
    )


def team(card: str, square: str, more: Board, *, seat: int = 1, **rest: object) -> Game:
    """Two teams; seats 1 and 3 share the colour 1, the card is in the hand of the seat."""
    schools = ("nethervoid", "northern", "highland", "sylvan")
    seats = [{"school": school, "flare": []} for school in schools]
    seats[seat - 1]["hand"] = [card]
    return Game.from_scenario(
        {
            "form": "duel",
            "teams": True,
            "seats": seats,
            "board": pattern_at(card, square) | dict(more),
            "turn": {"seat": seat, "actions": 2},
            **rest,
        }
    )


class TestGateway:
    """R21.2-R21.13: who is the Gateway, and how it is lost."""

    far: ClassVar[Board] = {"h7": "1 common"}
    heroic: ClassVar[Board] = {"h7": "1 heroic"}

    def test_there_is_none_at_the_start_and_it_is_in_play_by_the_first_being(self) -> None:
        # R21.1, R21.4, R21.4a
        game = ready("flame-imp", "e5")
        assert gate(game) == ""
        play(game, "flame-imp@e5")
        assert gate(game) == "e5"  # before the effect, which asks about its neighbors
        assert offered(game) == {"d4"}
        assert [e.kind for e in game.history()[-1].events] == ["summon", "gateway"]

    def test_placing_a_piece_makes_no_gateway(self) -> None:
        assert gate(play(ready("flame-imp", "e5"), "+a4")) == ""

    def test_a_common_being_does_not_take_it_from_an_existing_gateway(self) -> None:
        for rank in (self.far, self.heroic):
            game = summon("flame-imp", "e5", rank, gateway="h7")
            assert gate(game) == "h7"

    def test_a_heroic_being_takes_it_from_a_common_gateway_only(self) -> None:
        assert gate(summon("demon-of-envy", "e5", self.far, gateway="h7")) == "e5"
        assert gate(summon("demon-of-envy", "e5", self.heroic, gateway="h7")) == "h7"

    def test_a_being_summoned_onto_the_gateway_is_the_new_one(self) -> None:  # R21.4b
        game = summon("flame-imp", "e5", {"e5": "1 common"}, gateway="e5")
        assert gate(game) == "e5"
        game = summon("vortexmaster", "e5", {"e5": "1 heroic"}, gateway="e5")
        assert gate(game) == "e5"

    def test_a_gateway_that_the_pattern_needs_on_the_square_is_replaced(self) -> None:
        game = summon("hell-rider", "e5", {"e5": "1 heroic"}, gateway="e5")
        assert gate(game) == "e5"

    def test_a_legend_never_becomes_the_gateway(self) -> None:  # R21.2
        game = arrange(
            pattern_at("hell-bull", "e5"), legends=["hell-bull"], hand=[], school="nethervoid"
        )
        play(game, "hell-bull@e5", "-")
        assert gate(game) == ""

    def test_a_legend_summoned_onto_the_gateway_ends_it(self) -> None:
        game = arrange(
            pattern_at("hell-bull", "e5"),
            legends=["hell-bull"],
            hand=[],
            school="nethervoid",
            gateway="e5",
        )
        play(game, "hell-bull@e5")
        assert gate(game) == ""

    def test_picking_it_up_for_a_summoning_loses_it_and_the_new_being_gets_it(self) -> None:
        pattern = pattern_at("flame-imp", "e5")
        more = {"h7": "1 heroic", **filled(13, pattern | {"e5": "", "h7": ""})}
        game = ready("flame-imp", "e5", more, gateway="h7")
        # No placement uses h7, so each one may pick it up.
        play(game, min(c for c in offered(game) if c.startswith("flame-imp@e5")))
        assert "h7" in offered(game)
        play(game, "h7")
        assert gate(game) == "e5"  # though common: there was none any more
        assert "h7" not in game.board

    def test_picking_it_up_to_place_it_again_loses_it(self) -> None:
        board = filled(16, {})
        game = arrange(board, school="nethervoid", gateway="a3")
        play(game, "^a3", "a3")
        assert pieces(game) == board
        assert gate(game) == ""

    def test_converting_it_loses_it(self) -> None:
        board = filled(6, {})
        game = arrange(
            board,
            school="nethervoid",
            gateway="a3",
            theirs={"flare": ["flare-04"]},
            turn={"seat": 2},
        )
        play(game, "!flare-04", "convert", "a3")
        assert pieces(game)["a3"] == "2 common"
        assert gate(game) == ""

    def test_it_goes_along_when_the_enemy_moves_it(self) -> None:  # R21.3
        board = pattern_at("hypnotist", "e5", owner=2) | {"a3": "1 common"}
        game = arrange(
            board,
            school="nethervoid",
            gateway="a3",
            theirs={"hand": ["hypnotist"]},
            turn={"seat": 2},
            other="northern",
        )
        play(game, "hypnotist@e5", "a3-b4")
        assert gate(game) == "b4"
        assert pieces(game)["b4"] == "1 common"

    def test_destroying_it_loses_it(self) -> None:
        game = summon("flame-imp", "e5", {"e6": "1 heroic", "d6": "1 common"}, gateway="e6")
        play(game, "d6")  # a neighbor only
        assert gate(game) == "e6"
        game = summon("demon-of-sloth", "e5", self.heroic, gateway="h7", actions=1)
        assert gate(game) == ""

    def test_a_downgrade_keeps_it(self) -> None:
        board = pattern_at("leviathan", "f5") | {"h7": "1 heroic"}
        game = arrange(
            board, legends=["leviathan"], hand=[], school="nethervoid", gateway="h7", actions=1
        )
        play(game, "leviathan@f5", "downgrade", "h7")
        assert (pieces(game)["h7"], gate(game)) == ("1 common", "h7")

    def test_the_beings_of_a_teammate_do_not_open_it(self) -> None:  # R21.13
        game = team("clan-guardian", "e5", {}, seat=3)
        play(game, "clan-guardian@e5")
        assert gate(game) == ""
        game = team("clan-guardian", "e5", {"h7": "1 common"}, seat=3, gateway="h7")
        play(game, "clan-guardian@e5")
        assert gate(game) == "h7"  # a heroic being, but of another deck

    def test_a_being_of_the_team_summoned_onto_it_just_destroys_it(self) -> None:
        game = team("clan-guardian", "e5", {"e5": "1 common"}, seat=3, gateway="e5")
        assert gate(play(game, "clan-guardian@e5")) == ""

    def test_a_piece_placed_by_the_teammate_may_become_it(self) -> None:  # R21.13
        game = team("gate-keeper", "e5", {"a4": "1 common"}, seat=1)
        play(game, "gate-keeper@e5", "a4")
        assert gate(game) == "a4"

    def test_it_scores_nothing(self) -> None:  # R21.14
        turn = {"number": 9, "last_turns": 1}
        game = arrange(self.far, school="nethervoid", gateway="h7", actions=0, turn=turn)
        play(game, ".")
        assert game.outcome is not None
        assert game.outcome.scores == (0, 0)

    def test_undo_and_save_keep_it(self) -> None:
        game = ready("demon-of-pride", "e5", self.far, gateway="h7")
        before = game.state.key()
        play(game, "demon-of-pride@e5")
        again = Game.from_json(game.to_json())
        assert again.state.key() == game.state.key()
        assert gate(again) == "e5"
        play(game, "e5-e6")
        assert gate(game) == "e6"
        game.undo()
        game.undo()
        assert game.state.key() == before


class TestShadowImp:
    card = "shadow-imp"
    more: ClassVar[Board] = {"g3": "1 common", "e6": "2 common", "d5": "2 heroic"}

    def test_the_gateway_may_copy_its_move(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="g3")
        assert offered(game) == steps("e5", around("e5") - {"d5"})
        assert optional(game)
        play(game, "e5-e6")
        assert offered(game) == {"g3-g4"}  # exactly the same direction
        assert optional(game)
        play(game, "g3-g4")
        assert_idle(game)
        assert gate(game) == "g4"
        assert pieces(game) == board(
            self.card, "e5", self.more, e5=None, e6="1 common", g3=None, g4="1 common"
        )
        assert game.state.destroyed[3:] == (1, 0, 0)

    def test_the_gateway_may_run_over_an_equal_rank(self) -> None:
        more = dict(self.more) | {"g3": "1 heroic", "h3": "2 heroic"}
        game = play(summon(self.card, "e5", more, gateway="g3"), "e5-f5", "g3-h3")
        assert gate(game) == "h3"
        assert game.state.destroyed[3:] == (0, 1, 0)

    def test_the_gateway_cannot_enter_a_higher_rank_or_leave_the_board(self) -> None:
        game = summon(self.card, "e5", dict(self.more) | {"g4": "2 heroic"}, gateway="g3")
        assert_idle(play(game, "e5-e6"))
        game = summon(self.card, "e5", {"e1": "1 common"}, gateway="e1")
        assert_idle(play(game, "e5-e4"))
        assert gate(game) == "e1"

    def test_each_move_may_be_declined(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="g3")
        assert_declined(game, board(self.card, "e5", self.more))  # no move to copy
        game = play(summon(self.card, "e5", self.more, gateway="g3"), "e5-e6", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6="1 common")

    def test_as_the_gateway_it_moves_once(self) -> None:
        game = play(summon(self.card, "e5"), "e5-e6")
        assert_idle(game)
        assert gate(game) == "e6"

    def test_no_second_move_when_it_has_destroyed_the_gateway(self) -> None:  # R21.8
        game = summon(self.card, "e5", {"e6": "1 common"}, gateway="e6")
        assert_idle(play(game, "e5-e6"))
        assert gate(game) == ""


class TestFlameImp:
    card = "flame-imp"
    more: ClassVar[Board] = {
        "f6": "1 heroic",
        "g6": "2 common",
        "f7": "1 common",
        "g7": "2 heroic",
        "e7": "2 legendary",
        "b4": "2 common",
    }

    def test_destroys_a_common_piece_next_to_the_gateway(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="f6")
        assert offered(game) == {"g6", "f7", "e5"}  # the Imp too, but nothing next to the Imp
        assert optional(game)
        play(game, "g6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, g6=None)

    def test_may_destroy_itself(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="f6"), "e5")
        assert pieces(game) == board(self.card, "e5", self.more, e5=None)

    def test_may_be_declined(self) -> None:
        assert_declined(
            summon(self.card, "e5", self.more, gateway="f6"), board(self.card, "e5", self.more)
        )

    def test_as_the_gateway_it_looks_around_itself(self) -> None:
        assert offered(summon(self.card, "e5", self.more)) == {"d4"}

    def test_asks_nothing_without_a_target(self) -> None:
        assert_idle(summon(self.card, "e5", {"h3": "1 common"}, gateway="h3"))


class TestGateKeeper:
    card = "gate-keeper"
    more: ClassVar[Board] = {
        "b4": "1 common",
        "b6": "1 heroic",
        "c8": "1 legendary",
        "h4": "2 common",
    }

    def test_upgrades_a_common_piece_of_yours_into_the_gateway(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="b6")
        commons = {"b4", "e5", "e6", "d5", "f5"}
        assert offered(game) == commons | empty(game)
        assert optional(game)
        play(game, "b4")
        assert_idle(game)
        assert gate(game) == "b4"
        assert pieces(game) == board(self.card, "e5", self.more, b4="1 heroic")

    def test_places_a_common_piece_that_becomes_the_gateway(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="b6"), "a5")
        assert gate(game) == "a5"  # though the Gateway was heroic before
        assert pieces(game) == board(self.card, "e5", self.more, a5="1 common")

    def test_may_upgrade_itself(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="b6"), "e5")
        assert (gate(game), pieces(game)["e5"]) == ("e5", "1 heroic")

    def test_declined_the_gateway_stays(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="b6"), "-")
        assert_idle(game)
        assert gate(game) == "b6"
        assert pieces(game) == board(self.card, "e5", self.more)

    def test_with_an_empty_supply_it_can_only_upgrade(self) -> None:
        more = filled(12, pattern_at(self.card, "e5") | {"e5": ""})
        game = summon(self.card, "e5", more, gateway="a3")  # the sixteenth piece
        assert offered(game) == set(game.board)


class TestDemonOfGluttony:
    card = "demon-of-gluttony"
    more: ClassVar[Board] = {
        "e6": "2 common",
        "e7": "2 heroic",
        "d5": "2 heroic",
        "f6": "1 common",
        "h4": "1 heroic",
    }

    def test_devours_twice_and_becomes_the_gateway(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h4")
        assert offered(game) == steps("e5", around("e5") - {"d5"})
        assert optional(game)
        play(game, "e5-e6")
        assert pieces(game)["e6"] == "1 heroic"
        assert offered(game) == steps("e6", around("e6"))  # as a heroic piece
        assert optional(game)
        play(game, "e6-e7")
        assert_idle(game)
        assert gate(game) == "e7"
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6=None, e7="1 heroic")

    def test_your_own_pieces_are_food_too(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="h4"), "e5-f6", "f6-e5")
        assert_idle(game)
        assert gate(game) == "h4"  # the second move destroyed nothing
        assert pieces(game) == board(self.card, "e5", self.more, f6=None, e5="1 heroic")

    def test_nothing_follows_a_move_that_destroys_nothing(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="h4"), "e5-d6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, d6="1 common")

    def test_each_move_may_be_declined(self) -> None:
        assert_declined(
            summon(self.card, "e5", self.more, gateway="h4"), board(self.card, "e5", self.more)
        )
        game = play(summon(self.card, "e5", self.more, gateway="h4"), "e5-e6", "-")
        assert_idle(game)
        assert gate(game) == "h4"
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6="1 heroic")

    def test_the_piece_destroyed_by_the_summoning_does_not_count(self) -> None:
        game = summon(self.card, "e5", {"e5": "2 common", "h4": "1 heroic"}, gateway="h4")
        assert_idle(play(game, "e5-e6"))
        assert pieces(game)["e6"] == "1 common"

    def test_devouring_the_gateway_makes_it_the_gateway(self) -> None:
        game = summon(self.card, "e5", dict(self.more) | {"f7": "1 heroic"}, gateway="f7")
        play(game, "e5-e6", "e6-f7")
        assert gate(game) == "f7"


class TestDemonOfPride:
    card = "demon-of-pride"
    more: ClassVar[Board] = {"h7": "1 heroic", "e6": "2 heroic", "d5": "2 legendary"}

    def test_is_upgraded_becomes_the_gateway_and_moves(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h7")
        assert (pieces(game)["e5"], gate(game)) == ("1 heroic", "e5")
        assert offered(game) == steps("e5", around("e5") - {"d5"})
        assert optional(game)
        play(game, "e5-e6")
        assert_idle(game)
        assert gate(game) == "e6"
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6="1 heroic")

    def test_only_the_move_may_be_declined(self) -> None:
        game = play(summon(self.card, "e5", self.more), "-")
        assert_idle(game)
        assert gate(game) == "e5"
        assert pieces(game) == board(self.card, "e5", self.more, e5="1 heroic")


class TestAcolyteOfDestruction:
    card = "acolyte-of-destruction"
    # h4 is red.
    more: ClassVar[Board] = {
        "h4": "1 heroic",
        "b6": "2 common",
        "b7": "2 heroic",
        "c6": "1 heroic",
        "a6": "2 legendary",
        "d8": "2 heroic",
    }

    def test_destroys_a_common_piece_and_on_red_a_heroic_one_beside_it(self) -> None:
        game = summon(self.card, "e6", self.more, gateway="h4")
        assert offered(game) == {"b6", "d5", "f5", "e3"}
        assert not optional(game)
        play(game, "b6")
        assert offered(game) == {"b7", "c6"}
        assert optional(game)
        play(game, "b7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e6", self.more, b6=None, b7=None)

    def test_the_second_may_be_declined(self) -> None:
        game = play(summon(self.card, "e6", self.more, gateway="h4"), "b6", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e6", self.more, b6=None)

    def test_off_red_only_the_first(self) -> None:
        more = dict(self.more) | {"h5": "1 heroic"}
        assert_idle(play(summon(self.card, "e6", more, gateway="h5"), "b6"))
        green = dict(self.more) | {"g7": "1 heroic"}
        assert_idle(play(summon(self.card, "e6", green, gateway="g7"), "b6"))

    def test_the_acolyte_may_be_the_gateway_on_red(self) -> None:
        game = summon(self.card, "e5", {"b6": "2 common", "b7": "2 heroic"})
        assert gate(game) == "e5"  # the central square is red
        play(game, "b6")
        assert offered(game) == {"b7"}

    def test_your_own_common_pieces_must_be_taken(self) -> None:
        game = summon(self.card, "e6")
        assert not optional(game)
        assert offered(game) == {"d5", "f5", "e3"}
        game = play(summon(self.card, "e5"), "d4")
        assert offered(game) == {"e5"}  # the Acolyte itself is heroic and stands beside it

    def test_nothing_without_a_common_piece(self) -> None:
        upgraded = {square: "1 heroic" for square in pattern_at(self.card, "e5")}
        assert_idle(summon(self.card, "e5", upgraded))


class TestAcolyteOfGrowth:
    card = "acolyte-of-growth"
    more: ClassVar[Board] = {"g7": "1 heroic", "b5": "2 common"}  # g7 is green

    def test_on_green_a_heroic_piece_follows_the_common_one(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="g7")
        assert offered(game) == empty(game)
        assert not optional(game)
        play(game, "b4")
        assert offered(game) == around("b4") - {"b5"}
        assert not optional(game)
        play(game, "b3")
        assert_idle(game)
        assert gate(game) == "g7"
        assert pieces(game) == board(self.card, "e5", self.more, b4="1 common", b3="1 heroic")

    def test_off_green_only_the_common_one(self) -> None:
        game = play(summon(self.card, "e5", self.more), "b4")  # the Acolyte is on red
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, b4="1 common")

    def test_on_green_itself(self) -> None:
        game = play(summon(self.card, "c7"), "g3")
        assert gate(game) == "c7"
        assert offered(game) == around("g3")

    def test_places_only_what_the_supply_has(self) -> None:
        pattern = pattern_at(self.card, "e5")
        more = {"g7": "1 heroic", **filled(9, pattern | {"e5": "", "g7": ""})}
        game = summon(self.card, "e5", more, gateway="g7")  # 15 of 16 pieces
        square = max(offered(game))
        assert_idle(play(game, square))
        assert pieces(game) == board(self.card, "e5", more, **{square: "1 common"})
        more = {"g7": "1 heroic", **filled(10, pattern | {"e5": "", "g7": ""})}
        assert_idle(summon(self.card, "e5", more, gateway="g7"))


class TestPowerSeeker:
    card = "power-seeker"
    more: ClassVar[Board] = {
        "c8": "1 heroic",
        "c6": "2 common",
        "b6": "2 heroic",
        "d6": "2 legendary",
    }

    def test_as_the_gateway_one_standard_move(self) -> None:
        game = summon(self.card, "c5", {"b5": "2 common", "b6": "2 heroic"})
        assert gate(game) == "c5"
        assert offered(game) == steps("c5", around("c5") - {"b6"})
        assert optional(game)
        play(game, "c5-b5")
        assert_idle(game)
        assert gate(game) == "b5"

    def test_otherwise_combat_moves_closer_to_the_gateway(self) -> None:  # R21.9
        game = summon(self.card, "c5", self.more, gateway="c8")
        assert gate(game) == "c8"
        assert offered(game) == {"c5-b6", "c5-c6"}  # d6 is legendary; no step aside
        assert optional(game)
        play(game, "c5-b6")
        assert offered(game) == {"b6-b7", "b6-c7"}  # a7 would not be nearer
        play(game, "b6-b7")
        assert offered(game) == {"b7-c8"}  # onto the heroic Gateway itself
        play(game, "b7-c8")
        assert_idle(game)
        assert gate(game) == ""
        assert pieces(game) == board(self.card, "c5", self.more, c5=None, b6=None, c8="1 heroic")

    def test_may_be_declined_at_every_move(self) -> None:
        assert_declined(
            summon(self.card, "c5", self.more, gateway="c8"), board(self.card, "c5", self.more)
        )
        game = play(summon(self.card, "c5", self.more, gateway="c8"), "c5-c6")
        assert optional(game)
        assert_idle(play(game, "-"))

    def test_takes_over_a_common_gateway(self) -> None:
        game = summon(self.card, "c5", {"c8": "1 common"}, gateway="c8")
        assert gate(game) == "c5"
        assert offered(game) == steps("c5", around("c5"))

    def test_a_gateway_far_away(self) -> None:
        game = summon(self.card, "c5", {"i7": "1 heroic"}, gateway="i7")
        assert offered(game) == {"c5-d4", "c5-d5", "c5-d6"}


class TestHellHound:
    card = "hell-hound"
    more: ClassVar[Board] = {
        "e6": "2 common",
        "f6": "2 legendary",
        "f5": "1 legendary",
        "g5": "2 common",
    }

    def test_destroys_any_adjacent_piece_and_goes_under_the_deck(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"e6", "f6", "f5", "e4", "d5"}
        assert optional(game)
        deck = game.state.decks[0]
        play(game, "e6")
        assert_idle(game)
        assert game.state.decks[0] == deck + (self.card,)
        assert self.card not in game.state.discards[0]
        assert pieces(game) == board(self.card, "e5", self.more, e6=None)

    def test_destroying_nothing_sends_it_back_too(self) -> None:
        game = play(summon(self.card, "e5", self.more), "-")
        assert game.state.decks[0][-1] == self.card
        assert game.state.discards[0] == ()
        game = summon(self.card, "e5", {"e4": "1 common", "h4": "1 common"})
        play(game, "-")
        assert game.state.decks[0][-1] == self.card

    @pytest.mark.parametrize("square", ["f6", "f5"])
    def test_after_a_legendary_victim_it_is_discarded(self, square: str) -> None:
        game = summon(self.card, "e5", self.more)
        deck = game.state.decks[0]
        play(game, square)
        assert game.state.decks[0] == deck
        assert game.state.discards[0] == (self.card,)

    def test_with_an_empty_deck_it_is_discarded(self) -> None:  # R21.12
        game = summon(self.card, "e5", self.more, mine={"deck": []})
        play(game, "e6")
        assert game.state.decks[0] == ()
        assert game.state.discards[0][-1] == self.card

    def test_in_a_team_it_lies_sideways_and_one_is_straightened(self) -> None:  # R21.12
        game = team(self.card, "e5", self.more)
        lying = game.state.sideways[0]
        play(game, "hell-hound@e5", "e6")
        assert game.state.decks[0][-1] == self.card
        assert game.state.sideways[0] == lying == 6


class TestVortexmaster:
    card = "vortexmaster"
    more: ClassVar[Board] = {
        "g3": "1 heroic",
        "h3": "2 heroic",
        "g5": "1 common",
        "h5": "1 legendary",
        "f5": "2 common",
    }

    def test_the_gateway_moves_then_a_neighbor_of_it(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="g3")
        assert offered(game) == steps("g3", around("g3"))
        assert optional(game)
        play(game, "g3-g4")
        assert gate(game) == "g4"
        assert movers(game) == {"g5", "h5"}  # not the Gateway, no enemy
        assert "g5-g6" in offered(game) and "h5-h6" in offered(game)
        assert optional(game)
        play(game, "h5-g4")
        assert_idle(game)
        assert gate(game) == ""
        assert pieces(game) == board(self.card, "e5", self.more, g3=None, h5=None, g4="1 legendary")

    def test_the_second_move_does_not_need_the_first(self) -> None:
        more = {"f4": "1 heroic", "a5": "1 common"}
        game = play(summon(self.card, "e5", more, gateway="f4"), "-")
        assert movers(game) == {"e5"}  # the Vortexmaster itself
        play(game, "e5-d5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, e5=None, d5="1 heroic")

    def test_both_may_be_declined(self) -> None:
        game = play(
            summon(self.card, "e5", dict(self.more) | {"g4": "1 common"}, gateway="g3"), "-"
        )
        assert movers(game) == {"g4"}
        assert_idle(play(game, "-"))

    def test_as_the_gateway_it_makes_the_first_move(self) -> None:
        game = summon(self.card, "e5", self.more)  # g3 is no Gateway
        assert movers(game) == {"e5"}
        play(game, "e5-f6")
        assert gate(game) == "f6"
        assert movers(game) == {"f7", "e6", "g5"}


class TestGateMaster:
    card = "gate-master"
    more: ClassVar[Board] = {"h3": "1 heroic", "b4": "1 legendary", "b6": "2 heroic"}

    def test_upgrades_the_gateway_names_another_and_counts_as_a_legend(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h3")
        assert pieces(game)["h3"] == "1 legendary"
        assert gate(game) == ""  # no longer, and not yet another
        assert offered(game) == {"e6", "f6", "d5", "f5", "g5", "e5"}
        assert not optional(game)
        play(game, "g5")
        assert_idle(game)
        assert gate(game) == "g5"
        assert pieces(game) == board(self.card, "e5", self.more, h3="1 legendary")
        [summoned] = game.state.summoned  # one being
        assert (NAMES[summoned.square], summoned.legend) == ("e5", True)
        assert game.score(1) == 1
        assert game.state.discards[0] == (self.card,)  # still a being

    def test_itself_becomes_legendary_as_the_gateway(self) -> None:
        game = summon(self.card, "e5", {"h3": "1 common"}, gateway="h3")
        assert pieces(game)["e5"] == "1 legendary"
        assert "e5" not in offered(game)
        play(game, "h3")
        assert gate(game) == "h3"
        assert game.score(1) == 1

    def test_without_a_legendary_piece_only_the_gateway_changes(self) -> None:
        legendary = {square: "1 legendary" for square in ("a4", "a5", "a6")}
        more = {"h3": "1 heroic", **legendary}
        game = summon(self.card, "e5", more, gateway="h3")
        assert offered(game) == {"e6", "f6", "d5", "f5", "g5", "e5", "h3"}  # the same again
        play(game, "h3")
        assert gate(game) == "h3"
        assert pieces(game) == board(self.card, "e5", more)
        assert not game.state.summoned[0].legend
        assert game.score(1) == 0

    def test_for_the_tasks_it_is_a_legend_but_one_being_only(self) -> None:
        def end(*summoned: dict[str, str]) -> Game:
            game = ready(
                self.card,
                "e5",
                self.more,
                gateway="h3",
                form="high-form",
                actions=1,
                tasks={"current": ["legendary-summoning", "red-summoning", "destruction"]},
                turn={"summoned": list(summoned)},
            )
            return play(game, "gate-master@e5", "g5")

        assert "=legendary-summoning" not in offered(end())
        assert "=legendary-summoning" in offered(end({"card": "flame-imp", "square": "a4"}))
        assert "=red-summoning" in offered(end({"card": "flame-imp", "square": "a4"}))

    def test_in_a_melee_you_choose_the_colour_of_the_point(self) -> None:
        game = melee(self.card, "e5", {})
        play(game, "gate-master@e5", "g5")
        assert game.prompt.kind == "legend-colour"
        assert offered(game) == {"2", "3"}
        play(game, "3")
        assert_idle(game)
        assert game.state.points[:3] == (0, 0, 1)


class TestHellRider:
    card = "hell-rider"
    more: ClassVar[Board] = {"e6": "2 heroic", "d5": "2 legendary", "e7": "1 heroic"}

    def test_as_the_gateway_one_combat_move(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert gate(game) == "e5"
        assert offered(game) == steps("e5", around("e5") - {"d5"})
        assert optional(game)
        play(game, "e5-e6")
        assert_idle(game)
        assert gate(game) == "e6"

    def test_otherwise_three(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="e7")
        for move in ("e5-e6", "e6-d6", "d6-d7"):
            assert optional(game)
            play(game, move)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6=None, d7="1 heroic")

    def test_destroying_the_gateway_on_its_way_does_not_stop_it(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="e7"), "e5-e6", "e6-e7")
        assert gate(game) == ""
        play(game, "e7-e8")
        assert_idle(game)

    def test_each_move_may_be_declined(self) -> None:
        assert_idle(play(summon(self.card, "e5", self.more), "-"))
        assert_idle(play(summon(self.card, "e5", self.more, gateway="e7"), "-"))
        assert_idle(play(summon(self.card, "e5", self.more, gateway="e7"), "e5-e6", "-"))


class TestDemonOfWrath:
    card = "demon-of-wrath"
    more: ClassVar[Board] = {
        "h6": "1 heroic",
        "h7": "2 common",
        "g6": "2 common",
        "g7": "2 heroic",
        "h5": "1 common",
        "e6": "2 common",
    }

    def test_destroys_all_common_enemies_next_to_the_gateway_without_a_move(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h7=None, g6=None)
        assert game.state.destroyed[3:] == (2, 0, 0)

    def test_without_a_target_the_gateway_may_move_first(self) -> None:
        more = {"h3": "1 heroic", "h5": "2 common", "g5": "2 common", "h4": "2 heroic"}
        game = summon(self.card, "e5", more, gateway="h3")
        assert offered(game) == steps("h3", around("h3") - {"h4"})  # a standard move
        assert optional(game)
        play(game, "h3-g4")
        assert_idle(game)
        assert gate(game) == "g4"
        assert pieces(game) == board(
            self.card, "e5", more, h3=None, g4="1 heroic", h5=None, g5=None
        )

    def test_the_move_may_be_declined(self) -> None:
        more = {"h3": "1 heroic", "h5": "2 common"}
        assert_declined(summon(self.card, "e5", more, gateway="h3"), board(self.card, "e5", more))

    def test_common_pieces_of_your_own_are_no_targets(self) -> None:
        more = {"h3": "1 heroic", "h4": "1 common", "g3": "1 common"}
        game = play(summon(self.card, "e5", more, gateway="h3"), "h3-h4")  # runs over one
        assert gate(game) == "h4"
        assert pieces(game) == board(self.card, "e5", more, h3=None, h4="1 heroic")

    def test_in_a_melee_every_enemy_colour(self) -> None:
        more = {"e6": "2 common", "d6": "3 common", "d5": "3 heroic"}
        game = play(melee(self.card, "e5", more), "demon-of-wrath@e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, e6=None, d6=None)


class TestDemonOfGreed:
    card = "demon-of-greed"
    more: ClassVar[Board] = {
        "h3": "1 heroic",
        "b4": "1 heroic",
        "b5": "1 legendary",
        "g7": "2 common",
        "g6": "2 heroic",
    }

    def test_sacrifices_two_pieces_for_two_actions(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h3", actions=1)
        assert offered(game) == {"d6", "e6", "d4", "f4"}
        assert counted(game) == (1, 2)
        assert not optional(game)
        play(game, "d6")
        assert offered(game) == {"b4", "e5"}  # not the Gateway
        assert counted(game) == (2, 2)
        assert not optional(game)
        play(game, "e5")
        assert_idle(game)
        assert game.state.actions == 2
        assert pieces(game) == board(self.card, "e5", self.more, d6=None, e5=None)

    def test_with_one_kind_only_one_action(self) -> None:
        game = summon(self.card, "e5", actions=1)  # the Demon is the Gateway
        play(game, "d4")
        assert_idle(game)
        assert game.state.actions == 1
        assert pieces(game) == board(self.card, "e5", d4=None)

    def test_a_heroic_piece_alone(self) -> None:
        upgraded = {square: "1 heroic" for square in pattern_at(self.card, "e5")}
        game = summon(self.card, "e5", upgraded, gateway="d6", actions=1)
        assert offered(game) == {"e6", "d4", "f4", "e5"}
        play(game, "e6")
        assert_idle(game)
        assert game.state.actions == 1

    def test_none_available_is_none_gained(self) -> None:
        legendary = {"d6": "1 legendary", "e6": "1 legendary", "d4": "1 legendary"}
        game = summon(self.card, "e5", legendary, actions=1)
        assert_idle(game)  # f4 was the only common piece: taken at once
        assert game.state.actions == 1
        assert pieces(game) == board(self.card, "e5", legendary, f4=None)

    def test_your_own_pieces_score_nothing(self) -> None:
        game = play(summon(self.card, "e5", self.more, gateway="h3"), "d6", "b4")
        assert game.state.destroyed[3:] == (0, 0, 0)


class TestDemonOfLust:
    card = "demon-of-lust"
    more: ClassVar[Board] = {
        "c5": "1 heroic",  # the Gateway
        "c6": "2 heroic",
        "b8": "2 common",
        "g7": "2 legendary",
        "a5": "2 common",
        "a4": "1 common",
    }

    def test_two_pieces_of_any_colour_approach_the_gateway(self) -> None:  # R10.13
        game = summon(self.card, "e5", self.more, gateway="c5")
        assert movers(game) == {"e4", "f4", "f3", "g3", "e5", "a5", "a4", "b8", "g7"}
        assert counted(game) == (1, 2)
        here = offered(game)
        assert {c for c in here if c.startswith("b8")} == {"b8-b7", "b8-c7", "b8-a7"}
        assert {c for c in here if c.startswith("g7")} == {"g7-f6", "g7-f7", "g7-f8"}
        assert {c for c in here if c.startswith("a5")} == {"a5-b4", "a5-b5", "a5-b6"}
        assert {c for c in here if c.startswith("e5")} == {"e5-d4", "e5-d5", "e5-d6"}
        assert optional(game)
        play(game, "a5-b4")
        assert "b4" not in movers(game)  # it has moved
        assert counted(game) == (2, 2)
        assert optional(game)
        play(game, "e5-d5")
        assert_idle(game)
        assert gate(game) == "c5"
        assert pieces(game) == board(
            self.card, "e5", self.more, a5=None, b4="2 common", e5=None, d5="1 heroic"
        )

    def test_a_neighbor_cannot_enter_the_gateway(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="c5")
        assert "c6-c5" not in offered(game)
        assert "c6" not in movers(game)  # nothing else is nearer

    def test_what_it_destroys_is_destroyed_by_you(self) -> None:
        more = {"c5": "1 heroic", "e7": "2 heroic", "d6": "2 heroic"}
        game = play(summon(self.card, "e5", more, gateway="c5"), "e7-d6", "-")
        assert_idle(game)
        assert game.state.destroyed[3:] == (0, 1, 0)
        assert pieces(game) == board(self.card, "e5", more, e7=None, d6="2 heroic")

    def test_may_be_declined(self) -> None:
        assert_declined(
            summon(self.card, "e5", self.more, gateway="c5"), board(self.card, "e5", self.more)
        )

    def test_as_the_gateway_it_attracts_but_does_not_move(self) -> None:
        game = summon(self.card, "e5", {"e8": "2 legendary"})
        assert movers(game) == {"g3", "f3", "e8"}  # e4 and f4 are next to it already
        assert {c for c in offered(game) if c.startswith("g3")} == {"g3-f4"}

    def test_a_destroyed_first_piece_may_be_replaced_by_its_destroyer(self) -> None:
        more = {"c5": "1 heroic", "e7": "2 heroic", "f8": "2 heroic"}
        game = play(summon(self.card, "e5", more, gateway="c5"), "f8-e7")
        assert "e7" not in movers(game)

    def test_in_a_melee_pieces_of_different_colours(self) -> None:
        more = {"a5": "2 common", "e9": "3 common"}
        game = play(melee(self.card, "e5", more), "demon-of-lust@e5", "a5-b5")
        assert "e9-e8" in offered(game)
        assert_idle(play(game, "e9-e8"))


class TestDemonOfSloth:
    card = "demon-of-sloth"
    more: ClassVar[Board] = {"h3": "1 heroic"}

    def test_wastes_an_action(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h3", actions=3)
        assert_idle(game)  # no choice
        assert game.state.actions == 1
        assert gate(game) == "h3"
        assert pieces(game) == board(self.card, "e5", self.more)

    def test_wastes_the_last_one_too(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h3", actions=2)
        assert game.state.actions == 0
        assert game.prompt.kind == "end"
        assert gate(game) == "h3"

    def test_with_none_left_the_gateway_is_destroyed(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h3", actions=1)
        assert_idle(game)
        assert gate(game) == ""
        assert pieces(game) == board(self.card, "e5", self.more, h3=None)
        assert game.state.actions == 0

    def test_which_may_be_the_demon(self) -> None:
        game = summon(self.card, "e5", {"h3": "1 common"}, gateway="h3", actions=1)
        assert gate(game) == ""
        assert pieces(game) == board(self.card, "e5", {"h3": "1 common"}, e5=None)


class TestDemonOfEnvy:
    card = "demon-of-envy"
    more: ClassVar[Board] = {"h3": "1 heroic"}

    def test_places_one_piece_even_if_nobody_has_more(self) -> None:
        game = summon(self.card, "e5", self.more, gateway="h3")
        assert offered(game) == around("h3")
        assert not optional(game)
        play(game, "g4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, g4="1 common")

    def test_goes_on_while_an_opponent_has_more(self) -> None:
        enemies = {s: "2 common" for s in ("a4", "a5", "a6", "b4", "b5", "b6", "c8")}
        game = summon(self.card, "e5", {**self.more, **enemies}, gateway="h3")
        play(game, "g4")  # 5 against 7
        assert offered(game) == around("h3") - {"g4"}
        assert not optional(game)
        play(game, "g3", "g2")  # 7 each
        assert_idle(game)
        assert pieces(game) == board(
            self.card,
            "e5",
            {**self.more, **enemies},
            g4="1 common",
            g3="1 common",
            g2="1 common",
        )

    def test_stops_when_there_is_no_room(self) -> None:
        # a4 is a corner of the board: a3, a5, b3, b4 and b5 are next to it.
        enemies = {s: "2 common" for s in ("b3", "b4", "b5", "a3")}
        more = {"a4": "1 heroic", **enemies, "h5": "2 common", "h6": "2 common"}
        game = summon(self.card, "e5", more, gateway="a4")
        assert_idle(game)  # a5 is the only square: placed at once
        assert pieces(game) == board(self.card, "e5", more, a5="1 common")

    def test_as_the_gateway_around_itself(self) -> None:
        game = summon(self.card, "e5")
        assert offered(game) == around("e5") - {"d6", "f5"}

    def test_stops_with_the_supply(self) -> None:
        pattern = pattern_at(self.card, "e5")
        more = filled(13, pattern)
        game = summon(self.card, "e5", more)  # all 16 pieces are on the board
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more)

    def test_in_a_melee_the_opponent_with_the_most_pieces_counts(self) -> None:
        more = {"a4": "2 common"} | {s: "3 common" for s in ("b3", "b4", "b5", "b6", "b7")}
        game = play(melee(self.card, "e5", more), "demon-of-envy@e5", "e6")
        assert offered(game)  # 4 against 5
        assert_idle(play(game, "e4"))


class TestPossessedSummoner:
    card = "possessed-summoner"
    more: ClassVar[Board] = {"h6": "2 heroic"}

    def ready(self, more: Board | None = None, **rest: object) -> Game:
        """A game with the card and an Imp in hand."""
        board = pattern_at(self.card, "e5") | dict(self.more if more is None else more)
        return arrange(board, hand=[self.card, "flame-imp"], school="nethervoid", **rest)  # type: ignore[arg-type]

    def test_an_enemy_piece_appears_beside_its_own_colour(self) -> None:
        game = play(self.ready(), "possessed-summoner@e5")
        assert offered(game) == around("h6")
        assert not optional(game)
        play(game, "h7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h7="2 common")
        assert game.state.summon_with == 2

    def test_the_next_summoning_uses_that_colour_alone(self) -> None:
        game = play(self.ready(), "possessed-summoner@e5", "g5")
        summons = {c for c in offered(game) if c.startswith("flame-imp")}
        assert summons and summons == {f"flame-imp@{s}" for s in game.summons("flame-imp")}
        for square, found in game.summons("flame-imp").items():
            assert all(match.used == {"h6", "g5"} for match in found), square

    def test_the_new_piece_is_yours_and_the_bonus_is_gone(self) -> None:
        game = play(self.ready({"h6": "2 heroic"}), "possessed-summoner@e5", "g5")
        square = min(game.summons("flame-imp"))
        play(game, f"flame-imp@{square}")
        assert game.state.summon_with == 0
        assert pieces(game)[square] == "1 common"

    def test_your_own_pieces_do_not_count(self) -> None:
        own = pattern_at("flame-imp", "c7") | {"h6": "2 heroic"}
        game = self.ready(own)
        assert "flame-imp@c7" in offered(game)
        play(game, "possessed-summoner@e5", "h7")
        assert "flame-imp@c7" not in offered(game)

    def test_it_ends_with_the_turn(self) -> None:
        game = play(self.ready(actions=1), "possessed-summoner@e5", "h7")
        assert game.state.summon_with == 2
        play(game, ".")
        assert game.state.summon_with == 0

    def test_a_piece_required_on_the_square_is_destroyed(self) -> None:
        theirs = {s: "2 common" for s in ("h6", "g6")}
        board = pattern_at(self.card, "e5") | theirs
        game = arrange(board, hand=[self.card, "hell-rider"], school="nethervoid", actions=3)
        # The Rider needs a row of three and a fourth piece beside its own square.
        play(game, "possessed-summoner@e5", "f6")
        assert not {c for c in offered(game) if c.startswith("hell-rider")}
        game = arrange(
            board | {"h7": "2 common"}, hand=[self.card, "hell-rider"], school="nethervoid"
        )
        play(game, "possessed-summoner@e5", "f6")
        assert {c for c in offered(game) if c.startswith("hell-rider")} == {"hell-rider@h6"}
        play(game, "hell-rider@h6")
        assert pieces(game)["h6"] == "1 heroic"
        assert game.state.destroyed[3:] == (1, 0, 0)

    def test_legends_too(self) -> None:
        game = play(self.ready(legends=["hell-bull"]), "possessed-summoner@e5", "h7")
        assert game.state.summon_with == 2
        board = pattern_at("hell-bull", "e5", owner=2)
        game = arrange(
            board, legends=["hell-bull"], hand=[], school="nethervoid", turn={"summon_with": 2}
        )
        assert "hell-bull@e5" in offered(game)
        play(game, "hell-bull@e5")
        assert pieces(game)["e5"] == "1 legendary"

    def test_the_flare_may_be_discarded_for_an_action(self) -> None:
        game = play(self.ready(flare="flare-01"), "possessed-summoner@e5", "h7")
        assert offered(game) == {"flare-01"}
        assert optional(game)
        actions = game.state.actions
        play(game, "flare-01")
        assert_idle(game)
        assert game.state.actions == actions + 1
        assert game.state.flares[0] == ()
        assert game.state.flare_discards == ("flare-01",)
        assert game.score(2) == 0  # it was not invoked

    def test_the_flare_may_be_kept(self) -> None:
        game = play(self.ready(flare="flare-01"), "possessed-summoner@e5", "h7", "-")
        assert_idle(game)
        assert game.state.flares[0] == ("flare-01",)
        assert game.state.actions == 1

    def test_without_an_enemy_piece_nothing_is_placed_but_the_flare_is_asked_for(self) -> None:
        game = play(self.ready({}, flare="flare-01"), "possessed-summoner@e5")
        assert offered(game) == {"flare-01"}
        assert game.state.summon_with == 0
        game = play(self.ready({}), "possessed-summoner@e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5")

    def test_without_an_enemy_supply_neither(self) -> None:
        taken = pattern_at(self.card, "e5") | {"e5": ""}
        enemies = {s: "2 common" for s in filled(16, taken)}
        game = play(self.ready(enemies), "possessed-summoner@e5")
        assert_idle(game)
        assert game.state.summon_with == 0

    def test_in_a_melee_you_choose_the_colour(self) -> None:
        game = melee(self.card, "e5", {"h6": "2 common", "b4": "3 heroic"})
        play(game, "possessed-summoner@e5")
        assert game.prompt.kind == "colour"
        assert offered(game) == {"2", "3"}
        play(game, "3")
        assert offered(game) == around("b4")
        play(game, "b5")
        assert pieces(game)["b5"] == "3 common"
        assert game.state.summon_with == 3

    def test_in_a_melee_only_among_those_that_can_be_placed(self) -> None:
        game = play(melee(self.card, "e5", {"b4": "3 heroic"}), "possessed-summoner@e5")
        assert offered(game) == around("b4")  # the second seat has no piece to stand beside

    def test_in_a_melee_a_third_colour_may_be_improvised_but_not_your_own(self) -> None:
        def found(owner: int, *improvised: int) -> set[str]:
            # The Imp on e8 is the helper's; on e5 it needs the pieces on c5 and d4.
            board = {"c5": "2 common", "d4": f"{owner} common"}
            game = melee("flame-imp", "e8", board, improvised=improvised, summon_with=2)
            return {c for c in offered(game) if c.startswith("flame-imp@e5")}

        assert found(2) == {"flame-imp@e5"}
        assert found(3, 3) == {"flame-imp@e5"}
        assert found(3) == found(3, 2) == set()
        assert found(1, 2, 3) == set()

    def test_its_pieces_are_foreign_ones(self) -> None:
        board = pattern_at("flame-imp", "e5", owner=2)
        game = arrange(board, hand=["flame-imp"], school="nethervoid", turn={"summon_with": 2})
        (match,) = game.summons("flame-imp")["e5"]
        assert match.foreign == match.used == set(board)
        own = arrange(pattern_at("flame-imp", "e5"), hand=["flame-imp"], school="nethervoid")
        (match,) = own.summons("flame-imp")["e5"]
        assert match.foreign == set()

    def test_explains_what_the_other_colour_lacks(self) -> None:
        board = pattern_at("flame-imp", "e5") | {"c8": "2 common"}
        game = arrange(board, hand=["flame-imp"], school="nethervoid", turn={"summon_with": 2})
        explanation = game.explain("flame-imp", "e5")
        assert not explanation.possible
        assert explanation.reason is not None and explanation.reason.id == "why.missing"
        assert len(explanation.nearest[0]) == 2

    def test_a_lent_piece_may_stand_in_but_not_your_own(self) -> None:
        def found(owner: int) -> set[str]:
            board = {"c5": "2 common", "d4": f"{owner} common"}
            game = melee("flame-imp", "e8", board, summon_with=2, borrow=1)
            return {c for c in offered(game) if c.startswith("flame-imp@e5")}

        assert found(3) == {"flame-imp@e5"}
        assert found(1) == set()
