"""The points over the turns as a drawing: steps, marks with their words, a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.history.game_summary import GameSummary, SummaryTurn

_MARGIN_LEFT, _MARGIN_RIGHT, _MARGIN_TOP, _MARGIN_BOTTOM = (
    34,
    54,
    26,
    30,
)  # room for numbers around the steps
_LETTER_WIDTH = 7.5  # about how wide a letter of a word is
_MAX_GRID_LINES = 4  # of the grid, at most
_MIN_NUMBER_SPACING = 34  # between two numbers of turns
_MARK_RADIUS = 12  # half of a mark
_LETTER_ASCENT, _LETTER_DESCENT = 12, 4  # how far letters reach from their line
# Where the word of a mark may stand, the best place first: its anchor, and how far from the mark.
_WORD_OFFSETS = (("end", -16, -8), ("start", 16, 20), ("middle", 0, -19), ("middle", 0, 27))


class ScoreMark(NamedTuple):
    """Where a side scored: how much, and for which task if it was one."""

    side: int
    x: float
    y: float
    amount: int
    task: Message | None


class GridLine(NamedTuple):
    """A line of the grid, or a number below it."""

    position: float
    label: int


class ScoreChartLayout(NamedTuple):
    """The drawing, in units of the screen."""

    width: int
    height: int
    step_lines: tuple[tuple[tuple[float, float], ...], ...]  # of each side, from corner to corner
    marks: tuple[ScoreMark, ...]
    point_lines: tuple[GridLine, ...]  # by points
    turn_lines: tuple[GridLine, ...]  # by turns
    end_score_y: float | None  # the height of the points that open the last round
    turn_xs: tuple[float, ...]  # the place of each turn

    def nearest_turn(self, x: float) -> int:
        """Which turn, from 0, lies nearest to a place."""
        return min(range(len(self.turn_xs)), key=lambda n: abs(self.turn_xs[n] - x))


def lay_out_score_chart(story: GameSummary, width: int, height: int) -> ScoreChartLayout:
    """The drawing for a place of that size; the story has a turn at least."""
    turns = story.turns
    least = min(0, *(min(turn.scores) for turn in turns))
    most = max(1, *(max(turn.scores) for turn in turns))
    if most * 2 >= story.end_score:
        most = max(most, story.end_score)
    across = (width - _MARGIN_LEFT - _MARGIN_RIGHT) / max(1, len(turns))
    tall = (height - _MARGIN_TOP - _MARGIN_BOTTOM) / (most - least)

    def y(points: int) -> float:
        return round(height - _MARGIN_BOTTOM - (points - least) * tall, 1)

    places = tuple(round(_MARGIN_LEFT + across * (n + 1), 1) for n in range(len(turns)))
    step = max(1, -(-(most - least) // _MAX_GRID_LINES))
    every = max(1, -(-_MIN_NUMBER_SPACING * len(turns) // (width - _MARGIN_LEFT - _MARGIN_RIGHT)))
    return ScoreChartLayout(
        width=width,
        height=height,
        step_lines=tuple(
            _step_corners([turn.scores[side] for turn in turns], places, y)
            for side in range(len(story.sides))
        ),
        marks=_build_marks(turns, places, y),
        point_lines=tuple(GridLine(y(points), points) for points in range(least, most + 1, step)),
        turn_lines=tuple(
            GridLine(place, turn.number)
            for n, (place, turn) in enumerate(zip(places, turns, strict=True), 1)
            if n % every == 0
        ),
        end_score_y=y(story.end_score) if story.end_score <= most else None,
        turn_xs=places,
    )


def _step_corners(
    scores: Sequence[int], places: Sequence[float], y: Callable[[int], float]
) -> tuple[tuple[float, float], ...]:
    corners: list[tuple[float, float]] = [(_MARGIN_LEFT, y(0))]
    for place, score in zip(places, scores, strict=True):
        height = y(score)
        if height != corners[-1][1]:
            corners += [(place, corners[-1][1]), (place, height)]
    corners.append((places[-1], corners[-1][1]))
    return tuple(corners)


def _build_marks(
    turns: Sequence[SummaryTurn], places: Sequence[float], y: Callable[[int], float]
) -> tuple[ScoreMark, ...]:
    """A mark for each gain."""
    found: list[ScoreMark] = []
    for place, turn in zip(places, turns, strict=True):
        for gain in turn.gains:
            at = y(turn.scores[gain.side])
            found.append(ScoreMark(gain.side, place, at, gain.amount, gain.task))
    return tuple(found)


class WordPosition(NamedTuple):
    """Where a word begins, ends or has its middle (`anchor`), and the line it stands on."""

    x: float
    y: float
    anchor: str


def place_words(drawn: ScoreChartLayout, letters: Sequence[int]) -> tuple[WordPosition | None, ...]:
    """Where the word of each mark stands, given its letters; None without one, or without room.

    To the left and above where there is room, as steps rise from there; no word covers another one,
    a mark or the edge.
    """
    taken = [
        (m.x - _MARK_RADIUS, m.y - _MARK_RADIUS, m.x + _MARK_RADIUS, m.y + _MARK_RADIUS)
        for m in drawn.marks
    ]
    found: list[WordPosition | None] = []
    for mark, count in zip(drawn.marks, letters, strict=True):
        word, wide = None, count * _LETTER_WIDTH
        for anchor, dx, dy in _WORD_OFFSETS if count else ():
            x, y = mark.x + dx, mark.y + dy
            begin = x - {"end": wide, "middle": wide / 2, "start": 0.0}[anchor]
            box = (begin, y - _LETTER_ASCENT, begin + wide, y + _LETTER_DESCENT)
            inside = (
                begin >= _MARGIN_LEFT
                and box[2] <= drawn.width
                and box[1] >= 0
                and y <= drawn.height
            )
            if inside and not any(_has_overlap(box, other) for other in taken):
                word = WordPosition(x, y, anchor)
                taken.append(box)
                break
        found.append(word)
    return tuple(found)


def _has_overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
