"""Five positions for those who know the game: what they solve without help is marked as known."""

from __future__ import annotations

from tashkalar.features.lessons.course import COMPLETED, Course, save_progress
from tashkalar.features.lessons.lesson_list import LessonRow
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore

ENTRANCE_ID = "entrance"
"""The lesson with the positions. It lies beside the course and belongs to no chapter."""

KNOWN_LESSONS = (
    ("placing", "pattern"),
    ("turned",),
    ("rank", "serves"),
    ("stays",),
    ("moves", "effects"),
)
"""The lessons that each of its parts shows to be known."""


def entrance_row(course: Course, progress: dict[str, int]) -> LessonRow | None:
    """Return the row above the page's lessons; None if all that it can mark is done."""
    markable = [id for ids in KNOWN_LESSONS for id in ids]
    if course.id or all(progress.get(id) == COMPLETED for id in markable):
        return None
    return LessonRow(
        id=ENTRANCE_ID,
        chapter=None,
        number=0,
        title=Message("learn.entrance.title"),
        about=Message("learn.entrance.about"),
        state="open",
        is_next=False,
        status=Message("lessons.open"),
    )


def mark_known_lessons(store: KeyValueStore, runner: LessonRunner) -> Message | None:
    """Mark what a part that was done without help shows; return an error message if that fails."""
    if runner.lesson.id != ENTRANCE_ID or not runner.is_unaided:
        return None
    for id in KNOWN_LESSONS[runner.part_index]:
        if trouble := save_progress(store, id, COMPLETED):
            return trouble
    return None
