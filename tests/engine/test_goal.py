"""Tests of goals of lessons and puzzles: read strictly, and followed through real moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tashkalar import Game, ScenarioError
from tashkalar.formats import goal
from tashkalar.formats.goal import GoalProgress
from tashkalar.json_reader import Node
from tests.support import arrange, pattern_at, play

KNIGHT = pattern_at("knight", "e5")
TASKS = {"current": ["red-conquest", "destruction", "side-chain"], "next": "isolation"}


def puzzle(wanted: object, **more: Any) -> Game:
    """A Knight can be summoned on e5, where an enemy piece stands."""
    more = {"board": KNIGHT | {"e5": "2 heroic", "i4": "2 common"}, "hand": ["knight"]} | more
    return arrange(more.pop("board"), goal=wanted, **more)


def reached(game: Game) -> GoalProgress:
    """Return the state of the game's own goal."""
    assert game.scenario is not None
    steps = [entry for entry in game.history() if entry is not game.open_move]
    start = steps[0].state_before if steps else game.settled_state
    return goal.progress(
        goal.read(Node(game.scenario["goal"], "goal"), start), steps, game.settled_state
    )


def through(game: Game, *codes: str) -> list[str]:
    """The state of the goal at the start and after each code."""
    states = [reached(game).state]
    for code in codes:
        play(game, code)
        states.append(reached(game).state)
    return states


def finish(game: Game) -> None:
    """Answer the open questions, declining what may be declined."""
    while game.open_move is not None:
        codes = [move.code for move in game.legal_moves()]
        game.play("-" if "-" in codes else codes[0])


def end_turn(game: Game) -> None:
    """Place common pieces far from everything with all actions, and end the turn."""
    while (codes := [move.code for move in game.legal_moves()]) and "." not in codes:
        game.play(
            next(
                f"+{s}"
                for s in ("g8", "f9", "g9", "c9", "d9", "c1", "d1", "e1", "f1", "g1")
                if f"+{s}" in codes
            )
        )
    game.play(".")


# -- each kind of goal ---------------------------------------------------------------------------


def test_summon_somewhere() -> None:
    game = puzzle({"summon": "knight"})
    assert through(game, "+a5", "knight@e5")[:2] == ["open", "open"]
    finish(game)
    assert reached(game) == GoalProgress("reached", None, (True,))


def test_an_effect_that_is_going_on_reaches_nothing() -> None:
    game = puzzle({"summon": "knight"}, board=KNIGHT | {"e6": "2 common"})
    play(game, "knight@e5")
    assert game.open_move is not None
    assert reached(game).state == "open"
    finish(game)
    assert reached(game).state == "reached"


@pytest.mark.parametrize(("square", "state"), [("e5", "reached"), ("e6", "open")])
def test_summon_on_a_square(square: str, state: str) -> None:
    game = puzzle({"summon": "knight", "at": square})
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == state


def test_what_the_other_side_summons_does_not_count() -> None:
    board = pattern_at("knight", "e5", owner=2)
    game = puzzle(
        {"summon": "knight"}, board=board, school="sylvan", other="northern", hand=(),
        theirs={"hand": ["knight"]},
    )  # fmt: skip
    end_turn(game)
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == "open"
    other = puzzle(
        {"summon": "knight", "seat": 2}, board=board, school="sylvan", other="northern", hand=(),
        theirs={"hand": ["knight"]},
    )  # fmt: skip
    end_turn(other)
    play(other, "knight@e5")
    finish(other)
    assert reached(other).state == "reached"


@pytest.mark.parametrize(
    ("wanted", "state"),
    [
        ({"destroy": 1}, "reached"),
        ({"destroy": 2}, "open"),
        ({"destroy": 1, "rank": "heroic"}, "reached"),
        ({"destroy": 1, "rank": "common"}, "open"),
        ({"destroy": ["e5"]}, "reached"),
        ({"destroy": ["e5", "i4"]}, "open"),
    ],
)
def test_destroy(wanted: object, state: str) -> None:
    game = puzzle(wanted)
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == state


def test_own_pieces_are_not_destroyed_enemies() -> None:
    game = puzzle({"destroy": 1}, board=KNIGHT | {"e5": "1 common"})
    play(game, "knight@e5")
    finish(game)
    assert game.board["e5"].rank == "heroic"
    assert reached(game).state == "open"


def test_a_converted_piece_counts_as_destroyed() -> None:
    """R11.12: at its old rank."""
    board = pattern_at("dryad", "e5") | {"e6": "2 heroic"}
    for rank, state in (("heroic", "reached"), ("common", "open")):
        game = puzzle(
            {"destroy": 1, "rank": rank}, board=board, hand=["dryad"],
            school="sylvan", other="northern",
        )  # fmt: skip
        play(game, "dryad@e5")
        while game.open_move is not None:
            play(game, next(m.code for m in game.legal_moves() if m.square == "e6"))
        assert game.board["e6"] == (1, "common")
        assert reached(game).state == state


def test_pieces_on_the_board_at_the_same_time() -> None:
    game = puzzle({"piece": {"a5": "1 common", "a6": "1 common", "e5": "2 heroic", "e9": "empty"}})
    assert through(game, "+a5", "+a6") == ["open", "open", "reached"]


def test_a_piece_of_another_rank_or_owner_is_not_the_piece() -> None:
    assert reached(puzzle({"piece": {"e5": "2 common"}})).state == "open"
    assert reached(puzzle({"piece": {"e5": "1 heroic"}})).state == "open"
    assert reached(puzzle({"piece": {"e5": "empty"}})).state == "open"
    assert reached(puzzle({"piece": {"e5": "2 heroic"}})).state == "reached"


def test_score() -> None:
    """In the duel points come at the end of the turn: 1 for the heroic piece (R14)."""
    game = puzzle({"score": 5}, mine={"score": 4})
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == "open"
    play(game, "+a5", ".")
    assert game.score(1) == 5
    assert reached(game).state == "reached"


def test_gain_counts_from_the_position_of_the_scenario() -> None:
    for wanted, state in ((1, "reached"), (2, "failed")):
        game = puzzle({"gain": wanted, "within": {"turns": 1}}, mine={"score": 4})
        play(game, "knight@e5")
        finish(game)
        assert reached(game).state == "open"  # the points come at the end of the turn
        play(game, "+a5", ".")
        assert reached(game).state == state


def test_two_beings() -> None:
    board = KNIGHT | pattern_at("champion", "g7")
    game = puzzle({"beings": 2}, board=board, hand=["knight", "champion"])
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == "open"
    play(game, "champion@g7")
    finish(game)
    assert reached(game).state == "reached"


def test_the_beings_of_the_other_side_do_not_count() -> None:
    board = pattern_at("knight", "e5", owner=2)
    game = puzzle(
        {"any": [{"beings": 1}, {"legend": 1}]},
        board=board,
        school="sylvan",
        other="northern",
        hand=(),
        theirs={"hand": ["knight"]},
    )
    end_turn(game)
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == "open"


@pytest.mark.parametrize(("card", "state"), [("knight", "open"), ("titan", "reached")])
def test_a_legend(card: str, state: str) -> None:
    board = pattern_at(card, "e5")
    game = puzzle({"legend": 1}, board=board, hand=["knight"], mine={"legends": ["titan"]})
    play(game, f"{card}@e5")
    finish(game)
    assert reached(game).state == state


def test_a_being_that_counts_as_a_legend_is_a_legend() -> None:
    """R21.10."""
    board = pattern_at("gate-master", "e5") | {"h3": "1 heroic"}
    game = puzzle(
        {"legend": 1}, board=board, hand=["gate-master"], school="nethervoid", gateway="h3"
    )
    play(game, "gate-master@e5", "g5")
    assert reached(game).state == "reached"


@pytest.mark.parametrize(("rank", "state"), [("heroic", "reached"), ("common", "open")])
def test_destroy_upgraded_pieces(rank: str, state: str) -> None:
    game = puzzle({"destroy": 1, "upgraded": True}, board=KNIGHT | {"e5": f"2 {rank}"})
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == state


def test_claim() -> None:
    board = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 heroic", "h4": "1 heroic"}
    game = puzzle({"claim": "red-conquest"}, board=board, form="high-form", hand=(), tasks=TASKS)
    play(game, "+g8", "+f9", "=red-conquest")
    assert reached(game).state == "reached"
    other = puzzle({"claim": "destruction"}, board=board, form="high-form", hand=(), tasks=TASKS)
    play(other, "+g8", "+f9", "=red-conquest")
    assert reached(other).state == "open"


def test_win() -> None:
    game = puzzle({"win": True})
    game.resign(2)
    assert reached(game).state == "reached"


def test_a_lost_game_cannot_be_won_any_more() -> None:
    game = puzzle({"win": True})
    game.resign(1)
    assert reached(game).state == "failed"


def feared_knight() -> Game:
    """Return a position in which the other side can summon its Knight."""
    board = pattern_at("knight", "e5", owner=2)
    theirs = {"hand": ["knight"], "flare": []}
    wanted = {"survive": {"summon": "knight"}}
    return puzzle(wanted, board=board, hand=(), other="southern", theirs=theirs)


def test_survive_waits_for_the_next_turn_of_the_other_side() -> None:
    game = feared_knight()
    play(game, "+a4", "+a5", ".")
    assert reached(game).state == "open"
    play(game, "+i5", "+i6")
    assert reached(game).state == "open"
    play(game, ".")
    assert reached(game).state == "reached"
    game.undo()
    assert reached(game).state == "open"


def test_what_must_not_happen_fails_to_survive() -> None:
    game = feared_knight()
    play(game, "+a4", "+a5", ".", "knight@e5", "-")
    assert reached(game).state == "failed"


def test_the_own_summoning_is_not_feared() -> None:
    game = puzzle({"survive": {"beings": 1}}, theirs={"hand": [], "flare": []})
    play(game, "knight@e5", "-", "+a4", ".", "+i5", "+i6", ".")
    assert reached(game).state == "reached"


def test_all_and_any() -> None:
    both = {"all": [{"piece": {"a5": "1 common"}}, {"summon": "knight"}]}
    game = puzzle(both)
    assert reached(game).parts_met == (False, False)
    play(game, "+a5")
    assert reached(game) == GoalProgress("open", None, (True, False))
    play(game, "knight@e5")
    finish(game)
    assert reached(game) == GoalProgress("reached", None, (True, True))
    either = puzzle({"any": both["all"]})
    assert through(either, "+a5") == ["open", "reached"]
    assert reached(either).parts_met == (True, False)


# -- limits, undo --------------------------------------------------------------------------------


def test_within_turns() -> None:
    game = puzzle({"piece": {"a6": "1 common"}, "within": {"turns": 2}})
    assert reached(game).remaining == 2
    end_turn(game)
    assert reached(game) == GoalProgress("open", 1, (False,))
    end_turn(game)  # the other side's turn costs nothing
    assert reached(game).remaining == 1
    end_turn(game)
    assert reached(game) == GoalProgress("failed", 0, (False,))
    end_turn(game)
    play(game, "+a6")
    assert reached(game).state == "failed"  # too late


def test_reached_with_the_last_move_of_the_last_turn() -> None:
    game = puzzle({"score": 1, "within": {"turns": 1}})
    play(game, "knight@e5")
    finish(game)
    assert reached(game).state == "open"
    play(game, "+a5", ".")
    assert reached(game).state == "reached"


def test_within_moves() -> None:
    game = puzzle({"piece": {"a6": "1 common"}, "within": {"moves": 1}})
    assert reached(game).remaining == 1
    play(game, "+a5")
    assert reached(game) == GoalProgress("failed", 0, (False,))
    game.undo()
    assert reached(game) == GoalProgress("open", 1, (False,))
    play(game, "+a6")
    assert reached(game) == GoalProgress("reached", 0, (True,))


def test_the_end_of_the_turn_scores_and_is_no_move() -> None:
    game = puzzle({"score": 1, "within": {"moves": 2}})
    play(game, "knight@e5")
    finish(game)
    assert through(game, "+a5", ".") == ["open", "open", "reached"]
    assert reached(game).remaining == 0


def test_a_claim_is_the_end_of_the_turn() -> None:
    board = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common"}
    game = puzzle(
        {"claim": "red-conquest", "within": {"moves": 2}},
        board=board,
        form="high-form",
        tasks=TASKS,
    )
    assert through(game, "+a5", "+a6", "=red-conquest") == ["open", "open", "open", "reached"]


def test_one_move_too_many() -> None:
    game = puzzle({"score": 1, "within": {"moves": 1}})
    assert through(game, "+a5", "+a6") == ["open", "open", "failed"]
    game = puzzle({"score": 1, "within": {"moves": 2}})
    assert through(game, "+a5", "+a6", ".") == ["open", "open", "open", "failed"]


def test_reached_stays_reached_until_it_is_taken_back() -> None:
    game = puzzle({"piece": {"a5": "1 common"}})
    play(game, "+a5", "+b4", ".")
    end_turn(game)
    assert reached(game).state == "reached"
    while game.can_undo:
        game.undo()
    assert reached(game).state == "open"


def test_saves_and_records_keep_the_goal() -> None:
    game = puzzle({"summon": "knight", "within": {"turns": 1}})
    play(game, "knight@e5")
    finish(game)
    for again in (Game.from_json(game.to_json()), Game.from_record(game.record())):
        assert reached(again) == reached(game)


# -- what is refused -----------------------------------------------------------------------------

WRONG: tuple[tuple[object, str], ...] = (
    (1, "goal: a text or an object"),
    ([], "goal: a text or an object"),
    ("x" * 4001, "goal: longer than 4000"),
    ({}, "goal: exactly one of summon"),
    ({"within": {"turns": 1}}, "goal: exactly one of summon"),
    ({"summon": "knight", "score": 3}, "goal: exactly one of summon"),
    ({"summon": "knight", "on": "e5"}, "goal.on: unknown key"),
    ({"score": 3, "at": "e5"}, "goal.at: unknown key"),
    ({"summon": "nobody"}, "goal.summon: 'nobody' is not known"),
    ({"summon": "knight", "at": "a1"}, "goal.at: 'a1' is not known"),
    ({"score": 0}, "goal.score: 0 is not between"),
    ({"score": True}, "goal.score: a whole number"),
    ({"destroy": 0}, "goal.destroy: 0 is not between"),
    ({"destroy": True}, "goal.destroy: a whole number"),
    ({"destroy": "e5"}, "goal.destroy: a whole number or a list"),
    ({"destroy": []}, "goal.destroy: at least one"),
    ({"destroy": ["e5", "e5"]}, "goal.destroy[1]: 'e5' is named twice"),
    ({"destroy": ["e5"], "rank": "heroic"}, "goal.rank: only beside a number"),
    ({"destroy": 1, "rank": "big"}, "goal.rank: 'big' is not known"),
    ({"destroy": 1, "upgraded": False}, "goal.upgraded: only true"),
    ({"destroy": 1, "upgraded": True, "rank": "heroic"}, "goal.upgraded: either a rank"),
    ({"destroy": ["e5"], "upgraded": True}, "goal.upgraded: only beside a number"),
    ({"beings": 0}, "goal.beings: 0 is not between"),
    ({"legend": 21}, "goal.legend: 21 is not between"),
    ({"gain": "5"}, "goal.gain: a whole number"),
    ({"gain": 5, "at": "e5"}, "goal.at: unknown key"),
    ({"piece": {}}, "goal.piece: 1 to 20 squares"),
    ({"piece": {"a1": "empty"}}, "goal.piece.a1: is not a square"),
    ({"piece": {"e5": "3 common"}}, "goal.piece.e5: the owner must be"),
    ({"piece": {"e5": "² common"}}, "goal.piece.e5: the owner must be"),
    ({"piece": {"e5": "1"}}, "goal.piece.e5: the rank must be"),
    ({"claim": "red-conquest"}, "goal.claim: there are no tasks in the duel"),
    ({"win": False}, "goal.win: only true"),
    ({"win": 1}, "goal.win: true or false"),
    ({"all": [{"win": True}]}, "goal.all: at least two"),
    ({"all": [{"win": True}, {"score": "3"}]}, "goal.all[1].score: a whole number"),
    ({"all": [{"win": True}, {"score": 3, "within": {"turns": 1}}]}, "goal.all[1].within: unknown"),
    ({"any": [{"win": True}] * 9}, "goal.any: more than 8"),
    ({"survive": {"win": True}, "within": {"turns": 1}}, "goal.within: the next turn of the other"),
    ({"survive": {"survive": {"win": True}}}, "goal.survive: this goal may not be a part"),
    ({"any": [{"win": True}, {"survive": {"win": True}}]}, "goal.any[1]: this goal may not be"),
    ({"win": True, "within": 3}, "goal.within: an object"),
    ({"win": True, "within": {}}, "goal.within: either turns or moves"),
    ({"win": True, "within": {"turns": 1, "moves": 1}}, "goal.within: either turns or moves"),
    ({"win": True, "within": {"turns": 0}}, "goal.within.turns: 0 is not between"),
    ({"win": True, "seat": 3}, "goal.seat: 3 is not between"),
)


@pytest.mark.parametrize(("wanted", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_named(wanted: object, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        puzzle(wanted)
    assert str(caught.value).startswith(message)


def test_tasks_must_exist() -> None:
    with pytest.raises(ScenarioError, match=r"^goal\.claim: 'nothing' is not known"):
        puzzle({"claim": "nothing"}, form="high-form", tasks=TASKS)


def test_goals_are_not_nested_without_end() -> None:
    wanted: dict[str, object] = {"win": True}
    for _ in range(3):
        wanted = {"all": [wanted, {"score": 3}]}
    with pytest.raises(
        ScenarioError, match=r"^goal.all\[0\].all\[0\].all: goals may not be nested"
    ):
        puzzle(wanted)


def test_a_goal_may_be_words_for_people() -> None:
    assert puzzle("Summon something.").scenario is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ({}, "text: texts in 1 to 20"),
        ({"English": "Hello"}, "text.English: is not a language"),
        ({"en": 1}, "text.en: a text"),
        ({"it": "x" * 4001}, "text.it: longer"),
        ({"en": {"gb": "x"}}, "text.en: a text"),
        ([], "text: a text"),
    ],
)
def test_texts_are_checked(text: object, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        arrange({}, text=text)
    assert str(caught.value).startswith(message)


def test_texts_may_have_languages() -> None:
    texts: Mapping[str, str] = {"en": "Summon.", "pt-BR": "Invoque."}
    game = arrange({}, text=texts)
    assert game.scenario is not None
    assert game.scenario["text"] == texts
