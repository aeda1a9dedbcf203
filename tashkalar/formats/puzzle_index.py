"""The index of the page's puzzles: what the list shows of each, and which file has the puzzle.

`python3 -m tashkalar puzzles index` writes the index from the puzzle files. The page fetches the
index instead of all files. The format is described in ``docs/puzzles.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tashkalar.formats.puzzle import Puzzle, PuzzleError
from tashkalar.formats.puzzle_form import INDEX, INDEX_FORMAT, VERSION
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, parse_json

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
    also: tuple[str, ...] = ()  # ids of puzzles that were the same one


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
        also=puzzle.also,
    )


def read(text: str) -> tuple[ListedPuzzle, ...]:
    """Return the puzzles of an index; PuzzleError names the place and the fault."""
    try:
        file = Node(parse_json(text))
        INDEX.check(file, Scope())
    except ValueError as error:
        raise PuzzleError(str(error)) from None
    files = file.child("files").items()
    return tuple(puzzle for listed in files for puzzle in _read_listed_file(listed))


def _read_listed_file(node: Node) -> Iterator[ListedPuzzle]:
    given: dict[str, Any] = {key: child.value for key, child in node.entries()}
    for row in given["puzzles"]:
        yield ListedPuzzle(
            **{field: row[field] for field in _FIELDS},
            file=given["name"],
            since=given.get("since", ""),
            has_teams=row.get("teams", False),
            also=tuple(row.get("also", ())),
        )


def write(puzzles: Sequence[ListedPuzzle]) -> str:
    """Return the text of an index; the puzzles of a file must lie side by side."""
    files = groupby(puzzles, key=lambda puzzle: (puzzle.file, puzzle.since))
    body = ",\n".join(_file_text(name, since, list(listed)) for (name, since), listed in files)
    return f'{{"format": "{INDEX_FORMAT}", "v": {VERSION}, "files": [\n{body}\n]}}\n'


def _row(puzzle: ListedPuzzle) -> dict[str, object]:
    row = {field: getattr(puzzle, field) for field in _FIELDS}
    if puzzle.has_teams:
        row["teams"] = True
    if puzzle.also:
        row["also"] = puzzle.also
    return row


def _file_text(name: str, since: str, puzzles: Sequence[ListedPuzzle]) -> str:
    rows = [json.dumps(_row(puzzle), ensure_ascii=False) for puzzle in puzzles]
    day = f'"since": "{since}", ' if since else ""
    return f'{{"name": "{name}", {day}"puzzles": [\n' + ",\n".join(rows) + "\n]}"
