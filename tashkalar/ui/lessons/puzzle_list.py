"""The puzzles of the page: their list, and which ones a person has solved."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import NamedTuple

from tashkalar import Game
from tashkalar.formats.puzzle import Puzzle
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import text_in_language
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError

PUZZLES_URL = "./static/puzzles/puzzles-1.json"

PROGRESS_KEY = "tashkalar.puzzles.v1"
"""The key of the solved puzzles in the browser's storage."""

_MOST_SOLVED = 10_000  # ids that are kept


class PuzzleRow(NamedTuple):
    """A puzzle of the list. `state` is ``open`` or ``done``."""

    id: str
    number: int  # from 1
    title: str
    about: str  # what there is to do
    state: str
    is_next: bool  # the first puzzle that is not solved
    grade: Message | None
    status: Message | None


def puzzle_rows(
    puzzles: Sequence[Puzzle], solved: Collection[str], language: str
) -> tuple[PuzzleRow, ...]:
    """Return the rows of the puzzles in order, in a language."""
    next_id = next_unsolved(puzzles, solved)
    return tuple(
        PuzzleRow(
            id=puzzle.id,
            number=number,
            title=puzzle_title(puzzle, language),
            about=text_in_language(puzzle.scenario.get("text", ""), language),
            state="done" if puzzle.id in solved else "open",
            is_next=puzzle.id == next_id,
            grade=puzzle.opinion and Message("puzzles.grade", {"n": puzzle.opinion.grade}),
            status=Message("puzzles.solved") if puzzle.id in solved else None,
        )
        for number, puzzle in enumerate(puzzles, 1)
    )


def puzzle_title(puzzle: Puzzle, language: str) -> str:
    """Return the title in a language; the id of a puzzle that has none."""
    return text_in_language(puzzle.title or puzzle.id, language)


def puzzle_game(puzzle: Puzzle) -> Game:
    """Return the game of a puzzle, which shows the title beside its goal, in any language."""
    return Game.from_scenario({**puzzle.scenario, "text": dict(puzzle.title) or puzzle.id})


def next_unsolved(puzzles: Sequence[Puzzle], solved: Collection[str], after: str = "") -> str:
    """Return the first unsolved puzzle after one of them, or from the beginning; "" if none."""
    ids = [puzzle.id for puzzle in puzzles]
    start = ids.index(after) + 1 if after in ids else 0
    following = (id for id in (*ids[start:], *ids[:start]) if id not in solved and id != after)
    return next(following, "")


def read_solved(store: KeyValueStore) -> tuple[str, ...]:
    """Return the ids of the solved puzzles in the order of their solution. Never raises."""
    try:
        data = parse_json(store.get(PROGRESS_KEY))
    except (StoreError, ValueError):
        return ()
    solved = data.get("solved") if isinstance(data, dict) else None
    return tuple(id for id in solved if isinstance(id, str)) if isinstance(solved, list) else ()


def save_solved(store: KeyValueStore, id: str) -> Message | None:
    """Save that a puzzle is solved; return an error message if that fails."""
    solved = read_solved(store)
    if id in solved:
        return None
    try:
        store.set(PROGRESS_KEY, solved_text([*solved, id]))
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def solved_text(ids: Sequence[str]) -> str:
    """Return the text that stores the last ids of solved puzzles."""
    return json.dumps({"solved": list(ids[-_MOST_SOLVED:])})
