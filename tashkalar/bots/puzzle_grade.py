"""Grade puzzles: an opinion of how hard they are, by a judge that never changes.

A better judge gets another name, so that grades of different judges are told apart.
"""

from __future__ import annotations

from tashkalar import Game
from tashkalar.bots.goal_search import search_goal
from tashkalar.bots.prove import reaches
from tashkalar.formats import goal as goal_format
from tashkalar.formats.puzzle import Opinion, Puzzle
from tashkalar.formats.puzzle_form import MOST_GRADE

JUDGE = "goal-search-1"
RUNS = 20  # of each budget
BUDGETS = (100, 500, 2000)  # nodes
_FEWEST_SOLVED = (48, 30, 15, 5)  # runs of all budgets, for the grades 1 to 4
_MANY_DECISIONS = 7  # from here on a puzzle is one grade harder


def grade(puzzle: Puzzle) -> Opinion | None:
    """Return the judge's opinion of a puzzle; None if replies decide it, which it does not see."""
    if puzzle.theme == "survive":
        return None
    game = Game.from_scenario(puzzle.scenario)
    goal = goal_format.read_from(puzzle.scenario, game.state)
    solved = {
        str(nodes): sum(
            reaches(game.state, goal, search_goal(game.state, goal, nodes, f"{nodes}/{run}"))
            for run in range(RUNS)
        )
        for nodes in BUDGETS
    }
    decisions = len([code for code in puzzle.solution if code != "."])
    return Opinion(JUDGE, grade_number(sum(solved.values()), decisions), decisions, solved)


def grade_number(solved: int, decisions: int) -> int:
    """Return the grade for the runs that solve a puzzle, and its decisions."""
    number = 1 + sum(solved < fewest for fewest in _FEWEST_SOLVED)
    return min(MOST_GRADE, number + (decisions >= _MANY_DECISIONS))
