"""Puzzles are found in games, proved, graded and checked by command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import prove, puzzle_finder, puzzle_grade, puzzle_positions
from tashkalar.bots.goal_search import goal_progress, search_goal
from tashkalar.bots.prove import reaches
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.cli import main
from tashkalar.features.puzzles.puzzle_list import puzzle_game
from tashkalar.formats import goal, puzzle, scenario_writer
from tashkalar.formats.goal import Condition, Goal
from tashkalar.json_reader import Node
from tashkalar.position.ids import SeatNumber
from tashkalar.puzzle_commands import puzzle_problems
from tashkalar.rules.forms import FORMS
from tashkalar.ui.session import goal_panel
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at

FILE = Path(__file__).parents[2] / "static/puzzles/puzzles-1.json"
PUZZLES = puzzle.read(FILE.read_text(encoding="utf-8"))
SLOW = {"legend", "green-legends", "pushed-into-place"}  # half of the time for all of them
OTHERS = [
    one
    for file in sorted(FILE.parent.glob("puzzles-*.json"))
    for one in puzzle.read(file.read_text(encoding="utf-8"))
    if file != FILE
]
SAMPLE = OTHERS[:: max(1, len(OTHERS) // 50)]  # the command `puzzles check` proves all


# Of each theme the proofs that take least: with those of the first file more than 50.
QUICK = [
    one
    for theme in sorted({one.theme for one in OTHERS})
    for one in sorted((o for o in OTHERS if o.theme == theme), key=lambda o: o.proved.nodes)[:5]
    if one.proved.nodes < 8_000
]


@pytest.mark.parametrize("one", QUICK, ids=lambda one: one.id)
def test_quick_proofs_of_every_theme_are_made_again(one: puzzle.Puzzle) -> None:
    assert list(puzzle_problems(one)) == []


def test_more_than_fifty_puzzles_are_proved_in_every_run() -> None:
    assert len({one.id for one in (*PUZZLES, *QUICK)}) > 50


@pytest.mark.long
@pytest.mark.parametrize("one", SAMPLE, ids=lambda one: one.id)
def test_a_sample_of_the_other_files_is_proved_again(one: puzzle.Puzzle) -> None:
    assert list(puzzle_problems(one)) == []


@pytest.mark.parametrize(
    "one",
    [pytest.param(p, marks=[pytest.mark.long] if p.id in SLOW else [], id=p.id) for p in PUZZLES],
)
def test_every_puzzle_of_the_first_file_is_proved_again(one: puzzle.Puzzle) -> None:
    assert list(puzzle_problems(one)) == []


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.id)
def test_no_puzzle_of_the_page_is_reached_by_the_greedy_player(one: puzzle.Puzzle) -> None:
    game = Game.from_scenario(one.scenario)
    sought = goal.read_from(one.scenario, game.state)
    for seed in puzzle_finder.GREEDY_SEEDS:
        assert not reaches(game.state, sought, puzzle_finder.greedy_turn(game, seed))


# -- finding -------------------------------------------------------------------------------------


def two_summonings() -> Game:
    """One placement makes the Knight possible, whose piece completes the Champion's pattern."""
    board = pattern_at("knight", "e5") | pattern_at("champion", "g7")
    return arrange(board, hand=["knight", "champion"], theirs={"flare": []})


def test_a_turn_with_one_being_in_sight_is_no_puzzle() -> None:
    game = arrange(pattern_at("knight", "e5"), hand=["knight"], theirs={"flare": []})
    assert puzzle_finder.find_in_turn(game.state, "a test") is None


def test_the_seat_to_move_becomes_the_first() -> None:
    game = arrange(
        {"e5": "1 heroic", "e6": "2 common"},
        hand=["knight"],
        theirs={"hand": ["dryad"], "score": 3},
        turn={"seat": 2},
    )
    turned = Game.from_scenario(puzzle_positions.puzzle_scenario(game.state))
    assert turned.player == 1
    assert {square: piece.owner for square, piece in turned.board.items()} == {"e5": 2, "e6": 1}
    assert turned.state.hands == (("dryad",), ("knight",))
    assert turned.score(1) == 3


MELEE = ("northern", "sylvan", "highland", "everfrost")


def seats_of(schools: Sequence[str]) -> list[dict[str, Any]]:
    return [{"school": school, "hand": [], "flare": []} for school in schools]


def test_in_a_melee_the_order_of_the_turns_stays() -> None:
    seats = seats_of(("northern", "etherweave", "everfrost"))
    seats[0] |= {"score": {"2": 4, "3": 1}, "improvised": [2]}
    seats[1] |= {"hand": ["paradox-worm"], "score": {"1": 5}, "improvised": [1, 3]}
    scenario = {
        "form": "melee",
        "seats": seats,
        "board": {"e5": "1 heroic", "e6": "2 common", "d4": "3 legendary"},
        "captive": {"owner": 3, "rank": "common"},
        "removed": {"1": {"two-sided": 1}},
        "turn": {"seat": 2},
    }
    before = Game.from_scenario(scenario).state
    turned = Game.from_scenario(puzzle_positions.puzzle_scenario(before))
    assert (turned.player, turned.setup.schools) == (
        1,
        ("etherweave", "everfrost", "northern"),
    )
    owners = {square: piece.owner for square, piece in turned.board.items()}
    assert owners == {"e6": 1, "d4": 2, "e5": 3}
    after = turned.state
    assert after.hands[0] == ("paradox-worm",)
    assert after.captive[0] == 1 and after.removed[2 * 2] == 1  # colors count from 0 here
    assert after.points == turned_points(before.points, 3, 1)
    assert after.markers == (0b110, 0b101, 0b001)  # who may still improvise with whom


def turned_points(points: Sequence[int], seats: int, first: int) -> tuple[int, ...]:
    return tuple(
        points[(row + first) % seats * seats + (column + first) % seats]
        for row in range(seats)
        for column in range(seats)
    )


def turned_code(code: str, seats: int, first: int) -> str:
    """Return a code with the colors that it names, once the seats of a melee are turned."""
    move, sign, color = code.rpartition("/")
    names_color = color.isdigit() and (not sign or code.startswith("!"))
    return f"{move}{sign}{(int(color) - 1 - first) % seats + 1}" if names_color else code


@pytest.mark.parametrize(
    ("form", "schools", "teams"),
    [("melee", MELEE[:3], False), ("melee", MELEE, False), ("high-form", MELEE, True)],
)
def test_with_other_seats_first_the_turn_plays_in_the_same_way(
    form: str, schools: Sequence[str], teams: bool
) -> None:
    game, bot = new_game(form, schools, teams=teams, seed=4), GreedyPlayer(4)
    while game.state.turn < 21:
        game.play(bot.choose(game.view(int(game.player or 0)), game.prompt, game.legal_moves()))
    starts = list(puzzle_finder.turn_starts(game))[-4:]
    assert len({state.seat for state in starts}) == len(schools)
    for state in starts:
        turned = Game.from_scenario(puzzle_positions.puzzle_scenario(state))
        same = Game.from_scenario(scenario_writer.write(state))
        colours, first = state.setup.colours, state.seat
        first_colour, sides = colours[first], len(state.colours)
        for code in puzzle_finder.greedy_turn(same, 1):
            here = {turned_code(move.code, sides, first_colour) for move in same.legal_moves()}
            assert here == {move.code for move in turned.legal_moves()}
            same.play(code)
            turned.play(turned_code(code, sides, first_colour))
        for square, piece in same.board.items():
            seat = colours.index(piece.owner - 1)
            assert turned.board[square].owner == colours[seat - first] + 1
            assert turned.board[square].rank == piece.rank


def two_beings_of_the_third_seat(form: str, *, teams: bool, actions: int = 2) -> Game:
    """One placement makes the Knight possible, whose piece completes the Champion's pattern."""
    colour = 1 if teams else 3
    seats = seats_of(("highland", "sylvan", "northern", "everfrost"))
    seats[2]["hand"] = ["knight", "champion"]
    seats[2]["legends"] = []
    return Game.from_scenario(
        {
            "form": form,
            "teams": teams,
            "seats": seats,
            "board": pattern_at("knight", "e5", owner=colour)
            | pattern_at("champion", "g7", owner=colour),
            "turn": {"seat": 3, "actions": actions},
        }
    )


def test_a_puzzle_is_found_for_the_third_seat_of_a_melee() -> None:
    """The Eagle Lord destroys an upgraded piece of each opponent."""
    seats = seats_of(("northern", "sylvan", "highland"))
    seats[2]["hand"] = ["eagle-lord", "legend-slayer", "hill-giant"]
    seats[2]["legends"] = ["earth-elemental", "two-headed-dragon"]
    pieces = "g6 3 heroic, f7 3 common, g8 3 common, f3 1 heroic, f5 1 heroic, e4 1 common"
    pieces += ", f4 1 common, d2 2 heroic, e2 2 heroic, c1 2 common, d1 2 common, c3 2 common"
    board = dict(piece.split(" ", 1) for piece in pieces.split(", "))
    game = Game.from_scenario(
        {"form": "melee", "seats": seats, "board": board, "turn": {"seat": 3}}
    )
    found = puzzle_finder.find_in_turn(game.state, "a test")
    assert found is not None and found.theme == "upgraded"
    assert found.scenario["goal"] == {"destroy": 2, "upgraded": True, "within": {"turns": 1}}
    assert "eagle-lord@f5" in found.solution
    first = Game.from_scenario(found.scenario)
    assert (first.player, first.setup.schools[0]) == (1, "highland")
    assert list(puzzle_problems(found)) == []
    session = Session(puzzle_game(found), curtain=False)
    assert not session.seating.has_human_opponent  # no curtain falls
    for code in found.solution:
        assert session.play_code(code)
    progress = goal_panel.goal_progress(session.game)
    assert progress and progress.state == "reached"


def test_in_teams_no_way_needs_the_teammate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passing control leads to no board that the player alone cannot reach (R19.12)."""
    game = two_beings_of_the_third_seat("high-form", teams=True, actions=1)
    sought = Goal(SeatNumber(3), Condition("beings", number=1), "turns", 1)
    alone = prove.prove(game.state, sought)
    monkeypatch.setattr(prove, "_PASS", "")
    passing = prove.prove(game.state, sought)
    assert passing.nodes > alone.nodes
    assert passing.boards == alone.boards


def test_another_hand_is_dealt_from_what_the_school_has_left() -> None:
    game = arrange(
        {"e5": "1 heroic"},
        hand=["knight"],
        mine={"discards": ["champion"]},
        theirs={"hand": ["dryad"], "flare": ["flare-01"]},
    )
    hands = []
    for number in (1, 2, 1):
        scenario = puzzle_positions.puzzle_scenario(game.state)
        puzzle_positions.deal_other_cards(scenario, number)
        state = Game.from_scenario(scenario).state
        hands.append(state.hands[0])
        assert len(set(hands[-1])) == 3 - number % 2 and "champion" not in hands[-1]
        assert state.hands[1] == (() if number % 2 else ("dryad",))
        assert state.flares[1] == (() if number % 2 else ("flare-01",))
    assert hands[0] == hands[2] != hands[1]


def test_other_legends_are_dealt_to_both_sides() -> None:
    game = arrange({}, mine={"legends": ["titan", "leviathan"]}, theirs={"legends": ["hell-bull"]})
    dealt = []
    for number in (1, 2, 1):
        scenario = puzzle_positions.puzzle_scenario(game.state)
        puzzle_positions.deal_other_cards(scenario, number)
        dealt.append(Game.from_scenario(scenario).state.legends)
        assert len(set(dealt[-1][0] + dealt[-1][1])) == 4
    assert dealt[0] == dealt[2] != dealt[1]


@pytest.mark.parametrize(
    ("task", "current", "following"),
    [
        ("red-legends", ["destruction", "red-legends", "isolation"], "center-cross"),
        ("line-dominance", ["line-dominance", "red-legends", "isolation"], "center-cross"),
        ("center-cross", ["center-cross", "red-legends", "isolation"], "destruction"),
    ],
)
def test_a_task_is_opened_in_the_place_of_another(
    task: str, current: list[str], following: str
) -> None:
    tasks = {"current": ["destruction", "red-legends", "isolation"], "next": ["center-cross"]}
    scenario = dict(scenario_writer.write(arrange({}, form="high-form").state)) | {"tasks": tasks}
    puzzle_positions.open_task(scenario, task)
    opened = Game.from_scenario(scenario).state
    assert (list(opened.current_tasks), opened.task_deck[0]) == (current, following)


@pytest.mark.parametrize(("form", "end"), [("high-form", 9), ("duel", 18)])
@pytest.mark.parametrize("margin", [-3, 0, 5])
def test_a_last_turn_is_won_by_its_margin_alone(form: str, end: int, margin: int) -> None:
    game = arrange({"e5": "1 legendary"}, form=form, mine={"score": 4}, theirs={"score": 6})
    rules = FORMS[form]
    before = [rules.tally(game.state, colour) for colour in game.state.setup.colours]
    scenario = puzzle_positions.puzzle_scenario(game.state)
    puzzle_positions.make_last_turn(scenario, game.state, margin)
    state = Game.from_scenario(scenario).state
    own, other = (rules.tally(state, colour) for colour in state.setup.colours)
    gained = margin - (before[0] - before[1])  # what the player has to gain on the other side
    assert (own + gained - other, state.last_turns) == (1, 1)
    assert own >= end and other >= 0


def test_the_best_end_of_a_last_turn_is_found() -> None:
    """The turn becomes the last one, with points that one of its 187 ends alone makes enough."""
    board = dict.fromkeys(["f1", "e3", "b4", "c5"], "1 common") | {"f4": "2 heroic"}
    board |= dict.fromkeys(["e1", "f2", "f3", "g3", "g4", "h4", "g5"], "2 common")
    game = arrange(
        board,
        school="highland",
        other="southern",
        hand=["mountain-troll", "clan-axeman"],
        theirs={"hand": ["master-of-intrigue", "time-mage", "infantry-captain"], "flare": []},
        turn={"number": 8},
    )
    found = puzzle_finder.find_in_turn(game.state, "a test", 2000)
    assert found is not None and found.theme == "win"
    turn = found.scenario["turn"]
    assert isinstance(turn, dict) and turn["last_turns"] == 1
    assert found.solution == ("+g1", "clan-axeman@f2", "f3", ".")
    assert (found.proved.solutions, found.proved.ends) == (1, 187)
    assert list(puzzle_problems(found)) == []


@pytest.mark.parametrize(
    ("school", "place", "card"),
    [("everfrost", "frozen", "ice-princess"), ("etherweave", "pending", "lesser-shadow-twin")],
)
def test_no_being_that_lies_elsewhere_is_dealt(school: str, place: str, card: str) -> None:
    """Before, some of these hands were no hands of the position."""
    for number in range(1, 20):
        seat = {"school": school, place: card}
        scenario: dict[str, Any] = {
            "form": "duel",
            "seats": [seat, {"school": "sylvan"}],
            "board": {},
            "turn": {"seat": 1},
        }
        puzzle_positions.deal_other_cards(scenario, number)
        assert card not in Game.from_scenario(scenario).state.hands[0]


def test_a_legend_of_the_other_side_is_feared() -> None:
    board = pattern_at("leviathan", "e5", owner=2)
    board.popitem()  # the piece that the other side can still place
    game = arrange(
        board,
        other="southern",
        actions=1,
        theirs={"hand": [], "legends": ["leviathan"], "flare": []},
    )
    found = puzzle_finder.find_in_turn(game.state, "a test")
    assert found is not None
    assert (found.theme, found.scenario["goal"]) == ("survive", {"survive": {"legend": 1}})
    assert list(puzzle_problems(found)) == []
    assert puzzle_problems_of(found, solution=("+a4", ".")) == ["solution: does not reach the goal"]


def puzzle_problems_of(one: puzzle.Puzzle, **change: Any) -> list[str]:
    problems = puzzle_problems(one._replace(**change))
    return [problem.removeprefix(f"{one.id}: ") for problem in problems]


def test_turns_of_the_first_round_are_left_out() -> None:
    game = arrange({}, turn={"number": 1})
    while game.state.turn < 5:
        game.play(next(m.code for m in game.legal_moves() if m.kind in ("place", "end", "skip")))
    assert [state.turn for state in puzzle_finder.turn_starts(game)] == [3, 4]


# -- the judge -----------------------------------------------------------------------------------


def goal_of(game: Game, wanted: dict[str, Any]) -> Goal:
    return goal.read(Node(wanted, "goal"), game.state)


def test_the_search_for_a_goal_gives_up_what_the_evaluator_likes_better() -> None:
    game = two_summonings()
    wanted = {"summon": "champion", "at": "g7", "within": {"turns": 1}}
    sought = goal_of(game, wanted)
    codes = search_goal(game.state, sought, 500, 1)
    assert "champion@g7" in codes
    assert reaches(game.state, sought, codes)
    assert search_goal(game.state, sought, 500, 1) == codes  # the same seed


def test_progress_grows_with_what_a_turn_has_done() -> None:
    game = two_summonings()
    start = game.state
    wanted = {"all": [{"beings": 2}, {"piece": {"e5": "1 heroic"}}]}
    sought = goal_of(game, wanted)
    seen = [goal_progress(sought.condition, start, game.state)]
    for code in ("knight@e5", "champion@g7"):
        game.play(code)
        while game.open_move is not None:
            game.play(next((m.code for m in game.legal_moves() if m.code == "-"), "-"))
        seen.append(goal_progress(sought.condition, start, game.state))
    assert seen == [0, 75, 100]


def runs(seeing: int, blind: int) -> dict[str, int]:
    """Return runs that solve a puzzle, of 60 that see all and of 60 that are blind for some."""
    return {"100": 0, "500": 0, "2000": seeing, "firststeps": 0, "beginner": 0, "learner": blind}


def test_grades_go_from_easy_to_hard() -> None:
    both = ((60, 60), (40, 8), (20, 4), (10, 2), (0, 0))
    assert [puzzle_grade.grade_number(runs(*one), 3) for one in both] == [1, 2, 3, 4, 5]
    assert puzzle_grade.grade_number(runs(60, 60), 12) == 2


def test_both_judges_count_and_a_half_for_the_easier_grade() -> None:
    """A pattern that blind levels never see makes a puzzle harder, and one they see easier."""
    assert puzzle_grade.grade_number(runs(60, 0), 3) == 3
    assert puzzle_grade.grade_number(runs(60, 2), 3) == 2  # 1 and 4
    assert puzzle_grade.grade_number(runs(10, 60), 3) == 2  # 4 and 1


def test_a_loose_puzzle_is_a_warm_up_if_it_is_easy() -> None:
    loose = PUZZLES[0]._replace(
        proved=PUZZLES[0].proved._replace(boards=20),
        opinion=puzzle.Opinion("", 1, 1, runs(60, 4)),
    )
    for blind, wanted in ((4, 1), (0, 3)):
        one = loose._replace(opinion=puzzle.Opinion("", 1, 1, runs(60, blind)))
        opinion = puzzle_grade.grade(one)
        assert opinion is not None and opinion.grade == wanted
    exact = puzzle_grade.grade(loose._replace(proved=PUZZLES[0].proved._replace(boards=19)))
    assert exact is not None and exact.grade == 2


def test_a_blind_judge_overlooks_what_its_level_overlooks() -> None:
    """Of two cards it sees one in each run, so it never summons two beings."""
    game = two_summonings()
    sought = goal_of(game, {"beings": 2, "within": {"turns": 1}})

    def solves(level: str) -> int:
        found = (search_goal(game.state, sought, 500, run, level) for run in range(10))
        return sum(reaches(game.state, sought, codes) for codes in found)

    assert solves("adept") == 10
    assert solves("learner") == 0


# -- the command ---------------------------------------------------------------------------------


GAME = """Record: tashkalar 1
Form: duel
Schools: sylvan highland
Seed: pz-4

0. seat 2: g5
1. seat 1: +c4 .
2. seat 2: +f4 +g4 .
3. seat 1: +b3 +a4 .
4. seat 2: +g3 hungry-bear@f3 (-) .
5. seat 1: forest-ancient@b4 (b2 c2 b2) sapling@c3 .
6. seat 2: mountain-troll@e4
"""


def test_a_puzzle_is_found_in_a_game_graded_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, file = tmp_path / "two games.txt", str(tmp_path / "found.json")
    games.write_text(GAME + GAME, encoding="utf-8")
    assert main(["puzzles", "find", str(games), "--output", file, "--nodes", "1000"]) == 0
    assert capsys.readouterr().out == "puzzles found in 8 turns: 1\n"
    [found] = puzzle.read(Path(file).read_text(encoding="utf-8"))
    assert found.scenario["goal"] == {"beings": 3, "within": {"turns": 1}}
    assert (found.theme, found.source) == ("beings", "two games, game 1, turn 6")
    assert (found.proved.moves, found.proved.summonings, found.opinion) == (3, 2, None)
    assert main(["puzzles", "grade", file]) == 0
    [graded] = puzzle.read(Path(file).read_text(encoding="utf-8"))
    assert graded._replace(opinion=None) == found  # a grade changes nothing else
    assert graded.opinion is not None and graded.opinion.judge == puzzle_grade.JUDGE
    assert set(graded.opinion.solved) == {"100", "500", "2000", "firststeps", "beginner", "learner"}
    assert main(["puzzles", "check", file]) == 0


def test_a_file_without_a_record_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nothing.txt"
    file.write_text("nothing", encoding="utf-8")
    assert main(["puzzles", "find", str(file), "--output", str(tmp_path / "found.json")]) == 2
    assert "line 1" in capsys.readouterr().err


def stored(folder: Path, change: dict[str, Any]) -> str:
    """Store the file of the page with a changed first puzzle, and nothing else."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    data["puzzles"] = [{**data["puzzles"][0], **change}]
    file = folder / "puzzles.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return str(file)


def test_check_names_what_cannot_be_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proved = {**PUZZLES[0].proved._asdict(), "solutions": 99}
    file = stored(tmp_path, {"proved": proved, "solution": ["."]})
    assert main(["puzzles", "check", file]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert any("proved.solutions: is" in line and "not 99" in line for line in lines)
    assert lines[-1] == "tashkalar puzzles: problems found: 2"


def test_prove_writes_what_is_proved_and_keeps_the_opinion(tmp_path: Path) -> None:
    proved = {**PUZZLES[0].proved._asdict(), "solutions": 99, "refuted": []}
    file = stored(tmp_path, {"proved": proved})
    assert main(["puzzles", "prove", file]) == 0
    [again] = puzzle.read(Path(file).read_text(encoding="utf-8"))
    assert again == PUZZLES[0]


def test_a_file_that_is_not_of_puzzles_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.json"
    file.write_text("{}", encoding="utf-8")
    assert main(["puzzles", "check", str(file)]) == 2
    assert capsys.readouterr().err.startswith("tashkalar puzzles: ")
