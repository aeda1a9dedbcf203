"""Small pictures of boards: one path for all pieces of a school and rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tashkalar.formats.puzzle_boards import PictureStones
from tashkalar.ui.screen.marks import square_center

# Around the center of a square that is 100 wide.
_COMMON = "m-34 0a34 34 0 1 0 68 0a34 34 0 1 0-68 0z"
_HEROIC = "m0-42l36 21v42l-36 21-36-21v-42z"
_LEGENDARY = (
    "m0-48l16 17 24-2-2 24 17 16-17 16 2 24-24-2-16 17-16-17-24 2 2-24-17-16 17-16-2-24 24 2z"
)
_SHAPES = {"common": _COMMON, "heroic": _HEROIC, "legendary": _LEGENDARY}


class ThumbnailPath(NamedTuple):
    """A path with the colors of a school."""

    school: str
    drawing: str  # the attribute ``d``


def thumbnail_paths(stones: Sequence[PictureStones]) -> tuple[ThumbnailPath, ...]:
    """Return the paths of a small picture, in a board that is 900 wide."""
    return tuple(
        ThumbnailPath(
            group.school, "".join(_at(square) + _SHAPES[group.rank] for square in group.squares)
        )
        for group in stones
    )


def _at(square: str) -> str:
    x, y = square_center(square)
    return f"M{x:g} {y:g}"
