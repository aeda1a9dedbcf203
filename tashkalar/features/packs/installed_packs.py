"""The packs that were added to this browser: which can be chosen, their names and looks.

The work that takes time (inspecting a wheel, asking the person, running the pack) is in
`tashkalar.features.packs.install_flow`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tashkalar.cards import packs
from tashkalar.errors import PackError, PackStopped
from tashkalar.features.packs import school_names
from tashkalar.plain_text import cut_text
from tashkalar.position.move import Message
from tashkalar.ui.storage import pack_records
from tashkalar.ui.storage.key_value_store import KeyValueStore, SeenText, StoreError
from tashkalar.ui.storage.pack_records import MAX_PACKS, PackRecord
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue
from tashkalar.ui.text.refusal import Refusal

_LONGEST_REASON = 300


class PackRow(NamedTuple):
    """The row of a pack in the list."""

    id: str
    name: Message
    detail: Message
    is_enabled: bool
    remove_label: Message  # the name of the button for screen readers


class PackStatus(NamedTuple):
    """A sentence for the dialog of packs; `is_error` means that an action failed."""

    text: Message | None
    is_error: bool = False
    detail: str = ""  # the program's own message, in English


class InstalledPacks:
    """The list of packs, kept in a store.

    `changed` is called when the schools that can be chosen, or their names, change. `tell` shows a
    notice that does not answer an action of the person. `on_table` returns the schools in play.
    """

    def __init__(
        self,
        words: Catalogue,
        store: KeyValueStore,
        changed: Callable[[], None],
        tell: Callable[[Message], None],
        on_table: Callable[[], Iterable[str]],
    ) -> None:
        self._words = words
        self._store = store
        self._on_change, self.show_notice, self._schools_in_play = changed, tell, on_table
        self._seen = SeenText(store, pack_records.PACK_LIST_KEY)
        self.records = pack_records.read_pack_records(store)
        self.merge_texts()

    # -- looking -------------------------------------------------------------------------

    @property
    def selectable_schools(self) -> tuple[str, ...]:
        """The schools that can be chosen for a new game."""
        return tuple(record.id for record in self.records if record.enabled)

    @property
    def is_full(self) -> bool:
        """True if the list has no room for another pack."""
        return len(self.records) >= MAX_PACKS

    @property
    def looks(self) -> dict[str, str]:
        """The look, color and sign, of each pack."""
        return school_names.assign_looks(self.records)

    def find_by_id(self, id: str) -> PackRecord | None:
        """Return the pack with an id, None without one."""
        return next((record for record in self.records if record.id == id), None)

    def find_by_project(self, project: str) -> PackRecord | None:
        """Return the pack from the wheel of a project, None without one."""
        return next((record for record in self.records if record.project == project), None)

    def is_in_use(self, id: str) -> bool:
        """Tell whether the game on the table uses a pack."""
        return id in self._schools_in_play()

    def packs_to_start(self, text: str) -> list[PackRecord]:
        """Return the packs that a text mentions, that are enabled, and that are not running."""
        return [
            record
            for record in school_names.find_mentioned_packs(self.records, text)
            if record.enabled and record.id not in packs.REGISTERED_PACKS
        ]

    def rows(self) -> tuple[PackRow, ...]:
        """Return the rows of the list."""
        return tuple(_make_row(record) for record in self.records)

    def merge_texts(self) -> None:
        """Merge the texts of the packs into the catalogue, also after a change of language."""
        school_names.merge_school_names(self._words, self.records)
        for pack in packs.REGISTERED_PACKS.values():
            for language, texts in pack.texts.items():
                if language in (SOURCE_LANGUAGE, self._words.language):
                    self._words.merge(language, texts)

    # -- changing ------------------------------------------------------------------------

    def set_offered(self, id: str, *, is_offered: bool) -> PackStatus:
        """Offer a pack for new games, or stop offering the pack; return the status to show."""
        if not is_offered:
            if self.is_in_use(id):
                return PackStatus(Message("packs.in-use"), is_error=True)
            packs.unregister(id)
        self.set_enabled(id, is_enabled=is_offered)
        return PackStatus(None)

    def set_enabled(self, id: str, *, is_enabled: bool) -> None:
        """Switch a pack on or off, without checking whether the pack is in use."""
        self._follow_other_tabs()
        self.records = [r._replace(enabled=is_enabled) if r.id == id else r for r in self.records]
        self._write_or_notify()

    def disable_failed_pack(self, error: PackError) -> Message:
        """Switch off a pack that has failed in a game; return a notice.

        The game must have left the table before.
        """
        packs.unregister(error.pack)
        self.set_enabled(error.pack, is_enabled=False)
        params = {"name": school_name(error.pack), "reason": reason_text(error)}
        return Message("packs.failed", params)

    def add_record(self, record: PackRecord) -> None:
        """Put a pack on the list in place of one of the same project; do not store the list."""
        self._put(record)
        self.merge_texts()
        self._on_change()

    def _put(self, record: PackRecord) -> None:
        self.records = [r for r in self.records if r.project != record.project] + [record]

    def _follow_other_tabs(self) -> None:
        """Read the list again if another tab has changed it."""
        if self._seen.look():
            self.records = pack_records.read_pack_records(self._store)
            self.merge_texts()

    def reload_records(self) -> None:
        """Read the list again from the store."""
        self._seen.look()
        self.records = pack_records.read_pack_records(self._store)
        self.merge_texts()
        self._on_change()

    def remove_record(self, id: str) -> None:
        """Remove a pack from the list."""
        self._follow_other_tabs()
        self.records = [record for record in self.records if record.id != id]
        self._write_or_notify()

    def store_record(self, record: PackRecord) -> None:
        """Store the list with a pack that was put on it; `StoreError` when that fails."""
        self._follow_other_tabs()
        self._put(record)
        self._write()

    def _write(self) -> None:
        pack_records.write_pack_records(self._store, self.records)
        self._seen.look()

    def _write_or_notify(self) -> None:
        try:
            self._write()
        except StoreError:
            self.show_notice(Message("packs.not-written"))
        self._on_change()


def stopped_card_message(error: PackStopped) -> Message:
    """Return the notice about a card that did not come to an end."""
    params = {"card": Message(f"card.{error.card}.name"), "name": school_name(error.pack)}
    return Message("packs.stopped", params)


def school_name(id: str) -> Message:
    """Return the name of a pack's school."""
    return Message(f"school.{id}.name")


def reason_text(error: Exception) -> Message | str:
    """Return the reason of an error as part of a sentence."""
    if isinstance(error, Refusal):
        return error.message
    if isinstance(error, StoreError):
        return Message("packs.lost")
    text = error.reason if isinstance(error, PackError) else str(error)
    return cut_text(" ".join(text.split()), _LONGEST_REASON)


def _make_row(record: PackRecord) -> PackRow:
    detail = "packs.version" if record.enabled else "packs.version.off"
    return PackRow(
        id=record.id,
        name=school_name(record.id),
        detail=Message(detail, {"version": record.version, "file": record.file}),
        is_enabled=record.enabled,
        remove_label=Message("packs.remove.of", {"name": school_name(record.id)}),
    )
