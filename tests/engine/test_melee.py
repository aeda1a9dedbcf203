"""Tests of the melee: set-up, scores by color, improvised summoning, the end and the places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tashkalar import Game, IllegalMove, new_game
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tests.engine.playing import assert_equal
from tests.support import arrange, finish_turn, offered, pattern_at, pieces, play

SCHOOLS = ("highland", "sylvan", "northern", "southern")
SYMBOLS = {"f8", "g8", "b3", "c3", "g3", "g4"}


def melee(
    board: Mapping[str, str],
    *,
    seats: int = 3,
    hand: Sequence[str] = (),
    legends: Sequence[str] = (),
    flare: str | None = None,
    scores: Sequence[Mapping[str, int]] = (),
    schools: Sequence[str] = SCHOOLS,
    first: Mapping[str, object] | None = None,
    **turn: object,
) -> Game:
    """A melee with seat 1 to act, unless the turn says otherwise."""
    described: list[dict[str, object]] = [
        {"school": school, "flare": []} for school in schools[:seats]
    ]
    described[0] |= {"hand": list(hand), "legends": list(legends), "flare": [flare] * bool(flare)}
    for seat, score in zip(described, scores, strict=False):
        seat["score"] = dict(score)
    described[0] |= first or {}
    return Game.from_scenario(
        {"form": "melee", "seats": described, "board": dict(board), "turn": {"seat": 1, **turn}}
    )


def scores_of(game: Game, seat: int) -> dict[str, int]:
    """A seat's points by enemy colour, as everybody sees them."""
    view: Any = game.view(1)
    found: dict[str, int] = view["seats"][seat - 1]["scores"]
    return found


def markers_of(game: Game, seat: int = 1) -> list[int]:
    """The colours with which a seat can still improvise."""
    view: Any = game.view(2)
    found: list[int] = view["seats"][seat - 1]["improvised"]
    return found


def ways(game: Game, card: str, square: str) -> dict[str, int | None]:
    """The moves that summon a card on a square, with the colour by which each improvises."""
    return {
        move.code: move.match.improvised if move.match else None
        for move in game.legal_moves()
        if move.card == card and move.square == square
    }


# -- the set-up ----------------------------------------------------------------------------------


def test_the_last_of_four_sets_up_for_all_but_the_second() -> None:
    game = new_game("melee", SCHOOLS, seed=1)
    assert (game.player, game.prompt.kind, game.state.actions) == (4, "marks", 1)
    assert offered(game) == SYMBOLS
    play(game, "g8")
    assert game.player == 4
    assert offered(game) == {"b3", "c3", "g3", "g4"}
    with pytest.raises(IllegalMove):
        game.play("f8")  # two at one symbol
    play(game, "g3")
    assert (game.player, offered(game)) == (4, {"b3", "c3"})
    play(game, "c3")
    assert pieces(game) == {"g8": "3 common", "g3": "4 common", "c3": "1 common"}
    assert (game.player, game.state.actions, game.prompt.kind) == (1, 1, "turn")
    assert "0. seat 4: g8 (g3 c3)\n" in game.record()
    play(game, "+e5", ".")
    assert (game.player, game.state.actions) == (2, 2)


def test_the_last_of_three_sets_up_for_everybody() -> None:
    game = new_game("melee", SCHOOLS[:3], seed=1)
    assert game.player == 3
    play(game, "b3", "f8", "g4")
    assert sorted(pieces(game).values()) == ["1 common", "2 common", "3 common"]
    assert set(pieces(game)) == {"b3", "f8", "g4"}
    assert game.player == 1


@pytest.mark.parametrize("order", [("f8", "b3", "g3"), ("c3", "g4", "g8"), ("g4", "g8", "b3")])
def test_the_one_who_sets_up_chooses_which_colour_goes_where(order: tuple[str, ...]) -> None:
    game = play(new_game("melee", SCHOOLS, seed=1), *order)
    assert [game.board[square].owner for square in order] == [3, 4, 1]


@pytest.mark.parametrize(("seats", "stock"), [(3, 15), (4, 14)])
def test_each_opponent_holds_a_piece(seats: int, stock: int) -> None:  # R4.13, R4.14
    game = melee({}, seats=seats)
    for seat in range(1, seats + 1):
        view: Any = game.view(1)
        supply = view["seats"][seat - 1]["supply"]
        assert supply == {"common": stock, "heroic": stock, "legendary": 3}
        assert markers_of(game, seat) == [c for c in range(1, seats + 1) if c != seat]
        assert scores_of(game, seat) == {str(c): 0 for c in range(1, seats + 1) if c != seat}


@pytest.mark.parametrize("seats", [0, 1, 2, 5])
def test_a_melee_is_for_three_or_four(seats: int) -> None:
    schools = (*SCHOOLS, "everfrost")[:seats]
    with pytest.raises(ValueError, match=rf"^schools: the melee needs 3 or 4 schools, not {seats}"):
        new_game("melee", schools)
    with pytest.raises(ValueError, match=r"^teams: there is no team play in the melee"):
        new_game("melee", SCHOOLS, teams=True)


# -- improvised summoning ------------------------------------------------------------------------

# c.c with the square above: one of the two is the enemy's.
EAGLE = {"d4": "1 common", "f4": "2 common"}


def test_an_enemy_piece_serves_once_for_its_colour() -> None:
    game = melee(EAGLE, hand=["wild-eagle"])
    assert ways(game, "wild-eagle", "e5") == {"wild-eagle@e5": 2}
    match = game.summons("wild-eagle")["e5"][0]
    assert match.used == {"d4", "f4"}
    assert match.foreign == {"f4"}
    play(game, "wild-eagle@e5", "-")
    assert game.board["f4"].owner == 2  # it does not change sides
    assert markers_of(game) == [3]
    assert markers_of(game, 3) == [1, 2]
    assert not game.summons("wild-eagle", 1).get("e3")
    game.undo()
    game.undo()
    assert markers_of(game) == [2, 3]


@pytest.mark.parametrize(("left", "possible"), [([2, 3], True), ([2], True), ([3], False)])
def test_a_spent_marker_does_not_serve_again(left: list[int], possible: bool) -> None:
    game = melee(EAGLE, hand=["wild-eagle"], first={"improvised": left})
    assert bool(ways(game, "wild-eagle", "e5")) == possible
    assert ("e5" in game.summons("wild-eagle")) == possible
    assert game.explain("wild-eagle", "e5").possible == possible


def test_two_enemy_pieces_are_too_many() -> None:
    for other in ("2", "3"):
        game = melee({"d4": "2 common", "f4": f"{other} common"}, hand=["wild-eagle"])
        assert not ways(game, "wild-eagle", "e5")
        assert not game.summons("wild-eagle")
        why = game.explain("wild-eagle", "e5")
        assert why.reason is not None
        assert why.reason.id == "why.missing"
    one_line = {"d4": "1 common", "f4": "1 common", "d6": "2 common", "f6": "2 common"}
    game = melee(one_line | {"e6": "3 common"}, hand=["wild-eagle"])
    foreign = [match.foreign for match in game.summons("wild-eagle")["e5"]]
    assert max(map(len, foreign)) == 1  # the two beyond do not make a pattern
    eagle = pattern_at("wild-eagle", "e5") | {"d6": "2 common", "f6": "3 common"}
    game = melee(eagle, hand=["wild-eagle"], first={"improvised": [3]})
    assert set(ways(game, "wild-eagle", "e5").values()) == {None, 3}  # not both, 2 and 3


def test_a_piece_serves_with_its_real_rank() -> None:
    needed = pattern_at("time-elemental", "e6")
    heroic = next(square for square, piece in needed.items() if piece == "1 heroic")
    for rank, possible in (("common", False), ("heroic", True), ("legendary", True)):
        game = melee({**needed, heroic: f"3 {rank}"}, legends=["time-elemental"])
        assert bool(ways(game, "time-elemental", "e6")) == possible


def test_a_legend_can_be_improvised() -> None:
    needed = pattern_at("time-elemental", "e6")
    heroic = next(square for square, piece in needed.items() if piece == "1 heroic")
    game = melee({**needed, heroic: "2 heroic"}, legends=["time-elemental"])
    assert ways(game, "time-elemental", "e6") == {"time-elemental@e6": 2}
    play(game, "time-elemental@e6", "3")
    assert markers_of(game) == [3]
    assert pieces(game)[heroic] == "2 heroic"
    assert pieces(game)["e6"] == "1 legendary"


def test_improvising_is_a_choice_beside_an_own_pattern() -> None:
    both = {"d4": "1 common", "f4": "1 common", "d6": "1 common", "f6": "2 common"}
    game = melee(both, hand=["wild-eagle"])
    assert ways(game, "wild-eagle", "e5") == {"wild-eagle@e5/1": None, "wild-eagle@e5/2": 2}
    other = game.copy()
    play(game, "wild-eagle@e5/1", "-")
    assert markers_of(game) == [2, 3]
    play(other, "wild-eagle@e5/2", "-")
    assert markers_of(other) == [3]


def test_which_colour_improvises_is_a_choice() -> None:
    board = {"d4": "1 common", "f4": "2 common", "d6": "3 common"}
    game = melee(board, hand=["wild-eagle"])
    placements = ways(game, "wild-eagle", "e5")
    assert set(placements.values()) == {2, 3}
    code = next(code for code, colour in placements.items() if colour == 3)
    play(game, code, "-")
    assert markers_of(game) == [2]


# An own piece is needed on the square itself: "#c" over "cc".
DRUM = {"f5": "1 common", "e4": "1 common", "f4": "1 common"}


def test_the_piece_on_the_square_itself_may_be_the_enemys() -> None:
    game = melee({**DRUM, "e5": "2 common"}, hand=["war-drummer"])
    assert ways(game, "war-drummer", "e5") == {"war-drummer@e5": 2}
    play(game, "war-drummer@e5", "-")
    assert pieces(game)["e5"] == "1 heroic"
    assert markers_of(game) == [3]
    view: Any = game.view(1)
    assert view["turn"]["destroyed"][1] == {"common": 1, "heroic": 0, "legendary": 0}
    assert not ways(melee(DRUM, hand=["war-drummer"]), "war-drummer", "e5")


def test_a_higher_piece_on_the_square_costs_no_marker() -> None:
    game = melee({**DRUM, "e5": "2 legendary"}, hand=["war-drummer"])
    assert not ways(game, "war-drummer", "e5")
    with pytest.raises(IllegalMove):
        game.play("war-drummer@e5")
    assert markers_of(game) == [2, 3]
    assert game.state.actions == 2


def test_a_lent_piece_and_an_improvised_one_make_two() -> None:
    board = {"d4": "2 common", "f4": "3 common"}
    assert not ways(melee(board, hand=["wild-eagle"]), "wild-eagle", "e5")
    game = melee(board, hand=["wild-eagle"], borrow=1)
    placements = ways(game, "wild-eagle", "e5")
    assert sorted(placements.values(), key=str) == [
        2,
        3,
    ]  # one of them is lent, the other improvised
    play(game, next(code for code, colour in placements.items() if colour == 2), "-")
    assert markers_of(game) == [3]
    assert game.state.borrow == 0
    same = melee({"d4": "2 common", "f4": "2 common"}, hand=["wild-eagle"], borrow=1)
    assert set(ways(same, "wild-eagle", "e5").values()) == {2}
    spent = melee(
        {"d4": "2 common", "f4": "2 common"},
        hand=["wild-eagle"],
        borrow=1,
        first={"improvised": [3]},
    )
    assert not ways(spent, "wild-eagle", "e5")


def test_a_lent_piece_alone_costs_no_marker() -> None:
    game = melee(EAGLE, hand=["wild-eagle"], borrow=1)
    assert ways(game, "wild-eagle", "e5") == {"wild-eagle@e5": None}
    play(game, "wild-eagle@e5", "-")
    assert markers_of(game) == [2, 3]


def test_three_enemy_pieces_are_too_many_even_with_a_lent_one() -> None:
    needed = dict.fromkeys(pattern_at("hungry-bear", "e5"), "2 common")
    assert len(needed) == 3
    one, two, three = sorted(needed)
    for board, possible in (
        (needed, False),
        ({**needed, one: "1 common"}, True),
        ({**needed, one: "3 common", two: "3 common", three: "2 common"}, False),
    ):
        game = melee(board, hand=["hungry-bear"], borrow=1)
        assert bool(ways(game, "hungry-bear", "e5")) == possible


def test_in_a_shortage_only_own_pieces_outside_the_pattern_are_picked_up() -> None:
    own = [f"{f}{r}" for r in (7, 8) for f in "cdefgh"] + ["d4", "a5", "b5"]
    board = dict.fromkeys(own, "1 common") | {"f4": "2 common", "i5": "3 common"}
    assert len(own) == 15
    # A second enemy piece of the colour is as good as the first: no choice.
    twice = melee({**board, "d6": "2 common"}, hand=["wild-eagle"])
    assert ways(twice, "wild-eagle", "e5") == {"wild-eagle@e5": 2}
    game = melee(board, hand=["wild-eagle"])
    assert ways(game, "wild-eagle", "e5") == {"wild-eagle@e5": 2}
    play(game, "wild-eagle@e5")
    assert game.prompt.kind == "pick-up"
    assert offered(game) == set(own) - {"d4"}


def test_a_used_enemy_piece_can_be_a_marked_square() -> None:
    # CC@C: the marked pieces may be upgraded if they are common, of any color.
    board = {"c5": "1 common", "d5": "2 common", "f5": "1 common"}
    game = melee(board, hand=["clan-guardian"])
    (code,) = ways(game, "clan-guardian", "e5")
    play(game, code)
    assert offered(game) == {"c5", "d5", "f5"}


def test_nobody_improvises_in_another_form() -> None:  # R15.15
    for form in ("duel", "high-form"):
        game = arrange(EAGLE, hand=["wild-eagle"], school="highland", form=form)
        assert not game.summons("wild-eagle")
        view: Any = game.view(1)
        assert view["seats"][0]["improvised"] is None
        assert view["seats"][0]["scores"] is None


def test_others_improvise_with_their_own_markers() -> None:
    game = melee(EAGLE, hand=["wild-eagle"], first={"improvised": []})
    assert not game.summons("wild-eagle")
    assert game.summons("wild-eagle", 2)["e5"][0].improvised == 1
    assert not game.summons("wild-eagle", 3)


# -- points --------------------------------------------------------------------------------------


def test_a_legend_scores_at_once_in_a_colour_of_choice() -> None:
    game = melee(pattern_at("hell-bull", "e5"), seats=4, legends=["hell-bull"], actions=1)
    play(game, "hell-bull@e5")
    assert (game.player, game.prompt.kind, game.prompt.optional) == (1, "legend-colour", False)
    assert offered(game) == {"2", "3", "4"}
    play(game, "4")
    assert scores_of(game, 1) == {"2": 0, "3": 0, "4": 1}
    assert game.prompt.kind == "move"  # its effect comes after
    play(game, "-", ".")
    assert scores_of(game, 1) == {"2": 0, "3": 0, "4": 1}
    assert game.score(1) == 0  # the lowest colour


@pytest.mark.parametrize(
    ("seats", "destroyed", "sure", "choice"),
    [
        (4, {"2": {"common": 2}, "3": {"common": 1}, "4": {"common": 1}}, {"2": 1}, "34"),
        (4, {"2": {"common": 1}, "3": {"common": 1}, "4": {"common": 1}}, {}, "234"),
        (3, {"2": {"common": 3}, "3": {"common": 1}}, {"2": 1}, "23"),
        (3, {"2": {"common": 1, "heroic": 1}}, {"2": 1}, ""),
        (3, {"1": {"common": 1}, "2": {"common": 1}}, {}, ""),  # one's own score nothing
        (3, {"2": {"common": 5, "heroic": 2, "legendary": 1}}, {"2": 6}, ""),
        (3, {"2": {"legendary": 2}, "3": {"heroic": 3}}, {"2": 4, "3": 3}, ""),
    ],
)
def test_destroyed_pieces_score_in_their_colour(
    seats: int, destroyed: object, sure: dict[str, int], choice: str
) -> None:  # R3.3, R15.1, R15.4, R15.5
    before = {str(c): 0 for c in range(2, seats + 1)} | sure
    for chosen in choice or " ":
        game = melee({}, seats=seats, actions=0, destroyed=destroyed)
        play(game, ".")
        if choice:
            assert (game.player, game.prompt.kind, game.prompt.optional) == (
                1,
                "odd-commons",
                False,
            )
            assert offered(game) == set(choice)
            play(game, chosen)
            assert scores_of(game, 1) == {**before, chosen: before[chosen] + 1}
        else:
            assert scores_of(game, 1) == before
        assert game.player == 2
        assert scores_of(game, 2) == dict.fromkeys(scores_of(game, 2), 0)


# The position of melee-05: of flare-12 (2 upgraded, 5 pieces) the lower half holds against colour
# 2 only and the upper one against colour 3 only.
BEHIND = {"b5": "1 common", "b3": "3 heroic", "c3": "3 heroic"} | dict.fromkeys(
    ("d6", "e6", "f6", "d5", "f5", "d4", "e4"), "2 common"
)


def test_a_flare_names_one_opponent() -> None:
    game = melee(BEHIND, flare="flare-12")
    assert {c for c in offered(game) if c[0] == "!"} == {"!flare-12/2", "!flare-12/3"}
    other = game.copy()
    play(game, "!flare-12/2")
    assert game.state.actions == 3  # the lower half
    assert scores_of(game, 2) == {"1": 1, "3": 0}
    assert scores_of(game, 3) == {"1": 0, "2": 0}
    play(other, "!flare-12/3")
    assert other.prompt.kind == "leap"  # the upper half
    assert scores_of(other, 3) == {"1": 1, "2": 0}
    play(other, "-")
    assert other.state.actions == 2
    assert other.state.flare_discards == ("flare-12",)


def test_only_an_opponent_who_is_ahead_can_be_named() -> None:
    board = {s: p for s, p in BEHIND.items() if p != "3 heroic"} | {"b3": "3 heroic"}
    game = melee(board, flare="flare-12")
    assert {c for c in offered(game) if c[0] == "!"} == {"!flare-12/2"}
    with pytest.raises(IllegalMove):
        game.play("!flare-12/3")
    mixed = melee({"b3": "2 heroic", "c3": "3 heroic", "e5": "3 common"}, flare="flare-12")
    assert not any(c[0] == "!" for c in offered(mixed))  # the enemies are not added up


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "score", "triggered"),
    [(3, 11, False), (3, 12, True), (4, 9, False), (4, 10, True)],
)
def test_enough_in_one_colour_triggers_the_end(seats: int, score: int, triggered: bool) -> None:
    game = melee({}, seats=seats, actions=0, scores=[{}, {"3": score, "1": 8}])
    play(game, ".")
    assert game.state.last_turns == (seats if triggered else -1)


def test_the_player_whose_turn_triggered_plays_last() -> None:
    game = melee(
        {}, seat=2, actions=0, number=5, scores=[{}, {"1": 11}], destroyed={"1": {"heroic": 1}}
    )
    play(game, ".")
    seats = []
    while game.player is not None:
        seats.append(game.player)
        finish_turn(game)
    assert seats == [3, 1, 2]


def test_points_for_a_flare_trigger_on_the_turn_of_the_invoker() -> None:
    game = melee(BEHIND, flare="flare-12", actions=0, scores=[{}, {"1": 11}])
    play(game, "!flare-12/2")
    finish_turn(game)
    assert game.state.last_turns == 3
    assert game.player == 2


def test_the_last_card_of_a_deck_triggers_the_end() -> None:
    hand = ["wild-eagle", "clan-axeman"]
    game = melee({}, hand=hand, first={"deck": ["dire-wolf"]}, actions=0)
    play(game, ".")
    assert game.state.last_turns == 3


Scores = list[dict[str, int]]


def ended(board: Mapping[str, str], scores: Scores) -> Game:
    """A melee that has just ended with these scores."""
    seats = len(scores)
    return play(
        melee(board, seats=seats, scores=scores, actions=0, seat=seats, number=9, last_turns=1), "."
    )


@pytest.mark.parametrize(
    ("scores", "places", "result", "reason"),
    [
        (
            [{"2": 5, "3": 9}, {"1": 8, "3": 5}, {"1": 12, "2": 4}],
            (1, 2, 3),
            (5, 5, 4),
            "second-colour",
        ),
        (
            [
                {"2": 5, "3": 7, "4": 9},
                {"1": 11, "3": 5, "4": 7},
                {"1": 4, "2": 4, "4": 4},
                {"1": 3, "2": 6, "3": 6},
            ],
            (2, 1, 3, 4),
            (5, 5, 4, 3),
            "third-colour",
        ),
        ([{"2": 1, "3": 1}, {"1": 2, "3": 2}, {"1": 9, "2": 1}], (3, 1, 2), (1, 2, 1), "points"),
        # Nobody has anything: seat 3 has more upgraded pieces, seat 2 more pieces than seat 1.
        ([{}, {}, {}], (3, 2, 1), (0, 0, 0), "upgraded"),
    ],
)
def test_places_are_decided_by_the_lowest_colours(
    scores: Scores, places: tuple[int, ...], result: tuple[int, ...], reason: str
) -> None:  # R15.8, R18.5
    board = {"a5": "1 common", "b5": "2 common", "c5": "2 common", "e5": "3 heroic"}
    outcome = ended(board, scores).outcome
    assert outcome is not None
    assert outcome.places == places
    assert outcome.scores == result
    assert outcome.winners == (places.index(1) + 1,)
    assert outcome.reason == reason


def test_an_unbroken_tie_is_shared() -> None:
    board = {
        "a5": "1 common",
        "b5": "2 common",
        "c5": "3 common",
        "e5": "3 heroic",
        "e6": "2 heroic",
    }
    game = ended(board, [{"2": 3, "3": 4}, {"1": 4, "3": 3}, {"1": 3, "2": 4}])
    assert game.outcome is not None
    assert game.outcome.winners == (2, 3)
    assert game.outcome.places == (3, 1, 1)
    assert game.outcome.reason == "tie"
    assert "Result: seats 2 3, 3-3-3, tie" in game.record()
    more = ended(
        {**board, "g5": "2 common"}, [{"2": 3, "3": 4}, {"1": 4, "3": 3}, {"1": 3, "2": 4}]
    )
    assert more.outcome is not None
    assert (more.outcome.winners, more.outcome.reason) == ((2,), "pieces")


def test_nobody_can_resign() -> None:
    game = melee({})
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMove):
            game.resign(seat)
    with pytest.raises(IllegalMove):
        game.decide("resign:1")
    assert not game.is_over


def test_a_pending_being_costs_two_points_in_each_colour() -> None:
    schools = ("etherweave", *SCHOOLS[:2])
    game = melee(
        {}, schools=schools, first={"pending": "merchant-of-time"}, scores=[{"2": 12, "3": 3}],
        actions=0,
    )  # fmt: skip
    assert scores_of(game, 1) == {"2": 10, "3": 1}
    assert game.score(1) == 1
    play(game, ".")
    assert game.state.last_turns == -1


# -- texts ---------------------------------------------------------------------------------------


def assert_kept(game: Game) -> None:
    """Check that saves, records and copies give the same game, and that undo and redo do too."""
    loaded = Game.from_json(game.to_json())
    assert not loaded.restored_from_checkpoint
    for other in (loaded, Game.from_record(game.record()), game.copy()):
        assert_equal(other, game)
    if game.can_undo:
        loaded.undo()
        again = Game.from_json(loaded.to_json())
        again.redo()
        assert_equal(again, game)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_whole_melee_can_be_told_at_any_time(seats: int) -> None:
    game = new_game("melee", SCHOOLS[:seats], seed=seats, names=list("abcd")[:seats])
    player, kinds, number = GreedyPlayer(seats), set(), 0
    while not game.is_over:
        take_decision(game, player)
        number += 1
        new = game.prompt.kind not in kinds
        kinds.add(game.prompt.kind)
        if new or number % 37 == 0 or game.is_over:
            assert_kept(game)
    assert {"marks", "legend-colour"} <= kinds


def test_the_question_for_odd_commons_can_be_saved_and_taken_back() -> None:
    destroyed = {"2": {"common": 1}, "3": {"common": 3}}
    game = melee({}, actions=0, destroyed=destroyed)
    start = game.state.key()
    play(game, ".")
    assert_kept(game)
    hands = game.state.hands
    play(game, "2")
    assert game.state.hands != hands or not any(game.state.decks)
    assert_kept(game)
    game.undo()
    game.undo()
    assert game.state.key() == start
