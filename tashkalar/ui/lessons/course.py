"""The lessons of the course in their order, and a person's progress in them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.lessons.lesson_file import MOST_PARTS, Lesson
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.text.catalogue import Catalogue

PROGRESS_KEY = "tashkalar.lessons.v1"
"""The key of the progress in the browser's storage."""

COURSE = (
    *("placing", "pattern", "turned", "rank", "stays", "effects", "moves", "task"),
    "first-game",
)
"""The lessons of the page, each a file ``static/lessons/<id>.json``."""

COMPLETED = -1
"""The progress of a completed lesson; otherwise the progress is the number of finished parts."""


def merge_lesson_words(words: Catalogue, lesson: Lesson) -> None:
    """Add the texts that a lesson brings to the catalogue."""
    for language, lines in lesson.words.items():
        words.merge(language, {lesson.message_id(line): text for line, text in lines.items()})


def read_progress(store: KeyValueStore) -> dict[str, int]:
    """Return the progress by lesson; leave out missing or invalid entries. Never raises."""
    try:
        data = parse_json(store.get(PROGRESS_KEY))
    except (StoreError, ValueError):
        return {}
    entries = data if isinstance(data, Mapping) else {}
    return {
        id: done
        for id, done in entries.items()
        if id in COURSE and type(done) is int and (done == COMPLETED or 0 < done < MOST_PARTS)
    }


def save_progress(store: KeyValueStore, id: str, done: int) -> Message | None:
    """Save the number of finished parts of a lesson; return an error message if that fails.

    A completed lesson stays completed, and repeating an earlier part does not lower the progress.
    """
    progress = read_progress(store)
    before = progress.get(id, 0)
    if before == COMPLETED or (done != COMPLETED and done <= before):
        return None
    try:
        store.set(PROGRESS_KEY, json.dumps({**progress, id: done}))
    except StoreError:
        return Message("storage.settings")
    return None


def first_unfinished_lesson(progress: Mapping[str, int]) -> str | None:
    """Return the first lesson that is not completed; None if all are completed."""
    return next((id for id in COURSE if progress.get(id) != COMPLETED), None)
