"""The list of the puzzles: which ones it shows, the next one, and a run of rising difficulty."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tashkalar import Game
from tashkalar.features.puzzles.daily_puzzle import shuffle_number
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, Run
from tashkalar.formats import goal
from tashkalar.formats.goal import Goal
from tashkalar.formats.puzzle import Puzzle
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import text_in_language

PUZZLES_FOLDER = "./static/puzzles/"
INDEX_URL = f"{PUZZLES_FOLDER}index.json"
BOARDS_URL = f"{PUZZLES_FOLDER}boards.json"

STATES = ("open", "done", "again", "favorite")
"""The states by which the list can be filtered."""

TEAMS = "teams"
"""The choice of the filter by form that leaves the puzzles for two teams."""

RUN_LENGTH = 10


class PuzzleFilter(NamedTuple):
    """The choices of the list's filters: "", 0 or the empty set leave a choice open."""

    themes: frozenset[str] = frozenset()
    form: str = ""  # or `TEAMS`
    school: str = ""
    grade: int = 0
    state: str = ""  # one of `STATES`


class PuzzleRow(NamedTuple):
    """A puzzle of the list. `state` is ``open`` or ``done``."""

    id: str
    number: int  # from 1
    title: str
    about: str  # what there is to do
    kind: Message  # form and school
    state: str
    is_next: bool  # the first puzzle that is not solved
    is_favorite: bool
    grade: Message | None
    status: Message | None


def filter_puzzles(
    puzzles: Sequence[ListedPuzzle], wanted: PuzzleFilter, progress: PuzzleProgress, today: int
) -> list[ListedPuzzle]:
    """Return the puzzles that fit a filter, in order."""
    ids = _ids_in_state(puzzles, wanted.state, progress, today)
    return [
        puzzle
        for puzzle in puzzles
        if puzzle.id in ids
        and (not wanted.themes or puzzle.theme in wanted.themes)
        and (wanted.form in ("", puzzle.form) or (wanted.form == TEAMS and puzzle.has_teams))
        and wanted.school in ("", puzzle.school)
        and wanted.grade in (0, puzzle.grade)
    ]


def _ids_in_state(
    puzzles: Sequence[ListedPuzzle], state: str, progress: PuzzleProgress, today: int
) -> Collection[str]:
    if state == "done":
        return frozenset(progress.solved)
    if state == "again":
        return frozenset(progress.due(today))
    if state == "favorite":
        return frozenset(progress.favorites)
    ids = frozenset(puzzle.id for puzzle in puzzles)
    return ids.difference(progress.solved) if state == "open" else ids


def puzzle_rows(
    puzzles: Sequence[ListedPuzzle],
    shown: Sequence[ListedPuzzle],
    progress: PuzzleProgress,
    today: int,
    language: str,
) -> tuple[PuzzleRow, ...]:
    """Return the rows of some of the puzzles, numbered as all puzzles are, in a language.

    Those that are `shown` may have grades that are corrected for the person.
    """
    next_id = next_unsolved(puzzles, progress.solved)
    number_by_id = {puzzle.id: number for number, puzzle in enumerate(puzzles, 1)}
    grade_by_id = {puzzle.id: puzzle.grade for puzzle in puzzles}
    due = frozenset(progress.due(today))
    return tuple(
        PuzzleRow(
            id=puzzle.id,
            number=number_by_id[puzzle.id],
            title=text_in_language(puzzle.title or puzzle.id, language),
            about=text_in_language(puzzle.task or "", language),
            kind=Message(
                "puzzles.kind.teams" if puzzle.has_teams else "puzzles.kind",
                {
                    "form": Message(f"form.{puzzle.form}.name"),
                    "school": Message(f"school.{puzzle.school}.name"),
                },
            ),
            state="done" if puzzle.id in progress.solved else "open",
            is_next=puzzle.id == next_id,
            is_favorite=puzzle.id in progress.favorites,
            grade=_grade(puzzle.grade, grade_by_id[puzzle.id]),
            status=_status(puzzle.id, progress, due),
        )
        for puzzle in shown
    )


def _grade(grade: int, common: int) -> Message | None:
    """Return the words of a grade, which may differ from the common one; None without one."""
    kind = "puzzles.grade" if grade == common else "puzzles.grade.own"
    return Message(kind, {"n": grade}) if grade else None


def _status(id: str, progress: PuzzleProgress, due: Collection[str]) -> Message | None:
    if id in due:
        return Message("puzzles.again")
    return Message("puzzles.solved") if id in progress.solved else None


def puzzle_title(puzzle: Puzzle, language: str) -> str:
    """Return the title in a language; the id of a puzzle that has none."""
    return text_in_language(puzzle.title or puzzle.id, language)


def puzzle_game(puzzle: Puzzle) -> Game:
    """Return the game of a puzzle, which shows the title beside its goal, in any language.

    A puzzle to survive shows its text, which tells the cards of the other side.
    """
    if puzzle.theme == "survive" and "text" in puzzle.scenario:
        return Game.from_scenario(puzzle.scenario)
    return Game.from_scenario({**puzzle.scenario, "text": dict(puzzle.title) or puzzle.id})


def puzzle_goal(puzzle: Puzzle) -> Goal:
    """Return the goal of a puzzle."""
    return goal.read_from(puzzle.scenario, Game.from_scenario(puzzle.scenario).state)


def next_unsolved(puzzles: Sequence[ListedPuzzle], solved: Collection[str], after: str = "") -> str:
    """Return the first unsolved puzzle after one of them, or from the beginning; "" if none."""
    ids = [puzzle.id for puzzle in puzzles]
    start = ids.index(after) + 1 if after in ids else 0
    following = (id for id in (*ids[start:], *ids[:start]) if id not in solved and id != after)
    return next(following, "")


def next_puzzle(
    puzzles: Sequence[ListedPuzzle],
    progress: PuzzleProgress,
    after: str,
    *,
    due_today: int | None = None,
) -> str:
    """Return the puzzle to offer after one of them; "" if none is left.

    In a run that is its next puzzle, else the next unsolved one. A person who plays what is due
    gives the day, and gets the next puzzle that is `due_today`.
    """
    if due_today is not None:
        ids = {puzzle.id for puzzle in puzzles} - {after}
        return next((id for id in progress.due(due_today) if id in ids), "")
    run = progress.run
    if after in run.ids[run.at : run.at + 1]:
        return next(iter(run.ids[run.at + 1 :]), "")
    return next_unsolved(puzzles, progress.solved, after)


def begin_run(puzzles: Sequence[ListedPuzzle], progress: PuzzleProgress, today: int) -> Run:
    """Return a run of some of these puzzles: unsolved ones, from easy to hard.

    If all are solved, solved ones come again. Another day gives another choice.
    """
    waiting = [p for p in puzzles if p.id not in progress.solved] or list(puzzles)
    shuffled = sorted(waiting, key=lambda p: shuffle_number(f"{today}/{p.id}"))
    grades = sorted({puzzle.grade for puzzle in shuffled})
    by_grade = [[puzzle for puzzle in shuffled if puzzle.grade == grade] for grade in grades]
    in_turn = [puzzle for row in zip_longest(*by_grade) for puzzle in row if puzzle is not None]
    chosen = sorted(in_turn[:RUN_LENGTH], key=lambda puzzle: puzzle.grade)
    return Run(tuple(puzzle.id for puzzle in chosen))
