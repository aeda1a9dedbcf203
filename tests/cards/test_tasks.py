"""The tasks, each through a game; opening and claiming them (R4.6-R4.9, R13)."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.cards import tasks
from tashkalar.position.board import NAMES, SQUARE_OF, SQUARES, distance
from tests.support import arrange, drawn, offered, pattern_at, pieces, play

Board = str | Mapping[str, str]


def ready(
    task: str,
    board: Board,
    *,
    destroyed: Mapping[str, int] | None = None,
    lost: Mapping[str, int] | None = None,
    summoned: Sequence[str] = (),
) -> Game:
    """The end of a turn with one current task; `summoned` holds texts like ``knight@e5``."""
    beings = [dict(zip(("card", "square"), one.split("@"), strict=True)) for one in summoned]
    turn = {"destroyed": {"1": lost or {}, "2": destroyed or {}}, "summoned": beings}
    return arrange(
        board, hand=[], form="high-form", actions=0, turn=turn, tasks={"current": [task]}
    )


def claimable(game: Game) -> bool:
    """Tell whether the only current task may be claimed."""
    return f"={game.state.current_tasks[0]}" in offered(game)


def needs(game: Game) -> dict[str, tuple[int, int]]:
    """Return the present and needed counts of the way that lacks least."""
    state = game.state
    way = cards.TASKS[state.current_tasks[0]].closest_way(state, state.colour)
    return {need.what: (need.have, need.need) for need in way}


def claimed(game: Game) -> int:
    """The points for claiming the task."""
    before = game.score(1)
    play(game, f"={game.state.current_tasks[0]}")
    return game.score(1) - before


def put(names: str, rank: str = "common", owner: int = 1) -> dict[str, str]:
    """Return a board with pieces of one kind on the squares."""
    return {name: f"{owner} {rank}" for name in names.split()}


class TestDestruction:
    task = "destruction"

    def test_three_enemy_pieces_of_any_rank(self) -> None:
        game = ready(self.task, {}, destroyed={"common": 1, "heroic": 1, "legendary": 1})
        assert claimable(game)
        assert claimed(game) == 1

    def test_two_are_too_few_and_your_own_do_not_count(self) -> None:  # R12.3
        game = ready(self.task, {}, destroyed={"common": 2}, lost={"common": 5, "heroic": 5})
        assert not claimable(game)
        assert needs(game) == {"destroyed": (2, 3)}

    def test_pieces_destroyed_by_a_card_count_and_are_forgotten_next_turn(self) -> None:
        more = put("e5 d6 f5", owner=2)  # one summoned onto, two crushed
        game = arrange(
            pattern_at("mountain-troll", "e5") | more,
            hand=["mountain-troll"],
            school="highland",
            other="northern",
            form="high-form",
            actions=1,
            tasks={"current": [self.task]},
        )
        play(game, "mountain-troll@e5")
        assert not claimable(game)  # an action is left
        play(game, "+a3")
        assert claimable(game)
        play(game, ".")
        assert needs(game) == {"destroyed": (0, 3)}

    def test_nothing_counts_for_the_side_that_is_not_on_turn(self) -> None:
        state = ready(self.task, {}, lost={"common": 3}).state
        assert not cards.TASKS[self.task].is_fulfilled(state, 1)


class TestDevastation:
    task = "devastation"

    def test_four_enemy_pieces(self) -> None:
        game = ready(self.task, {}, destroyed={"common": 3, "heroic": 1})
        assert claimable(game)
        assert claimed(game) == 2

    def test_three_are_too_few(self) -> None:
        game = ready(self.task, {}, destroyed={"common": 2, "legendary": 1}, lost={"common": 9})
        assert not claimable(game)
        assert needs(game) == {"destroyed": (3, 4)}


class TestHeroicDestruction:
    task = "heroic-destruction"

    @pytest.mark.parametrize("rank", ["heroic", "legendary"])
    def test_three_enemy_pieces_one_of_them_upgraded(self, rank: str) -> None:
        game = ready(self.task, {}, destroyed={"common": 2, rank: 1})
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_two_and_not_three_common_ones(self) -> None:
        game = ready(self.task, {}, destroyed={"common": 1, "heroic": 1})
        assert not claimable(game)
        assert needs(game) == {"destroyed": (2, 3), "destroyed-upgraded": (1, 1)}
        game = ready(self.task, {}, destroyed={"common": 3}, lost={"heroic": 1})
        assert not claimable(game)
        assert needs(game) == {"destroyed": (3, 3), "destroyed-upgraded": (0, 1)}


class TestHeroicDevastation:
    task = "heroic-devastation"

    def test_four_enemy_pieces_two_of_them_upgraded(self) -> None:
        game = ready(self.task, {}, destroyed={"common": 2, "heroic": 1, "legendary": 1})
        assert claimable(game)
        assert claimed(game) == 3

    def test_not_three_and_not_one_upgraded(self) -> None:
        game = ready(self.task, {}, destroyed={"common": 1, "heroic": 2})
        assert not claimable(game)
        assert needs(game) == {"destroyed": (3, 4), "destroyed-upgraded": (2, 2)}
        game = ready(self.task, {}, destroyed={"common": 4, "legendary": 1})
        assert not claimable(game)
        assert needs(game) == {"destroyed": (5, 4), "destroyed-upgraded": (1, 2)}


class TestEndOfLegends:
    task = "end-of-legends"

    @pytest.mark.parametrize("destroyed", [{"legendary": 1}, {"heroic": 2}])
    def test_a_legendary_or_two_heroic_pieces(self, destroyed: Mapping[str, int]) -> None:
        game = ready(self.task, {}, destroyed=destroyed)
        assert claimable(game)
        assert claimed(game) == 2

    def test_one_heroic_piece_is_too_little(self) -> None:
        game = ready(
            self.task, {}, destroyed={"common": 3, "heroic": 1}, lost={"heroic": 2, "legendary": 1}
        )
        assert not claimable(game)

    def test_shows_the_way_that_lacks_least(self) -> None:
        assert needs(ready(self.task, {})) == {"destroyed-legendary": (0, 1)}
        game = ready(self.task, {}, destroyed={"heroic": 2})
        assert needs(game) == {"destroyed-heroic": (2, 2)}


class TestRedConquest:
    task = "red-conquest"

    def test_three_pieces_on_red_two_of_them_upgraded(self) -> None:
        game = ready(self.task, put("c2", "heroic") | put("d8", "legendary") | put("e5"))
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_two_pieces_whatever_stands_on_green_or_is_the_enemys(self) -> None:
        board = put("c2 h4", "heroic") | put("a5", "heroic") | put("e5", "heroic", 2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"on-red": (2, 3), "upgraded-on-red": (2, 2)}

    def test_not_one_upgraded(self) -> None:
        game = ready(self.task, put("c2", "heroic") | put("d8 e5 h4"))
        assert not claimable(game)
        assert needs(game) == {"on-red": (4, 3), "upgraded-on-red": (1, 2)}


class TestGreenConquest:
    task = "green-conquest"

    def test_three_pieces_on_green_two_of_them_upgraded(self) -> None:
        game = ready(self.task, put("a5", "heroic") | put("i6", "legendary") | put("f2"))
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_two_pieces_whatever_stands_on_red_or_is_the_enemys(self) -> None:
        board = put("c7 g7", "heroic") | put("e5", "heroic") | put("f2", "heroic", 2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"on-green": (2, 3), "upgraded-on-green": (2, 2)}

    def test_not_one_upgraded(self) -> None:
        game = ready(self.task, put("a5", "heroic") | put("c7 f2 g7 i6"))
        assert not claimable(game)
        assert needs(game) == {"on-green": (5, 3), "upgraded-on-green": (1, 2)}


class TestColorConquest:
    task = "color-conquest"

    @pytest.mark.parametrize("others", ["c7 f2", "h4 c7", "c2 h4"])
    def test_five_pieces_on_coloured_squares_three_of_them_upgraded(self, others: str) -> None:
        board = put("e5", "legendary") | put("d8 a5", "heroic") | put(others)
        game = ready(self.task, board)
        assert claimable(game)
        assert claimed(game) == 3

    def test_not_four_pieces(self) -> None:
        board = put("e5 d8 a5 c7", "heroic") | put("b5", "heroic") | put("h4", "heroic", 2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"on-coloured": (4, 5), "upgraded-on-coloured": (4, 3)}

    def test_not_two_upgraded(self) -> None:
        game = ready(self.task, put("e5 d8", "heroic") | put("a5 c7 f2 g7"))
        assert not claimable(game)
        assert needs(game) == {"on-coloured": (6, 5), "upgraded-on-coloured": (2, 3)}


class TestRedLegends:
    task = "red-legends"

    @pytest.mark.parametrize("other", ["heroic", "legendary"])
    def test_two_upgraded_pieces_on_red_one_of_them_legendary(self, other: str) -> None:
        game = ready(self.task, put("c2", "legendary") | put("h4", other))
        assert claimable(game)
        assert claimed(game) == 3

    def test_not_the_legendary_piece_alone(self) -> None:
        game = ready(self.task, put("c2", "legendary") | put("h4") | put("a5", "legendary"))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-red": (1, 2), "legendary-on-red": (1, 1)}

    def test_not_without_a_legendary_piece_of_your_own(self) -> None:
        game = ready(self.task, put("c2 h4 e5", "heroic") | put("d8", "legendary", 2))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-red": (3, 2), "legendary-on-red": (0, 1)}


class TestGreenLegends:
    task = "green-legends"

    @pytest.mark.parametrize("other", ["heroic", "legendary"])
    def test_two_upgraded_pieces_on_green_one_of_them_legendary(self, other: str) -> None:
        game = ready(self.task, put("g7", "legendary") | put("i6", other))
        assert claimable(game)
        assert claimed(game) == 3

    def test_not_the_legendary_piece_alone(self) -> None:
        game = ready(self.task, put("g7", "legendary") | put("i6") | put("e5", "legendary"))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-green": (1, 2), "legendary-on-green": (1, 1)}

    def test_not_without_a_legendary_piece_of_your_own(self) -> None:
        game = ready(self.task, put("g7 i6 f2", "heroic") | put("c7", "legendary", 2))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-green": (3, 2), "legendary-on-green": (0, 1)}


class TestRainbowDominance:
    task = "rainbow-dominance"

    def test_one_more_on_each_colour_is_enough(self) -> None:
        mine = put("e5 d8", "heroic") | put("f2", "legendary")
        game = ready(self.task, mine | put("c2", "legendary", 2) | put("h4 a5 c7", owner=2))
        assert claimable(game)  # two to one on red, one to none on green: common ones do not count
        assert claimed(game) == 2

    def test_a_tie_on_either_colour_is_not(self) -> None:
        mine = put("e5", "heroic") | put("f2 c7", "legendary") | put("d8")
        game = ready(self.task, mine | put("c2", "heroic", 2) | put("i6", "heroic", 2))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-red": (1, 2), "upgraded-on-green": (2, 2)}
        mine = put("e5 d8", "heroic") | put("f2", "legendary")
        game = ready(self.task, mine | put("c2", "heroic", 2) | put("i6", "heroic", 2))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-red": (2, 2), "upgraded-on-green": (1, 2)}

    def test_a_colour_without_upgraded_pieces_is_a_tie(self) -> None:
        game = ready(self.task, put("e5", "heroic") | put("f2"))
        assert not claimable(game)
        assert needs(game) == {"upgraded-on-red": (1, 1), "upgraded-on-green": (0, 1)}


class TestRedSummoning:
    task = "red-summoning"

    def test_two_beings_one_of_them_on_red(self) -> None:
        game = ready(self.task, {}, summoned=["wild-eagle@e5", "knight@a5"])
        assert claimable(game)  # wherever they are by now
        assert claimed(game) == 1

    def test_not_one_being_and_not_two_off_red(self) -> None:
        game = ready(self.task, {}, summoned=["wild-eagle@e5"])
        assert not claimable(game)
        assert needs(game) == {"summoned": (1, 2), "summoned-on-red": (1, 1)}
        game = ready(self.task, put("e5 d8"), summoned=["wild-eagle@a5", "knight@b5"])
        assert not claimable(game)
        assert needs(game) == {"summoned": (2, 2), "summoned-on-red": (0, 1)}

    def test_a_being_that_has_left_the_board_counts_and_a_new_turn_forgets_it(self) -> None:
        game = arrange(
            pattern_at("blood-shaman", "e5") | put("g3 i3"),
            hand=["blood-shaman", "wild-eagle"],
            school="highland",
            other="northern",
            form="high-form",
            tasks={"current": [self.task]},
        )
        play(game, "blood-shaman@e5", "e5", "wild-eagle@h4", "h4-h5")
        assert pieces(game) == put("g3 i3 h5")
        assert claimable(game)
        play(game, ".")
        assert needs(game) == {"summoned": (0, 2), "summoned-on-red": (0, 1)}

    def test_nothing_counts_for_the_side_that_is_not_on_turn(self) -> None:
        state = ready(self.task, {}, summoned=["wild-eagle@e5", "knight@a5"]).state
        assert not cards.TASKS[self.task].is_fulfilled(state, 1)


class TestGreenSummoning:
    task = "green-summoning"

    def test_two_beings_one_of_them_on_green(self) -> None:
        game = ready(self.task, {}, summoned=["wild-eagle@e5", "knight@i6"])
        assert claimable(game)
        assert claimed(game) == 1

    def test_not_one_being_and_not_two_off_green(self) -> None:
        game = ready(self.task, {}, summoned=["wild-eagle@g7"])
        assert not claimable(game)
        assert needs(game) == {"summoned": (1, 2), "summoned-on-green": (1, 1)}
        game = ready(self.task, put("a5"), summoned=["wild-eagle@e5", "knight@b5"])
        assert not claimable(game)
        assert needs(game) == {"summoned": (2, 2), "summoned-on-green": (0, 1)}


class TestColoredSummoning:
    task = "colored-summoning"

    @pytest.mark.parametrize("square", ["e5", "h4", "f2"])
    def test_two_beings_on_coloured_squares_the_same_one_too(self, square: str) -> None:
        game = ready(self.task, {}, summoned=["wild-eagle@e5", f"knight@{square}"])
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_when_only_one_square_is_coloured(self) -> None:
        game = ready(self.task, put("f2 a5"), summoned=["wild-eagle@e5", "knight@b5"])
        assert not claimable(game)
        assert needs(game) == {"summoned-on-coloured": (1, 2)}


class TestLegendarySummoning:
    task = "legendary-summoning"

    def test_two_beings_one_of_them_a_legend(self) -> None:
        game = ready(self.task, {}, summoned=["titan@b4", "knight@b5"])
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_a_legend_alone(self) -> None:
        game = ready(self.task, {}, summoned=["titan@b4"])
        assert not claimable(game)
        assert needs(game) == {"summoned": (1, 2), "summoned-legends": (1, 1)}

    def test_not_two_beings_of_which_one_has_become_legendary(self) -> None:
        game = ready(self.task, put("b4", "legendary"), summoned=["wild-eagle@b4", "knight@b5"])
        assert not claimable(game)
        assert needs(game) == {"summoned": (2, 2), "summoned-legends": (0, 1)}


class TestCentralDominance:
    task = "central-dominance"

    def test_five_pieces_on_the_nine_central_squares_two_of_them_upgraded(self) -> None:
        game = ready(self.task, put("d4 f6 d6") | put("e5", "heroic") | put("f4", "legendary"))
        assert claimable(game)
        assert claimed(game) == 1

    def test_not_four_pieces(self) -> None:
        board = put("d4 e4 f4 e5", "heroic") | put("g4 c6 e7", "heroic") | put("e6", owner=2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"on-central-nine": (4, 5), "upgraded-on-central-nine": (4, 2)}

    def test_not_one_upgraded(self) -> None:
        game = ready(self.task, put("d4 e4 f4 d5 e5") | put("f5", "heroic") | put("c5", "heroic"))
        assert not claimable(game)
        assert needs(game) == {"on-central-nine": (6, 5), "upgraded-on-central-nine": (1, 2)}


class TestCenterCross:
    task = "center-cross"

    @pytest.mark.parametrize("squares", ["e5 e4 e6 d5 f5", "e5 d4 d6 f4 f6"])
    def test_a_plus_or_a_diagonal_cross(self, squares: str) -> None:
        game = ready(self.task, put(squares))
        assert claimable(game)
        assert claimed(game) == 2

    @pytest.mark.parametrize("squares", ["e5 e4 e6 d5 f5", "e5 d4 d6 f4 f6"])
    def test_all_five_must_be_yours(self, squares: str) -> None:
        for square in squares.split():
            board = put(squares) | {square: "2 common"}
            assert not claimable(ready(self.task, board))
        assert not claimable(ready(self.task, put("e5 e4 e6 d4 f6 d6")))  # a mixture

    def test_shows_the_one_that_lacks_least(self) -> None:
        assert needs(ready(self.task, put("e5 e4 e6 d4"))) == {"on-plus": (3, 5)}
        assert needs(ready(self.task, put("e5 e4 d6 d4"))) == {"on-cross": (3, 5)}


class TestLineDominance:
    task = "line-dominance"
    lines = (
        "a4 b4 c4 d4 e4 f4 g4 h4 i4",
        "a5 b5 c5 d5 e5 f5 g5 h5 i5",
        "a6 b6 c6 d6 e6 f6 g6 h6 i6",
        "d1 d2 d3 d4 d5 d6 d7 d8 d9",
        "e1 e2 e3 e4 e5 e6 e7 e8 e9",
        "f1 f2 f3 f4 f5 f6 f7 f8 f9",
    )

    @pytest.mark.parametrize("line", lines)
    def test_a_lead_of_six_on_any_of_the_six_lines(self, line: str) -> None:
        squares = line.split()
        board = put(" ".join(squares[:7])) | put(squares[8], "legendary", 2)
        game = ready(self.task, board)
        assert claimable(game)
        assert claimed(game) == 2
        board = put(" ".join(squares[3:])) | put(squares[0], owner=2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"line-lead": (5, 6)}

    @pytest.mark.parametrize("line", ["a3 b3 c3 d3 e3 f3 g3 h3 i3", "g1 g2 g3 g4 g5 g6 g7 g8 g9"])
    def test_other_lines_do_not_count(self, line: str) -> None:
        assert not claimable(ready(self.task, put(line)))

    def test_shows_the_best_line_even_when_the_enemy_leads_on_all(self) -> None:
        enemies = put("d4 d5 d6 e4 e5 e6 f4 f5 f6", owner=2) | put("a4 a6 d9 f1", owner=2)
        assert needs(ready(self.task, enemies | put("b5"))) == {"line-lead": (-2, 6)}


class TestDiagonals:
    task = "diagonals"

    def test_four_pieces_on_each_with_the_centre_counting_for_both(self) -> None:
        board = put("b2 c3 d4 h2 g3 f4") | put("e5", "heroic")
        game = ready(self.task, board)
        assert claimable(game)
        assert claimed(game) == 3

    def test_an_upgraded_piece_on_each_without_the_centre(self) -> None:
        board = put("b2 c3 d4 h2 g3 f4") | put("h8", "legendary") | put("b8", "heroic")
        assert claimable(ready(self.task, board))

    def test_not_three_pieces_on_one_of_them(self) -> None:
        board = put("b2 c3 d4 f6 g7 h2 g3") | put("e5", "heroic") | put("f4", "heroic", 2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {
            "on-rising-diagonal": (6, 4),
            "upgraded-on-rising-diagonal": (1, 1),
            "on-falling-diagonal": (3, 4),
            "upgraded-on-falling-diagonal": (1, 1),
        }
        assert not claimable(ready(self.task, put("b8 c7 d6 f4 g3 b2 c3") | put("e5", "heroic")))

    @pytest.mark.parametrize("upgraded", ["d4", "g3"])
    def test_not_when_only_one_of_them_has_an_upgraded_piece(self, upgraded: str) -> None:
        board = put("b2 c3 d4 e5 h2 g3 f4") | put(upgraded, "heroic")
        game = ready(self.task, board)
        assert not claimable(game)
        rising = int(upgraded == "d4")
        assert needs(game) == {
            "on-rising-diagonal": (4, 4),
            "upgraded-on-rising-diagonal": (rising, 1),
            "on-falling-diagonal": (4, 4),
            "upgraded-on-falling-diagonal": (1 - rising, 1),
        }


def linked(own: set[str], start: str, goal: str) -> bool:
    """Tell whether a chain of own squares leads from `start` to `goal`, square by square."""
    reached = own & set(start.split())
    todo = list(reached)
    while todo:
        here = SQUARE_OF[todo.pop()]
        for name in own - reached:
            if distance(here, SQUARE_OF[name]) == 1:
                reached.add(name)
                todo.append(name)
    return bool(reached & set(goal.split()))


def check_on_random_boards(
    task: str,
    drawn_up: Callable[[random.Random], Mapping[str, str]],
    judge: Callable[[Mapping[str, str]], bool],
) -> None:
    """The task against a plain reading of its criterion; both answers must occur often."""
    rng = random.Random(task)
    seen = Counter[bool]()
    for _ in range(200):
        board = drawn_up(rng)
        answer = judge(board)
        assert claimable(ready(task, board)) is answer, board
        seen[answer] += 1
    assert min(seen[True], seen[False]) >= 30, seen


def on(squares: Sequence[int], owner: int = 1) -> dict[str, str]:
    """Return a board with common pieces on those of the squares that exist."""
    return {NAMES[s]: f"{owner} common" for s in squares if s in SQUARES}


def wandering(rng: random.Random) -> dict[str, str]:
    """A winding chain of your pieces from edge to edge, now and then with a gap."""
    x, turned = rng.randint(0, 8), rng.random() < 0.5
    chain: list[int] = []
    for y in range(9):
        x = min(8, max(0, x + rng.choice((-1, 0, 1))))
        chain.append(9 * x + y if turned else 9 * y + x)
    if rng.random() < 0.4:
        del chain[rng.randrange(9)]
    extra = rng.sample(SQUARES, 10)
    return on(extra[5:], owner=2) | on(extra[:5]) | on(chain)


def slanting(rng: random.Random) -> dict[str, str]:
    """A nearly diagonal chain of your pieces from corner to corner, now and then with a gap."""
    x, y, rising = rng.randint(0, 2), 0, rng.random() < 0.5
    chain: list[int] = []
    while x < 9 and y < 9:
        chain.append(9 * y + x if rising else 9 * (8 - y) + x)
        right, up = rng.choice(((1, 1), (1, 1), (1, 1), (1, 0), (0, 1)))
        x, y = x + right, y + up
    if rng.random() < 0.3:
        del chain[rng.randrange(len(chain))]
    return on(chain)


def besieged(rng: random.Random) -> dict[str, str]:
    """An enemy piece with most of the squares around it taken, and a few others."""
    centre = rng.choice(SQUARES)
    near = [s for s in SQUARES if distance(s, centre) == 1 and rng.random() < 0.8]
    far = rng.choice([s for s in SQUARES if distance(s, centre) == 2])
    enemies = [centre, far, *rng.sample(SQUARES, rng.randint(0, 2))]
    return on(near + rng.sample(SQUARES, 5)) | on(enemies, owner=2)


def own_squares(board: Mapping[str, str]) -> set[str]:
    return {square for square, piece in board.items() if piece[0] == "1"}


class TestSideChain:
    task = "side-chain"
    top, bottom = "c9 d9 e9 f9 g9", "c1 d1 e1 f1 g1"
    left, right = "a3 a4 a5 a6 a7", "i3 i4 i5 i6 i7"
    upwards = """
        . . . . . . C . .
        . . . . . . h . .
        . . . . . c . . .
        . . . . c . . . .
        . . . . l C . . .
        . . . c . . . . .
        . . . . c . . . .
        . . . . . c . . .
        . . . . . c . . .
        """
    across = """
        . . . . . . . . .
        . . . . . . . . .
        . . c . . . . . .
        . c . c . c . . .
        c . . . c . c c c
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """

    def test_from_the_bottom_to_the_top(self) -> None:
        assert not claimable(ready(self.task, self.upwards))  # the last square is the enemy's
        board = drawn(self.upwards) | put("f9")
        game = ready(self.task, board)
        assert claimable(game)
        assert claimed(game) == 3

    def test_from_the_left_to_the_right(self) -> None:
        assert claimable(ready(self.task, self.across))

    @pytest.mark.parametrize("square", ["a5", "d6", "e5", "h5", "i5"])
    def test_a_gap_is_one_square_missing_even_if_the_enemy_stands_there(self, square: str) -> None:
        board = drawn(self.across)
        del board[square]
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"chain": (8, 9)}
        game = ready(self.task, board | {square: "2 common"})
        assert not claimable(game)
        assert needs(game) == {"chain": (8, 9)}

    def test_neighbouring_sides_and_corners_do_not_count(self) -> None:
        game = ready(self.task, put("a3 b3 c2 d1"))
        assert not claimable(game)
        game = ready(self.task, put("b2 c3 d4 e5 f6 g7 h8"))  # its ends are corners, not sides
        assert not claimable(game)
        assert needs(game) == {"chain": (7, 9)}

    def test_needs_nine_squares_on_an_empty_board(self) -> None:
        assert needs(ready(self.task, {})) == {"chain": (0, 9)}

    def test_the_chain_that_lacks_least_may_be_a_long_one(self) -> None:
        board = put("d1 d2 d3 c4 b5 b6 c7 d8") | put("d9", owner=2)
        assert needs(ready(self.task, board)) == {"chain": (8, 9)}
        winding = put("d1 d2 d3 e4 f4 g4 h5 g6 f6 e7 e8")
        assert needs(ready(self.task, winding)) == {"chain": (11, 12)}

    def test_as_its_criterion_says(self) -> None:
        def judge(board: Mapping[str, str]) -> bool:
            own = own_squares(board)
            return linked(own, self.top, self.bottom) or linked(own, self.left, self.right)

        check_on_random_boards(self.task, wandering, judge)


class TestCornerChain:
    task = "corner-chain"

    @pytest.mark.parametrize("chain", ["b2 c3 d4 e5 f6 g7 h8", "b8 c7 d6 e5 f4 g3 h2"])
    def test_between_opposite_corners(self, chain: str) -> None:
        game = ready(self.task, put(chain))
        assert claimable(game)
        assert claimed(game) == 3
        for square in chain.split():
            game = ready(self.task, put(chain) | put(square, owner=2))
            assert not claimable(game)
            assert needs(game) == {"chain": (6, 7)}

    @pytest.mark.parametrize(
        "chain", ["a3 b4 c5 d6 e7 f8 g9", "c1 d2 e3 f4 g5 h6 i7", "a7 b6 c5 d4 e3 f2 g1"]
    )
    def test_each_corner_has_three_squares(self, chain: str) -> None:
        assert claimable(ready(self.task, put(chain)))

    def test_neighbouring_corners_do_not_count(self) -> None:
        assert not claimable(ready(self.task, put("a3 a4 a5 a6 a7")))
        assert not claimable(ready(self.task, put("c1 d1 e1 f1 g1")))

    def test_needs_seven_squares_on_an_empty_board(self) -> None:
        assert needs(ready(self.task, {})) == {"chain": (0, 7)}

    def test_as_its_criterion_says(self) -> None:
        def judge(board: Mapping[str, str]) -> bool:
            own = own_squares(board)
            return linked(own, "a3 b2 c1", "g9 h8 i7") or linked(own, "a7 b8 c9", "g1 h2 i3")

        check_on_random_boards(self.task, slanting, judge)


class TestImprisonment:
    task = "imprisonment"

    @pytest.mark.parametrize("rank", ["common", "heroic", "legendary"])
    def test_six_pieces_around_one_enemy_piece(self, rank: str) -> None:
        game = ready(self.task, put("d4 e4 f4 d5 f5 d6") | put("e5", rank, 2))
        assert claimable(game)
        assert claimed(game) == 1

    def test_not_five_and_five_around_two(self) -> None:
        board = put("d4 e4 f4 d5 d6 e6 f6 h4 h5 h6") | put("e5", owner=2) | put("g5", owner=2)
        board |= put("e4 e6", owner=2)
        game = ready(self.task, board)
        assert not claimable(game)
        assert needs(game) == {"around-one-enemy": (5, 6)}

    def test_your_own_piece_does_not_count_and_none_is_needed_on_the_board(self) -> None:
        assert not claimable(ready(self.task, put("d4 e4 f4 d5 f5 d6 e5")))
        assert needs(ready(self.task, put("d4"))) == {"around-one-enemy": (0, 6)}


class TestEnvelopment:
    task = "envelopment"

    @pytest.mark.parametrize("rank", ["common", "heroic", "legendary"])
    def test_seven_pieces_around_one_enemy_piece(self, rank: str) -> None:
        game = ready(self.task, put("d4 e4 f4 d5 f5 d6 e6") | put("e5", rank, 2))
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_six(self) -> None:
        game = ready(self.task, put("d4 e4 f4 d5 f5 d6") | put("e5 e6", owner=2))
        assert not claimable(game)
        assert needs(game) == {"around-one-enemy": (6, 7)}


class TestIsolation:
    task = "isolation"
    ring = "d4 e4 f4 d5 f5 d6 e6 f6"

    def around_e5(self, enemies: str, gap: str = "") -> Game:
        own = put(" ".join(square for square in self.ring.split() if square not in gap.split()))
        return ready(self.task, own | put(enemies, owner=2))

    def test_an_enclosed_piece_two_squares_from_another(self) -> None:
        game = self.around_e5("e5 g5")
        assert claimable(game)
        assert claimed(game) == 2

    def test_not_when_three_moves_lead_there(self) -> None:
        game = self.around_e5("e5 g5", gap="e6")  # e6, f7, g6
        assert not claimable(game)
        assert needs(game) == {"enemy-apart": (1, 1), "enemy-cut-off": (0, 1)}
        assert not claimable(self.around_e5("e5 g5", gap="f5"))  # at once

    def test_four_moves_are_too_many(self) -> None:
        assert claimable(self.around_e5("e5 g5", gap="d6"))  # d6, e7, f7 and only then g6

    def test_squares_with_pieces_bar_the_way(self) -> None:
        own = put("d4 e4 f4 d5 f5 d6 f6 f7 e7")
        assert claimable(ready(self.task, own | put("e5 g5", owner=2)))

    def test_not_when_it_can_join_some_other_piece(self) -> None:
        assert claimable(self.around_e5("e5 g5 h7", gap="d5"))
        assert not claimable(self.around_e5("e5 g5 h7 b5", gap="d5"))  # d5, c5

    def test_not_when_the_nearest_is_three_squares_away_or_adjacent(self) -> None:
        game = self.around_e5("e5 h5")
        assert not claimable(game)
        assert needs(game) == {"enemy-apart": (0, 1), "enemy-cut-off": (0, 1)}
        game = ready(self.task, put("d4 e4 f4 d5 d6 e6 f6") | put("e5 f5 g5", owner=2))
        assert not claimable(game)
        assert needs(game) == {"enemy-apart": (0, 1), "enemy-cut-off": (0, 1)}

    def test_both_halves_must_hold_for_the_same_piece(self) -> None:
        # a3 is enclosed but far from all; e5 and g5 are two apart but free.
        game = ready(self.task, put("a4 b3 b4 b2") | put("a3 e5 g5", owner=2))
        assert not claimable(game)

    def test_as_its_criterion_says(self) -> None:
        def joins(here: str, others: set[str], taken: set[str], moves: int) -> bool:
            near = [n for n in SQUARE_OF if distance(SQUARE_OF[n], SQUARE_OF[here]) == 1]
            return any(n in others for n in near) or (
                moves > 0
                and any(joins(n, others, taken, moves - 1) for n in near if n not in taken)
            )

        def judge(board: Mapping[str, str]) -> bool:
            theirs = set(board) - own_squares(board)
            return any(
                any(distance(SQUARE_OF[p], SQUARE_OF[o]) <= 2 for o in theirs - {p})
                and not joins(p, theirs - {p}, set(board) - {p}, 3)
                for p in theirs
            )

        check_on_random_boards(self.task, besieged, judge)


# Positions that fulfill a task of each kind.
ON_RED, ON_GREEN = put("c2 d8 e5", "heroic"), put("a5 c7 f2", "heroic")
FULL_LINE = put("d1 d2 d3 d4 d5 d6")


def ending(board: Board, current: str, actions: int = 0, **piles: Sequence[str]) -> Game:
    """The end of a turn with these current tasks, the next one and those under it."""
    given = {"current": current.split(), **piles}
    return arrange(
        board, hand=[], form="high-form", actions=actions, tasks=given, theirs={"flare": []}
    )


def opened(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The current tasks and the deck, the next task first."""
    return game.state.current_tasks, game.state.task_deck


class TestClaiming:
    def test_is_optional_and_ends_the_turn(self) -> None:
        game = ending(ON_RED, "destruction red-conquest isolation")
        before = opened(game)
        assert offered(game) == {"=red-conquest", "."}
        declined = play(game.copy(), ".")
        assert (declined.player, declined.score(1), opened(declined)) == (2, 0, before)
        play(game, "=red-conquest")
        assert (game.player, game.score(1), game.score(2)) == (2, 2, 0)

    def test_only_when_no_action_is_left(self) -> None:
        game = ending(ON_RED, "red-conquest", actions=1)
        assert not {"=red-conquest", "."} & offered(game)
        assert "=red-conquest" in offered(play(game, "+a3"))

    def test_a_position_of_mid_turn_does_not_help(self) -> None:
        # The Eagle leaves the red square again.
        board = put("c2", "heroic") | put("d8", "legendary") | put("d4 f4")
        game = arrange(
            board,
            hand=["wild-eagle"],
            school="highland",
            other="northern",
            form="high-form",
            actions=1,
            tasks={"current": ["red-conquest"]},
        )
        stayed = play(game.copy(), "wild-eagle@e5", "-")
        assert "=red-conquest" in offered(stayed)
        play(game, "wild-eagle@e5", "e5-e6")
        assert offered(game) == {"."}

    def test_one_task_a_turn(self) -> None:
        game = ending(ON_RED | ON_GREEN, "red-conquest green-conquest isolation")
        assert offered(game) == {"=red-conquest", "=green-conquest", "."}
        play(game, "=red-conquest")
        assert (game.player, game.score(1)) == (2, 2)
        assert "green-conquest" in game.state.current_tasks

    def test_the_next_task_moves_in_and_waits_for_your_next_turn(self) -> None:
        game = ending(
            ON_RED | ON_GREEN,
            "destruction red-conquest isolation",
            next=["green-conquest"],
            deck=["side-chain", "devastation"],
        )
        assert offered(game) == {"=red-conquest", "."}
        play(game, "=red-conquest")
        assert opened(game) == (
            ("destruction", "green-conquest", "isolation"),
            ("side-chain", "devastation"),
        )
        assert (game.player, game.score(1)) == (2, 2)
        play(game, "+a3", "+a4")
        assert offered(game) == {"."}  # not the opponent's pieces
        play(game, ".", "+b3", "+b4", "=green-conquest")
        assert game.score(1) == 4

    def test_a_new_next_task_that_makes_three_of_a_type_goes_under_the_deck(self) -> None:
        game = ending(
            FULL_LINE,
            "red-conquest green-conquest line-dominance",
            next=["isolation"],
            deck=["color-conquest", "red-legends", "destruction", "side-chain"],
        )
        play(game, "=line-dominance")
        assert opened(game) == (
            ("red-conquest", "green-conquest", "isolation"),
            ("destruction", "side-chain", "color-conquest", "red-legends"),
        )

    def test_two_of_a_type_and_advanced_tasks_may_be_next(self) -> None:
        game = ending(
            FULL_LINE,
            "red-conquest destruction line-dominance",
            next=["isolation"],
            deck=["red-legends", "side-chain"],
        )
        play(game, "=line-dominance")
        assert game.state.task_deck == ("red-legends", "side-chain")

    def test_after_a_full_cycle_the_top_card_stays(self) -> None:
        game = ending(
            FULL_LINE,
            "red-conquest green-conquest line-dominance",
            next=["isolation"],
            deck=["color-conquest", "red-legends", "green-legends"],
        )
        play(game, "=line-dominance")
        assert game.state.task_deck == ("color-conquest", "red-legends", "green-legends")

    def test_with_an_empty_deck_the_place_stays_empty(self) -> None:
        game = ending(FULL_LINE, "red-conquest line-dominance destruction", next=[], deck=[])
        play(game, "=line-dominance")
        assert opened(game) == (("red-conquest", "destruction"), ())
        game = ending(FULL_LINE, "red-conquest line-dominance", next=["isolation"], deck=[])
        play(game, "=line-dominance")
        assert opened(game) == (("red-conquest", "isolation"), ())

    def test_legendary_pieces_are_points_on_top(self) -> None:
        game = ending(
            ON_RED | put("h8 h7", "legendary") | put("h6", "legendary", 2), "red-conquest"
        )
        assert (game.score(1), game.score(2)) == (2, 1)
        play(game, "=red-conquest")
        assert (game.score(1), game.score(2)) == (4, 1)


def types(names: Sequence[str]) -> Counter[str]:
    return Counter(cards.TASKS[name].type for name in names)


@cache
def openings() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The current tasks and the deck of many games."""
    games = (new_game("high-form", ["northern", "sylvan"], seed=n) for n in range(400))
    return [opened(game) for game in games]


class TestOpening:
    def test_all_24_tasks_are_there(self) -> None:
        for current, deck in openings():
            assert len(current) == 3
            assert sorted(current + deck) == sorted(cards.TASKS)

    def test_no_current_task_is_advanced_and_not_all_are_of_one_type(self) -> None:
        for current, _ in openings():
            assert not any(cards.TASKS[name].advanced for name in current)
            assert max(types(current).values()) <= 2

    def test_no_three_of_the_four_open_tasks_are_of_one_type(self) -> None:
        for current, deck in openings():
            assert max(types((*current, deck[0])).values()) <= 2

    def test_everything_else_can_happen(self) -> None:
        assert any(cards.TASKS[deck[0]].advanced for _, deck in openings())
        assert any(types(current[:2]).most_common(1)[0][1] == 2 for current, _ in openings())
        basic = {task.id for task in cards.TASKS.values() if not task.advanced}
        for place in range(3):
            assert {current[place] for current, _ in openings()} == basic
        assert {deck[0] for _, deck in openings()} == set(cards.TASKS)

    def test_what_was_set_aside_is_shuffled_in_again(self) -> None:
        # An advanced task may lie anywhere in the deck.
        advanced = {task.id for task in cards.TASKS.values() if task.advanced}
        for place in range(1, 21):
            assert any(deck[place] in advanced for _, deck in openings())
            assert any(deck[place] not in advanced for _, deck in openings())


def test_the_docstring_lists_the_words_of_all_needs() -> None:
    state = ready("destruction", {}).state
    used = {n.what for task in cards.TASKS.values() for way in task.ways(state, 0) for n in way}
    assert set(re.findall(r"``([a-z-]+)``", tasks.__doc__ or "")) == used
