"""The points over the turns as a drawing: steps, marks with their words, a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.history.game_summary import Story, Turn

_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 54, 26, 30  # room for numbers around the steps
_LETTER = 7.5  # about how wide a letter of a word is
_LINES = 4  # of the grid, at most
_NUMBERS = 34  # between two numbers of turns
_DISC = 12  # half of a mark
_ABOVE, _BELOW = 12, 4  # how far letters reach from their line
# Where the word of a mark may stand, the best place first: its anchor, and how far from the mark.
_PLACES = (("end", -16, -8), ("start", 16, 20), ("middle", 0, -19), ("middle", 0, 27))


class Mark(NamedTuple):
    """Where a side scored: how much, and for which task if it was one."""

    side: int
    x: float
    y: float
    amount: int
    task: Message | None


class Line(NamedTuple):
    """A line of the grid, or a number below it."""

    at: float
    label: int


class Curve(NamedTuple):
    """The drawing, in units of the screen."""

    width: int
    height: int
    steps: tuple[tuple[tuple[float, float], ...], ...]  # of each side, from corner to corner
    marks: tuple[Mark, ...]
    across: tuple[Line, ...]  # by points
    down: tuple[Line, ...]  # by turns
    goal: float | None  # the height of the points that open the last round
    turns: tuple[float, ...]  # the place of each turn

    def nearest(self, x: float) -> int:
        """Which turn, from 0, lies nearest to a place."""
        return min(range(len(self.turns)), key=lambda n: abs(self.turns[n] - x))


def curve(story: Story, width: int, height: int) -> Curve:
    """The drawing for a place of that size; the story has a turn at least."""
    turns = story.turns
    least = min(0, *(min(turn.scores) for turn in turns))
    most = max(1, *(max(turn.scores) for turn in turns))
    if most * 2 >= story.goal:
        most = max(most, story.goal)
    across = (width - _LEFT - _RIGHT) / max(1, len(turns))
    tall = (height - _TOP - _BOTTOM) / (most - least)

    def y(points: int) -> float:
        return round(height - _BOTTOM - (points - least) * tall, 1)

    places = tuple(round(_LEFT + across * (n + 1), 1) for n in range(len(turns)))
    step = max(1, -(-(most - least) // _LINES))
    every = max(1, -(-_NUMBERS * len(turns) // (width - _LEFT - _RIGHT)))
    return Curve(
        width=width,
        height=height,
        steps=tuple(
            _steps([turn.scores[side] for turn in turns], places, y)
            for side in range(len(story.sides))
        ),
        marks=_marks(turns, places, y),
        across=tuple(Line(y(points), points) for points in range(least, most + 1, step)),
        down=tuple(
            Line(place, turn.number)
            for n, (place, turn) in enumerate(zip(places, turns, strict=True), 1)
            if n % every == 0
        ),
        goal=y(story.goal) if story.goal <= most else None,
        turns=places,
    )


def _steps(
    scores: Sequence[int], places: Sequence[float], y: Callable[[int], float]
) -> tuple[tuple[float, float], ...]:
    corners: list[tuple[float, float]] = [(_LEFT, y(0))]
    for place, score in zip(places, scores, strict=True):
        height = y(score)
        if height != corners[-1][1]:
            corners += [(place, corners[-1][1]), (place, height)]
    corners.append((places[-1], corners[-1][1]))
    return tuple(corners)


def _marks(
    turns: Sequence[Turn], places: Sequence[float], y: Callable[[int], float]
) -> tuple[Mark, ...]:
    """A mark for each gain."""
    found: list[Mark] = []
    for place, turn in zip(places, turns, strict=True):
        for gain in turn.gains:
            at = y(turn.scores[gain.side])
            found.append(Mark(gain.side, place, at, gain.amount, gain.task))
    return tuple(found)


class Word(NamedTuple):
    """Where a word begins, ends or has its middle (`anchor`), and the line it stands on."""

    x: float
    y: float
    anchor: str


def words_of(drawn: Curve, letters: Sequence[int]) -> tuple[Word | None, ...]:
    """Where the word of each mark stands, given its letters; None without one, or without room.

    To the left and above where there is room, as steps rise from there; no word covers another one,
    a mark or the edge.
    """
    taken = [(m.x - _DISC, m.y - _DISC, m.x + _DISC, m.y + _DISC) for m in drawn.marks]
    found: list[Word | None] = []
    for mark, count in zip(drawn.marks, letters, strict=True):
        word, wide = None, count * _LETTER
        for anchor, dx, dy in _PLACES if count else ():
            x, y = mark.x + dx, mark.y + dy
            begin = x - {"end": wide, "middle": wide / 2, "start": 0.0}[anchor]
            box = (begin, y - _ABOVE, begin + wide, y + _BELOW)
            inside = begin >= _LEFT and box[2] <= drawn.width and box[1] >= 0 and y <= drawn.height
            if inside and not any(_meet(box, other) for other in taken):
                word = Word(x, y, anchor)
                taken.append(box)
                break
        found.append(word)
    return tuple(found)


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
