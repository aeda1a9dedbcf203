"""All that the page stores in a browser: what takes how much, and one file with everything.

A file is merged into what is stored and never overwrites anything: a game that is here in another
state comes as a game of its own. Games that go on come first, so that they have room before others.
Every kind of data has a limit (`LIMITS`), for what a file brings as for what is played here.
"""

from __future__ import annotations

import base64
import contextlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from tashkalar.features.stored.game_results import raise_counted_order
from tashkalar.features.stored.results_record import COUNTED_KEY
from tashkalar.features.stored.text_importer import LogComparison, TextImporter
from tashkalar.json_reader import first_value
from tashkalar.position.move import Message
from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.storage.key_value_store import KeyValueStore, MemoryStore, MergeTexts, StoreError
from tashkalar.ui.storage.pack_records import (
    MAX_PACKS,
    PACK_LIST_KEY,
    read_pack_records,
    write_pack_records,
)
from tashkalar.ui.storage.save_record import (
    LONGEST_FILE,
    SaveRecord,
    read_save_record,
)
from tashkalar.ui.storage.save_texts import (
    SavedGameError,
    id_of_key,
    is_save_key,
)
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.stored_kinds import (
    KEY_PREFIX,
    LIMITS,
    is_of_this_browser,
    kilobytes,
    kind_of,
)

FILE_FORMAT = "tashkalar-stored-data"
FILE_VERSION = 1
LONGEST_STORED_FILE = 30_000_000
"""Characters of a file with everything: twenty packs of a megabyte and full storage."""


MOST_TEXTS = 10_000
"""Texts of such a file: more games than the limits of all kinds allow."""


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
    unknown: int = 0  # texts of kinds that this version does not know: they are not taken
    is_intact: bool = True  # the file is as it was made


class StoredFile(NamedTuple):
    """The content of a file: texts by key, and the wheels of packs in base64 by id."""

    texts: Mapping[str, str]
    wheels: Mapping[str, str]
    is_intact: bool = True  # False if it was changed since it was made; earlier files do not say

    @property
    def has_far_games(self) -> bool:
        """Tell whether there are games with someone far away."""
        return any(is_save_key(k) and read_save_record(k, t).far for k, t in self.texts.items())


def is_same_log(here: FarRecord, other: FarRecord) -> bool:
    """Tell whether two logs of games with someone far away are the same text."""
    return (here.seat, here.log) == (other.seat, other.log)


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
        keys = [key for key in stored_keys if key.startswith(KEY_PREFIX)]
        for key in dict.fromkeys([*keys, *self._saved_games.texts.save_keys()]):
            # The store also knows texts that wait for room.
            texts = self._saved_games.texts
            text = texts.newest_text(key) if is_save_key(key) else self._read(key)
            if text is not None:
                yield key, text

    def _read(self, key: str) -> str | None:
        try:
            return self._store.get(key)
        except StoreError:
            return None

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
        if kind == "results":  # else the finished games in the list would be counted again
            raise_counted_order(self._store, self._saved_games.texts.next_order())
        return len(keys)

    def delete_all(self, kept_keys: Iterable[str] = ()) -> int:
        """Delete the texts of all kinds but packs, except some; return how many were deleted.

        `SavedGameError` when the store fails.
        """
        kept = set(kept_keys)
        return sum(self.delete(row.kind, kept) for row in self.rows() if row.can_delete)

    # -- files ---------------------------------------------------------------------------

    def export(self, wheels: Mapping[str, str]) -> str:
        """Return a file with everything; `wheels` are those of packs in base64, by id."""
        texts = {key: text for key, text in self._all_texts() if not is_of_this_browser(key)}
        data = {
            "format": FILE_FORMAT,
            "v": FILE_VERSION,
            "sha256": _checksum(texts, wheels),
            "texts": texts,
            "wheels": dict(wheels),
        }
        return json.dumps(data, separators=(",", ":")) + "\n"

    def import_file(
        self,
        file: StoredFile,
        has_nothing_new: LogComparison = is_same_log,
        merges: Mapping[str, MergeTexts] = {},
    ) -> ImportResult:
        """Add what a file has and this browser lacks; never overwrite, never raise.

        `has_nothing_new` compares logs of games with someone far away, and `merges` says how two
        texts of features become one.
        The list of packs gets new packs switched off: a person has not agreed to run them here.
        """
        texts = list(self._all_texts())
        importer = TextImporter(
            self._saved_games.texts, self._store, texts, has_nothing_new, merges
        )
        unknown = 0
        for kind, key, text in _in_order(file.texts):
            if kind != "other" or self._store.get(key) == text:
                importer.add(kind, key, text)
            else:
                unknown += 1
        refused = importer.refused
        pack_ids = self._import_packs(file, refused)
        kinds = {kind_of(key, text) for key, text in file.texts.items()}
        if "finished" in kinds and "results" not in kinds:  # of an earlier version
            self._count_saved_games_again()
        added = importer.added + len(pack_ids)
        return ImportResult(added, importer.known, dict(refused), pack_ids, unknown, file.is_intact)

    def _count_saved_games_again(self) -> None:
        """Let the statistics look at all saved games when they are opened next."""
        with contextlib.suppress(StoreError):
            self._store.remove(COUNTED_KEY)

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
    if text.count('":"') + text.count('": "') > 2 * MOST_TEXTS:  # before any of them is looked at
        raise _too_many()
    try:
        data = first_value(text.strip("\ufeff \t\r\n"))
    except ValueError as error:
        raise SavedGameError(Message("stored.error.file"), str(error)) from None
    if not isinstance(data, dict) or data.get("format") != FILE_FORMAT:
        raise SavedGameError(Message("stored.error.file"))
    version = data.get("v")
    if type(version) is not int or version > FILE_VERSION:
        raise SavedGameError(Message("saves.error.newer-file"))
    texts, wheels = (dict(_texts_at(data, name)) for name in ("texts", "wheels"))
    if len(texts) + len(wheels) > MOST_TEXTS:
        raise _too_many()
    kept = {
        key: value
        for key, value in texts.items()
        if key.startswith(KEY_PREFIX) and len(key) < 200 and len(value) <= LONGEST_FILE
    }
    return StoredFile(kept, wheels, data.get("sha256") in (None, _checksum(texts, wheels)))


def _too_many() -> SavedGameError:
    return SavedGameError(Message("stored.error.many", {"most": MOST_TEXTS}))


def _checksum(texts: Mapping[str, str], wheels: Mapping[str, str]) -> str:
    """Return a checksum of all that a file holds, in whatever order."""
    text = json.dumps([texts, wheels], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


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
        if not is_of_this_browser(key) and key != PACK_LIST_KEY
    ]
    return sorted(found, key=lambda entry: (kinds.index(entry[0]), -_order_of(*entry[1:])))


def _order_of(key: str, text: str) -> int:
    record: SaveRecord | None = read_save_record(key, text) if is_save_key(key) else None
    return record.order if record else 0


def _make_row(stored: StoredKind, pack_count: int, wheel_bytes: int) -> StoredRow:
    count, size, most = len(stored.texts), stored.size, kilobytes(LIMITS[stored.kind])
    amount = "stored.amount"
    if stored.kind == "packs":
        amount, count, size, most = "stored.amount.packs", pack_count, size + wheel_bytes, MAX_PACKS
    return StoredRow(
        stored.kind,
        Message(f"stored.kind.{stored.kind}"),
        Message(amount, {"count": count, "size": kilobytes(size), "most": most}),
        count,
        can_delete=count > 0 and stored.kind != "packs",
    )


def import_messages(result: ImportResult) -> list[Message]:
    """Return what to tell a person about an import."""
    messages = [Message("stored.imported", {"n": result.added})]
    if not result.is_intact:
        messages.insert(0, Message("stored.changed"))
    if result.unknown:
        messages.append(Message("stored.unknown", {"n": result.unknown}))
    if result.known:
        messages.append(Message("stored.known", {"n": result.known}))
    if result.pack_ids:
        messages.append(Message("stored.packs-off", {"n": len(result.pack_ids)}))
    for kind, count in result.refused.items():
        reason = "stored.refused.packs" if kind == "packs" else "stored.refused"
        most = MAX_PACKS if kind == "packs" else kilobytes(LIMITS[kind])
        name = Message(f"stored.kind.{kind}")
        messages.append(Message(reason, {"count": count, "kind": name, "most": most}))
    return messages
