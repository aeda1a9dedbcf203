"""The one store of everything that a person makes or earns, except for the saved games.

It makes the promise that saved games have (`save_texts`), and uses the same backup: each text is
written twice, what a crash takes from the first store comes back from the second (`restore`), and
the person is told when a text cannot be kept. `keep` says when a text is on the disk: nothing may
be shown as saved before.

A text has no order of its own, as a saved game has. So the first store has a note beside each text:
the order, and a hash of the text that has it. A text whose note is missing or has another hash was
written by an earlier version of the page, which knows no notes: it is newer than its copies.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from hashlib import sha256

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_record import LONGEST_FILE, MAX_SAFE_INTEGER
from tashkalar.ui.storage.save_texts import SaveTexts, is_save_key
from tashkalar.ui.storage.stored_kinds import KEY_PREFIX, NOTE_KEY_PREFIX, is_of_this_browser

_NOTE = re.compile(r"([0-9]{1,16}) ([0-9a-f]{16})")


def is_kept_key(key: str) -> bool:
    """Tell whether a text of this key has a backup and a note: ours, but no saved game."""
    is_ours = key.startswith(KEY_PREFIX) and not is_of_this_browser(key)
    return is_ours and not is_save_key(key)


def noted_order(store: KeyValueStore, key: str, text: str) -> int | None:
    """Return the order of a stored text; None if it is not known. `StoreError` if that fails."""
    order, text_hash = _read_note(store, key)
    return order if text_hash == _hash(text) else None


def note_order(store: KeyValueStore, key: str, text: str, order: int) -> None:
    """Note the order of a text; a store that fails only forgets it."""
    with contextlib.suppress(StoreError):
        store.set(_note_key(key), f"{order} {_hash(text)}")


def is_readable(text: str) -> bool:
    """Tell whether a text is whole: all kept texts are JSON."""
    try:
        parse_json(text, longest=LONGEST_FILE)
    except ValueError:
        return False
    return True


def _note_key(key: str) -> str:
    return NOTE_KEY_PREFIX + key.removeprefix(KEY_PREFIX)


def _read_note(store: KeyValueStore, key: str) -> tuple[int, str]:
    """Return the order and the hash of a note; zero and "" if there is none."""
    found = _NOTE.fullmatch(store.get(_note_key(key)) or "")
    if found is None or int(found[1]) > MAX_SAFE_INTEGER:
        return 0, ""
    return int(found[1]), found[2]


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class KeptStore:
    """The store that features get; `texts` has both stores, and the orders of all texts."""

    def __init__(self, texts: SaveTexts) -> None:
        self._texts = texts

    def get(self, key: str) -> str | None:
        """Return the text under a key, None without one."""
        return self._texts.store.get(key)

    def set(self, key: str, text: str) -> None:
        """Store a text twice; `StoreError`, and nothing has changed, if the first store fails."""
        self.keep(key, text, lambda is_kept: None)

    def keep(self, key: str, text: str, on_kept: Callable[[bool], None]) -> None:
        """Store a text as `set` does; later call `on_kept` with True when it is on the disk.

        False says that it could not be written there; each further attempt calls again.
        """
        texts = self._texts
        if not is_kept_key(key):
            texts.store.set(key, text)
            on_kept(texts.lasts)
            return
        texts.raise_last_order(_read_note(texts.store, key)[0])  # another tab may be ahead
        order = texts.next_order()
        texts.store.set(key, text)
        note_order(texts.store, key, text, order)
        texts.backups.write_only(key, order, text, lambda ok: on_kept(ok and texts.lasts))

    def next_number(self) -> int:
        """Return a number that is higher than all before, for a key that was never used."""
        return self._texts.next_order()

    def remove(self, key: str) -> None:
        """Remove a text and its copies, if there are any."""
        texts = self._texts
        is_here = texts.store.get(key) is not None
        texts.store.remove(key)
        if is_kept_key(key) and (is_here or texts.backups.may_hold(key)):
            texts.store.remove(_note_key(key))
            texts.delete_backups(key)

    def keys(self) -> list[str]:
        """Return all keys, also those of other programs."""
        return self._texts.store.keys()
