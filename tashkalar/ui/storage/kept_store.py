"""The one store of everything that a person makes or earns, except for the saved games.

It makes the promise that saved games have (`save_texts`), and uses the same backup: each text is
written twice, what a crash takes from the first store comes back from the second (`restore`), and
the person is told when a text cannot be kept. `keep` says when a text is on the disk: nothing may
be shown as saved before.

A text has no order of its own, as a saved game has. So the first store has a note beside each text:
its order and a hash of it, and the same of the text before. The note is written first: a crash
between the two leaves the text before, whose order is known. A text that fits no note is of an
earlier version of the page: newer than what is noted, but later copies are joined with it.

A page whose database is silent at the start does not know what the copies have. What it writes
comes beside them, and its note says so: the next page joins them (`join_copies`).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from hashlib import sha256

from tashkalar.json_reader import parse_json
from tashkalar.ui.storage.key_value_store import KeyValueStore, MergeTexts, StoreError
from tashkalar.ui.storage.save_record import LONGEST_FILE, MAX_SAFE_INTEGER
from tashkalar.ui.storage.save_texts import SaveTexts, is_save_key
from tashkalar.ui.storage.stored_kinds import KEY_PREFIX, NOTE_KEY_PREFIX, is_of_this_browser

_NOTE = re.compile(r"([0-9]{1,16}) ([0-9a-f]{16})(?: ([0-9]{1,16}) ([0-9a-f]{16}))?(?: apart)?")
_ONE_OF_MANY = re.compile(r"(tashkalar\.[a-z-]+\.v[0-9]+\.)[0-9].*")  # the key of a draft


def is_kept_key(key: str) -> bool:
    """Tell whether a text of this key has a backup and a note: ours, but no saved game."""
    return key.startswith(KEY_PREFIX) and not (is_of_this_browser(key) or is_save_key(key))


def noted_order(store: KeyValueStore, key: str, text: str) -> int | None:
    """Return the order of a stored text; None if it is not known. `StoreError` if that fails."""
    return _read_note(store, key).get(_hash(text))


def is_apart(store: KeyValueStore, key: str) -> bool:
    """Tell whether a stored text may lack what a copy has; `StoreError` if that fails."""
    return (store.get(_note_key(key)) or "").endswith(" apart")


def write_with_order(texts: SaveTexts, key: str, text: str, order: int) -> None:
    """Write a text and its order into the first store; `StoreError` if that has no room for both.

    Both stay as they were then. The order must be higher than that of the text before.
    """
    store, note_before = texts.store, texts.store.get(_note_key(key))
    notes, text_before = _read_note(store, key), store.get(key)
    note = f"{order} {_hash(text)}"
    if text_before is not None and text_before != text:
        hash_before = _hash(text_before)
        # What an earlier version of the page has written is newer than all copies.
        note += f" {notes.get(hash_before, order - 1)} {hash_before}"
    if texts.backups.may_lack(key):
        note += " apart"
    store.set(_note_key(key), note)
    try:
        store.set(key, text)
    except StoreError:  # the note must not name what was never stored
        if note_before is None:
            remove_note(store, key)
        else:
            store.set(_note_key(key), note_before)
        raise


def remove_note(store: KeyValueStore, key: str) -> None:
    """Remove the order of a text that is no longer stored; `StoreError` if that fails."""
    store.remove(_note_key(key))


def highest_noted_order(store: KeyValueStore, key: str = "") -> int:
    """Return the highest order that any note says, or that of a key; 0 if none. Never raises."""
    try:
        notes = filter(lambda stored: stored.startswith(NOTE_KEY_PREFIX), store.keys())
        keys = [key] if key else [KEY_PREFIX + note.removeprefix(NOTE_KEY_PREFIX) for note in notes]
        return max((order for key in keys for order in _read_note(store, key).values()), default=0)
    except StoreError:
        return 0


def is_readable(text: str) -> bool:
    """Tell whether a text is whole: all kept texts are JSON."""
    try:
        parse_json(text, longest=LONGEST_FILE)
    except ValueError:
        return False
    return True


def _note_key(key: str) -> str:
    return NOTE_KEY_PREFIX + key.removeprefix(KEY_PREFIX)


def _read_note(store: KeyValueStore, key: str) -> dict[str, int]:
    """Return the orders that a note says, by the hashes of the texts; empty without a note."""
    found = _NOTE.fullmatch(store.get(_note_key(key)) or "")
    if found is None:
        return {}
    orders = {found[4]: int(found[3])} if found[3] else {}
    orders[found[2]] = int(found[1])
    return {text_hash: order for text_hash, order in orders.items() if order <= MAX_SAFE_INTEGER}


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def join_copies(texts: SaveTexts, merges: Mapping[str, MergeTexts]) -> None:
    """Join the texts with the copies that they lack; `merges` says how two texts become one.

    One of many texts, such as a draft, gets such a copy beside it; of others, such as settings, the
    newest one counts. What cannot be stored stays in the database, for the next page.
    """
    store = KeptStore(texts)
    for key, copies in list(texts.lacked_copies.items()):
        with contextlib.suppress(StoreError):
            text, one_of_many = store.get(key), _ONE_OF_MANY.fullmatch(key)
            for copy in copies:
                if merge := merges.get(key):
                    text = merge(text, copy)
                elif one_of_many and copy not in map(store.get, store.keys()):
                    store.set(one_of_many[1] + store.new_id(), copy)
            spared = texts.backups.spare(key, texts.unread_orders.get(key, ()))
            try:
                if text is not None:
                    store.set(key, text)
                del texts.lacked_copies[key]
            except StoreError:
                texts.backups.spare(key, spared)


class KeptStore:
    """The store that features get; `texts` has both stores, and the orders of all texts."""

    def __init__(self, texts: SaveTexts) -> None:
        self._texts = texts

    def get(self, key: str) -> str | None:
        """Return the text under a key, None without one."""
        text, waiting = self._texts.store.get(key), self._texts.waiting_copies.get(key)
        return waiting.text if waiting and waiting.older == text else text

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
        # Another tab may be ahead.
        noted_orders = _read_note(texts.store, key).values()
        texts.raise_last_order(max(noted_orders, default=0))
        text_before = texts.store.get(key)
        # A note may name the order of a text that a crash has taken.
        before = None if text_before is None else noted_order(texts.store, key, text_before)
        contained = [order for order in noted_orders if before is not None and order <= before]
        texts.next_order()  # for a text that an earlier version of the page has written
        order = texts.next_order()
        write_with_order(texts, key, text, order)
        texts.waiting_copies.pop(key, None)
        texts.backups.write_only(
            key, order, text, lambda ok: on_kept(ok and texts.lasts), contained
        )

    def new_id(self) -> str:
        """Return an id that nothing in any tab has or had: a number, perhaps with more behind."""
        return self._texts.new_id()

    def remove(self, key: str) -> None:
        """Remove a text and its copies, if there are any."""
        texts = self._texts
        is_here = texts.store.get(key) is not None
        # The deletion must be newer than what another tab has written.
        texts.raise_last_order(highest_noted_order(texts.store, key))
        texts.waiting_copies.pop(key, None)
        texts.store.remove(key)
        if is_kept_key(key):
            remove_note(texts.store, key)
            if is_here or texts.backups.may_hold(key):
                texts.delete_backups(key)

    def remove_read(self, key: str) -> None:
        """Remove a text and its copies, but none that no page has read: the next one shows it."""
        if not self._texts.backups.may_lack(key):
            self.remove(key)
            return
        self._texts.waiting_copies.pop(key, None)
        self._texts.store.remove(key)
        remove_note(self._texts.store, key)

    def keys(self) -> list[str]:
        """Return all keys, also those of other programs."""
        return list(dict.fromkeys([*self._texts.store.keys(), *self._texts.waiting_copies]))
