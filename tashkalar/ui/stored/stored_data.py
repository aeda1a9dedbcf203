"""All that the page stores in a browser: what takes how much, and one file with everything.

A file is merged into what is stored and never overwrites anything: a game that is here in another
state comes as a game of its own. Games that go on come first, so that they have room before others.
Every kind of data has a limit (`LIMITS`) for what a file may bring.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from tashkalar.json_reader import first_value, parse_json
from tashkalar.position.move import Message
from tashkalar.ui.lessons.course import COMPLETED, PROGRESS_KEY
from tashkalar.ui.lessons.lesson_game import GAME_KEY as LESSON_GAME_KEY
from tashkalar.ui.packs.pack_records import (
    MAX_PACKS,
    PACK_LIST_KEY,
    read_pack_records,
    write_pack_records,
)
from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore, StoreError
from tashkalar.ui.storage.save_record import (
    GAME_KEY_PREFIX,
    LONGEST_FILE,
    SaveRecord,
    encode_save_record,
    read_save_record,
)
from tashkalar.ui.storage.save_texts import (
    QUARANTINE_KEY_PREFIX,
    SavedGameError,
    id_of_key,
    is_quarantine_key,
    is_save_key,
)
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import SETTINGS_KEY
from tashkalar.ui.storage.tombstones import TOMBSTONES_KEY, read_tombstones

FILE_FORMAT = "tashkalar-stored-data"
FILE_VERSION = 1
LONGEST_STORED_FILE = 30_000_000
"""Characters of a file with everything: twenty packs of a megabyte and full storage."""

LIMITS: Mapping[str, int] = {
    "going": 4_000_000,
    "finished": 2_000_000,
    "damaged": 1_000_000,
    "lessons": 500_000,
    "packs": 100_000,
    "settings": 10_000,
    "other": 500_000,
}
"""The kinds of data in the order in which they are imported, and the characters that each may have
after an import. The browsers' own limit is some five million for all together."""

_PREFIX = "tashkalar."
_OF_THIS_BROWSER = (TOMBSTONES_KEY, "tashkalar.asked.v1")
_BYTES_IN_KB = 1000


class StoredRow(NamedTuple):
    """A line of the list: a kind of data, how much of it is stored, and what may be stored."""

    kind: str
    name: Message
    detail: Message
    entries: int
    can_delete: bool


class StoredKind(NamedTuple):
    """The stored texts of a kind by their keys."""

    kind: str
    texts: Mapping[str, str]

    @property
    def size(self) -> int:
        """The characters of all keys and texts."""
        return sum(len(key) + len(text) for key, text in self.texts.items())


class ImportResult(NamedTuple):
    """The numbers of the texts that a file has brought, and of those not taken, by kind."""

    added: int
    known: int  # were here already, or something of this browser stands in their place
    refused: Mapping[str, int]
    pack_ids: tuple[str, ...]  # packs that are new here, and switched off


class StoredFile(NamedTuple):
    """The content of a file: texts by key, and the wheels of packs in base64 by id."""

    texts: Mapping[str, str]
    wheels: Mapping[str, str]


# The texts of a save that a person could miss: its game, its study, its log with someone far away.
SaveContent = tuple[str | None, str | None, str | None]


def _content(record: SaveRecord) -> SaveContent:
    """Return what a save holds; a study has the same game as the save that it was made from."""
    return record.game_json, record.study_text, record.far.log if record.far else None


def kind_of(key: str, text: str) -> str:
    """Return the kind of a stored text, one of `LIMITS`."""
    if is_quarantine_key(key):
        return "damaged"
    if is_save_key(key):
        record = read_save_record(key, text)
        if record.status == "damaged":
            return "damaged"
        return "finished" if record.summary and record.summary.over else "going"
    if key in (PROGRESS_KEY, LESSON_GAME_KEY):
        return "lessons"
    return {PACK_LIST_KEY: "packs", SETTINGS_KEY: "settings"}.get(key, "other")


class StoredData:
    """The stored data of a browser; the texts of games go through `saved_games`."""

    def __init__(self, saved_games: SavedGames, store: KeyValueStore) -> None:
        self._saved_games = saved_games
        self._store = store

    # -- what is there -------------------------------------------------------------------

    def kinds(self) -> list[StoredKind]:
        """Return all kinds, also those without texts; never raises."""
        texts: dict[str, dict[str, str]] = {kind: {} for kind in LIMITS}
        for key, text in self._all_texts():
            texts[kind_of(key, text)][key] = text
        return [StoredKind(kind, texts[kind]) for kind in LIMITS]

    def rows(self, wheel_bytes: int = 0) -> list[StoredRow]:
        """Return the list of what is stored; `wheel_bytes` is the size of the packs' wheels."""
        pack_count = len(read_pack_records(self._store))
        return [_make_row(kind, pack_count, wheel_bytes) for kind in self.kinds()]

    def _all_texts(self) -> Iterator[tuple[str, str]]:
        """Yield all texts of the page, also games that wait in memory."""
        try:
            stored_keys = self._store.keys()
        except StoreError:
            stored_keys = []
        keys = [key for key in stored_keys if key.startswith(_PREFIX)]
        for key in dict.fromkeys([*keys, *self._saved_games.texts.save_keys()]):
            text = self._saved_games.texts.newest_text(key)
            if text is not None:
                yield key, text

    def delete(self, kind: str, kept_keys: Iterable[str] = ()) -> int:
        """Delete the texts of a kind except some; return how many were deleted.

        `SavedGameError` when the store fails.
        """
        found = next(stored for stored in self.kinds() if stored.kind == kind)
        keys = [key for key in found.texts if key not in set(kept_keys)]
        for key in keys:
            if is_save_key(key):
                self._saved_games.delete(id_of_key(key))
                continue
            try:
                self._store.remove(key)
            except StoreError as error:
                raise SavedGameError(Message("saves.error.delete"), error.reason) from None
        return len(keys)

    # -- files ---------------------------------------------------------------------------

    def export(self, wheels: Mapping[str, str]) -> str:
        """Return a file with everything; `wheels` are those of packs in base64, by id."""
        texts = {key: text for key, text in self._all_texts() if key not in _OF_THIS_BROWSER}
        data = {"format": FILE_FORMAT, "v": FILE_VERSION, "texts": texts, "wheels": dict(wheels)}
        return json.dumps(data, separators=(",", ":")) + "\n"

    def import_file(self, file: StoredFile) -> ImportResult:
        """Add what a file has and this browser lacks; never overwrite, never raise.

        The list of packs gets new packs switched off: a person has not agreed to run them here.
        """
        sizes = Counter({stored.kind: stored.size for stored in self.kinds()})
        known_games = {
            _content(read_save_record(key, text)): key
            for key, text in self._all_texts()
            if is_save_key(key)
        }
        outcomes: Counter[str] = Counter()
        refused: Counter[str] = Counter()
        for kind, key, text in _in_order(file.texts):
            if sizes[kind] + len(key) + len(text) > LIMITS[kind]:
                refused[kind] += 1
                continue
            outcome = self._import_text(key, text, known_games)
            if outcome == "refused":
                refused[kind] += 1
                continue
            outcomes[outcome] += 1
            sizes[kind] += len(key) + len(text) if outcome == "added" else 0
        pack_ids = self._import_packs(file, refused)
        return ImportResult(
            outcomes["added"] + len(pack_ids), outcomes["known"], dict(refused), pack_ids
        )

    def _import_text(self, key: str, text: str, known_games: dict[SaveContent, str]) -> str:
        """Add a text; return "added", "known" or "refused"."""
        if is_save_key(key):
            return self._import_save(key, text, known_games)
        try:
            here = self._store.get(key)
            if key == PROGRESS_KEY:
                merged = merge_progress(here, text)
                is_new = merged != (here or "{}")
                if is_new:
                    self._store.set(key, merged)
                return "added" if is_new else "known"
            if here is not None:
                return "known"
            self._store.set(key, text)
        except StoreError:
            return "refused"
        return "added"

    def _import_save(self, key: str, text: str, known_games: dict[SaveContent, str]) -> str:
        texts = self._saved_games.texts
        record = read_save_record(key, text)
        if texts.newest_text(key) == text or (
            record.game_json is not None and _content(record) in known_games
        ):
            return "known"
        if record.status == "damaged" or is_quarantine_key(key):
            texts.copy_to_quarantine(key.replace(QUARANTINE_KEY_PREFIX, GAME_KEY_PREFIX), text)
            return "added"
        is_taken = texts.newest_text(key) is not None or key in self._deleted_keys()
        if record.status == "newer":
            if is_taken:
                return "known"
        elif is_taken:
            id = texts.free_id()
            key, text = GAME_KEY_PREFIX + id, encode_save_record(id, record)
        texts.raise_last_order(record.order)
        texts.write(key, text, record)
        known_games[_content(record)] = key
        return "added"

    def _deleted_keys(self) -> set[str]:
        """Return the keys of deleted games: a game under such a key would be deleted again."""
        deletions = (key for key, _ in self._saved_games.texts.backups.deletions())
        return {*read_tombstones(self._store), *deletions}

    def _import_packs(self, file: StoredFile, refused: Counter[str]) -> tuple[str, ...]:
        listed = MemoryStore()
        listed.set(PACK_LIST_KEY, file.texts.get(PACK_LIST_KEY, "[]"))
        here = read_pack_records(self._store)
        projects = {record.project for record in here}
        new = [
            record._replace(enabled=False)
            for record in read_pack_records(listed)
            if record.project not in projects
            and sha256(wheel_content(file, record.id)).hexdigest() == record.sha256
        ]
        taken = new[: max(0, MAX_PACKS - len(here))]
        if len(taken) < len(new):
            refused["packs"] += len(new) - len(taken)
        if not taken:
            return ()
        try:
            write_pack_records(self._store, [*here, *taken])
        except StoreError:
            refused["packs"] += len(taken)
            return ()
        return tuple(record.id for record in taken)


def wheel_content(file: StoredFile, id: str) -> bytes:
    """Return the wheel of a pack in a file, b"" without one."""
    try:
        return base64.b64decode(file.wheels.get(id, ""), validate=True)
    except ValueError:
        return b""


def read_stored_file(text: str) -> StoredFile:
    """Return the content of a file; `SavedGameError` says what is wrong with it."""
    if len(text) > LONGEST_STORED_FILE:
        most = {"most": LONGEST_STORED_FILE // 1_000_000}
        raise SavedGameError(Message("stored.error.large", most))
    try:
        data = first_value(text.strip("\ufeff \t\r\n"))
    except ValueError as error:
        raise SavedGameError(Message("stored.error.file"), str(error)) from None
    if not isinstance(data, dict) or data.get("format") != FILE_FORMAT:
        raise SavedGameError(Message("stored.error.file"))
    version = data.get("v")
    if type(version) is not int or version > FILE_VERSION:
        raise SavedGameError(Message("saves.error.newer-file"))
    return StoredFile(
        {
            key: value
            for key, value in _texts_at(data, "texts")
            if key.startswith(_PREFIX) and len(key) < 200 and len(value) <= LONGEST_FILE
        },
        dict(_texts_at(data, "wheels")),
    )


def _texts_at(data: Mapping[str, object], name: str) -> Iterator[tuple[str, str]]:
    found = data.get(name)
    if isinstance(found, dict):
        yield from ((key, value) for key, value in found.items() if isinstance(value, str))


def _in_order(texts: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return kind, key and text of what is imported one by one, games that go on first."""
    kinds = list(LIMITS)
    found = [
        (kind_of(key, text), key, text)
        for key, text in texts.items()
        if key not in (*_OF_THIS_BROWSER, PACK_LIST_KEY)
    ]
    return sorted(found, key=lambda entry: (kinds.index(entry[0]), -_order_of(*entry[1:])))


def _order_of(key: str, text: str) -> int:
    record: SaveRecord | None = read_save_record(key, text) if is_save_key(key) else None
    return record.order if record else 0


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


def _make_row(stored: StoredKind, pack_count: int, wheel_bytes: int) -> StoredRow:
    count, size, most = len(stored.texts), stored.size, _kilobytes(LIMITS[stored.kind])
    amount = "stored.amount"
    if stored.kind == "packs":
        amount, count, size, most = "stored.amount.packs", pack_count, size + wheel_bytes, MAX_PACKS
    return StoredRow(
        stored.kind,
        Message(f"stored.kind.{stored.kind}"),
        Message(amount, {"count": count, "size": _kilobytes(size), "most": most}),
        count,
        can_delete=count > 0 and stored.kind not in ("packs", "other"),
    )


def _kilobytes(characters: int) -> int:
    return -(-characters // _BYTES_IN_KB)


def import_messages(result: ImportResult) -> list[Message]:
    """Return what to tell a person about an import."""
    messages = [Message("stored.imported", {"n": result.added})]
    if result.known:
        messages.append(Message("stored.known", {"n": result.known}))
    if result.pack_ids:
        messages.append(Message("stored.packs-off", {"n": len(result.pack_ids)}))
    for kind, count in result.refused.items():
        reason = "stored.refused.packs" if kind == "packs" else "stored.refused"
        most = MAX_PACKS if kind == "packs" else _kilobytes(LIMITS[kind])
        name = Message(f"stored.kind.{kind}")
        messages.append(Message(reason, {"count": count, "kind": name, "most": most}))
    return messages
