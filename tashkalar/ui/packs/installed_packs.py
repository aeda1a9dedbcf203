"""The packs that were added to this browser: which can be chosen, which are lacking, how they look.

What takes time - looking at a wheel, asking, running it - is in `tashkalar.ui.packs.install_flow`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tashkalar.cards import packs
from tashkalar.errors import PackError, PackStopped
from tashkalar.position.move import Message
from tashkalar.ui.packs import pack_records
from tashkalar.ui.packs.pack_records import MAX_PACKS, PackRecord
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue
from tashkalar.ui.text.refusal import Refusal

_LONGEST_REASON = 300


class PackRow(NamedTuple):
    """A pack in the list."""

    id: str
    name: Message
    detail: Message
    is_enabled: bool
    remove_label: Message  # what a screen reader says of the button


class PackStatus(NamedTuple):
    """A sentence for the dialog of packs; with `is_error` it says that something was not done."""

    text: Message | None
    is_error: bool = False
    detail: str = ""  # the program's own word on it, in English


class InstalledPacks:
    """The list of packs, kept in a store.

    `changed` is called when other schools can be chosen, or are called otherwise; `show_notice` is
    told what is no answer to anything the person did; `on_table` gives the schools being played.
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
        self.records = pack_records.read_pack_records(store)
        self.merge_texts()

    # -- looking -------------------------------------------------------------------------

    @property
    def selectable_schools(self) -> tuple[str, ...]:
        """The schools that can be chosen for a new game."""
        return tuple(kept.id for kept in self.records if kept.enabled)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another pack."""
        return len(self.records) >= MAX_PACKS

    @property
    def looks(self) -> dict[str, str]:
        """A colour and sign for each pack."""
        return pack_records.assign_looks(self.records)

    def find_by_id(self, id: str) -> PackRecord | None:
        """The pack with this id."""
        return next((kept for kept in self.records if kept.id == id), None)

    def find_by_project(self, project: str) -> PackRecord | None:
        """The pack that was added from a wheel called so."""
        return next((kept for kept in self.records if kept.project == project), None)

    def is_in_use(self, id: str) -> bool:
        """Whether the game on the table uses a pack."""
        return id in self._schools_in_play()

    def packs_to_start(self, text: str) -> list[PackRecord]:
        """The packs that stand in a text, can be had and are not running yet."""
        return [
            kept
            for kept in pack_records.find_mentioned_packs(self.records, text)
            if kept.enabled and kept.id not in packs.REGISTERED_PACKS
        ]

    def rows(self) -> tuple[PackRow, ...]:
        """The list as it is shown."""
        return tuple(_make_row(kept) for kept in self.records)

    def merge_texts(self) -> None:
        """Teach the catalogue, again after a change of language, what the packs have to say."""
        pack_records.merge_school_names(self._words, self.records)
        for pack in packs.REGISTERED_PACKS.values():
            for language, texts in pack.texts.items():
                if language in (SOURCE_LANGUAGE, self._words.language):
                    self._words.merge(language, texts)

    # -- changing ------------------------------------------------------------------------

    def set_offered(self, id: str, *, is_offered: bool) -> PackStatus:
        """Offer a pack for new games, or no longer; what to say to it."""
        if not is_offered:
            if self.is_in_use(id):
                return PackStatus(Message("packs.in-use"), is_error=True)
            packs.unregister(id)
        self.set_enabled(id, is_enabled=is_offered)
        return PackStatus(None)

    def set_enabled(self, id: str, *, is_enabled: bool) -> None:
        """Switch a pack on or off, whatever it is doing."""
        self.records = [k._replace(enabled=is_enabled) if k.id == id else k for k in self.records]
        self._write_or_notify()

    def disable_failed_pack(self, error: PackError) -> Message:
        """Switch off a pack that has failed in a game, which must be off the table; what to say."""
        packs.unregister(error.pack)
        self.set_enabled(error.pack, is_enabled=False)
        params = {"name": school_name(error.pack), "reason": reason_text(error)}
        return Message("packs.failed", params)

    def add_record(self, kept: PackRecord) -> None:
        """Put a pack on the list, in the place of one of the same project; not written yet."""
        self.records = [k for k in self.records if k.project != kept.project] + [kept]
        self.merge_texts()
        self._on_change()

    def remove_record(self, id: str) -> None:
        """Take a pack off the list."""
        self.records = [kept for kept in self.records if kept.id != id]
        self._write_or_notify()

    def write_records(self) -> None:
        """Keep the list; StoreError when that is impossible."""
        pack_records.write_pack_records(self._store, self.records)

    def _write_or_notify(self) -> None:
        try:
            self.write_records()
        except StoreError:
            self.show_notice(Message("packs.not-written"))
        self._on_change()


def stopped_card_message(error: PackStopped) -> Message:
    """What to say of a card that did not come to an end."""
    params = {"card": Message(f"card.{error.card}.name"), "name": school_name(error.pack)}
    return Message("packs.stopped", params)


def school_name(id: str) -> Message:
    """What the school of a pack is called."""
    return Message(f"school.{id}.name")


def reason_text(error: Exception) -> Message | str:
    """What is wrong, to go into a sentence."""
    if isinstance(error, Refusal):
        return error.message
    if isinstance(error, StoreError):
        return Message("packs.lost")
    text = error.reason if isinstance(error, PackError) else str(error)
    return " ".join(text.split())[:_LONGEST_REASON]


def _make_row(kept: PackRecord) -> PackRow:
    detail = "packs.version" if kept.enabled else "packs.version.off"
    return PackRow(
        id=kept.id,
        name=school_name(kept.id),
        detail=Message(detail, {"version": kept.version, "file": kept.file}),
        is_enabled=kept.enabled,
        remove_label=Message("packs.remove.of", {"name": school_name(kept.id)}),
    )
