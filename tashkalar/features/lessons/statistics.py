"""The lessons in the statistics: how many of each chapter are done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tashkalar.features.lessons.course import COMPLETED, Course
from tashkalar.position.move import Message
from tashkalar.ui.statistics_table import StatisticsLine, StatisticsTable, percent


def lesson_table(course: Course, progress: Mapping[str, int]) -> StatisticsTable:
    """Return the lessons by chapter."""
    return StatisticsTable(
        Message("statistics.lessons"),
        tuple(Message(f"statistics.{column}") for column in ("done", "begun", "all")),
        tuple(
            _lesson_line(chapter.id, [progress.get(id, 0) for id in chapter.lesson_ids])
            for chapter in course.chapters
        ),
    )


def _lesson_line(chapter: str, parts_done: Sequence[int]) -> StatisticsLine:
    done = sum(parts == COMPLETED for parts in parts_done)
    begun = sum(parts > 0 for parts in parts_done)
    return StatisticsLine(
        Message(f"learn.chapter.{chapter}"),
        (done, begun, len(parts_done)),
        percent(done, len(parts_done)),
    )
