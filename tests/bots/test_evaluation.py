"""Tests of the evaluation: many boards judged at once get the values of each judged alone."""

from __future__ import annotations

from tashkalar import cards, new_game
from tashkalar.bots.batch import PackedSide, pack, unpack
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.progress import count_chains, count_missing_pieces
from tashkalar.bots.search import carry_out
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.position.board import ARENA, BIT, COMMON, RED, squares
from tashkalar.position.state import GameState, Summoned, replace_entry
from tashkalar.rules import turn
from tashkalar.rules.summoning import find_candidate_squares
from tests.engine.playing import random_game, steps
from tests.support import arrange


def some_states(form: str, seed: int) -> list[GameState]:
    """Return positions of a random game, after one in ten decisions."""
    game = random_game(form, seed, 0)
    return [game.state for number, _ in enumerate(steps(game, seed, 300)) if number % 10 == 0]


def test_patterns_on_many_boards_are_those_on_each() -> None:
    """Found squares are the rules' own, and one short means that one common more makes it fit."""
    states = some_states("duel", 4)
    side = PackedSide(
        [s.colours[0] for s in states],
        [s.heroic for s in states],
        [s.legendary for s in states],
        [s.occupied for s in states],
    )
    for card in [*cards.by_school("northern"), *cards.legend_deck(), cards.BEINGS["knight"]]:
        whole, one, _ = (unpack(lane, len(states)) for lane in side.squares_by_missing(card.id))
        for state, now, soon in zip(states, whole, one, strict=True):
            assert now == find_candidate_squares(state, card, 0)
            after = 0
            for square in squares(state.empty):
                placed = state.copy()
                placed.colours = (state.colours[0] | BIT[square], state.colours[1])
                after |= find_candidate_squares(placed, card, 0)
            assert soon == after | now


def test_lanes_hold_masks_and_numbers() -> None:
    masks = [RED, 0, ARENA, BIT[40]]
    assert unpack(pack(masks), 4) == masks


def beside(state: GameState) -> list[GameState]:
    """Return positions with the same board, in each of which something else is different."""
    seat = state.seat
    changes: list[tuple[str, object]] = [
        ("hands", replace_entry(state.hands, seat, state.hands[seat][1:])),
        ("legends", replace_entry(state.legends, seat, state.legends[seat][1:])),
        ("points", tuple(n + side for side, n in enumerate(state.points))),
        ("destroyed", tuple(number + 1 for number in state.destroyed)),
        ("summoned", (*state.summoned, Summoned("knight", squares(RED)[0], False))),
        ("current_tasks", state.current_tasks[1:]),
        ("actions", 1 - state.actions),
    ]
    positions = []
    for name, value in changes:
        position = state.copy()
        setattr(position, name, value)
        positions.append(position)
    return positions


def test_positions_judged_together_are_worth_what_each_is_alone() -> None:
    """A judge that has seen a board with other cards or deeds gives the worth of a new judge."""
    for form in ("duel", "high-form", "melee"):
        schools = ["northern", "sylvan", "everfrost"][: 3 if form == "melee" else 2]
        game = new_game(form, schools, seed=3)
        keen = GreedyPlayer(1)
        while len(game.codes) < 50 or not game.state.actions or game.open_move is not None:
            take_decision(game, keen)
        state = determinize(game.view(game.state.seat + 1), 1)[1]
        if form == "high-form":  # tasks that count this turn
            state.current_tasks = ("destruction", "red-summoning", "side-chain")
        moves = [move for move in turn.legal_moves(state) if move.kind == "place"][:20]
        boards = [carry_out(state, move).state for move in moves]
        boards += [position for board in boards[:2] for position in beside(board)]
        judge = Evaluator(state, state.seat, Weights())

        def alone(board: GameState, state: GameState = state) -> Evaluator:
            return Evaluator(state, state.seat, Weights())

        for _ in range(2):  # computed, then remembered
            fast = [alone(board).evaluate_fast([board])[0] for board in boards]
            assert judge.evaluate_fast(boards) == fast
            for is_over in (False, True):
                expected = [
                    alone(board).evaluate([board], is_turn_over=is_over)[0] for board in boards
                ]
                assert judge.evaluate(boards, is_turn_over=is_over) == expected


def test_what_is_missing_for_a_task_is_what_the_task_says() -> None:
    for seed in (1, 2):
        states = some_states("high-form", seed)
        count_chains(
            states, list(cards.TASKS), 0
        )  # the other color's chains are counted one by one
        for state in states:
            for task in cards.TASKS.values():
                for colour in (0, 1):
                    for _ in range(2):  # computed, then remembered
                        missing_count = sum(
                            need.missing for need in task.closest_way(state, colour)
                        )
                        assert count_missing_pieces(state, task.id, colour) == missing_count


def test_a_better_position_is_worth_more() -> None:
    def worth(board: dict[str, str], **more: object) -> int:
        game = arrange(board, **more)  # type: ignore[arg-type]
        state = determinize(game.view(1), 1)[1]
        return Evaluator(state, 0, Weights()).evaluate([state])[0]

    start = {"e5": "1 heroic", "e6": "2 heroic"}
    assert worth({"e5": "1 heroic"}) > worth(start) > worth({"e6": "2 heroic"})
    assert worth({"e5": "1 legendary", "e6": "2 heroic"}) > worth(start)

    # The middle is worth something to those who value it, until the last turn.
    def center(square: str, **more: object) -> int:
        state = determinize(arrange({square: "1 common"}, **more).view(1), 1)[1]  # type: ignore[arg-type]
        plain, valued = (Evaluator(state, 0, w) for w in (Weights(), Weights(center=60)))
        assert valued.evaluate_fast([state])[0] - plain.evaluate_fast([state])[0] == (
            valued.evaluate([state])[0] - plain.evaluate([state])[0]
        )
        return valued.evaluate([state])[0] - plain.evaluate([state])[0]

    steps = [center(square) for square in ("e5", "d4", "c4", "e2", "e1")]
    assert steps == [240, 180, 120, 60, 0]
    assert center("e5", turn={"last_turns": 1}) == 0
    # The knight's pattern, whole, then without one and without two of its commons.
    knight = {"d5": "1 common", "d4": "1 common", "f5": "1 common"}
    parts = [start | dict(list(knight.items())[:number]) for number in (3, 2, 1)]
    pieces = [Weights().piece[COMMON] * number for number in (3, 2, 1)]
    left = [worth(b, hand=["knight"]) - p for b, p in zip(parts, pieces, strict=True)]
    assert left[0] > left[1] > left[2]
