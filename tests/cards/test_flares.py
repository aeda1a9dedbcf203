"""The flares, each through a game: thresholds, both halves, and the rival's point."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tashkalar import Game
from tashkalar.position.board import SQUARE_OF
from tests.cards.helpers import changed, destroyed, empty, steps_over
from tests.support import arrange, assert_idle, counted, offered, optional, pieces, play

# Where the enemy stands unless a test says otherwise, and squares of yours far from there.
REAR = [file + rank for rank in "987" for file in "bcdefgh" if file + rank in SQUARE_OF]
FRONT = [file + rank for rank in "123" for file in "bcdefgh" if file + rank in SQUARE_OF]


def behind(own: Mapping[str, str], upgraded: int, total: int) -> dict[str, str]:
    """A board on which the enemy has so many more upgraded pieces and pieces than you."""
    mine = [piece for piece in own.values() if piece.startswith("1")]
    heroes = upgraded + sum(not piece.endswith("common") for piece in mine)
    number = total + len(mine)
    given = [piece for piece in own.values() if piece.startswith("2")]
    heroes -= sum(not piece.endswith("common") for piece in given)
    number -= len(given)
    assert 0 <= heroes <= number, "no such board"
    free = [square for square in REAR if square not in own]
    return dict(own) | {
        square: "2 heroic" if n < heroes else "2 common" for n, square in enumerate(free[:number])
    }


def invoke(
    flare: str,
    own: Mapping[str, str],
    *,
    upgraded: int,
    total: int,
    form: str = "duel",
    actions: int = 2,
) -> Game:
    """The flare invoked so far behind."""
    game = arrange(behind(own, upgraded, total), flare=flare, form=form, actions=actions)
    return play(game, f"!{flare}")


def commons(number: int) -> dict[str, str]:
    """Return a board with so many of the player's common pieces, on ranks 1 to 3."""
    return dict.fromkeys(FRONT[:number], "1 common")


def halves(game: Game) -> str | None:
    """Return the halves of the flare that had an effect."""
    (event,) = (e for entry in game.history() for e in entry.events if e.kind == "flare")
    return event.halves


def check_thresholds(flare: str, upper: int, lower: int) -> None:
    """Check that each half holds from its number on, and that the rival gets one point in all."""
    own = commons(6)
    for by, (upgraded, total) in {
        "upper": (upper, lower - 1),
        "lower": (upper - 1, lower),
        "both": (upper, lower),
    }.items():
        game = invoke(flare, own, upgraded=upgraded, total=total)
        assert halves(game) == by
        assert (game.score(1), game.score(2)) == (0, 1)  # at once, and one for both halves
        game = invoke(flare, own, upgraded=upgraded, total=total, form="high-form")
        assert (game.score(1), game.score(2)) == (0, 0)
    board = behind(own, upper - 1, lower - 1)
    assert f"!{flare}" not in offered(arrange(board, flare=flare))


def must_place(game: Game, square: str, rank: str = "common") -> None:
    """A piece must be placed on any empty square; it is done here."""
    before = pieces(game)
    assert game.prompt.kind == "place"
    assert offered(game) == empty(game)
    assert not optional(game)
    play(game, square)
    assert pieces(game) == before | {square: f"1 {rank}"}


def test_a_flare_is_spent_costs_no_action_and_is_drawn_again_at_the_end_of_the_turn() -> None:
    game = invoke("flare-08", commons(2), upgraded=4, total=2, actions=0)
    assert game.state.actions == 1  # gained after the last action: it has to be used
    assert game.state.flares[0] == ()
    assert game.state.flare_discards == ("flare-08",)
    assert game.prompt.kind == "turn"
    play(game, "+e5", ".")
    assert len(game.state.flares[0]) == 1


class TestFlare01:
    def test_thresholds(self) -> None:
        check_thresholds("flare-01", 3, 6)

    def test_upper_places_a_common_piece(self) -> None:
        game = invoke("flare-01", commons(2), upgraded=3, total=5)
        must_place(game, "a3")
        assert_idle(game)
        assert game.state.actions == 2

    def test_lower_places_a_heroic_piece(self) -> None:
        game = invoke("flare-01", commons(2), upgraded=2, total=6)
        must_place(game, "e5", "heroic")
        assert_idle(game)

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-01", commons(2), upgraded=3, total=6)
        must_place(game, "a5")
        must_place(game, "a6", "heroic")
        assert_idle(game)

    def test_an_empty_supply_makes_it_impossible(self) -> None:
        game = invoke("flare-01", commons(16), upgraded=3, total=0)
        assert_idle(game)
        assert game.score(2) == 1
        assert pieces(game) == behind(commons(16), 3, 0)


class TestFlare02:
    def test_thresholds(self) -> None:
        check_thresholds("flare-02", 4, 4)

    @pytest.mark.parametrize(("upgraded", "total"), [(4, 3), (3, 4)])
    def test_either_half_places_a_common_piece(self, upgraded: int, total: int) -> None:
        game = invoke("flare-02", commons(2), upgraded=upgraded, total=total)
        must_place(game, "e5")
        assert_idle(game)

    def test_both_halves_place_two_though_the_first_one_changed_the_counts(self) -> None:
        game = invoke("flare-02", commons(2), upgraded=4, total=4)
        must_place(game, "e5")
        must_place(game, "e6")
        assert_idle(game)


class TestFlare03:
    OWN: Mapping[str, str] = {
        "c2": "1 common",
        "e2": "1 common",
        "d2": "2 common",
        "d3": "2 heroic",
        "h3": "1 heroic",
        "b4": "1 legendary",
    }

    def test_thresholds(self) -> None:
        check_thresholds("flare-03", 3, 5)

    def test_upper_allows_three_standard_moves_of_common_pieces(self) -> None:
        game = invoke("flare-03", self.OWN, upgraded=3, total=4)
        assert offered(game) == steps_over(pieces(game), "c2", "e2")  # onto empty squares only
        assert optional(game)
        play(game, "c2-c3")
        assert offered(game) == steps_over(pieces(game), "c3", "e2")
        assert optional(game)
        play(game, "e2-e3")
        assert optional(game)
        before = pieces(game)
        play(game, "c3-c4")  # the same piece again
        assert_idle(game)  # three at most
        assert pieces(game) == changed(before, c3=None, c4="1 common")
        assert game.state.actions == 2

    def test_upper_may_be_declined_or_stopped(self) -> None:
        game = invoke("flare-03", self.OWN, upgraded=3, total=4)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before
        game = play(invoke("flare-03", self.OWN, upgraded=3, total=4), "c2-c3", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, c2=None, c3="1 common")

    def test_lower_gains_an_action(self) -> None:
        game = invoke("flare-03", commons(2), upgraded=2, total=5)
        assert_idle(game)
        assert game.state.actions == 3

    def test_both_halves(self) -> None:
        game = invoke("flare-03", commons(2), upgraded=3, total=5)
        assert game.state.actions == 2  # the moves come first
        play(game, "-")
        assert_idle(game)
        assert game.state.actions == 3

    def test_upper_without_common_pieces_does_nothing(self) -> None:
        game = invoke("flare-03", {"c2": "1 heroic"}, upgraded=3, total=4)
        assert_idle(game)
        assert game.score(2) == 1


class TestFlare04:
    def test_thresholds(self) -> None:
        check_thresholds("flare-04", 4, 5)

    def test_upper_places_a_common_piece(self) -> None:
        game = invoke("flare-04", commons(2), upgraded=4, total=4)
        must_place(game, "e5")
        assert_idle(game)

    def test_lower_places_a_common_piece(self) -> None:
        game = invoke("flare-04", commons(2), upgraded=3, total=5)
        assert offered(game) == {"place", "convert"}
        assert not optional(game)
        play(game, "place")
        must_place(game, "e5")
        assert_idle(game)

    def test_lower_converts_a_common_enemy_piece(self) -> None:
        game = invoke("flare-04", commons(2), upgraded=2, total=5)
        before = pieces(game)
        play(game, "convert")
        assert offered(game) == {s for s, piece in before.items() if piece == "2 common"}
        assert not optional(game)
        target = min(offered(game))
        play(game, target)
        assert_idle(game)
        assert pieces(game) == before | {target: "1 common"}
        assert destroyed(game) == (1, 0, 0)

    def test_lower_places_unasked_when_there_is_no_common_enemy_piece(self) -> None:
        own = {"c2": "1 heroic", "d2": "1 heroic", "b4": "2 legendary"}
        game = invoke("flare-04", own, upgraded=5, total=5)
        must_place(game, "e5")  # the upper half
        must_place(game, "e6")  # the lower one goes straight to the placing
        assert_idle(game)

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-04", commons(2), upgraded=4, total=5)
        must_place(game, "e5")
        before = pieces(game)
        play(game, "convert")
        target = min(offered(game))
        play(game, target)
        assert_idle(game)
        assert pieces(game) == before | {target: "1 common"}


class TestFlare05:
    OWN: Mapping[str, str] = {
        "c2": "1 common",
        "e2": "1 common",
        "d2": "2 common",
        "f3": "1 heroic",
        "b4": "1 legendary",
    }

    def test_thresholds(self) -> None:
        check_thresholds("flare-05", 3, 6)

    def test_upper_makes_a_standard_move_with_a_common_piece(self) -> None:
        game = invoke("flare-05", self.OWN, upgraded=3, total=5)
        before = pieces(game)
        assert offered(game) == {"move", "upgrade"}
        assert not optional(game)
        play(game, "move")
        assert offered(game) == steps_over(before, "c2", "e2")
        assert not optional(game)
        play(game, "c2-c3")
        assert_idle(game)
        assert pieces(game) == changed(before, c2=None, c3="1 common")

    def test_upper_upgrades_a_common_piece(self) -> None:
        game = invoke("flare-05", self.OWN, upgraded=3, total=5)
        before = pieces(game)
        play(game, "upgrade")
        assert offered(game) == {"c2", "e2"}
        assert not optional(game)
        play(game, "e2")
        assert_idle(game)
        assert pieces(game) == changed(before, e2="1 heroic")

    def test_upper_upgrades_unasked_when_no_common_piece_can_move(self) -> None:
        own = {"c1": "1 common", "d1": "1 heroic", "d2": "2 heroic", "c2": "2 common"}
        own |= {"b2": "2 common"}
        game = invoke("flare-05", own, upgraded=3, total=5)
        assert_idle(game)
        assert pieces(game)["c1"] == "1 heroic"

    def test_upper_without_common_pieces_does_nothing(self) -> None:
        own = {"c1": "1 heroic", "d1": "1 legendary"}
        game = invoke("flare-05", own, upgraded=3, total=5)
        assert_idle(game)
        assert pieces(game) == behind(own, 3, 5)

    def test_lower_places_two_common_pieces(self) -> None:
        game = invoke("flare-05", commons(2), upgraded=2, total=6)
        must_place(game, "e5")
        assert counted(game) == (2, 2)
        must_place(game, "e6")
        assert_idle(game)

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-05", commons(2), upgraded=3, total=6)
        play(game, "upgrade", FRONT[0])
        must_place(game, "e5")
        must_place(game, "e6")
        assert_idle(game)


class TestFlare06:
    OWN: Mapping[str, str] = {
        "c2": "1 common",
        "e2": "1 common",
        "f3": "1 heroic",
        "b4": "2 legendary",
        "b5": "1 legendary",
    }

    def test_thresholds(self) -> None:
        check_thresholds("flare-06", 4, 4)

    def test_upper_places_a_common_piece(self) -> None:
        game = invoke("flare-06", self.OWN, upgraded=4, total=3)
        assert offered(game) == {"place", "upgrade"}
        assert not optional(game)
        play(game, "place")
        must_place(game, "e5")
        assert_idle(game)

    def test_upper_upgrades_a_common_piece(self) -> None:
        game = invoke("flare-06", self.OWN, upgraded=4, total=3)
        before = pieces(game)
        play(game, "upgrade")
        assert offered(game) == {"c2", "e2"}
        assert not optional(game)
        play(game, "c2")
        assert_idle(game)
        assert pieces(game) == changed(before, c2="1 heroic")

    def test_upper_places_the_last_piece_of_the_supply(self) -> None:
        game = invoke("flare-06", commons(15), upgraded=4, total=1)
        assert offered(game) == {"place", "upgrade"}
        play(game, "place")
        must_place(game, "e5")
        assert_idle(game)

    def test_upper_upgrades_unasked_with_an_empty_supply(self) -> None:
        game = invoke("flare-06", commons(16), upgraded=4, total=0)
        assert offered(game) == set(FRONT[:16])
        assert not optional(game)
        play(game, FRONT[3])
        assert_idle(game)
        assert pieces(game)[FRONT[3]] == "1 heroic"

    def test_upper_places_unasked_without_a_common_piece(self) -> None:
        game = invoke("flare-06", {"c2": "1 heroic", "d2": "1 legendary"}, upgraded=4, total=4)
        must_place(game, "e5")
        play(game, "-")  # the lower half holds too
        assert_idle(game)

    def test_lower_leaps_over_the_whole_board_onto_empty_squares_and_common_pieces(self) -> None:
        game = invoke("flare-06", self.OWN, upgraded=3, total=4)
        before = pieces(game)
        low = empty(game) | {s for s, p in before.items() if p.endswith("common")}
        assert offered(game) == {
            f"{origin}-{target}" for origin in ("c2", "e2") for target in low - {origin}
        }
        assert optional(game)
        victim = next(s for s, piece in before.items() if piece == "2 common")
        play(game, f"c2-{victim}")
        assert_idle(game)
        assert pieces(game) == changed(before, **{"c2": None, victim: "1 common"})
        assert destroyed(game) == (1, 0, 0)

    def test_lower_may_be_declined(self) -> None:
        game = invoke("flare-06", self.OWN, upgraded=3, total=4)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-06", commons(2), upgraded=4, total=4)
        play(game, "place", "e5", "e5-e6")  # the new piece leaps
        assert_idle(game)
        assert pieces(game) == behind(commons(2), 4, 4) | {"e6": "1 common"}


class TestFlare07:
    def test_thresholds(self) -> None:
        check_thresholds("flare-07", 4, 6)

    def test_upper_places_a_common_piece(self) -> None:
        game = invoke("flare-07", commons(2), upgraded=4, total=5)
        must_place(game, "e5")
        assert_idle(game)
        assert game.state.actions == 2

    def test_lower_upgrades_a_common_piece_and_gains_an_action(self) -> None:
        own = {"c2": "1 common", "d2": "1 common", "e2": "1 heroic", "f2": "2 common"}
        game = invoke("flare-07", own, upgraded=3, total=6)
        assert offered(game) == {"c2", "d2"}
        assert not optional(game)
        before = pieces(game)
        play(game, "d2")
        assert_idle(game)
        assert pieces(game) == changed(before, d2="1 heroic")
        assert game.state.actions == 3

    def test_lower_gains_the_action_without_a_common_piece_too(self) -> None:
        own = {"c2": "1 heroic", "d2": "1 legendary"}
        game = invoke("flare-07", own, upgraded=3, total=6)
        assert_idle(game)
        assert pieces(game) == behind(own, 3, 6)
        assert game.state.actions == 3

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-07", {"c2": "1 heroic"}, upgraded=4, total=6)
        play(game, "e5")
        assert_idle(game)  # the new piece is the only common one and is upgraded unasked
        assert pieces(game)["e5"] == "1 heroic"
        assert game.state.actions == 3


class TestFlare08:
    def test_thresholds(self) -> None:
        check_thresholds("flare-08", 4, 5)

    def test_upper_gains_an_action(self) -> None:
        game = invoke("flare-08", commons(2), upgraded=4, total=4)
        assert_idle(game)
        assert game.state.actions == 3
        assert pieces(game) == behind(commons(2), 4, 4)

    def test_lower_places_a_common_piece(self) -> None:
        game = invoke("flare-08", commons(2), upgraded=3, total=5)
        must_place(game, "e5")
        assert_idle(game)
        assert game.state.actions == 2

    def test_both_halves(self) -> None:
        game = invoke("flare-08", commons(2), upgraded=4, total=5)
        must_place(game, "e5")
        assert_idle(game)
        assert game.state.actions == 3


class TestFlare09:
    OWN: Mapping[str, str] = {
        "c2": "1 common",
        "d2": "2 common",
        "d3": "2 heroic",
        "f2": "1 common",
        "f3": "2 common",
        "h3": "1 heroic",
    }

    def test_thresholds(self) -> None:
        check_thresholds("flare-09", 5, 4)

    def test_upper_places_a_heroic_piece(self) -> None:
        game = invoke("flare-09", commons(3), upgraded=5, total=3)
        must_place(game, "e5", "heroic")
        assert_idle(game)

    def test_upper_with_an_empty_supply_does_nothing(self) -> None:
        game = invoke("flare-09", commons(16), upgraded=5, total=0)
        assert_idle(game)
        assert pieces(game) == behind(commons(16), 5, 0)

    def test_lower_allows_a_combat_move_and_then_a_standard_one(self) -> None:
        game = invoke("flare-09", self.OWN, upgraded=4, total=4)
        assert offered(game) == steps_over(pieces(game), "c2", "f2", over=("common",))
        assert {"c2-d2", "f2-f3"} <= offered(game)
        assert optional(game)
        play(game, "c2-d2")
        assert offered(game) == steps_over(pieces(game), "d2", "f2")  # no second combat move
        assert counted(game) == (2, 2)
        assert optional(game)
        play(game, "d2-c2")
        assert_idle(game)
        assert destroyed(game) == (1, 0, 0)

    def test_lower_allows_a_standard_move_and_then_a_combat_one(self) -> None:
        game = play(invoke("flare-09", self.OWN, upgraded=4, total=4), "c2-c3")
        assert offered(game) == steps_over(pieces(game), "c3", "f2", over=("common",))
        play(game, "f2-f3")
        assert_idle(game)  # two moves
        assert destroyed(game) == (1, 0, 0)

    def test_lower_may_be_declined_or_stopped(self) -> None:
        game = invoke("flare-09", self.OWN, upgraded=4, total=4)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before
        game = play(invoke("flare-09", self.OWN, upgraded=4, total=4), "c2-c3", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, c2=None, c3="1 common")

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-09", {"c2": "1 common", "d2": "1 common"}, upgraded=5, total=4)
        must_place(game, "e5", "heroic")
        assert offered(game) == steps_over(pieces(game), "c2", "d2", over=("common",))
        play(game, "c2-d2", "d2-d3")
        assert_idle(game)
        assert destroyed(game) == (0, 0, 0)  # it was your own piece


class TestFlare10:
    def test_thresholds(self) -> None:
        check_thresholds("flare-10", 5, 5)

    def test_upper_places_two_common_pieces(self) -> None:
        game = invoke("flare-10", commons(2), upgraded=5, total=4)
        must_place(game, "e5")
        assert counted(game) == (2, 2)
        must_place(game, "e6")
        assert_idle(game)

    def test_upper_places_one_when_one_is_left(self) -> None:
        game = invoke("flare-10", commons(15), upgraded=5, total=0)
        must_place(game, "e5")
        assert_idle(game)

    def test_lower_places_one(self) -> None:
        game = invoke("flare-10", commons(2), upgraded=4, total=5)
        must_place(game, "e5")
        assert_idle(game)

    def test_both_halves_place_three(self) -> None:
        game = invoke("flare-10", commons(2), upgraded=5, total=5)
        must_place(game, "e5")
        must_place(game, "e6")
        must_place(game, "e4")
        assert_idle(game)


class TestFlare11:
    OWN: Mapping[str, str] = {
        "c2": "1 common",
        "d2": "2 common",
        "f2": "1 heroic",
        "f3": "2 heroic",
        "g3": "2 common",
        "b4": "1 legendary",
    }

    def test_thresholds(self) -> None:
        check_thresholds("flare-11", 3, 4)

    def test_upper_places_a_common_piece(self) -> None:
        game = invoke("flare-11", commons(2), upgraded=3, total=3)
        must_place(game, "e5")
        assert_idle(game)

    def test_lower_allows_one_combat_move(self) -> None:
        game = invoke("flare-11", self.OWN, upgraded=2, total=4)
        now = pieces(game)
        assert offered(game) == (
            steps_over(now, "c2", over=("common",))
            | steps_over(now, "f2", over=("common", "heroic"))
        )  # not the legendary piece
        assert {"c2-d2", "f2-f3"} <= offered(game)
        assert optional(game)
        play(game, "f2-f3")
        assert_idle(game)  # a combat move is the only one
        assert destroyed(game) == (0, 1, 0)

    def test_lower_allows_two_standard_moves(self) -> None:
        game = play(invoke("flare-11", self.OWN, upgraded=2, total=4), "f2-g3")  # a lower rank
        now = pieces(game)
        assert offered(game) == steps_over(now, "c2") | steps_over(now, "g3", over=("common",))
        assert optional(game)
        assert not {"c2-d2", "g3-f3"} & offered(game)  # no combat move after a standard one
        assert counted(game) == (2, 2)
        play(game, "g3-g4")  # the same piece again
        assert_idle(game)
        assert destroyed(game) == (1, 0, 0)

    def test_lower_may_move_two_different_pieces(self) -> None:
        game = play(invoke("flare-11", self.OWN, upgraded=2, total=4), "c2-c3", "f2-e2")
        assert_idle(game)
        now = pieces(game)
        assert now["c3"] == "1 common" and now["e2"] == "1 heroic"

    def test_lower_may_be_declined_or_stopped(self) -> None:
        game = invoke("flare-11", self.OWN, upgraded=2, total=4)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before
        game = play(invoke("flare-11", self.OWN, upgraded=2, total=4), "c2-c3", "-")
        assert_idle(game)
        assert pieces(game) == changed(before, c2=None, c3="1 common")

    def test_both_halves_though_the_upper_one_changed_the_counts(self) -> None:
        game = invoke("flare-11", commons(2), upgraded=3, total=4)
        must_place(game, "e5")
        play(game, "e5-e6", "e6-e5")  # the new piece moves
        assert_idle(game)
        assert pieces(game) == behind(commons(2), 3, 4) | {"e5": "1 common"}


class TestFlare12:
    OWN: Mapping[str, str] = {"c2": "1 common", "e2": "1 heroic", "b4": "1 legendary"}

    def test_thresholds(self) -> None:
        check_thresholds("flare-12", 2, 5)

    def test_upper_leaps_to_any_empty_square_with_a_common_piece(self) -> None:
        game = invoke("flare-12", self.OWN, upgraded=2, total=4)
        before = pieces(game)
        assert offered(game) == {f"c2-{target}" for target in empty(game)}
        assert optional(game)
        play(game, "c2-i7")
        assert_idle(game)
        assert pieces(game) == changed(before, c2=None, i7="1 common")
        assert game.state.actions == 2

    def test_upper_may_be_declined(self) -> None:
        game = invoke("flare-12", self.OWN, upgraded=2, total=4)
        before = pieces(game)
        play(game, "-")
        assert_idle(game)
        assert pieces(game) == before

    def test_lower_gains_an_action(self) -> None:
        game = invoke("flare-12", self.OWN, upgraded=1, total=5)
        assert_idle(game)
        assert game.state.actions == 3

    def test_both_halves(self) -> None:
        game = play(invoke("flare-12", self.OWN, upgraded=2, total=5), "c2-a5")
        assert_idle(game)
        assert game.state.actions == 3
        assert pieces(game)["a5"] == "1 common"
