"""A store of texts by key, such as a browser's local storage, and how it can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message

MergeTexts = Callable[[str | None, str], str]
"""Returns what two stored texts of the same key have together; None if the first is missing."""

Record = TypeVar("Record")

STORE_ERROR_REASONS = ("off", "full", "limit", "newer", "other")


class StoreError(Exception):
    """A store cannot be used: `reason` is one of `STORE_ERROR_REASONS`.

    ``"newer"`` is said of a database that a newer version of the page has made.
    With ``"limit"``, `notice` says to a person which kind of data has no more room.
    """

    def __init__(self, reason: str, notice: Message | None = None) -> None:
        super().__init__(reason)
        self.reason = reason if reason in STORE_ERROR_REASONS else "other"
        self.notice = notice


class KeyValueStore(Protocol):
    """Texts by key. Every method raises `StoreError` when the store cannot be used."""

    def get(self, key: str) -> str | None:
        """Return the text under a key, None without one."""

    def set(self, key: str, text: str) -> None:
        """Store a text under a key; if that fails, the key keeps its old text."""

    def remove(self, key: str) -> None:
        """Remove a key, if the store has the key."""

    def keys(self) -> list[str]:
        """Return all keys, also those of other programs."""


class KeepingStore(KeyValueStore, Protocol):
    """A store that says when a text is on the disk, and not only accepted."""

    def keep(self, key: str, text: str, on_kept: Callable[[bool], None]) -> None:
        """Store a text as `set` does; later call `on_kept` with True when it is on the disk.

        False says that it could not be written there. The store tries again, and may call
        `on_kept` again.
        """

    def new_id(self) -> str:
        """Return an id that nothing in any tab has or had: a number, perhaps with more behind."""

    def remove_read(self, key: str) -> None:
        """Remove a text and its copies, but none that no page has read: the next one shows it."""


class MemoryStore:
    """A store that lasts as long as the page: for tests, and for browsers without storage."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._last_number = 0

    def get(self, key: str) -> str | None:
        """Return the text under a key, None without one."""
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        """Store a text under a key."""
        self.texts[key] = text

    def keep(self, key: str, text: str, on_kept: Callable[[bool], None]) -> None:
        """Store a text under a key; there is no disk that it could reach later."""
        self.set(key, text)
        on_kept(True)

    def new_id(self) -> str:
        """Return an id that nothing has or had."""
        self._last_number += 1
        return str(self._last_number)

    def remove(self, key: str) -> None:
        """Remove a key, if the store has the key."""
        self.texts.pop(key, None)

    remove_read = remove

    def keys(self) -> list[str]:
        """Return all keys."""
        return list(self.texts)


class SeenText:
    """The text under a key as this tab has seen it last: other tabs may change it meanwhile."""

    def __init__(self, store: KeyValueStore, key: str) -> None:
        self._store, self._key = store, key
        self._text: str | None = None
        self.look()

    def look(self) -> bool:
        """Look at the text; return whether it has changed since the last look. Never raises."""
        before = self._text
        try:
            self._text = self._store.get(self._key)
        except StoreError:
            return False
        return self._text != before


def read_object(store: KeyValueStore, key: str) -> dict[str, Any]:
    """Return the JSON object under a key; an empty one if there is none that can be read."""
    try:
        data = parse_json(store.get(key))
    except (StoreError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def store_text(store: KeyValueStore, key: str, text: str) -> Message | None:
    """Store a text; return a message to a person if that fails."""
    try:
        store.set(key, text)
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def merge_records(
    key: str,
    texts: tuple[str | None, str],
    read: Callable[[KeyValueStore], Record],
    merge: Callable[[Record, Record], Record],
    save: Callable[[KeyValueStore, Record], object],
) -> str:
    """Return what two stored texts of a key have together; the first one if that is all it has."""
    here, other = texts
    ours, theirs = MemoryStore(), MemoryStore()
    ours.set(key, here or "{}")
    theirs.set(key, other)
    before = read(ours)
    merged = merge(before, read(theirs))
    if merged != before:
        save(ours, merged)
    return ours.texts[key]
