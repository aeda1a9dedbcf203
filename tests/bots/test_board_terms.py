"""Tests of the learned terms: what they count, one board at a time and many together."""

from __future__ import annotations

import pytest

from tashkalar.bots.batch import PackedSide, count_bits, pack, unpack
from tashkalar.bots.board_terms import (
    STATE_TERMS,
    TermBlock,
    TermContext,
    card_term_names,
    compute_blocks,
    unpack_terms,
    weigh_blocks,
)
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.learned_terms import LEARNED_TERMS
from tashkalar.bots.progress import count_missing_pieces
from tashkalar.cards import TASKS
from tashkalar.position.board import ARENA
from tashkalar.position.rng import random_below, state_from_seed
from tashkalar.position.state import GameState
from tests.support import arrange


def random_boards(number: int) -> list[int]:
    """Return masks from almost empty to almost full."""
    state, boards = state_from_seed("boards"), []
    for n in range(number):
        mask = ARENA
        for _ in range(n % 4):
            state, bits = random_below(state, 1 << 62)
            state, more = random_below(state, 1 << 19)
            mask &= bits | more << 62
        boards.append(mask)
    return boards


def test_bits_of_all_boards_are_counted_together() -> None:
    boards = [0, *random_boards(40)]
    counted = unpack(count_bits(pack(boards), len(boards)), len(boards))
    assert counted == [board.bit_count() for board in boards]


def test_a_chain_lacks_as_many_pieces_as_its_task_says() -> None:
    state = arrange({}, form="high-form").state
    for board in random_boards(60):
        state = state.copy()
        state.colours = (board, 0)
        for task in ("side-chain", "corner-chain"):
            way = TASKS[task].closest_way(state, 0)
            assert count_missing_pieces(state, task, 0) == sum(need.missing for need in way)


def terms_of(*states: GameState) -> list[dict[str, float]]:
    """Return the terms of positions of seat 0."""
    own, rival = (
        PackedSide(
            [s.colours[color] for s in states],
            [s.heroic for s in states],
            [s.legendary for s in states],
            [s.occupied for s in states],
        )
        for color in (0, 1)
    )
    context = TermContext(0, 1, states[0].decks[0], states[0].decks[1], states[0].legend_deck)
    return unpack_terms(compute_blocks(states, own, rival, context), len(states))


def test_terms_count_pieces_neighbors_and_cards() -> None:
    pieces = {"e5": "1 heroic", "e6": "1 common", "d5": "1 common", "d4": "2 common"}
    game = arrange(pieces, hand=["knight"], actions=2)
    empty = arrange({}, hand=["knight"], actions=2)
    some, none = terms_of(game.state, empty.state)
    expected = {
        "own-heroic-ring-0": 1,
        "own-common-ring-1": 2,
        "rival-common-ring-1": 1,
        "own-orthogonal": 2,
        "own-diagonal": 1,
        "mixed-orthogonal": 1,
        "mixed-diagonal": 1,
        "rival-orthogonal": 0,
        "beings-held": 1,
    }
    assert {name: some[name] for name in expected} == expected
    assert not any(none[name] for name in expected if name != "beings-held")
    knight = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic"}
    for more, ready in (({}, 0), ({"f5": "1 common"}, 1)):
        held = terms_of(arrange({**knight, **more}, hand=["knight"]).state)[0]
        assert held.get("hand-heroic-ready", 0) == ready
        assert held["hand-heroic-one"] == held["hand-heroic-two"] == 1
        assert [held[name] for name in card_term_names("knight")] == [1, 1, 1, ready]
    assert [none[name] for name in card_term_names("knight")] == [1, 0, 0, 0]
    bare = game.state.copy()
    bare.discarded = True
    assert [terms["discarded"] for terms in terms_of(game.state, bare)] == [0, 1]
    # Many together count as one by one.
    bare = game.state.copy()
    bare.colours = (0, 0)
    pairs = zip(terms_of(game.state, bare), terms_of(game.state) + terms_of(bare), strict=True)
    for together, alone in pairs:
        names = together.keys() | alone.keys()
        assert all(together.get(name, 0) == alone.get(name, 0) for name in names)


def reached(terms: dict[str, float], name: str) -> set[str]:
    """Return the steps that a thermometer has reached."""
    return {
        key.removeprefix(name) for key, value in terms.items() if key.startswith(name) and value
    }


def test_leads_scores_and_effects_in_play_are_counted() -> None:
    pieces = {"e5": "1 heroic", "e6": "1 common", "d4": "2 heroic", "a4": "2 legendary"}
    even = arrange(pieces).state
    ahead = even.copy()
    ahead.points, ahead.extra_turns = (7, 30), 1
    ahead.pending, ahead.frozen, ahead.penalties = ("knight", ""), ("", "bomb"), (0, 2)
    ahead.colours = (even.colours[0] | even.colours[1], 0)
    one, other = terms_of(even, ahead)
    assert reached(one, "lead-pieces") == {"-6", "-4", "-2", "+0"}
    assert reached(one, "lead-upgraded") == {"-3", "-2", "-1"}
    assert reached(other, "lead-pieces") == {"-6", "-4", "-2", "+0", "+2", "+4"}
    assert reached(other, "lead-upgraded") == {"-3", "-2", "-1", "+0", "+1", "+2", "+3"}
    assert reached(one, "own-score") == reached(one, "rival-score") == set()
    assert reached(other, "own-score") == {"+3"}  # a pending being costs 2 points
    assert len(reached(other, "rival-score")) == 6
    effects = ("own-pending", "own-frozen", "rival-frozen", "rival-penalty", "extra-turns")
    assert [one[name] for name in effects] == [0, 0, 0, 0, 0]
    assert [other[name] for name in effects] == [1, 0, 1, 2, 1]
    assert set(STATE_TERMS) <= one.keys()


def test_a_side_that_is_far_behind_disturbs_no_other_board() -> None:
    full = arrange({}).state.copy()
    full.colours = (0, sum(1 << square for square in range(30)))
    empty = arrange({}).state
    beside, alone = terms_of(full, empty, full)[1], terms_of(empty)[0]
    assert all(beside[name] == alone[name] for name in STATE_TERMS)


@pytest.mark.parametrize("weighed", ["lead-pieces+2", "own-score+3", "extra-turns"])
def test_a_judge_that_weighs_such_a_term_counts_it(weighed: str) -> None:
    state = arrange({"e5": "1 common", "e6": "1 common"}).state.copy()
    state.points, state.extra_turns = (5, 0), 1
    worths = [
        Evaluator(state, 0, Weights(terms={"own-diagonal": 0} | more)).evaluate([state])[0]
        for more in ({}, {weighed: 70})
    ]
    assert worths[1] - worths[0] == 70


@pytest.mark.parametrize("within", [{}, {"own-diagonal": 30}])
def test_terms_of_the_ends_of_turns_count_there_alone(within: dict[str, int]) -> None:
    state = arrange({"e5": "1 common", "f6": "1 common", "e6": "1 common"}).state
    judges = [
        Evaluator(state, 0, Weights(terms=terms, end_terms=end_terms))
        for terms, end_terms in ((within, None), (within, {"own-diagonal": 70}))
    ]
    plain, ending = (
        [judge.evaluate([state], is_turn_over=is_over)[0] for is_over in (False, True)]
        for judge in judges
    )
    assert ending[0] == plain[0]
    assert ending[1] - plain[1] == 70 - within.get("own-diagonal", 0)


def test_terms_are_weighed_by_whole_numbers() -> None:
    blocks = [
        TermBlock({"a": pack([1, 2]), "b": pack([3, 0])}),
        TermBlock({"c": pack([1, 7])}, [2, 0], 3),
    ]
    assert weigh_blocks(blocks, 2, {"a": 100, "b": -50, "c": 10, "d": 9}) == [100 - 150 + 6, 200]


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_the_learned_terms_are_a_part_of_a_position(form: str) -> None:
    """Only per cent of them, in a form that has them, and not in the last turns."""
    pieces = {"e5": "1 heroic", "e6": "1 common", "d4": "2 heroic"}
    state = arrange(pieces, form=form, hand=["knight"]).state
    worths = [
        Evaluator(state, 0, Weights(learned=percent)).features([state]).get("learned")
        for percent in (0, 50, 100)
    ]
    assert worths[0] is None and worths[1] and worths[2]
    assert abs(2 * worths[1][0] - worths[2][0]) < len(LEARNED_TERMS[form].weights)
    ending = state.copy()
    ending.last_turns = 1
    assert "learned" not in Evaluator(ending, 0, Weights(learned=100)).features([ending])
