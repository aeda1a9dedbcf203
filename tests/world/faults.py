"""Old faults that can be put back, to see that the worlds find them."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import Comparison, Log
from tashkalar.features.stored.results_record import RESULTS_KEY
from tashkalar.features.stored.text_importer import TextImporter
from tashkalar.features.tour.tour import TOUR_KEY
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.draft import Draft
from tashkalar.ui.storage import kept_store, restore
from tashkalar.ui.storage.backup import SaveBackups
from tashkalar.ui.storage.kept_store import KeptStore
from tashkalar.ui.storage.key_value_store import SeenText
from tashkalar.ui.storage.save_record import read_save_record
from tashkalar.ui.storage.save_texts import SaveTexts
from tests.world import device


def one_copy(patch: pytest.MonkeyPatch) -> None:
    """Store works, progress and settings once, and call them saved: as until November 2026."""

    def keep(self: KeptStore, key: str, text: str, on_kept: Callable[[bool], None]) -> None:
        self._texts.store.set(key, text)
        on_kept(True)

    patch.setattr(KeptStore, "keep", keep)


def overwritten_work(patch: pytest.MonkeyPatch) -> None:
    """Let a tab overwrite what another tab has saved of the same work."""
    patch.setattr(WorkshopCollection, "_may_replace", lambda *_: True)


def early_saved(patch: pytest.MonkeyPatch) -> None:
    """Show “Saved” before the disk has answered, and forget the draft then."""
    note_saved = Draft.note_saved
    patch.setattr(Draft, "note_saved", lambda self, id, **_: note_saved(self, id))


def late_note(patch: pytest.MonkeyPatch) -> None:
    """Write the order of a text after the text: a crash in between makes an old text new."""

    def write(texts: SaveTexts, key: str, text: str, order: int) -> None:
        texts.store.set(key, text)
        texts.store.set(kept_store._note_key(key), f"{order} {kept_store._hash(text)}")

    patch.setattr(kept_store, "write_with_order", write)
    patch.setattr(restore, "write_with_order", write)


def games_not_restored(patch: pytest.MonkeyPatch) -> None:
    """Take no game back from the second store."""

    async def restore_nothing(texts: SaveTexts, key: str) -> None:
        pass

    patch.setattr(restore, "_restore_newest_copy", restore_nothing)


def stale_settings(patch: pytest.MonkeyPatch) -> None:
    """Store all settings as a tab has read them, with the one that is changed there."""
    patch.setattr(SeenText, "look", lambda self: False)


def brought_again(patch: pytest.MonkeyPatch) -> None:
    """Take a game from a file although it is here already."""
    patch.setattr(TextImporter, "_is_known", lambda *_: False)


def dropped_copies(patch: pytest.MonkeyPatch) -> None:
    """Let a page drop copies that it could not read, as until 30 November 2026."""
    patch.setattr(SaveBackups, "may_lack", lambda *_: False)
    patch.setattr(SaveBackups, "spare", lambda *_: frozenset())


def forgotten_deletions(patch: pytest.MonkeyPatch) -> None:
    """Forget a deletion when a tab starts that finds nothing, as until 30 November 2026."""
    repeat = restore._repeat_deletions_in_store

    def repeat_and_forget(texts: SaveTexts, keys: Collection[str]) -> None:
        repeat(texts, keys)
        deleted = [key for key, _ in texts.backups.deletions()]
        texts.backups.forget_deletions([key for key in deleted if key not in keys])

    patch.setattr(restore, "_repeat_deletions_in_store", repeat_and_forget)


def unmerged(patch: pytest.MonkeyPatch) -> None:
    """Join no results and no victories: the newest text counts."""
    for key in (RESULTS_KEY, TOUR_KEY):
        patch.delitem(device.MERGES, key)


def early_study(patch: pytest.MonkeyPatch) -> None:
    """Say that a study is kept before the disk has answered."""
    patch.setattr(device, "call_when_kept", lambda texts, key, action: action())


def unheard_failure(patch: pytest.MonkeyPatch) -> None:
    """Count a text as kept whose writing was not answered in time."""
    note = SaveBackups._on_written
    patch.setattr(
        SaveBackups, "_on_written", lambda self, key, copy, ok: note(self, key, copy, True)
    )


def unheard_text(patch: pytest.MonkeyPatch) -> None:
    """Let a tab go on with a game whose text it has not heard, as until 30 November 2026."""

    def take_over(self: SaveTexts, key: str, text: str) -> None:
        record, stored = read_save_record(key, text), self.newest_record(key)
        if record.status == "game" and not (stored and stored.order >= record.order):
            self.write(key, text, record)

    patch.setattr(SaveTexts, "take_over_game", take_over)


def unseen_copy(patch: pytest.MonkeyPatch) -> None:
    """Open a game without a look at what another tab has left, as until 30 November 2026."""

    async def see_nothing(texts: SaveTexts, key: str) -> None:
        pass

    patch.setattr(device, "restore_newer_copy", see_nothing)


def overwritten_log(patch: pytest.MonkeyPatch) -> None:
    """Take over whatever log comes of a game with someone far away."""

    def receive(self: FarGame, log: Log, **_: object) -> Comparison:
        self._become(FarGame.read(log))
        return Comparison("newer", 0)

    patch.setattr(FarGame, "receive", receive)


def unknown_copies(patch: pytest.MonkeyPatch) -> None:
    """Drop copies that an earlier version of the page did not know, as until 30 November 2026."""

    async def add_nothing(texts: SaveTexts, key: str, *, may_lack: bool) -> None:
        pass

    patch.setattr(restore, "_add_unknown_copies", add_nothing)


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    fault.__name__: fault
    for fault in (
        one_copy,
        overwritten_work,
        early_saved,
        late_note,
        games_not_restored,
        stale_settings,
        brought_again,
        dropped_copies,
        forgotten_deletions,
        unmerged,
        early_study,
        unheard_failure,
        unheard_text,
        unseen_copy,
        overwritten_log,
        unknown_copies,
    )
}
