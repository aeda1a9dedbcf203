"""The rules around the cards, paragraph by paragraph, through games (R4-R9, R13-R18, R25).

Cards that are needed to bring a situation about are invented (`workshop`), so that these tests
do not depend on any printed card.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tashkalar import Game, IllegalMove, cards, new_game
from tashkalar.bots.simple import RandomPlayer, take_decision
from tashkalar.cards import FLARES, TASKS
from tashkalar.cards.catalogue import Flare
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import standard
from tashkalar.position.board import COMMON, HEROIC, LEGENDARY, SQUARE_OF, squares
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.forms.high_form import HighForm, select_first_tasks
from tashkalar.rules.presets import FIRST_GAME
from tests.engine.invented import Workshop, nothing
from tests.games import invariants
from tests.support import (
    arrange,
    assert_idle,
    finish_turn,
    offered,
    optional,
    pattern_at,
    pieces,
    play,
    turns_to_come,
)

BAR = [(-1, 0, "common"), (1, 0, "common")]
BAR_AT_E5 = {"d5": "1 common", "f5": "1 common"}
ALL_SQUARES = list(SQUARE_OF)


def crowd(number: int, owner: int = 1, rank: str = "common", skip: str = "") -> dict[str, str]:
    """So many pieces on squares far from the middle."""
    free = [s for s in ALL_SQUARES if s[0] in "abchi" and s not in skip.split()]
    free += [s for s in ALL_SQUARES if s[1] in "89" and s[0] in "defg" and s not in skip.split()]
    assert len(free) >= number
    return {s: f"{owner} {rank}" for s in free[:number]}


def kinds(game: Game) -> set[str]:
    return {move.kind for move in game.legal_moves()}


def events(game: Game, kind: str) -> list[Any]:
    return [e for entry in game.history() for e in entry.events if e.kind == kind]


def refused(game: Game, code: str) -> None:
    """The code is not legal, and trying it changes nothing."""
    assert code not in {move.code for move in game.legal_moves()}
    before = invariants.facts(game)
    with pytest.raises(IllegalMove):
        game.play(code)
    assert invariants.facts(game) == before


@pytest.mark.parametrize("seat", [0, -1, 3])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    game = new_game("duel", ["northern", "sylvan"], seed=1)
    looks: list[Callable[[], object]] = [
        lambda: game.view(seat),
        lambda: game.score(seat),
        lambda: game.summons("knight", seat),
        lambda: game.explain("knight", "e5", seat),
    ]
    for look in looks:
        with pytest.raises(ValueError, match=r"^seat: "):
            look()


# --- R4: set-up --------------------------------------------------------------------------------


class TestSetUp:
    @pytest.mark.parametrize("form", ["high-form", "duel"])
    def test_hands_and_decks(self, form: str) -> None:
        state = new_game(form, ["northern", "sylvan"], seed="set-up").state
        for seat, school in enumerate(state.setup.schools):
            assert len(state.hands[seat]) == 3  # R4.5
            assert len(state.legends[seat]) == 2
            assert len(state.flares[seat]) == 1
            assert len(state.decks[seat]) == 15
            mine = sorted(state.hands[seat] + state.decks[seat])
            assert mine == sorted(card.id for card in cards.by_school(school))
            assert state.discards[seat] == ()
        assert len(state.legend_deck) == 12 - 4 and len(state.flare_deck) == 12 - 2

    def test_the_starting_board_of_the_high_form(self) -> None:  # R4.1
        game = new_game("high-form", ["northern", "sylvan"], seed="set-up")
        assert not game.board and game.player == 1  # R4.10
        assert (game.score(1), game.score(2)) == (0, 0)
        assert [game.state.supply(0, rank) for rank in (COMMON, HEROIC, LEGENDARY)] == [17, 17, 3]

    def test_open_tasks_at_the_start(self) -> None:
        for seed in range(60):
            state = new_game("high-form", ["northern", "sylvan"], seed=seed).state
            assert len(state.current_tasks) == 3 and len(state.task_deck) == 21
            assert not any(TASKS[t].advanced for t in state.current_tasks)  # R4.6
            types = [TASKS[t].type for t in state.current_tasks]
            assert len(set(types)) > 1  # R4.7
            four = [*types, TASKS[state.task_deck[0]].type]
            assert max(map(four.count, four)) < 3  # R4.9

    def test_the_next_task_may_be_advanced_and_set_aside_cards_go_back(self) -> None:
        states = [new_game("high-form", ["northern", "sylvan"], seed=s).state for s in range(80)]
        assert any(TASKS[s.task_deck[0]].advanced for s in states)  # R4.8, R4.9
        first_below = {s.task_deck[1] for s in states}
        assert len(first_below) > 12  # the rest is shuffled, not in the order set aside

    def test_two_current_tasks_may_share_a_type(self, workshop: Workshop) -> None:
        ids = [workshop.task(f"t{n}", "same" if n < 4 else "other") for n in range(6)]
        current, rest = select_first_tasks(tuple(ids))
        assert current == ("t0", "t1", "t4")  # R4.7
        assert rest == ("t2", "t3", "t5")

    def test_the_second_player_places_one_of_each_colour(self) -> None:
        game = new_game("duel", ["northern", "sylvan"], seed="marks")
        assert game.player == 2 and game.prompt.kind == "marks"  # R4.12
        assert offered(game) == {"c5", "g5"}
        refused(game, "e5")
        refused(game, "+e5")
        other = play(game.copy(), "g5")
        play(game, "c5")
        assert pieces(game) == {"c5": "2 common", "g5": "1 common"}
        assert pieces(other) == {"g5": "2 common", "c5": "1 common"}
        assert game.player == 1 and game.state.actions == 1
        assert game.state.supply(0, COMMON) == game.state.supply(1, COMMON) == 15  # R4.11, R4.16

    def test_the_same_arguments_give_the_same_game(self) -> None:  # R4.2, R4.3
        a, b = (new_game("duel", ["highland", "sylvan"], seed=5) for _ in range(2))
        assert a.state.key() == b.state.key()
        assert new_game("duel", ["highland", "sylvan"], seed="5").state.key() == a.state.key()
        assert new_game("duel", ["highland", "sylvan"], seed=6).state.key() != a.state.key()
        no_seed = [new_game("duel", ["highland", "sylvan"]).state.key() for _ in range(2)]
        assert no_seed[0] != no_seed[1]

    def test_this_deal_never_changes(self) -> None:
        # Seeds stand in saved games and records: the same on every platform and version.
        state = new_game("high-form", ["northern", "sylvan"], seed="golden").state
        assert state.hands == (
            ("hypnotist", "cannon", "master-of-intrigue"),
            ("kiskin-boughrunner", "dryad", "forest-mystic"),
        )
        assert state.legends == (
            ("leviathan", "hell-bull"),
            ("fire-elemental", "two-headed-dragon"),
        )
        assert state.flares == (("flare-01",), ("flare-11",))
        assert state.current_tasks == ("green-conquest", "heroic-destruction", "red-summoning")
        assert state.task_deck[0] == "color-conquest"

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            ({"form": "chess"}, "form"),
            ({"schools": "northern"}, "schools"),
            ({"schools": ["northern"]}, "schools"),
            ({"schools": ["northern", "sylvan", "highland"]}, "schools"),
            ({"schools": ["northern", "northern"]}, "schools"),  # R23.1
            ({"schools": ["northern", "atlantis"]}, "schools"),
            ({"schools": ["northern", 7]}, "schools"),
            ({"seed": 1.5}, "seed"),
            ({"seed": True}, "seed"),
            ({"names": ["one"]}, "names"),
            ({"names": ["a\nb", "c"]}, "names"),
            ({"names": ["a" * 41, "c"]}, "names"),
            ({"options": {"speed": 1}}, "options"),
            ({"options": {"legends": "no"}}, "options"),
        ],
    )
    def test_wrong_arguments_are_named(self, arguments: Mapping[str, Any], named: str) -> None:
        given: dict[str, Any] = {"form": "duel", "schools": ["northern", "sylvan"], **arguments}
        with pytest.raises(ValueError, match=f"^{named}"):
            new_game(**given)

    def test_both_empires_play_each_other(self) -> None:
        state = new_game("duel", ["northern", "southern"], seed=1).state
        assert sorted(state.hands[0] + state.decks[0]) == sorted(state.hands[1] + state.decks[1])
        assert state.decks[0] != state.decks[1]


class TestFirstGame:
    """R24.2, R24.3: the learning game without legends."""

    def new(self) -> Game:
        return new_game(FIRST_GAME.form, FIRST_GAME.schools, seed=3, options=FIRST_GAME.options)

    def test_no_legend_is_dealt_or_drawn(self) -> None:
        game = self.new()
        assert (FIRST_GAME.form, FIRST_GAME.schools) == ("high-form", ("northern", "southern"))
        assert game.state.legends == ((), ()) and game.state.legend_deck == ()
        assert [len(flares) for flares in game.state.flares] == [1, 1]
        assert len(game.state.current_tasks) == 3
        for _ in range(4):
            finish_turn(game)
        assert game.state.legends == ((), ()) and game.state.legend_discards == ()
        view: Any = game.view(1)
        assert view["legends"] is False

    def test_legendary_pieces_exist(self) -> None:
        assert self.new().state.supply(0, LEGENDARY) == 3


# --- R5: turn ----------------------------------------------------------------------------------


class TestTurn:
    @pytest.mark.parametrize("form", ["high-form", "duel"])
    def test_only_the_very_first_turn_has_one_action(self, form: str) -> None:  # R4.4
        game = new_game(form, ["northern", "sylvan"], seed=1)
        if form == "duel":
            play(game, "c5")
        found = []
        for _ in range(5):
            found.append((game.player, game.state.actions))
            finish_turn(game)
        assert found == [(1, 1), (2, 2), (1, 2), (2, 2), (1, 2)]  # R5.1

    def test_all_actions_must_be_used_and_the_end_is_explicit(self) -> None:
        game = arrange({}, flare=None)
        for left in (2, 1):
            assert game.state.actions == left
            assert game.prompt.kind == "turn" and not game.prompt.optional
            assert "end" not in kinds(game) and "claim" not in kinds(game)  # R5.3
            refused(game, ".")
            game.play(game.legal_moves()[0])
        assert game.prompt.kind == "end" and game.player == 1  # R25.5
        assert kinds(game) == {"end"}
        game.play(".")
        assert game.player == 2 and game.prompt.kind == "turn"

    def test_actions_repeat_but_for_the_discard(self, workshop: Workshop) -> None:
        hand = [workshop.being("common", [], id=f"own-{n}") for n in range(3)]
        game = arrange({}, hand=hand, actions=3)
        play(game, "~own-0", "-")
        assert "discard" not in kinds(game) and {"place", "summon"} <= kinds(game)  # R5.2
        refused(game, "~own-1")
        play(game, "own-1@e5")
        assert "discard" not in kinds(game)
        play(game, "own-2@e6", ".")
        finish_turn(game)
        assert "discard" in kinds(game)  # a new turn, a new discard

    def test_a_gained_action_does_not_bring_the_discard_back(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.gain_action())
        game = arrange({}, hand=["knight", "messenger"], flare=flare, actions=1)
        play(game, "~knight", "-", f"!{flare}")
        assert game.state.actions == 1 and "discard" not in kinds(game)  # R5.2

    def test_a_gained_action_is_used_after_the_effect(self, workshop: Workshop) -> None:
        def gain_then_place(e: Effect) -> None:
            e.gain_action()
            e.must_place(e.empty)

        card = workshop.being("common", [], gain_then_place)
        game = arrange({}, hand=[card], actions=1)
        game.play(f"{card}@e5")
        assert kinds(game) == {"choose"} and game.prompt.card == card  # R5.7, R11.2
        assert game.state.actions == 1
        refused(game, "+e6")
        play(game, "e6")
        assert game.state.actions == 1 and "end" not in kinds(game)
        play(game, "+e7")
        assert "end" in kinds(game)

    def test_a_flare_is_possible_in_every_gap(self, workshop: Workshop) -> None:
        flares = [workshop.always(nothing, id=f"flare-gap-{n}") for n in range(3)]
        game = arrange({}, mine={"flare": flares})
        play(game, "!flare-gap-0", "+e5", "!flare-gap-1", "+e6", "!flare-gap-2", ".")  # R5.4, R9.13
        assert game.player == 2
        assert len(game.state.flare_discards) == 3

    def test_nothing_else_starts_inside_an_effect(self, workshop: Workshop) -> None:  # R10.1
        flare = workshop.always(nothing)
        card = workshop.being("common", [], lambda e: e.may_place(e.empty))
        game = arrange({}, hand=[card, "knight"], flare=flare)
        game.play(f"{card}@e5")
        assert kinds(game) == {"choose", "skip"}  # R5.7
        for code in (f"!{flare}", "+e6", "~knight", "."):
            refused(game, code)

    def test_the_memory_of_a_turn_is_forgotten(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.destroy(SQUARE_OF["e8"]))
        card = workshop.being("common", BAR)
        game = arrange(
            {**BAR_AT_E5, "e8": "2 heroic"}, hand=[card, "knight"], flare=flare, actions=2
        )
        play(game, f"!{flare}", f"{card}@e5", "~knight")
        state = game.state
        assert state.destroyed == (0, 0, 0, 0, 1, 0) and state.discarded  # R5.9
        assert [(s.card, s.square, s.legend) for s in state.summoned] == [
            (card, SQUARE_OF["e5"], False)
        ]
        game.play(".")
        state = game.state
        assert state.destroyed == (0,) * 6 and state.summoned == () and not state.discarded  # R12.6


# --- R6: place ---------------------------------------------------------------------------------


class TestPlace:
    def test_on_any_empty_square_and_no_other(self) -> None:
        board = {"e5": "1 common", "d5": "2 legendary", "c2": "2 common"}
        game = arrange(board)
        targets = {m.square for m in game.legal_moves() if m.kind == "place"}
        assert targets == set(ALL_SQUARES) - set(board)  # R6.1, R6.2
        refused(game, "+e5")
        refused(game, "+a1")
        play(game, "+d8")
        assert pieces(game) == board | {"d8": "1 common"}
        assert not events(game, "destroy") and game.state.actions == 1

    @pytest.mark.parametrize(("form", "stock"), [("high-form", 17), ("duel", 16)])
    def test_nothing_is_picked_up_before_the_last_piece_is_out(self, form: str, stock: int) -> None:
        game = arrange(crowd(stock - 1), form=form)
        assert game.state.supply(0, COMMON) == 1  # R1.7
        assert not any(code.startswith("^") for code in offered(game))  # R6.5
        play(game, "+e5")
        assert game.state.supply(0, COMMON) == 0
        assert not any(code.startswith("+") for code in offered(game))
        assert {m.origin for m in game.legal_moves() if m.kind == "place"} == set(game.board)

    def test_in_a_shortage_a_piece_is_picked_up_first(self) -> None:
        board = crowd(14) | {"d5": "1 heroic", "e4": "1 heroic", "e5": "1 legendary"}
        board |= {"e6": "2 common"}
        game = arrange(board)
        ups = {m.origin for m in game.legal_moves() if m.kind == "place"}
        assert ups == {s for s, piece in board.items() if piece in ("1 common", "1 heroic")}  # R6.4
        play(game, "^d5")
        assert not optional(game)
        assert offered(game) == (set(ALL_SQUARES) - set(board)) | {"d5"}  # R6.3
        refused(game, "e6")
        play(game, "d5")
        assert_idle(game)
        assert pieces(game) == board | {"d5": "1 common"}
        assert game.state.destroyed == (0,) * 6 and not events(game, "destroy")  # R6.6
        assert game.state.actions == 1

    def test_legendary_pieces_do_not_use_up_the_stock(self) -> None:
        game = arrange(crowd(16 - 1) | {"e5": "1 legendary", "e6": "1 legendary"})
        assert game.state.supply(0, COMMON) == 1 and "+e4" in offered(game)  # R1.8

    @pytest.mark.parametrize("school", cards.SCHOOLS)
    def test_every_school_has_the_same_stock(self, school: str) -> None:
        other = "sylvan" if school != "sylvan" else "northern"
        state = arrange({}, school=school, other=other, form="high-form").state
        assert [state.supply(0, rank) for rank in range(3)] == [17, 17, 3]  # R23.2

    def test_each_colour_has_its_own_stock(self) -> None:
        game = arrange(crowd(16, owner=2))
        assert "+e5" in offered(game)


# --- R7: summon --------------------------------------------------------------------------------


class TestSummon:
    def test_costs_an_action_and_the_card(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR)
        game = arrange(BAR_AT_E5, hand=[card, "knight"])
        play(game, f"{card}@e5")
        assert game.state.actions == 1  # R7.1
        assert game.state.hands[0] == ("knight",) and game.state.discards[0] == (card,)
        assert pieces(game) == BAR_AT_E5 | {"e5": "1 common"}  # R7.7: nothing else changes
        refused(game, f"{card}@e5")

    def test_pieces_serve_again_in_the_same_turn(self, workshop: Workshop) -> None:
        first, second = (workshop.being("common", BAR, id=f"own-{n}") for n in (1, 2))
        game = arrange(BAR_AT_E5, hand=[first, second])
        play(game, f"{first}@e5", f"{second}@e5")  # R7.7, R7.9: onto the first one
        assert len(events(game, "destroy")) == 1

    def test_a_summoned_being_is_just_a_piece_of_its_rank(self, workshop: Workshop) -> None:  # R1.5
        first, second = (workshop.being("heroic", BAR, id=f"own-{n}") for n in (1, 2))
        summoned = play(arrange(BAR_AT_E5, hand=[first, second]), f"{first}@e5")
        there = BAR_AT_E5 | {"e5": "1 heroic"}
        placed = arrange(there, hand=[second], actions=1, turn={"discarded": False})
        assert pieces(summoned) == pieces(placed)
        assert offered(summoned) == offered(placed)

    @pytest.mark.parametrize("owner", [1, 2])
    @pytest.mark.parametrize("being", ["common", "heroic", "legendary"])
    @pytest.mark.parametrize("there", ["common", "heroic", "legendary"])
    def test_rank_on_the_summoning_square(
        self, workshop: Workshop, owner: int, being: str, there: str
    ) -> None:
        ranks = ["common", "heroic", "legendary"]
        card = workshop.being(being, BAR)
        hands: dict[str, Any] = {"legends" if being == "legendary" else "hand": [card]}
        game = arrange(BAR_AT_E5 | {"e5": f"{owner} {there}"}, **hands)
        possible = ranks.index(there) <= ranks.index(being)
        assert (f"{card}@e5" in offered(game)) == possible  # R7.9, R7.10
        why = game.explain(card, "e5")
        assert why.possible == possible
        if not possible:
            assert why.reason and why.reason.id == "why.higher-rank"
            assert why.nearest == ()  # the pattern itself fits
            return
        play(game, f"{card}@e5")
        assert pieces(game)["e5"] == f"1 {being}"  # R7.13
        (lost,) = events(game, "destroy")
        assert (lost.square, lost.owner, lost.rank) == ("e5", owner, there)
        counted = list(game.state.destroyed)
        assert counted[3 * (owner - 1) + ranks.index(there)] == 1 and sum(counted) == 1
        own_score = game.score(1)
        finish_turn(game)
        gain = {"common": 0, "heroic": 1, "legendary": 2}[there] if owner == 2 else 0
        assert game.score(1) - own_score == gain  # R7.12, R14.1, R14.3

    def test_the_effect_sees_the_board_without_the_destroyed_piece(
        self, workshop: Workshop
    ) -> None:
        seen: list[tuple[int, str | None, tuple[str, ...]]] = []

        def look(e: Effect) -> None:
            own = e.state.discards[0]
            seen.append((e.enemies, e.state.playing, own))

        card = workshop.being("common", BAR, look)
        game = arrange(BAR_AT_E5 | {"e5": "2 common"}, hand=[card])
        play(game, f"{card}@e5")
        assert seen == [(0, card, ())]  # R7.20: board first, card discarded last (D33)

    def test_a_being_may_be_summoned_for_nothing(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR, lambda e: e.must_destroy(e.enemies))
        game = play(arrange(BAR_AT_E5, hand=[card]), f"{card}@e5")  # R7.22
        assert_idle(game)

    def test_a_legend_goes_to_the_pile_of_legends(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", BAR)
        game = play(arrange(BAR_AT_E5, legends=[card]), f"{card}@e5")
        assert game.state.legend_discards == (card,) and game.state.discards[0] == ()  # R7.20
        assert game.score(1) == 1  # R7.21

    def test_only_cards_in_hand_can_be_summoned(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR)
        game = arrange(BAR_AT_E5, hand=["knight"], mine={"deck": [card]})
        assert set(game.summons(card)) == {"e5"}  # the board alone would allow it
        refused(game, f"{card}@e5")


class TestShortageWhenSummoning:
    """R7.14-R7.19."""

    def test_no_pick_up_while_a_piece_is_left(self, workshop: Workshop) -> None:
        card = workshop.being("heroic", BAR)
        game = play(arrange(crowd(13) | BAR_AT_E5, hand=[card]), f"{card}@e5")
        assert_idle(game)  # R7.14
        assert not events(game, "pick-up") and game.state.supply(0, HEROIC) == 0

    def test_any_two_sided_piece_that_is_not_needed(self, workshop: Workshop) -> None:
        card = workshop.being("heroic", BAR)
        board = crowd(12) | {"e8": "1 heroic", "g4": "1 heroic", "g2": "1 legendary"} | BAR_AT_E5
        game = play(arrange(board, hand=[card]), f"{card}@e5")
        assert game.prompt.kind == "pick-up" and not optional(game)
        assert offered(game) == set(crowd(12)) | {"e8", "g4"}  # R7.17, R7.17a
        assert "e5" not in game.board  # R7.19: not put down yet
        refused(game, "d5")
        play(game, "e8")
        assert "e8" not in game.board and game.board["e5"].rank == "heroic"
        assert not events(game, "destroy")  # R7.17c
        assert game.state.destroyed == (0,) * 6

    def test_the_piece_on_the_square_itself_turns(self, workshop: Workshop) -> None:
        card = workshop.being("heroic", BAR)
        board = crowd(13) | BAR_AT_E5 | {"e5": "1 common"}
        game = play(arrange(board, hand=[card]), f"{card}@e5")
        assert_idle(game)  # R7.15: no choice
        assert pieces(game) == board | {"e5": "1 heroic"}
        assert not events(game, "pick-up")
        assert [e.owner for e in events(game, "destroy")] == [1]  # R7.16

    def test_an_enemy_on_the_square_does_not_help(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR)
        board = crowd(14) | BAR_AT_E5 | {"e5": "2 common"}
        game = play(arrange(board, hand=[card]), f"{card}@e5")
        assert offered(game) == set(crowd(14))
        play(game, sorted(crowd(14))[0])
        assert [e.owner for e in events(game, "destroy")] == [2]

    def test_impossible_when_every_piece_is_needed(self, workshop: Workshop) -> None:
        card = workshop.being(
            "legendary", [(-1, 0, "legendary"), (1, 0, "legendary"), (0, 1, "legendary")]
        )
        board = {"d5": "1 legendary", "f5": "1 legendary", "e4": "1 legendary"}
        game = arrange(board, legends=[card])
        refused(game, f"{card}@e5")  # R7.18
        why = game.explain(card, "e5")
        assert why.reason and why.reason.id == "why.shortage.legendary"
        assert "e5" not in game.summons(card)
        spare = arrange({**board, "e4": "1 legendary", "e8": "1 heroic"}, legends=[card])
        refused(spare, f"{card}@e5")  # R1.8: the heroic piece is of the other type

    def test_one_piece_to_pick_up_is_picked_up_without_asking(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", [(-1, 0, "legendary"), (1, 0, "legendary")])
        board = {"d5": "1 legendary", "f5": "1 legendary", "e8": "1 legendary"}
        game = play(arrange(board, legends=[card]), f"{card}@e5")
        assert_idle(game)
        assert set(game.board) == {"d5", "f5", "e5"}
        assert game.codes == (f"{card}@e5",)  # forced answers are no decisions

    def test_a_lower_piece_of_the_other_type_is_destroyed(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", BAR)
        board = BAR_AT_E5 | {s: "1 legendary" for s in ("b5", "h5", "e8")} | {"e5": "1 heroic"}
        game = play(arrange(board, legends=[card]), f"{card}@e5")
        assert offered(game) == {"b5", "h5", "e8"}  # R7.17a
        play(game, "b5")
        assert pieces(game)["e5"] == "1 legendary" and "b5" not in game.board
        assert [(e.owner, e.rank) for e in events(game, "destroy")] == [(1, "heroic")]

    def test_only_the_chosen_placement_protects(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", [(-1, 0, "legendary"), (1, 0, "common")])
        board = {
            "d5": "1 legendary",
            "f5": "1 legendary",
            "e8": "1 legendary",
        }
        game = arrange(board, legends=[card])
        codes = sorted(m.code for m in game.legal_moves() if m.square == "e5" and m.card == card)
        # Both ends may play either part, but they use the same two pieces: one outcome (R7.6).
        assert codes == [f"{card}@e5"]
        cross = {"d5": "1 legendary", "f5": "1 common", "e4": "1 legendary", "e6": "1 common"}
        game = arrange(cross | {"b5": "1 legendary"}, legends=[card])
        both = [m for m in game.legal_moves() if m.square == "e5" and m.card == card]
        assert [m.code for m in both] == [f"{card}@e5/1", f"{card}@e5/2"]  # R7.17b
        found = {}
        for move in both:
            twin = play(game.copy(), move.code)
            assert move.match is not None
            found[move.match.used] = offered(twin)
        assert found == {
            frozenset({"d5", "f5"}): {"e4", "b5"},
            frozenset({"e4", "e6"}): {"d5", "b5"},
        }

    def test_placements_that_protect_no_spare_piece_are_one_move(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", BAR)
        cross = {s: "1 common" for s in ("d5", "f5", "e4", "e6")}
        game = arrange(cross | {s: "1 legendary" for s in ("b5", "h5", "e8")}, legends=[card])
        assert len(game.summons(card)["e5"]) == 2
        # Only a legendary piece could be picked up, whichever common ones the pattern uses (R7.6).
        assert [m.code for m in game.legal_moves() if m.square == "e5" and m.card == card] == [
            f"{card}@e5"
        ]
        assert offered(play(game, f"{card}@e5")) == {"b5", "h5", "e8"}

    def test_a_placement_without_a_spare_piece_is_not_offered(self, workshop: Workshop) -> None:
        card = workshop.being(
            "legendary",
            [(-1, 0, "legendary"), (1, 0, "legendary"), (0, 1, "common")],
        )
        board = {
            "d5": "1 legendary",
            "f5": "1 legendary",
            "e4": "1 legendary",
            "e6": "1 common",
        }
        game = arrange(board, legends=[card])
        (move,) = (m for m in game.legal_moves() if m.square == "e5" and m.card == card)
        # d5 and f5 with e6 leave e4 to pick up; d5 and f5 with e4 leave nothing (C14).
        assert len(game.summons(card)["e5"]) == 1
        play(game, move.code)
        assert set(game.board) == {"d5", "f5", "e6", "e5"}

    def test_a_destroyed_piece_is_back_in_supply_at_once(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.destroy(SQUARE_OF["c2"]))
        game = arrange(crowd(15, skip="c2") | {"c2": "1 common"}, flare=flare)
        assert game.state.supply(0, COMMON) == 0
        play(game, f"!{flare}")
        assert game.state.supply(0, COMMON) == 1  # R1.9
        assert "+e5" in offered(game)


# --- R8: discard -------------------------------------------------------------------------------


class TestDiscard:
    def arrange(self, workshop: Workshop, **more: Any) -> Game:
        legends = [
            workshop.being("legendary", [(0, 0, "legendary")], id=f"old-{n}") for n in (1, 2)
        ]
        flare = workshop.flare((99, nothing), (99, nothing), id="flare-own")
        given: dict[str, Any] = {
            "hand": ["knight", "messenger", "swordmaster"],
            "legends": legends,
            "flare": flare,
            "mine": {"deck": ["time-mage", "bomb"]},
            **more,
        }
        return arrange({}, **given)

    def test_only_own_beings_can_be_discarded(self, workshop: Workshop) -> None:
        game = self.arrange(workshop)
        found = {m.card for m in game.legal_moves() if m.kind == "discard"}
        assert found == {"knight", "messenger", "swordmaster"}  # R8.1
        for code in ("~old-1", "~flare-own"):
            refused(game, code)

    def test_returning_is_optional(self, workshop: Workshop) -> None:
        game = play(self.arrange(workshop), "~knight")
        assert optional(game) and game.prompt.kind == "return"
        assert offered(game) == {"messenger", "swordmaster", "old-1", "old-2", "flare-own"}  # R8.2
        play(game, "-")
        assert_idle(game)
        assert game.state.hands[0] == ("messenger", "swordmaster")
        assert game.state.discards[0][-1] == "knight" and game.state.actions == 1
        assert game.state.legends[0] == ("old-1", "old-2")

    def test_every_kind_goes_under_its_own_deck_at_once(self, workshop: Workshop) -> None:
        game = self.arrange(workshop)
        legends, flares = game.state.legend_deck, game.state.flare_deck
        play(game, "~knight", "swordmaster")
        assert game.state.decks[0] == ("time-mage", "bomb", "swordmaster")  # R8.6: at once
        play(game, "old-2", "messenger", "flare-own", "old-1")
        assert_idle(game)  # nothing is left to return
        state = game.state
        assert state.decks[0] == ("time-mage", "bomb", "swordmaster", "messenger")  # R8.4
        assert state.legend_deck == (*legends, "old-2", "old-1")
        assert state.flare_deck == (*flares, "flare-own")
        assert state.hands[0] == state.legends[0] == state.flares[0] == ()
        assert state.discards[0][-1] == "knight"

    def test_nothing_is_drawn_before_the_end_of_the_turn(self, workshop: Workshop) -> None:
        game = play(self.arrange(workshop), "~knight", "flare-own", "old-1", "-", "+e5")
        assert len(game.state.hands[0]) == 2 and game.state.flares[0] == ()  # R8.5
        play(game, ".")
        assert list(game.state.hands[0]) == ["messenger", "swordmaster", "time-mage"]  # the top
        assert len(game.state.legends[0]) == 2 and len(game.state.flares[0]) == 1

    def test_not_without_a_being_in_hand(self, workshop: Workshop) -> None:
        game = self.arrange(workshop, hand=[])
        assert "discard" not in kinds(game)  # R8.3

    def test_the_last_being_can_be_discarded(self) -> None:
        game = arrange({}, hand=["knight"])
        play(game, "~knight")  # R8.2
        assert_idle(game)
        assert game.state.hands[0] == ()

    def test_a_card_returned_under_an_empty_deck_is_drawn_again(self) -> None:
        game = arrange({}, hand=["knight", "messenger"], mine={"deck": []}, actions=1)
        play(game, "~knight", "messenger")
        assert_idle(game)
        assert game.state.decks[0] == ("messenger",)
        play(game, ".")
        assert game.state.hands[0] == ("messenger",)  # R16.1

    def test_it_is_no_second_discard_when_undone(self) -> None:
        game = arrange({}, hand=["knight", "messenger"])
        play(game, "~knight", "-")
        game.undo()
        game.undo()
        assert not game.state.discarded and "~messenger" in offered(game)


# --- R9: flares --------------------------------------------------------------------------------


class TestFlares:
    def marked_flare(self, workshop: Workshop, upper: int, lower: int) -> str:
        """Its upper half puts a piece on e8, its lower half one on e2."""
        return workshop.flare(
            (upper, lambda e: e.place(SQUARE_OF["e8"])),
            (lower, lambda e: e.place(SQUARE_OF["e2"])),
        )

    @pytest.mark.parametrize(
        ("upgraded", "commons", "halves"),
        [
            (0, 0, None),
            (1, 0, None),
            (2, 0, "upper"),  # R9.3: exactly equal is enough
            (0, 3, None),
            (0, 4, "lower"),
            (1, 3, "lower"),  # all pieces count, upgraded ones too
            (2, 1, "upper"),
            (2, 2, "both"),
            (5, 0, "both"),
        ],
    )
    def test_thresholds(
        self, workshop: Workshop, upgraded: int, commons: int, halves: str | None
    ) -> None:
        flare = self.marked_flare(workshop, 2, 4)
        board = {s: "2 heroic" for s in ("d4", "d5", "d6", "d7", "d3")[:upgraded]}
        board |= {s: "2 common" for s in ("f4", "f5", "f6", "f7")[:commons]}
        game = arrange(board, flare=flare)
        assert (f"!{flare}" in offered(game)) == (halves is not None)  # R9.4
        if halves is None:
            refused(game, f"!{flare}")
            return
        play(game, f"!{flare}")
        assert ("e8" in game.board) == (halves in ("upper", "both"))  # R9.6
        assert ("e2" in game.board) == (halves in ("lower", "both"))
        assert game.state.actions == 2  # R9.1: free
        assert game.score(2) == 1  # R9.10: one in all
        assert game.state.flare_discards == (flare,) and game.state.flares[0] == ()  # R9.12

    def test_legendary_pieces_are_upgraded_ones(self, workshop: Workshop) -> None:  # R1.4, R11.1
        flare = self.marked_flare(workshop, 1, 9)
        assert f"!{flare}" in offered(arrange({"d4": "2 legendary"}, flare=flare))
        assert f"!{flare}" not in offered(arrange({"d4": "2 common"}, flare=flare))

    def test_own_pieces_count_against(self, workshop: Workshop) -> None:
        flare = self.marked_flare(workshop, 1, 9)
        board = {"d4": "2 heroic", "e5": "1 legendary"}
        assert f"!{flare}" not in offered(arrange(board, flare=flare))

    def test_only_pieces_on_the_board_count(self, workshop: Workshop) -> None:
        flare = self.marked_flare(workshop, 1, 9)
        held: dict[str, Any] = {"captive": {"owner": 2, "rank": "heroic"}, "other": "etherweave"}
        assert f"!{flare}" not in offered(arrange({}, flare=flare, **held))  # R9.7
        assert f"!{flare}" in offered(arrange({"d4": "2 heroic"}, flare=flare, **held))

    def test_both_halves_are_checked_before_the_first_is_done(self, workshop: Workshop) -> None:
        def two_more(e: Effect) -> None:
            e.place(SQUARE_OF["c3"])
            e.place(SQUARE_OF["c4"])

        flare = workshop.flare((1, two_more), (1, lambda e: e.place(SQUARE_OF["e2"])))
        game = play(arrange({"d4": "2 heroic"}, flare=flare), f"!{flare}")
        assert {"c3", "c4", "e2"} <= set(game.board)  # R9.5

    def test_halves_are_done_upper_first(self, workshop: Workshop) -> None:
        flare = workshop.flare(
            (0, lambda e: e.place(SQUARE_OF["e5"])),
            (0, lambda e: e.upgrade(SQUARE_OF["e5"])),
        )
        game = play(arrange({}, flare=flare), f"!{flare}")
        assert pieces(game)["e5"] == "1 heroic"

    def test_no_point_in_the_high_form(self, workshop: Workshop) -> None:
        flare = workshop.always(nothing)
        game = play(arrange({}, flare=flare, form="high-form"), f"!{flare}")
        assert (game.score(1), game.score(2)) == (0, 0)  # R9.10, R13.2

    def test_a_flare_without_effect_scores_all_the_same(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.must_destroy(e.enemies))
        game = play(arrange({}, flare=flare), f"!{flare}")
        assert game.score(2) == 1 and game.score(1) == 0  # R9.11

    def test_not_on_the_other_players_turn(self, workshop: Workshop) -> None:
        flare = workshop.always(nothing)
        game = arrange({}, theirs={"flare": [flare]})
        assert "flare" not in kinds(game)  # R9.1
        finish_turn(game)
        assert f"!{flare}" in offered(game)

    def test_a_new_one_comes_at_the_end_of_the_turn(self, workshop: Workshop) -> None:
        flare = workshop.always(nothing)
        game = play(arrange({}, flare=flare, actions=0), f"!{flare}")
        assert game.state.flares[0] == ()
        play(game, ".")
        assert len(game.state.flares[0]) == 1  # R9.12, R16.1

    def test_every_printed_flare_needs_to_be_behind(self) -> None:  # R9.2
        for flare in FLARES.values():
            assert isinstance(flare, Flare)
            assert flare.upper.difference > 0 and flare.lower.difference > 0
            assert f"!{flare.id}" not in offered(arrange({}, flare=flare.id))


# --- R13: tasks --------------------------------------------------------------------------------


class TestTasks:
    def arrange(self, workshop: Workshop, **more: Any) -> Game:
        for n in (1, 2, 3):
            workshop.task(f"t{n}", f"type-{n}", met=n != 2, points=n)
        for n in (4, 5, 6):
            workshop.task(f"t{n}", f"type-{n}", met=True)
        given: dict[str, Any] = {
            "form": "high-form",
            "actions": 0,
            "tasks": {"current": ["t1", "t2", "t3"], "next": "t4", "deck": ["t5", "t6"]},
            **more,
        }
        return arrange({}, **given)

    def test_one_current_task_that_is_fulfilled(self, workshop: Workshop) -> None:
        game = self.arrange(workshop)
        assert offered(game) == {"=t1", "=t3", "."}  # R13.3, R13.4: optional, not the next one
        refused(game, "=t2")
        refused(game, "=t4")
        play(game, "=t3")
        assert game.player == 2 and game.score(1) == 3 and game.score(2) == 0

    def test_not_before_the_last_action(self, workshop: Workshop) -> None:
        game = self.arrange(workshop, actions=1)
        assert "claim" not in kinds(game)
        play(game, "+e5")
        assert "claim" in kinds(game)

    def test_the_next_task_takes_the_place(self, workshop: Workshop) -> None:
        game = play(self.arrange(workshop), "=t1")
        assert game.state.current_tasks == ("t4", "t2", "t3")  # R13.6
        assert game.state.task_deck == ("t5", "t6")
        finish_turn(game)
        assert game.player == 1

    def test_a_claim_may_be_declined(self, workshop: Workshop) -> None:
        game = play(self.arrange(workshop), ".")
        assert game.state.current_tasks == ("t1", "t2", "t3") and game.score(1) == 0

    def test_a_third_of_a_type_goes_under_the_deck(self, workshop: Workshop) -> None:
        for n, type in enumerate(("a", "a", "b", "c", "a", "a", "d")):
            workshop.task(f"u{n}", type, met=n == 2)
        game = arrange(
            {},
            form="high-form",
            actions=0,
            tasks={"current": ["u0", "u1", "u2"], "next": "u3", "deck": ["u4", "u5", "u6"]},
        )
        play(game, "=u2")
        assert game.state.current_tasks == ("u0", "u1", "u3")
        assert game.state.task_deck == ("u6", "u4", "u5")  # R13.6

    def test_a_full_cycle_leaves_the_top_card(self, workshop: Workshop) -> None:
        for n in range(6):
            workshop.task(f"a{n}", "a")
        settle = HighForm().settle_tasks
        assert settle(("a0", "a1"), ("a3", "a4", "a5")) == ("a3", "a4", "a5")  # R13.8
        assert settle(("a0", "a1"), ()) == ()

    def test_an_empty_task_deck_means_no_next_task(self, workshop: Workshop) -> None:
        game = self.arrange(
            workshop, tasks={"current": ["t1", "t2", "t3"], "next": "t4", "deck": []}
        )
        play(game, "=t1")
        assert (
            game.state.current_tasks == ("t4", "t2", "t3") and game.state.task_deck == ()
        )  # R13.8
        view: Any = game.view(1)
        assert view["tasks"]["next"] is None
        finish_turn(game)
        play(game, "+e5", "+e6")
        assert offered(game) == {"=t4", "=t3", "."}
        play(game, "=t3")
        assert list(game.state.current_tasks) == ["t4", "t2"] and game.score(1) == 4

    def test_advanced_tasks_are_claimed_like_others(self, workshop: Workshop) -> None:
        task = workshop.task("hard", advanced=True, met=True, points=3)
        game = arrange({}, form="high-form", actions=0, tasks={"current": [task]})
        assert f"={task}" in offered(game)  # R13.7

    def test_conditions_are_judged_for_the_player_on_turn(self, workshop: Workshop) -> None:
        workshop.task("mine", met=lambda state, me: me == 1)
        game = arrange({}, form="high-form", actions=0, tasks={"current": ["mine"]})
        assert "claim" not in kinds(game)
        play(game, ".", "+e5", "+e6")
        assert offered(game) >= {"=mine"}  # R13.9

    def test_score_is_tasks_and_legendary_pieces_now(self) -> None:  # R3.1
        board = {"e5": "1 legendary", "e6": "2 legendary", "e7": "2 legendary", "e4": "1 heroic"}
        game = arrange(board, form="high-form", mine={"score": 4})
        assert (game.score(1), game.score(2)) == (5, 2)  # R13.1

    def test_summoning_destroying_and_flares_give_nothing(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.destroy_all(e.enemies))
        card = workshop.being("legendary", BAR)
        board = BAR_AT_E5 | {"e8": "2 legendary", "e7": "2 heroic", "e6": "2 common"}
        game = arrange(board, legends=[card], flare=flare, form="high-form", actions=1)
        play(game, f"!{flare}", f"{card}@e5", ".")
        assert game.state.points == (0, 0) and game.score(1) == 1  # R13.2: only the piece itself

    def test_the_duel_knows_no_tasks(self) -> None:  # R3.2
        game = new_game("duel", ["northern", "sylvan"], seed=1)
        assert game.state.current_tasks == game.state.task_deck == ()


# --- R14: duel ---------------------------------------------------------------------------------


class TestDuelPoints:
    @pytest.mark.parametrize(
        ("commons", "heroics", "legends", "points"),
        [
            (0, 0, 0, 0),
            (1, 0, 0, 0),
            (2, 0, 0, 1),
            (3, 0, 0, 1),
            (4, 0, 0, 2),
            (0, 1, 0, 1),
            (1, 1, 0, 1),
            (0, 0, 1, 2),
            (3, 2, 1, 5),
        ],
    )
    def test_destroyed_pieces(self, commons: int, heroics: int, legends: int, points: int) -> None:
        counts = {"common": commons, "heroic": heroics, "legendary": legends}
        game = arrange({}, actions=0, turn={"destroyed": {"2": counts}})
        assert game.score(1) == 0
        play(game, ".")
        assert (game.score(1), game.score(2)) == (points, 0)  # R14.1, R14.2

    def test_own_pieces_score_nothing(self) -> None:
        game = arrange({}, actions=0, turn={"destroyed": {"1": {"common": 4, "legendary": 2}}})
        play(game, ".")
        assert (game.score(1), game.score(2)) == (0, 0)  # R14.3

    def test_a_lost_legend_takes_no_point_back(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", BAR, lambda e: e.destroy(e.being.square))
        game = play(arrange(BAR_AT_E5, legends=[card]), f"{card}@e5")
        assert "e5" not in game.board and game.score(1) == 1  # R14.6

    def test_what_does_not_count_is_not_scored(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.destroy_all(e.enemies, counts=False))
        board = {"e5": "2 legendary", "e6": "2 heroic"}
        game = play(arrange(board, flare=flare, actions=0), f"!{flare}", ".")
        assert game.score(1) == 0 and not game.board  # R12.5

    def test_rank_when_it_leaves_the_board_counts(self, workshop: Workshop) -> None:
        def raise_and_destroy(e: Effect) -> None:
            e.upgrade(SQUARE_OF["e5"])
            e.destroy(SQUARE_OF["e5"])

        flare = workshop.always(raise_and_destroy)
        game = play(arrange({"e5": "2 common"}, flare=flare, actions=0), f"!{flare}")
        assert game.state.destroyed[3:] == (0, 1, 0)  # R12.2

    def test_downgrades_and_pick_ups_are_not_counted(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.downgrade(SQUARE_OF["e5"]))
        game = play(arrange({"e5": "2 heroic"}, flare=flare, actions=0), f"!{flare}")
        assert game.state.destroyed == (0,) * 6 and pieces(game) == {"e5": "2 common"}  # R12.4

    def test_an_enemy_moved_onto_an_enemy_is_yours(self, workshop: Workshop) -> None:
        flare = workshop.always(
            lambda e: e.must_move(standard(e.enemies & e.heroic, e.common & e.enemies))
        )
        board = {"e5": "2 heroic", "e6": "2 common", "a5": "1 common"}
        game = play(arrange(board, flare=flare, actions=0), f"!{flare}")
        assert pieces(game)["e6"] == "2 heroic"
        assert game.state.destroyed[3:] == (1, 0, 0)  # R12.1


# --- R16: drawing ------------------------------------------------------------------------------


class TestDrawing:
    def test_up_to_three_two_one(self) -> None:
        game = arrange(
            {}, hand=["knight"], actions=0, mine={"deck": ["bomb", "messenger", "champion"]}
        )
        deck = game.state.decks[0]
        legends, flares = game.state.legend_deck, game.state.flare_deck
        play(game, ".")
        state = game.state
        assert state.hands[0] == ("knight", *deck[:2]) and state.decks[0] == deck[2:]  # R16.1
        assert state.legends[0] == legends[:2] and state.legend_deck == legends[2:]
        assert state.flares[0] == flares[:1] and state.flare_deck == flares[1:]
        drawn_kinds = [e.drawn for e in game.history()[-1].events if e.kind == "draw"]
        assert drawn_kinds == ["being", "legend", "flare"]  # R16.3

    def test_enough_cards_means_no_drawing(self) -> None:
        hand = ["knight", "messenger", "bomb", "champion"]
        game = arrange(
            {},
            hand=hand,
            actions=0,
            mine={
                "legends": [c.id for c in cards.legend_deck()[:3]],
                "flare": ["flare-01", "flare-02"],
            },
        )
        before = game.state
        play(game, ".")
        state = game.state
        assert state.hands[0] == tuple(hand) and state.decks == before.decks  # R16.1, R11.3
        assert len(state.legends[0]) == 3 and len(state.flares[0]) == 2
        assert state.legend_deck == before.legend_deck and state.flare_deck == before.flare_deck

    def test_extra_cards_come_after_the_refill_and_add_up(self, workshop: Workshop) -> None:
        def owe(e: Effect) -> None:
            e.draw_extra(beings=1)
            e.draw_extra(beings=1, legends=1)

        flare = workshop.always(owe)
        game = arrange({}, hand=["knight"], flare=flare, actions=0)
        play(game, f"!{flare}")
        assert len(game.state.hands[0]) == 1  # not at once
        play(game, ".")
        assert len(game.state.hands[0]) == 5 and len(game.state.legends[0]) == 3  # R16.2, R11.3
        assert game.state.extra_beings == game.state.extra_legends == 0

    def test_a_shared_deck_is_reshuffled_as_soon_as_it_is_empty(self) -> None:
        pile = ["flare-02", "flare-03", "flare-04", "flare-05", "flare-06"]
        held = [f for f in FLARES if f not in [*pile, "flare-01"]]
        piles = {"flare_deck": ["flare-01"], "flare_discards": pile}
        game = arrange({}, actions=0, theirs={"flare": held}, piles=piles)
        before = game.state.rng
        play(game, ".")
        assert game.state.flares[0] == ("flare-01",)
        assert sorted(game.state.flare_deck) == pile and game.state.flare_discards == ()  # R16.4
        assert game.state.rng != before

    def test_not_before_it_is_empty(self) -> None:
        pile = ["flare-03", "flare-04"]
        held = [f for f in FLARES if f not in [*pile, "flare-01", "flare-02"]]
        piles = {"flare_deck": ["flare-01", "flare-02"], "flare_discards": pile}
        game = play(arrange({}, actions=0, theirs={"flare": held}, piles=piles), ".")
        assert game.state.flare_deck == ("flare-02",)
        assert game.state.flare_discards == tuple(pile)  # R16.4

    def test_an_empty_deck_and_an_empty_pile_give_nothing(self) -> None:
        held = [c.id for c in cards.legend_deck()]
        piles: dict[str, list[str]] = {"legend_deck": [], "legend_discards": []}
        game = arrange({}, actions=0, theirs={"legends": held}, piles=piles)
        play(game, ".")
        assert game.state.legends[0] == () and game.state.legend_deck == ()  # R16.5

    def test_a_pile_that_came_later_is_shuffled_when_a_card_is_needed(
        self, workshop: Workshop
    ) -> None:
        flare = workshop.always(nothing)
        held = [f for f in FLARES if f != flare]
        piles: dict[str, list[str]] = {"flare_deck": [], "flare_discards": []}
        game = arrange({}, actions=0, flare=flare, theirs={"flare": held}, piles=piles)
        play(game, f"!{flare}")
        assert game.state.flare_deck == () and list(game.state.flare_discards) == [flare]
        play(game, ".")
        assert game.state.flares[0] == (flare,)  # R16.4, second half
        assert not game.state.flare_deck and not game.state.flare_discards

    def test_drawing_goes_on_across_a_reshuffle(self) -> None:
        legends = [c.id for c in cards.legend_deck()]
        piles = {"legend_deck": legends[:1], "legend_discards": legends[1:4]}
        game = arrange({}, actions=0, theirs={"legends": legends[4:]}, piles=piles)
        play(game, ".")
        state = game.state
        assert len(state.legends[0]) == 2 and state.legends[0][0] == legends[0]
        assert len(state.legend_deck) == 2 and state.legend_discards == ()
        assert sorted(state.legends[0] + state.legend_deck) == sorted(legends[:4])

    def test_the_order_of_a_reshuffle_depends_on_the_seed(self) -> None:
        orders = set()
        pile = ["flare-03", "flare-04", "flare-05", "flare-06", "flare-07"]
        held = [f for f in FLARES if f not in [*pile, "flare-01"]]
        piles = {"flare_deck": ["flare-01"], "flare_discards": pile}
        for seed in range(8):
            game = arrange({}, actions=0, theirs={"flare": held}, piles=piles, seed=seed)
            orders.add(play(game, ".").state.flare_deck)
        assert len(orders) > 4

    def test_the_own_deck_is_never_reshuffled(self) -> None:
        game = arrange({}, hand=["knight"], actions=0, mine={"deck": []})
        pile = game.state.discards[0]
        play(game, ".")
        assert game.state.hands[0] == ("knight",) and game.state.decks[0] == ()  # R16.6
        assert game.state.discards[0] == pile and len(pile) == 17
        assert game.state.last_turns == -1  # no card was drawn, so nothing is triggered (R17.2)

    def test_only_the_player_on_turn_draws(self) -> None:
        game = arrange({}, actions=0, theirs={"hand": [], "legends": [], "flare": []})
        play(game, ".")
        assert game.state.hands[1] == () and game.state.flares[1] == ()
        finish_turn(game)
        assert len(game.state.hands[1]) == 3 and len(game.state.flares[1]) == 1


# --- R17: the end ------------------------------------------------------------------------------


class TestEnd:
    @pytest.mark.parametrize(("form", "limit"), [("high-form", 9), ("duel", 18)])
    @pytest.mark.parametrize("who", ["mine", "theirs"])
    def test_points_trigger_it(self, form: str, limit: int, who: str) -> None:
        short: Any = {who: {"score": limit - 1}}
        game = play(arrange({}, form=form, actions=0, **short), ".")
        assert game.state.last_turns == -1 and not events(game, "end-triggered")
        enough: Any = {who: {"score": limit}}
        game = play(arrange({}, form=form, actions=0, **enough), ".")
        assert len(events(game, "end-triggered")) == 1  # R17.3, R17.4
        assert turns_to_come(game) == [2, 1]  # R17.6, R17.7: also for the other side's points

    def test_a_duel_is_not_over_at_nine_nor_a_high_form_at_legends_in_a_duel(self) -> None:
        board = {s: "1 legendary" for s in ("e5", "e6", "e7")}
        game = play(arrange(board, actions=0, mine={"score": 16}), ".")
        assert game.state.last_turns == -1  # legendary pieces are no points in a duel
        game = play(arrange(board, form="high-form", actions=0, mine={"score": 6}), ".")
        assert game.state.last_turns == 2

    def test_the_last_card_drawn_triggers_it_even_as_an_extra_card(
        self, workshop: Workshop
    ) -> None:  # R16.7
        flare = workshop.always(lambda e: e.draw_extra(beings=1))
        hand = ["knight", "bomb", "messenger"]
        game = arrange({}, hand=hand, flare=flare, actions=0, mine={"deck": ["champion"]})
        play(game, f"!{flare}", ".")
        assert game.state.decks[0] == () and len(game.state.hands[0]) == 4
        assert turns_to_come(game) == [2, 1]  # R17.2, R16.6

    def test_one_card_left_is_no_trigger(self) -> None:
        game = arrange(
            {}, hand=["knight", "bomb"], actions=0, mine={"deck": ["champion", "messenger"]}
        )
        play(game, ".")
        assert game.state.decks[0] == ("messenger",) and game.state.last_turns == -1  # F8

    def test_the_other_players_deck_counts_too(self) -> None:
        theirs = [c.id for c in cards.by_school("sylvan")]
        game = arrange({}, theirs={"hand": theirs[:2], "deck": theirs[2:3]})
        finish_turn(game)
        assert game.state.last_turns == -1
        finish_turn(game)
        assert turns_to_come(game) == [1, 2]  # R17.6

    def test_points_are_judged_after_the_claim(self, workshop: Workshop) -> None:
        task = workshop.task("last", met=True, points=2)
        game = arrange(
            {}, form="high-form", actions=0, mine={"score": 7}, tasks={"current": [task]}
        )
        declined = play(game.copy(), ".")
        assert declined.state.last_turns == -1
        play(game, f"={task}")
        assert game.state.last_turns == 2  # R17.3, R17.9

    def test_points_of_the_turn_itself_count(self) -> None:
        game = arrange(
            {}, actions=0, mine={"score": 16}, turn={"destroyed": {"2": {"legendary": 1}}}
        )
        play(game, ".")
        assert game.score(1) == 18 and game.state.last_turns == 2  # R17.9

    def test_triggers_in_the_final_round_mean_nothing(self) -> None:
        game = arrange(
            {}, actions=0, mine={"score": 18}, theirs={"score": 18}, turn={"last_turns": 2}
        )
        play(game, ".")
        assert not events(game, "end-triggered")
        assert turns_to_come(game) == [2]  # R17.1

    def test_reaching_it_in_mid_turn_is_nothing_by_itself(self) -> None:
        game = arrange({}, actions=1, mine={"score": 18})
        play(game, "+e5")
        assert game.state.last_turns == -1 and game.player == 1

    def test_an_extra_turn_is_a_whole_turn(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.take_extra_turn())
        game = play(arrange({}, flare=flare, actions=0), f"!{flare}", ".")
        assert game.player == 1 and game.state.actions == 2  # R5.8, R17.8
        assert len(game.state.flares[0]) == 1 and game.state.in_extra_turn
        finish_turn(game)
        assert game.player == 2 and not game.state.in_extra_turn

    def test_two_extra_turns_follow_each_other(self, workshop: Workshop) -> None:
        def twice(e: Effect) -> None:
            e.take_extra_turn()
            e.take_extra_turn()

        flare = workshop.always(twice)
        game = play(arrange({}, flare=flare, actions=0), f"!{flare}", ".")
        found = []
        for _ in range(4):
            found.append(game.player)
            finish_turn(game)
        assert found == [1, 1, 2, 1]

    def test_an_extra_turn_before_the_final_round(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.take_extra_turn())
        game = arrange({}, flare=flare, actions=0, mine={"score": 18})
        play(game, f"!{flare}", ".")
        assert turns_to_come(game) == [1, 2, 1]  # R17.8

    def test_a_trigger_in_the_extra_turn_itself(self) -> None:
        game = arrange({}, actions=0, mine={"score": 18}, turn={"extra": True})
        play(game, ".")
        assert turns_to_come(game) == [2, 1]

    @pytest.mark.parametrize(("seat", "last", "wanted"), [(1, 2, [1, 2]), (2, 1, [2]), (1, 1, [1])])
    def test_an_extra_turn_in_the_final_round(
        self, workshop: Workshop, seat: int, last: int, wanted: list[int]
    ) -> None:
        flare = workshop.always(lambda e: e.take_extra_turn())
        hands: Any = {("mine", "theirs")[seat - 1]: {"flare": [flare]}}
        game = arrange({}, actions=0, turn={"seat": seat, "last_turns": last}, **hands)
        play(game, f"!{flare}", ".")
        assert turns_to_come(game) == wanted  # R17.8

    def test_a_finished_game_answers_politely(self) -> None:
        game = play(arrange({}, actions=0, turn={"last_turns": 1}), ".")
        assert game.is_over and game.player is None and game.legal_moves() == ()
        assert game.prompt.kind == "over"
        refused(game, ".")
        with pytest.raises(IllegalMove):
            game.resign(1)
        game.undo()
        assert not game.is_over and game.outcome is None and game.player == 1


# --- R18: winning ------------------------------------------------------------------------------


class TestWinning:
    def finished(self, board: Mapping[str, str], form: str, mine: int, theirs: int) -> Any:
        game = arrange(
            board,
            form=form,
            actions=0,
            mine={"score": mine},
            theirs={"score": theirs},
            turn={"last_turns": 1},
        )
        outcome = play(game, ".").outcome
        assert outcome is not None
        return outcome[:3]

    @pytest.mark.parametrize("form", ["high-form", "duel"])
    def test_more_points(self, form: str) -> None:
        crowd_of_two = {s: "2 heroic" for s in ("e4", "e5", "e6")}
        outcome = self.finished(crowd_of_two, form, 3, 2)
        assert outcome == ((1,), (3, 2), "points")  # R18.1, R18.2

    def test_legendary_pieces_at_the_end_count_in_the_high_form_only(self) -> None:
        board = {"e5": "2 legendary", "e6": "2 legendary"}
        assert self.finished(board, "high-form", 3, 2) == ((2,), (3, 4), "points")
        assert self.finished(board, "duel", 3, 2) == ((1,), (3, 2), "points")

    def test_upgraded_pieces_break_a_tie_before_all_pieces(self) -> None:
        board = {"e5": "1 legendary", "d5": "2 common", "d6": "2 common", "d7": "2 common"}
        assert self.finished(board, "duel", 4, 4) == ((1,), (4, 4), "upgraded")  # R18.4

    def test_then_all_pieces(self) -> None:
        board = {"e5": "1 heroic", "d5": "2 legendary", "d6": "2 common"}
        assert self.finished(board, "duel", 4, 4) == ((2,), (4, 4), "pieces")  # R18.4

    def test_then_the_tie_stands(self) -> None:
        board = {"e5": "1 heroic", "d5": "2 legendary"}
        assert self.finished(board, "duel", 4, 4) == ((1, 2), (4, 4), "tie")

    @pytest.mark.parametrize(("seat", "winner"), [(1, 2), (2, 1)])
    def test_resigning(self, seat: int, winner: int) -> None:
        game = arrange({"e5": "1 legendary"}, mine={"score": 5})
        before = invariants.facts(game)
        game.resign(seat)  # R18.6: at any time, not only on one's own turn
        assert game.is_over and game.player is None and game.legal_moves() == ()
        assert game.outcome is not None
        assert game.outcome.winners == (winner,) and game.outcome.reason == "resigned"
        assert game.outcome.scores == (5, 0)
        assert game.outcome.places[winner - 1] == 1 and game.outcome.places[seat - 1] == 2
        game.undo()
        assert invariants.facts(game) == before

    def test_resigning_in_mid_effect(self, workshop: Workshop) -> None:
        card = workshop.being("common", [], lambda e: e.may_place(e.empty))
        game = play(arrange({}, hand=[card]), f"{card}@e5")
        game.resign(1)
        assert game.is_over and game.outcome is not None and game.outcome.winners == (2,)

    @pytest.mark.parametrize("seat", [0, 3, -1, "1", None, [1]])
    def test_only_players_resign(self, seat: object) -> None:
        game = arrange({})
        with pytest.raises(IllegalMove):
            game.resign(seat)  # type: ignore[arg-type]
        assert not game.is_over

    @pytest.mark.parametrize("code", ["resign:3", "resign:9", "resign:", "resign:1.", "+e5:1"])
    def test_no_other_code_resigns(self, code: str) -> None:
        game = arrange({})
        with pytest.raises(IllegalMove):
            game.decide(code)
        assert not game.is_over and game.codes == ()

    def test_a_resignation_can_be_redone(self) -> None:
        game = arrange({})
        game.resign(2)
        game.undo()
        game.redo()
        assert game.outcome is not None and game.outcome.winners == (1,)


# --- undo, redo, copies ------------------------------------------------------------------------


class TestGoingBack:
    def three_questions(self, workshop: Workshop) -> Game:
        def effect(e: Effect) -> None:
            e.may_place(e.empty)
            e.must_destroy(e.enemies)
            e.may_upgrade(e.own)

        card = workshop.being("common", BAR, effect)
        board = BAR_AT_E5 | {"b5": "2 common", "h5": "2 common"}
        return arrange(board, hand=[card])

    def test_one_decision_at_a_time(self, workshop: Workshop) -> None:
        game = self.three_questions(workshop)
        codes = ["invented@e5", "e8", "b5", "d5", "+e2", "."]
        passed = [invariants.facts(game)]
        for code in codes:
            game.play(code)
            passed.append(invariants.facts(game))
        assert game.codes == tuple(codes)
        for wanted in reversed(passed[:-1]):
            game.undo()
            assert invariants.facts(game) == wanted
        assert not game.can_undo
        with pytest.raises(IllegalMove):
            game.undo()
        for wanted in passed[1:]:
            game.redo()
            assert invariants.facts(game) == wanted
        assert not game.can_redo
        with pytest.raises(IllegalMove):
            game.redo()

    def test_a_forced_answer_is_skipped(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR, lambda e: e.must_destroy(e.enemies))
        game = play(arrange(BAR_AT_E5 | {"b5": "2 common"}, hand=[card]), f"{card}@e5")
        assert_idle(game)
        assert "b5" not in game.board  # answered at once, as it was the only one
        assert game.history()[-1].answers == ("b5",) and game.history()[-1].forced == (True,)
        game.undo()
        assert "b5" in game.board and game.state.actions == 2
        game.redo()
        assert "b5" not in game.board

    def test_a_forced_answer_between_two_questions(self, workshop: Workshop) -> None:
        game = play(self.three_questions(workshop), "invented@e5", "e8")
        assert offered(game) == {"b5", "h5"}
        board = BAR_AT_E5 | {"b5": "2 common"}
        single = arrange(board, hand=["invented"])
        play(single, "invented@e5", "e8")
        assert single.prompt.kind == "upgrade" and "b5" not in single.board
        single.undo()
        assert single.prompt.kind == "place" and "b5" in single.board
        assert single.codes == ("invented@e5",)

    def test_another_move_forgets_the_redo(self) -> None:
        game = play(arrange({}, actions=3), "+e5", "+e6", "+e7")
        for _ in range(3):
            game.undo()
        play(game, "+e5")
        assert game.can_redo  # the same move as before: what followed is still there
        game.redo()
        assert game.codes == ("+e5", "+e6") and game.can_redo
        game.undo()
        game.undo()
        play(game, "+e4")
        assert not game.can_redo  # another one: nothing of it
        with pytest.raises(IllegalMove):
            game.redo()

    def test_undo_past_the_draw(self, workshop: Workshop) -> None:
        game = arrange({}, hand=["knight"], actions=0)
        before = invariants.facts(game)
        play(game, ".", "+e5")
        game.undo()
        game.undo()
        assert invariants.facts(game) == before
        game.redo()
        assert len(game.state.hands[0]) == 3  # the same cards again

    def test_a_copy_goes_its_own_way(self, workshop: Workshop) -> None:
        game = play(self.three_questions(workshop), "invented@e5")
        twin = game.copy()
        invariants.compare(game, twin, "copy")
        before = invariants.facts(game)
        play(twin, "e8", "b5")
        twin.undo()
        assert invariants.facts(game) == before
        play(game, "-")
        assert game.prompt.kind == "destroy" and "e8" not in game.board
        assert "e8" in twin.board and twin.prompt.kind == "destroy"
        assert twin.can_redo and not game.can_redo

    def test_players_are_called_otherwise_all_along(self, workshop: Workshop) -> None:
        """In mid-effect, in what went before, in all texts; nothing else changes."""
        game = play(self.three_questions(workshop), "invented@e5", "e8")
        twin, before = game.copy(), invariants.facts(game)
        game.rename(["Ada", ""])
        assert invariants.facts(twin) == before and twin.setup.names == ("", "")
        assert invariants.facts(game)[1:] == before[1:] and game.board == twin.board
        assert {entry.state_before.setup for entry in game.history()} == {game.setup}
        assert '"name":"Ada"' in game.to_json() and "Ada" not in twin.to_json()
        assert Game.from_json(game.to_json()).setup.names == ("Ada", "")
        assert Game.from_record(game.record()).setup.names == ("Ada", "")
        play(game, "b5")
        for _ in range(3):
            game.undo()
        assert game.setup.names == ("Ada", "") and not game.can_undo
        game.rename(["", ""])
        assert "Ada" not in game.to_json()
        with pytest.raises(ValueError, match="names"):
            game.rename(["Ada"])

    def test_the_board_shown_in_mid_effect_is_half_done(self, workshop: Workshop) -> None:
        game = play(self.three_questions(workshop), "invented@e5", "e8")
        assert {"e5", "e8"} <= set(game.board)
        assert game.state.playing == "invented"
        assert game.prompt.kind == "destroy" and game.prompt.card == "invented"
        assert game.prompt.message.id == "ask.destroy"


# --- errors ------------------------------------------------------------------------------------


class TestErrors:
    def test_moves_are_taken_as_values_or_codes(self) -> None:
        game, other = arrange({}), arrange({})
        move = next(m for m in game.legal_moves() if m.code == "+e5")
        other.play(move)  # a move of an equal game is as good
        game.play("+e5")
        assert game.state.key() == other.state.key()
        with pytest.raises(IllegalMove):
            game.play(move)

    def test_a_move_with_the_right_code_and_wrong_fields_is_refused(self) -> None:
        game = arrange({})
        move = next(m for m in game.legal_moves() if m.code == "+e5")
        with pytest.raises(IllegalMove):
            game.play(move._replace(square="e6"))
        assert not game.board

    @pytest.mark.parametrize("code", ["", "e5", "+E5", " +e5", "+e5 ", "+a1", "knight", "resign:1"])
    def test_wrong_codes(self, code: str) -> None:
        refused(arrange({}, hand=["knight"]), code)

    def test_board_cannot_be_written(self) -> None:
        game = arrange({"e5": "1 common"})
        with pytest.raises(TypeError):
            game.board["e5"] = None  # type: ignore[index]


# --- R25: what is seen -------------------------------------------------------------------------


class TestView:
    def test_own_cards_are_seen_and_no_others(self) -> None:
        game = new_game("high-form", ["northern", "sylvan"], seed="a seed to be kept secret")
        state = game.state
        for seat in (1, 2):
            view: Any = game.view(seat)
            assert view["hand"]["beings"] == list(state.hands[seat - 1])
            assert view["hand"]["legends"] == list(state.legends[seat - 1])
            assert view["hand"]["flares"] == list(state.flares[seat - 1])
            text = json.dumps(view)
            for hidden in (
                *state.hands[2 - seat],
                *state.legends[2 - seat],
                *state.flares[2 - seat],
                *state.decks[0],
                *state.decks[1],
                *state.legend_deck,
                *state.flare_deck,
                *state.task_deck[1:],
            ):
                assert f'"{hidden}"' not in text  # R25.2
            assert "secret" not in text and str(state.rng) not in text

    def test_public_facts(self) -> None:
        game = arrange(
            {"e5": "1 heroic", "e6": "2 legendary"},
            hand=["knight", "bomb"],
            form="high-form",
            theirs={"score": 2},
            turn={"destroyed": {"2": {"common": 2}}},
        )
        view: Any = game.view(2)
        assert view["board"] == {"e5": "1 heroic", "e6": "2 legendary"}  # R25.1
        assert [seat["score"] for seat in view["seats"]] == [0, 3]
        assert view["seats"][0]["hand"] == {"beings": 2, "legends": 0, "flares": 0}
        assert view["seats"][0]["deck"] == len(game.state.decks[0])
        assert view["seats"][0]["supply"] == {"common": 16, "heroic": 16, "legendary": 3}
        assert view["seats"][1]["supply"] == {"common": 17, "heroic": 17, "legendary": 2}
        assert view["tasks"]["current"] == list(game.state.current_tasks)
        assert view["tasks"]["next"] == game.state.task_deck[0]
        assert view["turn"]["seat"] == 1 and view["turn"]["actions"] == 2
        assert view["turn"]["destroyed"][1]["common"] == 2  # R25.1
        assert view["piles"]["legend_deck"] == len(game.state.legend_deck)

    def test_a_discarded_being_is_seen_by_its_owner_only(self) -> None:
        game = play(arrange({}, hand=["knight", "bomb"]), "~knight", "-")
        mine: Any = game.view(1)
        assert "knight" in mine["hand"]["discards"]
        theirs = json.dumps(game.view(2))
        assert '"knight"' not in theirs  # R25.3
        view: Any = game.view(2)
        assert view["seats"][0]["discards"] == len(game.state.discards[0])

    def test_a_returned_card_is_not_seen(self, workshop: Workshop) -> None:
        game = arrange({}, hand=["knight", "bomb"], legends=["titan"], mine={"deck": ["champion"]})
        play(game, "~knight", "titan", "bomb")
        assert_idle(game)
        for seat in (1, 2):
            text = json.dumps(game.view(seat))
            assert '"titan"' not in text and '"bomb"' not in text  # R25.2

    def test_a_summoned_card_and_an_invoked_flare_are_public(self, workshop: Workshop) -> None:
        flare = workshop.always(lambda e: e.may_place(e.empty))
        card = workshop.being("common", BAR)
        game = play(arrange(BAR_AT_E5, hand=[card], flare=flare), f"{card}@e5", f"!{flare}")
        view: Any = game.view(2)
        assert view["turn"]["summoned"] == [{"card": card, "square": "e5", "legend": False}]
        assert view["playing"] == flare  # R25.1
        play(game, "-")
        view = game.view(2)
        assert view["playing"] is None and view["piles"]["flare_discards"] == [flare]

    @pytest.mark.parametrize("form", ["high-form", "duel"])
    def test_nothing_hidden_changes_the_view(self, form: str) -> None:  # R25.2
        game = new_game(form, ["northern", "southern"], seed=11)
        if form == "duel":
            play(game, "c5")
        for _ in range(6):
            finish_turn(game)
        for seed in range(5):
            for seat in (0, 1):
                other = Game(invariants.with_other_secrets(game.state, seat, seed))
                assert other.state.key() != game.state.key()
                assert other.view(seat + 1) == game.view(seat + 1)
                assert other.view(2 - seat) != game.view(2 - seat)  # the other seat would notice

    def test_a_view_is_a_copy(self) -> None:
        game = arrange({"e5": "1 common"}, hand=["knight"])
        before = invariants.facts(game)
        view: Any = game.view(1)
        view["hand"]["beings"].append("bomb")
        view["board"]["e6"] = "1 common"
        view["tasks"]["current"].append("destruction")
        assert invariants.facts(game) == before and "e6" not in game.board


# --- explaining --------------------------------------------------------------------------------


class TestExplain:
    def test_what_is_missing(self, workshop: Workshop) -> None:
        card = workshop.being("heroic", [(-1, 0, "heroic"), (1, 0, "common")])
        board = {"d5": "1 common", "f5": "2 common"}
        why = arrange(board, hand=[card]).explain(card, "e5")
        assert not why.possible and why.reason is not None
        assert why.reason.id == "why.missing" and why.reason.params["n"] == 1
        # The other way round two would be missing, upright two as well.
        assert why.nearest == ((("f5", "heroic", "enemy"),),)

    def test_what_is_there_is_told(self, workshop: Workshop) -> None:
        card = workshop.being("legendary", [(-1, 0, "legendary"), (1, 0, "legendary")])
        board = {"d5": "1 heroic", "f5": "1 common", "e4": "2 legendary"}
        why = arrange(board, legends=[card]).explain(card, "e5")
        lacks = {frozenset(lacks) for lacks in why.nearest}
        assert lacks == {
            frozenset({("d5", "legendary", "heroic"), ("f5", "legendary", "common")}),
            frozenset({("e4", "legendary", "enemy"), ("e6", "legendary", "empty")}),
        }

    def test_possible_has_no_reason(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR)
        assert arrange(BAR_AT_E5, hand=[card]).explain(card, "e5") == (True, None, ())

    def test_off_the_board(self, workshop: Workshop) -> None:
        card = workshop.being("common", BAR)
        why = arrange({}, hand=[card]).explain(card, "b2")
        assert why.reason is not None and why.reason.id == "why.off-board"  # R7.5

    def test_every_card_fits_its_own_drawing(self) -> None:
        for card in cards.BEINGS.values():
            game = arrange(pattern_at(card.id, "e5"), form="high-form")
            square = "i5" if card.shape.is_detached else "e5"  # then any empty colourless one
            assert square in game.summons(card.id), card.id
            assert game.explain(card.id, square).possible


# --- the order of legal moves ------------------------------------------------------------------


def test_legal_moves_come_in_the_documented_order(workshop: Workshop) -> None:
    flare = workshop.always(nothing)
    first = workshop.being("common", BAR, id="own-b")
    second = workshop.being("common", BAR, id="own-a")
    legend = workshop.being("legendary", BAR, id="old")
    board = {"d5": "1 common", "f5": "1 common", "d3": "1 common", "f3": "1 common"}
    game = arrange(board, hand=[first, second], legends=[legend], flare=flare)
    codes = [move.code for move in game.legal_moves()]
    places = [f"+{s}" for s in ALL_SQUARES if s not in board]
    summons = [f"{card}@{s}" for card in (first, second, legend) for s in ("e3", "d4", "f4", "e5")]
    # d4 and f4 lie between pieces one above the other; squares run from a1 along the ranks.
    assert codes == [*places, *summons, f"~{first}", f"~{second}", f"!{flare}"]
    tasks = [workshop.task(t, t, met=True) for t in ("z-task", "a-task")]
    ended = arrange(
        {}, form="high-form", actions=0, flare=flare, tasks={"current": tasks, "deck": []}
    )
    assert [m.code for m in ended.legal_moves()] == [f"!{flare}", "=z-task", "=a-task", "."]


def test_places_come_square_by_square() -> None:
    order = [m.square for m in arrange({}).legal_moves() if m.kind == "place"]
    assert order == ALL_SQUARES and order[:4] == ["c1", "d1", "e1", "f1"]
    assert list(squares((1 << SQUARE_OF["c1"]) | (1 << SQUARE_OF["i7"]))) == [
        SQUARE_OF["c1"],
        SQUARE_OF["i7"],
    ]


@pytest.mark.parametrize("form", ["high-form", "duel", "melee"])
def test_a_code_finds_the_same_move_as_the_list(form: str) -> None:
    """In random games, with every code that was ever legal in them."""
    seats = 3 if form == "melee" else 2
    game = new_game(form, ["northern", "sylvan", "highland"][:seats], seed=4)
    player, codes = RandomPlayer(4), {".", "+a1", "^e5", "knight@", "@e5", ""}
    states: list[GameState] = []
    while not game.is_over and len(states) < 120:
        if not game.open_move:
            states.append(game.state)
            codes |= {move.code for move in game.legal_moves()}
        take_decision(game, player)
    for state in states[::3]:
        legal = {move.code: move for move in turn.legal_moves(state)}
        assert legal.keys() <= codes
        assert {code: turn.find_move(state, code) for code in codes} == {
            code: legal.get(code) for code in codes
        }
