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
from tashkalar.ui.packs.pack_records import MOST, Kept
from tashkalar.ui.storage.key_value_store import Store, StoreError
from tashkalar.ui.text.catalogue import SOURCE, Catalogue
from tashkalar.ui.text.refusal import Refused

_LONGEST_REASON = 300


class PackRow(NamedTuple):
    """A pack in the list."""

    id: str
    name: Message
    detail: Message
    enabled: bool
    remove: Message  # what a screen reader says of the button


class Told(NamedTuple):
    """A sentence for the dialog of packs; with `trouble` it says that something was not done."""

    text: Message | None
    trouble: bool = False
    detail: str = ""  # the program's own word on it, in English


class PackShelf:
    """The list of packs, kept in a store.

    `changed` is called when other schools can be chosen, or are called otherwise; `tell` is told
    what is no answer to anything the person did; `on_table` gives the schools being played.
    """

    def __init__(
        self,
        words: Catalogue,
        store: Store,
        changed: Callable[[], None],
        tell: Callable[[Message], None],
        on_table: Callable[[], Iterable[str]],
    ) -> None:
        self._words = words
        self._store = store
        self._changed, self.tell, self._on_table = changed, tell, on_table
        self.all = pack_records.read(store)
        self.teach()

    # -- looking -------------------------------------------------------------------------

    @property
    def offered(self) -> tuple[str, ...]:
        """The schools that can be chosen for a new game."""
        return tuple(kept.id for kept in self.all if kept.enabled)

    @property
    def full(self) -> bool:
        """Whether there is no room for another pack."""
        return len(self.all) >= MOST

    @property
    def looks(self) -> dict[str, str]:
        """A colour and sign for each pack."""
        return pack_records.looks(self.all)

    def find(self, id: str) -> Kept | None:
        """The pack with this id."""
        return next((kept for kept in self.all if kept.id == id), None)

    def of_project(self, project: str) -> Kept | None:
        """The pack that was added from a wheel called so."""
        return next((kept for kept in self.all if kept.project == project), None)

    def in_use(self, id: str) -> bool:
        """Whether the game on the table uses a pack."""
        return id in self._on_table()

    def lacking(self, text: str) -> list[Kept]:
        """The packs that stand in a text, can be had and are not running yet."""
        return [
            kept
            for kept in pack_records.mentioned(self.all, text)
            if kept.enabled and kept.id not in packs.REGISTERED
        ]

    def rows(self) -> tuple[PackRow, ...]:
        """The list as it is shown."""
        return tuple(_row(kept) for kept in self.all)

    def teach(self) -> None:
        """Teach the catalogue, again after a change of language, what the packs have to say."""
        pack_records.teach(self._words, self.all)
        for pack in packs.REGISTERED.values():
            for language, texts in pack.texts.items():
                if language in (SOURCE, self._words.language):
                    self._words.merge(language, texts)

    # -- changing ------------------------------------------------------------------------

    def toggle(self, id: str, *, on: bool) -> Told:
        """Offer a pack for new games, or no longer; what to say to it."""
        if not on:
            if self.in_use(id):
                return Told(Message("packs.in-use"), trouble=True)
            packs.unregister(id)
        self.switch(id, on=on)
        return Told(None)

    def switch(self, id: str, *, on: bool) -> None:
        """Switch a pack on or off, whatever it is doing."""
        self.all = [k._replace(enabled=on) if k.id == id else k for k in self.all]
        self._write()

    def failed(self, error: PackError) -> Message:
        """Switch off a pack that has failed in a game, which must be off the table; what to say."""
        packs.unregister(error.pack)
        self.switch(error.pack, on=False)
        params = {"name": school_name(error.pack), "reason": reason(error)}
        return Message("packs.failed", params)

    def add(self, kept: Kept) -> None:
        """Put a pack on the list, in the place of one of the same project; not written yet."""
        self.all = [k for k in self.all if k.project != kept.project] + [kept]
        self.teach()
        self._changed()

    def remove(self, id: str) -> None:
        """Take a pack off the list."""
        self.all = [kept for kept in self.all if kept.id != id]
        self._write()

    def write(self) -> None:
        """Keep the list; StoreError when that is impossible."""
        pack_records.keep(self._store, self.all)

    def _write(self) -> None:
        try:
            self.write()
        except StoreError:
            self.tell(Message("packs.not-written"))
        self._changed()


def stopped(error: PackStopped) -> Message:
    """What to say of a card that did not come to an end."""
    params = {"card": Message(f"card.{error.card}.name"), "name": school_name(error.pack)}
    return Message("packs.stopped", params)


def school_name(id: str) -> Message:
    """What the school of a pack is called."""
    return Message(f"school.{id}.name")


def reason(error: Exception) -> Message | str:
    """What is wrong, to go into a sentence."""
    if isinstance(error, Refused):
        return error.message
    if isinstance(error, StoreError):
        return Message("packs.lost")
    text = error.reason if isinstance(error, PackError) else str(error)
    return " ".join(text.split())[:_LONGEST_REASON]


def _row(kept: Kept) -> PackRow:
    detail = "packs.version" if kept.enabled else "packs.version.off"
    return PackRow(
        id=kept.id,
        name=school_name(kept.id),
        detail=Message(detail, {"version": kept.version, "file": kept.file}),
        enabled=kept.enabled,
        remove=Message("packs.remove.of", {"name": school_name(kept.id)}),
    )
