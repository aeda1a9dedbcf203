"""Works with changes that are not saved: each is kept from its first change on, for a next time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.documents import Document, is_editable
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.workshop_record import DRAFT_KEY_PREFIX
from tashkalar.json_reader import parse_json
from tashkalar.plain_text import escape_hidden_signs
from tashkalar.ui.storage.key_value_store import KeepingStore, StoreError

_KEY = re.compile(re.escape(DRAFT_KEY_PREFIX) + r"([0-9]{1,16})(?:-[0-9a-z-]{1,20})?")
MOST_DRAFTS = 20
"""The drafts that are kept; the oldest one gives way to a new one."""


class KeptDraft(NamedTuple):
    """A work with changes that are not saved."""

    key: str
    work_id: str  # in the collection; "" for a work that was never saved
    base: str  # the fingerprint of the saved work that was changed; "" without one
    document: Document


class Drafts:
    """The drafts in a store, which every tab of the browser has."""

    def __init__(self, store: KeepingStore) -> None:
        self._store = store

    def drafts(self) -> tuple[KeptDraft, ...]:
        """Return the drafts that can be shown, the newest first. Never raises."""
        return tuple(one for key in self._keys() if (one := self._read(key)))

    def draft(self, key: str) -> KeptDraft | None:
        """Return a draft; None if there is none under this key."""
        return self._read(key)

    def new_key(self) -> str:
        """Return a key that no draft of any tab had before."""
        return f"{DRAFT_KEY_PREFIX}{self._store.new_id()}"

    def keep(self, draft: KeptDraft, on_kept: Callable[[bool], None]) -> None:
        """Store a draft under its key; `StoreError` if that fails.

        Call `on_kept` later, with True when the draft is on the disk.
        """
        keys = self._keys()
        for old in keys[MOST_DRAFTS - 1 :] if draft.key not in keys else ():
            self._store.remove(old)
        data = {
            "work": draft.work_id,
            "base": draft.base,
            "kind": draft.document.kind,
            "content": draft.document.content,
        }
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        self._store.keep(draft.key, escape_hidden_signs(text), on_kept)

    def discard(self, key: str) -> None:
        """Forget a draft; a store that fails keeps it, and what it has that nobody has seen."""
        try:
            self._store.remove_read(key)
        except StoreError:
            return

    def _keys(self) -> list[str]:
        try:
            stored_keys = self._store.keys()
        except StoreError:
            return []
        keys = [key for key in stored_keys if key.startswith(DRAFT_KEY_PREFIX)]
        numbers = {key: int(found[1]) for key in keys if (found := _KEY.fullmatch(key))}
        return sorted(numbers, key=lambda key: numbers[key], reverse=True)

    def _read(self, key: str) -> KeptDraft | None:
        try:
            data = parse_json(self._store.get(key))
        except (StoreError, ValueError):
            return None
        if not isinstance(data, dict):
            return None
        work_id, base, content = data.get("work"), data.get("base"), data.get("content")
        if not (isinstance(work_id, str) and isinstance(base, str) and isinstance(content, dict)):
            return None
        document = Document(str(data.get("kind")), content)
        return KeptDraft(key, work_id, base, document) if is_editable(document) else None


class DraftKeeper:
    """Keeps the work that is open in the workshop: as a draft, until it is saved."""

    def __init__(self, draft: Draft, drafts: Drafts) -> None:
        self.key = ""  # of the draft of the open work, "" without one
        self.trouble: StoreError | None = None  # why the last change could not be kept
        self._draft, self._drafts = draft, drafts
        self._stored: Document | None = None  # what the store has accepted, or may be forgotten

    @property
    def is_kept(self) -> bool:
        """Tell whether nothing of the open work is lost when the tab ends."""
        return self._draft.is_saved or self._stored == self._draft.work

    def begin(self, kept: KeptDraft | None = None) -> None:
        """Follow another work, which comes from a draft that was kept."""
        self.key = kept.key if kept else ""
        self._stored = kept.document if kept else None
        self.trouble = None

    def keep(self, on_kept: Callable[[bool], None] = lambda is_kept: None) -> None:
        """Store the open work as a draft, or forget its draft when the work itself is on the disk.

        Call `on_kept` later, with True when the draft is on the disk.
        """
        draft = self._draft
        if draft.is_saved:
            if not draft.is_waiting:
                self._forget()
            return
        if self._stored == draft.work:
            return
        self.key = self.key or self._drafts.new_key()
        kept = KeptDraft(self.key, draft.id, draft.base, draft.work)
        try:
            self._drafts.keep(kept, on_kept)
        except StoreError as error:
            self._stored, self.trouble = None, error
        else:
            self._stored, self.trouble = draft.work, None

    def save(
        self, works: WorkshopCollection, on_kept: Callable[[bool], None] = lambda is_kept: None
    ) -> bool:
        """Save the open work; `Refusal` if that fails.

        Return whether it was saved as a copy, because another tab has changed the work. The draft
        is forgotten when the work is on the disk; `on_kept` gets the answer too.
        """
        self.keep()
        draft, work, key = self._draft, self._draft.work, self.key
        answers: list[bool] = []

        def on_answer(is_kept: bool) -> None:
            answers.append(is_kept)
            if is_kept:
                draft.note_kept(work)
                self._forget_saved(key, work)
            on_kept(is_kept)

        before = draft.id
        id = works.save(work, before, base=draft.base, on_kept=on_answer)
        draft.note_saved(id, is_kept=True in answers)
        return before not in ("", id)

    def give_up(self) -> None:
        """Forget the changes of the open work, as a person has agreed to."""
        self._forget()
        self._stored = self._draft.work

    def _forget_saved(self, key: str, work: Document) -> None:
        """Forget a draft whose work is on the disk, unless it was changed since."""
        kept = self._drafts.draft(key) if key else None
        if kept is None or kept.document != work:
            return
        if key == self.key:
            self._forget()
        else:
            self._drafts.discard(key)

    def _forget(self) -> None:
        if self.key:
            self._drafts.discard(self.key)
        self.key, self._stored = "", None


def offered_drafts(
    drafts: Drafts, works: WorkshopCollection, is_open: Callable[[str], bool]
) -> tuple[KeptDraft, ...]:
    """Return the drafts to be offered: no tab has them open, and they are not saved as works.

    A page that dies while it saves may leave the draft of a work that is saved.
    """
    saved = [work.document for work in works.works()]
    free = [kept for kept in drafts.drafts() if not is_open(kept.key)]
    for kept in free:
        if kept.document in saved:
            drafts.discard(kept.key)
    return tuple(kept for kept in free if kept.document not in saved)
