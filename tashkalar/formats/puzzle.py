"""Puzzle files: positions with a goal for one turn, what is proved of them, and their grades.

The format is described in ``docs/puzzles.md``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tashkalar.formats.puzzle_form import FORMAT, PUZZLES, VERSION
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, parse_json
from tashkalar.plain_text import escape_hidden_signs


class PuzzleError(ValueError):
    """A text is not a puzzle file; the message names the place."""


class Proved(NamedTuple):
    """The facts that a search of all ways to play the turn has found (`bots/prove.py`)."""

    moves: int  # of the shortest solution, without the end of the turn
    solutions: int  # different positions in which the goal is reached
    summonings: int  # different sets of summoned beings among the solutions
    boards: int  # different boards among the solutions
    ends: int  # different positions at the end of the turn, those of the solutions included
    nodes: int  # moves and answers that the search executed
    refuted: tuple[str, ...]  # moves that look good at the start, and after which none is left


class Opinion(NamedTuple):
    """A judge's grade of a puzzle; a later judge may give another one."""

    judge: str  # the name of the version of `bots/puzzle_grade.py`
    grade: int  # from 1, easy, to `MOST_GRADE`
    decisions: int  # in the shortest solution
    solved: Mapping[str, int]  # runs of 20 that reach the goal, by their nodes or level


class Puzzle(NamedTuple):
    """A position with its goal."""

    id: str
    theme: str  # one of `THEMES`
    title: Mapping[str, str]  # by language; empty for a puzzle that nobody has named
    scenario: Mapping[str, object]  # with its goal; only its shape is checked here
    solution: tuple[str, ...]  # decisions, to the goal
    proved: Proved
    opinion: Opinion | None
    source: str  # the game that the position comes from
    also: tuple[str, ...] = ()  # ids of puzzles that were the same one


class PuzzleFile(NamedTuple):
    """The puzzles of a file, and the first day whose daily puzzle may be one of them."""

    puzzles: tuple[Puzzle, ...]
    since: str  # such as 2026-11-26; "" for never


def read(text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file; PuzzleError names the place and the fault."""
    return read_file(text).puzzles


def read_file(text: str) -> PuzzleFile:
    """Return the content of a file; PuzzleError names the place and the fault."""
    try:
        file = Node(parse_json(text))
        PUZZLES.check(file, Scope())
    except ValueError as error:
        raise PuzzleError(str(error)) from None
    fields = dict(file.entries())
    puzzles = tuple(map(_read_puzzle, fields["puzzles"].items()))
    ids = [puzzle.id for puzzle in puzzles]
    for id in ids:
        if ids.count(id) > 1:
            raise PuzzleError(f"puzzles: {id!r} is there twice")
    return PuzzleFile(puzzles, fields["since"].text() if "since" in fields else "")


def _read_puzzle(node: Node) -> Puzzle:
    given: dict[str, Any] = {key: child.value for key, child in node.entries()}
    opinion = given.get("opinion")
    return Puzzle(
        id=given["id"],
        theme=given["theme"],
        title=given.get("title", {}),
        scenario=given["scenario"],
        solution=tuple(given["solution"]),
        proved=Proved(**{**given["proved"], "refuted": tuple(given["proved"]["refuted"])}),
        opinion=opinion and Opinion(**opinion),
        source=given.get("source", ""),
        also=tuple(given.get("also", ())),
    )


def twin_key(puzzle: Puzzle) -> str:
    """Return what two puzzles have in common that a person would take for the same one.

    That is the form, the board, the goal and the solution: other cards in hand change nothing.
    """
    scenario = puzzle.scenario
    parts = [scenario.get(key) for key in ("form", "board", "goal", "teams")]
    return json.dumps([*parts, puzzle.solution], sort_keys=True)


def merge_twins(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Return the puzzles without later twins, whose ids lead to the first of them then."""
    kept: dict[str, Puzzle] = {}
    for one in puzzles:
        key = twin_key(one)
        first = kept.get(key)
        kept[key] = one if first is None else first._replace(also=(*first.also, one.id, *one.also))
    return tuple(kept.values())


def write(puzzles: Sequence[Puzzle], since: str = "") -> str:
    """Return the text of a file with these puzzles, each on a line of its own."""
    rows = [json.dumps(_puzzle_data(puzzle), ensure_ascii=False) for puzzle in puzzles]
    lines = map(escape_hidden_signs, rows)
    body = ",\n".join(lines)
    day = f'"since": "{since}", ' if since else ""
    return f'{{"format": "{FORMAT}", "v": {VERSION}, {day}"puzzles": [\n{body}\n]}}\n'


def _puzzle_data(puzzle: Puzzle) -> dict[str, object]:
    data: dict[str, object] = {
        "id": puzzle.id,
        "theme": puzzle.theme,
        **({"title": puzzle.title} if puzzle.title else {}),
        "scenario": puzzle.scenario,
        "solution": puzzle.solution,
        "proved": puzzle.proved._asdict(),
    }
    if puzzle.opinion is not None:
        data["opinion"] = puzzle.opinion._asdict()
    if puzzle.source:
        data["source"] = puzzle.source
    if puzzle.also:
        data["also"] = puzzle.also
    return data
