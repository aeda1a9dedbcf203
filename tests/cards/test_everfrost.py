"""The Everfrost beings and the rules of frozen effects (R20), each through a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import pytest

from tashkalar import Game, cards
from tashkalar.position.board import NEAR, SQUARE_OF, WITHIN, names
from tests.cards.helpers import (
    Board,
    assert_declined,
    board,
    changed,
    filled,
    movers,
    placements,
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


def frozen(card: str, on: Board, mine: Mapping[str, object] | None = None, **rest: object) -> Game:
    """A game with the card's frozen effect in play."""
    own = {"frozen": card, **(mine or {})}
    return arrange(on, school="everfrost", other="northern", mine=own, **rest)  # type: ignore[arg-type]


def thaw(card: str, on: Board, mine: Mapping[str, object] | None = None, **rest: object) -> Game:
    """The same with the effect thawed."""
    return play(frozen(card, on, mine, **rest), f"*{card}")


def several(
    on: Board,
    hand: Iterable[str],
    *schools: str,
    mine: Mapping[str, object] | None = None,
    actions: int = 2,
    improvised: Mapping[int, list[int]] | None = None,
    **more: object,
) -> Game:
    """A melee, or with teams=True a team duel; nobody improvises unless said."""
    first = {"school": "everfrost", "hand": list(hand), **(mine or {})}
    turn = {"actions": actions}
    return seated(on, first, *schools, improvised=improvised, turn=turn, **more)


def by_marks(game: Game, square: str, *marked: str) -> str:
    """The code that summons on the square with these marked squares."""
    card = game.state.hands[0][0]
    return placements(game, card, square)[frozenset(marked)]


def assert_thawed(game: Game, card: str) -> None:
    """The effect is over and its card is discarded."""
    assert_idle(game)
    assert game.state.frozen[0] == ""
    assert game.state.discards[0][-1] == card


def assert_wasted(card: str, on: Board) -> None:
    """Check that the thawed effect does and asks nothing, and that its card is discarded."""
    game = thaw(card, on)
    assert_thawed(game, card)
    assert pieces(game) == on


# -- the beings --------------------------------------------------------------------------


class TestSnowFox:
    card = "snow-fox"
    more: ClassVar[Board] = {"d4": "2 common", "e7": "1 common"}

    def test_makes_two_standard_moves(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", around("e5") - {"f5", "d4"})  # only empty squares
        play(game, "e5-e6")
        assert offered(game) == steps("e6", around("e6") - {"f5", "e7"})
        play(game, "e6-d7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, d7="1 common")

    def test_each_move_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))
        assert_declined(
            play(summon(self.card, "e5", self.more), "e5-d5"),
            board(self.card, "e5", self.more, e5=None, d5="1 common"),
        )

    def test_is_discarded_like_any_being_without_a_frozen_effect(self) -> None:
        game = play(summon(self.card, "e5"), "-")
        assert game.state.discards[0] == ("snow-fox",)
        assert game.state.frozen[0] == ""


class TestRoyalReindeer:
    card = "royal-reindeer"
    more: ClassVar[Board] = {
        "g7": "2 common",
        "c3": "2 heroic",
        "e7": "1 heroic",
        "e6": "2 common",
        "e8": "2 common",
    }
    ring = frozenset(names(WITHIN[2][SQUARE_OF["e5"]] & ~NEAR[SQUARE_OF["e5"]]))

    def test_leaps_exactly_two_squares_and_is_upgraded(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert len(self.ring) == 16
        assert offered(game) == steps("e5", self.ring - {"c3", "e7"})
        play(game, "e5-c6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, c6="1 heroic")

    def test_is_upgraded_where_it_stands_if_it_does_not_leap(self) -> None:
        assert_declined(
            summon(self.card, "e5", self.more), board(self.card, "e5", self.more, e5="1 heroic")
        )

    @pytest.mark.parametrize("target", ["g7", "f3"])  # an enemy piece and one of yours
    def test_stays_common_when_the_leap_destroys_a_piece(self, target: str) -> None:
        game = play(summon(self.card, "e5", self.more), f"e5-{target}")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, e5=None, **{target: "1 common"})
        assert pieces(game) == expected

    @pytest.mark.parametrize("piece", ["1 common", "2 common"])
    @pytest.mark.parametrize("answer", ["-", "e5-c6"])
    def test_stays_common_when_its_summoning_destroyed_one(self, piece: str, answer: str) -> None:
        game = play(summon(self.card, "e5", {"e5": piece}), answer)
        assert_idle(game)
        where = "c6" if answer == "e5-c6" else "e5"
        assert pieces(game) == changed(pattern_at(self.card, "e5"), **{where: "1 common"})

    def test_stays_common_when_in_a_shortage_the_piece_there_became_the_reindeer(self) -> None:
        pattern = pattern_at(self.card, "e5") | {"e5": "1 common"}
        more = {"e5": "1 common"} | filled(12, pattern)
        game = summon(self.card, "e5", more)
        assert game.state.supply(0, 0) == 0
        play(game, "-")
        assert game.board["e5"].rank == "common"

    def test_what_was_destroyed_before_in_the_turn_does_not_matter(self) -> None:
        game = summon(self.card, "e5", turn={"destroyed": {"2": {"common": 1}}})
        play(game, "-")
        assert game.board["e5"].rank == "heroic"


class TestCrystalMirror:
    card = "crystal-mirror"
    left: ClassVar[set[str]] = {"c4", "d4", "c5", "d5", "c6", "d6"}
    right: ClassVar[set[str]] = {"g4", "f4", "g5", "f5", "g6", "f6"}
    more: ClassVar[Board] = {
        "c6": "2 common",
        "d5": "2 heroic",
        "d4": "1 common",
        "c5": "2 legendary",
        "f6": "2 common",
    }

    def mirror(self, square: str = "e5", more: Board | None = None) -> Game:
        """Return a game after the summoning with the left side marked."""
        game = ready(self.card, square, self.more if more is None else more)
        return play(game, by_marks(game, square, *self.left))

    def test_both_sides_may_be_the_marked_one(self) -> None:
        game = ready(self.card, "e5", self.more)
        marks = [m.match.marked for m in game.legal_moves() if m.square == "e5" and m.match]
        assert sorted(marks, key=sorted) == [self.left, self.right]
        play(game, by_marks(game, "e5", *self.right))
        assert offered(game) == {"f6"}
        play(game, "f6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, d6="1 common")

    def test_a_turned_pattern_marks_squares_above_or_below(self) -> None:
        game = arrange(
            {"d5": "1 common", "f5": "1 common", "d6": "2 heroic"},
            hand=[self.card],
            school="everfrost",
        )
        play(game, by_marks(game, "e5", "d6", "e6", "f6", "d7", "e7", "f7"), "d6")
        assert_idle(game)
        assert game.board["d4"] == (1, "heroic")

    def test_mirrors_one_heroic_piece(self) -> None:
        game = self.mirror()
        assert offered(game) == {"c6", "d5", "d4"}  # no legendary piece
        play(game, "d5")
        assert_idle(game)  # and no common one with it
        assert pieces(game) == board(self.card, "e5", self.more, f5="1 heroic")

    def test_mirrors_two_common_pieces_of_any_colour(self) -> None:
        game = play(self.mirror(), "c6")
        assert offered(game) == {"d4"}  # no heroic one with it
        assert counted(game) == (2, 2)
        play(game, "d4")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, g6="1 common", f4="1 common")
        assert pieces(game) == expected

    def test_not_a_third_common_piece(self) -> None:
        game = self.mirror(more={"c4": "2 common", "c5": "2 common", "c6": "2 common"})
        assert_idle(play(game, "c4", "c6"))
        assert "g5" not in game.board

    def test_may_be_declined_each_time(self) -> None:
        game = self.mirror()
        assert optional(game)
        assert_idle(play(game, "-"))
        assert pieces(game) == board(self.card, "e5", self.more)
        game = play(self.mirror(), "c6")
        assert optional(game)
        assert_idle(play(game, "-"))
        assert pieces(game) == board(self.card, "e5", self.more, g6="1 common")

    def test_the_opposite_square_must_be_empty(self) -> None:
        more = {**self.more, "g6": "2 heroic", "f5": "1 common"}
        game = self.mirror(more=more)
        assert offered(game) == {"d4"}
        play(game, "d4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, f4="1 common")

    def test_the_opposite_square_must_be_on_the_board(self) -> None:
        more = {"f5": "2 common", "g5": "2 common", "i4": "2 common"}
        game = ready(self.card, "h5", more)
        play(game, by_marks(game, "h5", "f4", "g4", "f5", "g5", "f6", "g6"))
        assert offered(game) == {"g5"}
        game = ready(self.card, "h5", more)
        play(game, by_marks(game, "h5", "i4", "i5", "i6"))  # what is off the board is not marked
        assert offered(game) == {"i4"}
        play(game, "i4")
        assert pieces(game) == board(self.card, "h5", more, g4="1 common")

    def test_needs_pieces_in_the_supply(self) -> None:
        enemies = {"c6": "2 common", "c4": "2 common"}
        taken = {*pattern_at(self.card, "e5"), "e5", *self.left, *self.right}
        game = self.mirror(more=enemies | filled(12, taken))
        play(game, "c6")
        assert_idle(game)  # that was the last piece
        assert game.board["g6"] == (1, "common")
        assert_idle(self.mirror(more=enemies | filled(13, taken)))

    def test_a_heroic_piece_needs_the_supply_too(self) -> None:
        taken = {*pattern_at(self.card, "e5"), "e5", *self.left, *self.right}
        assert_idle(self.mirror(more={"c6": "2 heroic"} | filled(13, taken)))


class TestCrystalGrower:
    card = "crystal-grower"
    more: ClassVar[Board] = {
        "a4": "2 common",
        "b4": "2 common",
        "c3": "2 heroic",
        "b6": "2 legendary",
        "h4": "1 common",
    }

    def test_upgrades_an_enemy_common_piece(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"a4", "b4"}
        assert not optional(game)
        play(game, "b4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, b4="2 heroic")

    def test_without_enemy_common_pieces_nothing_happens(self) -> None:
        more = {"a4": "2 heroic"}
        game = summon(self.card, "e5", more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more)

    def test_upgrades_one_of_every_enemy_colour(self) -> None:
        more = {"a4": "2 common", "a5": "3 common", "a6": "3 common", "a7": "4 heroic"}
        on = pattern_at(self.card, "e5") | more
        game = several(on, [self.card], "northern", "sylvan", "highland")
        play(game, "crystal-grower@e5")  # the only piece of colour 2 is upgraded at once
        assert offered(game) == {"a5", "a6"}
        assert not optional(game)
        play(game, "a6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, a4="2 heroic", a6="3 heroic")

    def test_frozen_it_upgrades_one_of_your_common_pieces(self) -> None:
        on = {**self.more, "h5": "1 common", "h6": "1 heroic", "h3": "1 legendary"}
        game = thaw(self.card, on)
        assert offered(game) == {"h4", "h5"}
        assert not optional(game)
        play(game, "h5")
        assert_thawed(game, self.card)
        assert pieces(game) == changed(on, h5="1 heroic")

    def test_frozen_it_may_be_wasted(self) -> None:
        assert_wasted(self.card, {"h6": "1 heroic", "a4": "2 common"})


class TestIcePrincess:
    card = "ice-princess"
    more: ClassVar[Board] = {
        "c3": "2 common",
        "c2": "2 heroic",
        "b5": "1 heroic",
        "e6": "2 common",
        "i5": "1 common",
        "i4": "2 legendary",
    }

    def test_another_common_piece_makes_a_combat_move(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert movers(game) == {"e4", "d3", "f3", "i5"}  # neither heroic ones nor the Princess
        assert {"d3-c3", "d3-e4", "e4-e5"} < offered(game)  # even onto your own pieces
        assert not {"d3-c2", "i5-i4"} & offered(game)
        play(game, "d3-c3")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, d3=None, c3="1 common")
        assert game.state.destroyed[3:] == (1, 0, 0)

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))

    def test_frozen_a_common_piece_makes_a_standard_move(self) -> None:
        on = {"b5": "1 heroic", "e5": "1 common", "e6": "2 common", "f5": "1 common"}
        game = thaw(self.card, on)
        assert offered(game) == (
            steps("e5", around("e5") - {"e6", "f5"}) | steps("f5", around("f5") - {"e6", "e5"})
        )
        assert not optional(game)
        play(game, "e5-d5")
        assert_thawed(game, self.card)
        assert pieces(game) == changed(on, e5=None, d5="1 common")

    def test_frozen_it_may_be_wasted(self) -> None:
        assert_wasted(self.card, {"b5": "1 heroic", "b6": "2 common"})


class TestIceQueen:
    card = "ice-queen"
    more: ClassVar[Board] = {
        "b5": "1 heroic",
        "b6": "2 heroic",
        "b4": "2 legendary",
        "h5": "1 legendary",
        "h6": "2 common",
        "e6": "2 common",
    }

    def test_needs_your_own_piece_on_the_summoning_square(self) -> None:
        for piece in ("1 common", "1 heroic"):
            assert "ice-queen@e5" in offered(ready(self.card, "e5", {"e5": piece}))
        for piece in ("2 common", "1 legendary"):
            assert "ice-queen@e5" not in offered(ready(self.card, "e5", {"e5": piece}))

    def test_another_heroic_piece_makes_a_combat_move(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert movers(game) == {"b5"}
        assert offered(game) == steps("b5", around("b5") - {"b4"})
        play(game, "b5-b6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, b5=None, b6="1 heroic")
        assert game.state.destroyed[3:] == (0, 1, 0)

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))

    def test_asks_nothing_without_another_heroic_piece(self) -> None:
        more = {"h5": "1 legendary", "h6": "2 common"}
        assert_idle(summon(self.card, "e5", more))

    def test_frozen_a_heroic_piece_makes_a_standard_move(self) -> None:
        on = {**self.more, "b7": "1 common", "a5": "2 common"}
        game = thaw(self.card, on)
        assert offered(game) == steps("b5", around("b5") - {"b6", "b4"})  # lower ranks only
        assert not optional(game)
        play(game, "b5-a5")
        assert_thawed(game, self.card)
        assert pieces(game) == changed(on, b5=None, a5="1 heroic")
        assert game.state.destroyed[3:] == (1, 0, 0)

    def test_frozen_it_may_be_wasted(self) -> None:
        assert_wasted(self.card, {"h5": "1 legendary", "c4": "1 common"})


class TestFrostweaveSummoner:
    card = "frostweave-summoner"
    # A Snow Fox on e5 lacks the piece on g4.
    fox: ClassVar[Board] = {"f5": "1 common", "g4": "2 common"}

    def test_does_nothing_when_summoned_but_comes_into_play(self) -> None:
        more = {"e6": "2 common", "f5": "1 common"}
        game = summon(self.card, "e5", more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more)
        assert game.state.frozen[0] == "frostweave-summoner"

    def test_thawed_an_enemy_piece_stands_in(self) -> None:
        game = frozen(self.card, self.fox, {"hand": ["snow-fox"]})
        assert "snow-fox@e5" not in offered(game)
        play(game, "*frostweave-summoner")
        assert_thawed(game, self.card)
        assert game.state.actions == 2
        play(game, "snow-fox@e5", "-")
        assert pieces(game) == {**self.fox, "e5": "1 common"}  # the enemy piece stays
        assert game.state.borrow == 0
        assert game.state.discards[0] == (self.card, "snow-fox")

    def test_only_one_enemy_piece(self) -> None:
        on = {"f5": "2 common", "g4": "2 common"}
        assert "*frostweave-summoner" not in offered(frozen(self.card, on, {"hand": ["snow-fox"]}))

    def test_the_enemy_piece_may_stand_on_the_summoning_square(self) -> None:
        on = {"d5": "1 common", "e5": "2 heroic", "f5": "1 common"}
        game = thaw(self.card, on, {"hand": ["frozen-chest"]})
        play(game, "frozen-chest@e5", "-")  # the Chest may fetch the Summoner again
        assert pieces(game) == changed(on, e5="1 heroic")
        assert game.state.destroyed[3:] == (0, 1, 0)

    def test_there_its_rank_must_not_be_too_high(self) -> None:
        on = {"d5": "1 common", "e5": "2 legendary", "f5": "1 common"}
        game = frozen(self.card, on, {"hand": ["frozen-chest"]})
        assert "*frostweave-summoner" not in offered(game)

    def test_a_legend_counts_as_a_being_and_ranks_must_suffice(self) -> None:  # R20.9
        on = pattern_at("time-elemental", "e5")
        heroic = next(s for s, piece in on.items() if piece == "1 heroic")
        game = frozen(self.card, {**on, heroic: "2 heroic"}, {"legends": ["time-elemental"]})
        play(game, "*frostweave-summoner", "time-elemental@e5")
        assert game.board["e5"] == (1, "legendary")
        game = frozen(self.card, {**on, heroic: "2 common"}, {"legends": ["time-elemental"]})
        assert "*frostweave-summoner" not in offered(game)

    def test_is_not_offered_when_no_summoning_can_follow(self) -> None:  # R20.9
        assert "*frostweave-summoner" not in offered(frozen(self.card, self.fox))  # no card
        mine = {"hand": ["snow-fox"]}
        game = frozen(self.card, self.fox, mine, actions=0)  # no action
        assert "*frostweave-summoner" not in offered(game)

    def test_the_permission_is_used_up_by_the_next_summoning_even_if_not_needed(self) -> None:
        on = {**self.fox, "b5": "1 common", "c4": "1 common"}
        mine = {"hand": ["snow-fox", "crystal-mirror"]}
        game = thaw(self.card, on, mine)
        play(game, "snow-fox@a5", "-")
        assert game.state.borrow == 0
        assert not any(code.startswith("crystal-mirror@") for code in offered(game))

    def test_the_permission_ends_with_the_turn(self) -> None:  # R20.9
        game = thaw(self.card, self.fox, {"hand": ["snow-fox"]}, actions=1)
        play(game, "+a5", ".")
        assert game.state.borrow == 0

    def test_goes_with_an_improvised_summoning(self) -> None:
        on = {"d5": "2 common", "e5": "1 common", "f5": "3 common"}
        game = several(
            on,
            ["frozen-chest"],
            "northern",
            "sylvan",
            mine={"frozen": self.card},
            improvised={1: [3]},
        )
        assert not any(code.startswith("frozen-chest@") for code in offered(game))
        play(game, "*frostweave-summoner", "frozen-chest@e5", "-")
        assert pieces(game) == changed(on, e5="1 heroic")
        assert game.state.markers[0] == 0


class TestWinterWhisperer:
    card = "winter-whisperer"
    on: ClassVar[Board] = {
        "b5": "1 common",
        "c5": "1 common",
        "d5": "1 heroic",
        "e5": "1 legendary",
        "f5": "2 common",
    }
    flare: ClassVar[Mapping[str, object]] = {"flare": ["flare-03"]}

    def test_does_nothing_when_summoned_but_comes_into_play(self) -> None:
        more = {"e6": "2 common"}
        game = summon(self.card, "e5", more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more)
        assert game.state.frozen[0] == "winter-whisperer"

    def test_a_piece_and_the_flare_buy_an_action(self) -> None:
        game = thaw(self.card, self.on, self.flare, actions=0)
        assert offered(game) == {"b5", "c5"}
        assert optional(game)
        play(game, "c5")
        assert offered(game) == {"flare-03"}
        assert optional(game)
        play(game, "flare-03")
        assert_thawed(game, self.card)
        assert pieces(game) == changed(self.on, c5=None)
        assert game.state.actions == 1
        assert game.state.flares[0] == ()
        assert game.state.flare_discards == ("flare-03",)
        assert game.state.points == (0, 0)  # discarding is not invoking
        assert game.state.destroyed[3:] == (0, 0, 0)

    def test_either_part_alone_gains_nothing(self) -> None:
        game = thaw(self.card, self.on, self.flare)
        assert_thawed(play(game, "b5", "-"), self.card)
        assert game.state.actions == 2
        assert game.state.flares[0] == ("flare-03",)
        assert pieces(game) == changed(self.on, b5=None)
        game = thaw(self.card, self.on, self.flare)
        assert_thawed(play(game, "-", "flare-03"), self.card)
        assert game.state.actions == 2
        assert game.state.flares[0] == ()
        assert pieces(game) == self.on

    def test_both_may_be_declined(self) -> None:
        game = play(thaw(self.card, self.on, self.flare), "-", "-")
        assert_thawed(game, self.card)
        assert pieces(game) == self.on

    def test_without_a_flare_or_a_common_piece_the_other_part_remains(self) -> None:
        assert_thawed(play(thaw(self.card, self.on), "b5"), self.card)
        game = thaw(self.card, {"d5": "1 heroic"}, self.flare)
        assert offered(game) == {"flare-03"}
        assert_thawed(play(game, "flare-03"), self.card)
        assert game.state.actions == 2

    def test_a_new_flare_is_drawn_at_the_end_of_the_turn(self) -> None:
        game = play(thaw(self.card, self.on, self.flare, actions=0), "-", "flare-03", ".")
        assert len(game.state.flares[0]) == 1


class TestFrozenChest:
    card = "frozen-chest"

    def chest(self, in_play: str | None, *pile: str) -> Game:
        """The Chest summoned, with a frozen effect in play and these cards discarded."""
        mine: dict[str, object] = {"discards": list(pile)}
        if in_play:
            mine["frozen"] = in_play
        return summon(self.card, "e5", mine=mine)

    def test_puts_a_frozen_effect_from_the_discard_pile_in_play(self) -> None:
        game = self.chest(None, "ice-queen", "snow-fox", "ice-wyvern")
        assert offered(game) == {"ice-queen", "ice-wyvern"}
        assert optional(game)
        play(game, "ice-queen")
        assert_idle(game)
        assert game.state.frozen[0] == "ice-queen"
        assert game.state.discards[0] == ("snow-fox", "ice-wyvern", "frozen-chest")
        assert pieces(game) == board(self.card, "e5")  # nothing is summoned
        assert len(game.state.summoned) == 1
        assert "*ice-queen" in offered(game)

    def test_may_be_declined(self) -> None:
        game = self.chest(None, "ice-queen")
        assert_idle(play(game, "-"))
        assert game.state.frozen[0] == ""
        assert game.state.discards[0] == ("ice-queen", "frozen-chest")

    def test_asks_nothing_without_such_a_card(self) -> None:
        game = self.chest(None, "snow-fox", "war-sled")
        assert_idle(game)
        assert game.state.discards[0] == ("snow-fox", "war-sled", "frozen-chest")

    @pytest.mark.parametrize("kept", ["ice-princess", "ice-queen"])
    def test_of_two_effects_you_keep_one(self, kept: str) -> None:  # R20.12
        game = play(self.chest("ice-princess", "ice-queen", "snow-fox"), "ice-queen")
        assert offered(game) == {"ice-princess", "ice-queen"}
        assert not optional(game)
        view: Any = game.view(1)  # no card is nowhere while it is asked
        assert view["hand"]["discards"] == ["ice-queen", "snow-fox"]
        assert view["seats"][0]["frozen"] == "ice-princess"
        play(game, kept)
        assert_idle(game)
        (other,) = {"ice-princess", "ice-queen"} - {kept}
        assert game.state.frozen[0] == kept
        assert game.state.discards[0] == ("snow-fox", other, "frozen-chest")

    def test_an_effect_in_play_stays_when_nothing_is_fetched(self) -> None:
        game = play(self.chest("ice-princess", "ice-queen"), "-")
        assert game.state.frozen[0] == "ice-princess"

    def test_fetches_a_card_thawed_in_the_same_turn(self) -> None:
        game = frozen(
            "crystal-grower", pattern_at(self.card, "e5"), {"hand": [self.card]}, actions=1
        )
        play(game, "*crystal-grower", "d5", "frozen-chest@e5", "crystal-grower")
        assert game.state.frozen[0] == "crystal-grower"
        play(game, "*crystal-grower")
        assert game.board["f5"].rank == "heroic"


class TestEverfrostSentinel:
    card = "everfrost-sentinel"

    @pytest.mark.parametrize("rank", ["common", "heroic"])
    def test_downgraded_after_destroying_an_enemy_it_costs_an_action(self, rank: str) -> None:
        game = summon(self.card, "e5", {"e5": f"2 {rank}"}, actions=1)
        assert offered(game) == {"e5"}
        assert optional(game)
        play(game, "e5")
        assert_idle(game)
        assert pieces(game) == changed(board(self.card, "e5"), e5="1 common")
        play(game, ".")
        assert (game.state.seat, game.state.actions) == (1, 1)
        play(game, "+a5", ".", "+a4", "+a6", ".")
        assert (game.state.seat, game.state.actions) == (1, 2)  # one turn only

    def test_may_be_declined(self) -> None:
        game = play(summon(self.card, "e5", {"e5": "2 common"}, actions=1), "-", ".")
        assert pieces(game) == board(self.card, "e5")
        assert game.state.actions == 2

    @pytest.mark.parametrize("piece", [None, "1 common", "1 heroic"])
    def test_does_nothing_without_a_destroyed_enemy(self, piece: str | None) -> None:
        game = summon(self.card, "e5", {"e5": piece} if piece else None, actions=1)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5")
        assert play(game, ".").state.actions == 2

    def test_does_not_add_up(self) -> None:  # R20.10
        game = summon(self.card, "e5", {"e5": "2 common"}, actions=1, theirs={"penalty": 1})
        assert play(game, "e5", ".").state.actions == 1

    @pytest.mark.parametrize("penalty", [1, 2])
    def test_a_lost_action_and_a_gained_one_add_up(self, penalty: int) -> None:  # R23.6
        five = dict.fromkeys(("a4", "a5", "a6", "b6", "b5"), "1 common")
        rival = {"penalty": penalty, "flare": ["flare-03"]}  # its lower half gains an action
        game = arrange(five, school="everfrost", other="northern", actions=0, theirs=rival)
        play(game, ".")
        assert (game.player, game.state.actions) == (2, 2 - penalty)
        play(game, "!flare-03")
        assert game.state.actions == 3 - penalty

    def test_your_own_extra_turn_is_not_shortened(self) -> None:
        game = summon(self.card, "e5", {"e5": "2 common"}, actions=1, turn={"extra_turns": 1})
        play(game, "e5", ".")
        assert (game.state.seat, game.state.actions) == (0, 2)
        play(game, "+a4", "+a5", ".")
        assert (game.state.seat, game.state.actions) == (1, 1)

    def test_every_opponent_of_a_melee_loses_an_action(self) -> None:
        on = pattern_at(self.card, "e5") | {"e5": "3 common"}
        game = several(on, [self.card], "northern", "sylvan", actions=1)
        play(game, "everfrost-sentinel@e5", "e5", ".")
        assert (game.state.seat, game.state.actions) == (1, 1)
        play(game, "+a5", ".")
        assert (game.state.seat, game.state.actions) == (2, 1)
        play(game, "+a4", ".")
        assert (game.state.seat, game.state.actions) == (0, 2)

    def test_of_the_opposing_team_only_the_next_player(self) -> None:  # R20.10
        on = pattern_at(self.card, "e5") | {"e5": "2 common"}
        game = several(on, [self.card], "northern", "sylvan", "highland", actions=1, teams=True)
        play(game, "everfrost-sentinel@e5", "e5", ".")
        assert (game.state.seat, game.state.actions) == (1, 1)
        assert game.state.penalties == (0, 0, 0, 0)


class TestGlacierGiant:
    card = "glacier-giant"
    more: ClassVar[Board] = {"f4": "2 common", "g3": "2 heroic", "h2": "2 legendary"}

    def test_runs_along_one_arrow_and_smashes_a_legendary_piece(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"e5-d4", "e5-f4"}
        play(game, "e5-f4")
        assert offered(game) == {"f4-g3"}
        play(game, "f4-g3")
        assert offered(game) == {"h2"}
        assert optional(game)
        play(game, "h2")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, e5=None, f4=None, g3=None, h2=None)
        assert pieces(game) == expected
        assert game.state.destroyed == (0, 1, 0, 1, 1, 1)

    def test_smashes_your_own_legendary_piece_too(self) -> None:
        more = {"b2": "1 legendary"}
        game = play(summon(self.card, "e5", more), "e5-d4", "d4-c3", "b2")
        assert_idle(game)
        assert pieces(game) == pattern_at(self.card, "e5")

    def test_everything_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))
        game = play(summon(self.card, "e5", self.more), "e5-f4")
        assert optional(game)
        assert_idle(play(game, "-"))  # the next square holds no legendary piece
        assert game.board["f4"] == (1, "heroic")
        game = play(summon(self.card, "e5", self.more), "e5-f4", "f4-g3", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, f4=None, g3="1 heroic")

    def test_a_legendary_piece_beside_the_summoning_square_is_safe(self) -> None:
        game = summon(self.card, "e5", {"f4": "2 legendary"})
        assert offered(game) == {"e5-d4"}
        assert_idle(summon(self.card, "e5", {"f4": "2 legendary", "d4": "2 legendary"}))

    def test_smashes_only_on_the_next_square_in_the_same_direction(self) -> None:
        more = {"c4": "2 legendary", "b2": "2 legendary"}
        game = play(summon(self.card, "e5", more), "e5-d4")
        assert offered(game) == {"d4-c3"}
        assert_idle(play(game, "-"))  # b2 is two squares away, c4 aside

    def test_the_run_ends_at_the_edge(self) -> None:
        game = play(summon(self.card, "e5"), "e5-d4", "d4-c3", "c3-b2")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", e5=None, b2="1 heroic")

    def test_the_arrows_turn_with_the_pattern(self) -> None:
        on = dict.fromkeys(("e6", "d7", "e7", "f7"), "1 common")
        game = arrange(on, hand=[self.card], school="everfrost")
        play(game, "glacier-giant@e5")
        assert offered(game) == {"e5-d6", "e5-f6"}


class TestPolarBear:
    card = "polar-bear"
    more: ClassVar[Board] = {
        "e6": "2 heroic",
        "e7": "2 common",
        "d7": "2 heroic",
        "d8": "2 common",
        "d5": "2 legendary",
    }

    def test_goes_on_as_long_as_it_destroys(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", around("e5") - {"d5"})
        play(game, "e5-e6")
        assert optional(game)
        assert offered(game) == steps("e6", around("e6") - {"d5", "d7"})  # a standard move
        play(game, "e6-e7")
        assert optional(game)
        assert offered(game) == steps("e7", around("e7") - {"d7", "d8"})  # an empty square
        play(game, "e7-e8")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, e5=None, e6=None, e7=None, e8="1 heroic")
        assert pieces(game) == expected

    def test_a_move_onto_an_empty_square_is_the_last(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-d6")
        assert_idle(game)
        game = play(summon(self.card, "e5", self.more), "e5-e6", "e6-e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e6=None)

    def test_your_own_pieces_count(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-f5")
        assert "f5-g5" in offered(game)
        play(game, "f5-g5")
        assert "g5-h5" in offered(game)
        assert "g5-h4" not in offered(game)

    def test_the_summoning_does_not_count(self) -> None:
        game = play(summon(self.card, "e5", {"e5": "2 heroic"}), "e5-d5")
        assert_idle(game)

    @pytest.mark.parametrize("moves", [[], ["e5-e6"], ["e5-e6", "e6-e7"]])
    def test_each_move_may_be_declined(self, moves: list[str]) -> None:
        game = play(summon(self.card, "e5", self.more), *moves)
        assert optional(game)
        assert_idle(play(game, "-"))
        assert game.board[moves[-1][3:] if moves else "e5"] == (1, "heroic")


class TestWarSled:
    card = "war-sled"
    more: ClassVar[Board] = {"f6": "2 heroic", "f4": "2 legendary", "g6": "2 common"}

    def test_makes_three_moves_that_turn_a_little(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"e5-f6", "e5-f5"}  # along the arrows
        play(game, "e5-f6")  # northeast
        assert offered(game) == {"f6-f7", "f6-g7", "f6-g6"}
        play(game, "f6-f7")  # north
        assert offered(game) == {"f7-e8", "f7-f8", "f7-g8"}  # measured against the last move
        play(game, "f7-e8")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, e5=None, f6=None, e8="1 heroic")
        assert pieces(game) == expected

    def test_turns_to_the_other_side_too(self) -> None:
        game = play(summon(self.card, "e5"), "e5-f4")  # southeast
        assert offered(game) == {"f4-g4", "f4-g3", "f4-f3"}
        play(game, "f4-f3")
        assert offered(game) == {"f3-g2", "f3-f2", "f3-e2"}

    @pytest.mark.parametrize("moves", [[], ["e5-f5"], ["e5-f5", "f5-g6"]])
    def test_each_move_may_be_declined(self, moves: list[str]) -> None:
        game = play(summon(self.card, "e5", self.more), *moves)
        assert optional(game)
        assert_idle(play(game, "-"))
        assert game.board[moves[-1][3:] if moves else "e5"] == (1, "heroic")

    def test_stands_still_when_the_arrows_are_blocked(self) -> None:
        more = dict.fromkeys(("f4", "f5", "f6"), "2 legendary")
        assert_idle(summon(self.card, "e5", more))

    def test_the_arrows_turn_with_the_pattern(self) -> None:
        on = dict.fromkeys(("g5", "g4", "f4", "e4"), "1 common")  # mirrored
        game = arrange(on, hand=[self.card], school="everfrost")
        play(game, "war-sled@e5")
        assert offered(game) == {"e5-d4", "e5-d5", "e5-d6"}


class TestSnowMonster:
    card = "snow-monster"
    doomed: ClassVar[Board] = {
        "d6": "2 common",  # next to the Monster
        "c3": "2 common",  # next to d4
        "g6": "2 common",  # next to f5
    }
    safe: ClassVar[Board] = {
        "c7": "2 common",  # next to no piece of yours
        "h5": "2 common",  # three squares away, next to g4
        "e6": "2 heroic",
        "e4": "2 legendary",
        "f4": "1 common",
    }

    def test_destroys_common_enemies_in_reach_of_your_pieces(self) -> None:
        game = summon(self.card, "e5", {**self.doomed, **self.safe})
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.safe)
        assert game.state.destroyed[3:] == (3, 0, 0)

    def test_destroys_enemies_of_every_colour(self) -> None:
        on = pattern_at(self.card, "e5") | {"d6": "2 common", "f6": "3 common", "c7": "3 common"}
        game = several(on, [self.card], "northern", "sylvan")
        play(game, "snow-monster@e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", {"c7": "3 common"})


class TestFrostImp:
    card = "frost-imp"
    more: ClassVar[Board] = {
        "d6": "2 common",
        "f6": "2 heroic",
        "f5": "1 heroic",
        "g7": "1 common",
        "e7": "2 common",
    }

    def test_an_adjacent_common_piece_slides_to_the_edge(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert movers(game) == {"d5", "e4", "d6"}  # any colour, no heroic ones, none far away
        assert optional(game)
        assert "d6-e7" not in offered(game)
        play(game, "d6-c7")
        assert_idle(game)  # no way to stop it
        assert pieces(game) == board(self.card, "e5", self.more, d6=None, b8="2 common")

    def test_slides_until_the_next_square_is_occupied(self) -> None:
        more = {"e1": "2 common"}
        game = play(summon(self.card, "e5", more), "e4-e3")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more, e4=None, e2="1 common")

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))


class TestIceWyvern:
    card = "ice-wyvern"
    more: ClassVar[Board] = {
        "a5": "2 heroic",
        "i5": "2 legendary",
        "c7": "2 common",
        "b2": "1 heroic",
    }

    def test_leaps_to_an_empty_square_and_lives(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("e5", set(SQUARE_OF) - {"e5", "i5"})
        play(game, "e5-h7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, h7="1 heroic")

    @pytest.mark.parametrize("target", ["a5", "c7", "b2", "f5"])
    def test_perishes_when_the_leap_destroys_a_piece(self, target: str) -> None:
        game = play(summon(self.card, "e5", self.more), f"e5-{target}")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, **{target: None})

    def test_may_be_declined(self) -> None:
        game = summon(self.card, "e5", {"e5": "2 heroic"})
        assert_declined(game, board(self.card, "e5"))  # the summoning is no leap

    def test_frozen_it_places_a_piece_beside_a_heroic_one(self) -> None:
        on = {"b5": "1 heroic", "b6": "2 common", "h5": "1 legendary", "f7": "2 heroic"}
        game = thaw(self.card, {**on, "g2": "1 heroic"})
        assert offered(game) == around("b5") - {"b6"} | around("g2")
        assert not optional(game)
        play(game, "a5")
        assert_thawed(game, self.card)
        assert pieces(game) == changed(on, g2="1 heroic", a5="1 common")

    def test_frozen_it_may_be_wasted(self) -> None:
        assert_wasted(self.card, {"h5": "1 legendary", "c4": "1 common"})
        assert_wasted(self.card, {"e5": "1 heroic", **filled(15, ["e5"])})  # no piece in supply


class TestDeathbringer:
    card = "deathbringer"
    more: ClassVar[Board] = {
        "e6": "2 common",
        "d6": "2 heroic",  # next to d5
        "f5": "2 heroic",  # next to the Deathbringer only
        "e4": "2 legendary",  # next to d5, d3 and e3
        "f4": "2 legendary",  # next to e3 only
        "g5": "2 common",  # not adjacent
    }

    def test_which_pieces_may_be_destroyed(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"d5", "e6", "d6", "e4"}
        assert optional(game)

    def test_a_legendary_piece_needs_three_others_beside_it(self) -> None:
        more = {"e6": "2 legendary", "d6": "1 common"}
        assert "e6" not in offered(summon(self.card, "e5", more))  # d5, d6 and the Deathbringer
        more["d7"] = "2 common"
        assert "e6" not in offered(summon(self.card, "e5", more))
        more["d7"] = "1 legendary"
        assert "e6" in offered(summon(self.card, "e5", more))

    def test_a_piece_of_yours_is_not_adjacent_to_itself(self) -> None:
        more = {"f5": "1 heroic", "e6": "1 legendary", "f7": "1 common"}
        # e6 has d5, f5 and f7 beside it, f5 has e6; without e6 nothing is beside f5.
        assert offered(summon(self.card, "e5", more)) == {"d5", "f5", "e6"}
        more = {"f5": "1 heroic"}
        assert offered(summon(self.card, "e5", more)) == {"d5"}

    @pytest.mark.parametrize(
        ("square", "destroyed", "removed", "points"),
        [
            ("e6", (2, 0, 0), (0, 0, 1, 0), 1),
            ("d6", (0, 2, 0), (0, 0, 1, 0), 2),
            ("e4", (0, 0, 2), (0, 0, 0, 1), 4),
        ],
    )
    def test_an_enemy_piece_counts_twice_and_leaves_the_game(
        self, square: str, destroyed: tuple[int, ...], removed: tuple[int, ...], points: int
    ) -> None:
        game = summon(self.card, "e5", self.more, actions=1)
        before = [game.state.supply(1, rank) for rank in (0, 2)]
        assert game.state.removed == ()
        play(game, square)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, **{square: None})
        assert game.state.destroyed[3:] == destroyed
        assert game.state.removed == removed
        assert [game.state.supply(1, rank) for rank in (0, 2)] == before  # none came back
        play(game, ".")
        assert game.state.points == (points, 0)
        assert game.state.removed == removed  # for good

    def test_a_piece_of_yours_leaves_the_game_and_counts_for_nothing(self) -> None:
        game = summon(self.card, "e5", self.more, actions=1)
        supply = game.state.supply(0, 0)
        play(game, "d5")
        assert game.state.removed == (1, 0, 0, 0)
        assert game.state.supply(0, 0) == supply
        assert game.state.destroyed == (1, 0, 0, 0, 0, 0)  # once, and yours does not score
        assert play(game, ".").state.points == (0, 0)

    def test_may_be_declined(self) -> None:
        game = play(summon(self.card, "e5", self.more), "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)
        assert game.state.removed == ()

    def test_takes_a_piece_of_any_colour_from_its_owners_supply(self) -> None:
        on = pattern_at(self.card, "e5") | {"e6": "2 common", "f6": "3 common"}
        game = several(on, [self.card], "northern", "sylvan")
        play(game, "deathbringer@e5", "f6")
        assert game.state.removed == (0, 0, 0, 0, 1, 0)
        assert game.state.destroyed[3:] == (0, 0, 0, 2, 0, 0)
        assert game.state.supply(2, 0) == game.state.setup.two_sided - 1


class TestFrostweaveIllusionist:
    card = "frostweave-illusionist"
    more: ClassVar[Board] = {"b5": "2 common", "h5": "2 heroic"}

    def test_becomes_an_enemy_common_piece(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5="2 common")
        assert sum(game.state.destroyed) == 0
        assert game.state.supply(0, 0) == 13  # it is back in the supply
        assert game.state.frozen[0] == "frostweave-illusionist"

    def test_stays_without_an_enemy_piece_in_the_supply(self) -> None:
        more = filled(16, [*pattern_at(self.card, "e5"), "e5"], "2 common")
        game = summon(self.card, "e5", more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", more)

    def test_in_a_melee_you_choose_the_opponent(self) -> None:
        on = pattern_at(self.card, "e5")
        game = several(on, [self.card], "northern", "sylvan")
        play(game, "frostweave-illusionist@e5")
        assert offered(game) == {"2", "3"}
        assert not optional(game)
        play(game, "3")
        assert_idle(game)
        assert game.board["e5"] == (3, "common")

    def test_only_an_opponent_with_a_piece_in_the_supply(self) -> None:
        on = pattern_at(self.card, "e5")
        on |= filled(15, [*on, "e5"], "3 common")
        game = several(on, [self.card], "northern", "sylvan")
        play(game, "frostweave-illusionist@e5")
        assert_idle(game)
        assert game.board["e5"] == (2, "common")

    def test_frozen_it_converts_a_common_enemy(self) -> None:
        on = {"b5": "2 common", "b6": "2 common", "h5": "2 heroic", "c5": "1 common"}
        game = thaw(self.card, on)
        assert offered(game) == {"b5", "b6"}
        assert not optional(game)
        play(game, "b6")
        assert_thawed(game, self.card)
        assert pieces(game) == changed(on, b6="1 common")
        assert game.state.destroyed[3:] == (1, 0, 0)  # destroyed by you

    def test_frozen_it_needs_a_piece_in_your_supply(self) -> None:
        assert_wasted(self.card, {"b7": "2 common", **filled(16, ["b7"])})

    def test_frozen_it_converts_a_piece_of_any_opponent(self) -> None:
        on = {"b5": "2 common", "b6": "3 common"}
        game = several(on, [], "northern", "sylvan", mine={"frozen": self.card})
        play(game, "*frostweave-illusionist")
        assert offered(game) == {"b5", "b6"}
        play(game, "b6")
        assert game.state.destroyed[6:] == (1, 0, 0)


# -- the rules of frozen effects -----------------------------------------------------------


def test_the_deck_has_seven_frozen_effects() -> None:  # R20.2
    deck = cards.by_school("everfrost")
    assert [card.id for card in deck if card.frozen] == [
        "crystal-grower",
        "ice-princess",
        "ice-queen",
        "frostweave-summoner",
        "winter-whisperer",
        "ice-wyvern",
        "frostweave-illusionist",
    ]
    assert not any(card.warp for card in deck)


def test_a_summoned_card_is_in_play_and_thawed_in_the_same_turn() -> None:  # R20.3
    game = summon("crystal-grower", "e5", actions=1)
    assert game.state.frozen[0] == "crystal-grower"
    assert game.state.hands[0] == ()
    assert game.state.discards[0] == ()
    assert offered(game) == {"*crystal-grower", "."}  # after the last action, too
    play(game, "*crystal-grower", "e5")
    assert_thawed(game, "crystal-grower")
    assert game.board["e5"] == (1, "heroic")
    assert offered(game) == {"."}  # once only
    assert game.state.points == (0, 0)


def test_thawing_costs_no_action_and_summons_nothing() -> None:  # R20.5
    game = frozen("crystal-grower", {"b5": "1 common"})
    assert "*crystal-grower" in offered(game)  # before the first action
    play(game, "*crystal-grower")
    assert game.state.actions == 2
    assert game.state.summoned == ()


def test_thawing_is_possible_between_two_actions_and_on_a_later_turn_but_not_in_an_effect() -> None:
    # R5.5
    on = pattern_at("snow-fox", "e5") | {"b5": "1 common"}
    game = frozen("crystal-grower", on, {"hand": ["snow-fox"]})
    play(game, "snow-fox@e5")
    assert "*crystal-grower" not in offered(game)  # in the middle of the Fox's effect
    play(game, "-")
    assert "*crystal-grower" in offered(game)
    play(game, "+a5", ".")
    assert "*crystal-grower" not in offered(game)  # the other player's turn
    play(game, "+a4", "+a6", ".")
    assert game.state.frozen[0] == "crystal-grower"
    assert len(game.state.hands[0]) == 3  # it is no card in hand
    assert "*crystal-grower" in offered(game)


def test_an_effect_outlives_its_being() -> None:  # R20.8
    game = summon("ice-wyvern", "e5", {"b5": "2 common"})
    play(game, "e5-b5")  # and perishes
    assert game.state.frozen[0] == "ice-wyvern"


@pytest.mark.parametrize("kept", ["ice-princess", "crystal-grower"])
def test_of_two_effects_one_is_kept(kept: str) -> None:  # R20.7
    on = pattern_at("crystal-grower", "e5") | {"b5": "2 common", "b6": "2 common"}
    game = frozen("ice-princess", on, {"hand": ["crystal-grower"]})
    play(game, "crystal-grower@e5")
    assert offered(game) == {"b5", "b6"}  # the normal effect comes first
    play(game, "b5")
    assert offered(game) == {"ice-princess", "crystal-grower"}
    assert not optional(game)
    play(game, kept)
    assert_idle(game)
    (other,) = {"ice-princess", "crystal-grower"} - {kept}
    assert game.state.frozen[0] == kept
    assert game.state.discards[0] == (other,)
    assert {code for code in offered(game) if code.startswith("*")} == {f"*{kept}"}


def test_the_old_effect_may_be_thawed_before_the_summoning() -> None:
    on = pattern_at("crystal-grower", "e5")
    game = frozen("ice-princess", on, {"hand": ["crystal-grower"]})
    play(game, "*ice-princess", "e4-f3", "+e4", "crystal-grower@e5")
    assert_idle(game)  # no choice to make
    assert game.state.frozen[0] == "crystal-grower"
    assert game.state.discards[0] == ("ice-princess",)


def test_a_being_summoned_with_no_effect_to_carry_out_still_comes_into_play() -> None:
    game = summon("ice-queen", "e5")
    assert_idle(game)
    assert game.state.frozen[0] == "ice-queen"


def test_what_thawing_destroys_scores() -> None:
    on = {"b5": "1 heroic", "b6": "2 common", "a5": "2 common", "h4": "2 common"}
    turn = {"destroyed": {"2": {"common": 1}}}
    game = play(thaw("ice-queen", on, actions=0, turn=turn), "b5-b6")
    assert play(game, ".").state.points == (1, 0)  # a pair with the piece before


def test_in_a_team_only_the_owner_thaws_and_not_after_passing_control() -> None:  # R20.13
    on = {"b5": "1 common", "c5": "1 common"}
    game = several(
        on,
        [],
        "northern",
        "sylvan",
        "highland",
        mine={"frozen": "crystal-grower"},
        teams=True,
    )
    assert "*crystal-grower" in offered(game)
    passed = play(game.copy(), ">")
    assert "*crystal-grower" not in offered(passed)
    play(passed, "+a4", "+a5")
    assert "*crystal-grower" not in offered(passed)
    play(game, "+a4", "+a5", ".", "+h4", "+h5", ".")
    assert game.state.seat == 2  # the teammate
    assert "*crystal-grower" not in offered(game)


def test_the_teammate_may_finish_an_effect_that_is_thawed() -> None:
    on = {"b5": "1 common", "c5": "1 common"}
    game = several(
        on,
        [],
        "northern",
        "sylvan",
        "highland",
        mine={"frozen": "winter-whisperer", "flare": ["flare-03"]},
        actions=0,
        teams=True,
    )
    play(game, "*winter-whisperer", ">", "b5", "flare-03")
    assert game.state.flares[0] == ()  # the flare of the player on turn
    assert game.state.actions == 1
    assert offered(game) <= {f"+{name}" for name in SQUARE_OF}


def test_an_effect_that_was_never_thawed_scores_nothing() -> None:  # R20.14
    turn = {"number": 9, "last_turns": 1}
    game = play(frozen("ice-queen", {"e5": "1 common"}, actions=0, turn=turn), ".")
    assert game.outcome is not None
    assert game.outcome.scores == (0, 0)


def test_taking_back_a_thaw_puts_the_card_in_play_again() -> None:
    game = thaw("crystal-grower", {"b5": "1 common"})
    assert game.board["b5"].rank == "heroic"
    game.undo()
    assert game.state.frozen[0] == "crystal-grower"
    assert game.board["b5"].rank == "common"
