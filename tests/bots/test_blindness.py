"""Tests that the easy levels overlook cards and patterns, and that no level plays absurdly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.bots import EASY_LEVELS, PLANNING_LEVELS
from tashkalar.bots.batch import ALL_WAYS, PackedSide, unpack
from tashkalar.bots.blindness import Blindness
from tashkalar.bots.levels import LEVELS, Planner, player
from tashkalar.bots.search import SearchLimits
from tashkalar.bots.simple import take_decision
from tashkalar.position.board import BIT, RANKS, SQUARE_OF, distance, squares
from tashkalar.position.ids import colour_of, seat_of
from tests.support import arrange, pattern_at

TURNS_PER_MATCH = 50
MATCHES = [
    (form, schools)
    for form in ("duel", "high-form")
    for schools in (
        ("northern", "sylvan"),
        ("highland", "southern"),
        ("everfrost", "nethervoid"),
        ("etherweave", "northern"),
        ("sylvan", "highland"),
    )
]


def seen_squares(card: str, pieces: int, way_count: int) -> int:
    """Return the squares where a card of commons is seen to fit, with these own pieces."""
    side = PackedSide([pieces], [0], [0], [pieces], way_count=way_count)
    return unpack(side.squares_by_missing(card)[0], 1)[0]


def test_a_mirrored_pattern_is_seen_only_by_who_mirrors() -> None:
    compared = 0
    for card in cards.by_school("northern"):
        if any(rank for _, rank in card.shape.pieces):
            continue
        for lying in card.shape.orientations:
            anchor = squares(lying.anchors)[0]
            pieces = sum(BIT[anchor + shift] for shift, _ in lying.shifts)
            way = 4 * lying.transform.mirrored + lying.transform.quarters
            assert seen_squares(card.id, pieces, ALL_WAYS) & BIT[anchor]
            assert not seen_squares(card.id, pieces, way) & BIT[anchor]
            assert seen_squares(card.id, pieces, way + 1) & BIT[anchor]
            compared += lying.transform.mirrored
    assert compared > 3


def first_plan(game: Game, blindness: Blindness | None, seed: int) -> list[str]:
    """Return the plan of adept with few nodes and a blindness."""
    level = LEVELS["adept"]._replace(
        limits=SearchLimits(nodes=120, lines=2, answers=2), blindness=blindness
    )
    return Planner(level, seed).plan(game.view(1))


def test_an_overlooked_card_is_another_one_in_each_game() -> None:
    game = arrange(pattern_at("knight", "e5"), hand=["knight", "bomb", "herald"], actions=1)
    assert first_plan(game, None, 1)[0].startswith("knight@")
    plans = [first_plan(game, Blindness(1, ALL_WAYS), seed) for seed in range(12)]
    summons = [plan[0].startswith("knight@") for plan in plans]
    assert any(summons) and not all(summons)
    plans = [first_plan(game, Blindness(9, ALL_WAYS), seed) for seed in range(12)]
    assert any(plan[0].startswith("knight@") for plan in plans), "one card is always seen"


def test_first_steps_places_beside_its_own_where_it_sees_nothing() -> None:
    game = arrange({"b2": "2 common", "g7": "1 common"}, hand=["knight"], actions=1)
    plans = {player("firststeps", seed).plan(game.view(1))[0] for seed in range(8)}
    assert len(plans) > 2, "another square in each game"
    assert all(distance(SQUARE_OF["g7"], SQUARE_OF[code[1:]]) == 1 for code in plans)


def material(game: Game, colour: int) -> int:
    """Return the pieces of a color, where a rank counts double the one below."""
    weights = dict(zip(RANKS, (1, 2, 4), strict=True))
    return sum(
        weights[piece.rank] for piece in game.board.values() if colour_of(piece.owner) == colour
    )


def play_turn(game: Game, players: list[Planner]) -> set[str]:
    """Let the players play a turn to its end; return what looks absurd in it."""
    me, turn = game.state.colour, game.state.turn
    own, theirs, points = material(game, me), material(game, 1 - me), game.score(me + 1)
    absurd: set[str] = set()
    codes: list[str] = []
    own_destroyed = 0
    while game.player is not None and game.state.turn == turn:
        offered = [move.code for move in game.legal_moves()]
        is_end = game.prompt.kind == "end"
        own_destroyed = sum(game.state.destroyed[3 * me : 3 * me + 3])
        codes.append(take_decision(game, players[seat_of(game.player)]).code)
        if is_end and codes[-1] == "." and any(code.startswith("=") for code in offered):
            absurd.add(f"a claim left lying: {offered}")
    # A piece that a being replaces is destroyed too, but not lost.
    has_lost = own_destroyed and material(game, me) < own
    if has_lost and material(game, 1 - me) >= theirs and game.score(me + 1) <= points:
        absurd.add(f"own pieces destroyed for nothing: {codes}")
    if not any(code[0] in "+^" or "@" in code for code in codes):
        absurd.add(f"a turn given away: {codes}")
    return absurd


def matches_of_levels() -> Iterator[object]:
    """Yield ten matches for each level: some of the quick levels, and the others with --long."""
    for level in PLANNING_LEVELS:
        for number, (form, schools) in enumerate(MATCHES):
            is_lowest = level == EASY_LEVELS[0] and number % 5 == 0
            is_quick = is_lowest or (level in (*EASY_LEVELS, "novice") and number == 0)
            yield pytest.param(level, form, schools, marks=() if is_quick else (pytest.mark.long,))


@pytest.mark.parametrize(("level", "form", "schools"), list(matches_of_levels()))
def test_a_level_does_nothing_absurd(level: str, form: str, schools: tuple[str, str]) -> None:
    """Ten matches of 50 turns each, in which the level has both seats."""
    absurd: set[str] = set()
    turns, seed = 0, 0
    while turns < TURNS_PER_MATCH:
        seed += 1
        game = new_game(form, schools, seed=seed)
        players = [player(level, f"{seed}/{seat}") for seat in range(2)]
        while game.player is not None and turns < TURNS_PER_MATCH:
            absurd |= play_turn(game, players)
            turns += 1
    assert not absurd
