"""The lessons in their order, and how far somebody has come in them."""

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

COURSE = ("placing", "pattern", "turned", "rank", "effects", "task", "first-game")
"""The lessons of the page, each a file ``static/lessons/<id>.json``."""

COMPLETED = -1
"""The progress of a lesson that was gone through; else it is how many parts are done."""


def merge_lesson_words(words: Catalogue, lesson: Lesson) -> None:
    """Merge the words that a lesson brings itself into the languages that have been loaded."""
    for language, lines in lesson.words.items():
        words.merge(language, {lesson.message_id(line): text for line, text in lines.items()})


def read_progress(store: KeyValueStore) -> dict[str, int]:
    """Progress by lesson; whatever is missing or wrong is left out. Never raises."""
    try:
        data = parse_json(store.get(PROGRESS_KEY))
    except (StoreError, ValueError):
        return {}
    given = data if isinstance(data, Mapping) else {}
    return {
        id: done
        for id, done in given.items()
        if id in COURSE and type(done) is int and (done == COMPLETED or 0 < done < MOST_PARTS)
    }


def save_progress(store: KeyValueStore, id: str, done: int) -> Message | None:
    """Keep that so many parts of a lesson are done; what to say when that is impossible.

    What was gone through once stays so, and nobody falls behind by doing a part again.
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
    """The first lesson that was not gone through yet; None when all were."""
    return next((id for id in COURSE if progress.get(id) != COMPLETED), None)
