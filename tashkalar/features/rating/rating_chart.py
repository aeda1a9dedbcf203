"""The layout of the curve of a person's rating: a line, its band, and a line for each level."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.features.rating.level_ratings import LEVEL_RATINGS
from tashkalar.features.rating.rating import Strength, likely_range

_MARGIN_Y, _MARGIN_RIGHT = 14, 8  # pixels
_ROOM = 120  # on the scale of Elo, above the strongest level and below the easiest one
_LABEL_HEIGHT = 17  # pixels between the names of two levels

Corner = tuple[float, float]


class LevelLine(NamedTuple):
    """The line of a level, and where its name stands; None where another name stands."""

    level: str
    y: float
    label_y: float | None


class RatingLayout(NamedTuple):
    """The layout of the curve, in pixels from the top left."""

    width: int
    height: int
    left: int  # where the names of the levels end
    levels: tuple[LevelLine, ...]
    line: tuple[Corner, ...]  # the rating after each game
    band: tuple[Corner, ...]  # the outline of the likely range


def lay_out_rating(strength: Strength, width: int, height: int, left: int) -> RatingLayout:
    """Return the layout for a curve of this size in pixels; there must be a game.

    `left` is the room for the names of the levels. What lies beyond all levels is cut off.
    """
    values = {level: value for level, (value, _) in LEVEL_RATINGS[strength.form].items()}
    highest, lowest = max(values.values()) + _ROOM, min(values.values()) - _ROOM
    scale = (height - 2 * _MARGIN_Y) / (highest - lowest)

    def y(value: float) -> float:
        shown = min(max(value, lowest), highest)
        return round(_MARGIN_Y + (highest - shown) * scale, 1)

    course = strength.course
    if len(course) == 1:  # a range needs two corners to be seen
        course *= 2
    step = (width - left - _MARGIN_RIGHT) / (len(course) - 1)
    xs = [round(left + step * number, 1) for number in range(len(course))]
    ranges = [likely_range(rating) for rating in course]
    upper = [(x, y(high)) for x, (_, high) in zip(xs, ranges, strict=True)]
    lower = [(x, y(low)) for x, (low, _) in zip(xs, ranges, strict=True)]
    return RatingLayout(
        width=width,
        height=height,
        left=left,
        levels=_lay_out_levels({level: y(value) for level, value in values.items()}),
        line=tuple((x, y(rating.value)) for x, rating in zip(xs, course, strict=True)),
        band=(*upper, *reversed(lower)),
    )


def _lay_out_levels(ys: dict[str, float]) -> tuple[LevelLine, ...]:
    """Return the lines of the levels; a name that would cover the one before is left out."""
    lines: list[LevelLine] = []
    last: float | None = None
    for level, y in reversed(ys.items()):  # the strongest first, from the top
        has_room = last is None or y - last >= _LABEL_HEIGHT
        last = y if has_room else last
        lines.append(LevelLine(level, y, y if has_room else None))
    return tuple(lines)
