"""Grade puzzles: an opinion of how hard they are, by two judges that never change.

The first judge sees every card and every pattern, and has few or many nodes. The second one is
blind for some of them, as beginners are (`blindness.py`). Both know the goal. Other judges get
another name, so that grades of different judges are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tashkalar import Game
from tashkalar.bots.goal_search import overlooked_in, search_goal
from tashkalar.bots.levels import LEVELS
from tashkalar.bots.prove import reaches
from tashkalar.formats import goal as goal_format
from tashkalar.formats.goal import Goal
from tashkalar.formats.puzzle import Opinion, Puzzle
from tashkalar.formats.puzzle_form import MOST_GRADE
from tashkalar.position.state import GameState

JUDGE = "goal-search-1, blind-levels-1"
RUNS = 20  # of each budget and each level
BUDGETS = (100, 500, 2000)  # nodes
BLIND_LEVELS = ("firststeps", "beginner", "learner")
_FEWEST_SOLVED = (48, 30, 15, 5)  # runs of all budgets, for the grades 1 to 4
_FEWEST_SOLVED_BLIND = (12, 6, 3, 1)  # runs of all blind levels, for the grades 1 to 4
_RUNS_IN_VAIN = 8  # of a level that has not reached the goal: no others are made
_MANY_DECISIONS = 7  # from here on a puzzle is one grade harder
_LOOSE_BOARDS = 20  # final boards: from here on the goal asks for too little
_WARM_UP = 2  # the grade up to which a loose puzzle is a warm-up


def grade(puzzle: Puzzle) -> Opinion | None:
    """Return the judges' opinion of a puzzle; None if replies decide it, which they do not see.

    Runs that the opinion of before has counted are not made again: a judge never changes.
    """
    if puzzle.theme == "survive":
        return None
    solved = dict(puzzle.opinion.solved) if puzzle.opinion else {}
    state = Game.from_scenario(puzzle.scenario).state
    goal = goal_format.read_from(puzzle.scenario, state)
    for nodes in BUDGETS:
        if str(nodes) not in solved:
            runs = (search_goal(state, goal, nodes, f"{nodes}/{run}") for run in range(RUNS))
            solved[str(nodes)] = sum(reaches(state, goal, codes) for codes in runs)
    for level in BLIND_LEVELS:
        if level not in solved:
            solved[level] = _count_blind(puzzle, state, goal, level)
    decisions = len([code for code in puzzle.solution if code != "."])
    number = grade_number(solved, decisions)
    if puzzle.proved.boards >= _LOOSE_BOARDS and number <= _WARM_UP:
        number = 1
    return Opinion(JUDGE, number, decisions, solved)


def _count_blind(puzzle: Puzzle, state: GameState, goal: Goal, level: str) -> int:
    """Return how many runs of a level reach the goal.

    A run that overlooks a card which every solution summons is not searched. After some runs in
    vain the others count as such, too.
    """
    needed: set[str] = set()
    if puzzle.proved.summonings == 1:
        needed = {code.partition("@")[0] for code in puzzle.solution if "@" in code}
    solved = failed = 0
    for run in range(RUNS):
        seed = f"{level}/{run}"
        if needed & overlooked_in(state, seed, level).cards:
            continue
        codes = search_goal(state, goal, LEVELS[level].limits.nodes, seed, level)
        is_solved = reaches(state, goal, codes)
        solved, failed = solved + is_solved, failed + (not is_solved)
        if failed == _RUNS_IN_VAIN and not solved:
            break
    return solved


def grade_number(solved: Mapping[str, int], decisions: int) -> int:
    """Return the grade for the runs that solve a puzzle, and its decisions.

    It is the mean of the two judges' grades; a half counts for the easier one.
    """
    seeing = _grade_of_runs(solved, map(str, BUDGETS), _FEWEST_SOLVED)
    blind = _grade_of_runs(solved, BLIND_LEVELS, _FEWEST_SOLVED_BLIND)
    number = (seeing + blind) // 2
    return min(MOST_GRADE, number + (decisions >= _MANY_DECISIONS))


def _grade_of_runs(solved: Mapping[str, int], names: Iterable[str], fewest: Sequence[int]) -> int:
    """Return a judge's grade, from 1, for the runs of these names that solve a puzzle."""
    count = sum(solved[name] for name in names)
    return 1 + sum(count < number for number in fewest)
