"""The layout of the score chart: step lines of the points over the turns, marks, words, grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tashkalar.features.summary.game_summary import GameSummary, SummaryTurn
from tashkalar.position.move import Message

# Room for the numbers around the step lines, in pixels.
_MARGIN_LEFT, _MARGIN_RIGHT, _MARGIN_TOP, _MARGIN_BOTTOM = 34, 54, 26, 30
_LETTER_WIDTH = 7.5  # the average width of a letter, in pixels
_MAX_GRID_LINES = 4
_MIN_NUMBER_SPACING = 34  # pixels between two numbers of turns
_MARK_RADIUS = 12  # pixels
_LETTER_ASCENT, _LETTER_DESCENT = 12, 4  # pixels that letters reach above and below the baseline
# Places for the word of a mark, the best first: its anchor, and the offset from the mark in pixels.
_WORD_OFFSETS = (("end", -16, -8), ("start", 16, 20), ("middle", 0, -19), ("middle", 0, 27))


class ScoreMark(NamedTuple):
    """A gain of a side: the number of points, and the task if one brought them."""

    side: int
    x: float
    y: float
    amount: int
    task: Message | None


class GridLine(NamedTuple):
    """A line of the grid with its number."""

    position: float
    label: int


class ScoreChartLayout(NamedTuple):
    """The layout of the chart, in pixels from the top left."""

    width: int
    height: int
    step_lines: tuple[tuple[tuple[float, float], ...], ...]  # the corners of each side's line
    marks: tuple[ScoreMark, ...]
    point_lines: tuple[GridLine, ...]  # by points
    turn_lines: tuple[GridLine, ...]  # by turns
    end_score_y: float | None  # the y of the score that triggers the end; None if far away
    turn_xs: tuple[float, ...]  # the x of each turn

    def nearest_turn(self, x: float) -> int:
        """Return the index of the turn, from 0, that is nearest to `x`."""
        return min(range(len(self.turn_xs)), key=lambda n: abs(self.turn_xs[n] - x))


def lay_out_score_chart(summary: GameSummary, width: int, height: int) -> ScoreChartLayout:
    """Return the layout for a chart of the given width and height, in pixels.

    The summary must have at least one turn.
    """
    turns = summary.turns
    lowest = min(0, *(min(turn.scores) for turn in turns))
    highest = max(1, *(max(turn.scores) for turn in turns))
    if highest * 2 >= summary.end_score:
        highest = max(highest, summary.end_score)
    turn_width = (width - _MARGIN_LEFT - _MARGIN_RIGHT) / max(1, len(turns))
    point_height = (height - _MARGIN_TOP - _MARGIN_BOTTOM) / (highest - lowest)

    def y(points: int) -> float:
        return round(height - _MARGIN_BOTTOM - (points - lowest) * point_height, 1)

    turn_xs = tuple(round(_MARGIN_LEFT + turn_width * (n + 1), 1) for n in range(len(turns)))
    grid_step = max(1, -(-(highest - lowest) // _MAX_GRID_LINES))
    number_interval = max(
        1, -(-_MIN_NUMBER_SPACING * len(turns) // (width - _MARGIN_LEFT - _MARGIN_RIGHT))
    )
    return ScoreChartLayout(
        width=width,
        height=height,
        step_lines=tuple(
            _step_corners([turn.scores[side] for turn in turns], turn_xs, y)
            for side in range(len(summary.sides))
        ),
        marks=_build_marks(turns, turn_xs, y),
        point_lines=tuple(
            GridLine(y(points), points) for points in range(lowest, highest + 1, grid_step)
        ),
        turn_lines=tuple(
            GridLine(turn_x, turn.number)
            for n, (turn_x, turn) in enumerate(zip(turn_xs, turns, strict=True), 1)
            if n % number_interval == 0
        ),
        end_score_y=y(summary.end_score) if summary.end_score <= highest else None,
        turn_xs=turn_xs,
    )


def _step_corners(
    scores: Sequence[int], places: Sequence[float], y: Callable[[int], float]
) -> tuple[tuple[float, float], ...]:
    corners: list[tuple[float, float]] = [(_MARGIN_LEFT, y(0))]
    for turn_x, score in zip(places, scores, strict=True):
        height = y(score)
        if height != corners[-1][1]:
            corners += [(turn_x, corners[-1][1]), (turn_x, height)]
    corners.append((places[-1], corners[-1][1]))
    return tuple(corners)


def _build_marks(
    turns: Sequence[SummaryTurn], places: Sequence[float], y: Callable[[int], float]
) -> tuple[ScoreMark, ...]:
    """Return a mark for each gain."""
    marks: list[ScoreMark] = []
    for turn_x, turn in zip(places, turns, strict=True):
        for gain in turn.gains:
            mark_y = y(turn.scores[gain.side])
            marks.append(ScoreMark(gain.side, turn_x, mark_y, gain.amount, gain.task))
    return tuple(marks)


class WordPosition(NamedTuple):
    """The position of a word: the x of its start, end or middle (`anchor`), and its baseline."""

    x: float
    y: float
    anchor: str


def goal_word_position(end_score_y: float) -> WordPosition:
    """Return where it is said which score triggers the end: above its line."""
    return WordPosition(_MARGIN_LEFT + 6, end_score_y - 7, "start")


def place_words(
    drawn: ScoreChartLayout, letters: Sequence[int], goal_letters: int = 0
) -> tuple[WordPosition | None, ...]:
    """Return the position of each mark's word, given the numbers of letters.

    None for a mark without a word, or without room for it. The place above and to the left comes
    first, as the steps rise from there. No word covers another word, a mark or the edge, nor the
    words about the score that triggers the end, which have `goal_letters`.
    """
    covered_boxes = [
        (m.x - _MARK_RADIUS, m.y - _MARK_RADIUS, m.x + _MARK_RADIUS, m.y + _MARK_RADIUS)
        for m in drawn.marks
    ]
    if drawn.end_score_y is not None:
        begin, y, _ = goal_word_position(drawn.end_score_y)
        end = begin + goal_letters * _LETTER_WIDTH
        covered_boxes.append((begin, y - _LETTER_ASCENT, end, y + _LETTER_DESCENT))
    positions: list[WordPosition | None] = []
    for mark, count in zip(drawn.marks, letters, strict=True):
        word, width = None, count * _LETTER_WIDTH
        for anchor, dx, dy in _WORD_OFFSETS if count else ():
            x, y = mark.x + dx, mark.y + dy
            begin = x - {"end": width, "middle": width / 2, "start": 0.0}[anchor]
            box = (begin, y - _LETTER_ASCENT, begin + width, y + _LETTER_DESCENT)
            inside = (
                begin >= _MARGIN_LEFT
                and box[2] <= drawn.width
                and box[1] >= 0
                and y <= drawn.height
            )
            if inside and not any(_has_overlap(box, covered) for covered in covered_boxes):
                word = WordPosition(x, y, anchor)
                covered_boxes.append(box)
                break
        positions.append(word)
    return tuple(positions)


def _has_overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
