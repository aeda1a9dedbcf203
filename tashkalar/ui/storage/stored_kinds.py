"""The kinds of stored texts, how much of each may be stored, and a store that keeps to that.

A new game that the limit of its kind refuses waits in memory and in the backup, as with a full
store, and the notice names the kind. A game that is already stored may always grow: no limit costs
a decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_record import read_save_record
from tashkalar.ui.storage.save_texts import is_quarantine_key, is_save_key
from tashkalar.ui.storage.settings import SETTINGS_KEY
from tashkalar.ui.storage.tombstones import TOMBSTONES_KEY

LIMITS: dict[str, int] = {
    "going": 4_000_000,
    "far": 2_000_000,
    "studies": 2_000_000,
    "finished": 2_000_000,
    "damaged": 1_000_000,
    "settings": 10_000,
    "other": 500_000,
}
"""The kinds of data in the order in which they are imported, and the characters that each may have.
The browsers' own limit is some five million for all together."""

_LAST_KINDS = ("settings", "other")

OF_THIS_BROWSER = (TOMBSTONES_KEY, "tashkalar.counted.v1", "tashkalar.asked.v1")
"""Keys that say something about this browser only: they have no limit and are not exported."""

KEY_PREFIX = "tashkalar."

NOTE_KEY_PREFIX = "tashkalar.order.v1."
"""The start of the key of a note about the order of another text (`kept_store`)."""

_SAVE_KINDS = ("going", "far", "studies", "finished", "damaged")
_KIND_BY_KEY = {SETTINGS_KEY: "settings"}
_KIND_BY_PREFIX: dict[str, str] = {}
_CHARACTERS_IN_KB = 1000


class KindRow(NamedTuple):
    """Texts that a feature stores, one of `stores` in `features.toml`."""

    kind: str
    order: int = 0  # among those of the features
    most: int = 0  # characters, of all texts of the kind; 0 for a kind that has its limit elsewhere
    keys: Sequence[str] = ()
    prefixes: Sequence[str] = ()  # of keys


def add_kinds(rows: Iterable[KindRow]) -> None:
    """Add the kinds of the features, which come before the last ones of the core."""
    last = {kind: LIMITS.pop(kind) for kind in _LAST_KINDS}
    for row in sorted(rows, key=lambda row: row.order):
        if row.most:
            LIMITS[row.kind] = row.most
        _KIND_BY_KEY.update(dict.fromkeys(row.keys, row.kind))
        _KIND_BY_PREFIX.update(dict.fromkeys(row.prefixes, row.kind))
    LIMITS.update(last)


def is_of_this_browser(key: str) -> bool:
    """Tell whether a key says something about this browser only."""
    return key in OF_THIS_BROWSER or key.startswith(NOTE_KEY_PREFIX)


def kind_of(key: str, text: str) -> str:
    """Return the kind of a stored text, one of `LIMITS`."""
    if is_quarantine_key(key):
        return "damaged"
    for prefix, kind in _KIND_BY_PREFIX.items():
        if key.startswith(prefix):
            return kind
    if not is_save_key(key):
        return _KIND_BY_KEY.get(key, "other")
    record = read_save_record(key, text)
    if record.status == "damaged":
        return "damaged"
    if record.study_text is not None:
        return "studies"
    if record.summary and record.summary.over:
        return "finished"
    return "far" if record.far else "going"


def kilobytes(characters: int) -> int:
    """Return a number of characters in kB, rounded up."""
    return -(-characters // _CHARACTERS_IN_KB)


def limit_notice(kind: str) -> Message:
    """Return the notice that no more texts of a kind are stored."""
    params = {"kind": Message(f"stored.kind.{kind}"), "most": kilobytes(LIMITS[kind])}
    return Message("storage.limit" if kind in _SAVE_KINDS else "storage.limit.other", params)


class LimitedStore:
    """A store that refuses a text if its kind would take up more than its limit."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store
        # By key, the hash of a text and its kind: finding the kind means reading the text.
        self._kinds: dict[str, tuple[int, str]] = {}

    def get(self, key: str) -> str | None:
        """Return the text under a key, None without one."""
        return self._store.get(key)

    def set(self, key: str, text: str) -> None:
        """Store a text; `StoreError` with a notice that names the kind if that has no room."""
        if key.startswith(KEY_PREFIX) and not is_of_this_browser(key) and not self._may_grow(key):
            kind = self._kind(key, text)
            others = sum(len(k) + len(t) for k, t in self._texts_of(kind) if k != key)
            if others + len(key) + len(text) > LIMITS[kind]:
                raise StoreError("limit", limit_notice(kind))
        self._store.set(key, text)

    def remove(self, key: str) -> None:
        """Remove a key, if the store has the key."""
        self._store.remove(key)
        self._kinds.pop(key, None)

    def keys(self) -> list[str]:
        """Return all keys, also those of other programs."""
        return self._store.keys()

    def _may_grow(self, key: str) -> bool:
        """Tell whether a key belongs to a save that is stored already."""
        return is_save_key(key) and self._store.get(key) is not None

    def _texts_of(self, kind: str) -> list[tuple[str, str]]:
        is_save = kind in _SAVE_KINDS
        stored_keys = self._store.keys()
        ours = [k for k in stored_keys if k.startswith(KEY_PREFIX) and is_save_key(k) == is_save]
        texts = [(key, self._store.get(key) or "") for key in ours]
        return [(key, text) for key, text in texts if self._kind(key, text) == kind]

    def _kind(self, key: str, text: str) -> str:
        known = self._kinds.get(key)
        if known is None or known[0] != hash(text):
            known = self._kinds[key] = (hash(text), kind_of(key, text))
        return known[1]
