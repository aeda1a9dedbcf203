"""Which squares of the board a part of a lesson needs: the page shows these, and larger."""

from __future__ import annotations

import re
from typing import NamedTuple

from tashkalar.position.board import FILES, NAMES, SQUARES, squares
from tashkalar.ui.lessons.lesson_file import LessonPart

_SQUARE = re.compile(r"(?<![a-z0-9])[a-i][1-9](?![a-z0-9])")
_MIN_SIZE = 5  # squares from side to side, so that no square becomes a giant
_MARGIN = 1  # squares around those that matter


class CropArea(NamedTuple):
    """A square piece of the board: its lower left corner and how many squares it is wide."""

    file: int  # 0 is a
    rank: int  # 0 is the first
    size: int

    def contains(self, square: str) -> bool:
        """Whether a square lies in it."""
        file, rank = FILES.index(square[0]) - self.file, int(square[1]) - 1 - self.rank
        return 0 <= file < self.size and 0 <= rank < self.size


def crop_area(part: LessonPart, standing: int) -> CropArea | None:
    """The piece of the board in which everything of a part happens; None for the whole board.

    `standing` is the mask of the occupied squares. The whole board is needed where anything goes.
    """
    if not part.ways or any(step.startswith("+*") for way in part.ways for step in way):
        return None
    named = {NAMES[square] for square in squares(standing)}
    for line in part.lines:
        named |= set(_SQUARE.findall(" ".join(line.at)))
    for mistake in part.mistakes:
        named |= set(_SQUARE.findall(mistake.square or ""))
    for way in part.ways:
        named |= set(_SQUARE.findall(" ".join(way)))
    files = [FILES.index(square[0]) for square in named]
    ranks = [int(square[1]) - 1 for square in named]
    if not named:
        return None
    across = max(max(files) - min(files), max(ranks) - min(ranks)) + 1
    size = max(_MIN_SIZE, across + 2 * _MARGIN)
    if size >= len(FILES):
        return None
    return CropArea(_centered_start(files, size), _centered_start(ranks, size), size)


def _centered_start(places: list[int], size: int) -> int:
    """Where a piece of that size begins that has these places in its middle."""
    middle = (min(places) + max(places) - size + 1) // 2
    return max(0, min(middle, len(FILES) - size))


def squares_outside(crop: CropArea | None) -> frozenset[str]:
    """The squares that do not show."""
    if crop is None:
        return frozenset()
    return frozenset(NAMES[s] for s in SQUARES if not crop.contains(NAMES[s]))
