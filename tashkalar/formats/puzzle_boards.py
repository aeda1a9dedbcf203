"""The boards of the page's puzzles in few signs, for small pictures in their list.

`python3 -m tashkalar puzzles index` writes them beside the index. The page fetches them when the
list is shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.json_reader import parse_json
from tashkalar.position.board import RANKS, SQUARE_OF

FORMAT = "tashkalar-puzzle-boards"


class PictureStones(NamedTuple):
    """The pieces of one school and rank."""

    school: str
    rank: str
    squares: tuple[str, ...]


def write(rows: Mapping[str, list[str]]) -> str:
    """Return the text of the boards by the ids of their puzzles."""
    lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(row)}" for id, row in rows.items())
    return f'{{"format": "{FORMAT}", "v": 1, "boards": {{\n{lines}\n}}}}\n'


def read(text: str) -> dict[str, tuple[PictureStones, ...]]:
    """Return the pieces on each board; what cannot be read is left out. Never raises."""
    try:
        data = parse_json(text)
    except ValueError:
        return {}
    boards = data.get("boards") if isinstance(data, dict) else None
    return {
        id: _stones([str(part) for part in row])
        for id, row in (boards if isinstance(boards, dict) else {}).items()
        if isinstance(row, list)
    }


def _stones(row: list[str]) -> tuple[PictureStones, ...]:
    found: list[PictureStones] = []
    for start in range(0, len(row), 1 + len(RANKS)):
        school, *by_rank = row[start : start + 1 + len(RANKS)]
        for rank, text in zip(RANKS, by_rank, strict=False):
            squares = (text[at : at + 2] for at in range(0, len(text), 2))
            known = tuple(square for square in squares if square in SQUARE_OF)
            if known:
                found.append(PictureStones(school, rank, known))
    return tuple(found)
