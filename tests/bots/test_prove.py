"""A proof finds every way to reach a goal in a turn, and says when it has not looked at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.bots.prove import Proof, prove, reaches
from tashkalar.formats import goal
from tashkalar.json_reader import Node
from tests.bots.positions import Place
from tests.support import arrange, pattern_at

TASKS = {"current": ["red-conquest", "destruction", "side-chain"], "next": "isolation"}


def proof(game: Game, wanted: dict[str, Any], **options: Any) -> Proof:
    return prove(game.state, goal.read(Node(wanted, "goal"), game.state), **options)


def without_flares(board: dict[str, str], **more: Any) -> Game:
    return arrange(board, theirs={"flare": []}, **more)


# -- what is found -------------------------------------------------------------------------------


def test_a_placement_that_makes_a_summoning_possible_is_found() -> None:
    board = pattern_at("knight", "e5") | {"e5": "2 heroic"}
    del board["d4"]
    found = proof(without_flares(board, hand=["knight"]), {"summon": "knight", "at": "e5"})
    assert found.is_complete
    assert {solution.codes[:2] for solution in found.solutions} == {("+d4", "knight@e5")}
    assert found.summonings == {(("knight", "e5"),)}
    assert found.fewest_moves == 2


def test_a_goal_out_of_reach_has_no_solution() -> None:
    board = pattern_at("knight", "e5")
    for square in ("d4", "e4"):
        del board[square]
    found = proof(without_flares(board, hand=["knight"]), {"summon": "knight", "at": "e5"})
    assert (found.is_complete, found.solutions, found.fewest_moves) == (True, (), 0)
    assert found.ends > 0


def test_a_claim_comes_after_all_actions() -> None:
    board = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common"}
    game = without_flares(board, form="high-form", tasks=TASKS, hand=[])
    found = proof(game, {"claim": "red-conquest"})
    assert found.solutions
    assert {solution.codes[-1] for solution in found.solutions} == {"=red-conquest"}


def test_points_come_with_the_end_of_the_turn() -> None:
    board = pattern_at("knight", "e5") | {"e5": "2 heroic"}
    game = without_flares(board, hand=["knight"], actions=1)
    found = proof(game, {"gain": 1, "within": {"turns": 1}})
    assert {solution.codes[-1] for solution in found.solutions} == {"."}
    assert not proof(game, {"gain": 3}).solutions


def test_the_last_placement_is_tried_where_pieces_are_the_goal() -> None:
    game = without_flares({}, hand=[], actions=1)
    found = proof(game, {"piece": {"a5": "1 common"}})
    assert [solution.codes for solution in found.solutions] == [("+a5",)]
    assert found.nodes > 40


def test_a_placement_that_cannot_matter_is_not_tried() -> None:
    game = without_flares({}, hand=[], actions=1)
    found = proof(game, {"beings": 1})
    assert (found.nodes, found.ends) == (0, 1)


def test_discards_are_left_out_unless_wanted() -> None:
    game = without_flares({}, hand=["knight", "bomb"], actions=1)
    wanted = {"piece": {"a5": "1 common"}}
    more = proof(game, wanted, with_discards=True)
    assert more.nodes > proof(game, wanted).nodes
    assert [solution.codes for solution in more.solutions] == [("+a5",)]


def test_too_few_nodes_prove_nothing() -> None:
    board = pattern_at("knight", "e5")
    found = proof(without_flares(board, hand=["knight"]), {"beings": 3}, most_nodes=10)
    assert (found.is_complete, found.nodes) == (False, 10)


def test_a_goal_that_is_reached_already_needs_no_move() -> None:
    found = proof(without_flares({"a5": "1 common"}), {"piece": {"a5": "1 common"}})
    assert [solution.codes for solution in found.solutions] == [()]
    assert (found.is_complete, found.nodes) == (True, 0)


def test_in_a_team_the_player_keeps_control() -> None:
    schools = ("northern", "sylvan", "highland", "southern")
    seats: list[dict[str, Any]] = [{"school": s, "hand": [], "flare": []} for s in schools]
    seats[0]["hand"] = ["knight"]
    board = pattern_at("knight", "e5")
    del board["d4"]
    game = Game.from_scenario({"form": "duel", "teams": True, "seats": seats, "board": board})
    assert any(move.kind == "pass-control" for move in game.legal_moves())
    found = proof(game, {"beings": 1})
    assert found.is_complete
    assert ("+d4", "knight@e5") in {solution.codes[:2] for solution in found.solutions}
    assert not any(">" in solution.codes for solution in found.solutions)


def test_to_survive_every_reply_is_searched() -> None:
    board = pattern_at("knight", "e5", owner=2)
    del board["d4"]
    theirs = {"hand": ["knight"], "flare": []}
    game = arrange(board, other="southern", theirs=theirs, actions=1)
    wanted = {"survive": {"summon": "knight", "at": "e5"}}
    found = proof(game, wanted)
    assert found.is_complete and found.ends > 50
    survived = {solution.codes for solution in found.solutions}
    sought = goal.read(Node(wanted, "goal"), game.state)
    for move in game.legal_moves():
        if move.kind == "place":
            codes = (move.code, ".")
            assert reaches(game.state, sought, codes) == (codes in survived), codes
    assert ("+d4", ".") in survived and ("+a4", ".") not in survived
    assert not reaches(game.state, sought, ("+d4",))  # the turn has not ended


# -- what is refused -----------------------------------------------------------------------------


def test_the_goal_of_the_other_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="seat to move"):
        proof(without_flares({}), {"win": True, "seat": 2})


# -- the same as playing every move --------------------------------------------------------------


def ways(game: Game, wanted: goal.Goal) -> Iterator[tuple[str, ...]]:
    """Play every decision of the turn but discards; yield those that reach the goal."""
    first = game.state.turn
    waiting = [game]
    while waiting:
        game = waiting.pop()
        finished = [entry for entry in game.history() if entry is not game.open_move]
        if goal.progress(wanted, finished, game.settled_state).state == "reached":
            yield tuple(game.codes)
        elif game.state.turn == first and not game.is_over:
            for move in game.legal_moves():
                if move.kind != "discard":
                    copy = game.copy()
                    copy.play(move)
                    waiting.append(copy)


WANTED: list[dict[str, Any]] = [
    {"beings": 1},
    {"destroy": 1},
    {"destroy": 2, "upgraded": True},
    {"gain": 2},
    {"piece": {"e5": "1 common"}},
    {"all": [{"destroy": 1}, {"beings": 1}]},
]


@pytest.mark.parametrize("pair", range(6))
@pytest.mark.parametrize("table", ["duel", "high-form"])
def test_a_proof_finds_what_playing_every_move_finds(table: str, pair: int) -> None:
    state = Place(table, pair, 3).game.state.copy()
    state.actions = 1
    for wanted in WANTED:
        game = Game(state)
        read = goal.read(Node(wanted, "goal"), state)
        found = prove(state, read, most_nodes=1000)
        if not found.is_complete:
            continue
        played = list(ways(game, read))
        assert bool(played) == bool(found.solutions), wanted
        assert {solution.codes for solution in found.solutions} <= set(played), wanted
