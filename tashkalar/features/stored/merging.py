"""Merging two texts of the same kind: what a person has finished in either is finished."""

from __future__ import annotations

import json

from tashkalar.features.tour.tour import TOUR_KEY, merge_tours, read_tour
from tashkalar.json_reader import parse_json
from tashkalar.ui.lessons.course import COMPLETED
from tashkalar.ui.lessons.puzzle_progress import PROGRESS_KEY as PUZZLES_KEY
from tashkalar.ui.lessons.puzzle_progress import read_progress, save_progress
from tashkalar.ui.storage.key_value_store import MemoryStore


def merge_progress(here: str | None, text: str) -> str:
    """Return the progress in lessons of two texts: the part that is further in each lesson."""
    merged = _read_progress(here)
    for lesson, done in _read_progress(text).items():
        before = merged.get(lesson, 0)
        if before != COMPLETED and (done == COMPLETED or done > before):
            merged[lesson] = done
    return json.dumps(merged) if merged else here or "{}"


def _read_progress(text: str | None) -> dict[str, int]:
    try:
        data = parse_json(text or "{}")
    except ValueError:
        return {}
    entries = data if isinstance(data, dict) else {}
    return {
        lesson: done
        for lesson, done in entries.items()
        if type(done) is int and COMPLETED <= done < 1000
    }


def merge_puzzles(here: str | None, text: str) -> str:
    """Return the progress in puzzles of two texts, with what only `here` knows how to read."""
    ours, theirs = _store_of(PUZZLES_KEY, here), _store_of(PUZZLES_KEY, text)
    before = read_progress(ours)
    merged = before.merge(read_progress(theirs))
    if merged == before:
        return here or "{}"
    save_progress(ours, merged)
    return ours.texts[PUZZLES_KEY]


def merge_victories(here: str | None, text: str) -> str:
    """Return the best victories over the opponents of the tour in two texts."""
    before = read_tour(_store_of(TOUR_KEY, here))
    merged = merge_tours(before, read_tour(_store_of(TOUR_KEY, text)))
    return json.dumps(merged) if merged != before else here or "{}"


def _store_of(key: str, text: str | None) -> MemoryStore:
    """Return a store with nothing but a text under a key."""
    store = MemoryStore()
    store.set(key, text or "{}")
    return store
