"""Tests of team games: shared colors and legends, sideways cards, passing control, the end."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tashkalar import Game, IllegalMove, cards, new_game
from tashkalar.bots.simple import RandomPlayer, take_decision
from tests.engine.playing import assert_equal
from tests.support import arrange, finish_turn, offered, pattern_at, pieces, play

SCHOOLS = ("highland", "sylvan", "northern", "southern")
PASS = ">"
HIGHLAND = [card.id for card in cards.by_school("highland")]


def team(
    board: Mapping[str, str],
    *,
    form: str = "duel",
    hand: Sequence[str] = (),
    legends: Sequence[str] = (),
    flare: str | None = None,
    schools: Sequence[str] = SCHOOLS,
    first: Mapping[str, object] | None = None,
    others: Mapping[int, Mapping[str, object]] | None = None,
    more: Mapping[str, object] | None = None,
    **turn: object,
) -> Game:
    """A team game with seat 1 to act, unless the turn says otherwise."""
    described: list[dict[str, object]] = [{"school": school, "flare": []} for school in schools]
    described[0] |= {"hand": list(hand), "legends": list(legends), "flare": [flare] * bool(flare)}
    described[0] |= first or {}
    for seat, facts in (others or {}).items():
        described[seat - 1] |= facts
    return Game.from_scenario(
        {
            "form": form,
            "teams": True,
            "seats": described,
            "board": dict(board),
            "turn": {"seat": 1, **turn},
            **(more or {}),
        }
    )


def legends_of(game: Game) -> list[int]:
    """Return the number of legends of each seat."""
    return [len(hand) for hand in game.state.legends]


def sideways(game: Game, seat: int = 1) -> tuple[int, int]:
    """Return the numbers of straight and sideways cards in a deck."""
    view: Any = game.view(2)
    facts = view["seats"][seat - 1]
    return facts["deck"] - facts["sideways"], facts["sideways"]


def kinds(game: Game) -> set[str]:
    return {move.kind for move in game.legal_moves()}


# -- the set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_a_team_game_is_dealt(form: str) -> None:  # R4.17
    game = new_game(form, SCHOOLS, teams=True, seed=1)
    assert game.setup.colours == (0, 1, 0, 1)
    assert [sideways(game, seat) for seat in (1, 2, 3, 4)] == [(9, 6)] * 4
    assert [len(hand) for hand in game.state.hands] == [3] * 4
    assert [len(hand) for hand in game.state.flares] == [1] * 4
    assert legends_of(game) == [2, 2, 0, 0]
    assert len(game.state.legend_deck) == 8
    view: Any = game.view(1)
    stock = 16 if form == "duel" else 17
    for facts in view["seats"]:
        assert facts["supply"] == {"common": stock, "heroic": stock, "legendary": 3}
    assert [facts["colour"] for facts in view["seats"]] == [1, 2, 1, 2]


def test_the_fourth_player_places_the_marks_of_a_team_duel() -> None:
    game = new_game("duel", SCHOOLS, teams=True, seed=1)
    assert game.player == 4
    assert offered(game) == {"c5", "g5"}  # nobody passes control in the set-up
    play(game, "g5")
    assert pieces(game) == {"g5": "2 common", "c5": "1 common"}
    assert (game.player, game.state.actions) == (1, 1)
    high = new_game("high-form", SCHOOLS, teams=True, seed=1)
    assert (high.player, high.state.actions, pieces(high)) == (1, 1, {})


def test_turns_go_round_and_only_the_first_one_has_one_action() -> None:  # R19.1
    game = new_game("high-form", SCHOOLS, teams=True, seed=1)
    seen = []
    for _ in range(6):
        seen.append((game.player, game.state.actions))
        finish_turn(game)
    assert seen == [(1, 1), (2, 2), (3, 2), (4, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize("number", [2, 3, 5])
def test_two_teams_are_four_players(number: int) -> None:  # R3.4
    schools = (*SCHOOLS, "everfrost")[:number]
    for form in ("duel", "high-form"):
        with pytest.raises(ValueError, match=f"^schools: the {form} in teams needs 4 schools"):
            new_game(form, schools, teams=True)


def test_teammates_share_their_pieces_and_score() -> None:  # R19.20
    board = {"d4": "1 common", "f4": "1 common"}
    game = team(board, seat=3, others={3: {"hand": ["bomb"]}}, actions=1)
    assert game.summons("wild-eagle", 3) == game.summons("wild-eagle", 1) != {}
    assert not game.summons("wild-eagle", 2)
    mate = team(pattern_at("bomb", "e5"), seat=3, others={3: {"hand": ["bomb"]}})
    assert any(code.startswith("bomb@e5") for code in offered(mate))
    play(mate, "+a5")
    assert pieces(mate)["a5"] == "1 common"
    scored = team({}, seat=3, actions=0, destroyed={"2": {"heroic": 2}, "1": {"heroic": 5}})
    play(scored, ".")
    assert [scored.score(seat) for seat in (1, 2, 3, 4)] == [2, 0, 2, 0]


def test_a_teammates_own_cards_are_not_used() -> None:  # R19.8
    board = pattern_at("bomb", "e5") | dict.fromkeys(("a4", "a5", "a6", "b6"), "2 common")
    mate = {"hand": ["bomb"], "flare": ["flare-09"]}
    game = team(board, hand=["wild-eagle"], others={3: mate})
    codes = {move.card for move in game.legal_moves() if move.card}
    assert "wild-eagle" in codes and not codes & {"bomb", "flare-09"}


# -- passing control before an action ------------------------------------------------------------


def test_after_passing_the_teammate_places_and_the_owner_ends_the_turn() -> None:  # R19.7, R19.13
    game = team(
        pattern_at("hell-bull", "e5") | dict.fromkeys(("a4", "a5", "a6", "b6", "b5"), "2 common"),
        hand=["wild-eagle", "dire-wolf"],
        legends=["hell-bull"],
        flare="flare-02",
        others={3: {"flare": ["flare-09"]}},
    )  # fmt: skip
    assert {"place", "summon", "discard", "pass-control"} <= kinds(game)
    play(game, PASS)
    assert game.player == 3
    assert game.state.seat == 0
    assert kinds(game) == {"place"}
    assert legends_of(game)[0] == 0
    assert game.state.legends[2] == ("hell-bull",)
    with pytest.raises(IllegalMove):
        game.play(PASS)
    play(game, "+g5")
    assert (game.player, kinds(game)) == (3, {"place"})
    play(game, "+g6")
    assert (game.player, offered(game)) == (1, {"."})
    assert pieces(game)["g6"] == "1 common"
    play(game, ".")
    assert game.player == 2
    assert not game.state.passed
    assert [event.seat for event in game.history()[0].events] == [3]


def test_no_flare_after_passing_not_even_after_the_last_action() -> None:  # R9.8
    board = dict.fromkeys(("a4", "a5", "a6", "b6", "b5", "b4"), "2 common")
    game = team(board, flare="flare-02", others={3: {"flare": ["flare-09"]}})
    assert "!flare-02" in offered(game)  # without the number of an opponent
    assert "!flare-09" not in offered(game)
    play(game, "+e5")
    assert PASS in offered(game)  # between two actions
    play(game, PASS)
    assert kinds(game) == {"place"}
    play(game, "+e6")
    assert offered(game) == {"."}
    assert game.state.flares[0] == ("flare-02",)
    kept = play(team(board, flare="flare-02"), "+e5", "+e6")
    assert offered(kept) == {"!flare-02", "."}


def test_no_thaw_and_no_warp_after_passing() -> None:
    frozen = team({}, schools=("everfrost", *SCHOOLS[1:]), first={"frozen": "ice-queen"})
    assert "*ice-queen" in offered(frozen)
    play(frozen, PASS)
    assert kinds(frozen) == {"place"}
    play(frozen, "+e5", "+e6")
    assert offered(frozen) == {"."}
    others = {3: {"frozen": "ice-queen"}}
    mates = team({}, schools=("sylvan", "northern", "everfrost", "highland"), others=others)
    assert "thaw" not in kinds(mates)  # each thaws on the own turn only
    play(mates, PASS)
    assert kinds(mates) == {"place"}
    schools = ("etherweave", *SCHOOLS[1:])
    warping = team({}, schools=schools, hand=["antimatter-spirit"], number=9)
    assert "%antimatter-spirit" in offered(warping)
    play(warping, PASS, "+e5", "+e6")
    assert offered(warping) == {"."}


def test_the_last_action_cannot_be_passed_when_it_is_done() -> None:
    game = team({}, actions=0)
    assert offered(game) == {"."}
    with pytest.raises(IllegalMove):
        game.play(PASS)


def test_control_can_be_passed_in_the_first_turn() -> None:
    game = new_game("high-form", SCHOOLS, teams=True, seed=1)
    play(game, PASS)
    assert game.player == 3
    play(game, "+e5")
    assert (game.player, offered(game)) == (1, {"."})


def test_two_players_alone_do_not_pass() -> None:
    board = {"a5": "1 common", "b5": "1 common"}
    game = arrange(board, school="highland", hand=["wild-eagle"])
    assert PASS not in offered(game)
    play(game, "+d4", "+f4")
    alone = arrange({"d4": "1 common", "f4": "1 common"}, school="highland", hand=["wild-eagle"])
    play(alone, "wild-eagle@e5")
    assert PASS not in offered(alone)


def test_the_teammate_picks_up_when_the_supply_is_empty() -> None:
    own = [f"{f}{r}" for r in (7, 8) for f in "cdefgh"] + ["d4", "a5", "b5", "c5"]
    game = team(dict.fromkeys(own, "1 common"), actions=1)
    play(game, PASS)
    assert offered(game) == {f"^{square}" for square in own}
    play(game, "^d4")
    assert (game.player, game.prompt.kind) == (3, "place")
    play(game, "d4")
    assert (game.player, offered(game)) == (1, {"."})


def test_the_owner_claims_a_task_after_passing() -> None:
    board = {"c2": "1 heroic", "d8": "1 heroic"}
    tasks = {"current": ["red-conquest", "destruction"]}
    game = team(board, form="high-form", actions=1, more={"tasks": tasks})
    play(game, PASS, "+e5")
    assert (game.player, offered(game)) == (1, {"=red-conquest", "."})
    play(game, "=red-conquest")
    assert [game.score(seat) for seat in (1, 2, 3, 4)] == [2, 0, 2, 0]


# -- passing control inside an effect ------------------------------------------------------------


def test_the_teammate_finishes_an_effect() -> None:
    game = team(pattern_at("hell-bull", "e5"), legends=["hell-bull", "titan"], actions=1)
    play(game, "hell-bull@e5")
    assert (game.player, game.prompt.kind) == (1, "move")
    assert {"skip", "pass-control"} <= kinds(game)
    play(game, "e5-e6", PASS)
    assert (game.player, game.prompt.kind) == (3, "move")
    assert "pass-control" not in kinds(game)
    assert "skip" in kinds(game)
    assert game.state.legends[2] == ("titan",)
    play(game, "e6-e7")
    assert game.player == 3
    play(game, "-")
    assert pieces(game)["e7"] == "1 legendary"
    assert (game.player, offered(game)) == (1, {"."})
    assert game.score(3) == 1


def test_actions_gained_by_the_teammate_are_placed() -> None:
    board = dict.fromkeys(("a4", "a5", "a6", "b6", "b5", "b4", "c5", "c4"), "2 common")
    board |= {"e5": "1 common", "e6": "1 common"}
    game = team(board, flare="flare-07", actions=0, others={3: {"flare": ["flare-02"]}})
    play(game, "!flare-07")
    assert offered(game) == {"e5", "e6", PASS}
    play(game, PASS)
    assert (game.player, offered(game)) == (3, {"e5", "e6"})
    play(game, "e6")
    assert (game.player, game.state.actions, kinds(game)) == (3, 1, {"place"})
    play(game, "+g5")
    assert (game.player, offered(game)) == (1, {"."})
    assert game.score(2) == 1  # for the flare, to the other team
    assert game.score(1) == 0
    play(game, ".")
    assert game.player == 2


def test_a_forced_answer_is_not_a_moment_to_pass() -> None:
    board = dict.fromkeys(("a4", "a5", "a6", "b6", "b5", "b4", "c5"), "2 common")
    game = team({**board, "e5": "1 common"}, flare="flare-07", actions=0)
    play(game, "!flare-07")
    assert game.board["e5"].rank == "heroic"
    assert (game.player, game.state.passed) == (1, False)
    assert PASS in offered(game)  # but before the gained action it is


def test_the_discard_action_is_not_passed() -> None:
    game = team({}, hand=["wild-eagle", "dire-wolf"])
    play(game, "~dire-wolf")
    assert game.prompt.kind == "return"
    assert PASS not in offered(game)
    play(game, "-")
    assert PASS in offered(game)


def test_a_question_around_an_effect_is_not_passed() -> None:
    own = [f"{f}{r}" for r in (7, 8) for f in "cdefgh"] + ["d4", "f4", "b5", "c5"]
    game = team(dict.fromkeys(own, "1 common"), hand=["wild-eagle"])
    play(game, "wild-eagle@e5")
    assert game.prompt.kind == "pick-up"
    assert PASS not in offered(game)
    play(game, "b5")
    assert PASS in offered(game)  # now its effect is going on


def test_what_the_effect_discards_is_the_owners() -> None:  # R19.14
    game = team(
        pattern_at("reality-patch", "e5"),
        schools=("etherweave", *SCHOOLS[1:]),
        hand=["reality-patch", "antimatter-spirit"],
        legends=["titan"],
        flare="flare-02",
        others={3: {"hand": ["bomb"], "flare": ["flare-09"]}},
    )
    play(game, next(c for c in sorted(offered(game)) if c.startswith("reality-patch@e5")))
    assert offered(game) == {"antimatter-spirit", "titan", "flare-02", PASS}
    play(game, PASS)
    # Nobody but the owner sees the hand, so nobody else chooses from it.
    assert (game.player, offered(game)) == (1, {"antimatter-spirit", "flare-02"})
    view: Any = game.view(3)
    assert view["hand"]["beings"] == ["bomb"] and view["open"] is None
    play(game, "flare-02")
    assert game.player == 3  # who goes on placing
    assert game.state.flares == ((), (), ("flare-09",), ())
    assert game.score(2) == 0  # discarded, not invoked


@pytest.mark.parametrize("passed", [False, True])
def test_a_discard_is_no_cheaper_after_passing(passed: bool) -> None:  # R19.14
    game = team(
        pattern_at("iris-of-eternity", "e5"),
        schools=("etherweave", *SCHOOLS[1:]),
        hand=["iris-of-eternity"],
        legends=["titan", "hell-bull"],
    )
    play(game, "iris-of-eternity@e5")
    if passed:
        play(game, PASS)
        assert game.state.legends[2] == ("titan", "hell-bull")
    play(game, "upgrade")
    assert legends_of(game)[0] == legends_of(game)[2] == 0
    assert game.state.legend_discards == ("titan", "hell-bull")
    seats = [e.seat for e in game.history()[-1].events if e.kind == "discard-legend"]
    assert seats == [3 if passed else 1] * 2
    play(game, "+a5", ".")
    assert legends_of(game)[2] == 2  # drawn anew


def test_the_owner_fetches_and_keeps_frozen_effects() -> None:  # R19.14, R20.6
    game = team(
        pattern_at("frozen-chest", "e5"),
        schools=("everfrost", *SCHOOLS[1:]),
        hand=["frozen-chest"],
        first={"frozen": "ice-princess", "discards": ["ice-queen", "ice-wyvern"]},
    )
    play(game, "frozen-chest@e5")
    assert PASS in offered(game)
    passed = play(game.copy(), PASS)
    for now in (game, passed):
        assert (now.player, offered(now) - {PASS}) == (1, {"ice-queen", "ice-wyvern"})
        play(now, "ice-queen")
        # This is around the effect, not in it.
        assert (now.player, offered(now)) == (1, {"ice-princess", "ice-queen"})
        play(now, "ice-queen")
        assert now.state.frozen[0] == "ice-queen"
    assert (game.player, passed.player) == (1, 3)


def test_the_owner_keeps_a_frozen_effect_after_passing() -> None:  # R20.6
    game = team(
        pattern_at("crystal-grower", "e5") | {"b5": "2 common", "b6": "2 common"},
        schools=("everfrost", *SCHOOLS[1:]),
        hand=["crystal-grower"],
        first={"frozen": "ice-princess"},
    )
    play(game, "crystal-grower@e5", PASS)
    assert (game.player, offered(game)) == (3, {"b5", "b6"})
    play(game, "b5")
    assert (game.player, offered(game)) == (1, {"ice-princess", "crystal-grower"})
    play(game, "crystal-grower")
    assert (game.player, kinds(game)) == (3, {"place"})


# -- decks and hands -----------------------------------------------------------------------------


def deck_of(size: int, hand: Sequence[str]) -> list[str]:
    return [card for card in HIGHLAND if card not in hand][:size]


def test_returned_cards_lie_sideways_and_straighten_others() -> None:  # R8.7
    hand = HIGHLAND[:3]
    game = team({}, hand=hand, first={"deck": deck_of(13, hand)}, actions=1)
    assert sideways(game) == (7, 6)
    play(game, f"~{hand[0]}", hand[1], hand[2])
    assert sideways(game) == (9, 6)
    assert game.state.decks[0][-2:] == (hand[1], hand[2])
    legend = team({}, hand=hand[:1], legends=["titan"], flare="flare-01", actions=1)
    before = sideways(legend)
    play(legend, f"~{hand[0]}", "titan", "flare-01")
    assert sideways(legend) == before


def test_with_fewer_than_six_sideways_none_is_straightened() -> None:  # R19.10
    hand = HIGHLAND[:2]
    game = team({}, hand=hand, first={"deck": deck_of(4, hand)}, actions=1, last_turns=3)
    assert sideways(game) == (0, 4)
    play(game, f"~{hand[0]}", hand[1])
    assert sideways(game) == (0, 5)


@pytest.mark.parametrize(
    ("straight", "held", "triggered", "left"),
    [(1, 1, True, (0, 5)), (1, 2, True, (0, 6)), (2, 2, False, (1, 6)), (3, 0, True, (0, 6))],
)
def test_the_last_straight_card_triggers_the_end(
    straight: int, held: int, triggered: bool, left: tuple[int, int]
) -> None:  # R19.19
    hand = HIGHLAND[:held]
    game = team({}, hand=hand, first={"deck": deck_of(straight + 6, hand)}, actions=0)
    assert sideways(game) == (straight, 6)
    play(game, ".")
    assert sideways(game) == left
    assert game.state.last_turns == (4 if triggered else -1)
    assert len(game.state.hands[0]) == 3
    seats = []
    while triggered and game.player is not None:
        seats.append(game.player)
        finish_turn(game)
    assert seats == ([2, 3, 4, 1] if triggered else [])


def test_sideways_cards_alone_have_lost_the_last_straight_one() -> None:
    hand = HIGHLAND[:2]
    game = team({}, hand=hand, first={"deck": deck_of(5, hand)}, actions=0)
    assert sideways(game) == (0, 5)
    play(game, ".")
    assert sideways(game) == (0, 4)
    assert game.state.last_turns == 4


def test_the_teammate_draws_the_legends() -> None:
    game = team({}, legends=["titan"], actions=0, extra_legends=1)
    play(game, ".")
    assert legends_of(game) == [0, 2, 3, 0]
    assert "titan" in game.state.legends[2]
    two = team({}, legends=["titan", "hell-bull"], actions=0, extra_beings=1)
    play(two, ".")
    assert legends_of(two) == [0, 2, 2, 0]
    assert len(two.state.hands[0]) == 4  # an extra being is one's own
    assert [len(hand) for hand in two.state.flares] == [1, 0, 0, 0]


def test_the_legends_go_to_and_fro() -> None:
    game = new_game("high-form", SCHOOLS, teams=True, seed=1)
    held = []
    for _ in range(4):
        held.append(legends_of(game))
        finish_turn(game)
    assert held == [[2, 2, 0, 0], [0, 2, 2, 0], [0, 0, 2, 2], [2, 0, 0, 2]]


def test_an_extra_turn_is_played_without_legends() -> None:  # R19.17
    game = team(
        pattern_at("time-elemental", "e5"), legends=["time-elemental", "hell-bull"], actions=1
    )
    play(game, "time-elemental@e5", ".")
    assert (game.player, game.state.actions, game.state.in_extra_turn) == (1, 2, True)
    assert legends_of(game) == [0, 2, 2, 0]
    assert not any(game.state.legends[0])
    game.play("+a5")
    game.play("+a4")
    play(game, ".")
    assert game.player == 2
    assert legends_of(game) == [0, 2, 2, 0]


def test_control_may_be_passed_in_an_extra_turn_again() -> None:
    game = team({}, extra_turns=1, actions=1)
    play(game, PASS, "+e5", ".")
    assert (game.player, game.state.passed) == (1, False)
    assert PASS in offered(game)


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "scores", "triggered"),
    [
        ("duel", {1: 9, 3: 9}, True),
        ("duel", {2: 17}, False),
        ("duel", {4: 18}, True),
        ("high-form", {2: 8}, False),
        ("high-form", {2: 5, 4: 4}, True),
    ],
)
def test_the_points_of_a_team_trigger_the_end(
    form: str, scores: dict[int, int], triggered: bool
) -> None:
    others = {seat: {"score": score} for seat, score in scores.items()}
    game = team({}, form=form, others=others, seat=2, actions=0)
    play(game, ".")
    assert game.state.last_turns == (4 if triggered else -1)


def test_a_team_wins() -> None:
    game = team(
        {"e5": "1 heroic"}, others={1: {"score": 3}, 4: {"score": 3}}, last_turns=1, actions=0
    )
    play(game, ".")
    assert game.outcome is not None
    assert game.outcome.winners == (1, 3)
    assert game.outcome.scores == (3, 3, 3, 3)
    assert game.outcome.places == (1, 2, 1, 2)
    assert game.outcome.reason == "upgraded"
    assert "Result: seats 1 3, 3-3-3-3, upgraded" in game.record()


@pytest.mark.parametrize(("seat", "winners"), [(1, (2, 4)), (4, (1, 3))])
def test_a_team_can_resign(seat: int, winners: tuple[int, ...]) -> None:
    game = team({})
    game.resign(seat)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == (winners, "resigned")
    places = enumerate(game.outcome.places, start=1)
    assert tuple(number for number, place in places if place == 1) == winners
    assert_kept(game)


def test_a_pending_being_costs_the_team_two_points() -> None:
    game = team(
        {},
        schools=("northern", "highland", "etherweave", "sylvan"),
        others={1: {"score": 18}, 3: {"pending": "antimatter-spirit"}},
        actions=0,
    )
    assert [game.score(seat) for seat in (1, 2, 3, 4)] == [16, 0, 16, 0]
    play(game, ".")
    assert game.state.last_turns == -1


def test_only_the_next_opponent_loses_an_action() -> None:
    board = pattern_at("everfrost-sentinel", "e5") | {"e5": "2 common"}
    game = team(board, schools=("everfrost", *SCHOOLS[1:]), hand=["everfrost-sentinel"])
    play(game, next(c for c in sorted(offered(game)) if c.startswith("everfrost-sentinel@e5")))
    play(game, PASS, "e5")  # the teammate may decide it
    assert game.state.penalties == (0, 1, 0, 0)


def test_a_lost_action_hits_the_next_turn_of_the_other_team_only() -> None:
    game = team({}, others={2: {"penalty": 1}}, actions=0)
    seen = []
    for _ in range(5):
        game.play(".")
        seen.append(game.state.actions)
        while game.state.actions:
            game.play(next(m for m in game.legal_moves() if m.kind == "place"))
    assert seen == [1, 2, 2, 2, 2]


# -- what a seat may know ------------------------------------------------------------------------


def test_a_teammates_hand_is_hidden_but_the_legends_are_shared() -> None:
    game = team(
        {},
        hand=["wild-eagle", "dire-wolf"],
        legends=["titan", "hell-bull"],
        flare="flare-02",
        others={3: {"hand": ["bomb"], "flare": ["flare-09"]}},
    )
    views: list[Any] = [game.view(seat) for seat in (1, 2, 3, 4)]
    texts = [json.dumps(view) for view in views]
    for seat in (2, 3, 4):
        for hidden in ("wild-eagle", "dire-wolf", "flare-02"):
            assert hidden not in texts[seat - 1]
    for seat in (1, 2, 4):
        for hidden in ('"bomb"', "flare-09"):
            assert hidden not in texts[seat - 1]
    assert views[0]["hand"]["team_legends"] == ["titan", "hell-bull"]
    assert views[2]["hand"]["team_legends"] == ["titan", "hell-bull"]
    assert views[2]["hand"]["legends"] == []
    for seat in (2, 4):
        assert "titan" not in texts[seat - 1]
        assert sorted(views[seat - 1]["hand"]["team_legends"]) == sorted(game.state.legends[1])
    play(game, PASS)
    mate: Any = game.view(3)
    assert mate["hand"]["legends"] == mate["hand"]["team_legends"] == ["titan", "hell-bull"]
    assert mate["turn"]["passed"]
    assert "wild-eagle" not in json.dumps(mate)
    alone: Any = arrange({}).view(1)
    assert alone["hand"]["team_legends"] == []


# -- texts ---------------------------------------------------------------------------------------


def assert_kept(game: Game) -> None:
    """Check that saves, records and copies give the same game, and that undo and redo do too."""
    loaded = Game.from_json(game.to_json())
    assert not loaded.restored_from_checkpoint
    for other in (loaded, Game.from_record(game.record()), game.copy()):
        assert_equal(other, game)
        assert other.player == game.player
    if game.can_undo:
        loaded.undo()
        again = Game.from_json(loaded.to_json())
        again.redo()
        assert_equal(again, game)


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_a_whole_team_game_can_be_told_at_any_time(form: str) -> None:
    game = new_game(form, SCHOOLS, teams=True, seed=3, names=list("abcd"))
    player, number, passed, inside = RandomPlayer(form), 0, 0, 0
    while not game.is_over:
        move = take_decision(game, player)
        number += 1
        within = (
            move.kind == "pass-control"
            and game.last_move is not None
            and game.last_move.move != move
        )
        passed += move.kind == "pass-control"
        inside += within
        if within or number % 41 == 0 or game.is_over:
            assert_kept(game)
    assert passed > inside > 0


def test_passing_inside_an_effect_is_saved_undone_and_redone() -> None:
    game = team(pattern_at("hell-bull", "e5"), legends=["hell-bull", "titan"], actions=2)
    play(game, "hell-bull@e5", "e5-e6")
    before = game.state.key()
    play(game, PASS)
    assert_kept(game)
    assert game.player == 3
    assert "hell-bull@e5 (e5-e6 >)\n" in game.record()
    game.undo()
    assert game.state.key() == before
    assert (game.player, legends_of(game)[0]) == (1, 1)
    game.redo()
    assert (game.player, legends_of(game)[0]) == (3, 0)
    play(game, "-", "+a5")
    assert_kept(game)
    game.undo()
    game.undo()
    game.undo()
    assert game.state.key() == before


def test_a_linked_effect_goes_on_after_passing() -> None:
    board = pattern_at("polarity-queen", "e5") | {"a5": "2 common"}
    game = team(board, schools=("etherweave", *SCHOOLS[1:]), hand=["polarity-queen"])
    play(game, next(c for c in sorted(offered(game)) if c.startswith("polarity-queen@e5")))
    before = offered(game)
    assert PASS in before
    play(game, PASS)
    assert (game.player, offered(game)) == (3, before - {PASS})
    step = game.legal_moves()[0].code
    play(game, step)
    assert_kept(game)
    while game.prompt.kind == "move":
        play(game, game.legal_moves()[0].code)
    assert kinds(game) == {"place"}


def test_a_scenario_can_begin_after_control_was_passed() -> None:
    game = team({}, legends=[], passed=True)
    assert (game.player, kinds(game)) == (3, {"place"})
    assert_kept(game)
    play(game, "+e5", "+e6")
    assert_kept(game)
    assert game.player == 1
