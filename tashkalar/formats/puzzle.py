"""Puzzle files: positions with a goal for one turn, what is proved of them, and their grades.

The format is described in ``docs/puzzles.md``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tashkalar.json_reader import Node, parse_json

FORMAT, VERSION = "tashkalar-puzzles", 1
THEMES = ("beings", "legend", "destroy", "upgraded", "gain", "claim", "advanced", "win", "survive")
MOST_PUZZLES = 100  # in a file
MOST_GRADE = 5
MOST_CODES = 60
_ID_PATTERN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_CODE = 60
_HIGHEST_COUNT = 10**7
_LONGEST_TITLE = 60
_LANGUAGE_PATTERN = re.compile("[a-z]{2,3}")
_DAY_PATTERN = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")


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
    solved: Mapping[str, int]  # runs of 20 that reach the goal, by their nodes


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
        fields = file.fields_of_file(FORMAT, VERSION, "puzzles", optional=("since",))
        puzzles = tuple(map(_read_puzzle, fields["puzzles"].items(MOST_PUZZLES)))
        since = read_day(fields["since"]) if "since" in fields else ""
    except ValueError as error:
        raise PuzzleError(str(error)) from None
    ids = [puzzle.id for puzzle in puzzles]
    for id in ids:
        if ids.count(id) > 1:
            raise PuzzleError(f"puzzles: {id!r} is there twice")
    return PuzzleFile(puzzles, since)


def read_day(node: Node) -> str:
    """Return a day as it is written, such as 2026-11-26."""
    day = node.text(10)
    if not _DAY_PATTERN.fullmatch(day):
        raise node.fail("is not a day such as 2026-11-26")
    return day


def _read_puzzle(node: Node) -> Puzzle:
    needed = ("id", "theme", "scenario", "solution", "proved")
    given = node.fields(*needed, "title", "opinion", "source", needed=needed)
    id, scenario = given["id"].text(40), given["scenario"].value
    if not _ID_PATTERN.fullmatch(id):
        raise given["id"].fail("small letters, digits and single hyphens are needed")
    if not isinstance(scenario, Mapping) or not isinstance(scenario.get("goal"), Mapping):
        raise given["scenario"].fail("an object with a goal is needed")
    return Puzzle(
        id=id,
        theme=given["theme"].choice(THEMES),
        title=dict(read_words(given["title"])) if "title" in given else {},
        scenario=scenario,
        solution=_read_codes(given["solution"]),
        proved=_read_proved(given["proved"]),
        opinion=_read_opinion(given["opinion"]) if "opinion" in given else None,
        source=given["source"].text(200) if "source" in given else "",
    )


def read_words(node: Node, longest: int = _LONGEST_TITLE) -> Iterator[tuple[str, str]]:
    """Yield the languages of a text, each with the text."""
    for language, text in node.entries():
        if not _LANGUAGE_PATTERN.fullmatch(language):
            raise text.fail("is not a language such as en or it")
        yield language, text.text(longest)


def _read_codes(node: Node) -> tuple[str, ...]:
    return tuple(item.text(_LONGEST_CODE) for item in node.items(MOST_CODES))


def _read_proved(node: Node) -> Proved:
    given = node.fields(*Proved._fields, needed=Proved._fields)
    counts = {k: v.number(0, _HIGHEST_COUNT) for k, v in given.items() if k != "refuted"}
    return Proved(**counts, refuted=_read_codes(given["refuted"]))


def _read_opinion(node: Node) -> Opinion:
    given = node.fields(*Opinion._fields, needed=Opinion._fields)
    return Opinion(
        judge=given["judge"].text(40),
        grade=given["grade"].number(1, MOST_GRADE),
        decisions=given["decisions"].number(1, MOST_CODES),
        solved={nodes: runs.number(0, 1000) for nodes, runs in given["solved"].entries()},
    )


def write(puzzles: Sequence[Puzzle], since: str = "") -> str:
    """Return the text of a file with these puzzles, each on a line of its own."""
    lines = [json.dumps(_puzzle_data(puzzle), ensure_ascii=False) for puzzle in puzzles]
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
    return data
