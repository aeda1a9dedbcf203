"""Adding the texts of a file to those of a browser, one by one, without overwriting any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.storage.key_value_store import KeyValueStore, MergeTexts, StoreError
from tashkalar.ui.storage.save_record import (
    GAME_KEY_PREFIX,
    SaveRecord,
    encode_save_record,
    read_save_record,
)
from tashkalar.ui.storage.save_texts import (
    QUARANTINE_KEY_PREFIX,
    SaveTexts,
    id_of_key,
    is_quarantine_key,
    is_save_key,
)
from tashkalar.ui.storage.stored_kinds import LIMITS, kind_of
from tashkalar.ui.storage.tombstones import read_tombstones

# The texts of a save that a person could miss: its game, its study, its log with someone far away.
SaveContent = tuple[str | None, str | None, str | None]

_MOST_AHEAD_MS = 24 * 60 * 60 * 1000  # of the clock of another device
_MOST_TEXTS = 1000  # of a kind: storing one means looking at all of its kind

LogComparison = Callable[[FarRecord, FarRecord], bool]
"""Tells whether the first log of a game with someone far away has all that the second one has."""


def _content(record: SaveRecord) -> SaveContent:
    """Return what a save holds; a study has the same game as the save that it was made from."""
    return record.game_json, record.study_text, record.far.log if record.far else None


class TextImporter:
    """Adds texts to a browser; `here` are the keys and texts that the browser has.

    Reading logs needs code that is fetched when it is needed, so `has_nothing_new` is passed in,
    and so are the `merges` of features.
    Counts the texts: `added`, `known` (they were here, or something of this browser stands in their
    place), and `refused` by kind.
    """

    def __init__(
        self,
        save_texts: SaveTexts,
        store: KeyValueStore,
        here: Iterable[tuple[str, str]],
        has_nothing_new: LogComparison,
        merges: Mapping[str, MergeTexts],
    ) -> None:
        self.added = self.known = 0
        self.refused: Counter[str] = Counter()
        self._save_texts, self._store = save_texts, store
        self._has_nothing_new = has_nothing_new
        self._merges = merges
        self._sizes: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._contents: set[SaveContent] = set()
        self._far_records: list[FarRecord] = []
        self._damaged_texts: set[str] = set()
        for key, text in here:
            kind = kind_of(key, text)
            self._sizes[kind] += len(key) + len(text)
            self._counts[kind] += 1
            if is_save_key(key):
                self._note_save(key, text, read_save_record(key, text))

    def _note_save(self, key: str, text: str, record: SaveRecord) -> None:
        if is_quarantine_key(key):
            self._damaged_texts.add(text)
        if record.game_json is not None:
            self._contents.add(_content(record))
        if record.far:
            self._far_records.append(record.far)

    def add(self, kind: str, key: str, text: str) -> None:
        """Add a text of a kind, and count what became of it; never raises."""
        try:
            is_new = self._add_save(key, text) if is_save_key(key) else self._add_data(key, text)
        except StoreError:
            self.refused[kind] += 1
            return
        if is_new:
            self.added += 1
        else:
            self.known += 1

    def _reserve(self, kind: str, characters: int) -> None:
        """Count the characters of a text to be stored; `StoreError` above the limit of its kind."""
        is_full = self._counts[kind] >= _MOST_TEXTS
        if is_full or self._sizes[kind] + characters > LIMITS[kind]:
            raise StoreError("limit")
        self._sizes[kind] += characters
        self._counts[kind] += 1

    def _add_data(self, key: str, text: str) -> bool:
        """Add a text that belongs to no game; return False if nothing changes."""
        here = self._store.get(key)
        if merge := self._merges.get(key):
            text = merge(here, text)
            if text == (here or "{}"):
                return False
        elif here is not None:
            return False
        self._reserve(kind_of(key, text), len(text) - len(here) if here else len(key) + len(text))
        self._store.set(key, text)
        return True

    def _add_save(self, key: str, text: str) -> bool:
        """Add a game or a damaged text; return False if it is here, in whatever place."""
        record = read_save_record(key, text)
        if self._is_known(key, text, record):
            return False
        is_damaged = record.status == "damaged" or is_quarantine_key(key)
        is_taken = not is_damaged and self._is_taken(key)
        if record.status == "newer" and is_taken:
            return False
        self._reserve(kind_of(key, text), len(key) + len(text))
        self._note_save(key, text, record)
        texts = self._save_texts
        if is_damaged:
            texts.copy_to_quarantine(key.replace(QUARANTINE_KEY_PREFIX, GAME_KEY_PREFIX), text)
            return True
        if is_taken:
            id = texts.free_id()
            key, text = GAME_KEY_PREFIX + id, encode_save_record(id, record)
        if record.order > texts.date_ms() + _MOST_AHEAD_MS:  # else it would always be the newest
            record = record._replace(order=texts.next_order())
            text = encode_save_record(id_of_key(key), record)
        texts.raise_last_order(record.order)
        texts.write(key, text, record)
        return True

    def _is_known(self, key: str, text: str, record: SaveRecord) -> bool:
        if self._save_texts.newest_text(key) == text or text in self._damaged_texts:
            return True
        if record.far and any(self._has_nothing_new(far, record.far) for far in self._far_records):
            return True
        return record.game_json is not None and _content(record) in self._contents

    def _is_taken(self, key: str) -> bool:
        """Tell whether a key has a game, or had one: it would be deleted again."""
        deletions = (deleted for deleted, _ in self._save_texts.backups.deletions())
        is_deleted = key in read_tombstones(self._store) or key in set(deletions)
        return is_deleted or self._save_texts.newest_text(key) is not None
