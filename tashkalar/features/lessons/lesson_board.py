"""The part of the board that a lesson needs: the page enlarges that part."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from tashkalar.features.lessons.lesson_file import Lesson, LessonPart
from tashkalar.position.board import FILES, NAMES, SQUARES, squares

_SQUARE = re.compile(r"(?<![a-z0-9])[a-i][1-9](?![a-z0-9])")
_MIN_SIZE = 5  # squares from side to side; fewer would be drawn too large
_MARGIN = 1  # squares around the needed ones


class CropArea(NamedTuple):
    """A square section of the board: its lower left corner, and its width in squares."""

    file: int  # 0 is a
    rank: int  # 0 is the first
    size: int

    def contains(self, square: str) -> bool:
        """Tell whether a square lies in the area."""
        file, rank = FILES.index(square[0]) - self.file, int(square[1]) - 1 - self.rank
        return 0 <= file < self.size and 0 <= rank < self.size


def crop_area(lesson: Lesson) -> CropArea | None:
    """Return the section of the board that a lesson needs; None for the whole board.

    All parts share the section, so that the board stays where it is between two parts. The whole
    board is needed if a part accepts any decision.
    """
    if not all(part.ways for part in lesson.parts):
        return None
    named_squares: set[str] = set()
    for part in lesson.parts:
        named_squares |= _named_squares(part)
    return area_around(named_squares)


def area_around(names: Collection[str], *, margin: int = _MARGIN) -> CropArea | None:
    """Return the smallest section with these squares and a margin; None for the whole board."""
    if not names:
        return None
    files = [FILES.index(square[0]) for square in names]
    ranks = [int(square[1]) - 1 for square in names]
    span = max(max(files) - min(files), max(ranks) - min(ranks)) + 1
    size = max(_MIN_SIZE, span + 2 * margin)
    if size >= len(FILES):
        return None
    return CropArea(_centered_start(files, size), _centered_start(ranks, size), size)


def _named_squares(part: LessonPart) -> set[str]:
    """Return the squares of a part's pieces, and those that the part's lines and ways name."""
    occupied = part.start.state.occupied if part.start else 0
    texts = [text for line in part.lines for text in line.at]
    texts += [mistake.square or "" for mistake in part.mistakes]
    texts += [step for way in part.ways for step in way]
    return {NAMES[square] for square in squares(occupied)}.union(
        *(_SQUARE.findall(text) for text in texts)
    )


def _centered_start(places: list[int], size: int) -> int:
    """Return where a range of `size` squares starts that has the places in its middle."""
    middle = (min(places) + max(places) - size + 1) // 2
    return max(0, min(middle, len(FILES) - size))


def coordinate_squares(crop: CropArea) -> tuple[list[str], list[str]]:
    """Return the squares that show the letters and those that show the numbers of a section.

    These are the lowest square of each file and the leftmost one of each rank: the corners of a
    section may lie outside the board.
    """
    shown = [NAMES[square] for square in SQUARES if crop.contains(NAMES[square])]
    lowest = {name[0]: name for name in sorted(shown, key=lambda name: name[1], reverse=True)}
    leftmost = {name[1]: name for name in sorted(shown, reverse=True)}
    return list(lowest.values()), list(leftmost.values())


def squares_outside(crop: CropArea | None) -> frozenset[str]:
    """Return the squares that are not shown."""
    if crop is None:
        return frozenset()
    return frozenset(NAMES[s] for s in SQUARES if not crop.contains(NAMES[s]))
