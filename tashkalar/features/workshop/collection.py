"""The works that a person has made in the workshop, stored in this browser, and their files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count
from typing import NamedTuple

from tashkalar.features.workshop.documents import Document, fingerprint, is_editable
from tashkalar.features.workshop.workshop_record import (
    DAMAGED_KEY,
    WORKSHOP_KEY,
    Entry,
    is_damaged,
    read_works,
    write_works,
)
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeepingStore, StoreError
from tashkalar.ui.text.refusal import Refusal

MOST_WORKS = 200
MOST_CHARACTERS = 1_000_000  # of the whole collection
_CONTENT_KEYS = {
    "position": "scenario",
    "lesson": "lesson",
    "course": "course",
}  # by kind, in the stored entry


class Work(NamedTuple):
    """A document of the collection."""

    id: str
    document: Document


class WorkshopCollection:
    """The works of a person, the one that was changed last first."""

    def __init__(self, store: KeepingStore) -> None:
        self._store = store

    def works(self) -> tuple[Work, ...]:
        """Return all works; damaged ones are left out. Never raises."""
        return tuple(work for entry in self._entries() if (work := _read_work(entry)))

    def work(self, id: str) -> Work | None:
        """Return a work; None if there is none with this id."""
        return next((work for work in self.works() if work.id == id), None)

    def save(
        self,
        document: Document,
        id: str = "",
        *,
        base: str | None = None,
        on_kept: Callable[[bool], None] = lambda is_kept: None,
    ) -> str:
        """Save a work, without an id as a new one, and return its id; `Refusal` if that fails.

        `base` is the fingerprint of the work that was changed. If the collection has another one
        under the id, because another tab has saved it, the document becomes a work of its own, with
        a new id. Later call `on_kept`, with True when the work is on the disk.
        """
        entries = self._entries()
        if base is not None and id and not self._may_replace(id, base, document):
            id = ""
        kept = [entry for entry in entries if entry.get("id") != id]
        if len(kept) >= MOST_WORKS:
            raise Refusal(Message("workshop.full"), "too many works")
        id = id or self._new_id(entries)
        content = {_CONTENT_KEYS[document.kind]: document.content}
        self._write([{"id": id, "kind": document.kind, **content}, *kept], on_kept)
        return id

    def _may_replace(self, id: str, base: str, document: Document) -> bool:
        """Tell whether a work is still as it was when it was opened, or as the document."""
        work = self.work(id)
        return work is not None and fingerprint(work.document) in (base, fingerprint(document))

    def _new_id(self, entries: Sequence[Entry]) -> str:
        """Return an id that no work has, or had: another tab may have a deleted work open."""
        used = {str(entry.get("id")) for entry in entries}
        base = f"w{self._store.new_id()}"
        ids = chain((base,), (f"{base}-{number}" for number in count(2)))
        return next(id for id in ids if id not in used)

    def save_all(self, documents: Sequence[Document]) -> None:
        """Save new works, the first of them on top; those that are there already are left out.

        `Refusal`, and nothing is saved, if not all can be.
        """
        entries = self._entries()
        stored = [work.document for work in self.works()]
        made: list[Entry] = []
        for document in documents:
            if document not in stored:
                id = self._new_id([*made, *entries])
                content = {_CONTENT_KEYS[document.kind]: document.content}
                made.append({"id": id, "kind": document.kind, **content})
        if len(made) + len(entries) > MOST_WORKS:
            raise Refusal(Message("workshop.full"), "too many works")
        self._write([*made, *entries])

    def delete(self, id: str) -> None:
        """Delete a work; `Refusal` if that fails."""
        self._write([entry for entry in self._entries() if entry.get("id") != id])

    def _entries(self) -> list[Entry]:
        try:
            return read_works(self._store.get(WORKSHOP_KEY))
        except StoreError:
            return []

    def _write(
        self,
        entries: Sequence[Entry],
        on_kept: Callable[[bool], None] = lambda is_kept: None,
    ) -> None:
        text = write_works(entries)
        if len(text) > MOST_CHARACTERS:
            raise Refusal(Message("workshop.full"), "the collection is full")
        try:
            before = self._store.get(WORKSHOP_KEY)
            if before is not None and is_damaged(before):
                self._store.set(DAMAGED_KEY, before)
            self._store.keep(WORKSHOP_KEY, text, on_kept)
        except StoreError as error:
            message = error.notice or Message(f"workshop.store.{error.reason}")
            raise Refusal(message, error.reason) from None


def _read_work(entry: Entry) -> Work | None:
    id, kind = entry.get("id"), entry.get("kind")
    content = entry.get(_CONTENT_KEYS.get(str(kind), ""))
    if not isinstance(id, str) or not isinstance(content, dict):
        return None
    document = Document(str(kind), content)
    return Work(id, document) if is_editable(document) else None
