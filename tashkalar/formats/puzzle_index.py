"""The index of the page's puzzles: what the list shows of each, and which file has the puzzle.

`python3 -m tashkalar puzzles index` writes the index from the puzzle files. The page fetches the
index instead of all files. The format is described in ``docs/puzzles.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar.formats.puzzle import (
    MOST_GRADE,
    MOST_PUZZLES,
    THEMES,
    Puzzle,
    PuzzleError,
    read_day,
    read_words,
)
from tashkalar.json_reader import Node, parse_json

FORMAT, VERSION = "tashkalar-puzzle-index", 1
MOST_FILES = 100
_LONGEST_TASK = 400  # characters
_FIELDS = ("id", "theme", "form", "school", "grade", "title", "task")


class ListedPuzzle(NamedTuple):
    """A puzzle of the list."""

    id: str
    theme: str
    form: str
    school: str  # of the seat that has the goal
    grade: int  # from 1; 0 without one
    title: Mapping[str, str]  # by language
    task: Mapping[str, str]  # by language: what there is to do
    file: str  # the name of its file
    since: str  # the first day whose daily puzzle it may be, such as 2026-11-26; "" for never
    has_teams: bool = False  # two teams of two play


def list_puzzle(puzzle: Puzzle, school: str, file: str, since: str) -> ListedPuzzle:
    """Return what the list shows of a puzzle; `school` is that of the seat that has the goal."""
    task = puzzle.scenario.get("text")
    return ListedPuzzle(
        id=puzzle.id,
        theme=puzzle.theme,
        form=str(puzzle.scenario["form"]),
        school=school,
        grade=puzzle.opinion.grade if puzzle.opinion else 0,
        title=puzzle.title,
        task=task if isinstance(task, Mapping) else {},
        file=file,
        since=since,
        has_teams=puzzle.scenario.get("teams") is True,
    )


def read(text: str) -> tuple[ListedPuzzle, ...]:
    """Return the puzzles of an index; PuzzleError names the place and the fault."""
    try:
        fields = Node(parse_json(text)).fields_of_file(FORMAT, VERSION, "files")
        files = fields["files"].items(MOST_FILES)
        return tuple(puzzle for file in files for puzzle in _read_listed_file(file))
    except ValueError as error:
        raise PuzzleError(str(error)) from None


def _read_listed_file(node: Node) -> Iterator[ListedPuzzle]:
    given = node.fields("name", "since", "puzzles", needed=("name", "puzzles"))
    name = given["name"].text(60)
    since = read_day(given["since"]) if "since" in given else ""
    for item in given["puzzles"].items(MOST_PUZZLES):
        row = item.fields(*_FIELDS, "teams", needed=_FIELDS)
        yield ListedPuzzle(
            id=row["id"].text(40),
            theme=row["theme"].choice(THEMES),
            form=row["form"].text(40),
            school=row["school"].text(40),
            grade=row["grade"].number(0, MOST_GRADE),
            title=dict(read_words(row["title"])),
            task=dict(read_words(row["task"], _LONGEST_TASK)),
            file=name,
            since=since,
            has_teams="teams" in row and row["teams"].flag(),
        )


def write(puzzles: Sequence[ListedPuzzle]) -> str:
    """Return the text of an index; the puzzles of a file must lie side by side."""
    files = groupby(puzzles, key=lambda puzzle: (puzzle.file, puzzle.since))
    body = ",\n".join(_file_text(name, since, list(listed)) for (name, since), listed in files)
    return f'{{"format": "{FORMAT}", "v": {VERSION}, "files": [\n{body}\n]}}\n'


def _row(puzzle: ListedPuzzle) -> dict[str, object]:
    row = {field: getattr(puzzle, field) for field in _FIELDS}
    return row | {"teams": True} if puzzle.has_teams else row


def _file_text(name: str, since: str, puzzles: Sequence[ListedPuzzle]) -> str:
    rows = [json.dumps(_row(puzzle), ensure_ascii=False) for puzzle in puzzles]
    day = f'"since": "{since}", ' if since else ""
    return f'{{"name": "{name}", {day}"puzzles": [\n' + ",\n".join(rows) + "\n]}"
