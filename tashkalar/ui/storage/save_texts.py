"""The texts of the saved games by key: in the store, waiting in memory, and in the backup.

Each game is one text under one key, and no text is lost without a person having asked for it. A
text that cannot be read is moved to quarantine. A text that another tab has changed is not
overwritten: the game of this tab goes on under a new id. A text that the store does not accept
waits in memory, and every later write tries again. A text that only the backup does not accept is
not safe either: on a full disk a browser accepts texts that it cannot keep.

A save takes one write, so a crash leaves the text as it was before or after the save. A change that
needs two writes stores the new text before it removes the old one.

This module uses neither a browser nor a clock; the browser layer passes both in. The clock is
trusted only for the dates that are shown. It may jump, so each save has an order of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.storage import tombstones
from tashkalar.ui.storage.backup import BackupDatabase, NoBackupDatabase, SaveBackups
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_record import (
    GAME_KEY_PATTERN,
    GAME_KEY_PREFIX,
    MAX_DATE_MS,
    MAX_SAFE_INTEGER,
    SAVE_RECORD_VERSION,
    SaveRecord,
    encode_save_record,
    goes_on_from,
    read_save_record,
    same_content,
)

QUARANTINE_KEY_PREFIX = f"tashkalar.aside.v{SAVE_RECORD_VERSION}."
"""The keys of texts that could not be read, kept unchanged."""

STORAGE_RECOVERED = Message("storage.again")
"""The notice that the store has accepted all texts that had to wait."""

_PROJECT_KEY_PREFIX = "tashkalar."


class SavedGameError(Exception):
    """An operation on a saved game failed, and nothing was lost.

    `message` says for a person what is wrong; `detail` is the engine's message in English.
    `downloadable_id` is the id of the text that can be downloaded unchanged, None without one.
    """

    def __init__(
        self, message: Message, detail: str = "", downloadable_id: str | None = None
    ) -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail
        self.downloadable_id = downloadable_id


def is_save_key(key: str) -> bool:
    """Tell whether a key belongs to a game or to a text in quarantine."""
    return bool(GAME_KEY_PATTERN.match(key)) or is_quarantine_key(key)


def is_quarantine_key(key: str) -> bool:
    """Tell whether a key belongs to a text in quarantine."""
    return key.startswith(QUARANTINE_KEY_PREFIX)


def id_of_key(key: str) -> str:
    """Return the id of a key: the part after the prefix for a game, else the whole key."""
    id = key.removeprefix(GAME_KEY_PREFIX)
    return key if id.startswith(_PROJECT_KEY_PREFIX) else id


def key_of_id(id: str) -> str:
    """Return the key of an id.

    Raises `SavedGameError` for a key of this project that belongs to something else.
    """
    if not id.startswith(_PROJECT_KEY_PREFIX):
        return GAME_KEY_PREFIX + id
    if is_save_key(id):
        return id
    raise SavedGameError(Message("saves.error.gone"))


class WaitingCopy(NamedTuple):
    """A text that the first store has no room for, and the older text that it has, or None."""

    text: str
    older: str | None


class SaveTexts:
    """The texts of all saves in a store; `now_ms` returns milliseconds since 1970.

    For a store that does not last, `not_lasting_reason` is one of `key_value_store.REASONS`.
    `database` gets a copy of every text. `tab_id` is a text that no other tab has.
    """

    def __init__(
        self,
        store: KeyValueStore,
        now_ms: Callable[[], float],
        not_lasting_reason: str | None = None,
        database: BackupDatabase | None = None,
        tab_id: str | None = None,
    ) -> None:
        self.store = store
        self.lasts = not_lasting_reason is None  # longer than the page
        self.tab_id = tab_id or os.urandom(4).hex()
        self.backups = SaveBackups(database or NoBackupDatabase())
        self.backups.on_change = self._on_backups_changed
        self.on_notice: Callable[[], None] = lambda: None  # a notice came outside of any call
        self._now_ms = now_ms
        self._not_lasting_reason = not_lasting_reason
        # The text that each key had when this tab last read or wrote the key.
        self._known_texts: dict[str, str] = {}
        self._pending_writes: dict[str, str] = {}  # texts that the store has not accepted yet
        self._restored_keys: set[str] = set()  # of those that wait as the backup has them
        # By key, what the backup has of texts that are no games, and the store has no room for;
        # a text that another tab has stored since is newer.
        self.waiting_copies: dict[str, WaitingCopy] = {}
        # By key, copies that the newest text does not contain (`kept_store.join_copies`), and the
        # orders of those that could not be read.
        self.lacked_copies: dict[str, list[str]] = {}
        self.unread_orders: dict[str, list[int]] = {}
        self._read_cache: dict[str, tuple[str, SaveRecord]] = {}  # the text read last, decoded
        self._forked_ids: dict[str, str] = {}  # by old id, the new id of a game that was forked
        self._last_order: int | None = None  # the highest order of all saves
        self._reported_problems: list[Message] = []  # that the page has shown
        self._pending_notices: list[Message] = []

    # -- notices -------------------------------------------------------------------------

    @property
    def has_unsaved_games(self) -> bool:
        """Tell whether a text is only in memory, and is lost when the page is closed."""
        is_in_memory = not self.lasts and bool(self._known_texts)
        return is_in_memory or bool(self._pending_writes) or self.backups.problem == "unsafe"

    def retry_pending_writes(self) -> Message | None:
        """Try again to store the texts that had to wait, and return the next notice."""
        self.backups.retry_failed_writes()
        if self._pending_writes:
            self._flush_pending_writes()
        return self.pop_notice()

    def add_notice(self, notice: Message) -> None:
        """Queue a notice for the person."""
        self._pending_notices.append(notice)

    def pop_notice(self) -> Message | None:
        """Return the next notice, each only once; None when all have been returned."""
        return self._pending_notices.pop(0) if self._pending_notices else None

    def _report_problem(self, reason: str, notice: Message | None = None) -> None:
        """Queue a notice about a problem, `notice` if the store has one of its own."""
        notice = notice or Message(f"storage.{reason}")
        if notice not in self._reported_problems:
            self._reported_problems.append(notice)
            self._pending_notices.append(notice)

    def _on_backups_changed(self) -> None:
        if self._not_lasting_reason is None:
            self._report_state()
        if self._pending_notices:
            self.on_notice()

    def _report_state(self) -> None:
        """Report whether each text is in a store that keeps it."""
        if self._not_lasting_reason is not None:
            self._report_problem(self._not_lasting_reason)
        elif self.backups.problem is not None:
            is_about_games = any(map(is_save_key, self.backups.unsafe_keys))
            is_other = self.backups.problem == "unsafe" and not is_about_games
            self._report_problem("unsafe.other" if is_other else self.backups.problem)
        elif not self._pending_writes:
            self._report_recovery()

    def _report_recovery(self) -> None:
        if self._reported_problems:
            self._reported_problems.clear()
            self._pending_notices.append(STORAGE_RECOVERED)

    # -- reading -------------------------------------------------------------------------

    def save_keys(self) -> list[str]:
        """Return the keys of all saves; never raises."""
        try:
            stored_keys = self.store.keys()
        except StoreError:
            stored_keys = []
        save_keys = [key for key in stored_keys if is_save_key(key)]
        return list(dict.fromkeys([*save_keys, *self._pending_writes]))

    def records(self) -> list[tuple[str, SaveRecord]]:
        """Return the keys and the decoded texts of all saves; never raises."""
        records = [(key, record) for key in self.save_keys() if (record := self.newest_record(key))]
        self.raise_last_order(max((record.order for _, record in records), default=0))
        return records

    def find(self, id: str) -> tuple[str, str]:
        """Return the key and the text of a save.

        Raises `SavedGameError` when there is none, or when the store fails.
        """
        key = key_of_id(id)
        try:
            text = self._pending_writes[key] if self.is_pending(key) else self.store.get(key)
        except StoreError as error:
            raise SavedGameError(Message("saves.error.storage"), error.reason) from None
        if text is None:
            raise SavedGameError(Message("saves.error.gone"))
        return key, text

    def newest_text(self, key: str) -> str | None:
        """Return the newest text under a key; None without one, or when the store fails."""
        if key in self._pending_writes:
            return self._pending_writes[key]
        try:
            return self.store.get(key)
        except StoreError:
            return None

    def newest_record(self, key: str) -> SaveRecord | None:
        """Return the newest text under a key, decoded; None without one."""
        text = self.newest_text(key)
        if text is None:
            return None
        if key not in self._read_cache or self._read_cache[key][0] != text:
            self._read_cache[key] = (text, read_save_record(key, text))
        return self._read_cache[key][1]

    def known_text(self, key: str) -> str | None:
        """Return the text that a key had when this tab last read or wrote the key."""
        return self._known_texts.get(key)

    def remember_text(self, key: str, text: str) -> None:
        """Note the text that this tab has read under a key, unless a newer text waits in memory."""
        if key not in self._pending_writes:
            self._known_texts[key] = text

    def is_pending(self, key: str) -> bool:
        """Tell whether the newest text under a key waits in memory."""
        return key in self._pending_writes

    def is_stored(self, key: str) -> bool:
        """Tell whether the newest text under a key is in a store that lasts."""
        is_waiting = key in self._pending_writes or self.backups.is_unsafe(key)
        return self._not_lasting_reason is None and not is_waiting

    # -- ids and orders ------------------------------------------------------------------

    def date_ms(self) -> int:
        """Return the date in milliseconds since 1970, 0 if the clock returns no valid date."""
        now = self._now_ms()
        return int(now) if 0 < now <= MAX_DATE_MS else 0  # also 0 for NaN

    def next_order(self) -> int:
        """Return a number higher than the order of any save, near the date in milliseconds.

        A clock that stands still or goes back does not change the sequence of the saves.
        """
        if self._last_order is None:
            self.records()
        self._last_order = min(max(self.date_ms(), (self._last_order or 0) + 1), MAX_SAFE_INTEGER)
        return self._last_order

    def raise_last_order(self, order: int) -> None:
        """Let the next order be higher than this order, unless no date can be as high."""
        if order <= MAX_DATE_MS:
            self._last_order = max(self._last_order or 0, order)

    def new_id(self) -> str:
        """Return an id that this tab and all others have never given to anything.

        It is an order. While the clock is behind, several tabs count on from the same order.
        """
        if self._last_order is None:
            self.records()
        order_before = self._last_order or 0
        order = self.next_order()
        is_counted = order == order_before + 1
        return f"{order}-{self.tab_id}" if is_counted else str(order)

    def free_id(self) -> str:
        """Return an id that no game has."""
        base_id = self.new_id()
        id, number = base_id, 1
        while self.newest_text(GAME_KEY_PREFIX + id) is not None:
            number += 1
            id = f"{base_id}-{number}"
        return id

    def current_id(self, id: str) -> str:
        """Return the id under which a game goes on: another id if the game was forked."""
        return self._forked_ids.get(id, id)

    def forget_fork(self, id: str) -> None:
        """Use the game with this id again, instead of the fork that this tab made of the game."""
        self._forked_ids.pop(id, None)

    # -- writing -------------------------------------------------------------------------

    def write(self, key: str, text: str, record: SaveRecord) -> None:
        """Store a text, or keep the text in memory until the store accepts the text."""
        self._pending_writes[key] = text
        self._restored_keys.discard(key)
        fork_before = self._forked_ids.get(id_of_key(key))
        self._flush_pending_writes(key)
        if self._forked_ids.get(id_of_key(key)) == fork_before:  # a fork has made its own copy
            self.back_up(key, text, record)

    def replace(self, key: str, old_text: str, text: str, record: SaveRecord) -> None:
        """Replace a text whose game stays the same; `StoreError` when that fails."""
        if key in self._pending_writes:
            self.write(key, text, record)
            return
        self.store.set(key, text)
        if self._known_texts.get(key) == old_text:
            self._known_texts[key] = text
        self.back_up(key, text, record)

    def restore(self, key: str, text: str) -> None:
        """Store a text that the backup has kept, without writing the text to the backup again."""
        stored_text = None if key in self._pending_writes else self.newest_text(key)
        if stored_text is not None:
            self._known_texts[key] = stored_text
        self._pending_writes[key] = text
        self._restored_keys.add(key)
        self._flush_pending_writes()

    def delete(self, key: str) -> None:
        """Delete a text and its copies; `StoreError` when that fails."""
        try:
            self.store.remove(key)
        except StoreError:
            if key not in self._pending_writes:
                raise
        self._forget_text(key)
        self.delete_backups(key)
        self._flush_pending_writes()  # there may be room now

    def back_up(self, key: str, text: str, record: SaveRecord) -> None:
        """Write a text to the backup."""
        turn = record.summary.turn if record.summary else 0
        self.backups.write_newest(key, record.order, turn, text)

    def delete_backups(self, key: str) -> None:
        """Delete the copies of a text that a person has deleted, and note the deletion."""
        order = self.next_order()
        if self.backups.may_hold(key):
            tombstones.write_tombstones(
                self.store, {**tombstones.read_tombstones(self.store), key: order}
            )
        self.backups.remove(key, order)

    def _forget_text(self, key: str) -> None:
        self._pending_writes.pop(key, None)
        self._known_texts.pop(key, None)

    def _flush_pending_writes(self, new_key: str = "") -> None:
        """Write the texts that wait; those that the store does not accept stay in memory.

        The text of `new_key` is new; another tab may have gone on with the others.
        """
        for key, text in list(self._pending_writes.items()):
            try:
                if self._is_changed_elsewhere(key):
                    if key != new_key and self._is_contained_elsewhere(key):
                        del self._pending_writes[key]
                        continue
                    key, text = self._fork_pending(key)
                self.store.set(key, text)
            except StoreError as error:
                self._report_problem(error.reason, error.notice)
            else:
                del self._pending_writes[key]
                self._known_texts[key] = text
        self._report_state()

    def _is_changed_elsewhere(self, key: str) -> bool:
        """Tell whether the store has another game or study under a key than this tab knows."""
        stored_text, known_text = self.store.get(key), self._known_texts.get(key)
        if stored_text is None or stored_text in (known_text, self._pending_writes[key]):
            return False
        return known_text is None or not same_content(
            read_save_record(key, stored_text), read_save_record(key, known_text)
        )

    def _is_contained_elsewhere(self, key: str) -> bool:
        """Tell whether another tab has gone on with what waits, or has restored it as well."""
        stored_record = read_save_record(key, self.store.get(key) or "")
        pending_record = read_save_record(key, self._pending_writes[key])
        return key in self._restored_keys or goes_on_from(stored_record, pending_record)

    def _fork_pending(self, key: str) -> tuple[str, str]:
        """Give a game that another tab has changed a new id; return its new key and text."""
        id, text = self.free_id(), self._pending_writes.pop(key)
        self._forked_ids[id_of_key(key)] = id
        self._pending_notices.append(Message("saves.notice.elsewhere"))
        record = read_save_record(key, text)
        forked_key, forked_text = GAME_KEY_PREFIX + id, encode_save_record(id, record)
        self.back_up(forked_key, forked_text, record)
        self._pending_writes[forked_key] = forked_text
        return forked_key, forked_text

    # -- quarantine ----------------------------------------------------------------------

    def copy_to_quarantine(self, key: str, text: str) -> str:
        """Keep a copy of a text; return the key of the copy."""
        base_key, number = QUARANTINE_KEY_PREFIX + key.removeprefix(GAME_KEY_PREFIX), 1
        copy_key = base_key
        while (existing_text := self.newest_text(copy_key)) is not None:
            if existing_text == text:
                return copy_key
            number += 1
            copy_key = f"{base_key}-{number}"
        self.write(copy_key, text, SaveRecord("damaged"))
        return copy_key

    def move_to_quarantine(self, key: str, text: str) -> str:
        """Move a text out of the list of games; return the key of the copy.

        Without room for the copy in the store, the original stays, too.
        """
        copy_key = self.copy_to_quarantine(key, text)
        if copy_key in self._pending_writes:
            return copy_key
        try:
            self.store.remove(key)
        except StoreError:
            return copy_key
        self._forget_text(key)
        self.delete_backups(key)
        return copy_key

    # -- handing a game over to another tab ----------------------------------------------

    def shared_key(self, id: str) -> str:
        """Return the name of a game that all tabs share."""
        return key_of_id(self.current_id(id))

    def release_game(self, key: str) -> None:
        """Stop writing a game, because another tab has taken the game over."""
        self._forget_text(key)
        self.backups.forget_writes(key)
        if not self._pending_writes and self.backups.problem is None:
            self._reported_problems.clear()  # the other tab reports now whether the store is full

    def take_over_game(self, key: str, text: str) -> None:
        """Go on with a game as another tab had it, if that text is newer than the stored one.

        The other tab may have been waiting for room, and a store may inform other tabs late.
        Without a text, as it has not answered, the next start looks for what only the backup has.
        """
        if not text and not self.backups.may_lack(key):
            self.backups.spare(key, (0,))
        record, stored_record = read_save_record(key, text), self.newest_record(key)
        self.raise_last_order(record.order)  # the clock may be behind
        if record.status != "game" or (
            stored_record is not None and stored_record.order >= record.order
        ):
            return
        is_own = key in self._pending_writes and key not in self._restored_keys
        if is_own and not goes_on_from(record, stored_record or record):
            self._fork_pending(key)  # the other tab has never received it
            self.forget_fork(id_of_key(key))
        if key not in self._pending_writes and (stored_text := self.newest_text(key)) is not None:
            self._known_texts[key] = stored_text
        self.write(key, text, record)
