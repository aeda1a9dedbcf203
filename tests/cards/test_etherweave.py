"""The Etherweave beings and their warp effects, each through a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from tashkalar import Game, cards
from tashkalar.effects.effect import Effect
from tashkalar.position.board import COLOURED, NAMES, RAYS, SQUARE_OF, names
from tests.cards.helpers import Board, assert_declined, board, destroyed, filled, seated, steps
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

LOCALE = Path(__file__).parents[2] / "static" / "locale"
COLOURLESS = set(SQUARE_OF) - set(names(COLOURED))


def holding(
    position: Board,
    *hand: str,
    pending: str = "",
    discards: Sequence[str] = (),
    turn: Mapping[str, object] | None = None,
    other: str = "northern",
    **rest: object,
) -> Game:
    """A game with these cards in hand, not on the first turn."""
    mine: dict[str, object] = {"pending": pending} if pending else {}
    if discards:
        mine["discards"] = list(discards)
    return arrange(
        position,
        hand=hand,
        school="etherweave",
        other=other,
        mine=mine,
        turn={"number": 3, **(turn or {})},
        **rest,  # type: ignore[arg-type]
    )


def ready(
    card: str, square: str, more: Board | None = None, *, hand: Sequence[str] = (), **rest: object
) -> Game:
    """A game in which the first card in hand can be summoned on the square."""
    position = pattern_at(card, square) | dict(more or {})
    return holding(position, card, *hand, **rest)  # type: ignore[arg-type]


def summon(card: str, square: str, more: Board | None = None, **rest: object) -> Game:
    """The same with the card summoned."""
    return play(ready(card, square, more, **rest), f"{card}@{square}")  # type: ignore[arg-type]


def warped(position: Board, card: str, **rest: object) -> Game:
    """The same with the warp effect of the card played."""
    return play(holding(position, card, **rest), f"%{card}")  # type: ignore[arg-type]


def trio(
    position: Board,
    hand: Sequence[str],
    *,
    pending: str = "",
    turn: Mapping[str, object] | None = None,
    **rest: object,
) -> Game:
    """A melee of three with the Etherweave to act; nobody can improvise."""
    first: dict[str, object] = {"school": "etherweave", "hand": list(hand)}
    if pending:
        first["pending"] = pending
    whose = {"number": 4, **(turn or {})}
    return seated(position, first, "northern", "sylvan", turn=whose, **rest)  # type: ignore[arg-type]


def beside(square: str, direction: int) -> str | None:
    ray = RAYS[SQUARE_OF[square]][direction % 8]
    return NAMES[ray[0]] if ray else None


def pending_of(game: Game) -> str:
    return game.state.pending[0]


def assert_only_pending(position: Board, card: str) -> None:
    """The warp effect finds nothing to do; its card is pending all the same (R22.21)."""
    game = warped(position, card)
    assert_idle(game)
    assert pieces(game) == position
    assert pending_of(game) == card


class TestDoppelganger:
    card = "doppelganger"
    more: ClassVar[Board] = {"h5": "1 heroic", "h6": "2 common", "h7": "2 heroic"}

    def test_copies_the_warp_effect_of_the_pending_being(self) -> None:
        game = summon(self.card, "e5", self.more, pending="greater-shadow-twin")
        assert offered(game) == {"d4", "d5", "e5"}
        assert not optional(game)
        assert game.prompt.card == self.card
        play(game, "e5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5="1 heroic")
        assert pending_of(game) == "greater-shadow-twin"
        assert game.state.discards[0] == (self.card,)

    def test_nothing_is_pending(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)

    def test_the_merchant_cannot_be_copied(self) -> None:
        game = summon(self.card, "e5", self.more, pending="merchant-of-time")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)
        assert game.state.captive == ()

    def test_copying_gains_an_action(self) -> None:
        game = summon(self.card, "e5", pending="translocationist")
        assert game.state.actions == 2

    def test_the_copied_worm_may_discard_itself(self) -> None:
        game = play(summon(self.card, "e5", self.more, pending="paradox-worm"), "paradox-worm")
        assert_idle(game)  # h6 was the only common enemy piece
        assert pieces(game) == board(self.card, "e5", self.more, h6="2 heroic")
        assert pending_of(game) == ""
        assert game.state.discards[0] == ("paradox-worm", self.card)

    def test_a_copied_linked_effect_is_all_or_nothing(self) -> None:
        more = {**self.more, **filled(12, ("d4", "d5", "e5", *self.more))}
        game = summon(self.card, "e5", more, pending="antimatter-spirit")
        assert_idle(game)  # no piece of yours is left in the supply
        assert pieces(game) == board(self.card, "e5", more)

    def test_has_no_warp_effect(self) -> None:
        assert not any(code.startswith("%") for code in offered(holding({}, self.card)))

    def test_warping_is_barred_and_copying_is_not(self) -> None:  # R22.11
        game = ready(self.card, "e5", self.more, hand=["polarity-queen"], pending="void-summoner")
        assert not any(code.startswith("%") for code in offered(game))
        play(game, f"{self.card}@e5")
        assert offered(game) == {
            f"{origin}-{target}"
            for origin in ("d4", "d5", "e5", "h5")
            for target in around(origin)
            if target not in pieces(game) or (origin == "h5" and target == "h6")
        }


class TestParadoxWorm:
    card = "paradox-worm"
    more: ClassVar[Board] = {
        "h4": "1 heroic",
        "h6": "2 common",
        "h7": "2 heroic",
        "b6": "2 legendary",
        "b7": "1 legendary",
    }

    def test_swaps_with_an_enemy_piece_of_the_same_rank(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"e5-h6", "d5-h6", "c4-h6", "b4-h6", "h4-h7"}
        play(game, "h4-h7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h4="2 heroic", h7="1 heroic")
        assert sum(game.state.destroyed) == 0

    def test_the_worm_itself_is_swapped(self) -> None:
        game = play(summon(self.card, "e5", self.more), "e5-h6")
        assert pieces(game) == board(self.card, "e5", self.more, e5="2 common", h6="1 common")

    def test_may_be_declined(self) -> None:
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))

    def test_asks_nothing_without_equal_ranks(self) -> None:
        assert_idle(summon(self.card, "e5", {"h7": "2 heroic", "b6": "2 legendary"}))

    def test_the_gateway_goes_with_its_piece(self) -> None:
        more = {"h6": "2 common"}
        game = summon(self.card, "e5", more, other="nethervoid", gateway="h6")
        play(game, "c4-h6")
        assert game.state.gateway == SQUARE_OF["c4"]
        assert pieces(game) == board(self.card, "e5", more, c4="2 common", h6="1 common")

    def test_the_gateway_stays_with_a_piece_that_is_not_swapped(self) -> None:
        more = {"h6": "2 common", "h7": "2 common"}
        game = summon(self.card, "e5", more, other="nethervoid", gateway="h6")
        play(game, "c4-h7")
        assert game.state.gateway == SQUARE_OF["h6"]

    def test_warp_upgrades_a_common_enemy_piece_and_may_discard_itself(self) -> None:
        position = {"c5": "2 common", "d5": "2 common", "e5": "1 common", "f5": "2 heroic"}
        game = warped(position, self.card)
        assert offered(game) == {"c5", "d5"}
        assert not optional(game)
        play(game, "d5")
        assert offered(game) == {self.card}
        assert optional(game)
        play(game, self.card)
        assert_idle(game)
        assert pieces(game) == {**position, "d5": "2 heroic"}
        assert pending_of(game) == ""
        assert game.state.discards[0] == (self.card,)
        assert game.state.actions == 2

    def test_everybody_sees_whose_warp_effect_asks(self) -> None:  # R25.1
        game = warped({"e5": "2 common", "e6": "2 common"}, "paradox-worm")
        assert [game.view(seat)["playing"] for seat in (1, 2)] == ["paradox-worm"] * 2
        play(game, "e5", "-")
        assert_idle(game)
        assert game.view(1)["playing"] is None

    def test_warp_may_stay_pending(self) -> None:
        game = play(warped({"c5": "2 common"}, self.card), "-")
        assert_idle(game)
        assert pieces(game) == {"c5": "2 heroic"}
        assert pending_of(game) == self.card

    def test_warp_may_discard_itself_without_a_common_enemy_piece(self) -> None:
        game = warped({"c5": "2 heroic"}, self.card)
        assert offered(game) == {self.card}
        play(game, self.card)
        assert pending_of(game) == ""

    def test_another_warp_may_follow_when_it_is_discarded(self) -> None:
        game = holding({"c5": "2 heroic"}, self.card, "translocationist")
        play(game, f"%{self.card}")
        play(game, self.card)
        assert "%translocationist" in offered(game)

    def test_copied_it_discards_whatever_is_pending_but_the_merchant(self) -> None:
        sentinel = "ziggurat-sentinel"
        for pending, asked in (("translocationist", True), ("merchant-of-time", False)):
            game = summon(sentinel, "e5", pending=pending, discards=[self.card])
            play(game, "copy-warp")
            if asked:
                assert offered(game) == {pending}
                play(game, pending)
                assert game.state.discards[0] == (self.card, pending, sentinel)
            assert_idle(game)
            assert pending_of(game) == ("" if asked else pending)

    def test_melee_every_enemy_colour_qualifies(self) -> None:  # R23.3
        position = {"c5": "2 common", "d5": "3 common", "e5": "3 heroic", "f5": "1 common"}
        game = play(trio(position, [self.card]), f"%{self.card}")
        assert offered(game) == {"c5", "d5"}
        more = {"h4": "2 common", "h6": "3 common"}
        game = trio(pattern_at(self.card, "e5") | more, [self.card])
        play(game, f"{self.card}@e5")
        assert {code for code in offered(game) if code.startswith("e5")} == {"e5-h4", "e5-h6"}


class TestLesserShadowTwin:
    card = "lesser-shadow-twin"
    twin: ClassVar[Sequence[str]] = ["greater-shadow-twin"]
    more: ClassVar[Board] = {
        "c7": "1 heroic",
        "c8": "2 common",
        "d7": "2 common",
        "d8": "2 heroic",
        "b7": "1 common",
        "b6": "2 legendary",
        "h7": "2 common",
    }

    def test_destroys_two_common_pieces_next_to_one_of_yours(self) -> None:
        game = summon(self.card, "e5", self.more, discards=self.twin)
        assert offered(game) == {"b7", "c7", "e4", "e5", "f4", "g4"}
        assert not optional(game)
        play(game, "c7")
        assert counted(game) == (1, 2)
        assert offered(game) == {"b7", "c8", "d7"}
        play(game, "c8")
        assert offered(game) == {"b7", "d7"}
        play(game, "b7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, c8=None, b7=None)
        assert destroyed(game, 2) == (1, 0, 0)

    def test_each_may_be_declined(self) -> None:
        game = play(summon(self.card, "e5", self.more, discards=self.twin), "c7", "d7", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, d7=None)
        game = play(summon(self.card, "e5", self.more, discards=self.twin), "c7", "-")
        assert_idle(game)

    def test_the_chosen_piece_itself_is_safe(self) -> None:
        game = play(summon(self.card, "e5", self.more, discards=self.twin), "e4")
        assert offered(game) == {"e5", "f4"}

    @pytest.mark.parametrize("where", ("deck", "pending"))
    def test_nothing_while_the_twin_is_not_discarded(self, where: str) -> None:
        pending = self.twin[0] if where == "pending" else ""
        game = summon(self.card, "e5", self.more, pending=pending)
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)

    def test_warp_upgrades_a_common_piece_of_yours(self) -> None:
        position = {"c5": "1 common", "d5": "1 common", "e5": "1 heroic", "f5": "2 common"}
        game = warped(position, self.card)
        assert offered(game) == {"c5", "d5"}
        assert not optional(game)
        play(game, "c5")
        assert_idle(game)
        assert pieces(game) == {**position, "c5": "1 heroic"}

    def test_warp_without_a_common_piece_only_makes_it_pending(self) -> None:
        assert_only_pending({"e5": "1 heroic"}, self.card)


class TestTranslocationist:
    card = "translocationist"
    more: ClassVar[Board] = {
        "h5": "1 heroic",
        "h6": "1 heroic",
        "b6": "1 legendary",
        "b7": "2 common",
        "c7": "2 heroic",
    }
    commons = ("d4", "d5", "e4", "e5", "f6")

    def test_swaps_two_heroic_pieces(self) -> None:  # R22.19
        game = summon(self.card, "e5", self.more)
        assert offered(game) == steps("h5", self.commons) | steps("h6", self.commons)
        assert counted(game) == (1, 2)
        play(game, "h5-e5")
        # The same heroic piece may not be swapped again; any common piece may.
        assert offered(game) == steps("h6", ("d4", "d5", "e4", "h5", "f6"))
        assert counted(game) == (2, 2)
        play(game, "h6-h5")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, e5="1 heroic", h5="1 heroic", h6="1 common")
        assert pieces(game) == expected
        assert sum(game.state.destroyed) == 0

    def test_each_may_be_declined(self) -> None:
        assert_declined(
            play(summon(self.card, "e5", self.more), "h5-d4"),
            board(self.card, "e5", self.more, d4="1 heroic", h5="1 common"),
        )
        assert_declined(summon(self.card, "e5", self.more), board(self.card, "e5", self.more))

    def test_one_heroic_piece_is_swapped_once(self) -> None:
        game = play(summon(self.card, "e5", {"h5": "1 heroic"}), "h5-e4")
        assert_idle(game)

    def test_asks_nothing_without_a_heroic_piece(self) -> None:
        assert_idle(summon(self.card, "e5", {"h5": "2 heroic", "b6": "1 legendary"}))

    def test_warp_gains_an_action(self) -> None:
        game = warped({}, self.card)
        assert_idle(game)
        assert game.state.actions == 3

    def test_warp_after_the_last_action_gives_one_that_must_be_used(self) -> None:
        game = holding({}, self.card, turn={"actions": 0})
        assert {f"%{self.card}", "."} <= offered(game)
        play(game, f"%{self.card}")
        assert game.state.actions == 1
        assert "." not in offered(game)


def annihilations(position: Board, short: bool = False) -> dict[str, set[str]]:
    """Return, for each square on which the Spirit's warp effect works, its first moves.

    `short`: the enemy has no piece in supply until the first move destroys a common one.
    """
    found: dict[str, set[str]] = {}
    for square in COLOURLESS - set(position):
        for direction in range(8):
            ends = beside(square, direction), beside(square, direction + 4)
            if all(end and position.get(end, "common").endswith("common") for end in ends):
                target = str(ends[0])
                if not short or position.get(target) == "2 common":
                    found.setdefault(square, set()).add(f"{square}-{target}")
    return found


class TestAntimatterSpirit:
    card = "antimatter-spirit"
    position: ClassVar[Board] = {
        "d4": "2 common",
        "d5": "2 heroic",
        "f4": "1 common",
        "e3": "1 heroic",
        "g6": "2 legendary",
        "c7": "2 common",
    }

    def test_no_effect_when_summoned(self) -> None:  # R22.2
        game = summon(self.card, "e5", {"h5": "2 common"})
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", {"h5": "2 common"})

    def test_warp_offers_what_can_be_completed(self) -> None:
        game = warped(self.position, self.card)
        expected = annihilations(self.position)
        assert offered(game) == set(expected)
        assert not optional(game)
        assert "a3" not in expected  # no straight line leads through it
        assert "e5" not in expected
        play(game, "e4")
        assert offered(game) == expected["e4"]
        assert "e4-d5" not in expected["e4"]  # a heroic piece
        assert "e4-e5" not in expected["e4"]  # the way back is barred
        assert not optional(game)

    def test_warp_makes_both_moves(self) -> None:
        game = play(warped(self.position, self.card), "e4", "e4-d4")
        assert_idle(game)
        changed = {"d4": "1 common", "f4": "2 common"}
        assert pieces(game) == {**self.position, **changed}
        assert (destroyed(game, 1), destroyed(game, 2)) == ((1, 0, 0), (1, 0, 0))
        assert pending_of(game) == self.card

    def test_warp_onto_empty_squares(self) -> None:
        game = play(warped(self.position, self.card), "h6", "h6-h7")
        assert_idle(game)
        assert pieces(game) == {**self.position, "h7": "1 common", "h5": "2 common"}

    def test_warp_needs_a_piece_of_yours_in_supply(self) -> None:
        position = {**self.position, **filled(14, self.position)}
        game = warped(position, self.card)
        assert_idle(game)
        assert pieces(game) == position
        assert pending_of(game) == self.card  # it becomes pending all the same

    def test_warp_the_first_move_may_provide_the_enemy_piece(self) -> None:
        position = {**self.position, **filled(13, self.position, "2 common")}
        game = warped(position, self.card)
        expected = annihilations(position, short=True)
        assert expected and offered(game) == set(expected)
        square = sorted(expected, key=lambda s: -len(expected[s]))[0]
        play(game, square)
        assert offered(game) == expected[square]

    def test_warp_nothing_when_no_choice_can_be_completed(self) -> None:  # R22.10
        # The enemy has no piece left, and no common one that could be destroyed.
        position = filled(16, (), "2 heroic")
        game = warped(position, self.card)
        assert_idle(game)
        assert pieces(game) == position
        assert sum(game.state.destroyed) == 0

    def test_warp_can_be_undone_in_the_middle(self) -> None:
        game = play(warped(self.position, self.card), "e4")
        game.undo()
        assert offered(game) == set(annihilations(self.position))
        game.undo()
        assert pieces(game) == self.position
        assert pending_of(game) == ""

    def test_melee_the_opponent_is_chosen_after_the_first_move(self) -> None:
        game = play(trio({"d4": "2 common"}, [self.card]), f"%{self.card}", "e4", "e4-d4")
        assert offered(game) == {"2", "3"}
        assert not optional(game)
        play(game, "3")
        assert_idle(game)
        assert pieces(game) == {"d4": "1 common", "f4": "3 common"}
        assert destroyed(game, 2) == (1, 0, 0)

    def test_melee_an_empty_supply_bars_an_opponent(self) -> None:
        position = filled(15, ("d4", "e4", "f4"), "2 heroic")
        game = play(trio(position, [self.card]), f"%{self.card}")
        play(game, max(offered(game)))
        play(game, max(offered(game)))
        assert_idle(game)  # only the third colour is left
        assert list(pieces(game).values()).count("3 common") == 1


class TestMerchantOfTime:
    card = "merchant-of-time"
    more: ClassVar[Board] = {
        "h5": "2 common",
        "h6": "2 heroic",
        "b6": "2 legendary",
        "b7": "1 common",
        "c7": "2 common",  # on green
    }

    def test_warp_takes_any_piece_off_a_colourless_square(self) -> None:
        position = {**self.more, "e5": "1 legendary"}  # on red
        game = warped(position, self.card)
        assert offered(game) == {"b6", "b7", "h5", "h6"}
        assert not optional(game)
        play(game, "b6")
        assert_idle(game)
        assert pieces(game) == {s: piece for s, piece in position.items() if s != "b6"}
        assert sum(game.state.destroyed) == 0
        assert game.state.supply(1, 2) == 2  # neither on the board nor in supply
        assert game.state.supply(1, 0) == 16 - 3
        assert pending_of(game) == self.card

    def test_warp_without_a_piece_to_take(self) -> None:
        game = warped({"e5": "2 common"}, self.card)
        assert_idle(game)
        assert game.state.captive == ()
        assert pending_of(game) == self.card

    def test_warp_the_card_holds_one_piece_only(self) -> None:
        captive = {"owner": 2, "rank": "common"}
        game = warped({"e4": "2 common"}, self.card, captive=captive)
        assert_idle(game)
        assert pieces(game) == {"e4": "2 common"}

    @pytest.mark.parametrize(
        ("rank", "held"),
        (
            ("common", set()),
            ("heroic", {"h5", "b7", "c4", "e4", "d5", "f5"}),
            ("legendary", {"h5", "h6", "b7", "c4", "e4", "d5", "f5", "e6"}),
        ),
    )
    def test_the_piece_leaps_to_a_colourless_square(self, rank: str, held: set[str]) -> None:
        captive = {"owner": 2, "rank": rank}
        game = summon(self.card, "e6", self.more, captive=captive)
        assert offered(game) == (COLOURLESS - set(pieces(game))) | held
        assert not optional(game)

    def test_the_piece_destroys_what_stands_there(self) -> None:
        game = summon(self.card, "e6", self.more, captive={"owner": 2, "rank": "heroic"})
        play(game, "h5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e6", self.more, h5="2 heroic")
        assert destroyed(game, 2) == (1, 0, 0)
        assert game.state.captive == ()

    def test_taken_and_brought_back(self) -> None:  # R22.18
        position = {**pattern_at(self.card, "e5"), **self.more}
        game = play(holding(position, self.card), f"%{self.card}", "h6", f"{self.card}@e5")
        play(game, "a4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h6=None, a4="2 heroic")
        assert sum(game.state.destroyed) == 0
        assert game.state.discards[0] == (self.card,)
        assert pending_of(game) == ""
        assert game.state.supply(1, 0) == 16 - 3

    def test_nothing_without_a_piece_on_the_card(self) -> None:
        assert_idle(summon(self.card, "e5", self.more))

    def test_the_gateway_is_away_and_comes_back(self) -> None:
        position = {**pattern_at(self.card, "e5"), "h6": "2 heroic"}
        game = holding(position, self.card, other="nethervoid", gateway="h6")
        play(game, f"%{self.card}", "h6")
        assert game.state.gateway == 0
        play(game, f"{self.card}@e5", "a4")
        assert game.state.gateway == SQUARE_OF["a4"]

    def test_an_ordinary_piece_does_not_come_back_as_the_gateway(self) -> None:
        more = {"h6": "2 heroic"}
        captive = {"owner": 2, "rank": "heroic", "gateway": False}
        game = summon(self.card, "e5", more, captive=captive, other="nethervoid")
        play(game, "a4")
        assert game.state.gateway == 0

    def test_another_gateway_has_arisen_meanwhile(self) -> None:
        captive = {"owner": 2, "rank": "heroic", "gateway": True}
        for target in ("a4", "h6"):  # the second one destroys the new Gateway
            game = summon(
                self.card,
                "e5",
                {"h6": "2 common"},
                captive=captive,
                other="nethervoid",
                gateway="h6",
            )
            play(game, target)
            assert game.state.gateway == (SQUARE_OF["h6"] if target == "a4" else 0)

    def test_a_new_gateway_takes_the_marker_from_the_captive(self) -> None:
        nether = next(c for c in cards.by_school("nethervoid") if c.rank == "common")
        game = Game.from_scenario(
            {
                "form": "duel",
                "seats": [
                    {"school": "nethervoid", "hand": [nether.id]},
                    {"school": "etherweave", "pending": self.card},
                ],
                "board": pattern_at(nether.id, "e5"),
                "captive": {"owner": 1, "rank": "heroic", "gateway": True},
                "turn": {"seat": 1, "number": 3},
            }
        )
        play(game, next(code for code in offered(game) if code.startswith(f"{nether.id}@e5")))
        assert game.state.gateway == SQUARE_OF["e5"]
        assert game.state.captive == (0, 1, 0)

    def test_pending_it_counts_as_a_card_in_hand_and_cannot_be_discarded(self) -> None:
        game = holding({}, "doppelganger", "paradox-worm", pending=self.card)
        assert f"~{self.card}" not in offered(game)
        deck = len(game.state.decks[0])
        play(game, "+a4", "+a5", ".")
        assert len(game.state.hands[0]) == 2
        assert len(game.state.decks[0]) == deck

    def test_a_captive_legendary_piece_scores_nothing_in_the_high_form(self) -> None:
        position = {"h6": "2 legendary"}
        game = holding(position, self.card, form="high-form")
        assert game.score(2) == 1
        play(game, f"%{self.card}")
        assert_idle(game)  # the only piece was taken without a question
        assert game.score(2) == 0


class TestGateOfOblivion:
    card = "gate-of-oblivion"
    more: ClassVar[Board] = {
        "e4": "2 legendary",
        "d6": "2 common",
        "e6": "1 heroic",
        "f6": "2 legendary",
        "c5": "2 heroic",
        "g4": "1 common",
        "g6": "2 common",
    }

    def test_destroys_on_the_special_square_and_then_on_another(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert "e4" not in pieces(game)
        assert offered(game) == {"d6", "e6", "c5", "g4"}
        play(game, "c5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e4=None, c5=None)
        assert destroyed(game, 2) == (0, 1, 1)

    def test_the_second_may_be_declined(self) -> None:
        assert_declined(
            summon(self.card, "e5", self.more), board(self.card, "e5", self.more, e4=None)
        )

    def test_your_own_piece_on_the_special_square_goes_too(self) -> None:
        game = summon(self.card, "e5", {"e4": "1 heroic"})
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5")

    def test_nothing_on_the_special_square(self) -> None:
        game = play(summon(self.card, "e5", {"c4": "2 common"}), "c4")
        assert pieces(game) == board(self.card, "e5")

    def test_the_marks_belong_to_the_chosen_match(self) -> None:
        position = {
            **dict.fromkeys(("d5", "f5", "d4", "f4", "d6", "f6"), "1 common"),
            "e4": "2 common",
            "e6": "2 heroic",
        }
        game = holding(position, self.card)
        codes = sorted(code for code in offered(game) if f"{self.card}@e5" in code)
        assert codes == [f"{self.card}@e5/1", f"{self.card}@e5/2"]
        left = set()
        for code in codes:
            one = play(game.copy(), code)
            left |= {square for square in ("e4", "e6") if square not in pieces(one)}
            assert ("e4" in pieces(one)) != ("e6" in pieces(one))
        assert left == {"e4", "e6"}

    def test_warp_counts_later_destruction_twice(self) -> None:
        position = {**pattern_at(self.card, "e5"), **self.more}
        game = holding(position, self.card, turn={"destroyed": {"2": {"common": 1}}})
        play(game, f"%{self.card}")
        assert_idle(game)
        assert destroyed(game, 2) == (1, 0, 0)
        play(game, f"{self.card}@e5", "c5")
        assert destroyed(game, 2) == (1, 2, 2)

    def test_warp_and_a_copy_count_it_three_times(self) -> None:  # R22.15
        game = holding(pattern_at("doppelganger", "e5"), self.card, "doppelganger")
        play(game, f"%{self.card}", "doppelganger@e5")
        assert game.state.doubled == 2
        happened = [event for entry in game.history() for event in entry.events]
        assert [e.amount for e in happened if e.kind == "multiply-destroyed"] == [2, 3]
        more = {"e4": "2 common"}
        game = play(summon(self.card, "e5", more, turn={"doubled": 2}))
        assert destroyed(game, 2) == (3, 0, 0)

    def test_warp_ends_with_the_turn(self) -> None:
        game = play(holding({}, self.card), f"%{self.card}", "+a4", "+a5", ".")
        assert game.state.doubled == 0

    def test_warp_scores_a_pair_for_one_common_piece(self) -> None:
        position = {"e5": "2 common", **pattern_at("doppelganger", "e5")}
        game = holding(position, self.card, "doppelganger", form="duel")
        play(game, f"%{self.card}", "doppelganger@e5", "+a4", ".")
        assert game.score(1) == 1 - 2  # with a pending being

    def test_warp_does_not_multiply_what_does_not_count(self) -> None:
        position = {**pattern_at("titan", "e5"), "d5": "2 common"}
        game = holding(position, legends=["titan"], turn={"doubled": 1})
        play(game, "titan@e5")
        assert sum(game.state.destroyed) == 0


class TestTimeTraveler:
    card = "time-traveler"
    # The pattern lies in b6, c5 and d4.
    more: ClassVar[Board] = {
        "h5": "2 common",
        "h7": "1 common",
        "g6": "2 heroic",
        "h4": "2 legendary",
    }

    def test_is_summoned_on_any_empty_colourless_square(self) -> None:  # R0.6, R22.17
        game = ready(self.card, "b6", self.more)
        expected = COLOURLESS - set(pieces(game))
        assert {c for c in offered(game) if "@" in c} == {f"{self.card}@{s}" for s in expected}
        play(game, f"{self.card}@h6")
        assert sum(game.state.destroyed) == 0

    def test_needs_its_pattern_somewhere(self) -> None:
        game = holding({"b6": "1 common", "c5": "1 common", "d4": "2 common"}, self.card)
        assert not any("@" in code for code in offered(game))

    def played(self, discards: Sequence[str] = ("paradox-worm", "dark-sphere")) -> Game:
        game = ready(self.card, "b6", self.more, discards=discards)
        return play(game, f"{self.card}@h6")

    def test_destroys_a_common_piece_and_takes_the_top_discard_back(self) -> None:
        game = self.played()
        assert offered(game) == {"h5", "h7"}
        play(game, "h5")
        assert_idle(game)
        expected = {**pattern_at(self.card, "b6"), **self.more, "h6": "1 heroic"}
        del expected["h5"]
        assert pieces(game) == expected
        assert game.state.decks[0][0] == "dark-sphere"
        assert game.state.discards[0] == ("paradox-worm", self.card)

    def test_may_be_declined_and_then_nothing_goes_back(self) -> None:
        game = self.played()
        assert optional(game)
        play(game, "-")
        assert_idle(game)
        assert game.state.discards[0] == ("paradox-worm", "dark-sphere", self.card)

    def test_your_own_piece_will_do_and_an_empty_discard_pile_too(self) -> None:
        game = self.played(())
        deck = game.state.decks[0]
        play(game, "h7")
        assert_idle(game)
        assert game.state.decks[0] == deck
        assert game.state.discards[0] == (self.card,)

    def test_in_a_shortage_a_piece_outside_the_pattern_is_picked_up(self) -> None:
        # No three others of yours stand on a diagonal.
        free = ("a3", "b2", "e9", "f9", *(f"{file}{rank}" for rank in (4, 6) for file in "fghi"))
        more = dict.fromkeys(free, "1 common") | {"g8": "1 heroic"}
        game = ready(self.card, "b6", {**more, "i3": "1 legendary"})
        play(game, f"{self.card}@h8")
        assert game.prompt.kind == "pick-up"
        assert offered(game) == set(more)
        assert not optional(game)
        play(game, "g8")
        assert pieces(game)["h8"] == "1 heroic"
        assert "g8" not in pieces(game)

    def test_why_not(self) -> None:
        game = ready(self.card, "b6", self.more)
        assert game.explain(self.card, "h6").possible
        for square in ("e5", "h5"):  # on red, occupied
            reason = game.explain(self.card, square).reason
            assert reason and reason.id == "why.detached"
        explanation = holding({"b6": "1 common", "c5": "1 common"}, self.card).explain(
            self.card, "h6"
        )
        assert explanation.reason and explanation.reason.id == "why.missing"
        assert {lacks[0].square for lacks in explanation.nearest} == {"a7", "d4"}

    def test_one_short_is_not_enough_but_an_empty_square_may_stand_in(self) -> None:
        position = {"b6": "1 common", "c5": "1 common"}
        assert not any("@" in c for c in offered(holding(position, self.card)))
        game = holding(position, self.card, turn={"empties": 2})
        assert f"{self.card}@h6" in offered(game)


class TestGreaterShadowTwin:
    card = "greater-shadow-twin"
    twin: ClassVar[Sequence[str]] = ["lesser-shadow-twin"]
    more: ClassVar[Board] = {
        "f6": "2 heroic",  # beside the Twin and two others
        "i6": "2 heroic",  # beside h5 only
        "g4": "2 common",
        "f4": "2 legendary",
        "b6": "1 heroic",  # beside b7 and c7
        "b7": "1 common",
        "c7": "1 heroic",  # beside b6 and b7
    }

    def test_destroys_a_heroic_piece_next_to_two_of_yours(self) -> None:
        game = summon(self.card, "e5", self.more, discards=self.twin)
        assert offered(game) == {"f6", "b6", "c7"}
        play(game, "f6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, f6=None)
        assert destroyed(game, 2) == (0, 1, 0)

    def test_the_twin_counts_as_a_piece_of_yours(self) -> None:
        game = summon(self.card, "e5", {"e6": "2 heroic"}, discards=self.twin)
        assert offered(game) == {"e6"}  # beside e5 and f5

    def test_may_be_declined(self) -> None:
        assert_declined(
            summon(self.card, "e5", self.more, discards=self.twin),
            board(self.card, "e5", self.more),
        )

    def test_a_heroic_piece_is_not_adjacent_to_itself(self) -> None:
        more = {"b6": "1 heroic", "b7": "1 common"}
        assert_idle(summon(self.card, "e5", more, discards=self.twin))

    @pytest.mark.parametrize("where", ("deck", "pending"))
    def test_nothing_while_the_twin_is_not_discarded(self, where: str) -> None:
        pending = self.twin[0] if where == "pending" else ""
        assert_idle(summon(self.card, "e5", self.more, pending=pending))

    def test_warp_upgrades_a_common_piece_of_yours(self) -> None:
        position = {"c5": "1 common", "d5": "1 common", "e5": "1 heroic", "f5": "2 common"}
        game = warped(position, self.card)
        assert offered(game) == {"c5", "d5"}
        assert not optional(game)
        play(game, "d5")
        assert pieces(game) == {**position, "d5": "1 heroic"}


class TestWarpmaster:
    card = "warpmaster"
    more: ClassVar[Board] = {"e6": "2 common", "f6": "2 heroic", "f5": "2 legendary"}

    def test_takes_the_pending_being_back(self) -> None:
        game = summon(self.card, "e5", self.more, pending="void-summoner")
        assert offered(game) == {"return-pending", "move"}
        play(game, "return-pending")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)
        assert pending_of(game) == ""
        assert game.state.hands[0] == ("void-summoner",)
        assert "%void-summoner" in offered(game)  # it may be played again

    def test_or_makes_one_standard_move(self) -> None:
        game = play(summon(self.card, "e5", self.more, pending="void-summoner"), "move")
        assert offered(game) == steps("e5", around("e5") - {"f6", "f5"})
        assert not optional(game)
        play(game, "e5-e6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, e6="1 heroic")
        assert destroyed(game, 2) == (1, 0, 0)
        assert pending_of(game) == "void-summoner"

    def test_may_be_declined(self) -> None:
        game = summon(self.card, "e5", self.more, pending="void-summoner")
        assert optional(game)
        play(game, "-")
        assert_idle(game)
        assert pending_of(game) == "void-summoner"

    @pytest.mark.parametrize("pending", ("", "merchant-of-time"))
    def test_without_a_being_to_take_back_it_may_move(self, pending: str) -> None:  # R10.9
        game = summon(self.card, "e5", self.more, pending=pending)
        assert offered(game) == {"move"}
        assert optional(game)

    def test_a_returned_being_is_warped_twice_in_a_turn(self) -> None:
        position = {**pattern_at(self.card, "e5"), "h5": "1 common"}
        game = holding(position, self.card, "translocationist")
        play(game, "%translocationist", f"{self.card}@e5", "return-pending", "%translocationist")
        assert game.state.actions == 3


class TestDarkSphere:
    card = "dark-sphere"
    more: ClassVar[Board] = {
        "c4": "2 common",
        "b6": "2 common",
        "g6": "2 heroic",
        "h4": "2 common",
        "f6": "2 legendary",
        "f3": "1 heroic",
        "i7": "2 common",  # two steps off the ring
    }
    ring: ClassVar[set[str]] = (
        {f"c{n}" for n in range(3, 8)}
        | {f"g{n}" for n in range(3, 8)}
        | {f"{f}{n}" for f in "def" for n in (3, 7)}
    )

    def expected(self, game: Game, origins: Iterable[str]) -> set[str]:
        """The combat moves of these pieces onto the ring."""
        order = ("common", "heroic", "legendary")
        now = {s: order.index(piece.split()[1]) for s, piece in pieces(game).items()}
        return {
            f"{origin}-{target}"
            for origin in origins
            for target in around(origin) & self.ring
            if now.get(target, -1) <= now[origin]
        }

    def test_moves_three_pieces_onto_the_ring(self) -> None:
        game = summon(self.card, "e5", self.more)
        origins = {"c4", "b6", "g6", "h4", "f3", "d4", "d5", "e4"}
        assert offered(game) == self.expected(game, origins)
        play(game, "b6-c6")
        # What has been moved does not move again.
        assert offered(game) == self.expected(game, origins - {"b6"})
        play(game, "h4-g4")
        # Two pieces of the enemy have been moved.
        assert offered(game) == self.expected(game, {"f3", "d4", "d5", "e4"})
        play(game, "d5-c6")
        assert_idle(game)
        assert pieces(game) == board(
            self.card,
            "e5",
            self.more,
            b6=None,
            h4=None,
            d5=None,
            c6="1 common",
            g4="2 common",
        )
        assert destroyed(game, 2) == (1, 0, 0)

    def test_at_most_two_of_your_own(self) -> None:
        game = play(summon(self.card, "e5", self.more), "d4-c3", "d5-c5")
        assert offered(game) == self.expected(game, {"c4", "b6", "g6", "h4"})

    def test_each_may_be_declined(self) -> None:
        for number in range(3):
            game = summon(self.card, "e5", self.more)
            play(game, *["b6-c6", "d4-d3"][:number])
            assert optional(game)
            play(game, "-")
            assert_idle(game)

    def test_a_piece_may_move_along_the_ring_and_run_over_an_equal_one(self) -> None:
        game = summon(self.card, "e5", {"c4": "2 common", "c5": "2 common"})
        assert {"c4-c5", "c5-c6", "c4-c3"} <= offered(game)
        play(game, "c4-c5")
        assert offered(game) == self.expected(game, {"d4", "d5", "e4"})  # c5 has been moved

    def test_the_sphere_itself_stays(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert not any(code.startswith("e5") for code in offered(game))

    def test_melee_two_of_each_colour_count_apart(self) -> None:
        more = {"b4": "2 common", "b5": "2 common", "h5": "3 common"}
        game = trio({**pattern_at(self.card, "e5"), **more}, [self.card])
        play(game, f"{self.card}@e5", "b4-c3", "b5-c5")
        assert offered(game) == self.expected(game, {"h5", "d4", "d5", "e4"})


class TestVoidSummoner:
    card = "void-summoner"

    def test_two_empty_squares_may_stand_in_for_the_next_being(self) -> None:
        position = {**pattern_at(self.card, "e5"), "b7": "1 common"}
        game = holding(position, self.card, "translocationist", "iris-of-eternity")
        before = {code for code in offered(game) if code.startswith("trans")}
        play(game, f"{self.card}@e5")
        assert_idle(game)
        assert game.state.empties == 2
        after = {code for code in offered(game) if code.startswith("trans")}
        assert "translocationist@b6" not in before
        # A common piece is on b7, another one of four is missing there.
        assert not any("translocationist@b6" in code for code in after)
        assert before < after
        play(game, sorted(after)[0])
        assert game.state.empties == 0

    def test_no_more_than_two(self) -> None:
        game = holding({"d5": "1 common"}, "translocationist", turn={"empties": 2})
        assert not any("@" in code for code in offered(game))
        game = holding({"d5": "1 common", "d4": "1 common"}, "translocationist")
        assert not any("@" in code for code in offered(game))
        game = holding(
            {"d5": "1 common", "d4": "1 common"}, "translocationist", turn={"empties": 2}
        )
        assert "translocationist@e5" in offered(game)

    def test_an_enemy_piece_is_no_empty_square(self) -> None:
        position = {"d5": "1 common", "d4": "1 common", "f6": "2 common"}
        game = holding(position, "translocationist", turn={"empties": 2})
        assert "translocationist@e5" not in offered(game)

    def test_never_for_a_heroic_piece(self) -> None:
        position = {"d4": "1 heroic", "f4": "1 common"}
        game = holding(position, legends=["hell-bull"], turn={"empties": 9})
        assert not any("hell-bull" in code for code in offered(game))

    def test_a_piece_required_on_the_summoning_square_may_be_missing_too(self) -> None:
        position = {"d5": "1 common", "d4": "1 common"}
        game = holding(position, "dark-sphere", turn={"empties": 2})
        assert "dark-sphere@e5" in offered(game)

    def test_it_is_lost_at_the_end_of_the_turn(self) -> None:
        game = play(ready(self.card, "e5"), f"{self.card}@e5", "+a4", ".")
        assert game.state.empties == 0

    def test_warp_moves_a_piece_of_yours(self) -> None:
        position = {"e4": "1 common", "e5": "2 common", "h6": "1 legendary"}
        game = warped(position, self.card)
        assert offered(game) == steps("e4", around("e4") - {"e5"})
        assert not optional(game)
        play(game, "e4-d4")
        assert_idle(game)
        assert pieces(game) == {"d4": "1 common", "e5": "2 common", "h6": "1 legendary"}

    def test_warp_a_heroic_piece_destroys_a_lower_one_only(self) -> None:
        game = warped({"a3": "1 heroic", "a4": "2 common", "b4": "2 heroic"}, self.card)
        assert offered(game) == steps("a3", around("a3") - {"b4"})
        play(game, "a3-a4")
        assert destroyed(game, 2) == (1, 0, 0)

    def test_warp_without_a_piece_that_may_move(self) -> None:
        assert_only_pending({"h6": "1 legendary"}, self.card)


class TestEternalEmperor:
    card = "eternal-emperor"
    position: ClassVar[Board] = {
        "a3": "1 common",
        "a4": "2 common",
        "b4": "2 heroic",
        "i7": "1 heroic",
        "i6": "2 heroic",
        "h7": "2 common",
    }

    def test_warp_places_or_moves(self) -> None:
        game = warped(self.position, self.card)
        assert offered(game) == {"place", "move"}
        assert not optional(game)
        placed = play(game.copy(), "place")
        assert offered(placed) == set(SQUARE_OF) - set(self.position)
        assert not optional(placed)
        play(placed, "e5")
        assert_idle(placed)
        assert pieces(placed) == {**self.position, "e5": "1 common"}
        play(game, "move")
        # Combat for the common piece, standard for the heroic one.
        assert offered(game) == steps("a3", around("a3") - {"b4"}) | steps(
            "i7", around("i7") - {"i6"}
        )
        assert not optional(game)
        play(game, "a3-a4")
        assert_idle(game)
        assert destroyed(game, 2) == (1, 0, 0)

    def test_warp_a_legendary_piece_moves_too(self) -> None:
        game = play(warped({"a3": "1 legendary", "a4": "2 heroic"}, self.card), "move")
        assert offered(game) == steps("a3", around("a3"))

    def test_warp_with_an_empty_supply_moves(self) -> None:
        position = filled(16, ())
        game = warped(position, self.card)
        assert game.prompt.kind == "move"

    def test_warp_without_a_piece_places(self) -> None:
        assert warped({"e5": "2 common"}, self.card).prompt.kind == "place"

    def test_may_do_the_same_when_summoned(self) -> None:
        game = summon(self.card, "e5", {"h5": "2 common"})
        assert offered(game) == {"place", "move"}
        assert optional(game)
        declined = play(game.copy(), "-")
        assert_idle(declined)
        assert pieces(declined) == board(self.card, "e5", {"h5": "2 common"})
        play(game, "place", "a4")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", {"h5": "2 common"}, a4="1 common")

    def test_not_after_its_own_warp_effect_in_the_same_turn(self) -> None:
        game = ready(self.card, "e5")
        play(game, f"%{self.card}", "place", "a4", f"{self.card}@e5")
        assert_idle(game)

    def test_again_in_a_later_turn(self) -> None:
        game = holding(pattern_at(self.card, "e5"), "doppelganger", pending=self.card)
        play(game, f"{self.card}@e5")
        assert offered(game) == {"place", "move"}

    def test_a_copy_does_not_block_it(self) -> None:
        position = {**pattern_at(self.card, "e5"), **pattern_at("doppelganger", "h6")}
        game = holding(position, "doppelganger", pending=self.card)
        play(game, "doppelganger@h6", "place", "a4", f"{self.card}@e5")
        assert offered(game) == {"place", "move"}


class TestRealityPatch:
    card = "reality-patch"
    more: ClassVar[Board] = {
        "h5": "2 heroic",
        "h6": "2 heroic",
        "h4": "1 heroic",
        "b6": "2 legendary",
        "b7": "2 common",
    }

    def full(self) -> Game:
        return summon(
            self.card,
            "e5",
            self.more,
            hand=["doppelganger"],
            pending="void-summoner",
            legends=["titan", "hell-bull"],
            flare="flare-03",
        )

    def test_all_three_parts(self) -> None:
        game = self.full()
        assert offered(game) == {"h5", "h6"}
        play(game, "h5")
        assert offered(game) == {"void-summoner"}
        assert optional(game)
        play(game, "void-summoner")
        assert offered(game) == {"doppelganger", "titan", "hell-bull", "flare-03"}
        assert optional(game)
        play(game, "doppelganger")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h5=None)
        assert pending_of(game) == ""
        assert game.state.discards[0] == ("void-summoner", "doppelganger", self.card)
        assert game.state.hands[0] == ()

    def test_every_part_may_be_declined_on_its_own(self) -> None:
        game = play(self.full(), "-", "-", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)
        assert pending_of(game) == "void-summoner"
        assert len(game.state.hands[0] + game.state.legends[0] + game.state.flares[0]) == 4
        assert "~doppelganger" in offered(game)  # this was no discard action

    def test_a_legend_goes_to_the_pile_of_legends(self) -> None:
        game = play(self.full(), "-", "-", "titan")
        assert game.state.legend_discards == ("titan",)
        assert game.state.legends[0] == ("hell-bull",)

    def test_a_flare_is_discarded_without_being_invoked(self) -> None:
        game = play(self.full(), "-", "-", "flare-03")
        assert game.state.flare_discards == ("flare-03",)
        assert game.state.flares[0] == ()
        assert game.score(2) == 0

    def test_the_merchant_stays_pending(self) -> None:
        game = summon(self.card, "e5", hand=["doppelganger"], pending="merchant-of-time")
        assert offered(game) == {"doppelganger"}  # the pending being is no card of the hand

    def test_asks_nothing_when_there_is_nothing_to_get_rid_of(self) -> None:
        assert_idle(summon(self.card, "e5", {"h5": "1 heroic", "b7": "2 common"}))

    def test_melee_one_heroic_piece_of_every_colour(self) -> None:
        more = {"h5": "2 heroic", "h6": "2 heroic", "b6": "3 heroic", "b7": "3 heroic"}
        game = trio({**pattern_at(self.card, "e5"), **more}, [self.card])
        play(game, f"{self.card}@e5")
        assert offered(game) == {"h5", "h6"}
        assert optional(game)
        skipped = play(game.copy(), "-")
        assert offered(skipped) == {"b6", "b7"}
        play(game, "h6")
        assert offered(game) == {"b6", "b7"}
        play(game, "b7")
        assert destroyed(game, 2) == destroyed(game, 3) == (0, 1, 0)


def polarities(position: Board, queen: str) -> set[str]:
    """The first moves after which a second one in the opposite direction can be made."""
    order = ("common", "heroic", "legendary")

    def moves(now: dict[str, str], direction: int) -> set[tuple[str, str]]:
        options = set()
        for square, piece in now.items():
            owner, rank = piece.split()
            target = beside(square, direction)
            if owner != "1" or rank == "legendary" or square == queen or target is None:
                continue
            there = now.get(target)
            if there is None or order.index(there.split()[1]) <= order.index(rank):
                options.add((square, target))
        return options

    result = set()
    for direction in range(8):
        for origin, target in moves(dict(position), direction):
            after = dict(position)
            after[target] = after.pop(origin)
            if any(second != target for second, _ in moves(after, direction + 4)):
                result.add(f"{origin}-{target}")
    return result


class TestPolarityQueen:
    card = "polarity-queen"
    more: ClassVar[Board] = {
        "d6": "1 heroic",
        "b6": "1 legendary",
        "c4": "2 heroic",
        "f3": "2 common",
        "g4": "2 legendary",
    }

    def test_two_pieces_move_in_opposite_directions(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert not optional(game)
        expected = polarities(pieces(game), "e5")
        assert offered(game) == expected
        assert not any(code.startswith(("e5", "b6")) for code in expected)
        play(game, "e3-f3")
        assert not optional(game)
        # West is open for d6, f4 and e2; the Queen stays, and f3 has been moved.
        assert offered(game) == {"d6-c6", "f4-e4", "e2-d2"}
        play(game, "f4-e4")
        assert_idle(game)
        assert pieces(game) == board(
            self.card, "e5", self.more, e3=None, f3="1 common", f4=None, e4="1 common"
        )
        assert destroyed(game, 2) == (1, 0, 0)

    def test_the_queen_may_be_run_over(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert "d6-e5" in offered(game)
        play(game, "d6-e5")
        # Northwest; e5 has been moved.
        assert offered(game) == {"d4-c5", "e3-d4", "e2-d3"}

    def test_the_first_move_must_not_destroy_the_second_piece(self) -> None:
        position = {"e3": "1 common", "e2": "1 common"}
        game = holding(position, self.card, turn={"empties": 2})
        play(game, f"{self.card}@e5")
        everywhere = steps("e3", around("e3")) | steps("e2", around("e2"))
        assert offered(game) == everywhere - {"e3-e2", "e2-e3"}
        assert offered(game) == polarities(pieces(game), "e5")

    def test_nothing_when_only_one_piece_could_move(self) -> None:
        game = holding({"e3": "1 common"}, self.card, turn={"empties": 3})
        play(game, f"{self.card}@e5")
        assert_idle(game)
        assert pieces(game) == {"e3": "1 common", "e5": "1 heroic"}

    def test_it_must_be_done_even_if_it_hurts(self) -> None:
        game = play(summon(self.card, "e5"), "d4-e3")
        assert not optional(game)
        assert destroyed(game, 1) == (1, 0, 0)

    def test_undo_in_the_middle(self) -> None:
        game = summon(self.card, "e5", self.more)
        before = offered(game)
        play(game, "e3-f3")
        game.undo()
        assert offered(game) == before

    def test_warp_places_a_piece_next_to_an_enemy_piece(self) -> None:
        position = {"e5": "2 legendary", "e6": "1 common", "a4": "2 common"}
        game = warped(position, self.card)
        assert offered(game) == (around("e5") | around("a4")) - set(position)
        assert not optional(game)
        play(game, "d5")
        assert_idle(game)
        assert pieces(game) == {**position, "d5": "1 common"}

    def test_warp_without_an_enemy_piece(self) -> None:
        assert_only_pending({"e6": "1 common"}, self.card)

    def test_warp_with_an_empty_supply(self) -> None:
        position = {**filled(16, ["h8"]), "h8": "2 common"}
        assert_idle(warped(position, self.card))


class TestSingularity:
    card = "singularity"
    more: ClassVar[Board] = {
        "f5": "2 common",
        "g6": "2 common",
        "h5": "1 common",
        "h6": "2 heroic",
        "f4": "1 legendary",
        "g7": "2 common",
    }

    def test_common_pieces_move_onto_the_square_one_by_one(self) -> None:
        game = summon(self.card, "c4", self.more)
        assert offered(game) == COLOURLESS - set(pieces(game))
        assert not optional(game)
        play(game, "g5")
        assert offered(game) == {"f5-g5", "g6-g5", "h5-g5"}
        assert not optional(game)
        play(game, "g6-g5")
        assert offered(game) == {"f5-g5", "h5-g5"}
        play(game, "h5-g5")
        assert_idle(game)  # the last one had no choice
        expected = board(self.card, "c4", self.more, f5=None, g6=None, h5=None, g5="2 common")
        assert pieces(game) == expected
        assert destroyed(game, 2) == (1, 0, 0)
        assert destroyed(game, 1) == (1, 0, 0)

    def test_a_square_without_common_pieces_beside_it(self) -> None:
        game = play(summon(self.card, "c4", self.more), "a7")
        assert_idle(game)
        assert pieces(game) == board(self.card, "c4", self.more)

    def test_it_is_mandatory(self) -> None:
        game = play(summon(self.card, "c4"), "c3")
        assert offered(game) == {"b3-c3", "d3-c3"}
        assert not optional(game)


class TestZigguratSentinel:
    card = "ziggurat-sentinel"
    more: ClassVar[Board] = {"d4": "2 common", "c3": "2 heroic", "h5": "1 common"}

    def test_moves_along_the_arrow(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"move"}
        play(game, "move")
        assert "d4" in pieces(game) and pieces(game)["d4"] == "1 heroic"
        assert offered(game) == {"d4-c3"}
        assert optional(game)
        play(game, "d4-c3")
        play(game, "c3-b2")
        assert_idle(game)
        expected = board(self.card, "e5", self.more, e5=None, d4=None, c3=None, b2="1 heroic")
        assert pieces(game) == expected
        assert destroyed(game, 2) == (1, 1, 0)

    def test_may_stop_after_each_move(self) -> None:
        game = play(summon(self.card, "e5", self.more), "move", "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5=None, d4="1 heroic")

    def test_no_more_than_three_moves(self) -> None:
        game = summon(self.card, "g7", {})
        play(game, "move", "f6-e5", "e5-d4")
        assert_idle(game)
        assert pieces(game)["d4"] == "1 heroic"

    def test_may_be_declined(self) -> None:
        game = summon(self.card, "e5", self.more, discards=["void-summoner"])
        assert offered(game) == {"copy-warp", "move"}
        assert optional(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)

    def test_copies_a_warp_effect_of_the_discard_pile(self) -> None:
        discards = ["greater-shadow-twin", "merchant-of-time", "doppelganger", "translocationist"]
        game = play(summon(self.card, "e5", self.more, discards=discards), "copy-warp")
        assert offered(game) == {"greater-shadow-twin", "translocationist"}
        assert not optional(game)
        play(game, "greater-shadow-twin", "h5")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, h5="1 heroic")
        assert pending_of(game) == ""
        assert game.state.discards[0] == (*discards, self.card)
        assert game.state.warped == ()

    def test_cannot_leave_its_square(self) -> None:
        more = {"d4": "2 legendary"}
        assert_idle(summon(self.card, "e5", more, discards=["merchant-of-time", "warpmaster"]))

    def test_warp_one_combat_move(self) -> None:
        position = {"a3": "1 common", "a4": "2 common", "b6": "1 legendary"}
        game = warped(position, self.card)
        assert offered(game) == steps("a3", around("a3"))
        assert not optional(game)
        play(game, "a3-a4")
        assert_idle(game)
        assert pieces(game) == {"a4": "1 common", "b6": "1 legendary"}

    @pytest.mark.parametrize(
        ("language", "up_to"),
        [("en", "up to"), ("es", "hasta"), ("fr", "jusqu’à"), ("it", "fino a"), ("el", "μέχρι")],
    )
    def test_warp_the_words_leave_only_the_second_move_open(
        self, language: str, up_to: str
    ) -> None:
        # R10.2: "up to two moves" would allow none, but the first one is mandatory.
        words = json.loads((LOCALE / language / "cards.json").read_text(encoding="utf-8"))
        assert up_to not in words[f"card.{self.card}.warp"]

    def test_warp_two_standard_moves_with_the_same_piece(self) -> None:
        position = {"e4": "1 heroic", "e5": "2 common", "e6": "2 heroic", "h6": "1 common"}
        game = play(warped(position, self.card), "e4-e5")
        assert optional(game)
        assert offered(game) == steps("e5", around("e5") - {"e6"})
        play(game, "e5-d5")
        assert_idle(game)
        assert pieces(game) == {"d5": "1 heroic", "e6": "2 heroic", "h6": "1 common"}

    def test_warp_may_stop_after_one_move(self) -> None:
        game = play(warped({"e4": "1 heroic"}, self.card), "e4-e5", "-")
        assert_idle(game)
        assert pieces(game) == {"e5": "1 heroic"}

    def test_warp_without_a_piece_that_may_move(self) -> None:
        assert_only_pending({"b6": "1 legendary"}, self.card)


class TestIrisOfEternity:
    card = "iris-of-eternity"
    more: ClassVar[Board] = {
        "e6": "2 legendary",
        "d5": "1 legendary",
        "f6": "2 heroic",
        "h5": "2 legendary",
    }

    def test_destroys_an_adjacent_legendary_piece(self) -> None:
        game = summon(self.card, "e5", self.more)
        assert offered(game) == {"destroy", "upgrade"}
        play(game, "destroy")
        assert offered(game) == {"d5", "e6"}
        assert not optional(game)
        play(game, "e6")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e6=None)
        assert destroyed(game, 2) == (0, 0, 1)
        assert not game.state.summoned[0].legend

    def test_or_becomes_a_legend(self) -> None:
        game = summon(
            self.card, "e5", self.more, legends=["titan", "hell-bull"], hand=["warpmaster"]
        )
        play(game, "upgrade")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more, e5="1 legendary")
        assert game.state.legends[0] == ()
        assert game.state.legend_discards == ("titan", "hell-bull")
        assert game.state.hands[0] == ("warpmaster",)
        assert game.score(1) == 1
        assert [(s.card, s.legend) for s in game.state.summoned] == [(self.card, True)]
        assert game.state.discards[0] == (self.card,)

    def test_may_be_declined(self) -> None:
        game = summon(self.card, "e5", self.more, legends=["titan"])
        assert optional(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == board(self.card, "e5", self.more)
        assert game.state.legends[0] == ("titan",)
        assert game.score(1) == 0

    def test_no_legendary_piece_in_supply(self) -> None:
        more = {square: "1 legendary" for square in ("a4", "a5", "a6")}
        assert_idle(summon(self.card, "e5", more))

    def test_only_the_upgrade_without_a_legendary_piece_beside_it(self) -> None:
        game = summon(self.card, "e5", {"h5": "2 legendary", "e6": "2 heroic"})
        assert offered(game) == {"upgrade"}
        assert optional(game)

    def test_counts_as_one_being_of_a_summoning_task(self) -> None:
        position = {**pattern_at(self.card, "e5"), **pattern_at("doppelganger", "h6")}
        for number in (1, 2):
            game = holding(
                position,
                self.card,
                "doppelganger",
                form="high-form",
                tasks={"current": ["legendary-summoning"]},
            )
            play(game, f"{self.card}@e5", "upgrade")
            play(game, "doppelganger@h6" if number == 2 else "+a4")
            assert ("=legendary-summoning" in offered(game)) == (number == 2)

    def test_melee_the_point_is_for_a_colour_of_choice(self) -> None:
        game = trio(pattern_at(self.card, "e5"), [self.card])
        play(game, f"{self.card}@e5", "upgrade")
        assert offered(game) == {"2", "3"}
        play(game, "3")
        assert_idle(game)
        assert game.state.points[:3] == (0, 0, 1)


class TestWarping:
    """The rules that all warp effects share (R22.3-R22.14)."""

    def test_in_every_gap_but_not_in_the_middle_of_an_effect(self) -> None:  # R5.5
        position = {**pattern_at("warpmaster", "e5"), "h5": "2 common"}
        game = holding(position, "translocationist", "warpmaster", turn={"actions": 1})
        assert "%translocationist" in offered(game)
        play(game, "warpmaster@e5")
        assert offered(game) == {"move"}
        play(game, "-")
        assert offered(game) == {"%translocationist", "."}

    @pytest.mark.parametrize(("number", "possible"), ((1, False), (2, False), (3, True)))
    def test_not_on_the_first_turn(self, number: int, possible: bool) -> None:
        game = holding({}, "translocationist", turn={"number": number})
        assert ("%translocationist" in offered(game)) == possible

    def test_an_extra_turn_after_the_first_one_is_not_the_first_turn(self) -> None:
        game = holding({}, "translocationist", turn={"number": 1, "actions": 1, "extra_turns": 1})
        assert "%translocationist" not in offered(game)
        play(game, "+e5", ".")
        assert (game.player, game.state.turn) == (1, 2)
        assert "%translocationist" in offered(game)

    def test_extra_turns_of_others_leave_the_first_turn_the_first(self) -> None:
        game = arrange(
            {},
            school="northern",
            other="etherweave",
            theirs={"hand": ["translocationist"]},
            turn={"number": 1, "actions": 1, "extra_turns": 2},
        )
        play(game, "+e5", ".", "+e6", "+e7", ".", "+d5", "+d6", ".")
        assert (game.player, game.state.turn, game.state.early_extras) == (2, 4, 2)
        assert "%translocationist" not in offered(game)
        assert Game.from_json(game.to_json()).legal_moves() == game.legal_moves()
        play(game, "+f5", "+f6", ".", "+c5", "+c6", ".")
        assert (game.player, game.state.turn, game.state.early_extras) == (2, 6, 0)
        assert "%translocationist" in offered(game)

    def test_an_extra_turn_at_the_end_of_the_first_round_shifts_nobody(self) -> None:
        game = arrange(
            {},
            school="etherweave",
            hand=["translocationist"],
            turn={"seat": 2, "number": 2, "actions": 1, "extra_turns": 1},
        )
        play(game, "+e5", ".", "+e6", "+e7", ".")
        assert (game.player, game.state.turn, game.state.early_extras) == (1, 4, 0)
        assert "%translocationist" in offered(game)

    def test_one_pending_being_at_a_time(self) -> None:
        game = holding({}, "translocationist", "gate-of-oblivion")
        play(game, "%translocationist")
        assert not any(code.startswith("%") for code in offered(game))
        assert game.view(2)["seats"][0]["pending"] == "translocationist"  # type: ignore[index]

    def test_it_costs_no_action_and_puts_no_piece_down(self) -> None:  # R22.3
        game = play(holding({}, "gate-of-oblivion"), "%gate-of-oblivion")
        assert (game.state.actions, pieces(game)) == (2, {})

    def test_a_pending_being_is_summoned_with_its_normal_effect_only(self) -> None:  # R22.7
        position = pattern_at("translocationist", "e5")
        game = play(holding(position, "translocationist"), "%translocationist")
        play(game, "translocationist@e5")
        assert_idle(game)
        assert game.state.actions == 2
        assert pending_of(game) == ""
        assert game.state.discards[0] == ("translocationist",)

    def test_it_cannot_be_discarded_or_returned(self) -> None:  # R22.8
        game = holding({}, "doppelganger", pending="translocationist")
        assert "~doppelganger" in offered(game)
        assert "~translocationist" not in offered(game)
        play(game, "~doppelganger")
        assert_idle(game)  # nothing else is in hand

    def test_it_counts_in_the_hand_and_not_in_the_deck(self) -> None:  # R22.9
        game = holding({}, "doppelganger", pending="translocationist")
        deck = game.state.decks[0]
        play(game, "+a4", "+a5", ".")
        assert game.state.hands[0] == ("doppelganger", deck[0])
        assert game.state.decks[0] == deck[1:]

    def test_it_costs_two_points_at_the_end(self) -> None:
        game = holding({}, "doppelganger", pending="translocationist", turn={"last_turns": 1})
        assert game.score(1) == -2
        play(game, "+a4", "+a5", ".")
        assert game.is_over
        assert game.outcome is not None
        assert dict(zip((1, 2), (game.score(1), game.score(2)), strict=True)) == {1: -2, 2: 0}

    @pytest.mark.parametrize("more", [{}, {"e7": "2 heroic"}])
    def test_a_tie_is_broken_by_the_pieces_alone(self, more: Board) -> None:  # R22.14
        board = {"e5": "1 heroic", "e4": "1 common", "e6": "2 heroic", **more}
        mine = {"pending": "translocationist", "score": 2}
        last: dict[str, object] = {"number": 9, "last_turns": 1}
        game = arrange(board, school="etherweave", mine=mine, actions=0, turn=last)
        play(game, ".")
        assert game.outcome is not None
        assert game.outcome.scores == (0, 0)
        wanted = ((2,), "upgraded") if more else ((1,), "pieces")
        assert (game.outcome.winners, game.outcome.reason) == wanted

    def test_the_end_is_not_triggered_with_a_pending_being(self) -> None:
        for pending, triggered in (("translocationist", False), ("", True)):
            mine: dict[str, object] = {"score": 18}
            if pending:
                mine["pending"] = pending
            game = arrange({}, hand=["doppelganger"], school="etherweave", mine=mine)
            play(game, "+a4", "+a5", ".")
            assert (game.state.last_turns >= 0) == triggered

    def test_melee_the_penalty_is_in_every_colour(self) -> None:
        game = trio({}, ["doppelganger"], pending="translocationist")
        assert game.view(1)["seats"][0]["scores"] == {"2": -2, "3": -2}  # type: ignore[index]

    def test_team_a_teammate_finishes_the_text_only(self) -> None:  # R22.20
        game = Game.from_scenario(
            {
                "form": "high-form",
                "teams": True,
                "seats": [
                    {"school": "etherweave", "hand": ["eternal-emperor", "translocationist"]},
                    *({"school": school} for school in ("northern", "sylvan", "highland")),
                ],
                "board": {"e5": "1 common"},
                "turn": {"seat": 1, "actions": 2, "number": 5},
            }
        )
        play(game, "%eternal-emperor", ">", "place", "a4")
        assert_idle(game)
        assert game.player == 3
        assert pending_of(game) == "eternal-emperor"
        assert {code[0] for code in offered(game)} == {"+"}

    def test_whoever_is_tracked_goes_along_in_a_swap(self) -> None:
        position = {"c5": "1 heroic", "d6": "2 common", "e5": "1 common"}
        e = Effect(holding(position).state.copy())
        tracked = [e.track(SQUARE_OF[square]) for square in ("c5", "d6", "e5")]
        e.swap(SQUARE_OF["c5"], SQUARE_OF["d6"])
        assert [NAMES[t.square] for t in tracked] == ["d6", "c5", "e5"]
